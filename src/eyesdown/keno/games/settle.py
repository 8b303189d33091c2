"""Settling a game: prizes, carries of Let it Run, jackpots, Bonus Prizes, and their money."""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from dataclasses import dataclass, field
from datetime import date, datetime
from fractions import Fraction
from operator import attrgetter
from typing import NamedTuple

from eyesdown.keno.bets.bet import HeadsOrTails, Keno2, LetItRun, Regular, SingleBet
from eyesdown.keno.bets.draws import Draw, draw_of
from eyesdown.keno.bets.price import bet_form
from eyesdown.keno.bets.whole_game import GameResult, JackpotShare, PaidLine, Pot, settle_game
from eyesdown.keno.games.commands import SettleGame
from eyesdown.keno.games.events import (
    Carried,
    Events,
    GameSettled,
    InternetPrizeCredited,
    JackpotPaid,
)
from eyesdown.keno.sales.commission import shares_by_category
from eyesdown.keno.sales.stakes import staked_on
from eyesdown.keno.state.checks import is_offered, pool_refusal
from eyesdown.keno.state.state import KenoState
from eyesdown.keno.words.entry import Staked, entry_form, line_in_game
from eyesdown.keno.words.games import Game, GameState
from eyesdown.keno.words.money import (
    BONUS_PRIZES,
    FUND,
    GUARANTEES,
    LICENSEES,
    PAYABLE,
    ROUNDING,
    account,
    group,
    growth_purse,
    own,
    pool_purse,
    promotion,
)
from eyesdown.keno.words.offers import ExtraPrize, Guarantee
from eyesdown.keno.words.prizes import BarredGrowth, LinePrize, Prize, PrizeState
from eyesdown.keno.words.tickets import Carry, EntryRecord
from eyesdown.kernel.cite import Refusal
from eyesdown.kernel.handlers import Handlers
from eyesdown.kernel.refused import refused
from eyesdown.kernel.written import Exact
from eyesdown.rulebook.facts.keno_bets import AggregateFacts, BonusPrizeFacts
from eyesdown.rulebook.keno_words import Channel
from eyesdown.rulebooks.nsw_keno.book import NswKeno
from eyesdown.rulebooks.nsw_keno.c02_games import matched
from eyesdown.rulebooks.nsw_keno.c02_money import category_of
from eyesdown.rulebooks.nsw_keno.c07_entry import entry_commission
from eyesdown.rulebooks.nsw_keno.c09_subscriptions import CARRIES, bonus_by_game, split_carry
from eyesdown.rulebooks.nsw_keno.c10a_bonus_prizes import BONUS_PRIZES as BONUS_RULES
from eyesdown.rulebooks.nsw_keno.c10a_bonus_prizes import qualifies, shares_of_bonus_prize
from eyesdown.rulebooks.nsw_keno.c15_payouts import WEB_CREDITS, CreditFacts
from eyesdown.rulebooks.nsw_keno.c15_rounding import payable


class Played(NamedTuple):
    """One bet of the game, with the Entry and line it belongs to."""

    serial: str
    line: int
    bet: SingleBet


@dataclass(slots=True)
class _Settling:
    """A game being settled: what the steps below collect for its event."""

    book: NswKeno
    state: KenoState
    game: Game
    prizes: dict[str, list[LinePrize]] = field(default_factory=dict)  # by serial
    largest: dict[str, int] = field(default_factory=dict)  # an Entry's largest jackpot prize
    carried: list[Carried] = field(default_factory=list)
    carried_cents: dict[str, int] = field(default_factory=dict)  # into the next game, by result
    ended: list[str] = field(default_factory=list)  # Entries whose Let it Run is over
    jackpots: list[JackpotPaid] = field(default_factory=list)
    extras: list[str] = field(default_factory=list)  # extra prizes that were won
    left: list[BarredGrowth] = field(default_factory=list)  # in jackpots, for the disqualified
    amounts: list[tuple[str, Exact]] = field(default_factory=list)  # by purse; the fund's is last

    def pay(self, serial: str, prize: LinePrize) -> None:
        """Add a prize; a barred prize stays in the fund unless its Entry is reinstated."""
        self.prizes.setdefault(serial, []).append(prize)
        if not self.barred(serial):
            self.amounts.append((PAYABLE, prize.cents))

    def barred(self, serial: str) -> bool:
        """Whether the Entry is disqualified, so that its prize is recorded and not paid (T15)."""
        return self.state.sold[serial].disqualified is not None


