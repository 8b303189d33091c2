"""Every code that the site itself refuses with, by clause.

The site checks these where it has the facts: `coverage.toml` names the place of each clause.
"""

from __future__ import annotations

from collections.abc import Mapping

from eyesdown.kernel.cite import Clause, Fact, Refusal
from eyesdown.rulebook.chapter import Chapter
from eyesdown.rulebooks.central_site.figures import SiteFigures

BOOK = "central-site"

DRAWS = {
    "1.1": ("game/published_already",),
    "1.2": ("draw/promised_already",),
    "1.3": ("game/sealed_already", "game/not_sealed"),
    "1.4": ("game/sales_not_counted",),
    "1.5": ("game/stopped", "game/not_stopped"),
    "1.6": ("game/winners_not_counted",),
    "1.7": ("draw/secret_missing", "draw/never_promised", "draw/proof_does_not_hold"),
    "1.8": (
        *("draw/not_broken_off", "draw/same_device"),
        *("draw/broken_off_already", "draw/numbers_known", "draw/reason_missing"),
    ),
    "1.9": ("draw/same_person",),
    "1.10": ("draw/not_what_was_keyed", "draw/key_the_balls"),
    "1.11": ("draw/value_out_of_order", "draw/value_not_promised", "draw/answer_missing"),
    "1.12": ("draw/no_slow_step", "draw/slow_step_made", "draw/slow_step_wrong"),
}
CAGE = {
    "2.1": ("cage/same_person", "cage/not_the_same_ball"),
    "2.2": ("cage/not_in_the_pool", "cage/already_out"),
    "2.3": ("cage/ball_waits", "cage/nothing_waits"),
    "2.4": ("cage/draw_complete", "draw/not_the_cages"),
}
TOKENS = {
    "3.1": ("door/unknown",),
    "3.2": ("door/not_your_role",),
    "3.3": (
        *("door/not_your_venue", "door/not_your_account", "door/not_your_channel"),
        "account/not_yours",
    ),
    "3.4": ("door/serial_is_ours", "ticket/not_genuine"),
    "3.5": ("door/not_your_device",),
    "3.6": ("door/no_cash_here",),
    "3.7": ("door/sign_on_as_yourself",),
    "3.8": ("door/another_tenant", "tenant/unknown"),
    "3.9": ("door/slow_down",),
}
PAGES = {
    "4.1": ("page/signed_off", "page/not_your_role"),
    "4.2": ("page/expired", "page/method", "page/other_site"),
    "4.3": ("slip/game_closed", "slip/given_back", "slip/refused", "slip/sold"),
}
REQUESTS = {
    "5.1": ("api/method", "api/unknown", "page/unknown"),
    "5.2": ("door/personal_data", "input/bad", "input/too_long"),
    "5.3": (
        *("account/unknown", "day/unknown", "record/unknown"),
        *("result/unknown", "row/unknown", "ticket/unknown"),
    ),
    "5.4": ("command/id_taken",),
    "5.5": ("site/broke", "site/unavailable"),
}
WITNESSES = {
    "6.1": ("record/open_already", "record/not_open"),
    "6.2": (
        *("witness/bad_key", "witness/bad_name"),
        *("witness/key_taken", "witness/appointed_already"),
    ),
    "6.3": ("witness/not_appointed", "witness/answer_due"),
    "6.4": ("witness/not_its_word", "witness/word_missing", "witness/not_our_head"),
    "6.5": ("witness/not_asked", "witness/answered_already", "witness/never_signed"),
    "6.6": ("witness/not_a_spare",),
    "6.7": ("record/behind", "record/copy_does_not_follow", "record/not_restoring", "record/none"),
}
HALLS = {
    "7.1": ("hall/eyes_not_down",),
    "7.2": ("draw/not_the_ball", "correction/our_ball"),
    "7.3": ("device/not_approved", "hall/no_device"),
    "7.4": ("access/unknown_role", "access/last_office", "access/token_taken"),
    "7.5": ("door/not_yourself", "door/not_your_till", "door/not_your_slip"),
    "7.6": ("till/not_open", "till/too_little"),
}
TABLES = {
    "9.1": ("table/unknown", "table/not_opened", "table/slow_down"),
    "9.2": ("seat/name_missing", "seat/name_too_long", "seat/name_taken"),
    "9.3": ("table/full",),
    "9.4": ("seat/unknown", "seat/is_the_host", "seat/no_knock", "seat/not_yours"),
    "9.5": ("table/unknown_option", "table/round_is_played"),
    "9.6": ("words/unplayable",),
    "9.7": ("disc/turned_already",),
    "9.8": ("round/not_to_be_shown",),
}
STORE = {
    "10.1": ("record/changed",),
}
DESK = {
    "11.1": ("ceiling/above_most", "ceiling/above_day", "ceiling/amounts"),
    "11.2": ("ceiling/no_reason",),
    "11.3": (
        *("ceiling/second_person", "ceiling/same_person"),
        *("ceiling/other_amount", "ceiling/approval_used"),
    ),
    "11.4": ("print/no_reason",),
    "11.5": ("drawer/open", "drawer/not_open", "drawer/amount"),
    "11.6": ("drawer/no_reason", "drawer/left"),
    "11.7": ("door/too_much",),
    "11.8": ("ceiling/raised_alone",),
    "11.9": ("venue/raised_alone",),
}
OFFICE = {
    "12.1": ("payment/proposed_already", "payment/unknown"),
    "12.2": ("payment/same_person", "door/second_person"),
    "12.3": ("jackpot/opening_amount", "jackpot/running_already", "jackpot/game_unsettled"),
    "12.4": ("access/one_role", "access/no_place", "access/not_a_name"),
    "12.5": ("factor/own", "access/unknown_person"),
    "12.6": ("second/let_in_lately",),
}
CLOCKS = {
    "13.1": ("clock/not_ahead",),
    "13.2": ("clock/same_person", "clock/no_reason"),
}
PARTS: Mapping[str, Mapping[str, tuple[str, ...]]] = {
    "Part 1 - Draws": DRAWS,
    "Part 2 - The ball cage": CAGE,
    "Part 3 - API tokens": TOKENS,
    "Part 4 - Pages": PAGES,
    "Part 5 - Requests": REQUESTS,
    "Part 6 - Witnesses": WITNESSES,
    "Part 7 - Halls": HALLS,
    "Part 9 - Family tables": TABLES,
    "Part 10 - The store": STORE,
    "Part 11 - Tills and papers": DESK,
    "Part 12 - The office": OFFICE,
    "Part 13 - Clocks": CLOCKS,
}


def _chapter(title: str, refuses: Mapping[str, tuple[str, ...]]) -> Chapter[None, SiteFigures]:
    codes = {Clause(BOOK, number): codes for number, codes in refuses.items()}
    return Chapter(BOOK, title, codes=codes)


CHAPTERS = tuple(_chapter(title, refuses) for title, refuses in PARTS.items())

CLAUSES: Mapping[str, Clause] = {
    code: clause
    for chapter in CHAPTERS
    for clause, codes in chapter.codes.items()
    for code in codes
}
"""The clause of every code; a code belongs to one clause."""


def refusal(code: str, **facts: Fact) -> Refusal:
    """The site's own refusal with its clause.

    >>> print(refusal("game/stopped", game=7))
    game/stopped — central-site cl. 1.5 (game=7)
    """
    return Refusal(code, CLAUSES[code], tuple(facts.items()))
