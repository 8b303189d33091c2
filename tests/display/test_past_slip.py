"""What became of a slip after its session left memory, from the records of its games."""

from __future__ import annotations

from datetime import UTC, date, datetime
from typing import Any

from eyesdown.bingo.claims.events import ClaimAllowed, ClaimRefused, GameClosed
from eyesdown.bingo.pools.events import PrizeWon
from eyesdown.bingo.sales.events import CardsSold
from eyesdown.bingo.words.parts import Completed
from eyesdown.display.hall.past_slip import PastGame, past_lines
from eyesdown.kernel.cite import Clause, Refusal

AT = datetime(2026, 6, 2, 19, tzinfo=UTC)


def slip(*cards: int, games: tuple[int, ...] = (1,)) -> CardsSold:
    return CardsSold(
        at=AT,
        session="tue",
        purchase="purchase 1",
        scope="games",
        games=games,
        player="ann",
        serial="A1",
        cards=cards,
        paid_cents=200,
        receipts_cents=((1, 200),),
        point="door",
        gaming_day=date(2026, 6, 2),
    )


def game(number: int, outcome: str = "won", **more: Any) -> PastGame:
    about: dict[str, Any] = {"at": AT, "session": "tue", "game": number}
    closed = GameClosed(
        **about, by="sue", outcome=outcome, receipts_cents=200, prizes_cents=0, outstanding=()
    )
    won = tuple(
        PrizeWon(
            **about,
            prize=prize,
            place="",
            call=40,
            number=7,
            amount_cents=2_000,
            winners=winners,
            share_cents=1_000,
            rounding_contribution_cents=0,
            jackpot=False,
        )
        for prize, winners in more.get("won", {}).items()
    )
    allowed = [
        ClaimAllowed(
            **about,
            claim=f"claim {card}",
            player="ann",
            by="sue",
            call=40,
            completed=(Completed(prize="line", serial="A1", card=card, box=1, call=40),),
        )
        for card in more.get("allowed", ())
    ]
    no = Refusal("claim/late", Clause("vic-bingo", "1.2"), (("calls_late", 2),))
    refused = [
        ClaimRefused(
            **about,
            claim=f"late {player}",
            player=player,
            word="bingo",
            call=41,
            refusals=(no,),
            numbers=(),
        )
        for player in more.get("refused", ())
    ]
    return PastGame(closed, won, (*allowed, *refused))


def statuses(sold: CardsSold, *games: PastGame) -> list[tuple[int, str]]:
    return [(line.game, line.status) for line in past_lines(sold, games)]


def test_a_prize_is_on_the_slip_whose_card_won_it_with_the_share() -> None:
    won = game(1, won={"line": ("ann", "bob")}, allowed=(2,))
    [line] = past_lines(slip(1, 2), [won])
    assert (line.status, line.says) == ("won", "Won line: $10.00, paid.")
    assert statuses(slip(3), won) == [(1, "none")]


def test_another_players_prize_and_refusal_are_not_ours() -> None:
    others = game(1, won={"line": ("bob",)}, refused=("bob",))
    assert statuses(slip(1), others) == [(1, "none")]


def test_a_refused_claim_says_why() -> None:
    [line] = past_lines(slip(1), [game(1, refused=("ann",))])
    assert line.status == "refused"
    assert line.says.startswith("Claim on call 41 not accepted. ")
    assert len(line.says) > len("Claim on call 41 not accepted. ")


def test_games_that_the_slip_was_not_for_are_left_out_and_void_ones_say_so() -> None:
    games = game(1), game(2, "invalidated"), game(3)
    assert statuses(slip(1, games=(1, 2)), *games) == [(1, "none"), (2, "void")]
