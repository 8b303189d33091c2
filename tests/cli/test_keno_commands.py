"""The doors `keno check`, `settle`, `price` and `results`: shapes, bad input, exit codes."""

from __future__ import annotations

import io
import json
import random
import sys
from typing import Any

import click
import pytest
from click.testing import CliRunner

from eyesdown.cli.keno.command import check, keno

DRAWN = list(range(1, 21))
DOLLAR = {"subscription_cents": 100}
REGULAR = {"type": "regular", "spots": [1, 2], **DOLLAR}
KENO2 = {"type": "keno2", "spots": [1, 2], "subscription_cents": 200}


def run(command: Any, *lines: Any, flags: Any = ()) -> Any:
    text = "\n".join(line if isinstance(line, str) else json.dumps(line) for line in lines)
    result = CliRunner().invoke(keno, [command, *flags], input=text)
    assert result.exception is None or isinstance(result.exception, SystemExit)
    return result.exit_code, [json.loads(line) for line in result.stdout.splitlines()]


def bet(**fields: Any) -> Any:
    return {"bet": {**(DOLLAR if "type" in fields else REGULAR), **fields}, "drawn": DRAWN}


BAD = [
    (bet(bonsu=True), "bet.bonsu"),
    ("nonsense", "line"),
    ("[1, 2]", "line"),
    pytest.param('{"bet": ' + "[" * 200_000 + "]" * 200_000 + "}", "line", id="deep"),
    ({"drawn": DRAWN}, "bet"),
    ({"bet": REGULAR}, "drawn"),
    ({"bet": 5, "drawn": DRAWN}, "bet"),
    ({"bet": REGULAR, "drawn": 7}, "drawn"),
    ({"bet": REGULAR, "drawn": [*DRAWN, 21]}, "drawn"),
    ({"bet": REGULAR, "drawn": [*DRAWN[:19], 1]}, "drawn"),
    ({"bet": REGULAR, "drawn": [*DRAWN[:19], 81]}, "drawn"),
    ({"bet": REGULAR, "drawn": [*DRAWN[:19], 256]}, "drawn"),
    ({"bet": REGULAR, "drawn": [*DRAWN[:19], -1]}, "drawn"),
    ({"bet": REGULAR, "drawn": [*DRAWN[:19], "20"]}, "drawn"),
    ({"bet": REGULAR, "drawn": [*DRAWN[:19], True]}, "drawn"),
    (bet(type="bingo"), "bet.type"),
    (bet(type=["regular"]), "bet.type"),
    (bet(spots="1 2"), "bet.spots"),
    (bet(spots=[1, 2.0]), "bet.spots"),
    (bet(subscription_cents=-100), "bet.subscription_cents"),
    (bet(subscription_cents=0), "bet.subscription_cents"),
    (bet(subscription_cents=100.5), "bet.subscription_cents"),
    (bet(subscription_cents=None), "bet.subscription_cents"),
    (bet(bonus="yes"), "bet.bonus"),
    (bet(type="heads_or_tails", selection="edge"), "bet.selection"),
    (bet(type="roulette", bet="basket", selection=1), "bet.bet"),
    (bet(type="roulette", bet="corner", selection="1"), "bet.selection"),
    (bet(type="roulette", bet="row", selection="1"), "bet.selection"),
    (bet(type="roulette", bet="straight_up", selection=7), "bet.selection"),
    (bet(type="racing", bet="derby", rows=[1]), "bet.bet"),
    (bet(type="racing", bet="win", option="wheel", rows=[1]), "bet.option"),
    (bet(type="racing", bet="trifecta", option="field", standout={"4": [1]}), "bet.standout"),
    (bet(type="racing", bet="trifecta", option="field", standout={"x": [1]}), "bet.standout"),
    (bet(type="racing", bet="trifecta", option="field", standout={"0": [1]}), "bet.standout"),
    pytest.param(
        bet(type="racing", bet="trifecta", option="field", standout={"9" * 5000: [1]}),
        "bet.standout",
        id="a place of 5,000 figures",
    ),
    (bet(subscription_cents=10**100 + 1), "bet.subscription_cents"),
    (bet(type="racing", bet="trifecta", option="field", standout={"1": 3}), "bet.standout.1"),
    (bet(type="racing", bet="trifecta", option="field", standout=3), "bet.standout"),
    (
        bet(type="racing", bet="trifecta", option="field", standout=[1, 2, 3, 4]),
        "bet.standout",
    ),
    (bet(type="racing", bet="trio", option="standout", standout=[1]), "bet.with"),
    (bet(type="combination", game="bingo", groups=[[1]]), "bet.game"),
    (bet(type="combination", game="regular", groups=3), "bet.groups"),
    (bet(type="combination", game="regular", groups=[1]), "bet.groups"),
    (bet(type="combination", game="regular", groups=[[1], [2]], sizes=[1.5]), "bet.sizes"),
    ({"bet": {**DOLLAR, "type": "prepick", "selections": "heads"}}, "bet.selections"),
    (
        {"bet": {**DOLLAR, "type": "prepick", "selections": ["heads"], "bonus_games": 2}},
        "bet.bonus_games",
    ),
    ({"bet": {**DOLLAR, "type": "prepick", "selections": ["heads"]}, "draws": []}, "draws"),
    ({"bet": {**DOLLAR, "type": "prepick", "selections": ["heads"]}, "draws": 1}, "draws"),
    ({"bet": {**DOLLAR, "type": "prepick", "selections": ["heads"]}, "draws": [[1]]}, "draws[0]"),
    ({**bet(), "growth_cents": 5}, "growth_cents"),
    ({**bet(), "growth_cents": {"regular/11": 5}}, "growth_cents"),
    ({**bet(), "growth_cents": {"regular/10": -5}}, "growth_cents.regular/10"),
]


