"""How a session and its sales change."""

from __future__ import annotations

from collections.abc import Collection, Mapping
from dataclasses import replace
from typing import TypeAlias, assert_never

from eyesdown.bingo import events as ev
from eyesdown.bingo.commands import Offer, PlannedGame
from eyesdown.bingo.state.state import JACKPOT, NOTHING, Game, Holding, Session, State, Turn, put
from eyesdown.bingo.words.printed import CardKey

SessionEvent: TypeAlias = (
    ev.SessionPlanned
    | ev.SessionOpened
    | ev.PersonAppointed
    | ev.Announced
    | ev.ClosingSignShown
    | ev.SessionClosed
    | ev.CardReserved
    | ev.CardsSold
    | ev.CardWithdrawn
    | ev.EntryFeePaid
    | ev.ScorecardsIssued
    | ev.SerialRangeEntered
    | ev.ScorecardReturned
    | ev.EntryVoided
)


PRIZES_TOLD = ("prizes", "prize list", "patterns")
JACKPOT_TOLD = ("jackpot amount",)


def evolve_session(state: State, event: SessionEvent) -> State:  # noqa: PLR0912  wide, not deep
    if isinstance(event, ev.SessionPlanned):
        return _planned(state, event)
    session = state.sessions[event.session]
    match event:
        case ev.SessionOpened():
            waiting = _still_waiting(state, event.carried)
            state = replace(_turned(state, session), waiting=waiting)
            games = _with_all_carried(session.games, event.carried)
            now = replace(
                session, games=games, checklist=event.checklist, gaming_day=event.gaming_day
            )
        case ev.PersonAppointed(duty=duty, game=number, person=person):
            now = replace(session, appointed=put(session.appointed, (duty, number), person))
        case ev.Announced():
            now = _told(session, event)
        case ev.ClosingSignShown(closes_at=says):
            # A second sign with the same time does not take down the first.
            since = session.sign_shown_at if says == session.sign_says else event.at
            now = replace(session, sign_shown_at=since, sign_says=says)
        case ev.SessionClosed():
            return _closed(state, session, event)
        case ev.CardReserved(serial=serial, card=card, person=person):
            key = CardKey(serial, card)
            now = replace(session, reserved=put(session.reserved, key, person))
        case ev.CardsSold():
            return _sold(state, session, event)
        case ev.CardWithdrawn(serial=serial, card=card):
            return _take(state, serial, (card,))
        case ev.EntryFeePaid(player=player, fee_cents=fee, jackpot_cents=jackpot):
            fees = put(session.fees, player, session.fees.get(player, 0) + fee)
            now = replace(session, fees=fees, fees_to_pool_cents=jackpot)
        case ev.ScorecardsIssued():
            return _issued(state, session, event)
        case ev.SerialRangeEntered(serial=serial, first=first, last=last):
            now = replace(session, ranges=put(session.ranges, serial, (first, last)))
        case ev.ScorecardReturned(serial=serial, card=card, to=to):
            key = CardKey(serial, card)
            back = replace(session.holdings[key], returned=to == "operator")
            now = replace(session, holdings=put(session.holdings, key, back))
        case ev.EntryVoided(player=player, jackpot_cents=jackpot):
            left = {name: fee for name, fee in session.fees.items() if name != player}
            voided = session.voided | {player}
            now = replace(session, fees=left, fees_to_pool_cents=jackpot, voided=voided)
        case _:
            assert_never(event)
    return replace(state, sessions=put(state.sessions, event.session, now))


def _planned(state: State, event: ev.SessionPlanned) -> State:
    plan = event.plan
    games = {game.game: _new_game(game) for game in plan.games}
    session = Session(
        plan=plan,
        games=_with_all_carried(games, event.carried),
    )
    pools = state.pools
    if plan.pool:
        pool = pools[plan.pool]
        turn = Turn(plan.session, plan.starts_at.date(), pool.balance_cents)
        pools = put(pools, plan.pool, replace(pool, turns=(*pool.turns, turn)))
    sessions = put(state.sessions, plan.session, session)
    waiting = _still_waiting(state, event.carried)
    return replace(state, sessions=sessions, pools=pools, waiting=waiting)


def _still_waiting(state: State, carried: tuple[ev.Carried, ...]) -> Mapping[str, int]:
    """What a session leaves waiting: it takes all jackpots or none, and likewise all prizes."""
    taken = {each.jackpot for each in carried}
    return {
        prize: cents
        for prize, cents in state.waiting.items()
        if prize.startswith(JACKPOT) not in taken
    }


def _new_game(plan: PlannedGame) -> Game:
    offers = {offer.prize: offer.amount_cents for offer in plan.prizes}
    return Game(plan, offers, {level.level: level.amount_cents for level in plan.levels})


def _with_all_carried(
    games: Mapping[int, Game], carried: tuple[ev.Carried, ...]
) -> Mapping[int, Game]:
    for each in carried:
        games = put(games, each.game, _with_carried(games[each.game], each))
    return games


