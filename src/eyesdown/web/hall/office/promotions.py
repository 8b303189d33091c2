"""Promotions for the office: terms as a checklist, deadlines, draws, winners, denied claims."""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Iterator
from dataclasses import dataclass
from datetime import datetime, timedelta
from typing import Any

from starlette.datastructures import FormData
from starlette.requests import Request
from starlette.responses import Response
from starlette.routing import Route

from eyesdown.bingo.promotions.state import Promotion
from eyesdown.central.hall.machine import WITH_PROMOTIONS
from eyesdown.central.hall.roles import HallRole
from eyesdown.central.hall.state import HallSite
from eyesdown.central.site.site import Site
from eyesdown.kernel.errors import BadInput
from eyesdown.web.api.command_reader import Sent
from eyesdown.web.frame.context import web_of
from eyesdown.web.hall.act import next_of, own_id, perform, rehearse
from eyesdown.web.hall.forms import cents_typed, moment_typed, read_command
from eyesdown.web.hall.office.page import READERS, office_page
from eyesdown.web.hall.office.programme import amount_words
from eyesdown.web.hall.sign_on import PREFIX, needs_hall

LODGE_BEFORE = timedelta(hours=24)
TEXTS = (
    ("award_manner", "How the prizes are awarded"),
    ("award_when", "When they are awarded"),
    ("award_where", "Where they are awarded"),
    ("eligibility", "Who may enter"),
    ("prize_nature", "What the prizes are"),
    ("place", "Place of the draw"),
    ("claim_method", "How a prize is claimed"),
    ("winner_notice", "How winners are notified"),
    ("results_published", "Where the results are published"),
)
"""The terms that are words, and what each is for a person."""
PRIZES_MAX, PRIZES_SHOWN = 10, 3


@dataclass(frozen=True, slots=True, kw_only=True)
class PromotionShown:
    """A promotion, its deadlines and its winners."""

    name: str
    status: str
    starts_at: datetime
    lodge_by: datetime
    lodged: bool
    mechanism: str
    entrants: int
    prizes: tuple[str, ...]
    drawn: tuple[tuple[str, Any], ...]
    denied: tuple[Any, ...]
    stated: tuple[str, ...]
    missing: tuple[str, ...]


def promotions_of(state: HallSite) -> Iterator[PromotionShown]:
    """Every promotion, with what its terms say and do not say."""
    for name, each in state.promotions.promotions.items():
        yield _shown(name, each)


def _shown(name: str, each: Promotion) -> PromotionShown:
    stated = [words for field, words in TEXTS if getattr(each.terms, field)]
    return PromotionShown(
        name=name,
        status=each.status,
        starts_at=each.starts_at,
        lodge_by=each.starts_at - LODGE_BEFORE,
        lodged=each.lodged_version == each.version,
        mechanism=each.mechanism,
        entrants=len(each.entrants),
        prizes=tuple(prize.prize for prize in each.terms.prizes),
        drawn=tuple(each.drawn.items()),
        denied=each.denied,
        stated=tuple(stated),
        missing=tuple(words for _, words in TEXTS if words not in stated),
    )


@needs_hall(*READERS)
async def promotions_page(request: Request) -> Response:
    """Promotions and a form to offer one, with its terms as a checklist."""

    def look(site: Site[HallSite]) -> dict[str, Any]:
        held = site.state.promotions.held
        return {
            "promotions": list(promotions_of(site.state)),
            "held": [(name, each.by, each.near) for name, each in held.items()],
            "has_rules": site.state.tally.book in WITH_PROMOTIONS,
        }

    amends = request.query_params.get("amend", "")[:120]

    def typed(site: Site[HallSite]) -> dict[str, str]:
        each = site.state.promotions.promotions.get(amends)
        return terms_typed(amends, each) if each else {}

    view = await web_of(request).ask_site(look)
    draft = await web_of(request).ask_site(typed)
    rows = sum(1 for name in draft if name.endswith("-prize"))
    return await office_page(
        request,
        "office_promotions",
        "office/promotions",
        v=view,
        texts=TEXTS,
        prizes=max(PRIZES_SHOWN, rows),
        amends=amends if draft else "",
        d=defaultdict(str, draft),
    )


