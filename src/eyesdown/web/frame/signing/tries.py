"""Tries that are counted, so that guessing takes too long; and the checking of one password."""

from __future__ import annotations

from collections import deque
from collections.abc import Callable
from dataclasses import dataclass, field
from typing import TypeAlias

from argon2 import PasswordHasher
from argon2.exceptions import InvalidHashError, VerifyMismatchError

Key: TypeAlias = tuple[str, str]
"""What was tried and where, either of them empty for all."""


@dataclass(slots=True)
class Tries:
    """When each key was tried lately. Memory is bounded, whatever is tried.

    A try counts for `lasts_seconds`. The newest `each_max` tries of the newest `keys_max` keys are
    noted, so no limit may be above `each_max`.

    >>> tries = Tries(lambda: 0.0, lasts_seconds=120, each_max=12, keys_max=10)
    >>> for _ in range(12):
    ...     tries.count(("", "10.0.0.7"))
    >>> tries.wait_seconds(("", "10.0.0.7"), 12), tries.wait_seconds(("", "10.0.0.8"), 12)
    (121, 0)
    """

    seconds: Callable[[], float]
    lasts_seconds: float
    each_max: int
    keys_max: int
    _times: dict[Key, deque[float]] = field(default_factory=dict)

    def recent(self, key: Key) -> int:
        """How many tries of a key still count."""
        return len(self._still_counting(key))

    def wait_seconds(self, key: Key, most: int) -> int:
        """Seconds until fewer than `most` tries of a key count; 0 if that is so now."""
        assert most <= self.each_max
        times = self._still_counting(key)
        if len(times) < most:
            return 0
        return int(times[-most] + self.lasts_seconds - self.seconds()) + 1

    def _still_counting(self, key: Key) -> deque[float]:
        times = self._times.get(key, deque())
        while times and times[0] <= self.seconds() - self.lasts_seconds:
            times.popleft()
        return times

    def count(self, key: Key) -> None:
        """Note a try of a key."""
        if key not in self._times and len(self._times) >= self.keys_max:
            self._times.pop(next(iter(self._times)))
        self._times.setdefault(key, deque(maxlen=self.each_max)).append(self.seconds())

    def forget(self, key: Key) -> None:
        """Let the tries of a key count no more, as after a right password."""
        self._times.pop(key, None)

    def clear(self) -> None:
        """Forget every try."""
        self._times.clear()


def is_password(hasher: PasswordHasher, password: str, password_hash: str, decoy: str) -> bool:
    """Whether a password is the one of this hash.

    Without a hash the decoy is checked, which takes as long: no one learns which names exist.
    """
    try:
        hasher.verify(password_hash or decoy, password)
    except (VerifyMismatchError, InvalidHashError):
        return False
    return bool(password_hash)


def new_decoy(hasher: PasswordHasher) -> str:
    """A hash that no one's password has."""
    return hasher.hash("the password of no one")
