"""Following prizes on offer, levels, pools and refunds, cent by cent."""

from __future__ import annotations

from fractions import Fraction
from math import ceil
from typing import Any

from eyesdown.bingo.play.events import NumberCalled, NumberCorrected
from eyesdown.bingo.pools import events as pools
from eyesdown.bingo.session import events as session_events
from eyesdown.bingo.session.commands import PlanSession
from eyesdown.bingo.words.parts import Carried, Level
from eyesdown.control.hall.reading import Traits
from eyesdown.control.hall.tally import GameTally, PoolTally, SessionTally, Tally, Won
from eyesdown.kernel.handlers import Handlers

NOTES = Handlers()
"""How each event changes the tally, in place."""


WAITS = "jackpot "
"""Before a level's name among the prizes that wait for a session."""
NOT_WON, EXHAUSTED, VOID, BACK = "not won", "exhausted", "void", "result fell"
NOT_PLAYED, INVALIDATED = "not played", "invalidated"
MUST_GO = "the duty to empty the pool"
UNPAID = "the pool's money that no one was paid"


def award_name(session: str, game: int, prize: str, player: str) -> str:
    """The name of one winner's share of one prize.

    >>> award_name("Tue", 3, "series", "ann")
    'Tue/3/series/ann'
    """
    return f"{session}/{game}/{prize}/{player}"


@NOTES.handles(session_events.SessionPlanned)
def _session_planned(tally: Tally, event: session_events.SessionPlanned) -> None:
    """A programme; what waited for a session goes to its games."""
    tally.sessions[event.session] = SessionTally(event.plan, new_games(event.plan))
    carry(tally, event.session, event.carried)


def new_games(plan: PlanSession) -> dict[int, GameTally]:
    """The games of a programme, none of them begun."""
    return {
        game.game: GameTally(
            game,
            {offer.prize: offer.amount_cents for offer in game.prizes},
            {level.level: level.amount_cents for level in game.levels},
        )
        for game in plan.games
    }


@NOTES.handles(session_events.SessionOpened)
def _session_opened(tally: Tally, event: session_events.SessionOpened) -> None:
    """The session opens with what has come to wait since."""
    session = tally.sessions[event.session]
    session.opened = True
    carry(tally, event.session, event.carried)
    must_go_owed(tally, event.session, event.at)


def carry(tally: Tally, name: str, carried: tuple[Carried, ...]) -> None:
    """All jackpots that wait or none, and likewise all prizes, each to its game."""
    session = tally.sessions[name]
    session.carried.extend(carried)
    for jackpot in (False, True):
        waiting = {
            prize: cents
            for prize, cents in tally.waiting.items()
            if prize.startswith(WAITS) == jackpot
        }
        taken = [each for each in carried if each.jackpot == jackpot]
        if not taken:
            continue
        due = [_destination(session, prize, cents) for prize, cents in waiting.items()]
        if sorted(due) != sorted(_where(each) for each in taken):
            tally.differs(name, (), f"{due} waited for the session, and it took {taken}")
        for each in taken:
            game = session.games[each.game]
            purse = game.levels if jackpot else game.offers
            purse[each.prize] = purse.get(each.prize, 0) + each.amount_cents
        for prize in waiting:
            del tally.waiting[prize]


def _where(each: Carried) -> tuple[int, str, int, str]:
    """The game, the prize, the sum, and the name under which it waited."""
    return each.game, each.prize, each.amount_cents, each.waited_as or each.prize


def _destination(session: SessionTally, prize: str, cents: int) -> tuple[int, str, int, str]:
    """Jackpots to the first jackpot game, prizes to the first game: by name, else to the main."""
    games = sorted(session.games.values(), key=lambda game: game.plan.game)
    if prize.startswith(WAITS):
        first = next((game for game in games if game.plan.levels), games[0])
        names = [level.level for level in first.plan.levels] or [""]
        name = prize.removeprefix(WAITS)
        return first.plan.game, name if name in names else names[0], cents, name
    offered = [offer.prize for offer in games[0].plan.prizes]
    return games[0].plan.game, prize if prize in offered else offered[-1], cents, prize


