"""`eyesdown call`: a live caller in the terminal, with no browser at all."""

from __future__ import annotations

import sys
import time
from datetime import datetime
from pathlib import Path
from typing import TYPE_CHECKING, Any

import click

from eyesdown.cli.call.keys import next_key, raw_keys
from eyesdown.kernel.errors import BadInput

if TYPE_CHECKING:
    from eyesdown.bingo.family.house import FamilyCard
    from eyesdown.cli.call.evening import Evening
    from eyesdown.cli.call.voice import Voice

LANGUAGES = ("en", "fr")
LOOK_SECONDS = 0.1
CLEAR = "\x1b[2J\x1b[H"


@click.command()
@click.option(
    "--balls",
    type=click.Choice(("75", "90")),
    default="75",
    show_default=True,
    help="Numbers in the game.",
)
@click.option(
    "--language",
    type=click.Choice(LANGUAGES),
    default="en",
    show_default=True,
    help="Language of the calls.",
)
@click.option(
    "--cards", type=click.Path(path_type=Path), help="Cards to check claims: `cards make` as jsonl."
)
@click.option("--wins", default="", help="What wins: row,corners,x,full or line,two lines,full.")
@click.option(
    "--keep",
    type=click.Path(dir_okay=False, path_type=Path),
    help="The evening as .eyes; the same file goes on after an interruption.",
)
@click.option("--pace", type=click.FloatRange(1, 120), help="Seconds between two discs.")
@click.option("--caller", default="Caller", show_default=True, help="Who calls.")
@click.option("--silent", is_flag=True, help="Do not speak.")
def call(balls: str, language: str, cards: Path | None, keep: Path | None, **given: Any) -> None:
    """Call a bingo evening: 75 or 90 balls, English or French, big digits.

    Space calls, p sets or stops the pace, u takes a disc back, k keys a real disc, c checks a card
    by its number, w gives the round, n begins the next, h lists what was called, q stops. Without
    a terminal the same letters are read line by line.
    """
    from eyesdown.bingo.family.house import House
    from eyesdown.cli.call.evening import opened
    from eyesdown.cli.call.voice import Voice

    patterns = tuple(name.strip() for name in given["wins"].split(",") if name.strip())
    house = House(balls=int(balls), patterns=patterns, paper=True)
    if house.trouble:
        raise BadInput(
            "--wins", "choose row, corners, x, full; with 90 balls line, two lines, full"
        )
    if keep is not None and not keep.parent.exists():
        raise BadInput("--keep", f"there is no folder {keep.parent}")
    evening, torn = opened(keep, _wall_time)
    evening.begin(_read_cards(cards), house, given["caller"])
    voice = Voice(language)
    speaks = None if given["silent"] or not voice.program else voice
    caller_desk = Desk(evening, language, speaks, given["pace"])
    if torn:
        caller_desk.message = caller_desk.words("call_torn")
    if sys.stdin.isatty() and sys.stdout.isatty():
        caller_desk.by_keys()
    else:
        caller_desk.by_lines()


def _wall_time() -> datetime:
    """The time on the wall, to the second."""
    return datetime.now().astimezone().replace(tzinfo=None, microsecond=0)


def _read_cards(path: Path | None) -> list[FamilyCard]:
    from eyesdown.cards.ticket import Card75, Ticket90
    from eyesdown.cli.cards.print import cards_in

    if path is None:
        return []
    try:
        with path.open("rb") as source:
            arrays = list(cards_in(source))
    except OSError as bad:
        raise BadInput("--cards", f"{path} cannot be read: {bad.strerror}") from bad
    if not arrays:
        raise BadInput("--cards", f"{path} is empty; `cards make --out cards.jsonl` makes a list")
    cards: list[FamilyCard] = []
    for array in arrays:
        if array.shape == (5, 5):
            cards.append(Card75.of(array.tolist()))
        else:
            tickets = array.reshape(-1, 3, 9).tolist()
            cards += [Ticket90.of(rows) for rows in tickets]
    return cards


