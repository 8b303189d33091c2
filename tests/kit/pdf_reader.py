"""A small reader of PDF files, so that the tests see what a reader of the paper sees."""

from __future__ import annotations

import re
import zlib
from dataclasses import dataclass, field
from typing import TypeAlias

import numpy as np
import pytest
from numpy.typing import NDArray

Frame: TypeAlias = tuple[float, float, float, float]  # scales and moves, across and up

T0 = np.array(
    [
        [7, 0, 23, 33, 40, 0, 63, 0, 0],
        [8, 10, 0, 0, 44, 0, 0, 71, 85],
        [0, 14, 0, 38, 0, 51, 64, 77, 0],
    ],
    dtype=np.uint8,
)


@dataclass
class Word:
    words: str
    x: float
    y: float
    size: float
    face: str


@dataclass
class Page:
    head: bytes
    words: list[Word] = field(default_factory=list)
    rects: list[tuple[float, ...]] = field(default_factory=list)
    drawn: bytes = b""

    @property
    def texts(self) -> list[str]:
        return [word.words for word in self.words]

    def balls(self) -> list[Word]:
        return [word for word in self.words if word.words.isdigit()]


def _first(pattern: bytes, text: bytes) -> bytes:
    """What the first group of a pattern matches, which must be there."""
    match = re.search(pattern, text)
    assert match is not None, f"{pattern!r} is not in the file"
    return match[1]


class PdfReader:
    """Objects by the table at the end; each place in it must hold the object it promises."""

    def __init__(self, raw: bytes) -> None:
        self.raw = raw
        start = int(raw.rsplit(b"startxref\n", 1)[1].split(b"\n", 1)[0])
        count = _first(rb"xref\n0 (\d+)\n", raw[start:])
        rows = raw[start:].split(b"\n", 2)[2][20 : 20 * int(count)]
        self.places = [int(rows[at : at + 10]) for at in range(0, len(rows), 20)]
        self.trailer = raw[start:].split(b"trailer\n", 1)[1]
        self.objects = {
            number: self._object(number, place) for number, place in enumerate(self.places, start=1)
        }
        root = self.objects[self.ref(self.trailer, b"Root")]
        self.tree = self.objects[self.ref(root, b"Pages")]
        self.resources = self.objects[self.ref(self.tree, b"Resources")]
        self.maps = {face: self._map(place) for face, place in self.named("Font").items()}
        self.pages = [self._page(number) for number in self._leaves(self.tree)]

    def _object(self, number: int, place: int) -> bytes:
        body = self.raw[place:]
        promised = b"%d 0 obj\n" % number
        assert body.startswith(promised), f"object {number} is not where the table says"
        return body[len(promised) : body.index(b"endobj")]

    def ref(self, body: bytes, key: bytes) -> int:
        return int(_first(rb"/" + key + rb" (\d+) 0 R", body))

    def stream(self, number: int) -> bytes:
        body = self.raw[self.places[number - 1] :]
        size = int(_first(rb"/Length (\d+)", body))
        start = body.index(b"stream\n") + 7
        assert body[start + size :].startswith(b"\nendstream")
        return zlib.decompress(body[start : start + size])

    def named(self, kind: str) -> dict[str, int]:
        part = _first(rb"/" + kind.encode() + rb"<<(.*?)>>", self.resources)
        return {n.decode(): int(p) for n, p in re.findall(rb"/(\w+) (\d+) 0 R", part)}

    def _map(self, font: int) -> dict[str, str]:
        rows = re.findall(
            rb"<(\w{4})> <(\w{4})>\n", self.stream(self.ref(self.objects[font], b"ToUnicode"))
        )
        return {glyph.decode(): chr(int(code, 16)) for glyph, code in rows if glyph != b"0000"}

    def _leaves(self, node: bytes) -> list[int]:
        kids = [int(k) for k in re.findall(rb"(\d+) 0 R", _first(rb"/Kids\[(.*?)\]", node))]
        leaves: list[int] = []
        for kid in kids:
            body = self.objects[kid]
            leaves += self._leaves(body) if b"/Type/Pages" in body else [kid]
        assert int(_first(rb"/Count (\d+)", node)) == len(leaves)
        return leaves

    def _page(self, number: int) -> Page:
        body = self.objects[number]
        page = Page(head=body)
        self._draw(page, self.stream(self.ref(body, b"Contents")), (1.0, 1.0, 0.0, 0.0))
        return page

    def _draw(self, page: Page, content: bytes, at: Frame) -> None:
        """Words and boxes where they end up, moved by the groups around them."""
        page.drawn += content
        saved: list[Frame] = []
        face, size = "", 0.0
        token = re.compile(
            rb"(?P<q>\bq\b)|(?P<Q>\bQ\b)|(?P<cm>[-\d. ]+ cm)|/(?P<form>X\d+) Do|"
            rb"/(?P<face>\w+) (?P<size>[\d.]+) Tf|"
            rb"1 0 0 1 (?P<x>[-\d.]+) (?P<y>[-\d.]+) Tm<(?P<hex>\w*)> Tj|"
            rb"(?P<re>[-\d.]+ [-\d.]+ [-\d.]+ [-\d.]+ re)"
        )
        for found in token.finditer(content):
            sx, sy, dx, dy = at
            if found["q"]:
                saved.append(at)
            elif found["Q"]:
                at = saved.pop()
            elif found["cm"]:
                a, _, _, d, x, y = (float(part) for part in found["cm"].split()[:6])
                at = (sx * a, sy * d, dx + sx * x, dy + sy * y)
            elif found["form"]:
                place = self.named("XObject")[found["form"].decode()]
                if b"/Form" in self.objects[place]:
                    self._draw(page, self.stream(place), at)
            elif found["face"]:
                face, size = found["face"].decode(), float(found["size"]) * sx
            elif found["hex"] is not None:
                glyphs = found["hex"].decode()
                words = "".join(
                    self.maps[face][glyphs[i : i + 4]] for i in range(0, len(glyphs), 4)
                )
                x, y = dx + sx * float(found["x"]), dy + sy * float(found["y"])
                page.words.append(Word(words, x, y, size, face))
            elif found["re"]:
                x, y, w, h = (float(part) for part in found["re"].split()[:4])
                low = min(sy * y, sy * (y + h))
                page.rects.append((dx + sx * x, dy + low, sx * w, abs(sy) * h))


@pytest.fixture
def read_pdf() -> type[PdfReader]:
    return PdfReader


@pytest.fixture
def ticket() -> NDArray[np.uint8]:
    """The card of the appendix: serial number 382558."""
    return T0.copy()


@pytest.fixture
def strip() -> NDArray[np.uint8]:
    """Six tickets whose numbers say where they stand: none is like another."""
    lines = np.arange(18)[:, None]
    columns = np.arange(9)[None, :]
    filled = (columns * 2 + lines * 5) % 9 < 5
    numbers = np.where(columns == 0, 1 + lines % 9, 10 * columns + lines % 10)
    return np.where(filled, numbers, 0).astype(np.uint8).reshape(6, 3, 9)


@pytest.fixture
def card75() -> NDArray[np.uint8]:
    card = (np.arange(1, 76, 15)[None, :] + np.arange(0, 15, 3)[:, None]).astype(np.uint8)
    card[2, 2] = 0
    return card


@pytest.fixture
def by_kind(
    strip: NDArray[np.uint8], ticket: NDArray[np.uint8], card75: NDArray[np.uint8]
) -> dict[str, NDArray[np.uint8]]:
    return {"strip90": strip, "ticket90": ticket, "card75": card75}
