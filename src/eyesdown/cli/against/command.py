"""Opens the site that a file is played against, and prints what it answers."""

from __future__ import annotations

import tomllib
from collections.abc import Iterator
from datetime import timedelta
from itertools import pairwise
from zoneinfo import ZoneInfo

from eyesdown.cli.against.comparing import first_difference
from eyesdown.cli.against.player import Opponent, played_against
from eyesdown.cli.against.site import RunningSite
from eyesdown.cli.infile import text_of
from eyesdown.kernel.errors import BadInput, EyesdownError
from eyesdown.notation.context import Context
from eyesdown.notation.document import Asked, Script, print_item
from eyesdown.notation.player import play

WAIT_MIN = timedelta(minutes=15)
"""The shortest time that a book counts by the clock is the closing sign's, 20 minutes."""
WAITS_LISTED = 3


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
        tokens = tomllib.loads(text_of(path, "--tokens"))
    except tomllib.TOMLDecodeError as bad:
        raise BadInput("--tokens", f"{path} is not TOML: {bad}") from bad
    for role, token in tokens.items():
        if not isinstance(token, str):
            raise BadInput(f"--tokens: {role}", "a string is needed")
    return tokens


def waits_of(script: Script) -> list[tuple[int, timedelta]]:
    """The lines before which a file waits longer than a live clock can pass over, and how long."""
    asked = [item for item in play(script) if isinstance(item, Asked)]
    gaps = [(after.line, after.command.at - before.command.at) for before, after in pairwise(asked)]
    return [(line, gap) for line, gap in gaps if gap >= WAIT_MIN]


def live_clock_note(script: Script, opponent: Opponent, line: int = 0) -> str:
    """What a live clock passes over in a file, up to a line (0: all of it); nothing if it does not.

    The books count spans and gaps of hours: without the waits a site may rightly give another
    answer than the file.
    """
    waits = [] if opponent.follows_file else waits_of(script)
    waits = [(before, gap) for before, gap in waits if not line or before <= line]
    if not waits:
        return ""
    listed = ", ".join(f"{_words(gap)} before line {at}" for at, gap in waits[:WAITS_LISTED])
    more = f" and {len(waits) - WAITS_LISTED} more" if len(waits) > WAITS_LISTED else ""
    return f"the hall's clock is live, and the file waits {listed}{more}"


def _words(gap: timedelta) -> str:
    hours, minutes = divmod(int(gap.total_seconds()) // 60, 60)
    return f"{hours} h {minutes} min" if hours else f"{minutes} min"


def lines_against(script: Script, opponent: Opponent) -> Iterator[str]:
    """The file as the site plays it; a Disagreement at the first event that differs."""
    context = Context(script.day, script.book)
    yield f"book {script.book} on {script.day.isoformat()}"
    note = live_clock_note(script, opponent)
    if note:
        yield f"# {note}; answers that count hours may differ"
    pairs = zip(play(script), played_against(script, opponent), strict=True)
    for expected, item in pairs:
        yield from print_item(item, context)
        if isinstance(item, Asked) and isinstance(expected, Asked):
            difference = first_difference(expected.events, item.events)
            if difference:
                note = live_clock_note(script, opponent, item.line)
                raise Disagreement(
                    f"line {item.line}: {difference}" + (f"; {note}" if note else "")
                )
