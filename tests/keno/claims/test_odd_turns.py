"""Odd turns in the life of an Entry: what is asked out of order, late, twice or in part."""

from __future__ import annotations

from datetime import date, datetime, time, timedelta
from fractions import Fraction
from typing import Any

import pytest

from eyesdown.keno.bets.bet import (
    Combination,
    HeadsOrTails,
    Keno2,
    LuckyLast,
    Prepick,
    Racing,
    Regular,
)
from eyesdown.keno.commands import (
    CancelEntry,
    CloseDay,
    CloseGame,
    CollectByRunner,
    DeliverReceipt,
    Disqualify,
    IssuePrepaidVoucher,
    PayoutAsked,
    RefundVoucher,
    Reinstate,
    RequestPrintPay,
    SellGiftVoucher,
    SettleGame,
)
from eyesdown.keno.events import SessionPaid
from eyesdown.keno.office.commands import (
    AgreeCommission,
    AppointVenue,
    ApprovePrize,
    FlexContribution,
    GuaranteeJackpot,
    IssueCard,
    OpenAccount,
    ProgramSuperplay,
    ReportPool,
    SetGrowthRate,
    SwitchForm,
    SwitchPool,
)
from eyesdown.keno.words.tenders import Tendered
from eyesdown.kernel.written import replace
from eyesdown.rulebook.keno_words import Category, Form, Ground, Method, Payout, Tender, VenueKind

clause = pytest.mark.clause
HIGH = tuple(range(61, 81))
LOW = tuple(range(1, 21))
PICK = (1, 2, 3)
EIGHT = tuple(range(1, 9))


def cancel(desk: Any, serial: str, **more: Any) -> CancelEntry:
    return replace(CancelEntry(desk.now, serial, "x-1", "club"), **more)


@clause("nsw-keno", "11(d)", "7(f)(ii)", "9(l)")
@pytest.mark.parametrize("drawn", [1, 2, 3, 4])
def test_11_d__commission_comes_back_for_the_very_games_that_are_cancelled(
    desk: Any, drawn: int
) -> None:
    """Keno Bonus on the first two of five games: these bear more than the others do."""
    entry = desk.sell(Prepick(("tails",) * 5, 10_000, 2))
    plain, bonus = Fraction(10_000, 5) * 44 / 100, Fraction(10_000, 4) * 44 / 100
    assert desk.purse("venue:club:commission") == 5 * plain + 2 * bonus
    for _ in range(drawn):
        desk.play()
    [done] = desk.do(cancel(desk, entry.serial))
    assert done.refund_cents == (5 - drawn) * 10_000 + max(0, 2 - drawn) * 10_000
    kept = drawn * plain + min(2, drawn) * bonus
    assert desk.purse("venue:club:commission") == kept


@clause("nsw-keno", "11(d)", "7(f)(i)")
@pytest.mark.parametrize("agreed", [None, Fraction(9, 100), Fraction(0)])
def test_11_d__a_commission_agreed_since_leaves_nothing_of_the_old_one(
    desk: Any, agreed: Fraction | None
) -> None:
    entry = desk.sell(Prepick(("tails",) * 3, 1_000, 1))
    desk.do(AgreeCommission(desk.now, "club", agreed))
    [done] = desk.do(cancel(desk, entry.serial))
    assert done.refund_cents == 4_000
    assert (desk.purse("venue:club:commission"), desk.purse("venue:club:agency")) == (0, 0)


@clause("nsw-keno", "11(d)", "11(e):replace", "11(e):commission")
def test_11_d__a_voucher_that_paid_the_drawn_games_leaves_no_commission_on_them(
    desk: Any,
) -> None:
    """Decision M24: the drawn games use up the voucher, so all the cash comes back whole."""
    desk.do(SellGiftVoucher(desk.now, "G1", "club", Form.HEADS_OR_TAILS, 4_000, 4_000))
    at_issue = desk.purse("venue:club:commission")
    entry = desk.entry(Prepick(("tails",) * 3, 2_000, 1))  # 4,000 the first game, then 2,000 each
    paid = (Tendered(Tender.GIFT_VOUCHER, 4_000, "G1"), Tendered(Tender.CASH, 4_000))
    desk.do(desk.sale(entry, *paid))
    assert desk.purse("venue:club:commission") > at_issue
    desk.play()
    [done] = desk.do(cancel(desk, entry.serial))
    assert (done.refund_cents, done.replacement) == (4_000, None)
    assert desk.purse("venue:club:commission") == at_issue


