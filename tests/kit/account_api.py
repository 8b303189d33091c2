"""A keno site with players on its pages and at its API."""

from __future__ import annotations

import asyncio
import json
from dataclasses import dataclass, field
from hashlib import sha256
from typing import Any

from starlette.applications import Starlette

from eyesdown.central.keno.office.roles import KenoRole
from eyesdown.central.site.credentials import Credential, Doorkeeper
from eyesdown.web.api.routes import Api
from eyesdown.web.app import create_app
from eyesdown.web.keno.api.vocabulary import KENO
from eyesdown.web.keno.routes import ROUTES
from kit.account_site import AccountSite

TOKEN = "the token of the same player"


@dataclass
class WithApi(AccountSite):
    """The site with its API; `keeper` learns the player's account when it is open."""

    keeper: Doorkeeper = field(default_factory=lambda: Doorkeeper(()))

    def application(self) -> Starlette:
        return create_app(self.lifespan, [*Api(self.keeper, KENO).routes(), *ROUTES])

    def give_token(self, account: str) -> None:
        digest = sha256(TOKEN.encode()).hexdigest()
        player = Credential("player", KenoRole.PLAYER, digest, account=account)
        self.keeper._by_digest[digest] = player


async def post(hall: WithApi, path: str, body: Any, headers: dict[str, str]) -> tuple[int, bytes]:
    """Status and body of a POST straight into the application; an HTTP client costs more."""
    content = json.dumps(body).encode()
    given = {"host": "keno", "content-type": "application/json", "accept": "application/json"}
    given |= {"content-length": str(len(content)), **headers}
    scope = {
        "type": "http",
        "asgi": {"version": "3.0"},
        "http_version": "1.1",
        "method": "POST",
        "scheme": "http",
        "path": path,
        "raw_path": path.encode(),
        "query_string": b"",
        "root_path": "",
        "headers": [(name.encode(), value.encode()) for name, value in given.items()],
        "client": ("192.0.2.1", 50_000),
        "server": ("keno", 80),
    }
    incoming = [{"type": "http.request", "body": content, "more_body": False}]
    sent: list[Any] = []

    async def receive() -> Any:
        return incoming.pop() if incoming else await asyncio.Event().wait()

    async def send(message: Any) -> None:
        sent.append(message)

    await hall.app(scope, receive, send)
    body_parts = (message.get("body", b"") for message in sent[1:])
    return sent[0]["status"], b"".join(body_parts)


async def by_api(hall: WithApi, account: str, name: str, cents: int) -> int:
    bet = {"type": "Regular", "spots": [1, 2, 3], "subscription_cents": cents, "bonus": False}
    entry = {
        "type": "Entry",
        "serial": "",
        "lines": [bet],
        "games": 1,
        "channel": "internet",
        "method": "internet",
        "venue": "",
        "account": account,
    }
    paid = [{"type": "Tendered", "tender": "account", "cents": cents}]
    command = {"type": "AcceptEntry", "entry": entry, "tenders": paid, "confirmed": True}
    headers = {"authorization": f"Bearer {TOKEN}"}
    status, words = await post(hall, "/api/commands", {"id": name, "command": command}, headers)
    assert status in (200, 422), words
    return cents if status == 200 else 0
