"""`eyesdown play`, as it is typed."""

from __future__ import annotations

import json
from pathlib import Path

import pytest
from click.testing import CliRunner

from eyesdown.cli.main import eyesdown
from eyesdown.kernel.errors import BadInput

GAME = """# a short one
book family-bingo on 2026-06-01

card F1
   B  I  N  G  O
   3 17 32 48 62
  11 22 45 57 70
   8 29 FR 50 66
  14 19 38 46 75
   1 25 41 60 73

> begin series cards=[@F1]
> deal card player=Ana card=1
> start round
"""


def test_each_command_is_printed_with_its_events_beneath(tmp_path: Path) -> None:
    file = tmp_path / "game.eyes"
    file.write_text(GAME, "utf-8")
    done = CliRunner().invoke(eyesdown, ["play", str(file)])
    assert done.exit_code == 0
    assert done.output.splitlines()[-4:] == [
        "> deal card player=Ana card=1",
        "  CardDealt player=Ana card=1",
        "> start round",
        "  Refused asked=StartRound refusals=[banker/not_named <Banker first round (English)>]",
    ]
    checked = CliRunner().invoke(eyesdown, ["play", str(file), "--check"])
    assert checked.exit_code == 1
    assert "line 13: the file says" in checked.output
    file.write_text(done.output, "utf-8")
    assert CliRunner().invoke(eyesdown, ["play", str(file), "--check"]).exit_code == 0


def test_blanks_and_a_missing_last_end_of_line_are_no_difference() -> None:
    told = CliRunner().invoke(eyesdown, ["play", "-"], input=GAME).output
    spaced = told.replace("player=Ana card=1\n", "player=Ana  card=1  \n").rstrip("\n")
    assert CliRunner().invoke(eyesdown, ["play", "-", "--check"], input=spaced).exit_code == 0
    other = spaced.replace("CardDealt player=Ana", "CardDealt player=Ben")
    done = CliRunner().invoke(eyesdown, ["play", "-", "--check"], input=other)
    assert done.exit_code == 1
    assert "the file says '  CardDealt player=Ben card=1'" in done.output


def test_json_lines_have_command_and_events() -> None:
    done = CliRunner().invoke(eyesdown, ["play", "-", "--json"], input=GAME)
    assert done.exit_code == 0
    begun, dealt, refused = [json.loads(line) for line in done.output.splitlines()]
    assert begun["command"] == "begin series cards=[@F1]"
    assert begun["asked"]["name"] == "BeginSeries"
    assert dealt["events"] == [{"event": "CardDealt", "player": "Ana", "card": 1, "covered": []}]
    (no,) = refused["events"]
    assert (no["event"], no["code"], no["clause"]) == (
        "Refused",
        "banker/not_named",
        "Banker first round (English)",
    )
    assert no["refusals"][0]["book"] == "family-bingo"


def test_what_is_wrong_with_a_file_is_said_with_its_place(tmp_path: Path) -> None:
    file = tmp_path / "game.eyes"
    file.write_text(GAME + "> call disc disc=x\n", "utf-8")
    done = CliRunner().invoke(eyesdown, ["play", str(file)])
    assert isinstance(done.exception, BadInput)
    says = f"{file}, line 15, column 18: expected a whole number, found x"
    assert str(done.exception) == says
    file.write_bytes(b"book family-bingo on 2026-06-01\n# \xff\n")
    done = CliRunner().invoke(eyesdown, ["play", str(file)])
    assert str(done.exception) == f"{file}, line 2: is not UTF-8 text"
    done = CliRunner().invoke(eyesdown, ["play", "-"], input=b"\n\n\xff")
    assert str(done.exception) == "line 3: is not UTF-8 text"
    assert CliRunner().invoke(eyesdown, ["play", str(tmp_path / "nowhere.eyes")]).exit_code == 2


