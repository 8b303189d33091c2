"""The family's pages over HTTP: guessed codes, keys, papers, the evening as a file, the door."""

from __future__ import annotations

import asyncio
import base64
import io
from typing import Any

import httpx
import pytest
from PIL import Image

from eyesdown.central.family.feeds import snapshot
from eyesdown.central.family.table import PICTURE_CHARACTERS_MAX
from eyesdown.cli.site import family_door
from eyesdown.cli.site.family_door import FamilyDoor, OnlyFamily
from eyesdown.display.family.snapshot import Snapshot
from eyesdown.notation.document import parse
from eyesdown.notation.player import played
from eyesdown.web.family.context import TRIES_MAX
from eyesdown.web.family.pictures import small_picture
from kit.family_site import FamilyHouse
from kit.family_visitor import Visitor, run, visitor


@pytest.mark.clause("central-site", "9.1")
def test_9_1_a_thousand_guessed_codes_are_slowed() -> None:
    async def scenario(house: FamilyHouse, host: Visitor) -> None:
        code = await host.open()
        async with visitor(house, "10.0.0.66") as stranger:
            answers = [await stranger.http.get(f"/family/GUESS{n}") for n in range(1000)]
            assert [reply.status_code for reply in answers] == [404] * TRIES_MAX + [429] * (
                1000 - TRIES_MAX
            )
            assert int(answers[-1].headers["retry-after"]) > 60
            right = await stranger.http.get(f"/family/{code}")
            assert right.status_code == 429  # a right guess looks like a wrong one
            key = await stranger.http.get(f"/family/{code}/host?key=AAAA-AAAA-AAAA-AAAA")
            assert key.status_code == 429
        async with visitor(house, "10.0.0.7") as guest:
            assert (await guest.http.get(f"/family/{code}")).status_code == 200
        async with visitor(house, "10.0.0.66") as phone:  # a seat there goes on playing
            phone.http.cookies = host.http.cookies
            assert (await phone.http.get(f"/family/{code}")).status_code == 200

    run(scenario)


def test_a_wrong_key_opens_nothing() -> None:
    async def scenario(house: FamilyHouse, host: Visitor) -> None:
        code = await host.open()
        key = await house.web.host_key(code)
        async with visitor(house, "10.0.0.8") as other:
            wrong = await other.http.get(f"/family/{code}/host?key=AAAA-AAAA-AAAA-AAAA")
            assert wrong.status_code == 403
            assert key not in (await other.http.get(f"/family/{code}/host")).text
            other.code = code
            assert (await other.do(do="turn", call=1))["code"] == "seat/not_yours"
            assert (await other.do(do="sing"))["code"] == "seat/not_yours"
            right = await other.http.get(f"/family/{code}/host?key={key.lower()}")
            assert right.status_code == 303
            assert (await other.do(do="seat", name="Ana")) == {"ok": True}

    run(scenario)


def test_another_site_cannot_act_for_a_browser() -> None:
    async def scenario(_: FamilyHouse, host: Visitor) -> None:
        code = await host.open()
        away = {"sec-fetch-site": "cross-site"}
        form = await host.http.post("/family/open", data={"name": "Eve"}, headers=away)
        assert form.status_code == 400
        sent = await host.http.post(f"/family/{code}/do", json={"do": "close"}, headers=away)
        assert sent.status_code == 403
        plain = await host.http.post(f"/family/{code}/do", content=b'{"do": "close"}')
        assert plain.status_code == 403
        broken = await host.http.post(
            f"/family/{code}/do", content=b"{", headers={"content-type": "application/json"}
        )
        assert broken.status_code == 400

    run(scenario)


def test_a_name_of_characters_that_no_one_can_read_is_told_so() -> None:
    async def scenario(house: FamilyHouse, host: Visitor) -> None:
        code = await host.open("Da\0d")
        for name, status in (("\0", 400), ("\n", 400), ("x" * 500, 400), ("<b>Al</b>", 303)):
            async with visitor(house, "10.0.0.9") as phone:
                reply = await phone.http.post(f"/family/{code}/sit", data={"name": name})
                assert reply.status_code == status, name
        assert (await host.do(do="seat", name="\0"))["code"] == "seat/name_missing"
        assert "<b>Al" not in (await host.get("/scores")).text

    run(scenario)


