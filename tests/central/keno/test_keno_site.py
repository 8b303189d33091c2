"""Keno around the clock: sold, sealed, counted, drawn, settled, counted again, published."""

from __future__ import annotations

import asyncio
import json
from collections.abc import Callable
from datetime import datetime, time, timedelta
from itertools import count
from pathlib import Path
from typing import Any

import pytest

from eyesdown.central.keno.machine import EVENTS, PRIZES, SYDNEY, entries_of, game_key, machine
from eyesdown.central.keno.tasks import close_when_due
from eyesdown.central.site import sealing, verify_draw
from eyesdown.central.site.sealing import ResultPublished
from eyesdown.central.site.sequencer import Sequencer
from eyesdown.central.site.site import Done, Site
from eyesdown.central.site.verify_journal import verify_journal
from eyesdown.central.store.base import Store
from eyesdown.central.store.memory import MemoryStore
from eyesdown.central.store.sqlite import SqliteStore
from eyesdown.demo.keno_load import Ask, Place, anything, sale
from eyesdown.draw import evidence
from eyesdown.keno.bets.bet import Regular
from eyesdown.keno.games.commands import RecordDraw
from eyesdown.keno.games.events import GameClosed, GameOpened, GameSettled
from eyesdown.keno.office.commands import AppointVenue, ApproveTerminal, SignOn
from eyesdown.keno.sales.commands import CancelEntry
from eyesdown.keno.words.prizes import PrizeState
from eyesdown.kernel.canon import plain
from eyesdown.kernel.refused import Refused
from eyesdown.kernel.written import replace
from eyesdown.rulebook.keno_words import Duty, VenueKind
from eyesdown.web.keno.counter.cash import movements
from kit.night import PLACES, Night


@pytest.fixture
def night() -> Night:
    return Night(MemoryStore())


def test_a_game_closes_and_the_next_opens_in_the_same_instant(night: Night) -> None:
    for _ in range(4):
        night.game()
    closed, opened = night.seen(GameClosed), night.seen(GameOpened)
    assert [game.game for game in closed] == [0, 1, 2, 3]
    assert [game.number for game in opened] == [0, 1, 2, 3, 4]
    assert [game.at for game in closed] == [game.at for game in opened[1:]]
    assert [event.game for event in night.seen(ResultPublished)] == [0, 1, 2, 3]
    assert night.seen(GameSettled)
    assert verify_journal(night.machine, night.store, decide_again=True).rows == night.site.head.seq


def test_the_order_of_a_game_is_on_the_record(night: Night) -> None:
    night.game()
    of_game_0 = [
        type(event).__name__ for event in night.events if getattr(event, "game", None) == 0
    ]
    assert of_game_0 == [
        "DrawPromised",
        "GameOpened",
        "GameClosed",
        "GameSealed",
        "CountAgreed",
        "ValueRevealed",
        "NumbersDrawn",
        "GameSettled",
        "CountAgreed",
        "ResultPublished",
    ]


