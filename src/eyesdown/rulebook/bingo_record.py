"""Refusal codes of a 90-ball hall's record: something is unknown, already done, or not yet done.

No clause function checks these, because they depend on what is stored and not on the command; each
still cites the clause in which the book writes about the subject.
"""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from typing import Any

from eyesdown.kernel.cite import Clause
from eyesdown.rulebook.chapter import Chapter

OF_A_TENDER = ("tender/no_change", "tender/too_little", "tender/unknown")
REFUSES: Mapping[str, tuple[str, ...]] = {
    "announcement": ("announcement/not_due",),
    "ball": ("ball/none_in_hand", "ball/not_of_a_device", "ball/not_the_caller"),
    "call": (
        "ball/asked_already",
        "ball/not_the_next",
        "call/ends_before_it_begins",
        "call/none_open",
        "call/not_the_caller",
        "call/still_open",
    ),
    "card": (
        "card/not_held",
        "card/not_on_sale",
        "card/of_another_game",
        "card/unknown",
    ),
    "claim": (
        "claim/game_not_running",
        "claim/no_prize_open",
        "claim/no_such_step",
        "claim/not_open",
        "slip/not_theirs",
    ),
    "contribution": ("contribution/not_positive",),
    "correction": ("correction/owed",),
    "device": ("scorecard/not_electronic", "scorecard/not_faulty"),
    "dispute": ("dispute/exists", "dispute/not_open"),
    "entry": ("entry/none", *OF_A_TENDER),
    "eyes down": ("eyes_down/already", "sale/eyes_down"),
    "game": (
        "deed/not_in_this_book",
        "game/already_running",
        "game/already_undone",
        "game/not_running",
        "game/over",
        "game/unknown",
    ),
    "kept": ("card/kept",),
    "payment": (
        "payment/game_not_closed",
        "payment/nothing_owed",
        "payment/parts_do_not_sum",
        "tender/unknown",
    ),
    "person": ("duty/unknown", "person/unknown"),
    "point": ("point/not_open", "till/negative_amount", "till/not_open", "till/open"),
    "pool": (
        "deed/not_in_this_book",
        "game/level_twice",
        "pool/exists",
        "pool/left_over",
        "pool/more_than_receipts",
        "pool/too_little",
        "pool/unknown",
    ),
    "prize": ("prize/not_open",),
    "rack": ("ball/not_handed_over", "ball/not_the_supervisor"),
    "range": ("range/wrong",),
    "result": ("result/no_winner",),
    "sale": (
        "purchase/cards_out",
        "purchase/in_play",
        "purchase/not_yours",
        "purchase/taken_back",
        "purchase/unknown",
        "sale/no_cards",
        *OF_A_TENDER,
    ),
    "series": (
        "series/not_in_store",
        "series/numbers_not_its_own",
        "series/print_differs",
        "series/unknown",
    ),
    "session": (
        "session/begun",
        "session/closed",
        "session/exists",
        "session/game_running",
        "session/games_misnumbered",
        "session/has_money",
        "session/has_sales",
        "session/negative_amount",
        "session/not_closed",
        "session/not_open",
        "session/open",
        "session/owed",
        "session/unknown",
    ),
    "share": ("result/claims_undecided",),
    "span": ("session/overrun",),
    "return game": ("return/too_low",),
    "return game with jackpot": ("return/too_low",),
    "return session": ("return/too_low",),
    "return sequence": ("return/too_low",),
}
NOT_IN_EVERY_BOOK = frozenset(
    {
        "device",
        "entry",
        "span",
        "return game",
        "return game with jackpot",
        "return session",
        "return sequence",
    }
)
"""Subjects that a book may leave out: its games never ask about them."""
OF_A_DUTY = (
    "announcement/missing",
    "announcement/wrong_person",
    "announcement/must_be_spoken",
    "announcement/incomplete",
)
OF_A_STEP = ("claim/step_missing",)


def record_chapter(
    book: str, words: Mapping[str, str], steps: Iterable[str], duties: Iterable[str]
) -> Chapter[Any, Any]:
    """A chapter with the record's codes, bound to the clauses about each subject.

    >>> record = record_chapter("demo", {"span": "5.1"}, ["7.1"], [])
    >>> [(clause.number, codes) for clause, codes in record.codes.items()]
    [('5.1', ('session/overrun',)), ('7.1', ('claim/step_missing',))]
    """
    chapter: Chapter[Any, Any] = Chapter(book, "What is on record")
    bound = [(clause, REFUSES[word]) for word, clause in words.items()]
    bound += [(clause, OF_A_STEP) for clause in steps]
    bound += [(clause, OF_A_DUTY) for clause in duties]
    for number, codes in bound:
        place = Clause(book, number)
        chapter.codes[place] = tuple(dict.fromkeys((*chapter.codes.get(place, ()), *codes)))
    return chapter
