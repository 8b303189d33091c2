"""Care, one tap from every page: limits, reality check, time-out, exclusion."""

from __future__ import annotations

from datetime import datetime
from typing import Any

from starlette.datastructures import FormData
from starlette.requests import Request
from starlette.responses import RedirectResponse, Response
from starlette.routing import Route

from eyesdown.central.keno.machine import KenoSite
from eyesdown.keno.office.commands import (
    AnswerRealityCheck,
    ConfirmLimit,
    ExcludeAccount,
    SetPlayLimit,
    SetRealityCheck,
    TakeTimeOut,
)
from eyesdown.keno.office.events import PlayLimitSet, RealityCheckSet
from eyesdown.kernel.errors import BadInput
from eyesdown.players.limits import (
    EXCLUSION_DAYS_MIN,
    THINK_OVER_DAYS,
    TIME_OUT_DAYS_MAX,
    Limit,
    Measure,
    PlayerLimits,
    Span,
    limit_of,
    next_span_start,
    used_in,
)
from eyesdown.web.keno.account.entries import cancellable_now
from eyesdown.web.keno.account.frame import account_page, act, needs_player, refused_words
from eyesdown.web.keno.context import keno_of
from eyesdown.web.keno.counter.drafts import read_cents, whole_typed

MEASURES = {
    Measure.DEPOSIT: "Deposits",
    Measure.SPEND: "Stakes",
    Measure.LOSS: "Net loss",
}
EXCLUSIONS = (EXCLUSION_DAYS_MIN, 365, 730)
TIME_OUTS = (1, 2, 7, 14, 30, TIME_OUT_DAYS_MAX)


def limits_table(state: KenoSite, web: Any, account: str) -> list[tuple[str, list[dict[str, Any]]]]:
    """Each measure with its spans: the limit, what is used, and when there is room again."""
    player, now = state.keno.player_limits.get(account, PlayerLimits()), web.now()
    return [
        (name, [_limit_cell(player, measure, span, now) for span in Span])
        for measure, name in MEASURES.items()
    ]


def _limit_cell(
    player: PlayerLimits, measure: Measure, span: Span, now: datetime
) -> dict[str, Any]:
    limit = limit_of(player, measure, span) or Limit(measure, span, None)
    used, most = used_in(player, measure, span, now), limit.on(now)
    return {
        "measure": measure.value,
        "span": span.value,
        "used": used,
        "most": most,
        "left": None if most is None else max(0, most - used),
        "room_from": next_span_start(span, now.date()),
        "waits": limit.then_at is not None and (now < limit.then_at or limit.to_confirm),
        "then": limit.then_cents,
        "then_at": limit.then_at,
        "may_confirm": limit.may_confirm(now),
    }


@needs_player
async def care(request: Request) -> Response:
    """The page of limits, reality check, time-out and exclusion."""
    return await _page(request)


async def _page(request: Request, status: int = 200, **more: Any) -> Response:
    web, account = keno_of(request), request.state.player.account
    rows = await web.ask_state(lambda state: limits_table(state, web, account))
    facts = {
        "rows": rows,
        "think_over": THINK_OVER_DAYS,
        "time_outs": TIME_OUTS,
        "measures": [(measure.value, name) for measure, name in MEASURES.items()],
        "spans": [span.value for span in Span],
        **more,
    }
    return await account_page(request, "account_care.html", "/account/care", status=status, **facts)


def _measure(form: FormData) -> tuple[Measure, Span]:
    try:
        return Measure(str(form.get("measure"))), Span(str(form.get("span")))
    except ValueError:
        raise BadInput("limit", "isn’t one of this page; load it again") from None


def _command(request: Request, form: FormData) -> Any:
    """The command of a form on the care page."""
    at, account = keno_of(request).now(), request.state.player.account
    match request.path_params["what"]:
        case "limit":
            typed = str(form.get("amount", "")).strip()
            cents = None if form.get("lift") == "yes" else read_cents("amount", typed)
            return SetPlayLimit(at, account, *_measure(form), cents)
        case "confirm":
            return ConfirmLimit(at, account, *_measure(form))
        case "reality":
            minutes = None if form.get("minutes") == "none" else whole_typed(form, "minutes")
            return SetRealityCheck(at, account, minutes)
        case "time-out":
            return TakeTimeOut(at, account, whole_typed(form, "days"))
        case "exclude":
            if form.get("sure") != "yes":
                raise BadInput("exclusion", "needs your tick that you are sure")
            days = None if form.get("days") == "good" else whole_typed(form, "days")
            return ExcludeAccount(at, account, days)
        case _:
            raise BadInput("form", "isn’t one of this page; load it again")


@needs_player
async def change(request: Request) -> Response:
    """Set or confirm a limit, choose the check, take a time-out, exclude oneself."""
    form = await request.form()
    event = await act(request, form, _command(request, form))
    refusals = refused_words(event)
    if refusals:
        return await _page(request, 409, refusals=refusals)
    done = _LATER if _counts_later(event) else request.path_params["what"]
    return RedirectResponse(f"/account/care?done={done}", 303)


_LATER = "later"


def _counts_later(event: Any) -> bool:
    """Whether what was set gives more room, so that it waits for some days first (S06)."""
    if isinstance(event, PlayLimitSet):
        return event.limit.then_at is not None
    return isinstance(event, RealityCheckSet) and event.check.then_at is not None


@needs_player
async def exclusion(request: Request) -> Response:
    """The page before an exclusion: what becomes of entries, and which can be cancelled (S01)."""
    entries = await cancellable_now(request)
    facts: dict[str, Any] = {"entries": entries, "exclusions": EXCLUSIONS}
    return await account_page(request, "account_exclude.html", "/account/care", **facts)


@needs_player
async def reality(request: Request) -> Response:
    """The reality check: how long, what it cost, and the answer that lets play go on."""
    if request.method != "POST":
        return await account_page(request, "account_reality.html", "/account/play")
    form, web = await request.form(), keno_of(request)
    event = await act(request, form, AnswerRealityCheck(web.now(), request.state.player.account))
    refusals = refused_words(event)
    if refusals and refusals[0].code != "play/no_check_due":  # another tab has answered
        return await account_page(
            request, "account_reality.html", "/account/play", status=409, refusals=refusals
        )
    return RedirectResponse("/account/play" if form.get("go") == "play" else "/account", 303)


ROUTES = (
    Route("/account/care", care),
    Route("/account/care/exclude", exclusion),
    Route("/account/care/{what}", change, methods=["POST"]),
    Route("/account/reality", reality, methods=["GET", "POST"]),
)
