"""Applying an event of a promotion to the state, in place."""

from __future__ import annotations

from typing import get_args

from msgspec.structs import replace

from eyesdown.bingo.promotions.events import (
    ClaimDenied,
    Event,
    PersonEntered,
    PrizesConfirmed,
    PromotionCancelled,
    PromotionDisputeDecided,
    PromotionHeld,
    PromotionOffered,
    PromotionPostponed,
    PromotionPublished,
    PromotionResumed,
    PromotionStarted,
    TermsAmended,
    TermsLodged,
    WinnerDrawn,
    WinnerPaid,
    WinnersPublished,
    WinnerTold,
)
from eyesdown.bingo.promotions.state import (
    DeniedClaim,
    DrawnWinner,
    HeldTerms,
    Promotion,
    PromotionsState,
)
from eyesdown.kernel.handlers import Handlers, every
from eyesdown.kernel.refused import Refused

EVOLVES = Handlers()


def evolve(state: PromotionsState, event: Event) -> PromotionsState:
    """The same state, changed in place: the caller owns it and passes it on."""
    _EVOLVE[type(event)](state, event)
    return state


@EVOLVES.handles(Refused, PromotionDisputeDecided)
def _on_record(_state: PromotionsState, _event: Refused | PromotionDisputeDecided) -> None:
    """Change nothing: these events are only recorded."""


@EVOLVES.handles(ClaimDenied)
def _denied(state: PromotionsState, event: ClaimDenied) -> None:
    promotion = state.promotions[event.promotion]
    fields = {name: getattr(event, name) for name in DeniedClaim.__struct_fields__}
    promotion.denied = (*promotion.denied, DeniedClaim(**fields))


@EVOLVES.handles(PromotionHeld)
def _held(state: PromotionsState, event: PromotionHeld) -> None:
    fields = {name: getattr(event, name) for name in HeldTerms.__struct_fields__}
    state.held[event.promotion] = HeldTerms(**fields)


@EVOLVES.handles(PrizesConfirmed)
def _confirmed(state: PromotionsState, event: PrizesConfirmed) -> None:
    promotion = state.promotions[event.promotion]
    promotion.confirmed = tuple(dict.fromkeys((*promotion.confirmed, *event.near)))


@EVOLVES.handles(PromotionOffered)
def _offered(state: PromotionsState, event: PromotionOffered) -> None:
    state.promotions[event.promotion] = Promotion(
        event.terms, event.starts_at, event.mechanism, event.prescribed
    )
    state.held.pop(event.promotion, None)


@EVOLVES.handles(PromotionPublished)
def _published(state: PromotionsState, event: PromotionPublished) -> None:
    state.promotions[event.promotion].status = "published"


@EVOLVES.handles(PromotionStarted)
def _started(state: PromotionsState, event: PromotionStarted) -> None:
    state.promotions[event.promotion].status = "running"


@EVOLVES.handles(PromotionPostponed)
def _postponed(state: PromotionsState, event: PromotionPostponed) -> None:
    promotion = state.promotions[event.promotion]
    promotion.status, promotion.resumes_as = "postponed", promotion.status


@EVOLVES.handles(PromotionResumed)
def _resumed(state: PromotionsState, event: PromotionResumed) -> None:
    promotion = state.promotions[event.promotion]
    promotion.status, promotion.resumes_as = promotion.resumes_as, ""


@EVOLVES.handles(PromotionCancelled)
def _cancelled(state: PromotionsState, event: PromotionCancelled) -> None:
    state.promotions[event.promotion].status = "cancelled"
    state.held.pop(event.promotion, None)


@EVOLVES.handles(TermsLodged)
def _lodged(state: PromotionsState, event: TermsLodged) -> None:
    state.promotions[event.promotion].lodged_version = event.version


@EVOLVES.handles(TermsAmended)
def _amended(state: PromotionsState, event: TermsAmended) -> None:
    promotion = state.promotions[event.promotion]
    promotion.version, promotion.terms = event.version, event.terms
    state.held.pop(event.promotion, None)


@EVOLVES.handles(PersonEntered)
def _entered(state: PromotionsState, event: PersonEntered) -> None:
    state.promotions[event.promotion].entrants[event.person] = None


@EVOLVES.handles(WinnerDrawn)
def _drawn(state: PromotionsState, event: WinnerDrawn) -> None:
    drawn = DrawnWinner(event.winner, event.tell_by)
    state.promotions[event.promotion].drawn[event.prize] = drawn


@EVOLVES.handles(WinnerTold)
def _notified(state: PromotionsState, event: WinnerTold) -> None:
    drawn = state.promotions[event.promotion].drawn
    drawn[event.prize] = replace(drawn[event.prize], notified=True)


@EVOLVES.handles(WinnersPublished)
def _published_winners(state: PromotionsState, event: WinnersPublished) -> None:
    promotion = state.promotions[event.promotion]
    names = (*promotion.published, *(prize for prize, _ in event.winners))
    promotion.published = tuple(dict.fromkeys(names))


@EVOLVES.handles(WinnerPaid)
def _paid(state: PromotionsState, event: WinnerPaid) -> None:
    drawn = state.promotions[event.promotion].drawn
    drawn[event.prize] = replace(drawn[event.prize], paid=True)


_EVOLVE = every(EVOLVES, kinds=get_args(Event))
