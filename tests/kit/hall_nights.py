"""Steps of a night under vic-bingo, over the API of a hall."""

from __future__ import annotations

from typing import Any

from kit.hall_site import HallDesk, printed

BALLS = 90
PRIZE = {"prize": "ticket", "amount_cents": 10_000}


async def prepare(desk: HallDesk, games: int = 1) -> None:
    """People, a series and a programme; the session is open."""
    for person in ("cal", "sue"):
        await desk.do("office", "RegisterPerson", person=person, role="volunteer")
    await desk.do("office", "OpenSalePoint", point="door")
    await desk.do("seller", "OpenTill", point="door", by="bea", float_cents=20_000)
    await desk.do("office", "RegisterSeries", serial="A1", colour="blue", cards=printed(12))
    programme = [
        {"game": number, "versions": [4], "price_cents": 250, "prizes": [PRIZE]}
        for number in range(1, games + 1)
    ]
    plan: dict[str, Any] = {"session": "tue", "starts_at": "2026-06-02T19:00:00+10:00"}
    await desk.do("office", "PlanSession", **plan, place="Hall", games=programme)
    for person, duty in (("cal", "caller"), ("sue", "supervisor")):
        await desk.do("office", "AppointPerson", session="tue", person=person, duty=duty)
    await desk.do("office", "OpenSession", session="tue", notice_displayed=True)


async def sell(desk: HallDesk, player: str, cards: int) -> dict[str, Any]:
    """A sale at the door; its event."""
    [event] = await desk.do(
        "seller",
        "SellCards",
        session="tue",
        game=1,
        player=player,
        serial="A1",
        count=cards,
        paid_cents=250 * cards,
        point="door",
    )
    return event


async def start(desk: HallDesk, **more: Any) -> None:
    """The game is started, announced, and eyes are down."""
    game = {"session": "tue", "game": 1, "by": "cal"}
    await desk.do("caller", "StartGame", **game, **more)
    await desk.do("caller", "Announce", session="tue", game=1, by="cal", topics=[])
    await desk.do("caller", "EyesDown", **game)


async def ball(desk: HallDesk, call: int) -> int:
    """The number of the next call."""
    game = {"session": "tue", "game": 1, "by": "cal"}
    await desk.do("caller", "AskForBall", **game, call=call)
    await desk.do("caller", "FinishCall", **game)
    board = await desk.get("/board")
    number: int = board["board"]["last_number"]
    return number


async def numbers_held(desk: HallDesk, slips: dict[str, str]) -> dict[int, tuple[str, set[int]]]:
    """By card: who holds it, and its numbers."""
    held = {}
    for player, slip in slips.items():
        for card in (await desk.get(f"/slips/{slip}"))["cards"]:
            numbers = {number for row in card["boxes"][0] for number in row if number}
            held[card["card"]] = (player, numbers)
    return held


async def check(desk: HallDesk, player: str, witness: str) -> None:
    """A player cries; the supervisor goes through the checklist and confirms."""
    game = {"session": "tue", "game": 1}
    claimed = await desk.do("verifier", "Claim", **game, player=player)
    claim = next(event["claim"] for event in claimed if "claim" in event)
    assert await desk.refused("caller", "AskForBall", **game, by="cal", call=1)
    steps = (await desk.get("/staff", "supervisor"))["claims"][0]["steps_left"]
    checked = {"claim": claim, "by": "sue", "serial": "A1", "witness": witness}
    for step in steps:
        await desk.do("supervisor", "CheckClaim", **game, **checked, steps=[step])
    await desk.do("supervisor", "ConfirmClaim", **game, claim=claim, by="sue")


async def play_to_the_end(desk: HallDesk, held: dict[int, tuple[str, set[int]]]) -> None:
    """Balls until someone has every number; claims, result, close."""
    called: set[int] = set()
    winners: list[str] = []
    for call in range(1, BALLS + 1):
        called.add(await ball(desk, call))
        winners = sorted({player for player, numbers in held.values() if numbers <= called})
        if winners:
            break
    for player in winners:
        await check(desk, player, "bob" if player == "ann" else "ann")
    game = {"session": "tue", "game": 1, "by": "sue"}
    await desk.do("supervisor", "DeclareResult", **game)
    await desk.do("supervisor", "CloseGame", **game)
