"""Rules 10, 10A, 15(a) and 15(k): what jackpots and Bonus Prizes are made of, and rounding."""

from __future__ import annotations

from fractions import Fraction
from typing import Any

import pytest

from eyesdown.keno.bets.draws import Draw
from eyesdown.keno.bets.reading import read_bet
from eyesdown.keno.bets.whole_game import Pot, settle_game
from eyesdown.keno.words.offers import Jackpot
from eyesdown.kernel.written import replace
from eyesdown.rulebook.facts.keno_bets import BonusPrizeFacts, JackpotPaymentFacts
from eyesdown.rulebooks.nsw_keno import c10_jackpots as jackpots
from eyesdown.rulebooks.nsw_keno import c10a_bonus_prizes as bonus_prizes
from eyesdown.rulebooks.nsw_keno.book import NswKeno
from eyesdown.rulebooks.nsw_keno.c15_rounding import within_stored_jackpot
from eyesdown.rulebooks.nsw_keno.figures import Figures

DRAWN = (18, 3, 25, 55, 7, 61, 71, 12, 27, 58)


def paid(book: NswKeno, d1: Draw, raws: Any, pots: Any) -> Any:
    bets = [read_bet(book, raw) for raw in raws]
    return settle_game(book, d1, bets, pots)


def spots(count: Any, stake: Any, kind: Any = "regular") -> Any:
    return {"type": kind, "spots": list(DRAWN[:count]), "subscription_cents": stake}


def quartet(stake: Any) -> Any:
    return {
        "type": "racing",
        "bet": "quartet",
        "option": "straight",
        "rows": [2, 3, 6, 1],
        "subscription_cents": stake,
    }


@pytest.mark.clause("nsw-keno", "10(a)")
@pytest.mark.parametrize(
    ("cents", "verified", "refused"),
    [
        (999_990, False, False),
        (1_000_000, False, True),
        (1_000_010, False, True),
        (1_000_000, True, False),
    ],
)
def test_10_a__ten_thousand_waits_for_verification(
    figures: Figures, cents: Any, verified: Any, refused: Any
) -> None:
    facts = JackpotPaymentFacts(cents, verified)
    found = jackpots.JACKPOTS.refusals(facts, figures)
    assert [no.code for no in found] == (["jackpot/not_verified"] if refused else [])


@pytest.mark.clause("nsw-keno", "10(b)(i)", "10(b)(ii)", "10(b)(iii)", "2:Jackpot Growth(iii)")
@pytest.mark.parametrize(
    ("bet", "growth"), [("quartet", 2_400), ("five_up", 2_400), ("superfecta", 960)]
)
def test_10_b__share_of_gross_subscriptions(figures: Figures, bet: Any, growth: Any) -> None:
    rate = jackpots.racing_growth_rate(bet, figures)
    assert jackpots.growth_with(Fraction(0), 24_000, rate) == growth
    assert jackpots.growth_with(Fraction(7), 50, rate) == 7 + Fraction(growth * 50, 24_000)


@pytest.mark.clause("nsw-keno", "2:Jackpot Growth(i)", "2:Jackpot Growth(ii)")
def test_2_Jackpot_Growth__at_the_rate_the_licensees_set() -> None:
    assert jackpots.growth_with(Fraction(0), 250_000, Fraction(10, 100)) == 25_000
    assert jackpots.growth_with(Fraction(7), 200_000, Fraction(9, 100)) == 18_007
    third = jackpots.growth_with(Fraction(0), 1, Fraction(1, 3))
    assert third == Fraction(1, 3)  # nothing is lost below a cent


@pytest.mark.clause("nsw-keno", "2:Jackpot Fill", "10(d)(ii)", "10(e)(ii)", "2:Jackpot")
def test_2_Jackpot_Fill__only_on_ten_spots(book: NswKeno) -> None:
    fills = {key: jackpots.jackpot_fill(key, book.tables) for key in book.tables.jackpots}
    assert len(fills) == 11
    assert fills.pop("regular/10") == 75_000_000
    assert fills.pop("keno2/10") == 450_000_000
    assert set(fills.values()) == {0}


