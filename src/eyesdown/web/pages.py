"""How a page is made: one template environment, one frame, autoescaping always on."""

from __future__ import annotations

from typing import Any

from jinja2 import Environment, PackageLoader, StrictUndefined
from starlette.responses import HTMLResponse

from eyesdown.kernel.money import dollars

NAV = (
    ("/", "What’s on"),
    ("/results", "Results"),
    ("/numbers", "Numbers"),
    ("/check", "Check a ticket"),
    ("/odds", "Odds"),
    ("/rules", "Rules"),
)

_templates = Environment(
    loader=PackageLoader("eyesdown.web"),
    autoescape=True,
    undefined=StrictUndefined,
    trim_blocks=True,
    lstrip_blocks=True,
)
_templates.filters["dollars"] = dollars


def page(template: str, *, here: str = "", status: int = 200, **facts: Any) -> HTMLResponse:
    """A whole page; a name the template asks for and nobody gave is our bug, and loud."""
    frame = {"here": here, "nav": NAV, "mode": "", "lang": "en"}
    text = _templates.get_template(template).render(**frame | facts)
    return HTMLResponse(text, status)
