"""The documents as a site: every page is listed, no link is dead, every page can be found."""

from __future__ import annotations

import inspect
import json
import re
from pathlib import Path

import pytest

import eyesdown
from docs_site.building import Site, build
from docs_site.library import names
from docs_site.pages import page_of
from eyesdown.rulebook.coverage import read_coverage
from eyesdown.rulebooks import REAL_BOOKS
from kit.browser import launched

UNNAMED = {"Iterator", "Any", "Card"}
"""Words of an annotation that are no class of ours; a card is one of three."""


@pytest.fixture(scope="module")
def folder(tmp_path_factory: pytest.TempPathFactory) -> Path:
    return tmp_path_factory.mktemp("docs")


@pytest.fixture(scope="module")
def site(folder: Path) -> Site:
    return build(folder)


def test_no_link_is_dead_and_every_page_is_in_the_contents(site: Site) -> None:
    assert site.troubles == ()


def test_every_link_of_the_written_site_leads_to_a_file(site: Site, folder: Path) -> None:
    assert site.pages
    for path in folder.rglob("*.html"):
        html = path.read_text("utf-8")
        for link in re.findall(r'(?:href|src)="([^"#:]+)(?:#[^"]*)?"', html):
            assert (path.parent / link).is_file(), (path.name, link)
    assert (folder / "deploy" / "nginx.conf").is_file(), "a sample that a page links to"


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


def test_every_clause_is_on_a_page_of_its_book(site: Site) -> None:
    for book in REAL_BOOKS:
        page = site.pages[f"docs/clauses/{book}.md"]
        anchors = [heading.anchor for heading in page.headings]
        assert len(anchors) == len(set(anchors)) == 1 + len(read_coverage(book))


def test_a_clause_is_found_however_it_is_typed(site: Site, folder: Path) -> None:
    assert site.pages
    with launched() as browser:
        page = browser.new_page()
        page.goto((folder / "index.html").as_uri())
        for typed in ("15k", "15(k)", "15 (k)", "15(K)"):
            page.fill("#search", typed)
            hits = page.locator("#hits a span").all_text_contents()
            assert "Keno Rules: nsw-keno: Clause 15(k):down" in hits[:3], typed


def test_a_hit_shows_its_text_and_the_keyboard_opens_it(site: Site, folder: Path) -> None:
    assert site.pages
    with launched() as browser:
        page = browser.new_page()
        page.goto((folder / "index.html").as_uri())
        page.fill("#search", "blackout")
        hits = page.locator("#hits a")
        assert "blackout" in (hits.first.locator("mark").text_content() or "").lower()
        assert "found" in (page.locator("#found").text_content() or "")
        page.keyboard.press("ArrowDown")
        assert hits.first.evaluate("link => link === document.activeElement")
        page.keyboard.press("Escape")
        assert page.locator("#hits").is_hidden()
        page.fill("#search", "blackout ")
        target = hits.first.get_attribute("href") or ""
        page.keyboard.press("Enter")
        page.wait_for_url(f"**/{target}")


@pytest.mark.parametrize("width", [390, 1280])
def test_a_heading_that_a_link_names_is_below_the_header(
    site: Site, folder: Path, width: int
) -> None:
    assert site.pages
    with launched() as browser:
        page = browser.new_page(viewport={"width": width, "height": 800})
        page.goto(f"{(folder / 'commands.html').as_uri()}#eyesdown-cards-make")
        heading = page.locator("#eyesdown-cards-make").bounding_box()
        header = page.locator("header").bounding_box()
        current = page.locator("#pages [aria-current]").bounding_box()
        assert heading
        assert header
        assert current
        assert heading["y"] >= header["y"] + header["height"]
        assert width == 390 or 0 < current["y"] < 800


def test_a_page_leads_to_its_parts_and_to_the_next_page(site: Site, folder: Path) -> None:
    html = (folder / "halls/caller.html").read_text("utf-8")
    assert '<a rel="next" href="../halls/supervisor.html">' in html
    assert '<a rel="prev" href="../halls/seller.html">' in html
    parts = [part.title for part in site.pages["docs/keno.md"].parts]
    assert len(parts) > 1
    assert site.pages["docs/clauses/nsw-keno.md"].parts == ()  # six hundred are no overview


def test_the_words_of_two_lines_stay_apart() -> None:
    [heading] = page_of("docs/x.md", "# Draws\n\nOne line\nand another.").headings
    assert heading.text == "One line and another."


def test_the_function_of_odds_is_documented_not_its_package(site: Site) -> None:
    html = site.pages["docs/library-reference.md"].html
    assert "The exact odds of a bet, or of a key" in html
    assert "Owns" not in html


def test_every_result_of_a_function_is_documented_with_its_fields(site: Site) -> None:
    page = site.pages["docs/library-reference.md"]
    headings = {heading.title for heading in page.headings}
    for name in names():
        function = inspect.unwrap(getattr(eyesdown, name))
        if inspect.isfunction(function):
            given = re.findall(r"[A-Z]\w+", str(function.__annotations__["return"]))
            assert {each for each in given if each not in UNNAMED} <= headings, name
    assert "house_edge" in page.html
    assert "complete_on_call" in page.html


def test_a_dead_link_is_seen() -> None:
    page = page_of("docs/x.md", "[one](nowhere.md) and ![two](no.png)")
    assert page.links == ("nowhere.md",)
    assert page.pictures == ("no.png",)
