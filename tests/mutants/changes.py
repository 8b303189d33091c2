"""Small wrong changes of what functions do, made in the tree of their file."""

from __future__ import annotations

import ast
from collections.abc import Iterator
from copy import copy
from pathlib import Path
from types import CodeType
from typing import Any, NamedTuple

_PAIRS = (
    (ast.Lt, ast.LtE),
    (ast.Gt, ast.GtE),
    (ast.Eq, ast.NotEq),
    (ast.Is, ast.IsNot),
    (ast.In, ast.NotIn),
    (ast.And, ast.Or),
    (ast.Add, ast.Sub),
)
_OTHER: dict[Any, Any] = dict(_PAIRS) | {b: a for a, b in _PAIRS}
_OTHER |= {ast.Mult: ast.Add, ast.Mod: ast.Add, ast.Div: ast.Mult, ast.FloorDiv: ast.Mult}
_NOTHING = {"None", "False", "()", "0", "''"}  # the same to an `if`


class Mutant(NamedTuple):
    """One wrong change: a field of a node in a file's tree, and what is put there instead."""

    path: Path
    parent: ast.AST
    field: str
    place: int | None
    node: Any
    now: ast.AST

    def put(self, node: ast.AST) -> None:
        if self.place is None:
            setattr(self.parent, self.field, node)
        else:
            getattr(self.parent, self.field)[self.place] = node

    def code(self, tree: ast.Module) -> CodeType:
        self.put(self.now)
        code = compile(tree, self.path, "exec")
        self.put(self.node)
        return code

    def name(self, lines: list[str]) -> str:
        """How it is named here and in `unseen.toml`: by its file, its line and the change."""
        was, now = (" ".join(ast.unparse(node).split()) for node in (self.node, self.now))
        line = lines[self.node.lineno - 1].strip()
        return f"{self.file}: {line}: {was} -> {now}"

    @property
    def file(self) -> str:
        """The file within the package."""
        return str(self.path).rpartition("eyesdown/")[2]


def wrong(node: Any) -> Iterator[Any]:
    """What may be put wrongly in the place of a node."""
    other = copy(node)
    match node:
        case ast.Compare():
            for place, op in enumerate(node.ops):
                other = copy(node)
                other.ops = [*node.ops[:place], _OTHER[type(op)](), *node.ops[place + 1 :]]
                yield other
        case ast.BinOp() | ast.AugAssign() | ast.BoolOp() if type(node.op) in _OTHER:
            other.op = _OTHER[type(node.op)]()
            yield other
        case ast.UnaryOp(op=ast.Not() | ast.USub()):
            yield node.operand
        case ast.Constant(value=bool()):
            yield ast.Constant(not node.value)
        case ast.Constant(value=int(number)):
            yield from (ast.Constant(number + 1), ast.Constant(number - 1))
        case ast.Call(func=ast.Name(id="min" | "max" as name)):
            other.func = ast.Name("max" if name == "min" else "min", ast.Load())
            yield other
        case ast.IfExp():
            yield ast.IfExp(node.test, node.orelse, node.body)
        case ast.If() | ast.While() if not isinstance(node.test, ast.Compare | ast.UnaryOp):
            other.test = ast.UnaryOp(ast.Not(), node.test)
            yield other
        case ast.Return(value=ast.expr() as value) if ast.unparse(value) not in _NOTHING:
            yield ast.Return(ast.Constant(None))
    match node:
        case ast.Expr(value=ast.Call()) | ast.AugAssign() | ast.Continue() | ast.Break():
            yield ast.Pass()
        case ast.Assign(targets=[ast.Subscript() | ast.Attribute()]):
            yield ast.Pass()


def let_be(parent: ast.AST, field: str, node: object) -> bool:
    """What is not changed: types, signatures, asserts, and arms that types rule out.

    Nor is the function that a decorator returns: when a mutant is made, it is in place already.
    """
    match node:
        case ast.Return(value=ast.Name(id=name)) if isinstance(parent, ast.FunctionDef):
            return any(
                isinstance(inner, ast.FunctionDef) and inner.name == name for inner in parent.body
            )
        case ast.Expr(value=ast.Call(func=ast.Name(id="assert_never"))):
            return True
        case ast.Assert() | ast.keyword(arg="strict") | ast.arguments():
            return True
    return not isinstance(node, ast.AST) or field in {"annotation", "returns", "decorator_list"}


def mutants_of(path: Path, tree: ast.Module) -> Iterator[Mutant]:
    """Every wrong change of what a file's functions do; what runs at import is data.

    >>> text = "def owed(cents):\\n    return cents - 1"
    >>> for mutant in mutants_of(Path("keno/money.py"), ast.parse(text)):
    ...     print(mutant.name(text.split("\\n")))
    keno/money.py: return cents - 1: return cents - 1 -> return None
    keno/money.py: return cents - 1: cents - 1 -> cents + 1
    keno/money.py: return cents - 1: 1 -> 2
    keno/money.py: return cents - 1: 1 -> 0
    """
    todo: list[tuple[ast.AST, bool]] = [(tree, False)]
    for parent, outside in todo:
        inside = outside or isinstance(parent, ast.FunctionDef | ast.Lambda)
        for field, value in ast.iter_fields(parent):
            for place, node in enumerate(value if isinstance(value, list) else [value]):
                if let_be(parent, field, node):
                    continue
                todo.append((node, inside))
                for now in wrong(node) if inside else ():
                    put = ast.fix_missing_locations(ast.copy_location(now, node))
                    yield Mutant(
                        path, parent, field, place if value is not node else None, node, put
                    )
