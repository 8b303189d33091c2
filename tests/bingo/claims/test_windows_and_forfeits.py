"""Calls in and out of their window, forfeits, and what a call is worth (C01 to C26)."""

from __future__ import annotations

from typing import Any

import pytest

from eyesdown.bingo.claims.commands import CheckClaim, Claim, ConfirmClaim, DeclareResult
from eyesdown.bingo.claims.events import ClaimMade, ClaimRefused, PrizeForfeited
from eyesdown.bingo.play.commands import BeginCall, CallNumber, FinishCall
from eyesdown.bingo.pools.events import PrizeRolled, PrizeWon
from eyesdown.bingo.sales.commands import EnterSerialRange
from eyesdown.bingo.session.commands import RegisterSeries
from eyesdown.bingo.words.parts import Level
from eyesdown.bingo.words.printed import PrintedCard
from eyesdown.rulebook.facts.bingo import Settings
from kit import halls
from kit.fixtures import NINETY
from kit.table import Sit

NZ, VIC, NSW = "nz-casino-bingo", "vic-bingo", "nsw-casino-bingo"
TOP = (7, 23, 33, 40, 63)  # top line of T0
MIDDLE = (8, 10, 44, 71, 85)
BOTTOM = (14, 38, 51, 64, 77)

LATE = {
    NZ: ["claim/late 5.2(a)(ii)", "claim/late 5.7(c)(iii)", "claim/forfeited 5.10"],
    VIC: ["claim/late 1.1(a)(ii)", "claim/forfeited 1.3"],
}
EARLY = {
    NZ: ["claim/during_announcement 5.2(a)(ii)"],
    VIC: ["claim/during_announcement 1.1(a)(ii)"],
}
NEITHER = {book: [*EARLY[book], LATE[book][-1]] for book in EARLY}
NOTHING: list[str] = []

# Number 63 completes the top line; it is announced from :10 to :13, the next from :20 to :23.
MOMENTS = [
    ("at_the_last_second_of_63", "19:10:12", EARLY),
    ("as_63_is_finished", "19:10:13", NOTHING),
    ("just_before_the_next_begins", "19:10:19", NOTHING),
    ("as_the_next_begins", "19:10:20", NEITHER),
    ("while_the_next_is_announced", "19:10:22", NEITHER),
    ("after_the_next", "19:10:23", LATE),
]


@pytest.mark.clause(NZ, "5.2(a)(ii)", "5.7(c)(iii)", "5.10")
@pytest.mark.clause(VIC, "1.1(a)(ii)", "1.3")
@pytest.mark.parametrize("book", [NZ, VIC])
@pytest.mark.parametrize(("_", "at", "wanted"), MOMENTS, ids=[moment[0] for moment in MOMENTS])
def test_C01__window_opens_at_the_finish_and_closes_at_the_next_start(
    sit: Sit, book: str, _: str, at: str, wanted: Any
) -> None:
    table = sit(book, {"ann": "T0"})
    table.call(*TOP[:4])
    table.ok(CallNumber, number=63, at="19:10:10", finished="19:10:13")
    if at >= "19:10:20":
        table.ok(CallNumber, number=90, at="19:10:20", finished="19:10:23")
    assert table.claim("ann", at=at) == (wanted[book] if wanted else [])


@pytest.mark.clause(NZ, "5.2(a)(ii)")
def test_C01__a_cry_during_the_announcement_may_be_repeated_after_it(sit: Sit) -> None:
    table = sit(NZ, {"ann": "T0"})
    table.call(*TOP[:4])
    table.ok(BeginCall, number=63)
    assert table.claim("ann") == EARLY[NZ]
    table.ok(FinishCall)
    assert table.claim("ann") == []


