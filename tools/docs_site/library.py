"""The reference of the library, from its own docstrings."""

from __future__ import annotations

import inspect
import sys
from collections.abc import Iterator
from typing import Any

import eyesdown
from eyesdown.cards.master import FoundCard
from eyesdown.cards.series import CardPlace
from eyesdown.cards.series_check import Fault
from eyesdown.cards.ticket import Card75, Ticket90
from eyesdown.keno.bets.settle import Reason
from eyesdown.library import chances
from eyesdown.library.cards import PrizeOnCard, Strip90
from eyesdown.library.draws import Verified
from eyesdown.library.keno import Checked, Price, SettledGame
from eyesdown.library.series import OpenSeries, VerifiedSeries
from eyesdown.notation.playing import Play
from eyesdown.odds.law import Outcome
from eyesdown.rulebook.book import Book

HEAD = """\
# The library, name by name

Made from the docstrings. `import eyesdown` loads nothing else until a name is used.
"""
GIVEN = """
## What they give

The objects that the functions return, with their fields. A field that a command answers with, too,
is explained there under the same name: [JSON for machines](json.md), [keno as JSON](keno.md).
"""
RESULTS = (
    Checked,
    Reason,
    Price,
    SettledGame,
    chances.Odds,
    Outcome,
    Book,
    Strip90,
    Ticket90,
    Card75,
    PrizeOnCard,
    OpenSeries,
    FoundCard,
    CardPlace,
    VerifiedSeries,
    Fault,
    Play,
    Verified,
)
"""The classes of what the public functions return, and of what is in their fields."""
QUOTE, NEXT = "'", "\n    "
LINE = 80
"""The longest signature that is written on one line."""


def library_page() -> str:
    """The page as Markdown: each public name and each result, with words and examples."""
    public = "\n".join(_entry(name, _documented(name)) for name in names())
    return HEAD + public + "\n" + GIVEN + "\n".join(map(_result, RESULTS))


def names() -> list[str]:
    """The public names of the package, in its own order."""
    return [name for name in eyesdown.__all__ if not name.startswith("__")]


def _documented(name: str) -> Any:
    """What a name gives; of a package that can be called, the function behind it."""
    value = getattr(eyesdown, name)
    return chances.odds if value is sys.modules["eyesdown.odds"] else value


def _entry(name: str, value: Any) -> str:
    kind = "class" if inspect.isclass(value) else "def"
    parts = [f"\n## {name}\n", f"```python\n{kind} {name}{_signature(value)}\n```\n", _words(value)]
    if inspect.isclass(value):
        parts += list(_members(name, value))
    return "\n".join(parts)


def _result(value: type) -> str:
    """A class of results: its fields, its words, and its methods."""
    hints = inspect.get_annotations(value)
    fields = [f"    {name}: {hint}" for name, hint in hints.items() if not name.startswith("_")]
    head = [f"class {value.__name__}:", *fields] if fields else [f"class {value.__name__}"]
    code = "\n".join(head).replace("'", "")
    parts = [f"\n### {value.__name__}\n", f"```python\n{code}\n```\n", _words(value)]
    return "\n".join([*parts, *_members(value.__name__, value, "####")])


def _members(owner: str, value: type, level: str = "###") -> Iterator[str]:
    for name, member in vars(value).items():
        documented = inspect.isfunction(member) or isinstance(member, property)
        if name.startswith("_") or not documented or not inspect.getdoc(member):
            continue
        signature = "" if isinstance(member, property) else _signature(member)
        yield f"{level} {owner}.{name}\n\n```python\n{name}{signature}\n```\n\n{_words(member)}"


def _signature(value: Any) -> str:
    """Parameters and result as they are written in the source, on one line if it is short."""
    try:
        signature = inspect.signature(value)
    except (TypeError, ValueError):
        return ""
    empty = inspect.Signature.empty
    result = signature.return_annotation
    returns = "" if result is empty else f" -> {inspect.formatannotation(result).strip(QUOTE)}"
    given = list(_parameters(signature))
    line = f"({', '.join(given)}){returns}"
    return line if len(line) <= LINE else f"(\n    {f',{NEXT}'.join(given)},\n){returns}"


def _parameters(signature: inspect.Signature) -> Iterator[str]:
    """The parameters as they are written, with the star before those given by name."""
    starred = False
    for parameter in signature.parameters.values():
        if parameter.kind is parameter.KEYWORD_ONLY and not starred:
            starred = True
            yield "*"
        has_type = parameter.annotation is not parameter.empty
        typed = inspect.formatannotation(parameter.annotation).strip(QUOTE) if has_type else ""
        default = "" if parameter.default is parameter.empty else f"{parameter.default!r}"
        name = f"{parameter.name}: {typed}" if typed else parameter.name
        yield f"{name} = {default}" if default else name


def _words(value: Any) -> str:
    """A docstring as Markdown: its doctests become code blocks."""
    lines: list[str] = []
    in_sample = False
    for line in (inspect.getdoc(value) or "").splitlines():
        starts = line.lstrip().startswith(">>>")
        if starts and not in_sample:
            lines.append("```pycon")
            in_sample = True
        elif in_sample and not line.strip():
            lines.append("```")
            in_sample = False
        lines.append(line)
    if in_sample:
        lines.append("```")
    return "\n".join(lines) + "\n"
