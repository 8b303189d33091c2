"""A refusal for people: what happened, what to do next, the facts, and last the clause.

Page, counter, terminal, office, API and command line all show refusals with `refusal_shown`.
What happened is in `refusals.toml`, one sentence for each code; what to do is the code's advice.
"""

from __future__ import annotations

import re
import tomllib
from collections.abc import Iterable, Mapping
from datetime import date, datetime
from fractions import Fraction
from functools import cache

import msgspec

from eyesdown.display.game_names import GAMES, jackpot_in_words
from eyesdown.kernel.cite import Fact, Facts, Refusal, refusal_json
from eyesdown.kernel.money import dollars
from eyesdown.rulebook.advice import advice
from eyesdown.rulebook.coverage import read_coverage
from eyesdown.rulebook.decisions import decisions
from eyesdown.rulebook.loading import read_text

NAMES = re.compile(r"\{([a-z_0-9]+)\}")
_WORD_BEGINS = re.compile(r"(?<=[a-z])(?=[A-Z])")
_SLUG = re.compile(r"[a-z]+(?:_[a-z]+)+")
_JACKPOT = re.compile(r"([a-z0-9_]+)/(?:\d+|[a-z_]+)")
_NUMBERS = re.compile(r"\(\d+(?:, \d+)+\)")
_SHORT = re.compile(r"\b(?:eft|sst)\b")
_SHARE = re.compile(r"\d+/[1-9]\d*")
_WHEN = re.compile(r"\d{4}-\d\d-\d\d(?:[T ]\d\d:\d\d.*)?")
_MEASURES = {"deposit": "deposits", "spend": "stakes", "loss": "net loss"}
"""What a player's limit is on, as pages name it."""
FOR_GOOD = "for good"
"""The fact `until` of an exclusion that has no end."""
_WITHOUT_END = "for_good"
"""The name by which a sentence asks for that fact."""
WITHOUT_WORDS = "This isn’t allowed by the rules."
"""For a code that has no sentence yet; a test lets none be without."""


class RefusalShown(msgspec.Struct, frozen=True, omit_defaults=True, kw_only=True):
    """A rule's refusal: what happened, what to do, the facts that decided, and the clause.

    `decision` is there only where a decision of ours decided. `facts` are for programs;
    `facts_shown` are those that `says` does not name, for people. `rule` is the clause in our
    words: a page shows it last and small, never as the headline.
    """

    code: str
    clause: str
    book: str
    facts: dict[str, int | str]
    decision: str = ""
    says: str
    next: str
    facts_shown: dict[str, str]
    rule: str


@cache
def sentences() -> Mapping[str, tuple[str, ...]]:
    """What happened, by code: sentences with {facts}, the last of them without.

    >>> sentences()["spots/number_twice"]
    ('Number {spot} was chosen twice.', 'A number was chosen twice.')
    """
    nouns = tomllib.loads(read_text("eyesdown.display", "refusals.toml"))
    return {
        f"{noun}/{what}": (says,) if isinstance(says, str) else tuple(says)
        for noun, codes in nouns.items()
        for what, says in codes.items()
    }


def what_happened(code: str, facts: Facts = ()) -> tuple[str, frozenset[str]]:
    """The headline of a refusal, and the names of the facts in it.

    >>> what_happened("payment/short", (("cost_cents", 2000), ("tendered_cents", 1000)))[0]
    'Not enough money: $10.00 was given, and the slip costs $20.00.'
    >>> what_happened("payment/short")
    ('Not enough money was given.', frozenset())
    """
    shown = {name: fact_shown(name, value)[1] for name, value in facts if value != ""}
    if shown.get("until") == FOR_GOOD:  # what has no end has a sentence of its own
        shown[_WITHOUT_END] = shown.pop("until")
    for sentence in sentences().get(code, (WITHOUT_WORDS,)):
        names = frozenset(NAMES.findall(sentence))
        if names <= shown.keys():
            words = NAMES.sub(lambda name: shown[name[1]], sentence)
            named = names | {"until"} if _WITHOUT_END in names else names
            return words[:1].upper() + words[1:], named
    return WITHOUT_WORDS, frozenset()


