"""An evening of calling: discs at random or keyed, claims by card number, all kept as `.eyes`."""

from __future__ import annotations

import os
from collections.abc import Callable, Sequence
from copy import copy
from dataclasses import dataclass, field
from datetime import datetime
from pathlib import Path
from typing import Any

from eyesdown.bingo import family
from eyesdown.bingo.family import commands as game
from eyesdown.bingo.family.box import discs_of, label_of, shapes
from eyesdown.bingo.family.events import BingoCried, DiscCalled, RowReadBack
from eyesdown.bingo.family.house import FamilyCard, House
from eyesdown.bingo.family.state import FamilyState
from eyesdown.display.refusals import what_happened
from eyesdown.draw.health import seeded
from eyesdown.draw.scale import Bytes, below
from eyesdown.kernel.errors import BadInput
from eyesdown.kernel.refused import Refused
from eyesdown.notation.context import Context
from eyesdown.notation.cursor import EyesError
from eyesdown.notation.document import (
    Asked,
    Day,
    Drawn,
    Item,
    Note,
    Script,
    parse,
    print_item,
    print_script,
)
from eyesdown.notation.player import played
from eyesdown.rulebook.book import Book
from eyesdown.rulebooks import SHELF

BOOK = "family-bingo"
ROUNDS = 99
"""Rounds agreed for an evening that no one counts."""


@dataclass(frozen=True, slots=True)
class Checked:
    """What the chart says about a card: its winning row, else the row that lacks least."""

    card: int
    numbers: tuple[int, ...]
    missing: tuple[int, ...]
    is_on_last: bool = False
    total: int = 0

    @property
    def wins(self) -> bool:
        """Whether the card has what wins."""
        return not self.missing


