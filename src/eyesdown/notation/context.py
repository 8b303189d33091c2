"""What a line may leave unsaid: day, book, session and game, drawn tickets, the command above."""

from __future__ import annotations

from dataclasses import dataclass, field
from datetime import date
from typing import Any

from eyesdown.cards.ticket import Card75, Ticket90

Drawing = Ticket90 | Card75


@dataclass(slots=True)
class Context:
    """What was written before a line; `command` is the one whose events are read or written."""

    day: date
    book: str = ""
    drawings: dict[str, Drawing] = field(default_factory=dict)
    command: object | None = None
    scope: dict[str, Any] = field(default_factory=dict)

    def name_of(self, drawing: Drawing) -> str | None:
        """The name a ticket or card was drawn under, if it was."""
        return next((name for name, drawn in self.drawings.items() if drawn == drawing), None)
