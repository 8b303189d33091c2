"""Whatever happens, prize money is won, still on offer, waiting, or in a pool: never lost."""

from __future__ import annotations

from typing import Any

from hypothesis import HealthCheck, given, settings
from hypothesis import strategies as st

from eyesdown.bingo.claims.commands import Claim, CloseGame, ConfirmClaim, DeclareResult
from eyesdown.bingo.claims.events import ClaimMade
from eyesdown.bingo.play.commands import CallNumber
from eyesdown.bingo.pools.commands import Contribute
from eyesdown.bingo.pools.events import OperatorContributed, PrizeRolled, PrizeWon
from eyesdown.bingo.session.events import SessionPlanned
from eyesdown.bingo.state.grids import boxes_of, completed_on_call
from eyesdown.bingo.trouble.commands import FailTerminal
from kit import halls
from kit.fixtures import Q1

MOVES = st.lists(st.sampled_from("cccccwwwllfgh"), min_size=15, max_size=60)


def promised(hall: Any) -> int:
    """What the plans, the operator and the pool put on offer."""
    plans = [event.plan for event in hall.happened(SessionPlanned)]
    offers = [offer.amount_cents for plan in plans for game in plan.games for offer in game.prizes]
    given_cents = [e.amount_cents for e in hall.happened(OperatorContributed) if not e.pool]
    return sum(offers) + sum(given_cents)


def accounted(hall: Any) -> int:
    games = list(hall.sitting.games.values())
    won = [won.amount_cents for game in games for won in game.won.values() if not won.jackpot]
    on_offer = [game.offers[prize] for game in games for prize in game.open_prizes]
    pooled = [e.amount_cents for e in hall.happened(PrizeRolled) if e.to_pool and not e.jackpot]
    return sum(won) + sum(on_offer) + sum(hall.state.waiting.values()) + sum(pooled)


def winners_now(hall: Any) -> set[str]:
    game = hall.this
    players = {held.player for held in hall.sitting.held_in(hall.game)}
    boxes = {player: boxes_of(hall.state, hall.sitting, hall.game, player) for player in players}
    call = len(game.calls)
    return {name for name in players if completed_on_call(hall.book, game, boxes[name], call)}


def claim(hall: Any, player: str) -> None:
    made = hall.do(Claim, player=player)[0]
    if isinstance(made, ClaimMade):
        halls.nsw_check(hall, made.claim)
        hall.ok(ConfirmClaim, claim=made.claim, by="sue")


def move(hall: Any, letter: str) -> None:
    """c calls a number, w lets winners claim, l lets them be, f fails, g gives, h moves on."""
    if hall.this.phase == "planned":
        halls.nsw_start(hall)
    if hall.this.phase == "closed":
        hall.game = min(hall.game + 1, max(hall.sitting.games))
        return
    if letter == "f":
        hall.do(FailTerminal, by="dan")
    elif letter == "g":
        hall.do(Contribute, game=hall.game, amount_cents=101)
    elif letter == "h":
        hall.do(CloseGame, by="sue")
    else:
        left = [ball for ball in Q1 if ball not in hall.this.called]
        for ball in left[:9]:
            hall.do(CallNumber, number=ball)
            if letter == "w" and hall.this.phase == "running":
                for player in sorted(winners_now(hall)):
                    claim(hall, player)
                hall.do(DeclareResult, by="sue")


@settings(max_examples=20, suppress_health_check=[HealthCheck.function_scoped_fixture])
@given(moves=MOVES)
def test_no_prize_money_is_lost(moves: list[str]) -> None:
    minors = {"any line": 101, "postage stamp": 77}
    hall = halls.nsw_running("ann", "bob", games=4, minors=minors)
    for letter in moves:
        move(hall, letter)
        assert accounted(hall) == promised(hall)
    for won in hall.happened(PrizeWon):
        total = won.share_cents * len(won.winners)
        assert total == won.amount_cents + won.rounding_contribution_cents