DECIDES = Handlers()


@DECIDES.handles(SettleGame)
def settle_drawn_game(book: NswKeno, state: KenoState, command: SettleGame) -> Events:
    """Settle the oldest drawn game; growth and carries depend on the order of the games."""
    game = state.games.get(command.game)
    if game is None or game.state is not GameState.DRAWN or state.unsettled[0] != game.game:
        not_next = book.refusal("settle/not_next", "14(a)", game=command.game)
        return refused(command, (not_next,), str(command.game))
    refusal = _elsewhere_refusal(book, state, command)
    if refusal is not None:
        return refused(command, (refusal,), str(command.game))
    draw = draw_of(book, game.numbers)
    played = bets_of(state, game.game)
    pots = _pots(state, game, command)
    work = _Settling(book, state, game)
    # Most picks of a game plainly win nothing; leaving them out early is what keeps a settlement
    # of a hundred thousand Entries within seconds.
    chances = [bet for bet in played if may_win(book, state, bet, draw)]
    counted = [bet for bet in chances if not _left_out(work, bet)]
    result = settle_game(book, draw, [bet.bet for bet in counted], pots)
    _jackpots(work, result, pots)
    _lines(work, counted, result)
    if len(counted) < len(chances):
        # What disqualified Entries would have won is worked out among all bets, because their
        # stakes would have taken part in sharing and pro-rating.
        among_all = settle_game(book, draw, [bet.bet for bet in chances], pots)
        _barred_lines(work, chances, among_all)
        _barred_growth(work, chances, among_all, pots)
    _extras(work, played, draw)
    work.amounts += [(ROUNDING, result.left_in_fund_cents)]
    # All amounts so far came from named purses or went to winners; the fund pays the difference.
    spent = sum((cents for _, cents in work.amounts), Fraction(0))
    settled = GameSettled(
        at=command.at,
        game=game.game,
        prizes=tuple(_prize(work, serial) for serial in work.prizes),
        carried=tuple(work.carried),
        jackpots=tuple(work.jackpots),
        extras=tuple(work.extras),
        ended=tuple(work.ended),
        major_cents=result.major_total_cents,
        money=group(*work.amounts, (FUND, -spent)),
        barred=tuple(work.left) if any(map(work.barred, work.prizes)) else None,
    )
    return (settled, *_credits(state, settled))


def _elsewhere_refusal(book: NswKeno, state: KenoState, command: SettleGame) -> Refusal | None:
    """Why the reported stakes of winners in other jurisdictions cannot be right."""
    for key, stakes in command.elsewhere.items():
        if any(stake <= 0 for stake in stakes):
            code, number = "settle/no_stake_elsewhere", "19(h)(ii)"
            return pool_refusal(book, key, code, number, game=command.game)
        if key not in state.jackpots or not state.jackpots[key].pooled:
            return pool_refusal(book, key, "settle/not_pooled", "2:Pooled Jackpot", jackpot=key)
    return None


