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
from eyesdown.keno.bets.price import form_of as price_form
from eyesdown.keno.bets.whole_game import GameSettled as Reckoned
from eyesdown.keno.bets.whole_game import JackpotPaid as JackpotShares
from eyesdown.keno.bets.whole_game import PaidLine, Pot, settle_game
from eyesdown.keno.commands import SettleGame
from eyesdown.keno.events import Carried, Event, GameSettled, InternetPrizeCredited, JackpotPaid
from eyesdown.keno.state.deciding import is_offered, no, pool_refusal, refusal
from eyesdown.keno.state.state import KenoState
from eyesdown.keno.words.entries import Staked, form_of, line_in_game, staked_on
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
    shares_by_category,
)
from eyesdown.keno.words.records import (
    BarredGrowth,
    Carry,
    ExtraPrize,
    Game,
    GameState,
    Guarantee,
    LinePrize,
    Prize,
    PrizeState,
    Sold,
)
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
    """One bet of the game and whose it is."""

    serial: str
    line: int
    bet: SingleBet


@dataclass(slots=True)
class _Settling:
    """A game being settled, and what that gathers on its way to one event."""

    book: NswKeno
    state: KenoState
    game: Game
    prizes: dict[str, list[LinePrize]] = field(default_factory=dict)
    largest: dict[str, int] = field(default_factory=dict)
    carried: list[Carried] = field(default_factory=list)
    carried_cents: dict[str, int] = field(default_factory=dict)
    ended: list[str] = field(default_factory=list)
    jackpots: list[JackpotPaid] = field(default_factory=list)
    extras: list[str] = field(default_factory=list)
    left: list[BarredGrowth] = field(default_factory=list)
    amounts: list[tuple[str, Exact]] = field(default_factory=list)

    def pay(self, serial: str, prize: LinePrize) -> None:
        """Put a prize down; a barred one stays in the fund unless its Entry is reinstated."""
        self.prizes.setdefault(serial, []).append(prize)
        if not self.barred(serial):
            self.amounts.append((PAYABLE, prize.cents))

    def barred(self, serial: str) -> bool:
        return self.state.sold[serial].disqualified is not None


def settle_open_game(book: NswKeno, state: KenoState, command: SettleGame) -> tuple[Event, ...]:
    """Settle the oldest drawn game; games settle in their order, for growth and carries do."""
    game = state.games.get(command.game)
    if game is None or game.state is not GameState.DRAWN or state.unsettled[0] != game.game:
        bad = refusal(book, "settle/not_next", "14(a)", game=command.game)
        return no(command, str(command.game), (bad,))
    for key, stakes in command.elsewhere.items():
        if any(stake <= 0 for stake in stakes):
            code, number = "settle/no_stake_elsewhere", "19(h)(ii)"
            bad = pool_refusal(book, key, code, number, game=command.game)
            return no(command, str(command.game), (bad,))
        if key not in state.jackpots or not state.jackpots[key].pooled:
            bad = pool_refusal(book, key, "settle/not_pooled", "2:Pooled Jackpot", jackpot=key)
            return no(command, str(command.game), (bad,))
    draw = draw_of(book, game.numbers)
    played = bets_of(state, game.game)
    pots = _pots(state, game, command)
    work = _Settling(book, state, game)
    chances = [one for one in played if may_win(book, state, one, draw)]
    counted = [one for one in chances if not _left_out(work, one)]
    reckoned = settle_game(book, draw, [one.bet for one in counted], pots)
    _jackpots(work, reckoned, pots)
    _lines(work, counted, reckoned)
    if len(counted) < len(chances):
        among_all = settle_game(book, draw, [one.bet for one in chances], pots)
        _barred_lines(work, chances, among_all)
        _barred_growth(work, chances, among_all, pots)
    _extras(work, played, draw)
    work.amounts += [(ROUNDING, reckoned.left_in_fund_cents)]
    spent = sum((cents for _, cents in work.amounts), Fraction(0))
    settled = GameSettled(
        command.at,
        game.game,
        tuple(_prize(work, serial) for serial in work.prizes),
        tuple(work.carried),
        tuple(work.jackpots),
        tuple(work.extras),
        tuple(work.ended),
        reckoned.major_total_cents,
        group(*work.amounts, (FUND, -spent)),
        tuple(work.left) if any(map(work.barred, work.prizes)) else None,
    )
    return (settled, *_credits(state, settled))


