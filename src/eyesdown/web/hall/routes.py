"""Every page and feed of the halls, below /halls/NAME."""

from __future__ import annotations

from eyesdown.web.hall import act, board, card_check, phone, public, sign_on
from eyesdown.web.hall.office import on_the_desk, programme, promotions, report_pages, settings
from eyesdown.web.hall.office import page as office
from eyesdown.web.hall.play import caller, claims, supervisor
from eyesdown.web.hall.seller import page as seller
from eyesdown.web.public.record import routes_at

ROUTES = (
    *act.ROUTES,
    *board.ROUTES,
    *caller.ROUTES,
    *claims.ROUTES,
    *supervisor.ROUTES,
    *phone.ROUTES,
    *public.ROUTES,
    *card_check.ROUTES,
    *sign_on.ROUTES,
    *seller.ROUTES,
    *office.ROUTES,
    *programme.ROUTES,
    *promotions.ROUTES,
    *report_pages.ROUTES,
    *settings.ROUTES,
    *on_the_desk.ROUTES,
    *routes_at(sign_on.PREFIX),
)
"""The halls of a site: their API, their feeds and their pages."""
