"""An operator's logo: a picture read, checked and made small enough for paper."""

from __future__ import annotations

import base64
import io
import warnings
from dataclasses import dataclass

from PIL import Image, UnidentifiedImageError

from eyesdown.kernel.errors import BadInput

PIXELS_MAX = 40_000_000
SIDE_MAX = 900  # three inches at 300 dots: more is never seen on a ticket


@dataclass(frozen=True, slots=True)
class Picture:
    """Rows of red, green and blue bytes, and how solid each dot is."""

    width: int
    height: int
    rgb: bytes
    alpha: bytes

    @property
    def data_uri(self) -> str:
        """The picture as a web page takes it."""
        size = (self.width, self.height)
        whole = Image.frombytes("RGB", size, self.rgb)
        whole.putalpha(Image.frombytes("L", size, self.alpha))
        stream = io.BytesIO()
        whole.save(stream, "PNG")
        return "data:image/png;base64," + base64.b64encode(stream.getvalue()).decode("ascii")


def read_logo(raw: bytes) -> Picture:
    """A PNG, JPEG, GIF, WebP, BMP or TIFF file as a picture; anything else is bad input."""
    try:
        with warnings.catch_warnings():
            warnings.simplefilter("error")
            with Image.open(
                io.BytesIO(raw), formats=("PNG", "JPEG", "GIF", "WEBP", "BMP", "TIFF")
            ) as opened:
                if opened.width * opened.height > PIXELS_MAX:
                    raise BadInput("logo", f"is larger than {PIXELS_MAX} dots")
                whole = opened.convert("RGBA")
    except (UnidentifiedImageError, Image.DecompressionBombError, Warning) as bad:
        raise BadInput("logo", "is no picture we can read; take a PNG or JPEG file") from bad
    except (OSError, ValueError, SyntaxError, EOFError) as bad:
        raise BadInput("logo", f"is a damaged picture: {bad}") from bad
    whole.thumbnail((SIDE_MAX, SIDE_MAX))
    solid = whole.getchannel("A")
    return Picture(whole.width, whole.height, whole.convert("RGB").tobytes(), solid.tobytes())
