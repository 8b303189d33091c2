"""House rules a linter does not know."""

from __future__ import annotations

import ast
import re
import subprocess
from pathlib import Path

import pytest

ROOT = Path(__file__).parents[2]
SRC = ROOT / "src" / "eyesdown"
FILES = sorted(SRC.rglob("*.py"))
TESTS = sorted((ROOT / "tests").rglob("*.py"))
CLAUSE_FILES = sorted(SRC.glob("rulebooks/*/c[0-9]*_*.py"))
IMPURE_ROOMS = {"central", "cli", "demo", "library", "notation", "proof", "web"}
PURE_FILES = [path for path in FILES if path.relative_to(SRC).parts[0] not in IMPURE_ROOMS]
CLOCK_DICE_DISK_NETWORK_LOG = {
    "asyncio", "glob", "http", "io.open", "logging", "os", "pathlib", "random", "secrets",
    "shutil", "socket", "sqlite3", "subprocess", "tempfile", "time", "urllib", "apsw", "psycopg",
    "structlog", "httpx", "uvicorn", "starlette",
}  # fmt: skip
NOW = {"now", "today", "utcnow"}
PAGE_COLUMNS_MAX = 120
PAGE_SOURCES = sorted(
    path for path in (SRC / "web").rglob("*") if path.suffix in {".html", ".css", ".js", ".svg"}
)


def _name(path: Path) -> str:
    return path.relative_to(ROOT).as_posix()


def _tree(path: Path) -> ast.Module:
    return ast.parse(path.read_text("utf-8"))


@pytest.mark.parametrize("path", FILES + TESTS, ids=_name)
def test_files_and_functions_stay_small(path: Path) -> None:
    assert path.read_text("utf-8").count("\n") <= 500
    for node in ast.walk(_tree(path)):
        if isinstance(node, ast.FunctionDef | ast.AsyncFunctionDef):
            lines = (node.end_lineno or 0) - node.lineno + 1
            assert lines <= 70, f"{node.name} has {lines} lines"


@pytest.mark.parametrize("path", CLAUSE_FILES, ids=_name)
def test_clause_files_hold_no_numbers(path: Path) -> None:
    """A number of a rulebook lives in figures.toml, with its clause, unit and date."""
    constants = (node for node in ast.walk(_tree(path)) if isinstance(node, ast.Constant))
    numbers = [n for n in constants if type(n.value) in (int, float) and n.value not in (0, 1)]
    assert [f"line {n.lineno}: {n.value!r}" for n in numbers] == []


@pytest.mark.parametrize("path", PAGE_SOURCES, ids=_name)
def test_templates_styles_and_scripts_stay_within_120_columns(path: Path) -> None:
    lines = enumerate(path.read_text("utf-8").splitlines(), start=1)
    assert [number for number, line in lines if len(line) > PAGE_COLUMNS_MAX] == []


def _imports(tree: ast.Module) -> set[str]:
    found = set()
    for node in ast.walk(tree):
        if isinstance(node, ast.Import):
            found |= {alias.name for alias in node.names}
        if isinstance(node, ast.ImportFrom) and node.module:
            found.add(node.module)
    return found


@pytest.mark.parametrize("path", PURE_FILES, ids=_name)
def test_pure_rooms_import_no_clock_dice_disk_network_or_log(path: Path) -> None:
    roots = {name.partition(".")[0] for name in _imports(_tree(path))}
    assert roots & CLOCK_DICE_DISK_NETWORK_LOG == set()


@pytest.mark.parametrize("path", PURE_FILES, ids=_name)
def test_pure_rooms_ask_nobody_for_the_time_or_a_file_or_chance(path: Path) -> None:
    for node in ast.walk(_tree(path)):
        if not isinstance(node, ast.Call):
            continue
        match node.func:
            case ast.Name(id="open" | "input" | "print" as name):
                pytest.fail(f"line {node.lineno}: {name}()")
            case ast.Attribute(attr=attr, value=value) if attr in NOW:
                assert ast.unparse(value) not in ("datetime", "date", "datetime.datetime")
            case ast.Attribute(attr="default_rng"):
                assert node.args, f"line {node.lineno}: a generator without a seed"


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