@NOTES.handles(pools.PoolCredited)
def _pool_credited(tally: Tally, event: pools.PoolCredited) -> None:
    """Money comes into a pool: from a game's receipts, the fees, the operator, or back."""
    pool = tally.pools[event.pool]
    _balance(tally, event, pool, event.amount_cents)
    games = (event.game,) if event.game else ()
    match event.source:
        case "receipts" | "exhausted":
            fed = pool.fed.setdefault(event.session, {})
            if event.source == "receipts":
                left = sum(tally.game(event.session, event.game).receipts.values())
                left -= fed.get(event.game, 0)
                if not 0 < event.amount_cents <= left:
                    says = f"{event.amount_cents} cents were held, {left} are left of the receipts"
                    tally.differs(event.session, games, says)
            fed[event.game] = fed.get(event.game, 0) + event.amount_cents
        case "entry fees":
            _settle(tally, event, "the pool's part of the entry fee")
        case "operator":
            _settle(tally, event, "the operator's money for the pool")
        case "returned" if UNPAID in tally.row.owed:
            _settle(tally, event, UNPAID)
        case "returned":
            tally.row.returned_cents += event.amount_cents
    must_go_owed(tally, event.session, event.at)


def paid_before(tally: Tally, session: str, number: int) -> None:
    """What stays paid in a cancelled game; what the pool gave and was not paid out goes back."""
    game = tally.game(session, number)
    paid = {
        prize: sum(
            won.share_cents
            for player in won.winners
            if award_name(session, number, prize, player) not in tally.awards
        )
        for prize, won in game.won.items()
    }
    tally.row.paid = paid
    back = _unpaid_of_pool(game, game.last_prize, paid.get(game.last_prize, 0))
    for prize, won in game.won.items():
        level = _level(game, prize)
        if won.jackpot and (level is None or level.whole_pool):
            own = game.levels.get(prize, 0) if level is not None else 0
            back += max(0, won.amount_cents - own - paid[prize])
    if back:
        tally.row.owed[UNPAID] = back


def _unpaid_of_pool(game: GameTally, prize: str, paid_cents: int) -> int:
    """What the pool added to the last prize, as far as no one was paid that."""
    if prize != game.last_prize:
        return 0
    return max(0, min(game.from_pool_cents, game.offers.get(prize, 0) - paid_cents))


def _settle(tally: Tally, event: pools.PoolCredited, what: str) -> None:
    due = tally.row.owed.pop(what, 0)
    if due != event.amount_cents:
        says = f"counted {due} cents as {what}, booked {event.amount_cents}"
        tally.differs(event.session, (event.game,) if event.game else (), says)


def _balance(
    tally: Tally, event: pools.PoolCredited | pools.PoolDebited, pool: PoolTally, cents: int
) -> None:
    pool.balance_cents += cents
    if pool.balance_cents != event.balance_cents or event.balance_cents < 0:
        games = (event.game,) if event.game else ()
        says = f"{event.pool}: counted {pool.balance_cents} cents, booked {event.balance_cents}"
        tally.differs(event.session, games, says)
        # Taken over, so that one wrong row is named once and not in every row after it.
        pool.balance_cents = event.balance_cents


def must_go_owed(tally: Tally, name: str, at: Any) -> None:
    """A pool that has reached its limit, or the last session of its sequence (G03, G04, G07)."""
    session = tally.sessions[name]
    pool = tally.pools.get(session.plan.pool)
    if pool is None or name in pool.must_go or session.closed:
        return
    limit = tally.reading(at).must_go_cents
    reached = limit is not None and pool.balance_cents >= limit
    if reached or session.plan.last_in_sequence:
        # No cents: the duty itself is owed, as an event of this row.
        tally.row.owed[MUST_GO] = 0


