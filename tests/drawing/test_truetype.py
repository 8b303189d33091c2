"""The font reader against another one: the same characters, widths and outlines."""

from __future__ import annotations

import io
import struct

import pytest
from reportlab.pdfbase.ttfonts import TTFontFile

from eyesdown.drawing.faces import FILES, font_file
from eyesdown.drawing.truetype import TrueType

TEXT = "Ōtāhuhu 90 – €, Łódź & Søn ½ Ж"  # simple and composite glyphs
NO_BREAK_SPACE = 0xA0


def tables(font: bytes) -> dict[bytes, bytes]:
    (count,) = struct.unpack_from(">H", font, 4)
    entries = [struct.unpack_from(">4sLLL", font, 12 + 16 * n) for n in range(count)]
    return {tag: font[start : start + length] for tag, _, start, length in entries}


@pytest.mark.parametrize("face", list(FILES))
def test_characters_widths_and_metrics_are_those_of_another_reader(face: str) -> None:
    font, other = TrueType(font_file(face)), TTFontFile(io.BytesIO(font_file(face)))
    expected = {code: glyph for code, glyph in other.charToGlyph.items() if glyph}
    expected[NO_BREAK_SPACE] = font.glyphs[NO_BREAK_SPACE]  # they use the plain space for it
    assert font.glyphs == expected
    assert len(expected) > 500
    assert all(font.advance(glyph) == other.charWidths[code] for code, glyph in expected.items())
    assert font.name == other.name.decode()
    metrics = font.metrics
    assert metrics.bbox == tuple(other.bbox)
    assert (metrics.ascent, metrics.descent) == (other.ascent, other.descent)
    assert (metrics.cap_height, metrics.stem) == (other.capHeight, other.stemV)


@pytest.mark.parametrize("face", list(FILES))
def test_a_subset_has_the_outlines_that_another_writer_takes(face: str) -> None:
    font, other = TrueType(font_file(face)), TTFontFile(io.BytesIO(font_file(face)))
    codes = list(dict.fromkeys(map(ord, TEXT)))
    ours = tables(font.subset([font.glyphs[code] for code in codes]))
    theirs = tables(other.makeSubset(codes))
    assert ours[b"glyf"] == theirs[b"glyf"]
    assert ours[b"maxp"] == theirs[b"maxp"]
    glyphs = struct.unpack_from(">H", ours[b"maxp"], 4)[0]
    assert glyphs > len(codes) + 1  # parts of composite glyphs follow
    places = struct.unpack(f">{glyphs + 1}L", ours[b"loca"])
    assert places == tuple(2 * place for (place,) in struct.iter_unpack(">H", theirs[b"loca"]))
    advances = [advance for advance, _ in struct.iter_unpack(">Hh", ours[b"hmtx"])]
    wanted = [round(font.advance(font.glyphs[code]) * 2048 / 1000) for code in codes]
    assert advances[1 : len(codes) + 1] == wanted


def test_the_checksums_of_a_subset_add_up() -> None:
    font = TrueType(font_file("bold"))
    raw = font.subset([font.glyphs[ord("é")]])
    assert len(raw) % 4 == 0
    assert sum(word for (word,) in struct.iter_unpack(">L", raw)) & 0xFFFFFFFF == 0xB1B0AFBA
    count = struct.unpack_from(">H", raw, 4)[0]
    for number in range(count):
        tag, checksum, start, length = struct.unpack_from(">4sLLL", raw, 12 + 16 * number)
        table = raw[start : start + length]
        if tag == b"head":
            table = table[:8] + bytes(4) + table[12:]
        padded = table + bytes(-len(table) % 4)
        assert sum(word for (word,) in struct.iter_unpack(">L", padded)) & 0xFFFFFFFF == checksum
