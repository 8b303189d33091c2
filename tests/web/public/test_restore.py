"""A site that went back to an older journal takes over what its witnesses have."""

from __future__ import annotations

import asyncio
from collections.abc import AsyncIterator
from contextlib import asynccontextmanager
from pathlib import Path

import httpx
import pytest
import uvicorn
from starlette.applications import Starlette

from eyesdown.central.keno.lifecycle import is_drawn_by_cage, unpublished
from eyesdown.central.keno.machine import machine
from eyesdown.central.site.restore.adopting import AdoptStatements
from eyesdown.central.site.sealing import ConfirmBall, KeyBall
from eyesdown.central.site.verify_journal import verify_journal
from eyesdown.central.store.memory import MemoryStore
from eyesdown.central.witness import run
from eyesdown.central.witness.folder import PARTED
from eyesdown.central.witness.run import Runner
from eyesdown.draw.follow import Follower
from eyesdown.keno.bets.bet import Regular
from eyesdown.kernel.ids import Ball, PersonId
from kit.public_site import EVERY, ROLES_AT, sign_on
from kit.witnessed_site import START, START_SECONDS, Guest, WitnessedSite, run_witnessed

LINES_A_PART = 7


async def witnessed_night(
    hall: WitnessedSite, http: httpx.AsyncClient, folder: Path, *names: str
) -> tuple[list[Guest], MemoryStore]:
    """A site with these witnesses, a backup in the middle of a game, and two games after it."""
    guests = [Guest(hall, name, folder / name) for name in names]
    await hall.appoint(*names)
    await hall.round(http, *guests)
    for _ in range(3):
        hall.at += EVERY
        await hall.round(http, *guests)
    await hall.sell(Regular((1, 2), 100))
    backup = hall.backup()
    for _ in range(2):
        hall.at += EVERY
        await hall.round(http, *guests)
    return guests, backup


async def balls_of_a_cage(hall: WitnessedSite) -> None:
    """Two people key the balls of every game that waits for them."""
    for game in unpublished(hall.web.sequencer._site.state):
        for ball in range(1, 21):
            await hall.do(KeyBall(hall.at, game.game, Ball(ball), PersonId("ann")))
            await hall.do(ConfirmBall(hall.at, game.game, Ball(ball), PersonId("bob")))
        await hall.work()


@pytest.mark.clause("central-site", "6.7")
def test_it_takes_over_the_copy_and_sends_the_games_to_the_cage(tmp_path: Path) -> None:
    async def scenario(hall: WitnessedSite, http: httpx.AsyncClient) -> None:
        [ada], backup = await witnessed_night(hall, http, tmp_path, "Ada")
        before = await hall.statements(http)
        hall.go_back(backup)
        await hall.work()
        behind = await http.get(f"/record?after={ada.number}")
        assert behind.status_code == 409
        problem = behind.json()
        assert (problem["code"], problem["start"]) == ("record/behind", START)
        own = int(problem["head"].partition(":")[0])
        assert own < ada.number
        body = ada.copy_after(own).split(b"\n")
        word, lines = body[0], body[1:]
        for first in range(0, len(lines), LINES_A_PART):
            part = b"\n".join([word, *lines[first : first + LINES_A_PART]])
            assert (await http.post("/record/copy", content=part)).status_code == 200
        await hall.work()
        after = await hall.statements(http)
        assert after[: len(before)] == before, "every line is on the record as it was"
        restored = after[len(before)]
        assert restored["kind"] == "restored"
        named = {each["game"] for each in before[own:] if "game" in each}
        assert named
        assert set(restored["games"]) == named
        await ada.follow(http)
        state = hall.web.sequencer._site.state
        assert not set(restored["games"]) & {f"{game}" for game in state.draws.promised}
        hall.at += EVERY
        await hall.round(http, ada)
        waiting = unpublished(state)
        assert waiting
        assert all(is_drawn_by_cage(state, game, cage=False) for game in waiting)
        while state.keno.next_game <= int(max(restored["games"], key=int)) + 1:
            hall.at += EVERY
            await hall.round(http, ada)
        follower = Follower()
        for line in ada.witness.folder.record():
            follower.take(line)
        assert f"{state.keno.open_game}" not in restored["games"]
        assert f"{state.keno.open_game}" in follower.draws, "the next new game is promised again"
        verify_journal(machine(), hall.store, decide_again=True)

    run_witnessed(scenario)


