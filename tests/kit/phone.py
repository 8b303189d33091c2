"""A phone with an authenticator app, for people who sign on with a code."""

from __future__ import annotations

import re
from dataclasses import dataclass
from html import unescape
from typing import Any

import httpx

from eyesdown.central.site.people.proofs import secret_bytes, step_at, time_code


@dataclass
class Phone:
    """Codes of one person; `clock_us` is the phone's own clock."""

    clock_us: Any
    secret: bytes = b""

    def scan(self, page: str) -> None:
        """Take the key from the page that sets the codes up."""
        shown = re.search(r'id="secret">([A-Z2-7 ]+)<', page)
        assert shown, "no key on this page"
        self.secret = secret_bytes(shown[1].replace(" ", ""))

    def code(self, steps: int = 0) -> str:
        """The code that the app shows now, or some steps later."""
        return time_code(self.secret, step_at(self.clock_us()) + steps)


def half_of(page: str) -> str:
    """What the first step of a sign-on hands to the second; empty if there is no second."""
    hidden = re.search(r'name="half" value="([^"]+)"', page)
    return unescape(hidden[1]) if hidden else ""


async def send_code(
    http: httpx.AsyncClient, page: httpx.Response, code: str, path: str = "/sign-on"
) -> httpx.Response:
    """Send a code with what the page of the first step carries."""
    return await http.post(path, data={"half": half_of(page.text), "code": code})
