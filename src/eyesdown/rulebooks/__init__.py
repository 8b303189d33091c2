"""The rulebooks: five real ones, the site's own, and a small fictional one.

Owns   one folder a book, laid out like its document: source, coverage, figures, tables, clauses.
Takes  facts about a game, never its state.
Gives  refusals that cite, amounts, times and winners.
Never  another book. A clause file holds no number but 0 and 1.
"""

from eyesdown.rulebook.shelf import Shelf

SHELF = Shelf(
    (
        "nz-casino-bingo",
        "vic-bingo",
        "nsw-keno",
        "nsw-casino-bingo",
        "family-bingo",
        "central-site",
        "exampleland-bingo90",
    )
)

REAL_BOOKS = SHELF.own[:5]
"""The books of authorities and publishers; not our own, and not the fictional one."""


def is_for_halls(book: str) -> bool:
    """Whether a 90-ball hall can be run by a book, ours or one from outside.

    >>> is_for_halls("vic-bingo"), is_for_halls("nsw-keno"), is_for_halls("whist")
    (True, False, False)
    """
    from eyesdown.rulebook.bingo_book import BingoBook

    if book not in SHELF.ids:
        return False
    return isinstance(SHELF.open(book, SHELF.source(book).in_force), BingoBook)