@pytest.mark.parametrize(("line", "field"), BAD)
def test_a_bad_line_names_its_field_and_the_rest_goes_on(line: Any, field: Any) -> None:
    code, answers = run("check", bet(), line, bet())
    assert code == 1
    assert [set(answer) for answer in answers] == [
        {"bet", "drawn", "answer"},
        {"error"},
        {"bet", "drawn", "answer"},
    ]
    assert answers[1]["error"]["field"] == field
    assert answers[1]["error"]["message"]


@pytest.mark.parametrize(
    ("fields", "code", "clause"),
    [
        ({"spots": list(range(1, 12))}, "spots/count", "4:object"),
        ({"spots": []}, "spots/count", "4:object"),
        ({"spots": [81]}, "spots/no_such_number", "2:Spot"),
        ({"spots": [5, 5]}, "spots/number_twice", "2:Spot"),
        ({**KENO2, "bonus": True}, "bonus/not_with_this_game", "2:Keno Bonus:excluded"),
        (
            {"type": "roulette", "bet": "corner", "selection": [1, 2, 3, 4]},
            "roulette/no_such_selection",
            "2:Corner",
        ),
        (
            {"type": "combination", "game": "regular", "groups": [[1, 2], [2, 3]]},
            "combination/spot_in_two_groups",
            "2:Combination Bet:groups",
        ),
    ],
)
def test_where_there_is_no_such_bet_the_answer_is_a_refusal(
    fields: Any, code: Any, clause: Any
) -> None:
    exit_code, [line] = run("check", bet(**fields))
    assert exit_code == 0
    assert set(line["answer"]) == {"refused"}
    refusal = line["answer"]["refused"][0]
    assert (refusal["code"], refusal["clause"], refusal["book"]) == (code, clause, "nsw-keno")


def test_a_series_that_does_not_exist_is_refused() -> None:
    raw = {"type": "let_it_run", "selections": ["heads"], "subscription_cents": 100}
    _, [line] = run("check", {"bet": raw, "draws": [DRAWN]})
    assert line["answer"]["refused"][0]["clause"] == "2:Prepick"


@pytest.mark.parametrize(
    ("cents", "clauses"), [(999_800, []), (999_900, []), (1_000_000, ["9(c):max"])]
)
def test_a_bet_is_checked_for_one_game(cents: int, clauses: list[str]) -> None:
    _, [line] = run("check", bet(subscription_cents=cents))
    assert [no["clause"] for no in line["answer"]["not_for_sale"]] == clauses


