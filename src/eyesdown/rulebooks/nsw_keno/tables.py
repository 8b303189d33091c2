"""The tables of rule 18 and of the Schedule, read as printed and checked before anybody uses them.

Amounts are whole cents for the stake the table is printed for.
"""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from decimal import Decimal, InvalidOperation
from typing import TypeAlias

from eyesdown.rulebook.loading import DataFile
from eyesdown.rulebooks.nsw_keno.c23_schedule import all_totals
from eyesdown.rulebooks.nsw_keno.figures import Figures

PACKAGE = "eyesdown.rulebooks.nsw_keno"

SpotTable: TypeAlias = Mapping[int, tuple[int, ...]]


@dataclass(frozen=True, slots=True)
class JackpotTerms:
    """The fixed parts of a jackpot beside its schedule prize; growth comes on top."""

    fill_cents: int
    bonus_jackpot_cents: int
    clause: str


@dataclass(frozen=True, slots=True)
class RoulettePrize:
    """The printed prize of a roulette bet."""

    minimum_cents: int
    pays_cents: int
    clause: str


@dataclass(frozen=True, slots=True)
class RacingPrize:
    """The printed prize of a racing bet."""

    pays_cents: int
    clause: str


@dataclass(frozen=True, slots=True)
class Tables:
    """Every pay table: spots to a prize for each number matched, a bet to its prizes, and so on."""

    spots: Mapping[str, SpotTable]  # by game: regular, keno2
    jackpots: Mapping[str, JackpotTerms]  # by key: regular/10, keno2/7, racing/quartet
    lucky_last: Mapping[int, int]
    heads_or_tails: Mapping[str, int]
    racing: Mapping[str, Mapping[int, RacingPrize]]  # by bet, then how many are correct
    roulette: Mapping[str, RoulettePrize]
    multipliers: Mapping[int, int]  # by the total of the numbers drawn


def read_tables(figures: Figures) -> Tables:
    """All tables of the book, or a RulebookDataError that names file, line and problem."""
    return Tables(
        spots={
            "regular": parse_spots(_open("prizes_regular.csv"), figures),
            "keno2": parse_spots(_open("prizes_keno2.csv"), figures),
        },
        jackpots=parse_jackpots(_open("prizes_jackpot.csv"), figures),
        lucky_last=parse_lucky_last(_open("prizes_lucky_last.csv"), figures),
        heads_or_tails=parse_heads_or_tails(_open("prizes_heads_or_tails.csv")),
        racing=parse_racing(_open("prizes_racing.csv"), figures),
        roulette=parse_roulette(_open("prizes_roulette.csv"), figures),
        multipliers=parse_multipliers(_open("multipliers.txt"), figures),
    )


def parse_spots(file: DataFile, figures: Figures) -> SpotTable:
    """One row for each number matched, one column for each number of spots, blank for no prize."""
    counts = figures.spot_counts
    table = {spots: [0] * (min(spots, figures.numbers_drawn) + 1) for spots in counts}
    expected = 0
    for line, row in file.rows("matched", *map(str, counts)):
        matched = file.whole(line, "matched", row["matched"])
        if matched != expected:
            up = f"matched is {matched}, not {expected}; there is a row for each, from 0 up"
            raise file.wrong(line, up)
        expected += 1
        for spots in counts:
            text = row[str(spots)]
            if not text:
                continue
            cents = 100 * file.whole(line, f"the prize for {spots} spots", text)
            if matched > spots:
                if cents:
                    raise file.wrong(line, f"{matched} matched of {spots} spots")
                continue
            table[spots][matched] = cents
    if expected != figures.numbers_drawn + 1:
        raise file.wrong(expected + 1, f"{expected} rows, not {figures.numbers_drawn + 1}")
    for spots, prizes in table.items():
        _never_falls_to_the_edges(file, spots, prizes)
    return {spots: tuple(prizes) for spots, prizes in table.items()}


def _never_falls_to_the_edges(file: DataFile, spots: int, prizes: list[int]) -> None:
    """Catching all, and where it is paid catching none, are worth most; prizes fall in between."""
    low = prizes.index(0) if 0 in prizes else 0
    falling, rising = prizes[:low], prizes[low:]
    if falling != sorted(falling, reverse=True) or rising != sorted(rising):
        raise file.wrong(1, f"{spots} spots: a prize falls as more (or fewer) are matched")
    if not prizes[-1]:
        raise file.wrong(1, f"{spots} spots: matching all pays nothing")


def parse_jackpots(file: DataFile, figures: Figures) -> Mapping[str, JackpotTerms]:
    """Jackpot prizes by game and spots, checked."""
    jackpots: dict[str, JackpotTerms] = {}
    for line, row in file.rows("jackpot", "fill", "bonus_jackpot", "clause"):
        key = row["jackpot"]
        if key in jackpots:
            raise file.wrong(line, f"{key} is there twice")
        fill = 100 * file.whole(line, "fill", row["fill"])
        bonus = 100 * file.whole(line, "bonus_jackpot", row["bonus_jackpot"])
        jackpots[key] = JackpotTerms(fill, bonus, row["clause"])
    levels = figures.jackpot_spot_counts
    games = [f"{game}/{spots}" for game in ("regular", "keno2") for spots in levels]
    wanted = [*games, *(f"racing/{bet}" for bet in figures.racing_growth_rates)]
    if list(jackpots) != wanted:
        raise file.wrong(1, f"jackpots are {', '.join(jackpots)}, not {', '.join(wanted)}")
    return jackpots


