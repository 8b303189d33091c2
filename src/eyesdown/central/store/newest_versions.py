"""Which version of a secret, or of a person's data, is the newest.

Passwords, codes and personal data may change, and no row of the journal has them. A tag shows that
this site once wrote a version, so an older one that is put back, or one of another store of the
same site, has a right tag. The site therefore keeps every tag in memory, and notes their sum
outside the store: before each change both sums, because a crash may come before or after it.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable, Iterable, Iterator
from contextlib import contextmanager
from hashlib import shake_256
from threading import RLock

from eyesdown.central.store.base import Store, blob
from eyesdown.kernel.errors import JournalCorrupt

Place = tuple[str, str]
"""'secret' and its name, or 'personal' and the holder."""

SUM_BYTES = 256
"""A sum of short numbers can be hit by choosing among many older versions; of long ones it cannot.

Thousands of holders with two versions each are enough for the 20 bytes of a tag. For 256 bytes the
best way known (generalised birthdays) takes some 2**90 steps.
"""
MODULUS = 1 << 8 * SUM_BYTES
_OLDER = (
    "an older version is in place, or one of another store. Put the newest store back. If a backup "
    "was restored on purpose, run `eyesdown journal seal --restored` once"
)


def sum_of(tags: Iterable[bytes]) -> int:
    """The sum of some tags in any order, each stretched to `SUM_BYTES` first.

    >>> sum_of([b"\\x01", b"\\x02"]) == sum_of([b"\\x02", b"\\x01"])
    True
    >>> sum_of([b"\\x01", b"\\x03"]) == sum_of([b"\\x02", b"\\x02"]), sum_of([b""])
    (False, 0)
    """
    stretched = (shake_256(tag).digest(SUM_BYTES) for tag in tags if tag)
    return sum(int.from_bytes(each, "big") for each in stretched) % MODULUS


class NewestVersions:
    """The sums of the tags at every place of one store. The store's one writer owns it."""

    def __init__(
        self,
        store: Store,
        noted: tuple[int, ...] = (),
        note: Callable[[tuple[int, ...]], None] = lambda _sums: None,
    ) -> None:
        """JournalCorrupt if what the store has does not have one of the `noted` sums."""
        self._store, self._note = store, note
        self._lock = RLock()
        self._sums: dict[Place, int] = {}
        self._total = 0
        self._possible: tuple[int, ...] | None = noted
        self._load()
        self._note((self._total,))

    def _load(self) -> None:
        """Read every tag, at the start and after a write whose end is not known."""
        sums: Counter[Place] = Counter()
        for name, body, tag in self._store.dump("secrets"):
            if body:
                sums["secret", name] = sum_of([blob(tag)])
        for holder, tag in self._store.personal_tags():
            sums["personal", holder] += sum_of([tag])
        total = sum(sums.values()) % MODULUS
        if self._possible and total not in self._possible:
            raise JournalCorrupt(
                f"secrets, personal: the passwords, codes or personal data are not those that this "
                f"site wrote last: {_OLDER}"
            )
        self._sums = {place: each % MODULUS for place, each in sums.items()}
        self._total, self._possible = total, None

    def check(self, place: Place, tags: Iterable[bytes]) -> None:
        """JournalCorrupt if these tags are not the newest of a place."""
        with self._lock:
            if self._possible is not None:
                self._load()
            if sum_of(tags) != self._sums.get(place, 0):
                table, name = place
                words = f"secrets: {name}" if table == "secret" else f"personal: the data of {name}"
                raise JournalCorrupt(f"{words} is not what this site wrote last: {_OLDER}")

    @contextmanager
    def changing(self, place: Place, tags: Iterable[bytes]) -> Iterator[None]:
        """While this lasts the store may have the tags of before or these; afterwards these."""
        with self._lock:
            if self._possible is not None:
                self._load()
            new = sum_of(tags)
            after = (self._total - self._sums.get(place, 0) + new) % MODULUS
            self._note((self._total, after))
            self._possible = (self._total, after)
            yield
            self._sums[place], self._total, self._possible = new, after, None
            self._note((after,))