def bets_of(state: KenoState, game: int) -> list[Played]:
    """Every bet that stakes something in a game, Let it Run carries among them."""
    played = []
    for serial in dict.fromkeys(state.in_game.get(game, ())):
        sold = state.sold.get(serial)
        if sold is None or not sold.first_game <= game < sold.end:
            continue  # cancelled; its serial may have been given to another Entry since
        entry, index = sold.entry, game - sold.first_game
        for line in range(len(entry.lines)):
            single = line_in_game(entry, line, index)
            if single is not None:
                played.append(Played(serial, line, single))
        carry = state.carries.get(serial)
        if carry is not None and carry.game == game:
            series = entry.lines[carry.line]
            assert isinstance(series, LetItRun)
            selection = series.selections[index]
            bet = HeadsOrTails(selection, carry.base_cents, bonus=carry.bonus_cents > 0)
            played.append(Played(serial, carry.line, bet))
    return played


def may_win(book: NswKeno, state: KenoState, played: Played, draw: Draw) -> bool:
    """Whether a bet must be settled; False only where it plainly wins nothing.

    A Let it Run must be in any case, since a wrong forecast ends it.
    """
    bet = played.bet
    match bet:
        case Regular():
            return book.tables.spots["regular"][len(bet.spots)][matched(bet.spots, draw.balls)] > 0
        case Keno2():
            return book.tables.spots["keno2"][len(bet.spots)][matched(bet.spots, draw.balls)] > 0
        case HeadsOrTails():
            right = bet.selection == draw.heads_or_tails
            return right or isinstance(state.sold[played.serial].entry.lines[played.line], LetItRun)
        case _:
            return True


def _pots(state: KenoState, game: Game, command: SettleGame) -> dict[str, Pot]:
    """The jackpots as they were when this game closed: what came later is not in them (M14)."""
    # The meters hold today's amounts. This game is the oldest one not settled, so the growth of
    # every later closed game, and all that pools were reported since, is subtracted again.
    later: dict[str, Fraction] = {}
    waiting = [state.games[number] for number in state.unsettled]
    additions = [added for closed in waiting[1:] for added in closed.growth]
    additions += [added for closed in waiting for added in closed.reported]
    for key, cents in additions:
        later[key] = later.get(key, Fraction(0)) + cents
    # What the settling command names replaces what other jurisdictions reported before.
    away: dict[str, int] = {}
    for report in game.winners_away:
        away[report.jackpot] = away.get(report.jackpot, 0) + sum(report.staked_cents)
    away |= {key: sum(stakes) for key, stakes in command.elsewhere.items()}
    pots, day = {}, game.keno_day
    for key, jackpot in state.jackpots.items():
        growth = jackpot.available_cents - later.get(key, 0)
        pots[key] = Pot(
            growth_cents=max(growth, Fraction(0)),
            pooled=jackpot.pooled,
            elsewhere_cents=away.get(key, 0),
            guarantee_cents=promised.cents if (promised := _guarantee(state, key, day)) else 0,
        )
    return pots


def _guarantee(state: KenoState, key: str, day: date) -> Guarantee | None:
    """The largest guarantee of a jackpot on a game's day; of equal ones the first."""
    good = (
        guarantee
        for guarantee in state.guarantees
        if guarantee.jackpot == key and guarantee.from_day <= day <= guarantee.to_day
    )
    return max(good, key=attrgetter("cents"), default=None)


def _jackpots(work: _Settling, result: GameResult, pots: dict[str, Pot]) -> None:
    """Pay what each jackpot gives; what is won only elsewhere leaves its pool, too (M14, M37)."""
    nothing = JackpotShare(0, 0, 0, 0, 0)
    away = {key: nothing for key, pot in pots.items() if pot.pooled and pot.elsewhere_cents}
    for key, paid in {**away, **result.jackpots}.items():
        pot = pots.get(key, Pot())
        here = Fraction(paid.growth_cents)
        # A pool is shared out whole: what its winners here do not get goes to those elsewhere.
        elsewhere = Fraction(pot.growth_cents) - here if pot.elsewhere_cents else Fraction(0)
        top_up = Fraction(paid.guarantee_cents)
        source = guarantee_source(work.state, key, work.game.keno_day, top_up, work.jackpots)
        staked = pot.elsewhere_cents
        work.jackpots.append(JackpotPaid(key, here, elsewhere, pot.pooled, top_up, source, staked))
        purse = pool_purse(key) if pot.pooled else growth_purse(key)
        work.amounts += [
            (purse, -here - elsewhere),
            ("jurisdiction:elsewhere", elsewhere),
            (source, -top_up),
        ]


