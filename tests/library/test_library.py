"""`import eyesdown`: the names, what they refuse, and that the import loads nothing."""

from __future__ import annotations

import subprocess
import sys
from collections import deque
from datetime import date
from functools import reduce
from pathlib import Path
from typing import Any

import numpy as np
import pytest

import eyesdown
from eyesdown.keno.bets.bet import HeadsOrTails, Prepick, Racing, Regular
from kit.vectors import FOLDER

DRAWN = list(range(1, 21))
REGULAR = {"type": "regular", "spots": [1, 2], "subscription_cents": 100}
DAY = "2026-11-15"
NESTED: Any = reduce(lambda inside, _: [inside], range(5_000), [])


def test_the_import_loads_no_room() -> None:
    code = (
        "import sys, eyesdown; "
        "print(sorted(m for m in sys.modules if m.startswith('eyesdown') or m == 'numpy'))"
    )
    done = subprocess.run([sys.executable, "-c", code], capture_output=True, text=True, check=True)
    assert done.stdout.strip() == "['eyesdown']"


def test_the_help_of_the_package_names_what_is_not_a_function_to_python() -> None:
    """`odds` is a package that can be called: `help` lists it among the packages."""
    assert "`odds(bet, on=None)`" in (eyesdown.__doc__ or "")


def test_every_name_is_there_and_documented() -> None:
    assert set(eyesdown.__all__) <= set(dir(eyesdown))
    for name in eyesdown.__all__:
        value = getattr(eyesdown, name)
        assert name == "__version__" or value.__doc__
    with pytest.raises(AttributeError):
        _ = eyesdown.nonsense


@pytest.mark.parametrize("name", sorted(set(eyesdown.__all__) - {"__version__", "EyesdownError"}))
def test_every_name_shows_an_example(name: str) -> None:
    value = getattr(eyesdown, name)
    assert ">>>" in value.__doc__ or isinstance(value, type)


@pytest.mark.parametrize(
    "value",
    [
        eyesdown.open_book("nsw-keno", DAY),
        eyesdown.open_book("vic-bingo", DAY),
        eyesdown.open_hall("vic-bingo", DAY),
        eyesdown.open_table(DAY),
    ],
    ids=["keno", "bingo", "hall", "table"],
)
def test_an_object_shows_itself_in_one_line(value: object) -> None:
    assert DAY in repr(value) or "2026, 11, 15" in repr(value)
    assert len(repr(value)) < 150


def test_an_array_is_no_word() -> None:
    array: Any = np.array([1, 2])
    with pytest.raises(eyesdown.BadInput, match=r"^kind: "):
        eyesdown.make_cards(array, 3)
    with pytest.raises(eyesdown.BadInput, match=r"^terminal: "):
        eyesdown.price(REGULAR, terminal=array)


def test_a_day_is_written_in_one_way() -> None:
    assert eyesdown.open_book("nsw-keno", DAY).day == date(2026, 11, 15)
    for on in ("20261115", "2026-W46-7", "2026-11-1", "\uff12\uff10\uff12\uff16-11-15"):
        with pytest.raises(eyesdown.BadInput, match="is not a day such as"):
            eyesdown.open_book("nsw-keno", on)


def test_odds_can_be_called_after_its_room_was_imported() -> None:
    import eyesdown.odds.law

    assert eyesdown.odds("regular/1").rtp == eyesdown.odds.law.Fraction(3, 4)


@pytest.mark.parametrize(
    ("bet", "code"),
    [
        ({**REGULAR, "spots": [4, 8, 8]}, "spots/number_twice"),
        ({**REGULAR, "spots": [4, 99]}, "spots/no_such_number"),
        ({**REGULAR, "spots": list(range(1, 12))}, "spots/count"),
        (Regular((4, 8, 8), 100), "spots/number_twice"),
        (Racing("win", "straight", (), (), (1, 2), 100), "racing/rows"),
    ],
)
def test_a_bet_that_cannot_exist_is_refused_and_pays_nothing(bet: Any, code: str) -> None:
    answer = eyesdown.check(bet, DRAWN, on=DAY)
    assert answer.refused
    assert code == "racing/rows" or answer.refused[0].code == code
    assert answer.prize_cents_before_jackpot == 0
    assert set(answer.as_json()) == {"refused"}
    assert not eyesdown.price(bet, on=DAY).allowed
    assert eyesdown.odds(bet, on=DAY).refused
    settled = eyesdown.settle(DRAWN, [REGULAR, bet], on=DAY)
    assert settled.refused
    assert settled.paid_cents == ()


