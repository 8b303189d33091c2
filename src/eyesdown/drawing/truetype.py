"""TrueType fonts: metrics, the characters a font has, and a smaller font with some of its glyphs.

It reads what the project's own fonts contain, not every TrueType file: a Unicode character map of
format 4 and outlines in a `glyf` table. The names of tables and fields are those of the
OpenType specification.
"""

from __future__ import annotations

import struct
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass

_UNICODE_MAPS = ((3, 1), (0, 3), (0, 4))  # (platform, encoding) pairs that map Unicode
_POSTSCRIPT_NAME = 6
_CHECKSUM_OF_A_FILE = 0xB1B0AFBA
# Tables that a PDF reader needs of an embedded font, apart from those we write anew.
_COPIED = ("OS/2", "cvt ", "fpgm", "prep")
# Flags of one component of a composite glyph.
_ARGUMENTS_ARE_WORDS = 0x0001
_HAS_SCALE = 0x0008
_MORE_COMPONENTS = 0x0020
_HAS_TWO_SCALES = 0x0040
_HAS_MATRIX = 0x0080


@dataclass(frozen=True, slots=True)
class Metrics:
    """What a PDF font descriptor says about a font, in thousandths of the font size."""

    bbox: tuple[float, float, float, float]
    ascent: float
    descent: float
    cap_height: float
    stem: int


class TrueType:
    """A TrueType font in memory."""

    def __init__(self, raw: bytes) -> None:
        self._tables = dict(_tables(raw))
        head = self._tables["head"]
        self._units: int = struct.unpack_from(">H", head, 18)[0]
        (self._glyph_count,) = struct.unpack_from(">H", self._tables["maxp"], 4)
        self.name = _postscript_name(self._tables["name"])
        self.metrics = self._metrics()
        self.glyphs: Mapping[int, int] = dict(_character_map(self._tables["cmap"]))
        """Glyph number of every character the font has."""
        self._advances, self._bearings = self._horizontal()
        long_offsets = struct.unpack_from(">h", head, 50) == (1,)
        kind, unit = ("L", 1) if long_offsets else ("H", 2)
        places = struct.unpack_from(f">{self._glyph_count + 1}{kind}", self._tables["loca"])
        self._places = [place * unit for place in places]

    def advance(self, glyph: int) -> float:
        """Width of a glyph in thousandths of the font size."""
        return self._advances[glyph] * 1000 / self._units

    def subset(self, glyphs: Sequence[int]) -> bytes:
        """A TrueType file with these glyphs, numbered from 1 in the order given.

        Parts of composite glyphs (é is e and an accent) follow after them. The file has no
        character map: a PDF font that embeds it addresses the glyphs by their numbers.
        """
        order = [0, *glyphs]  # glyph 0 is always the one for a missing character
        numbers = {glyph: number for number, glyph in enumerate(order)}
        for glyph in order:  # grows while we walk it: a component may be composite itself
            for place in _components(self._outline(glyph)):
                (part,) = struct.unpack_from(">H", self._outline(glyph), place)
                if part not in numbers:
                    numbers[part] = len(order)
                    order.append(part)
        outlines = [_renumbered(self._outline(glyph), numbers) for glyph in order]
        offsets = [0]
        for outline in outlines:
            offsets.append(offsets[-1] + len(outline))
        metrics = [
            pair for glyph in order for pair in (self._advances[glyph], self._bearings[glyph])
        ]
        tables = {tag: self._tables[tag] for tag in _COPIED if tag in self._tables}
        tables["glyf"] = b"".join(outlines)
        tables["loca"] = struct.pack(f">{len(offsets)}L", *offsets)
        tables["hmtx"] = struct.pack(">" + "Hh" * len(order), *metrics)
        tables["hhea"] = _with_short(self._tables["hhea"], 34, len(order))
        tables["maxp"] = _with_short(self._tables["maxp"], 4, len(order))
        tables["head"] = _with_short(self._tables["head"], 50, 1)  # `loca` has long offsets
        return _file(tables)

    def _metrics(self) -> Metrics:
        def scaled(value: int) -> float:
            return value * 1000 / self._units

        os2 = self._tables["OS/2"]
        left, low, right, high = struct.unpack_from(">4h", self._tables["head"], 36)
        (weight,) = struct.unpack_from(">H", os2, 4)
        ascent, descent = struct.unpack_from(">2h", os2, 68)
        (cap_height,) = struct.unpack_from(">h", os2, 88)
        return Metrics(
            bbox=(scaled(left), scaled(low), scaled(right), scaled(high)),
            ascent=scaled(ascent),
            descent=scaled(descent),
            cap_height=scaled(cap_height),
            # No table holds the width of stems; PDF writers estimate it from the weight.
            stem=50 + int((weight / 65) ** 2),
        )

    def _horizontal(self) -> tuple[list[int], list[int]]:
        """Advance widths and left bearings by glyph."""
        (full,) = struct.unpack_from(">H", self._tables["hhea"], 34)
        table = self._tables["hmtx"]
        pairs = struct.unpack_from(">" + "Hh" * full, table)
        rest = self._glyph_count - full  # glyphs after the last pair share its advance width
        bearings = struct.unpack_from(f">{rest}h", table, 4 * full)
        return [*pairs[0::2], *[pairs[-2]] * rest], [*pairs[1::2], *bearings]

    def _outline(self, glyph: int) -> bytes:
        return self._tables["glyf"][self._places[glyph] : self._places[glyph + 1]]


