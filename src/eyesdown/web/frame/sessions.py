"""Session cookies: signed by the site, read from the cookie a browser sends back."""

from __future__ import annotations

import time
from dataclasses import dataclass, field
from functools import cached_property
from typing import Any

from itsdangerous import BadSignature, URLSafeTimedSerializer

SESSION_SECONDS = 12 * 3600
HALF_SECONDS = 15 * 60
"""How long a person may take for the second step: long enough to set up an app on a phone."""
READ_MAX = 4096
"""Cookies whose signature need not be checked again; a counter sends the same one all day."""


@dataclass
class Sessions:
    """Writes and reads session cookies under one key.

    >>> sessions = Sessions(b"k" * 32)
    >>> sessions.read(sessions.write({"name": "ada"})), sessions.read("forged")
    ({'name': 'ada'}, {})
    """

    key: bytes
    salt: str = "session"
    seconds: int = SESSION_SECONDS
    _signer: URLSafeTimedSerializer = field(init=False, repr=False)
    _read: dict[str, tuple[dict[str, str], int]] = field(default_factory=dict, repr=False)

    def __post_init__(self) -> None:
        self._signer = URLSafeTimedSerializer(self.key, salt=self.salt)

    @cached_property
    def devices(self) -> Sessions:
        """The same for cookies that a browser keeps after sign-off, under the same key."""
        return Sessions(self.key, salt="device", seconds=400 * 24 * 3600)

    @cached_property
    def halves(self) -> Sessions:
        """The same for what a sign-on carries from its first step to its second."""
        return Sessions(self.key, salt="half signed on", seconds=HALF_SECONDS)

    def write(self, session: dict[str, str]) -> str:
        """The signed cookie of a new session."""
        cookie = self._signer.dumps(session)
        assert isinstance(cookie, str)
        return cookie

    def read(self, cookie: str) -> dict[str, str]:
        """The session in a cookie; empty if we did not sign it, or more than 12 hours ago."""
        session, signed_at = self._read.get(cookie) or self._verified(cookie)
        age = int(time.time()) - signed_at
        return session if 0 <= age <= self.seconds else {}

    def read_old(self, cookie: str, seconds: int) -> dict[str, str]:
        """The content of a cookie that may be older than a session; empty if it is not ours."""
        content, signed_at = self._read.get(cookie) or self._verified(cookie)
        return content if 0 <= int(time.time()) - signed_at <= seconds else {}

    def _verified(self, cookie: str) -> tuple[dict[str, str], int]:
        try:
            raw: Any = self._signer.loads(cookie, return_timestamp=True)
        except BadSignature:
            return {}, 0
        session, signed = raw
        if not isinstance(session, dict):
            return {}, 0
        if len(self._read) >= READ_MAX:
            self._read.pop(next(iter(self._read)))
        self._read[cookie] = session, int(signed.timestamp())
        return self._read[cookie]
