"""Slips for a receipt printer: the blocks of a paper as ESC/POS bytes, and what its status says.

Text goes out in 48 columns of an 80 mm roll; the printer draws the QR code itself.
"""

from __future__ import annotations

import unicodedata
from collections.abc import Sequence
from typing import assert_never

from eyesdown.press.receipts import Balls, Block, Code, Cut, Pair, Words

COLUMNS = 48
LARGE_POINTS = 12
"""Words of this size and above are printed in double height and width."""
ESC, GS, DLE = b"\x1b", b"\x1d", b"\x10"
START = ESC + b"@" + ESC + b"t\x10"  # from the beginning, in code page 1252
CUT_PAPER = b"\n\n\n" + GS + b"V\x42\x00"
ASK_PAPER = DLE + b"\x04\x04"
ASK_OFFLINE = DLE + b"\x04\x02"
ASK_AFTER = GS + b"r\x01"
"""Answered in its turn, after all that was sent before is printed; the two above at once."""
_LEFT, _MIDDLE = ESC + b"a\x00", ESC + b"a\x01"
_PLAIN, _STRONG = ESC + b"E\x00", ESC + b"E\x01"
_SMALL, _LARGE = GS + b"!\x00", GS + b"!\x11"


def escpos(blocks: Sequence[Block]) -> bytes:
    """A whole paper for the printer, cut at its end.

    >>> escpos([Words("Thank you")]).endswith(CUT_PAPER)
    True
    """
    return START + b"".join(_block(block) for block in blocks) + CUT_PAPER


def _block(block: Block) -> bytes:
    match block:
        case Words(words=words, size=size, strong=strong):
            large = size >= LARGE_POINTS
            lines = _wrapped(words, COLUMNS // 2 if large else COLUMNS)
            text = b"".join(_bytes(line) + b"\n" for line in lines)
            look = (_LARGE if large else _SMALL) + (_STRONG if strong else _PLAIN)
            return _MIDDLE + look + text + _SMALL + _PLAIN
        case Pair(left=left, right=right, strong=strong):
            return _LEFT + (_STRONG if strong else _PLAIN) + _pair(left, right) + _PLAIN
        case Balls(numbers=numbers, letter=letter):
            marks = " ".join(f"{number:>3}" for number in numbers)
            lines = _wrapped(f"{letter} {marks}" if letter else marks, COLUMNS)
            return _LEFT + _STRONG + b"".join(_bytes(line) + b"\n" for line in lines) + _PLAIN
        case Cut(strong=strong):
            return _LEFT + (b"=" if strong else b"-") * COLUMNS + b"\n"
        case Code(address=address):
            return _MIDDLE + _qr(address) + b"\n"
        case _:
            assert_never(block)


def _pair(left: str, right: str) -> bytes:
    room = COLUMNS - len(left) - 1
    if len(right) <= room:
        return _bytes(f"{left}{right.rjust(COLUMNS - len(left))}") + b"\n"
    lines = [left, *(line.rjust(COLUMNS) for line in _wrapped(right, COLUMNS))]
    return b"".join(_bytes(line) + b"\n" for line in lines)


def _wrapped(text: str, width: int) -> list[str]:
    """Lines of at most `width` characters, broken at blanks; a longer word is cut.

    >>> _wrapped("one two three", 7)
    ['one two', 'three']
    """
    lines: list[str] = []
    line = ""
    for whole in text.split():
        word = whole
        while len(word) > width:
            lines += [line] if line else []
            line = ""
            lines.append(word[:width])
            word = word[width:]
        if line and len(line) + 1 + len(word) > width:
            lines.append(line)
            line = word
        else:
            line = f"{line} {word}" if line else word
    return [*lines, line] if line else lines


def _bytes(text: str) -> bytes:
    """Text in the printer's code page; a character that it lacks becomes its base or `?`."""
    try:
        return text.encode("cp1252")
    except UnicodeEncodeError:
        return unicodedata.normalize("NFKD", text).encode("cp1252", "replace")


def _qr(address: str) -> bytes:
    """The printer's own QR code: model 2, dots of 6, correction M."""
    data = address.encode()
    size = len(data) + 3
    head = GS + b"(k"
    return b"".join(
        (
            head + b"\x04\x001A2\x00",
            head + b"\x03\x001C\x06",
            head + b"\x03\x001E1",
            head + bytes((size & 255, size >> 8)) + b"1P0" + data,
            head + b"\x03\x001Q0",
        )
    )


def ran_out(after: int) -> bool:
    """Whether the answer to `ASK_AFTER` says that the paper has come to its end.

    >>> ran_out(0x00), ran_out(0x03), ran_out(0x0C)
    (False, False, True)
    """
    return bool(after & 0x0C)


def trouble_in(paper: int, offline: int) -> str:
    """What the two status bytes of a printer say is wrong; empty if nothing is.

    >>> trouble_in(0x12, 0x12), trouble_in(0x72, 0x12), trouble_in(0x12, 0x16)
    ('', 'The paper is out', 'The cover is open')
    """
    if paper & 0x60:
        return "The paper is out"
    if offline & 0x04:
        return "The cover is open"
    if offline & 0x20:
        return "The paper is out"
    if offline & 0x40:
        return "The printer reports an error"
    return ""
