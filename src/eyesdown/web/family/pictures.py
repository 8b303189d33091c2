"""Pictures of a word list: made small when they come in, served to phones and boards."""

from __future__ import annotations

import base64
import binascii
from typing import TYPE_CHECKING

from starlette.requests import Request
from starlette.responses import Response
from starlette.routing import Route

from eyesdown.kernel.errors import BadInput
from eyesdown.web.family.tables import Visit, at_table

if TYPE_CHECKING:  # drawing is loaded with the first picture
    from collections.abc import Mapping

    from eyesdown.central.family.table import Picture
    from eyesdown.drawing.bitmap import Bitmap


def small_picture(sent: str) -> str:
    """A picture as a small WebP file in base64; BadInput if it is none.

    Whatever came in is drawn again, so that nothing but its pixels reaches another browser.
    """
    from eyesdown.drawing.bitmap import read_logo, small_webp

    try:
        raw = base64.b64decode(sent, validate=True)
    except (binascii.Error, ValueError) as bad:
        raise BadInput("picture", "is not a picture in base64") from bad
    return base64.b64encode(small_webp(read_logo(raw))).decode("ascii")


def bitmaps(pictures: Mapping[str, Picture]) -> dict[str, Bitmap]:
    """Pictures by their word, to print."""
    from eyesdown.drawing.bitmap import read_logo

    return {word: read_logo(base64.b64decode(shown.data)) for word, shown in pictures.items()}


@at_table
async def picture(request: Request, visit: Visit) -> Response:
    """A picture by its mark, which changes with it: a browser loads it once."""
    mark = request.path_params["mark"]
    shown = await visit.web.ask_state(
        lambda state: [p for p in state.tables[visit.code].pictures.values() if p.mark == mark]
    )
    if not shown:
        return Response(status_code=404)
    headers = {"cache-control": "private, max-age=31536000, immutable"}
    return Response(base64.b64decode(shown[0].data), media_type="image/webp", headers=headers)


ROUTES = (Route("/family/{code:str}/picture/{mark:str}", picture),)
