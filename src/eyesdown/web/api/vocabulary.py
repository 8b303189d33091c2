"""What the API of one tenant speaks about: its commands, its events, and who may give what."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from dataclasses import dataclass, field
from types import MappingProxyType
from typing import Any

from eyesdown.central.site.credentials import Role
from eyesdown.kernel.written import Written
from eyesdown.web.api.schemas import Schema


def _accept(_: object) -> None:
    """Most commands need no look at them before they are decided."""


@dataclass(frozen=True)
class Vocabulary:
    """A tenant's commands, events and rights, handed to the reader and to the OpenAPI document.

    `allowed` has the commands of each role. `set_by_the_site` are fields that no client sends: `at`
    comes first in a command, any other last. `notes` describe a field beyond its type, by (type,
    field). Text of a command in `of_several_lines` may have line breaks. `check` raises BadInput
    for a command that its types alone let pass.
    """

    title: str
    commands: tuple[type[Written], ...]
    events: tuple[type[Written], ...]
    allowed: Mapping[Role, frozenset[type]]
    set_by_the_site: tuple[str, ...] = ("at",)
    notes: Mapping[tuple[str, str], Schema] = field(default_factory=lambda: MappingProxyType({}))
    of_several_lines: frozenset[type] = frozenset()
    check: Callable[[Any], None] = _accept

    def roles_of(self, command: type) -> list[str]:
        """The roles that may give a command; none where only the site itself does."""
        return sorted(role for role, kinds in self.allowed.items() if command in kinds)
