"""Pages of the site: read from Markdown, rendered to HTML, with their headings and links."""

from __future__ import annotations

import posixpath
import re
from dataclasses import dataclass, field
from pathlib import PurePosixPath
from typing import Any

from markdown_it import MarkdownIt
from markdown_it.renderer import RendererHTML
from markdown_it.token import Token
from pygments import highlight
from pygments.formatters import HtmlFormatter
from pygments.lexers import get_lexer_by_name
from pygments.util import ClassNotFound

PARTS_MAX = 90
CELL_CODE = re.compile(r"(?<=<code>)[^<]+(?=</code>(?:(?!</?table>).)*</td>)")
OPTION = re.compile(r"--\w+")
BREAKS = re.compile(r"(?<=\w)[_./](?=\w)")
LANGUAGES = {"sh": "bash", "console": "console", "text": "text", "": "text"}


@dataclass(frozen=True)
class Heading:
    """A heading of a page with the anchor that links to it, and the words below it."""

    level: int
    title: str
    anchor: str
    text: str


@dataclass(frozen=True)
class Page:
    """One page: its path in the tree, its HTML, and what it links to."""

    source: str
    title: str
    html: str
    headings: tuple[Heading, ...]
    links: tuple[str, ...]
    pictures: tuple[str, ...]

    @property
    def address(self) -> str:
        """Path of the page inside the site.

        >>> Page("docs/halls/caller.md", "", "", (), (), ()).address
        'halls/caller.html'
        """
        return address_of(self.source)

    @property
    def parts(self) -> tuple[Heading, ...]:
        """The headings for "On this page": two levels, or one where two are too many to scan.

        >>> page_of("docs/x.md", "# X\\n## A\\n### B\\n## C").parts[1].title
        'B'
        """
        for deepest in (3, 2):
            parts = tuple(part for part in self.headings if 1 < part.level <= deepest)
            if len(parts) <= PARTS_MAX:
                return parts if len(parts) > 1 else ()
        return ()


def address_of(source: str) -> str:
    """Path inside the site of a file of the tree; `docs` is its top, and Markdown becomes HTML.

    >>> address_of("docs/odds.md"), address_of("deploy/nginx.conf")
    ('odds.html', 'deploy/nginx.conf')
    """
    path = PurePosixPath(source)
    if path.parts[0] == "docs":
        path = PurePosixPath(*path.parts[1:])
    if path.suffix != ".md":
        return str(path)
    return str(path.with_suffix(".html")).replace("README", "readme")


def anchor_of(title: str) -> str:
    """The anchor of a heading, as code hosts make it.

    >>> anchor_of("Where do I find …")
    'where-do-i-find-'
    """
    return re.sub(r"[^\w\- ]", "", title.lower()).replace(" ", "-")


@dataclass
class _Reading:
    """What is gathered from the tokens of one page."""

    headings: list[Heading] = field(default_factory=list)
    links: list[str] = field(default_factory=list)
    pictures: list[str] = field(default_factory=list)


def _highlighted(code: str, language: str, _attrs: str) -> str:
    try:
        lexer = get_lexer_by_name(LANGUAGES.get(language, language))
    except ClassNotFound:
        lexer = get_lexer_by_name("text")
    return str(highlight(code, lexer, HtmlFormatter(nowrap=True)))


def _text_of(token: Token) -> str:
    return "".join(
        " " if child.type == "softbreak" else child.content
        for child in token.children or ()
        if child.type in {"text", "code_inline", "softbreak"}
    )


def _with_anchors(tokens: list[Token], reading: _Reading) -> None:
    """Give every heading its anchor and note the words that follow it, for the search."""
    words: list[str] = []
    opened: tuple[int, str] | None = None

    def close() -> None:
        if opened is not None:
            level, title = opened
            reading.headings.append(Heading(level, title, anchor_of(title), " ".join(words)))
        words.clear()

    for index, token in enumerate(tokens):
        if token.type == "heading_open":
            close()
            opened = (int(token.tag[1]), _text_of(tokens[index + 1]))
            token.attrSet("id", anchor_of(opened[1]))
        elif token.type == "inline" and tokens[index - 1].type != "heading_open":
            words.append(_text_of(token))
        elif token.type == "fence":
            words.append(token.content)
    close()


def beside(source: str, target: str) -> str:
    """Path in the tree of what a file there links to.

    >>> beside("docs/people/printer.md", "../odds.md")
    'docs/odds.md'
    """
    return posixpath.normpath(posixpath.join(posixpath.dirname(source), target))


def _site_link(source: str, link: str) -> str:
    """A link in the tree as a link in the site: to a page, or to a file that is copied into it."""
    path, mark, anchor = link.partition("#")
    if not path or "://" in path or path.startswith("mailto:"):
        return link
    here = posixpath.dirname(address_of(source))
    return posixpath.relpath(address_of(beside(source, path)), here or ".") + mark + anchor


def _with_site_links(source: str, tokens: list[Token], reading: _Reading) -> None:
    """Note links and pictures, and let links to Markdown files lead to their pages."""
    for token in tokens:
        for child in token.children or ():
            if child.type == "link_open":
                target = str(child.attrGet("href"))
                reading.links.append(target)
                child.attrSet("href", _site_link(source, target))
            elif child.type == "image":
                reading.pictures.append(str(child.attrGet("src")))


def _breakable(name: str) -> str:
    """A name in a table, which may go on in the next line after a mark, not after `--`.

    >>> _breakable("--draw-seconds"), _breakable("EYESDOWN_PORT")
    ('<span class="keep">--draw</span>-seconds', 'EYESDOWN_<wbr>PORT')
    """
    return BREAKS.sub(r"\g<0><wbr>", OPTION.sub(r'<span class="keep">\g<0></span>', name))


def page_of(source: str, text: str) -> Page:
    """A page from the text of a Markdown file.

    >>> page = page_of("docs/x.md", "# Cards\\n\\nSee [odds](odds.md#keno).")
    >>> page.title, page.links
    ('Cards', ('odds.md#keno',))
    >>> 'href="odds.html#keno"' in page.html
    True
    >>> 'href="house.html"' in page_of("CONTRIBUTING.md", "[house](docs/house.md)").html
    True
    """
    markdown = MarkdownIt("commonmark", {"highlight": _highlighted}).enable("table")
    environment: dict[str, Any] = {}
    tokens = markdown.parse(text, environment)
    reading = _Reading()
    _with_anchors(tokens, reading)
    _with_site_links(source, tokens, reading)
    renderer = markdown.renderer
    assert isinstance(renderer, RendererHTML)
    html = renderer.render(tokens, markdown.options, environment)
    html = CELL_CODE.sub(lambda code: _breakable(code[0]), html)
    # A wide table scrolls by itself; the page does not.
    html = html.replace("<table>", '<div class="wide" tabindex="0"><table>')
    html = html.replace("</table>", "</table></div>")
    title = next((heading.title for heading in reading.headings if heading.level == 1), source)
    return Page(
        source,
        title,
        html,
        tuple(reading.headings),
        tuple(reading.links),
        tuple(reading.pictures),
    )
