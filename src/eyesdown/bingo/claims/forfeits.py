"""Forfeits: what a player loses who is entitled to a prize and does not claim it in time."""

from __future__ import annotations

from collections.abc import Callable, Collection, Iterable, Sequence
from typing import Any

from eyesdown.bingo.claims.events import ForfeitCancelled, PrizeForfeited
from eyesdown.bingo.state.game import Forfeit, Game
from eyesdown.bingo.state.grids import board_of
from eyesdown.bingo.state.state import HallState
from eyesdown.bingo.state.values import part_of
from eyesdown.bingo.words.commands import GameCommand
from eyesdown.rulebook.bingo_book import BingoBook


def forfeit_cancelled(command: GameCommand, lost: Forfeit, reason: str) -> ForfeitCancelled:
    """A forfeit that no longer counts, and why."""
    return ForfeitCancelled(
        at=command.at,
        session=command.session,
        game=command.game,
        player=lost.player,
        prize=lost.prize,
        serial=lost.serial,
        card=lost.card,
        call=lost.call,
        reason=reason,
    )


def missed_claims(
    book: BingoBook[Any],
    state: HallState,
    command: GameCommand,
    call: int = 0,
    prizes: Sequence[str] | None = None,
) -> tuple[PrizeForfeited, ...]:
    """Forfeits of players who completed a prize on `call` and did not claim it in time.

    `call` 0 is the last call, `prizes` those that were open then. Players had until the next number
    began (C01). What a player or a card has forfeited before is not forfeited again; a player whose
    entry is void or who is excluded has nothing to forfeit (S14).
    """
    session = state.sessions[command.session]
    game = session.games[command.game]
    call = call or len(game.calls)
    if not call:
        return ()
    wanted = game.open_prizes if prizes is None else prizes
    board = board_of(state, session, command.game)
    patterns = [(prize, book.patterns[prize]) for prize in wanted]
    completed = board.completed(patterns, game.called[: call - 1], game.calls[call - 1].number)
    exempt = _claimants(game, call) | set(session.voided) | set(game.excluded)
    scope = state.settings.forfeit_scope
    holders = board.players if scope == "player" else board.names
    losing: dict[str, dict[str, int]] = {}  # by prize, the card on which each is the first to lose
    for prize, grids in completed.items():
        for each in book.ways.forfeited(prize, tuple(game.offers)):
            earlier, now = game.lost(scope, each), losing.setdefault(each, {})
            fresh = grids
            if earlier and call == len(game.calls):
                # Most have lost it before: they are passed over in columns, not one by one.
                flags = game.in_play.lost(scope, each, earlier)
                fresh = grids[~flags[board.card_of[grids]]]
            for card in board.cards(fresh):
                who = holders[card]
                if who in earlier and earlier[who].call <= call:
                    continue
                if who not in now and board.players[card] not in exempt:
                    now[who] = card
    return tuple(
        PrizeForfeited(
            at=command.at,
            session=command.session,
            game=command.game,
            player=board.players[card],
            prize=prize,
            serial=board.keys[card].serial,
            card=board.keys[card].card,
            call=call,
            scope=scope,
        )
        for prize, cards_lost in losing.items()
        for card in cards_lost.values()
    )


def missed_again(
    book: BingoBook[Any],
    state: HallState,
    command: GameCommand,
    cancelled: Collection[Forfeit],
    calls: Iterable[int],
    *,
    counts: Callable[[PrizeForfeited], bool] = lambda _: True,
) -> tuple[PrizeForfeited, ...]:
    """Forfeits on later calls that were not recorded because of those cancelled now.

    The state is without the cancelled ones. A prize counts on the calls on which it was open, and
    where `counts` agrees.
    """
    if not cancelled:
        return ()
    game = state.game(command.session, command.game)
    prizes = dict.fromkeys((*(offer.prize for offer in game.plan.prizes), *game.offers))
    waiting = {(lost.prize, lost.who) for lost in cancelled}
    again: list[PrizeForfeited] = []
    for call in calls:
        if not waiting:
            break
        open_then = [
            prize for prize in prizes if prize not in game.won or game.won[prize].call > call
        ]
        for lost in missed_claims(book, state, command, call, open_then):
            what = lost.prize, part_of(Forfeit, lost).who
            if what in waiting and counts(lost):
                waiting.remove(what)
                again.append(lost)
    return tuple(again)


def _claimants(game: Game, call: int) -> set[str]:
    """The players who claimed on a call.

    A claim that was refused only because of an earlier forfeit counts as claiming (C04, C05).
    """
    return {
        claim.player
        for claim in game.claims.values()
        if claim.call == call
        and (claim.completed or claim.refused_for == ("claim/forfeited",))
        and claim.status != "cancelled"
    }
