"""What is wrong with a value of a client, in words that do not name our parser's types."""

from __future__ import annotations

import re

_WANTED = re.compile(r"Expected `(?P<wanted>[^`]*)`(?P<more>.*)", re.DOTALL)
_LEAST = re.compile(r" (?P<sign>>=|<=|>|<) (?P<limit>\S+)")
_LENGTH = re.compile(r" of length (?P<bound><= |>= )?(?P<count>\d+)")
_WORD = re.compile(r"Invalid (?:enum )?value '(?P<word>.*)'", re.DOTALL)

_MOMENT = "a day and time with seconds and zone, as 2026-06-02T19:00:00+10:00"
_KINDS = {
    "bool": "true or false",
    "int": "a whole number",
    "float": "a number",
    "str": "a string",
    "array": "a list",
    "object": "an object",
    "null": "null",
    "datetime": _MOMENT,
    "date": "a day, as 2026-06-02",
    "time": "a time of day with seconds, as 19:00:00",
}
_UNREADABLE = {
    "Invalid RFC3339 encoded datetime": "datetime",
    "Invalid RFC3339 encoded date": "date",
    "Invalid RFC3339 encoded time": "time",
}
_SIGNS = {">=": "at least", "<=": "at most", ">": "more than", "<": "less than"}
_BOUNDS = {"<= ": "at most ", ">= ": "at least "}


def in_plain_words(message: str) -> str:
    """What a value must be; a message that is not the parser's own comes back as it is.

    >>> in_plain_words("Expected `int | null`, got `str`")
    'must be a whole number or null'
    >>> in_plain_words("Invalid RFC3339 encoded time")
    'must be a time of day with seconds, as 19:00:00'
    >>> in_plain_words("is missing")
    'is missing'
    """
    if message in _UNREADABLE:
        return f"must be {_KINDS[_UNREADABLE[message]]}"
    if message in ("Number out of range", "Integer value out of range"):
        return "is out of range"
    word = _WORD.fullmatch(message)
    if word:
        return f"{word['word']!r} is not one of the words that this field takes"
    expected = _WANTED.fullmatch(message)
    if expected is None:
        return message
    limit = _LEAST.fullmatch(expected["more"])
    if limit:
        return f"must be {_SIGNS[limit['sign']]} {limit['limit']}"
    length = _LENGTH.fullmatch(expected["more"])
    if length:
        return f"must have {_BOUNDS.get(length['bound'], '')}{length['count']} items"
    kinds = (_KINDS.get(kind, kind) for kind in expected["wanted"].split(" | "))
    return f"must be {' or '.join(kinds)}"
