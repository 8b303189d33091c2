"""Part 6 - Jackpot games."""

from __future__ import annotations

from typing import Any

from eyesdown.kernel.money import dollars
from eyesdown.rulebook.bingo_book import Announcement
from eyesdown.rulebook.chapter import Breach, Chapter, breach
from eyesdown.rulebook.facts.bingo import Brief, DrawFacts, JackpotDrawFacts, PoolFacts
from eyesdown.rulebooks.nsw_casino_bingo.actions import ACTIONS, BOOK
from eyesdown.rulebooks.nsw_casino_bingo.c04_play import DEALERS
from eyesdown.rulebooks.nsw_casino_bingo.figures import NswBingoFigures

PART_6: Chapter[Any, NswBingoFigures] = Chapter(BOOK, "Part 6 - Jackpot games")
ANNOUNCERS = (*DEALERS, "caller")


@ACTIONS.credit.enforces("6.1", "pool/not_of_this_session")
def only_the_sessions_pool_is_fed(facts: PoolFacts) -> Breach | None:
    return _other_pool(facts)


@PART_6.computes("6.2")
def conditions(facts: Brief) -> Announcement | None:
    """The announcement of the conditions of the jackpot."""
    if not facts.levels:
        return None
    text = f"Jackpot conditions: {'; '.join(facts.conditions)}."
    return Announcement("jackpot conditions", "6.2", ANNOUNCERS, text, or_for_session=True)


@PART_6.computes("6.3.1")
def jackpot_numbers(facts: Brief) -> Announcement | None:
    """These three may be displayed or announced (G02, G17)."""
    if not facts.levels or not facts.numbers_wanted:
        return None
    lacking = () if facts.jackpot_numbers else ("jackpot numbers",)
    numbers = ", ".join(str(number) for number in facts.jackpot_numbers)
    many = len(facts.jackpot_numbers) > 1
    text = f"The jackpot {'numbers are' if many else 'number is'} {numbers}."
    return Announcement("jackpot numbers", "6.3.1", ANNOUNCERS, text, lacking, or_displayed=True)


@PART_6.computes("6.3.2")
def jackpot_games(facts: Brief) -> Announcement | None:
    """The announcement of the games that play for the jackpot."""
    if not facts.levels:
        return None
    games = ", ".join(str(game) for game in facts.jackpot_games)
    text = f"The jackpot pool is played for in game {games}."
    return Announcement(
        "jackpot games", "6.3.2", ANNOUNCERS, text, or_displayed=True, or_for_session=True
    )


@PART_6.computes("6.3.3")
def jackpot_amount(facts: Brief) -> Announcement | None:
    """An amount that is read out must be the ledger's, to the cent."""
    if not facts.levels:
        return None
    amounts = ", ".join(f"{name} {dollars(cents)}" for name, cents in facts.levels)
    announced = facts.detail("amount_cents")
    best = [str(cents) for _, cents in facts.levels]
    lacking = () if announced in ("", *best) else ("the amount in the ledger",)
    text = f"The jackpot is {amounts}."
    return Announcement("jackpot amount", "6.3.3", ANNOUNCERS, text, lacking, or_displayed=True)


@ACTIONS.debit.enforces(
    "6.3.2", "pool/not_of_this_session", "pool/game_not_announced", "pool/too_little"
)
def only_the_sessions_pool_pays(facts: PoolFacts) -> Breach | None:
    """Only in a jackpot game that was announced."""
    if facts.pool != facts.session_pool:
        return _other_pool(facts)
    if not facts.jackpot_game:
        return breach("pool/game_not_announced", game=facts.game)
    if facts.amount_cents <= facts.spendable_cents:
        return None
    return breach("pool/too_little", spendable_cents=facts.spendable_cents)


def _other_pool(facts: PoolFacts) -> Breach | None:
    if facts.pool == facts.session_pool:
        return None
    return breach("pool/not_of_this_session", pool=facts.pool, session_pool=facts.session_pool)


@ACTIONS.debit.enforces("6.4", "pool/jackpot_not_won")
def unwon_money_stays_in_the_pool(facts: PoolFacts) -> Breach | None:
    if facts.jackpot_won or not facts.jackpot_game or facts.pool != facts.session_pool:
        return None
    return breach("pool/jackpot_not_won", game=facts.game)


@ACTIONS.jackpot_draw.enforces(
    "6.5.1",
    "jackpot/numbers_count",
    "jackpot/number_twice",
    "jackpot/number_out_of_range",
    "jackpot/game_begun",
    "jackpot/numbers_announced",
    "jackpot/none_in_game",
)
def jackpot_numbers_are_drawn_first(
    facts: JackpotDrawFacts, figures: NswBingoFigures
) -> Breach | None:
    """One to five, all different, before the first number of the game; then they stay (G11)."""
    count = len(facts.numbers)
    if not figures.jackpot_numbers_min <= count <= figures.jackpot_numbers_max:
        return breach("jackpot/numbers_count", numbers=count, most=figures.jackpot_numbers_max)
    if len(set(facts.numbers)) != count:
        return breach("jackpot/number_twice", numbers=count)
    lowest, highest = figures.selector_lowest, figures.selector_highest
    if not all(lowest <= number <= highest for number in facts.numbers):
        return breach("jackpot/number_out_of_range", highest=highest)
    if facts.numbers_out:
        return breach("jackpot/game_begun", numbers_out=facts.numbers_out)
    if facts.announced:
        return breach("jackpot/numbers_announced", numbers=count)
    return None if facts.jackpot_game else breach("jackpot/none_in_game", numbers=count)


@ACTIONS.draw.enforces("6.5.1", "draw/jackpot_numbers_owed")
def jackpot_numbers_come_before_the_game(facts: DrawFacts) -> Breach | None:
    if not facts.jackpot_numbers_owed:
        return None
    return breach("draw/jackpot_numbers_owed", numbers_out=facts.numbers_drawn)


@PART_6.computes("6.5.2")
def wins_jackpot(last_number: int, jackpot_numbers: tuple[int, ...]) -> bool:
    """Only the bingo that ends the game counts; on another number the jackpot rolls (G12).

    >>> wins_jackpot(72, (5, 72)), wins_jackpot(71, (5, 72))
    (True, False)
    """
    return last_number in jackpot_numbers
