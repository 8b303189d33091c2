"""What a print run is asked for: the paper, the words, the colours."""

from __future__ import annotations

import re
from dataclasses import dataclass

from eyesdown.drawing.bitmap import Bitmap, read_logo
from eyesdown.drawing.colours import read_colour
from eyesdown.drawing.faces import unprintable
from eyesdown.drawing.page_size import A4, LETTER, PageSize
from eyesdown.kernel.errors import BadInput, quoted
from eyesdown.press.words import LANGUAGES, PaperWords

PAPERS = {"a4": A4, "letter": LETTER}
SIDES = ("face", "reverse")
CARD_NUMBER_MAX = 10**10 - 1  # as in the master table of a series
KINDS = ("strip90", "ticket90", "card75")
SLUG = 24.0  # room for crop marks around the trimmed page
BLEED = 8.5  # ink that must reach the cut runs three millimetres past it

UP = (6, 1, 2, 3, 4, 12)
UP_LARGE = {"strip90": (3, 1, 2), "ticket90": (3, 1, 2), "card75": (1, 2, 3)}
_PLAIN = re.compile(r"[A-Za-z0-9._-]*")
_WORDS_MAX = {"title": 80, "notice": 600, "serial": 40, "qr_url": 300, "free": 40}


@dataclass(frozen=True, slots=True)
class PageOptions:
    """How pages look; every field has a usual value, and a wrong value is bad input.

    `per_page` None is the usual number for the kind. `qr_url` may hold {serial} and {card};
    with `qr_card` the codes hold the card itself instead. `free` and `free_picture` go into the
    free square of a 75-ball card. Pages
    use `game_colours` in turn, game 1 first. `any_colour` accepts colours that we have no ink for,
    such as a series' paper: the name is printed in the plain dark ink.
    """

    page: str = "a4"
    per_page: int | None = None
    title: str = ""
    logo: bytes | None = None
    notice: str = ""
    qr_url: str = ""
    qr_card: bool = False
    serial: str = ""
    serial_side: str = "face"
    first_card_number: int = 1
    series_colour: str = ""
    game_colours: tuple[str, ...] = ()
    any_colour: bool = False
    crop_marks: bool = False
    perforation: bool = False
    large_print: bool = False
    language: str = "en"
    free: str = ""
    free_picture: bytes | None = None

    def __post_init__(self) -> None:
        if self.page not in PAPERS:
            raise BadInput(
                "page", f"{quoted(self.page)} is not a paper size we print on; use a4 or letter"
            )
        if self.language not in LANGUAGES:
            raise BadInput("language", f"must be one of {', '.join(LANGUAGES)}")
        if self.qr_card and self.qr_url:
            raise BadInput("qr_url", "holds either an address or the card")
        if self.serial_side not in SIDES:
            raise BadInput("serial_side", "must be face or reverse")
        if self.serial_side == "reverse" and not self.serial:
            raise BadInput("serial_side", "needs a serial number to print on the reverse")
        if not 0 <= self.first_card_number <= CARD_NUMBER_MAX:
            raise BadInput("first_card_number", f"must be 0 to {CARD_NUMBER_MAX}")
        for field, longest in _WORDS_MAX.items():
            _check_words(field, getattr(self, field), longest)
        _check_url(self.qr_url, self.serial)
        if not self.any_colour:
            read_colour("series_colour", self.series_colour)
            for name in self.game_colours:
                read_colour("game_colours", name)
        if self.logo is not None:
            read_logo(self.logo)
        if self.free_picture is not None:
            read_free_picture(self.free_picture)

    def page_size(self, *, landscape: bool = False) -> PageSize:
        """The page in points, with a slug if crop marks are wanted."""
        wide, high = PAPERS[self.page]
        if landscape:
            wide, high = high, wide
        if self.crop_marks:
            return PageSize(wide, high, SLUG, BLEED)
        return PageSize(wide, high)

    def up(self, kind: str) -> int:
        """The number of cards of this kind on a page.

        >>> PageOptions().up("strip90"), PageOptions(large_print=True).up("card75")
        (6, 1)
        """
        if kind not in KINDS:
            raise BadInput(
                "kind", f"{quoted(kind)} is not a kind of card we print; use {', '.join(KINDS)}"
            )
        possible = UP_LARGE[kind] if self.large_print else UP
        if self.per_page is None:
            return possible[0]
        if self.per_page not in possible:
            choice = ", ".join(str(up) for up in sorted(possible))
            large = " in large print" if self.large_print else ""
            raise BadInput("per_page", f"{kind}{large} is printed {choice} to a page")
        return self.per_page

    @property
    def words(self) -> PaperWords:
        """The words on paper in the language of the page."""
        return LANGUAGES[self.language]

    def check_url(self) -> str:
        """The address in the QR codes, with {card} still in it.

        >>> PageOptions(serial="77", qr_url="https://b.example/{serial}/{card}").check_url()
        'https://b.example/77/{card}'
        """
        return self.qr_url.replace("{serial}", self.serial)


def read_free_picture(raw: bytes) -> Bitmap:
    """The picture of the free square; a file that is no picture is bad input."""
    try:
        return read_logo(raw)
    except BadInput as bad:
        raise BadInput("picture", bad.message) from bad


def _check_words(field: str, text: str, longest: int) -> None:
    if len(text) > longest:
        raise BadInput(field, f"has {len(text)} characters; {longest} fit")
    strange = unprintable(text)
    if strange:
        raise BadInput(field, f"the typeface does not have {quoted(strange[0])}; leave it out")


def _check_url(url: str, serial: str) -> None:
    if not url:
        return
    bare = url.replace("{serial}", "").replace("{card}", "")
    if "{" in bare or "}" in bare:
        raise BadInput("qr_url", "may have {serial} and {card}, and no other braces")
    if not bare.startswith(("http://", "https://")):
        raise BadInput("qr_url", "must be an address that starts with https:// or http://")
    if not bare.isascii() or any(character.isspace() for character in bare):
        raise BadInput("qr_url", "must be plain ASCII without spaces")
    if "{serial}" in url and not _PLAIN.fullmatch(serial):
        raise BadInput("serial", "may have only letters, digits, dots and hyphens in a QR code")
