"""The running witness: pulls the record and sends its words.

It needs no open port and no internet: it asks the site and never the other way round.
"""

from __future__ import annotations

import json
import threading
from collections.abc import Callable
from http.client import HTTPException
from typing import Any
from urllib.error import HTTPError
from urllib.parse import quote
from urllib.request import Request, urlopen

from eyesdown.central.witness.witness import (
    LINES_AT_ONCE,
    Look,
    Message,
    Shown,
    Witness,
)
from eyesdown.draw.follow import BadRecord, is_hex
from eyesdown.draw.statements import LINE_BYTES_MAX, NOTHING_BEFORE, hash_of
from eyesdown.kernel.plain_json import json_bytes

WAIT_SECONDS = 10
PEER_SECONDS = 2.0
"""How long a spare waits for the page of a witness that is silent."""
REST_SECONDS = 1.0
SLOW_SECONDS = 0.1
"""How long at a time slow steps of the past are checked, between the looks at the clock."""
LINES_MAX = 5000
COPY_BYTES_MAX = 48 * 1024
"""The lines of one request; a site takes 64 kB."""
REPLY_BYTES_MAX = 64 * 1024
START = "eyesdown-start"
CONFLICT = 409
BEYOND = 99_999_999_999
"""A number that no record reaches: the site answers with its newest head."""
BODY_BYTES_MAX = 4 * 1024 * 1024
"""A longer reply is cut after a whole line, and the rest is asked for: no site fills the memory."""
PARTED_BYTES_MAX = 64 * 1024 * 1024
"""The lines of a record that parted from this copy; a day's statements have about 3 MB."""
NO_REPLY = (
    *(OSError, HTTPException, ValueError, LookupError, TypeError, AttributeError),
    RecursionError,  # a reply that is nested thousands deep
)
"""The errors of a site that is down, is cut off in mid-reply, or replies with something else."""


