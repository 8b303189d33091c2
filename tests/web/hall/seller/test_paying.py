"""Prizes and refunds paid at the till: the usual way, in parts, and once."""

from __future__ import annotations

import asyncio
from collections.abc import Awaitable, Callable

from eyesdown.bingo.claims.commands import Claim
from eyesdown.proof.hall.setting import NSW, VIC
from kit.hall_evening import POINT, SERIAL, SESSION, SUPERVISOR, Night
from kit.hall_nights import numbers_held, play_to_the_end, prepare, sell, start
from kit.hall_site import Browser, HallDesk


def after_the_game(story: Callable[[HallDesk, Browser], Awaitable[None]]) -> None:
    """A hall whose first game has been won, and the seller at the door."""
    desk = HallDesk(VIC)

    async def whole() -> None:
        async with desk.open():
            await desk.staff("olga", "office")
            await desk.staff("bea", "seller", till="door")
            await prepare(desk, 2)
            slips = {player: (await sell(desk, player, 4))["slip"] for player in ("ann", "bob")}
            await start(desk)
            await play_to_the_end(desk, await numbers_held(desk, slips))
            await story(desk, await desk.signed_on("bea"))

    asyncio.run(whole())


def test_a_prize_is_paid_the_usual_way_and_once() -> None:
    async def story(desk: HallDesk, bea: Browser) -> None:
        owed = [award for award in desk.site.state.hall.awards.values() if not award.paid]
        assert "Pay $100.00 of prizes" in await bea.page("/seller")
        for award in owed:
            paid = await bea.press("/seller/pay", "PayPrize")
            assert paid.status_code == 303, paid.text
            shown = (await bea.http.get(paid.headers["location"])).text
            assert f"to {award.player}" in shown
        assert "Nothing is owed" in await bea.page("/seller/pay")
        till = desk.site.state.hall.tills["door"]
        assert till.expected_cents == 20_000 + 8 * 250 - 10_000

    after_the_game(story)


def test_parts_must_be_the_whole_prize() -> None:
    async def story(desk: HallDesk, bea: Browser) -> None:
        cents = next(iter(desk.site.state.hall.awards.values())).amount_cents
        wrong = {"parts.cash": "1", "parts.cheque": "2"}
        refused = await bea.press("/seller/pay", "PayPrize", **wrong)
        assert refused.status_code == 422
        assert "payment/parts_do_not_sum" in refused.text
        right = {"parts.cash": "10", "parts.cheque": f"{cents // 100 - 10}"}
        paid = await bea.press("/seller/pay", "PayPrize", **right)
        assert paid.status_code == 303, paid.text
        assert "cheque" in (await bea.http.get(paid.headers["location"])).text

    after_the_game(story)


def test_a_slip_finds_what_its_player_is_owed() -> None:
    async def story(desk: HallDesk, bea: Browser) -> None:
        [award] = desk.site.state.hall.awards.values()
        bought = desk.site.state.hall.sessions[SESSION].purchases.values()
        slips = {each.player: each.slip for each in bought}
        winner = slips.pop(award.player)
        scanned = f"https://dome.example/halls/dome/phone/{winner}"
        for typed in (winner, winner.lower().replace("-", " "), scanned, award.player):
            assert 'value="PayPrize"' in await bea.page(f"/seller/pay?find={typed}"), typed
        for typed in (*slips.values(), "0000", "zoe"):
            page = await bea.page(f"/seller/pay?find={typed}")
            assert 'value="PayPrize"' not in page
            assert f"Nothing is owed for “{typed}”" in page

    after_the_game(story)


def test_a_refund_of_an_invalid_game_is_given_back() -> None:
    async def story(desk: HallDesk, bea: Browser) -> None:
        sale = {"session": "tue", "game": 2, "player": "cat", "serial": "A1", "count": 2}
        await desk.do("seller", "SellCards", **sale, paid_cents=500, point="door")
        invalid = {"session": "tue", "game": 2, "by": "sue", "cause": "fire", "reason": "fire"}
        await desk.do("supervisor", "InvalidateGame", **invalid)
        paid = await bea.press("/seller/pay", "PayRefund", tender="cash")
        assert paid.status_code == 303, paid.text
        assert "Gave $5.00 back to cat" in (await bea.http.get(paid.headers["location"])).text
        assert not desk.site.state.hall.refunds

    after_the_game(story)


GAME = {"session": SESSION, "game": 1}


async def minor_prize_won(desk: HallDesk) -> None:
    """A minor prize of a game is declared; the game goes on for its bingo."""
    night = Night(desk)
    await night.prepare()
    await desk.staff("bea", "seller", till=POINT)
    await night.sell("ann", auto_play=True)
    await night.open_session()
    await night.enter_range(1)
    await night.start()
    for call in range(1, 91):
        await night.ball(call)
        claim = Claim(at=desk.web.now(), **GAME, player="ann")
        if not any(getattr(each, "refusals", ()) for each in await desk.web.dry_run(claim)):
            break
    await desk.do("verifier", "Claim", **GAME, player="ann")
    [shown] = (await desk.get("/staff", "supervisor"))["claims"]
    check = {**GAME, "claim": shown["claim"], "by": SUPERVISOR}
    await desk.do("supervisor", "CheckClaim", **check, steps=shown["steps_left"], serial=SERIAL)
    await desk.do("supervisor", "ConfirmClaim", **check)
    await desk.do("supervisor", "DeclareResult", **GAME, by=SUPERVISOR)


def test_no_key_pays_a_prize_before_its_game_is_closed() -> None:
    desk = HallDesk(NSW)

    async def whole() -> None:
        async with desk.open():
            await minor_prize_won(desk)
            bea = await desk.signed_on("bea")
            page = await bea.page("/seller/pay")
            assert "Not yet: The game isn’t closed yet." in page
            assert 'value="PayPrize"' not in page

    asyncio.run(whole())