def test_the_same_action_twice_is_done_once() -> None:
    async def scenario(house: FamilyHouse, host: Visitor) -> None:
        await host.open()
        for _ in range(2):
            assert await host.do(do="seat", name="Ana", id="x1") == {"ok": True}
        seats = await house.web.ask_state(lambda state: len(state.tables[host.code].here))
        assert seats == 2
        assert (await host.do(do="seat", name="Ben", id="x1"))["ok"] is False

    run(scenario)


async def a_round(host: Visitor, **house: Any) -> None:
    """A table with two people on paper, some discs into its first round."""
    await host.open()
    for name in ("Ana", "Zoé"):
        await host.do(do="seat", name=name)
    if house:
        options = {"type": "Options", "title": "Fête", "house": {"type": "House", **house}}
        assert await host.do(do="options", options=options) == {"ok": True}
    assert await host.do(do="play") == {"ok": True}
    for call in range(1, 6):
        assert await host.do(do="turn", call=call) == {"ok": True}


@pytest.mark.parametrize("house", [{}, {"balls": 90}, {"cards_each": 3, "patterns": ["x"]}])
def test_the_evening_is_a_file_that_replays(house: dict[str, Any]) -> None:
    async def scenario(site: FamilyHouse, host: Visitor) -> None:
        await a_round(host, **house)
        await host.do(do="rename", seat="p2", name="Anna")
        written = (await host.get("/evening.eyes")).text
        game = played(parse(written)).state
        known = await site.web.ask_state(lambda state: state.tables[host.code].game)
        assert game.called == known.called
        assert game.cards == known.cards
        assert "player=Anna" in written
        assert "p2" not in written

    run(scenario)


@pytest.mark.parametrize("house", [{}, {"balls": 90}, {"cards_each": 2}])
@pytest.mark.parametrize("up", [1, 2, 3, 4, 6, 12])
def test_cards_are_printed(up: int, house: dict[str, Any]) -> None:
    async def scenario(_: FamilyHouse, host: Visitor) -> None:
        await a_round(host, **house)
        for which in ("table", "new"):
            sheet = await host.get(f"/cards.pdf?which={which}&count=13&up={up}")
            assert sheet.headers["content-type"] == "application/pdf"
            assert sheet.content.startswith(b"%PDF-")
        assert (await host.get("/discs.pdf")).content.startswith(b"%PDF-")

    run(scenario)


def test_paper_that_cannot_be_printed_says_why() -> None:
    async def scenario(_: FamilyHouse, host: Visitor) -> None:
        await host.open()
        words = [f"w{n}" for n in range(29)] + ["🐙"]
        house = {"type": "House", "per_column": 6}
        options = {"type": "Options", "words": words, "house": house}
        assert await host.do(do="options", options=options) == {"ok": True}
        sheet = await host.get("/cards.pdf?which=new")
        assert sheet.status_code == 400
        assert "🐙" in sheet.text
        assert (await host.get("/cards.pdf?which=new&count=9999")).status_code == 400

    run(scenario)


def test_only_the_familys_pages_pass_the_door() -> None:
    async def scenario(house: FamilyHouse, _: Visitor) -> None:
        transport = httpx.ASGITransport(OnlyFamily(house.app))
        async with httpx.AsyncClient(transport=transport, base_url="http://phone") as phone:
            assert (await phone.get("/family")).status_code == 200
            assert (await phone.get("/static/family.css")).status_code == 200
            for path in ("/", "/rules", "/sign-on", "/api/state", "/record", "/familyx"):
                assert (await phone.get(path)).status_code == 404

    run(scenario)


