"""A PDF file written page by page: a page is written out before the next one is drawn.

Memory use does not grow with the pages, except for eight bytes per object, its offset, for the
table at the end of the file, and sixteen per page for what a screen reader is given. The file
holds no date and nothing random, so the same pages give the same bytes.
"""

from __future__ import annotations

import hashlib
import zlib
from array import array
from collections.abc import Iterable, Sequence
from typing import BinaryIO

from eyesdown.drawing.bitmap import Bitmap
from eyesdown.drawing.faces import FILES, Subset
from eyesdown.drawing.page_size import PageSize
from eyesdown.drawing.tags import Tag, write_elements

PAGES_IN_NODE = 200  # a flat list of a million pages is slow to open
COMPRESSION = 4
OFFSET_MAX = 10**10  # the table at the end has ten digits per offset


class PdfFile:
    """A PDF file in the making; the caller must call `close` after the last page."""

    def __init__(
        self, out: BinaryIO, size: PageSize, title: str, subject: str = "", language: str = "en"
    ) -> None:
        self.size = size
        self.pages = 0
        self.subsets = {face: Subset(face) for face in FILES}
        self._out = out
        self._offsets = array("Q")
        self._written = 0
        self._digest = hashlib.sha256()
        self._named: dict[str, int] = {}  # forms and bitmaps
        self._bitmaps: dict[Bitmap, str] = {}
        self._nodes: list[int] = []
        self._kids: list[int] = []
        self._write(b"%PDF-1.6\n%\xe2\xe3\xcf\xd3\n")
        self._language = language
        self._sections = array("Q")  # an element a page that says something
        self._marked = array("Q")  # the elements of each such page, by their marks
        self._root = self._reserve()
        self._spoken = self._reserve()
        self._document = self._reserve()
        self._tree = self._reserve()
        self._resources = self._reserve()
        self._node = self._reserve()
        about = b"/Title" + _utf16(title) + (b"/Subject" + _utf16(subject) if subject else b"")
        self._info = self._add(b"<<" + about + b"/Producer(Eyes Down)/Trapped/False>>")
        self._boxes = _boxes(size)
        self._start = b"1 0 0 1 %s %s cm\n" % (number(size.slug), number(size.slug))

    def page(self, content: bytes, tags: Sequence[Tag] = ()) -> None:
        """Add a page, given its drawing operators and what they say to a screen reader."""
        drawing = self._stream(b"", self._start + content if self.size.slug else content)
        spoken = b"/StructParents %d/Tabs/S" % len(self._marked) if tags else b""
        page = self._add(
            b"<</Type/Page/Parent %d 0 R%s%s/Contents %d 0 R>>"
            % (self._node, self._boxes, spoken, drawing)
        )
        self._kids.append(page)
        if tags:
            self._speak(tags, page)
        self.pages += 1
        if len(self._kids) == PAGES_IN_NODE:
            self._end_node()
            self._node = self._reserve()

    def _speak(self, tags: Sequence[Tag], page: int) -> None:
        """Write the elements of a page below a section of its own."""
        section = Tag("Sect", children=tuple(tags))
        by_mark: dict[int, int] = {}
        numbers = iter(self._reserve, 0)
        elements = write_elements([section], self._document, page, numbers)
        for place, (element, body, mark) in enumerate(elements):
            if place == 0:
                self._sections.append(element)
            if mark is not None:
                by_mark[mark] = element
            self._put(element, body)
        parents = b" ".join(b"%d 0 R" % by_mark[mark] for mark in range(len(by_mark)))
        self._marked.append(self._add(b"[%s]" % parents))

    def form(self, content: bytes) -> bytes:
        """Write a drawing that many pages share; returns the operator that draws it."""
        low = -self.size.slug
        box = (low, low, self.size.width - low, self.size.height - low)
        head = b"/Type/XObject/Subtype/Form/BBox[%s]/Resources %d 0 R" % (
            numbers(box),
            self._resources,
        )
        name = f"X{len(self._named)}"
        self._named[name] = self._stream(head, content)
        return f"/{name} Do\n".encode()

    def bitmap(self, bitmap: Bitmap) -> bytes:
        """Write a bitmap once; returns the operator that draws it into the unit square."""
        name = self._bitmaps.get(bitmap)
        if name is None:
            size = b"/Width %d/Height %d/BitsPerComponent 8" % (bitmap.width, bitmap.height)
            kind = b"/Type/XObject/Subtype/Image" + size
            mask = self._stream(kind + b"/ColorSpace/DeviceGray", bitmap.alpha)
            image = self._stream(kind + b"/ColorSpace/DeviceRGB/SMask %d 0 R" % mask, bitmap.rgb)
            name = self._bitmaps[bitmap] = f"X{len(self._named)}"
            self._named[name] = image
        return f"/{name} Do\n".encode()

    def close(self) -> int:
        """Write what the pages share and the table of offsets; returns the number of pages."""
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
        drawn = b"".join(b"/%s %d 0 R" % (n.encode(), at) for n, at in self._named.items())
        self._put(self._resources, b"<</Font<<%s>>/XObject<<%s>>>>" % (fonts, drawn))
        self._put(
            self._root,
            b"<</Type/Catalog/Pages %d 0 R/Lang(%s)/MarkInfo<</Marked true>>/StructTreeRoot %d 0 R"
            b"/ViewerPreferences<</PrintScaling/None/DisplayDocTitle true>>>>"
            % (self._tree, self._language.encode("ascii"), self._spoken),
        )
        sections = b" ".join(b"%d 0 R" % section for section in self._sections)
        self._put(
            self._document,
            b"<</Type/StructElem/S/Document/P %d 0 R/K[%s]>>" % (self._spoken, sections),
        )
        marked = b" ".join(b"%d %d 0 R" % pair for pair in enumerate(self._marked))
        self._put(
            self._spoken,
            b"<</Type/StructTreeRoot/K %d 0 R/ParentTree<</Nums[%s]>>/ParentTreeNextKey %d>>"
            % (self._document, marked, len(self._marked)),
        )
        self._end()
        return self.pages

    def _font(self, face: str) -> bytes:
        """A composite font with two bytes a glyph, so that all alphabets print in the same way."""
        subset = self.subsets[face]
        if not subset.codes:
            return b""
        program = subset.program()
        font = subset.font
        metrics = font.metrics
        name = b"EYESDN+" + font.name.encode("ascii")
        file = self._stream(b"/Length1 %d" % len(program), program)
        about = self._add(
            b"<</Type/FontDescriptor/FontName/%s/Flags 4/FontBBox[%s]/ItalicAngle 0/Ascent %d"
            b"/Descent %d/CapHeight %d/StemV %d/FontFile2 %d 0 R>>"
            % (
                name,
                numbers(metrics.bbox),
                metrics.ascent,
                metrics.descent,
                metrics.cap_height,
                metrics.stem,
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
        font_object = self._add(
            b"<</Type/Font/Subtype/Type0/BaseFont/%s/Encoding/Identity-H/DescendantFonts[%d 0 R]"
            b"/ToUnicode %d 0 R>>" % (name, glyphs, meaning)
        )
        return b"/%s %d 0 R" % (face.encode(), font_object)

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
        assert start < OFFSET_MAX, "the file is too long for its table of offsets"
        self._write(b"xref\n0 %d\n0000000000 65535 f \n" % (len(self._offsets) + 1))
        for low in range(0, len(self._offsets), 4096):
            part = self._offsets[low : low + 4096]
            self._write(b"".join(b"%010d 00000 n \n" % offset for offset in part))
        digest = self._digest.hexdigest()[:32].encode()
        self._write(
            b"trailer\n<</Size %d/Root %d 0 R/Info %d 0 R/ID[<%s><%s>]>>\nstartxref\n%d\n%%%%EOF\n"
            % (len(self._offsets) + 1, self._root, self._info, digest, digest, start)
        )

    def _stream(self, head: bytes, content: bytes) -> int:
        packed = zlib.compress(content, COMPRESSION)
        return self._add(
            b"<<%s/Filter/FlateDecode/Length %d>>stream\n%s\nendstream"
            % (head, len(packed), packed)
        )

    def _reserve(self) -> int:
        self._offsets.append(0)
        return len(self._offsets)

    def _add(self, body: bytes) -> int:
        object_id = self._reserve()
        self._put(object_id, body)
        return object_id

    def _put(self, object_id: int, body: bytes) -> None:
        assert self._offsets[object_id - 1] == 0, f"object {object_id} is written twice"
        self._offsets[object_id - 1] = self._written
        self._write(b"%d 0 obj\n%s\nendobj\n" % (object_id, body))

    def _write(self, raw: bytes) -> None:
        self._out.write(raw)
        self._digest.update(raw)
        self._written += len(raw)


def number(value: float) -> bytes:
    """A number in hundredths, as finely as print needs.

    >>> number(12), number(0.504), number(-3.10)
    (b'12', b'0.5', b'-3.1')
    """
    return (b"%.2f" % value).rstrip(b"0").rstrip(b".")


def numbers(values: Iterable[float]) -> bytes:
    """Numbers with a space between them.

    >>> numbers((0, 0, 595.276, 841.89))
    b'0 0 595.28 841.89'
    """
    return b" ".join(number(value) for value in values)


def _boxes(size: PageSize) -> bytes:
    """The boxes a print shop reads: the whole sheet, how far ink runs, and where it is cut."""
    wide, high, slug = size.width, size.height, size.slug
    out = slug - size.bleed
    media = numbers((0, 0, wide + 2 * slug, high + 2 * slug))
    bleed = numbers((out, out, wide + 2 * slug - out, high + 2 * slug - out))
    trim = numbers((slug, slug, wide + slug, high + slug))
    return b"/MediaBox[%s]/BleedBox[%s]/TrimBox[%s]" % (media, bleed, trim)


def _to_unicode(subset: Subset) -> bytes:
    """The character of each glyph, so that the pages can be searched, copied and read aloud."""
    characters: dict[int, int] = {}
    for code, glyph in subset.codes.items():
        characters.setdefault(glyph, code)
    rows = [b"<%04X> <%04X>" % pair for pair in characters.items()]
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


def _utf16(text: str) -> bytes:
    return b"<" + ("\ufeff" + text).encode("utf-16-be").hex().upper().encode() + b">"
