"""Which words on a family page are of one language, and which are of none."""

from __future__ import annotations

import re

from eyesdown.display.family.words import WORDS
from eyesdown.rulebooks.family_bingo.words import WORDS as BOOK_WORDS

DATA = re.compile(
    r"[\d\s·,.:/–★✎×!○●-]*|[A-Z]{5}|[BINGO]|[BINGO]\d{1,2}|[0-9a-f]{64,}|[A-Z2-7-]{19}|[a-z]+/[a-z_]+"
)
"""What is not language: numbers, codes of tables and refusals, labels of discs, hashes and keys."""


def patterns(language: str) -> list[re.Pattern[str]]:
    """Every text of a language, its places open."""
    texts = [words[language] for words in (*WORDS.values(), *BOOK_WORDS.values())]
    return [
        re.compile(re.sub(r"\\\{\w+\\\}", ".+", re.escape(" ".join(words.split()))))
        for words in texts
    ]


def foreign_lines(shown: str, language: str, *names: str) -> list[str]:
    """The lines of a page that no text of the language explains."""
    known = patterns(language)
    sentences = "|".join(f"(?:{pattern.pattern})" for pattern in known)
    several = re.compile(f"(?:{sentences})(?: (?:{sentences}))*")
    return [
        line
        for raw in re.split(r"[\n·]", shown)
        if (line := " ".join(raw.split()))
        and line not in names
        and not DATA.fullmatch(line)
        and not several.fullmatch(line)
        and not several.fullmatch(re.sub(r" \d+$", "", line))  # a total after a sentence
    ]
