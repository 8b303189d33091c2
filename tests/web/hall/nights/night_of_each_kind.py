"""Nights on which something happens, with nine people at once, under each book. `make nights`."""

from __future__ import annotations

from typing import Any

import pytest

from eyesdown.proof.hall.setting import BOOKS, NSW, NZ, VIC
from kit.hall_counters import DEVICE, LINES, next_says, press_next
from kit.hall_evening import CALLER, SERIAL, SUPERVISOR
from kit.hall_pages import screenshot
from kit.nine_people import House, nine_people

PLAYERS = ("ann", "bob", "cat", "dee")


def opened(house: House, *, cards: int = 6, first: str = "ann", **plan: str) -> None:
    """The programme is fixed, everyone has cards, the first game is started with eyes down."""
    house.plan(**plan)
    house.appoint()
    house.open_tills()
    if house.book != NSW:
        house.open_session()
    sold(house, cards)
    if house.book == NSW:
        house.open_session()
    assert first in house.players


def sold(house: House, cards: int) -> None:
    for place, player in enumerate(PLAYERS):
        count = cards if house.book != NSW else 1
        house.sell(("sal", "sam")[place % 2], player, count, whole_session=True)
    house.open_phones("ann", "bob")


def started(house: House, number: int = 1, selector: str = "Blower 2") -> None:
    house.number = number
    house.start(selector)
    house.eyes_down()


def ended(house: House) -> None:
    """The session is closed, everyone is paid, the tills are right, and the journal checks."""
    house.close_session()
    if house.book == NSW:
        house.return_scorecards()
    house.pay_all()
    house.cash_up()
    assert "SessionClosed" in house.exported()


def lines_of(house: House, player: str) -> list[tuple[int, ...]]:
    """Every line of a player's grids that wins the line prize alone."""
    session = house.hall.sessions[house.session]
    lines = []
    for held in session.holdings.values():
        if held.player == player:
            for ticket in house.hall.printed(held.key).boxes:
                rows = [tuple(n for n in row if n) for row in ticket.rows]
                lines += rows[:1] if LINES[house.book] == "top line" else rows
    return lines


def crossing(house: House) -> tuple[list[int], int]:
    """Numbers after which ann and bob lack the same one for a line, and no one else has one."""
    for mine in lines_of(house, "ann"):
        for theirs in lines_of(house, "bob"):
            if len(set(mine) & set(theirs)) != 1:
                continue
            [last] = set(mine) & set(theirs)
            calls = [number for number in {*mine, *theirs} if number != last]
            others = [line for each in PLAYERS for line in lines_of(house, each)]
            complete = [line for line in others if set(line) <= {*calls, last}]
            if len(complete) == 2:
                return sorted(calls), last
    raise AssertionError("no two lines cross")


def finish(house: House) -> None:
    """The game goes on with ann's first grid until nothing is open."""
    if house.game.phase == "running":
        left = [n for n in house.numbers_of("ann") if n not in house.game.called]
        others = [n for n in range(1, 91) if n not in {*left, *house.game.called}]
        house.play([*left, *others], pages_every=30)


@pytest.mark.parametrize("book", BOOKS)
def test_joint_winners_share(book: str) -> None:
    with nine_people(book, lines=(1, 2), cards=120) as house:
        opened(house)
        started(house)
        calls, last = crossing(house)
        for number in calls:
            house.quick(number)
        house.key(last)
        assert house.entitled() == ["ann", "bob"]
        for player in ("ann", "bob"):
            house.claim(player)
        page = house.supervisor
        page.wait_for_selector("[name=check]")
        page.check("form[action$='/settle'] [name=check]")
        if book == VIC:
            page.fill("#all-witness", "cat")
        page.click("button:has-text('Confirm all that agree')")
        if book == NZ:  # the caller verifies each, then the supervisor confirms both
            for _ in range(2):
                house.caller.wait_for_selector(".next-says:has-text('Verify')")
                press_next(house.caller)
            page.wait_for_selector("text=2 have every step done")
            page.click("button:has-text('Confirm all that agree')")
        page.wait_for_selector(".next-says:text-is('Declare the result')")
        press_next(page)
        won = house.game.won[LINES[book]]
        assert won.winners == ("ann", "bob")
        house.board.wait_for_selector("#prizes .won:has-text('2 winners')")
        screenshot(house.board, f"board-{book}-joint")
        house.decided()
        finish(house)
        started(house, 2)
        finish(house)
        ended(house)


