"""Bitmaps for paper, such as an operator's logo: read, checked and made small enough to print."""

from __future__ import annotations

import base64
import io
import warnings
from dataclasses import dataclass

from PIL import Image, UnidentifiedImageError

from eyesdown.kernel.errors import BadInput

PIXELS_MAX = 40_000_000
SIDE_MAX = 900  # three inches at 300 dots an inch; more would not show on a ticket


@dataclass(frozen=True, slots=True)
class Bitmap:
    """Rows of red, green and blue bytes, and the opacity of every pixel."""

    width: int
    height: int
    rgb: bytes
    alpha: bytes

    @property
    def data_uri(self) -> str:
        """The bitmap as a PNG inside an address, for SVG."""
        size = (self.width, self.height)
        image = Image.frombytes("RGB", size, self.rgb)
        image.putalpha(Image.frombytes("L", size, self.alpha))
        stream = io.BytesIO()
        image.save(stream, "PNG")
        return "data:image/png;base64," + base64.b64encode(stream.getvalue()).decode("ascii")


def small_webp(bitmap: Bitmap, side: int = 160) -> bytes:
    """A bitmap as a WebP file of at most `side` by `side` pixels, on white: a few kilobytes."""
    size = (bitmap.width, bitmap.height)
    image = Image.new("RGB", size, "white")
    opacity = Image.frombytes("L", size, bitmap.alpha)
    image.paste(Image.frombytes("RGB", size, bitmap.rgb), mask=opacity)
    image.thumbnail((side, side))
    stream = io.BytesIO()
    image.save(stream, "WEBP", quality=60, method=6)
    return stream.getvalue()


def read_logo(raw: bytes) -> Bitmap:
    """The bitmap in a PNG, JPEG, GIF, WebP, BMP or TIFF file; anything else is bad input."""
    try:
        with warnings.catch_warnings():
            warnings.simplefilter("error")
            with Image.open(
                io.BytesIO(raw), formats=("PNG", "JPEG", "GIF", "WEBP", "BMP", "TIFF")
            ) as opened:
                if opened.width * opened.height > PIXELS_MAX:
                    raise BadInput("logo", f"has more than {PIXELS_MAX:,} pixels")
                image = opened.convert("RGBA")
    except (UnidentifiedImageError, Image.DecompressionBombError, Warning) as bad:
        raise BadInput("logo", "is not a picture we can read; use a PNG or JPEG file") from bad
    except (OSError, ValueError, SyntaxError, EOFError) as bad:
        raise BadInput("logo", f"is a damaged picture: {bad}") from bad
    image.thumbnail((SIDE_MAX, SIDE_MAX))
    opacity = image.getchannel("A")
    return Bitmap(image.width, image.height, image.convert("RGB").tobytes(), opacity.tobytes())
