"""Malformed bets, draws, cards and series: the library and the command line refuse the same.

`make refusals` runs 10,000 of them.
"""

from __future__ import annotations

import json
import os
from pathlib import Path
from random import Random
from typing import Any

import pytest
from click.testing import CliRunner

import eyesdown
from eyesdown.cli.cards.command import cards as cards_command
from eyesdown.cli.keno.command import keno
from eyesdown.cli.main import eyesdown as whole_command

CASES = int(os.environ.get("REFUSALS", "600"))
DAY = "2026-11-15"
ODD: tuple[Any, ...] = (
    *(None, True, False, -1, 0, 1, 1.5, 99, 10**30, "", "4", "regular", "heads", [], {}, [[]]),
    *([1, 1], [99], {"1": [1]}, "\u00fc", "\U0001f600", [None], [1.0], 3, 80, 81),
)
GOOD: tuple[dict[str, Any], ...] = (
    {"type": "regular", "spots": [4, 8, 15], "subscription_cents": 100, "bonus": True},
    {"type": "keno2", "spots": [1, 2, 3], "subscription_cents": 200},
    {"type": "lucky_last", "spots": [5], "subscription_cents": 100, "bonus": False},
    {"type": "heads_or_tails", "selection": "heads", "subscription_cents": 100},
    {"type": "roulette", "bet": "corner", "selection": [1, 2, 4, 5], "subscription_cents": 500},
    {"type": "racing", "bet": "trio", "option": "box", "rows": [1, 2, 3, 4],
     "subscription_cents": 100},
    {"type": "racing", "bet": "trifecta", "option": "standout", "standout": {"1": [3]},
     "with": [1, 2], "subscription_cents": 100},
    {"type": "combination", "game": "regular", "groups": [[1, 2], [3]], "sizes": None,
     "subscription_cents": 100},
    {"type": "prepick", "selections": ["heads", "tails"], "subscription_cents": 100},
    {"type": "let_it_run", "selections": ["heads"], "subscription_cents": 100, "bonus_games": 1},
)  # fmt: skip


def _spoilt(dice: Random, value: Any) -> Any:
    """A value with one part changed, left out, repeated or added."""
    if isinstance(value, dict) and value and dice.random() < 0.9:
        changed = dict(value)
        name = dice.choice(list(changed))
        how = dice.randrange(4)
        if how == 0:
            del changed[name]
        elif how == 1:
            changed[dice.choice(("bonsu", "spot", "stake", "Bonus", ""))] = dice.choice(ODD)
        else:
            changed[name] = _spoilt(dice, changed[name])
        return changed
    if isinstance(value, list) and value and dice.random() < 0.8:
        at = dice.randrange(len(value))
        how = dice.randrange(4)
        if how == 0:
            return [*value[:at], *value[at + 1 :]]
        if how == 1:
            return [*value, dice.choice(value)]
        return [*value[:at], _spoilt(dice, value[at]), *value[at + 1 :]]
    return dice.choice(ODD)


def _drawn(dice: Random) -> Any:
    drawn: Any = dice.sample(range(1, 81), 20)
    return _spoilt(dice, drawn) if dice.random() < 0.4 else drawn


def _case(dice: Random) -> dict[str, Any]:
    bet = dict(dice.choice(GOOD))
    for _ in range(dice.randrange(3)):
        bet = _spoilt(dice, bet)
    games = len(bet["selections"]) if isinstance(bet, dict) and _is_list(bet, "selections") else 1
    if isinstance(bet, dict) and bet.get("type") in ("prepick", "let_it_run"):
        return {"bet": bet, "draws": [_drawn(dice) for _ in range(games)]}
    return {"bet": bet, "drawn": _drawn(dice)}


def _is_list(bet: dict[str, Any], name: str) -> bool:
    return isinstance(bet.get(name), list)


def _by_library(case: dict[str, Any]) -> Any:
    """The answer of the library in the shape of the command line's."""
    try:
        answer = eyesdown.check(case["bet"], case.get("drawn", case.get("draws")), on=DAY)
    except eyesdown.BadInput as wrong:
        return {"field": wrong.field, "message": wrong.message}
    if answer.refused and answer.refused[0].code == "draw/numbers":
        facts = dict(answer.refused[0].facts)
        return {"field": facts["field"], "message": facts["problem"]}
    if answer.refused:
        assert answer.prize_cents_before_jackpot == 0
    return json.loads(json.dumps(answer.as_json()))


