"""No reachable state of a session is without a step that someone may take.

A random night is played: mostly what the duties ask for, often something else. After every command
some step is open, and in the end following the open steps closes the session.
"""

from __future__ import annotations

import random
from datetime import timedelta
from typing import Any

import pytest

from eyesdown.bingo.claims.commands import CheckClaim, Claim, ConfirmClaim, DeclareResult
from eyesdown.bingo.duties.question import owed_next
from eyesdown.bingo.duties.step import Step
from eyesdown.bingo.play.commands import (
    AskForBall,
    BeginCall,
    CallNumber,
    CheckBall,
    CorrectDisplay,
    CorrectNumber,
    DrawJackpotNumbers,
    PressNumber,
    ReportError,
    ReportMalfunction,
    StartGame,
)
from eyesdown.bingo.pools.commands import Contribute, DistributePool, HoldForPool
from eyesdown.bingo.sales.commands import ChargeAdmission, IssueScorecards, SellCards
from eyesdown.bingo.session.commands import Announce, AppointPerson, CloseSession, RegisterPerson
from eyesdown.bingo.trouble.commands import (
    ExcludePlayer,
    FailTerminal,
    InvalidateGame,
    RaiseDispute,
    VoidEntry,
)
from eyesdown.bingo.words.parts import Level
from eyesdown.kernel.written import replace
from eyesdown.rulebook.facts.bingo import Settings
from kit.table import NSW, NZ, VIC, Sit, Table

DETAILS = (("date", "2026-05-12"), ("time", "19:00"), ("place", "Hall"), ("colour", "red"))
PLAYERS = ("ann", "bob", "cat")
STEPS_MAX = 1500


class Night:
    """A session played by chance, on a table."""

    def __init__(self, table: Table, dice: random.Random) -> None:
        self.table, self.dice = table, dice
        self.spare = list(range(1, 91))
        dice.shuffle(self.spare)

    def steps(self) -> tuple[Step, ...]:
        return owed_next(self.table.book, self.table.state, "S1", self.table.now)

    def give(self, command: Any) -> None:
        """A command at the time of its turn."""
        fields = {name: getattr(command, name) for name in command.__struct_fields__}
        fields.pop("at")
        self.table.do(type(command), **fields)

    def follow(self, step: Step) -> None:
        """Take a step; what only the person knows is made up."""
        command = step.command
        if isinstance(command, BeginCall | AskForBall):
            return self.ball()
        if isinstance(command, Announce):
            details = (*DETAILS, *((name, "what was decided") for name in step.lacks))
            command = replace(command, details=details)
        if isinstance(command, StartGame) and self.table.name != NSW:
            selector = self.dice.choice(["device", "receptacle"])
            command = replace(command, selector=selector)
        return self.give(command)

    def ball(self) -> None:
        game = self.game()
        out = {call.drawn for call in game.calls}
        ball = next((ball for ball in self.spare if ball not in out), 1)
        wrong = self.dice.choice(self.spare) if self.dice.random() < 0.05 else ball
        kind = BeginCall if self.dice.random() < 0.3 else CallNumber
        self.table.do(kind, game=game.plan.game, number=wrong, drawn=ball)

    def game(self) -> Any:
        games = self.table.sitting.games.values()
        running = [game for game in games if game.phase == "running"]
        return running[0] if running else self.dice.choice(list(games))

    def disturb(self) -> None:
        """Something that no duty asks for, and that may well be refused."""
        game, dice = self.game(), self.dice
        number = game.plan.game
        called = [call.number for call in game.calls] or [1]
        wrong, right = dice.choice(called), dice.choice(self.spare)
        who, official = dice.choice(PLAYERS), dice.choice(["cal", "sue"])
        half = {"announced": dice.random() < 0.6, "displayed": dice.random() < 0.6}
        error = {"game": number, "by": official, "right": right}
        claim = dice.choice([*game.claims, "claim 1"])
        about = {"game": number, "claim": claim, "by": "sue"}
        cause = dice.choice(["fire", "fraud"])
        choices: list[tuple[type[Any], dict[str, Any]]] = [
            *[(Claim, {"game": number, "player": who})] * 6,
            (ReportError, {**error, "wrong": wrong}),
            (ReportError, {**error, "wrong": right, "right": wrong, "error": "display"}),
            (CorrectNumber, {**error, "wrong": wrong, **half}),
            (CorrectDisplay, {**error, "shown": right, "right": wrong, **half}),
            (CheckBall, {"game": number, "by": "sue", "ball": right}),
            (CheckClaim, {**about, "steps": tuple(self.table.book.steps)[:2]}),
            (ConfirmClaim, about),
            (DeclareResult, {"game": number, "by": "sue"}),
            (Contribute, {"game": number, "amount_cents": 100}),
            (SellCards, {"game": number, "serial": "777", "count": 1, "paid_cents": 1000}),
            (IssueScorecards, {"player": who, "serial": "777", "count": 1}),
            (ChargeAdmission, {"player": who, "amount_cents": 1500}),
            (HoldForPool, {"game": number, "pool": "Gold", "amount_cents": 100}),
            (DistributePool, {"game": number, "pool": "Gold", "amount_cents": 50}),
            (PressNumber, {"game": number, "player": who, "serial": "777", "card": 1,
                           "number": wrong}),
            (ReportMalfunction, {"game": number, "serial": "777", "card": 1}),
            (DrawJackpotNumbers, {"game": number, "numbers": (right,)}),
            (RaiseDispute, {"game": number, "dispute": f"d{dice.random()}", "person": who,
                            "about": "noise"}),
        ]  # fmt: skip
        rare: list[tuple[type[Any], dict[str, Any]]] = [
            (InvalidateGame, {"game": number, "by": "sue", "cause": cause,
                              "refund": dice.random() < 0.5}),
            (FailTerminal, {"game": number, "by": "cal"}),
            (VoidEntry, {"player": who, "by": "sue"}),
            (ExcludePlayer, {"game": number, "player": who, "by": "sue"}),
            (CloseSession, {"by": "sue", "early": True}),
            (AppointPerson, {"person": dice.choice(["cal", "sue", "dan"]), "duty": "caller"}),
        ]  # fmt: skip
        kind, fields = dice.choice(rare if dice.random() < 0.04 else choices)
        self.table.do(kind, **fields)

    def open_steps(self) -> list[Step]:
        return [step for step in self.steps() if step.is_open]