@pytest.mark.parametrize(("game", "clause"), [("regular", "10(d)(ii)"), ("keno2", "10(e)(ii)")])
def test_a_jackpot_fill_names_the_rule_of_its_own_game(game: str, clause: str) -> None:
    _, [line] = run("check", bet(type=game, spots=sorted(DRAWN[:10]), subscription_cents=200))
    fills = [why["clause"] for why in line["answer"]["because"] if "jackpot fill" in why["says"]]
    assert fills == [clause]


@pytest.mark.parametrize(
    ("spots", "says"),
    [([1, 2], "$12.00 for each $1.00"), ([1, 79], "no prize"), ([78, 79], "no prize")],
)
def test_a_schedules_line_is_said_as_it_is_printed(spots: list[int], says: str) -> None:
    _, [line] = run("check", bet(spots=spots))
    assert any(says in why["says"] for why in line["answer"]["because"])


def test_stakes_that_cannot_be_sold_are_still_checked() -> None:
    _, [line] = run("check", bet(subscription_cents=55))
    assert line["answer"]["prize_cents_before_jackpot"] == 660
    assert [no["clause"] for no in line["answer"]["not_for_sale"]] == ["9(c)(i)"]


def test_further_fields_come_back_as_they_were() -> None:
    line = '{"id": "x", "deep": {"a": [1.50, 1e400, null]}, "bet": %s, "drawn": %s}'
    text = line % (json.dumps(REGULAR), DRAWN)
    result = CliRunner().invoke(keno, ["check"], input=text)
    assert '"deep":{"a": [1.50, 1e400, null]}' in result.stdout


@pytest.mark.parametrize("spoiled", [b"regul\xff", b'regular", "note": "\xff'])
def test_a_line_that_is_no_text_is_an_error_and_the_next_is_answered(spoiled: bytes) -> None:
    """Also where only a field that nobody reads is spoiled: an answer is JSON, whatever came."""
    good = json.dumps({"bet": REGULAR, "drawn": DRAWN}).encode()
    bad = good.replace(b"regular", spoiled)
    result = CliRunner().invoke(keno, ["check"], input=bad + b"\n" + good)
    first, second = map(json.loads, result.stdout.splitlines())
    assert (result.exit_code, first["error"]["field"]) == (1, "line")
    assert second["answer"]["combinations"] == 1


def test_a_mark_of_the_byte_order_before_the_first_line_says_nothing() -> None:
    line = json.dumps({"bet": REGULAR, "drawn": DRAWN}).encode()
    result = CliRunner().invoke(keno, ["check"], input=b"\xef\xbb\xbf" + line + b"\r\n")
    assert (result.exit_code, json.loads(result.stdout)["answer"]["combinations"]) == (0, 1)


@pytest.mark.parametrize("figures", [30, 100])
def test_any_stake_that_can_be_written_is_worked_out(figures: int) -> None:
    cents = 10**figures
    _, [line] = run("check", bet(subscription_cents=cents, spots=[1]))
    assert line["answer"]["prize_cents_before_jackpot"] == 3 * cents


@pytest.mark.parametrize("field", ["type", "spots", "subscription_cents"])
def test_what_is_left_out_is_said_to_be_missing(field: str) -> None:
    short = {name: value for name, value in REGULAR.items() if name != field}
    _, [line] = run("check", {"bet": short, "drawn": DRAWN})
    assert line["error"] == {"field": f"bet.{field}", "message": "is missing"}


def test_answers_keep_the_order_of_their_lines_over_many_batches() -> None:
    """Good, bad, blank and very long lines, series and single bets, whatever stands together."""
    dice = random.Random(8)
    series = {"type": "prepick", "selections": ["heads", "tails"], "subscription_cents": 100}
    lines: list[Any] = []
    for place in range(900):
        drawn = dice.sample(range(1, 81), 20)
        lines += [
            {"id": place, "bet": REGULAR, "drawn": drawn, "note": "x" * dice.choice([1, 900])}
        ]
        if place % 7 == 0:
            lines += [{"id": place, "bet": series, "draws": [drawn, DRAWN]}, "", "  "]
        if place % 50 == 0:
            lines += [f"bad {place}", {"id": place, "bet": REGULAR, "drawn": [place]}]
    lines.insert(400, {"id": -1, "bet": REGULAR, "drawn": DRAWN, "note": "y" * 100_000})
    asked = [line for line in lines if not isinstance(line, str) or line.strip()]
    code, answers = run("check", *lines)
    assert code == 1
    for line, answer in zip(asked, answers, strict=True):
        if isinstance(line, str) or len(line.get("drawn", DRAWN)) == 1:
            assert set(answer) == {"error"}
            continue
        assert {key: answer[key] for key in line} == line
        draws = [answer["answer"]["draw"]] if "drawn" in line else answer["answer"]["draws"]
        drawn = [line["drawn"]] if "drawn" in line else line["draws"]
        assert [draw["total"] for draw in draws] == [sum(numbers) for numbers in drawn]