@NOTES.handles(pools.MustGoSet)
def _must_go_set(tally: Tally, event: pools.MustGoSet) -> None:
    """The duty is owed, and the balance is as it says."""
    pool = tally.pools[event.pool]
    owed = tally.row.owed.pop(MUST_GO, None)
    if owed is None or event.balance_cents != pool.balance_cents:
        tally.differs(event.session, (), f"{event.pool} need not go, or is {pool.balance_cents}")
    pool.must_go.append(event.session)


@NOTES.handles(pools.PoolDebited)
def _pool_debited(tally: Tally, event: pools.PoolDebited) -> None:
    """Money leaves a pool: onto a prize on offer, to winners, or back."""
    pool, session = tally.pools[event.pool], tally.sessions[event.session]
    game = session.games.get(event.game)
    before = pool.balance_cents
    match event.reason:
        case "prize" | "won" if game is not None:
            levels = any(level.whole_pool for level in game.plan.levels)
            spendable = before - _not_yet(pool, session, event.session, event.game)
            if event.amount_cents > spendable and not levels and event.session not in pool.must_go:
                says = f"{event.amount_cents} cents were paid, {spendable} may be in this game"
                tally.differs(event.session, (event.game,), says)
            if event.reason == "won":
                tally.row.spent_cents += event.amount_cents
                game.paid_by_pool_cents += event.amount_cents
            else:
                game.offers[event.prize] = game.offers.get(event.prize, 0) + event.amount_cents
                game.from_pool_cents += event.amount_cents
        case "invalidated":
            due = min(pool.fed_by(event.session, event.game), before)
            if due != event.amount_cents:
                says = f"the game fed the pool {due} cents, {event.amount_cents} came back"
                tally.differs(event.session, (event.game,), says)
            pool.fed.get(event.session, {}).pop(event.game, None)
        case "entry void":
            due = min(tally.row.owed.pop("the pool's part of a void entry", 0), before)
            if due != event.amount_cents:
                says = f"the void entry fed {due} cents, {event.amount_cents} came back"
                tally.differs(event.session, (), says)
        case "sale taken back":
            due = tally.row.owed.pop(f"the pool's part of game {event.game}", 0)
            if due != event.amount_cents:
                says = f"the sale had fed {due} cents, {event.amount_cents} came back"
                tally.differs(event.session, (event.game,) if event.game else (), says)
            if event.game:
                fed = pool.fed.setdefault(event.session, {})
                fed[event.game] = fed.get(event.game, 0) - event.amount_cents
        case "result fell":
            tally.row.returned_cents -= event.amount_cents
    _balance(tally, event, pool, -event.amount_cents)


def _not_yet(pool: PoolTally, session: SessionTally, name: str, game: int) -> int:
    """What this game and those after it in the order of play have fed (G19)."""
    # Order of play, not of number: games that have begun count by when they did.
    begun = session.games[game].started_at
    later = [
        number
        for number, other in session.games.items()
        if number == game
        or (begun is None and other.started_at is None and number > game)
        or (begun is not None and (other.started_at is None or other.started_at > begun))
    ]
    return sum(pool.fed_by(name, number) for number in later)


@NOTES.handles(pools.OperatorContributed)
def _operator_contributed(tally: Tally, event: pools.OperatorContributed) -> None:
    """The operator's own money, to a prize or to a pool."""
    if event.pool:
        tally.row.owed["the operator's money for the pool"] = event.amount_cents
        return
    offers = tally.game(event.session, event.game).offers
    offers[event.prize] = offers.get(event.prize, 0) + event.amount_cents


