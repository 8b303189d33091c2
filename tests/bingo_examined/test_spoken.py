"""Cases told in .eyes alone: what a hall would write down is what the rules play.

Under a command, a line `  ? Event .. part .. part` names an event it must lead to, and parts of
what that event says; `  ! Event` names one it must not lead to.
"""

from __future__ import annotations

import pytest

from eyesdown.testing.eyes.context import Context
from eyesdown.testing.eyes.document import Asked, parse, print_events, print_script
from eyesdown.testing.eyes.drawings import draw_block
from eyesdown.testing.eyes.player import replay
from eyesdown.testing.fixtures import F1, F2, F3, NINETY

NZ, VIC, NSW, FAMILY = "nz-casino-bingo", "vic-bingo", "nsw-casino-bingo", "family-bingo"


def drawn(*names: str) -> str:
    return "\n".join(line for name in names for line in draw_block("ticket", name, NINETY[name]))


def calls(at: str, numbers: str) -> str:
    """One call a second from a minute on, announced in no time."""
    lines = (
        f"> {at}:{second:02} call number number={number}"
        for second, number in enumerate(numbers.split(), start=1)
    )
    return "\n".join(lines)


NZ_HALL = f"""book {NZ} on 2026-05-05
{drawn("T0", "A4", "E1")}
> 18:00 register person person=cal role=employee staff=yes
> 18:00 register person person=sue role=employee staff=yes
> 18:01 register series serial=777 colour=blue cards=[PrintedCard(card=1 boxes=[@T0]) PrintedCard(card=2 boxes=[@A4]) PrintedCard(card=3 boxes=[@E1])]
> 18:02 plan session session=mon starts_at=19:00 games=[PlannedGame(game=1 versions=[1] price_cents=$10.00 prizes=[Offer(prize="part series" amount_cents=$500.01)]) PlannedGame(game=2 versions=[1] price_cents=$10.00)]
in session=mon game=1
> 18:03 open session
> 18:04 appoint person person=cal duty=caller
> 18:04 appoint person person=sue duty=supervisor
> 18:05 sell cards game=1 player=ann serial=777 count=1 paid_cents=$10.00
> 18:05 sell cards game=1 player=bob serial=777 count=1 paid_cents=$10.00
> 19:00 start game
> 19:00 announce game=1 by=cal topics=[]
"""

CHECKED = """> 19:11 check claim claim="claim 1" by=sue steps=[collect serial numbers "last number" "public reading"]
> 19:11 check claim claim="claim 1" by=cal steps=["caller verification"]
> 19:11 confirm claim claim="claim 1" by=sue
"""

