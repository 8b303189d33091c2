"""Series taken in by their manifest: small rows, altered print refused, cards found."""

from __future__ import annotations

from collections.abc import Callable
from datetime import UTC, datetime, timedelta
from io import BytesIO
from pathlib import Path
from typing import Any
from zoneinfo import ZoneInfo

import pytest

from eyesdown.bingo.sales.commands import SellCards, WithdrawCard
from eyesdown.bingo.session.commands import OpenSalePoint, PlanSession, RegisterSeries
from eyesdown.bingo.state.stock import AtHand, Ranges, Series
from eyesdown.bingo.words.parts import Offer, PlannedGame
from eyesdown.bingo.words.printed import StockPlan
from eyesdown.cards.master import HEADER, row_bytes
from eyesdown.cards.series import SeriesPlan
from eyesdown.central.hall.machine import HallSite, machine
from eyesdown.central.hall.stock import (
    SeriesTakenIn,
    TakeInSeries,
    ahead,
    receive,
)
from eyesdown.central.site.site import Done, Site, Submitted
from eyesdown.central.site.verify_journal import verify_journal
from eyesdown.central.store.base import Store, copy
from eyesdown.central.store.memory import MemoryStore
from eyesdown.central.store.sqlite import SqliteStore
from eyesdown.kernel.errors import BadInput, JournalCorrupt
from eyesdown.kernel.refused import Refused
from eyesdown.kernel.written import replace
from kit.series import Delivered, delivered, resealed

NOON = datetime(2026, 6, 1, 12, tzinfo=UTC)
SINGLES = SeriesPlan("382558", "blue", books=40, up="single")
SIX_UP = SeriesPlan("N77", "blue", books=5, games=2, game_colours=("red", "green"))


class Night:
    """A hall's site on a store, whose commands are numbered."""

    def __init__(self, store: Store, book: str = "nz-casino-bingo") -> None:
        self.site: Site[HallSite] = Site(
            machine(book, ZoneInfo("Pacific/Auckland")),
            store,
            lambda: int(NOON.timestamp() * 1_000_000),
        )

    def give(self, command: Any) -> Any:
        """The first event of a command."""
        name = f"c{self.site.head.seq}"
        [reply] = self.site.run([Submitted(name, command)])
        assert isinstance(reply, Done), reply
        return reply.events[0]

    def take_in(self, stock: StockPlan) -> Any:
        return self.give(TakeInSeries(at=NOON, stock=stock))


def codes(event: Any) -> list[str]:
    assert isinstance(event, Refused), event
    return [refusal.code for refusal in event.refusals]


def test_a_series_is_taken_in_and_its_cards_are_sold(reopen: Callable[[], Store]) -> None:
    store = reopen()
    night = Night(store)
    assert isinstance(night.take_in(delivered(SINGLES).into(store)), SeriesTakenIn)
    games = tuple(
        PlannedGame(
            game=number,
            versions=(1,),
            price_cents=1000,
            prizes=(Offer(prize="part series", amount_cents=1000),),
        )
        for number in (1, 2)
    )
    starts = NOON + timedelta(hours=1)
    night.give(
        PlanSession(at=NOON, session="S1", starts_at=starts, operator="C", licence="L", games=games)
    )
    sale = {"at": NOON, "session": "S1", "game": 1, "serial": "382558", "paid_cents": 3000}
    assert night.give(SellCards(count=3, **sale)).cards == (1, 2, 3)
    night.give(WithdrawCard(at=NOON, session="S1", serial="382558", card=4, reason="torn"))
    assert night.give(SellCards(count=3, **sale)).cards == (5, 6, 7)
    hall = night.site.state.hall
    series = hall.series["382558"]
    assert (series.left.runs, series.spoiled.runs) == ([(8, 40)], [(4, 4)])
    for card in (1, 4, 8):
        assert series.find(series.cards[card].boxes[0].numbers) == (card, 1)
    assert 41 not in series.cards
    assert series.find(range(1, 16)) is None
    night.site.take_snapshot()
    again = Night(store)
    assert again.site.state == night.site.state
    assert again.site.state.hall.series["382558"].cards[7] == series.cards[7]
    verify_journal(night.site.machine, store, decide_again=True)