@pytest.mark.parametrize("growth", [{"regular/7": 1_234}, {"regular": {"7": 1_234}}])
def test_growth_is_shown_beside_a_jackpot(growth: Any) -> None:
    _, [line] = run("check", {**bet(spots=[1, 2, 3, 4, 5, 6, 7]), "growth_cents": growth})
    assert line["answer"]["jackpots"][0]["jackpot_growth_cents"] == 1_234


def test_settle_wants_whole_bets_of_one_game() -> None:
    series = {"type": "prepick", "selections": ["heads"], "subscription_cents": 100}
    code, lines = run(
        "settle",
        {"drawn": DRAWN, "bets": [series]},
        {"drawn": DRAWN, "bets": REGULAR},
        {"drawn": DRAWN, "bets": [REGULAR, {"type": "regular"}]},
        {"drawn": DRAWN, "bets": [{**REGULAR, "spots": [1, 81]}]},
        {"drawn": DRAWN, "bets": []},
    )
    assert code == 1
    assert [line.get("error", {}).get("field") for line in lines] == [
        "bets[0].type",
        "bets",
        "bets[1].spots",
        None,
        None,
    ]
    [refusal] = lines[3]["refused"]
    assert (refusal["bet"], refusal["clause"]) == (0, "2:Spot")
    assert "paid_cents" not in lines[3]
    assert lines[4]["paid_cents"] == []


@pytest.mark.parametrize(
    ("flag", "line", "field"),
    [
        ("--pro-rate", {"prizes_cents": 5}, "prizes_cents"),
        ("--pro-rate", {"prizes_cents": [1.5]}, "prizes_cents"),
        ("--pro-rate", {}, "prizes_cents"),
        ("--pro-rate", {"prizes_cents": [10**100 + 1]}, "prizes_cents"),
        ("--share", {"amount_cents": -1, "subscriptions_cents": [1]}, "amount_cents"),
        ("--share", {"amount_cents": 1, "subscriptions_cents": []}, "subscriptions_cents"),
        ("--share", {"amount_cents": 1, "subscriptions_cents": [0]}, "subscriptions_cents"),
    ],
)
def test_bare_amounts_that_are_none(flag: Any, line: Any, field: Any) -> None:
    code, [answer] = run("settle", line, flags=[flag])
    assert (code, answer["error"]["field"]) == (1, field)


def test_settle_does_one_thing_at_a_time() -> None:
    result = CliRunner().invoke(keno, ["settle", "--pro-rate", "--share"], input="")
    assert result.exit_code == 2
    assert "not both" in result.stderr


def test_a_bet_beside_bets_is_not_left_unpriced() -> None:
    entry = {"bet": REGULAR, "bets": [REGULAR, REGULAR]}
    code, [line] = run("price", entry, flags=["--json"])
    assert (code, line["error"]["field"]) == (1, "bet")


@pytest.mark.parametrize(
    ("entry", "field"),
    [
        ({"bet": 5}, "bet"),
        ({"bet": {"type": "regular"}}, "bet.spots"),
        ({"bets": [5]}, "bets[0]"),
    ],
)
def test_price_names_the_field_that_was_given(entry: Any, field: str) -> None:
    _, [line] = run("price", entry, flags=["--json"])
    assert line["error"]["field"] == field


