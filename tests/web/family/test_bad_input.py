"""What goes wrong at a family table: the game goes on, and the person reads what to do."""

from __future__ import annotations

import json
import re

from kit.family_site import FamilyHouse
from kit.family_visitor import Visitor, run, visitor

SCRIPT = "<script>alert(1)</script>"


async def _seated(house: FamilyHouse, host: Visitor, phone: Visitor, name: str) -> str:
    """Sit a phone down; the seat it has."""
    phone.code = host.code
    await phone.http.post(f"/family/{host.code}/sit", data={"name": name})
    return str((await phone.get("/me")).json()["seat"])


def test_a_phone_that_joins_twice_reloads_and_sits_once() -> None:
    async def scenario(house: FamilyHouse, host: Visitor) -> None:
        await host.open()
        async with visitor(house, "10.0.0.2") as phone:
            seat = await _seated(house, host, phone, "Ana")
            assert await _seated(house, host, phone, "Ana again") == seat
            for _ in range(3):
                assert (await phone.get("")).status_code == 200
        names = await house.web.ask_state(
            lambda state: [seat.name for seat in state.tables[host.code].here.values()]
        )
        assert names == ["Dad", "Ana"]

    run(scenario)


def test_a_name_that_is_taken_asks_the_host_and_takes_no_ones_seat() -> None:
    async def scenario(house: FamilyHouse, host: Visitor) -> None:
        await host.open()
        async with visitor(house, "10.0.0.2") as ana, visitor(house, "10.0.0.3") as other:
            await _seated(house, host, ana, "Ana")
            taken = await other.http.post(f"/family/{host.code}/sit", data={"name": "ana"})
            assert taken.status_code == 400
            assert 'name="again"' in taken.text, "it may knock at that seat"

    run(scenario)


def test_a_name_of_script_or_of_500_characters_is_text_or_refused() -> None:
    async def scenario(house: FamilyHouse, host: Visitor) -> None:
        await host.open()
        async with visitor(house, "10.0.0.2") as phone:
            phone.code = host.code
            long = await phone.http.post(f"/family/{host.code}/sit", data={"name": SCRIPT * 20})
            assert long.status_code == 400
            assert SCRIPT not in long.text
            assert "at most" in long.text or "longer" in long.text or "24" in long.text
        assert (await host.do(do="seat", name="<i>x</i>")) == {"ok": True}
        for path in ("", "/host", "/board", "/scores", "/check"):
            assert "<i>x" not in (await host.get(path)).text, path

    run(scenario)


def test_a_phone_at_anothers_address_sees_no_card_and_moves_no_counter() -> None:
    async def scenario(house: FamilyHouse, host: Visitor) -> None:
        await host.open()
        async with visitor(house, "10.0.0.2") as ana, visitor(house, "10.0.0.3") as ben:
            seat = await _seated(house, host, ana, "Ana")
            await _seated(house, host, ben, "Ben")
            assert await host.do(do="play") == {"ok": True}
            await host.do(do="turn", call=1)
            for action in ("cover", "cry", "read"):
                answer = await ben.do(do=action, hand=seat, number=1, numbers=[1, 2, 3, 4, 5])
                assert answer["code"] == "seat/not_yours"
            assert (await ben.get("/me")).json()["name"] == "Ben"

    run(scenario)


def test_ten_cries_and_five_numbers_of_no_row_end_nothing() -> None:
    async def scenario(house: FamilyHouse, host: Visitor) -> None:
        await host.open()
        async with visitor(house, "10.0.0.2") as phone:
            seat = await _seated(house, host, phone, "Ana")
            await host.do(do="play")
            await host.do(do="turn", call=1)
            for _ in range(10):
                assert await phone.do(do="cry", hand=seat) == {"ok": True}
            cries = await house.web.ask_state(lambda state: state.tables[host.code].game.cries)
            assert len(cries) == 1, "nine of them say what is known"
            wrong = await phone.do(do="read", hand=seat, numbers=[1, 2, 3, 4, 5])
            assert wrong["ok"] is False
            assert wrong["text"], "the person reads what to do"
            rows = (await phone.get("/me")).json()["hands"][0]["rows"]
            assert (await phone.do(do="read", hand=seat, numbers=rows[0]))["ok"] is True
            assert (await host.do(do="turn", call=2)) == {"ok": True}, "the game goes on"

    run(scenario)


def test_two_hosts_with_one_key_turn_each_disc_once() -> None:
    async def scenario(house: FamilyHouse, host: Visitor) -> None:
        code = await host.open()
        await host.do(do="seat", name="Ana")
        key = await house.web.host_key(code)
        async with visitor(house, "10.0.0.4") as second:
            second.code = code
            await second.http.get(f"/family/{code}/host?key={key}")
            assert await second.do(do="play") == {"ok": True}
            assert (await host.do(do="play"))["ok"] is False
            both = [await host.do(do="turn", call=1), await second.do(do="turn", call=1)]
            assert [answer["ok"] for answer in both] == [True, False]
            assert both[1]["code"] == "disc/turned_already"
            assert (await second.do(do="turn", call=2)) == {"ok": True}
        called = await house.web.ask_state(lambda state: len(state.tables[code].game.called))
        assert called == 2

    run(scenario)


def test_a_laptop_that_changes_its_network_shows_the_new_address() -> None:
    async def scenario(house: FamilyHouse, host: Visitor) -> None:
        code = await host.open()
        assert "192.168.1.7:7575" in (await host.get("/host")).text
        house.addresses = ("http://10.1.1.4:7575",)
        [way] = (await host.get("/door")).json()
        assert way["url"] == f"10.1.1.4:7575/family/{code}"
        assert "192.168.1.7" not in (await host.get("/host")).text
        house.addresses = ()
        assert (await host.get("/door")).json() == []
        page = (await host.get("/host")).text
        assert "it is in no network" in page

    run(scenario)


def test_a_host_who_reloads_in_the_middle_of_a_round_goes_on() -> None:
    async def scenario(house: FamilyHouse, host: Visitor) -> None:
        await host.open()
        await host.do(do="seat", name="Ana")
        await host.do(do="play")
        await host.do(do="turn", call=1)
        page = (await host.get("/host")).text
        shown = json.loads(re.search(r'id="snapshot"[^>]*>(.*?)</script>', page, re.DOTALL)[1])  # type: ignore[index]  # it is there
        assert len(shown["called"]) == 1
        assert (await host.do(do="turn", call=2)) == {"ok": True}

    run(scenario)


def test_lists_of_words_that_cannot_be_played_say_what_to_do() -> None:
    async def scenario(_: FamilyHouse, host: Visitor) -> None:
        await host.open()
        good = [f"w{number}" for number in range(30)]
        for words in ([*good, "w31"], [*good[:29], "W0"]):
            house = {"type": "House", "per_column": 6}
            options = {"type": "Options", "words": words, "house": house}
            answer = await host.do(do="options", options=options)
            assert answer["code"] == "words/unplayable"
            assert answer["text"]

    run(scenario)