def test_pages_have_the_boxes_books_games_and_colours_of_the_master_table() -> None:
    store = MemoryStore()
    night = Night(store, "nsw-casino-bingo")
    night.take_in(delivered(SIX_UP).into(store))
    series = night.site.state.hall.series["N77"]
    assert (len(series.cards), list(series.cards)[-1], len(series.left)) == (10, 10, 10)
    page = series.cards[4]
    assert (page.book, page.game, page.colour, len(page.boxes)) == (2, 2, "green", 6)
    assert sorted(n for box in page.boxes for n in box.numbers) == list(range(1, 91))
    assert series.in_books([2, 9]) == (3, 4)
    row = delivered(SIX_UP).table[len(HEADER) + 1 :][18 * row_bytes(SIX_UP) :].split(b"\n")[0]
    assert [int(number) for number in row.split(b",")[5:]] == list(page.boxes[0].numbers)
    assert series.find(page.boxes[2].numbers) == (4, 3)


def test_packed_and_inline_cards_have_the_same_columns() -> None:
    """A game's board is made of them, wherever the cards are kept."""
    files = delivered(SIX_UP)
    store = MemoryStore()
    stock = files.into(store)
    packed = Series(SIX_UP.serial, "", {}, Ranges(), stock=stock, at_hand=AtHand(store.print_of))
    inline = Series(SIX_UP.serial, "", dict(packed.cards), Ranges())
    cards = [*packed.cards][3:0:-1]
    assert (packed.numbers_on(cards) == inline.numbers_on(cards)).all()
    assert len(packed.numbers_on(cards)) == 3 * SIX_UP.boxes
    for card in cards:
        assert packed.marks_on(card) == inline.marks_on(card)
        assert packed.boxes_on(card) == inline.boxes_on(card) == SIX_UP.boxes


