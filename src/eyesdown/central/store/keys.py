"""The keys that tag what is written to a store: kept in a file of the site, never in the store.

A chain of hashes shows that a journal holds together. It does not show who wrote it: everyone who
may write to the store can compute hashes. A tag needs a key. Anyone without it can neither add a
row, snapshot, record or secret nor change one.
"""

from __future__ import annotations

import hmac
import os
from collections.abc import Callable
from dataclasses import dataclass, field
from hashlib import blake2b
from pathlib import Path

from eyesdown.kernel.errors import BadInput, JournalError

KEY_BYTES = 32
ID_BYTES = 4
TAG_BYTES = 16

_WORDS = """\
# The keys of this site's journals, oldest first; the last one tags what is written now.
# Keep a copy apart from the store and its backups. A person who has both can rewrite the journal.
# Never remove a line: older rows need it.
"""


class KeyMissing(JournalError):
    """A sealed store cannot be opened without the key that sealed it."""


@dataclass(frozen=True)
class Keyring:
    """The keys of a site, oldest first. The last one makes tags, each can check them.

    >>> ring = Keyring((bytes(32),))
    >>> tag = ring.tag(b"row", b"what was written")
    >>> ring.holds(b"row", b"what was written", tag), ring.holds(b"row", b"another", tag)
    (True, False)
    """

    keys: tuple[bytes, ...]
    where: str = ""
    _by_id: dict[bytes, int] = field(init=False, repr=False, compare=False)
    _started: dict[tuple[int, bytes], blake2b] = field(init=False, repr=False, compare=False)

    def __post_init__(self) -> None:
        assert self.keys, "a site needs a key"
        object.__setattr__(self, "_by_id", {key_id(key): n for n, key in enumerate(self.keys)})
        object.__setattr__(self, "_started", {})

    @property
    def current_id(self) -> bytes:
        """The id of the key that makes tags."""
        return key_id(self.keys[-1])

    def age(self, tag: bytes) -> int:
        """The index of the key that made a tag; -1 if it is none of ours."""
        return self._by_id.get(tag[:ID_BYTES], -1)

    def tag(self, kind: bytes, content: bytes) -> bytes:
        """The tag of some content: which key made it, and the keyed hash."""
        return self.current_id + self._hash(len(self.keys) - 1, kind, content)

    def tagger(self, kind: bytes) -> Callable[[bytes], bytes]:
        """A function that tags contents of one kind, for many of them."""
        name, begun = self.current_id, self._begun(len(self.keys) - 1, kind)

        def tag(content: bytes) -> bytes:
            digest = begun.copy()
            digest.update(content)
            return name + digest.digest()

        return tag

    def holds(self, kind: bytes, content: bytes, tag: bytes, oldest: int = 0) -> bool:
        """Whether one of the keys made this tag for this content; none older than `oldest`."""
        age = self._by_id.get(tag[:ID_BYTES], -1)
        if age < oldest:
            return False
        digest = (self._started.get((age, kind)) or self._begun(age, kind)).copy()
        digest.update(content)
        return hmac.compare_digest(tag[ID_BYTES:], digest.digest())

    def _hash(self, age: int, kind: bytes, content: bytes) -> bytes:
        digest = self._begun(age, kind).copy()
        digest.update(content)
        return digest.digest()

    def _begun(self, age: int, kind: bytes) -> blake2b:
        begun = self._started.get((age, kind))
        if begun is None:
            begun = blake2b(digest_size=TAG_BYTES, key=self.keys[age], person=kind)
            self._started[age, kind] = begun
        return begun


def key_id(key: bytes) -> bytes:
    """What tags call a key; it says nothing about the key itself.

    >>> key_id(bytes(32)).hex()
    'cb0490bf'
    """
    return blake2b(key, digest_size=ID_BYTES, person=b"key id").digest()


def of_text(text: str, where: str) -> Keyring:
    """The keys that a file or a variable lists, one a line; BadInput says what is wrong."""
    lines = [line.strip() for line in text.splitlines()]
    words = [line for line in lines if line and not line.startswith("#")]
    try:
        keys = tuple(bytes.fromhex(word) for word in words)
    except ValueError as bad:
        raise BadInput(where, "each line must be a key of 64 hexadecimal digits") from bad
    if not keys or any(len(key) != KEY_BYTES for key in keys):
        raise BadInput(where, "needs at least one key; each has 64 hexadecimal digits")
    if len({key_id(key) for key in keys}) < len(keys):
        raise BadInput(where, "lists a key twice")
    return Keyring(keys, where)


def read_keys(path: Path) -> Keyring:
    """The keys in a file that only its owner can read."""
    try:
        mode = path.stat().st_mode
        text = path.read_text("utf-8")
    except (OSError, UnicodeDecodeError) as bad:
        raise BadInput(str(path), f"the key file cannot be read ({bad})") from bad
    if os.name == "posix" and mode & 0o077:
        words = "other users of this machine can read this key file; chmod 600 it, and if"
        raise BadInput(str(path), f"{words} one may have read it, run `eyesdown journal new-key`")
    return of_text(text, str(path))


def make_keys(path: Path, random: Callable[[int], bytes]) -> Keyring:
    """A file with a new key."""
    write_keys(path, (random(KEY_BYTES),))
    return read_keys(path)


def write_keys(path: Path, keys: tuple[bytes, ...]) -> None:
    """Write a key file whole or not at all, so that a crash leaves the old one."""
    begun = path.with_name(f"{path.name}.part")
    text = _WORDS + "".join(f"{key.hex()}\n" for key in keys)
    try:
        begun.unlink(missing_ok=True)
        with os.fdopen(os.open(begun, os.O_CREAT | os.O_EXCL | os.O_WRONLY, 0o600), "w") as file:
            file.write(text)
            file.flush()
            os.fsync(file.fileno())
        begun.replace(path)
    except OSError as bad:
        raise BadInput(str(path), f"the key file cannot be written ({bad})") from bad
