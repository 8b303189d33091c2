"""Rules 1, 2 and 4: terms, Venues, terminals, templates, days."""

from __future__ import annotations

from datetime import date, datetime, time
from typing import Any

import pytest

from eyesdown.keno.bets.bet import Combination, Keno2, LuckyLast, Regular
from eyesdown.keno.games.commands import CloseDay, CloseGame, OpenDay, OpenGame, RecordDraw
from eyesdown.keno.games.events import DayOpened, NumbersDrawn
from eyesdown.keno.office.commands import (
    AppointVenue,
    ApprovePrize,
    ApproveTerminal,
    IssueCard,
    MoveSite,
    ProgramSuperplay,
    SignOff,
    SignOn,
    SwitchForm,
)
from eyesdown.keno.sales.commands import CancelEntry, IssueReceipt
from eyesdown.kernel.written import replace
from eyesdown.rulebook.keno_words import DrawSite, Duty, Form, Method, Tender, VenueKind
from eyesdown.rulebooks.nsw_keno.c02_terms import canonical_term, consecutive_games
from kit.desk import Desk

clause = pytest.mark.clause


@clause("nsw-keno", "1:para1")
@pytest.mark.parametrize(
    ("day", "refused"),
    [
        (date(2024, 1, 11), [("rules/not_in_force", "1:para1")]),
        (date(2024, 1, 12), []),
        (date(2024, 1, 13), []),
    ],
)
def test_1_para1__games_run_under_these_rules_from_12_january_2024(
    bare: Desk, day: date, refused: list[Any]
) -> None:
    assert bare.refused(OpenDay(datetime.combine(day, time(9)))) == refused


def _appoint(**more: Any) -> AppointVenue:
    plain = AppointVenue(
        at=datetime(2024, 5, 1, 8),
        venue="v17",
        kind=VenueKind.HOTEL,
        name="Hotel 17",
        area="Newtown",
        approval="A-17",
        premises=("bar", "garden"),
        permitted_area=("bar", "garden", "car park"),
        opens=time(10),
        closes=time(2),
    )
    return replace(plain, **more)


@clause(
    "nsw-keno",
    "2:Casino Licensee",
    "2:Club",
    "2:Hotel",
    "2:Venue",
    "2:Premises",
    "2:Permitted Area",
)
def test_2_Venue__appointed_with_approval_and_remembered(bare: Desk) -> None:
    assert bare.refused(_appoint(approval="")) == [("venue/no_approval", "2:Venue")]
    assert bare.refused(_appoint(venue="")) == [("venue/not_appointed", "2:Venue")]
    assert bare.refused(_appoint(general_bar=True)) == [("venue/general_bar", "2:Hotel")]
    for name, kind in (("a", VenueKind.CLUB), ("b", VenueKind.HOTEL), ("c", VenueKind.CASINO)):
        assert bare.refused(_appoint(venue=name, kind=kind)) == []
        assert bare.state.venues[name].kind is kind
    kept = bare.state.venues["b"]
    assert (kept.premises, kept.permitted_area) == (
        ("bar", "garden"),
        ("bar", "garden", "car park"),
    )
    sale = bare.sale(bare.entry(venue="v99"))
    assert ("venue/not_appointed", "2:Venue") in bare.refused(sale)


@clause("nsw-keno", "2:Venue")
@pytest.mark.parametrize(
    ("hour", "minute", "open_"),
    [(9, 59, False), (10, 0, True), (23, 59, True), (1, 59, True), (2, 0, False)],
)
def test_2_Venue__trading_hours_may_run_past_midnight(
    bare: Desk, hour: int, minute: int, open_: bool
) -> None:
    bare.do(_appoint())
    assert bare.state.venues["v17"].trading(datetime(2024, 5, 2, hour, minute)) is open_


