"""Series: no two cards alike, numbered on, sealed, found again, and proved or found out."""

from __future__ import annotations

import io
import random
from dataclasses import replace
from itertools import combinations

import numpy as np
import pytest
from numpy.typing import NDArray

from eyesdown.cards.counting import number_sets
from eyesdown.cards.keys import laid_by_column, ticket_keys
from eyesdown.cards.master import (
    HEADER,
    Finder,
    Hashed,
    Manifest,
    encode,
    row_bytes,
    write_index,
    write_table,
)
from eyesdown.cards.sampler import WORDS_PER_ATTEMPT, sample
from eyesdown.cards.series import Series, SeriesPlan, certify, colour_games, pages
from eyesdown.cards.series_check import check_seed, check_series
from eyesdown.cards.stream import WordSource
from eyesdown.cards.ticket import Ticket90
from eyesdown.cards.tickets import sample as sample_tickets
from eyesdown.draw.words import Words
from eyesdown.kernel.errors import BadInput

WORDS = Words.of_text("tests/series")
PLAN = SeriesPlan("382558", "red", books=20, games=5, game_colours=colour_games(5, "abcde", 4))


class Made:
    """A series in memory, with all its files."""

    def __init__(
        self, plan: SeriesPlan, source: WordSource = WORDS, series: Series | None = None
    ) -> None:
        self.series = series or certify(plan, source)
        self.table, self.index = io.BytesIO(), io.BytesIO()
        table, index = Hashed(self.table), Hashed(self.index)
        write_table(table, self.series, source, lambda _: None)
        write_index(index, self.series)
        sealed = table.seal(), index.seal()
        self.manifest = Manifest(plan, self.series.replaced, WORDS.commitment, *sealed)
        self.finder = Finder(self.manifest, self.table, self.index)


@pytest.fixture(scope="module")
def made() -> Made:
    return Made(PLAN)


def test_keys_are_exact_for_sets_of_numbers() -> None:
    """Equal keys exactly where the fifteen numbers are equal, whatever the layout."""
    cards = sample_tickets(WORDS.at(0, 20_000))
    found = ticket_keys(cards)
    assert found.min() >= 0
    assert found.max() < number_sets()
    sets = {tuple(sorted(card[card > 0].tolist())) for card in cards}
    assert len(np.unique(found)) == len(sets)
    turned = cards[:, [2, 0, 1]]
    assert (ticket_keys(turned) == found).all()


def test_neighbouring_sets_have_different_keys() -> None:
    base = [1, 10, 20, 30, 40, 50, 60, 70, 80]
    others = [2, 3, 11, 12, 21, 22, 31, 32, 41, 81, 82]
    cells = [laid_by_column([*base, *extra]) for extra in combinations(others, 6)]
    found = ticket_keys(np.array([cell for cell in cells if cell is not None]))
    assert len(found) == 462
    assert len(np.unique(found)) == 462


@pytest.mark.parametrize(
    "numbers",
    [list(range(1, 16)), [*range(10, 25)], [0, *range(1, 15)], [91, *range(1, 15)], [1] * 15],
)
def test_numbers_of_no_ticket_have_no_key(numbers: list[int]) -> None:
    assert laid_by_column(numbers) is None


def test_an_impossible_column_gives_no_key() -> None:
    blank = np.zeros((1, 3, 9), np.uint8)
    assert ticket_keys(blank).tolist() == [-1]


class Repeating:
    """Words in which some attempts are the twins of earlier ones, so their strips clash."""

    def __init__(self, twins: dict[int, int]) -> None:
        self._twins = twins

    def at(self, first: int, count: int) -> NDArray[np.uint64]:
        words = WORDS.at(first, count).reshape(-1, WORDS_PER_ATTEMPT).copy()
        start = first // WORDS_PER_ATTEMPT
        for late, early in self._twins.items():
            if start <= late < start + len(words):
                words[late - start] = WORDS.at(early * WORDS_PER_ATTEMPT, WORDS_PER_ATTEMPT)
        return words.reshape(-1)


def kept_attempts(count: int) -> list[int]:
    """The attempts that give a strip, in order."""
    every = WORDS.at(0, count * WORDS_PER_ATTEMPT).reshape(count, -1)
    return [at for at, words in enumerate(every) if len(sample(words))]


