"""Plain English: words that no reader should meet, and local names that say nothing."""

from __future__ import annotations

import ast
import re
from collections import Counter
from collections.abc import Iterator
from pathlib import Path

ROOT = Path(__file__).parents[2]
SRC = ROOT / "src" / "eyesdown"

INSTEAD = {
    r"whoever": "the client, the player, the caller",
    r"nobody": "no one, or name who does not",
    r"somebody": "someone, or name them",
    r"noes": "refusals",
    r"(?:a|the|its|their) no(?= (?:of|that|is|has|by|from|which|with)\b)": "refusal",
    r"so many": "n, the number of",
    r"in vain": "without success, failed",
    r"let(?:s|ting)? go(?! on)": "close, release",
    r"\d+ signs|signs (?:that|are)|of signs": "characters",
    r"a text": "a string",
    r"stands?(?! on\b)": "is",
    r"(?<!be )(?<!been )told": "response, or say what it is",
    r"said": "response, or say what it is",
    r"deeds?": "action",
    r"ask on": "next page",
    r"goes? before": "takes precedence",
    r"brings? along": "carries",
    r"beside the writer": "on a separate connection",
    r"he|his|him|himself": "they, their",
    r"gets? along": "works",
}
"""Words that we do not use, with what to write instead; see docs/style.md."""

PATTERN = re.compile(rf"\b(?:{'|'.join(INSTEAD)})\b", re.IGNORECASE)

RELIED_ON = re.compile(
    r"deed/not_in_this_book|^\[deed\]$"  # a refusal code that others have on record
    r"|[\"`]deed[\"`]"  # the field's name in journals of the first release
    r"|\bsaid\b(?=[=:`])"  # the family game's event field
)
"""Names that journals and other programs already know."""

PROSE = [
    *SRC.rglob("*.py"),
    *SRC.rglob("*.toml"),
    *SRC.glob("web/templates/**/*.html"),
    *(path for path in SRC.glob("web/static/*.js") if "htmx" not in path.name),
    *(path for path in (ROOT / "docs").rglob("*.md") if path.parent.name != "adr"),
    *(ROOT / name for name in ("README.md", "CONTRIBUTING.md", "SECURITY.md", "CHANGELOG.md")),
    *(ROOT / "tools").rglob("*.py"),
    *(ROOT / "examples").rglob("*.py"),
]

EMPTY_NAMES = {"found", "one", "kept", "told", "said", "made", "seen", "thing", "gone"}
EMPTY_NAMES_MAX = 22
"""How often a local name says nothing of its role. It only falls."""

FOLDER_MODULES_MAX = 16
DOCSTRINGS_MIN, DOCTESTS_MIN = 80, 15
"""Per cent of the public functions that have a docstring, and that have a doctest."""


def _name(path: Path) -> str:
    return path.relative_to(ROOT).as_posix()


def test_no_reader_meets_a_word_of_the_list() -> None:
    hits = [
        f"{_name(path)}:{number}: {match[0]!r} in {line.strip()[:100]!r}"
        for path in sorted(PROSE)
        for number, line in enumerate(path.read_text("utf-8").splitlines(), start=1)
        for match in PATTERN.finditer(RELIED_ON.sub("", line))
    ]
    assert hits == []


def test_the_list_notices_its_words() -> None:
    assert PATTERN.search("Whoever never reads his answer is let go.")
    assert PATTERN.search("must be at least 10 signs long")
    assert not PATTERN.search("The server closes connections that do not read for 30 s.")
    assert not PATTERN.search("Wanda signs on and lets the game go on.")


def _functions() -> Iterator[ast.FunctionDef | ast.AsyncFunctionDef]:
    """Every function of the package that is not private and not inside another."""
    for path in SRC.rglob("*.py"):
        scopes: list[ast.AST] = [ast.parse(path.read_text("utf-8"))]
        while scopes:
            for node in ast.iter_child_nodes(scopes.pop()):
                if isinstance(node, ast.ClassDef):
                    scopes.append(node)
                elif isinstance(
                    node, ast.FunctionDef | ast.AsyncFunctionDef
                ) and not node.name.startswith("_"):
                    yield node


def test_public_functions_say_what_the_caller_gets() -> None:
    docs = [ast.get_docstring(node) or "" for node in _functions()]
    share = 100 * sum(map(bool, docs)) / len(docs)
    examples = 100 * sum(">>>" in doc for doc in docs) / len(docs)
    assert share >= DOCSTRINGS_MIN, f"{share:.1f} % of {len(docs)} have a docstring"
    assert examples >= DOCTESTS_MIN, f"{examples:.1f} % of {len(docs)} have a doctest"


def test_local_names_that_say_nothing_only_become_fewer() -> None:
    count = 0
    named = re.compile(rf"\b(?:{'|'.join(EMPTY_NAMES)})\b")
    for text in (path.read_text("utf-8") for path in SRC.rglob("*.py")):
        for node in ast.walk(ast.parse(text)) if named.search(text) else ():
            if isinstance(node, ast.Name) and isinstance(node.ctx, ast.Store):
                count += node.id in EMPTY_NAMES
            elif isinstance(node, ast.arg):
                count += node.arg in EMPTY_NAMES
    assert count <= EMPTY_NAMES_MAX, f"{count}; give the new ones a role"


def test_folders_stay_small() -> None:
    modules = Counter(
        _name(path.parent)
        for path in SRC.rglob("*.py")
        if "rulebooks" not in path.parts and path.name != "__init__.py"
    )
    large = {folder: many for folder, many in modules.items() if many > FOLDER_MODULES_MAX}
    assert large == {}, "would two rooms read better?"
