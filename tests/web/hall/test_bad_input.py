"""What people and phones send wrongly gets the book's answer, and nothing is done twice."""

from __future__ import annotations

import asyncio
from collections.abc import Awaitable, Callable
from datetime import timedelta
from typing import Any

from eyesdown.proof.hall.setting import NSW, NZ, VIC
from kit.hall_evening import CALLER, POINT, SESSION, SUPERVISOR, VERIFIER, Night
from kit.hall_site import NAME, HallDesk, form_in, hidden_fields

GAME = {"session": SESSION, "game": 1}


def during_a_game(
    book: str, story: Callable[[HallDesk, Night], Awaitable[None]], **sale: Any
) -> None:
    """A hall in which ann and bob play, eyes down."""
    desk = HallDesk(book)

    async def whole() -> None:
        async with desk.open():
            night = Night(desk)
            await night.prepare()
            for player in ("ann", "bob"):
                await night.sell(player, 1, **sale)
            if book == NSW:
                await night.open_session()
                await night.enter_range(2)
            await night.start()
            await story(desk, night)

    asyncio.run(whole())


async def press(desk: HallDesk, slip: str, **fields: Any) -> Any:
    sent = {"id": "p1", "what": "claim", "game": 1, **fields}
    return await desk.http.post(f"/halls/{NAME}/phone/{slip}/press", json=sent)


async def until_someone_wins(desk: HallDesk, night: Night) -> str:
    """The slip of a player who may claim now."""
    for call in range(1, 91):
        await night.ball(call)
        for slip in night.slips.values():
            shown = await press(desk, slip, id=f"try{call}x{slip[:6]}")
            if not shown.json()["refusals"]:
                return slip
    raise AssertionError("no one won")


def test_a_claim_twice_is_one_claim() -> None:
    async def story(desk: HallDesk, night: Night) -> None:
        slip = await until_someone_wins(desk, night)
        again = await press(desk, slip, id="another")
        assert [claim["status"] for claim in again.json()["own"]["claims"]].count("open") == 1
        assert len(desk.site.state.hall.game(SESSION, 1).undecided) == 1

    during_a_game(NSW, story, auto_play=True)


def test_a_press_that_is_sent_again_is_done_once_and_answered_alike() -> None:
    async def story(desk: HallDesk, night: Night) -> None:
        await night.ball(1)
        slip = night.slips["ann"]
        first, again = [await press(desk, slip, id="claim1x1x9") for _ in range(2)]
        assert first.status_code == again.status_code == 200
        assert first.json() == again.json()
        assert len(desk.site.state.hall.game(SESSION, 1).claims) == 1
        address = f"/halls/{NAME}/phone/{slip}/press"
        for bad in (
            {},
            {"id": "../x", "what": "claim", "game": 1},
            {"id": "y", "what": "pay", "game": 1},
        ):
            assert (await desk.http.post(address, json=bad)).status_code == 400
        void = {"session": SESSION, "player": "ann", "by": SUPERVISOR}
        await desk.do("supervisor", "VoidEntry", **void)
        late = await press(desk, slip, id="claim1x2")
        assert late.json()["refusals"], "a player whose entry is void"

    during_a_game(NSW, story, auto_play=True)


def test_a_phone_with_a_wrong_clock_has_no_say_in_the_time() -> None:
    async def story(desk: HallDesk, night: Night) -> None:
        slip = night.slips["ann"]
        refused = await press(desk, slip, at="1999-01-01T00:00:00")
        assert refused.status_code == 400
        late = await desk.http.post(
            f"/halls/{NAME}/phone/{slip}/press",
            json={"id": "p2", "what": "claim", "game": 1},
            headers={"date": "Fri, 01 Jan 1999 00:00:00 GMT"},
        )
        assert late.status_code == 200
        [row] = [row for row in desk.store.rows() if row.command_id.endswith("/p2")]
        command = desk.tenant.machine.commands.read(row.command)
        assert abs(command.at - desk.at) < timedelta(minutes=1)

    during_a_game(NSW, story, auto_play=True)


