"""A simulated week of players: nothing personal in journal, log, metric or address."""

from __future__ import annotations

import logging
from collections.abc import Callable
from typing import Any

import pytest

from eyesdown.central.site.verify_journal import verify_journal
from eyesdown.keno.office.commands import CheckAge, Deposit, IdentifyAccount
from kit.account_site import SECRETS, AccountSite, Browser, Doors, Scenario

PEOPLE = ("Wilhelmina Quackenbush", "Bartholomew Featherstone", "Seraphina Oglethorpe")
WORDS = {
    *(part.casefold() for name in PEOPLE for part in name.split()),
    SECRETS["born"],
    "jacaranda",
    "wagga",
    SECRETS["password"],
    "argon2",
}


async def a_day(hall: AccountSite, browser: Browser, day: int) -> list[str]:
    """What one player does on a day, and every address that is asked for."""
    asked = []
    for path in ("/account", "/account/play", "/account/details", "/account/statement"):
        reply = await browser.http.get(path)
        asked += [str(reply.request.url), reply.headers.get("location", "")]
    await browser.post("/account/reality", go="play")  # of the day before
    sold = await browser.buy(100 * (day + 1), location="club floor" if day % 2 else "")
    assert sold.status_code == 200, sold.text
    asked.append(str(sold.request.url))
    await browser.post("/account/care/limit", measure="loss", span="month", amount="500")
    await browser.post("/account/money/withdraw", amount="1")
    await browser.post("/account/money/withdraw", amount="9999")  # refused
    wrong = await browser.http.post(
        "/account/sign-on?next=/account", data={"name": PEOPLE[0], "password": "wrong"}
    )
    return [*asked, str(wrong.request.url), wrong.headers.get("location", "")]


def leaks(texts: Any) -> list[str]:
    """The personal words that occur in some texts."""
    whole = "\n".join(texts).casefold()
    return sorted(word for word in WORDS if word in whole)


def test_a_week_leaves_nothing_personal_outside_its_table(
    site: Callable[[Scenario], None], caplog: pytest.LogCaptureFixture
) -> None:
    caplog.set_level(logging.DEBUG)

    async def scenario(hall: AccountSite, doors: Doors) -> None:
        addresses = []
        async with doors.browser() as one, doors.browser() as two, doors.browser() as three:
            players = (one, two, three)
            for player, name in zip(players, PEOPLE, strict=True):
                reply = await player.register(name.split()[0], name=name)
                addresses += [str(reply.request.url), reply.headers["location"]]
                await hall.do(CheckAge(hall.at, player.account, "olly"))
                await hall.do(IdentifyAccount(hall.at, player.account, "olly"))
                await hall.do(Deposit(hall.at, player.account, 100_000))
            for day in range(7):
                for player, name in zip(players, PEOPLE, strict=True):
                    await player.sign_on(name.split()[0])
                    addresses += await a_day(hall, player, day)
                await hall.next_day()
            under_age = await one.register("kid", born="2015-01-01")
            assert under_age.status_code == 422
            export = (await one.http.get("/account/export.json")).text
        rows = [bytes(row.command) + bytes(row.events) for row in hall.store.rows()]
        journal = [row.decode() for row in rows]
        journal += [row.command_id for row in hall.store.rows()]
        records = [f"{row}" for row in hall.store.dump("records")]
        gauges = await hall.web.ask_site(lambda s: [f"{gauge}" for gauge in hall.web.gauges(s)])
        assert leaks(journal) == []
        assert leaks(records) == []
        assert leaks(f"{row}" for row in hall.store.dump("lines")) == []
        assert leaks(gauges) == []
        assert leaks(addresses) == []
        assert leaks(record.getMessage() + f"{record.__dict__}" for record in caplog.records) == []
        assert leaks([export]) != [], "the words that are looked for are really there"
        verify_journal(hall.web.sequencer._site.machine, hall.store)

    site(scenario)
