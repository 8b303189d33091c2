"""The documents as a site: every page is listed, no link is dead, every page can be found."""

from __future__ import annotations

import json
from pathlib import Path

import pytest

from docs_site.building import Site, build
from docs_site.library import names
from docs_site.pages import page_of


@pytest.fixture(scope="module")
def folder(tmp_path_factory: pytest.TempPathFactory) -> Path:
    return tmp_path_factory.mktemp("docs")


@pytest.fixture(scope="module")
def site(folder: Path) -> Site:
    return build(folder)


def test_no_link_is_dead_and_every_page_is_in_the_contents(site: Site) -> None:
    assert site.troubles == ()


def test_every_page_is_written_with_its_contents(site: Site, folder: Path) -> None:
    for page in site.pages.values():
        html = (folder / page.address).read_text("utf-8")
        assert f"<title>{page.title}" in html.replace("&#39;", "'")
        assert 'aria-current="page"' in html


def test_nothing_is_loaded_from_elsewhere(site: Site, folder: Path) -> None:
    for path in folder.rglob("*.html"):
        html = path.read_text("utf-8")
        assert 'src="http' not in html, path
        assert '<link rel="stylesheet" href="http' not in html, path


def test_the_search_knows_every_name_of_the_library(site: Site, folder: Path) -> None:
    text = (folder / "search-index.js").read_text("utf-8")
    rows = json.loads(text.removeprefix("window.eyesdownIndex = ").rstrip(";\n"))
    headings = {title for _, title, _, _ in rows}
    assert set(names()) <= headings


def test_a_dead_link_is_seen() -> None:
    page = page_of("docs/x.md", "[one](nowhere.md) and ![two](no.png)")
    assert page.links == ("nowhere.md",)
    assert page.pictures == ("no.png",)