def test_a_claim_from_a_slip_that_was_taken_back_or_for_a_game_that_has_ended() -> None:
    async def story(desk: HallDesk, night: Night) -> None:
        await night.ball(1)
        ended = await press(desk, night.slips["ann"], id="e1", game=7)
        assert ended.json()["refusals"], "there is no game 7"
        words = {**GAME, "by": SUPERVISOR, "cause": "fire", "reason": "fire"}
        await desk.do("supervisor", "InvalidateGame", **words)
        over = await press(desk, night.slips["ann"], id="e2")
        assert [no["code"] for no in over.json()["refusals"]] == ["claim/game_settled"]
        assert over.json()["refusals"][0]["next"]

    during_a_game(NSW, story, auto_play=True)
    desk = HallDesk(VIC)

    async def taken_back() -> None:
        async with desk.open():
            night = Night(desk)
            await night.prepare()
            await desk.do("office", "FixSettings", settings={"phone_bell": True})
            slip = await night.sell("ann")
            purchase = next(iter(desk.site.state.hall.sessions[SESSION].purchases))
            back = {"session": SESSION, "purchase": purchase, "by": "sal", "reason": "mistake"}
            await desk.do("supervisor", "TakeBackSale", **back | {"by": SUPERVISOR})
            await night.sell("bob")
            await night.start()
            await night.ball(1)
            answer = await press(desk, slip)
            assert answer.json()["refusals"], answer.text
            page = await desk.http.get(f"/halls/{NAME}/phone/{slip}")
            assert "taken_back" in page.text
            assert not desk.site.state.hall.game(SESSION, 1).undecided

    asyncio.run(taken_back())


def test_a_phone_that_follows_paper_rings_only_where_the_hall_allows_it() -> None:
    async def story(desk: HallDesk, night: Night) -> None:
        await night.ball(1)
        silent = await press(desk, night.slips["ann"])
        assert silent.status_code == 400
        assert "call out yourself" in silent.json()["detail"]
        await desk.do("office", "FixSettings", settings={"phone_bell": True})
        rung = await press(desk, night.slips["ann"], id="p2")
        assert rung.json()["refusals"][0]["code"] == "claim/incomplete", "a bell is a call (C09)"
        assert rung.json()["own"]["bell"]
        [claim] = desk.site.state.hall.game(SESSION, 1).claims.values()
        assert claim.word == "bell"

    during_a_game(NZ, story)


def test_two_callers_and_a_caller_who_is_signed_on_as_supervisor_too() -> None:
    async def story(desk: HallDesk, night: Night) -> None:
        role = {"person": "kim", "role": "employee", "staff": True}
        await desk.do("office", "RegisterPerson", **role)
        await desk.staff("kim", "caller")
        await desk.staff(CALLER, "caller", "supervisor")
        kim, cal = await desk.signed_on("kim"), await desk.signed_on(CALLER)
        page = await kim.page("/caller")
        assert "Nothing waits for you" in page
        assert "Draw ball 1" in page, "what another owes"
        form = form_in(await cal.page("/caller"), "AskForBall")
        token = page.partition('data-csrf="')[2].partition('"')[0]
        drawn = await kim.http.post(f"/halls/{NAME}/do", data={**form, "csrf": token})
        assert drawn.status_code == 422
        assert "caller" in drawn.text
        assert not desk.site.state.hall.game(SESSION, 1).calls
        window = await cal.page("/supervisor")
        words = {"command": "InvalidateGame", **GAME, "by": "", "cause": "fraud", "id": "x1"}
        token = window.partition('data-csrf="')[2].partition('"')[0]
        ended = await cal.http.post(
            f"/halls/{NAME}/do", data={**words, "reason": "x", "csrf": token}
        )
        assert ended.status_code == 422
        assert desk.site.state.hall.game(SESSION, 1).phase == "running"
        both = {"session": SESSION, "person": CALLER, "duty": "supervisor"}
        assert await desk.refused("office", "AppointPerson", **both)

    during_a_game(NZ, story)


def test_a_caller_who_reloads_in_the_middle_of_an_announcement_finishes_it_and_draws_none() -> None:
    async def story(desk: HallDesk, night: Night) -> None:
        cal = await desk.signed_on(CALLER)
        before = form_in(await cal.page("/caller"), "AskForBall")
        await cal.http.post(f"/halls/{NAME}/do", data=before)
        await desk.work()
        [call] = desk.site.state.hall.game(SESSION, 1).calls
        page = await cal.page("/caller")
        assert f"Announce {call.number}" in page
        assert 'value="AskForBall"' not in page, "no second ball before the first is announced"
        again = await cal.http.post(f"/halls/{NAME}/do", data=before)  # the old page, sent again
        assert again.status_code == 303, "the same press is answered as it was"
        fresh = await cal.http.post(f"/halls/{NAME}/do", data={**before, "id": "another"})
        assert fresh.status_code == 422
        assert len(desk.site.state.hall.game(SESSION, 1).calls) == 1
        assert (await cal.press("/caller", "FinishCall")).status_code == 303
        assert "Draw ball 2" in await cal.page("/caller")
        assert night.slips

    during_a_game(VIC, story)


