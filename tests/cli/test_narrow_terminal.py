"""What the command says in eighty columns, and where there are no colours to say it with."""

from __future__ import annotations

import re

import pytest
from click.testing import CliRunner

from eyesdown.cli.demo.hall import play_night
from eyesdown.cli.demo.screen import screen
from eyesdown.cli.main import NOUNS, eyesdown
from eyesdown.rulebooks import SHELF

EIGHTY = {"COLUMNS": "80", "FORCE_COLOR": "1", "TERM": "xterm"}
COLOURS = re.compile(r"\x1b\[[\d;]*m")
CUT = "…"


def said(*words: str, **more: str) -> list[str]:
    done = CliRunner(env=EIGHTY | more).invoke(eyesdown, words)
    assert done.exit_code == 0
    return COLOURS.sub("", done.stdout).splitlines()


@pytest.mark.parametrize(
    "words",
    [
        ("rules", "list"),
        ("odds", "keno"),
        ("odds", "keno", "--bet", "regular/10"),
        ("odds", "bingo"),
        ("odds", "bingo", "--tickets", "200"),
        ("simulate", "keno", "--entry", "regular/10=600", "--workers", "1"),
    ],
    ids=" ".join,
)
def test_no_figure_is_cut_and_no_line_is_too_long(words: tuple[str, ...]) -> None:
    lines = said(*words)
    assert not [line for line in lines if CUT in line]
    assert max(map(len, lines)) <= 80


def test_the_house_edge_is_there_in_eighty_columns_too() -> None:
    row = next(line for line in said("odds", "keno") if line.startswith("regular/10 "))
    assert row.split()[-1] == "43.259%"


def test_the_shelf_has_every_title_whole() -> None:
    told = " ".join(" ".join(said("rules", "list")).split())
    for book in SHELF.ids:
        for word in (book, *SHELF.source(book).title.split()):
            assert word in told


def test_figures_that_do_not_fit_are_wrapped_by_the_terminal_and_not_cut() -> None:
    lines = said("odds", "keno", "--growth", "100000", COLUMNS="40")
    assert not [line for line in lines if CUT in line]
    assert any("1 in 16.63" in line and "72.152%" in line for line in lines)


@pytest.mark.parametrize(
    "words",
    [
        ("rules", "list"),
        ("odds", "randomness", "--games", "1000", "--seed", "a"),
        ("keno", "results", *map(str, range(1, 21))),
    ],
    ids=" ".join,
)
def test_in_forty_columns_the_terminal_breaks_lines_and_nothing_is_cut(
    words: tuple[str, ...],
) -> None:
    narrow, wide = (" ".join(said(*words, COLUMNS=columns)) for columns in ("40", "200"))
    assert CUT not in narrow
    assert sorted(narrow.split()) == sorted(wide.split())


@pytest.mark.parametrize("noun", NOUNS)
def test_help_ends_no_sentence_in_dots(noun: str) -> None:
    _, *lines = said(noun, "--help")  # the first one is the usage: [ARGS]...
    assert not [line for line in lines if line.endswith("...")]


@pytest.mark.parametrize("width", [40, 80, 100])
def test_a_night_of_bingo_is_followed_without_colours(width: int) -> None:
    """The board shows what was called, and a card what was marked off, in letters alone."""
    from rich.console import Console

    *_, night = play_night(b"tonight")
    console = Console(width=width, no_color=True, color_system=None)
    with console.capture() as plain:
        console.print(screen(night, width))
    board = plain.get().splitlines()[1:10]
    shown = {int(n) for row in board for n in re.findall(r"\b\d+\b", row.split("│")[1])}
    assert shown == set(night.calls)
    marked = {int(n) for n in re.findall(r"(\d+)•", plain.get())}
    cards = {n for ticket in night.tickets.values() for row in ticket.rows for n in row if n}
    assert marked == cards & set(night.calls)
    assert "$ paid $40.00" in plain.get()  # what was said last
    if width >= 80:
        assert len(plain.get().splitlines()) < 24


@pytest.mark.parametrize("words", [(), ("cards",), ("cards", "make"), ("serve",), ("rules", "why")])
def test_help_fits_forty_columns_but_for_what_is_typed(words: tuple[str, ...]) -> None:
    lines = said(*words, "--help", COLUMNS="40")
    end = next(at for at, line in enumerate(lines) if line.strip() in {"Example:", "Examples:"})
    typed = ("eyesdown ", "eval ", "--format [jsonl|")
    lines = [line for line in lines[:end] if not line.strip().startswith(typed)]
    assert max(map(len, lines)) <= 40