@pytest.mark.clause(
    "nsw-keno",
    "10(c)(i)",
    "10(c)(ii)",
    "10(d)(i)",
    "10(d)(iii)",
    "10(e)(i)",
    "10(e)(iii)",
    "2:Regular Keno Jackpot Prize",
    "2:Keno $2 Game Keno Jackpot Prize",
    "2:Keno Racing Jackpot Prize",
)
@pytest.mark.parametrize(
    ("raw", "pot", "prize"),
    [
        (spots(8, 100), ("regular/8", 1_234_560), 3_734_560),
        (spots(8, 500), ("regular/8", 100_000), 12_600_000),
        (spots(10, 100), ("regular/10", 20_000_000), 120_000_000),
        (spots(7, 200, "keno2"), ("keno2/7", 100_000), 1_300_000),
        (spots(8, 600, "keno2"), ("keno2/8", 100_000), 22_600_000),
        (spots(10, 400, "keno2"), ("keno2/10", 0), 550_000_000),
        (spots(10, 200, "keno2"), ("keno2/10", 30_000_000), 530_000_000),
        (quartet(100), ("racing/quartet", 32_140), 112_140),
        (quartet(300), ("racing/quartet", 0), 240_000),
        (quartet(50), ("racing/quartet", 32_140), 72_140),
    ],
)
def test_10_d_e__schedule_for_the_whole_stake_fill_and_growth_once(
    book: NswKeno, d1: Draw, raw: Any, pot: Any, prize: int
) -> None:
    key, growth = pot
    settled = paid(book, d1, [raw], {key: Pot(growth)})
    assert settled.paid_cents == (prize,)
    assert jackpots.jackpot_prize(500_000, 0, 900_000) == 1_400_000
    assert jackpots.jackpot_prize(25_000_000, 75_000_000, 20_000_000) == 120_000_000


@pytest.mark.clause("nsw-keno", "2:Pooled Jackpot", "2:Keno $2 Game Pooled Jackpot")
def test_2_Pooled_Jackpot__growth_of_all_jurisdictions() -> None:
    own = Jackpot("regular/10", growth_cents=Fraction(5), pool_cents=Fraction(100_000))
    assert own.available_cents == 5
    assert replace(own, pooled=True).available_cents == 100_000


@pytest.mark.clause("nsw-keno", "2:Jackpot Guarantee")
def test_2_Jackpot_Guarantee__lifts_and_never_lowers(book: NswKeno, d1: Draw) -> None:
    assert jackpots.guarantee_top_up(5_000_000, 2_500_000, 0, 1_000_000) == 1_500_000
    assert jackpots.guarantee_top_up(3_000_000, 2_500_000, 0, 1_000_000) == 0
    settled = paid(
        book, d1, [spots(8, 100)], {"regular/8": Pot(1_000_000, guarantee_cents=5_000_000)}
    )
    assert settled.paid_cents == (5_000_000,)
    assert settled.jackpots["regular/8"].guarantee_cents == 1_500_000
    racing = paid(book, d1, [quartet(100)], {"racing/quartet": Pot(0, guarantee_cents=100_000)})
    assert racing.paid_cents == (100_000,)


@pytest.mark.clause("nsw-keno", "15(a)")
def test_15_a__never_above_what_was_stored(book: NswKeno, d1: Draw) -> None:
    assert within_stored_jackpot(120_000, 100_000) == 100_000
    assert within_stored_jackpot(90_000, 100_000) == 90_000
    settled = paid(book, d1, [spots(8, 900_000)], {"regular/8": Pot(100_000)})
    assert settled.jackpots["regular/8"].growth_cents == 100_000


@pytest.mark.clause("nsw-keno", "10A(b)", "10A(c)", "10A(d)", "10A(e)")
def test_10A__first_game_shares_and_only_single_picks(figures: Figures) -> None:
    rules = bonus_prizes.BONUS_PRIZES

    def refused(
        form: Any = "regular", *, combination: Any = False, game: Any = 130, won_in: Any = None
    ) -> Any:
        facts = BonusPrizeFacts(form, combination, True, game, won_in)
        return [no.clause.number for no in rules.refusals(facts, figures)]

    assert refused() == []
    assert refused(won_in=130) == []
    assert refused(game=131, won_in=130) == ["10A(b)"]
    assert refused("keno2") == []
    assert refused(combination=True) == ["10A(e)"]
    for form in ("lucky_last", "heads_or_tails", "prepick", "let_it_run", "racing", "roulette"):
        assert refused(form) == ["10A(e)"]
    assert bonus_prizes.shares_of_bonus_prize(100_000, (100, 300)) == (25_000, 75_000)
    meets = BonusPrizeFacts("regular", False, True, 1, None)
    assert bonus_prizes.qualifies(meets, figures)
    assert not bonus_prizes.qualifies(BonusPrizeFacts("regular", False, False, 1, None), figures)
