"""What is shown and called, in English and in French, with equal effect."""

from __future__ import annotations

import string
from collections.abc import Mapping

from eyesdown.kernel.errors import BadInput
from eyesdown.rulebook.loading import DataFile

LANGUAGES = ("en", "fr")


def load_words(file: DataFile) -> Mapping[str, Mapping[str, str]]:
    """Every sentence in every language; all languages have the same placeholders."""
    sentences = file.toml()
    for key, texts in sentences.items():
        line = file.line_of(key)
        if not isinstance(texts, dict) or set(texts) != set(LANGUAGES):
            raise file.wrong(line, f"{key} has no words in {' and '.join(LANGUAGES)}")
        if len({frozenset(_places(text)) for text in texts.values()}) != 1:
            raise file.wrong(line, f"{key} has different placeholders in its languages")
    return sentences


def _places(text: str) -> list[str]:
    return [name for _, name, _, _ in string.Formatter().parse(text) if name]


WORDS = load_words(DataFile.open(__package__, "words.toml"))
RULES = tuple(key for key in WORDS if key.startswith("rule_"))


def say(key: str, language: str, **places: int | str) -> str:
    """One sentence.

    >>> say("call", "fr", label="B2")
    'B2 !'
    """
    if language not in LANGUAGES:
        raise BadInput("language", f"{language!r} is not one of {', '.join(LANGUAGES)}")
    return WORDS[key][language].format(**places)


def rules_page(language: str) -> tuple[str, ...]:
    """The rules in our own words, one paragraph a rule, the safety warning last (L06).

    >>> len(rules_page('en')) == len(rules_page('fr'))
    True
    """
    return (*(say(key, language) for key in RULES), say("warning", language))
