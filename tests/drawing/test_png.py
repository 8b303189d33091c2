"""Pictures as PNG: the right size, and every kind of mark where it belongs."""

from __future__ import annotations

from io import BytesIO
from pathlib import Path

import pytest
from click.testing import CliRunner
from PIL import Image

from eyesdown.cli.main import eyesdown
from eyesdown.drawing.bitmap import Bitmap
from eyesdown.drawing.colours import BLACK, Rgb
from eyesdown.drawing.marks import Group, Mark, Placed, Rect, Runs, Stroke, Text
from eyesdown.drawing.picture import EDGE, Picture
from eyesdown.drawing.png import picture_png

BLUE = Rgb("#1f6feb")
RGB = (0x1F, 0x6F, 0xEB)
WHITE = (255, 255, 255)


def drawn(*marks: Mark) -> Image.Image:
    return Image.open(BytesIO(picture_png(Picture(40, 20, "marks", list(marks))))).convert("RGB")


def pixel(image: Image.Image, x: float, y: float) -> object:
    return image.getpixel((round(2 * (EDGE + x)), round(2 * (EDGE + y))))


def test_the_image_has_two_pixels_a_point_and_a_white_edge() -> None:
    image = drawn(Rect(0, 0, 40, 20, BLUE))
    assert image.size == (2 * (40 + 2 * EDGE), 2 * (20 + 2 * EDGE))
    assert pixel(image, 1 - EDGE, 1 - EDGE) == WHITE
    assert pixel(image, 20, 10) == RGB


@pytest.mark.parametrize(
    ("mark", "inside", "outside"),
    [
        (Rect(2, 2, 10, 10, BLUE), (7, 7), (15, 7)),
        (Rect(2, 2, 10, 10, line=BLUE, weight=2), (2.5, 7), (7, 7)),
        (Rect(2, 2, 10, 10, BLUE, radius=5), (7, 7), (2.5, 2.5)),
        (Stroke(((2, 5), (20, 5), (20, 15)), BLUE, 2), (20, 10), (10, 10)),
        (Group(10, 5, 2, (Rect(0, 0, 5, 5, BLUE),)), (18, 13), (5, 3)),
        (Placed(0, 0, 40, 10, Bitmap(1, 1, bytes(RGB), b"\xff")), (20, 5), (10, 5)),
    ],
    ids=["filled", "outlined", "rounded", "stroke", "group", "bitmap"],
)
def test_a_mark_is_where_it_was_put(
    mark: Mark, inside: tuple[float, float], outside: tuple[float, float]
) -> None:
    image = drawn(mark)
    assert pixel(image, *inside) == RGB
    assert pixel(image, *outside) == WHITE


def test_runs_are_black_squares_that_leave_light_ones_light() -> None:
    image = drawn(Runs(0, 0, 5, ((0, 0, 2), (2, 1, 1))))
    assert [pixel(image, x, 2) for x in (2, 7, 12)] == [(0, 0, 0), (0, 0, 0), WHITE]
    assert [pixel(image, x, 7) for x in (2, 7, 12)] == [WHITE, WHITE, (0, 0, 0)]


def test_text_ends_where_its_anchor_says() -> None:
    image = drawn(Text(40, 15, "8", 14, "bold", BLACK, "end"))
    dark = [x for x in range(40) for y in range(20) if pixel(image, x, y) == (0, 0, 0)]
    assert min(dark) > 25
    assert max(dark) <= 40


@pytest.mark.parametrize("words", [("keno", "--bet", "regular"), ("bingo",)])
def test_the_command_draws_a_png(tmp_path: Path, words: tuple[str, ...]) -> None:
    out = tmp_path / "chart.png"
    done = CliRunner().invoke(eyesdown, ["odds", *words, "--png", str(out)])
    assert done.exit_code == 0
    assert len(Image.open(out).convert("RGB").getcolors(1 << 20)) > 4
