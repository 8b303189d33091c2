"""Pages as a test reads them: the line breaks and indents of a template are no part of a page."""

from __future__ import annotations

import re
from typing import Any

import httpx


def one_line(html: str) -> str:
    """The page without line breaks between two tags or inside the edges of an element.

    A line break in running text becomes one space, as a browser shows it.

    >>> one_line("<ul>\\n  <li>\\n    One\\n    <b>two</b>\\n  </li>\\n</ul>")
    '<ul><li>One <b>two</b></li></ul>'
    """
    html = re.sub(r"(<[^/!][^<>]*>)\s*\n\s*", r"\1", html)  # after an opening tag
    html = re.sub(r"\s*\n\s*(?=</)", "", html)  # before a closing tag
    html = re.sub(r">\s*\n\s*<", "><", html)
    return re.sub(r"\s*\n\s*", " ", html)


class PageClient(httpx.AsyncClient):
    """An HTTP client whose pages come in one line; everything else comes as it is sent."""

    async def send(self, request: httpx.Request, **options: Any) -> httpx.Response:
        response = await super().send(request, **options)
        is_page = response.headers.get("content-type", "").startswith("text/html")
        if not is_page or options.get("stream"):
            return response
        changed = (b"content-length", b"content-encoding")
        headers = [pair for pair in response.headers.raw if pair[0].lower() not in changed]
        content = one_line(response.text).encode()
        return httpx.Response(
            response.status_code,
            headers=headers,
            content=content,
            request=response.request,
            history=response.history,
        )