@clause("nsw-keno", "2:Approved", "14(e)", "10A(a)", "2:Bonus Prize", "2:Keno Player Card")
def test_2_Approved__what_needs_approval_has_its_reference_on_file(desk: Desk) -> None:
    prize = ApprovePrize(
        at=desk.now,
        prize="happy hour",
        bonus=True,
        cents=100_000,
        approval="",
        form="regular",
        spots=3,
        caught=3,
        from_at=desk.now,
        to_at=datetime(2024, 5, 2),
    )
    assert desk.refused(prize) == [("approval/missing", "2:Approved")]
    assert desk.refused(replace(prize, approval="M-7")) == []
    kept = desk.state.extras["happy hour"]
    assert (kept.bonus, kept.cents, kept.approval, kept.to_at.day) == (True, 100_000, "M-7", 2)
    assert desk.purse("fund:bonus_prizes") == 100_000
    assert desk.refused(replace(prize, approval="M-7"))[0] == ("prize/id_or_amount", "10A(a)")
    extra = replace(prize, prize="gala", bonus=False, approval="M-8")
    assert desk.refused(extra) == []
    assert desk.state.extras["gala"].bonus is False
    card = IssueCard(desk.now, "k1", "Kim", date(1980, 1, 1), "", favourites=(Regular((7,), 100),))
    assert desk.refused(card) == [("approval/missing", "2:Approved")]
    assert desk.refused(replace(card, approval="K-1")) == []
    assert desk.state.cards["k1"].favourites == (Regular((7,), 100),)
    with_card = desk.entry(*desk.state.cards["k1"].favourites, card="k1", method=Method.VERBAL)
    assert desk.refused(desk.sale(with_card)) == []
    stranger = desk.sale(desk.entry(card="k2"))
    assert ("card/unknown", "2:Keno Player Card") in desk.refused(stranger)


@clause("nsw-keno", "2:Combo Bet", "2:Quick Pick", "2:Set Bet")
@pytest.mark.parametrize(
    ("said", "code"),
    [
        ("Combo Bet", "combination"),
        ("COMBO", "combination"),
        ("Combination Bet", "combination"),
        ("QUICKPICK", "kwikipik"),
        ("Quick Pick", "kwikipik"),
        ("Kwipik", "kwikipik"),
        ("Kwikipik", "kwikipik"),
        ("SETBET", "superplay"),
        ("Set Bet", "superplay"),
        ("Six-Line", "six_line"),
        ("Odds or Evens", "odd_even"),
        ("Splits", "split"),
        ("Dozens", "dozen"),
        ("Low or High", "low_high"),
        ("Red or Black", "red_black"),
        ("Boxed", "box"),
        ("With the Field", "field"),
        ("Keno Classic", "regular"),
        ("Keno $2 Game", "keno2"),
        ("Heads or Tails?", "heads_or_tails"),
        ("Unclaimed Prize Form", "unclaimed_prize_claim_form"),
    ],
)
def test_2_aliases__one_code_for_every_spelling(said: str, code: str) -> None:
    assert canonical_term(said) == code


@clause("nsw-keno", "2:Backup Site", "2:Central Site", "2:Supervisor", "2:Draw Device")
@clause("nsw-keno", "12(a)(i)(b)", "12(a)(ii)")
def test_2_Backup_Site__draws_and_entries_carry_the_site_that_was_live(desk: Desk) -> None:
    first = desk.sell()
    assert desk.state.sold[first.serial].site is DrawSite.CENTRAL
    desk.do(MoveSite(desk.now, DrawSite.BACKUP))
    second = desk.sell()
    assert desk.state.sold[second.serial].site is DrawSite.BACKUP
    desk.do(SignOn(desk.now, "sam", Duty.SUPERVISOR, DrawSite.BACKUP))
    desk.do(CloseGame(desk.now))
    numbers = tuple(range(80, 60, -1))
    (drawn,) = desk.do(RecordDraw(desk.now, 0, numbers, "device-2", DrawSite.BACKUP, "tape 9"))
    assert isinstance(drawn, NumbersDrawn)
    assert (drawn.site, drawn.supervisor, drawn.medium) == (DrawSite.BACKUP, "sam", "tape 9")
    assert drawn.numbers == numbers
    assert desk.state.games[0].numbers == numbers
    not_ours = [("site/not_ours", "2:Backup Site")]
    assert desk.refused(MoveSite(desk.now, DrawSite.VENUE)) == not_ours
    assert desk.refused(SignOn(desk.now, "pat", Duty.SUPERVISOR, "Sydney")) == not_ours


