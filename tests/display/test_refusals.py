"""Every refusal in a person's words: what happened, with its figures; the clause is not it."""

from __future__ import annotations

import ast
import re
from functools import cache
from pathlib import Path

import pytest

import eyesdown
from eyesdown.display.refusals import (
    NAMES,
    WITHOUT_WORDS,
    fact_shown,
    sentences,
    what_happened,
)
from eyesdown.rulebook.advice import advice
from eyesdown.rulebook.coverage import read_coverage
from eyesdown.rulebooks import SHELF

HOME = Path(eyesdown.__file__).parent
INTERNAL = re.compile(r"`|\{|\}|_|docs/|\.md\b|\bfacts?\b|/api/|[a-z][A-Z]")
FOR_PROGRAMS = frozenset({"account", "api", "cage", "command", "deposit", "door", "draw", "input"})
"""Nouns whose advice is read by those who send commands: it may name a field or an address."""
FOR_PROGRAMS |= frozenset({"record", "witness"})


@cache
def _facts_given() -> frozenset[str]:
    """Every name that the source uses for a fact: a keyword or the first of a pair."""
    names: set[str] = set()
    for file in HOME.rglob("*.py"):
        for node in ast.walk(ast.parse(file.read_text("utf-8"))):
            if isinstance(node, ast.keyword) and node.arg:
                names.add(node.arg)
            elif isinstance(node, ast.Constant) and isinstance(node.value, str):
                names.add(node.value)
    return frozenset(names)


@cache
def _headings() -> frozenset[str]:
    return frozenset(row.says.rstrip(".") for book in SHELF.ids for row in read_coverage(book))


def test_every_code_has_its_words_and_no_other_has() -> None:
    assert sorted(advice().keys() - sentences().keys()) == []
    assert sorted(sentences().keys() - advice().keys()) == []


def test_the_last_sentence_needs_no_fact_and_others_need_some() -> None:
    for code, forms in sentences().items():
        *rich, plain = forms
        assert NAMES.findall(plain) == [], code
        assert all(NAMES.findall(form) for form in rich), code


def test_every_fact_that_a_sentence_names_is_given_somewhere() -> None:
    named = {
        (code, name)
        for code, forms in sentences().items()
        for form in forms
        for name in NAMES.findall(form)
    }
    assert sorted(pair for pair in named if pair[1] not in _facts_given()) == []


@pytest.mark.parametrize("noun", sorted({code.partition("/")[0] for code in sentences()}))
def test_the_headline_is_a_sentence_and_no_clause_heading(noun: str) -> None:
    for code in sentences():
        if code.startswith(f"{noun}/"):
            _check(code)


def _check(code: str) -> None:
    for form in sentences()[code]:
        facts = tuple(
            (name, 1234 if name.endswith("cents") else "16") for name in NAMES.findall(form)
        )
        says, _ = what_happened(code, facts)
        assert re.fullmatch(r"[A-Z0-9$“].*[.]", says), says
        assert len(says) < 120, says
        assert not INTERNAL.search(says), says
        assert says != WITHOUT_WORDS
        assert says.rstrip(".") not in _headings(), says
    if code.partition("/")[0] not in FOR_PROGRAMS:
        assert not INTERNAL.search(advice()[code]), advice()[code]


def test_figures_are_in_the_headline() -> None:
    short = (("cost_cents", 2000), ("tendered_cents", 1000))
    assert what_happened("payment/short", short)[0] == (
        "Not enough money: $10.00 was given, and the slip costs $20.00."
    )
    sold = (("accepted", "2026-11-16"), ("now", "2026-11-17"))
    assert "16 Nov 2026" in what_happened("cancel/other_day", sold)[0]


def test_a_spent_receipt_is_not_headed_by_its_clause() -> None:
    says, _ = what_happened("receipt/not_valid", (("receipt", "000G40"),))
    assert says.startswith("Do not accept it")


def test_an_exclusion_without_an_end_is_for_good() -> None:
    assert what_happened("play/excluded", (("until", "for good"),))[0] == (
        "This account is excluded for good."
    )
    running, named = what_happened("play/runs_longer", (("until", "for good"),))
    assert running == "The exclusion lasts for good."
    assert "until" in named, "or it would be shown a second time"
    until = what_happened("play/excluded", (("until", "2026-11-18"),))[0]
    assert until == "This account is excluded until 18 Nov 2026."


@pytest.mark.parametrize(
    ("name", "value", "words"),
    [
        ("jackpot", "regular/10", "Classic, 10 spots"),
        ("jackpot", "racing/five_up", "Racing, five up"),
        ("games", "regular, heads_or_tails", "Keno Classic, Heads or Tails?"),
        ("payout", "eft", "EFT"),
        ("payout", "venue_eft", "venue EFT"),
        ("rate", "2/25", "8%"),
        ("book", "3/4/5", "3/4/5"),
    ],
)
def test_no_fact_is_shown_by_its_internal_name(name: str, value: str, words: str) -> None:
    assert fact_shown(name, value)[1] == words