def test_price_in_json() -> None:
    entry = {"bets": [REGULAR, {**REGULAR, "type": "lucky_last"}], "games": 3}
    code, [line] = run("price", entry, flags=["--json"])
    assert code == 0
    assert line["answer"] == {
        "allowed": True,
        "combinations": [1, 1],
        "combinations_by_size": [{}, {}],
        "costs_cents": [300, 300],
        "cost_cents": 600,
        "not_for_sale": [],
    }
    code, lines = run(
        "price",
        {"bet": {**REGULAR, "type": "lucky_last"}},
        {"bet": {**REGULAR, "spots": list(range(1, 12))}},
        {"bets": [REGULAR], "games": 200},
        {"bets": [{**REGULAR, "subscription_cents": 30_000}], "terminal": "self_service"},
        {"bets": []},
        {"bets": [REGULAR], "terminal": "moon"},
        {"bets": [REGULAR], "games": 0},
        flags=["--json"],
    )
    assert code == 1
    answers = [line.get("answer", {}) for line in lines]
    assert [no["clause"] for no in answers[0]["not_for_sale"]] == ["2:Lucky Last:excluded"]
    assert [no["clause"] for no in answers[1]["refused"]] == ["4:object"]
    assert [no["clause"] for no in answers[2]["not_for_sale"]] == ["2:Multi-Game"]
    assert [no["clause"] for no in answers[3]["not_for_sale"]] == ["9(c):max SST"]
    fields = [line["error"]["field"] for line in lines[4:]]
    assert fields == ["bets", "terminal", "games"]


def test_price_of_a_lucky_last_that_does_not_fit_its_pick() -> None:
    last = {**REGULAR, "type": "lucky_last"}
    combination = {**DOLLAR, "type": "combination", "game": "regular", "groups": [[1], [2]]}
    code, lines = run(
        "price",
        {"bets": [REGULAR, {**last, "spots": [1, 3]}]},
        {"bets": [KENO2, {**last, "bonus": True}]},
        {"bets": [KENO2, last]},
        {"bets": [combination, last]},
        flags=["--json"],
    )
    assert code == 1
    refused = [[no["code"] for no in line["answer"]["not_for_sale"]] for line in lines]
    assert refused == [["lucky_last/other_spots"], ["bonus/not_with_this_game"], [], []]


@pytest.mark.clause("nsw-keno", "2:Prepick", "2:Multi-Game")
def test_price_of_a_series_is_for_as_many_games_as_it_has_forecasts() -> None:
    forecasts = {"selections": ["heads", "tails", "evens"], "subscription_cents": 100}
    prepick, run_on = {"type": "prepick", **forecasts}, {"type": "let_it_run", **forecasts}
    code, lines = run(
        "price",
        {"bet": prepick},
        {"bets": [run_on, REGULAR]},
        {"bets": [prepick, REGULAR], "games": 3},
        {"bets": [prepick, REGULAR], "games": 1},
        {"bet": run_on, "games": 4},
        flags=["--json"],
    )
    assert code == 1
    costs = [line["answer"]["costs_cents"] for line in lines]
    assert costs == [[300], [100, 300], [300, 300], [300, 100], [100]]
    refused = [
        [(no["code"], no["clause"]) for no in line["answer"]["not_for_sale"]] for line in lines
    ]
    wrong = [("series/games", "2:Prepick")]
    assert refused == [[], [], [], wrong, wrong]


@pytest.mark.clause("nsw-keno", "2:Combo Bet")
def test_2_Combo_Bet__the_spellings_of_the_text_are_read() -> None:
    """Decision X12; what comes in goes out as it was."""
    combo = {**DOLLAR, "type": "COMBO", "game": "regular", "groups": [[1], [2, 3]]}
    wheel = {"type": "roulette", "subscription_cents": 500}
    race = {"type": "Keno Racing", "bet": "Trio", "rows": [1, 2, 3], "subscription_cents": 100}
    code, lines = run(
        "price",
        {"bet": combo},
        {"bet": {**wheel, "bet": "Odds or Evens", "selection": "odd"}},
        {"bet": {**wheel, "bet": "Six-Line", "selection": 1}},
        {"bet": {**wheel, "bet": "Red or Black", "selection": "red"}},
        {"bet": {**race, "option": "Boxed"}},
        {"bet": {**race, "option": "Boxes"}},
        {"bet": {**wheel, "bet": "Seven-Line", "selection": 1}},
        {"bet": {**combo, "type": "Combo Plate"}},
        flags=["--json"],
    )
    assert code == 1
    assert [line["answer"]["allowed"] for line in lines[:5]] == [True] * 5
    assert lines[0]["bet"] == combo
    assert lines[0]["answer"]["combinations"] == [3]
    assert [line["error"]["field"] for line in lines[5:]] == ["bet.option", "bet.bet", "bet.type"]


