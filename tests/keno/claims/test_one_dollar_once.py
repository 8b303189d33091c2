"""One dollar is spent once and one claim paid once, in whatever order or words it is asked."""

from __future__ import annotations

from datetime import date, timedelta
from fractions import Fraction
from typing import Any

import pytest

from eyesdown.keno.bets.bet import Combination, Regular
from eyesdown.keno.commands import (
    AcceptEntry,
    CancelEntry,
    CloseGame,
    Disqualify,
    LodgeClaimForm,
    PayClaimForm,
    Reinstate,
    SellGiftVoucher,
    SettleGame,
)
from eyesdown.keno.events import EntryDisqualified
from eyesdown.keno.evolve import evolve
from eyesdown.keno.office.commands import (
    FlexContribution,
    GuaranteeJackpot,
    IssueCard,
    ProgramSuperplay,
    ReportPool,
    SignOff,
    SignOn,
    SwitchPool,
    Withdraw,
)
from eyesdown.keno.words.tenders import Tendered
from eyesdown.kernel.written import replace
from eyesdown.rulebook.keno_words import Category, Duty, Form, FormReason, Ground, Payout, Tender

clause = pytest.mark.clause
PICK, SEVEN = (1, 2, 3), tuple(range(1, 8))


@clause("nsw-keno", "2:Parlay", "9(a)(v)", "9(a)(vii)")
@pytest.mark.parametrize(
    ("parts", "allowed"),
    [((4_400,), True), ((2_200, 2_200), True), ((4_400, 4_400), False), ((2_200, 2_300), False)],
)
def test_2_Parlay__a_prize_is_staked_again_once(
    desk: Any, parts: tuple[int, ...], allowed: bool
) -> None:
    """Decision X09: what is tendered in parts is no more than the Venue could pay out."""
    won = desk.sell(Regular(PICK, 100))
    desk.play()
    desk.do(desk.claim(won, "s-9"))
    again = desk.entry(Regular((78, 79, 80), sum(parts)), session="s-9")
    asked = desk.sale(again, *(Tendered(Tender.PARLAY, cents) for cents in parts))
    no_money = [("parlay/more_than_payable", "9(a)(v)")]
    assert desk.refused(asked) == ([] if allowed else no_money)
    assert desk.state.sessions["s-9"].parlay_cents == (4_400 if allowed else 0)
    assert desk.purse("prizes:payable") == (0 if allowed else 4_400)


@clause("nsw-keno", "15(g)", "9(a)(vi)")
def test_15_g__prize_money_stays_prize_money_whatever_tenders_it_went_through(desk: Any) -> None:
    """An Entry paid from an account in two parts, then cancelled: what was won was won still."""
    desk.account("ann", 5_000)
    desk.do(desk.web_sale(desk.web_entry(Regular(PICK, 100))))
    desk.play()  # 44 dollars
    assert desk.state.accounts["ann"].prize_cents == 4_400
    entry = desk.web_entry(Regular((78, 79, 80), 9_300))
    parts = (Tendered(Tender.ACCOUNT, 6_000), Tendered(Tender.ACCOUNT, 3_300))
    desk.do(AcceptEntry(desk.now, entry, parts, confirmed=True, location="club floor"))
    assert desk.state.accounts["ann"].balance_cents == 0
    desk.do(CancelEntry(desk.now, entry.serial, "x-1", location="club floor"))
    account = desk.state.accounts["ann"]
    assert (account.balance_cents, account.prize_cents) == (9_300, 4_400)
    no_name = [("withdraw/not_identified", "15(g)")]
    assert desk.refused(Withdraw(desk.now, "ann", 4_901)) == no_name
    assert desk.refused(Withdraw(desk.now, "ann", 4_900)) == []


