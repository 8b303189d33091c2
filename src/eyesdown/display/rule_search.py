"""Clauses found by words, in any order and form, and prize tables read out of a clause's row."""

from __future__ import annotations

import re
from collections.abc import Iterable, Sequence
from typing import NamedTuple

from eyesdown.display.refusals import what_happened
from eyesdown.kernel.money import dollars
from eyesdown.rulebook.advice import advice
from eyesdown.rulebook.catalogue import ClauseEntry

_WORD = re.compile(r"[a-z0-9$()]+(?:\([a-z0-9]+\))*")
_ENDINGS = ("ations", "ation", "ings", "ing", "ies", "ied", "ers", "er", "ed", "es", "s", "y", "e")
COMMON_WORDS = """
a about am an and any are at be been can could did do does for from get got had has have how i
if in into is it me mine must my of off on or our s should t than that the their them then there
this to was we were what when where which who why will with would you your
"""
_COMMON = frozenset(COMMON_WORDS.split())
_PHRASES = {"money back": "refund", "how old": "age", "too young": "age", "on line": "online"}
_SAME: dict[str, tuple[str, ...]] = {
    "age": ("under 18", "eighteen", "minor"),
    "expire": ("unclaim", "12 months"),
    "expiry": ("unclaim", "12 months"),
    "money": ("cash", "payment"),
    "online": ("internet", "web"),
    "refund": ("cancel", "money back"),
    "staff": ("duty", "employ", "writer"),
    "website": ("internet", "web"),
    "win": ("prize",),
    "winnings": ("prize",),
    "won": ("prize",),
}
"""What people say, and the words that the books use for it."""


def stem(word: str) -> str:
    """A word without its ending, so that its other forms are found with it.

    >>> [stem(word) for word in ("refunds", "refunded", "cancelled", "entries", "18")]
    ['refund', 'refund', 'cancel', 'entr', '18']
    """
    for ending in _ENDINGS:
        if word.endswith(ending) and len(word) - len(ending) >= 3:
            word = word.removesuffix(ending)
            break
    if len(word) > 4 and word[-1] == word[-2]:
        word = word[:-1]
    return word


def terms_of(text: str) -> list[tuple[str, ...]]:
    """What to look for: for each word of a question, its stem and the book's words for it."""
    asked = text.lower()
    for phrase, word in _PHRASES.items():
        asked = asked.replace(phrase, word)
    words = [word for word in _WORD.findall(asked) if word not in _COMMON]
    return [(stem(word), *_SAME.get(word, ())) for word in dict.fromkeys(words)]


def _text(entry: ClauseEntry) -> str:
    codes = " ".join(
        f"{code} {what_happened(code)[0]} {advice().get(code, '')}" for code in entry.codes
    )
    return f"{entry.covered.clause} {entry.covered.says} {codes}".lower()


def search(entries: Iterable[ClauseEntry], text: str) -> list[ClauseEntry]:
    """Clauses that have the words of a question, the best first; all of them for no words.

    A clause that has more of the words comes first; its own row counts more than its refusals.
    """
    terms = terms_of(text)
    every = list(entries)
    if not terms:
        return [] if text.strip() else every
    scored = []
    for order, entry in enumerate(every):
        own, whole = f"{entry.covered.clause} {entry.covered.says}".lower(), _text(entry)
        hits = sum(any(form in whole for form in forms) for forms in terms)
        if hits:
            first = sum(3 * (forms[0] in own) + (forms[0] in whole) for forms in terms)
            scored.append((-hits, -first, order, entry))
    scored.sort(key=lambda row: row[:3])
    most = -scored[0][0] if scored else 0
    return [entry for hits, _, _, entry in scored if -hits == most]


class PrizeTable(NamedTuple):
    """A row of prizes as a sentence, a table of matches and amounts, and an example."""

    says: str
    per: str
    rows: Sequence[tuple[str, str]]
    example: str


_PRIZES = re.compile(r"(.+?) (\d+) spots \(matched:prize per \$(\d)\) (.+)")
_PAIR = re.compile(r"(\d+):([\d,]+)((?: \+ [^:]+?)?)(?= \d+:|$)")


def prize_table(says: str) -> PrizeTable | None:
    """The prizes of a clause's row; None if the row is not one of prizes.

    >>> table = prize_table("Regular 4 spots (matched:prize per $1) 2:1 3:4 4:120")
    >>> table.says, table.rows[-1]
    ('What Regular pays on 4 numbers.', ('4 of 4', '$120.00'))
    >>> table.example
    'A $5 entry that matches 4 of 4 wins $600.00.'
    """
    matched = _PRIZES.fullmatch(says)
    if matched is None:
        return None
    game, spots, per, rest = matched.groups()
    pairs = [(hit, int(amount.replace(",", "")), more) for hit, amount, more in _PAIR.findall(rest)]
    if not pairs:
        return None
    rows = [(f"{hit} of {spots}", f"{dollars(amount * 100)}{more}") for hit, amount, more in pairs]
    hit, amount, more = pairs[-1]
    stake = 5 if per == "1" else 4
    won = dollars(amount * 100 * stake // int(per))
    tail = ", and the jackpot on top" if more else ""
    numbers = "1 number" if spots == "1" else f"{spots} numbers"
    return PrizeTable(
        f"What {game} pays on {numbers}.",
        f"for each ${per}",
        rows,
        f"A ${stake} entry that matches {hit} of {spots} wins {won}{tail}.",
    )
