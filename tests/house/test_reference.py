"""No command and no refusal goes undocumented."""

from __future__ import annotations

from pathlib import Path

import pytest

from eyesdown.cli.reference import PAGES

DOCS = Path(__file__).parents[2] / "docs"


@pytest.mark.parametrize("name", PAGES)
def test_the_reference_pages_are_current(name: str) -> None:
    """Renew them with `make docs`."""
    assert (DOCS / name).read_text("utf-8") == PAGES[name]()
