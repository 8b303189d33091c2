"""How often a token or an address may send what is refused.

A refusal by a rule is a row of the journal, and reading a large body holds up others. Each refused
command costs by its size; what was accepted earns a part of it back. A client that has used up its
quota gets a 429 before its body is read, so it cannot slow down or fill anything.
"""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass, field
from time import monotonic

COST_BYTES = 1024
"""A refused command costs 1, and 1 more for each of these bytes."""
BURST = 200.0
A_SECOND = 0.15
"""Refusals that a token may get at once, and again in each second: under 1 MB of rows an hour."""
DEBT_MAX = 2000.0
"""How far one request of many commands can overdraw; then nothing is taken for hours."""
EARNED = 0.1
"""What an accepted command earns back: a busy terminal may be refused one time in ten."""
STRANGER_A_SECOND = 10.0
"""Requests without a valid token that one address may send each second; they leave no rows."""
WATCHED_MAX = 10_000


@dataclass(slots=True)
class Quotas:
    """What is left to each client, by the name of its credential or by its address.

    >>> quotas = Quotas(seconds=lambda: 0.0)
    >>> quotas.spend("till 1", BURST)
    >>> quotas.wait_seconds("till 1"), quotas.wait_seconds("till 2")
    (7, 0)
    """

    seconds: Callable[[], float] = monotonic
    a_second: float = A_SECOND
    _left: dict[str, tuple[float, float]] = field(default_factory=dict)

    def wait_seconds(self, client: str) -> int:
        """Seconds until this client may send something again; 0 if it may now."""
        left = self._now_left(client)
        return 0 if left >= 1 else int((1 - left) / self.a_second) + 1

    def spend(self, client: str, cost: float) -> None:
        """Take off what a refusal cost; a negative cost is earned back."""
        if client not in self._left and len(self._left) >= WATCHED_MAX:
            self._left.pop(next(iter(self._left)))
        left = min(BURST, self._now_left(client) - cost)
        self._left[client] = max(left, -DEBT_MAX), self.seconds()

    def _now_left(self, client: str) -> float:
        left, since = self._left.get(client, (BURST, self.seconds()))
        return min(BURST, left + (self.seconds() - since) * self.a_second)


def cost_of(size: int) -> float:
    """What a refused command of this size costs.

    >>> cost_of(600), cost_of(3_700_000)
    (1.0, 3614.0)
    """
    return 1.0 + size // COST_BYTES