@pytest.mark.clause(NZ, "5.4", "5.7(c)")
def test_C02_C03__others_may_call_on_the_number_until_the_result_is_declared(sit: Sit) -> None:
    table = sit(NZ, {"ann": "T0", "bob": "A4"}, cents=(50000,))
    table.call(7, 23, 33, 40, 3, 22, 31, 85, 8, 10, 71)
    table.call(44)  # middle of T0, top of A4
    first = table.ok(Claim, player="ann").claim
    table.check(first)
    table.ok(ConfirmClaim, claim=first, by="sue")
    assert table.claim("bob") == []
    assert table.refused(DeclareResult, by="sue") == ["result/claims_undecided 5.4"]
    table.check("claim 2")
    table.ok(ConfirmClaim, claim="claim 2", by="sue")
    won = table.ok(DeclareResult, by="sue")
    assert (won.winners, won.share_cents, won.call) == (("ann", "bob"), 25000, 12)
    assert table.claim("cat")[0].startswith("claim/no_cards")
    assert table.claim("bob") == ["claim/no_prize_open 5.7(c)"]


@pytest.mark.clause(NZ, "5.10")
def test_C04__a_silent_first_completer_does_not_block_the_next(sit: Sit) -> None:
    table = sit(NZ, {"ann": "T0", "bob": "A4"})
    table.call(*TOP, 3, 22, 31, 44)
    table.call(85)
    (won,) = table.win("bob")
    assert won.winners == ("bob",)
    (lost,) = table.happened(PrizeForfeited)
    assert (lost.player, lost.prize, lost.call) == ("ann", "part series", 5)


# A player silent on one line completes another later: scope of the forfeit by book and setting.
SCOPES = [
    (NZ, "player", "A4", ["claim/forfeited 5.10"]),
    (NZ, "player", "", ["claim/forfeited 5.10"]),
    (NZ, "card", "A4", []),
    (NZ, "card", "", ["claim/forfeited 5.10"]),
    (NZ, "completion", "", []),
    (VIC, "player", "A4", ["claim/forfeited 1.3"]),
    (VIC, "player", "", ["claim/forfeited 1.3"]),
    (VIC, "completion", "", []),
]


@pytest.mark.clause(NZ, "5.10")
@pytest.mark.clause(VIC, "1.3")
@pytest.mark.parametrize(("book", "scope", "other", "wanted"), SCOPES)
def test_C05_C25__a_missed_line_is_lost_on_every_card_of_the_player(
    sit: Sit, book: str, scope: str, other: str, wanted: list[str]
) -> None:
    version = 1 if book == NZ else 5
    holders = {"ann": f"T0 {other}".strip(), "bob": "E1"}
    table = sit(book, holders, version=version, settings=Settings(forfeit_scope=scope))
    table.call(*TOP)
    table.call(*((3, 22, 31, 44, 85) if other else MIDDLE))
    assert [no for no in table.claim("ann") if "late" not in no] == wanted


@pytest.mark.clause(NZ, "5.10")
def test_C05__without_a_name_the_purchase_stands_for_the_player(sit: Sit) -> None:
    table = sit(NZ, {"?": "T0", "??": "A4"})
    table.call(*TOP, 3, 22, 31, 44)
    table.call(85)
    assert table.refused(Claim, serial="777", card=2) == []
    assert table.happened(ClaimMade)[0].player == "purchase 2"
    assert table.happened(PrizeForfeited)[0].player == "purchase 1"


@pytest.mark.clause(NZ, "5.10", "5.2(c)(iii)")
def test_C06__a_missed_line_leaves_the_series_open_in_version_3(sit: Sit) -> None:
    table = sit(NZ, {"ann": "T0", "bob": "E1"}, version=3)
    table.call(*TOP, *MIDDLE, *BOTTOM[:4])
    table.call(77)
    assert [won.prize for won in table.win("ann")] == ["series"]


@pytest.mark.clause(VIC, "1.3")
def test_C05__in_victoria_the_whole_game_is_lost(sit: Sit) -> None:
    table = sit(VIC, {"ann": "T0 A4", "bob": "E1"}, version=5)
    table.call(*TOP, 90)
    assert [lost.prize for lost in table.happened(PrizeForfeited)] == ["any line"]
    table.call(3, 22, 31, 44, 85)
    assert "claim/forfeited 1.3" in table.claim("ann")