def test_a_host_lets_phones_in(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(family_door, "phone_addresses", lambda port: (f"http://127.0.0.1:{port}",))

    async def scenario(house: FamilyHouse, host: Visitor) -> None:
        stopping = False
        house.app.state.stopping = lambda: stopping
        house.app.state.family_door = door = FamilyDoor(house.app, 0, "127.0.0.1")
        house.web.addresses = None
        code = await host.open()
        assert f'action="/family/{code}/door"' in (await host.get("/host")).text
        async with visitor(house, "10.0.0.9") as guest:
            guest.code = code
            refused = await guest.http.post(f"/family/{code}/door")
            assert refused.status_code == 403
        assert (await host.http.post(f"/family/{code}/door")).status_code == 303
        assert await door.open()
        [way] = (await host.get("/door")).json()
        async with httpx.AsyncClient() as phone:
            assert (await phone.get(f"http://{way['url']}")).status_code == 200
        stopping = True
        while door.is_open:  # noqa: ASYNC110 -- it closes with the site
            await asyncio.sleep(0.05)

    run(scenario)


def a_picture(size: tuple[int, int] = (900, 600)) -> str:
    out = io.BytesIO()
    Image.effect_noise(size, 90).convert("RGB").save(out, "PNG")
    return base64.b64encode(out.getvalue()).decode()


def test_words_have_pictures_on_phones_and_on_paper() -> None:
    async def scenario(house: FamilyHouse, host: Visitor) -> None:
        await host.open()
        words = [f"animal {number}" for number in range(30)]
        assert (await host.do(do="picture", name="Animal 3", picture=a_picture((90, 60))))["ok"]
        house_rules = {"type": "House", "per_column": 6}
        options = {"type": "Options", "words": words, "house": house_rules}
        assert (await host.do(do="options", options=options))["ok"]
        async with visitor(house, "10.0.0.9") as guest:
            guest.code = host.code
            await guest.http.post(f"/family/{host.code}/sit", data={"name": "Ana"})
            assert not (await guest.do(do="picture", name="animal 4", picture=a_picture((9, 9))))[
                "ok"
            ]
            [mark] = [mark for mark in (await shown(house, host.code)).pictures if mark]
            assert (await shown(house, host.code)).pictures.index(mark) == 3
            served = await guest.get(f"/picture/{mark}")
            assert served.headers["content-type"] == "image/webp"
            assert "immutable" in served.headers["cache-control"]
            assert Image.open(io.BytesIO(served.content)).size == (90, 60)
            assert (await guest.get("/picture/000000000000")).status_code == 404
        for path in ("/cards.pdf?which=new&count=3&up=3", "/discs.pdf"):
            paper = await host.get(path)
            assert paper.content[:5] == b"%PDF-", paper.text
            assert b"/Image" in paper.content
        assert (await host.do(do="options", options={"type": "Options"}))["ok"]
        assert (await shown(house, host.code)).pictures == ()

    run(scenario)


@pytest.mark.parametrize("sent", ["", "no base64!", "bm8gcGljdHVyZQ=="])
def test_what_is_no_picture_is_refused(sent: str) -> None:
    async def scenario(_house: FamilyHouse, host: Visitor) -> None:
        await host.open()
        answer = await host.do(do="picture", name="cat", picture=sent)
        assert answer["text"].startswith("One of the files is not a picture")
        nameless = await host.do(do="picture", name=" ", picture=a_picture((9, 9)))
        assert nameless["text"] == "Each word has 1 to 24 letters."
        await host.do(do="play", seat="p1", fresh=True)

    run(scenario)


def test_a_large_picture_is_made_small() -> None:
    small = small_picture(a_picture())
    assert len(small) < PICTURE_CHARACTERS_MAX
    assert Image.open(io.BytesIO(base64.b64decode(small))).size == (160, 107)


async def shown(house: FamilyHouse, code: str) -> Snapshot:
    return await house.web.ask_state(lambda state: snapshot(code, state.tables[code]))


def test_a_card_of_words_is_wrapped_into_its_squares() -> None:
    from eyesdown.press.party import PartyCard, PartyPaper, write_cards

    out = io.BytesIO()
    words = ("a", "elephant", "a very long word here", "Zoé", "x")
    card = PartyCard((words,) * 5, "Ana")
    assert write_cards(out, [card], PartyPaper(up=12, title="Class 3B", notice="n")) == 1
    assert b"%PDF" in out.getvalue()[:8]