def night_of(sit: Sit, book: str, seed: int) -> Night:
    dice = random.Random(seed)
    holders = {"ann": "A", "bob": "B"} if book == NSW else {"ann": "T0 A4", "bob": "B1 E1"}
    version = 0 if book == NSW else dice.choice([1, 2, 3] if book == NZ else [1, 2, 3, 4, 5])
    more: dict[str, Any] = {}
    if dice.random() < 0.6:
        more = {"pool": "Gold", "sequence": dice.choice(["", "Winter"])}
        if dice.random() < 0.3:
            more |= {"pool_games": (), "pool_method": ""}
        if more["sequence"] and book != NSW and dice.random() < 0.3:
            more["last_in_sequence"] = True
    if book == NSW:
        names = ["any line", "top line", "four corners", "ice cream cone"]
        more["minors"] = tuple((name, 1000) for name in dice.sample(names, dice.randint(0, 3)))
        if more.get("pool") and dice.random() < 0.7:
            level = Level(whole_pool=True, on_jackpot_number=dice.random() < 0.5)
            more["each"] = {"levels": (level,)}
    cents = ()
    if book == NZ and dice.random() < 0.4:
        cents = (400, 600) if version == 3 else (900,)
    settings = Settings(forfeit_scope=dice.choice(["player", "card", "completion"]))
    began = dice.random() < 0.5 and not more.get("each")
    if more.get("pool_games") == ():
        began = False
    table = sit(book, holders, version=version, cents=cents, settings=settings, began=began, **more)
    table.do(RegisterPerson, person="dan", role="helper" if book != NSW else "dealer", staff=True)
    return Night(table, dice)


@pytest.mark.parametrize("book", [NZ, VIC, NSW])
@pytest.mark.parametrize("seed", range(15))
def test_someone_may_always_do_something(sit: Sit, book: str, seed: int) -> None:
    night = night_of(sit, book, seed)
    table, dice = night.table, night.dice
    for _ in range(dice.randint(20, 160)):
        if table.sitting.closed:
            break
        ready = night.open_steps()
        assert ready, [str(no) for step in night.steps() for no in step.refusals]
        if dice.random() < 0.35:
            night.disturb()
        else:
            night.follow(ready[0] if dice.random() < 0.8 else dice.choice(ready))
    for _ in range(STEPS_MAX):
        ready = night.open_steps()
        if table.sitting.closed and not ready:
            break
        assert ready, [str(no) for step in night.steps() for no in step.refusals]
        before = table.state.sessions["S1"].sign_shown_at
        night.follow(ready[0])
        if before is None and table.sitting.sign_shown_at:
            table.now += timedelta(minutes=20)
    assert table.sitting.closed
