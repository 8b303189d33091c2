"""A running hall over HTTP: commands given, their events read from the answer."""

from __future__ import annotations

import json
from typing import Any
from urllib.error import HTTPError, URLError
from urllib.parse import quote, urlsplit
from urllib.request import Request, urlopen

from eyesdown.central.hall.machine import EVENTS
from eyesdown.kernel.cite import Clause, Refusal
from eyesdown.kernel.errors import BadInput, EyesdownError
from eyesdown.kernel.refused import Refused

TIMEOUT_SECONDS = 30
REFUSED = 422


class TurnedAway(EyesdownError):
    """The site's door did not let a command in, or could not read it."""

    def __init__(self, kind: str, code: str, detail: str) -> None:
        super().__init__(f"{kind}: {code} {detail}")
        self.code = code


class RunningSite:
    """One hall of a running site."""

    def __init__(self, address: str, tenant: str) -> None:
        if urlsplit(address).scheme not in ("http", "https"):
            raise BadInput("--against", "an address like http://127.0.0.1:8000 is needed")
        self._base = f"{address.rstrip('/')}/api/halls/{quote(tenant)}"

    def zone(self) -> str:
        """The time zone of the hall."""
        return str(self._answer("/hall")["zone"])

    def _answer(self, path: str) -> Any:
        try:
            with urlopen(f"{self._base}{path}", timeout=TIMEOUT_SECONDS) as reply:  # noqa: S310 -- checked above
                return json.load(reply)
        except URLError as away:
            raise EyesdownError(f"{self._base} does not answer: {away}") from None

    def give(self, token: str, command_id: str, command: dict[str, Any]) -> tuple[Any, ...]:
        """The events of a command; a refusal of a rule is an event, too."""
        body = json.dumps({"id": command_id, "command": command}).encode()
        headers = {"authorization": f"Bearer {token}", "content-type": "application/json"}
        request = Request(f"{self._base}/commands", body, headers)  # noqa: S310 -- checked above
        try:
            with urlopen(request, timeout=TIMEOUT_SECONDS) as reply:  # noqa: S310 -- checked above
                return EVENTS.read_all(json.dumps(json.load(reply)["events"]).encode())
        except HTTPError as problem:
            answer = json.loads(problem.read() or b"{}")
            if problem.code == REFUSED:
                return (_refused(command, answer),)
            detail = answer.get("detail") or problem.reason
            raise TurnedAway(command["type"], answer.get("code", ""), detail) from None
        except URLError as away:
            raise EyesdownError(f"{self._base} does not answer: {away.reason}") from None


def _refused(command: dict[str, Any], answer: dict[str, Any]) -> Refused:
    """A refusal as the event that the journal has."""
    refusals = tuple(
        Refusal(
            refusal["code"],
            Clause(refusal["book"], refusal["clause"]),
            tuple(refusal["facts"].items()),
            refusal.get("decision", ""),
        )
        for refusal in answer["refusals"]
    )
    return Refused(asked=command["type"], refusals=refusals)
