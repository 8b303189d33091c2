"""The shell completes commands, book ids, clauses, refusal codes, bets and patterns."""

from __future__ import annotations

import pytest
from click.shell_completion import ShellComplete

from eyesdown.cli.main import eyesdown

SIDES = ("heads", "tails", "evens")


def completed(words: str, typed: str) -> list[str]:
    """What the shell offers for the last word."""
    shell = ShellComplete(eyesdown, {}, "eyesdown", "_EYESDOWN_COMPLETE")
    return [item.value for item in shell.get_completions(words.split(), typed)]


@pytest.mark.parametrize(
    ("words", "typed", "offered"),
    [
        ("", "ru", ["rules"]),
        ("rules", "sh", ["show"]),
        ("rules show", "nsw", ["nsw-keno", "nsw-casino-bingo"]),
        ("rules show", "keno", ["nsw-keno"]),
        ("cards check x --book", "vic", ["vic-bingo"]),
        ("cards series --rulebook", "exam", ["exampleland-bingo90"]),
        ("cards make --kind", "card", ["card75"]),
        ("odds keno --bet", "heads_or_tails/", [f"heads_or_tails/{on}" for on in SIDES]),
        ("odds keno --bet", "regular/1", ["regular/1", "regular/10", "regular/15"]),
        ("odds bingo --pattern", "two", ["two lines"]),
        ("odds bingo --card75 --pattern", "black", ["blackout"]),
        ("play --words", "fam", ["family-bingo"]),
    ],
)
def test_a_word_is_completed(words: str, typed: str, offered: list[str]) -> None:
    assert completed(words, typed) == offered


def test_clauses_are_completed_with_or_without_brackets() -> None:
    with_brackets = completed("rules show nsw-keno", "15(k)")
    assert with_brackets
    assert all(clause.startswith("15(k)") for clause in with_brackets)
    assert completed("rules show nsw-keno", "15k") == with_brackets


def test_codes_of_refusals_are_completed() -> None:
    assert "claim/late" in completed("rules why", "claim/")