@clause("nsw-keno", "5(a)", "11(a)(v)", "7(g)")
def test_5_a__an_undelivered_entry_is_not_cancelled_in_part_at_the_close(desk: Any) -> None:
    """The instant of closing is closed (T03): all of its money comes back with the close."""
    entry = desk.entry(Regular(PICK, 100), games=3)
    desk.do(desk.sale(entry, delivered=False))
    desk.now = desk.state.games[desk.state.open_game].closes_at
    assert desk.refused(cancel(desk, entry.serial)) == [("cancel/game_closed", "11(a)(v)")]
    [closed] = desk.do(CloseGame(desk.now))
    assert closed.excluded == (entry.serial,)
    assert (desk.purse("venue:club:held"), desk.purse("player")) == (0, 0)
    assert desk.refused(DeliverReceipt(desk.now, entry.serial)) == [("receipt/unknown", "7(g)")]


@clause("nsw-keno", "2:Receipt Ticket", "14(a)", "11(c)")
def test_14_a__a_serial_given_again_plays_only_the_games_it_is_sold_for(desk: Any) -> None:
    entry = desk.sell(Regular(PICK, 100), games=4)
    desk.do(cancel(desk, entry.serial))
    desk.play(HIGH)
    desk.do(CloseGame(desk.tick(), desk.now + timedelta(minutes=3)))
    desk.do(desk.sale(replace(entry, games=1)))  # the first has left memory
    desk.draw(1, LOW)
    [before] = desk.do(SettleGame(desk.now, 1))
    assert before.prizes == ()
    [settled] = desk.play(LOW)
    assert [prize.cents for prize in settled.prizes] == [4_400]


@clause("nsw-keno", "17(d)", "11(e):replace")
def test_17_d__a_replacement_is_refunded_on_the_day_the_voucher_was_bought_or_never(
    desk: Any,
) -> None:
    """Decision M24: no voucher turns into cash by way of a cancellation."""
    desk.do(SellGiftVoucher(desk.now, "G1", "club", Form.REGULAR, 1_000, 1_000))
    desk.play(HIGH, then_open=False)
    desk.do(CloseDay(desk.now))
    desk.now = datetime(2024, 6, 1, 9, 0)
    desk.open_day()
    desk.do(SellGiftVoucher(desk.now, "G2", "club", Form.REGULAR, 1_000, 1_000))
    for voucher, new, refused in (
        ("G1", "R1", [("refund/other_day", "17(d)")]),
        ("G2", "R2", []),
    ):
        entry = desk.entry(Regular(PICK, 200), games=5)
        desk.do(desk.sale(entry, Tendered(Tender.GIFT_VOUCHER, 1_000, voucher)))
        desk.play(HIGH)
        [done] = desk.do(cancel(desk, entry.serial, replacement_serial=new))
        assert done.replacement.face_cents == 800
        assert desk.refused(RefundVoucher(desk.now, new, "club", validated=True)) == refused


@clause("nsw-keno", "17(c)", "11(e):replace")
@pytest.mark.parametrize("order", [("G1", "P1"), ("P1", "G1")])
def test_17_c__a_prepaid_voucher_does_not_become_a_gift(desk: Any, order: tuple[str, str]) -> None:
    desk.do(SellGiftVoucher(desk.now, "G1", "club", Form.REGULAR, 200, 200))
    desk.do(IssuePrepaidVoucher(desk.now, "P1", "club", Form.REGULAR, 800))
    kinds = {
        "G1": Tendered(Tender.GIFT_VOUCHER, 200, "G1"),
        "P1": Tendered(Tender.PREPAID_VOUCHER, 800, "P1"),
    }
    entry = desk.entry(Regular(PICK, 200), games=5)
    desk.do(desk.sale(entry, *(kinds[name] for name in order)))
    desk.play(HIGH)
    [done] = desk.do(cancel(desk, entry.serial, replacement_serial="R1"))
    assert (done.replacement.kind, done.replacement.face_cents) == (Tender.PREPAID_VOUCHER, 800)
    back = RefundVoucher(desk.now, "R1", "club", validated=True)
    assert desk.refused(back) == [("refund/not_a_gift_voucher", "17(c)")]


