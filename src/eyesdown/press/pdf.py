"""A PDF file written as it comes: a page is on its way out before the next one is drawn.

Memory stays flat: eight bytes an object are kept for the table of places at the end. There is
no date and no chance in the file, so the same pages are the same bytes.
"""

from __future__ import annotations

import hashlib
import zlib
from array import array
from collections.abc import Iterable
from dataclasses import dataclass
from typing import BinaryIO

from eyesdown.press.faces import FILES, Subset
from eyesdown.press.picture import Picture

PAGES_IN_NODE = 200  # a flat list of a million pages is slow to open
COMPRESSION = 4
OFFSET_MAX = 10**10  # the table of places has ten digits a place


@dataclass(frozen=True, slots=True)
class Sheet:
    """A page's size in points and the slug around it that is trimmed away."""

    width: float
    height: float
    slug: float = 0
    bleed: float = 0


class PdfFile:
    """Pages in, a PDF file out; `close` must be called, and says how many pages there are."""

    def __init__(self, out: BinaryIO, sheet: Sheet, title: str) -> None:
        self.sheet = sheet
        self.pages = 0
        self.subsets = {face: Subset(face) for face in FILES}
        self._out = out
        self._places = array("Q")
        self._written = 0
        self._seal = hashlib.sha256()
        self._named: dict[str, int] = {}  # forms and pictures
        self._pictures: dict[Picture, str] = {}
        self._nodes: list[int] = []
        self._kids: list[int] = []
        self._write(b"%PDF-1.6\n%\xe2\xe3\xcf\xd3\n")
        self._root = self._reserve()
        self._tree = self._reserve()
        self._resources = self._reserve()
        self._node = self._reserve()
        self._info = self._add(
            b"<</Title" + _utf16(title) + b"/Producer(Eyes Down)/Trapped/False>>"
        )
        self._boxes = _boxes(sheet)
        self._start = b"1 0 0 1 %s %s cm\n" % (number(sheet.slug), number(sheet.slug))

    def page(self, content: bytes) -> None:
        """One more page, from its drawing operators."""
        drawing = self._stream(b"", self._start + content if self.sheet.slug else content)
        self._kids.append(
            self._add(
                b"<</Type/Page/Parent %d 0 R%s/Contents %d 0 R>>"
                % (self._node, self._boxes, drawing)
            )
        )
        self.pages += 1
        if len(self._kids) == PAGES_IN_NODE:
            self._end_node()
            self._node = self._reserve()

    def form(self, content: bytes) -> bytes:
        """Keep a drawing that many pages share; gives the operator that draws it."""
        low = -self.sheet.slug
        box = (low, low, self.sheet.width - low, self.sheet.height - low)
        head = b"/Type/XObject/Subtype/Form/BBox[%s]/Resources %d 0 R" % (
            numbers(box),
            self._resources,
        )
        name = f"X{len(self._named)}"
        self._named[name] = self._stream(head, content)
        return f"/{name} Do\n".encode()

    def picture(self, picture: Picture) -> bytes:
        """Keep a picture once; gives the operator that draws it into the unit square."""
        name = self._pictures.get(picture)
        if name is None:
            size = b"/Width %d/Height %d/BitsPerComponent 8" % (picture.width, picture.height)
            kind = b"/Type/XObject/Subtype/Image" + size
            mask = self._stream(kind + b"/ColorSpace/DeviceGray", picture.alpha)
            place = self._stream(kind + b"/ColorSpace/DeviceRGB/SMask %d 0 R" % mask, picture.rgb)
            name = self._pictures[picture] = f"X{len(self._named)}"
            self._named[name] = place
        return f"/{name} Do\n".encode()

    def close(self) -> int:
        assert self.pages, "a PDF file has at least one page"
        if self._kids:
            self._end_node()
        else:
            self._put(self._node, b"null")
        kids = b" ".join(b"%d 0 R" % node for node in self._nodes)
        self._put(
            self._tree,
            b"<</Type/Pages/Kids[%s]/Count %d/Resources %d 0 R>>"
            % (kids, self.pages, self._resources),
        )
        fonts = b"".join(self._font(face) for face in FILES)
        drawn = b"".join(b"/%s %d 0 R" % (n.encode(), place) for n, place in self._named.items())
        self._put(self._resources, b"<</Font<<%s>>/XObject<<%s>>>>" % (fonts, drawn))
        self._put(
            self._root,
            b"<</Type/Catalog/Pages %d 0 R/ViewerPreferences<</PrintScaling/None>>>>" % self._tree,
        )
        self._end()
        return self.pages

    def _font(self, face: str) -> bytes:
        """A composite font with two bytes a glyph, so that every alphabet prints alike."""
        subset = self.subsets[face]
        if not subset.codes:
            return b""
        program = subset.program()
        font = subset.font
        name = b"EYESDN+" + bytes(font.name)
        file = self._stream(b"/Length1 %d" % len(program), program)
        about = self._add(
            b"<</Type/FontDescriptor/FontName/%s/Flags 4/FontBBox[%s]/ItalicAngle 0/Ascent %d"
            b"/Descent %d/CapHeight %d/StemV %d/FontFile2 %d 0 R>>"
            % (
                name,
                numbers(font.bbox),
                font.ascent,
                font.descent,
                font.capHeight,
                font.stemV,
                file,
            )
        )
        widths = b" ".join(b"%d" % width for width in subset.widths)
        glyphs = self._add(
            b"<</Type/Font/Subtype/CIDFontType2/BaseFont/%s/CIDSystemInfo<</Registry(Adobe)"
            b"/Ordering(Identity)/Supplement 0>>/FontDescriptor %d 0 R/DW 600/W[1[%s]]"
            b"/CIDToGIDMap/Identity>>" % (name, about, widths)
        )
        meaning = self._stream(b"", _to_unicode(subset))
        font_place = self._add(
            b"<</Type/Font/Subtype/Type0/BaseFont/%s/Encoding/Identity-H/DescendantFonts[%d 0 R]"
            b"/ToUnicode %d 0 R>>" % (name, glyphs, meaning)
        )
        return b"/%s %d 0 R" % (face.encode(), font_place)

    def _end_node(self) -> None:
        kids = b" ".join(b"%d 0 R" % kid for kid in self._kids)
        self._put(
            self._node,
            b"<</Type/Pages/Parent %d 0 R/Kids[%s]/Count %d>>"
            % (self._tree, kids, len(self._kids)),
        )
        self._nodes.append(self._node)
        self._kids = []

    def _end(self) -> None:
        start = self._written
        assert start < OFFSET_MAX, "the file is too long for its table of places"
        self._write(b"xref\n0 %d\n0000000000 65535 f \n" % (len(self._places) + 1))
        for low in range(0, len(self._places), 4096):
            part = self._places[low : low + 4096]
            self._write(b"".join(b"%010d 00000 n \n" % place for place in part))
        seal = self._seal.hexdigest()[:32].encode()
        self._write(
            b"trailer\n<</Size %d/Root %d 0 R/Info %d 0 R/ID[<%s><%s>]>>\nstartxref\n%d\n%%%%EOF\n"
            % (len(self._places) + 1, self._root, self._info, seal, seal, start)
        )

    def _stream(self, head: bytes, content: bytes) -> int:
        packed = zlib.compress(content, COMPRESSION)
        return self._add(
            b"<<%s/Filter/FlateDecode/Length %d>>stream\n%s\nendstream"
            % (head, len(packed), packed)
        )

    def _reserve(self) -> int:
        self._places.append(0)
        return len(self._places)

    def _add(self, body: bytes) -> int:
        place = self._reserve()
        self._put(place, body)
        return place

    def _put(self, place: int, body: bytes) -> None:
        assert self._places[place - 1] == 0, f"object {place} is written twice"
        self._places[place - 1] = self._written
        self._write(b"%d 0 obj\n%s\nendobj\n" % (place, body))

    def _write(self, raw: bytes) -> None:
        self._out.write(raw)
        self._seal.update(raw)
        self._written += len(raw)