def _tables(raw: bytes) -> Iterator[tuple[str, bytes]]:
    (count,) = struct.unpack_from(">H", raw, 4)
    for number in range(count):
        tag, _, start, length = struct.unpack_from(">4sLLL", raw, 12 + 16 * number)
        yield tag.decode("ascii"), raw[start : start + length]


def _postscript_name(table: bytes) -> str:
    count, strings = struct.unpack_from(">HH", table, 2)
    for number in range(count):
        platform, _, _, name_id, length, start = struct.unpack_from(">6H", table, 6 + 12 * number)
        if platform == 3 and name_id == _POSTSCRIPT_NAME:
            return table[strings + start : strings + start + length].decode("utf-16-be")
    raise ValueError("the font has no PostScript name")


def _character_map(table: bytes) -> Iterator[tuple[int, int]]:
    """Character and glyph pairs of the Unicode map, which must be of format 4."""
    (count,) = struct.unpack_from(">H", table, 2)
    maps = [struct.unpack_from(">HHL", table, 4 + 8 * number) for number in range(count)]
    start = next(start for *kind, start in maps if tuple(kind) in _UNICODE_MAPS)
    form, _, _, twice = struct.unpack_from(">4H", table, start)
    if form != 4:
        raise ValueError(f"the font's character map has format {form}, not 4")
    segments = twice // 2
    ends = struct.unpack_from(f">{segments}H", table, start + 14)
    firsts = struct.unpack_from(f">{segments}H", table, start + 16 + twice)
    deltas = struct.unpack_from(f">{segments}H", table, start + 16 + 2 * twice)
    ranges_at = start + 16 + 3 * twice
    ranges = struct.unpack_from(f">{segments}H", table, ranges_at)
    for segment in range(segments):
        for character in range(firsts[segment], ends[segment] + 1):
            glyph = character
            if ranges[segment]:
                # The offset counts from its own place in the table to a list of glyph numbers.
                step = 2 * (segment + character - firsts[segment])
                (glyph,) = struct.unpack_from(">H", table, ranges_at + ranges[segment] + step)
                if not glyph:
                    continue
            glyph = (glyph + deltas[segment]) & 0xFFFF
            if glyph:  # glyph 0 is the one for a missing character
                yield character, glyph


def _components(outline: bytes) -> Iterator[int]:
    """Where a composite glyph's outline names its components; nothing for a simple glyph."""
    if not outline or struct.unpack_from(">h", outline) >= (0,):
        return
    place, flags = 10, _MORE_COMPONENTS
    while flags & _MORE_COMPONENTS:
        (flags,) = struct.unpack_from(">H", outline, place)
        yield place + 2
        place += 8 if flags & _ARGUMENTS_ARE_WORDS else 6
        if flags & _HAS_SCALE:
            place += 2
        elif flags & _HAS_TWO_SCALES:
            place += 4
        elif flags & _HAS_MATRIX:
            place += 8


def _renumbered(outline: bytes, numbers: Mapping[int, int]) -> bytes:
    """The outline with its components' new numbers, padded to four bytes."""
    for place in _components(outline):
        (glyph,) = struct.unpack_from(">H", outline, place)
        outline = _with_short(outline, place, numbers[glyph])
    return outline + bytes(-len(outline) % 4)


def _with_short(table: bytes, place: int, value: int) -> bytes:
    return table[:place] + struct.pack(">H", value) + table[place + 2 :]


def _file(tables: Mapping[str, bytes]) -> bytes:
    """A font file of these tables, with its checksums."""
    tables = {**tables, "head": tables["head"][:8] + bytes(4) + tables["head"][12:]}
    power = len(tables).bit_length() - 1  # the directory starts with fields for a binary search
    search = 16 << power
    directory = [
        struct.pack(">LHHHH", 0x10000, len(tables), search, power, 16 * len(tables) - search)
    ]
    place = 12 + 16 * len(tables)
    body = []
    for tag in sorted(tables):
        content = tables[tag]
        padded = content + bytes(-len(content) % 4)
        entry = (tag.encode("ascii"), _checksum(padded), place, len(content))
        directory.append(struct.pack(">4sLLL", *entry))
        body.append(padded)
        place += len(padded)
    whole = b"".join(directory + body)
    # The last checksum covers the whole file and is written into its `head` table.
    adjustment = struct.pack(">L", (_CHECKSUM_OF_A_FILE - _checksum(whole)) & 0xFFFFFFFF)
    head_at = (
        12
        + 16 * len(tables)
        + sum(len(tables[tag]) + -len(tables[tag]) % 4 for tag in sorted(tables) if tag < "head")
    )
    return whole[: head_at + 8] + adjustment + whole[head_at + 12 :]


def _checksum(padded: bytes) -> int:
    numbers: tuple[int, ...] = struct.unpack(f">{len(padded) // 4}L", padded)
    return sum(numbers) & 0xFFFFFFFF
