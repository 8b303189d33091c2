"""Cases told in .eyes alone: what a hall would write down is what the rules play.

A file of cases begins with what they share. Under a command, a line `  ? Event .. part .. part`
names an event it must lead to and parts of what that event says; `  ! Event` names one it must
not lead to.
"""

from __future__ import annotations

from collections.abc import Iterator
from pathlib import Path
from typing import Any

import pytest

from eyesdown.notation.context import Context
from eyesdown.notation.document import Asked, parse, print_events, print_script
from eyesdown.notation.player import replay

NZ, VIC, NSW, FAMILY = "nz-casino-bingo", "vic-bingo", "nsw-casino-bingo", "family-bingo"
WANTED = ("  ? ", "  ! ")


def cases() -> Iterator[Any]:
    for path in sorted((Path(__file__).parent / "spoken").glob("*.cases")):
        shared, *told = path.read_text("utf-8").split("\n=== ")
        for case in told:
            name, _, lines = case.partition("\n")
            yield pytest.param(f"{shared}\n{lines}", id=f"{path.stem}: {name}")


@pytest.mark.clause(NZ, "3.2(c)", "3.2(c)(i)", "5.3", "5.5", "5.6(a)(i)", "5.6(a)(iii)", "5.7(c)")
@pytest.mark.clause(NZ, "5.9", "5.10", "8.1", "9.2 refund", "9.2 forfeit")
@pytest.mark.clause(NZ, "1.1 'Session'", "3.2(c)(ii)", "5.1 span", "9.1(a)")
@pytest.mark.clause(NSW, "1.1 'session'", "3.4 press", "4.4", "5.2", "9.4.1")
@pytest.mark.clause(VIC, "1.3", "1.5", "2.2 same", "3.4(d)", "3.5", "3.5(d)", "4.3(a)", "4.3(b)")
@pytest.mark.clause(VIC, "3.4(c)", "4.1(a)", "5", "5(a)(i)", "5(a)(ii)", "5(b)(i)", "5(b)(ii)")
@pytest.mark.clause(VIC, "1.1", "2.1", "3.3(c)", "3.5(b)", "3.6", "6(b)")
@pytest.mark.clause(NSW, "6.5.2", "7.4", "8.4.2", "9.3.1", "9.8", "10.5.4", "10.9", "10.10.1")
@pytest.mark.clause(NSW, "1.1 'dealer'", "2.2.2", "4.5", "6.3.2", "7.1.2", "8.1", "9.4.2")
@pytest.mark.clause(FAMILY, "Error penalty", "Two winners rounds", "Two winners points", "Winner")
@pytest.mark.parametrize("text", list(cases()))
def test_a_case_told_in_words(text: str) -> None:
    commands = [line for line in text.splitlines() if not line.startswith(WANTED)]
    script = replay(parse("\n".join(commands) + "\n"))
    asked = [item for item in script.items if isinstance(item, Asked)]
    context, place = Context(script.day, script.book), -1
    for line in text.splitlines():
        place += line.startswith("> ")
        if not line.startswith(WANTED):
            continue
        said = print_events(asked[place].command, asked[place].events, context)
        name, *parts = line[4:].split(" .. ")
        found = [
            event
            for event in said
            if event.split()[0] == name and all(part in event for part in parts)
        ]
        assert bool(found) is line.startswith("  ?"), (line, said)
    assert print_script(parse(print_script(script))) == print_script(script)