@pytest.mark.clause("central-site", "1.2", "6.7")
def test_a_game_whose_promise_is_public_is_the_cages_also_if_it_had_a_result(
    tmp_path: Path,
) -> None:
    async def scenario(hall: WitnessedSite, http: httpx.AsyncClient) -> None:
        [ada], backup = await witnessed_night(hall, http, tmp_path, "Ada")
        before = await hall.statements(http)
        hall.go_back(backup)
        own = int((await hall.head()).partition(":")[0])
        assert (await http.post("/record/copy", content=ada.copy_after(own))).is_success
        await hall.work()
        state = hall.web.sequencer._site.state
        by_cage = [f"{game}" for game in state.draws.by_cage]
        while state.draws.by_cage:
            hall.at += EVERY
            await hall.round(http, ada)
            await balls_of_a_cage(hall)
        await hall.round(http, ada)  # no second result of a game has stopped this witness
        lost = {each["game"] for each in before[own:] if "numbers" in each}
        assert lost & set(by_cage)
        statements = await hall.statements(http)
        games = [each["game"] for each in statements if each["kind"] == "promise"]
        assert len(games) == len(set(games))
        drawn = [each for each in statements[len(before) :] if "numbers" in each]
        assert [each["game"] for each in drawn if each["how"] == "cage"] == by_cage
        for game in lost & set(by_cage):
            address = f"/results/{hall.at:%Y-%m-%d}/{int(game) + 1}"
            page = (await http.get(address)).text
            assert "Drawn from a ball cage" in page
            assert "the site went back to an older journal" in page
            evidence = await http.get(f"{address}/evidence.json")
            assert evidence.status_code == 404, "what it was drawn before was not paid"
        verify_journal(machine(), hall.store, decide_again=True)

    run_witnessed(scenario)


@pytest.mark.clause("central-site", "6.7")
def test_nothing_is_stated_until_every_witness_was_heard(tmp_path: Path) -> None:
    async def scenario(hall: WitnessedSite, http: httpx.AsyncClient) -> None:
        (ada, bob), _ = await witnessed_night(hall, http, tmp_path, "Ada", "Bob")
        hall.go_back(hall.backup())
        head = await hall.head()
        hall.at += EVERY
        await hall.work()
        assert await hall.head() == head
        state = hall.web.sequencer._site.state
        assert state.keno.open_game is None, "the game closed on time, and no other opened"
        assert "waits for the witnesses" in (await http.get("/record/now")).json()["words"]
        await sign_on(http, ROLES_AT["office"])
        assert "waits for the witnesses after a restart" in (await http.get("/office")).text
        greeting = await http.get(f"/record?after={ada.number}&wait=20")
        assert greeting.headers["eyesdown-start"] == START, "answered at once"
        assert (await http.post("/record", json=ada.here())).is_success
        await hall.work()
        assert await hall.head() == head
        assert (await http.post("/record", json=bob.here())).is_success
        await hall.work()
        assert await hall.head() != head
        assert state.keno.open_game is not None

    run_witnessed(scenario)


def test_after_the_set_seconds_it_goes_on_without_them(tmp_path: Path) -> None:
    async def scenario(hall: WitnessedSite, http: httpx.AsyncClient) -> None:
        _, _ = await witnessed_night(hall, http, tmp_path, "Ada")
        hall.go_back(hall.backup())
        head = await hall.head()
        hall.at += EVERY
        await hall.work()
        assert await hall.head() == head
        hall.ticks += START_SECONDS
        await hall.work()
        assert await hall.head() != head

    run_witnessed(scenario)


