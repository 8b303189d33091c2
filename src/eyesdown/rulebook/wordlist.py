"""Recognise a thing by its name: match whole words and plurals of a list, and words near them."""

from __future__ import annotations

import re
import unicodedata
from collections.abc import Iterable, Iterator, Mapping
from dataclasses import dataclass
from enum import StrEnum
from typing import TypeAlias

Words: TypeAlias = tuple[str, ...]

SHORT = 4
"""Words below this length are not compared letter by letter, nor as the beginning of others."""
ONE_OFF = 6
"""From this length on a word with one letter wrong is near."""


class Likeness(StrEnum):
    """How a string is related to a list: it has one of its words, or one that is near."""

    MATCH = "match"
    NEAR = "near"
    FREE = "free"


def words_of(text: str) -> Words:
    """The words of some text in small letters, without accents, punctuation and hidden characters.

    Letters and digits are words of their own: a model's name may be written in one or in two.

    >>> words_of("Imitation Pistols, 2 (déco)"), words_of("AK-47") == words_of("ak47")
    (('imitation', 'pistols', '2', 'deco'), True)
    """
    plain = unicodedata.normalize("NFKD", text.casefold())
    plain = "".join(each for each in plain if unicodedata.category(each) not in ("Mn", "Cf"))
    return tuple(re.findall(r"[a-z]+|[0-9]+", plain.replace("'", "")))


def singular(word: str) -> frozenset[str]:
    """What a word may be the plural of, and the word itself.

    >>> "knife" in singular("knives"), "box" in singular("boxes"), "gas" in singular("gas")
    (True, True, True)
    """
    forms = {word}
    if word.endswith("s") and not word.endswith("ss"):
        forms.add(word[:-1])
        if word.endswith("es"):
            forms.add(word[:-2])
        if word.endswith("ies"):
            forms.add(word[:-3] + "y")
        if word.endswith("ves"):
            forms |= {word[:-3] + "f", word[:-3] + "fe"}
    return frozenset(forms)


@dataclass(frozen=True, slots=True)
class Nouns:
    """Nouns that may follow a word, and say what the thing is: a "gun metal watch" is a watch.

    With `same` ones the thing is still what the word names (a "cigar pack"), with `other` ones it
    is not. Any other noun leaves it open. `links` end the name of a thing ("cigars and wine").
    """

    same: frozenset[str]
    other: frozenset[str]
    links: frozenset[str]

    def likeness(self, following: Words) -> Likeness:
        """What a thing is whose name goes on with these words.

        >>> nouns = Nouns(frozenset({"pack"}), frozenset({"watch"}), frozenset({"with"}))
        >>> [str(nouns.likeness(words_of(text))) for text in ("pack", "with watch", "2", "")]
        ['match', 'match', 'match', 'match']
        >>> [str(nouns.likeness(words_of(text))) for text in ("metal watch", "rack", "rack, 2")]
        ['free', 'near', 'near']
        """
        ends = (n for n, word in enumerate(following) if word in self.links or word.isdigit())
        name = following[: next(ends, len(following))]
        if not name or singular(name[0]) & self.same:
            return Likeness.MATCH
        return Likeness.FREE if singular(name[-1]) & self.other else Likeness.NEAR


@dataclass(frozen=True, slots=True)
class WordList:
    """One kind of thing: words that name it, words that are near it, and words that are not it."""

    lists: Mapping[Likeness, frozenset[Words]]
    nouns: Nouns | None = None

    @classmethod
    def of(
        cls,
        words: Iterable[str],
        near: Iterable[str],
        free: Iterable[str],
        nouns: Nouns | None = None,
    ) -> WordList:
        """A list from its words as they are written in a file."""
        kinds = ((Likeness.MATCH, words), (Likeness.NEAR, near), (Likeness.FREE, free))
        return cls({kind: frozenset(map(words_of, listed)) for kind, listed in kinds}, nouns)

    def likeness(self, text: str) -> Likeness | None:
        """How near a string is to the kind; None if it is not.

        >>> guns = WordList.of(["pistol"], ["holster"], ["water pistol"])
        >>> guns.likeness("Two pistols"), guns.likeness("pistol holster")
        (<Likeness.MATCH: 'match'>, <Likeness.MATCH: 'match'>)
        >>> guns.likeness("a water pistol"), guns.likeness("piston"), guns.likeness("tea")
        (None, <Likeness.NEAR: 'near'>, None)
        """
        kinds = set(self._kinds(words_of(text)))
        return next((kind for kind in (Likeness.MATCH, Likeness.NEAR) if kind in kinds), None)

    def _kinds(self, words: Words) -> Iterator[Likeness]:
        """What each run of words is, the longest at each place first."""
        place = 0
        while place < len(words):
            kind, length = self._longest(words[place:])
            if kind is Likeness.MATCH:
                yield self._named(words[place : place + length], words[place + length :])
            elif kind is not None:
                yield kind
            elif self._looks_like(words[place]):
                yield Likeness.NEAR
            place += max(length, 1)

    def _named(self, run: Words, following: Words) -> Likeness:
        """What the name of a thing is that begins with a listed run of words.

        A plural ends the name: no one says "cigars pack".
        """
        is_listed = run in self.lists[Likeness.MATCH]
        return self.nouns.likeness(following) if self.nouns and is_listed else Likeness.MATCH

    def _longest(self, words: Words) -> tuple[Likeness | None, int]:
        best: tuple[Likeness | None, int] = (None, 0)
        for kind, listed in self.lists.items():
            for phrase in listed:
                if best[1] < len(phrase) <= len(words) and all(
                    wanted in singular(word) for wanted, word in zip(phrase, words, strict=False)
                ):
                    best = (kind, len(phrase))
        return best

    def _looks_like(self, word: str) -> bool:
        """Whether a word begins with a listed one, or is one letter off it."""
        single = [phrase[0] for phrase in self.lists[Likeness.MATCH] if len(phrase) == 1]
        return any(
            (len(listed) >= SHORT and word.startswith(listed))
            or (len(listed) >= ONE_OFF and any(one_off(form, listed) for form in singular(word)))
            for listed in single
        )


def one_off(word: str, listed: str) -> bool:
    """Whether two words differ by one letter that is wrong, missing or too many.

    >>> one_off("pistl", "pistol"), one_off("pistol", "pistil"), one_off("tobaco", "tobacco")
    (True, True, True)
    >>> one_off("piston", "crystal")
    False
    """
    if abs(len(word) - len(listed)) > 1:
        return False
    same = 0
    while same < min(len(word), len(listed)) and word[same] == listed[same]:
        same += 1
    longer = max(len(word), len(listed))
    rest = {
        word[same + (len(word) == longer) :],
        listed[same + (len(listed) == longer) :],
    }
    return len(rest) == 1
