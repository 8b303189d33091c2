"""Speech where the machine has a voice program."""

from __future__ import annotations

import re
import shutil
import subprocess
from collections.abc import Callable
from contextlib import suppress
from dataclasses import dataclass

PROGRAMS: dict[str, Callable[[str, str], list[str]]] = {
    "spd-say": lambda language, words: ["spd-say", "--wait", "--language", language, words],
    "espeak-ng": lambda language, words: ["espeak-ng", "-v", language, "-s", "140", words],
    "espeak": lambda language, words: ["espeak", "-v", language, "-s", "140", words],
    "say": lambda language, words: [
        "say", *(["-v", "Thomas"] if language == "fr" else []), words
    ],
}  # fmt: skip
"""Voice programs by name, and how each is asked to speak."""
_LABEL = re.compile(r"\b([BINGO])(\d{1,2})\b")


def _start(args: list[str]) -> subprocess.Popen[bytes]:
    quiet = subprocess.DEVNULL
    return subprocess.Popen(args, stdin=quiet, stdout=quiet, stderr=quiet)


@dataclass(slots=True)
class Voice:
    """Speaks one sentence at a time; a new one ends the one before."""

    language: str
    find: Callable[[str], str | None] = shutil.which
    start: Callable[[list[str]], subprocess.Popen[bytes]] = _start

    _speaking: subprocess.Popen[bytes] | None = None

    @property
    def program(self) -> str:
        """The voice program of this machine; empty if there is none."""
        return next((name for name in PROGRAMS if self.find(name)), "")

    def say(self, words: str) -> bool:
        """Speak; False where there is no voice."""
        program = self.program
        if not program:
            return False
        if self._speaking is not None and self._speaking.poll() is None:
            with suppress(OSError):
                self._speaking.terminate()
        try:
            self._speaking = self.start(PROGRAMS[program](self.language, spoken(words)))
        except OSError:
            return False
        return True


def spoken(words: str) -> str:
    """A sentence as a voice should read it: letter and number apart.

    >>> spoken("B12!")
    'B, 12!'
    """
    return _LABEL.sub(r"\1, \2", words)