@clause("nsw-keno", "2:Gift Voucher", "2:Prepaid Voucher")
@pytest.mark.parametrize("game", [Form.LUCKY_LAST, Form.BONUS, Form.KWIKIPIK, Form.PARLAY])
def test_2_Gift_Voucher__none_is_sold_for_what_is_never_played_alone(desk: Any, game: Form) -> None:
    gift = SellGiftVoucher(desk.now, "G1", "club", game, 1_000, 1_000)
    assert desk.refused(gift) == [("voucher/no_such_game", "2:Gift Voucher")]
    prepaid = IssuePrepaidVoucher(desk.now, "P1", "club", game, 1_000)
    assert desk.refused(prepaid) == [("voucher/no_such_game", "2:Prepaid Voucher")]


@clause("nsw-keno", "7(p)")
def test_7_p__a_spent_gift_voucher_is_no_receipt(desk: Any) -> None:
    desk.do(SellGiftVoucher(desk.now, "G1", "club", Form.REGULAR, 100, 100))
    desk.do(desk.sale(desk.entry(), Tendered(Tender.GIFT_VOUCHER, 100, "G1")))
    refused = desk.refused(RequestPrintPay(desk.now, "G1"))
    assert refused == [("print_pay/unknown_ticket", "7(o)")]


@clause("nsw-keno", "2:Keno Runner", "8(d):official")
def test_2_Keno_Runner__an_entry_names_money_that_its_venue_collected_once(desk: Any) -> None:
    desk.do(CollectByRunner(desk.now, "N1", "rob", "club", 100))
    no_note = [("runner/note", "2:Keno Runner")]
    elsewhere = desk.entry(venue="hotel", runner="rob")
    assert desk.refused(desk.sale(elsewhere, runner_note="N1")) == no_note
    assert desk.refused(desk.sale(desk.entry(runner="rob"), runner_note="N2")) == no_note
    assert desk.refused(desk.sale(desk.entry(runner="bob"), runner_note="N1")) == no_note
    dear = desk.entry(Regular((1, 2), 200), runner="rob")
    assert desk.refused(desk.sale(dear, runner_note="N1")) == no_note
    assert desk.refused(desk.sale(desk.entry(runner="rob"), runner_note="N1")) == []
    assert desk.refused(desk.sale(desk.entry(runner="rob"), runner_note="N1")) == no_note


@clause("nsw-keno", "2:Parlay", "9(a)(v)", "21(a)")
def test_2_Parlay__prizes_of_a_disqualified_entry_and_of_another_venue_stay(desk: Any) -> None:
    won = desk.sell(Regular(PICK, 100))
    desk.play()
    desk.do(desk.claim(won, "s-9"))
    stake = (Tendered(Tender.PARLAY, 100),)
    no_money = [("parlay/more_than_payable", "9(a)(v)")]
    away = desk.entry(venue="hotel", session="s-9")
    assert desk.refused(desk.sale(away, *stake)) == no_money
    desk.do(Disqualify(desk.now, won.serial, Ground.FRAUD, "olga"))
    assert desk.refused(desk.sale(desk.entry(session="s-9"), *stake)) == no_money
    desk.do(Reinstate(desk.now, won.serial, "A-9", "olga"))
    assert desk.refused(desk.sale(desk.entry(session="s-9"), *stake)) == []


@clause("nsw-keno", "14(d)")
@pytest.mark.parametrize("given", [("S0000002", "N1"), ("N1", "N1", "N2"), ("", "N1", "N2")])
def test_14_d__each_running_ticket_gets_a_new_serial_of_its_own(
    desk: Any, given: tuple[str, ...]
) -> None:
    """Decision T11; serials beyond those needed do not make up for bad ones."""
    first, second = desk.sell(games=3), desk.sell(games=3)
    assert second.serial == "S0000002"
    desk.play()
    desk.do(desk.claim(first))
    desk.do(desk.claim(second))
    refused = desk.refused(desk.pay("c-1", continuations=given))
    assert refused == [("ticket/no_continuation", "14(d)")]
    [paid] = desk.do(desk.pay("c-1", continuations=("N1", "N2", "N1")))
    assert isinstance(paid, SessionPaid)
    assert {one.ticket: one.serial for one in paid.continuations} == {
        "N1": first.serial,
        "N2": second.serial,
    }