def test_the_longest_copy_is_taken_over(tmp_path: Path) -> None:
    async def scenario(hall: WitnessedSite, http: httpx.AsyncClient) -> None:
        (ada, bob), backup = await witnessed_night(hall, http, tmp_path, "Ada", "Bob")
        hall.at += EVERY
        await hall.round(http, bob)
        hall.go_back(backup)
        own = int((await hall.head()).partition(":")[0])
        assert ada.number < bob.number
        assert (await http.post("/record/copy", content=ada.copy_after(own))).is_success
        await hall.work()
        problem = (await http.get(f"/record?after={bob.number}")).json()
        assert problem["head"] == ada.witness.follower.head
        body = bob.copy_after(ada.number)
        assert (await http.post("/record/copy", content=body)).is_success
        await hall.work()
        after = await hall.statements(http)
        assert after[bob.number]["kind"] == "restored"
        for guest in (ada, bob):
            await guest.follow(http)

    run_witnessed(scenario)


@pytest.mark.clause("central-site", "6.7")
def test_a_copy_of_a_stranger_or_of_another_record_is_refused(tmp_path: Path) -> None:
    async def scenario(hall: WitnessedSite, http: httpx.AsyncClient) -> None:
        [ada], backup = await witnessed_night(hall, http, tmp_path, "Ada")
        eve = Guest(hall, "Eve", tmp_path / "eve")
        reply = await http.post("/record/copy", content=ada.copy_after(0))
        assert reply.json()["code"] == "record/not_restoring"
        hall.go_back(backup)
        head = await hall.head()
        own = int(head.partition(":")[0])
        copied = ada.copy_after(own)
        eve.witness.follower.record = ada.witness.follower.record
        forged = copied.replace(b'"witness": "Ada"', b'"witness": "Eve"', 1)
        swapped = eve.copy_after(0).replace(b'"Eve"', b'"Ada"', 1)
        gap = copied.split(b"\n")
        gap = b"\n".join([gap[0], *gap[2:]])
        for body, status, code in (
            (forged, 422, "witness/not_appointed"),
            (swapped, 422, "witness/not_its_word"),
            (gap, 422, "record/copy_does_not_follow"),
            (b"", 400, None),
            (b"[1]", 400, None),
            (b"{}", 400, None),
            (b"x" * 70_000, 413, None),
        ):
            reply = await http.post("/record/copy", content=body)
            assert reply.status_code == status, reply.text
            if code:
                assert reply.json()["code"] == code
        await hall.work()
        assert await hall.head() == head

    run_witnessed(scenario)


@pytest.mark.clause("central-site", "6.7")
def test_lines_that_do_not_follow_one_another_are_refused(tmp_path: Path) -> None:
    async def scenario(hall: WitnessedSite, http: httpx.AsyncClient) -> None:
        [ada], _ = await witnessed_night(hall, http, tmp_path, "Ada")
        lines = [line.decode() for line in ada.witness.folder.record()]
        for bad in ((), (lines[0], lines[2]), ("{}", "{}"), ("[",), ("1", "2")):
            [event] = await hall.web.dry_run(AdoptStatements(hall.at, tuple(bad)))
            assert event.refusals[0].code == "record/copy_does_not_follow", bad

    run_witnessed(scenario)


def test_the_witness_program_hands_its_copy_over_by_itself(tmp_path: Path) -> None:
    """The runner over a real connection: it is ahead, sends its copy, and follows on."""

    async def scenario(hall: WitnessedSite, http: httpx.AsyncClient) -> None:
        (ada, bob), backup = await witnessed_night(hall, http, tmp_path, "Ada", "Bob")
        hall.go_back(backup)
        heard: list[str] = []
        async with listening(hall.app) as address:
            first, second = (Runner(guest.witness, address, heard.append) for guest in (ada, bob))
            await asyncio.to_thread(first._once)
            await hall.work()
            assert heard == [heard[0]]
            assert heard[0].endswith("statements; it gets them from this copy")
            await asyncio.to_thread(second._once)
            await hall.work()
            await asyncio.to_thread(first._once)
        assert not ada.witness.stopped
        assert "restored" in {each["kind"] for each in await hall.statements(http)}
        assert ada.witness.follower.head == await hall.head()

    run_witnessed(scenario)


