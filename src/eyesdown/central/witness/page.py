"""A witness's own page: what it saw, what it signed, what is missing, and its copy of the record.

Anyone who reaches it may look. Visitors must not keep the witness from answering a draw: their
number is limited, and only one at a time reads through the copy, which is long.
"""

from __future__ import annotations

import threading
from html import escape
from http.server import BaseHTTPRequestHandler, ThreadingHTTPServer
from itertools import islice
from typing import Any
from urllib.parse import parse_qs, quote, urlsplit

from eyesdown.central.witness.run import BEYOND, LINES_MAX, Runner
from eyesdown.central.witness.witness import Message, Witness, utc
from eyesdown.draw import vrf
from eyesdown.draw.follow import Draw
from eyesdown.draw.proof import proof_of
from eyesdown.kernel.plain_json import json_bytes

VISITORS_MAX = 200
"""Connections at a time; a further one is closed at once."""
VISITOR_SECONDS = 10
"""How long a connection may be silent."""
TURN_SECONDS = 10
"""How long a visitor waits until others have read the copy."""


class Visitors(ThreadingHTTPServer):
    """A server for a limited number of visitors at a time."""

    daemon_threads = True

    def __init__(self, address: tuple[str, int], page: type[BaseHTTPRequestHandler]) -> None:
        super().__init__(address, page)
        self._room = threading.Semaphore(VISITORS_MAX)

    def process_request(self, request: Any, client_address: Any) -> None:
        """Serve a visitor in a thread, or close the connection if too many are there."""
        if self._room.acquire(blocking=False):
            super().process_request(request, client_address)
        else:
            self.shutdown_request(request)

    def process_request_thread(self, request: Any, client_address: Any) -> None:
        """Serve a visitor, and give its place back."""
        try:
            super().process_request_thread(request, client_address)
        finally:
            self._room.release()

    def handle_error(self, request: Any, client_address: Any) -> None:
        """Nothing: a visitor that goes away, or is silent, is no trouble of this witness."""


def serve_copy(runner: Runner, host: str, port: int) -> Visitors:
    """A page of what this witness saw and signed, and its copy of the record."""
    reading = threading.Lock()

    class Page(BaseHTTPRequestHandler):
        """Answers visitors with the page, the copy of the record, or what this witness answered."""

        timeout = VISITOR_SECONDS

        def do_GET(self) -> None:
            path = urlsplit(self.path)
            asks = parse_qs(path.query)
            match path.path:
                case "/":
                    self._reply(page_of(runner).encode(), "text/html; charset=utf-8")
                case "/answer":
                    self._reply(json_bytes(answer_shown(runner, asks)), "application/json")
                case "/record" | "/proof":
                    self._read_copy(path.path, asks)
                case _:
                    self.send_error(404)

        def _read_copy(self, path: str, asks: dict[str, list[str]]) -> None:
            """Lines of the copy, or a draw's proof for verify_draw.py; one visitor at a time."""
            if not reading.acquire(timeout=TURN_SECONDS):
                self.send_error(503, "Others are reading this copy. Try again in a minute")
                return
            try:
                body = _lines(runner, asks) if path == "/record" else _proof(runner, asks)
            finally:
                reading.release()
            if body is None:
                self.send_error(404, "This copy has no proof of that game")
            else:
                kind = "application/jsonl" if path == "/record" else "application/json"
                self._reply(body, kind)

        def _reply(self, body: bytes, kind: str) -> None:
            self.send_response(200)
            self.send_header("Content-Type", kind)
            self.send_header("Content-Length", str(len(body)))
            self.end_headers()
            self.wfile.write(body)

        def log_message(self, *_: object) -> None:
            """Visitors are not written down."""

    server = Visitors((host, port), Page)
    threading.Thread(target=server.serve_forever, daemon=True).start()
    return server


def answer_shown(runner: Runner, asks: dict[str, list[str]]) -> dict[str, Any]:
    """How many values of a draw this witness saw, and what it answered to one: for spares."""
    game, place = (asks.get("game") or [""])[0], (asks.get("place") or [""])[0]
    follower = runner.witness.follower
    draw = follower.draws.get(game) or follower.ended.get(game)
    word = runner.witness.folder.word(f"answer {game} {place}")
    answer = word["answer"] if word else ""
    return {"values": len(draw.values) if draw else 0, "answer": answer}