def terms_typed(name: str, each: Promotion) -> dict[str, str]:
    """The fields of the form as a person would have typed these terms."""
    terms = each.terms
    minute = "%Y-%m-%dT%H:%M"
    fields = {field: getattr(terms, field) for field, _ in TEXTS}
    fields |= {"promotion": name, "mechanism": each.mechanism}
    fields["starts_at"] = each.starts_at.strftime(minute)
    if terms.entries_close:
        fields["entries_close"] = terms.entries_close.strftime(minute)
    if terms.day and terms.hour:
        fields["drawn_at"] = f"{terms.day:%Y-%m-%d}T{terms.hour:%H:%M}"
    if terms.presence_required is not None:
        fields["presence_required"] = "true" if terms.presence_required else "false"
    if terms.minimum_wager_cents:
        fields["minimum_wager"] = amount_words(terms.minimum_wager_cents)
    for number, prize in enumerate(terms.prizes, 1):
        fields |= {
            f"p{number}-prize": prize.prize,
            f"p{number}-kind": prize.kind,
            f"p{number}-value": amount_words(prize.value_cents) if prize.value_cents else "",
            f"p{number}-contents": ", ".join(prize.contents),
        }
    return fields


def offer_values(form: FormData, zone: Any) -> dict[str, Any]:
    """The fields of `OfferPromotion` in a form; what is not typed is not stated."""

    def text(name: str) -> str:
        return str(form.get(name, "")).strip()

    terms: dict[str, Any] = {name: text(name) for name, _ in TEXTS if text(name)}
    if text("entries_close"):
        close = moment_typed("entries close", text("entries_close"), zone)
        terms["entries_close"] = close.isoformat()
    drawn = text("drawn_at")
    if drawn:
        moment = moment_typed("draw", drawn, zone)
        terms |= {"day": f"{moment:%Y-%m-%d}", "hour": f"{moment:%H:%M:%S}"}
    if text("presence_required"):
        terms["presence_required"] = text("presence_required") == "true"
    if text("minimum_wager"):
        cents = cents_typed("wager", text("minimum_wager"))
        terms |= {"wager_needed": True, "minimum_wager_cents": cents}
    terms["prizes"] = list(_prizes(text))
    if not text("promotion"):
        raise BadInput("promotion", "give it a name")
    starts = moment_typed("starts", text("starts_at"), zone).isoformat()
    return {
        "promotion": text("promotion"),
        "mechanism": text("mechanism"),
        "starts_at": starts,
        "terms": terms,
    }


def _prizes(text: Any) -> Iterator[dict[str, Any]]:
    for number in range(1, PRIZES_MAX + 1):
        if not text(f"p{number}-prize"):
            continue
        value = text(f"p{number}-value")
        yield {
            "prize": text(f"p{number}-prize"),
            "kind": text(f"p{number}-kind") or "goods",
            "value_cents": cents_typed("value", value) if value else 0,
            "contents": [part.strip() for part in text(f"p{number}-contents").split(",") if part],
        }


async def _read(request: Request) -> tuple[Sent, str]:
    form, person = await request.form(), request.state.hall_person
    values = offer_values(form, web_of(request).tenant.zone)
    command_id = own_id(person, str(form.get("id", "")))
    if form.get("amends"):
        approval = str(form.get("approval", "")).strip()
        changed = {name: values[name] for name in ("promotion", "terms")}
        sent = read_command("AmendTerms", {**changed, "approval": approval}, command_id)
        return sent, next_of(person, form)
    return read_command("OfferPromotion", values, command_id), next_of(person, form)


@needs_hall(HallRole.OFFICE)
async def offer(request: Request) -> Response:
    """Offer a promotion."""
    return await perform(request, _read)


@needs_hall(HallRole.OFFICE)
async def check(request: Request) -> Response:
    """What the book says to the terms as they are typed."""
    return await rehearse(request, _read)


ROUTES = (
    Route(f"{PREFIX}/office/promotions", promotions_page),
    Route(f"{PREFIX}/office/promotions", offer, methods=["POST"]),
    Route(f"{PREFIX}/office/promotions/check", check, methods=["POST"]),
)
