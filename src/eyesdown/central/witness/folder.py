"""A witness's folder: its key, its copy of the record, and every word it has given.

Everything is written and synced before it leaves the machine. A folder is one witness: copying it
to a second machine makes two with one key, which the record shows.
"""

from __future__ import annotations

import json
import os
from collections.abc import Iterator, Sequence
from concurrent.futures import Future, ThreadPoolExecutor
from dataclasses import dataclass, field
from pathlib import Path
from typing import Any, BinaryIO

from eyesdown.draw import vrf
from eyesdown.draw.follow import is_one_name, word_hash
from eyesdown.draw.vrf import PrivateKey
from eyesdown.kernel.errors import BadInput
from eyesdown.kernel.plain_json import json_bytes

PARTED = "record-parted-{}.jsonl"
KEY, RECORD, WORDS, LOCK = "key.json", "record.jsonl", "words.jsonl", "lock"
SLOW = "slow-steps"
"""While slow steps wait to be checked: the statement up to which they were."""


def make_folder(path: Path, name: str, bits: int = vrf.BITS_MIN) -> WitnessFolder:
    """A new witness with a fresh key; an existing folder is never touched."""
    if not is_one_name(name) or name.strip() != name:
        raise BadInput("name", "must be one to 60 printable characters, without a comma or “ and ”")
    if path.exists() and any(path.iterdir()):
        raise BadInput("folder", f"{path} is not empty; a witness's key is never written over")
    path.mkdir(parents=True, exist_ok=True)
    key = vrf.new_key(os.urandom, bits)
    body = {"name": name, "p": f"{key.p:x}", "q": f"{key.q:x}"}
    handle = os.open(path / KEY, os.O_WRONLY | os.O_CREAT | os.O_EXCL, 0o600)
    with os.fdopen(handle, "wb") as file:
        file.write(json_bytes(body))
        _sync(file)
    return WitnessFolder.open(path)