def test_price_in_words() -> None:
    lines = [
        {"bet": REGULAR},
        {"bet": {**REGULAR, "subscription_cents": 150}},
        {"bet": {**REGULAR, "spots": [99]}},
        {"bet": 3},
    ]
    text = "\n".join(map(json.dumps, lines))
    result = CliRunner().invoke(keno, ["price"], input=text)
    assert result.exit_code == 1
    step = "  A stake of $1.50 can’t be sold; stakes go up by $1.00. "
    step += "Change the stake to a multiple of the step."
    spot = "  There is no number 99; numbers are 1 to 80. Choose numbers from 1 to 80."
    assert result.stdout.splitlines() == [
        "$1.00 for 1 a game",
        "$1.50 for 1 a game: not for sale",
        f"{step} (stake/not_a_step, cl. 9(c)(i))",
        "no such bet",
        f"{spot} (spots/no_such_number, cl. 2:Spot)",
        "entry 4, bet: is not an object",
    ]


def test_results_as_a_picture_and_as_json() -> None:
    numbers = [str(n) for n in DRAWN]
    drawn = CliRunner().invoke(keno, ["results", *numbers])
    assert drawn.exit_code == 0
    for words in (
        "20·20",
        "Row 1: 10, 1st",
        "210, multiplier 4 x",
        "1st 1  2nd 2  3rd 3=4=5=6=7=8",
    ):
        assert words in drawn.stdout
    plain = CliRunner().invoke(keno, ["results", "--json", *numbers])
    assert json.loads(plain.stdout) == {
        "drawn": DRAWN,
        "total": 210,
        "multiplier": 4,
        "heads_or_tails": "heads",
        "roulette": "1",
        "last": 20,
        "racing_places": [1, 2, 3, 3, 3, 3, 3, 3],
    }


@pytest.mark.clause("nsw-keno", "1:para1")
@pytest.mark.parametrize(("day", "code"), [("2024-01-11", 1), ("2024-01-12", 0)])
def test_1_para1__no_rules_before_their_day(day: Any, code: Any) -> None:
    numbers = [str(n) for n in DRAWN]
    result = CliRunner().invoke(keno, ["results", "--on", day, *numbers])
    assert result.exit_code == code
    assert ("rules/not_in_force" in result.stderr) == bool(code)


def test_the_command_returns_its_exit_code(monkeypatch: Any, capsysbinary: Any) -> None:
    import io
    import sys

    from eyesdown.cli.main import main

    monkeypatch.setattr(sys, "argv", ["eyesdown", "keno", "check"])
    monkeypatch.setattr(sys, "stdin", io.TextIOWrapper(io.BytesIO(b"nonsense\n")))
    with pytest.raises(SystemExit) as ended:
        main()
    assert ended.value.code == 1


class Trickle(io.BytesIO):
    """A pipe that has only a few bytes at a time."""

    def read1(self, size: int | None = -1, /) -> bytes:
        return super().read1(min(11, size or 11))


def test_a_trickle_is_answered_like_a_file(monkeypatch: pytest.MonkeyPatch) -> None:
    lines = b'\n{"bet": 1}\r\n  \nnot json\n\n{"id": "last line, unended", "bet": {}}'
    said = []
    for source in (io.BytesIO(lines), Trickle(lines)):
        out = io.TextIOWrapper(io.BytesIO())
        monkeypatch.setattr(sys, "stdout", out)
        assert check.callback is not None
        with pytest.raises(click.exceptions.Exit):
            check.callback(source, None, None, "1", None, bonus=False, as_json=False)
        said.append(out.buffer.getvalue())  # type: ignore[attr-defined]
    assert said[0] == said[1]
    assert said[0].count(b"\n") == 3