def refusal_shown(refusal: Refusal, besides: Facts = ()) -> RefusalShown:
    """A refusal as pages and the API show it.

    `besides` are facts that a page knows and the rule did not need, for the words only; one with
    the name of the rule's own, such as a venue's name for its number, is shown in its place.

    >>> from eyesdown.kernel.cite import Clause
    >>> facts = (("stake_cents", 150), ("step_cents", 100))
    >>> step = Refusal("stake/not_a_step", Clause("nsw-keno", "9(c)(i)"), facts, "G21")
    >>> shown = refusal_shown(step)
    >>> shown.says
    'A stake of $1.50 can’t be sold; stakes go up by $1.00.'
    >>> shown.next
    'Change the stake to a multiple of the step.'
    >>> shown.rule
    'A Regular stake rises by $1, and a $2 Game stake rises by $2.'
    """
    shape = refusal_json(refusal)
    says, named = what_happened(refusal.code, (*refusal.facts, *besides))
    known = dict(besides)
    shown = ((name, known.get(name, value)) for name, value in refusal.facts)
    rest = (fact for fact in shown if fact[0] not in named and fact[1] != "")
    return msgspec.convert(
        {
            **shape,
            "says": says,
            "next": advice().get(refusal.code, ""),
            "facts_shown": dict(fact_shown(name, value) for name, value in rest),
            "rule": in_our_words(refusal),
        },
        RefusalShown,
    )


def refusals_shown(refusals: Iterable[Refusal]) -> list[RefusalShown]:
    """Refusals as pages and the API show them, in the order given.

    >>> from eyesdown.kernel.cite import Clause, Refusal
    >>> late = Refusal('stake/below_minimum', Clause('nsw-keno', '9(c)(i)'), (('stake_cents', 50),))
    >>> refusals_shown([late])[0].code
    'stake/below_minimum'
    """
    return [refusal_shown(refusal) for refusal in refusals]


def in_our_words(refusal: Refusal) -> str:
    """What the clause of a refusal says, or what we decided where a decision of ours decided.

    >>> from eyesdown.kernel.cite import Clause
    >>> in_our_words(Refusal("claim/no_win", Clause("nsw-keno", "7A(c)(iii)"), ()))
    'Account must be in credit'
    """
    decision = decisions(refusal.clause.book).get(refusal.decision)
    if decision is not None:
        return decision.decided
    return _clauses(refusal.clause.book)[refusal.clause.number]


@cache
def _clauses(book: str) -> dict[str, str]:
    """Every clause of a book in our words."""
    return {row.clause: row.says for row in read_coverage(book)}


def fact_shown(name: str, value: Fact) -> tuple[str, str]:
    """A fact as people read it: its name in plain words, money in dollars, days as on a calendar.

    >>> fact_shown("cost_cents", 26000), fact_shown("games_max", 100)
    (('cost', '$260.00'), ('games max', '100'))
    >>> fact_shown("accepted", "2026-11-16"), fact_shown("form", "keno2")
    (('accepted', '16 Nov 2026'), ('form', 'Keno Mega Millions'))
    >>> fact_shown("jackpot", "keno2/10"), fact_shown("kind", "sst_receipt")
    (('jackpot', 'Mega Millions, 10 spots'), ('kind', 'SST receipt'))
    >>> fact_shown("rate", "129/1000"), fact_shown("selection", "(17, 30)")
    (('rate', '12.9%'), ('selection', '17/30'))
    >>> fact_shown("measure", "loss"), fact_shown("asked", "LodgeTerms")
    (('measure', 'net loss'), ('asked', 'lodge terms'))
    """
    is_money = name.endswith("_cents") or name == "cents"
    label = name.removesuffix("cents").strip("_").replace("_", " ") or "amount"
    if isinstance(value, int):
        return label, dollars(value) if is_money else str(value)
    if name == "measure":
        return label, _MEASURES.get(value, value)
    if name == "asked":  # a command, by the name of its type
        return label, _WORD_BEGINS.sub(" ", value).lower()
    return label, _text_shown(value)


def _text_shown(value: str) -> str:
    """A string fact as people read it: dates and times, names of games, other words plain."""
    if _NUMBERS.fullmatch(value):
        return value[1:-1].replace(", ", "/")
    if ", " in value:
        return ", ".join(map(_text_shown, value.split(", ")))
    if value in GAMES:
        return GAMES[value].title
    jackpot = _JACKPOT.fullmatch(value)
    if jackpot is not None and jackpot[1] in GAMES:
        return jackpot_in_words(value)
    if _SHARE.fullmatch(value):
        return f"{float(100 * Fraction(value)):.4g}%"
    if value == "eft" or _SLUG.fullmatch(value):
        return _SHORT.sub(lambda word: word[0].upper(), value.replace("_", " "))
    if not _WHEN.fullmatch(value):
        return value
    try:
        if len(value) == 10:
            return f"{date.fromisoformat(value):%-d %b %Y}"
        return f"{datetime.fromisoformat(value):%-d %b %Y at %H:%M}"
    except ValueError:
        return value
