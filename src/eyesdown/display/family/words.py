"""Every text of the family's pages and papers, from one catalogue in English and French."""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from typing import Any

from eyesdown.bingo.family import events as game
from eyesdown.bingo.family.house import House, person_of
from eyesdown.kernel.cite import Fact, Refusal
from eyesdown.rulebook.loading import DataFile
from eyesdown.rulebooks.family_bingo.words import LANGUAGES, load_words, say

WORDS = load_words(DataFile.open(__package__, "words.toml"))
SCRIPTS = "js_"
"""Keys of the texts that scripts show."""
REFUSED = "no_"
"""Keys of the answers to a refused action: this and its code."""


def text(key: str, language: str, **places: Fact) -> str:
    """One text of the catalogue.

    >>> text("join_button", "fr")
    "S'asseoir"
    """
    return WORDS[key][language].format(**places)


def script_texts(language: str) -> dict[str, str]:
    """The texts that scripts put on a page, by key."""
    return {
        key.removeprefix(SCRIPTS): texts[language]
        for key, texts in WORDS.items()
        if key.startswith(SCRIPTS)
    }


def listed(names: Sequence[str], language: str) -> str:
    """Names as people list them.

    >>> listed(["Ana", "Ben", "Cho"], "en"), listed(["Zoé", "Jean-Luc"], "fr")
    ('Ana, Ben and Cho', 'Zoé et Jean-Luc')
    """
    *first, last = names or [""]
    joined = ", ".join(first)
    return f"{joined} {text('and', language)} {last}" if first else last


def name_of(player: str, names: Mapping[str, str], house: House, language: str) -> str:
    """The name of the person who plays a card, and which of their cards it is."""
    person = person_of(player, house)
    name = names.get(person, person)
    number = player[len(person) :].removeprefix(" #")
    return text("card_of", language, name=name, number=number) if number else name


class Speaker:
    """Turns events of a table's game into sentences of one language."""

    def __init__(self, names: Mapping[str, str], house: House, words: Sequence[str]) -> None:
        self._names, self._house, self._words = names, house, words

    def label(self, disc: int) -> str:
        """What is called: the word of a list, else letter and number, or the number alone."""
        return disc_label(disc, self._house, self._words)

    def sentence(self, event: Any, language: str) -> str:
        """What is announced; empty for an event that is not.

        >>> speaker = Speaker({"p2": "Ana", "p3": "Cho"}, House(), ())
        >>> won = game.RoundWon(round=1, winners=("p2", "p3"), totals=(), next_banker=())
        >>> speaker.sentence(won, "en")
        'The round goes to Ana and Cho.'
        """

        def who(*players: str) -> str:
            named = [name_of(player, self._names, self._house, language) for player in players]
            return listed(named, language)

        match event:
            case game.RoundStarted(round=number):
                return say("round", language, round=number)
            case game.BankerNamed(person=person):
                return say("banker", language, person=who(person))
            case game.DiscCalled(disc=disc):
                return say("call", language, label=self.label(disc))
            case game.DiscTakenBack(disc=disc):
                return text("taken_back", language, label=self.label(disc))
            case game.BingoCried(player=player):
                return text("cried", language, player=who(player))
            case game.RowReadBack(player=player, right=right, total=total):
                key = "right" if right and not self._words else "wrong"
                if right and self._words:
                    return text("right_words", language, player=who(player))
                return say(key, language, player=who(player), total=total)
            case game.RoundWon(winners=winners):
                return say("won", language, players=who(*winners))
            case game.RoundVoided():
                return say("void", language)
            case game.SeriesTied(players=players):
                return say("tied", language, players=who(*players))
            case game.SeriesWon(player=player, score=score):
                return say("series", language, player=who(player), score=score)
            case _:
                return ""

    def sentences(self, events: Iterable[Any]) -> dict[str, str]:
        """What is announced for several events, by language."""
        every = tuple(events)
        return {
            language: " ".join(filter(None, (self.sentence(event, language) for event in every)))
            for language in LANGUAGES
        }

    def refusal(self, refusal: Refusal, language: str) -> str:
        """Why something was not done and what to do, in one sentence for the person."""
        facts: dict[str, Fact] = {}
        for name, value in refusal.facts:
            is_person = name in ("player", "person") and isinstance(value, str)
            facts[name] = (
                name_of(str(value), self._names, self._house, language) if is_person else value
            )
            if name in ("number", "disc") and isinstance(value, int):
                facts[name] = self.label(value)
        return refusal_text(refusal.code, language, facts)


def refusal_text(code: str, language: str, facts: Mapping[str, Fact]) -> str:
    """The words of a refused action by its code, with what decided it.

    >>> refusal_text("seat/name_too_long", "en", {"characters": 500, "allowed": 24})
    'That name is too long: at most 24 characters, please.'
    """
    key = REFUSED + code
    if code == "words/unplayable":
        key = f"{key}_{facts.get('why', 'count')}"
    texts = WORDS.get(key) or WORDS["no_other"]
    return texts[language].format_map({"code": code, **facts})


def disc_label(disc: int, house: House, words: Sequence[str]) -> str:
    """What is on a disc.

    >>> disc_label(17, House(), ()), disc_label(17, House(balls=90), ())
    ('I17', '17')
    """
    if words:
        letter, number = divmod(disc - 1, House().per_column)
        return words[letter * house.per_column + number]
    return str(disc) if house.balls != House().balls else f"{'BINGO'[(disc - 1) // 15]}{disc}"