@pytest.mark.clause(NSW, "8.1")
def test_C06__a_missed_minor_leaves_the_bingo_open(sit: Sit) -> None:
    table = sit(NSW, {"ann": "A"}, minors=(("any line", 5000),))
    table.call(1, 24, 51, 73, 81, 18)
    assert table.claim("ann") == ["claim/late 8.1"]
    table.call(34, 54, 63, 82, 25, 42, 67, 75)
    table.call(88)
    assert [won.prize for won in table.win("ann")] == ["bingo"]


@pytest.mark.clause(NSW, "8.1", "6.5.2")
def test_C06__a_missed_bingo_on_a_jackpot_number_loses_both(sit: Sit) -> None:
    levels = (Level(level="jackpot", amount_cents=44400, on_jackpot_number=True),)
    table = sit(NSW, {"ann": "A", "bob": "B"}, each={"levels": levels}, jackpot=(88,))
    table.call(1, 24, 51, 73, 81, 18, 34, 54, 63, 82, 25, 42, 67, 75, 88)
    table.call(2)
    assert [no.split()[0] for no in table.claim("ann")] == ["claim/late"]
    assert [lost.prize for lost in table.happened(PrizeForfeited)] == ["bingo"]


WORDS = [
    (book, word) for book in (NZ, VIC, NSW) for word in ("line", "bingo", "noise", "yes", "proxy")
]


@pytest.mark.clause(NZ, "5.3")
@pytest.mark.clause(VIC, "1.1(d)(ii)")
@pytest.mark.clause(NSW, "4.7", "5.4.2")
@pytest.mark.parametrize(("book", "word"), WORDS)
def test_C09__any_word_is_a_call(sit: Sit, book: str, word: str) -> None:
    if book == NSW:
        table = sit(NSW, {"ann": "A"}, minors=(("any line", 5000),))
        table.call(1, 24, 51, 73, 81)
    else:
        table = sit(book, {"ann": "T0"}, version=2 if book == NZ else 4)
        table.call(*TOP, *MIDDLE, *BOTTOM)
    made = table.ok(Claim, player="ann", word=word, by="friend")
    assert (made.word, made.by) == (word, "friend")


@pytest.mark.clause(NSW, "7.4", "1.1 'bingo'")
@pytest.mark.parametrize("added", ["in the window", "too late", "uncalled numbers only"])
def test_C10__marks_may_be_added_until_the_next_number(sit: Sit, added: str) -> None:
    table = sit(NSW, {"ann": "A"})
    box = (1, 24, 51, 73, 81, 18, 34, 54, 63, 82, 25, 42, 67, 75, 88)
    table.call(*box)
    claim = table.ok(Claim, player="ann").claim
    seen = box[:14] if added != "uncalled numbers only" else (*box[:14], 89, 90)
    table.check(claim, marked=seen)
    assert table.refused(ConfirmClaim, claim=claim, by="sue") == ["claim/unmarked 7.4"]
    if added == "in the window":
        table.ok(CheckClaim, claim=claim, by="sue", steps=("numbers",), marked=(88,))
        table.ok(ConfirmClaim, claim=claim, by="sue")
        return
    table.call(2)
    assert table.this.claims[claim].status == "refused"
    assert table.refused(ConfirmClaim, claim=claim, by="sue") == ["claim/not_open 7.1"]


@pytest.mark.clause(NZ, "5.2(b)(i)")
@pytest.mark.clause(VIC, "1.1(d)(i)")
@pytest.mark.parametrize(("book", "version"), [(NZ, 2), (VIC, 4)])
def test_C10__marks_play_no_part_in_the_other_books(sit: Sit, book: str, version: int) -> None:
    table = sit(book, {"ann": "T0", "bob": "E1"}, version=version)
    table.call(*TOP, *MIDDLE, *BOTTOM)
    more = {"witness": "bob"} if book == VIC else {}
    assert [won.winners for won in table.win("ann", **more)] == [("ann",)]


