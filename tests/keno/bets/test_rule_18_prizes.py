"""Rule 18 and the Schedule: every printed figure, read a second time from the clause list."""

from __future__ import annotations

import json
import re
from collections.abc import Callable
from fractions import Fraction
from math import comb
from typing import Any

import pytest
from click.testing import CliRunner

from eyesdown.cli.keno.command import keno
from eyesdown.keno.bets.settle import Settled
from eyesdown.kernel.errors import RulebookDataError
from eyesdown.kernel.money import dollars
from eyesdown.rulebook.loading import DataFile
from eyesdown.rulebooks.nsw_keno import c18_prizes as prizes
from eyesdown.rulebooks.nsw_keno import c23_schedule as schedule
from eyesdown.rulebooks.nsw_keno import tables
from eyesdown.rulebooks.nsw_keno.book import NswKeno
from eyesdown.rulebooks.nsw_keno.figures import Figures

COUNTS = (1, 2, 3, 4, 5, 6, 7, 8, 9, 10, 15, 20, 40)
PACKAGE = "eyesdown.rulebooks.nsw_keno"
SAYS = {
    clause: row["says"] for clause, row in DataFile.open(PACKAGE, "coverage.toml").toml().items()
}


def spot_clauses(rule: Any) -> Any:
    return [f"{rule}:{count} spots" for count in COUNTS]


@pytest.mark.clause("nsw-keno", *spot_clauses("18(b)"), *spot_clauses("18(c)"))
@pytest.mark.parametrize("count", COUNTS)
@pytest.mark.parametrize("rule", ["18(b)", "18(c)"])
def test_18_b_c__every_cell(book: NswKeno, rule: Any, count: Any) -> None:
    words = SAYS[f"{rule}:{count} spots"].split(")", 1)[1].split(" + ")[0]
    said = {
        int(matched): int(pays.replace(",", "")) * 100
        for matched, pays in re.findall(r"(\d+):([\d,]+)", words)
    }
    assert said
    prize = prizes.regular_prize if rule == "18(b)" else prizes.keno2_prize
    found = {matched: prize(count, matched, book.tables) for matched in range(min(count, 20) + 1)}
    assert {matched: cents for matched, cents in found.items() if cents} == said


@pytest.mark.clause("nsw-keno", *(f"18(b):{count} spots" for count in (7, 8, 9, 10)))
@pytest.mark.parametrize("count", [7, 8, 9, 10])
def test_18_b__bonus_jackpots(book: NswKeno, count: Any) -> None:
    said = re.search(r"Bonus Jackpot \$([\d,]+)", SAYS[f"18(b):{count} spots"])
    cents = int(said[1].replace(",", "")) * 100
    assert book.tables.jackpots[f"regular/{count}"].bonus_jackpot_cents == cents


@pytest.mark.clause("nsw-keno", "18(b):scope", "18(c):scope")
def test_18_b_c_scope__per_dollar_and_per_two(won: Callable[..., Settled]) -> None:
    assert won("regular", 300, spots=[18, 3]).prize_cents == 3 * 1_200
    assert won("keno2", 200, spots=[18, 3]).prize_cents == 2_500
    assert won("keno2", 400, spots=[18, 3]).prize_cents == 5_000


@pytest.mark.clause("nsw-keno", *(f"18(d):{count}" for count in COUNTS))
@pytest.mark.parametrize("count", COUNTS)
def test_18_d__lucky_last(book: NswKeno, won: Callable[..., Settled], count: Any) -> None:
    said = re.search(r"pays ([\d.]+) per", SAYS[f"18(d):{count}"])
    cents = int(Fraction(said[1]) * 100)
    assert prizes.lucky_last_prize(count, book.tables) == cents
    spots = [14, *(n for n in range(1, 80) if n != 14)][:count]
    assert won("lucky_last", 100, spots=spots).prize_cents == cents


@pytest.mark.clause("nsw-keno", "18(d):scope", "18(e):bonus", "18(g):bonus")
def test_18_d_e_g__the_same_tables_times_the_multiplier(
    book: NswKeno, won: Callable[..., Settled]
) -> None:
    from eyesdown.keno.bets.draws import draw_of

    five = draw_of(book, (*range(1, 20), 30))
    assert five.multiplier == 5
    assert won("lucky_last", 100, five, spots=[30], bonus=True).prize_cents == 30_000
    ten = draw_of(book, (*range(1, 20), 34))
    assert ten.multiplier == 10
    heads = won("heads_or_tails", 700, ten, selection="heads", bonus=True)
    assert heads.prize_cents == 14_000
    two = draw_of(book, (*range(1, 20), 25))
    assert two.multiplier == 2
    red = won("roulette", 500, two, bet="red_black", selection="red", bonus=True)
    assert red.prize_cents == 1_700


