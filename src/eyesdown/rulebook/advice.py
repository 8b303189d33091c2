"""What to do after a refusal: a sentence for each code, the same at every door."""

from __future__ import annotations

import tomllib
from collections.abc import Mapping
from functools import cache

from eyesdown.rulebook.loading import read_text


@cache
def advice() -> Mapping[str, str]:
    """The next step by code, for every code of every book.

    >>> advice()["stake/below_minimum"]
    'Stake more.'
    """
    nouns = tomllib.loads(read_text("eyesdown.rulebook", "advice.toml"))
    return {f"{noun}/{what}": says for noun, codes in nouns.items() for what, says in codes.items()}
