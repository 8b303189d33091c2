"""Rewrite golden games with the events the rules give today; review what changed like code."""

from __future__ import annotations

import sys
from pathlib import Path

from eyesdown.notation.document import parse, print_script
from eyesdown.notation.player import replay


def accept(path: Path) -> bool:
    """Whether the file changed."""
    before = path.read_text("utf-8")
    after = print_script(replay(parse(before)))
    if after != before:
        path.write_text(after, "utf-8")
    return after != before


def main(folder: str) -> None:
    for path in sorted(Path(folder).glob("*.eyes")):
        sys.stdout.write(f"{'changed  ' if accept(path) else 'as it was'} {path}\n")


if __name__ == "__main__":
    main(sys.argv[1] if len(sys.argv) > 1 else "tests/goldens")
