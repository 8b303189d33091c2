"""The README as a package page shows it, where a link into the source tree leads nowhere.

`home` in pyproject.toml is the project's public address. While it is empty, links into the tree
become plain words and pictures are left out; once it is set, both lead there, and the package names
its addresses. The build calls this for every wheel and source archive.
"""

from __future__ import annotations

import re
from pathlib import Path
from typing import Any

from hatchling.metadata.plugin.interface import MetadataHookInterface

LINK = re.compile(r"(?P<mark>!?)\[(?P<words>[^\]]*)\]\((?P<target>(?!https?://|#|mailto:)[^)]+)\)")
ADDRESSES = {
    "Documentation": "{home}/blob/main/docs/index.md",
    "Changelog": "{home}/blob/main/CHANGELOG.md",
    "Source": "{home}",
}


class PackagePage(MetadataHookInterface):
    """Hands README and addresses to the build."""

    def update(self, metadata: dict[str, Any]) -> None:
        """Set the fields that pyproject.toml names as dynamic."""
        home = str(self.config.get("home", "")).rstrip("/")
        text = Path(self.root, "README.md").read_text("utf-8")
        metadata["readme"] = {"content-type": "text/markdown", "text": package_page(text, home)}
        metadata["urls"] = addresses(home)


def addresses(home: str) -> dict[str, str]:
    """The addresses that the package names; none while the project has no home.

    >>> addresses("https://code.example/eyes")["Source"]
    'https://code.example/eyes'
    """
    return {name: where.format(home=home) for name, where in ADDRESSES.items() if home}


def package_page(readme: str, home: str) -> str:
    """The README with no link that works in the tree alone.

    >>> package_page("See [odds](docs/odds.md) and [a](https://a.example).", "")
    'See odds and [a](https://a.example).'
    >>> package_page("![The wall](docs/wall.png)", "https://code.example/eyes")
    '![The wall](https://code.example/eyes/raw/main/docs/wall.png)'
    """

    def outside(link: re.Match[str]) -> str:
        mark, words, target = link["mark"], link["words"], link["target"]
        if home:
            return f"{mark}[{words}]({home}/{'raw' if mark else 'blob'}/main/{target})"
        return "" if mark else words

    lines = readme.splitlines(keepends=True)
    if not home:
        lines = [line for at, line in enumerate(lines) if not _shows_pictures(lines, at)]
    return LINK.sub(outside, "".join(lines))


def _shows_pictures(lines: list[str], at: int) -> bool:
    """Whether a line belongs to a table whose only row holds pictures: head, rule and row."""
    return any("![" in line and line.startswith("|") for line in lines[at : at + 3]) and lines[
        at
    ].startswith("|")