@clause("nsw-keno", "2:Jackpot Growth(i)")
def test_2_Jackpot_Growth_i__an_announced_rate_waits_for_its_day(desk: Any) -> None:
    """Decision M01: a rate has a start date, and the one before it holds until then."""
    desk.do(SetGrowthRate(desk.now, "regular/8", Fraction(9, 100), date(2024, 5, 2)))
    desk.sell(Regular(EIGHT, 1_000))
    desk.play(HIGH, then_open=False)
    assert desk.purse("growth:regular/8") == 100
    desk.do(CloseDay(desk.now))
    desk.now = datetime(2024, 5, 2, 9, 0)
    desk.open_day()
    desk.sell(Regular(EIGHT, 1_000))
    desk.play(HIGH)
    assert desk.purse("growth:regular/8") == 100 + 90


@clause("nsw-keno", "15(a)", "2:Pooled Jackpot Amount", "19(h)(i)")
def test_15_a__what_reaches_a_pool_after_the_close_is_for_the_next_game(desk: Any) -> None:
    """Decisions M14 and M43: a jackpot is fixed when its game closes."""
    desk.do(SwitchPool(desk.now, "regular/8", pooled=True, jurisdictions=("VIC",)))
    desk.do(ReportPool(desk.now, "regular/8", "VIC", Fraction(100_000)))
    prizes = []
    for _ in range(2):
        desk.sell(Regular(EIGHT, 100))
        desk.do(CloseGame(desk.tick(), desk.now + timedelta(minutes=3)))
        desk.do(ReportPool(desk.now, "regular/8", "VIC", Fraction(50_000)))
    for game in range(2):
        desk.draw(game)
        [settled] = desk.do(SettleGame(desk.now, game))
        prizes += [prize.cents for prize in settled.prizes]
    assert prizes == [2_500_000 + 100_010, 2_500_000 + 50_010]
    assert desk.purse("pool:regular/8") == 50_000


@clause("nsw-keno", "19(h)(ii)")
def test_19_h_ii__a_winner_elsewhere_has_staked_something(desk: Any) -> None:
    desk.sell(Regular(EIGHT, 100))
    desk.do(CloseGame(desk.tick()))
    desk.draw(0)
    for stake in (0, -100):
        asked = SettleGame(desk.now, 0, {"regular/8": (100, stake)})
        assert desk.refused(asked) == [("settle/no_stake_elsewhere", "19(h)(ii)")]
    assert desk.refused(SettleGame(desk.now, 0)) == []


@clause("nsw-keno", "2:Jackpot Guarantee", "10B(d)")
def test_2_Jackpot_Guarantee__promotional_money_is_spent_once(desk: Any) -> None:
    """Decision M35: two guaranteed jackpots of one game; the money is enough for one of them."""
    today = desk.now.date()
    desk.do(FlexContribution(desk.now, Category.I, Fraction(1, 20), today, today))
    desk.sell(Regular((61, 62), 900_000))
    desk.play()
    held = desk.purse("fund:promotion:I")
    assert held == 900_000 * Fraction(3, 4) / 20
    for key, base in (("regular/7", 500_000), ("regular/8", 2_500_000)):
        guarantee = base + int(held)
        desk.do(GuaranteeJackpot(desk.now, key, guarantee, today, today, paid_from_promotion=True))
    desk.sell(Regular(tuple(range(1, 8)), 100))
    desk.sell(Regular(EIGHT, 100))
    [settled] = desk.play()
    assert sorted(one.guarantee_from for one in settled.jackpots) == [
        "fund:promotion:I",
        "licensees:guarantees",
    ]
    assert desk.purse("fund:promotion:I") >= 0


