"""Reinstating a disqualified Entry: what it would have won is paid, and from where (21(c), 21(d)).

While an Entry is disqualified no claim is entered for it, so a jackpot that only it has won is not
won: the growth stays in the meter, a Bonus Prize stays on offer, and the next winner gets them. A
reinstated Entry is owed what it would have won. Growth and Bonus Prizes come from the meter and the
offer as far as no one has won them since, a guarantee from the purse that gives it, and the rest
from the fund. So the same growth is neither paid twice nor left behind.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from fractions import Fraction

from eyesdown.keno.claims.commands import Reinstate
from eyesdown.keno.claims.events import EntryReinstated, Events
from eyesdown.keno.games.events import JackpotPaid
from eyesdown.keno.games.settle import credit, guarantee_source
from eyesdown.keno.state.state import KenoState
from eyesdown.keno.words.money import BONUS_PRIZES, FUND, PAYABLE, group, growth_purse, pool_purse
from eyesdown.keno.words.prizes import BarredGrowth, Prize, PrizeState
from eyesdown.keno.words.tickets import EntryRecord
from eyesdown.kernel.handlers import Handlers
from eyesdown.kernel.refused import refused
from eyesdown.kernel.written import Exact
from eyesdown.rulebook.keno_words import Channel
from eyesdown.rulebooks.nsw_keno.book import NswKeno
from eyesdown.rulebooks.nsw_keno.c14_winning import REINSTATING, ReinstateFacts
from eyesdown.rulebooks.nsw_keno.c15_payouts import WEB_CREDITS, CreditFacts

DECIDES = Handlers()


@DECIDES.handles(Reinstate)
def reinstate(book: NswKeno, state: KenoState, command: Reinstate) -> Events:
    """Lift a disqualification; prizes of games that were settled in between are payable now.

    Those of a web Entry go to its account, as they would have with the settlement (15(f)).
    """
    sold = state.find(command.serial)
    disqualified = sold is not None and sold.disqualified is not None
    facts = ReinstateFacts(command.serial, disqualified, command.approval)
    refusals = book.check(REINSTATING, facts)
    if refusals or sold is None:
        return refused(command, refusals, command.serial)
    serial = sold.entry.serial
    prizes = state.prizes.get(serial, {}).values()
    barred = [prize for prize in prizes if prize.state is PrizeState.BARRED]
    jackpots = _from_jackpots(state, state.barred.get(serial, ()))
    if state.unsettled and any(paid.cents for paid in jackpots):
        # A closed game is settled with what its jackpots held at its close (M43).
        unsettled = book.refusal("reinstate/game_unsettled", "15(a)", game=state.unsettled[0])
        return refused(command, (unsettled,), command.serial)
    extras = tuple(dict.fromkeys(_not_won_since(state, barred)))
    cents = sum(prize.cents for prize in barred)
    amounts: list[tuple[str, Exact]] = [(PAYABLE, cents)]
    for paid in jackpots:
        purse = pool_purse if paid.pooled else growth_purse
        amounts += [(purse(paid.jackpot), -paid.cents)]
        amounts += [(paid.guarantee_from, -paid.guarantee_cents)]
    amounts += [(BONUS_PRIZES, -state.extras[name].cents) for name in extras]
    rest = sum((amount for _, amount in amounts), Fraction(0))
    money = group(*amounts, (FUND, -rest))
    at, approval, by = command.at, command.approval, command.by
    due = list(_due(book, sold, prizes))
    credited = tuple(prize.game for prize in due if prize.state is PrizeState.BARRED)
    reinstated = EntryReinstated(
        at=at,
        serial=serial,
        approval=approval,
        by=by,
        cents=cents,
        money=money,
        jackpots=jackpots,
        extras=extras,
        credited=credited,
    )
    return (reinstated, *(credit(at, prize, sold.entry.account) for prize in due))


def _due(book: NswKeno, sold: EntryRecord, prizes: Iterable[Prize]) -> Iterator[Prize]:
    """Prizes that a web Entry has waited for and that need no verification any more."""
    if sold.entry.channel != Channel.INTERNET:
        return
    for prize in prizes:
        facts = CreditFacts(prize.cents, verified=bool(prize.verified_by))
        waited = prize.state in (PrizeState.BARRED, PrizeState.PENDING)
        if waited and not book.check(WEB_CREDITS, facts):
            yield prize


def _from_jackpots(state: KenoState, barred: Iterable[BarredGrowth]) -> tuple[JackpotPaid, ...]:
    """What is still there of the growth that the prizes would have taken, and their guarantees."""
    payments: list[JackpotPaid] = []
    for part in barred:
        jackpot = state.jackpots[part.jackpot]
        before = sum((p.cents for p in payments if p.jackpot == part.jackpot), Fraction(0))
        pooled = part.pooled or jackpot.pooled  # growth that was our own went into the pool since
        available = min(
            part.until_cents - jackpot.given_cents,
            jackpot.pool_cents if pooled else jackpot.growth_cents,
        )
        cents = max(Fraction(0), min(part.cents, available - before))
        top_up = part.guarantee_cents
        source = guarantee_source(state, part.jackpot, part.keno_day, top_up, payments)
        payments.append(JackpotPaid(part.jackpot, cents, Fraction(0), pooled, top_up, source))
    return tuple(payments)


def _not_won_since(state: KenoState, barred: Iterable[Prize]) -> Iterator[str]:
    """Bonus Prizes that the Entry would have won and that are on offer still."""
    for line in (line for prize in barred for line in prize.lines if line.extra):
        extra = state.extras[line.extra]
        if extra.bonus and extra.won_in is None:
            yield line.extra
