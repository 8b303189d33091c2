"""Forfeits: what a player loses who is entitled to a prize and does not claim it in time."""

from __future__ import annotations

from collections.abc import Callable, Collection, Iterable, Sequence
from typing import Any, TypeAlias

import numpy as np

from eyesdown.bingo.claims.events import (
    ForfeitCancelled,
    PrizeForfeited,
    PrizeForfeitedByMany,
)
from eyesdown.bingo.state.game import Forfeit, Game
from eyesdown.bingo.state.grids import board_of
from eyesdown.bingo.state.state import HallState
from eyesdown.bingo.state.stock import Ranges
from eyesdown.bingo.state.values import part_of
from eyesdown.bingo.tracking.board import Boxes
from eyesdown.bingo.words.commands import GameCommand
from eyesdown.bingo.words.parts import CardRuns
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


MANY = 100
"""From this number of players who lose a prize on one call, one event names their cards."""

_HEARD = frozenset({"claim/forfeited", "claim/out_of_range"})
"""Why a claim may be refused, and the player still have made it in time."""

Missed: TypeAlias = PrizeForfeited | PrizeForfeitedByMany


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
    call = call or len(session.games[command.game].calls)
    losing = _losing(book, state, command, call, prizes)
    return tuple(
        _forfeited(state, command, prize, call, card)
        for prize, cards in losing.items()
        for card in cards
    )


def missed_on_last_call(
    book: BingoBook[Any], state: HallState, command: GameCommand
) -> tuple[Missed, ...]:
    """The same for the last call; where many lose a prize, one event names their cards."""
    call = len(state.game(command.session, command.game).calls)
    missed: list[Missed] = []
    for prize, cards in _losing(book, state, command, call).items():
        if len(cards) < MANY:
            missed += [_forfeited(state, command, prize, call, card) for card in cards]
        else:
            missed.append(_forfeited_by_many(state, command, prize, call, cards))
    return tuple(missed)


def _losing(
    book: BingoBook[Any],
    state: HallState,
    command: GameCommand,
    call: int,
    prizes: Sequence[str] | None = None,
) -> dict[str, list[int]]:
    """By prize, one card on the board of each holder who loses it now: their first."""
    if not call:
        return {}
    session = state.sessions[command.session]
    game = session.games[command.game]
    wanted = game.open_prizes if prizes is None else prizes
    board = board_of(state, session, command.game)
    patterns = [(prize, book.patterns[prize]) for prize in wanted]
    completed = board.completed(patterns, game.called[: call - 1], game.calls[call - 1].number)
    # Who claimed was not silent; who is out of the game has nothing to lose.
    exempt = _claimants(game, call) | set(session.voided) | set(game.excluded)
    exempt_cards = [card for player in exempt for card in board.places("player", player)]
    scope = state.settings.forfeit_scope
    holders = board.holders(scope)
    by_prize: dict[str, list[Boxes]] = {}
    for prize, grids in completed.items():
        cards = board.card_of[grids]
        if exempt_cards:
            cards = cards[~np.isin(cards, exempt_cards)]
        # One silence may cost more prizes than the one completed; the book says which.
        for each in book.ways.forfeited(prize, tuple(game.offers)):
            earlier = game.lost(scope, each)
            fresh = cards
            if earlier and call == len(game.calls):
                # In a silent hall most have lost it before: passed over in columns.
                fresh = cards[~game.in_play.lost(scope, each, earlier)[cards]]
            elif earlier:
                # For a call before the last, today's columns know too much: the
                # call of each forfeit decides.
                counts = [
                    holders[card] not in earlier or earlier[holders[card]].call > call
                    for card in cards.tolist()
                ]
                fresh = cards[np.array(counts, dtype=bool)]
            by_prize.setdefault(each, []).append(fresh)
    return {
        prize: board.first_of_holders(scope, np.concatenate(cards))
        for prize, cards in by_prize.items()
    }


def _forfeited(
    state: HallState, command: GameCommand, prize: str, call: int, card: int
) -> PrizeForfeited:
    board = board_of(state, state.sessions[command.session], command.game)
    return PrizeForfeited(
        at=command.at,
        session=command.session,
        game=command.game,
        player=board.players[card],
        prize=prize,
        serial=board.keys[card].serial,
        card=board.keys[card].card,
        call=call,
        scope=state.settings.forfeit_scope,
    )


def _forfeited_by_many(
    state: HallState, command: GameCommand, prize: str, call: int, cards: Sequence[int]
) -> PrizeForfeitedByMany:
    board = board_of(state, state.sessions[command.session], command.game)
    # Cards of a series are mostly neighbours, so runs of them are short to write.
    by_serial: dict[str, list[int]] = {}
    for card in cards:
        serial, number = board.keys[card]
        by_serial.setdefault(serial, []).append(number)
    return PrizeForfeitedByMany(
        at=command.at,
        session=command.session,
        game=command.game,
        prize=prize,
        cards=tuple(
            CardRuns(serial=serial, runs=tuple(Ranges.of(numbers).runs))
            for serial, numbers in by_serial.items()
        ),
        call=call,
        scope=state.settings.forfeit_scope,
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
            # Each cancelled forfeit is replaced by one later silence at most.
            what = lost.prize, part_of(Forfeit, lost).who
            if what in waiting and counts(lost):
                waiting.remove(what)
                again.append(lost)
    return tuple(again)


def _claimants(game: Game, call: int) -> set[str]:
    """The players who claimed on a call.

    A claim that was refused only because of an earlier forfeit (C04, C05), or because the card lies
    outside the range entered, counts as claiming: the player was not silent.
    """
    return {
        claim.player
        for claim in game.claims.values()
        if claim.call == call
        and (claim.completed or (claim.refused_for and _HEARD.issuperset(claim.refused_for)))
        and claim.status != "cancelled"
    }