class Desk:
    """The caller's desk: keys in, screen and voice out."""

    def __init__(
        self, evening: Evening, language: str, voice: Voice | None, pace: float | None
    ) -> None:
        self.evening, self.language, self.voice = evening, language, voice
        self.pace = pace
        self.running = pace is not None
        self.message = ""
        self.last_call = time.monotonic()

    def words(self, key: str, **places: str | int) -> str:
        """Words of the catalogue in the language of the caller."""
        from eyesdown.display.family.words import text

        return text(key, self.language, **places)

    def announce(self, disc: int) -> None:
        """Say a disc that was called."""
        from eyesdown.rulebooks.family_bingo.words import say

        self.last_call = time.monotonic()
        if disc and self.voice is not None:
            self.voice.say(say("call", self.language, label=self.evening.label(disc)))

    def act(self, letter: str, given: str = "") -> bool:
        """Do what a key means, with what was typed after it; False if it means to stop."""
        self.message = ""
        match letter:
            case "q":
                return False
            case "" | " " | "\n" | "\r":
                self._called(self.evening.call())
            case "k":
                self._called(self.evening.key(_whole(given)), given)
            case "u":
                self._taken_back(given)
            case "c":
                self._checked(given)
            case "w":
                if not self._wrong(done=self.evening.award()):
                    self.message = self.words("call_awarded")
            case "n":
                self._wrong(done=self.evening.next_round())
            case "p":
                self._paced(given)
            case "h":
                from eyesdown.cli.call.screen import history

                self.message = history(self.evening)
            case "v":
                self.voice = None
            case _:
                self.message = self.words("call_keys")
        return True

    def _called(self, disc: int, keyed: str = "") -> None:
        if disc:
            self.announce(disc)
        elif not self._wrong(done=False, keyed=keyed):
            self.message = self.words("call_all_out")

    def _wrong(self, *, done: bool, keyed: str = "") -> bool:
        """Show why something was refused, `keyed` was the disc; False if it was done."""
        from eyesdown.display.family.words import refusal_text

        if done or not self.evening.wrong:
            return False
        cries = self.evening.state.cries
        facts: dict[str, str | int] = {
            "player": cries[0].player if cries else "",
            **self.evening.facts,
            "disc": keyed or "?",
            "discs": len(self.evening.left),
        }
        self.message = refusal_text(self.evening.wrong, self.language, facts)
        return True

    def _taken_back(self, reason: str) -> None:
        label = (
            self.evening.label(self.evening.state.called[-1]) if self.evening.state.called else ""
        )
        if not self._wrong(done=self.evening.take_back(reason)):
            self.message = self.words("taken_back", label=label)

    def _checked(self, given: str) -> None:
        from eyesdown.cli.call.screen import verdict

        try:
            checked = self.evening.check(_whole(given))
        except BadInput:
            count = len(self.evening.state.cards)
            key = "call_no_card" if count else "call_no_cards"
            self.message = self.words(key, card=given or "?", count=count)
            return
        self.message = verdict(self.evening, checked, self.language)
        if self.voice is not None:
            self.voice.say(self.message.replace("★", ""))

    def _paced(self, given: str) -> None:
        if given and not _whole(given):
            self.message = self.words("call_keys")
            return
        if given:
            self.pace = float(_whole(given))
            self.running = True
        else:
            self.pace = self.pace or 6.0
            self.running = not self.running
        key = "call_paced" if self.running else "call_paused"
        self.message = self.words(key, seconds=f"{self.pace:g}")

    def by_lines(self) -> None:
        """Read commands line by line and print what comes of each."""
        for raw in sys.stdin:
            line = raw.strip()
            letter, _, given = line.partition(" ")
            if not self.act(letter, given.strip()):
                break
            called = self.evening.state.called
            shown = self.message or (self.evening.label(called[-1]) if called else "")
            click.echo(shown)

    def by_keys(self) -> None:
        """Read single keys until q; discs come by themselves at a pace."""
        asks = {"k": "call_ask_disc", "u": "call_ask_reason", "c": "call_ask_card"}
        with raw_keys():
            self._draw()
            while True:
                key = next_key(LOOK_SECONDS)
                if key is None:
                    if self._is_due():
                        self._called(self.evening.call())
                        self._draw()
                    continue
                if key in ("\x03", "\x04"):
                    break
                given = self._line(asks[key]) if key in asks else ""
                if given is None:
                    self._draw()
                    continue
                if not self.act(key, given):
                    break
                self._draw()
        if self.evening.file is not None:
            click.echo(self.words("call_kept", file=str(self.evening.file)))

    def _is_due(self) -> bool:
        if not self.running or self.pace is None or self.evening.state.cries:
            return False
        return bool(self.evening.left) and time.monotonic() - self.last_call >= self.pace

    def _draw(self) -> None:
        from eyesdown.cli.call.screen import screen

        width = _width()
        sys.stdout.write(CLEAR + screen(self.evening, self.language, width, self.message) + "\n")
        sys.stdout.flush()

    def _line(self, key: str) -> str | None:
        """Letters typed after a key, up to Enter; None after Escape."""
        typed = ""
        sys.stdout.write(f"\n  {self.words(key)} ")
        while True:
            sys.stdout.flush()
            character = next_key(3600.0)
            if character in (None, "\x1b", "\x03"):
                return None
            if character in ("\r", "\n"):
                return typed
            if character in ("\x7f", "\b"):
                typed = typed[:-1]
                sys.stdout.write("\b \b")
            elif character.isprintable():
                typed += character
                sys.stdout.write(character)


def _whole(given: str) -> int:
    digits = "".join(character for character in given if character.isdecimal())[:6]
    return int(digits) if digits else 0


def _width() -> int:
    import shutil

    return shutil.get_terminal_size().columns
