"""What is not there is refused by name: sessions, games, claims, pools, people, cards."""

from __future__ import annotations

import typing
from datetime import datetime, time
from typing import Any

import msgspec
import pytest

from eyesdown.bingo.claims.commands import CheckClaim, Claim, ConfirmClaim, PayPrize
from eyesdown.bingo.commands import Command
from eyesdown.bingo.play.commands import (
    CheckBall,
    HandOverBall,
    PressNumber,
    ReportMalfunction,
    ReturnScorecard,
)
from eyesdown.bingo.pools.commands import Contribute, DistributePool, HoldForPool, OpenPool
from eyesdown.bingo.sales.commands import IssueScorecards, ReserveCard, SellCards, WithdrawCard
from eyesdown.bingo.session.commands import Announce, AppointPerson, ArchiveSession, PlanSession
from eyesdown.bingo.trouble.commands import (
    CloseDispute,
    DecideDispute,
    InvalidateGame,
    RaiseDispute,
    VoidEntry,
)
from eyesdown.bingo.words.commands import GameCommand, SessionCommand
from eyesdown.bingo.words.parts import Level, PlannedGame
from eyesdown.kernel.written import replace
from eyesdown.rulebook.bingo_record import REFUSES
from kit import halls

KINDS = typing.get_args(Command)
IN_SESSION = [
    kind for kind in KINDS if issubclass(kind, SessionCommand) and kind is not PlanSession
]
IN_GAME = [kind for kind in KINDS if issubclass(kind, GameCommand) and kind is not RaiseDispute]
NOON = datetime(2026, 5, 5, 12)
BLANKS: dict[Any, Any] = {str: "x", int: 1, bool: True, time: time(6), datetime: NOON}


def blank(kind: type[Any], **known: Any) -> dict[str, Any]:
    """Something of the right shape in every field that has no default."""
    hints = typing.get_type_hints(kind)
    words = {}
    for field in msgspec.structs.fields(kind):
        if field.required and field.name != "at":
            hint = hints[field.name]
            words[field.name] = (
                datetime(2026, 5, 5, 13) if hint is datetime else BLANKS.get(hint, ())
            )
    return {**words, **known}


@pytest.mark.parametrize("kind", IN_SESSION, ids=lambda kind: kind.__name__)
def test_an_unknown_or_closed_session_is_refused(kind: type[Any]) -> None:
    hall = halls.nsw_running("ann", "bob")
    assert hall.no(kind, **blank(kind, session="no")) == ["session/unknown"]
    closed = replace(hall.sitting, closed=True)
    hall.state = replace(hall.state, sessions={"S1": closed})
    del hall.books.balances["takings/S1"]  # as its close would have done
    if kind not in (ArchiveSession, RaiseDispute, ReturnScorecard, InvalidateGame):
        assert hall.no(kind, **blank(kind, session="S1")) == ["session/closed"]


@pytest.mark.parametrize("kind", IN_GAME, ids=lambda kind: kind.__name__)
def test_an_unknown_game_is_refused(kind: type[Any]) -> None:
    hall = halls.nsw_running("ann", "bob")
    assert hall.no(kind, **blank(kind, session="S1", game=9)) == ["game/unknown"]


