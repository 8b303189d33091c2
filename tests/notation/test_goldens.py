"""Whole games, replayed through the rules and compared byte for byte.

`make goldens ACCEPT=1` rewrites them; what changed is reviewed like code.
"""

from __future__ import annotations

from collections import Counter
from functools import cache
from operator import attrgetter
from pathlib import Path

import pytest

from eyesdown.bingo.claims.events import PrizeForfeitedByMany
from eyesdown.notation.accept import accept, main
from eyesdown.notation.document import Asked, parse, print_script
from eyesdown.notation.player import as_lines, replay
from eyesdown.notation.vocabulary import vocabulary_of

GOLDENS = sorted((Path(__file__).parents[1] / "goldens").glob("*.eyes"))
BANKERS = {"Dad", "Ana", "Maman"}
BOOKS = ("nz-casino-bingo", "vic-bingo", "nsw-casino-bingo", "family-bingo", "nsw-keno")


@pytest.mark.parametrize("path", GOLDENS, ids=lambda path: path.stem)
def test_a_golden_game_is_replayed_byte_for_byte(path: Path) -> None:
    text = path.read_text("utf-8")
    script = parse(text)
    assert print_script(script) == text
    assert print_script(replay(script)) == text
    assert "".join(f"{line}\n" for line in as_lines(script)) == text


@cache
def asked_in(path: Path) -> tuple[str, list[Asked]]:
    script = parse(path.read_text("utf-8"))
    return script.book, [item for item in script.items if isinstance(item, Asked)]


def test_every_book_has_golden_games_with_yeses_and_noes() -> None:
    played: Counter[str] = Counter()
    refused: Counter[str] = Counter()
    for path in GOLDENS:
        book, asked = asked_in(path)
        played[book] += len(asked)
        refused[book] += sum(hasattr(event, "refusals") for one in asked for event in one.events)
    assert set(played) == set(BOOKS)
    for book in BOOKS:
        assert played[book] >= 60
        assert played[book] / 2 > refused[book] >= 10


@pytest.mark.parametrize("book", BOOKS)
def test_every_command_and_every_event_appears_in_a_golden_game(book: str) -> None:
    words = vocabulary_of(book)
    asked = [one for path in GOLDENS for one in asked_in(path)[1]]
    commands = {type(one.command) for one in asked}
    events = {type(event) for one in asked for event in one.events}
    assert [verb for verb, kind in words.commands.items() if kind not in commands] == []
    left_out = {PrizeForfeitedByMany}  # it needs a hundred silent players: see tests/bingo/claims
    missing = [name for name, kind in words.events.items() if kind not in events | left_out]
    assert missing == []


# book | clause | event | field | what the golden games record there
RECORDS = [
    ("nz-casino-bingo", "1.1 'Bingo Card'", "CardsSold", "scope", {"game", "session"}),
    ("nsw-casino-bingo", "2.2.2", "SeriesRegistered", "series.serial", {"N77"}),
    ("nsw-casino-bingo", "10.1", "PromotionOffered", "session", {"wed"}),
    ("nsw-casino-bingo", "10.8.3", "WinnerTold", "method", {"telephone", "email"}),
    ("nsw-casino-bingo", "10.8", "WinnerTold", "late", {False, True}),
    ("nsw-casino-bingo", "10.10.1", "ClaimDenied", "address", {"2 Low St"}),
    ("nsw-casino-bingo", "10.12 act", "PromotionPostponed", "reason", {"the barrel was opened"}),
    ("family-bingo", "Banker first round (English)", "RoundStarted", "banker", BANKERS),
    ("family-bingo", "Call letter", "DiscCalled", "said", {"", "B"}),
    ("family-bingo", "Call back", "RowReadBack", "right", {False, True}),
]


@pytest.mark.clause("nz-casino-bingo", "1.1 'Bingo Card'")
@pytest.mark.clause("nsw-casino-bingo", "2.2.2", "10.1", "10.8", "10.8.3", "10.10.1", "10.12 act")
@pytest.mark.clause("family-bingo", "Banker first round (English)", "Call letter", "Call back")
@pytest.mark.parametrize(("book", "clause", "event", "field", "expected"), RECORDS)
def test_golden_games_hold_the_record_a_clause_asks_for(
    book: str, clause: str, event: str, field: str, expected: set[object]
) -> None:
    found = {
        attrgetter(field)(happened)
        for path in GOLDENS
        if asked_in(path)[0] == book
        for one in asked_in(path)[1]
        for happened in one.events
        if type(happened).__name__ == event
    }
    assert found == expected


def test_accepting_rewrites_a_game_with_what_the_rules_say(tmp_path: Path) -> None:
    game = tmp_path / "game.eyes"
    game.write_text("book family-bingo on 2026-06-01\n> start round\n  RoundVoided round=3\n")
    assert accept(game)
    assert "Refused asked=StartRound refusals=[game/not_now <Winner>" in game.read_text()
    assert not accept(game)
    main(str(tmp_path))
