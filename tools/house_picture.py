"""The picture of the house, drawn from the code: every room, its sub-rooms and what it imports."""

from __future__ import annotations

import ast
import tomllib
from pathlib import Path
from textwrap import wrap

ROOT = Path(__file__).parents[1]
SRC = ROOT / "src" / "eyesdown"
START, END = "<!-- picture: made by tools/reference.py -->", "<!-- end of picture -->"
WIDTH = 110


def layers() -> list[list[str]]:
    """The rooms from top to bottom, as the import contract has them."""
    project = tomllib.loads((ROOT / "pyproject.toml").read_text("utf-8"))
    contract = project["tool"]["importlinter"]["contracts"][0]
    rows = [row.replace(":", "|").split("|") for row in contract["layers"]]
    return [[room.strip() for room in row] for row in rows]


def imports_of(room: str) -> set[str]:
    """The other rooms that some module of a room imports."""
    used: set[str] = set()
    for path in (SRC / room).rglob("*.py"):
        for node in ast.walk(ast.parse(path.read_text("utf-8"))):
            if isinstance(node, ast.ImportFrom) and (node.module or "").startswith("eyesdown."):
                used.add(str(node.module).split(".")[1])
    return used - {room}


def sub_rooms(room: str) -> list[str]:
    """The folders of a room that hold modules."""
    folders = [path for path in (SRC / room).iterdir() if (path / "__init__.py").exists()]
    return sorted(path.name for path in folders)


def picture() -> str:
    """A line a room: its modules, its sub-rooms, and the rooms below that it uses."""
    lines = ["```text"]
    for row in layers():
        for room in row:
            modules = len(list((SRC / room).rglob("*.py")))
            inside = ", ".join(sub_rooms(room))
            order = [below for line in layers() for below in line]
            used = " ".join(sorted(imports_of(room), key=order.index))
            lines += _folded(f"{room:<11}{modules:>4} modules", inside, used)
    return "\n".join([*lines, "```"])


def _folded(title: str, inside: str, used: str) -> list[str]:
    """The lines of a room, with what it holds and what it uses indented below."""
    lines = [title]
    for mark, text in (("holds", inside), ("uses", used)):
        first = f"             {mark:<6}"
        lines += wrap(text, WIDTH, initial_indent=first, subsequent_indent=" " * len(first))
    return lines


def with_picture(page: str) -> str:
    """A page with its picture renewed."""
    before, _, rest = page.partition(START)
    _, _, after = rest.partition(END)
    return f"{before}{START}\n{picture()}\n{END}{after}"