def guarantee_source(
    state: KenoState, key: str, day: date, cents: Fraction, paid: Iterable[JackpotPaid]
) -> str:
    """The purse that pays a guarantee: promotional money of the game's category, or the Licensees.

    Promotional money that another jackpot of the same settlement takes is not counted twice.
    """
    promised = _guarantee(state, key, day)
    if promised is not None and promised.paid_from_promotion:
        for category, allocations in state.promotion.items():
            purse = promotion(category)
            taken = sum(p.guarantee_cents for p in paid if p.guarantee_from == purse)
            # The sub-account must hold the whole top-up, else the Licensees pay all of it.
            if _promotes(key, category) and sum(a.cents for a in allocations) - taken >= cents:
                return purse
    return GUARANTEES


def _promotes(key: str, category: str) -> bool:
    return category == ("L" if key.startswith("keno2/") else "I")


def _lines(work: _Settling, played: list[Played], result: GameResult) -> None:
    """Each bet's prize; those of a Let it Run go on to the next game where they may."""
    series: list[tuple[Played, int]] = []
    for bet, lines in zip(played, result.lines, strict=True):
        cents = sum(line.count * line.paid_cents for line in lines)
        if isinstance(work.state.sold[bet.serial].entry.lines[bet.line], LetItRun):
            series.append((bet, cents))
        elif cents:
            _win(work, bet, cents, lines)
    # The next game has room for some carries only; the order of serials decides, so that the
    # same carries are accepted whenever the game is settled again (G29).
    for bet, cents in sorted(series, key=lambda pair: pair[0].serial):
        _carry_on(work, bet, cents)


def _left_out(work: _Settling, played_bet: Played) -> bool:
    """Whether a bet neither wins nor shares: no claim is entered for a disqualified Entry (T15).

    A Let it Run goes on until it is decided, since its stake may not be taken out of a game.
    """
    sold = work.state.sold[played_bet.serial]
    return sold.disqualified is not None and not isinstance(
        sold.entry.lines[played_bet.line], LetItRun
    )


def _barred_lines(work: _Settling, played: list[Played], result: GameResult) -> None:
    """Record what disqualified Entries would have won: 21(d) pays it if they are reinstated."""
    for played_bet, lines in zip(played, result.lines, strict=True):
        cents = sum(line.count * line.paid_cents for line in lines)
        if cents and _left_out(work, played_bet):
            _win(work, played_bet, cents, lines)


def _barred_growth(
    work: _Settling, played: list[Played], result: GameResult, pots: dict[str, Pot]
) -> None:
    """Record what disqualified Entries would have taken of jackpots that no one else won."""
    won = {paid.jackpot for paid in work.jackpots}
    for key in sorted(result.jackpots.keys() - won):
        pot, among_all = pots[key], result.jackpots[key]
        stakes = [
            sum(jackpot.subscription_cents for jackpot in bet.jackpots if jackpot.key == key)
            for bet in result.bets
        ]
        # When the jackpot has given this much in all, the growth of this game is used up.
        until = pot.growth_cents + work.state.jackpots[key].given_cents
        for played_bet, stake in zip(played, stakes, strict=True):
            if stake and _left_out(work, played_bet):
                part = Fraction(stake, sum(stakes))
                growth, top_up = part * among_all.growth_cents, part * among_all.guarantee_cents
                day = work.game.keno_day
                left = BarredGrowth(played_bet.serial, key, day, pot.pooled, growth, until, top_up)
                work.left.append(left)


