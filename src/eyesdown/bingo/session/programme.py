"""Planning a session: its programme against the book, and what earlier sessions left for it."""

from __future__ import annotations

from typing import Any

from eyesdown.bingo.pools.decide import must_go_events
from eyesdown.bingo.pools.events import PoolOpened
from eyesdown.bingo.session.commands import AmendProgramme, PlanSession
from eyesdown.bingo.session.events import ProgrammeAmended, SessionPlanned
from eyesdown.bingo.session.evolve import new_game, unplanned
from eyesdown.bingo.state.desk import in_session, previous_end
from eyesdown.bingo.state.game import JACKPOT
from eyesdown.bingo.state.log import Log
from eyesdown.bingo.state.state import HallState, Plan, Session, Turn
from eyesdown.bingo.words.events import Events
from eyesdown.bingo.words.parts import Carried, Offer, PlannedGame
from eyesdown.kernel.cite import Refusal
from eyesdown.kernel.handlers import Handlers
from eyesdown.kernel.refused import Refused, refused
from eyesdown.kernel.written import replace
from eyesdown.rulebook.bingo_book import BingoBook
from eyesdown.rulebook.book import not_in_force
from eyesdown.rulebook.facts.bingo import GameFacts, PlanFacts

DECIDES = Handlers()

HOUSE_POOL = "jackpot"
"""The pool that entry fees feed where the programme names none (G10)."""


@DECIDES.handles(PlanSession)
def plan_session(book: BingoBook[Any], state: HallState, command: PlanSession) -> Events:
    """Plan a session as the book allows it, its prizes named and in order."""
    if book.traits.entry_fee and not command.pool:
        return _with_house_pool(book, state, replace(command, pool=HOUSE_POOL))
    pool = state.pools.get(command.pool)
    turns = [turn for turn in pool.turns if not _called_off(state, turn)] if pool else []
    refusals = _unplannable(book, state, command)
    if refusals:
        return refused(command, book.in_order(refusals))
    facts = PlanFacts(
        games=tuple(
            GameFacts(
                game.game,
                game.versions,
                tuple(_own_name(book, offer.prize) for offer in game.prizes),
                game.price_cents,
            )
            for game in command.games
        ),
        starts_at=command.starts_at,
        previous_ended_at=previous_end(state, command.session, command.starts_at),
        entry_fee_cents=command.entry_fee_cents,
        session_price_cents=command.session_price_cents,
        boxes=command.boxes,
        sequence=command.sequence,
        pool=command.pool,
        pool_sequence=pool.sequence if pool else "",
        pool_used_before=bool(turns),
        allow_single_game=state.settings.allow_single_game,
    )
    refusals.extend(book.check(book.actions.plan, facts))
    if not command.games and not refusals:  # no book's rules on games refuse none at all
        refusals.append(book.refusal("session/games_misnumbered", "session", games=0))
    if refusals:
        return refused(command, book.in_order(refusals))
    games = tuple(with_prizes(book, _named(book, game)) for game in command.games)
    plan = replace(command, games=games)
    turn = turns[-1] if turns else None
    return (
        SessionPlanned(
            at=command.at,
            session=command.session,
            plan=plan,
            brought_forward_cents=pool.balance_cents if pool else 0,
            brought_forward_from=turn.session if turn else "",
            brought_forward_date=turn.day if turn else None,
            carried=_next_in_line(state, plan),
        ),
    )


@DECIDES.handles(AmendProgramme)
@in_session
def amend_programme(
    book: BingoBook[Any], state: HallState, command: AmendProgramme, session: Session
) -> Events:
    """Replace the planned programme, by the same checks, as long as nothing is sold."""
    fixed = _fixed(book, session, command)
    if fixed is not None:
        return refused(command, (fixed,))
    planned = plan_session(book, unplanned(state, command.session), command)
    if isinstance(planned[0], Refused):
        return planned
    log = Log(state, command.session)
    for event in planned:
        if isinstance(event, SessionPlanned):
            log.add(_amended(log.state, event, session))
        else:
            log.add(event)  # the pool that entry fees feed (G10)
    if session.opened:
        log.add(*must_go_events(book, log.state, command.at, command.session))
    return log.all()


def _amended(state: HallState, planned: SessionPlanned, session: Session) -> ProgrammeAmended:
    """A session that is open takes over all that waits, as it did when it was opened."""
    plan = planned.plan
    assert isinstance(plan, AmendProgramme)
    waits = unplanned(state, planned.session)
    return ProgrammeAmended(
        at=planned.at,
        session=planned.session,
        plan=plan,
        brought_forward_cents=planned.brought_forward_cents,
        brought_forward_from=planned.brought_forward_from,
        brought_forward_date=planned.brought_forward_date,
        carried=carried(waits, plan) if session.opened else planned.carried,
    )


def _fixed(book: BingoBook[Any], session: Session, command: AmendProgramme) -> Refusal | None:
    """Why a programme cannot be changed any more: something was sold, played or paid in."""
    if (
        session.holdings
        or session.fees
        or any(not p.taken_back for p in session.purchases.values())
    ):
        return book.refusal("session/has_sales", "session", session=command.session)
    if any(game.phase != "planned" for game in session.games.values()):
        return book.refusal("session/begun", "session", session=command.session)
    games = {number: new_game(game.plan) for number, game in session.games.items()}
    planned = Session(plan=session.plan, games=games)
    for each in session.carried:
        planned.take_over(each)
    purses = [(game.offers, game.levels) for game in session.games.values()]
    if purses != [(game.offers, game.levels) for game in planned.games.values()]:
        return book.refusal("session/has_money", "session", session=command.session)
    return None


