"""The reference of the library, from its own docstrings."""

from __future__ import annotations

import inspect
import sys
from collections.abc import Iterator
from typing import Any

import eyesdown
from eyesdown.library import chances

HEAD = """\
# The library, name by name

Made from the docstrings. `import eyesdown` loads nothing else until a name is used.
"""


def library_page() -> str:
    """The page as Markdown: each public name with its signature, words and examples."""
    return HEAD + "\n".join(_entry(name, _documented(name)) for name in names())


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


def _members(owner: str, value: type) -> Iterator[str]:
    for name, member in vars(value).items():
        documented = inspect.isfunction(member) or isinstance(member, property)
        if name.startswith("_") or not documented or not inspect.getdoc(member):
            continue
        signature = "" if isinstance(member, property) else _signature(member)
        yield f"### {owner}.{name}\n\n```python\n{name}{signature}\n```\n\n{_words(member)}"


def _signature(value: Any) -> str:
    try:
        return str(inspect.signature(value)).replace("'", "")
    except (TypeError, ValueError):
        return ""


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