def _win(work: _Settling, played_bet: Played, cents: int, lines: tuple[PaidLine, ...]) -> None:
    jackpots = [line for line in lines if line.jackpot]
    work.pay(
        played_bet.serial,
        LinePrize(played_bet.line, cents, jackpots[0].jackpot if jackpots else ""),
    )
    largest = max((line.paid_cents for line in jackpots), default=0)
    work.largest[played_bet.serial] = max(work.largest.get(played_bet.serial, 0), largest)


def _carry_on(work: _Settling, played_bet: Played, cents: int) -> None:
    """Stake a prize in the next game of its series, or pay it where that game is full (G29)."""
    book, state, game = work.book, work.state, work.game
    sold = state.sold[played_bet.serial]
    bet = sold.entry.lines[played_bet.line]
    assert isinstance(bet, LetItRun)
    following = game.game + 1
    index = following - sold.first_game
    if not cents or following >= sold.end:
        work.ended.append(played_bet.serial)
        if cents:
            work.pay(played_bet.serial, LinePrize(played_bet.line, cents))
        return
    bonus_next = bonus_by_game(len(bet.selections), bet.bonus_games)[index]
    base, bonus = split_carry(cents, bonus_next=bonus_next, figures=book.figures)
    result = bet.selections[index]
    # Sold for that game, and carried to it by this settlement so far.
    sold_cents = state.totals[following].by_result.get(result, 0)
    already = sold_cents + work.carried_cents.get(result, 0)
    refusals = book.check(CARRIES, AggregateFacts(result, already, base))
    if following in state.games and state.games[following].state is not GameState.OPEN:
        late = book.refusal("let_it_run/next_game_closed", "2:Let it Run:subject", game=following)
        refusals = (late, *refusals)
    staked = _staked_carry(book, HeadsOrTails(result, base, bonus_next), bonus)
    commission = _carry_commission(book, state, sold, cents, staked)
    # A refused carry is recorded as well: the event shows what was
    # tried and why it is paid instead.
    carry = Carry(played_bet.line, following, base, bonus, commission, staked)
    work.carried.append(Carried(played_bet.serial, following, carry, refusals))
    if refusals:
        work.ended.append(played_bet.serial)
        work.pay(played_bet.serial, LinePrize(played_bet.line, cents))
        return
    work.carried_cents[result] = work.carried_cents.get(result, 0) + base
    work.amounts += [(LICENSEES, cents - commission), (own(sold.entry.venue), commission)]


def _staked_carry(book: NswKeno, bet: HeadsOrTails, bonus_cents: int) -> Staked:
    """A carry as a stake; the odd cent makes its Bonus stake differ from its base (G31)."""
    plain = staked_on(book, HeadsOrTails(bet.selection, bet.subscription_cents))
    if not bonus_cents:
        return plain
    bonus = (category_of(entry_form(bet).BONUS, book.figures), bonus_cents)
    return Staked((*plain.by_category, bonus), plain.by_jackpot, plain.by_result)


def _carry_commission(
    book: NswKeno, state: KenoState, sold: EntryRecord, cents: int, staked: Staked
) -> Fraction:
    """Commission on a carry: it is a Subscription and bears it like its Entry (M31)."""
    if not book.figures.carry_commission:
        return Fraction(0)
    if sold.entry.channel == Channel.INTERNET:
        return book.figures.internet_commission_rate * cents if sold.entry.venue else Fraction(0)
    flex = state.flex_on(sold.keno_day)
    shares = shares_by_category(dict(staked.by_category), flex, book.figures)
    fund = sum((share.fund_cents for share in shares.values()), Fraction(0))
    return entry_commission(cents, fund, state.venues[sold.entry.venue].commission, book.figures)


