"""`eyesdown odds` and `eyesdown simulate` from the outside."""

from __future__ import annotations

import json
import random
import re
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from fractions import Fraction
from pathlib import Path
from typing import Any

import pytest
from click.testing import CliRunner, Result

from eyesdown.cli.odds import draws
from eyesdown.cli.odds.command import SHEETS, odds
from eyesdown.cli.odds.simulate import simulate
from eyesdown.kernel.errors import BadInput, EyesdownError, NotInForce

GAMES: dict[str, dict[str, Any]] = {
    "nz-casino-bingo": {"games": [{"price_cents": 50, "prizes": {"house": "7/10"}}]},
    "family-bingo": {},
}


def run(group: Any, *words: str, text: str | None = None) -> Result:
    return CliRunner().invoke(group, words, input=text)


def refused(*words: str) -> BadInput:
    wrong = run(odds, *words).exception
    assert isinstance(wrong, BadInput)
    return wrong


def lines(result: Result) -> list[dict[str, Any]]:
    return [json.loads(line) for line in result.stdout.splitlines()]


def test_keno_json_is_the_agreed_shape() -> None:
    (answer,) = lines(run(odds, "keno", "--json"))
    assert set(answer) == {"bets", "multiplier"}
    assert answer["bets"]["regular/2"]["rtp"] == "57/79"
    assert answer["bets"]["lucky_last/7"]["outcomes"][-1] == {
        "outcome": "won",
        "probability": "7/80",
        "prize": "8.50",
    }
    assert "rtp_with_jackpot_fill" in answer["bets"]["keno2/10"]
    assert "rtp_with_jackpot_fill" not in answer["bets"]["keno2/9"]


def test_one_bet_shows_its_outcomes() -> None:
    shown = run(odds, "keno", "--bet", "regular/10", "--growth", "100000").stdout
    assert "1 in 8,911,711" in shown
    assert "56.741%" in shown
    many = run(odds, "keno", "--bet", "racing").stdout
    assert many.count("racing/") == 10


@pytest.mark.parametrize(
    "words",
    [
        ("keno", "--bet", "regular/11"),
        ("bingo", "--pattern", "hose"),
        ("bingo", "--tickets", "5", "--strips", "2"),
        ("bingo", "--card75", "--strips", "2"),
        ("bingo", "--card75", "--pattern", "house"),
        ("randomness", "--plant", "7"),
        ("randomness", "--plant", "99:0.1", "--games", "1000"),
        ("randomness", "--drawn", "81"),
    ],
)
def test_bad_usage_is_bad_input(words: tuple[str, ...]) -> None:
    assert isinstance(run(odds, *words).exception, BadInput)


def test_simulated_returns_are_shown_in_per_cent_as_odds_are() -> None:
    asked = ("keno", "--entry", "regular/3=5", "--games", "2000", "--seed", "7")
    shown = run(simulate, *asked).stdout
    [line] = [row for row in shown.splitlines() if row.strip().startswith("return by bet")]
    assert re.search(r" \d+\.\d{3}%  +\d+\.\d{3}% to \d+\.\d{3}%", line), line
    mean = json.loads(run(simulate, *asked, "--json").stdout)["return"]["mean"]
    assert f"{mean:.3%}" in shown


def test_a_day_before_the_rules_is_a_rules_no(tmp_path: Path) -> None:
    programme = tmp_path / "night.json"
    asked = [(odds, "keno"), (odds, "ticket"), (simulate, "keno", "--entry", "regular/3=5")]
    for book in ("nz-casino-bingo", "family-bingo"):
        asked.append((simulate, "bingo", str(programme)))
        programme.write_text(json.dumps({"book": book, "players": 2} | GAMES[book]))
        for group, *words in asked:
            wrong = run(group, *words, "--on", "1066-10-14", text="").exception
            assert isinstance(wrong, NotInForce)
            assert wrong.exit_code == 1


def test_further_fields_of_a_ticket_come_back_as_they_were() -> None:
    bet = '{"type": "regular", "spots": [1], "subscription_cents": 100}'
    text = f'{{"id": 1.50, "bet": {bet}}}\n{{"bets": [{bet}], "id": "\\u00fc", "type": [1]}}\n'
    first, second = run(odds, "ticket", "--json", text=text).stdout.splitlines()
    assert first.startswith('{"id":1.50,"cost_cents":100,')
    assert second.startswith('{"id":"\\u00fc","type":[1],"cost_cents":100,')