def test_bets_and_draws_are_refused_alike_and_no_malformed_one_pays() -> None:
    dice = Random(20261118)
    cases = [_case(dice) for _ in range(CASES)]
    text = "\n".join(json.dumps(case) for case in cases)
    done = CliRunner().invoke(keno, ["check", "--on", DAY], input=text)
    answers = [json.loads(line) for line in done.stdout.splitlines()]
    assert len(answers) == len(cases)
    refused = 0
    for case, answer in zip(cases, answers, strict=True):
        by_command = answer.get("error", answer.get("answer"))
        assert _by_library(case) == by_command, case
        refused += "combinations" not in by_command
    assert refused > CASES // 3


def test_settled_games_are_refused_alike() -> None:
    dice = Random(7)
    games = []
    for _ in range(CASES // 10):
        cases = [_case(dice) for _ in range(3)]
        games.append({"drawn": _drawn(dice), "bets": [case["bet"] for case in cases]})
    text = "\n".join(json.dumps(game) for game in games)
    done = CliRunner().invoke(keno, ["settle", "--on", DAY], input=text)
    for game, line in zip(games, done.stdout.splitlines(), strict=True):
        answer = json.loads(line)
        error = None
        settled = eyesdown.settle([*range(1, 21)], [], on=DAY)
        try:
            settled = eyesdown.settle(game["drawn"], game["bets"], on=DAY)
        except eyesdown.BadInput as wrong:
            error = {"field": wrong.field, "message": wrong.message}
        if error is not None:
            assert answer["error"] == error
        elif "error" in answer:
            assert [no.code for no in settled.refused] == ["draw/numbers"]
        else:
            assert ("refused" in answer) == bool(settled.refused)
            assert answer.get("paid_cents", []) == list(settled.paid_cents)


def test_cards_are_refused_alike() -> None:
    dice = Random(75)
    made = [card for kind in ("ticket90", "card75") for card in eyesdown.make_cards(kind, 20, "x")]
    cards: list[Any] = []
    for _ in range(CASES):
        card: Any = {"rows": [list(row) for row in dice.choice(made).rows]}
        for _ in range(dice.randrange(3)):
            card = _spoilt(dice, card)
        cards.append(card)
    text = "\n".join(json.dumps(card) for card in cards)
    done = CliRunner().invoke(cards_command, ["check", "-"], input=text)
    for card, line in zip(cards, done.stdout.splitlines(), strict=True):
        answer = json.loads(line)
        rows = card.get("rows") if isinstance(card, dict) else None
        book = "family-bingo" if isinstance(rows, list) and len(rows) == 5 else "vic-bingo"
        try:
            eyesdown.check_card(card, [], book)
        except eyesdown.BadInput:
            assert not answer.get("valid", False), card
        else:
            assert answer["valid"], card


@pytest.mark.parametrize("seed", range(max(1, CASES // 300)))
def test_series_are_refused_alike(seed: int, tmp_path: Path) -> None:
    """A plan with a wrong value is refused by both, and neither leaves a file behind."""
    dice = Random(seed)
    good: dict[str, Any] = {"serial": "17", "colour": "red", "books": 2, "games": 1, "up": "six_up"}
    for at in range(10):
        plan = {**good}
        name = dice.choice(list(plan))
        plan[name] = dice.choice(
            ("", "\U0001f600", -1, 0, "x" * 40, 3, "red", "99", "six_up", "a,b")
        )
        words = [f"--{name}={value}" for name, value in plan.items()]
        base = tmp_path / f"command{at}"
        out = ["cards", "series", *words, "--out", str(base)]
        typed = [*out, "--seed", "s", "--rulebook", "nz-casino-bingo"]
        by_command = CliRunner().invoke(whole_command, typed)
        asked = {**plan}
        for number in ("books", "games"):
            if isinstance(asked[number], str) and asked[number].lstrip("-").isdigit():
                asked[number] = int(asked[number])
        for text in ("serial", "colour", "up"):
            asked[text] = str(asked[text])
        try:
            eyesdown.make_series(tmp_path / f"library{at}", **asked, seed="s")
        except eyesdown.BadInput:
            assert by_command.exit_code != 0, plan
            assert not list(tmp_path.glob(f"library{at}*"))
            assert not list(tmp_path.glob(f"command{at}*"))
        else:
            assert by_command.exit_code == 0, (plan, by_command.output, by_command.exception)
            assert Path(f"{base}.csv").read_bytes() == (tmp_path / f"library{at}.csv").read_bytes()
