"""The README in the package: no link leads nowhere, with and without a public address."""

from __future__ import annotations

import re
from pathlib import Path

import pytest

from package_page import addresses, package_page

README = (Path(__file__).parents[2] / "README.md").read_text("utf-8")
TARGETS = re.compile(r"\]\(([^)]+)\)")


@pytest.mark.parametrize("home", ["", "https://code.example/eyesdown"])
def test_every_link_of_the_package_page_is_an_address(home: str) -> None:
    page = package_page(README, home)
    assert all(target.startswith("https://") for target in TARGETS.findall(page))
    assert page.count("](") == (README.count("](") if home else 0)


def test_without_an_address_the_words_stay_and_the_pictures_go() -> None:
    page = package_page(README, "")
    assert "- The library: `import eyesdown`" in page
    assert "the wall of a keno club" not in page
    assert "| a printer of tickets |" in page


def test_a_link_to_elsewhere_stays() -> None:
    text = "[a](https://a.example) and [b](#part)"
    assert package_page(text, "") == text


def test_addresses_are_named_once_there_is_one() -> None:
    assert addresses("") == {}
    assert set(addresses("https://code.example/eyesdown")) == {
        "Documentation",
        "Changelog",
        "Source",
    }