def test_tickets_stream_line_by_line_and_name_what_is_wrong() -> None:
    good = {"type": "regular", "spots": [1, 2, 3], "subscription_cents": 100}
    race = {"type": "racing", "bet": "win", "option": "straight", "rows": [3]}
    many = {"bets": [good, race | {"subscription_cents": 100}]}
    text = "\n".join(
        [
            json.dumps(good),
            "{",
            json.dumps({"bets": []}),
            "",
            json.dumps(many),
            json.dumps(good | {"spots": list(range(1, 12))}),
        ]
    )
    result = run(odds, "ticket", "--json", text=text)
    first, broken, empty, mixed, refused = lines(result)
    assert result.exit_code == 1
    assert first["any_prize"] == first["bets"][0]["hit_rate"] == "627/4108"
    assert broken["error"]["field"] == "line"
    assert empty["error"]["field"] == "bets"
    assert mixed["any_prize"] is None
    low, high = mixed["any_prize_simulated"]["interval_95"]
    exact = 1 - (1 - 627 / 4108) * 7 / 8  # near it: a row's numbers hardly touch three spots
    assert low - 0.01 < exact < high + 0.01
    assert refused["refused"][0]["code"] == "spots/count"
    shown = run(odds, "ticket", text=text)
    assert "simulated" in shown.stdout
    assert "line 2: is not a JSON object" in shown.stdout
    assert "line 3, bets: is not a list" in shown.stdout
    assert shown.exit_code == 1


def test_a_file_of_another_program_is_named_once_and_a_field_given_twice_is_an_error() -> None:
    other = run(odds, "ticket", text="%PDF-1.7\n%\u00e2\nxref\n")
    assert isinstance(other.exception, BadInput)
    assert other.exception.field == "line 1"
    assert '; a line is {"bet"' in other.exception.message
    twice = '{"bet": {"type": "regular", "spots": [1], "spots": [2], "subscription_cents": 100}}'
    assert lines(run(odds, "ticket", "--json", text=twice))[0]["error"]["field"] == "bet.spots"


def test_a_ticket_is_read_as_keno_check_reads_it() -> None:
    good = {"type": "regular", "spots": [1, 2, 3], "subscription_cents": 100}
    wheel = {"type": "roulette", "bet": "row", "selection": 1, "subscription_cents": 100}
    asked = [{"bet": good}, wheel, {"bet": wheel}, {"bet": good, "bets": [good]}, {"bets": [5]}]
    text = "\ufeff" + "\n".join(map(json.dumps, asked)) + "\n" + "[" * 200_000
    alone, bare, wrapped, both, fifth, deep = lines(run(odds, "ticket", "--json", text=text))
    assert alone["any_prize"] == "627/4108"
    assert bare == wrapped
    errors = [answer["error"]["field"] for answer in (both, fifth, deep)]
    assert errors == ["bet", "bets[0]", "line"]
    odd = run(odds, "ticket", text='{"type": "[/red]"}')
    assert (odd.exit_code, odd.stdout[:26]) == (1, "line 1, bet.type: '[/red]'")


def test_bingo_answers_in_fractions_and_pictures(tmp_path: Path) -> None:
    chart = tmp_path / "house.svg"
    result = run(
        odds, "bingo", "--pattern", "house", "--tickets", "6", "--json", "--svg", str(chart)
    )
    (answer,) = lines(result)
    house = answer["patterns"]["house"]
    assert house["mean"] == "1365/16"
    assert Fraction(house["within"][90]) == 1
    assert house["first_winner"]["holdings"] == 6
    assert chart.read_text().startswith("<svg")
    assert "the first of 6 independent tickets" in chart.read_text()
    again = ("bingo", "--pattern", "house", "--strips", "7", "--svg", str(chart))
    assert refused(*again).field == "--svg"
    assert "6 independent tickets" in chart.read_text()
    run(odds, *again, "--overwrite")
    assert "the first of 7 independent strips" in chart.read_text()
    assert "letter T" in run(odds, "bingo", "--strips", "3").stdout
    assert "41.37" in run(odds, "bingo", "--card75").stdout


def test_a_pattern_is_known_in_every_spelling_of_the_books() -> None:
    (answer,) = lines(run(odds, "bingo", "--pattern", "Pickles", "--pattern", "HOUSE", "--json"))
    assert list(answer["patterns"]) == ["pickels", "house"]
    (ark,) = lines(run(odds, "bingo", "--pattern", "Noah\u2019s Ark", "--json"))
    assert list(ark["patterns"]) == ["Noah's Ark"]


