"""Volumes in words: "two dozen bottles of wine, 750 ml each" are 18 litres."""

from __future__ import annotations

import re
from fractions import Fraction
from math import ceil, prod

_UNITS = {
    **dict.fromkeys(("ml", "mls", "millilitre", "milliliter"), 1),
    **dict.fromkeys(("cl", "centilitre", "centiliter"), 10),
    **dict.fromkeys(("l", "ltr", "litre", "liter"), 1000),
    "pint": 570,
    "gallon": 4546,
}
"""Millilitres in each unit, the old ones by the next whole millilitre."""
_ONES = [
    "one",
    "two",
    "three",
    "four",
    "five",
    "six",
    "seven",
    "eight",
    "nine",
    "ten",
    "eleven",
    "twelve",
]
_TENS = ["twenty", "thirty", "forty", "fifty", "sixty", "seventy", "eighty", "ninety"]
_NUMBERS: dict[str, int | Fraction] = {
    **{word: number for number, word in enumerate(_ONES, 1)},
    **{word: 10 * number for number, word in enumerate(_TENS, 2)},
    "ten": 10,
    "eleven": 11,
    "twelve": 12,
    "hundred": 100,
    "half": Fraction(1, 2),
    "dozen": 12,
}
_MANY = (
    "bottles|cans|stubbies|magnums|flagons|cases|cartons|boxes|crates|slabs|packs|sixpacks|kegs|"
    "casks|barrels|jugs|glasses|hampers"
)
_TENS_AND_ONES = re.compile(rf"\b({'|'.join(_TENS)})[\s-]+({'|'.join(_ONES)})\b")
_IN_WORDS = re.compile(rf"(?:\d+(?:\.\d+)?\s+)?(?:\b(?:{'|'.join(_NUMBERS)})\b\s*)+")
_THOUSANDS = re.compile(r"(?<=\d),(?=\d{3}(?!\d))")
_VOLUME = re.compile(
    rf"(?<![\d.])(\d+(?:\.\d+)?)[\s-]*({'|'.join(sorted(_UNITS, key=len, reverse=True))})s?\b"
    rf"(?:\s*(?:{_MANY})?\s*(?:x|times)\s*(\d+)\b(?!\s*x))?"
)
_COUNT = re.compile(
    r"(?<![\d.])(\d+(?:\.\d+)?)(?:"
    r"\s*(?:x|times)(?=[\s\d]|$)"
    rf"|\s+(?:of\s+)?(?=\d+(?:\.\d+)?\s*(?:x|times|{_MANY})\b)"
    rf"|\s*-?\s*(?:{_MANY}|(?<=-)(?:bottle|can|pack))\b"
    rf"|\s+(?:[a-z]+\s+){{1,2}}(?:{_MANY})\b"
    r"|\s+$)"
)
_YEAR = re.compile(r"(?<![\d.])(?:19|20)\d\d(?=\s+[a-z]+\s)(?!\s+(?:x|times|bottles|cans)\b)")
_HOLDS_MANY = re.compile(
    rf"\b(?:{_MANY}|keg|cask|barrel|case|carton|crate|slab|pallet|cellar|supply|hogshead)\b"
)
_BREAK = re.compile(r"[;+&\n]|\b(?:and|plus|with)\b")


def millilitres_in(text: str) -> int:
    """The volumes that are named in a string together, a part of a millilitre counted as one.

    >>> millilitres_in("24 x 750 ml and 1.5 litres"), millilitres_in("30 bottles of wine 750ml")
    (19500, 22500)
    >>> millilitres_in("two dozen 75cl bottles"), millilitres_in("2 cases of 24 x 375 ml beer")
    (18000, 18000)
    """
    plain = _in_digits(text)
    total, since = Fraction(0), 0
    for named in _VOLUME.finditer(plain):
        number, unit, after = named.groups()
        each = Fraction(number) * _UNITS[unit]
        total += each * int(after or 1) * _how_many(plain[since : named.start()])
        since = named.end()
    return ceil(total)


def is_several(text: str) -> bool:
    """Whether a string names a number of things, or one that holds many.

    >>> [is_several(text) for text in ("100 bottles of wine", "a keg of beer", "a bottle of wine")]
    [True, True, False]
    """
    plain = _YEAR.sub("", _in_digits(text))
    return bool(_COUNT.search(plain) or _HOLDS_MANY.search(plain))


def names_volume(text: str) -> bool:
    """Whether a string says a volume.

    >>> names_volume("12 bottles of wine"), names_volume("wine, 12 x 75cl")
    (False, True)
    """
    return _VOLUME.search(_in_digits(text)) is not None


def _in_digits(text: str) -> str:
    """Small letters, with every number in digits and every thousand without its comma.

    >>> _in_digits("Half a dozen, 2,500 or Twenty-four") == "6, 2500 or 24"
    True
    """
    plain = _THOUSANDS.sub("", text.casefold()).replace("\N{MULTIPLICATION SIGN}", "x")
    plain = _TENS_AND_ONES.sub(lambda both: str(_value(both[1]) + _value(both[2])), plain)
    plain = re.sub(r"\bhalf a dozen\b", "half dozen", plain)
    plain = re.sub(r"\ba (?=dozen|hundred)", "", plain)
    return _IN_WORDS.sub(_product, plain)


def _product(group: re.Match[str]) -> str:
    words = group[0].split()
    value = prod((_value(word) for word in words), start=Fraction(1))
    whole, half = divmod(ceil(value * 2), 2)
    return f"{whole}{'.5' * half}" + (" " if group[0][-1].isspace() else "")


def _value(word: str) -> Fraction:
    return Fraction(_NUMBERS[word]) if word in _NUMBERS else Fraction(word)


def _how_many(before: str) -> Fraction:
    """How many there are of a volume, by the words before it, back to the last "and"."""
    words = _YEAR.sub("", _BREAK.split(before)[-1])
    for part in reversed(words.split(",")):
        counts = _COUNT.findall(part)
        if counts:
            return prod(map(Fraction, counts), start=Fraction(1))
    return Fraction(1)
