"""From what was known and what happened to what is known."""

from __future__ import annotations

from dataclasses import replace
from typing import assert_never

from eyesdown.bingo.promotions.events import (
    ClaimDenied,
    Event,
    PersonEntered,
    PromotionCancelled,
    PromotionDisputeDecided,
    PromotionOffered,
    PromotionPostponed,
    PromotionPublished,
    PromotionRefused,
    PromotionResumed,
    PromotionStarted,
    TermsAmended,
    TermsLodged,
    WinnerDrawn,
    WinnerPaid,
    WinnerTold,
)
from eyesdown.bingo.promotions.state import Drawn, Promotion, State

STATUS = {
    PromotionPublished: "published",
    PromotionStarted: "running",
    PromotionCancelled: "cancelled",
}


def evolve(state: State, event: Event) -> State:
    match event:
        case PromotionRefused() | ClaimDenied() | PromotionDisputeDecided():
            return state
        case PromotionOffered():
            prescribed = frozenset(event.prescribed)
            offered = Promotion(event.terms, event.starts_at, event.mechanism, prescribed)
            return _with(state, event.promotion, offered)
        case _:
            found = state.promotions[event.promotion]
            return _with(state, event.promotion, _changed(found, event))


def _with(state: State, name: str, promotion: Promotion) -> State:
    return replace(state, promotions={**state.promotions, name: promotion})


def _changed(
    found: Promotion,
    event: PromotionPublished
    | PromotionStarted
    | PromotionPostponed
    | PromotionCancelled
    | PromotionResumed
    | TermsLodged
    | TermsAmended
    | PersonEntered
    | WinnerDrawn
    | WinnerTold
    | WinnerPaid,
) -> Promotion:
    match event:
        case TermsLodged(version=version):
            return replace(found, lodged_version=version)
        case TermsAmended(version=version, terms=terms):
            return replace(found, version=version, terms=terms)
        case PersonEntered(person=person):
            return replace(found, entrants=found.entrants | {person})
        case WinnerDrawn(prize=prize, winner=winner, tell_by=tell_by):
            return replace(found, drawn={**found.drawn, prize: Drawn(winner, tell_by)})
        case WinnerTold(prize=prize):
            told = replace(found.drawn[prize], told=True)
            return replace(found, drawn={**found.drawn, prize: told})
        case WinnerPaid(prize=prize):
            paid = replace(found.drawn[prize], paid=True)
            return replace(found, drawn={**found.drawn, prize: paid})
        case PromotionResumed():
            return replace(found, status=found.resumes_as, resumes_as="")
        case PromotionPostponed():
            return replace(found, status="postponed", resumes_as=found.status)
        case PromotionPublished() | PromotionStarted() | PromotionCancelled():
            return replace(found, status=STATUS[type(event)])
        case _:
            assert_never(event)