def test_growth_on_show_is_in_the_json_of_the_bets_that_have_a_jackpot() -> None:
    (answer,) = lines(
        run(odds, "keno", "--bet", "keno2/10", "--bet", "keno2/3", "--growth", "1000", "--json")
    )
    ten = answer["bets"]["keno2/10"]
    chance = Fraction(ten["outcomes"][-1]["probability"])
    due = Fraction(ten["rtp_with_jackpot_fill"]) + chance * 1000 / 2
    assert Fraction(ten["rtp_at_growth"]) == due
    assert "rtp_at_growth" not in answer["bets"]["keno2/3"]


def test_a_bingo_chart_draws_no_curve_twice(tmp_path: Path) -> None:
    """`any line` and `line` are one law; the sixth curve is that of another pattern."""
    chart = tmp_path / "balls.svg"
    assert run(odds, "bingo", "--svg", str(chart)).exit_code == 0
    drawn = re.findall(r">([^<]*)</text>", chart.read_text())
    assert drawn[drawn.index("line") :][:4] == ["line", "two lines", "house", "back steps"]
    assert "any line" not in drawn


def test_randomness_says_fair_or_fails(tmp_path: Path) -> None:
    chart = tmp_path / "balls.svg"
    fair = run(odds, "randomness", "--games", "1000", "--seed", "eyes", "--svg", str(chart))
    assert fair.exit_code == 0
    assert "nothing suspicious" in fair.stdout
    assert "Overlap" in chart.read_text()
    again = ("randomness", "--games", "1000", "--seed", "eyes", "--json")
    assert run(odds, *again).stdout == run(odds, *again).stdout
    spoiled = run(odds, *again, "--plant", "7:0.6")
    assert spoiled.exit_code == 1
    assert not lines(spoiled)[0]["fair"]


@pytest.mark.parametrize(
    "draw",
    [
        pytest.param(lambda dice, _: dice.sample(range(1, 80), 20), id="a number never comes"),
        pytest.param(lambda _, __: list(range(1, 21)), id="always the same"),
        pytest.param(lambda dice, _: dice.sample(range(1, 41), 20), id="only low ones"),
        pytest.param(lambda _, game: list(range(1 + game % 2 * 60, 21 + game % 2 * 60)), id="two"),
    ],
)
def test_randomness_of_the_worst_draws_is_an_answer(draw: Any, tmp_path: Path) -> None:
    dice, results = random.Random(4), tmp_path / "draws.jsonl"
    rows = [json.dumps({"drawn": draw(dice, game)}) for game in range(1000)]
    results.write_text("\n\n".join(rows))
    found = run(odds, "randomness", str(results), "--games", "1000", "--json")
    assert found.exit_code == 1
    assert not lines(found)[0]["fair"]


def test_a_chart_is_drawn_beside_json_too(tmp_path: Path) -> None:
    chart, dots = tmp_path / "x.svg", tmp_path / "x.png"
    words = ("keno", "--bet", "regular/10", "--json", "--svg", str(chart), "--png", str(dots))
    assert "regular/10" in lines(run(odds, *words))[0]["bets"]
    assert chart.read_text().startswith("<svg")
    assert dots.read_bytes().startswith(b"\x89PNG")


@pytest.mark.parametrize(
    "words",
    [
        ("keno", "--bet", "regular/1", "--svg"),
        ("keno", "--bet", "regular/1", "--png"),
        ("sheet", "bingo75", "--out"),
    ],
)
def test_a_picture_that_cannot_be_written_is_said_so(words: tuple[str, ...]) -> None:
    assert isinstance(run(odds, *words, "/dev/full").exception, EyesdownError)
    nowhere = run(odds, *words, "/nowhere/x").exception
    assert isinstance(nowhere, BadInput)
    assert nowhere.field == words[-1]


def test_randomness_of_a_file_wants_its_size_fixed_first(tmp_path: Path) -> None:
    results = tmp_path / "draws.jsonl"
    rows = [[(n * 7 + k * 3) % 80 + 1 for k in range(20)] for n in range(1200)]
    results.write_text("\n".join(json.dumps({"drawn": row}) for row in rows))
    caught = run(odds, "randomness", str(results), "--games", "1200", "--json")
    assert caught.exit_code == 1
    short = refused("randomness", str(results), "--games", "1201")
    assert (short.field, short.message[-19:]) == ("--games", "; give --games 1200")
    results.write_text('{"drawn": [1], "drawn": [2]}\n')
    assert "drawn: is there twice" in refused("randomness", str(results)).message
    results.write_text('{"drawn": [1, 2]}\n')
    assert "at least 50 are needed" in refused("randomness", str(results)).message
    results.write_text('{"drawn": [1, "2"]}\n')
    assert "line 1" in str(run(odds, "randomness", str(results), "--games", "1000").exception)