def number(value: float) -> bytes:
    """A number in as few digits as print needs: hundredths of a point.

    >>> number(12), number(0.504), number(-3.10)
    (b'12', b'0.5', b'-3.1')
    """
    return (b"%.2f" % value).rstrip(b"0").rstrip(b".")


def numbers(values: Iterable[float]) -> bytes:
    """
    >>> numbers((0, 0, 595.276, 841.89))
    b'0 0 595.28 841.89'
    """
    return b" ".join(number(value) for value in values)


def _boxes(sheet: Sheet) -> bytes:
    """What a print shop reads: the whole sheet, how far ink runs, and where it is cut."""
    wide, high, slug = sheet.width, sheet.height, sheet.slug
    out = slug - sheet.bleed
    media = numbers((0, 0, wide + 2 * slug, high + 2 * slug))
    bleed = numbers((out, out, wide + 2 * slug - out, high + 2 * slug - out))
    trim = numbers((slug, slug, wide + slug, high + slug))
    return b"/MediaBox[%s]/BleedBox[%s]/TrimBox[%s]" % (media, bleed, trim)


def _to_unicode(subset: Subset) -> bytes:
    """What each glyph means, so that the pages can be searched, copied and read aloud."""
    meant: dict[int, int] = {}
    for code, glyph in subset.codes.items():
        meant.setdefault(glyph, code)
    rows = [b"<%04X> <%04X>" % pair for pair in meant.items()]
    blocks = [rows[low : low + 100] for low in range(0, len(rows), 100)]
    body = b"\n".join(
        b"%d beginbfchar\n%s\nendbfchar" % (len(block), b"\n".join(block)) for block in blocks
    )
    return (
        b"/CIDInit /ProcSet findresource begin\n12 dict begin\nbegincmap\n"
        b"/CIDSystemInfo<</Registry(Adobe)/Ordering(UCS)/Supplement 0>> def\n"
        b"/CMapName /Adobe-Identity-UCS def\n/CMapType 2 def\n"
        b"1 begincodespacerange\n<0000> <FFFF>\nendcodespacerange\n"
        b"%s\nendcmap\nCMapName currentdict /CMap defineresource pop\nend\nend\n" % body
    )


def _utf16(words: str) -> bytes:
    return b"<" + ("\ufeff" + words).encode("utf-16-be").hex().upper().encode() + b">"