NZ_CASES = {
    "C01 a cry between start and finish of a call is no call": f"""{calls("19:01", "7 23 33 40")}
> 19:02:00 call number number=63 finished=19:02:04
> 19:02:03 claim player=ann word=line
  ? ClaimRefused .. claim/during_announcement <5.2(a)(ii)>
> 19:02:04 claim player=ann word=line
  ? ClaimMade .. player=ann .. call=5""",
    "C01 begun and finished apart": f"""{calls("19:01", "7 23 33 40")}
> 19:02:00 begin call number=63
> 19:02:01 claim player=ann
  ? ClaimRefused .. claim/during_announcement
> 19:02:04 finish call
  ? CallFinished .. call=5
> 19:02:05 claim player=ann
  ? ClaimMade""",
    "C04 C05 the silent lose the prize when the next number begins": f"""{calls("19:01", "7 23 33 40 63")}
> 19:02:00 call number number=12
  ? PrizeForfeited .. player=ann .. prize="part series" .. call=5 .. scope=player
  ? NumberCalled .. call=6
> 19:02:10 claim player=ann
  ? ClaimRefused .. claim/late <5.7(c)(iii)> {{completed_on:5 call:6}} .. claim/forfeited <5.10>""",
    "5.3 another person calls for the player": f"""{calls("19:01", "7 23 33 40 63")}
> 19:02 claim player=ann word=noise by=zoe
  ? ClaimMade .. word=noise .. by=zoe""",
    "C13 shares are rounded up": f"""{calls("19:01", "8 10 71 85 3 22 31 44")}
> 19:10 claim player=ann
> 19:10 claim player=bob
{CHECKED}{CHECKED.replace("claim 1", "claim 2")}> 19:12 declare result by=sue
  ? PrizeWon .. amount_cents=$500.01 .. winners=[ann bob] .. share_cents=$250.01 rounding_contribution_cents=$0.01""",
    "C19 a step not done is named": f"""{calls("19:01", "7 23 33 40 63")}
> 19:10 claim player=ann
> 19:11 check claim claim="claim 1" by=sue steps=[collect serial numbers "last number"]
> 19:11 confirm claim claim="claim 1" by=sue
  ? Refused .. claim/step_missing <5.7(c)(iv)> {{step:"public reading"}}""",
    "D01 a wrong number, reported and corrected": f"""{calls("19:01", "7 23 33 40 16")}
> 19:02 report error by=sue wrong=16 right=63
> 19:02:10 call number number=90
  ? Refused .. draw/correction_owed <5.8>
> 19:02:20 correct number by=cal wrong=16 right=63 finished=19:02:23
  ? NumberCorrected .. wrong=16 right=63 finished=19:02:23
> 19:02:22 claim player=ann
  ? ClaimRefused .. claim/during_announcement
> 19:02:24 claim player=ann
  ? ClaimMade .. call=5
""",
    "D03 a win on a struck number falls": f"""{calls("19:01", "7 23 33 40 63")}
> 19:10 claim player=ann
{CHECKED}> 19:12 declare result by=sue
> 19:13 correct number by=sue wrong=63 right=64
  ? NumberCorrected .. cancelled_claims=["claim 1"] .. reopened_prizes=["part series"]""",
    "5.6(d) 5.7(b) balls are handed over, checked and racked": """> 19:10 invalidate game by=sue cause="building evacuation"
> 19:20 start game game=2 selector=receptacle selector_id=cage
> 19:20 announce game=2 by=cal topics=[]
in session=mon game=2
> 19:21 call number number=16
> 19:21:10 call number number=2
  ? Refused .. draw/ball_not_handed_over <5.6(d)> .. draw/ball_not_racked <5.7(b)>
> 19:21:20 hand over ball by=cal
> 19:21:30 check ball by=sue ball=60
  ? CorrectionOpened .. wrong=16 right=60
> 19:21:40 correct number by=cal wrong=16 right=60
> 19:21:50 check ball by=sue ball=60
  ? BallRacked .. ball=60""",
    "9.2 a fire: all sums go back": """> 19:30 invalidate game by=sue cause=fire
  ? Refunded .. player=ann .. amount_cents=$10.00
  ? Refunded .. player=bob .. amount_cents=$10.00
  ! SumForfeited""",
    "9.2 fraud: the player's sum is forfeited": """> 19:30 invalidate game by=sue cause=fraud person=bob person_kind=player affects_outcome=yes forfeit=yes
  ? Refunded .. player=ann
  ? SumForfeited .. player=bob .. amount_cents=$10.00""",
    "7.3 paid by cheque on request": f"""{calls("19:01", "7 23 33 40 63")}
> 19:10 claim player=ann
{CHECKED}> 19:12 declare result by=sue
> 19:13 close game by=sue
  ? GameClosed .. outcome=won .. receipts_cents=$20.00 .. prizes_cents=$500.01
> 19:14 pay prize award="mon/1/part series/ann" cheque_requested=yes
  ? PrizePaid .. method=cheque .. amount_cents=$500.01""",
    "8.1 an unresolved dispute needs the advice": """> 19:30 raise dispute dispute=D1 person=ann about="who called"
> 19:31 close dispute dispute=D1 satisfied=no
  ? Refused .. dispute/not_advised <8.1>
> 19:32 close dispute dispute=D1 satisfied=no advised=yes
  ? DisputeClosed .. Government inspector""",
    "B02 nothing is sold once a number is out": f"""{calls("19:01", "7")}
> 19:02 sell cards game=1 player=cat serial=777 count=1 paid_cents=$10.00
  ? Refused .. sale/number_out <4.2 chance>""",
}