def test_randomness_shows_how_far_it_is(monkeypatch: pytest.MonkeyPatch, tmp_path: Path) -> None:
    bars: list[list[Any]] = []

    @contextmanager
    def progress(what: str, total: int, _: int) -> Iterator[Callable[[int], None]]:
        bars.append([what, total, 0])

        def advance(steps: int) -> None:
            bars[-1][2] += steps

        yield advance

    monkeypatch.setattr(draws, "progress", progress)
    run(odds, "randomness", "--games", "1000", "--seed", "a")
    assert bars == [["drawing", 1_000, 1_000], ["checking", 11_000, 11_000]]
    results = tmp_path / "draws.csv"
    results.write_text("\n".join(f"{n % 40 + 1},{n % 40 + 41}" for n in range(60)))
    run(odds, "randomness", str(results), "--games", "50")
    assert bars[2:] == [["reading", 50, 50], ["checking", 200, 200]]


@pytest.mark.parametrize("game", SHEETS)
def test_sheets_are_written(game: str, tmp_path: Path) -> None:
    page = tmp_path / "sheet.pdf"
    assert run(odds, "sheet", game, "--out", str(page)).exit_code == 0
    assert page.read_bytes().startswith(b"%PDF-")


KENO = ("keno", "--entry", "regular/3=100", "--games", "20000", "--seed", "5", "--json")


def test_simulate_keno_is_repeatable_and_resumes(tmp_path: Path) -> None:
    saved = str(tmp_path / "run.json")
    whole = lines(run(simulate, *KENO, "--workers", "1"))
    half = ("keno", "--entry", "regular/3=100", "--games", "8192", "--seed", "5", "--workers", "1")
    assert run(simulate, *half, "--checkpoint", saved).exit_code == 0
    assert lines(run(simulate, *KENO, "--workers", "1", "--checkpoint", saved)) == whole
    low, high = whole[0]["return"]["interval_95"]
    assert low < 1539 / 2054 < high
    other = run(simulate, "keno", "--entry", "regular/4=1", "--checkpoint", saved)
    assert isinstance(other.exception, BadInput)


def test_a_simulation_takes_any_text_as_its_seed_and_shows_its_number() -> None:
    words = ("keno", "--entry", "regular/3=1", "--games", "10", "--workers", "1", "--json")
    by_text = run(simulate, *words, "--seed", "club night").stdout
    number = str(json.loads(by_text)["seed"])
    assert run(simulate, *words, "--seed", number).stdout == by_text
    assert run(simulate, *words, "--seed", "club-night").stdout != by_text
    assert json.loads(run(simulate, *words, "--seed", "007").stdout)["seed"] == 7
    for wrong in ("", "\udcff"):
        refused = run(simulate, *words, "--seed", wrong).exception
        assert isinstance(refused, BadInput)
        assert refused.field == "--seed"


def test_simulate_keno_takes_a_mix_and_a_precision(tmp_path: Path) -> None:
    mix = tmp_path / "mix.json"
    mix.write_text('{"entries": {"racing/superfecta": 10}, "favourites": [{"spots": [1, 2]}]}')
    words = ("keno", str(mix), "--games", "10000000", "--precision", "0.5", "--workers", "1")
    shown = run(simulate, *words, "--seed", "1").stdout
    assert "return by bet: racing/superfecta" in shown
    bet = {"type": "heads_or_tails", "selection": "evens", "subscription_cents": 100}
    mix.write_text(json.dumps({"bets": [{"bet": bet, "count": 3}]}))
    sold = run(simulate, "keno", str(mix), "--games", "50", "--seed", "1", "--workers", "1")
    assert "pro rated games" in sold.stdout
    mix.write_text("[1]")
    assert isinstance(run(simulate, "keno", str(mix)).exception, BadInput)
    assert isinstance(run(simulate, "keno", "--entry", "regular/3").exception, BadInput)


