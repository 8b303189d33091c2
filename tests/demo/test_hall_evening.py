"""The demonstration's hall plays whole evenings by itself, by the rules."""

from __future__ import annotations

import asyncio
from datetime import timedelta
from random import Random

from eyesdown.bingo.claims.commands import Claim
from eyesdown.bingo.claims.events import GameClosed
from eyesdown.bingo.play.commands import AskForBall
from eyesdown.bingo.session.events import SessionClosed
from eyesdown.central.hall.machine import book_on, machine
from eyesdown.central.site.verify_journal import verify_journal
from eyesdown.demo.hall_evening import BOOK, CALLER, next_action
from eyesdown.kernel.refused import refusals_in
from eyesdown.rulebook.bingo_book import BingoBook
from kit.hall_site import HallDesk

ACTIONS_MAX = 2000


def test_two_evenings_play_by_themselves_and_every_row_holds() -> None:
    desk, dice = HallDesk(BOOK), Random(7)

    async def whole() -> int:
        closed = 0
        async with desk.open():
            for _ in range(ACTIONS_MAX):
                book = book_on(BOOK, desk.at.date())
                assert isinstance(book, BingoBook)
                action = next_action(book, desk.site.state.hall, dice, desk.at)
                assert action is not None, "the evening is stuck"
                desk.at += timedelta(seconds=max(action.seconds, 0.1))
                events = await desk.web.submit(action.command)
                assert not refusals_in(events), (action, events)
                closed += any(isinstance(event, SessionClosed) for event in events)
                if closed == 2:
                    break
                await desk.work()
        return closed

    assert asyncio.run(whole()) == 2
    known = machine(BOOK, desk.tenant.zone)
    assert verify_journal(known, desk.store, decide_again=True).rows == desk.site.head.seq


def test_a_winner_who_was_not_heard_is_silent_and_the_evening_goes_on() -> None:
    desk, dice = HallDesk(BOOK), Random(7)

    async def played() -> tuple[str, list[str]]:
        missed, cries = "", []
        async with desk.open():
            for _ in range(ACTIONS_MAX):
                book = book_on(BOOK, desk.at.date())
                assert isinstance(book, BingoBook)
                action = next_action(book, desk.site.state.hall, dice, desk.at)
                assert action is not None, "the evening is stuck"
                command = action.command
                desk.at += timedelta(seconds=max(action.seconds, 0.1))
                if isinstance(command, Claim) and not missed:
                    missed = command.player
                    calls = desk.site.state.hall.game(command.session, command.game).calls
                    command = AskForBall(
                        at=desk.at,
                        session=command.session,
                        game=command.game,
                        call=len(calls) + 1,
                        by=CALLER,
                    )
                elif isinstance(command, Claim):
                    cries.append(command.player)
                events = await desk.web.submit(command)
                assert not refusals_in(events), (action, events)
                if any(isinstance(event, GameClosed) for event in events):
                    break
                await desk.work()
        return missed, cries

    missed, cries = asyncio.run(played())
    assert cries
    assert missed not in cries
