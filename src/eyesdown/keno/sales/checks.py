"""Every check that may stop the sale of an Entry."""

from __future__ import annotations

from collections.abc import Iterator
from fractions import Fraction

from eyesdown.keno.bets.bet import Bet, Combination, LuckyLast
from eyesdown.keno.bets.price import (
    bonus_length,
    companions,
    limits_broken,
    no_such_bet,
    priced,
    series_length,
)
from eyesdown.keno.office.limits import play_refusals
from eyesdown.keno.sales.commands import AcceptEntry
from eyesdown.keno.sales.payment import payment_refusals
from eyesdown.keno.state.checks import has_accepted_terms, is_before, venue_refusals
from eyesdown.keno.state.let_it_run import reserved_cents
from eyesdown.keno.state.state import KenoState
from eyesdown.keno.words.entry import Entry, Staked, forms_of
from eyesdown.keno.words.offers import Superplay
from eyesdown.kernel.cite import Refusal
from eyesdown.players.limits import Measure
from eyesdown.rulebook.facts.keno_bets import AggregateFacts
from eyesdown.rulebook.facts.keno_entry import EntryFacts, InternetFacts, PersonFacts
from eyesdown.rulebook.keno_words import Channel, Form, Method, Tender, TerminalKind
from eyesdown.rulebooks.nsw_keno.book import NswKeno
from eyesdown.rulebooks.nsw_keno.c02_terms import TEMPLATES
from eyesdown.rulebooks.nsw_keno.c05_eligibility import PERSONS, SALE_STAFF
from eyesdown.rulebooks.nsw_keno.c07_entry import ENTRY as ENTERING
from eyesdown.rulebooks.nsw_keno.c07a_internet import INTERNET
from eyesdown.rulebooks.nsw_keno.c09_subscriptions import AGGREGATES
from eyesdown.rulebooks.nsw_keno.c10_jackpots import racing_growth_rate

ALL_FORMS = frozenset(Form)


def shape_refusals(book: NswKeno, state: KenoState, command: AcceptEntry) -> tuple[Refusal, ...]:
    """Refusals of the Entry itself: its bets, its games, its ticket, its template."""
    entry = command.entry
    refusals = [bad for bet in entry.lines for bad in no_such_bet(book, bet)]
    if not entry.lines:
        refusals.append(book.refusal("entry/no_bets", "7(b)(ii)"))
    refusals += series_length(book, entry.lines, entry.games)
    if not serial_is_new(state, entry.serial):
        refusals.append(book.refusal("receipt/serial", "2:Receipt Ticket", serial=entry.serial))
    if entry.card and entry.card not in state.cards:
        refusals.append(book.refusal("card/unknown", "2:Keno Player Card", card=entry.card))
    if command.runner_note and not _is_runners_money(state, command):
        note = command.runner_note
        refusals.append(book.refusal("runner/note", "2:Keno Runner", note=note))
    # a replayed ticket is only read: any one on storage will do, paid or not (G33)
    old = entry.replay_of
    if (entry.method is Method.REPLAY) != bool(old):
        refusals.append(book.refusal("replay/no_ticket", "2:Replay", method=entry.method))
    elif old and not command.replay_stored and state.find(old) is None:
        refusals.append(book.refusal("replay/unknown_ticket", "2:Replay", serial=old))
    if not 1 <= entry.games <= book.figures.multi_game_games_max:
        most = book.figures.multi_game_games_max
        facts = {"games": entry.games, "games_max": most}
        refusals.append(book.refusal("entry/games", "2:Multi-Game", **facts))
    refusals += bonus_length(book, entry.lines, entry.games, entry.bonus_games)
    return (*refusals, *companions(book, entry.lines), *_template_refusals(book, state, entry))


def _is_runners_money(state: KenoState, command: AcceptEntry) -> bool:
    """Whether a runner's note is for this Venue, this runner and the amount tendered."""
    money, entry = state.runner_money.get(command.runner_note), command.entry
    if money is None or money.venue != entry.venue or entry.runner not in ("", money.runner):
        return False
    return money.cents >= sum(p.cents for p in command.tenders if p.tender is Tender.CASH)


def serial_is_new(state: KenoState, serial: str) -> bool:
    """Whether a serial is given and no ticket in memory has it."""
    return bool(serial) and serial not in state.sold and serial not in state.tickets