class Runner:
    """Follows one site until stopped. `say` gets one line whenever something happened."""

    def __init__(
        self, witness: Witness, address: str, say: Callable[[str], None] = lambda _: None
    ) -> None:
        self.witness = witness
        self.address = address.rstrip("/")
        self.say = say
        self.stopping = threading.Event()
        self.trouble = ""
        self._greeted = ""
        self._told = ("", "")
        self._behind = True
        self._office = ""
        self._lock = threading.Lock()
        self._clock = threading.Thread(target=self._watch_clock, daemon=True)

    def run(self) -> None:
        """Follow the record; returns when stopped, or when the record does not hold."""
        self._clock.start()
        while not self.stopping.is_set() and not self.witness.stopped:
            try:
                self._once()
                if self.trouble:
                    self.say("the site answers again")
                self.trouble = ""
            except NO_REPLY as away:
                if not self.trouble:
                    self.say(f"the site does not answer: {away}")
                self.trouble = str(away) or type(away).__name__
                self.stopping.wait(REST_SECONDS)
        if self.witness.stopped:
            self.say(f"stopped: {self.witness.stopped}")
            self.say("keep this folder: it has the proof of what was seen and signed")

    def _once(self) -> None:
        """Ask the site for the next lines, take them, and send the words that they call for."""
        number = len(self.witness.follower.hashes)
        asks = f"after={number}&wait={WAIT_SECONDS}&start={self._greeted}"
        url = f"{self.address}/record?{asks}"
        try:
            with urlopen(url, timeout=WAIT_SECONDS + 30) as reply:  # noqa: S310 -- the site's own address
                lines, start = whole_lines(reply), reply.headers.get(START, "")
        except HTTPError as behind:
            if behind.code != CONFLICT:
                raise
            problem = json.loads(behind.read(REPLY_BYTES_MAX))
            self._part(problem) if problem.get("late") else self._hand_over(problem)
            return
        if lines and self._goes_another_way(lines[0]):
            self._part(self._site_head())
            return
        with self._lock:
            self.witness.take(*lines)
        self._behind = len(lines) > LINES_AT_ONCE
        if start and start != self._greeted and self.witness.appointed:
            self._greet(start)
        self._say_whether_appointed()
        self._sign()
        self._send()

    def _say_whether_appointed(self) -> None:
        """Say so once the whole record is here, and again when the office changes it."""
        appointed = self.witness.appointed
        waits = "not appointed yet: give name and key to the office"
        office = "appointed: draws ask me" if appointed else waits
        if not self._behind and office != self._office:
            self.say(
                f"my copy is whole, to statement {len(self.witness.follower.hashes):,}; {office}"
            )
            self._office = office

    def _greet(self, start: str) -> None:
        """Tell a site that has just started how far this copy goes."""
        with self._lock:
            message = self.witness.here(start)
        self._post(message)
        self._greeted = start

    def _hand_over(self, problem: dict[str, str]) -> None:
        """Send the lines that a site which went back to an older journal lacks."""
        number, _, digest = problem["head"].partition(":")
        with self._lock:
            hashes = self.witness.follower.hashes
            if not int(number) or not problem["start"]:
                raise ValueError("the site lacks statements of this copy and does not take them")
            if hashes[int(number) - 1] != digest:
                self.witness.stopped = f"statement {number}: the site has another record"
                return
            word = json_bytes(self.witness.here(problem["start"])) + b"\n"
            lines = list(self.witness.folder.record())[int(number) :]
        self.say(f"the site lacks {len(lines)} statements; it gets them from this copy")
        for part in parts_of(lines):
            self._post_bytes("/record/copy", word + part)

    def _goes_another_way(self, line: bytes) -> bool:
        """ValueError if it is no statement at all: another server replies at this address."""
        hashes, before = self.witness.follower.hashes, json.loads(line).get("prev")
        return bool(hashes) and before != hashes[-1]

    def _site_head(self) -> dict[str, str]:
        """The site's newest head, and the name of its process."""
        try:
            with urlopen(f"{self.address}/record?after={BEYOND}", timeout=30):  # noqa: S310 -- as above
                raise ValueError("the site does not say where its record ends")
        except HTTPError as behind:
            if behind.code != CONFLICT:
                raise
            return dict(json.loads(behind.read(REPLY_BYTES_MAX)))

    def _part(self, problem: dict[str, str]) -> None:
        """This copy and the site's record have parted: tell the site, and wait until it says so.

        A site that started again from an older journal, and stated something before this witness
        was there, puts it on the record; from then on this witness follows it again.
        """
        own = self.witness.follower.head
        common = self._common(int(problem["head"].partition(":")[0]))
        lines = self._site_lines(common)
        stated = map(json.loads, lines)
        if any(each["kind"] == "restored" and each.get("parted") == own for each in stated):
            with self._lock:
                try:
                    proof = self.witness.rejoin(lines, common)
                except BadRecord as bad:
                    self.witness.stopped = str(bad)
                    return
            self.say(f"the site says that its record parted from mine; my copy is in {proof}")
            return
        if self._told != (own, problem["start"]):
            self._tell(problem["start"], common)
            self._told = (own, problem["start"])
        raise ValueError(f"the site has another record from statement {common + 1} on")

    def _tell(self, start: str, common: int) -> None:
        with self._lock:
            word = json_bytes(self.witness.here(start)) + b"\n"
            lines = list(self.witness.folder.record())[common:]
        self.say(f"the site has another record from statement {common + 1} on; it gets this copy")
        for part in parts_of(lines):
            self._post_bytes("/record/copy", word + part)

    def _common(self, newest: int) -> int:
        """How many lines the site's record and this copy share, found by halves."""
        hashes = self.witness.follower.hashes
        low, high = 0, min(newest, len(hashes))
        while low < high:
            middle = (low + high + 1) // 2
            url = f"{self.address}/record?after={middle - 1}"
            with urlopen(url, timeout=30) as reply:  # noqa: S310 -- the site's own address
                line = reply.readline(LINE_BYTES_MAX + 1).strip()
            same = bool(line) and hash_of(json.loads(line)) == hashes[middle - 1]
            low, high = (middle, high) if same else (low, middle - 1)
        return low

    def _site_lines(self, after: int) -> list[bytes]:
        """The site's record after a line; ValueError at a line that does not name the one before.

        A server that makes up lines without end is refused before they fill the memory.
        """
        hashes = self.witness.follower.hashes
        before, lines, size = hashes[after - 1] if after else NOTHING_BEFORE, list[bytes](), 0
        while size < PARTED_BYTES_MAX:
            url = f"{self.address}/record?after={after + len(lines)}"
            with urlopen(url, timeout=30) as reply:  # noqa: S310 -- the site's own address
                more = whole_lines(reply)
            if not more:
                return lines
            for line in more:
                statement = json.loads(line)
                if statement["prev"] != before:
                    raise ValueError("the site's record has a line that does not follow")
                before = hash_of(statement)
            lines += more
            size += sum(map(len, more))
        raise ValueError("the site's record does not end")

    def _sign(self) -> bool:
        """Sign what is due; whether anything was."""
        with self._lock:
            messages = self.witness.due()
        for message in messages:
            self.say(f"signed: {words_of(message)}")
        return bool(messages)

    def _watch_clock(self) -> None:
        """What falls due by the clock does not wait for the next statement."""
        while not self.stopping.wait(0.2):
            if not self._behind:
                self.witness.check_slow_steps(SLOW_SECONDS)
            if self._sign():
                try:
                    self._send()
                except NO_REPLY as away:
                    self.trouble = str(away) or type(away).__name__

    def _send(self) -> None:
        """Send every word that is not in the record yet, in the order given."""
        with self._lock:
            messages = self.witness.pending()
        for message in messages:
            self._post(message)

    def _post(self, message: Message) -> None:
        try:
            self._post_bytes("/record", json_bytes(message))
        except HTTPError as refused:
            if refused.code not in (CONFLICT, 422):
                raise
            self.say(
                f"the site refused {message['kind']}: {refused.read(500).decode(errors='replace')}"
            )

    def _post_bytes(self, path: str, body: bytes) -> None:
        headers = {"Content-Type": "application/json"}
        request = Request(f"{self.address}{path}", body, headers)  # noqa: S310 -- the site's own address
        with urlopen(request, timeout=30):  # noqa: S310 -- as above
            pass


