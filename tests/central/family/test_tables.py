"""Family tables on the site: seats, rounds, the promise, and what happens to bad input."""

from __future__ import annotations

from collections.abc import Iterator
from datetime import datetime, timedelta
from itertools import count
from typing import Any
from zoneinfo import ZoneInfo

import pytest

from eyesdown.bingo.family.commands import (
    AwardRound,
    CallDisc,
    CoverNumber,
    CryBingo,
    ReadBack,
)
from eyesdown.bingo.family.house import House
from eyesdown.central.family.commands import (
    AnswerKnock,
    AtTable,
    CloseTable,
    Knock,
    OpenTable,
    PlayRound,
    RemoveSeat,
    RenameSeat,
    RevealRound,
    SetOptions,
    SetPace,
    SitDown,
    TurnDisc,
)
from eyesdown.central.family.decide import refused_in
from eyesdown.central.family.events import TableEvent
from eyesdown.central.family.keys import host_key, key_hash
from eyesdown.central.family.lots import lots, promise_of
from eyesdown.central.family.machine import audit, wrong_secret
from eyesdown.central.family.table import Options, Table
from eyesdown.central.family.tenant import (
    calls_by_itself,
    family_tenant,
    make_cards,
    tidies_up,
)
from eyesdown.central.site.site import Done, Site, Submitted
from eyesdown.central.site.verify_journal import verify_journal
from eyesdown.central.store.memory import MemoryStore
from eyesdown.central.tenant import open_site

ZONE = ZoneInfo("Australia/Sydney")
START = datetime(2026, 11, 14, 19, tzinfo=ZONE)


class Kitchen:
    """A table on a site in memory; `do` gives a command and its first refusal's code, or ''."""

    def __init__(self) -> None:
        self.at = START
        self.tenant = family_tenant("family", ZONE)
        self.store = MemoryStore()
        self.site = self.opened()
        self._ids = count()
        self.code = ""
        self.do(OpenTable, name="Dad", language="en")
        [self.code] = self.site.state.tables

    def opened(self) -> Site[Any]:
        return open_site(self.tenant, self.store, lambda: int(self.at.timestamp() * 1e6))

    @property
    def table(self) -> Table:
        table: Table = self.site.state.tables[self.code]
        return table

    def events(self, command: Any) -> tuple[Any, ...]:
        completed = self.tenant.complete(self.site, None, command)
        [reply] = self.site.run([Submitted(f"c{next(self._ids)}", completed)])
        assert isinstance(reply, Done), reply
        return reply.events

    def do(self, kind: Any, **fields: Any) -> str:
        refused = refused_in(self.events(kind(at=self.at, table=self.code, **fields)))
        return refused.refusals[0].code if refused else ""

    def play(self, command: Any) -> str:
        return self.do(AtTable, command=command)

    def works(self) -> list[str]:
        """What the site does by itself now."""
        done = []
        for task in self.tenant.tasks:
            while (make := task.next_step(self.site, self.at)) is not None:
                step = make()
                [reply] = self.site.run([step])
                assert isinstance(reply, Done)
                assert refused_in(reply.events) is None, reply
                done.append(type(step.command).__name__)
        return done

    def win(self, seat: str) -> None:
        """Call real discs until a seat has its first row, cover it, cry and read it back."""
        row = self.table.game.card_of(seat).rows[0]
        for number in row:
            if number not in self.table.game.called:
                assert self.play(CallDisc(disc=number)) == ""
            self.play(CoverNumber(player=seat, number=number))
        assert self.play(CryBingo(player=seat)) == ""
        assert self.play(ReadBack(player=seat, numbers=row)) == ""


@pytest.fixture
def kitchen() -> Iterator[Kitchen]:
    kitchen = Kitchen()
    yield kitchen
    assert verify_journal(kitchen.tenant.machine, kitchen.store, decide_again=True).rows


@pytest.mark.clause("central-site", "9.1")
def test_9_1_a_code_names_one_table(kitchen: Kitchen) -> None:
    assert len(kitchen.code) == 5
    assert kitchen.table.host == key_hash(host_key(kitchen.store, kitchen.code, bytes))
    code, kitchen.code = kitchen.code, "NOONE"
    assert kitchen.do(SitDown, name="Ana") == "table/unknown"
    kitchen.code = code
    again = OpenTable(at=START, table=code, name="Mum", language="en")
    assert refused_in(kitchen.tenant.machine.decide(kitchen.site.state, again))
    assert kitchen.do(CloseTable) == ""
    assert kitchen.site.state.tables == {}


