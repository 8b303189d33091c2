"""Part 10.5 - What a prize is, by the words for it (S10)."""

from __future__ import annotations

import tomllib
from collections.abc import Iterator, Mapping
from functools import cache
from typing import NamedTuple

from eyesdown.rulebook.facts.promotions import Prize, Terms
from eyesdown.rulebook.loading import read_text
from eyesdown.rulebook.wordlist import Likeness, Nouns, WordList
from eyesdown.rulebooks.nsw_casino_bingo.volumes import (
    is_several,
    millilitres_in,
    names_volume,
)

TOBACCO, FIREARM, WEAPON, LIQUOR = "tobacco", "firearm", "prohibited_weapon", "liquor"


class Prohibited(NamedTuple):
    """A kind of thing that no prize may be, or only so much of."""

    clause: str
    listed: WordList


@cache
def prohibited() -> Mapping[str, Prohibited]:
    """The kinds by name, with their clauses and words.

    >>> prohibited()["tobacco"].listed.likeness("a box of cigars")
    <Likeness.MATCH: 'match'>
    """
    written = tomllib.loads(read_text(__package__, "prohibited.toml"))
    nouns = Nouns(**{name: frozenset(listed) for name, listed in written.pop("nouns").items()})
    return {
        kind: Prohibited(
            entry["clause"],
            # A volume of liquor counts whatever follows: "champagne Reims 750 ml".
            WordList.of(
                entry["words"], entry["near"], entry["free"], None if kind == LIQUOR else nouns
            ),
        )
        for kind, entry in written.items()
    }


def items(prize: Prize) -> Iterator[str]:
    """Every string that says what a prize is or includes.

    >>> list(items(Prize(prize="hamper", contents=("cheese", "wine"))))
    ['goods', 'cheese', 'wine', 'hamper']
    """
    yield prize.kind
    yield from prize.contents
    yield prize.prize
    yield from (text for text in (prize.make, prize.model, prize.accessories) if text)
    yield from (text for _, text in prize.inclusions)


def has(kind: str, terms: Terms) -> tuple[str, str] | None:
    """The first prize that is of a kind, and the words that say so; None if there is none."""
    listed = prohibited()[kind].listed
    for prize in terms.prizes:
        for item in items(prize):
            if listed.likeness(item) is Likeness.MATCH:
                return prize.prize, item
    return None


def liquor_millilitres(prize: Prize) -> int:
    """The liquor of a prize: as stated, or as its contents say if that is more (J04, S10).

    >>> liquor_millilitres(Prize(prize="cellar", contents=("wine, 24 x 750 ml", "5 l of oil")))
    18000
    """
    listed = prohibited()[LIQUOR].listed
    liquors = (item for item in items(prize) if listed.likeness(item) is Likeness.MATCH)
    in_words = sum(map(millilitres_in, liquors))
    return max(prize.liquor_millilitres, in_words)


def near_items(terms: Terms) -> tuple[tuple[str, str, str], ...]:
    """What a second person must look at: prize, item, and the clause of the kind it is near.

    That is also liquor of which there is more than one bottle, and no volume is stated.

    >>> near_items(Terms(prizes=(Prize(prize="toy", contents=("water pistol",)),)))
    (('toy', 'water pistol', '10.5.2'),)
    """
    near: list[tuple[str, str, str]] = []
    for prize in terms.prizes:
        for kind in (TOBACCO, FIREARM, WEAPON):
            clause, listed = prohibited()[kind]
            near += [
                (prize.prize, item, clause)
                for item in dict.fromkeys(items(prize))
                if listed.likeness(item) is Likeness.NEAR
            ]
        near += [
            (prize.prize, item, prohibited()[LIQUOR].clause) for item in _of_unknown_volume(prize)
        ]
    return tuple(near)


def _of_unknown_volume(prize: Prize) -> Iterator[str]:
    """The items of liquor of which there is more than one, if nothing says how much that is."""
    listed = prohibited()[LIQUOR].listed
    for item in () if prize.liquor_millilitres else dict.fromkeys(items(prize)):
        unknown = is_several(item) and not names_volume(item)
        if unknown and listed.likeness(item) is Likeness.MATCH:
            yield item