@NOTES.handles(pools.PrizeWon)
def _prize_won(tally: Tally, event: pools.PrizeWon) -> None:
    """The whole prize in equal shares, rounded up; who the winners are is counted elsewhere."""
    game = tally.game(event.session, event.game)
    where = (event.game,)
    due = game.offers.get(event.prize, 0)
    if event.jackpot:
        due = _jackpot_due(tally, event, game)
    share = ceil(Fraction(event.amount_cents, max(len(event.winners), 1)))
    added = share * len(event.winners) - event.amount_cents
    if event.amount_cents != due:
        says = f"{event.prize}: counted {due} cents, won {event.amount_cents}"
        tally.differs(event.session, where, says)
    if (event.share_cents, event.rounding_contribution_cents) != (share, added):
        says = (
            f"{event.prize}: counted {share} cents a winner and {added} added, "
            f"recorded {event.share_cents} and {event.rounding_contribution_cents}"
        )
        tally.differs(event.session, where, says)
    if event.prize in game.won or len(set(event.winners)) != len(event.winners):
        tally.differs(event.session, where, f"{event.prize} was won twice")
    game.won[event.prize] = Won(event.amount_cents, event.share_cents, event.winners, event.jackpot)
    for player in event.winners if event.share_cents else ():
        name = award_name(event.session, event.game, event.prize, player)
        tally.awards[name] = event.share_cents


def _jackpot_due(tally: Tally, event: pools.PrizeWon, game: GameTally) -> int:
    """A level is its own money and, if it is the pool, all of that; else what left the pool."""
    level = _level(game, event.prize)
    spent, tally.row.spent_cents = tally.row.spent_cents, 0
    if level is None:
        return spent
    pool = tally.pools.get(tally.sessions[event.session].plan.pool)
    if level.whole_pool and pool is not None and pool.balance_cents:
        says = f"{event.prize} is the whole pool, and {pool.balance_cents} cents were left in it"
        tally.differs(event.session, (event.game,), says)
    return game.levels.get(event.prize, 0) + spent


def _level(game: GameTally, name: str) -> Level | None:
    return next((level for level in game.plan.levels if level.level == name), None)


@NOTES.handles(pools.PrizeRolled)
def _prize_rolled(tally: Tally, event: pools.PrizeRolled) -> None:
    """A prize that no one won goes where the book sends it, to the cent."""
    says = _left_behind(tally, event) or _sent_wrong(tally, event)
    if says:
        tally.differs(event.session, (event.game or event.to_game,), says)
    if event.to_pool:
        return
    if not event.to_game:
        tally.waiting[event.to_prize] = tally.waiting.get(event.to_prize, 0) + event.amount_cents
        return
    target = tally.game(event.to_session, event.to_game)
    purse = target.levels if event.jackpot else target.offers
    purse[event.to_prize] = purse.get(event.to_prize, 0) + event.amount_cents


def _left_behind(tally: Tally, event: pools.PrizeRolled) -> str:
    """Take a prize out of its purse; in words what was in it, if that is another amount."""
    if not event.game:
        left = tally.waiting.get(event.prize, 0) - event.amount_cents
        tally.waiting[event.prize] = left
        if not left:
            del tally.waiting[event.prize]
        return "" if left >= 0 else f"{event.prize}: less waits than came back"
    game = tally.game(event.session, event.game)
    purse = game.levels if event.jackpot else game.offers
    have = purse.get(event.prize, 0)
    paid = tally.row.paid.get(event.prize, 0)
    to_pool = 0 if event.jackpot else _unpaid_of_pool(game, event.prize, paid)
    if event.reason == BACK:
        purse[event.prize] = have - event.amount_cents
        return "" if have >= event.amount_cents else f"{event.prize}: less is there than came back"
    purse.pop(event.prize, None)
    if not event.jackpot and event.prize == game.last_prize:
        game.from_pool_cents = 0
    if event.reason == INVALIDATED:
        if event.jackpot and event.to_pool:
            game.into_pool[event.prize] = have
            return ""
        most = have - paid - to_pool
        return "" if event.amount_cents <= most else f"{event.prize}: only {most} cents can go on"
    if event.reason == NOT_PLAYED and not event.jackpot:
        have -= sum(each.amount_cents for each in game.plan.prizes if each.prize == event.prize)
    if event.jackpot and event.to_pool:
        game.into_pool[event.prize] = have
        have = tally.pools[event.to_pool].balance_cents
    if event.amount_cents == have:
        return ""
    return f"{event.prize}: counted {have} cents that go on, recorded {event.amount_cents}"