VIC_HALL = f"""book {VIC} on 2026-05-05
{drawn("T0", "A4")}
> 18:00 register person person=cal role=helper
> 18:00 register person person=sue role=helper
> 18:01 register series serial=501777 cards=[PrintedCard(card=1 book=1001 boxes=[@T0]) PrintedCard(card=2 book=1002 boxes=[@A4])]
> 18:02 open pool pool=Gold sequence=Winter
> 18:02 plan session session=tue starts_at=19:00 sequence=Winter pool=Gold pool_games=[2] pool_method="with the prize" games=[PlannedGame(game=1 versions=[5] price_cents=$1.00 prizes=[Offer(prize="any line" amount_cents=$240.00)]) PlannedGame(game=2 versions=[1] price_cents=$2.00)]
in session=tue game=1
> 18:03 open session by=sue notice_displayed=yes
> 18:04 appoint person person=cal duty=caller
> 18:04 appoint person person=sue duty=supervisor
> 18:05 sell cards game=1 player=ann serial=501777 cards=[1] paid_cents=$1.00
> 18:05 sell cards game=1 player=bob serial=501777 cards=[2] paid_cents=$1.00
> 18:06 enter serial range by=sue serial=501777 first=1001 last=1002
> 19:00 start game
> 19:00 announce by=cal topics=[]
"""

VIC_CASES = {
    "3.5 a helper checks, an independent player witnesses": f"""{calls("19:01", "7 23 33 40 63")}
> 19:10 claim player=ann
> 19:11 check claim claim="claim 1" by=helper steps=[collect serial sold] serial=501777 book=1001
  ? ClaimChecked .. by=helper
> 19:11 check claim claim="claim 1" by=sue steps=["call back"] witness=ann
  ? Refused .. claim/witness_not_independent <3.5(d)>
> 19:11 check claim claim="claim 1" by=sue steps=["call back"] witness=bob
  ? ClaimChecked .. witness=bob
> 19:12 confirm claim claim="claim 1" by=sue
  ? ClaimAllowed
> 19:13 declare result by=sue
  ? PrizeWon .. share_cents=$240.00""",
    "C18 nobody independent is there": f"""{calls("19:01", "8 10 71 85 3 22 31 44")}
> 19:10 claim player=ann
> 19:10 claim player=bob
> 19:11 check claim claim="claim 1" by=sue steps=["call back"]
  ? ClaimChecked .. witness_impossible=yes""",
    "4.3 closing needs balance and next session": """> 19:30 invalidate game by=sue cause=flood
> 19:31 start game game=2
> 19:32 invalidate game game=2 by=sue cause=flood
> 19:33 close session
  ? Refused .. announcement/missing <4.3(a)> .. announcement/missing <4.3(b)>
> 19:34 announce by=cal topics=["next session"] details=[(date 2026-05-12) (time 19:00)]
  ? Refused .. announcement/incomplete <4.3(b)> .. place
> 19:35 announce by=cal topics=["closing balance" "next session"] details=[(date 2026-05-12) (time 19:00) (place Hall)]
  ? Announced .. The jackpot pool closes at $0.00.
> 19:36 close session
  ? SessionClosed""",
    "3.4(d) the supervisor alone decides disputes": """> 19:30 raise dispute dispute=D1 person=ann about="a call"
> 19:31 decide dispute dispute=D1 by=cal decision=no
  ? Refused .. dispute/not_the_supervisor <3.4(d)>
> 19:32 decide dispute dispute=D1 by=sue decision=no
  ? DisputeDecided""",
}

