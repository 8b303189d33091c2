"""Every page of keno; tills ask most often, so their routes come first."""

from __future__ import annotations

from eyesdown.web.keno.account import care, details, entrance, entries, money, play, terms
from eyesdown.web.keno.account import office as office_players
from eyesdown.web.keno.counter import api as counter_api
from eyesdown.web.keno.counter import claim_forms, claims, desk, drawer, stack
from eyesdown.web.keno.counter import page as counter
from eyesdown.web.keno.counter.papers import printing
from eyesdown.web.keno.counter.quick import answers as quick
from eyesdown.web.keno.office import (
    cage,
    cards,
    ceilings,
    commands,
    payments,
    people,
    replay,
    reports,
    settings,
    setup,
    witnesses,
)
from eyesdown.web.keno.office.home import page as office
from eyesdown.web.keno.office.home import today
from eyesdown.web.keno.public import design, how, odds, pages, ticket, wall
from eyesdown.web.keno.terminal import page as terminal

ROUTES = (
    *counter_api.ROUTES,
    *quick.ROUTES,
    *play.ROUTES,
    *entrance.ROUTES,
    *details.ROUTES,
    *entries.ROUTES,
    *money.ROUTES,
    *care.ROUTES,
    *terms.ROUTES,
    *pages.ROUTES,
    *ticket.ROUTES,
    *wall.ROUTES,
    *odds.ROUTES,
    *how.ROUTES,
    *design.ROUTES,
    *counter.ROUTES,
    *claims.ROUTES,
    *claim_forms.ROUTES,
    *desk.ROUTES,
    *stack.ROUTES,
    *printing.ROUTES,
    *drawer.ROUTES,
    *cage.ROUTES,
    *cards.ROUTES,
    *witnesses.ROUTES,
    *office_players.ROUTES,
    *ceilings.ROUTES,
    *commands.ROUTES,
    *payments.ROUTES,
    *today.ROUTES,
    *reports.ROUTES,
    *settings.ROUTES,
    *setup.ROUTES,
    *people.ROUTES,
    *office.ROUTES,
    *replay.ROUTES,
    *terminal.ROUTES,
)