@pytest.mark.clause("nsw-keno", "18(e):Heads", "18(e):Tails", "18(e):Evens")
@pytest.mark.parametrize(("selection", "cents"), [("heads", 200), ("tails", 200), ("evens", 400)])
def test_18_e__pays_for_its_own_result_only(book: NswKeno, selection: Any, cents: Any) -> None:
    for result in ("heads", "tails", "evens"):
        pays = prizes.heads_or_tails_prize(selection, result, book.tables)
        assert pays == (cents if result == selection else 0)


RACING = [clause for clause in SAYS if clause.startswith("18(f):")]
NAMES = {"Five Up": "five_up", "Exact Quinella": "exact_quinella"}


@pytest.mark.clause("nsw-keno", *RACING)
@pytest.mark.parametrize("clause", RACING)
def test_18_f__racing(book: NswKeno, clause: Any) -> None:
    _, name, *levels = clause.split(":")
    bet = NAMES.get(name, name.lower().replace(" ", "_"))
    correct = int(levels[0]) if levels else book.figures.racing_rows_named[bet]
    said = int(re.search(r"pays ([\d,]+) per", SAYS[clause])[1].replace(",", ""))
    found = prizes.racing_prize(bet, correct, book.tables)
    assert (found.pays_cents, found.clause) == (said * 100, clause)
    assert prizes.racing_prize(bet, 0, book.tables) is None


ROULETTE = {
    "Straight Up": "straight_up",
    "Split": "split",
    "Row": "row",
    "Corner": "corner",
    "Six Line": "six_line",
    "Column": "column",
    "Dozens": "dozen",
    "Low or High": "low_high",
    "Red or Black": "red_black",
    "Odd or Even": "odd_even",
}


@pytest.mark.clause("nsw-keno", *(f"18(g):{name}" for name in ROULETTE))
@pytest.mark.parametrize("name", ROULETTE)
def test_18_g__roulette_in_proportion_to_the_minimum(book: NswKeno, name: Any) -> None:
    said = re.search(r"pays \$([\d.]+) on the minimum \$(\d+)", SAYS[f"18(g):{name}"])
    pays, minimum = int(Fraction(said[1]) * 100), int(said[2]) * 100
    bet = ROULETTE[name]
    assert prizes.roulette_prize(bet, minimum, 1, book.tables) == pays
    assert prizes.roulette_prize(bet, 2 * minimum, 3, book.tables) == 6 * pays
    assert prizes.roulette_prize(bet, minimum + 100, 1, book.tables) == Fraction(
        pays * (minimum + 100), minimum
    )


@pytest.mark.clause("nsw-keno", "18(a)", "2:Schedule of Prizes")
def test_18_a__what_is_shown_is_what_is_paid(book: NswKeno) -> None:
    rows = list(prizes.schedule_rows(book.tables))
    assert len(rows) == len({row[:3] for row in rows})
    shown = {row[:3]: row[3] for row in rows}
    assert shown["regular", "10 spots", "10 matched"] == 25_000_000
    assert shown["keno2", "40 spots", "0 matched"] == 50_000_000
    assert shown["lucky_last", "7 spots", "last number"] == 850
    assert shown["heads_or_tails", "evens", "evens"] == 400
    assert shown["racing", "superfecta", "5 right"] == 10_000
    assert shown["roulette", "split", "covered"] == 1_530
    games = {row[0] for row in rows}
    assert games == {"regular", "keno2", "lucky_last", "heads_or_tails", "racing", "roulette"}
    told = CliRunner().invoke(keno, ["prizes", "--json"]).stdout.splitlines()
    fields = [tuple(json.loads(one).values()) for one in told]
    assert fields == rows
    printed = CliRunner().invoke(keno, ["prizes"]).stdout.splitlines()
    assert [line.split()[-1] for line in printed] == [dollars(row[3]) for row in rows]


def test_returns_are_those_known_from_exact_counting(book: NswKeno) -> None:
    """Exact returns of some columns: a slip in a table would move them."""

    def returned(game: Any, spots: Any, per: Any) -> Any:
        table = book.tables.spots[game][spots]
        ways = comb(80, spots)
        return sum(
            Fraction(comb(20, k) * comb(60, spots - k) * pays, ways * per * 100)
            for k, pays in enumerate(table)
        )

    assert returned("regular", 1, 1) == Fraction(3, 4)
    assert round(float(returned("regular", 2, 1)), 5) == 0.72152
    assert round(float(returned("keno2", 40, 2)), 5) == 0.80405


@pytest.mark.clause("nsw-keno", *(f"Schedule:Part {part}" for part in "ABCDEF"), "Schedule:whole")
@pytest.mark.parametrize(
    ("part", "numbers"),
    [
        ("A", (566, 211, 1_409, 458_460)),
        ("B", (199, 215, 1_405, 161_190)),
        ("C", (338, 217, 1_403, 273_780)),
        ("D", (30, 210, 1_410, 24_300)),
        ("E", (54, 220, 1_400, 43_740)),
        ("F", (14, 224, 1_396, 11_340)),
    ],
)
def test_Schedule__size_ends_and_sum_of_each_part(
    book: NswKeno, part: str, numbers: tuple[int, ...]
) -> None:
    totals = schedule.totals_of(part, book.tables.multipliers, book.figures)
    assert (len(totals), min(totals), max(totals), sum(totals)) == numbers
    assert {1_620 - t for t in totals} == set(totals)