SIX = " ".join(f"@A{place}" for place in range(1, 7))
NSW_HALL = f"""book {NSW} on 2026-05-05
{drawn(*(f"A{place}" for place in range(1, 7)))}
> 18:00 register person person=dan role=dealer staff=yes
> 18:00 register person person=sue role="gaming services supervisor" staff=yes
> 18:00 register person person=ann member=yes
> 18:01 register series serial=N1 cards=[PrintedCard(card=1 book=1 boxes=[{SIX}])]
> 18:02 open pool pool=Jack
> 18:02 plan session session=wed starts_at=19:00 boxes=6 entry_fee_cents=$15.00 pool=Jack games=[PlannedGame(game=1 colour=red prizes=[Offer(prize="top line" amount_cents=$30.00) Offer(prize=bingo amount_cents=$200.00)] levels=[Level(on_jackpot_number=yes whole_pool=yes)]) PlannedGame(game=2 colour=blue prizes=[Offer(prize=bingo amount_cents=$200.00)])]
in session=wed game=1
> 18:03 charge admission player=ann amount_cents=$15.00
> 18:03 issue scorecards player=ann serial=N1 cards=[1]
> 18:04 open session terminal=T1 software_approved=yes display_connected=yes
> 18:04 enter serial range by=dan serial=N1 first=1 last=1
> 18:04 appoint person person=dan duty=caller
> 18:04 appoint person person=sue duty=supervisor
> 19:00 start game
> 19:00 draw jackpot numbers numbers=[88]
> 19:00 announce game=1 by=dan topics=[]
"""
BOX = "1 24 51 73 81 18 34 54 63 82 25 42 67 75 88"

NSW_CASES = {
    "6.5.2 bingo on a jackpot number takes the pool": f"""{calls("19:01", BOX)}
> 19:10 claim player=ann word=bingo
> 19:11 check claim claim="claim 1" by=sue steps=[collect serial game numbers jackpot] serial=N1 book=1 marked=[{BOX}]
  ? ClaimChecked .. jackpot_number=yes
> 19:11 confirm claim claim="claim 1" by=sue
> 19:12 declare result by=sue
  ? PrizeRolled .. prize="top line" .. amount_cents=$30.00 .. to_game=2 to_prize=bingo
  ? PrizeWon .. prize=bingo .. share_cents=$200.00
  ? PrizeWon .. prize=jackpot .. share_cents=$12.00 .. jackpot=yes
> 19:13 close game by=sue
> 19:14 pay prize award=wed/1/jackpot/ann parts=[Part(method="slot dollars" amount_cents=$12.00)]
  ? Refused .. payment/no_such_method <7.6>
> 19:15 pay prize award=wed/1/bingo/ann parts=[Part(method=cash amount_cents=$150.00) Part(method="slot dollars" amount_cents=$50.00)]
  ? PrizePaid""",
    "C10 marks late and too late": f"""{calls("19:01", BOX)}
> 19:10 claim player=ann
> 19:11 check claim claim="claim 1" by=sue steps=[collect serial game numbers jackpot] marked=[1 24]
> 19:11 confirm claim claim="claim 1" by=sue
  ? Refused .. claim/unmarked <7.4>
> 19:12 call number number=2
  ? ClaimRefused .. claim/unmarked <7.4>
  ? NumberCalled .. call=16
  ! PrizeForfeited""",
    "8.4 the terminal fails": """> 19:10 fail terminal by=sue
  ? GameVoided
  ? PrizeRolled .. prize="top line" .. to_game=2 to_prize=bingo
  ? PrizeRolled .. prize=bingo .. amount_cents=$200.00 .. to_game=2
  ! Refunded""",
    "9.8 a sign for twenty minutes": """> 19:10 invalidate game by=sue cause=brawl refund=no
> 19:20:00 show closing sign closes_at=19:40
> 19:39:59 close session early=yes
  ? Refused .. session/closing_sign <9.8> .. seconds_shown:1199
> 19:40:00 close session early=yes
  ? SessionClosed .. early=yes""",
    "9.3 an entry is void": """> 19:10 void entry player=ann by=sue
  ? EntryVoided .. fee_cents=$15.00
  ? Refunded .. amount_cents=$15.00
  ? PoolDebited .. amount_cents=$12.00""",
    "10.9 terms are lodged a day ahead": """in promotion=May
> 09:00 offer promotion mechanism=draw starts_at=2026-05-06T10:00 terms=Terms(prizes=[Prize(prize=car kind=vehicle value_cents=$10000.01)])
  ? PromotionOffered
> 10:00:01 lodge terms
  ? PromotionRefused .. terms/lodged_late <10.9>
> 2026-05-05T10:00 lodge terms
  ? TermsLodged""",
    "10.7 what the terms lack stops the publication": """in promotion=May
> 09:00 offer promotion mechanism=draw starts_at=2026-05-07T10:00 terms=Terms(prizes=[Prize(prize=car kind=vehicle value_cents=$10000.01)])
> 09:10 publish promotion marketing_refers=no channels=[]
  ? PromotionRefused .. <10.6 refer> .. <10.6 avail> .. <10.7.1> .. <10.7.11.2(iv)>""",
    "10.5.4 J04 litres of one prize": """in promotion=May
> 09:00 offer promotion mechanism=draw starts_at=2026-05-07T10:00 terms=Terms(prizes=[Prize(prize=wine kind=goods value_cents=$90.00 liquor_millilitres=20001)])
  ? PromotionRefused .. prize/too_much_liquor <10.5.4>
> 09:01 offer promotion mechanism=draw starts_at=2026-05-07T10:00 terms=Terms(prizes=[Prize(prize=wine kind=goods value_cents=$90.00 liquor_millilitres=20000)])
  ? PromotionOffered""",
    "10.10.1 J05 denials above a hundred dollars keep name and address": """in promotion=May
> 09:00 offer promotion mechanism=draw starts_at=2026-05-07T10:00 terms=Terms(prizes=[Prize(prize=wine kind=goods value_cents=$90.00)])
> 09:10 deny claim claimant=zed prize=wine value_cents=$100.01 reasons="not entered" told_at=09:10
  ? PromotionRefused .. denial/details_missing <10.10.1>
> 09:11 deny claim claimant=zed prize=wine value_cents=$100.00 reasons="not entered" told_at=09:10
  ? ClaimDenied""",
}

