"""Every component on one page, for those who build pages."""

from __future__ import annotations

from starlette.requests import Request
from starlette.responses import Response
from starlette.routing import Route

from eyesdown.web.frame.pages import page

SAMPLE = {
    "drawn": [48, 28, 1, 17, 60, 10, 42, 70, 14, 46, 74, 65, 61, 9, 40, 33, 25, 56, 51, 72],
    "picked": [1, 17, 23, 60],
    "refusals": [
        {
            "says": "$250.50 is too much at a terminal; $250.00 is the most.",
            "rule": "Maximum $250 for an Entry on a Self Service Terminal",
            "book": "nsw-keno",
            "clause": "9(c):max SST",
            "code": "entry/above_self_service_maximum",
            "facts_shown": {},
            "next": "Stake less, or go to the counter.",
        }
    ],
    "because": [
        {"says": "4 of 4 spots drawn: $120.00 a $1.00", "clause": "18(b):4 spots", "cents": 24_000},
        {"says": "stake × 3", "clause": "2:Keno Bonus(i)", "cents": 72_000},
    ],
}


async def design(request: Request) -> Response:
    """Every component in the look of a desk or of a hall."""
    mode = "hall" if request.query_params.get("mode") == "hall" else "desk"
    return page("design.html", here="/_design", mode=mode, sample=SAMPLE)


ROUTES = (Route("/_design", design),)
