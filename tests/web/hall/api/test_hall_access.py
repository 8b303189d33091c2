"""Who may do what at a hall: roles, tokens of its office, own name, own till, own slip."""

from __future__ import annotations

import asyncio
from collections.abc import Awaitable, Callable
from hashlib import sha256
from typing import Any
from unittest.mock import Mock

import pytest
from msgspec import structs

from eyesdown.central.hall.rights import _LET_IN, ALLOWED, admit
from eyesdown.central.hall.roles import HallRole
from eyesdown.central.site.credentials import Credential, NotAllowed
from eyesdown.central.site.people.second_person import BY_SETTINGS
from eyesdown.web.hall.api.vocabulary import HALL
from kit.hall_nights import prepare
from kit.hall_site import NAME, HallDesk


def in_hall(story: Callable[[HallDesk], Awaitable[None]], book: str = "vic-bingo") -> None:
    """Run a story in a hall, under vic-bingo if no other book is named."""
    desk = HallDesk(book)

    async def whole() -> None:
        async with desk.open():
            await story(desk)

    asyncio.run(whole())


def digest(token: str) -> str:
    return sha256(token.encode()).hexdigest()


@pytest.mark.clause("central-site", "3.8")
def test_a_token_is_good_for_its_own_hall_only() -> None:
    async def story(desk: HallDesk) -> None:
        body = {"id": "x", "command": {"type": "OpenSalePoint", "point": "door"}}
        token = desk.token("office")
        away = await desk.http.post("/api/halls/pier/commands", json=body, headers=token)
        assert (away.status_code, away.json()["code"]) == (404, "tenant/unknown")
        [by_the_site] = away.json()["refusals"]
        assert (by_the_site["book"], by_the_site["clause"]) == ("central-site", "3.8")
        stranger = {"authorization": "Bearer token of another hall"}
        here = await desk.http.post(f"/api/halls/{NAME}/commands", json=body, headers=stranger)
        assert here.status_code == 401
        assert here.json()["refusals"][0]["clause"] == "3.1"
        question = await desk.http.get("/api/halls/pier/stock", headers=token)
        assert question.status_code == 404

    in_hall(story)


@pytest.mark.clause("central-site", "7.4")
def test_the_office_gives_access_without_a_restart() -> None:
    async def story(desk: HallDesk) -> None:
        bea = {"authorization": "Bearer secret of bea"}
        assert (await desk.http.get(f"/api/halls/{NAME}/stock", headers=bea)).status_code == 401
        given = {"person": "bea", "roles": ["seller"], "till": "door"}
        await desk.do("office", "GiveAccess", person="olga", roles=["office"])
        await desk.do("office", "GiveAccess", **given, token_sha256=digest("secret of bea"))
        assert (await desk.http.get(f"/api/halls/{NAME}/stock", headers=bea)).status_code == 200
        people = (await desk.get("/people", "inspector"))["people"]
        assert [(each["person"], each["has_token"]) for each in people] == [
            ("bea", True),
            ("olga", False),
        ]
        await desk.do("office", "GiveAccess", person="bea", roles=[])
        assert (await desk.http.get(f"/api/halls/{NAME}/stock", headers=bea)).status_code == 401

    in_hall(story)


@pytest.mark.clause("central-site", "7.4")
def test_access_that_cannot_be_given() -> None:
    async def story(desk: HallDesk) -> None:
        unknown = {"person": "bea", "roles": ["wizard"]}
        assert await desk.refused("office", "GiveAccess", **unknown) == "access/unknown_role"
        await desk.do("office", "GiveAccess", person="olga", roles=["office"])
        last = {"person": "olga", "roles": ["seller"]}
        assert await desk.refused("office", "GiveAccess", **last) == "access/last_office"
        token = digest("one for two")
        await desk.do("office", "GiveAccess", person="bea", roles=["seller"], token_sha256=token)
        again = {"person": "cal", "roles": ["caller"], "token_sha256": token}
        assert await desk.refused("office", "GiveAccess", **again) == "access/token_taken"

    in_hall(story)


@pytest.mark.clause("central-site", "7.5")
def test_a_person_acts_in_their_own_name_and_at_their_own_till() -> None:
    async def story(desk: HallDesk) -> None:
        await desk.do("office", "GiveAccess", person="olga", roles=["office"])
        token = digest("secret of bea")
        access = {"person": "bea", "roles": ["seller"], "till": "door", "token_sha256": token}
        await desk.do("office", "GiveAccess", **access)
        await desk.do("office", "OpenSalePoint", point="door")

        async def asked(**fields: Any) -> tuple[int, str]:
            body = {"id": f"{len(fields)}{fields}", "command": {"type": "OpenTill", **fields}}
            reply = await desk.http.post(
                f"/api/halls/{NAME}/commands",
                json=body,
                headers={"authorization": "Bearer secret of bea"},
            )
            return reply.status_code, reply.json().get("code", "")

        assert await asked(point="door", by="cal") == (403, "door/not_yourself")
        assert await asked(point="bar", by="bea") == (403, "door/not_your_till")
        assert (await asked(point="", by="bea"))[0] == 200
        tills = (await desk.get("/tills", "office"))["tills"]
        assert [(till["point"], till["person"]) for till in tills] == [("door", "bea")]

    in_hall(story)