FAMILY_BOX = "\n".join(
    [f"book {FAMILY} on 2026-06-01"]
    + [
        line
        for name, card in (("F1", F1), ("F2", F2), ("F3", F3))
        for line in draw_block("card", name, card)
    ]
)


def table(scoring: str) -> str:
    return f"""{FAMILY_BOX}
> begin series cards=[@F1 @F2 @F3] {scoring}
> deal card player=Ana card=1
> deal card player=Ben card=2
> deal card player=Cho card=3
> name banker person=Dad chosen_by=[Ana Ben Cho]
> start round
"""


def discs(numbers: str) -> str:
    return "\n".join(f"> call disc disc={number}" for number in numbers.split())


TOP_F1, COLUMN_O = "3 17 32 48 62", "62 70 66 75 73"


def won(player: str, row: str) -> str:
    """A round in which nothing is called but the winning row."""
    return f"""{discs(row)}
> cry bingo player={player}
> read back player={player} numbers=[{row}]
> award round"""


TIE = f"""{discs("17 32 48 62 20 33 51 63")}
> call disc disc=3
  ? DiscCalled .. label=B3
> cry bingo player=Ana
> cry bingo player=Cho
> read back player=Ana numbers=[3 17 32 48 62]
  ? RowReadBack .. right=yes total=162
> read back player=Cho numbers=[3 20 33 51 63]
  ? RowReadBack .. right=yes total=170
> award round
"""