@pytest.mark.clause("central-site", "9.2")
def test_9_2_names(kitchen: Kitchen) -> None:
    assert kitchen.do(SitDown, name=" \n ") == "seat/name_missing"
    assert kitchen.do(SitDown, name="x" * 24) == ""
    assert kitchen.do(SitDown, name="y" * 25) == "seat/name_too_long"
    assert kitchen.do(SitDown, name="z" * 500) == "seat/name_too_long"
    assert kitchen.do(SitDown, name="<script>") == ""
    assert kitchen.do(SitDown, name="dad") == "seat/name_taken"
    assert kitchen.do(RenameSeat, seat="p2", name="Ana") == ""
    assert kitchen.do(RenameSeat, seat="p2", name="ANA") == ""
    assert kitchen.do(RenameSeat, seat="p2", name="Dad") == "seat/name_taken"
    assert [seat.name for seat in kitchen.table.here.values()] == ["Dad", "ANA", "<script>"]


@pytest.mark.clause("central-site", "9.3")
def test_9_3_a_hundred_seats(kitchen: Kitchen) -> None:
    for number in range(99):
        assert kitchen.do(SitDown, name=f"guest {number}") == ""
    assert kitchen.do(SitDown, name="one too many") == "table/full"
    assert kitchen.do(PlayRound) == ""
    assert len(kitchen.table.game.dealt) == 99


@pytest.mark.clause("central-site", "9.4")
def test_9_4_the_host_decides_who_a_second_phone_is(kitchen: Kitchen) -> None:
    kitchen.do(SitDown, name="Ana", token="first")
    assert kitchen.do(AnswerKnock, seat="p2", is_them=True) == "seat/no_knock"
    assert kitchen.do(Knock, seat="p9", token="x") == "seat/unknown"
    kitchen.do(Knock, seat="p2", token="stranger")
    kitchen.do(AnswerKnock, seat="p2", is_them=False)
    assert kitchen.table.seat_of_token("first") == "p2"
    kitchen.do(Knock, seat="p2", token="second")
    kitchen.do(AnswerKnock, seat="p2", is_them=True)
    assert kitchen.table.seat_of_token("first") == ""
    assert kitchen.table.seat_of_token("second") == "p2"
    assert kitchen.do(RemoveSeat, seat="p1") == "seat/is_the_host"
    assert kitchen.do(RemoveSeat, seat="p2") == ""
    assert kitchen.do(RemoveSeat, seat="p2") == "seat/unknown"
    assert kitchen.table.seat_of_token("second") == ""


@pytest.mark.clause("central-site", "9.5")
@pytest.mark.parametrize(
    ("options", "code"),
    [
        (Options(rounds=1), ""),
        (Options(rounds=99), ""),
        (Options(rounds=0), "table/unknown_option"),
        (Options(rounds=100), "table/unknown_option"),
        (Options(scoring="luck"), "table/unknown_option"),
        (Options(title="x" * 60), ""),
        (Options(title="x" * 61), "table/unknown_option"),
        (Options(free="x" * 13), "table/unknown_option"),
        (Options(house=House(cards_each=4)), ""),
        (Options(house=House(cards_each=5)), "table/unknown_option"),
        (Options(house=House(patterns=("corners", "x"))), ""),
        (Options(house=House(patterns=("line",))), "table/unknown_option"),
        (Options(house=House(balls=90, patterns=("line",))), ""),
        (Options(house=House(balls=80)), "table/unknown_option"),
        (Options(house=House(per_column=6)), "table/unknown_option"),
    ],
)
def test_9_5_options(options: Options, code: str) -> None:
    kitchen = Kitchen()
    assert kitchen.do(SetOptions, options=options) == code


@pytest.mark.clause("central-site", "9.5")
def test_9_5_options_wait_for_the_round(kitchen: Kitchen) -> None:
    kitchen.do(SitDown, name="Ana")
    assert kitchen.do(PlayRound) == ""
    assert kitchen.do(SetOptions, options=Options(rounds=3)) == "table/round_is_played"
    assert kitchen.do(SetPace, seconds=5) == "table/unknown_option"