@clause("nsw-keno", "2:Central Site Computer")
def test_2_Central_Site_Computer__a_replay_of_the_journal_has_every_entry_and_draw(
    desk: Desk,
) -> None:
    from eyesdown.keno.evolve import evolve
    from eyesdown.keno.state.state import KenoState

    entries = [desk.sell(), desk.sell(Regular((5, 6), 200), games=3)]
    desk.play()
    again = KenoState()
    for event in desk.journal:
        again = evolve(again, event)
    assert again == desk.state
    stored = [desk.stored(entry.serial).entry for entry in entries]
    assert stored == entries
    assert again.sold.keys() == {entries[1].serial}  # it has games to come
    assert again.games[0].numbers == tuple(range(1, 21))


@clause("nsw-keno", "2:Customer Session(i)", "2:Subscriber(i)", "2:Writer", "2:Verbal Entry")
def test_2_Customer_Session__an_entry_knows_its_session_writer_and_bearer(desk: Desk) -> None:
    entry = desk.sell(session="s-9", method=Method.VERBAL, writer="wendy")
    kept = desk.state.sold[entry.serial].entry
    assert (kept.session, kept.writer, kept.account) == ("s-9", "wendy", "")
    assert kept.method is Method.VERBAL
    desk.account()
    web = desk.web_entry()
    desk.do(desk.sale(web))
    assert desk.state.sold[web.serial].entry.account == "ann"


@clause("nsw-keno", "2:Customer Session(iii)")
def test_2_Customer_Session_iii__a_cancellation_knows_its_session(desk: Desk) -> None:
    entry = desk.sell()
    (event,) = desk.do(CancelEntry(desk.now, entry.serial, "s-3", venue="club"))
    assert event.session == "s-3"


GROUPS = ((3,), (10, 20), (31, 32, 33))


def _program(desk: Desk, **more: Any) -> None:
    plain = ProgramSuperplay(desk.now, "SP6", "regular", (1, 2, 3), None)
    desk.do(replace(plain, **more))


@clause("nsw-keno", "2:Superplay(i)", "2:Superplay(ii)")
def test_2_Superplay__an_entry_plays_its_template_and_stores_it(desk: Desk) -> None:
    _program(desk)
    bet = Combination("regular", GROUPS, None, 50)
    entry = desk.sell(bet, superplay="SP6")
    assert desk.state.sold[entry.serial].entry.superplay == "SP6"
    other = Combination("regular", ((3,), (10, 20)), None, 100)
    refused = desk.refused(desk.sale(desk.entry(other, superplay="SP6")))
    assert refused == [("superplay/not_the_template", "2:Superplay(i)")]
    unknown = desk.refused(desk.sale(desk.entry(bet, superplay="SP7")))
    assert unknown == [("superplay/unknown", "2:Superplay(i)")]
    single = desk.refused(desk.sale(desk.entry(Regular((1,), 100), superplay="SP6")))
    assert single == [("superplay/not_the_template", "2:Superplay(i)")]


