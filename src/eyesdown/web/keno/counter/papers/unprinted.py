"""Papers that no printer took, so that a counter of the venue can print them."""

from __future__ import annotations

from dataclasses import dataclass, field
from datetime import datetime

MOST = 200


@dataclass(frozen=True, slots=True)
class NotPrinted:
    """A paper that did not come out: which, where, when and why."""

    serial: str
    venue: str
    terminal: str
    trouble: str
    at: datetime


@dataclass(slots=True)
class Unprinted:
    """The newest papers that did not come out, by serial; each is on record whatever happens here.

    >>> from datetime import UTC
    >>> papers = Unprinted()
    >>> at = datetime(2026, 11, 18, tzinfo=UTC)
    >>> papers.add(NotPrinted("A", "V0001", "V0001-S1", "The paper is out", at))
    >>> [paper.serial for paper in papers.of_venue("V0001")], papers.of_venue("V0002")
    (['A'], [])
    >>> papers.printed("A")
    >>> papers.of_venue("V0001")
    []
    """

    papers: dict[str, NotPrinted] = field(default_factory=dict)

    def add(self, paper: NotPrinted) -> None:
        """Keep a paper that did not come out; the oldest is dropped above two hundred."""
        self.papers.pop(paper.serial, None)
        self.papers[paper.serial] = paper
        if len(self.papers) > MOST:
            del self.papers[next(iter(self.papers))]

    def printed(self, serial: str) -> None:
        """Forget a paper: it came out."""
        self.papers.pop(serial, None)

    def of_venue(self, venue: str) -> list[NotPrinted]:
        """The papers of a venue that did not come out, newest first."""
        return [paper for paper in reversed(self.papers.values()) if paper.venue == venue]
