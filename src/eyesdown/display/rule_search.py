"""Clauses found by words, in any order and form, and prize tables read out of a clause's row."""

from __future__ import annotations

import re
from collections.abc import Iterable, Sequence
from functools import cache
from math import log
from typing import NamedTuple

from eyesdown.display.refusals import what_happened
from eyesdown.kernel.money import dollars
from eyesdown.rulebook.advice import advice
from eyesdown.rulebook.catalogue import ClauseEntry

_WORD = re.compile(r"[a-z0-9$()]+(?:\([a-z0-9]+\))*")
_ENDINGS = ("ations", "ation", "ings", "ing", "ies", "ied", "ers", "er", "ed", "es", "s", "y", "e")
COMMON_WORDS = """
a about after all am an and any are at be been before can could did do does for from get give go
goes got had happen happens has have how i if in into is it its long many me mine much must my
need of off on one or our out over s should so some someone still t take tell than that the their
them then there they thing this to too up us want was we were what when where which while who why
will with without would you your
"""
_COMMON = frozenset(COMMON_WORDS.split())
_PHRASES = {
    "money back": "refund",
    "how old": "age",
    "too young": "age",
    "under 18": "age",
    "on line": "online",
    "how much": "cost",
    "how long": "deadline",
    "break down": "malfunction",
    "breaks down": "malfunction",
    "run out": "expire",
    "runs out": "expire",
}
_SAME: dict[str, tuple[str, ...]] = {
    "age": ("under 18", "eighteen", "minor"),
    "app": ("internet", "web"),
    "bet": ("entry", "subscription", "stake"),
    "break": ("malfunction", "interrupt"),
    "cash": ("pay",),
    "change": ("alter", "amend"),
    "cheap": ("minimum",),
    "child": ("under 18",),
    "children": ("under 18",),
    "collect": ("claim", "paid", "pay"),
    "cost": ("minimum",),
    "deadline": ("within", "months", "expire"),
    "expire": ("unclaim", "months"),
    "expiry": ("unclaim", "months"),
    "interrupt": ("malfunction",),
    "fail": ("malfunction", "interrupt"),
    "kid": ("under 18",),
    "limit": ("maximum", "most"),
    "lose": ("lost",),
    "maximum": ("most", "limit"),
    "money": ("cash", "payment"),
    "online": ("internet", "web"),
    "phone": ("internet", "web"),
    "power": ("malfunction", "interrupt", "fail"),
    "price": ("minimum",),
    "refund": ("cancel",),
    "staff": ("duty", "employ", "writer"),
    "wait": ("delay", "within"),
    "website": ("internet", "web"),
    "win": ("prize",),
    "winnings": ("prize",),
    "won": ("prize",),
}
"""What people say, and the words that the books use for it."""
NEAR_THE_BEST = 0.5
"""Clauses are listed whose score is at least this share of the best one."""


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
    return [
        (stem(word), *map(_form, _SAME.get(word, _SAME.get(stem(word), ()))))
        for word in dict.fromkeys(words)
    ]


def _form(words: str) -> str:
    """A book's word by its stem; several words together as they are."""
    return words if " " in words else stem(words)


class _Read(NamedTuple):
    """A clause as the search reads it: its text and the stems of its words."""

    text: str
    stems: frozenset[str]

    def has(self, form: str) -> bool:
        """Whether the clause has a word with this stem, or these words, or this number."""
        if form.isalpha():
            return form in self.stems
        after = r"(?![\w(])" if " " in form else r"(?!\w)"  # "under 18(e)" is no age
        return re.search(rf"(?<!\w){re.escape(form)}{after}", self.text) is not None


def _read(text: str) -> _Read:
    return _Read(text, frozenset(map(stem, re.findall(r"[a-z0-9$]+", text))))


@cache
def _own(clause: str, says: str) -> _Read:
    return _read(f"{clause} {says}".lower())


@cache
def _of_codes(codes: tuple[str, ...]) -> _Read:
    return _read(
        " ".join(f"{what_happened(code)[0]} {advice().get(code, '')}" for code in codes).lower()
    )


def _weight(forms: tuple[str, ...], own: _Read, codes: _Read) -> float:
    """How well a clause has one word of a question: its own row and the very word count most."""
    first = 3 * own.has(forms[0]) or 1 * codes.has(forms[0])
    other = 2 * any(map(own.has, forms[1:])) or 0.5 * any(map(codes.has, forms[1:]))
    return max(first, other)


def search(entries: Iterable[ClauseEntry], text: str) -> list[ClauseEntry]:
    """Clauses that have the words of a question, the best first; all of them for no words.

    A rare word of the question counts more than one that is in every other clause.
    """
    terms = terms_of(text)
    every = list(entries)
    if not terms:
        return [] if text.strip() else every
    read = [(_own(e.covered.clause, e.covered.says), _of_codes(tuple(e.codes))) for e in every]
    weights = [[_weight(forms, *texts) for texts in read] for forms in terms]
    rarity = [log(1 + len(every) / (1 + sum(map(bool, row)))) for row in weights]
    scores = [
        sum(rare * row[at] for rare, row in zip(rarity, weights, strict=True))
        for at in range(len(every))
    ]
    best = max(scores, default=0)
    order = sorted(range(len(every)), key=lambda at: (-scores[at], at))
    return [every[at] for at in order if scores[at] and scores[at] >= NEAR_THE_BEST * best]


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
