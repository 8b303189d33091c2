"""A refusal for people: the one JSON shape, and beside it our words, the next step and the facts.

Page, counter, terminal, office and API all show refusals with `refusal_shown`.
"""

from __future__ import annotations

from collections.abc import Iterable
from functools import cache

import msgspec

from eyesdown.kernel.cite import Fact, Refusal, refusal_json
from eyesdown.kernel.money import dollars
from eyesdown.rulebook.advice import advice
from eyesdown.rulebook.coverage import read_coverage
from eyesdown.rulebook.decisions import decisions


class RefusalShown(msgspec.Struct, frozen=True, omit_defaults=True, kw_only=True):
    """A rule's refusal: its code, its clause, the facts that decided, and words for people.

    `decision` is there only where a decision of ours decided. `facts` are for programs,
    `facts_shown` are the same for people: amounts in dollars, names in plain words.
    """

    code: str
    clause: str
    book: str
    facts: dict[str, int | str]
    decision: str = ""
    says: str
    next: str
    facts_shown: dict[str, str]


def refusal_shown(refusal: Refusal) -> RefusalShown:
    """A refusal as pages and the API show it.

    >>> from eyesdown.kernel.cite import Clause
    >>> facts = (("stake_cents", 150), ("step_cents", 100))
    >>> step = Refusal("stake/not_a_step", Clause("nsw-keno", "9(c)(i)"), facts, "G21")
    >>> shown = refusal_shown(step)
    >>> shown.says
    'A Regular stake rises by $1, and a $2 Game stake rises by $2.'
    >>> shown.facts_shown
    {'stake': '$1.50', 'step': '$1.00'}
    """
    shape = refusal_json(refusal)
    return msgspec.convert(
        {
            **shape,
            "says": in_our_words(refusal),
            "next": advice()[refusal.code],
            "facts_shown": dict(
                fact_shown(name, value) for name, value in refusal.facts if value != ""
            ),
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
    """A fact as people read it: its name in plain words, money in dollars.

    >>> fact_shown("cost_cents", 26000), fact_shown("games_max", 100)
    (('cost', '$260.00'), ('games max', '100'))
    """
    is_money = name.endswith("_cents") or name == "cents"
    label = name.removesuffix("cents").strip("_").replace("_", " ") or "amount"
    return label, dollars(value) if is_money and isinstance(value, int) else str(value)