def words_of(message: Message) -> str:
    """What a word of a witness says, for the person who runs it.

    >>> words_of({"kind": "seen", "head": "1042:" + "3f" * 32})
    'I saw the record up to statement 1042'
    >>> words_of({"kind": "answer", "game": "31", "place": 1})
    'my answer to draw 31'
    >>> words_of({"kind": "silent", "game": "31", "place": 2, "witness": "Ada"})
    'Ada was silent at value 2 of draw 31'
    """
    place = f"value {message['place']} of " if message.get("place", 1) > 1 else ""
    if message["kind"] == "seen":
        return f"I saw the record up to statement {message['head'].partition(':')[0]}"
    if message["kind"] == "answer":
        return f"my answer to {place}draw {message['game']}"
    at = f" at {place}" if place else " in "
    return f"{message['witness']} was silent{at}draw {message['game']}"


def whole_lines(reply: Any) -> list[bytes]:
    """The lines of a reply. One that was cut off, as by a site that was killed, comes again."""
    body: bytes = reply.read(BODY_BYTES_MAX)
    lines = body[: body.rfind(b"\n") + 1].split(b"\n", LINES_MAX)[:LINES_MAX]
    return [line for line in lines if line]


def parts_of(lines: list[bytes], bytes_max: int = COPY_BYTES_MAX) -> list[bytes]:
    """Lines of a copy in parts that a site takes in one request.

    >>> parts_of([b"a", b"b", b"c"], bytes_max=4)
    [b'a\\nb\\n', b'c\\n']
    """
    parts = [b""]
    for line in lines:
        if parts[-1] and len(parts[-1]) + len(line) + 1 > bytes_max:
            parts.append(b"")
        parts[-1] += line + b"\n"
    return [part for part in parts if part]


def peers_of(addresses: dict[str, str], seconds: float = PEER_SECONDS) -> Look:
    """Looks at other witnesses' own pages; `addresses` are theirs by name.

    A page that comes byte by byte must not hold up the spare's answer, so it is read in a thread
    that no one waits for any longer than `seconds`.
    """

    def look(name: str, game: str, place: int) -> Shown | None:
        if name not in addresses:
            return None
        asks = f"game={quote(game)}&place={place}"
        url = f"{addresses[name].rstrip('/')}/answer?{asks}"
        shown: list[Shown] = []
        reader = threading.Thread(target=_read_page, args=(url, seconds, shown), daemon=True)
        reader.start()
        reader.join(seconds)
        return shown[0] if shown else None

    return look


def _read_page(url: str, seconds: float, shown: list[Shown]) -> None:
    """Put what a page shows into `shown`; nothing if it cannot be read."""
    try:
        with urlopen(url, timeout=seconds) as reply:  # noqa: S310 -- an address that the user typed
            page = json.loads(reply.read(REPLY_BYTES_MAX))
        answer = str(page["answer"])
        shown.append(Shown(int(page["values"]), answer if is_hex(answer) else ""))
    except NO_REPLY:
        return


def compare(copies: dict[str, list[bytes]]) -> str:
    """The first line where copies of one record part, in words; empty if they agree.

    >>> compare({"a": [b"1", b"2"], "b": [b"1", b"2", b"3"]})
    ''
    >>> compare({"a": [b"1", b"2"], "b": [b"1", b"x"]})
    'statement 2 differs: a has 2, b has x'
    """
    longest = max(copies.values(), key=len, default=[])
    for index in range(len(longest)):
        lines = {name: copy[index] for name, copy in copies.items() if index < len(copy)}
        if len(set(lines.values())) > 1:
            shown = (
                f"{name} has {line[:80].decode(errors='replace')}" for name, line in lines.items()
            )
            return f"statement {index + 1} differs: {', '.join(shown)}"
    return ""