@clause("nsw-keno", "21(a)", "2:Customer Session:end")
def test_21_a__nobody_joins_a_session_that_waits_for_a_disqualified_entry(desk: Any) -> None:
    """His prize would wait with it: he is paid in a session of his own."""
    bad, good = desk.sell(Regular(PICK, 100)), desk.sell(Regular(PICK, 200))
    desk.play()
    desk.do(desk.claim(bad))
    desk.do(Disqualify(desk.now, bad.serial, Ground.FRAUD, "olga"))
    assert desk.refused(desk.claim(good)) == [("session/over", "2:Customer Session:end")]
    assert desk.refused(desk.claim(good, "c-2")) == []
    [paid] = desk.do(desk.pay("c-2"))
    assert (paid.serials, paid.total_cents) == ((good.serial,), 8_800)
    desk.do(Reinstate(desk.now, bad.serial, "A-9", "olga"))
    [paid] = desk.do(desk.pay("c-1"))
    assert (paid.serials, paid.total_cents) == ((bad.serial,), 4_400)


@clause("nsw-keno", "21(a)", "20(c):discharge", "14(d)")
def test_21_a__in_an_old_journal_the_session_waited_and_was_paid_whole(desk: Any) -> None:
    """Events of old name no session that goes on without the Entry."""
    good, bad = desk.sell(Regular(PICK, 100)), desk.sell(Regular(PICK, 200))
    desk.play()
    for entry in (good, bad):
        desk.do(desk.claim(entry))
    old = EntryDisqualified(desk.now, bad.serial, Ground.FRAUD, "olga", "")
    desk.state = evolve(desk.state, old)
    assert desk.refused(desk.pay("c-1")) == [("claim/disqualified", "21(a)")]
    desk.do(Reinstate(desk.now, bad.serial, "A-9", "olga"))
    [paid] = desk.do(desk.pay("c-1"))
    assert (paid.serials, paid.total_cents) == ((good.serial, bad.serial), 13_200)
    assert desk.refused(desk.claim(bad, "c-2")) == [("claim/already_paid", "14(d)")]


