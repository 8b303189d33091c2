"""The catalogue of the family's pages: complete in both languages, and used everywhere."""

from __future__ import annotations

import asyncio
import re
from html.parser import HTMLParser
from pathlib import Path

import httpx
import pytest

import eyesdown
from eyesdown.display.family.words import REFUSED, SCRIPTS, WORDS, refusal_text, text
from eyesdown.rulebooks import SHELF
from eyesdown.rulebooks.central_site.record import TABLES
from eyesdown.rulebooks.family_bingo.words import LANGUAGES
from kit.family_site import FamilyHouse
from kit.family_words import DATA, patterns

HOME = Path(eyesdown.__file__).parent
TEMPLATES = sorted((HOME / "web" / "templates").glob("family*.html"))
SCRIPTS_OF_PAGES = sorted((HOME / "web" / "static").glob("family*.js"))
SOURCES = sorted(
    path
    for room in ("web/family", "central/family", "display/family", "cli/call")
    for path in (HOME / room).rglob("*.py")
)


def test_both_languages_have_different_words_for_everything_but_names() -> None:
    same = {key for key, texts in WORDS.items() if texts["en"] == texts["fr"]}
    assert same <= {
        "voice", "print", "pause", "scores_points", "js_points", "scan_code", "join_at",
    }  # fmt: skip


def test_every_text_is_used_and_every_text_that_is_used_exists() -> None:
    templates = "\n".join(path.read_text("utf-8") for path in TEMPLATES)
    scripts = "\n".join(path.read_text("utf-8") for path in SCRIPTS_OF_PAGES)
    python = "\n".join(path.read_text("utf-8") for path in SOURCES)
    used = set(re.findall(r"""\bt\(["']([a-z_0-9 ]+)["']""", templates))
    used |= {f"pat_{name}" for name in ("row", "corners", "x", "full", "line", "two lines")}
    used |= {SCRIPTS + key for key in re.findall(r"""\btext\(\s*"(\w+)\"""", scripts)}
    spoken = set(re.findall(r"""["']([a-z_]+)["']""", scripts + python))
    used |= {key for key in WORDS if key in spoken or key.removeprefix(SCRIPTS) in spoken}
    assert used - {"pat_"} - set(WORDS) == set()
    assert {key for key in WORDS if not key.startswith(REFUSED)} - used == set()


@pytest.mark.parametrize("language", LANGUAGES)
def test_every_refusal_has_its_words(language: str) -> None:
    book = SHELF.open("family-bingo", SHELF.source("family-bingo").in_force)
    codes = {
        code for chapter in book.chapters for given in chapter.codes.values() for code in given
    }
    codes |= {code for given in TABLES.values() for code in given}
    places = dict.fromkeys(
        ("player", "person", "number", "disc", "discs", "table", "seconds", "allowed", "name",
         "option", "words", "card", "code", "characters"), "x",
    )  # fmt: skip
    other = refusal_text("nothing/known", language, {})
    for code in codes - {"rules/not_in_force"}:
        words = refusal_text(code, language, places)
        assert words
        assert words != other.replace("nothing/known", code), code


class Visible(HTMLParser):
    """Every text a reader sees or hears on a page."""

    def __init__(self) -> None:
        super().__init__()
        self.texts: list[str] = []
        self._hidden = 0

    def handle_starttag(self, tag: str, attrs: list[tuple[str, str | None]]) -> None:
        given = dict(attrs)
        self._hidden += tag in ("script", "style", "svg") or given.get("lang") == "en"
        spoken = ("aria-label", "title", "placeholder", "data-sure")
        self.texts += [words for name in spoken if (words := given.get(name))]
        if tag in ("input", "link", "meta"):
            self._hidden -= given.get("lang") == "en"

    def handle_endtag(self, tag: str) -> None:
        if tag in ("script", "style", "svg") or (tag == "a" and self._hidden):
            self._hidden -= 1

    def handle_data(self, data: str) -> None:
        words = " ".join(data.split())
        if words and not self._hidden:
            self.texts.append(words)


PATHS = ("/family", "/family/rules", "/family/{code}", "/family/{code}/host",
         "/family/{code}/board", "/family/{code}/scores", "/family/{code}/check",
         "/family/XXXXX")  # fmt: skip


@pytest.mark.parametrize("signed_in", [True, False])
def test_no_english_is_left_on_a_french_page(signed_in: bool) -> None:
    french = patterns("fr")
    names = {"Zoé", "Jean-Luc", "Eyes Down", "Zoé, Jean-Luc"}

    async def visit() -> None:
        house = FamilyHouse()
        async with house.app.router.lifespan_context(house.app):
            transport = httpx.ASGITransport(house.app)
            options = {"base_url": "http://home", "headers": {"accept-language": "fr-CA"}}
            async with httpx.AsyncClient(transport=transport, **options) as http:
                opened = await http.post("/family/open", data={"name": "Zoé"})
                code = opened.headers["location"].split("/")[2]
                await http.post(f"/family/{code}/do", json={"do": "seat", "name": "Jean-Luc"})
                await http.post(f"/family/{code}/do", json={"do": "play"})
                if not signed_in:
                    http.cookies.clear()
                for path in PATHS:
                    answer = await http.get(path.format(code=code))
                    assert 'lang="fr"' in answer.text, path
                    reader = Visible()
                    reader.feed(answer.text)
                    for words in reader.texts:
                        shown = words.removesuffix(" · Eyes Down").replace(code, "").strip(" ·")
                        known = shown in names or DATA.fullmatch(shown) or "192.168" in shown
                        known = known or any(p.fullmatch(words) for p in french)
                        assert known or any(p.fullmatch(shown) for p in french), (path, words)

    asyncio.run(visit())


def test_the_texts_of_scripts_are_in_the_language_of_the_page() -> None:
    assert text("js_next", "fr") == "Disque suivant"
    with pytest.raises(KeyError):
        text("js_next", "de")
