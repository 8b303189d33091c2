"""What people ask in their own words, and the clause that answers it."""

from __future__ import annotations

import pytest

from eyesdown.display.rule_search import search
from eyesdown.rulebook.catalogue import entries
from eyesdown.rulebooks import SHELF


@pytest.mark.parametrize(
    ("question", "clause", "among"),
    [
        ("can I get my money back", "11(d)", 1),
        ("How long do I have to claim?", "15(d)", 1),
        ("how long to collect a prize", "2:Unclaimed Prize:a", 3),
        ("how much does it cost", "9(c)(i)", 3),
        ("what if I lose my ticket", "17(a)", 2),
        ("what if the power goes out", "12(d)", 2),
        ("can kids play", "5A(c)", 1),
        ("under 18", "5A(c)", 1),
        ("can staff play", "5A(b)", 1),
        ("9(c)", "9(c)(i)", 1),
    ],
)
def test_a_question_finds_its_clause(question: str, clause: str, among: int) -> None:
    hits = search(entries(SHELF, "nsw-keno"), question)
    assert clause in [entry.covered.clause for entry in hits[:among]]


def test_words_that_no_clause_has_find_nothing() -> None:
    every = entries(SHELF, "nsw-keno")
    assert search(every, "xyzzy") == []
    assert search(every, "how do I") == []
    assert search(every, "") == list(every)