FAMILY_CASES = {
    "K01 K02 the centre is free and counts nothing": (
        "",
        f"""{discs("8 29 50 66")}
> cry bingo player=Ana
> read back player=Ana numbers=[8 29 50 66]
  ? RowReadBack .. right=yes total=153""",
    ),
    "K03 a row may be claimed later": (
        "",
        f"""{discs("3 17 32 48 62 9 24")}
> cry bingo player=Ana
> read back player=Ana numbers=[3 17 32 48 62]
  ? RowReadBack .. right=yes
> award round
  ? RoundWon .. winners=[Ana]
  ? SeriesWon .. player=Ana""",
    ),
    "K04 K05 a wrong row is cleared and stays bare": (
        "auto_cover=no",
        """> call disc disc=3
> cover number player=Ana number=3
  ? NumberCovered
> cry bingo player=Ana
> read back player=Ana numbers=[3 17 32 48 62]
  ? RowReadBack .. right=no
  ? CountersRemoved .. numbers=[3 17 32 48 62]
> cover number player=Ana number=3
  ? Refused .. cover/removed <Cover>
> call disc disc=17
> cover number player=Ana number=17
  ? NumberCovered .. number=17""",
    ),
    "K05 the free square stays bare too": (
        "",
        f"""{discs("8")}
> cry bingo player=Ana
> read back player=Ana numbers=[8 29 50 66]
  ? CountersRemoved
{discs("32 45 38 41")}
> cry bingo player=Ana
> read back player=Ana numbers=[32 45 38 41]
  ? RowReadBack .. right=no""",
    ),
    "K06 K07 the higher total has the round": (
        "",
        TIE + "  ? RoundWon .. winners=[Cho] .. next_banker=[Cho Dad]",
    ),
    "two winners, points: each its own total": (
        "scoring=points",
        TIE + "  ? RoundWon .. winners=[Ana Cho] .. totals=[(Ana 162) (Cho 170)]",
    ),
    "K08 one right, one wrong": (
        "",
        f"""{discs("17 32 48 62 3")}
> cry bingo player=Ana
> cry bingo player=Ben
> read back player=Ben numbers=[3 18 31 47 63]
  ? CountersRemoved .. player=Ben
> read back player=Ana numbers=[3 17 32 48 62]
> award round
  ? RoundWon .. winners=[Ana]""",
    ),
    "K09 two rows by one number: one is read, the better is suggested": (
        "",
        f"""{discs("17 32 48 62 11 8 14 1 3")}
> cry bingo player=Ana
  ? BingoCried .. better=[3 17 32 48 62]
> read back player=Ana numbers=[3 11 8 14 1]
  ? RowReadBack .. total=37""",
    ),
    "K13 K14 a winner may be Banker or the Banker stays": (
        "rounds_agreed=3",
        f"""{discs("3 17 32 48 62")}
> cry bingo player=Ana
> read back player=Ana numbers=[3 17 32 48 62]
> award round
> name banker person=Ben
  ? Refused .. banker/not_offered <Banker later rounds>
> name banker person=Ana
  ? BankerNamed .. card_returned=1
> deal card player=Ana card=1
  ? Refused .. banker/does_not_play
> start round
  ? RoundStarted .. round=2 .. players=[Ben Cho]""",
    ),
    "K15 one card each, no more players than cards": (
        "rounds_agreed=3",
        f"""{discs("3 17 32 48 62")}
> cry bingo player=Ana
> read back player=Ana numbers=[3 17 32 48 62]
> award round
> deal card player=Eve card=1
  ? Refused .. players/no_card_left <Players>
> deal card player=Ana card=2
  ? Refused .. players/has_a_card <Players>""",
    ),
    "K16 no row after all the discs": (
        "auto_cover=no",
        f"""> void round
  ? Refused .. round/discs_left
{discs(" ".join(str(n) for n in range(1, 76)))}
> void round
  ? RoundVoided .. round=1
> name banker person=Ana
  ? Refused .. banker/not_offered""",
    ),
    "K17 the number governs, not the letter": (
        "",
        """> call disc disc=34 letter=B
  ? DiscCalled .. label=N34 said=B""",
    ),
    "K19 counters may be put on late": (
        "auto_cover=no",
        f"""{discs("3 17 32 48 62 5")}
> cover number player=Ana number=3
> cover number player=Ana number=17
> cover number player=Ana number=32
> cover number player=Ana number=48
> cover number player=Ana number=63
  ? Refused .. cover/not_called
> cover number player=Ana number=62
> cry bingo player=Ana
> read back player=Ana numbers=[3 17 32 48 62]
  ? RowReadBack .. right=yes""",
    ),
    "K20 the next disc waits for the check": (
        "",
        f"""{discs("3 17 32 48 62")}
> cry bingo player=Ana
> call disc disc=5
  ? Refused .. cry/unchecked <Error continue>""",
    ),
    "K21 the row read decides; the good one may still win": (
        "",
        f"""{discs("3 17 32 48 62")}
> cry bingo player=Ana
> read back player=Ana numbers=[11 22 45 57 70]
  ? CountersRemoved
> cry bingo player=Ana
> read back player=Ana numbers=[3 17 32 48 62]
  ? RowReadBack .. right=yes""",
    ),
    "K12 equal rounds play one more": (
        "rounds_agreed=2",
        f"""{won("Ana", TOP_F1)}
> start round
{won("Cho", "3 20 33 51 63")}
  ? SeriesTied .. players=[Ana Cho] score=1
> start round
{won("Cho", "3 20 33 51 63")}
  ? SeriesWon .. player=Cho score=2 scoring=rounds""",
    ),
    "K10 a thousand or more at the end of a round": (
        "scoring=points",
        f"""{won("Ana", COLUMN_O)}
  ? RoundWon .. totals=[(Ana 346)]
> start round
{won("Ana", COLUMN_O)}
  ! SeriesWon
> start round
{won("Ana", COLUMN_O)}
  ? SeriesWon .. player=Ana score=1038 scoring=points""",
    ),
    "K22 the Banker keeps his total": (
        "scoring=points",
        f"""{won("Ana", COLUMN_O)}
> name banker person=Ana
> start round
{won("Cho", "3 20 33 51 63")}
> cry bingo player=Ana
  ? Refused .. game/not_now
> name banker person=Cho
> deal card player=Ana card=1
> start round
{won("Ana", COLUMN_O)}
> name banker person=Ana
> name banker person=Cho
> deal card player=Ana card=1
> start round
{won("Ana", COLUMN_O)}
  ? SeriesWon .. player=Ana score=1038""",
    ),
}