def bets_of(state: KenoState, game: int) -> list[Played]:
    """Every bet that stakes something in a game, Let it Run carries among them."""
    played = []
    for serial in dict.fromkeys(state.in_game.get(game, ())):
        sold = state.sold.get(serial)
        if sold is None or not sold.first_game <= game < sold.end:
            continue  # cancelled, and perhaps forgotten since and its serial given to another
        entry, index = sold.entry, game - sold.first_game
        for line in range(len(entry.lines)):
            staked = line_in_game(entry, line, index)
            if staked is not None:
                played.append(Played(serial, line, staked))
        carry = state.carries.get(serial)
        if carry is not None and carry.game == game:
            series = entry.lines[carry.line]
            assert isinstance(series, LetItRun)
            selection = series.selections[index]
            bet = HeadsOrTails(selection, carry.base_cents, bonus=carry.bonus_cents > 0)
            played.append(Played(serial, carry.line, bet))
    return played


def may_win(book: NswKeno, state: KenoState, one: Played, draw: Draw) -> bool:
    """Whether a bet is worth settling: most picks of a game plainly win nothing.

    A Let it Run always is, since a wrong forecast ends it.
    """
    bet = one.bet
    match bet:
        case Regular():
            return book.tables.spots["regular"][len(bet.spots)][matched(bet.spots, draw.balls)] > 0
        case Keno2():
            return book.tables.spots["keno2"][len(bet.spots)][matched(bet.spots, draw.balls)] > 0
        case HeadsOrTails():
            right = bet.selection == draw.heads_or_tails
            return right or isinstance(state.sold[one.serial].entry.lines[one.line], LetItRun)
        case _:
            return True


def _pots(state: KenoState, game: Game, command: SettleGame) -> dict[str, Pot]:
    """The jackpots as they stood when this game closed: what came later is not in them (M14)."""
    later: dict[str, Fraction] = {}
    since = [state.games[number] for number in state.unsettled]
    came = [one for closed in since[1:] for one in closed.growth]
    came += [one for closed in since for one in closed.reported]
    for key, cents in came:
        later[key] = later.get(key, Fraction(0)) + cents
    away: dict[str, int] = {}
    for told in game.winners_away:
        away[told.jackpot] = away.get(told.jackpot, 0) + sum(told.staked_cents)
    away |= {key: sum(stakes) for key, stakes in command.elsewhere.items()}
    pots, day = {}, game.keno_day
    for key, kept in state.jackpots.items():
        growth = kept.available_cents - later.get(key, 0)
        pots[key] = Pot(
            growth_cents=max(growth, Fraction(0)),
            pooled=kept.pooled,
            elsewhere_cents=away.get(key, 0),
            guarantee_cents=promised.cents if (promised := _guarantee(state, key, day)) else 0,
        )
    return pots


def _guarantee(state: KenoState, key: str, day: date) -> Guarantee | None:
    """The largest that is good on a game's day; of equal ones the first."""
    good = (one for one in state.guarantees if one.from_day <= day <= one.to_day)
    return max((one for one in good if one.jackpot == key), key=attrgetter("cents"), default=None)


def _jackpots(work: _Settling, reckoned: Reckoned, pots: dict[str, Pot]) -> None:
    """What each jackpot gave; one that was won elsewhere only leaves its pool, too (M14, M37)."""
    nobody = JackpotShares(0, 0, 0, 0, 0)
    away = {key: nobody for key, pot in pots.items() if pot.pooled and pot.elsewhere_cents}
    for key, paid in {**away, **reckoned.jackpots}.items():
        pot = pots.get(key, Pot())
        here = Fraction(paid.growth_cents)
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
    """The account a guarantee names: promotional money of the game's category, or the Licensees.

    What another jackpot paid just now takes of that money is not there any more.
    """
    promised = _guarantee(state, key, day)
    if promised is not None and promised.paid_from_promotion:
        for category, allocations in state.promotion.items():
            purse = promotion(category)
            taken = sum(p.guarantee_cents for p in paid if p.guarantee_from == purse)
            if _promotes(key, category) and sum(a.cents for a in allocations) - taken >= cents:
                return purse
    return GUARANTEES


def _promotes(key: str, category: str) -> bool:
    return category == ("L" if key.startswith("keno2/") else "I")


