"""What a kind of tenant brings to the API: commands, events, rights, questions and answers."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from dataclasses import dataclass, field
from types import MappingProxyType
from typing import Any

from eyesdown.central.site.credentials import Role
from eyesdown.kernel.written import Written
from eyesdown.web.api.answers import CommandDone, CommandRefused
from eyesdown.web.api.questions import Question
from eyesdown.web.api.schemas import Schema


def _accept(_: object) -> None:
    """Most commands need no look at them before they are decided."""


def _no_screen(_command: object, _answer: object) -> bool:
    """Most answers carry nothing but events."""
    return False


@dataclass(frozen=True)
class Vocabulary:
    """Commands, events, rights and questions of a kind of tenant, and the answers to its commands.

    `allowed` has the commands of each role. `set_by_the_site` are fields that no client sends: `at`
    comes first in a command, any other last. `notes` describe a field beyond its type, by (type,
    field). Text of a command in `of_several_lines` may have line breaks, and a command in `large`
    may be longer than COMMAND_BYTES_MAX. `check` raises BadInput for a command that its types
    alone let pass. Where an answer of type `done` or `refused` also
    shows the person a screen, `has_screen` says so and `screen` makes it from the state.
    """

    title: str
    prefix: str
    commands: tuple[type[Written], ...]
    events: tuple[type[Written], ...]
    allowed: Mapping[Role, frozenset[type]]
    set_by_the_site: tuple[str, ...] = ("at",)
    notes: Mapping[tuple[str, str], Schema] = field(default_factory=lambda: MappingProxyType({}))
    of_several_lines: frozenset[type] = frozenset()
    large: frozenset[type] = frozenset()
    check: Callable[[Any], None] = _accept
    questions: tuple[Question, ...] = ()
    done: type[CommandDone] = CommandDone
    refused: type[CommandRefused] = CommandRefused
    has_screen: Callable[[Any, Any], bool] = _no_screen
    screen: Callable[[Any, Any], Any] | None = None

    @property
    def commands_path(self) -> str:
        """Where commands are sent."""
        return f"{self.prefix}/commands"

    def roles_of(self, command: type) -> list[str]:
        """The roles that may give a command; none where only the site itself does."""
        return sorted(role for role, kinds in self.allowed.items() if command in kinds)
