"""Which function handles which kind of command or event."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from typing import Any, TypeVar

Handler = TypeVar("Handler", bound=Callable[..., Any])


class Handlers:
    """The handlers of one sub-room, by the type they handle.

    >>> DECIDES = Handlers()
    >>> @DECIDES.handles(int)
    ... def decide_number(number: int) -> str:
    ...     return f"number {number}"
    >>> every(DECIDES, kinds=(int,))[int](7)
    'number 7'
    """

    def __init__(self) -> None:
        self.by_kind: dict[type, Callable[..., Any]] = {}

    def handles(self, *kinds: type) -> Callable[[Handler], Handler]:
        """Register a function for these kinds; each kind has exactly one handler."""

        def register(handler: Handler) -> Handler:
            for kind in kinds:
                assert kind not in self.by_kind, f"{kind.__name__} has two handlers"
                self.by_kind[kind] = handler
            return handler

        return register


def every(*parts: Handlers, kinds: tuple[type, ...]) -> Mapping[type, Callable[..., Any]]:
    """All handlers of a game in one table that covers exactly `kinds`."""
    table: dict[type, Callable[..., Any]] = {}
    for part in parts:
        twice = table.keys() & part.by_kind.keys()
        assert not twice, f"two handlers: {sorted(kind.__name__ for kind in twice)}"
        table.update(part.by_kind)
    missing = {kind.__name__ for kind in set(kinds) - table.keys()}
    unknown = {kind.__name__ for kind in table.keys() - set(kinds)}
    assert not missing, f"no handler: {sorted(missing)}"
    assert not unknown, f"handlers of unknown kinds: {sorted(unknown)}"
    return table