@pytest.mark.parametrize(
    "drawn", [[*range(1, 20), 99], [40] * 19 + [41], list(range(1, 20)), [], [*range(1, 20), -1]]
)
def test_a_draw_that_cannot_be_is_refused_and_pays_nothing(drawn: list[int]) -> None:
    answer = eyesdown.check(REGULAR, drawn, on=DAY)
    assert [refusal.code for refusal in answer.refused] == ["draw/numbers"]
    assert answer.prize_cents_before_jackpot == 0
    assert eyesdown.settle(drawn, [REGULAR], on=DAY).paid_cents == ()


@pytest.mark.parametrize(
    ("bet", "field"),
    [
        ({**REGULAR, "subscription_cents": 1.5}, "bet.subscription_cents"),
        ({**REGULAR, "bonsu": True}, "bet.bonsu"),
        ({**REGULAR, "spots": [1, "2"]}, "bet.spots"),
        ({"type": "regular"}, "bet.spots"),
        (None, "bet"),
        (7, "bet"),
        (Regular((1, 2), 1.5), "bet.subscription_cents"),  # type: ignore[arg-type]  the mistake
        (Regular((1, "2"), 100), "bet.spots[1]"),  # type: ignore[arg-type]  the mistake
        (HeadsOrTails("head", 100), "bet.selection"),  # type: ignore[arg-type]  the mistake
        (Regular((1, 2), 0), "bet.subscription_cents"),
        (Regular((1, "\ud800"), 100), "bet"),  # type: ignore[arg-type]  the mistake
        (Regular(NESTED, 100), "bet"),
        (Regular((1, 2), NESTED), "bet"),
        (Prepick(("heads",), 100, 10**5000), "bet.bonus_games"),
    ],
)
def test_a_callers_mistake_names_its_field(bet: Any, field: str) -> None:
    for ask in (lambda: eyesdown.check(bet, DRAWN), lambda: eyesdown.odds(bet)):
        with pytest.raises(eyesdown.BadInput) as wrong:
            ask()
        assert wrong.value.field == field


def test_a_series_takes_one_draw_a_game() -> None:
    bet = Prepick(("heads", "tails"), 100)
    answer = eyesdown.check(bet, [DRAWN, DRAWN], on=DAY)
    assert answer.prizes_cents == (200, 0)
    with pytest.raises(eyesdown.BadInput) as wrong:
        eyesdown.check(bet, DRAWN)
    assert wrong.value.field == "draws"
    bad = [DRAWN, [*DRAWN[:19], 99]]
    assert eyesdown.check(bet, bad).refused[0].facts[0] == ("field", "draws[1]")


@pytest.mark.parametrize("on", ["15/11/2026", 20261115, "2026-02-30"])
def test_a_day_that_is_none_is_named(on: Any) -> None:
    with pytest.raises(eyesdown.BadInput) as wrong:
        eyesdown.open_book("nsw-keno", on)
    assert wrong.value.field == "on"


def test_a_day_before_the_rules_is_not_in_force() -> None:
    with pytest.raises(eyesdown.NotInForce):
        eyesdown.check(REGULAR, DRAWN, on=date(2000, 1, 1))


def test_the_cards_of_an_iterator_stay_as_they_were() -> None:
    cards = list(eyesdown.make_cards("strip90", 40_000, seed="list them all"))
    assert len(set(cards)) == 40_000
    again = eyesdown.make_cards("strip90", 40_000, seed="list them all")
    assert next(again) == cards[0]


@pytest.mark.parametrize(
    ("kind", "count", "field"),
    [
        ("strip91", 1, "kind"),
        ("card75", -1, "count"),
        ("card75", 0, "count"),
        ("card75", 1.0, "count"),
    ],
)
def test_cards_that_cannot_be_made_are_named_at_once(kind: str, count: Any, field: str) -> None:
    with pytest.raises(eyesdown.BadInput) as wrong:
        eyesdown.make_cards(kind, count)
    assert wrong.value.field == field


def test_an_empty_seed_is_a_seed_that_everyone_knows(tmp_path: Path) -> None:
    for make in (
        lambda: eyesdown.make_cards("card75", 1, seed=""),
        lambda: eyesdown.make_series(
            tmp_path / "night", serial="1", colour="red", books=1, seed=""
        ),
    ):
        with pytest.raises(eyesdown.BadInput, match="seed: is empty"):
            make()
    assert list(tmp_path.iterdir()) == []


def test_a_card_is_checked_against_the_calls() -> None:
    ticket = next(iter(eyesdown.make_cards("ticket90", 1, seed="winner")))
    lines = [[number for number in row if number] for row in ticket.rows]
    calls = [*lines[1], *lines[0][:4]]
    by_prize = {p.prize: p for p in eyesdown.check_card(ticket, calls, "vic-bingo")}
    assert by_prize["middle line"].complete_on_call == 5
    assert by_prize["any line"].complete_on_call == 5
    assert by_prize["top line"].missing == (lines[0][4],)
    assert by_prize["ticket"].needed == 6