@pytest.mark.parametrize(
    ("kind", "words", "code"),
    [
        (OpenPool, {"pool": "Jack"}, "pool/exists"),
        (HoldForPool, {"pool": "no", "amount_cents": 1}, "pool/unknown"),
        (DistributePool, {"pool": "no"}, "pool/unknown"),
        (Contribute, {"pool": "no", "amount_cents": 1}, "pool/unknown"),
        (Contribute, {"game": 9, "amount_cents": 1}, "game/unknown"),
        (Contribute, {"game": 1, "prize": "no", "amount_cents": 1}, "prize/not_open"),
        (AppointPerson, {"person": "no", "duty": "caller"}, "person/unknown"),
        (AppointPerson, {"person": "dan", "duty": "king"}, "duty/unknown"),
        (Announce, {"by": "dan", "game": 9, "topics": ()}, "game/unknown"),
        (Announce, {"by": "dan", "game": 1, "topics": ("hello",)}, "announcement/not_due"),
        (Announce, {"by": "dan", "game": 1, "topics": ()}, "announcement/not_due"),
        (IssueScorecards, {"player": "ann", "serial": "no", "cards": (1,)}, "series/unknown"),
        (IssueScorecards, {"player": "ann", "serial": "N77", "cards": ()}, "sale/no_cards"),
        (IssueScorecards, {"player": "ann", "serial": "N77", "cards": (9,)}, "card/unknown"),
        (WithdrawCard, {"serial": "N77", "card": 1, "reason": "wet"}, "card/not_on_sale"),
        (ReserveCard, {"serial": "N77", "card": 1, "person": "x"}, "card/not_on_sale"),
        (
            PressNumber,
            {"player": "ann", "serial": "N77", "card": 1, "number": 1},
            "scorecard/not_electronic",
        ),
        (ReportMalfunction, {"serial": "N77", "card": 1}, "scorecard/not_electronic"),
        (ReturnScorecard, {"serial": "N77", "card": 9}, "card/not_held"),
        (HandOverBall, {}, "ball/none_in_hand"),
        (CheckBall, {"by": "sue", "ball": 1}, "ball/not_handed_over"),
        (CheckClaim, {"claim": "no", "by": "sue", "steps": ()}, "claim/not_open"),
        (ConfirmClaim, {"claim": "no", "by": "sue"}, "claim/not_open"),
        (PayPrize, {"award": "no"}, "payment/nothing_owed"),
        (VoidEntry, {"player": "zoe", "by": "sue"}, "entry/none"),
        (DecideDispute, {"dispute": "no", "by": "sue", "decision": ""}, "dispute/not_open"),
        (CloseDispute, {"dispute": "no", "satisfied": True}, "dispute/not_open"),
        (
            SellCards,
            {"serial": "N77", "cards": (1,), "paid_cents": 1, "point": "no"},
            "point/not_open",
        ),
    ],
)
def test_things_that_are_not_there(kind: type[Any], words: dict[str, Any], code: str) -> None:
    hall = halls.nsw_running("ann", "bob")
    assert hall.no(kind, **words) == [code]


def test_a_programme_that_cannot_be_is_refused() -> None:
    hall = halls.nsw_hall()
    words = {"starts_at": hall.now, "boxes": 6, "entry_fee_cents": 1500}
    game = PlannedGame(game=1)
    for games, more, code in (
        ((game, game), {}, "session/games_misnumbered"),
        ((game,), {"pool": "no"}, "pool/unknown"),
        ((game,), {"session_price_cents": -1}, "session/negative_amount"),
    ):
        assert hall.no(PlanSession, games=games, **{**words, **more}) == [code]
    nz = halls.nz_hall()
    levels = PlannedGame(game=1, versions=(1,), levels=(Level(),))
    codes = nz.no(PlanSession, starts_at=nz.now, games=(levels,))
    assert codes == ["deed/not_in_this_book"]


def test_a_step_that_is_not_on_the_list_is_refused() -> None:
    hall = halls.nsw_running("ann", "bob", minors={"top line": 100})
    hall.call(11, 25, 30, 45, 62)
    claim = hall.ok(Claim, player="bob").claim
    for steps in ((), ("dance",), ("jackpot",)):
        assert hall.no(CheckClaim, claim=claim, by="sue", steps=steps) == ["claim/no_such_step"]


def test_a_dispute_is_raised_once() -> None:
    hall = halls.nsw_running("ann")
    words = {"dispute": "D", "person": "ann", "about": "noise"}
    hall.ok(RaiseDispute, **words)
    assert hall.no(RaiseDispute, **words) == ["dispute/exists"]


def test_every_code_of_the_record_is_in_the_catalogue() -> None:
    """But for those of things that a book does not have."""
    codes = {code for codes in REFUSES.values() for code in codes}
    devices = {"entry/none", "scorecard/not_electronic", "scorecard/not_faulty"}
    times = {"return/too_low", "session/overrun"}
    assert codes - halls.nz_hall().catalogue.keys() == devices
    assert codes - halls.vic_hall().catalogue.keys() == devices | times
    assert codes - halls.nsw_hall().catalogue.keys() == times | {"card/kept"}