def test_a_strip_that_repeats_is_replaced_by_the_next_of_the_stream() -> None:
    plan = SeriesPlan("1", "red", books=40)
    kept = kept_attempts(60)
    # Unit 7 repeats unit 3; so does unit 40, the first spare, and it must be passed over.
    source = Repeating({kept[7]: kept[3], kept[40]: kept[3]})
    series = certify(plan, source)
    assert series.replaced == ((7, 41),)
    assert len(set(series.keys.tolist())) == plan.cards
    plain = sample(WORDS.at(0, 60 * WORDS_PER_ATTEMPT))
    ((_, tickets),) = pages(series, source)
    strips = tickets.reshape(-1, 6, 3, 9)
    assert (strips[7] == plain[41]).all()
    others = [at for at in range(40) if at != 7]
    assert (strips[others] == plain[others]).all()
    assert (ticket_keys(tickets) == series.keys).all()
    assert Made(plan, source).manifest.replaced == ((7, 41),)


def test_without_a_clash_nothing_is_replaced(made: Made) -> None:
    assert made.series.replaced == ()
    assert len(set(made.series.keys.tolist())) == PLAN.cards == 600


def test_cards_and_books_are_numbered_on_from_the_first() -> None:
    plan = SeriesPlan("9", "blue", books=3, games=2, up="twelve_up", first_book=1001, first_card=50)
    places = [plan.place(at) for at in range(plan.cards)]
    assert [place.card for place in places] == list(range(50, 50 + 72))
    assert sorted({place.book for place in places}) == [1001, 1002, 1003]
    assert [place.game for place in places[:36]] == [1] * 12 + [2] * 12 + [1] * 12
    assert [place.box for place in places[:12]] == list(range(1, 13))


@pytest.mark.clause("vic-bingo", "5(c)")
@pytest.mark.clause("nsw-casino-bingo", "2.3.3")
@pytest.mark.parametrize("up", ["single", "six_up", "twelve_up"])
def test_every_make_up_is_valid_and_found_again(up: str) -> None:
    made = Made(SeriesPlan("A-7", "green", books=12, up=up))
    assert check_series(made.manifest, made.table, made.index) == []
    assert check_seed(made.manifest, made.table, WORDS.commitment, WORDS) == []
    for card in range(1, made.manifest.plan.cards + 1):
        found = made.finder.by_card(card)
        assert found is not None
        assert found.place.card == card
        numbers = random.Random(card).sample(found.ticket.numbers, 15)
        assert made.finder.by_numbers(numbers) == found


@pytest.mark.clause("vic-bingo", "5(c)")
@pytest.mark.clause("nsw-casino-bingo", "2.3.3")
def test_what_the_series_does_not_have_is_not_found(made: Made) -> None:
    assert made.finder.by_card(0) is None
    assert made.finder.by_card(601) is None
    assert made.finder.by_numbers(list(range(1, 16))) is None
    strange = sample_tickets(WORDS.at(1 << 40, 4))[0]
    assert made.finder.by_numbers(strange[strange > 0].tolist()) is None


def test_game_colours_look_back_as_far_as_the_book_says() -> None:
    five = ["red", "blue", "green", "yellow", "pink"]
    assert colour_games(6, five, 4)[5] == "red"
    with pytest.raises(BadInput, match="6 games need 5 different colours"):
        colour_games(6, five[:4], 4)
    with pytest.raises(BadInput, match="6 games need 6 different colours"):
        colour_games(6, five, None)
    assert colour_games(3, ["red", "red", "blue", "green"], None) == ("red", "blue", "green")
    assert colour_games(3, ["Red", "red", "blue", "RED", "green"], None) == ("Red", "blue", "green")
    assert colour_games(3, ["red"], 0) == ("red", "red", "red")


@pytest.mark.parametrize(
    ("change", "field"),
    [
        ({"serial": ""}, "serial"),
        ({"serial": "a,b"}, "serial"),
        ({"serial": "x" * 21}, "serial"),
        ({"colour": ""}, "colour"),
        ({"books": 0}, "books"),
        ({"books": -1}, "books"),
        ({"books": 1 << 32}, "books"),
        ({"games": 0}, "games"),
        ({"up": "seven_up"}, "up"),
        ({"first_book": -1}, "first_book"),
        ({"game_colours": ("red",)}, "game_colours"),
    ],
)
def test_a_wrong_plan_is_bad_input(change: dict[str, object], field: str) -> None:
    with pytest.raises(BadInput) as wrong:
        replace(PLAN, **change)
    assert wrong.value.field == field