def parse_lucky_last(file: DataFile, figures: Figures) -> Mapping[int, int]:
    """Lucky Last prizes by spots, checked."""
    prizes: dict[int, int] = {}
    for line, row in file.rows("spots", "pays"):
        spots = file.whole(line, "spots", row["spots"])
        if spots in prizes:
            raise file.wrong(line, f"{spots} spots are there twice")
        prizes[spots] = _cents(file, line, row["pays"])
    if tuple(prizes) != figures.spot_counts:
        raise file.wrong(1, f"spots are {tuple(prizes)}, not {figures.spot_counts}")
    if list(prizes.values()) != sorted(prizes.values(), reverse=True):
        raise file.wrong(1, "a prize rises with the number of spots")
    return prizes


def parse_heads_or_tails(file: DataFile) -> Mapping[str, int]:
    """Heads or Tails prizes by result, checked."""
    prizes: dict[str, int] = {}
    for line, row in file.rows("selection", "result", "pays"):
        if row["selection"] != row["result"] or row["selection"] in prizes:
            raise file.wrong(line, f"{row['selection']} against {row['result']}")
        prizes[row["selection"]] = _cents(file, line, row["pays"])
    if set(prizes) != {"heads", "tails", "evens"}:
        raise file.wrong(1, f"results are {', '.join(prizes)}")
    return prizes


def parse_racing(file: DataFile, figures: Figures) -> Mapping[str, Mapping[int, RacingPrize]]:
    """Racing prizes by bet, checked."""
    prizes: dict[str, dict[int, RacingPrize]] = {}
    for line, row in file.rows("bet", "correct", "pays", "clause"):
        levels = prizes.setdefault(row["bet"], {})
        correct = file.whole(line, "correct", row["correct"])
        if correct in levels:
            raise file.wrong(line, f"{row['bet']} with {correct} correct is there twice")
        levels[correct] = RacingPrize(_cents(file, line, row["pays"]), row["clause"])
    if list(prizes) != list(figures.racing_rows_named):
        raise file.wrong(1, f"bets are {', '.join(prizes)}")
    for bet, levels in prizes.items():
        rows = figures.racing_rows_named[bet]
        wanted = list(range(1, rows + 1)) if bet in figures.racing_growth_rates else [rows]
        if list(levels) != wanted:
            raise file.wrong(1, f"{bet} pays for {list(levels)} correct, not {wanted}")
    return prizes


def parse_roulette(file: DataFile, figures: Figures) -> Mapping[str, RoulettePrize]:
    """Roulette prizes by bet, checked."""
    prizes: dict[str, RoulettePrize] = {}
    for line, row in file.rows("bet", "minimum", "pays", "clause"):
        if row["bet"] in prizes:
            raise file.wrong(line, f"{row['bet']} is there twice")
        minimum, pays = _cents(file, line, row["minimum"]), _cents(file, line, row["pays"])
        if minimum != figures.roulette_stake_min_cents.get(row["bet"]):
            raise file.wrong(line, f"{row['bet']}: its minimum is not the one of rule 9(i)")
        prizes[row["bet"]] = RoulettePrize(minimum, pays, row["clause"])
    if list(prizes) != list(figures.roulette_stake_min_cents):
        raise file.wrong(1, f"bets are {', '.join(prizes)}")
    return prizes


def parse_multipliers(file: DataFile, figures: Figures) -> Mapping[int, int]:
    """Every possible total once, each Part sorted and of its size, and alike about the middle."""
    multipliers: dict[int, int] = {}
    sizes: dict[str, int] = {}
    part, times, last = "", 0, 0
    for line, text in enumerate(file.text.splitlines(), start=1):
        fields = text.split()
        if fields[:1] == ["Part"]:
            part, times, last = fields[1], file.whole(line, "multiplier", fields[2]), 0
            if part in sizes or figures.multipliers.get(part) != times:
                raise file.wrong(line, f"Part {part} with {times} x")
            sizes[part] = 0
            continue
        for word in fields:
            total = file.whole(line, "total", word)
            if total in multipliers:
                raise file.wrong(line, f"{total} is there twice")
            if not part or total <= last:
                raise file.wrong(line, f"{total} is out of order")
            multipliers[total], last = times, total
            sizes[part] += 1
    low, high = figures.multiplier_total_min, figures.multiplier_total_max
    if multipliers.keys() != set(all_totals(figures)):
        raise file.wrong(1, f"the totals are not {low} to {high}, each once")
    if sizes != figures.multiplier_part_sizes:
        raise file.wrong(1, f"the Parts hold {sizes}, not {figures.multiplier_part_sizes}")
    for total, times in multipliers.items():
        if multipliers[low + high - total] != times:
            raise file.wrong(1, f"{total} and {low + high - total} differ")
    return dict(sorted(multipliers.items()))


def _open(name: str) -> DataFile:
    return DataFile.open(PACKAGE, name)


def _cents(file: DataFile, line: int, text: str) -> int:
    """Dollars as printed, to the cent: 8.50 is 850 and 3,000 is 300000."""
    try:
        cents = Decimal(text.replace(",", "")) * 100
    except InvalidOperation as bad:
        raise file.wrong(line, f"{text!r} is no amount") from bad
    if cents != int(cents) or cents <= 0:
        raise file.wrong(line, f"{text!r} is no whole number of cents above nothing")
    return int(cents)
