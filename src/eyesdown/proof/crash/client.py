"""The client: sells, notes every answer, and kills the site without warning."""

from __future__ import annotations

import json
import multiprocessing
import random
import socket
import time
from contextlib import suppress
from dataclasses import dataclass, field
from enum import Enum
from typing import Any, NamedTuple, TextIO

from eyesdown.central.keno.machine import COMMANDS
from eyesdown.demo.keno_load import anything, sale
from eyesdown.proof.crash.postgres import Server
from eyesdown.proof.crash.site import APPOINTED, PLACES, live

WAITING_MAX = 64
ANSWERS_A_ROUND_MAX = 400
REPEATS = 0.03
STARTING_SECONDS = 0.15
LATE_SECONDS = 0.03
READY = "ready\n"

# Everything is imported once; each site is then forked from a clean process that opened nothing.
_FORKS = multiprocessing.get_context("forkserver")
_FORKS.set_forkserver_preload([live.__module__])


class End(Enum):
    """How a site's life ends."""

    PEACE = "in peace"
    STARTING = "killed while it was starting"
    SELLING = "killed while it was selling"
    BACKEND = "its database connection killed, then the site itself"
    SERVER = "killed together with the database server"


class Answer(NamedTuple):
    """Which row, and whether the entry was accepted."""

    seq: int
    word: str


@dataclass(slots=True)
class Client:
    """What the client knows: what it asked, what was answered, and how long starts took."""

    where: str
    dice: random.Random
    server: Server | None = None
    answers_max: int = ANSWERS_A_ROUND_MAX
    asked: dict[str, Any] = field(default_factory=dict)
    answered: dict[str, Answer] = field(default_factory=dict)
    starts_s: list[float] = field(default_factory=list)

    def life(self, end: End) -> None:
        """One life of the site: what was left open first, then new commands until its end."""
        ours, theirs = socket.socketpair()
        began = time.perf_counter()
        site = _FORKS.Process(target=live, args=(self.where, theirs))
        site.start()
        theirs.close()
        with ours, ours.makefile() as replies:
            if end is End.STARTING:
                time.sleep(self.dice.random() * STARTING_SECONDS)
            else:
                assert replies.readline() == READY, "the site did not start"
                self.starts_s.append(time.perf_counter() - began)
                self._trade(ours, replies, end)
            if end is End.PEACE:
                ours.shutdown(socket.SHUT_WR)
            elif end is End.SERVER and self.server:
                self.server.kill()
            if end is not End.PEACE:
                site.kill()
            with suppress(ConnectionResetError):  # what it had not read died with it
                self.last_words(replies)
        site.join()
        assert (site.exitcode == 0) is (end is End.PEACE), f"the site ended with {site.exitcode}"
        if end is End.SERVER and self.server:
            self.server.start()

    def last_words(self, replies: TextIO) -> None:
        """Answers that were on their way count as given; a site may also die just as it starts."""
        for line in replies:
            if line != READY:
                self._note(line)

    def _trade(self, site: socket.socket, replies: TextIO, end: End) -> None:
        """Ask and note answers; return with some of them still on their way, or with none."""
        target = len(self.answered) + self.dice.randrange(self.answers_max)
        rude_at = (len(self.answered) + target) // 2 if end is End.BACKEND else -1
        to_send = [name for name in self.asked if name not in self.answered]
        waiting = 0
        while True:
            if end is not End.PEACE:
                to_send += [self._next() for _ in range(WAITING_MAX - waiting - len(to_send))]
            site.sendall(b"".join(self._line(name) for name in to_send))
            waiting += len(to_send)
            to_send.clear()
            if not waiting or (end is not End.PEACE and len(self.answered) >= target):
                break
            line = replies.readline()
            assert line, "the site ended by itself"
            waiting -= 1
            name = self._note(line)
            if name not in self.answered:
                to_send.append(name)  # the store was unavailable: the same again under the same id
            if self.server and 0 <= rude_at <= len(self.answered):
                self.server.kill_backends(self.where)
                rude_at = -1
        time.sleep(self.dice.random() * LATE_SECONDS)

    def _note(self, line: str) -> str:
        """Note an answer; the same command must get the same answer again."""
        if not line.endswith("\n"):
            return ""  # cut off in the middle: this is no answer
        name, seq, word = line.rstrip().split(maxsplit=2)
        assert word in ("yes", "no", "unavailable"), line
        if word != "unavailable":
            answer = Answer(int(seq), word)
            before = self.answered.setdefault(name, answer)
            assert before == answer, f"{name} was answered {before}, then {answer}"
        return name

    def _next(self) -> str:
        """What to ask for next: something new, or now and then something that was answered."""
        if self.answered and self.dice.random() < REPEATS:
            return self.dice.choice(tuple(self.answered))
        name = f"client/{len(self.asked)}"
        place = self.dice.choice(PLACES)
        serial = f"T{len(self.asked):07d}"
        self.asked[name] = sale(APPOINTED, serial, place, anything(self.dice))
        return name

    def _line(self, name: str) -> bytes:
        asked = {"id": name, "command": COMMANDS.plain(self.asked[name])}
        return json.dumps(asked).encode() + b"\n"
