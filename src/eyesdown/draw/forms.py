"""The form of every statement, as patterns of its canonical text.

A follower holds each line against them before it reads the fields: a missing or further field, a
true in the place of a 1, or a number written in another way is refused there, so that no two texts
say the same. `verify_draw.py` and the page have the same forms for the statements of a proof.
Standard library only.
"""

from __future__ import annotations

import re

_WHOLE = "(?:0|[1-9][0-9]{0,14})"
_TEXT = r'"(?:[^"\\\x00-\x1f]|\\["\\]){1,99}"'
_WORDS = r'"(?:[^"\\]|\\.)*"'  # what a person wrote: other checks are not ours
_HASH, _BYTES, _NUMBER = '"[0-9a-f]{64}"', '"(?:[0-9a-f]{2})*"', '"[1-9a-f][0-9a-f]*"'
_TIME = r'"[0-9]{4}-[0-9]{2}-[0-9]{2}T[0-9]{2}:[0-9]{2}:[0-9]{2}(?:\.[0-9]{1,6})?Z"'
_HEAD = r'"(?:0|[1-9][0-9]{0,14}):[0-9a-f]{64}"'


def _object(fields: dict[str, str]) -> str:
    return r"\{" + ",".join(f'"{name}":(?:{fields[name]})' for name in sorted(fields)) + r"\}"


def _list(part: str) -> str:
    return rf"\[(?:{part}(?:,{part})*)?\]"


_NAMED = _list(rf"\[{_TEXT},{_HASH}\]")
_SEAL = {"type": '"Seal"', "game": _TEXT, "root": _HASH, "entries": _WHOLE, "total_cents": _WHOLE}
_STEP = _object({"result": _NUMBER, "proof": _NUMBER})
_PLACE = {"game": _TEXT, "place": _WHOLE}
_RESTORED = {"games": _list(_TEXT)}
_LAST_WORDS = rf"\{{(?:{_TEXT}:{_HASH}(?:,{_TEXT}:{_HASH})*)?\}}"

_SAYS: dict[str, tuple[dict[str, str], ...]] = {
    "opened": ({"record": _BYTES, "name": _WORDS},),
    "appointed": ({"witness": _TEXT, "key": _NUMBER, "by": _WORDS},),
    "withdrawn": ({"witness": _TEXT, "because": _WORDS, "by": _WORDS},),
    "promise": (
        {
            "game": _TEXT,
            "pool": _WHOLE,
            "count": _WHOLE,
            "values": _WHOLE,
            "commitment": _HASH,
            "slow": _WHOLE,
            "wait": _WHOLE,
            "closes": f'{_TIME}|""',
            "witnesses": _NAMED,
            "spares": _NAMED,
        },
    ),
    "seen": (
        {"witness": _TEXT, "head": _HEAD, "previous": _BYTES, "time": _TIME, "answer": _BYTES},
    ),
    "seal": ({"game": _TEXT, "seal": _object(_SEAL)},),
    "reveal": ({**_PLACE, "value": _BYTES},),
    "answer": ({**_PLACE, "witness": _TEXT, "answer": _BYTES},),
    "silent": (
        {
            **_PLACE,
            "witness": _TEXT,
            "by": _TEXT,
            "time": _TIME,
            "previous": _BYTES,
            "answer": _BYTES,
        },
    ),
    "broken": ({"game": _TEXT, "because": _WORDS, "by": _WORDS},),
    "result": (
        {
            "game": _TEXT,
            "numbers": _list(_WHOLE),
            "slow": f"null|{_STEP}",
            "how": '"(?:alone|slowly|witnessed|cage)"',
        },
    ),
    "restored": (_RESTORED, {**_RESTORED, "parted": _HEAD, "words": _LAST_WORDS}),
}


def _pattern(kind: str) -> re.Pattern[str]:
    shared = {"n": _WHOLE, "prev": _HASH, "at": _TIME, "journal": _TEXT, "kind": f'"{kind}"'}
    return re.compile("|".join(_object({**shared, **says}) for says in _SAYS[kind]))


_PATTERNS = {kind: _pattern(kind) for kind in _SAYS}


def has_form(kind: str, text: str) -> bool:
    """Whether the canonical text of a statement has the form of its kind.

    >>> has_form("opened", '{"kind":"opened"}')
    False
    """
    return _PATTERNS[kind].fullmatch(text) is not None