def test_what_was_checked_ahead_is_only_confirmed_by_the_row(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    """The writer does not read every ticket of files that were checked before the command."""
    store = MemoryStore()
    stock = delivered(SeriesPlan("A1", "blue", books=3)).into(store)
    check = ahead(TakeInSeries(at=NOON, stock=stock))
    assert check is not None
    check(store)
    monkeypatch.setattr("eyesdown.central.hall.stock.print_differs", None)  # a call would fail
    assert isinstance(Night(store, "nsw-casino-bingo").take_in(stock), SeriesTakenIn)


def test_nothing_is_confirmed_that_is_not_in_the_store() -> None:
    """The check is about hashes; that the files are here is seen by the row itself."""
    store = MemoryStore()
    stock = delivered(SeriesPlan("A2", "blue", books=3)).into(store)
    check = ahead(TakeInSeries(at=NOON, stock=stock))
    assert check is not None
    check(store)
    assert codes(Night(MemoryStore()).take_in(stock)) == ["series/not_in_store"]
    assert ahead(OpenSalePoint(at=NOON, point="bar")) is None


def test_the_row_does_not_grow_with_the_series() -> None:
    lengths = []
    for books in (10, 100):
        store = MemoryStore()
        night = Night(store, "nsw-casino-bingo")
        night.take_in(delivered(replace_books(books)).into(store))
        [row] = store.rows()
        lengths.append(len(row.command) + len(row.events))
    assert lengths[0] == pytest.approx(lengths[1], abs=4)
    assert lengths[1] < 4000


def replace_books(books: int) -> SeriesPlan:
    return SeriesPlan("N77", "blue", books=books)


def test_the_books_words_on_print_hold() -> None:
    store = MemoryStore()
    night = Night(store)
    assert codes(night.take_in(delivered(SIX_UP).into(store))) == ["card/wrong_form"]
    stock = delivered(SINGLES).into(store)
    assert isinstance(night.take_in(stock), SeriesTakenIn)
    assert codes(night.take_in(stock)) == ["series/serial_in_use"]
    plan = SeriesPlan("N7", "blue", books=2, games=2, game_colours=("red", "Red"))
    night = Night(MemoryStore(), "nsw-casino-bingo")
    stock = delivered(plan).into(night.site.store)
    assert codes(night.take_in(stock)) == ["series/game_colour_again"]


def test_files_that_are_not_in_the_store_are_refused() -> None:
    store = MemoryStore()
    stock = delivered(SINGLES).into(store)
    night = Night(MemoryStore())
    assert codes(night.take_in(stock)) == ["series/not_in_store"]


def changed_digit(files: Delivered, plan: SeriesPlan, card: int) -> bytes:
    """The table with one digit of a card's first number changed, to another number of its tens."""
    at = len(HEADER) + 1 + card * row_bytes(plan) + row_bytes(plan) - 45 + 1
    digit = files.table[at : at + 1]
    other = b"%d" % ((int(digit) + 1) % 10)
    return files.table[:at] + other + files.table[at + 1 :]


@pytest.mark.parametrize("card", [0, 17, 39])
def test_one_changed_digit_is_refused_on_arrival(card: int) -> None:
    files = delivered(SINGLES)
    table = changed_digit(files, SINGLES, card)
    with pytest.raises(BadInput, match="not what was sealed"):
        receive(MemoryStore(), files.manifest, BytesIO(table), BytesIO(files.index))


@pytest.mark.parametrize("plan", [SINGLES, SIX_UP], ids=["singles", "six-up"])
def test_one_changed_digit_is_refused_even_if_it_was_sealed(plan: SeriesPlan) -> None:
    files = delivered(plan)
    book = "nz-casino-bingo" if plan is SINGLES else "nsw-casino-bingo"
    for card in range(5):
        store = MemoryStore()
        table = changed_digit(files, plan, card)
        stock = resealed(plan, table, files.index).into(store)
        assert codes(Night(store, book).take_in(stock))


def test_a_packed_table_of_another_series_is_refused() -> None:
    store = MemoryStore()
    stock = delivered(SINGLES).into(store)
    other = delivered(SeriesPlan("382559", "blue", books=40, up="single"))
    strange = other.into(store)
    packed = bytearray(store.print_of(stock.table))
    packed[0] ^= 1
    altered = store.keep_print(bytes(packed))
    night = Night(store)
    for stranger in (
        replace(stock, table=altered),
        replace(stock, table=strange.manifest),
        replace(stock, index=strange.manifest),
        replace(stock, manifest=strange.manifest),
        replace(stock, manifest=stock.index),
        replace(stock, books=39),
        replace(stock, books=0),
    ):
        assert codes(night.take_in(stranger)) == ["series/print_differs"]


def test_the_same_numbers_twice_are_refused_with_their_places() -> None:
    files = delivered(SINGLES)
    size, start = row_bytes(SINGLES), len(HEADER) + 1
    rows = [files.table[start + size * at : start + size * (at + 1)] for at in range(40)]
    rows[9] = rows[9][: size - 45] + rows[3][size - 45 :]
    table = files.table[:start] + b"".join(rows)
    store = MemoryStore()
    event = Night(store).take_in(resealed(SINGLES, table, files.index).into(store))
    [refusal] = [each for each in event.refusals if each.code == "series/same_numbers_twice"]
    assert refusal.facts == (("first_place", 4), ("second_place", 10))


def test_backup_and_verify_carry_the_prints(tmp_path: Path) -> None:
    store = MemoryStore()
    night = Night(store)
    night.take_in(delivered(SINGLES).into(store))
    backup = SqliteStore(tmp_path / "backup.db")
    copy(store, backup)
    verify_journal(night.site.machine, backup, decide_again=True)
    backup.close()
    for spoil in (lambda name, body: (name, body[:-1]), lambda name, body: ("0" * 64, body)):
        spoiled = MemoryStore()
        copy(store, spoiled)
        spoiled.load("prints", [spoil(*row) for row in store.dump("prints")])
        with pytest.raises(JournalCorrupt):
            verify_journal(night.site.machine, spoiled, decide_again=False)
    lost = MemoryStore()
    copy(store, lost, without=("prints",))
    with pytest.raises(JournalCorrupt, match="prints"):
        verify_journal(night.site.machine, lost, decide_again=False)


def test_inline_cards_stay_for_small_series() -> None:
    store = MemoryStore()
    night = Night(store)
    night.take_in(delivered(SINGLES).into(store))
    cards = tuple(night.site.state.hall.series["382558"].cards[card] for card in range(1, 4))
    night.give(OpenSalePoint(at=NOON, point="counter"))
    night.give(RegisterSeries(at=NOON, serial="small", colour="red", cards=cards))
    series = night.site.state.hall.series
    found = {serial: each.find(cards[2].boxes[0].numbers) for serial, each in series.items()}
    assert found == {"382558": (3, 1), "small": (3, 1)}


def test_a_second_series_does_not_read_the_first_again() -> None:
    store = MemoryStore()
    night = Night(store)
    night.take_in(delivered(SINGLES).into(store))
    series = night.site.state.hall.series["382558"]
    assert series.stock is not None
    first = series.at_hand.packed(series.stock)
    other = SeriesPlan("382559", "red", books=40, up="single")
    night.take_in(delivered(other).into(store))
    assert series.at_hand.packed(series.stock) is first
    assert sorted(night.site.state.hall.series) == ["382558", "382559"]
