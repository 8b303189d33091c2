"""House rules a linter does not know."""

from __future__ import annotations

import ast
import re
import subprocess
from collections.abc import Iterator
from pathlib import Path

ROOT = Path(__file__).parents[2]
SRC = ROOT / "src" / "eyesdown"
FILES = sorted(SRC.rglob("*.py"))
TESTS = sorted((ROOT / "tests").rglob("*.py"))
CLAUSE_FILES = sorted(SRC.glob("rulebooks/*/c[0-9]*_*.py"))
IMPURE_ROOMS = {"central", "cli", "demo", "library", "notation", "proof", "web"}
PURE_FILES = [path for path in FILES if path.relative_to(SRC).parts[0] not in IMPURE_ROOMS]
IMPURE_MODULES = {
    "asyncio", "glob", "http", "io.open", "logging", "os", "pathlib", "random", "secrets",
    "shutil", "socket", "sqlite3", "subprocess", "tempfile", "time", "urllib", "apsw", "psycopg",
    "structlog", "httpx", "uvicorn", "starlette",
}  # fmt: skip
NOW = {"now", "today", "utcnow"}
PAGE_COLUMNS_MAX, FILE_LINES_MAX, FUNCTION_LINES_MAX = 120, 500, 70
PAGE_SOURCES = sorted(
    path for path in (SRC / "web").rglob("*") if path.suffix in {".html", ".css", ".js", ".svg"}
)


def _name(path: Path) -> str:
    return path.relative_to(ROOT).as_posix()


def _tree(path: Path) -> ast.Module:
    return ast.parse(path.read_text("utf-8"))


def _statements(node: ast.AST) -> Iterator[ast.AST]:
    """A node and the statements within it; expressions, which are most of a tree, are left out."""
    yield node
    for part in ("body", "orelse", "finalbody", "handlers", "cases"):
        for inner in getattr(node, part, ()):
            yield from _statements(inner)


def test_files_stay_small() -> None:
    lengths = {_name(path): path.read_text("utf-8").count("\n") for path in FILES + TESTS}
    assert {name: lines for name, lines in lengths.items() if lines > FILE_LINES_MAX} == {}


def test_functions_stay_small() -> None:
    long = [
        f"{_name(path)}: {node.name} has {lines} lines"
        for path in FILES + TESTS
        for node in _statements(_tree(path))
        if isinstance(node, ast.FunctionDef | ast.AsyncFunctionDef)
        and (lines := (node.end_lineno or 0) - node.lineno + 1) > FUNCTION_LINES_MAX
    ]
    assert long == []


def test_clause_files_hold_no_numbers() -> None:
    """A number of a rulebook lives in figures.toml, with its clause, unit and date."""
    numbers = [
        f"{_name(path)}:{node.lineno}: {node.value!r}"
        for path in CLAUSE_FILES
        for node in ast.walk(_tree(path))
        if isinstance(node, ast.Constant)
        and type(node.value) in (int, float)
        and node.value not in (0, 1)
    ]
    assert numbers == []


def test_templates_styles_and_scripts_stay_within_120_columns() -> None:
    wide = [
        f"{_name(path)}:{number}"
        for path in PAGE_SOURCES
        for number, line in enumerate(path.read_text("utf-8").splitlines(), start=1)
        if len(line) > PAGE_COLUMNS_MAX
    ]
    assert wide == []


def _imports(tree: ast.Module) -> set[str]:
    found = set()
    for node in ast.walk(tree):
        if isinstance(node, ast.Import):
            found |= {alias.name for alias in node.names}
        if isinstance(node, ast.ImportFrom) and node.module:
            found.add(node.module)
    return found


def test_pure_rooms_import_no_clock_dice_disk_network_or_log() -> None:
    impure = {
        _name(path): names
        for path in PURE_FILES
        if (names := {name.partition(".")[0] for name in _imports(_tree(path))} & IMPURE_MODULES)
    }
    assert impure == {}


def _impure_calls(tree: ast.Module) -> Iterator[str]:
    for node in ast.walk(tree):
        if not isinstance(node, ast.Call):
            continue
        match node.func:
            case ast.Name(id="open" | "input" | "print" as name):
                yield f"{node.lineno}: {name}()"
            case ast.Attribute(attr=attr, value=value) if attr in NOW:
                if ast.unparse(value) in ("datetime", "date", "datetime.datetime"):
                    yield f"{node.lineno}: {attr}()"
            case ast.Attribute(attr="default_rng") if not node.args:
                yield f"{node.lineno}: a generator without a seed"


def test_pure_rooms_ask_for_no_time_file_or_chance() -> None:
    assert list(_impure_calls(ast.parse("open('x'); date.today(); default_rng()")))
    impure = [f"{_name(path)}:{call}" for path in PURE_FILES for call in _impure_calls(_tree(path))]
    assert impure == []


def test_every_room_has_its_card() -> None:
    rooms = [path for path in SRC.iterdir() if path.is_dir() and path.name != "__pycache__"]
    for room in rooms:
        card = ast.get_docstring(_tree(room / "__init__.py")) or ""
        assert all(word in card for word in ("Takes", "Gives", "Never")), room.name


def _tracked() -> list[Path]:
    names = subprocess.run(
        ["git", "ls-files", "-z"], cwd=ROOT, check=True, capture_output=True, text=True
    ).stdout.split("\0")
    return [ROOT / name for name in names if name and (ROOT / name).is_file()]


def test_no_tracked_file_names_one_machine_or_a_package_registry() -> None:
    """Paths of one machine, hosts of registries and index lines stay out of the tree."""
    machine = "/(" + "|".join(("wor" + "k", "roo" + "t", "ho" + "me", "tm" + "p/tools")) + ")/"
    hosts = "|".join(
        ("py" + r"pi\.org", "python" + r"hosted\.org", "npm" + r"js\.org", "--" + "index-url")
    )
    pattern = re.compile(f"{machine}|{hosts}")
    found = []
    for path in _tracked():
        raw = path.read_bytes()
        if b"\0" in raw:
            continue
        for number, line in enumerate(raw.decode("utf-8").splitlines(), start=1):
            if pattern.search(line):
                found.append(f"{_name(path)}:{number}: {line.strip()[:80]}")
    assert found == []
