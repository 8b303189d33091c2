"""Part 5 - Conduct: sessions, versions, people, announcements, numbers."""

from __future__ import annotations

from datetime import datetime, timedelta
from math import ceil
from typing import Any

from eyesdown.kernel.money import dollars, share_equally_up
from eyesdown.rulebook.bingo_book import Announcement
from eyesdown.rulebook.chapter import Breach, Chapter, breach
from eyesdown.rulebook.facts.bingo import (
    AppointFacts,
    Brief,
    CloseFacts,
    DrawFacts,
    OfferFacts,
    PlanFacts,
    StartFacts,
)
from eyesdown.rulebooks.nz_casino_bingo.actions import ACTIONS, BOOK
from eyesdown.rulebooks.nz_casino_bingo.figures import NzBingoFigures

PART_5: Chapter[Any, NzBingoFigures] = Chapter(BOOK, "Part 5 - Conduct")


@ACTIONS.plan.enforces("5.1 games", "session/too_many_games")
def session_has_no_more_than_its_games(facts: PlanFacts, figures: NzBingoFigures) -> Breach | None:
    games, most = len(facts.games), figures.session_games_max
    return breach("session/too_many_games", games=games, most=most) if games > most else None


@ACTIONS.start.enforces("5.1 span", "session/span_over")
def games_fall_within_the_span(facts: StartFacts, figures: NzBingoFigures) -> Breach | None:
    """The clock runs from the first opening announcement; a running game is finished (B04)."""
    if facts.session_began_at is None:
        return None
    elapsed = facts.at - facts.session_began_at
    if elapsed < timedelta(minutes=figures.session_span_minutes):
        return None
    return breach("session/span_over", seconds_since_start=int(elapsed.total_seconds()))


@PART_5.computes("5.1 span")
def seconds_over(began_at: datetime, ended_at: datetime, figures: NzBingoFigures) -> int:
    """By how much a result came after the span, a part of a second as a whole one.

    0 if it came in time, at the very end included.
    """
    over = ended_at - began_at - timedelta(minutes=figures.session_span_minutes)
    return max(0, ceil(over.total_seconds()))


@ACTIONS.plan.enforces("5.1 gap", "session/too_soon")
def sessions_are_planned_apart(facts: PlanFacts, figures: NzBingoFigures) -> Breach | None:
    """One game alone is no session and keeps no gap (B06)."""
    if len(facts.games) < figures.session_games_min:
        return None
    return _too_soon(facts.starts_at, facts.previous_ended_at, figures)


@ACTIONS.start.enforces("5.1 gap", "session/too_soon")
def sessions_begin_apart(facts: StartFacts, figures: NzBingoFigures) -> Breach | None:
    """From the last result of one session to the first game of the next, per casino (B05)."""
    if facts.session_began_at is not None or facts.games_count < figures.session_games_min:
        return None
    return _too_soon(facts.at, facts.previous_ended_at, figures)


def _too_soon(
    starts: datetime, previous: datetime | None, figures: NzBingoFigures
) -> Breach | None:
    if previous is None:
        return None
    gap = timedelta(minutes=figures.session_gap_minutes)
    if starts - previous >= gap:
        return None
    after = int((starts - previous).total_seconds())
    return breach("session/too_soon", seconds_after=after, least=int(gap.total_seconds()))


@ACTIONS.plan.enforces("5.2", "game/not_one_version", "game/prize_of_no_version")
def one_version_a_game(facts: PlanFacts, figures: NzBingoFigures) -> Breach | None:
    """The numbers of versions are this book's own (C22)."""
    for game in facts.games:
        in_book = [str(version) for version in game.versions if str(version) in figures.versions]
        if len(game.versions) != 1 or not in_book:
            versions = " ".join(str(version) for version in game.versions)
            return breach("game/not_one_version", game=game.game, versions=versions)
        for prize in game.prizes:
            if prize not in figures.versions[in_book[0]]:
                return breach("game/prize_of_no_version", game=game.game, prize=prize)
    return None


@ACTIONS.close.enforces("5.2", "game/not_won")
def game_goes_on_until_it_is_won(facts: CloseFacts) -> Breach | None:
    if facts.exhausted or len(facts.open_prizes) != 1 or facts.prizes_won:
        return None
    return breach("game/not_won", open=facts.open_prizes[0], numbers_out=facts.numbers_count)


@PART_5.computes("5.2(c)(ii)", "5.2(c)(iv)")
def place_of(prize: str, prizes: tuple[str, ...]) -> str:
    """Where a version has two prizes their winners are called First and Second Winner.

    >>> place_of('series', ('part series', 'series'))
    'Second Winner'
    """
    if len(prizes) == 1:
        return ""
    return "First Winner" if prize == prizes[0] else "Second Winner"


