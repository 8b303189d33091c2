"""Opens the site that a file is played against, and prints what it answers."""

from __future__ import annotations

import tomllib
from collections.abc import Iterator
from pathlib import Path
from zoneinfo import ZoneInfo

from eyesdown.cli.against.comparing import first_difference
from eyesdown.cli.against.player import Opponent, played_against
from eyesdown.cli.against.site import RunningSite
from eyesdown.kernel.errors import BadInput, EyesdownError
from eyesdown.notation.context import Context
from eyesdown.notation.document import Asked, Script, print_item
from eyesdown.notation.player import play


class Disagreement(EyesdownError):
    """The site gave another answer than the file says."""

    exit_code = 1


def opponent_at(address: str, tenant: str, tokens: str) -> Opponent:
    """The hall of a running site, with the tokens of a TOML file by role."""
    site = RunningSite(address, tenant)
    return Opponent(site, read_tokens(tokens), ZoneInfo(site.zone()))


def read_tokens(path: str) -> dict[str, str]:
    """Tokens by role, as in `office = "..."`; BadInput names what is wrong."""
    if not path:
        raise BadInput("--tokens", "a TOML file is needed: a token for each role")
    try:
        tokens = tomllib.loads(Path(path).read_text("utf-8"))
    except (OSError, UnicodeDecodeError, tomllib.TOMLDecodeError) as bad:
        raise BadInput("--tokens", str(bad)) from bad
    for role, token in tokens.items():
        if not isinstance(token, str):
            raise BadInput(f"--tokens: {role}", "a string is needed")
    return tokens


def lines_against(script: Script, opponent: Opponent) -> Iterator[str]:
    """The file as the site plays it; a Disagreement at the first event that differs."""
    context = Context(script.day, script.book)
    yield f"book {script.book} on {script.day.isoformat()}"
    pairs = zip(play(script), played_against(script, opponent), strict=True)
    for expected, item in pairs:
        yield from print_item(item, context)
        if isinstance(item, Asked) and isinstance(expected, Asked):
            difference = first_difference(expected.events, item.events)
            if difference:
                raise Disagreement(f"line {item.line}: {difference}")