def _template_refusals(book: NswKeno, state: KenoState, entry: Entry) -> tuple[Refusal, ...]:
    """A Superplay plays its template: its game, its types, its Groups or their sizes (G32).

    Lucky Last may go with it as with any Combination Bet (G17).
    """
    if not entry.superplay:
        return ()
    template = state.templates.get(entry.superplay)
    if template is None:
        number = "2:Superplay(i)"
        return (book.refusal("superplay/unknown", number, template=entry.superplay),)
    bets = [bet for bet in entry.lines if not isinstance(bet, LuckyLast)]
    if bets and all(_plays(bet, template) for bet in bets):
        return ()
    number = "2:Superplay(ii)" if template.venue else "2:Superplay(i)"
    return (book.refusal("superplay/not_the_template", number, template=template.template),)


def _plays(bet: Bet, template: Superplay) -> bool:
    if not isinstance(bet, Combination):
        return False
    same = (bet.game, bet.sizes) == (template.game, template.sizes)
    sizes = tuple(len(group) for group in bet.groups)
    same = same and sizes == template.group_sizes
    return same and (not template.groups or bet.groups == template.groups)


def sale_refusals(
    book: NswKeno, state: KenoState, command: AcceptEntry, staked: tuple[Staked, ...], cost: int
) -> tuple[Refusal, ...]:
    """Everything in rules 2 to 9 that stops the sale of an Entry whose bets exist."""
    entry = command.entry
    terminal = state.terminals.get(entry.terminal)
    refusals: list[Refusal] = []
    if entry.channel != Channel.INTERNET or entry.venue:
        refusals += venue_refusals(book, state.venues.get(entry.venue), entry.venue)
    if entry.channel == Channel.VENUE and (terminal is None or terminal.venue != entry.venue):
        refusals.append(book.refusal("terminal/unknown", "2:Terminal(i)", terminal=entry.terminal))
    facts = entering_facts(state, command)
    if entry.superplay:
        refusals += book.check(TEMPLATES, facts)
    for person in person_facts(state, command):
        refusals += book.check(PERSONS, person)
    refusals += book.check(SALE_STAFF, facts)
    refusals += book.check(ENTERING, facts)
    if entry.channel == Channel.INTERNET:
        refusals += book.check(INTERNET, internet_facts(state, command, cost))
        refusals += play_refusals(
            book, state, entry.account, command.at, measure=Measure.SPEND, cents=cost
        )
    refusals += payment_refusals(book, state, command, cost)
    self_service = entry.method is Method.SST or at_self_service(state, entry)
    refusals += _limit_refusals(book, entry, cost, self_service=self_service)
    refusals += _growth_refusals(book, state, staked)
    refusals += aggregate_refusals(book, state, staked, entry.games)
    return tuple(refusals)


def entering_facts(state: KenoState, command: AcceptEntry) -> EntryFacts:
    """The facts of an Entry, for rules 6 and 7."""
    entry = command.entry
    parlay = any(paid.tender is Tender.PARLAY for paid in command.tenders)
    game = state.games.get(state.open_game) if state.open_game is not None else None
    template = state.templates.get(entry.superplay)
    return EntryFacts(
        channel=entry.channel,
        method=entry.method,
        forms=forms_of(entry, parlay=parlay),
        offered=offered_forms(state, command),
        venue=entry.venue,
        senior_writer=state.senior_writer(entry.venue),
        template_venue=template.venue if template else "",
        games_count=entry.games,
        stakes_named=all(bet.subscription_cents > 0 for bet in entry.lines),
        game_open=game is not None and is_before(command.at, game.closes_at),
        trading=is_trading(state, command),
    )


def is_trading(state: KenoState, command: AcceptEntry) -> bool:
    """Whether the Venue of a sale is within its trading hours (T09); the web has none."""
    entry = command.entry
    venue = state.venues.get(entry.venue) if entry.channel == Channel.VENUE else None
    return venue is None or venue.trading(command.at)