def _extras(work: _Settling, played: list[Played], draw: Draw) -> None:
    """Bonus Prizes and additional Approved prizes that this game's picks have won."""
    book, game = work.book, work.game
    for extra in work.state.extras.values():
        if not is_offered(extra, game.closes_at):
            continue
        meeting = [bet for bet in played if _meets(work, extra, bet, draw)]
        winners = [bet for bet in meeting if not work.barred(bet.serial)]
        left = Fraction(extra.cents)
        for bet, cents in _shared(book, extra, winners):
            left -= cents
            work.pay(bet.serial, LinePrize(bet.line, cents, extra=extra.prize))
        # Shared among all who met it, barred ones included: the part a barred Entry would have had.
        for bet, cents in _shared(book, extra, meeting):  # what 21(d) pays on reinstatement
            if work.barred(bet.serial):
                work.pay(bet.serial, LinePrize(bet.line, cents, extra=extra.prize))
        if not winners:
            continue
        source = BONUS_PRIZES if extra.bonus else FUND
        work.amounts += [(source, -extra.cents), (ROUNDING, left)]
        work.extras.append(extra.prize)


def _shared(
    book: NswKeno, extra: ExtraPrize, winners: list[Played]
) -> Iterator[tuple[Played, int]]:
    """Each winner's part of a prize by base stake, rounded."""
    if not winners:
        return
    stakes = [winner.bet.subscription_cents for winner in winners]
    shares = shares_of_bonus_prize(extra.cents, stakes)
    for winner, share in zip(winners, shares, strict=True):
        yield winner, payable(share, book.figures)


def _meets(work: _Settling, extra: ExtraPrize, played_bet: Played, draw: Draw) -> bool:
    book, game = work.book, work.game
    bet = played_bet.bet
    form = entry_form(bet)
    single = isinstance(bet, (Regular, Keno2))
    hit = isinstance(bet, (Regular, Keno2)) and (
        form == extra.form
        and len(bet.spots) == extra.spots
        and matched(bet.spots, draw.balls) == extra.caught
    )
    if hit and extra.bonus and _waits_for(work.state, played_bet.serial, extra.prize):
        return False  # the Bonus Prize would have been won before, and the offer ended
    won_in = extra.won_in if extra.bonus else None
    facts = BonusPrizeFacts(bet_form(bet), not single, hit, game.game, won_in)
    return qualifies(facts, book.figures) and not book.check(BONUS_RULES, facts)


def _waits_for(state: KenoState, serial: str, extra: str) -> bool:
    """Whether a disqualified Entry would have won a Bonus Prize in an earlier game."""
    won = state.prizes.get(serial, {}).values()
    barred = (prize for prize in won if prize.state is PrizeState.BARRED)
    return any(line.extra == extra for prize in barred for line in prize.lines)


def _prize(work: _Settling, serial: str) -> Prize:
    book, state, game = work.book, work.state, work.game
    lines = tuple(work.prizes[serial])
    cents = sum(line.cents for line in lines)
    sold = state.sold[serial]
    unverified = book.check(WEB_CREDITS, CreditFacts(cents, verified=False))
    waits = sold.entry.channel == Channel.INTERNET and bool(unverified)
    prize_state = PrizeState.PENDING if waits else PrizeState.PAYABLE
    if work.barred(serial):
        prize_state = PrizeState.BARRED
    largest = work.largest.get(serial, 0)
    return Prize(serial, game.game, game.keno_day, lines, cents, largest, prize_state)


def _credits(state: KenoState, settled: GameSettled) -> tuple[InternetPrizeCredited, ...]:
    """Web prizes that need no verification reach their accounts with the settlement.

    Others wait there; none of them ever counts as unclaimed (T13).
    """
    credits_due = []
    for prize in settled.prizes:
        entry = state.sold[prize.serial].entry
        if entry.channel == Channel.INTERNET and prize.state is PrizeState.PAYABLE:
            credits_due.append(credit(settled.at, prize, entry.account))
    return tuple(credits_due)


def credit(at: datetime, prize: Prize, name: str) -> InternetPrizeCredited:
    """The event that credits a web prize to its Subscriber Account."""
    money = group((PAYABLE, -prize.cents), (account(name), prize.cents))
    return InternetPrizeCredited(at, name, prize.serial, prize.game, prize.cents, money)
