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