def offered_forms(state: KenoState, command: AcceptEntry) -> frozenset[Form]:
    """All forms but those a switch has taken off for this way to enter; the latest switch counts.

    A Replay on the web or at a self-service terminal gets no more than is offered there.
    """
    if not state.switches:
        return ALL_FORMS
    entry = command.entry
    ways = {entry.method}
    if entry.channel == Channel.INTERNET:
        ways.add(Method.INTERNET)
    elif at_self_service(state, entry):
        ways.add(Method.SST)
    on = dict.fromkeys([(form, way) for form in Form for way in ways], True)
    day = state.day or command.at.date()
    for switch in state.switches:
        if switch.method in ways and switch.from_day <= day:
            on[switch.form, switch.method] = switch.offered
    return frozenset(form for form in Form if all(on[form, way] for way in ways))


def at_self_service(state: KenoState, entry: Entry) -> bool:
    """Whether an Entry is sold by a self-service terminal."""
    terminal = state.terminals.get(entry.terminal)
    return terminal is not None and terminal.self_service


def person_facts(state: KenoState, command: AcceptEntry) -> Iterator[PersonFacts]:
    """The facts about the holders of an account and a player card; a bearer has none (T16)."""
    entry, day = command.entry, command.at.date()
    account, card = state.accounts.get(entry.account), state.cards.get(entry.card)
    if account is not None:
        engaged, known = entry.account in state.engaged, account.age_known
        yield PersonFacts(account.role, engaged, account.born, day, age_checked=known)
    if card is not None:
        engaged, known = entry.card in state.engaged, bool(card.person)  # seen when it was issued
        yield PersonFacts(card.role, engaged, card.born, day, age_checked=known)


def internet_facts(state: KenoState, command: AcceptEntry, cost: int) -> InternetFacts:
    """The facts of a web Entry, for rule 7A."""
    account = state.accounts.get(command.entry.account)
    venue = state.venues.get(command.entry.venue)
    return InternetFacts(
        has_account=account is not None,
        logged_in=account is not None and account.logged_in,
        balance_cents=account.balance_cents if account else 0,
        cost_cents=cost,
        terms_accepted=account is not None and has_accepted_terms(state, account, command.at),
        confirmed=command.confirmed,
        location=command.location,
        in_permitted_area=venue is not None and command.location in venue.permitted_area,
    )


def _limit_refusals(
    book: NswKeno, entry: Entry, cost: int, *, self_service: bool
) -> tuple[Refusal, ...]:
    """Rule 9(c)-(g) and (i) on each bet and on the Entry as a whole."""
    terminal: TerminalKind = "self_service" if self_service else "venue"
    counted = [priced(book, bet) for bet in entry.lines]
    return limits_broken(book, counted, entry.games, terminal, cost)


def growth_rate(book: NswKeno, state: KenoState, jackpot: str) -> Fraction | None:
    """The rate by which a jackpot grows; None where the Licensees have not set one (M01)."""
    game, _, level = jackpot.partition("/")
    if game == "racing":
        return racing_growth_rate(level, book.figures)
    metered = state.jackpots.get(jackpot)
    return None if metered is None or state.day is None else metered.rate_on(state.day)


def _growth_refusals(
    book: NswKeno, state: KenoState, staked: tuple[Staked, ...]
) -> tuple[Refusal, ...]:
    """A jackpot is sold only once its growth rate is set (M01)."""
    refusals = []
    for jackpot in dict.fromkeys(key for stake in staked for key, _ in stake.by_jackpot):
        if growth_rate(book, state, jackpot) is None:
            number = "2:Jackpot Growth(ii)" if jackpot[:5] == "keno2" else "2:Jackpot Growth(i)"
            refusals.append(book.refusal("growth/no_rate", number, jackpot=jackpot))
    return tuple(refusals)


def aggregate_refusals(
    book: NswKeno, state: KenoState, staked: tuple[Staked, ...], games: int
) -> tuple[Refusal, ...]:
    """Rule 9(h), in every game the Entry runs over; sold-ahead games count in their own (G30).

    What Let it Run may carry into the open game is not for sale in it (G29); games sold ahead keep
    nothing free, since a series counts only when it is carried (G30).
    """
    first = state.open_game
    if first is None or not any(stake.by_result for stake in staked):
        return ()
    refusals: list[Refusal] = []
    for index in range(games):
        totals = state.totals.get(first + index)
        for result, cents in staked[index if len(staked) > 1 else 0].by_result:
            already = totals.by_result.get(result, 0) if totals else 0
            free = 0 if index else reserved_cents(book, state, first, result)
            refusals += book.check(AGGREGATES, AggregateFacts(result, already, cents, free))
    return tuple(refusals)
