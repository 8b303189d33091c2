"""Static files by the name of their content, and pages sent compressed."""

from __future__ import annotations

import gzip
import re

import httpx
import pytest

from eyesdown.kernel.money import dollars
from eyesdown.web.frame.delivery import static_files
from eyesdown.web.frame.pages import TEMPLATES
from kit.public_site import ROLES_AT, PublicSite, RunsScenario, sign_on

ACCEPTS = {"accept-encoding": "gzip, br"}


def test_a_page_names_files_by_their_content_and_browsers_keep_them(site: RunsScenario) -> None:
    async def scenario(_: PublicSite, http: httpx.AsyncClient) -> None:
        text = (await http.get("/wall")).text
        names = re.findall(r'(?:href|src)="(/static/[^"]+)"', text)
        assert len(names) >= 4
        for name in names:
            assert re.fullmatch(r"/static/[\w-]+\.[0-9a-f]{10}\.(css|js|svg|woff2)", name), name
            answer = await http.get(name)
            assert answer.headers["cache-control"] == "public, max-age=31536000, immutable"
            again = await http.get(name, headers={"if-none-match": answer.headers["etag"]})
            assert (again.status_code, again.content) == (304, b"")

    site(scenario)


def test_files_name_the_files_they_load(site: RunsScenario) -> None:
    async def scenario(_: PublicSite, http: httpx.AsyncClient) -> None:
        style = (await http.get("/static/eyesdown.css")).text
        fonts = re.findall(r"url\(([^)]+)\)", style)
        assert len(fonts) == 2
        script = (await http.get("/static/terminal.js")).text
        modules = re.findall(r'from "([^"]+)"', script)
        assert len(modules) >= 3
        for name in [*fonts, *modules]:
            assert "immutable" in (await http.get(name)).headers["cache-control"], name

    site(scenario)


@pytest.mark.parametrize(
    "path",
    ["no", "../web/app.py", "%2e%2e/app.py", "eyesdown.0123456789.css.x", "a" * 300],
)
def test_nothing_else_is_served(site: RunsScenario, path: str) -> None:
    async def scenario(_: PublicSite, http: httpx.AsyncClient) -> None:
        assert (await http.get(f"/static/{path}")).status_code == 404

    site(scenario)


def test_a_plain_or_old_name_is_asked_for_again(site: RunsScenario) -> None:
    async def scenario(_: PublicSite, http: httpx.AsyncClient) -> None:
        plain = await http.get("/static/eyesdown.css")
        assert (plain.status_code, plain.headers["cache-control"]) == (200, "no-cache")
        assert (await http.get("/static/eyesdown.0000000000.css")).status_code == 404
        assert (await http.post("/static/eyesdown.css")).status_code == 405

    site(scenario)


def test_public_pages_are_compressed_and_staff_pages_are_not(site: RunsScenario) -> None:
    async def scenario(hall: PublicSite, http: httpx.AsyncClient) -> None:
        await hall.play()
        for path in ("/", "/odds", "/static/eyesdown.css", "/api/openapi.json"):
            async with http.stream("GET", path, headers=ACCEPTS) as packed:
                raw = b"".join([piece async for piece in packed.aiter_raw()])
            assert packed.headers["content-encoding"] == "gzip", path
            assert packed.headers["vary"] == "accept-encoding"
            assert int(packed.headers["content-length"]) == len(raw)
            plain = await http.get(path, headers={"accept-encoding": "identity"})
            assert "content-encoding" not in plain.headers
            assert len(raw) < len(plain.content) / 2
            if path.startswith("/static"):
                assert gzip.decompress(raw) == plain.content
        await sign_on(http, ROLES_AT["office"])
        assert "content-encoding" not in (await http.get("/office", headers=ACCEPTS)).headers

    site(scenario)


def test_every_template_still_reads_as_written() -> None:
    """Only addresses of static files are changed when a template is loaded."""
    assert TEMPLATES.filters["dollars"] is dollars
    changed = static_files.with_addresses('<a href="/static/icon.svg">"/static/"</a>')
    assert re.fullmatch(r'<a href="/static/icon\.[0-9a-f]{10}\.svg">"/static/"</a>', changed)