SCRIPT = "<script>alert(1)</script>"


def test_script_in_a_name_is_text_wherever_a_claim_shows_it() -> None:
    desk = HallDesk(NSW)

    async def whole() -> None:
        async with desk.open():
            night = Night(desk)
            await night.prepare()
            await night.sell(SCRIPT, auto_play=True)
            await night.open_session()
            await night.enter_range(1)
            await night.start()
            slip = await until_someone_wins(desk, night)
            paths = ("/supervisor", "/verifier", "/board", f"/phone/{slip}", f"/slip?slip={slip}")
            people = (SUPERVISOR, VERIFIER, CALLER, CALLER, CALLER)
            for path, person in zip(paths, people, strict=True):
                page = await (await desk.signed_on(person)).page(path)
                assert SCRIPT not in page, path
            assert "&lt;script&gt;" in await (await desk.signed_on(SUPERVISOR)).page("/supervisor")

    asyncio.run(whole())


def test_a_guessed_slip_and_a_hall_that_does_not_exist_are_plain_pages() -> None:
    async def story(desk: HallDesk, night: Night) -> None:
        real = night.slips["ann"]
        guesses = ("AAAAAA-AAAAAA-AAAAAA-AAAAAA", real[:-1], f"{real}A", "x", "<script>", "A" * 300)
        for guess in guesses:
            for path in (f"/halls/{NAME}/phone/{guess}", f"/phone/{guess}"):
                reply = await desk.http.get(path)
                assert reply.status_code == 404, path
                assert "No such slip" in reply.text
                assert "<script>" not in reply.text
        own = await desk.http.get(f"/halls/{NAME}/phone/x/own")
        assert own.status_code == 404
        assert (await press(desk, "x")).status_code == 404
        nowhere = await desk.http.get("/halls/nowhere/board")
        assert nowhere.status_code == 404
        assert "There is no hall called nowhere here." in nowhere.text

    during_a_game(VIC, story)


def test_a_counter_that_loses_its_network_between_sale_and_slip_gets_the_first_slip() -> None:
    desk = HallDesk(VIC)

    async def whole() -> None:
        async with desk.open():
            night = Night(desk)
            await night.prepare()
            await desk.staff("bea", "seller", till=POINT)
            bea = await desk.signed_on("bea")
            form = hidden_fields(await bea.page("/seller"), "sale")
            sale = {**form, "game": "1", "count": "2", "by": "books", "serial": "B7"}
            books = [{**each, "book": 1 + place // 2} for place, each in enumerate(cards(8))]
            await desk.do("office", "RegisterSeries", serial="B7", cards=books)
            first = await bea.http.post(f"/halls/{NAME}/seller/sell", data=sale)
            again = await bea.http.post(f"/halls/{NAME}/seller/sell", data=sale)
            assert first.status_code == again.status_code == 303, again.text[-900:]
            assert first.headers["location"] == again.headers["location"]
            [purchase] = desk.site.state.hall.sessions[SESSION].purchases.values()
            assert purchase.slip in (await bea.http.get(again.headers["location"])).text

    asyncio.run(whole())


def cards(count: int) -> list[dict[str, Any]]:
    from kit.hall_site import printed

    return printed(count)


def test_a_phone_that_was_asleep_for_an_hour_has_every_number_at_once() -> None:
    async def story(desk: HallDesk, night: Night) -> None:
        slip = night.slips["ann"]
        await desk.http.get(f"/halls/{NAME}/phone/{slip}")
        numbers = [await night.ball(call) for call in range(1, 31)]
        desk.at += timedelta(hours=1)
        woken = await desk.http.get(f"/halls/{NAME}/phone/{slip}/own")
        board = await desk.get("/board")
        assert woken.json()["game"] == 1
        assert board["board"]["numbers"] == numbers

    during_a_game(NSW, story, auto_play=True)