@pytest.mark.clause("central-site", "6.7")
@pytest.mark.parametrize("longer", [False, True], ids=["site is behind", "site is further"])
def test_a_witness_that_comes_too_late_is_told_and_follows_again(
    tmp_path: Path, longer: bool, monkeypatch: pytest.MonkeyPatch
) -> None:
    """The site stated something before the witness was there, so that their records part.

    The site says so, the games go to the cage, and the witness keeps its own copy as proof.
    """

    monkeypatch.setattr(run, "WAIT_SECONDS", 0)  # the test itself says when there is something new

    async def scenario(hall: WitnessedSite, http: httpx.AsyncClient) -> None:
        [ada], backup = await witnessed_night(hall, http, tmp_path, "Ada")
        own = ada.witness.follower.head
        hall.go_back(backup)
        hall.ticks += START_SECONDS
        await hall.work()
        while longer and int((await hall.head()).partition(":")[0]) <= ada.number:
            hall.at += EVERY
            await hall.work()
        before = await hall.head()
        async with listening(hall.app) as address:
            heard: list[str] = []
            runner = Runner(ada.witness, address, heard.append)
            with pytest.raises(ValueError, match="the site has another record from statement"):
                await asyncio.to_thread(runner._once)
            assert "waits for the witnesses" in (await http.get("/record/now")).json()["words"]
            assert await hall.head() == before, "nothing is promised meanwhile"
            await hall.work()
            await asyncio.to_thread(runner._once)  # it finds the site's word and joins again
            assert "my copy is in" in heard[-1]
            for _ in range(4):
                hall.at += EVERY
                await hall.work()
                for _ in range(2):
                    await asyncio.to_thread(runner._once)
                    await hall.work()
        assert not ada.witness.stopped
        assert (ada.folder / PARTED.format(1)).exists()
        [restored] = [each for each in await hall.statements(http) if each["kind"] == "restored"]
        assert restored["parted"] == own
        assert restored["games"]
        state = hall.web.sequencer._site.state
        assert {int(game) for game in restored["games"]} <= {
            *state.draws.by_cage,
            *range(state.draws.published_max + 1),
        }
        newest = state.witnessed.draws[max(state.witnessed.draws)]
        assert newest.promise.witnesses[0][0] == "Ada", "it is asked again"
        assert newest.signed == ["Ada"]
        verify_journal(machine(), hall.store, decide_again=True)

    run_witnessed(scenario)


@pytest.mark.clause("central-site", "6.7")
def test_a_late_copy_that_does_not_part_from_ours_changes_nothing(tmp_path: Path) -> None:
    async def scenario(hall: WitnessedSite, http: httpx.AsyncClient) -> None:
        [ada], backup = await witnessed_night(hall, http, tmp_path, "Ada")
        hall.go_back(backup)
        hall.ticks += START_SECONDS
        await hall.work()
        head = await hall.head()
        common = int(head.partition(":")[0])
        for body in (
            ada.copy_after(2),  # lines that we have
            ada.copy_after(ada.number),  # no lines at all
            ada.copy_after(common + 3),  # a gap
        ):
            reply = await http.post("/record/copy", content=body)
            assert (reply.status_code, reply.json()["code"]) == (
                422,
                "record/copy_does_not_follow",
            )
        await hall.work()
        assert await hall.head() == head

    run_witnessed(scenario)


@asynccontextmanager
async def listening(app: Starlette) -> AsyncIterator[str]:
    """The application on a free port of this machine; its lifespan runs already."""
    config = uvicorn.Config(app, port=0, log_config=None, lifespan="off")
    server = uvicorn.Server(config)
    serving = asyncio.create_task(server.serve())
    while not server.started:  # noqa: ASYNC110 -- it has no event to wait for
        await asyncio.sleep(0.01)
    port = server.servers[0].sockets[0].getsockname()[1]
    try:
        yield f"http://127.0.0.1:{port}"
    finally:
        server.should_exit = True
        await serving