@pytest.mark.clause("central-site", "9.6")
@pytest.mark.parametrize("size", [30, 45, 60, 75])
def test_9_6_a_list_of_words_becomes_discs_and_cards(size: int) -> None:
    kitchen = Kitchen()
    words = tuple(f"word {number}" for number in range(size))
    house = House(per_column=size // 5)
    assert kitchen.do(SetOptions, options=Options(words=words, house=house)) == ""
    kitchen.do(SitDown, name="Ana")
    assert kitchen.do(PlayRound) == ""
    for call in range(1, size + 1):
        assert kitchen.do(TurnDisc, call=call) == ""
    assert kitchen.do(TurnDisc, call=size + 1) == "disc/not_in_the_box"
    assert set(kitchen.table.game.card_of("p2").numbers) <= set(kitchen.table.game.called)


@pytest.mark.clause("central-site", "9.6")
def test_9_6_lists_that_cannot_be_played(kitchen: Kitchen) -> None:
    def why(*words: str) -> Any:
        options = Options(words=words, house=House(per_column=len(words) // 5 or 15))
        [event] = kitchen.events(SetOptions(at=START, table=kitchen.code, options=options))
        return dict(event.refusals[0].facts)["why"]

    good = [f"w{number}" for number in range(30)]
    assert why(*good, "w31") == "count"
    assert why(*good[:29], "W0") == "twice"
    assert why(*good[:29], "x" * 25) == "long"


@pytest.mark.clause("central-site", "9.7")
def test_9_7_a_disc_is_turned_over_once(kitchen: Kitchen) -> None:
    kitchen.do(SitDown, name="Ana")
    assert kitchen.do(TurnDisc, call=1) == "game/not_now"
    kitchen.do(PlayRound)
    assert kitchen.do(TurnDisc, call=1) == ""
    assert kitchen.do(TurnDisc, call=1) == "disc/turned_already"
    assert kitchen.do(TurnDisc, call=3) == "disc/turned_already"
    assert len(kitchen.table.game.called) == 1


@pytest.mark.clause("central-site", "9.8")
def test_9_8_the_order_is_promised_and_shown(kitchen: Kitchen) -> None:
    kitchen.do(SitDown, name="Ana")
    kitchen.do(PlayRound)
    promise = kitchen.table.promise
    secret = kitchen.store.secret(f"round/{promise}")
    assert promise_of(secret) == promise
    show = {"promise": promise, "secret": secret.hex()}
    assert kitchen.do(RevealRound, **show) == "round/not_to_be_shown"
    for call in range(1, 6):
        kitchen.do(TurnDisc, call=call)
    assert kitchen.table.game.called == lots(secret, range(1, 76))[:5]
    kitchen.win("p2")
    assert kitchen.table.secret == ""
    kitchen.play(AwardRound())
    assert kitchen.works() == ["RevealRound"]
    assert kitchen.table.secret == secret.hex()
    assert kitchen.do(RevealRound, **show) == "round/not_to_be_shown"


@pytest.mark.clause("central-site", "9.8")
def test_9_8_an_auditor_notices_a_disc_out_of_order(kitchen: Kitchen) -> None:
    kitchen.do(SitDown, name="Ana")
    kitchen.do(PlayRound)
    secret = kitchen.store.secret(f"round/{kitchen.table.promise}")
    order = lots(secret, range(1, 76))
    state = kitchen.site.state
    reveal = RevealRound(
        at=START, table=kitchen.code, promise=kitchen.table.promise, secret=secret.hex()
    )
    assert wrong_secret(state, kitchen.store.secret) == ""
    assert "not the promised" in wrong_secret(state, lambda _: b"another")
    kitchen.do(TurnDisc, call=1)
    assert kitchen.table.drawn == order[:1]
    kitchen.win("p2")
    kitchen.play(AwardRound())
    [revealed] = kitchen.tenant.machine.decide(state, reveal)
    assert audit(state, revealed) == ""
    kitchen.table.drawn = (kitchen.table.game.called[1],)
    bad = order[1] != kitchen.table.game.called[1]
    assert bool(audit(state, revealed)) == bad
    kitchen.table.promise = "0" * 64
    assert "not the promised one" in audit(state, revealed)


def test_a_restart_resumes_everything(kitchen: Kitchen) -> None:
    kitchen.do(SitDown, name="Ana", token="t")
    kitchen.do(PlayRound)
    kitchen.do(TurnDisc, call=1)
    before = kitchen.site.state
    kitchen.site = kitchen.opened()
    assert kitchen.site.state == before
    assert kitchen.do(TurnDisc, call=2) == ""
    kitchen.site.take_snapshot()
    kitchen.site = kitchen.opened()
    assert kitchen.do(TurnDisc, call=3) == ""


def test_latecomers_get_a_card_in_the_next_round(kitchen: Kitchen) -> None:
    kitchen.do(SitDown, name="Ana")
    kitchen.do(PlayRound)
    kitchen.do(SitDown, name="Ben")
    assert "p3" not in kitchen.table.game.dealt
    kitchen.do(TurnDisc, call=1)
    assert kitchen.play(CryBingo(player="p3")) == "player/not_playing"
    kitchen.win("p2")
    kitchen.play(AwardRound())
    assert kitchen.do(PlayRound, banker="p1") == ""
    assert set(kitchen.table.game.dealt) == {"p2", "p3"}


def test_the_winner_may_be_the_next_banker(kitchen: Kitchen) -> None:
    kitchen.do(SitDown, name="Ana")
    kitchen.do(SitDown, name="Ben")
    kitchen.do(PlayRound)
    kitchen.win("p2")
    kitchen.play(AwardRound())
    assert kitchen.do(PlayRound, banker="p3") == "banker/not_offered"
    assert kitchen.do(PlayRound, banker="p2") == ""
    assert kitchen.table.banker == "p2"
    assert set(kitchen.table.game.dealt) == {"p1", "p3"}
    assert kitchen.do(RemoveSeat, seat="p2") == "player/not_playing"
    assert kitchen.do(RemoveSeat, seat="p3") == ""
    assert set(kitchen.table.game.dealt) == {"p1"}


def test_someone_on_paper_has_covered_what_was_called(kitchen: Kitchen) -> None:
    kitchen.do(SitDown, name="Gran")
    kitchen.do(PlayRound)
    row = kitchen.table.game.card_of("p2").rows[1]
    for number in row:
        kitchen.play(CallDisc(disc=number))
    assert kitchen.play(CryBingo(player="p2")) == ""
    assert kitchen.play(ReadBack(player="p2", numbers=row)) == ""
    assert kitchen.play(AwardRound()) == ""
    assert kitchen.table.game.rounds_won == {"p2": 1}


def test_discs_at_a_pace_wait_for_a_claim(kitchen: Kitchen) -> None:
    kitchen.do(SitDown, name="Ana", token="t")
    kitchen.do(PlayRound)
    kitchen.do(SetPace, seconds=4)
    kitchen.at += timedelta(seconds=3)
    assert kitchen.works() == []
    kitchen.at += timedelta(seconds=1)
    assert kitchen.works() == ["TurnDisc"]
    kitchen.play(CryBingo(player="p2"))
    kitchen.at += timedelta(seconds=60)
    assert kitchen.works() == []
    kitchen.play(ReadBack(player="p2", numbers=kitchen.table.game.card_of("p2").rows[0]))
    kitchen.do(SetPace, seconds=0)
    assert calls_by_itself(kitchen.site, kitchen.at) is None


def test_a_table_untouched_for_thirty_days_is_removed(kitchen: Kitchen) -> None:
    kitchen.at = START + timedelta(days=30)
    assert tidies_up(kitchen.site, kitchen.at) is None
    kitchen.at += timedelta(seconds=1)
    assert kitchen.works() == ["CloseTable"]
    assert kitchen.site.state.tables == {}


def test_several_cards_each_and_a_new_game(kitchen: Kitchen) -> None:
    options = Options(house=House(cards_each=3), auto_cover=True)
    kitchen.do(SetOptions, options=options)
    kitchen.do(SitDown, name="Ana", token="t")
    kitchen.do(PlayRound)
    assert list(kitchen.table.game.dealt) == ["p2", "p2 #2", "p2 #3"]
    kitchen.win("p2 #2")
    kitchen.play(AwardRound())
    assert kitchen.table.game.rounds_won == {"p2": 1}
    assert kitchen.do(PlayRound, fresh=True) == ""
    assert kitchen.table.game.rounds_won == {}


@pytest.mark.parametrize("house", [House(), House(per_column=6), House(balls=90)])
def test_cards_of_every_house_fit_it(house: House) -> None:
    kitchen = Kitchen()
    cards = make_cards(house, 40, _entropy())
    assert len(set(cards)) == 40
    if house.balls == 75:
        assert {n for card in cards for n in card.numbers} == {
            n for n in range(1, 76) if (n - 1) % 15 < house.per_column
        }
    assert kitchen.table.game.phase == "shut"


def _entropy() -> Any:
    from hashlib import shake_256

    turns = count()
    return lambda size: shake_256(b"%d" % next(turns)).digest(size)


def test_refusals_of_the_game_are_recorded_with_their_clause(kitchen: Kitchen) -> None:
    [event] = kitchen.events(AtTable(at=START, table=kitchen.code, command=AwardRound()))
    assert isinstance(event, TableEvent)
    assert refused_in([event]) is not None