def _sent_wrong(tally: Tally, event: pools.PrizeRolled) -> str:
    """Whether a prize went where the book sends it, for a game that had a result or none."""
    if event.reason in (BACK, NOT_PLAYED) or not event.game:
        return ""
    session = tally.sessions[event.session]
    traits = tally.reading(event.at).traits
    by_fee = traits.by_fee
    game = session.games[event.game]
    if event.jackpot:
        level = _level(game, event.prize)
        pool = session.plan.pool if level is not None and level.whole_pool else ""
        due = (pool, *_next_level(session, event.game, event.prize, in_pool=bool(pool)))
    elif event.reason == NOT_WON and not by_fee:
        due = ("", event.game, game.last_prize)
    elif event.reason == EXHAUSTED and session.plan.sequence and session.plan.pool:
        due = (session.plan.pool, 0, "")
    else:
        keep = not (event.reason == NOT_WON and by_fee)
        due = ("", *_next_prize(session, event.game, event.prize, traits, keep=keep))
    went = (event.to_pool, event.to_game, event.to_prize)
    return "" if went == due else f"{event.prize} goes to {due}, not to {went}"


def _next_prize(
    session: SessionTally, game: int, prize: str, traits: Traits, *, keep: bool
) -> tuple[int, str]:
    """The next game's prize of that name, else its main prize; else it waits (C14, F09, I05)."""
    coming = session.coming(game)
    if not coming:
        return 0, prize if keep or not traits.by_fee else traits.main_prize
    target = session.games[coming[0]]
    return coming[0], prize if keep and prize in target.offers else target.last_prize


def _next_level(session: SessionTally, game: int, level: str, *, in_pool: bool) -> tuple[int, str]:
    """The next jackpot game's level of that name, else its best; else it waits (G16)."""
    for number in session.coming(game):
        names = [each.level for each in session.games[number].plan.levels]
        if names:
            return number, level if level in names else names[0]
    return 0, level if in_pool else WAITS + level


@NOTES.handles(NumberCalled)
def _number_called(tally: Tally, event: NumberCalled) -> None:
    """Before the first number the prizes on offer must promise the minimum (H06)."""
    session = tally.sessions[event.session]
    game = session.games[event.game]
    # Only a book of equal chances ends the sale with the first number (B02).
    if tally.reading(event.at).traits.same_day:
        game.sale_ended = game.sale_ended or tally.row.number
    least = tally.reading(event.at).least("game", jackpot=session.with_jackpot)
    if event.call > 1 or least is None or game.outcome:
        return
    promised = sum(game.offers.values())
    pool = tally.pools.get(session.plan.pool)
    if pool is not None and event.session in pool.must_go and not session.coming(event.game):
        promised += pool.balance_cents
    receipts = sum(game.receipts.values())
    forecast = tally.row.forecast_cents
    if promised < least * receipts:
        says = f"the prizes promise {promised} cents of receipts of {receipts}"
        tally.differs(event.session, (event.game,), says)
    elif forecast is not None and forecast != promised:
        says = f"the prizes promise {promised} cents, the forecast says {forecast}"
        tally.differs(event.session, (event.game,), says)


@NOTES.handles(NumberCorrected)
def _number_corrected(tally: Tally, event: NumberCorrected) -> None:
    """Results that were cancelled: no awards, levels and pool as they were before (D03)."""
    game = tally.game(event.session, event.game)
    for prize in event.reopened_prizes:
        won = game.won.pop(prize, None)
        for player in won.winners if won else ():
            tally.awards.pop(award_name(event.session, event.game, prize, player), None)
    if game.last_prize not in event.reopened_prizes:
        return
    due = game.paid_by_pool_cents - sum(game.into_pool.values())
    if due != tally.row.returned_cents and due >= 0:
        says = f"{due} cents go back to the pool, {tally.row.returned_cents} did"
        tally.differs(event.session, (event.game,), says)
    game.levels |= game.into_pool
    game.into_pool, game.paid_by_pool_cents = {}, 0