@pytest.mark.clause(NSW, "3.4 auto", "4.9")
def test_C11__automatic_play_marks_but_does_not_call(sit: Sit) -> None:
    table = sit(NSW, {"bob": "B"}, began=False)
    spare = PrintedCard(card=1, book=1, boxes=tuple(NINETY[f"A{place}"] for place in range(1, 7)))
    table.ok(RegisterSeries, serial="778", cards=(spare,))
    table.hand("ann", 1, "778", medium="electronic", auto_play=True)
    table.ok(EnterSerialRange, by="cal", serial="778", first=1, last=1)
    table.start()
    table.call(1, 24, 51, 73, 81, 18, 34, 54, 63, 82, 25, 42, 67, 75, 88)
    assert not table.happened(ClaimMade)
    assert table.refused(DeclareResult, by="sue") == ["result/no_winner 7.1"]
    assert [won.winners for won in table.win("ann", marked=())] == [("ann",)]


SHARES = [
    (NZ, 50000, (25000, 0)),
    (NZ, 50001, (25001, 1)),
    (VIC, 24000, (12000, 0)),
    (VIC, 1, (1, 1)),
]


@pytest.mark.clause(NZ, "5.4")
@pytest.mark.clause(VIC, "1.2")
@pytest.mark.parametrize(("book", "cents", "wanted"), SHARES)
def test_C12_C13__equal_shares_rounded_up(
    sit: Sit, book: str, cents: int, wanted: tuple[int, int]
) -> None:
    holders = {"ann": "T0", "bob": "A4", "eve": "E1"}
    table = sit(book, holders, version=1 if book == NZ else 5, cents=(cents,))
    table.call(8, 10, 71, 85, 3, 22, 31, 44)
    more = {"witness": "eve"} if book == VIC else {}
    (won,) = table.win("ann", "bob", **more)
    assert (won.share_cents, won.rounding_contribution_cents) == wanted


@pytest.mark.clause(NZ, "5.4")
def test_C12__two_winning_cards_of_one_player_are_one_share(sit: Sit) -> None:
    table = sit(NZ, {"ann": "T0 E1", "bob": "A4"}, cents=(50000,))
    table.call(8, 10, 71, 85, 3, 22, 31, 1, 11, 60, 72, 44)
    (won,) = table.win("ann", "bob")
    assert (won.winners, won.share_cents) == (("ann", "bob"), 25000)


@pytest.mark.clause(NZ, "5.2(c)(iv)", "5.2(c) tail split")
@pytest.mark.parametrize("who", ["bob", "ann"])
def test_C15__an_unclaimed_line_is_added_to_the_series(sit: Sit, who: str) -> None:
    card = {"ann": "T0", "bob": "A4"} if who == "ann" else {"ann": "A4", "bob": "T0"}
    table = sit(NZ, card, version=3, cents=(4000, 6000))
    table.call(*TOP, *MIDDLE, *BOTTOM)
    (won,) = table.win(who)
    assert (won.prize, won.place, won.amount_cents) == ("series", "Second Winner", 10000)
    assert table.happened(PrizeRolled)[0].to_prize == "series"
    assert table.close()[0].prizes_cents == 10000


@pytest.mark.clause(NZ, "5.2(c)(ii)", "5.2(c)(iv)")
def test_C16__one_call_serves_line_and_series(sit: Sit) -> None:
    table = sit(NZ, {"ann": "T0"}, version=3, cents=(4000, 6000))
    table.call(*TOP[:4], *MIDDLE[:4], *BOTTOM[:4], 63)
    table.win("ann")
    table.call(85)
    table.call(77)
    assert [won.place for won in table.win("ann")] == ["Second Winner"]
    places = [(won.place, won.call) for won in table.happened(PrizeWon)]
    assert places == [("First Winner", 13), ("Second Winner", 15)]