@clause("nsw-keno", "7(f)(i)")
def test_7_f_i__what_was_agreed_outlives_a_change_of_hours(desk: Any) -> None:
    desk.do(AgreeCommission(desk.now, "club", Fraction(9, 100)))
    moved = ("floor",)
    desk.do(
        AppointVenue(
            desk.now, "club", VenueKind.CLUB, "C", "S", "A-9", moved, moved, time(8), time(22)
        )
    )
    desk.sell(Regular(PICK, 1_000))
    assert desk.purse("venue:club:commission") == 90


@clause("nsw-keno", "2:Keno Bonus", "2:Lucky Last")
def test_2_Keno_Bonus__covers_a_pick_and_its_lucky_last_together(desk: Any) -> None:
    """Decision G25; another pick on the same Entry is a game of its own."""
    combination = Combination("regular", ((1,), (2, 3)), (1, 2), 100)
    only_one = [("bonus/not_on_both", "2:Keno Bonus")]
    for bets, refused in (
        ((Regular(PICK, 100, True), LuckyLast(PICK, 100, True)), []),
        ((Regular(PICK, 100), LuckyLast(PICK, 100)), []),
        ((Regular(PICK, 100, True), LuckyLast(PICK, 100)), only_one),
        ((Regular(PICK, 100), LuckyLast(PICK, 100, True)), only_one),
        ((replace(combination, bonus=True), LuckyLast(PICK, 100)), only_one),
        ((Regular(PICK, 100), LuckyLast(PICK, 100), Regular((4, 5), 100, True)), []),
        ((Keno2(PICK, 200), LuckyLast(PICK, 100)), []),
        ((Regular((4, 5), 100, True), HeadsOrTails("heads", 100)), []),
    ):
        assert desk.refused(desk.sale(desk.entry(*bets))) == refused, bets


@clause("nsw-keno", "2:Superplay(i)", "2:Lucky Last")
def test_2_Superplay_i__lucky_last_goes_with_it_as_with_any_combination_bet(desk: Any) -> None:
    """Decision G17: it plays all the Spots of the Groups together."""
    desk.do(ProgramSuperplay(desk.now, "SP3", "regular", (1, 2), None))
    bet = Combination("regular", ((1,), (2, 3)), None, 100)
    beside = desk.entry(bet, LuckyLast(PICK, 100), superplay="SP3")
    assert desk.refused(desk.sale(beside)) == []
    for bets in ((bet, Regular(PICK, 100)), (Regular(PICK, 100), LuckyLast(PICK, 100))):
        other = desk.refused(desk.sale(desk.entry(*bets, superplay="SP3")))
        assert other == [("superplay/not_the_template", "2:Superplay(i)")]


@clause("nsw-keno", "21(a)", "2:Total Prize Money")
def test_21_a__others_in_the_session_are_paid_without_the_disqualified(desk: Any) -> None:
    good, bad = desk.sell(Regular(PICK, 100)), desk.sell(Regular(PICK, 200))
    desk.play()
    for entry in (good, bad):
        desk.do(desk.claim(entry))
    assert desk.state.sessions["c-1"].cents == 4_400 + 8_800
    desk.do(Disqualify(desk.now, bad.serial, Ground.FRAUD, "olga"))
    [paid] = desk.do(desk.pay("c-1"))
    assert (paid.serials, paid.total_cents) == ((good.serial,), 4_400)
    assert desk.refused(desk.claim(bad, "c-2")) == [("claim/disqualified", "21(a)")]
    desk.do(Reinstate(desk.now, bad.serial, "A-9", "olga"))
    assert desk.refused(desk.claim(bad, "c-2")) == []
    [paid] = desk.do(desk.pay("c-2"))
    assert paid.total_cents == 8_800


@clause("nsw-keno", "21(a)", "2:Parlay")
def test_21_a__what_was_staked_again_keeps_a_session_from_being_paid(desk: Any) -> None:
    good, bad = desk.sell(Regular(PICK, 100)), desk.sell(Regular(PICK, 200))
    desk.play()
    for entry in (good, bad):
        desk.do(desk.claim(entry))
    again = desk.entry(Regular(PICK, 5_000), session="c-1")
    desk.do(desk.sale(again, Tendered(Tender.PARLAY, 5_000)))
    desk.do(Disqualify(desk.now, bad.serial, Ground.FRAUD, "olga"))
    assert desk.refused(desk.pay("c-1")) == [("claim/disqualified", "21(a)")]


