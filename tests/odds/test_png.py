"""Charts in dots: a real picture of the right size with something drawn on it."""

from __future__ import annotations

from io import BytesIO
from pathlib import Path

import pytest
from click.testing import CliRunner
from PIL import Image

from eyesdown.cli.main import eyesdown
from eyesdown.odds.pictures.png import as_png
from eyesdown.odds.pictures.shapes import BLUE, EDGE, Line, Picture, Rect, Text


def test_a_shape_stands_where_it_was_put() -> None:
    picture = Picture(20, 10, "a bar")
    picture.add(Rect(0, 0, 5, 10, BLUE), Line(((6, 0), (19, 9)), BLUE), Text(6, 9, "7", 8))
    image = Image.open(BytesIO(as_png(picture))).convert("RGB")
    assert image.size == (2 * (20 + 2 * EDGE), 2 * (10 + 2 * EDGE))
    assert image.getpixel((2 * EDGE + 4, 2 * EDGE + 4)) == (0x1F, 0x6F, 0xEB)
    assert image.getpixel((1, 1)) == (255, 255, 255)


@pytest.mark.parametrize("words", [("keno", "--bet", "regular"), ("bingo",)])
def test_the_command_draws_a_png(tmp_path: Path, words: tuple[str, ...]) -> None:
    out = tmp_path / "chart.png"
    done = CliRunner().invoke(eyesdown, ["odds", *words, "--png", str(out)])
    assert done.exit_code == 0
    assert len(Image.open(out).convert("RGB").getcolors(1 << 20)) > 4