@pytest.mark.clause(NSW, "5.4.1", "7.2")
def test_C16_F09__bingo_ball_also_completes_the_pattern(sit: Sit) -> None:
    table = sit(NSW, {"ann": "A"}, minors=(("bottom line", 5000), ("four corners", 7000)))
    table.call(1, 24, 51, 73, 81, 18, 34, 54, 63, 82, 25, 42, 67, 75)
    table.call(88)
    won = table.win("ann")
    assert {event.prize: event.amount_cents for event in won} == {
        "bottom line": 5000,
        "four corners": 7000,
        "bingo": 10000,
    }


CODES = [
    (NZ, 1, (7, 23, 33, 40, 63, 12), "claim/late"),
    (NZ, 1, (7, 23, 33, 40, 12), "claim/incomplete"),
    (VIC, 1, (7, 23, 33, 40, 63, 12), "claim/late"),
    (VIC, 1, (8, 10, 44, 71, 85), "claim/incomplete"),
    (NSW, 0, (1, 24, 51, 73, 81, 18, 34, 54, 63, 82, 25, 42, 67, 75, 88, 2), "claim/late"),
    (NSW, 0, (1, 24, 51, 73, 81, 18, 34, 54, 63, 82, 25, 42, 67, 75, 2), "claim/incomplete"),
]


@pytest.mark.clause(NZ, "5.7(c)(iii)", "5.11")
@pytest.mark.clause(VIC, "1.4")
@pytest.mark.clause(NSW, "8.2")
@pytest.mark.parametrize(("book", "version", "balls", "code"), CODES)
def test_C17__late_is_not_incomplete(
    sit: Sit, book: str, version: int, balls: tuple[int, ...], code: str
) -> None:
    table = sit(book, {"ann": "A" if book == NSW else "T0"}, version=version)
    table.call(*balls)
    assert table.claim("ann")[0].startswith(code)
    table.call(90)  # C08: no penalty, play goes on


@pytest.mark.clause(VIC, "3.5(d)")
def test_C18__no_independent_player_is_logged(sit: Sit) -> None:
    table = sit(VIC, {"ann": "T0", "bob": "A4"}, version=5)
    table.call(8, 10, 71, 85, 3, 22, 31, 44)
    for player in ("ann", "bob"):
        table.ok(Claim, player=player)
    checked = table.ok(CheckClaim, claim="claim 1", by="sue", steps=("call back",))
    assert (checked.witness, checked.witness_impossible) == ("", True)


WITNESSES = [
    ("", ["claim/no_witness 3.5(d)"]),
    ("ann", ["claim/witness_not_independent 3.5(d)"]),
    ("cal", ["claim/witness_not_independent 3.5(d)"]),
    ("sue", ["claim/witness_not_independent 3.5(d)"]),
    ("stranger", ["claim/witness_not_independent 3.5(d)"]),
    ("bob", []),
]


@pytest.mark.clause(VIC, "3.5(d)")
@pytest.mark.parametrize(("witness", "wanted"), WITNESSES)
def test_C18__witness_plays_and_does_not_claim(sit: Sit, witness: str, wanted: list[str]) -> None:
    table = sit(VIC, {"ann": "T0", "bob": "A4"})
    table.call(*TOP)
    claim = table.ok(Claim, player="ann").claim
    found = table.refused(CheckClaim, claim=claim, by="x", steps=("call back",), witness=witness)
    assert found == wanted