@clause("nsw-keno", "2:Customised Superplay", "2:Superplay(ii)")
def test_2_Customised_Superplay__only_at_the_venue_it_was_programmed_for(desk: Desk) -> None:
    _program(desk, groups=GROUPS, venue="club")
    bet = Combination("regular", GROUPS, None, 50)
    assert desk.refused(desk.sale(desk.entry(bet, superplay="SP6"))) == []
    elsewhere = desk.sale(desk.entry(bet, superplay="SP6", venue="hotel"))
    assert desk.refused(elsewhere) == [("superplay/other_venue", "2:Customised Superplay")]
    changed = Combination("regular", ((4,), *GROUPS[1:]), None, 50)
    refused = desk.refused(desk.sale(desk.entry(changed, superplay="SP6")))
    assert refused == [("superplay/not_the_template", "2:Superplay(ii)")]


@clause("nsw-keno", "2:Superplay:nominate")
def test_2_Superplay_nominate__stake_and_games_must_be_named(desk: Desk) -> None:
    _program(desk)
    no_stake = Combination("regular", GROUPS, None, 0)
    refused = desk.refused(desk.sale(desk.entry(no_stake, superplay="SP6")))
    assert ("superplay/not_nominated", "2:Superplay:nominate") in refused
    bet = Combination("regular", GROUPS, None, 50)
    no_games = desk.entry(bet, superplay="SP6", games=0)
    assert desk.refused(desk.sale(no_games))[0][0] == "entry/games"
    assert desk.refused(desk.sale(desk.entry(bet, superplay="SP6", games=2))) == []


@clause("nsw-keno", "2:Lucky Last", "2:Keno Bonus:excluded")
def test_2_Lucky_Last__plays_the_spots_of_its_pick(desk: Desk) -> None:
    """Decisions G16, G17 and G25."""
    pick = Regular((1, 2), 100)
    assert desk.refused(desk.sale(desk.entry(pick, LuckyLast((1, 2), 100)))) == []
    other = desk.refused(desk.sale(desk.entry(pick, LuckyLast((1, 3), 100))))
    assert other == [("lucky_last/other_spots", "2:Lucky Last")]
    combo = Combination("regular", ((1,), (2, 3)), None, 100)
    assert desk.refused(desk.sale(desk.entry(combo, LuckyLast((1, 2, 3), 100)))) == []
    beside = desk.entry(Keno2((1, 2), 200), LuckyLast((1, 2), 100, bonus=True))
    assert desk.refused(desk.sale(beside)) == [
        ("bonus/not_with_this_game", "2:Keno Bonus:excluded")
    ]


@clause("nsw-keno", "2:Keno Day", "2(b)(iii)", "22(b)")
def test_2_Keno_Day__a_game_after_midnight_belongs_to_the_day_that_began(desk: Desk) -> None:
    """Decision T07: an Entry's games go on into the next Keno Day."""
    entry = desk.sell(games=3)
    desk.play(then_open=False)
    desk.now = datetime(2024, 5, 2, 1, 30)
    (opened,) = desk.do(OpenGame(desk.now, datetime(2024, 5, 2, 1, 33)))
    assert (opened.keno_day, opened.number) == (date(2024, 5, 1), 1)
    assert opened.rules_from == date(2024, 1, 12)
    desk.play(then_open=False)
    desk.do(CloseDay(desk.now))
    desk.now = datetime(2024, 5, 2, 9)
    desk.do(OpenDay(desk.now))
    (opened,) = desk.do(OpenGame(desk.now, datetime(2024, 5, 2, 9, 3)))
    assert (opened.keno_day, opened.number) == (date(2024, 5, 2), 0)
    assert entry.serial in desk.state.in_game[opened.game]
    assert list(consecutive_games(0, 3)) == [0, 1, 2]