def test_entries_with_bonus_play_for_the_same_jackpot() -> None:
    words = ("keno", "--games", "10", "--seed", "1", "--workers", "1", "--json")
    mix = ("--entry", "regular/10=30", "--entry", "regular+bonus/10=50", "--entry", "keno2/10=80")
    (answer,) = lines(run(simulate, *words, *mix))
    assert list(answer["jackpot_clock"]) == ["keno2/10", "regular/10"]
    assert answer["jackpot_clock"]["regular/10"] == answer["jackpot_clock"]["keno2/10"]
    assert set(answer["jackpot_won_in_a_game"]) == {"keno2/10", "regular/10"}


@pytest.mark.parametrize(
    ("saved", "words", "field"),
    [
        ('{"seed": "x"}', (), "checkpoint"),
        ('{"job": "keno"}', (), "checkpoint"),
        ("", ("--entry", "regular/3=\u00b2"), "entry"),
        ("", ("--precision", "nan"), "precision"),
        ("", ("--seed", "1", "--checkpoint", "{folder}/none/run.json"), "checkpoint"),
        ("", ("--checkpoint", "{folder}/file/run.json"), "checkpoint"),
    ],
)
def test_bad_asking_for_a_simulation_names_its_field(
    saved: str, words: tuple[str, ...], field: str, tmp_path: Path
) -> None:
    (tmp_path / "file").write_text("")
    path = tmp_path / "run.json"
    more = ("--checkpoint", str(path)) if saved else ()
    path.write_text(saved)
    filled = [word.replace("{folder}", str(tmp_path)) for word in (*more, *words)]
    asked = ("keno", "--entry", "regular/3=5", "--games", "10", "--workers", "1", *filled)
    wrong = run(simulate, *asked).exception
    assert isinstance(wrong, BadInput)
    assert wrong.field == field


def test_entries_named_twice_add_up_and_replace_those_of_the_mix(tmp_path: Path) -> None:
    mix = tmp_path / "mix.json"
    mix.write_text('{"entries": {"regular/3": 700, "keno2/1": 2}}')
    words = ("--entry", "regular/3=10", "--entry", "regular/3=5", "--games", "1", "--workers", "1")
    (answer,) = lines(run(simulate, "keno", str(mix), *words, "--json"))
    assert answer["staked_cents_a_game"] == 15 * 100 + 2 * 200


@pytest.mark.parametrize(
    ("raw", "says"),
    [
        ({}, "book: is missing; use one of nz-casino-bingo"),
        ({"book": "family"}, "book: 'family' is not one of nz-casino-bingo"),
        (
            {"book": "vic-bingo", "games": [{"prizes": {"house": 1}, "jackpot": "no"}]},
            "jackpot: 'no'",
        ),
        ([], "programme: is not a JSON object"),
    ],
)
def test_a_programme_that_is_none_is_said_so(raw: Any, says: str) -> None:
    wrong = run(simulate, "bingo", "-", text=json.dumps(raw)).exception
    assert isinstance(wrong, BadInput)
    assert str(wrong).startswith(says)


def test_bets_as_sold_take_no_other_entries(tmp_path: Path) -> None:
    bet = {"type": "heads_or_tails", "selection": "evens", "subscription_cents": 100}
    mix = tmp_path / "mix.json"
    mix.write_text(json.dumps({"bets": [{"bet": bet}]}))
    wrong = run(simulate, "keno", str(mix), "--entry", "regular/3=5").exception
    assert isinstance(wrong, BadInput)
    assert wrong.field == "entry"
    mix.write_text('{"entries": [1]}')
    wrong = run(simulate, "keno", str(mix), "--entry", "regular/3=5").exception
    assert isinstance(wrong, BadInput)


def test_simulate_bingo_reports_what_an_operator_asks(tmp_path: Path) -> None:
    programme = tmp_path / "night.json"
    games = [{"prizes": {"line": "1/10", "house": "8/10"}, "price_cents": 100, "jackpot": True}]
    raw = {
        "book": "nz-casino-bingo",
        "players": 12,
        "games": games,
        "jackpot": {"within_balls": 50, "opening_cents": 990000},
    }
    programme.write_text(json.dumps(raw))
    words = ("bingo", str(programme), "--sequences", "8", "--seed", "2", "--workers", "1")
    (answer,) = lines(run(simulate, *words, "--json"))
    assert {"return", "games_below_minimum", "must_go_sessions", "balls"} <= set(answer)
    assert answer["balls"]["house"]["mean"] > answer["balls"]["line"]["mean"]
    assert "sessions below minimum" in run(simulate, *words).stdout
