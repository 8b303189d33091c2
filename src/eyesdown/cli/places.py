"""Where a clause is coded: the file, the line and the source of a dotted path."""

from __future__ import annotations

import ast
from collections.abc import Iterator
from dataclasses import dataclass
from functools import lru_cache
from importlib.util import find_spec
from pathlib import Path

from eyesdown.kernel.errors import EyesdownError

PACKAGE = "eyesdown"
FILES_READ = 256  # a whole book names fewer files than this


@dataclass(frozen=True, slots=True)
class CodePlace:
    """A definition in a file. `name` can be imported or looked up as it is."""

    name: str
    file: Path
    line: int
    source: str

    @property
    def shown(self) -> str:
        """The file from the package on, and the line: an editor opens it, grep finds it."""
        parts = self.file.parts
        start = max((at for at, part in enumerate(parts) if part == PACKAGE), default=-1)
        short = Path(*parts[start:]) if start >= 0 else self.file
        return f"{short.as_posix()}:{self.line}"


def place_of(where: str) -> CodePlace:
    """The definition that a row of coverage.toml names. Nothing is imported but its packages.

    >>> place_of("kernel.money.dollars").shown.partition(":")[0]
    'eyesdown/kernel/money.py'
    >>> place_of("kernel.cite.Refusal.code").source
    'code: str'
    """
    name = where if where.partition(".")[0] in _roots(where) else f"{PACKAGE}.{where}"
    parts = name.split(".")
    for cut in range(len(parts) - 1, 0, -1):
        file = _module_file(".".join(parts[:cut]))
        if file is None:
            continue
        text, tree = _parsed(file)
        node: ast.AST = tree
        for part in parts[cut:]:
            below = next((each for each in _defined(node) if part in _names(each)), None)
            if below is None and isinstance(node, ast.ClassDef) and part == parts[-1]:
                return _place(name, file, text, node)  # a base class defines it
            if below is None:
                break
            node = below
        else:
            return _place(name, file, text, node)
    raise EyesdownError(f"{name} is named for a clause, but no file defines it")


def _place(name: str, file: Path, text: str, node: ast.AST) -> CodePlace:
    lines = text.splitlines()[_first_line(node) - 1 : getattr(node, "end_lineno", 1)]
    source = "\n".join(lines) if len(lines) > 1 else lines[0].strip()
    return CodePlace(name, file, _first_line(node), source)


def _roots(where: str) -> tuple[str, ...]:
    """The packages a full path may begin with; a path of our own leaves out `eyesdown`."""
    first = where.partition(".")[0]
    inside = _module_file(f"{PACKAGE}.{first}") is not None
    return (PACKAGE,) if inside else (PACKAGE, first)


def _module_file(name: str) -> Path | None:
    try:
        spec = find_spec(name)
    except (ModuleNotFoundError, ValueError):
        return None
    return Path(spec.origin) if spec is not None and spec.origin else None


@lru_cache(maxsize=FILES_READ)
def _parsed(file: Path) -> tuple[str, ast.Module]:
    text = file.read_text("utf-8")
    return text, ast.parse(text)


def _defined(node: ast.AST) -> Iterator[ast.stmt]:
    """The statements of a body, and of the branches in it."""
    for statement in getattr(node, "body", ()):
        yield statement
        if isinstance(statement, ast.If | ast.Try):
            yield from _defined(statement)


def _names(statement: ast.stmt) -> set[str]:
    match statement:
        case ast.FunctionDef(name=name) | ast.AsyncFunctionDef(name=name) | ast.ClassDef(name=name):
            return {name}
        case ast.Assign(targets=targets):
            walked = (each for target in targets for each in ast.walk(target))
            return {each.id for each in walked if isinstance(each, ast.Name)}
        case ast.AnnAssign(target=ast.Name(id=name)):
            return {name}
        case _:
            return set()


def _first_line(node: ast.AST) -> int:
    decorators = getattr(node, "decorator_list", ())
    line: int = min([getattr(node, "lineno", 1), *(each.lineno for each in decorators)])
    return line