@dataclass(slots=True)
class WitnessFolder:
    """An opened folder. `words` are the signed messages by what they are about."""

    path: Path
    name: str
    key: PrivateKey
    words: dict[str, dict[str, Any]] = field(default_factory=dict)
    last_word: str = ""
    word_hashes: set[str] = field(default_factory=set)
    _lock: BinaryIO | None = None
    _disk: ThreadPoolExecutor = field(default_factory=lambda: ThreadPoolExecutor(1, "disk"))
    _syncing: Future[None] | None = None

    @classmethod
    def open(cls, path: Path) -> WitnessFolder:
        """The witness of a folder; BadInput says what is wrong with it."""
        try:
            raw = json.loads((path / KEY).read_bytes())
            key = PrivateKey(int(raw["p"], 16), int(raw["q"], 16))
            name = str(raw["name"])
        except FileNotFoundError as missing:
            raise BadInput("folder", f"there is no witness in {path}; make one first") from missing
        except (OSError, ValueError, KeyError, TypeError) as bad:
            raise BadInput("folder", f"{path / KEY} cannot be read: {bad}") from bad
        fault = vrf.key_fault(key.n)
        if fault:
            raise BadInput("folder", f"{path / KEY}: {fault}")
        folder = cls(path, name, key)
        try:
            for line in folder._lines(WORDS):
                folder._note(json.loads(line))
        except (ValueError, KeyError, TypeError) as bad:
            because = f"{path / WORDS} was changed: {bad}. What this key has signed is not known"
            raise BadInput("folder", f"{because} any more: make a new witness") from bad
        return folder

    def lock(self) -> None:
        """Keep a second witness out of this folder; released when the process ends."""
        self._lock = (self.path / LOCK).open("wb")
        try:
            import fcntl

            fcntl.flock(self._lock, fcntl.LOCK_EX | fcntl.LOCK_NB)
        except ImportError:  # pragma: no cover -- no such lock on Windows
            return
        except OSError as taken:
            self._lock.close()
            raise BadInput("folder", "another witness runs in this folder") from taken

    def close(self) -> None:
        """Let another process run this witness."""
        if self._lock is not None:
            self._lock.close()

    def record(self) -> Iterator[bytes]:
        """The lines of the copy of the record."""
        return self._lines(RECORD)

    def add_statements(self, lines: Sequence[bytes]) -> None:
        """Keep lines of the record; they are on disk before the next word is given.

        The disk takes them while that word is being signed: a ball waits for both.
        """
        self._settle()
        file = self._opened(RECORD, lines)
        self._syncing = self._disk.submit(_sync_and_close, file)

    def _settle(self) -> None:
        """Wait until the disk has the lines of the record; OSError if it does not take them."""
        syncing, self._syncing = self._syncing, None
        if syncing is not None:
            syncing.result()

    def part_record(self, lines: Sequence[bytes]) -> Path:
        """Put another copy in the place of this one, which stays beside it as proof; its path."""
        self._settle()
        fresh, number = self.path / f"{RECORD}.new", 1
        while (parted := self.path / PARTED.format(number)).exists():
            number += 1
        with fresh.open("wb") as file:
            file.write(b"".join(line + b"\n" for line in lines))
            _sync(file)
        (self.path / RECORD).rename(parted)
        fresh.rename(self.path / RECORD)
        return parted

    def parted_copies(self) -> list[str]:
        """The files of copies from which the site's record parted."""
        return sorted(path.name for path in self.path.glob(PARTED.format("*")))

    def slow_steps_checked(self) -> int | None:
        """Up to which statement slow steps were checked; None if all of them were."""
        path = self.path / SLOW
        text = path.read_text("utf-8") if path.exists() else ""
        return (int(text) if text.isdecimal() else 0) if path.exists() else None

    def note_slow_steps(self, number: int) -> None:
        """Keep that slow steps after a statement wait to be checked."""
        path = self.path / SLOW
        if not path.exists():
            with path.open("wb") as file:
                file.write(f"{number}".encode())
                _sync(file)

    def forget_slow_steps(self) -> None:
        """Keep that every slow step was checked."""
        (self.path / SLOW).unlink(missing_ok=True)

    def word(self, about: str) -> dict[str, Any] | None:
        """What was signed about a promise or a place of a draw, if anything."""
        return self.words.get(about)

    def give(self, about: str, message: dict[str, Any]) -> dict[str, Any]:
        """Keep a signed message for ever, then hand it out; there is one about each thing."""
        assert about not in self.words, f"a second word about {about}"
        self._settle()
        _sync_and_close(self._opened(WORDS, [json_bytes({"about": about, "message": message})]))
        self._note({"about": about, "message": message})
        return message

    def _note(self, word: dict[str, Any]) -> None:
        self.words[word["about"]] = word["message"]
        self.last_word = word_hash(word["message"]["answer"])
        self.word_hashes.add(self.last_word)

    def _lines(self, name: str) -> Iterator[bytes]:
        path = self.path / name
        if not path.exists():
            return
        with path.open("rb") as file:
            for line in file:
                if line.endswith(b"\n"):  # a line that was cut by a crash was never given out
                    yield line[:-1]

    def _opened(self, name: str, lines: Sequence[bytes]) -> BinaryIO:
        """A file with lines added at its end that are not on disk yet."""
        assert not any(b"\n" in line for line in lines)
        path = self.path / name
        _cut_half_line(path)
        file = path.open("ab")
        file.write(b"".join(line + b"\n" for line in lines))
        file.flush()
        return file


def _cut_half_line(path: Path) -> None:
    """Remove what a crash left of a line: it was never given out."""
    if not path.exists():
        return
    with path.open("r+b") as file:
        size = file.seek(0, os.SEEK_END)
        if not size:
            return
        file.seek(-1, os.SEEK_END)
        if file.read(1) == b"\n":
            return
        file.seek(0)
        whole = file.read().rfind(b"\n") + 1
        file.truncate(whole)
        _sync(file)


def _sync_and_close(file: BinaryIO) -> None:
    with file:
        _sync(file)


def _sync(file: Any) -> None:
    file.flush()
    os.fsync(file.fileno())