@clause("nsw-keno", "2:Pooled Jackpot", "15(a)", "19(h)(i)")
@pytest.mark.parametrize("pooled", [True, False])
def test_2_Pooled_Jackpot__a_closed_game_wins_what_stood_at_its_close(
    desk: Any, pooled: bool
) -> None:
    """Decisions M14, M16, M43: a pool comes or goes between games, not under a winner's feet."""
    switch = SwitchPool(desk.now, "regular/7", pooled=True, jurisdictions=("VIC",))
    desk.do(switch)
    desk.do(ReportPool(desk.now, "regular/7", "VIC", Fraction(1_000_000)))
    if not pooled:  # what is in the pool stays there, and growth starts beside it
        desk.do(replace(switch, pooled=False))
    entry = desk.sell(Regular(SEVEN, 100))
    game = desk.state.open_game
    desk.do(CloseGame(desk.tick()))
    other = replace(switch, pooled=not pooled)
    unsettled = [("pool/game_unsettled", "2:Pooled Jackpot")]
    assert desk.refused(other) == unsettled
    assert desk.refused(replace(switch, pooled=pooled)) == []
    desk.draw(game)
    desk.do(SettleGame(desk.now, game))
    growth = Fraction(100 * 101, 1000) + (1_000_000 if pooled else 0)
    [prize] = desk.journal[-1].prizes
    assert (prize.serial, prize.cents) == (entry.serial, int(500_000 + growth) // 10 * 10)
    assert desk.refused(other) == []


@clause("nsw-keno", "17(a)", "17(b)", "14(d)")
def test_17_b__a_voucher_of_the_same_number_is_not_the_lost_ticket(desk: Any) -> None:
    """A form about a ticket is paid out of its prize, and the ticket is paid no more."""
    won = desk.sell(Regular(PICK, 100))
    desk.do(SellGiftVoucher(desk.now, won.serial, "club", Form.REGULAR, 500, 500))
    desk.play()
    desk.do(LodgeClaimForm(desk.now, "F1", FormReason.LOST, won.serial, "Bea"))
    [paid] = desk.do(PayClaimForm(desk.now, "F1", Payout.CHEQUE, "Bea", "olga"))
    assert (paid.cents, desk.purse("prizes:payable")) == (4_400, 0)
    assert desk.refused(desk.claim(won)) == [("claim/already_paid", "14(d)")]
    again = desk.entry(Regular(PICK, 500))
    by_voucher = Tendered(Tender.GIFT_VOUCHER, 500, won.serial)
    assert desk.refused(desk.sale(again, by_voucher)) == []


@clause("nsw-keno", "2:Jackpot Guarantee")
@pytest.mark.parametrize("promoted", [True, False])
def test_2_Jackpot_Guarantee__the_account_that_the_larger_one_names_pays(
    desk: Any, promoted: bool
) -> None:
    """Decision M35: a smaller guarantee beside it tops up nothing and pays nothing."""
    day = desk.now.date()
    desk.do(FlexContribution(desk.now, Category.I, Fraction(5, 100), day, day))
    desk.sell(Regular((78, 79, 80), 900_000))  # 337.50 dollars of promotional money
    desk.play()
    guarantee = GuaranteeJackpot(desk.now, "regular/7", 510_000, day, day, promoted)
    desk.do(guarantee)
    desk.do(replace(guarantee, cents=505_000, paid_from_promotion=not promoted))
    desk.sell(Regular(SEVEN, 100))
    [paid] = desk.play()[0].jackpots
    assert paid.guarantee_cents == 510_000 - 500_000 - Fraction(100 * 101, 1000)
    assert paid.guarantee_from == ("fund:promotion:I" if promoted else "licensees:guarantees")


@clause("nsw-keno", "2:Customised Superplay", "2:Superplay(ii)")
def test_2_Customised_Superplay__its_groups_tell_their_sizes(desk: Any) -> None:
    """Decision G32: its Spots are fixed; who programs it need not count them."""
    groups = ((1,), (2, 3))
    desk.do(ProgramSuperplay(desk.now, "CS1", "regular", (), None, groups, "club"))
    bet = Combination("regular", groups, None, 100)
    assert desk.refused(desk.sale(desk.entry(bet, superplay="CS1"))) == []
    other = replace(bet, groups=((1,), (2, 4)))
    refused = desk.refused(desk.sale(desk.entry(other, superplay="CS1")))
    assert refused == [("superplay/not_the_template", "2:Superplay(ii)")]


@clause("nsw-keno", "5A(b)")
def test_5A_b__who_is_on_duty_twice_is_engaged_until_both_are_over(desk: Any) -> None:
    desk.do(IssueCard(desk.now, "K1", "Kim", date(1990, 1, 1), "A-9"))
    for person in ("kim", "kim at the bar"):
        desk.do(SignOn(desk.now, person, Duty.WRITER, "club", "K1"))
    on_duty = [("person/on_duty", "5A(b)")]
    assert desk.refused(desk.sale(desk.entry(card="K1"))) == on_duty
    desk.do(SignOff(desk.now, "kim"))
    assert desk.refused(desk.sale(desk.entry(card="K1"))) == on_duty
    desk.do(SignOff(desk.now, "kim at the bar"))
    assert desk.refused(desk.sale(desk.entry(card="K1"))) == []


@clause("nsw-keno", "2:Jackpot Guarantee", "15(a)")
def test_2_Jackpot_Guarantee__none_is_made_for_a_game_that_is_closed(desk: Any) -> None:
    """Decisions M14, M43: nobody tops up a jackpot whose numbers may be known to him."""
    day = desk.now.date()
    guarantee = GuaranteeJackpot(desk.now, "regular/7", 50_000_000, day, day)
    desk.sell(Regular(SEVEN, 100))
    game = desk.state.open_game
    desk.do(CloseGame(desk.tick()))
    too_late = [("guarantee/too_late", "2:Jackpot Guarantee")]
    assert desk.refused(guarantee) == too_late
    desk.draw(game)
    assert desk.refused(guarantee) == too_late
    tomorrow = replace(guarantee, from_day=day + timedelta(1), to_day=day + timedelta(1))
    assert desk.refused(tomorrow) == []
    [settled] = desk.do(SettleGame(desk.now, game))
    assert settled.jackpots[0].guarantee_cents == 0
    assert desk.refused(guarantee) == []
