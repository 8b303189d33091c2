"""QR codes as images in a page."""

from __future__ import annotations

import segno
from markupsafe import Markup


def qr(text: str) -> Markup:
    """A QR code as an image in the page: dark on a light ground, also on a dark page.

    >>> "<path" in qr("https://club.example/check?serial=A-1")
    True
    """
    code = segno.make_qr(text, error="m")
    drawn = code.svg_inline(
        border=2, dark="#17202b", light="#fff", omitsize=True, lineclass=None, svgclass=None
    )
    return Markup(drawn)  # noqa: S704  segno writes numbers only; the text is not in it
