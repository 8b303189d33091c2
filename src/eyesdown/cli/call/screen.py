"""What the caller sees: the last disc in big digits, the chart, and what each key does."""

from __future__ import annotations

from collections.abc import Iterator, Sequence

from eyesdown.cli.call.evening import Checked, Evening
from eyesdown.display.family.words import text

GLYPHS = {
    "0": ("###", "# #", "# #", "# #", "###"),
    "1": (" # ", "## ", " # ", " # ", "###"),
    "2": ("###", "  #", "###", "#  ", "###"),
    "3": ("###", "  #", "###", "  #", "###"),
    "4": ("# #", "# #", "###", "  #", "  #"),
    "5": ("###", "#  ", "###", "  #", "###"),
    "6": ("###", "#  ", "###", "# #", "###"),
    "7": ("###", "  #", "  #", "  #", "  #"),
    "8": ("###", "# #", "###", "# #", "###"),
    "9": ("###", "# #", "###", "  #", "###"),
    "B": ("## ", "# #", "## ", "# #", "## "),
    "I": ("###", " # ", " # ", " # ", "###"),
    "N": ("# #", "###", "###", "###", "# #"),
    "G": ("###", "#  ", "# #", "# #", "###"),
    "O": ("###", "# #", "# #", "# #", "###"),
}
ROWS = 5
WIDE = 100
LETTERS = "BINGO"
BOLD, INVERSE, DIM, PLAIN = "\x1b[1m", "\x1b[7m", "\x1b[2m", "\x1b[0m"


def big(label: str, wide: int = 2) -> list[str]:
    """A label in letters five lines high, each dot `wide` characters.

    >>> print("\\n".join(big("I7", 1)))
    ███ ███
     █    █
     █    █
     █    █
    ███   █
    """
    lines = []
    for row in range(ROWS):
        dots = " ".join(GLYPHS[character][row] for character in label)
        line = "".join((" " if dot == " " else "█") * wide for dot in dots)
        lines.append(line.rstrip())
    return lines


def chart(evening: Evening, *, plain: bool = False) -> Iterator[str]:
    """The checking chart: numbers that were called, dots for the others."""
    called = evening.state.called
    last = called[-1] if called else 0
    is_75 = evening.state.house.balls == 75
    rows, each = (5, 15) if is_75 else (9, 10)
    for row in range(rows):
        cells = []
        for disc in range(row * each + 1, row * each + each + 1):
            if disc == last:
                cells.append(f"[{disc:2d}]" if plain else f"{INVERSE}{BOLD} {disc:2d} {PLAIN}")
            else:
                cells.append(f" {disc:2d} " if disc in called else "  · ")
        yield (f"{LETTERS[row]} " if is_75 else "") + "".join(cells)


def _keys(keys: str, width: int) -> list[str]:
    """What each key does, in lines that break between keys.

    >>> _keys("p: pace · u: take back · q: stop", 30)
    ['  p: pace · u: take back', '  q: stop']
    """
    lines = [""]
    for key in keys.split(" · "):
        longer = f"{lines[-1]} · {key}" if lines[-1] else f"  {key}"
        if lines[-1] and len(longer) > width:
            lines.append(f"  {key}")
        else:
            lines[-1] = longer
    return lines


def screen(evening: Evening, language: str, width: int, message: str = "") -> str:
    """The whole screen as text."""
    state = evening.state
    called = state.called
    lines = [
        text(
            "call_head_one" if language == "fr" and len(called) < 2 else "call_head",
            language,
            round=max(state.round, 1),
            count=len(called),
            left=len(evening.left),
        ),
        "",
    ]
    if called:
        digits = big(evening.label(called[-1]), 4 if width >= WIDE else 2)
        lines += [f"   {BOLD}{line}{PLAIN}" for line in digits]
    else:
        lines += ["", "", f"   {text('call_eyes_down', language)}", "", ""]
    lines += ["", *(f"  {line}" for line in chart(evening)), ""]
    earlier = "  ".join(evening.label(disc) for disc in reversed(called[-13:-1]))
    lines.append(f"  {DIM}{earlier}{PLAIN}")
    lines += ["", f"  {message}" if message else ""]
    lines += [f"{DIM}{line}{PLAIN}" for line in _keys(text("call_keys", language), width)]
    return "\n".join(lines)


def history(evening: Evening) -> str:
    """All discs in the order they were called.

    An evening of two discs reads 'B7  I22'.
    """
    return "  ".join(evening.label(disc) for disc in evening.state.called)


def verdict(evening: Evening, checked: Checked, language: str) -> str:
    """What is announced about a card whose number was called out."""
    if checked.wins:
        key = "call_wins" if checked.is_on_last else "call_wins_earlier"
        return text(key, language, card=checked.card, row=_row(evening, checked.numbers))
    missing = _row(evening, checked.missing)
    return text("call_misses", language, card=checked.card, missing=missing)


def _row(evening: Evening, numbers: Sequence[int]) -> str:
    return " ".join(evening.label(number) if number else "★" for number in numbers)