def _lines(runner: Runner, asks: dict[str, list[str]]) -> bytes:
    """Lines of the copy after a number, as a site serves them."""
    asked = (asks.get("after") or ["0"])[0]
    is_number = asked.isascii() and asked.isdigit() and len(asked) < len(f"{BEYOND}")
    after = int(asked) if is_number else 0
    lines = islice(runner.witness.folder.record(), after, after + LINES_MAX)
    return b"".join(line + b"\n" for line in lines)


def _proof(runner: Runner, asks: dict[str, list[str]]) -> bytes | None:
    """The proof of a draw from this witness's own copy; None if the copy has none."""
    proof = proof_of(runner.witness.folder.record(), (asks.get("game") or [""])[0])
    return None if proof is None else json_bytes(proof)


def page_of(runner: Runner) -> str:
    """What I saw, what I signed, what is missing: one page without scripts."""
    witness = runner.witness
    follower = witness.follower
    draws = list(follower.draws.values())  # the record goes on meanwhile
    waiting = [f"game {escape(draw.game)}: {_how_far(draw)}" for draw in draws]
    signed = [
        f"{escape(about)} <code>{escape(message['answer'][:16])}…</code>"
        for about, message in list(witness.folder.words.items())[-20:]
    ]
    missing = [_what(message) for message in witness.pending()]
    trouble = witness.stopped or runner.trouble
    number, _, digest = follower.head.partition(":")
    key = vrf.fingerprint(witness.folder.key.n)
    office = "is appointed" if witness.appointed else "is not appointed yet"
    saw = f"{follower.name}, {len(follower.hashes):,} statements"
    if witness.slow_later:
        left = len(witness.slow_later)
        saw += f", {left:,} slow step{'' if left == 1 else 's'} still to check"
    silent = [f"{escape(name)}: {count:,}" for name, count in list(follower.silences.items())]
    state = f"<p class=no>Trouble: {escape(trouble)}</p>" if trouble else "<p>Following.</p>"
    parts = [
        f"<h1>Witness {escape(witness.name)}</h1><p>Key <code>{key[:16]}</code> {office}.</p>",
        f"{state}<h2>What I saw</h2><p>{escape(saw)}.",
        f"<br>Newest line: <code>{number} · {digest[:16]}</code></p>",
        _list("On its way", waiting),
        _list("What I signed", signed),
        _list("What is missing in the record", missing),
        _list("Silences, by witness", silent),
        _list("What I refused", [escape(text) for text in witness.refusals[-20:]]),
        _list("Copies that the site’s record parted from", witness.folder.parted_copies()),
        _list("Proofs from my copy, for verify_draw.py", _proof_links(witness)),
        f"<h2>My clock and copy</h2><p>{utc(witness.wall())[:19].replace('T', ' ')} UTC.",
        " <a href='/record'>My copy of the record</a></p>",
    ]
    style = (
        "body{font:1rem/1.5 system-ui,sans-serif;max-width:46rem;margin:1.5rem auto;padding:0 1rem;"
        "color:#1c2530}h1{font-size:1.5rem;margin:0}h2{font-size:1rem;margin:1.5rem 0 .25rem;"
        "border-bottom:1px solid #c8d0d8}p{margin:.25rem 0}ul{margin:0;padding:0;list-style:none}"
        ".no{color:#a01c1c;font-weight:600}"
    )
    head = "<!doctype html><html lang='en'><meta charset='utf-8'>"
    named = f"<title>Witness {escape(witness.name)}</title><style>{style}</style>"
    return head + "<meta name='viewport' content='width=device-width'>" + named + "".join(parts)


def _how_far(draw: Draw) -> str:
    if draw.values:
        return f"{len(draw.values)} of {draw.promise['values']} values revealed"
    return "sealed, no value revealed yet" if draw.seal else "open"


def _what(message: Message) -> str:
    """A word that was given, and the game that it is about if it names one."""
    return escape(message["kind"] + (f": game {message['game']}" if "game" in message else ""))


def _proof_links(witness: Witness) -> list[str]:
    games = list(witness.follower.ended)[-20:]
    return [f"<a href='/proof?game={quote(game)}'>game {escape(game)}</a>" for game in games]


def _list(title: str, items: list[str]) -> str:
    rows = "".join(f"<li>{item}</li>" for item in items) or "<li>nothing</li>"
    return f"<h2>{title}</h2><ul>{rows}</ul>"