def test_a_75_ball_card_is_checked_for_its_row() -> None:
    card = next(iter(eyesdown.make_cards("card75", 1, seed="winner")))
    middle = [number for number in card.rows[2] if number]
    [row] = eyesdown.check_card({"rows": card.rows}, middle, "family-bingo")
    assert row.complete_on_call == 4
    [row] = eyesdown.check_card(card, middle[:3], "family-bingo")
    assert (row.complete, row.missing) == (False, (middle[3],))


@pytest.mark.parametrize(
    ("card", "calls", "book", "version", "field"),
    [
        ({"rows": [[1, 2], [3, 4]]}, [], "vic-bingo", None, "card.rows"),
        ({"cells": []}, [], "vic-bingo", None, "card"),
        ("card", [], "vic-bingo", None, "card.rows"),
        (None, [], "vic-bingo", None, "card.rows"),
        (None, [91], "vic-bingo", 5, "calls"),
        (None, [7, 7], "vic-bingo", 5, "calls"),
        (None, "7", "vic-bingo", 5, "calls"),
        (None, [], "vic-bingo", 99, "version"),
        (None, [], "family-bingo", None, "book_id"),
    ],
)
def test_a_wrong_card_or_call_is_named(
    card: Any, calls: Any, book: str, version: Any, field: str
) -> None:
    if field in ("calls", "version", "book_id"):
        card = next(iter(eyesdown.make_cards("ticket90", 1, seed="x")))
    with pytest.raises(eyesdown.BadInput) as wrong:
        eyesdown.check_card(card, calls, book, version)
    assert wrong.value.field == field


def test_a_series_is_made_found_and_verified(tmp_path: Path) -> None:
    base = tmp_path / "night"
    series = eyesdown.make_series(base, serial="77", colour="red", books=5, seed="seven")
    assert (series.cards, series.serial) == (30, "77")
    seventh = series.find(card=7)
    assert seventh is not None
    assert series.find(numbers=seventh.ticket.numbers) == seventh
    assert series.find(card=99) is None
    assert series.verify("seven").valid
    assert not series.verify("eight").valid
    with pytest.raises(eyesdown.BadInput, match="exists already"):
        eyesdown.make_series(base, serial="77", colour="red", books=5)
    table = Path(f"{base}.csv")
    table.write_bytes(table.read_bytes()[:-40])
    assert eyesdown.open_series(base).verify().faults
    assert not list(tmp_path.glob("*.part"))


@pytest.mark.parametrize(
    "wrong",
    [{"numbers": [1, 2]}, {"numbers": "x"}, {"card": "7"}, {}, {"card": 1, "numbers": [1]}],
)
def test_a_wrong_question_to_a_series_is_named(tmp_path: Path, wrong: Any) -> None:
    series = eyesdown.make_series(tmp_path / "s", serial="1", colour="red", books=1, seed="1")
    with pytest.raises(eyesdown.BadInput):
        series.find(**wrong)


def test_a_series_that_is_not_there_is_named(tmp_path: Path) -> None:
    with pytest.raises(eyesdown.BadInput, match="cannot be read"):
        eyesdown.open_series(tmp_path / "nothing")
    (tmp_path / "other.json").write_text("{}")
    (tmp_path / "other.csv").write_text("")
    (tmp_path / "other.index").write_text("")
    with pytest.raises(eyesdown.BadInput):
        eyesdown.open_series(tmp_path / "other")


def test_games_are_played_line_by_line(tmp_path: Path) -> None:
    golden = Path(__file__).parents[1] / "goldens" / "family-house.eyes"
    game = eyesdown.play(golden)
    assert game.state.round >= 1
    assert eyesdown.open_hall("nz-casino-bingo", DAY).books == {}
    for wrong in (tmp_path / "none.eyes", 7, "book nonsense on 2026-01-01"):
        with pytest.raises(eyesdown.BadInput):
            eyesdown.play(wrong)  # type: ignore[arg-type]  the mistake
    with pytest.raises(eyesdown.BadInput):
        eyesdown.open_hall("nsw-keno")
    with pytest.raises(eyesdown.BadInput, match="text_or_path: is empty"):
        eyesdown.play("")


def test_a_draw_is_verified() -> None:
    proof = FOLDER / "keno-two-witnesses-slow.json"
    checked = eyesdown.verify_draw(proof)
    assert checked.holds
    assert checked.held
    assert checked.unchecked
    for wrong in ({}, "{", "nowhere.json", {"evidence": 7}):
        with pytest.raises(eyesdown.BadInput):
            eyesdown.verify_draw(wrong)
    with pytest.raises(eyesdown.BadInput, match=r"evidence: .* is neither a dict, text nor"):
        eyesdown.verify_draw([proof])  # type: ignore[arg-type]  the mistake