def _lines(work: _Settling, played: list[Played], reckoned: Reckoned) -> None:
    """Each bet's prize; those of a Let it Run go on to the next game where they may."""
    series: list[tuple[Played, int]] = []
    for one, lines in zip(played, reckoned.lines, strict=True):
        cents = sum(line.count * line.paid_cents for line in lines)
        if isinstance(work.state.sold[one.serial].entry.lines[one.line], LetItRun):
            series.append((one, cents))
        elif cents:
            _win(work, one, cents, lines)
    for one, cents in sorted(series, key=lambda pair: pair[0].serial):
        _carry_on(work, one, cents)


def _left_out(work: _Settling, one: Played) -> bool:
    """Whether a bet neither wins nor shares: no claim is entered for a disqualified Entry (T15).

    A Let it Run goes on until somebody decides, since its stake may not be taken out of a game.
    """
    sold = work.state.sold[one.serial]
    return sold.disqualified is not None and not isinstance(sold.entry.lines[one.line], LetItRun)


def _barred_lines(work: _Settling, played: list[Played], reckoned: Reckoned) -> None:
    """What the disqualified would have won among all: 21(d) pays so much if they come back."""
    for one, lines in zip(played, reckoned.lines, strict=True):
        cents = sum(line.count * line.paid_cents for line in lines)
        if cents and _left_out(work, one):
            _win(work, one, cents, lines)


def _barred_growth(
    work: _Settling, played: list[Played], reckoned: Reckoned, pots: dict[str, Pot]
) -> None:
    """What the disqualified would have taken of jackpots that stay as they are: nobody won them."""
    won = {paid.jackpot for paid in work.jackpots}
    for key in sorted(reckoned.jackpots.keys() - won):
        pot, among_all = pots[key], reckoned.jackpots[key]
        stakes = [
            sum(jackpot.subscription_cents for jackpot in bet.jackpots if jackpot.key == key)
            for bet in reckoned.bets
        ]
        until = pot.growth_cents + work.state.jackpots[key].given_cents
        for one, stake in zip(played, stakes, strict=True):
            if stake and _left_out(work, one):
                part = Fraction(stake, sum(stakes))
                growth, top_up = part * among_all.growth_cents, part * among_all.guarantee_cents
                day = work.game.keno_day
                left = BarredGrowth(one.serial, key, day, pot.pooled, growth, until, top_up)
                work.left.append(left)


def _win(work: _Settling, one: Played, cents: int, lines: tuple[PaidLine, ...]) -> None:
    jackpots = [line for line in lines if line.jackpot]
    work.pay(one.serial, LinePrize(one.line, cents, jackpots[0].jackpot if jackpots else ""))
    largest = max((line.paid_cents for line in jackpots), default=0)
    work.largest[one.serial] = max(work.largest.get(one.serial, 0), largest)


def _carry_on(work: _Settling, one: Played, cents: int) -> None:
    """Carry a prize in order of serial, or pay it where the next game is full (G29)."""
    book, state, game = work.book, work.state, work.game
    sold = state.sold[one.serial]
    bet = sold.entry.lines[one.line]
    assert isinstance(bet, LetItRun)
    following = game.game + 1
    index = following - sold.first_game
    if not cents or index >= len(bet.selections) or following >= sold.end:
        work.ended.append(one.serial)
        if cents:
            work.pay(one.serial, LinePrize(one.line, cents))
        return
    bonus_next = bonus_by_game(len(bet.selections), bet.bonus_games)[index]
    base, bonus = split_carry(cents, bonus_next=bonus_next, figures=book.figures)
    result = bet.selections[index]
    totals = state.totals.get(following)
    already = (totals.by_result.get(result, 0) if totals else 0) + work.carried_cents.get(result, 0)
    refused = book.check(CARRIES, AggregateFacts(result, already, base))
    if following in state.games and state.games[following].state is not GameState.OPEN:
        late = refusal(book, "let_it_run/next_game_closed", "2:Let it Run:subject", game=following)
        refused = (late, *refused)
    staked = _staked_carry(book, HeadsOrTails(result, base, bonus_next), bonus)
    commission = _carry_commission(book, state, sold, cents, staked)
    carry = Carry(one.line, following, base, bonus, commission, staked)
    work.carried.append(Carried(one.serial, following, carry, refused))
    if refused:
        work.ended.append(one.serial)
        work.pay(one.serial, LinePrize(one.line, cents))
        return
    work.carried_cents[result] = work.carried_cents.get(result, 0) + base
    work.amounts += [(LICENSEES, cents - commission), (own(sold.entry.venue), commission)]