def _next_in_line(state: HallState, plan: PlanSession) -> tuple[Carried, ...]:
    """What waits for no session that starts earlier and is still to open (C14, G16)."""
    earlier = [
        each.plan
        for each in state.sessions.values()
        if not (each.opened or each.closed) and each.plan.starts_at < plan.starts_at
    ]
    jackpots = any(game.levels for each in earlier for game in each.games)
    return tuple(
        each for each in carried(state, plan) if not (jackpots if each.jackpot else earlier)
    )


def _with_house_pool(book: BingoBook[Any], state: HallState, command: PlanSession) -> Events:
    """Entry fees feed the jackpot whether or not the programme names its pool (G10)."""
    if command.pool in state.pools:
        return plan_session(book, state, command)
    opened = PoolOpened(at=command.at, pool=command.pool, sequence="")
    log = Log(state, command.session)
    log.add(opened)
    events = plan_session(book, log.state, command)
    return events if isinstance(events[0], Refused) else (opened, *events)


def _called_off(state: HallState, turn: Turn) -> bool:
    """Whether a pool's session was closed without a game, so that it was none."""
    session = state.sessions.get(turn.session)  # none that was called off leaves its turn behind
    return session is not None and session.closed and not session.began_at


def _unplannable(book: BingoBook[Any], state: HallState, command: PlanSession) -> list[Refusal]:
    """Why no session can be made of a plan, whatever the book's clauses on programmes say."""
    refusals = []
    early = not_in_force(book.source, command.starts_at.date())
    if early is not None:
        refusals.append(early)
    if command.session in state.sessions or state.past.has_name(command.session):
        refusals.append(book.refusal("session/exists", "session", session=command.session))
    numbers = [game.game for game in command.games]
    if len(set(numbers)) != len(numbers) or min(numbers, default=1) < 1:
        refusals.append(book.refusal("session/games_misnumbered", "session", games=len(numbers)))
    elsewhere = sorted(set(command.pool_games) - set(numbers))
    if elsewhere:
        refusals.append(book.refusal("game/unknown", "game", game=elsewhere[0]))
    if command.pool and command.pool not in state.pools:
        refusals.append(book.refusal("pool/unknown", "pool", pool=command.pool))
    if any(game.levels for game in command.games) and not book.traits.dealer_terminal:
        refusals.append(book.refusal("deed/not_in_this_book", "pool", asked="jackpot levels"))
    if command.last_in_sequence and book.traits.entry_fee:
        refusals.append(book.refusal("deed/not_in_this_book", "pool", asked="end of a sequence"))
    if any(_names_clash(book, game) for game in command.games):
        refusals.append(book.refusal("game/level_twice", "pool", games=len(numbers)))
    amounts = [offer.amount_cents for game in command.games for offer in game.prizes]
    amounts += [level.amount_cents for game in command.games for level in game.levels]
    amounts += [game.price_cents for game in command.games]
    lowest = min([*amounts, command.session_price_cents, command.entry_fee_cents])
    if lowest < 0:
        refusals.append(book.refusal("session/negative_amount", "session", cents=lowest))
    return refusals


def _own_name(book: BingoBook[Any], prize: str) -> str:
    """The book's own name of a prize, however it was spelt (F11)."""
    return book.ways.prize_name(prize)


def _names_clash(book: BingoBook[Any], game: PlannedGame) -> bool:
    """Whether a level has the name of another, or of a prize: the two would be one award."""
    prizes = {book.traits.main_prize, *(_own_name(book, offer.prize) for offer in game.prizes)}
    levels = [level.level for level in game.levels]
    return len(set(levels) - prizes) != len(levels)


def _named(book: BingoBook[Any], game: PlannedGame) -> PlannedGame:
    prizes = tuple(replace(offer, prize=_own_name(book, offer.prize)) for offer in game.prizes)
    return replace(game, prizes=prizes)


def with_prizes(book: BingoBook[Any], plan: PlannedGame) -> PlannedGame:
    """A planned game with its prizes named and in order, the one that ends it last."""
    amounts: dict[str, int] = {}
    for offer in plan.prizes:
        amounts[offer.prize] = amounts.get(offer.prize, 0) + offer.amount_cents
    if book.traits.main_prize:
        names = [*(name for name in amounts if name != book.traits.main_prize)]
        names.append(book.traits.main_prize)
    else:
        names = [prize for version in plan.versions for prize in book.versions[version]]
    offers = tuple(Offer(prize=name, amount_cents=amounts.get(name, 0)) for name in names)
    return replace(plan, prizes=offers)


def carried(state: HallState, plan: PlanSession | Plan) -> tuple[Carried, ...]:
    """What earlier sessions left: jackpots to the first jackpot game, prizes to game 1 (I05)."""
    takes = []
    games = sorted(plan.games, key=lambda game: game.game)
    jackpot_games = [game for game in games if game.levels]
    for prize, cents in state.waiting.items():
        name = prize.removeprefix(JACKPOT)
        jackpot = name != prize
        if jackpot and not jackpot_games:
            continue
        game = jackpot_games[0] if jackpot else games[0]
        levels, prizes = [each.level for each in game.levels], [each.prize for each in game.prizes]
        names, main = (levels, levels[0]) if jackpot else (prizes, prizes[-1])
        takes.append(
            Carried(
                game=game.game,
                prize=name if name in names else main,
                amount_cents=cents,
                jackpot=jackpot,
                waited_as="" if name in names else name,
            )
        )
    return tuple(takes)
