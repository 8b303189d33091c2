"""What a version offers, and when a grid completes it. Versions belong to their book (C22)."""

from __future__ import annotations

from collections.abc import Container, Iterable, Sequence
from dataclasses import replace

from eyesdown.bingo.commands import Offer, PlannedGame
from eyesdown.bingo.events import Completed
from eyesdown.bingo.state.desk import Hall
from eyesdown.bingo.state.state import Box, Game, Session, State
from eyesdown.bingo.words.printed import CardKey
from eyesdown.rulebook.patterns import AtLeast, Pattern


def marks(numbers: Sequence[int], out: Container[int]) -> int:
    """The squares of a grid whose numbers are out, one bit a number in printed order.

    >>> bin(marks((7, 23, 33), {33, 7}))
    '0b101'
    """
    return sum(1 << place for place, number in enumerate(numbers) if number in out)


def completes(pattern: Pattern, before: int, after: int) -> bool:
    """Whether new marks complete the pattern, or another way of it.

    More marks on an at-least pattern that was won already are no new completion (F12).
    """
    if isinstance(pattern, AtLeast):
        return pattern.won(after) and not pattern.won(before)
    return any(way & ~after == 0 and way & ~before for way in pattern.ways)


def first_completed(pattern: Pattern, numbers: Sequence[int], called: Sequence[int]) -> int:
    """The call on which a grid first won a pattern; 0 if it has not."""
    if not pattern.won(marks(numbers, called)):
        return 0
    places = sorted(place for place, number in enumerate(called, start=1) if number in numbers)
    return next(call for call in places if pattern.won(marks(numbers, called[:call])))


def with_prizes(book: Hall, plan: PlannedGame) -> PlannedGame:
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


def boxes_of(state: State, session: Session, number: int, player: str) -> tuple[Box, ...]:
    """Every grid a player holds in a game."""
    found: list[Box] = []
    for key, held in session.holdings.items():
        if held.player == player and number in held.games:
            found.extend(boxes_on(state, key))
    return tuple(found)


def boxes_on(state: State, key: CardKey) -> tuple[Box, ...]:
    printed = state.series[key.serial].cards[key.card]
    return tuple(
        Box(key, place, ticket.numbers) for place, ticket in enumerate(printed.boxes, start=1)
    )


def completed_on_call(
    book: Hall, game: Game, boxes: Iterable[Box], call: int
) -> tuple[Completed, ...]:
    """Which of the grids completed an open prize on exactly this call."""
    before, after = set(game.called[: call - 1]), set(game.called[:call])
    grids = [(box, marks(box.numbers, before), marks(box.numbers, after)) for box in boxes]
    return tuple(
        completed(prize, box, call)
        for prize in game.open_prizes
        for box, was, now in grids
        if completes(book.patterns[prize], was, now)
    )


def standing(
    book: Hall, state: State, done: Iterable[Completed], called: Sequence[int]
) -> tuple[Completed, ...]:
    """The completions that hold on their call against these numbers."""
    return tuple(each for each in done if _holds(book, state, each, called))


def _holds(book: Hall, state: State, done: Completed, called: Sequence[int]) -> bool:
    numbers = boxes_on(state, CardKey(done.serial, done.card))[done.box - 1].numbers
    before, after = called[: done.call - 1], called[: done.call]
    return completes(book.patterns[done.prize], marks(numbers, before), marks(numbers, after))


def completed(prize: str, box: Box, call: int) -> Completed:
    return Completed(prize=prize, serial=box.key.serial, card=box.key.card, box=box.box, call=call)


def is_forfeited(game: Game, player: str, done: Completed) -> bool:
    """Whether an earlier silence stands in the way (C05, C06, C25)."""
    for lost in game.forfeits:
        if lost.prize != done.prize or lost.call >= done.call:
            continue
        if lost.scope == "player" and lost.player == player:
            return True
        if lost.scope == "card" and (lost.serial, lost.card) == (done.serial, done.card):
            return True
    return False