def _staked_carry(book: NswKeno, bet: HeadsOrTails, bonus_cents: int) -> Staked:
    """A carry as a stake; the odd cent makes its Bonus stake differ from its base (G31)."""
    plain = staked_on(book, HeadsOrTails(bet.selection, bet.subscription_cents))
    if not bonus_cents:
        return plain
    bonus = (category_of(form_of(bet).BONUS, book.figures), bonus_cents)
    return Staked((*plain.by_category, bonus), plain.by_jackpot, plain.by_result)


def _carry_commission(
    book: NswKeno, state: KenoState, sold: Sold, cents: int, staked: Staked
) -> Fraction:
    """A carry is a Subscription and bears Commission like its Entry, unless switched off (M31)."""
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
        meeting = [one for one in played if _meets(work, extra, one, draw)]
        winners = [one for one in meeting if not work.barred(one.serial)]
        left = Fraction(extra.cents)
        for one, cents in _shared(book, extra, winners):
            left -= cents
            work.pay(one.serial, LinePrize(one.line, cents, extra=extra.prize))
        for one, cents in _shared(book, extra, meeting):  # 21(d) pays so much if they come back
            if work.barred(one.serial):
                work.pay(one.serial, LinePrize(one.line, cents, extra=extra.prize))
        if not winners:
            continue
        source = BONUS_PRIZES if extra.bonus else FUND
        work.amounts += [(source, -extra.cents), (ROUNDING, left)]
        work.extras.append(extra.prize)


def _shared(
    book: NswKeno, extra: ExtraPrize, winners: list[Played]
) -> Iterator[tuple[Played, int]]:
    """Everybody's part of a prize by base stake, rounded."""
    if not winners:
        return
    stakes = [one.bet.subscription_cents for one in winners]
    shares = shares_of_bonus_prize(extra.cents, stakes)
    for one, share in zip(winners, shares, strict=True):
        yield one, payable(share, book.figures)


def _meets(work: _Settling, extra: ExtraPrize, one: Played, draw: Draw) -> bool:
    book, game = work.book, work.game
    bet = one.bet
    form = form_of(bet)
    single = isinstance(bet, (Regular, Keno2))
    hit = isinstance(bet, (Regular, Keno2)) and (
        form == extra.form
        and len(bet.spots) == extra.spots
        and matched(bet.spots, draw.balls) == extra.caught
    )
    if hit and extra.bonus and _waits_for(work.state, one.serial, extra.prize):
        return False  # it would have been won, and the offer over
    won_in = extra.won_in if extra.bonus else None
    facts = BonusPrizeFacts(price_form(bet), not single, hit, game.game, won_in)
    return qualifies(facts, book.figures) and not book.check(BONUS_RULES, facts)


def _waits_for(state: KenoState, serial: str, extra: str) -> bool:
    """Whether a disqualified Entry would have won a Bonus Prize in a game before."""
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
    kept = PrizeState.PENDING if waits else PrizeState.PAYABLE
    if work.barred(serial):
        kept = PrizeState.BARRED
    largest = work.largest.get(serial, 0)
    return Prize(serial, game.game, game.keno_day, lines, cents, largest, kept)


def _credits(state: KenoState, settled: GameSettled) -> tuple[InternetPrizeCredited, ...]:
    """Web prizes that need no verification reach their accounts with the settlement.

    Others wait there; none of them ever counts as unclaimed (T13).
    """
    found = []
    for prize in settled.prizes:
        entry = state.sold[prize.serial].entry
        if entry.channel == Channel.INTERNET and prize.state is PrizeState.PAYABLE:
            found.append(credit(settled.at, prize, entry.account))
    return tuple(found)


def credit(at: datetime, prize: Prize, name: str) -> InternetPrizeCredited:
    """A web prize goes to its Subscriber Account and nowhere else."""
    money = group((PAYABLE, -prize.cents), (account(name), prize.cents))
    return InternetPrizeCredited(at, name, prize.serial, prize.game, prize.cents, money)
