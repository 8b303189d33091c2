"""Words of the trade in one spelling, however they were typed."""

from __future__ import annotations


def plain_words(word: str) -> str:
    """A word as the books write it: small letters, and blanks between its parts.

    >>> plain_words("Gaming_Services-Host")
    'gaming services host'
    """
    return " ".join(word.casefold().replace("-", " ").replace("_", " ").split())


def one_spelling(word: str) -> str:
    """A name as the figures of a book write it, however it was typed.

    >>> one_spelling("Crossed cheque")
    'crossed_cheque'
    """
    return plain_words(word).replace(" ", "_")
