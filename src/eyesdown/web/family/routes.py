"""Every page of the family tables."""

from __future__ import annotations

from eyesdown.web.family import actions, pages, paper, pictures

ROUTES = (*actions.ROUTES, *pages.ROUTES, *paper.ROUTES, *pictures.ROUTES)
