"""Certified series of 90-ball or 75-ball cards: make one, open one, find a card, verify it."""

from __future__ import annotations

import os
from collections.abc import Callable, Iterator, Mapping, Sequence
from contextlib import ExitStack, contextmanager, suppress
from dataclasses import dataclass
from hashlib import file_digest
from pathlib import Path
from typing import Any, BinaryIO

from eyesdown.cards.master import Finder, FoundCard, Hashed, Manifest, write_index, write_table
from eyesdown.cards.series import NUMBERS, SeriesPlan, certify
from eyesdown.cards.series import Series as CertifiedCards
from eyesdown.cards.series_check import Fault, check_seed, check_series
from eyesdown.draw.words import SEED_BYTES_MIN, Words
from eyesdown.kernel.errors import BadInput, quoted
from eyesdown.library.cards import words_of
from eyesdown.library.nesting import nesting_refused

ENDINGS = (".json", ".csv", ".index", ".parquet", ".seed")


@dataclass(frozen=True, slots=True)
class SeriesFiles:
    """The files of a series, open."""

    base: str
    manifest: Manifest
    table: BinaryIO
    index: BinaryIO


@dataclass(frozen=True, slots=True)
class VerifiedSeries:
    """The number of cards of a series, and everything that is not as it was sealed."""

    cards: int
    faults: tuple[Fault, ...]

    @property
    def valid(self) -> bool:
        """Whether the series is complete, valid and unaltered."""
        return not self.faults


@dataclass(frozen=True, slots=True)
class OpenSeries:
    """A certified series on disk. Its files are opened for each question and closed again."""

    path: str
    serial: str
    colour: str
    cards: int
    books: int
    balls: int = 90

    @nesting_refused
    def find(
        self, *, numbers: Sequence[int] | None = None, card: int | None = None
    ) -> FoundCard | None:
        """The card with these numbers (15, or 24 of a 75-ball card), or with this card number.

        None if the series has no such card. Every block read is checked against its hash.
        """
        if (numbers is None) == (card is None):
            raise BadInput("find", "needs either numbers or card")
        if card is not None and type(card) is not int:
            raise BadInput("card", f"{quoted(card)} is not a whole number")
        wanted = None if numbers is None else card_numbers(numbers, "numbers", self.balls)
        with opened_series(self.path) as files:
            finder = Finder(files.manifest, files.table, files.index)
            return finder.by_numbers(wanted) if wanted is not None else finder.by_card(card or 0)

    @nesting_refused
    def verify(self, seed: str | None = None) -> VerifiedSeries:
        """Every fault in the files; with the seed, also whether the cards come from it."""
        words = None if seed is None else words_of(seed)
        return examined(self.path, words)


@nesting_refused
def open_series(path: str | Path) -> OpenSeries:
    """A series by the name that its files share, or by the name of any of them.

    Raises BadInput if a file is missing, cut short, or not that of a series.

    >>> open_series("no such night")
    Traceback (most recent call last):
    eyesdown.kernel.errors.BadInput: series: no such night.json cannot be read: No such file or ...
    """
    if not isinstance(path, str | Path):
        raise BadInput("path", f"{quoted(path)} is not the name of a series")
    with opened_series(str(path)) as files:
        plan = files.manifest.plan
        return OpenSeries(files.base, plan.serial, plan.colour, plan.cards, plan.books, plan.balls)


@nesting_refused
def make_series(
    path: str | Path,
    *,
    serial: str,
    colour: str,
    books: int,
    games: int = 1,
    up: str = "six_up",
    game_colours: Sequence[str] = (),
    first_book: int = 1,
    first_card: int = 1,
    seed: str | None = None,
    balls: int = 90,
) -> OpenSeries:
    """Make a certified series: all cards different and numbered, with master table and seal.

    `balls` is 90 or 75. Writes PATH.csv, .index, .json and .seed; keep the seed locked away. An
    existing series is never overwritten.

    >>> from tempfile import mkdtemp
    >>> night = make_series(mkdtemp() + "/night", serial="1001", colour="red", books=10)
    >>> night.cards, night.find(card=7).place.book, night.verify().valid
    (60, 2, True)
    """
    given: object = path
    base = os.fspath(path) if isinstance(given, str | Path) else ""
    if not base or not Path(base).name or base.endswith(os.sep):
        raise BadInput("path", f"{quoted(path)} is not a name that files can share")
    numbers = {"books": books, "games": games, "balls": balls}
    numbers |= {"first_book": first_book, "first_card": first_card}
    for name, number in numbers.items():
        if type(number) is not int:
            raise BadInput(name, f"{quoted(number)} is not a whole number")
    for name, text in (("serial", serial), ("colour", colour), ("up", up)):
        if not isinstance(text, str):
            raise BadInput(name, f"{quoted(text)} is not text")
    colours: object = game_colours
    if not isinstance(colours, list | tuple) or not all(isinstance(name, str) for name in colours):
        raise BadInput("game_colours", "is not a list of names")
    plan = SeriesPlan(
        serial=serial,
        colour=colour,
        books=books,
        games=games,
        up=up,
        game_colours=tuple(game_colours),
        first_book=first_book,
        first_card=first_card,
        balls=balls,
    )
    words = words_of(seed)
    try:
        taken = [base + ending for ending in ENDINGS if os.access(base + ending, os.F_OK)]
    except ValueError as wrong:  # a null character, half a surrogate pair
        raise BadInput("path", f"{quoted(base)} cannot be the name of files: {wrong}") from None
    if taken:
        raise BadInput("path", f"{taken[0]} exists already; choose another name")
    _write(base, plan, words)
    return open_series(base)