def test_a_file_from_another_editor_is_the_same_game() -> None:
    """With a mark of the byte order and line ends of two characters."""
    played = CliRunner().invoke(eyesdown, ["play", "-"], input=GAME).stdout
    theirs = "\ufeff" + played.replace("\n", "\r\n")
    done = CliRunner().invoke(eyesdown, ["play", "--check", "-"], input=theirs)
    assert (done.exit_code, done.stdout) == (0, played)


def test_the_words_of_a_book_are_listed_and_a_file_is_asked_for() -> None:
    told = CliRunner().invoke(eyesdown, ["play", "--words", "family-bingo"])
    assert told.exit_code == 0
    assert '> deal card [by=""] player=TEXT card=NUMBER\n' in told.output
    assert CliRunner().invoke(eyesdown, ["play"]).exit_code == 2


BINGO = """> name banker person=Dad
> start round
> call disc disc=3
> call disc disc=17 letter=B
> call disc disc=32
> cry bingo player=Ana
> read back player=Ana numbers=[3 17 32 48 62]
> cry bingo player=Dad
> call disc disc=25
> call disc disc=38
> call disc disc=57
> call disc disc=1
> call disc disc=46
"""


@pytest.mark.clause("family-bingo", "French version", "Call letter")
def test_the_banker_is_heard_in_both_languages() -> None:
    """The same game in other words: as many sentences, the same numbers in them."""
    game = GAME.removesuffix("> start round\n") + BINGO
    heard = {
        language: CliRunner().invoke(eyesdown, ["play", "-", "--aloud", language], input=game)
        for language in ("en", "fr")
    }
    english, french = (heard[language].output.splitlines() for language in ("en", "fr"))
    assert english[2:5] == ["Round 1. Eyes down!", "B3!", "Not B17: I17!"]
    assert french[2:5] == ["Tour 1. Les yeux sur les cartes !", "B3 !", "Non pas B17 : I17 !"]
    assert english[6:8] == [
        "Ana cries Bingo. Please read your row back.",
        "Ana's row is wrong; its counters come off.",
    ]
    assert len(english) == len(french) == 13
    other = CliRunner().invoke(
        eyesdown, ["play", "-", "--aloud", "fr"], input="book vic-bingo on 2026-06-01\n"
    )
    assert isinstance(other.exception, BadInput)
    assert CliRunner().invoke(eyesdown, ["play", "-", "--aloud", "de"]).exit_code == 2
    assert CliRunner().invoke(eyesdown, ["play", "-", "--aloud", "fr", "--json"]).exit_code == 2


@pytest.mark.clause("family-bingo", "Players (French)", "French version", "Safety warning")
def test_the_leaflet_is_read_in_both_languages_with_its_warning() -> None:
    both = CliRunner().invoke(eyesdown, ["rules", "leaflet"]).output
    pages = [
        CliRunner().invoke(eyesdown, ["rules", "leaflet", "--language", language]).output
        for language in ("en", "fr")
    ]
    assert both == "\n".join(pages)
    english, french = (page.splitlines()[-1] for page in pages)
    assert english == "WARNING: choking hazard, small parts. Not for children under 3."
    assert french.startswith("AVERTISSEMENT : risque d'étouffement, petites pièces.")
    assert french.endswith("Déconseillé aux enfants de moins de 3 ans.")
    assert "tant qu'il reste une carte" in pages[1]


def test_the_books_of_a_game_add_up_to_nothing() -> None:
    """What cards brought is in the till; whoever plays at home has no books to keep."""
    sold = Path(__file__).parent.parent / "goldens" / "nz-corrections.eyes"
    done = CliRunner().invoke(eyesdown, ["play", str(sold), "--books", "--json"])
    answer = json.loads(done.stdout)
    assert answer["adds_up_to"] == 0
    cash = sum(
        event["paid_cents"]
        for line in CliRunner().invoke(eyesdown, ["play", str(sold), "--json"]).stdout.splitlines()
        for event in json.loads(line)["events"]
        if event["event"] == "CardsSold"
    )
    assert answer["balances"]["hall_cash/counter"] == cash > 0
    shown = CliRunner().invoke(eyesdown, ["play", str(sold), "--books"]).stdout
    assert "bingo prizes won and not yet paid" in shown
    alone = CliRunner().invoke(eyesdown, ["play", "-", "--books", "--json"], input=GAME)
    assert json.loads(alone.stdout)["balances"] == {}
    for other in ("--check", "--aloud=en"):
        assert CliRunner().invoke(eyesdown, ["play", "-", "--books", other]).exit_code == 2


