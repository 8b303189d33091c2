"""Prepare a release: set the version and give the changelog's head its version and date.

Changes two files and nothing else: look at them, commit, and tag the commit yourself.
"""

from __future__ import annotations

import argparse
import re
import sys
from datetime import UTC, date, datetime
from pathlib import Path

ROOT = Path(__file__).parents[1]
HEAD = "## Unreleased\n"
_VERSION = re.compile(r'^__version__ = "(.*)"$', re.MULTILINE)
_FORM = re.compile(r"\d+\.\d+\.\d+((a|b|rc)\d+)?")


def released(package: str, changelog: str, version: str, day: date) -> tuple[str, str]:
    """The package's `__init__.py` and the changelog of a release; ValueError says why not.

    >>> released('__version__ = "0.1.0"', "## Unreleased\\n- a\\n", "0.2.0", date(2026, 12, 1))
    ('__version__ = "0.2.0"', '## Unreleased\\n\\n## 0.2.0 (2026-12-01)\\n- a\\n')
    """
    if not _FORM.fullmatch(version):
        raise ValueError(f"{version} is not a version such as 0.2.0 or 0.2.0rc1")
    before = _VERSION.search(package)
    if before is None:
        raise ValueError("src/eyesdown/__init__.py has no __version__")
    if _parts(version) <= _parts(before[1]):
        raise ValueError(f"{version} does not come after {before[1]}")
    if HEAD not in changelog:
        raise ValueError("the changelog has no head '## Unreleased'")
    dated = changelog.replace(HEAD, f"{HEAD}\n## {version} ({day.isoformat()})\n", 1)
    return _VERSION.sub(f'__version__ = "{version}"', package), dated


def _parts(version: str) -> tuple[int, int, int, bool, str]:
    numbers = re.match(r"(\d+)\.(\d+)\.(\d+)(.*)", version)
    assert numbers is not None, version
    major, minor, patch, rest = numbers.groups()
    return int(major), int(minor), int(patch), not rest, rest


def main() -> None:
    """Rewrite both files, or say why not."""
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("version")
    version = parser.parse_args().version
    package, changelog = ROOT / "src/eyesdown/__init__.py", ROOT / "CHANGELOG.md"
    try:
        texts = released(
            package.read_text("utf-8"),
            changelog.read_text("utf-8"),
            version,
            datetime.now(tz=UTC).date(),
        )
    except ValueError as wrong:
        sys.exit(str(wrong))
    package.write_text(texts[0], "utf-8")
    changelog.write_text(texts[1], "utf-8")
    print(f"version {version} is set; look at the changes, commit, and tag the commit v{version}")


if __name__ == "__main__":
    main()