def _write(base: str, plan: SeriesPlan, words: Words) -> None:
    """Write the files under other names first, so that all are whole or none is there."""
    endings = (".csv", ".index", ".seed", ".json")
    drafts = {ending: Path(f"{base}{ending}.{os.getpid()}.part") for ending in endings}
    try:
        with ExitStack() as opened:
            files = {name: opened.enter_context(path.open("xb")) for name, path in drafts.items()}
            os.fchmod(files[".seed"].fileno(), 0o600)
            write_series(certify(plan, words), words, files)
        for ending, draft in drafts.items():
            draft.rename(base + ending)
    except OSError as trouble:
        raise BadInput("path", f"{base} cannot be written: {trouble.strerror}") from trouble
    finally:
        for draft in drafts.values():
            with suppress(OSError):  # it may never have been there
                draft.unlink()


def write_series(
    certified: CertifiedCards,
    words: Words,
    files: Mapping[str, BinaryIO],
    advance: Callable[[int], object] = lambda _: None,
    copies: Callable[[], dict[str, str]] = dict,
) -> bytes:
    """Write table, index, seed and, last, the manifest, which holds the hashes of the others.

    `copies` writes the table in other forms and gives their hashes. Returns the manifest.
    """
    table, index = Hashed(files[".csv"]), Hashed(files[".index"])
    write_table(table, certified, words, advance)
    write_index(index, certified)
    sealed = table.seal(), index.seal()
    manifest = Manifest(certified.plan, certified.replaced, words.commitment, *sealed, copies())
    raw = manifest.as_bytes()
    files[".seed"].write(words.seed.hex().encode() + b"\n")
    files[".json"].write(raw)
    return raw


@contextmanager
def opened_series(name: str) -> Iterator[SeriesFiles]:
    """The files of a series, by the name of any of them."""
    base = name.rsplit(".", 1)[0] if name.endswith(ENDINGS) else name
    with ExitStack() as stack:
        try:
            raw = Path(f"{base}.json").read_bytes()
            table, index = (
                stack.enter_context(Path(f"{base}{ending}").open("rb"))
                for ending in (".csv", ".index")
            )
        except (OSError, ValueError) as trouble:
            reason = getattr(trouble, "strerror", None) or trouble
            where = getattr(trouble, "filename", None) or f"{base}.json"
            hint = "give the name that the files of a series share"
            raise BadInput("series", f"{where} cannot be read: {reason}; {hint}") from trouble
        yield SeriesFiles(base, Manifest.read(raw), table, index)


def examined(
    name: str, words: Words | None = None, advance: Callable[[int], object] = lambda _: None
) -> VerifiedSeries:
    """The number of cards in a series, and every fault in its files."""
    try:
        with opened_series(name) as files:
            manifest = files.manifest
            faults = check_series(manifest, files.table, files.index, advance)
            for ending, wanted in manifest.copies.items():
                if hash_of(Path(f"{files.base}.{ending}")) != wanted:
                    faults.append(Fault(ending, "the file is missing or not the sealed one"))
            if words is not None:
                faults += check_seed(manifest, files.table, words.commitment, words)
    except BadInput as wrong:
        if wrong.field != "manifest":
            raise
        return VerifiedSeries(0, (Fault(wrong.field, wrong.message),))
    return VerifiedSeries(manifest.plan.cards, tuple(faults))


def hash_of(path: Path) -> str | None:
    """The SHA-256 of a file; None if there is none."""
    try:
        with path.open("rb") as file:
            return file_digest(file, "sha256").hexdigest()
    except FileNotFoundError:
        return None


def card_numbers(numbers: Any, field: str, balls: int) -> list[int]:
    """The numbers of a card: fifteen different ones from 1 to 90, or 24 from 1 to 75."""
    count = NUMBERS[balls]
    listed = list(numbers) if isinstance(numbers, Sequence) and len(numbers) == count else []
    whole = all(type(number) is int and 1 <= number <= balls for number in listed)
    if not whole or len(set(listed)) != count:
        named = "fifteen" if count == 15 else str(count)
        raise BadInput(field, f"must be {named} different numbers from 1 to {balls}")
    return listed


def words_in(path: Path, field: str = "seed_file") -> Words:
    """The words of a .seed file."""
    try:
        seed = bytes.fromhex(path.read_text("ascii").strip())
    except OSError as trouble:
        raise BadInput(field, f"cannot be read: {trouble.strerror}") from trouble
    except ValueError:
        seed = b""
    if len(seed) < SEED_BYTES_MIN:
        raise BadInput(field, f"{path} is not a seed file")
    return Words(seed)