GOLDENS = Path(__file__).parents[1] / "goldens"


def test_a_hall_sees_its_board_what_is_to_be_read_and_claims() -> None:
    """Cut in the middle of a game: five numbers are out, and Ana has called."""
    lines = (GOLDENS / "nz-session.eyes").read_text("utf-8").splitlines(keepends=True)
    last = next(place for place, line in enumerate(lines) if "claim player=ana word=line" in line)
    cut = "".join(lines[: last + 2])
    shown = CliRunner().invoke(eyesdown, ["play", "-", "--hall"], input=cut).output.splitlines()
    assert shown[:3] == ["session mon", "  game 1, 3 planned", "  numbers  7 23 33 40 63; last 63"]
    assert "  prize    part series $10.00" in shown
    assert any("before the close, supervisor, cl. 6.3(a): The jackpot pool" in one for one in shown)
    [claim] = [one for one in shown if one.startswith("  claim 4: ana on number 63: 7 called,")]
    assert claim.endswith(
        "Still to do: collect, serial, numbers, last number, public reading, caller verification."
    )
    assert shown[-1].startswith("  notice at counter: game 1 $10.00; game 2 $10.00;")
    told = CliRunner().invoke(eyesdown, ["play", "-", "--hall", "--json"], input=cut).output
    assert json.loads(told)["board"]["numbers"] == [7, 23, 33, 40, 63]


def test_a_jackpot_stays_on_the_board_with_its_numbers() -> None:
    lines = (GOLDENS / "nsw-session.eyes").read_text("utf-8").splitlines(keepends=True)
    last = next(place for place, line in enumerate(lines) if "  JackpotNumbersDrawn" in line)
    shown = (
        CliRunner()
        .invoke(eyesdown, ["play", "-", "--hall"], input="".join(lines[: last + 1]))
        .output
    )
    assert "  jackpot  jackpot $24.00; numbers 83 5\n" in shown
    assert "           jackpot: bingo, on a jackpot number\n" in shown
    assert "  notice at station 1: entry fee $15.00;" in shown


def test_a_pool_stays_on_the_board_of_a_game_that_pays_it() -> None:
    hall = """book nz-casino-bingo on 2026-05-05
> 18:00 open pool pool=Gold
> 18:00 plan session session=mon starts_at=19:00 games=[PlannedGame(game=1 versions=[1]) PlannedGame(game=2 versions=[2])] pool=Gold pool_games=[2] pool_method="with the prize"
in session=mon
> 18:01 open session
> 18:01 contribute pool=Gold amount_cents=$50.00
> 19:00 start game game={game}
"""  # noqa: E501  lines as a file has them
    for game in (1, 2):
        given = hall.replace("{game}", str(game))
        shown = CliRunner().invoke(eyesdown, ["play", "-", "--hall"], input=given).output
        board = (
            "  jackpot  Gold $50.00\n           with the prize\n           session of 2026-05-05"
        )
        assert (board in shown) == (game == 2)


def test_a_hall_that_is_closed_or_none_says_so() -> None:
    closed = CliRunner().invoke(eyesdown, ["play", str(GOLDENS / "vic-session.eyes"), "--hall"])
    assert closed.output == "No session is open.\n"
    keno = CliRunner().invoke(eyesdown, ["play", str(GOLDENS / "keno-day.eyes"), "--hall"])
    assert isinstance(keno.exception, BadInput)
    for other in ("--check", "--books", "--aloud=en"):
        both = ["play", str(GOLDENS / "vic-session.eyes"), "--hall", other]
        assert CliRunner().invoke(eyesdown, both).exit_code == 2
