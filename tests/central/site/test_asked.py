"""Which witnesses a promise asks, by what they signed and by their clocks."""

from __future__ import annotations

from datetime import UTC, datetime, timedelta

import pytest

from eyesdown.central.site.draws.asked import SIGN_SECONDS, present, promise_of
from eyesdown.central.site.sealing import DrawPromised, PromiseDraw
from eyesdown.central.site.witness_words import HeadSeen, WitnessAppointed, WitnessWithdrawn
from eyesdown.central.site.witnessing import Witnessing, evolve_witnessing, utc
from eyesdown.proof.fairness.record_maker import key_of

AT = datetime(2026, 11, 16, 1, 0, tzinfo=UTC)


class Site:
    """Witnesses that sign promises three minutes apart, each with its own clock."""

    def __init__(self, **ahead: float) -> None:
        self.state, self.now, self.game = Witnessing(record="ab"), AT, -1
        self.ahead = ahead
        for name in ahead:
            self.feed(WitnessAppointed(AT, name, f"{key_of(name).n:x}", "office"))

    def feed(self, event: object) -> None:
        evolve_witnessing(self.state, event)

    def sign(self, name: str, game: int = -1) -> None:
        time = utc(self.now + timedelta(seconds=self.ahead[name]))
        self.feed(HeadSeen(self.now, name, "1:ab", "", time, "", game))

    def promise(self, *signed: str) -> None:
        """A promise that closes in six minutes, signed by these, and three minutes."""
        self.game += 1
        closes = self.now + timedelta(minutes=6)
        promise = DrawPromised(self.now, self.game, "ab", pool=80, count=20, closes_at=closes)
        self.feed(promise)
        for name in signed:
            self.sign(name, self.game)
        self.now += timedelta(minutes=3)

    def asked(self, wait: int = 5, most: int = 2) -> tuple[str, str, int]:
        """Whom the next promise asks, its spares, and the turns of its slow step."""
        promise = PromiseDraw(self.now, 9, "ab", pool=80, count=20, wait=wait)
        made = promise_of(self.state, promise, self.now, slow_turns=7, witnesses_max=most)
        asked = " ".join(name for name, _ in made.witnesses)
        return asked, " ".join(name for name, _ in made.spares), made.slow


def test_who_signs_is_asked_and_the_others_are_spares() -> None:
    site = Site(Ada=0, Bob=0, Cid=0)
    assert site.asked() == ("", "", 7), "no one has shown that it is there"
    site.promise("Ada", "Bob", "Cid")
    assert site.asked() == ("Ada Bob", "Cid", 0)
    assert site.asked(most=1) == ("Ada", "Bob Cid", 0)


def test_a_signed_appointment_is_enough_until_a_promise_could_be_signed() -> None:
    site = Site(Ada=0)
    site.sign("Ada")
    assert site.asked() == ("Ada", "", 0)
    site.promise()
    assert site.asked() == ("", "", 7)


@pytest.mark.parametrize(("seconds", "names"), [(SIGN_SECONDS - 1, ["Ada"]), (SIGN_SECONDS, [])])
def test_a_witness_has_time_to_sign(seconds: int, names: list[str]) -> None:
    site = Site(Ada=0)
    site.promise("Ada")
    made_at = site.now
    site.promise()
    assert present(site.state, made_at + timedelta(seconds=seconds)) == names


@pytest.mark.parametrize(
    ("ahead", "asked"),
    [
        (5, ("Ada", "", 0)),
        (6, ("Ada", "", 0)),  # it signs in time, and no other is there
        (-5, ("Ada", "", 0)),
        (-6, ("", "", 7)),
    ],
)
def test_a_clock_that_is_behind_answers_too_late(ahead: int, asked: tuple[str, str, int]) -> None:
    site = Site(Ada=ahead)
    site.promise("Ada")
    assert site.asked() == asked


def test_a_clock_that_is_behind_serves_where_the_site_waits_longer() -> None:
    site = Site(Ada=-15)
    site.promise("Ada")
    assert site.asked(wait=14) == ("", "", 7)
    assert site.asked(wait=15) == ("Ada", "", 0)


def test_a_clock_that_is_ahead_makes_a_spare_where_another_is_there() -> None:
    site = Site(Ada=60, Bob=0)
    site.promise("Ada", "Bob")
    assert site.asked() == ("Bob", "Ada", 0)


def test_a_clock_that_is_ahead_of_the_close_signs_nothing_that_counts() -> None:
    """A promise is signed after its close by that clock; the appointment's time shows it."""
    site = Site(Ada=3600)
    site.sign("Ada")
    assert site.asked() == ("", "", 7)
    site.promise("Ada")
    assert site.asked() == ("", "", 7)
    assert site.state.draws[0].signed == []


def test_a_withdrawn_witness_shows_anew_that_it_is_there() -> None:
    site = Site(Ada=60)
    site.promise("Ada")
    site.feed(WitnessWithdrawn(site.now, "Ada", "moved", "office"))
    site.feed(WitnessAppointed(site.now, "Ada", f"{key_of('Ada').n:x}", "office"))
    assert site.asked() == ("", "", 7)
    assert site.state.clocks == {}