@pytest.mark.parametrize("book", BOOKS)
def test_late_false_and_silent(book: str) -> None:
    with nine_people(book, lines=(1, 2)) as house:
        opened(house, cards=1)
        started(house)
        first, *_ = lines_of(house, "ann")
        house.key(first[0])
        page = house.verifier
        page.fill("#cry-player", "ann")
        page.click("form:has(#cry-player) button.main")
        page.wait_for_selector(".answer .note.no [data-code='claim/incomplete']")
        screenshot(page, f"verifier-{book}-false", full_page=True)
        for number in first[1:]:
            house.key(number)
        assert house.entitled() == ["ann"]
        others = [n for n in range(1, 91) if n not in house.game.called]
        quiet = next(n for n in others if n not in house.numbers_of("ann"))
        house.key(quiet)  # ann was silent
        house.supervisor.wait_for_selector("summary:has-text('forfeited by silence')")
        page.fill("#cry-player", "ann")
        page.click("form:has(#cry-player) button.main")
        page.wait_for_selector(".answer .note.no [data-code^='claim/']")
        assert not house.game.undecided
        rest = [n for n in house.numbers_of("bob") if n not in house.game.called]
        house.play([*rest, *[n for n in others if n != quiet and n not in rest]], pages_every=30)
        started(house, 2)
        finish(house)
        ended(house)


@pytest.mark.parametrize("book", BOOKS)
def test_a_wrong_ball_is_corrected(book: str) -> None:
    with nine_people(book, lines=(1, 2)) as house:
        opened(house, cards=1)
        started(house, 1, "cage" if book != NSW else "Blower 2")
        if book != NSW:  # nsw-casino-bingo knows no cage
            house.caller.fill("#ball", "16")
            house.caller.keyboard.press("Enter")
            house.caller.wait_for_selector("#last[data-number='16']")
            press_next(house.caller)
            press_next(house.caller)  # handed over
            house.supervisor.wait_for_selector("#read")
            house.supervisor.fill("#read", "60")
            house.supervisor.keyboard.press("Enter")
            house.board.wait_for_selector("#grid .wrong")
            press_next(house.caller)
            house.board.wait_for_selector("#ball:text-is('60')")
            invalidated(house, 1)
        else:
            wrong_of_the_device(house)
            finish(house)
        started(house, 2)
        if book != NSW:
            wrong_of_the_device(house)
        finish(house)
        ended(house)


def wrong_of_the_device(house: House) -> None:
    """A number of the device was announced wrongly; the caller reports and corrects it."""
    first, *rest = house.numbers_of("ann")
    house.key(first)
    wrong = next(n for n in range(1, 91) if n not in {first, *rest})
    house.key(wrong)
    right = next(n for n in range(1, 91) if n not in {first, *rest, wrong})
    page = house.caller
    page.click("#trouble summary")
    page.fill("#wrong", str(wrong))
    page.fill("#right", str(right))
    page.click("button:has-text('Stop and report it')")
    page.wait_for_selector(f".next-says:has-text('not {wrong} but {right}')")
    house.board.wait_for_selector("#grid .wrong")
    press_next(page)
    house.board.wait_for_selector(f"#ball:text-is('{right}')")
    assert house.game.called == (first, right)


def invalidated(house: House, number: int, *, kept: bool = False) -> None:
    house.number = number
    page = house.supervisor
    page.click("summary:has-text('Invalidate the game')")
    page.fill("#reason", "smoke in the hall")
    page.select_option("#cause", index=0)
    page.get_by_label("is kept" if kept else "is given back").check()
    page.click("button:has-text('Invalidate this game')")
    house.until(lambda: house.game.phase == "closed", page)


@pytest.mark.parametrize("book", BOOKS)
def test_a_game_is_invalidated_and_refunds_are_paid(book: str) -> None:
    with nine_people(book, lines=(1, 2)) as house:
        opened(house, cards=1)
        started(house)
        house.key(house.numbers_of("ann")[0])
        invalidated(house, 1)
        house.board.wait_for_selector("#notices:has-text('invalidated')")
        screenshot(house.board, f"board-{book}-invalidated")
        if book != NSW:
            refunds = {each.player: each.amount_cents for each in house.hall.refunds.values()}
            assert set(refunds) == set(PLAYERS)
            house.phones["ann"].wait_for_selector("#won :text('back')")
        started(house, 2)
        finish(house)
        ended(house)
        assert not house.hall.refunds


def test_a_scorecard_is_replaced() -> None:
    with nine_people(NSW, lines=(1, 2)) as house:
        opened(house)
        started(house)
        phone: Any = house.phones["ann"]
        for number in house.numbers_of("ann")[:4]:
            house.key(number)
        phone.wait_for_selector("#more summary")
        phone.click("#more summary")
        phone.click("#faulty")
        house.supervisor.wait_for_selector(".next-says:has-text('Replace the scorecard')")
        house.board.wait_for_selector("text=scorecard")
        screenshot(house.board, "board-nsw-faulty")
        press_next(house.supervisor)
        phone.wait_for_selector("#phase:has-text('In play')")
        finish(house)
        started(house, 2)
        finish(house)
        ended(house)


def test_the_dealer_terminal_fails() -> None:
    with nine_people(NSW, lines=(1, 2)) as house:
        opened(house)
        started(house)
        house.key(house.numbers_of("ann")[0])
        page = house.supervisor
        page.click("summary:has-text('Invalidate the game')")
        page.click("button:has-text('The dealer terminal failed')")
        house.until(lambda: house.game.phase == "closed", page)
        house.board.wait_for_selector("#notices")
        started(house, 2)
        finish(house)
        ended(house)


