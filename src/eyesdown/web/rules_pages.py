"""Each rulebook, readable clause by clause in our words, with how the software answers it."""

from __future__ import annotations

from functools import cache

from starlette.requests import Request
from starlette.responses import Response
from starlette.routing import Route

from eyesdown.kernel.errors import BadInput
from eyesdown.rulebook.catalogue import Entry, entries, find
from eyesdown.rulebooks import REAL_BOOKS, SHELF
from eyesdown.web.pages import page


@cache
def _known(book: str) -> tuple[Entry, ...]:
    return entries(SHELF, book)


async def shelf(_: Request) -> Response:
    books = [(SHELF.source(book), len(_known(book))) for book in REAL_BOOKS]
    return page("rules.html", here="/rules", books=books)


async def book(request: Request) -> Response:
    name = request.path_params["book"]
    if name not in SHELF.ids:
        return _not_found(f"There is no rulebook called {name}.")
    return page("rules_book.html", here="/rules", source=SHELF.source(name), entries=_known(name))


async def clause(request: Request) -> Response:
    name, number = request.path_params["book"], request.path_params["clause"]
    if name not in SHELF.ids:
        return _not_found(f"There is no rulebook called {name}.")
    try:
        found = find(_known(name), number)
    except BadInput as wrong:
        return _not_found(wrong.message)
    facts = {"source": SHELF.source(name), "number": number, "entries": found}
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
