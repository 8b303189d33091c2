"""A game played one more line at a time, and files that are held against the rules."""

from __future__ import annotations

from pathlib import Path

import pytest
from click.testing import CliRunner

from eyesdown.cli.main import eyesdown
from eyesdown.keno.state.state import KenoState
from eyesdown.kernel.refused import Refused
from eyesdown.notation.cursor import EyesError
from eyesdown.notation.document import Asked, parse
from eyesdown.notation.player import played
from eyesdown.notation.playing import Play

GOLDENS = sorted((Path(__file__).parents[1] / "goldens").glob("*.eyes"))
FAMILY = """book family-bingo on 2026-06-01
card F1
   3 17 32 48 62
  11 22 45 57 70
   8 29 FR 50 66
  14 19 38 46 75
   1 25 41 60 73
> begin series cards=[@F1]
> deal card player=Ana card=1
> start round
"""
WRITTEN = "  Refused asked=StartRound refusals=[banker/not_named <Banker first round (English)>]\n"


@pytest.mark.parametrize("path", GOLDENS, ids=lambda path: path.stem)
def test_a_golden_game_line_by_line_is_the_game_at_once(path: Path) -> None:
    script = parse(path.read_text("utf-8"))
    whole = played(script)
    game = Play.of(path)
    assert (game.state, game.books) == (whole.state, whole.books)
    asked = [item for item in script.items if isinstance(item, Asked)]
    assert asked
    again = Play.begin(script)
    assert [again.item(item) for item in script.items if isinstance(item, Asked)] == [
        item.events for item in asked
    ]


def test_each_line_gives_the_events_of_its_command() -> None:
    game = Play.of(FAMILY)
    [named] = game.line("> name banker person=Dad")
    assert (type(named).__name__, named.person) == ("BankerNamed", "Dad")
    assert game.line("# a comment") == game.line("day 2026-06-02") == ()
    started, called = game.line("> start round\n> call disc disc=17")
    assert (type(started).__name__, type(called).__name__) == ("RoundStarted", "DiscCalled")


def test_a_drawing_and_an_in_line_hold_for_the_lines_after_them() -> None:
    game = Play.of("book nz-casino-bingo on 2026-05-05")
    games = "games=[PlannedGame(game=1 versions=[1]) PlannedGame(game=2 versions=[1])]"
    game.line(f"> 18:00 plan session session=mon starts_at=19:00 {games}")
    game.line("in session=mon")
    [opened] = game.line("> 18:01 open session")
    assert opened.session == "mon"


@pytest.mark.parametrize(
    ("text", "line", "column"),
    [
        ("> sing a song", 11, 3),
        ("day 2026-06-02\n> call disc disc=x", 12, 18),
        ("> name banker person=Dad\n> name banker colour=red", 12, 15),
        ("hum", 11, 1),
    ],
)
def test_a_line_that_cannot_be_read_names_its_place_and_nothing_is_played(
    text: str, line: int, column: int
) -> None:
    game = Play.of(FAMILY)
    before = repr(game.state)
    with pytest.raises(EyesError) as wrong:
        game.line(text)
    assert (wrong.value.line, wrong.value.column) == (line, column)
    assert repr(game.state) == before
    [named] = game.line("> name banker person=Ana")
    assert named.person == "Ana"


def test_keno_has_its_state_and_books() -> None:
    game = Play.of("book nsw-keno on 2026-06-01")
    [refused] = game.line("> 10:00 open game closes_at=10:05")
    assert isinstance(refused, Refused)
    assert isinstance(game.state, KenoState)
    assert game.books == {}
    with pytest.raises(EyesError, match="no settings: this book has none"):
        game.line("settings strict_banding=yes")


def test_settings_come_before_the_first_command() -> None:
    game = Play.of("book nz-casino-bingo on 2026-05-05")
    game.line("settings strict_banding=yes")
    game.line("> 18:00 open pool pool=Gold")
    assert game.state.settings.strict_banding
    with pytest.raises(EyesError, match="settings come before the first command"):
        game.line("settings strict_banding=no")


def eyes(text: str, *options: str) -> tuple[int, str, str]:
    done = CliRunner().invoke(eyesdown, ["play", "-", *options], input=text)
    return done.exit_code, done.stdout, done.stderr


def test_strict_stops_at_the_first_refusal_that_is_not_in_the_file() -> None:
    code, out, err = eyes(FAMILY + "> name banker person=Dad\n", "--strict")
    assert code == 1
    assert out.endswith(WRITTEN)
    assert err.startswith("line 11: the file says nothing, the rules say '  Refused asked=")
    code, out, err = eyes(FAMILY + WRITTEN + "> name banker person=Dad\n", "--strict")
    assert (code, err) == (0, "")
    assert "  BankerNamed person=Dad" in out


def test_strict_asks_for_no_events_that_are_not_refusals() -> None:
    allowed = FAMILY.removesuffix("> start round\n")
    assert eyes(allowed, "--strict")[0] == 0
    assert eyes(allowed, "--check")[0] == 1


@pytest.mark.parametrize(
    ("written", "code"),
    [
        (WRITTEN, 0),
        ("  Refused refusals=[banker/not_named <Banker first round (English)>]\n", 0),
        ("  Refused refusals=[game/not_now <Winner>]\n", 1),
        ("", 1),
    ],
)
def test_a_check_takes_a_file_that_writes_only_the_refusal_it_expects(
    written: str, code: int
) -> None:
    assert eyes(FAMILY + written, "--check")[0] == code


def test_a_check_of_one_expected_refusal_takes_no_other() -> None:
    twice = FAMILY + WRITTEN + "> call disc disc=17\n"
    code, _, err = eyes(twice, "--check")
    assert code == 1
    assert err.startswith("line 13: the file says nothing, the rules say '  Refused asked=CallDisc")
