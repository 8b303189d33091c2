"""The JSON API of a tenant: its commands, its questions, and the document that describes both."""

from __future__ import annotations

from dataclasses import dataclass, field
from functools import cached_property

from starlette.requests import Request
from starlette.responses import Response
from starlette.routing import Route

from eyesdown.central.keno.rights import KenoRights
from eyesdown.central.site.credentials import Doorkeeper
from eyesdown.web.api import book_questions, keno_questions, probes
from eyesdown.web.api.command_reader import CommandReader
from eyesdown.web.api.commands import PATH, Commands
from eyesdown.web.api.keno import KENO
from eyesdown.web.api.openapi import describe
from eyesdown.web.api.questions import Question
from eyesdown.web.api.vocabulary import Vocabulary
from eyesdown.web.frame.metrics import Metrics
from eyesdown.web.frame.problems import write

QUESTIONS = (*keno_questions.QUESTIONS, *book_questions.QUESTIONS, *probes.QUESTIONS)
READER = CommandReader(KENO)


@dataclass
class Api:
    """A tenant's door, the keeper of its tokens, and the counters since the start."""

    keeper: Doorkeeper
    door: KenoRights
    counted: Metrics = field(default_factory=Metrics)
    vocabulary: Vocabulary = KENO
    reader: CommandReader = READER
    questions: tuple[Question, ...] = QUESTIONS

    def routes(self) -> list[Route]:
        """Every route of the API; the command route comes first because it is asked most."""
        commands = Commands(self.keeper, self.door, self.counted, self.reader)
        return [
            Route(PATH, commands, methods=["POST"]),
            *(Route(question.path, question.endpoint(self)) for question in self.questions),
            Route("/api/openapi.json", self._openapi),
        ]

    async def _openapi(self, _: Request) -> Response:
        return Response(self._document, media_type="application/json")

    @cached_property
    def _document(self) -> bytes:
        """The OpenAPI document, made once: it takes as long as fifty sales."""
        return write(describe(self.vocabulary, self.questions, PATH))