LOOP: list[Any] = []
LOOP.append(LOOP)
ODD_VALUES: tuple[Any, ...] = (
    *(None, True, -1, 1.5, float("nan"), 10**400, "", "\ud800", "a\0b", "\u4e2d" * 5000, b"x"),
    *([], {}, [[None]], [1] * 20, {None: 1}, object(), LOOP, {"rows": LOOP}, range(1, 10**12)),
    *(date.min, Path("/"), {"type": "regular"}, {"type": []}, {"tickets": 7}),
    *(10**5000, -(10**5000), [10**5000] * 20, {10**5000: 1}, deque(DRAWN), np.arange(1, 21)),
    *(
        np.array([]),
        np.zeros((3, 9), int),
        iter(DRAWN),
        set(DRAWN),
        memoryview(b"x"),
        [np.int64(1)],
    ),
)
TICKET = [[1, 0, 20, 0, 40, 0, 60, 0, 80], [0, 10, 0, 30, 0, 50, 0, 70, 81], [2] * 9]
DOORS: dict[str, dict[str, Any]] = {
    "open_book": {"book_id": "nsw-keno", "on": DAY},
    "check": {"bet": REGULAR, "drawn": DRAWN, "on": DAY, "growth_cents": {}},
    "price": {"bet": REGULAR, "on": DAY, "games": 1, "terminal": "venue", "bonus_games": 0},
    "odds": {"bet": REGULAR, "on": DAY},
    "check with spots": {**REGULAR, "bonus": True},
    "check with groups": {"type": "combination", "game": "regular", "groups": [[1], [2]],
                          "sizes": [2], "subscription_cents": 100},
    "check with a wheel": {"type": "roulette", "bet": "split", "selection": [1, 2],
                           "subscription_cents": 500},
    "check with rows": {"type": "racing", "bet": "trifecta", "option": "standout",
                        "standout": {"1": [3]}, "with": [1, 2], "subscription_cents": 100},
    "check with forecasts": {"type": "prepick", "selections": ["heads"], "bonus_games": 1,
                             "subscription_cents": 100},
    "settle": {"drawn": DRAWN, "bets": [REGULAR], "on": DAY},
    "make_cards": {"kind": "card75", "count": 1, "seed": "x"},
    "check_card": {"card": TICKET, "calls": [1], "book_id": "vic-bingo", "version": 5},
    "make_series": {"path": "p", "serial": "1", "colour": "red", "books": -1, "games": 1,
                    "up": "six_up", "game_colours": (), "first_book": 1, "first_card": 1},
    "open_series": {"path": "none"},
    "play": {"text_or_path": "x"},
    "open_hall": {"book_id": "vic-bingo", "on": DAY},
    "open_table": {"on": DAY},
    "verify_draw": {"evidence": {}, "ticket": None, "game": "", "keys": ()},
}  # fmt: skip


def _asked(door: str, given: dict[str, Any]) -> Any:
    """The answer of a function, or of `check` for a bet with these fields."""
    name, _, part = door.partition(" ")
    if not part:
        return getattr(eyesdown, name)(**given)
    series = part == "with forecasts"
    return eyesdown.check(given, [DRAWN] if series else DRAWN, on=DAY)


@pytest.mark.parametrize("door", sorted(DOORS))
def test_an_odd_value_in_any_place_raises_only_what_is_documented(
    door: str, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.chdir(tmp_path)
    lengths = []
    for name in DOORS[door]:
        for value in ODD_VALUES:
            try:
                answer = _asked(door, {**DOORS[door], name: value})
            except eyesdown.EyesdownError as wrong:
                lengths.append(len(str(wrong)))
            else:
                for amount in ("prize_cents_before_jackpot", "cost_cents"):
                    assert not getattr(answer, "refused", ()) or not getattr(answer, amount, 0)
    assert len(lengths) >= len(ODD_VALUES) // 2
    assert max(lengths) < 2_000
    assert not list(tmp_path.iterdir())


def test_odd_numbers_of_a_card_and_odd_lines_of_a_game_are_bad_input(tmp_path: Path) -> None:
    series = eyesdown.make_series(tmp_path / "s", serial="1", colour="red", books=1)
    table = eyesdown.open_table("2026-06-01")
    for value in ODD_VALUES:
        if value is not None:
            with pytest.raises(eyesdown.BadInput, match="numbers"):
                series.find(numbers=value)
        if not isinstance(value, str):
            with pytest.raises(eyesdown.BadInput, match="text"):
                table.line(value)