@dataclass(slots=True)
class Evening:
    """The game in memory and its file; every command is on disk before it is answered."""

    book: Book[Any]
    state: FamilyState
    file: Path | None
    now: Callable[[], datetime]
    chance: Bytes = field(default_factory=lambda: seeded(os.urandom, b"eyesdown call"))
    context: Context = field(init=False)
    wrong: str = ""
    """The code of the last refusal."""
    facts: dict[str, Any] = field(default_factory=dict)
    """The facts of the last refusal."""

    def __post_init__(self) -> None:
        self.context = Context(self.now().date(), BOOK)

    @property
    def figures(self) -> Any:
        """The figures of the book."""
        return self.book.figures

    @property
    def left(self) -> tuple[int, ...]:
        """The discs that lie face down."""
        called = set(self.state.called)
        return tuple(d for d in discs_of(self.state.house, self.figures) if d not in called)

    def label(self, disc: int) -> str:
        """What is called for a disc."""
        return label_of(self.state.house, disc, self.figures)

    def do(self, command: game.Command) -> tuple[Any, ...]:
        """The events of a command; a refused one changes nothing and is not kept."""
        at = self.now()
        timed = type(command)(**{**_fields(command), "at": at})
        events = family.decide(self.book, self.state, timed)
        refused = [event for event in events if isinstance(event, Refused)]
        self.wrong = refused[0].refusals[0].code if refused else ""
        self.facts = dict(refused[0].refusals[0].facts) if refused else {}
        if refused:
            return events
        items: list[Item] = []
        if at.date() != self.context.day:
            items.append(Day(at.date()))
        if isinstance(timed, game.BeginSeries):
            first = len(self.context.drawings)
            for number, card in enumerate(timed.cards, start=first + 1):
                kind = "ticket" if len(card.rows) == 3 else "card"
                items.append(Drawn(kind, f"C{number}", card))
        self._keep(*items, Asked(timed, events))
        for event in events:
            family.evolve(self.state, event)
        return events

    def note(self, words: str) -> None:
        """Keep a remark in the file."""
        self._keep(Note(f"# {words}"))

    def _keep(self, *items: Item) -> None:
        lines = [line for item in items for line in print_item(item, self.context)]
        if self.file is None:
            return
        with self.file.open("a", encoding="utf-8") as out:
            out.write("\n".join(lines) + "\n")
            out.flush()
            os.fsync(out.fileno())

    # --- what the caller does ---------------------------------------------------------------------

    def begin(self, cards: Sequence[FamilyCard], house: House, caller: str) -> None:
        """Open the box for a new evening and start its first round."""
        if self.state.phase == "shut":
            self.do(game.BeginSeries(cards=tuple(cards), rounds_agreed=ROUNDS, house=house))
            if self.wrong:
                if self.facts.get("option") == "cards":
                    words = f"hold cards that are not for {house.balls} balls; see --balls"
                else:
                    words, _ = what_happened(self.wrong, tuple(self.facts.items()))
                raise BadInput("--cards", words)
        if self.state.phase == "seated":
            if self.state.banker != caller:
                self.do(game.NameBanker(person=self.state.banker or caller))
            self.do(game.StartRound())

    def call(self) -> int:
        """Turn over a disc at random; 0 if none may be called now."""
        left = self.left
        if not left:
            return 0
        return self.key(left[below(len(left), self.chance)])

    def key(self, disc: int) -> int:
        """Call a disc that was turned over at the table; 0 if it cannot be."""
        events = self.do(game.CallDisc(disc=disc))
        return events[0].disc if isinstance(events[0], DiscCalled) else 0

    def take_back(self, reason: str) -> bool:
        """Put the last disc back into the box."""
        self.do(game.TakeBackDisc(reason=reason))
        return not self.wrong

    def check(self, card: int) -> Checked:
        """A claim checked by the card's number; a winning card is read back by the site."""
        if not 1 <= card <= len(self.state.cards):
            raise BadInput("card", f"there is no card {card}; there are {len(self.state.cards)}")
        player = f"card {card}"
        if self.state.phase == "playing" and player not in self.state.dealt:
            self.do(game.DealCard(player=player, card=card))
        cried = family.decide(self.book, copy(self.state), game.CryBingo(player=player))
        best = next((event.better for event in cried if isinstance(event, BingoCried)), ())
        if not best:
            nearest = self._nearest(card)
            self.note(f"card {card} claimed: no row")
            return nearest
        was_there = {0, *self.state.called[:-1]}.issuperset(best)
        self.do(game.CryBingo(player=player))
        events = self.do(game.ReadBack(player=player, numbers=best))
        total = next((event.total for event in events if isinstance(event, RowReadBack)), 0)
        return Checked(card, best, (), not was_there, total)

    def _nearest(self, card: int) -> Checked:
        rows, called = self.state.cards[card - 1].rows, {0, *self.state.called}
        winning = [
            tuple(rows[line][column] for line, column in shape)
            for shape in shapes(self.state.house, rows, self.figures)
        ]
        near = min(winning, key=lambda numbers: sum(n not in called for n in numbers))
        missing = tuple(n for n in near if n not in called)
        return Checked(card, near, missing or near)

    def award(self) -> bool:
        """Give the round to the cards that were found right.

        Without a file of cards people check a claim by the chart: the round ends, and no one is
        named.
        """
        if self.state.phase == "playing" and not self.state.cards:
            self.note("claim checked by eye")
            self.do(game.VoidRound())
        else:
            self.do(game.AwardRound())
        return not self.wrong

    def next_round(self) -> bool:
        """All discs go back and the next round begins."""
        if self.state.phase == "playing":
            self.award()
            if self.wrong and not self.left:
                self.do(game.VoidRound())
        if self.state.phase == "seated":
            self.do(game.NameBanker(person=self.state.banker))
            self.do(game.StartRound())
        return not self.wrong


def _fields(command: game.Command) -> dict[str, Any]:
    return {name: getattr(command, name) for name in command.__struct_fields__}


def opened(file: Path | None, now: Callable[[], datetime]) -> tuple[Evening, int]:
    """The evening in a file, or a new one; and how many torn lines its end had.

    A power cut may leave half a line at the end of a file: it is removed.
    """
    day = now().date()
    book = SHELF.open(BOOK, day)
    if not isinstance(book, Book):
        raise BadInput("day", str(book))
    if file is None or not file.exists() or not file.stat().st_size:
        if file is not None:
            file.write_text(f"book {BOOK} on {day.isoformat()}\n", encoding="utf-8")
        return Evening(book, FamilyState(), file, now), 0
    script, torn = _read(file)
    game_so_far = played(script)
    evening = Evening(book, game_so_far.state, file, now)
    evening.context = Context(script.day, BOOK)
    for item in script.items:
        print_item(item, evening.context)
    return evening, torn


def _read(file: Path) -> tuple[Script, int]:
    text = file.read_text("utf-8", errors="replace")
    try:
        return parse(text), 0
    except EyesError:
        whole, mark, rest = text.rpartition("\n> ")
        if not mark:
            raise
        script = parse(whole + "\n")
        file.write_text(print_script(script), encoding="utf-8")
        return script, rest.count("\n") + 1
