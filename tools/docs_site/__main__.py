"""`python tools/docs_site [--out FOLDER]` writes the site."""

from __future__ import annotations

import argparse
import sys
from pathlib import Path

sys.path.insert(0, str(Path(__file__).parents[1]))

from docs_site.building import build


def main() -> int:
    """Write the site; name every dead link."""
    parser = argparse.ArgumentParser(description="Write the documents as one searchable site.")
    parser.add_argument("--out", type=Path, default=Path("build/docs"))
    options = parser.parse_args()
    site = build(options.out)
    for trouble in site.troubles:
        print(trouble, file=sys.stderr)
    print(f"{len(site.pages)} pages in {options.out}; open {options.out / 'index.html'}")
    return 1 if site.troubles else 0


if __name__ == "__main__":
    raise SystemExit(main())
