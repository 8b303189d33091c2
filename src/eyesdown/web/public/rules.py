"""Each rulebook, readable clause by clause in our words, with how the software answers it."""

from __future__ import annotations

import re
from functools import cache
from typing import Any

from starlette.requests import Request
from starlette.responses import Response
from starlette.routing import Route

from eyesdown.display.refusals import what_happened
from eyesdown.display.rule_search import prize_table, search
from eyesdown.kernel.errors import BadInput
from eyesdown.rulebook.advice import advice
from eyesdown.rulebook.catalogue import ClauseEntry, entries, find_clause
from eyesdown.rulebook.decisions import in_words
from eyesdown.rulebook.source import Source
from eyesdown.rulebooks import REAL_BOOKS, SHELF
from eyesdown.rulebooks.family_bingo.words import LANGUAGES, rules_page
from eyesdown.web.frame.pages import page

CLAUSES_A_PAGE = 100
HITS_A_BOOK = 12
FAMILY = "family-bingo"
LEAFLETS = {"en": "To read out before play", "fr": "À lire avant de jouer"}
"""The one book whose source is in two languages is read out in both."""


KINDS = {
    "compute": "The software works this out.",
    "enforce": "The software holds to this and refuses what breaks it.",
    "record": "The software keeps a record of this.",
    "display": "This is shown on a page, on paper or on the wall.",
    "human": "This is for people to do.",
}
"""What the software does about a clause, by its kind."""


@cache
def _clauses(book: str) -> tuple[ClauseEntry, ...]:
    return entries(SHELF, book)


def _hits(wanted: str) -> list[tuple[Source, list[ClauseEntry]]]:
    """The best clauses of all books together, by book; the book with the best one comes first."""
    hits: dict[str, list[ClauseEntry]] = {}
    for entry in search([entry for book in REAL_BOOKS for entry in _clauses(book)], wanted):
        hits.setdefault(entry.covered.book, []).append(entry)
    return [(SHELF.source(book), clauses[:HITS_A_BOOK]) for book, clauses in hits.items()]


async def shelf(request: Request) -> Response:
    """Every rulebook with its edition and number of clauses, and a search through all of them."""
    wanted = request.query_params.get("find", "").strip()[:80]
    books = [(SHELF.source(book), len(_clauses(book))) for book in REAL_BOOKS]
    facts: dict[str, Any] = {"books": books, "find": wanted}
    facts["hits"] = _hits(wanted) if wanted else []
    return page("rules.html", here="/rules", prize_table=prize_table, **facts)


def part_of(clause: str) -> str:
    """The part of the book that a clause is in.

    >>> part_of("9(c)(i)"), part_of("2:Act"), part_of("10A(b)")
    ('9', '2', '10A')
    """
    return re.split(r"[(:]", clause, maxsplit=1)[0]


async def book(request: Request) -> Response:
    """A rulebook clause by clause, or those that match what was searched for."""
    name = request.path_params["book"]
    if name not in SHELF.ids:
        return _not_found(f"There is no rulebook called {name}.")
    query = request.query_params
    wanted, part = query.get("find", "").strip()[:80], query.get("part", "")[:40]
    skip = int(query["skip"]) if re.fullmatch(r"[0-9]{1,5}", query.get("skip", "")) else 0
    in_part = [entry for entry in _clauses(name) if part in ("", part_of(entry.covered.clause))]
    clauses = search(in_part, wanted)
    facts: dict[str, Any] = {
        "source": SHELF.source(name),
        "total": len(_clauses(name)),
        "parts": list(dict.fromkeys(part_of(entry.covered.clause) for entry in _clauses(name))),
        "find": wanted,
        "part": part,
        "count": len(clauses),
        "entries": clauses[skip : skip + CLAUSES_A_PAGE],
        "skip": skip,
        "step": CLAUSES_A_PAGE,
        "leaflets": [(LEAFLETS[each], each, rules_page(each)) for each in LANGUAGES]
        if name == FAMILY and not (wanted or part or skip)
        else [],
    }
    return page("rules_book.html", here="/rules", prize_table=prize_table, **facts)


async def clause(request: Request) -> Response:
    """A clause: what it says, where the software answers it, its figures, codes and tests."""
    name, number = request.path_params["book"], request.path_params["clause"]
    if name not in SHELF.ids:
        return _not_found(f"There is no rulebook called {name}.")
    try:
        entries_of_clause = find_clause(_clauses(name), number)
    except BadInput as wrong:
        return _not_found(wrong.message)
    facts = {
        "source": SHELF.source(name),
        "number": number,
        "entries": entries_of_clause,
        "advice": advice(),
        "happened": what_happened,
        "in_words": in_words,
        "kinds": KINDS,
        "prize_table": prize_table,
    }
    return page("rules_clause.html", here="/rules", **facts)


def _not_found(text: str) -> Response:
    return page(
        "message.html",
        status=404,
        title="Not in the book",
        text=text,
        href="/rules",
        link="See the rulebooks",
    )


ROUTES = (
    Route("/rules", shelf),
    Route("/rules/{book}", book),
    Route("/rules/{book}/{clause:path}", clause),
)