def test_the_same_seed_makes_the_same_bytes(made: Made) -> None:
    again = Made(PLAN)
    assert again.table.getvalue() == made.table.getvalue()
    assert again.index.getvalue() == made.index.getvalue()
    assert again.manifest.as_bytes() == made.manifest.as_bytes()


def test_the_manifest_comes_back_as_it_was(made: Made) -> None:
    assert Manifest.read(made.manifest.as_bytes()) == made.manifest


def test_every_flipped_bit_of_the_manifest_is_seen(made: Made) -> None:
    raw = made.manifest.as_bytes()
    for at in range(len(raw)):
        for bit in range(0, 8, 3):
            altered = bytearray(raw)
            altered[at] ^= 1 << bit
            with pytest.raises(BadInput):
                Manifest.read(bytes(altered))
    for cut in (0, 1, len(raw) // 2, len(raw) - 1):
        with pytest.raises(BadInput):
            Manifest.read(raw[:cut])


def test_flipped_bits_of_table_and_index_are_seen(made: Made) -> None:
    chance = random.Random(20)
    for _ in range(150):
        files = [made.table.getvalue(), made.index.getvalue()]
        which = chance.randrange(2)
        altered = bytearray(files[which])
        at = chance.randrange(len(altered))
        altered[at] ^= 1 << chance.randrange(8)
        files[which] = bytes(altered)
        assert check_series(made.manifest, *map(io.BytesIO, files)), (which, at)


def test_an_altered_number_is_laid_to_its_card(made: Made) -> None:
    size = row_bytes(PLAN)
    altered = bytearray(made.table.getvalue())
    place = len(HEADER) + 1 + 321 * size + size - 3
    altered[place] ^= 1
    faults = check_series(made.manifest, io.BytesIO(bytes(altered)), made.index)
    assert faults[0].where == f"table, bytes 0 to {len(altered) - 1}"
    assert any(fault.where == "card 322" for fault in faults)


@pytest.mark.parametrize("left", [0, 10, 5000])
def test_a_cut_table_is_seen_with_its_place(made: Made, left: int) -> None:
    short = io.BytesIO(made.table.getvalue()[:left])
    faults = check_series(made.manifest, short, made.index)
    assert (
        str(faults[0]) == f"table, byte {left}: cut short: {made.manifest.table.bytes} were sealed"
    )


def test_a_longer_table_and_a_cut_index_are_seen(made: Made) -> None:
    longer = io.BytesIO(made.table.getvalue() + b"x")
    assert "goes on after" in str(check_series(made.manifest, longer, made.index)[0])
    short = io.BytesIO(made.index.getvalue()[:-1])
    assert "index, byte" in str(check_series(made.manifest, made.table, short)[0])
    with pytest.raises(BadInput, match="cut short"):
        Finder(made.manifest, io.BytesIO(b""), made.index).by_card(5)


def resealed(plan: SeriesPlan, tickets: NDArray[np.uint8]) -> list[str]:
    """What verify says of a table that somebody sealed anew after changing cards."""
    table, index = io.BytesIO(), io.BytesIO()
    sealed_table, sealed_index = Hashed(table), Hashed(index)
    sealed_table.write(HEADER + b"\n" + encode(plan, 0, tickets))
    write_index(sealed_index, Series(plan, (), ticket_keys(tickets)))
    manifest = Manifest(plan, (), WORDS.commitment, sealed_table.seal(), sealed_index.seal())
    return [str(fault) for fault in check_series(manifest, table, index)]


def test_rules_are_checked_even_where_the_seals_hold(made: Made) -> None:
    ((_, tickets),) = pages(made.series, WORDS)
    good = tickets.copy()
    assert resealed(PLAN, good) == []
    twice = good.copy()
    twice[6:12] = twice[:6]
    said = resealed(PLAN, twice)
    assert "card 7: holds the same numbers as card 1" in said
    swapped = good.copy()
    swapped[[1, 7]] = swapped[[7, 1]]
    assert "card 1: its strip does not hold each of 1 to 90 once" in resealed(PLAN, swapped)
    fallen = good.copy()
    column = int(np.flatnonzero((good[2] > 0).all(axis=0) | ((good[2] > 0).sum(axis=0) == 2))[0])
    rows = np.flatnonzero(good[2][:, column])
    fallen[2, rows[:2], column] = good[2, rows[1::-1], column]
    assert "card 3: a column does not rise downwards" in resealed(PLAN, fallen)


def test_another_seed_is_not_the_committed_one(made: Made) -> None:
    other = Words.of_text("another")
    (fault,) = check_seed(made.manifest, made.table, other.commitment, other)
    assert "committed" in str(fault)
    altered = bytearray(made.table.getvalue())
    altered[len(HEADER) + 1 + 5 * row_bytes(PLAN) + 40] ^= 1
    (fault,) = check_seed(made.manifest, io.BytesIO(bytes(altered)), WORDS.commitment, WORDS)
    assert str(fault) == "card 6: is not the card that the seed gives"


def test_what_was_altered_is_never_answered_from() -> None:
    """Neither a card that nobody printed nor a no about one that somebody holds."""
    made = Made(SeriesPlan("1", "red", books=40))
    found = made.finder.by_card(77)
    assert found is not None
    numbers = list(found.ticket.numbers)
    row = len(HEADER) + 1 + 76 * row_bytes(made.manifest.plan)
    table, index = bytearray(made.table.getvalue()), bytearray(made.index.getvalue())
    table[row + 40] ^= 1
    index[16:1000] = bytes(984)  # the lowest keys are gone, so a card with one looks unknown
    altered = Finder(made.manifest, io.BytesIO(bytes(table)), io.BytesIO(bytes(index)))
    with pytest.raises(BadInput, match="not what was sealed") as wrong:
        altered.by_card(77)
    assert wrong.value.field == "table"
    with pytest.raises(BadInput, match="not what was sealed") as wrong:
        altered.by_numbers(numbers)
    assert wrong.value.field == "index"


def test_a_manifest_of_more_cards_than_its_files_hold_is_refused(made: Made) -> None:
    more = replace(made.manifest, plan=replace(PLAN, books=10**6))
    with pytest.raises(BadInput, match="another length"):
        Manifest.read(more.as_bytes())
    assert Manifest.read(made.manifest.as_bytes()) == made.manifest


def test_a_unit_replaced_without_need_is_told() -> None:
    """Whoever holds the seed could look past the end for a strip and put it where it suits."""
    plan = SeriesPlan("1", "red", books=40)
    series = certify(plan, WORDS)
    chosen = sample(WORDS.at(0, 2000 * WORDS_PER_ATTEMPT))[1500]
    cards = series.keys.copy()
    cards[18:24] = ticket_keys(chosen)
    made = Made(plan, WORDS, Series(plan, ((3, 1500),), cards))
    found = made.finder.by_card(19)
    assert found is not None
    assert found.ticket.rows == Ticket90.of(chosen[0].tolist()).rows
    assert check_series(made.manifest, made.table, made.index) == []
    (fault,) = check_seed(made.manifest, made.table, WORDS.commitment, WORDS)
    assert str(fault) == "manifest: replaces other cards than those that repeat one"


def test_the_last_number_still_fits_the_table() -> None:
    last = 10**10 - 1
    made = Made(SeriesPlan("1", "red", books=1, up="single", first_book=last, first_card=last))
    assert check_series(made.manifest, made.table, made.index) == []
    with pytest.raises(BadInput, match="10 digits at most"):
        SeriesPlan("1", "red", books=1, first_card=last)
    with pytest.raises(BadInput, match="10 digits at most"):
        SeriesPlan("1", "red", books=2, first_book=last)


def test_the_table_is_plain_csv(made: Made) -> None:
    import csv

    rows = list(csv.DictReader(io.StringIO(made.table.getvalue().decode())))
    assert len(rows) == 600
    found = made.finder.by_card(600)
    assert found is not None
    assert rows[-1]["serial"] == "382558"
    assert [int(rows[-1][name]) for name in ("card", "book", "game", "box")] == [600, 20, 5, 6]
    lines = [[int(rows[-1][f"{line}{at}"]) for at in range(1, 6)] for line in "abc"]
    assert Ticket90.of(found.ticket.rows).lines == tuple(map(tuple, lines))