def test_anybody_can_check_a_result_and_a_ticket(
    night: Night, tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    night.work()
    night.sell(30)
    entries = entries_of(night.site.state, 0)
    night.now += timedelta(minutes=3)
    night.work()
    [result] = night.seen(ResultPublished)
    assert result.evidence.commitment == night.seen(sealing.DrawPromised)[0].commitment
    assert result.evidence.seal.entries == len(entries) == 30
    assert result.evidence.seal.total_cents == sum(
        fed.gross_cents for fed in night.seen(GameClosed)[0].funds
    )
    (tmp_path / "evidence.json").write_text(json.dumps(plain(result.evidence)))
    for index in (0, 13, 29):
        ticket = {
            "entry": json.loads(entries[index]),
            "path": evidence.inclusion(entries, index),
        }
        (tmp_path / "ticket.json").write_text(json.dumps(ticket))
        files = [str(tmp_path / "evidence.json"), str(tmp_path / "ticket.json")]
        assert verify_draw.main(files) == 0
    assert "game 2026-11-15/000" in capsys.readouterr().out


def test_interrupted_anywhere_a_game_ends_with_the_numbers_it_had() -> None:
    """Every step is worked out, thrown away, worked out again after a restart, and then done."""
    night = Night(MemoryStore())
    promised: dict[int, str] = {}
    drawn: dict[int, tuple[int, ...]] = {}
    for _ in range(3):
        for _ in range(30):
            lost = night.step()
            night.restart()
            step = night.step()
            if step is None:
                break
            assert lost is not None
            assert type(lost.command) is type(step.command)
            if isinstance(step.command, RecordDraw):
                assert lost.command.numbers == step.command.numbers
                drawn[step.command.game] = step.command.numbers
            if isinstance(step.command, sealing.PromiseDraw):
                assert lost.command == step.command
                promised[step.command.game] = step.command.commitment
            night.submit(step)
        night.sell(10)
        night.now += timedelta(minutes=3)
    night.work()
    results = night.seen(ResultPublished)
    assert [result.game for result in results] == [0, 1, 2]
    for result in results[:2]:
        assert result.numbers == drawn[result.game]
        assert result.evidence.commitment == promised[result.game]


def test_an_answer_lost_on_the_way_does_no_harm(night: Night) -> None:
    """The step was written, the answer never came, and the site starts again."""
    night.work()
    night.sell(10)
    night.now += timedelta(minutes=3)
    while (step := night.step()) is not None:
        night.submit(step)
        night.restart()
        first, second = night.site.run([step])[0], night.site.run([step])[0]
        assert isinstance(first, Done)
        assert first.again
        assert first == second
    assert [event.game for event in night.seen(ResultPublished)] == [0]


@pytest.mark.parametrize("at_row", [40, 75, 90])
def test_a_snapshot_in_the_middle_changes_nothing(at_row: int, tmp_path: Path) -> None:
    store = SqliteStore(tmp_path / "site.db")
    night = Night(store)
    for _ in range(3):
        night.work()
        for _ in range(25):
            night.sell(1)
            if night.site.head.seq == at_row:
                night.site.take_snapshot()
        night.now += timedelta(minutes=3)
    night.work()
    live = night.machine.save(night.site.state)
    night.restart()
    assert night.machine.save(night.site.state) == live
    night.game()
    verify_journal(night.machine, store, decide_again=True)
    store.close()


def test_midnight_ends_the_keno_day_and_numbers_begin_again(night: Night) -> None:
    night.game()
    night.now = datetime(2026, 11, 16, 0, 1, tzinfo=SYDNEY)
    night.work()
    opened = night.seen(GameOpened)
    assert [(game.keno_day.day, game.number) for game in opened] == [(15, 0), (15, 1), (16, 0)]
    assert [event.game for event in night.seen(ResultPublished)] == [0, 1]


# --- what is read afterwards ----------------------------------------------------------------------


def test_tickets_prizes_and_results_are_found_by_key(night: Night) -> None:
    night.game(60)
    [settled] = night.seen(GameSettled)
    prize = settled.prizes[0]
    ticket = night.store.record("ticket", prize.serial)
    assert ticket is not None
    assert EVENTS.read(ticket.body).entry.serial == prize.serial
    row = next(night.store.rows(ticket.seq - 1))
    assert EVENTS.read_all(row.events)[0] == EVENTS.read(ticket.body)
    kept = night.store.record("prize", f"{prize.serial}/0")
    assert kept is not None
    assert json.loads(kept.body)["cents"] == prize.cents
    result = night.store.record("result", game_key(night.site.state.keno.games[0]))
    assert result is not None
    assert EVENTS.read(result.body) == night.seen(ResultPublished)[0]


def test_books_and_state_agree_to_the_part_of_a_cent(night: Night) -> None:
    for _ in range(4):
        night.game(60)
    state, balances = night.site.state.keno, night.store.balances()
    assert sum(balances.values()) == 0
    for name, jackpot in state.jackpots.items():
        assert -balances.get(f"jackpot/{name}", 0) == jackpot.growth_cents
    unpaid = [
        prize.cents
        for row in night.store.records("prize")
        for prize in [PRIZES.read(row.body)]
        if prize.state is PrizeState.PAYABLE
    ]
    assert -balances["prizes"] == sum(unpaid) > 0
    for venue, cents in state.agency_cents.items():
        assert -balances[f"venue_agency/{venue}"] == cents
        kinds = ("venue_cash", "venue_held", "venue_own")
        assert sum(balances.get(f"{kind}/{venue}", 0) for kind in kinds) == state.owed_by(venue)
    for place in PLACES:
        assert balances.get(f"venue_held/{place.venue}", 0) == 0
    fed = sum(one.main_cents for closed in night.seen(GameClosed) for one in closed.funds)
    grown = sum(one.cents for closed in night.seen(GameClosed) for one in closed.growth)
    spent = sum(prize.cents for settled in night.seen(GameSettled) for prize in settled.prizes)
    carried = sum(
        one.carry.cents
        for settled in night.seen(GameSettled)
        for one in settled.carried
        if not one.refusals
    )
    rounding = -balances.get("prize_rounding", 0)
    assert -balances["prize_fund"] == fed - grown - spent - carried - rounding


def test_a_cancelled_entry_gives_everything_back(night: Night) -> None:
    night.work()
    before = night.store.balances()
    night.sell(1)
    [serial] = night.site.state.keno.sold
    venue = night.site.state.keno.sold[serial].entry.venue
    [done] = night.ask(CancelEntry(night.now, serial, "session-1", venue))
    assert not isinstance(done, Refused), done
    after = night.store.balances()
    assert {name for name in after if after[name] != before.get(name, 0)} == set()
    assert night.store.record("cancelled", serial) is not None


def test_an_entry_cancelled_between_its_games_over_midnight(night: Night) -> None:
    """Sold for many games, played once, cancelled; the day ends and its other games come."""
    night.now = datetime(2026, 11, 15, 23, 50, tzinfo=SYDNEY)
    night.work()
    night.ask(sale(night.now, "LONG", PLACES[0], Ask((Regular((1,), 100),), 20, 2000)))
    night.game(5)
    [done] = night.ask(CancelEntry(night.now, "LONG", "session-1", PLACES[0].venue))
    assert not isinstance(done, Refused), done
    for _ in range(6):
        night.game(5)
    published = [event.game for event in night.seen(ResultPublished)]
    assert published == list(range(len(published)))
    assert len(published) >= 7
    assert {game.keno_day.day for game in night.seen(GameOpened)} == {15, 16}
    verify_journal(night.machine, night.store, decide_again=True)


def test_entries_after_the_close_are_for_the_next_game(night: Night) -> None:
    night.work()
    night.sell(2)
    night.now += timedelta(minutes=3)
    late = sale(night.now, "LATE", PLACES[0], anything(night.dice))
    [no] = night.ask(late)
    assert isinstance(no, Refused), "the game is over though nobody has closed it yet"
    night.work()
    [*_, done] = night.ask(replace(late, at=night.now))
    assert not isinstance(done, Refused)
    assert night.site.state.keno.sold["LATE"].first_game == 1


def test_whoever_comes_after_the_close_closes_it(night: Night) -> None:
    """No sale falls between two games, however late the site's own hands are."""
    night.work()
    night.now += timedelta(minutes=3, milliseconds=1)

    async def story() -> Any:
        sequencer = Sequencer(night.site, due=close_when_due(night.plan))
        command = sale(night.now, "LATE", PLACES[0], anything(night.dice))
        reply = await sequencer.submit("late", command)
        await sequencer.stop()
        return reply

    reply = asyncio.run(story())
    assert reply.events[0].first_game == 1
    rows = [EVENTS.read_all(row.events) for row in night.store.rows()]
    assert [type(event).__name__ for event in rows[-2]] == ["GameClosed", "GameOpened"]


def test_the_close_and_the_sales_of_a_batch_go_by_one_clock(night: Night) -> None:
    """Read twice, it said "not yet" to the close and "too late" to the sale after it."""
    night.work()
    closes = int((night.now + timedelta(minutes=3)).timestamp() * 1_000_000)
    ticks = count(closes - 1)
    site = Site(machine(), night.store, lambda: next(ticks))

    async def story() -> Any:
        sequencer = Sequencer(site, due=close_when_due(night.plan))
        command = sale(night.now, "JUST", PLACES[0], anything(night.dice))
        reply = await sequencer.submit("just", command)
        await sequencer.stop()
        return reply

    assert asyncio.run(story()).events[0].first_game == 0


def test_no_day_is_opened_twice(night: Night) -> None:
    """After the last number of a day the site waits for midnight, quietly."""
    night.game(1)
    night.site.state.keno.next_number = 1000
    night.now += timedelta(minutes=3)
    night.work()
    assert night.site.state.keno.day is None
    rows = night.site.head.seq
    night.now += timedelta(minutes=1)
    night.work()
    assert night.site.head.seq == rows
    night.now += timedelta(days=1)
    night.work()
    assert night.site.state.keno.day is not None


def test_a_day_ends_after_its_last_result(night: Night) -> None:
    for _ in range(2):
        night.game(2)
    night.now += timedelta(days=1)
    night.work()
    kinds = [type(event).__name__ for event in night.events]
    assert (
        kinds.index("DayClosed") > [k for k, kind in enumerate(kinds) if kind == "GameSettled"][-1]
    )
    closed = kinds.index("DayClosed")
    assert kinds[:closed].count("ResultPublished") == kinds[:closed].count("GameSettled")


@pytest.mark.clause("central-site", "1.10")
def test_no_one_draws_a_whole_game_alone(night: Night) -> None:
    """One supervisor's token was enough to name all twenty numbers."""
    night.work()
    night.sell(2)
    night.now += timedelta(minutes=3)
    while not isinstance((step := night.step()).command, RecordDraw):  # type: ignore[union-attr]
        night.submit(step)  # type: ignore[arg-type]
    by_hand = replace(step.command, numbers=tuple(range(1, 21)), device="a hat")  # type: ignore[union-attr]
    for by in ("", "ann"):
        [no] = night.ask(replace(by_hand, by=by))
        assert no.refusals[0].code == "draw/key_the_balls"
    night.work()
    assert night.seen(ResultPublished)[0].evidence is not None


def test_the_same_history_gives_the_same_state(reopen: Callable[[], Store]) -> None:
    night = Night(reopen())
    night.game(25)
    night.game(25)
    again = Site(night.machine, reopen(), lambda: 0)
    assert again.machine.save(again.state) == night.machine.save(night.site.state)
    assert again.balances == night.site.balances
    assert verify_journal(night.machine, night.store).rows == again.head.seq


@pytest.mark.clause("nsw-keno", "11(d)")
@pytest.mark.parametrize(("chips", "cash"), [(0, -400), (300, -100), (400, 0)])
def test_chips_that_a_casino_gives_back_leave_the_drawer_alone(
    night: Night, chips: int, cash: int
) -> None:
    hours, here = (time(0), time(0)), ("floor",)
    casino, place = VenueKind.CASINO, Place("star", "star-1")
    night.ask(AppointVenue(night.now, "star", casino, "Star", "Sydney", "A", here, here, *hours))
    night.ask(ApproveTerminal(night.now, "star-1", "star", self_service=False, approval="A"))
    night.ask(SignOn(night.now, "sue", Duty.SENIOR_WRITER, "star"))
    night.work()
    night.ask(sale(night.now, "C1", place, Ask((Regular((1, 2), 400),), 1, 400)))
    [back] = night.ask(CancelEntry(night.now, "C1", "till", "star", chip_cents=chips))
    [(venue, moved)] = movements(night.site, back)
    assert (venue, moved.cents, moved.drawer_cents) == ("star", 400, cash)