@pytest.mark.parametrize("book", BOOKS)
def test_a_jackpot_is_carried_to_the_next_session_and_won(book: str) -> None:
    sequence = {"#sequence": "winter"} if book != NSW else {}
    pool = {"#pool": "Gold", "#pool_games": "2", "#pool_method": "with the last prize"}
    plan = pool | sequence if book != NSW else {"#pool": "Gold"}
    level = "gold 20 in 20 whole pool" if book == NSW else ""
    with nine_people(book, cards=120, jackpot=level) as house:
        page = house.office
        house.open_page(page, "office/pools")
        page.fill("#pool", "Gold")
        page.fill("#sequence", "winter" if book != NSW else "")
        with page.expect_navigation():
            page.click("button:has-text('Open')")
        assert "Gold" in house.hall.pools
        opened(house, cards=1, **plan)
        if book != NSW:
            held(house, "10" if book == NZ else "1")
        before = house.hall.pools["Gold"].balance_cents
        assert before
        for number in (1, 2):
            started(house, number)
            calls = [n for n in range(1, 91) if n not in house.numbers_of("ann")][:20]
            for call in calls:
                house.quick(call)
                if house.decided():
                    break
            finish(house)
        ended(house)
        assert house.hall.pools["Gold"].balance_cents >= before
        carried = house.hall.pools["Gold"].balance_cents
        again(house, plan)
        for number in (1, 2):
            if book != NSW and number == 2:
                paid_with(house, number)  # its amounts are read out once the game has started
            started(house, number)
            finish(house)
        ended(house)
        assert house.hall.pools["Gold"].balance_cents < carried


def held(house: House, dollars: str) -> None:
    page = house.office
    house.open_page(page, "office/pools")
    page.fill("#hold-g", "1")
    page.fill("#hold-a", dollars)
    with page.expect_navigation():
        page.click("button:text-is('Hold')")
    assert house.hall.pools["Gold"].balance_cents


def paid_with(house: House, number: int) -> None:
    page = house.office
    house.open_page(page, "office/pools")
    page.fill("#pay-g", str(number))
    with page.expect_navigation():
        page.click("button:text-is('Pay')")
    assert not house.hall.pools["Gold"].balance_cents


def again(house: House, plan: dict[str, str]) -> None:
    """The next session, four hours on."""
    from datetime import timedelta

    house.desk.at += timedelta(hours=20)
    house.session, house.number = "wednesday", 1
    opened(house, cards=1, **plan)


GAMES = 50
BY_PAGES = (1, 2, 25, 49, 50)


async def without_pages(house: House) -> None:
    """A whole game over the API, won by ann; the pages only follow."""
    words = {"session": house.session, "game": house.number}
    caller, do = {**words, "by": CALLER}, house.desk.do
    await do("caller", "StartGame", **caller, selector="device", selector_id=DEVICE)
    if (await house.desk.get("/staff", "supervisor"))["to_read"]:
        await do("caller", "Announce", **caller, topics=[])
    await do("caller", "EyesDown", **caller)
    for number in house.numbers_of("ann"):
        await do("caller", "BeginCall", **caller, number=number)
        await do("caller", "FinishCall", **caller)
        for player in await house.entitled_now():
            await do("verifier", "Claim", **words, player=player)
        if house.game.undecided:
            await decided_without_pages(house)
        if not house.game.open_prizes:
            break
    await do("supervisor", "CloseGame", **words, by=SUPERVISOR)


async def decided_without_pages(house: House) -> None:
    """Every claim is checked step by step and confirmed; the result is declared."""
    words, do = {"session": house.session, "game": house.number}, house.desk.do
    while house.game.undecided:
        shown = (await house.desk.get("/staff", "supervisor"))["claims"][0]
        read = {"serial": SERIAL}
        if house.book == VIC:
            read["witness"] = house.free_witness()
        for step in shown["steps_left"]:
            role, by = "supervisor", SUPERVISOR
            if step == "caller verification":
                role, by = "caller", CALLER
            fields = {**words, **read, "claim": shown["claim"], "by": by}
            await do(role, "CheckClaim", **fields, steps=[step])
        await do("supervisor", "ConfirmClaim", **words, by=SUPERVISOR, claim=shown["claim"])
    await do("supervisor", "DeclareResult", **words, by=SUPERVISOR)


@pytest.mark.parametrize("book", BOOKS)
def test_fifty_games(book: str) -> None:
    """The first and the last games are played by pages, those between over the API."""
    price = {"#session_price": "500"} if book == NZ else {}
    with nine_people(book, games=GAMES, cards=120, lines=tuple(range(1, GAMES + 1))) as house:
        opened(house, cards=1, **price)
        house.look("fifty", office=house.office, seller=house.sellers["sal"])
        for number in range(1, GAMES + 1):
            if number in BY_PAGES:
                started(house, number)
                finish(house)
            else:
                house.number = number
                house.desk.run(without_pages(house))
        assert len(house.hall.sessions[house.session].games) == GAMES
        assert next_says(house.caller)
        ended(house)
        assert house.hall.sessions[house.session].official("supervisor", 1) == SUPERVISOR
