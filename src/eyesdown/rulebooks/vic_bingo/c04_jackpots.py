"""Rule 4 - Jackpots. No ceiling and no minimum return here (G08, H12)."""

from __future__ import annotations

from typing import Any

from eyesdown.kernel.money import dollars
from eyesdown.rulebook.bingo_book import Announcement
from eyesdown.rulebook.chapter import Breach, Chapter, breach
from eyesdown.rulebook.facts.bingo import Brief, PlanFacts, PoolFacts, SessionCloseFacts
from eyesdown.rulebooks.vic_bingo.actions import ACTIONS, BOOK
from eyesdown.rulebooks.vic_bingo.figures import VicBingoFigures

RULE_4: Chapter[Any, VicBingoFigures] = Chapter(BOOK, "Rule 4 - Jackpots")
HOW_PAID = "games and method of distribution"


@ACTIONS.credit.enforces("4.1(a)", "pool/not_of_this_session", "pool/no_later_game")
def held_money_has_a_later_game(facts: PoolFacts) -> Breach | None:
    if facts.pool != facts.session_pool:
        return breach("pool/not_of_this_session", pool=facts.pool)
    if facts.rolling or not facts.last_game:
        return None
    return breach("pool/no_later_game", game=facts.game, pool=facts.pool)


@ACTIONS.debit.enforces("4.1(a)", "pool/not_of_this_session", "pool/fed_by_this_game")
def held_money_is_paid_in_a_later_game(facts: PoolFacts) -> Breach | None:
    """Either use is open: later in the session, or in a later session (G01, G19)."""
    if facts.pool != facts.session_pool:
        return breach("pool/not_of_this_session", pool=facts.pool)
    if facts.amount_cents <= facts.spendable_cents and facts.spendable_cents > 0:
        return None
    if facts.amount_cents > facts.balance_cents or not facts.balance_cents:
        return None  # the pool does not have the amount, whichever game fed it
    return breach(
        "pool/fed_by_this_game",
        amount_cents=facts.amount_cents,
        spendable_cents=facts.spendable_cents,
    )


@ACTIONS.plan.enforces("4.1(b)", "pool/outside_the_sequence")
def pool_stays_in_its_sequence(facts: PlanFacts) -> Breach | None:
    if not facts.pool:
        return None
    alone = not facts.pool_sequence and facts.pool_used_before
    if facts.pool_sequence == facts.sequence and not alone:
        return None
    return breach("pool/outside_the_sequence", pool=facts.pool, sequence=facts.pool_sequence)


@ACTIONS.close_session.enforces("4.1(b)", "pool/must_go")
def sequence_ends_with_nothing_held(facts: SessionCloseFacts) -> Breach | None:
    """No later session is left in which it could be prize money (G07)."""
    if not facts.must_go or not facts.pool_cents:
        return None
    return breach("pool/must_go", pool_cents=facts.pool_cents)


@RULE_4.computes("4.2(a)")
def jackpot_games(facts: Brief) -> Announcement | None:
    """The caller tells it here (G02)."""
    if not facts.pool:
        return None
    games = ", ".join(str(game) for game in facts.pool_games)
    how = f"game {games}: {facts.pool_method}" if games and facts.pool_method else ""
    how = how or facts.detail(HOW_PAID)  # a programme that is silent is not the end of play (S11)
    text = f"The jackpot pool is paid in {how or '...'}."
    lacking = () if how else (HOW_PAID,)
    return Announcement("jackpot games", "4.2(a)", ("caller",), text, lacking)


@ACTIONS.debit.enforces("4.2(a)", "pool/game_not_announced")
def pool_is_paid_where_it_was_announced(facts: PoolFacts) -> Breach | None:
    """In an announced game only; a pool that must go may go in any."""
    if facts.announced or facts.pool != facts.session_pool:
        return None
    return breach("pool/game_not_announced", game=facts.game)


@RULE_4.computes("4.2(b)")
def brought_forward(facts: Brief) -> Announcement | None:
    """The announcement of the pool brought forward."""
    if not facts.pool or not facts.rolling or facts.brought_forward_date is None:
        return None
    day = facts.brought_forward_date.isoformat()
    text = f"{dollars(facts.brought_forward_cents)} come forward from the session of {day}."
    return Announcement("brought forward", "4.2(b)", ("caller",), text)


@RULE_4.computes("4.3(a)")
def closing_balance(facts: Brief) -> Announcement | None:
    """The announcement of the pool at the end of the session."""
    if not facts.pool or not facts.rolling:
        return None
    text = f"The jackpot pool closes at {dollars(facts.pool_cents)}."
    return Announcement("closing balance", "4.3(a)", ("caller",), text)


@RULE_4.computes("4.3(b)")
def next_session(facts: Brief) -> Announcement | None:
    """The announcement of the next session that plays for the pool."""
    if not facts.pool or not facts.rolling or facts.last_in_sequence:
        return None
    details = {name: facts.detail(name) for name in ("time", "date", "place")}
    lacking = tuple(name for name, value in details.items() if not value)
    time, day, place = (value or "..." for value in details.values())
    text = f"The next session is on {day} at {time}, {place}."
    return Announcement("next session", "4.3(b)", ("caller",), text, lacking)