@pytest.mark.clause("central-site", "7.5", "12.6")
@pytest.mark.clause("nsw-casino-bingo", "10.5.2")
def test_a_desk_that_names_two_people_is_no_second_person() -> None:
    """S10: a token without a person could otherwise give a prize near a firearm, and allow it."""

    async def story(desk: HallDesk) -> None:
        at = desk.at.replace(hour=10)
        terms = {
            "award_manner": "draw",
            "award_when": "6 July",
            "award_where": "bar",
            "eligibility": "members",
            "prize_nature": "a hamper",
            "place": "bar",
            "entries_close": at.replace(day=6).isoformat(),
            "day": "2026-06-06",
            "hour": "20:00:00",
            "claim_method": "at the desk",
            "presence_required": False,
            "winner_notice": "by telephone",
            "results_published": "website",
            "prizes": [{"prize": "hamper", "value_cents": 5_000, "contents": ["water pistol"]}],
        }
        offer = {"promotion": "july", "mechanism": "draw", "starts_at": at.isoformat()}
        held = await desk.do("office", "OfferPromotion", **offer, terms=terms, by="olga")
        assert held[0]["type"] == "PromotionHeld"
        confirm = {"promotion": "july"}
        assert await desk.refused("office", "ConfirmPrizes", **confirm, by="max") == (
            "door/not_yourself"
        )
        same = await desk.refused("office", "ConfirmPrizes", **confirm, by="olga")
        assert same == "prize/same_person"
        access = {"person": "max", "roles": ["office"], "token_sha256": digest("secret of max")}
        own = await desk.refused("office", "GiveAccess", **access, by="max")
        assert own == "door/not_yourself", "a desk lets people in under its own name"
        await desk.do("office", "GiveAccess", **access)
        body = {"id": "max", "command": {"type": "ConfirmPrizes", **confirm, "by": "max"}}
        reply = await desk.http.post(
            f"/api/halls/{NAME}/commands",
            json=body,
            headers={"authorization": "Bearer secret of max"},
        )
        assert [event["type"] for event in reply.json()["events"]] == [
            "PromotionOffered",
            "PrizesConfirmed",
        ]

    in_hall(story, "nsw-casino-bingo")


@pytest.mark.clause("central-site", "7.5")
def test_a_player_claims_with_their_own_slip() -> None:
    claim = next(kind for kind in ALLOWED[HallRole.PLAYER] if kind.__name__ == "Claim")
    player = Credential("phone", HallRole.PLAYER, "", account="SLIP-1")
    fields: dict[str, Any] = {"at": None, "session": "tue", "game": 1}
    assert admit(player, claim(**fields, slip="SLIP-1")).slip == "SLIP-1"
    desk = Credential("phone", HallRole.PLAYER, "")
    for token, other in ((player, "SLIP-2"), (player, ""), (desk, "")):
        with pytest.raises(NotAllowed, match="door/not_your_slip"):
            admit(token, claim(**fields, player="bob", slip=other))


def test_every_command_is_given_by_a_role_or_by_the_site_alone() -> None:
    own = {kind.__name__ for kind in HALL.commands if not HALL.roles_of(kind)}
    assert own == {
        *("PromiseDraw", "SealGame", "AgreeCount", "StopGame", "PublishResult"),
        *("KeyBall", "ConfirmBall", "OpenRecord", "RevealValue", "NoteSlowStep", "BreakOffDraw"),
        *("NoteSeen", "NoteAnswer", "NoteSilence", "AdoptStatements", "ArchiveSession"),
        *("NoteMissed", "GivePassword"),
    }


@pytest.mark.parametrize("role", list(HallRole))
def test_a_role_gives_no_command_of_another(role: HallRole) -> None:
    who = Credential("desk", role, "")
    for kind in HALL.commands:
        if kind not in ALLOWED[role]:
            with pytest.raises(NotAllowed, match="door/not_your_role"):
                admit(who, Mock(spec=kind))


def test_a_desk_at_the_game_acts_for_the_official_who_is_appointed() -> None:
    """`by` may be sent empty, as the description of the API says."""

    async def story(desk: HallDesk) -> None:
        await prepare(desk)
        await desk.do("caller", "StartGame", session="tue", game=1)
        read = await desk.do("caller", "Announce", session="tue", game=1, by="", topics=[])
        assert {event["by"] for event in read} == {"cal"}
        error = {"session": "tue", "game": 1, "by": "", "wrong": 1, "right": 2}
        code = await desk.refused("supervisor", "CorrectNumber", **error)
        assert code == "correction/never_called"
        other = {"session": "wed", "by": "", "topics": []}
        assert await desk.refused("caller", "Announce", **other) == "session/unknown"

    in_hall(story)


@pytest.mark.clause("central-site", "7.5")
@pytest.mark.parametrize("kind", sorted(_LET_IN, key=str))
def test_a_desk_of_the_office_is_no_two_people(kind: type[Any]) -> None:
    """Its token names no one, so it signs with its own name for whom it lets in."""
    desk = Credential("office desk", HallRole.OFFICE, "")
    fields = {field.name: None for field in structs.fields(kind) if field.required}
    assert admit(desk, kind(**fields, by="")).by == "office desk"
    assert admit(desk, kind(**fields, by="office desk")).by == "office desk"
    for other in ("max", "the settings of the site"):
        with pytest.raises(NotAllowed, match=f"this token is office desk's, not {other}'s"):
            admit(desk, kind(**fields, by=other))


@pytest.mark.clause("central-site", "12.6")
def test_a_desk_lets_no_one_in_in_the_name_of_the_settings() -> None:
    """Whom the settings let in counts as a second person at once."""

    async def story(desk: HallDesk) -> None:
        ghost = {"person": "ghost", "roles": ["office"]}
        for by in (BY_SETTINGS, "olga"):
            code = await desk.refused("office", "GiveAccess", **ghost, by=by)
            assert code == "door/not_yourself"
        [given] = await desk.do("office", "GiveAccess", **ghost)
        assert given["by"] == "office"

    in_hall(story)