@clause("nsw-keno", "2:Keno Day")
def test_2_Keno_Day__one_day_at_a_time_and_never_twice(desk: Desk) -> None:
    assert desk.refused(OpenDay(desk.now)) == [("day/not_openable", "2:Keno Day")]
    assert desk.refused(CloseDay(desk.now)) == [("day/not_closable", "2:Keno Day")]
    desk.play(then_open=False)
    assert desk.refused(CloseDay(desk.now)) == []
    assert desk.refused(OpenDay(desk.now)) == [("day/not_openable", "2:Keno Day")]
    assert desk.refused(OpenGame(desk.now, desk.now)) == [("game/no_day", "2:Keno Day")]
    (opened,) = desk.do(OpenDay(datetime(2024, 5, 2, 9)))
    assert isinstance(opened, DayOpened)


@clause("nsw-keno", "2:Multipik")
def test_2_Multipik__a_ticket_of_several_kwikipiks_keeps_their_number(desk: Desk) -> None:
    picks = [Regular((n, n + 1, n + 2), 100) for n in (1, 11, 21, 31)]
    entry = desk.sell(*picks, kwikipiks=4)
    kept = desk.state.sold[entry.serial]
    assert (kept.entry.kwikipiks, len(kept.entry.lines), kept.gross_cents) == (4, 4, 400)


@clause("nsw-keno", "2:Receipt Ticket")
def test_2_Receipt_Ticket__a_serial_is_used_once(desk: Desk) -> None:
    entry = desk.sell()
    again = desk.refused(desk.sale(entry))
    assert again == [("receipt/serial", "2:Receipt Ticket")]
    assert desk.refused(desk.sale(replace(entry, serial="")))[0] == again[0]
    assert len(desk.state.sold) == 1


@clause("nsw-keno", "2:Replay", "7(b)(i)(c)")
def test_2_Replay__an_old_ticket_with_changes_makes_a_new_entry(desk: Desk) -> None:
    """Decision G33: the old ticket is only read."""
    old = desk.sell(games=3)
    new = replace(
        old,
        serial="R-1",
        lines=(Regular((1, 2, 3), 200),),
        method=Method.REPLAY,
        replay_of=old.serial,
    )
    assert desk.refused(desk.sale(new)) == []
    kept = desk.state.sold["R-1"]
    assert (kept.entry.replay_of, kept.gross_cents) == (old.serial, 600)
    assert desk.state.sold[old.serial].end == 3
    blank = desk.entry(method=Method.REPLAY)
    assert desk.refused(desk.sale(blank)) == [("replay/no_ticket", "2:Replay")]


@clause("nsw-keno", "2:Replay")
def test_2_Replay__any_ticket_on_storage_and_no_other(desk: Desk) -> None:
    """Decision G33."""
    old = desk.sell(games=2)

    def again(ticket: str) -> list[Any]:
        entry = desk.entry(method=Method.REPLAY, replay_of=ticket)
        return desk.refused(desk.sale(entry))

    unknown = [("replay/unknown_ticket", "2:Replay")]
    assert again(old.serial) == []
    assert again("S9999999") == unknown  # though the one before was of the same kind
    desk.play()
    assert desk.refused(desk.claim(old)) == []
    assert desk.refused(desk.pay("c-1", continuations=("C-1",))) == []
    assert again(old.serial) == again("C-1") == []  # paid and kept, or its continuation
    desk.play(tuple(range(61, 81)))
    assert old.serial not in desk.state.sold  # it has left memory; the store has it
    assert again(old.serial) == again("C-1") == []
    assert again("C-2") == unknown


@clause("nsw-keno", "2:Self Service Terminal", "2:Terminal(i)", "2:Terminal(ii)")
def test_2_Terminal__each_kind_issues_its_own_paper(desk: Desk) -> None:
    voucher = IssueReceipt(desk.now, "D1", Tender.CASH_VOUCHER, "club-1", 500)
    receipt = IssueReceipt(desk.now, "D2", Tender.SST_RECEIPT, "club-sst", 500)
    assert desk.refused(replace(voucher, terminal="club-sst")) == [
        ("terminal/cannot_issue", "2:Terminal(ii)")
    ]
    assert desk.refused(replace(receipt, terminal="club-1")) == [
        ("terminal/cannot_issue", "2:Terminal(i)")
    ]
    assert desk.refused(voucher) == desk.refused(receipt) == []
    assert desk.refused(ApproveTerminal(desk.now, "t9", "club", False, "")) == [
        ("approval/missing", "2:Approved")
    ]
    stray = desk.sale(desk.entry(terminal="hotel-1"))
    assert desk.refused(stray) == [("terminal/unknown", "2:Terminal(i)")]
    at_sst = desk.entry(terminal="club-sst", method=Method.SST)
    assert desk.refused(desk.sale(at_sst)) == []
    assert desk.state.terminals["club-sst"].self_service


