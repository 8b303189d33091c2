"""Two supervisors close a game that a wrong clock opened in the future."""

from __future__ import annotations

from typing import Any

from starlette.requests import Request

from eyesdown.keno.games.commands import CorrectGameTime
from eyesdown.kernel.errors import BadInput
from eyesdown.web.frame.sign_on import check_second_person
from eyesdown.web.keno.context import keno_of
from eyesdown.web.keno.counter.drafts import whole_typed

REASON_MAX = 500


async def time_corrected(request: Request, form: Any) -> CorrectGameTime:
    """The command of two supervisors; the second signs with their own name, password and code."""
    name = str(form.get("second_name", "")).strip()[:100]
    proofs = str(form.get("second_password", "")), str(form.get("second_code", ""))
    second = await check_second_person(request, name, proofs)
    if second is None or second.role != "supervisor":
        raise BadInput("Second supervisor", "wrong name, password or code, or not a supervisor")
    because = str(form.get("because", "")).strip()[:REASON_MAX]
    by, at = request.state.person.name, keno_of(request).now()
    return CorrectGameTime(at, whole_typed(form, "game"), second.name, because, by)
