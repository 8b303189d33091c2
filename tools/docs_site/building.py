"""Builds the site: reads the contents, renders every page, checks every link, writes the files."""

from __future__ import annotations

import json
import shutil
import tomllib
from collections.abc import Iterator
from dataclasses import dataclass
from functools import partial
from pathlib import Path, PurePosixPath
from typing import Any

from jinja2 import Environment, FileSystemLoader, StrictUndefined

from docs_site.clauses import clauses_page
from docs_site.http_api import api_page
from docs_site.library import library_page
from docs_site.pages import Page, address_of, beside, page_of
from eyesdown.rulebooks import REAL_BOOKS
from eyesdown.web.api.openapi import describe
from eyesdown.web.hall.api.vocabulary import HALL
from eyesdown.web.keno.api.vocabulary import KENO

HERE = Path(__file__).parent
ROOT = HERE.parents[1]
STATIC = ROOT / "src/eyesdown/web/static"
ELSEWHERE = ("http://", "https://", "mailto:")
MADE = {
    "docs/library-reference.md": library_page,
    "docs/http-api-keno.md": lambda: api_page("keno", describe(KENO)),
    "docs/http-api-hall.md": lambda: api_page("a hall", describe(HALL)),
    **{f"docs/clauses/{book}.md": partial(clauses_page, book) for book in REAL_BOOKS},
}


@dataclass(frozen=True)
class Entry:
    """A line of the contents."""

    title: str
    address: str


@dataclass(frozen=True)
class Section:
    """A part of the contents with its pages."""

    title: str
    pages: tuple[Entry, ...]


@dataclass(frozen=True)
class Site:
    """Every page by its source, the contents, and what is wrong with them."""

    pages: dict[str, Page]
    sections: tuple[Section, ...]
    troubles: tuple[str, ...]


def build(out: Path) -> Site:
    """Write the site into a folder, which is emptied first if it is one of ours."""
    site = read_site()
    if (out / "search-index.js").exists():
        shutil.rmtree(out)
    out.mkdir(parents=True, exist_ok=True)
    _write_pages(site, out)
    _copy_pictures(site, out)
    _copy_files(site, out)
    (out / "search-index.js").write_text(_index(site), "utf-8")
    for name in ("docs.css", "contents.js", "search.js"):
        shutil.copy(HERE / name, out / name)
    for name in (*STATIC.glob("inter*"), STATIC / "icon.svg"):
        shutil.copy(name, out / name.name)
    return site


def read_site() -> Site:
    """The pages that the contents list, and every fault in their links."""
    contents = tomllib.loads((ROOT / "docs/contents.toml").read_text("utf-8"))
    pages: dict[str, Page] = {}
    sections = []
    for section in contents["section"]:
        entries = []
        for line in _lines(section):
            page = page_of(line["file"], _text(line["file"]))
            pages[page.source] = page
            entries.append(Entry(line.get("title", page.title), page.address))
        sections.append(Section(section["title"], tuple(entries)))
    return Site(pages, tuple(sections), tuple(_troubles(pages)))


def _lines(section: dict[str, Any]) -> list[dict[str, str]]:
    """The pages of a section: listed, or every page of a folder."""
    folder = section.get("folder")
    if folder is None:
        return list(section["pages"])
    paths = sorted((ROOT / folder).glob("*.md"))
    return [{"file": path.relative_to(ROOT).as_posix()} for path in paths]


def _text(source: str) -> str:
    maker = MADE.get(source)
    return maker() if maker else (ROOT / source).read_text("utf-8")


def _troubles(pages: dict[str, Page]) -> Iterator[str]:
    listed = set(pages)
    for path in sorted((ROOT / "docs").rglob("*.md")):
        source = path.relative_to(ROOT).as_posix()
        if source not in listed:
            yield f"{source}: is not in docs/contents.toml"
    for page in pages.values():
        for link in page.links:
            if trouble := _dead(page, link, pages):
                yield f"{page.source}: {trouble}"
        for picture in page.pictures:
            if not (ROOT / beside(page.source, picture)).is_file():
                yield f"{page.source}: the picture {picture} is not there"


def _dead(page: Page, link: str, pages: dict[str, Page]) -> str | None:
    if link.startswith(ELSEWHERE):
        return None
    path, _, anchor = link.partition("#")
    source = beside(page.source, path) if path else page.source
    target = pages.get(source)
    if target is None:
        if path.endswith(".md"):
            return f"the link {link} leads to a page that is not in the contents"
        return None if (ROOT / source).is_file() else f"the link {link} leads to no file"
    if anchor and anchor not in {heading.anchor for heading in target.headings}:
        return f"the link {link} names a heading that is not there"
    return None


def _write_pages(site: Site, out: Path) -> None:
    environment = Environment(
        loader=FileSystemLoader(HERE), autoescape=True, undefined=StrictUndefined
    )
    template = environment.get_template("page.html")
    entries = [entry for section in site.sections for entry in section.pages]
    befores, afters = [None, *entries], [*entries[1:], None]
    for page, before, after in zip(site.pages.values(), befores, afters, strict=False):
        place = out / page.address
        place.parent.mkdir(parents=True, exist_ok=True)
        top = "../" * (len(PurePosixPath(page.address).parts) - 1)
        html = template.render(
            page=page, top=top, sections=site.sections, before=before, after=after
        )
        place.write_text(html, "utf-8")


def _copy_pictures(site: Site, out: Path) -> None:
    """Pictures lie beside their page in the site as they do in the tree."""
    for page in site.pages.values():
        for picture in page.pictures:
            source = ROOT / beside(page.source, picture)
            place = out / beside(page.address, picture)
            if source.is_file():
                place.parent.mkdir(parents=True, exist_ok=True)
                shutil.copy(source, place)


def _copy_files(site: Site, out: Path) -> None:
    """Files that a page links to and that are no pages, such as samples of a proxy's settings."""
    for page in site.pages.values():
        for link in page.links:
            source = beside(page.source, link.partition("#")[0])
            if source not in site.pages and (ROOT / source).is_file():
                place = out / address_of(source)
                place.parent.mkdir(parents=True, exist_ok=True)
                shutil.copy(ROOT / source, place)


def _index(site: Site) -> str:
    rows = [
        [page.title, heading.title, f"{address_of(page.source)}#{heading.anchor}", heading.text]
        for page in site.pages.values()
        for heading in page.headings
    ]
    return f"window.eyesdownIndex = {json.dumps(rows, ensure_ascii=False)};\n"