@clause("nsw-keno", "2:Senior Writer", "6(b)")
def test_6_b__no_sale_without_a_senior_writer_on_the_premises(desk: Desk) -> None:
    assert desk.state.on_duty["club boss"].duty is Duty.SENIOR_WRITER
    desk.do(SignOff(desk.now, "club boss"))
    assert desk.refused(desk.sale(desk.entry())) == [("venue/no_senior_writer", "6(b)")]
    assert desk.refused(desk.sale(desk.entry(venue="hotel"))) == []
    desk.do(SignOn(desk.now, "new boss", Duty.SENIOR_WRITER, "club"))
    assert desk.refused(desk.sale(desk.entry())) == []
    twice = SignOn(desk.now, "new boss", Duty.WRITER, "club")
    assert desk.refused(twice) == [("duty/signed_on_already", "6(b)")]
    nowhere = SignOn(desk.now, "stray", Duty.WRITER, "v99")
    assert desk.refused(nowhere) == [("venue/not_appointed", "2:Venue")]
    assert desk.do(SignOff(desk.now, "nobody")) == ()


@clause("nsw-keno", "6(a)")
def test_6_a__no_draw_without_a_supervisor_at_the_site(desk: Desk) -> None:
    desk.do(CloseGame(desk.now))
    draw = RecordDraw(desk.now, 0, tuple(range(1, 21)), "d", DrawSite.BACKUP, "m")
    assert desk.refused(draw) == [("draw/no_supervisor", "6(a)")]
    assert desk.refused(replace(draw, site=DrawSite.CENTRAL)) == []


@clause("nsw-keno", "4:variation", "7A(b):subset")
def test_4_variation__a_form_is_taken_off_and_put_back_with_approval(desk: Desk) -> None:
    switch = SwitchForm(desk.now, Form.REGULAR, Method.FORM, False, "", date(2024, 5, 1))
    assert desk.refused(switch) == [("approval/missing", "2:Approved")]
    assert desk.refused(replace(switch, approval="V-1")) == []
    kept = desk.state.switches[0]
    assert (kept.form, kept.offered, kept.from_day) == (Form.REGULAR, False, date(2024, 5, 1))
    assert (kept.approval, kept.method) == ("V-1", Method.FORM)
    assert desk.refused(desk.sale(desk.entry())) == [("form/not_offered", "7(b)(i)(d)(i)")]
    assert desk.refused(desk.sale(desk.entry(method=Method.VERBAL))) == []
    desk.do(replace(switch, offered=True, approval="V-2"))
    assert desk.refused(desk.sale(desk.entry())) == []
    tomorrow = replace(switch, approval="V-3", from_day=date(2024, 5, 2))
    desk.do(tomorrow)
    assert desk.refused(desk.sale(desk.entry())) == []


@pytest.mark.parametrize(("day", "fine"), [(date(2024, 1, 11), False), (date(2024, 1, 12), True)])
def test_1_para1__x01_in_force_from(shop: Desk, day: date, fine: bool) -> None:
    from eyesdown.keno.decide import decide
    from eyesdown.keno.state.state import KenoState

    [event] = decide(shop.book, KenoState(), OpenDay(datetime.combine(day, time(10))))
    assert hasattr(event, "keno_day") is fine