def _with_carried(game: Game, carried: ev.Carried) -> Game:
    if not carried.jackpot:
        return with_more(game, (Offer(prize=carried.prize, amount_cents=carried.amount_cents),))
    cents = game.levels.get(carried.prize, 0) + carried.amount_cents
    return replace(game, levels=put(game.levels, carried.prize, cents))


def with_more(game: Game, more: tuple[Offer, ...]) -> Game:
    """A game whose prizes on offer grew."""
    offers = dict(game.offers)
    for offer in more:
        offers[offer.prize] = offers.get(offer.prize, 0) + offer.amount_cents
    order = [offer.prize for offer in game.plan.prizes if offer.prize in offers]
    now = replace(game, offers={name: offers[name] for name in (*order, *offers)})
    return told_no_more(now, PRIZES_TOLD)


def told_no_more(game: Game, topics: Collection[str]) -> Game:
    """What was told of a game to come is told again once it is no longer so."""
    return replace(game, told=game.told - set(topics)) if game.phase == "planned" else game


def _told(session: Session, event: ev.Announced) -> Session:
    if not event.game:
        return replace(session, told=session.told | {event.topic})
    game = session.games[event.game]
    now = replace(game, told=game.told | {event.topic})
    return replace(session, games=put(session.games, event.game, now))


def _turned(state: State, session: Session) -> State:
    """The pool's opening balance is what it holds when the session opens."""
    name = session.plan.pool
    if not name:
        return state
    pool = state.pools[name]
    turns = tuple(
        replace(turn, opening_cents=pool.balance_cents)
        if turn.session == session.plan.session
        else turn
        for turn in pool.turns
    )
    return replace(state, pools=put(state.pools, name, replace(pool, turns=turns)))


def _closed(state: State, session: Session, event: ev.SessionClosed) -> State:
    now = replace(session, closed=True, ended_at=session.ended_at or event.at)
    pools = state.pools
    if event.pool:
        pool = pools[event.pool]
        turns = tuple(
            replace(turn, closing_cents=event.pool_closing_cents)
            if turn.session == event.session
            else turn
            for turn in pool.turns
        )
        pools = put(pools, event.pool, replace(pool, turns=turns))
    return replace(state, sessions=put(state.sessions, event.session, now), pools=pools)


def _take(state: State, serial: str, cards: tuple[int, ...]) -> State:
    series = state.series[serial]
    gone = set(cards)
    left = tuple(card for card in series.left if card not in gone)
    return replace(state, series=put(state.series, serial, replace(series, left=left)))


def _sold(state: State, session: Session, event: ev.CardsSold) -> State:
    holdings = dict(session.holdings)
    sold = dict(state.sold)
    cards = state.series[event.serial].cards
    for card in event.cards:
        printed = cards[card].game
        key = CardKey(event.serial, card)
        for_games = frozenset({printed} if printed else event.games)
        holdings[key] = Holding(event.player, event.scope, for_games, event.gaming_day)
        sold[key] = event.session
    games = dict(session.games)
    for number, cents in event.receipts_cents:
        game = games[number]
        paid = put(game.receipts, event.player, game.receipts.get(event.player, 0) + cents)
        game = replace(game, receipts=paid, by_ball=NOTHING)
        if "serials" in game.told and not _sold_for(session, number, event.serial):
            game = replace(game, told=game.told - {"serials"})
        games[number] = game
    counter = event.games[0] if event.scope == "game" else 0
    now = replace(
        session,
        holdings=holdings,
        games=games,
        series=_used(session.series, event.serial),
        last_sold=put(session.last_sold, (event.serial, counter), event.cards[-1]),
    )
    state = replace(state, sold=sold, purchases=state.purchases + 1)
    state = _take(state, event.serial, event.cards)
    return replace(state, sessions=put(state.sessions, event.session, now))


def _sold_for(session: Session, number: int, serial: str) -> bool:
    """Whether a card of this serial is in play in a game."""
    held = session.holdings.items()
    return any(key.serial == serial and number in each.games for key, each in held)


def _used(series: tuple[str, ...], serial: str) -> tuple[str, ...]:
    return series if serial in series else (*series, serial)


def _issued(state: State, session: Session, event: ev.ScorecardsIssued) -> State:
    holdings = dict(session.holdings)
    sold = dict(state.sold)
    cards = state.series[event.serial].cards
    every = frozenset(session.games)
    for card in event.cards:
        key = CardKey(event.serial, card)
        games = frozenset({cards[card].game}) if cards[card].game else every
        holdings[key] = Holding(
            event.player,
            "game" if cards[card].game else "session",
            games,
            event.at.date(),
            event.medium,
            event.auto_play,
        )
        sold[key] = event.session
    fresh = {number: replace(game, by_ball=NOTHING) for number, game in session.games.items()}
    now = replace(
        session, holdings=holdings, games=fresh, series=_used(session.series, event.serial)
    )
    state = _take(replace(state, sold=sold), event.serial, event.cards)
    return replace(state, sessions=put(state.sessions, event.session, now))
