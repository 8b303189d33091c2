"""One person of the office makes up a second: neither page nor API takes them for two."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass, field, replace
from datetime import timedelta
from hashlib import sha256
from typing import Any

import httpx
import pytest

from eyesdown.central.site.people.second_person import LATELY
from eyesdown.central.site.people.words import GiveAccess, PasswordGiven
from eyesdown.central.site.sealing import CageChanged, ConfirmBall, KeyBall
from eyesdown.keno.bets.bet import Regular
from eyesdown.keno.desk.commands import ApproveAmount, SetCeiling
from eyesdown.keno.games.commands import CorrectGameTime
from eyesdown.keno.games.events import GameTimeCorrected
from eyesdown.keno.sales.commands import IssuePrepaidVoucher
from eyesdown.keno.words.desk import Given
from eyesdown.kernel.ids import Ball, PersonId
from eyesdown.rulebook.keno_words import Form
from kit.office_site import FIRST, SECOND, OfficeSite, at_the_office, confirm, csrf_of, do
from kit.public_site import ONE, sign_on, visitor
from kit.served_site import run_scenario

REFUSED = "second/let_in_lately"
GHOST, OTHER = "ghost", "phantom"
WORD = "a long enough one"


@dataclass
class MadeUp(OfficeSite):
    """The office's site, where people are let in on a day that is not the site's first."""

    slips: Iterator[int] = field(default_factory=lambda: iter(range(1, 99)))

    def __post_init__(self) -> None:
        super().__post_init__()
        self.at -= LATELY

    async def open(self) -> None:
        self.at += LATELY
        await super().open()

    async def let_in(self, person: str, role: str, by: str = FIRST) -> None:
        at_till = (ONE.terminal, ONE.venue) if role == "writer" else ("", "")
        till, venue = at_till
        await self.do(
            GiveAccess(at=self.at, person=person, roles=(role,), till=till, venue=venue, by=by)
        )

    async def on_page(self, http: httpx.AsyncClient, what: str, **typed: str) -> None:
        """A form of the page People."""
        csrf = await csrf_of(http, "/office/people")
        data = {"csrf": csrf, "slip": f"{next(self.slips):032x}", **typed}
        done = await http.post(f"/office/people/{what}", data=data)
        assert done.status_code == 303, done.text

    async def owed(self) -> Any:
        return await self.web.ask_state(lambda state: state.keno.owed_by(ONE.venue))


def on_site(scenario: Any) -> None:
    run_scenario(MadeUp(), scenario)


@pytest.mark.clause("central-site", "12.6")
@pytest.mark.parametrize("how", ["added", "password", "codes", "role"])
def test_no_page_lets_the_office_confirm_as_somebody_it_let_in(how: str) -> None:
    async def scenario(hall: MadeUp) -> None:
        await hall.sell(Regular((1, 2, 3), 1000))
        await hall.play(2)
        owed = await hall.owed()
        async with at_the_office(hall, FIRST) as first, visitor(hall) as second:
            await do(first, "RemitVenue", venue=ONE.venue)
            if how == "added":
                await hall.on_page(first, "access", person=GHOST, role="office", password=WORD)
            elif how == "password":
                await hall.on_page(first, "password", person=SECOND, password=WORD)
            elif how == "codes":
                await hall.on_page(first, "codes", person=SECOND)
            else:
                await hall.on_page(first, "access", person=SECOND, role="office")
            person = GHOST if how == "added" else SECOND
            await sign_on(second, person, *([WORD] if how in ("added", "password") else []))
            page = (await second.get("/office/payments")).text
            assert "Confirm and pay" not in page
            words = f"{FIRST.title()} and {person} can’t do this together before 15 Nov 2026"
            assert words in page, page
            slip, [proposal] = "f" * 32, hall.web.sequencer.state.payments
            csrf = await csrf_of(second, "/office/payments")
            form = {"csrf": csrf, "slip": slip, "proposal": proposal}
            path = "/office/payments/confirm"
            pressed = await second.post(path, data=form, follow_redirects=True)
            assert REFUSED in pressed.text
            assert await hall.owed() == owed
            hall.at += timedelta(hours=24)
            assert "Venue remitted" in (await confirm(second)).text

    on_site(scenario)


def test_a_new_password_is_on_record_with_who_gave_it() -> None:
    async def scenario(hall: MadeUp) -> None:
        async with at_the_office(hall, FIRST) as first:
            await hall.on_page(first, "password", person=SECOND, password=WORD)
        [row] = list(hall.store.rows(hall.store.head().seq - 1))
        [event] = hall.web.tenant.machine.events.read_all(row.events)
        assert event == PasswordGiven(at=event.at, person=SECOND, by=FIRST)
        assert WORD.encode() not in row.command + row.events

    on_site(scenario)


@pytest.mark.clause("central-site", "12.6")
def test_the_api_does_not_take_two_made_up_people_for_two() -> None:
    async def scenario(hall: MadeUp) -> None:
        number = iter(range(99))

        async def ask(http: httpx.AsyncClient, token: str, **command: Any) -> httpx.Response:
            body = {"id": f"asked {next(number)}", "command": command}
            headers = {"authorization": f"Bearer {token}"}
            return await http.post("/api/commands", json=body, headers=headers)

        at = hall.at.isoformat()
        payment = {"type": "RemitVenue", "at": at, "venue": ONE.venue}
        propose = {"type": "ProposePayment", "payment": payment}
        async with visitor(hall) as http:
            for name in (GHOST, OTHER):
                digest = sha256(name.encode()).hexdigest()
                let_in = {"type": "GiveAccess", "roles": ["office"], "token_sha256": digest}
                added = await ask(http, "token of office", person=name, **let_in)
                assert added.status_code == 200
            for first, second in (("token of office", GHOST), (GHOST, OTHER), (OTHER, GHOST)):
                proposed = await ask(http, first, **propose, proposal=first + second)
                assert proposed.status_code == 200, proposed.text
                no = await ask(http, second, type="ConfirmPayment", proposal=first + second)
                assert (no.status_code, no.json()["code"]) == (422, REFUSED)
                assert "can’t do this together" in no.json()["detail"]

    on_site(scenario)


@pytest.mark.clause("central-site", "12.6")
@pytest.mark.clause("central-site", "2.1")
def test_two_made_up_supervisors_key_no_ball() -> None:
    async def scenario(hall: MadeUp) -> None:
        hall.plan = replace(hall.plan, cage=True)
        await hall.play()
        await hall.work()
        for name in (GHOST, OTHER):
            await hall.let_in(name, "supervisor")
        ghost, other, sue = PersonId(GHOST), PersonId(OTHER), PersonId("supervisor person")
        assert await hall.code(KeyBall(hall.at, 0, Ball(7), ghost)) == ""
        for second in (ghost, other):
            code = await hall.code(ConfirmBall(hall.at, 0, Ball(7), second))
            assert (code == REFUSED) is (second != ghost)  # the same person is a slip, on record
        [seen] = await hall.web.submit(ConfirmBall(hall.at, 0, Ball(7), sue))
        assert isinstance(seen, CageChanged)
        assert seen.cage.numbers == (7,)

    on_site(scenario)


@pytest.mark.clause("central-site", "12.6")
@pytest.mark.clause("central-site", "13.2")
def test_a_made_up_supervisor_puts_no_games_time_right() -> None:
    async def scenario(hall: MadeUp) -> None:
        hall.at += timedelta(hours=30)
        await hall.work()
        hall.at -= timedelta(hours=30)
        await hall.let_in(GHOST, "supervisor", by="supervisor person")
        game = await hall.web.ask_state(lambda state: state.keno.open_game)
        by = "supervisor person"
        assert await hall.code(CorrectGameTime(hall.at, game, GHOST, "fast", by)) == REFUSED
        [right] = await hall.web.submit(CorrectGameTime(hall.at, game, "sam", "fast", by))
        assert isinstance(right, GameTimeCorrected)

    on_site(scenario)


@pytest.mark.clause("central-site", "12.6")
@pytest.mark.clause("central-site", "11.3")
def test_a_made_up_person_approves_no_amount() -> None:
    async def scenario(hall: MadeUp) -> None:
        await hall.do(SetCeiling(hall.at, Given.PREPAID_VOUCHER, 50_000, 5_000, 1_000, 90_000))
        for name, role in ((GHOST, "writer"), (OTHER, "supervisor")):
            await hall.let_in(name, role)

        async def voucher(by: str, approval: str) -> str:
            more = {"because": "a gift", "approval": approval, "by": by}
            serial = hall.web.serial()
            form, cents = Form.REGULAR, 20_000
            given = IssuePrepaidVoucher(hall.at, serial, ONE.venue, form, cents, **more)
            return await hall.code(given)

        for approval, by in (("a1", OTHER), ("a2", "supervisor person")):
            what = Given.PREPAID_VOUCHER, ONE.venue, 20_000
            await hall.do(ApproveAmount(hall.at, approval, *what, by=by))
        assert await voucher(GHOST, "a1") == REFUSED
        assert await voucher(GHOST, "a2") == ""
        assert await voucher("writer person", "a1") == ""

    on_site(scenario)