@pytest.mark.clause("nsw-keno", "Schedule:whole")
def test_Schedule_whole__every_total_once(book: NswKeno) -> None:
    assert list(book.tables.multipliers) == list(schedule.all_totals(book.figures))
    assert len(book.tables.multipliers) == 1_201


def file_of(name: Any, change: Any = lambda text: text) -> Any:
    text = DataFile.open(PACKAGE, name).text
    changed = change(text)
    return DataFile(PACKAGE, name, changed)


BROKEN = [
    ("prizes_regular.csv", "parse_spots", ("3,,,44,4", "2,,,44,4"), "matched is 2, not 3"),
    ("prizes_regular.csv", "parse_spots", ("1,3,,", "1,3,,,"), "fields, not 14"),
    ("prizes_regular.csv", "parse_spots", ("2,,12,", "2,5,12,"), "2 matched of 1 spots"),
    ("prizes_regular.csv", "parse_spots", ("2,,12,1,1,", "2,,12,90,1,"), "a prize falls"),
    ("prizes_regular.csv", "parse_spots", ("1,3,,", "1,x,,"), "not a whole number"),
    ("prizes_regular.csv", "parse_spots", ("matched,1,", "matched,11,"), "columns are"),
    ("prizes_keno2.csv", "parse_spots", ("2,,25,", "2,,,"), "matching all pays nothing"),
    ("prizes_jackpot.csv", "parse_jackpots", ("regular/8", "regular/7"), "is there twice"),
    ("prizes_jackpot.csv", "parse_jackpots", ("racing/quartet", "racing/trio"), "jackpots are"),
    ("prizes_lucky_last.csv", "parse_lucky_last", ("2,30", "1,30"), "are there twice"),
    ("prizes_lucky_last.csv", "parse_lucky_last", ("2,30", "2,61"), "rises"),
    ("prizes_lucky_last.csv", "parse_lucky_last", ("40,1.5", "41,1.5"), "spots are"),
    ("prizes_lucky_last.csv", "parse_lucky_last", ("8.50", "8.505"), "whole number of cents"),
    ("prizes_lucky_last.csv", "parse_lucky_last", ("8.50", "much"), "no amount"),
    ("prizes_racing.csv", "parse_racing", ("five_up,2,", "five_up,1,"), "is there twice"),
    ("prizes_racing.csv", "parse_racing", ("five_up,5,", "five_up,6,"), "pays for"),
    ("prizes_racing.csv", "parse_racing", ("win,1,", "winner,1,"), "bets are"),
    ("prizes_roulette.csv", "parse_roulette", ("row,1.00", "row,2.00"), "rule 9(i)"),
    ("prizes_roulette.csv", "parse_roulette", ("row,1.00", "split,1.00"), "is there twice"),
    ("multipliers.txt", "parse_multipliers", ("211 212 ", "211 "), "each once"),
    ("multipliers.txt", "parse_multipliers", ("211 212 ", "211 211 212 "), "is there twice"),
    ("multipliers.txt", "parse_multipliers", ("211 212 ", "212 211 "), "out of order"),
    ("multipliers.txt", "parse_multipliers", ("Part B 2 x", "Part B 3 x"), "Part B with 3 x"),
    ("multipliers.txt", "parse_multipliers", ("211 212 ", "211 two "), "not a whole number"),
    ("prizes_heads_or_tails.csv", "", ("evens,evens", "evens,heads"), "evens against heads"),
    ("prizes_heads_or_tails.csv", "", ("evens,evens,4\n", ""), "results are"),
]


@pytest.mark.parametrize(("name", "parser", "change", "problem"), BROKEN)
def test_a_slip_in_a_table_is_named_with_its_place(
    figures: Figures, name: Any, parser: Any, change: Any, problem: Any
) -> None:
    file = file_of(name, lambda text: text.replace(*change, 1))
    assert file.text != DataFile.open(PACKAGE, name).text
    taken = [file, figures] if parser else [file]
    parse = getattr(tables, parser or "parse_heads_or_tails")
    with pytest.raises(RulebookDataError) as wrong:
        parse(*taken)
    assert problem in str(wrong.value)
    assert wrong.value.file.endswith(name)


def test_a_total_moved_to_another_part_is_noticed(figures: Figures) -> None:
    def swap(text: Any) -> Any:
        return text.replace("\n215 218 ", "\n218 ", 1).replace("217 227 ", "215 217 227 ", 1)

    with pytest.raises(RulebookDataError, match="the Parts hold"):
        tables.parse_multipliers(file_of("multipliers.txt", swap), figures)