@clause("nsw-keno", "2:Subscriber Account", "2:Keno Player Card", "5A(c)")
def test_5A_c__a_card_or_account_without_a_number_is_not_everybodys(desk: Any) -> None:
    """An Entry that names none must not be measured by one that was given no number."""
    child = date(2020, 1, 1)
    card = IssueCard(desk.now, "", "Kim", child, "A-9")
    assert desk.refused(card) == [("card/no_number", "2:Keno Player Card")]
    account = OpenAccount(desk.now, "", "Kim", child)
    assert desk.refused(account) == [("account/no_number", "2:Subscriber Account")]
    assert desk.refused(desk.sale(desk.entry())) == []


@clause("nsw-keno", "15(e)(i)(d)", "15(e)(ii)(b)")
def test_15_e__a_transfer_goes_to_an_account_that_the_claimant_names(desk: Any) -> None:
    desk.do(
        AppointVenue(
            desk.now,
            "club",
            VenueKind.CLUB,
            "C",
            "S",
            "A-9",
            ("floor",),
            ("floor",),
            time(8),
            time(23),
            eft_permitted=True,
        )
    )
    won = desk.sell(Regular((1, 2, 3, 4, 5, 6), 200))  # 2 x 1,800 dollars
    desk.play()
    desk.do(desk.claim(won))
    parts = (PayoutAsked(Payout.VENUE_EFT, 200_000), PayoutAsked(Payout.EFT, 160_000))
    assert desk.refused(desk.pay("c-1", *parts)) == [
        ("payout/no_payee", "15(e)(i)(d)"),
        ("payout/no_payee", "15(e)(ii)(b)"),
    ]
    named = tuple(replace(part, payee="062-000 1234") for part in parts)
    assert desk.refused(desk.pay("c-1", *named)) == []


@clause("nsw-keno", "10A(a)")
@pytest.mark.parametrize(
    ("spots", "caught", "hours", "refused"),
    [
        (3, 3, 1, []),
        (3, 0, 0, []),
        (40, 20, 1, []),
        (40, 21, 1, ["prize/never_won"]),
        (3, 4, 1, ["prize/never_won"]),
        (11, 3, 1, ["prize/never_won"]),
        (3, 3, -1, ["prize/never_won"]),
    ],
)
def test_10A_a__no_money_is_set_aside_for_what_nobody_can_win(
    desk: Any, spots: int, caught: int, hours: int, refused: list[str]
) -> None:
    until = desk.now + timedelta(hours=hours)
    ask = ApprovePrize(desk.now, "P", True, 5_000, "A-9", "regular", spots, caught, desk.now, until)
    assert [code for code, _ in desk.refused(ask)] == refused
    assert desk.purse("fund:bonus_prizes") == (0 if refused else 5_000)


@clause("nsw-keno", "7(o)")
def test_7_o__a_web_entry_has_no_ticket_to_present(desk: Any) -> None:
    desk.account()
    entry = desk.web_entry(Regular(PICK, 100))
    desk.do(desk.web_sale(entry))
    desk.play()
    refused = desk.refused(RequestPrintPay(desk.now, entry.serial))
    assert refused == [("print_pay/unknown_ticket", "7(o)")]


@clause("nsw-keno", "7A(b):subset", "4:variation", "7(b)(i)(c)")
def test_7A_b_subset__a_replay_gets_no_more_than_is_offered_where_it_is_made(desk: Any) -> None:
    racing = Racing("win", "straight", (), (), (1,), 100)
    for method in (Method.INTERNET, Method.SST):
        desk.do(SwitchForm(desk.now, Form.RACING, method, False, "A-9", date(2024, 5, 1)))
    desk.account()
    again = {"method": Method.REPLAY, "replay_of": desk.sell().serial}
    off = [("form/not_offered", "7(b)(i)(d)(v)")]
    web = replace(desk.web_entry(racing), **again)
    assert desk.refused(desk.web_sale(web)) == off
    assert desk.refused(desk.web_sale(replace(web, lines=(Regular(PICK, 100),)))) == []
    sst = desk.entry(racing, terminal="club-sst", **again)
    assert desk.refused(desk.sale(sst)) == off
    assert desk.refused(desk.sale(desk.entry(racing, **again))) == []