CASES = (
    [pytest.param(NZ_HALL + text, id=f"nz {name}") for name, text in NZ_CASES.items()]
    + [pytest.param(VIC_HALL + text, id=f"vic {name}") for name, text in VIC_CASES.items()]
    + [pytest.param(NSW_HALL + text, id=f"nsw {name}") for name, text in NSW_CASES.items()]
    + [
        pytest.param(table(scoring) + text, id=f"family {name}")
        for name, (scoring, text) in FAMILY_CASES.items()
    ]
)


@pytest.mark.clause(NZ, "5.3", "5.9", "5.10", "8.1", "9.2 refund", "9.2 forfeit")
@pytest.mark.clause(VIC, "3.4(d)", "3.5", "3.5(d)", "4.3(a)", "4.3(b)")
@pytest.mark.clause(NSW, "6.5.2", "7.4", "8.4.2", "9.3.1", "9.8", "10.5.4", "10.9", "10.10.1")
@pytest.mark.clause(FAMILY, "Error penalty", "Two winners rounds", "Two winners points", "Winner")
@pytest.mark.parametrize("text", CASES)
def test_a_case_told_in_words(text: str) -> None:
    commands = [line for line in text.splitlines() if not line.startswith(("  ?", "  !"))]
    script = replay(parse("\n".join(commands) + "\n"))
    asked = [item for item in script.items if isinstance(item, Asked)]
    context, place = Context(script.day, script.book), -1
    for line in text.splitlines():
        place += line.startswith("> ")
        if not line.startswith(("  ?", "  !")):
            continue
        said = print_events(asked[place].command, asked[place].events, context)
        name, *parts = line[4:].split(" .. ")
        found = [
            event
            for event in said
            if event.split()[0] == name and all(part in event for part in parts)
        ]
        assert bool(found) is line.startswith("  ?"), (line, said)
    assert print_script(parse(print_script(script))) == print_script(script)
