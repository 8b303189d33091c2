"""What Venues keep of sales, counted again: Commission by rules 2 and 7(f), moved by rule 10B."""

from __future__ import annotations

from collections.abc import Hashable, Mapping
from datetime import date
from fractions import Fraction
from typing import TypeAlias

from eyesdown.control.keno.chosen import chosen_on
from eyesdown.control.keno.stakes import stakes
from eyesdown.control.keno.tally import Entered, Known, Tally, bets_of
from eyesdown.keno.bets.bet import HeadsOrTails, Keno2, LuckyLast, Regular, Roulette
from eyesdown.keno.games.events import Carried
from eyesdown.kernel.written import Exact
from eyesdown.rulebook.keno_words import Category

FUND_RATES = {"Q": Fraction(80, 100), "I": Fraction(75, 100), "L": Fraction(765, 1000)}
OF_THE_REST = Fraction(44, 100)
"""The Commission where nothing else is agreed: of what the fund leaves."""
Rates: TypeAlias = Mapping[str, Fraction]
"""The Commission of each category as a part of the gross."""
BORE_IT_BEFORE = ("gift_voucher", "prepaid_voucher")


def sales_differ(tally: Tally, game: int) -> str:
    """The first entry sold for a game whose Commission is not what the rules give."""
    counted: dict[Hashable, Exact] = {}  # most of a hundred thousand sales are alike
    rates: dict[Hashable, Rates] = {}
    for serial in dict.fromkeys(tally.in_game.get(game, ())):
        entered = tally.entries.get(serial)
        if entered is None or not entered.first_game == game < entered.end:
            continue
        kind = _kind(entered)
        due = counted.get(kind)
        if due is None:
            same = entered.entry.venue, entered.day, entered.known
            if same not in rates:
                rates[same] = rates_of(tally, *same)
            due = counted[kind] = commission_of(serial, entered, rates[same])
        own, recorded = f"venue:{entered.entry.venue}:commission", entered.commission_cents
        posted = sum([amount.cents for amount in entered.money if amount.purse == own])
        if recorded != due or posted != due:
            return (
                f"game {game}, entry {serial}: counted {due} cents of Commission, "
                f"recorded {recorded}, posted {posted}"
            )
    return ""


def _kind(entered: Entered) -> Hashable:
    """All of an entry that its Commission depends on; the numbers played are no part of it."""
    entry = entered.entry
    lines = [
        (bet.__class__, bet.subscription_cents, bet.bonus) if isinstance(bet, _ONE_STAKE) else bet
        for bet in entry.lines
    ]
    how = entry.channel, entry.games, entry.bonus_games
    return entry.venue, entered.day, entered.known, entered.used, how, *lines


_ONE_STAKE = (Regular, Keno2, LuckyLast, HeadsOrTails, Roulette)


def commission_of(serial: str, entered: Entered, rates: Rates) -> Exact:
    """On everything an entry stakes at a Venue in all its games, but for what vouchers paid."""
    entry, by_category = entered.entry, dict[str, int]()
    for game in range(entered.first_game, entered.first_game + entry.games):
        for bet in bets_of(serial, entered, game):
            for category, _, cents in stakes(bet):
                by_category[category] = by_category.get(category, 0) + cents
    if entry.channel == "internet":
        agreed = chosen_on(entered.day).internet_commission if entry.venue else 0
        return _exact(sum(by_category.values()) * Fraction(agreed))
    whole = sum((rates[category] * cents for category, cents in by_category.items()), Fraction(0))
    gross = sum(by_category.values())
    vouchers = sum(used.used_cents for used in entered.used if used.tender in BORE_IT_BEFORE)
    return _exact(whole * (gross - vouchers) / gross)


def _exact(due: Fraction) -> Exact:
    return due.numerator if due.denominator == 1 else due  # a plain number is quick to compare


def carry_commission(tally: Tally, game: int, carried: Carried) -> Fraction:
    """On a prize that a Let it Run stakes again, as things stood when the game was settled."""
    entered, carry = tally.entries[carried.serial], carried.carry
    chosen = chosen_on(tally.days[game])
    venue = entered.entry.venue
    if not chosen.carries_bear_commission:
        return Fraction(0)
    if entered.entry.channel == "internet":
        return chosen.internet_commission * (carry.base_cents + carry.bonus_cents if venue else 0)
    rates = rates_of(tally, venue, entered.day, tally.known_at[game])
    return rates["Q"] * carry.base_cents + rates["I"] * carry.bonus_cents


def rates_of(tally: Tally, venue: str, day: date, known: Known) -> Rates:
    """Commission by category as a part of the gross, from what was known at a time."""
    agreed = None
    # What was agreed later does not move the Commission of an earlier sale.
    for name, rate in tally.agreed[: known[0]]:
        agreed = rate if name == venue else agreed
    flexed = (flex for flex in tally.flexes[: known[1]] if flex.from_day <= day <= flex.to_day)
    changes = {flex.category: flex.change for flex in flexed}  # the latest counts
    rates = {}
    for category, fund in FUND_RATES.items():
        # A lower contribution leaves the Commission as it is; only a higher one takes from it.
        rise = max(changes.get(Category(category), Fraction(0)), Fraction(0))
        rates[category] = (1 - fund - fund * rise) * OF_THE_REST if agreed is None else agreed
    return rates
