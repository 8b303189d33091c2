"""The cash-up: what should be in a venue's drawer and in its self-service box."""

from __future__ import annotations

from datetime import date, timedelta
from typing import Any

import pytest

from eyesdown.central.site.first_row import NoteLook
from eyesdown.keno.bets.bet import Regular
from eyesdown.keno.office.commands import AcceptTerms, Deposit, LogIn, OpenAccount, RemitVenue
from eyesdown.keno.sales.commands import AcceptEntry, IssueReceipt
from eyesdown.keno.words.documents import Tendered
from eyesdown.keno.words.entry import Entry
from eyesdown.kernel.money import dollars
from eyesdown.rulebook.keno_words import Channel, Method, Tender
from eyesdown.web.keno.counter.cash import day_start
from kit.counter_site import CounterSite, Door, RunsScenario


def spots(count: int, cents: int = 100) -> dict[str, Any]:
    return {"type": "regular", "spots": list(range(1, count + 1)), "subscription_cents": cents}


def test_the_cash_up_counts_this_venues_drawer(site: RunsScenario) -> None:
    async def scenario(hall: CounterSite, door: Door) -> None:
        async with door.visit() as writer, door.visit("hotel writer") as other:
            first = await writer.sell(spots(3), cash_cents=2000)
            second = await writer.sell(spots(2, 500), slip="2")
            await other.sell(spots(3, 900))
            await writer.post("/counter/cancel/out", scan=second["serial"], customer="c1", slip="x")
            await writer.post("/counter/vouchers/cash-voucher", amount="30", slip="v")
            await hall.do(IssueReceipt(hall.at, "SST1", Tender.SST_RECEIPT, "club-sst", 700))
            await hall.play()
            await writer.claim(first)
            await writer.pay()
            page = await writer.get("/counter/cash-up")
            # $1 kept of the first sale, $5 in and out again, $30 for a voucher, $44 paid out
            assert door.shown(page, "drawer") == "-$13.00"
            assert "$7.00" in page.text
            again = await writer.get("/counter/cash-up")
            assert door.shown(again, "drawer") == "-$13.00"
            hall.at += timedelta(seconds=1)
            await writer.post("/counter/duty/on", duty="writer", slip="l")
            fresh = await writer.get("/counter/cash-up?since=club+writer")
            assert "Nothing yet" in fresh.text
            hotel = await other.get("/counter/cash-up")
            assert door.shown(hotel, "drawer") == "$9.00"

    site(scenario)


def test_the_cash_up_reads_past_rows_about_the_journal_itself(site: RunsScenario) -> None:
    """Such as a look of an inspector, or the row that names the journal's owner."""

    async def scenario(hall: CounterSite, door: Door) -> None:
        async with door.visit() as writer:
            await writer.sell(spots(3))
            await hall.do(NoteLook(hall.at, "ian", "/inspector/keno"))
            page = await writer.get("/counter/cash-up")
            assert door.shown(page, "drawer") == "$1.00"

    site(scenario)


@pytest.mark.parametrize(("terminal", "figure"), [("club-1", "drawer"), ("club-sst", "box")])
def test_the_cash_up_is_what_the_books_say_of_the_tills(
    site: RunsScenario, terminal: str, figure: str
) -> None:
    """Also after money was given back at a close, was handed over, or never crossed the counter."""

    def entry(serial: str, channel: Channel, **more: str) -> Entry:
        how = Method.FORM if channel == Channel.VENUE else Method.INTERNET
        return Entry(serial, (Regular((1, 2), 500),), 1, channel, how, "club", **more)

    async def scenario(hall: CounterSite, door: Door) -> None:
        at, cash = hall.at, (Tendered(Tender.CASH, 500),)
        async with door.visit() as writer:
            await writer.sell(spots(3, 700))
            forgotten = entry("F1", Channel.VENUE, terminal=terminal)
            await hall.do(AcceptEntry(at, forgotten, cash))
            before = await writer.get("/counter/cash-up")
            assert door.shown(before, figure) == ("$12.00" if figure == "drawer" else "$5.00")
            for command in (
                OpenAccount(at, "ann", "Ann", date(1990, 1, 1)),
                AcceptTerms(at, "ann", "1"),
                LogIn(at, "ann", password_right=True),
                Deposit(at, "ann", 2_000),
            ):
                await hall.do(command)
            mine = (Tendered(Tender.ACCOUNT, 500),)
            bought = entry("W1", Channel.INTERNET, account="ann")
            await hall.do(AcceptEntry(at, bought, mine, confirmed=True, location="club floor"))
            await hall.close()
            await hall.do(RemitVenue(hall.at, "club"))
            page = await writer.get("/counter/cash-up")
            assert "Given back, receipt not taken" in page.text
            assert "Handed over to the Licensees" in page.text
            held = await hall.web.ask_site(lambda kept: kept.balances["venue_cash/club"])
            assert (door.shown(page, "drawer"), door.shown(page, "box")) == (dollars(held), "$0.00")

    site(scenario)


def test_the_cash_up_starts_with_the_keno_day(site: RunsScenario) -> None:
    async def scenario(hall: CounterSite, door: Door) -> None:
        async with door.visit() as writer:
            await writer.sell(spots(3, 700))
            await hall.play()
            await hall.next_day()
            await writer.sell(spots(3, 200), slip="2")
            page = await writer.get("/counter/cash-up")
            assert door.shown(page, "drawer") == "$2.00"
            first = await hall.web.ask_site(day_start)
            assert 0 < first < await hall.web.ask_site(lambda kept: kept.head.seq)

    site(scenario)