@ACTIONS.close.enforces("5.2(c) tail play", "game/second_winner_owed")
def game_goes_on_until_the_second_winner(facts: CloseFacts) -> Breach | None:
    if facts.exhausted or not facts.open_prizes:
        return None
    if len(facts.open_prizes) == 1 and not facts.prizes_won:
        return None
    return breach("game/second_winner_owed", open=" and ".join(facts.open_prizes))


@ACTIONS.draw.enforces("5.2(c) tail split", "prize/amounts_not_fixed")
def both_amounts_are_fixed_first(facts: DrawFacts) -> Breach | None:
    if facts.prizes_fixed or facts.prizes_count == 1:
        return None
    return breach("prize/amounts_not_fixed", prizes=facts.prizes_count)


@ACTIONS.offer.enforces("5.2(c) tail split", "prize/already_announced")
def announced_amounts_stay(facts: OfferFacts) -> Breach | None:
    """Until the first number the operator may raise them; they are then read out again (S11)."""
    if not facts.announced or facts.prizes_count == 1:
        return None
    if not facts.numbers_out and not facts.from_pool:
        return None
    return breach("prize/already_announced", prize=facts.prize)


@PART_5.computes("5.4")
def share(amount_cents: int, players: int) -> tuple[int, int]:
    """Equal shares per player, rounded up; the operator adds the rest (C12, C13).

    >>> share(10_000, 3)
    (3334, 2)
    """
    return share_equally_up(amount_cents, players)


@ACTIONS.appoint.enforces("5.5", "people/same_person", "supervisor/not_staff", "people/player")
def caller_and_supervisor_differ(facts: AppointFacts) -> Breach | None:
    """Neither of them plays (C20)."""
    if facts.person == facts.other:
        return breach("people/same_person", person=facts.person)
    if facts.duty == "supervisor" and not facts.staff:
        return breach("supervisor/not_staff", person=facts.person, role=facts.role)
    if facts.holds_cards and not facts.staff_may_play:
        return breach("people/player", person=facts.person)
    return None


@ACTIONS.draw.enforces("5.5", "people/missing")
def caller_and_supervisor_are_there(facts: DrawFacts) -> Breach | None:
    if facts.caller and facts.supervisor:
        return None
    return breach("people/missing", caller=facts.caller, supervisor=facts.supervisor)


@PART_5.computes("5.6(a)(i)")
def version(facts: Brief) -> Announcement | None:
    """The announcement of the version about to be played."""
    played = " ".join(str(number) for number in facts.versions)
    prizes = ", then ".join(name for name, _ in facts.prizes)
    text = f"Game {facts.game} is version {played}: it is played for the {prizes}."
    return Announcement("version", "5.6(a)(i)", ("caller",), text)


@PART_5.computes("5.6(a)(ii)")
def prizes(facts: Brief) -> Announcement | None:
    """The announcement of the prize money."""
    if len(facts.prizes) == 1:
        return None
    amounts = ", ".join(f"{dollars(cents)} for the {name}" for name, cents in facts.prizes)
    return Announcement("prizes", "5.6(a)(ii)", ("caller",), f"The prize money is {amounts}.")


@PART_5.computes("5.6(a)(iii)")
def serials(facts: Brief) -> Announcement | None:
    """Every serial in use is read, also after a series ran out (A13)."""
    numbers = " and ".join(facts.serials) or "none sold"
    text = f"Please check that your card bears serial number {numbers}."
    return Announcement("serials", "5.6(a)(iii)", ("caller",), text)


@ACTIONS.draw.enforces("5.6(b)", "draw/not_the_caller", "draw/game_not_running", "draw/game_won")
def caller_selects_the_numbers(facts: DrawFacts) -> Breach | None:
    if not facts.running:
        return breach("draw/game_not_running", number=facts.number)
    if facts.game_won:
        return breach("draw/game_won", numbers_out=facts.numbers_drawn)
    if facts.caller and facts.by != facts.caller:
        return breach("draw/not_the_caller", by=facts.by, caller=facts.caller)
    return None


@ACTIONS.draw.enforces("5.6(c)", "draw/announcement_open")
def every_number_is_announced(facts: DrawFacts) -> Breach | None:
    if facts.last_announced:
        return None
    return breach("draw/announcement_open", numbers_out=facts.numbers_drawn)


@ACTIONS.draw.enforces("5.6(d)", "draw/ball_not_handed_over")
def balls_are_handed_over(facts: DrawFacts) -> Breach | None:
    if not facts.receptacle or facts.last_handed_over:
        return None
    return breach("draw/ball_not_handed_over", numbers_out=facts.numbers_drawn)