@pytest.mark.clause(NZ, "5.7(c)", "5.7(c)(iv)")
@pytest.mark.clause(NSW, "7.1")
def test_C19__each_book_has_its_own_checkers(sit: Sit) -> None:
    table = sit(NZ, {"ann": "T0"})
    table.call(*TOP)
    table.ok(Claim, player="ann")
    steps = tuple(table.book.steps)
    no = table.refused(CheckClaim, claim="claim 1", by="cal", steps=("collect",))
    assert no == ["claim/wrong_checker 5.7(c)"]
    no = table.refused(CheckClaim, claim="claim 1", by="sue", steps=steps)
    assert no == ["claim/not_the_caller 5.7(c)(iv)"]
    no = table.refused(ConfirmClaim, claim="claim 1", by="sue")
    assert len(no) == len(steps)
    table = sit(NSW, {"ann": "A"}, minors=(("top line", 1000),))
    table.call(1, 24, 51, 73, 81)
    table.ok(Claim, player="ann")
    no = table.refused(CheckClaim, claim="claim 1", by="cal", steps=("collect",))
    assert no == ["claim/wrong_checker 7.1"]
    table.ok(CheckClaim, claim="claim 1", by="max", steps=("collect",))


@pytest.mark.clause(NZ, "5.4")
def test_C26__refused_claimants_do_not_share(sit: Sit) -> None:
    table = sit(NZ, {"ann": "T0", "bob": "A4"}, cents=(50000,))
    table.call(8, 10, 71, 85, 3, 22, 31, 44)
    for player in ("ann", "bob"):
        table.ok(Claim, player=player)
    wrong = table.do(CheckClaim, claim="claim 2", by="sue", steps=("serial",), serial="999")
    assert isinstance(wrong[0], ClaimRefused)
    table.check("claim 1")
    table.ok(ConfirmClaim, claim="claim 1", by="sue")
    won = table.ok(DeclareResult, by="sue")
    assert (won.winners, won.share_cents) == (("ann",), 50000)


@pytest.mark.clause(NSW, "8.1")
def test_C05__in_nsw_a_missed_prize_is_lost_in_every_box_and_line(sit: Sit) -> None:
    table = sit(NSW, {"ann": "A", "bob": "B"}, minors=(("any line", 5000),))
    table.call(1, 24, 51, 73, 81)  # top of A1, and nobody calls
    table.call(36, 43, 53, 62, 71)  # top of A2
    assert table.claim("ann") == ["claim/forfeited 8.1"]
    table.call(18, 34, 54, 63, 82, 25, 42, 67, 75, 88)  # A1 is full, and nobody calls
    table.call(8, 11, 20, 37, 45, 15, 48, 56, 79, 87)  # A2 is full
    assert [no for no in table.claim("ann") if "late" not in no] == ["claim/forfeited 8.1"]
    assert {lost.prize for lost in table.happened(PrizeForfeited)} == {"any line", "bingo"}


@pytest.mark.clause(NSW, "7.2")
@pytest.mark.parametrize(("cents", "share", "added"), [(10000, 5000, 0), (10001, 5001, 1)])
def test_C12_C13__in_nsw_shares_are_per_player(
    sit: Sit, cents: int, share: int, added: int
) -> None:
    table = sit(NSW, {"ann": "A", "bob": "B"}, cents=(cents,))
    table.call(*[ball for ball in NINETY["A1"].numbers if ball != 88])
    table.call(*[ball for ball in NINETY["B2"].numbers if ball != 88], 88)
    (won,) = table.win("ann", "bob")
    assert (won.share_cents, won.rounding_contribution_cents) == (share, added)


@pytest.mark.clause("nsw-casino-bingo", "8.1", "8.2", "4.3")
@pytest.mark.parametrize(("cries", "forfeits"), [(True, 0), (False, 1)])
def test_8_1__who_called_with_a_card_out_of_range_was_not_silent(
    *, cries: bool, forfeits: int
) -> None:
    hall = halls.nsw_running("ann", "bob", minors={"top line": 5000})
    hall.ok(EnterSerialRange, by="dan", serial=halls.NSW_SERIAL, first=1, last=1)
    top, *_ = hall.state.series[halls.NSW_SERIAL].cards[2].boxes[0].rows
    hall.call(*(number for number in top if number))
    if cries:
        [heard] = hall.do(Claim, player="bob")
        assert [no.code for no in heard.refusals] == ["claim/out_of_range"]
    hall.call(next(number for number in range(1, 91) if number not in hall.this.called))
    assert len(hall.this.all_forfeits) == forfeits
