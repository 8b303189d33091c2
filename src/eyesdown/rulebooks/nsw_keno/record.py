"""Codes with which the record refuses: a serial used twice, an unknown ticket, a wrong order.

No clause function asks about these, because they are of what is stored and not of what is asked;
each still rests on a clause.
"""

from __future__ import annotations

from eyesdown.kernel.cite import Clause
from eyesdown.rulebook.chapter import Chapter
from eyesdown.rulebooks.nsw_keno.figures import Figures

REFUSES = {
    "2:Backup Site": ("site/not_ours",),
    "2:Cash Voucher": ("change/kind", "receipt/amount", "receipt/serial"),
    "2:Customer Session:end": ("session/over",),
    "2:Drawing": ("draw/drawn_already", "draw/numbers"),
    "2:Gift Voucher": ("voucher/no_such_game", "voucher/serial"),
    "2:Jackpot": ("jackpot/unknown",),
    "2:Jackpot Growth(i)": ("growth/no_rate", "growth/rate"),
    "2:Jackpot Growth(ii)": ("growth/no_rate", "growth/rate"),
    "2:Jackpot Growth(iii)": ("growth/rate_is_fixed",),
    "2:Jackpot Guarantee": ("guarantee/never_due", "guarantee/too_late"),
    "2:Keno $2 Game Pooled Jackpot": (
        "pool/game_unsettled",
        "pool/not_participating",
        "settle/not_pooled",
    ),
    "2:Keno $2 Game Pooled Jackpot Amount": ("pool/not_so_much",),
    "2:Keno Day": ("day/not_closable", "day/not_openable", "game/no_day"),
    "2:Keno Player Card": ("card/no_number", "card/unknown"),
    "2:Keno Runner": ("runner/note",),
    "2:Let it Run:subject": ("let_it_run/next_game_closed",),
    "2:Multi-Game": ("entry/games",),
    "2:Pooled Jackpot": (
        "jackpot/never_pooled",
        "pool/game_unsettled",
        "pool/not_participating",
        "settle/not_pooled",
    ),
    "2:Pooled Jackpot Amount": ("pool/not_so_much",),
    "2:Prepaid Voucher": ("voucher/amount", "voucher/no_such_game", "voucher/serial"),
    "2:Prepick": ("series/games",),
    "2:Receipt Ticket": ("receipt/serial",),
    "2:Replay": ("replay/no_ticket", "replay/unknown_ticket"),
    "2:SST Receipt": ("receipt/amount", "receipt/serial"),
    "2:Subscriber Account": (
        "account/exists",
        "account/no_number",
        "deposit/amount",
        "deposit/corrected_already",
        "deposit/no_reason",
        "deposit/not_in_this_row",
        "deposit/spent",
    ),
    "2:Superplay(i)": ("superplay/no_name", "superplay/not_the_template", "superplay/unknown"),
    "2:Superplay(ii)": ("superplay/no_name", "superplay/not_the_template"),
    "2:Terminal(i)": ("terminal/cannot_issue", "terminal/unknown"),
    "2:Terminal(ii)": ("terminal/cannot_issue",),
    "2:Total Prize Money": ("payout/not_the_total", "session/nothing_due"),
    "6(b)": ("duty/signed_on_already",),
    "7(b)(ii)": ("entry/no_bets",),
    "7(f)(i)": ("commission/not_a_share",),
    "7(g)": ("receipt/unknown",),
    "7A(c)(i)": ("account/none",),
    "7A(c)(ii)": ("account/not_logged_in",),
    "7A(c)(iv)": (
        "play/amount",
        "play/days",
        "play/excluded",
        "play/limit",
        "play/runs_longer",
        "play/time_out",
    ),
    "7A(f)(i)": ("internet/no_entry",),
    "9(a)(vii)": ("tender/twice",),
    "9(l)": ("bonus/games",),
    "10(a)": ("verify/unknown",),
    "10A(a)": ("prize/id_or_amount", "prize/never_won", "prize/too_late"),
    "10B(d)": ("promotion/amount",),
    "11(a)(iv)": ("cancel/unknown",),
    "11(d)": ("refund/chip_outside_casino", "refund/chips"),
    "11(e):replace": ("voucher/serial",),
    "12(b)": ("game/closes_before_it_opens", "game/none_open", "game/still_open"),
    "12(c):number": ("game/unknown",),
    "12(c):flash": ("display/not_wrong",),
    "14(a)": ("settle/not_next",),
    "14(d)": ("ticket/no_continuation",),
    "15(a)": ("reinstate/game_unsettled",),
    "15(c):anon": ("claim/not_valid",),
    "15(e)(i)": ("payout/limit_negative",),
    "15(e)(i)(b)": ("receipt/serial",),
    "15(e)(ii)(a)": ("payout/parts",),
    "15(e)(iii)(a)": ("payout/parts",),
    "17(a)": ("claim_form/id_used",),
    "17(b)": ("claim_form/not_satisfied",),
    "17(c)": ("refund/not_validated",),
    "19(h)(ii)": ("settle/no_stake_elsewhere", "settle/not_waiting"),
    "19(j)(ii)": ("settle/no_stake_elsewhere", "settle/not_waiting"),
    "21(a)": ("claim/disqualified", "disqualify/not_live"),
    "21(a):similar": ("disqualify/no_reason",),
}

RECORD: Chapter[object, Figures] = Chapter(
    "nsw-keno",
    "The record",
    codes={Clause("nsw-keno", number): codes for number, codes in REFUSES.items()},
)
