"""What a snapshot says besides the state: the balances, and how much the rows had written by then.

A restart goes on from these figures and compares them with the tables. A balance that was moved, a
line or a record that was added or taken out then stops the start.
"""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, field

import msgspec

from eyesdown.central.site.public_record import RecordHead
from eyesdown.central.store.base import join, split
from eyesdown.kernel.errors import BadInput
from eyesdown.ledger.books import Amount


class _Written(msgspec.Struct):
    """The figures as JSON has them."""

    balances: dict[str, tuple[int, str | None]]
    lines: int
    records: int
    record: tuple[int, str]


@dataclass(slots=True)
class SnapshotBooks:
    """Balances, the number of ledger lines and records, and the newest public statement."""

    balances: dict[str, Amount] = field(default_factory=dict)
    lines: int = 0
    records: int = 0
    record: RecordHead = field(default_factory=RecordHead)

    def write(self) -> bytes:
        """The figures as a snapshot carries them."""
        balances = {name: split(amount) for name, amount in self.balances.items()}
        record = self.record.number, self.record.hash
        return msgspec.json.encode(_Written(balances, self.lines, self.records, record))

    @classmethod
    def read(cls, raw: bytes) -> SnapshotBooks:
        """The figures of a snapshot; BadInput if it has none that this version can read."""
        try:
            written = msgspec.json.decode(raw, type=_Written)
        except msgspec.DecodeError as bad:
            raise BadInput("snapshot", str(bad)) from bad
        balances = {name: join(cents, part) for name, (cents, part) in written.balances.items()}
        return cls(balances, written.lines, written.records, RecordHead(*written.record))


def difference(stored: Mapping[str, Amount], due: Mapping[str, Amount], upto: int) -> str:
    """The first account whose stored balance is not what its lines give; nothing if all agree."""
    for account in sorted(stored.keys() | due.keys()):
        if stored.get(account) != due.get(account):
            return (
                f"balances: {account} has {stored.get(account)}, "
                f"its lines give {due.get(account)}; books_upto is row {upto}"
            )
    return ""
