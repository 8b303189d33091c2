"""The JSON API of a tenant: its commands, its questions, and the document that describes both."""

from __future__ import annotations

from dataclasses import dataclass, field
from functools import cached_property

from starlette.requests import Request
from starlette.responses import Response
from starlette.routing import Route

from eyesdown.central.site.credentials import Doorkeeper
from eyesdown.web.api.command_reader import CommandReader
from eyesdown.web.api.commands import Commands
from eyesdown.web.api.openapi import describe
from eyesdown.web.api.vocabulary import Vocabulary
from eyesdown.web.frame.metrics import Metrics
from eyesdown.web.frame.problems import write
from eyesdown.web.frame.quotas import Quotas


@dataclass
class Api:
    """The API of one kind of tenant: the keeper of its tokens, and the counters since the start."""

    keeper: Doorkeeper
    vocabulary: Vocabulary
    counted: Metrics = field(default_factory=Metrics)
    quotas: Quotas | None = None
    strangers: Quotas | None = None

    @cached_property
    def reader(self) -> CommandReader:
        """Reads the commands that clients send."""
        return CommandReader(self.vocabulary)

    def routes(self) -> list[Route]:
        """Every route of the API; the command route comes first because it is asked most."""
        commands = Commands(
            self.keeper,
            self.vocabulary,
            self.counted,
            self.reader,
            self.quotas,
            self.strangers,
        )
        prefix = self.vocabulary.prefix
        return [
            Route(self.vocabulary.commands_path, commands, methods=["POST"]),
            *(
                Route(
                    question.path_under(prefix), question.endpoint(self), methods=[question.method]
                )
                for question in self.vocabulary.questions
            ),
            Route(f"{prefix}/openapi.json", self._openapi),
        ]

    async def _openapi(self, _: Request) -> Response:
        return Response(self._document, media_type="application/json")

    @cached_property
    def _document(self) -> bytes:
        """The OpenAPI document, made once: it takes as long as fifty sales."""
        return write(describe(self.vocabulary))
