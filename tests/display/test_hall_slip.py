"""What a slip says: each slip by its own cards, also for a player who has several."""

from __future__ import annotations

from datetime import UTC, datetime
from types import SimpleNamespace
from typing import Any

import pytest
from msgspec import structs

from eyesdown.bingo.state.game import Claimed
from eyesdown.bingo.state.money import Purchase
from eyesdown.bingo.state.state import Award
from eyesdown.bingo.words.parts import Completed
from eyesdown.display.hall.slip import SlipLine, slip_lines

AT = datetime(2026, 6, 2, 19, tzinfo=UTC)
SLIPS = {
    "first": Purchase(kind="cards", player="ann", games=(1,), serial="A1", cards=(1, 2)),
    "second": Purchase(kind="cards", player="ann", games=(1,), serial="A1", cards=(3,)),
    "of another series": Purchase(kind="cards", player="ann", games=(1,), serial="B2", cards=(2,)),
}


def lines_of(award: Award, claims: tuple[Claimed, ...], name: str = "first") -> list[SlipLine]:
    game: Any = SimpleNamespace(
        plan=SimpleNamespace(game=1),
        phase="closed",
        outcome="won",
        claims={claim.claim: claim for claim in claims},
        all_forfeits=(),
    )
    session: Any = SimpleNamespace(plan=SimpleNamespace(session="tue"), games={1: game})
    state: Any = SimpleNamespace(awards={"award": award})
    return list(slip_lines(state, session, SLIPS[name]))


def statuses(award: Award, claims: tuple[Claimed, ...]) -> dict[str, str]:
    return {name: line.status for name in SLIPS for line in lines_of(award, claims, name)}


def claim(prize: str, card: int, player: str = "ann", status: str = "allowed") -> Claimed:
    completed = Completed(prize=prize, serial="A1", card=card, box=0, call=40)
    return Claimed(AT, f"{player} {card}", player, "house", 40, 7, (completed,), status=status)


@pytest.mark.parametrize("jackpot", [False, True])
def test_only_the_slip_whose_card_won_says_so(*, jackpot: bool) -> None:
    prize = "jackpot" if jackpot else "ticket"
    award = Award("tue", 1, prize, "ann", 10_000, jackpot)
    claims = (claim("line", 3, status="refused"), claim("ticket", 2), claim("ticket", 9, "bob"))
    shown = statuses(award, claims)
    assert shown["first"] == "won"
    assert shown["of another series"] != "won"
    assert shown["second"] != "won"


def test_a_refused_claim_says_on_which_call_and_why() -> None:
    refused = claim("ticket", 2, status="refused")
    refused = structs.replace(refused, number=0, completed=(), refused_for=("claim/incomplete",))
    line, *_ = lines_of(Award("tue", 1, "ticket", "bob", 10_000, jackpot=False), (refused,))
    assert line.says == "Claim on call 40 not accepted. Not a win yet: numbers are missing."


def test_two_prizes_on_two_slips() -> None:
    award = Award("tue", 1, "line", "ann", 10_000, jackpot=False)
    shown = statuses(award, (claim("ticket", 2), claim("line", 3)))
    assert [name for name, status in shown.items() if status == "won"] == ["second"]


def test_an_award_without_a_claim_is_on_all_slips_of_the_player() -> None:
    award = Award("tue", 1, "ticket", "ann", 10_000, jackpot=False)
    assert set(statuses(award, ()).values()) == {"won"}
