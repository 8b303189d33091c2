"""A whole game: Major Prizes held to their cap, jackpots shared, each line rounded once."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from fractions import Fraction

from eyesdown.keno.bets.bet import SingleBet
from eyesdown.keno.bets.draws import Draw
from eyesdown.keno.bets.settle import Amount, Settled, SpotsJackpot, settle
from eyesdown.kernel.money import share_by_weight
from eyesdown.rulebooks.nsw_keno.book import NswKeno
from eyesdown.rulebooks.nsw_keno.c02_games import is_major
from eyesdown.rulebooks.nsw_keno.c10_jackpots import guarantee_top_up, jackpot_fill
from eyesdown.rulebooks.nsw_keno.c15_rounding import payable, within_stored_jackpot
from eyesdown.rulebooks.nsw_keno.c18_prizes import scaled
from eyesdown.rulebooks.nsw_keno.c19_sharing import (
    pro_rated,
    pro_rating_applies,
    share_of_bonus_jackpot,
    share_of_pooled_jackpot,
    share_of_racing_jackpot,
    share_of_spot_jackpot,
)
from eyesdown.rulebooks.nsw_keno.figures import Figures


@dataclass(frozen=True, slots=True)
class Pot:
    """A jackpot as it stood stored at the game's close.

    With a pool, `growth_cents` is the pool's and `elsewhere_cents` what its winners in other
    jurisdictions staked. A guarantee of 0 is none.
    """

    growth_cents: Amount = 0
    pooled: bool = False
    elsewhere_cents: int = 0
    guarantee_cents: int = 0


@dataclass(frozen=True, slots=True)
class PaidLine:
    """Lines of one bet that are each paid the same; `jackpot_cents` is the jackpot's part of it."""

    count: int
    paid_cents: int
    jackpot: str = ""
    jackpot_cents: Amount = 0


@dataclass(frozen=True, slots=True)
class JackpotShare:
    """What one jackpot paid out here, before lines were rounded."""

    winners: int
    growth_cents: Amount
    fill_cents: Amount
    bonus_jackpot_cents: Amount
    guarantee_cents: Amount


@dataclass(frozen=True, slots=True)
class GameResult:
    """All bets of one draw, in the order they were handed in."""

    bets: tuple[Settled, ...]
    major_total_cents: Amount
    pro_rated: bool
    lines: tuple[tuple[PaidLine, ...], ...]
    jackpots: Mapping[str, JackpotShare]
    left_in_fund_cents: Fraction  # what rounding down leaves in the Keno Prize Fund (M13)

    @property
    def prizes_cents(self) -> tuple[int, ...]:
        """The schedule prize of each bet, before pro-rating and jackpots."""
        return tuple(bet.prize_cents for bet in self.bets)

    @property
    def paid_cents(self) -> tuple[int, ...]:
        """What each bet is paid."""
        return tuple(sum(line.count * line.paid_cents for line in lines) for lines in self.lines)


def settle_game(
    book: NswKeno,
    draw: Draw,
    bets: Sequence[SingleBet],
    pots: Mapping[str, Pot] | None = None,
) -> GameResult:
    """Settle every bet of a game; without pots the jackpots' own parts are left out."""
    return pay_out(book, tuple(settle(book, bet, draw) for bet in bets), pots)


def pay_out(
    book: NswKeno, bets: tuple[Settled, ...], pots: Mapping[str, Pot] | None = None
) -> GameResult:
    """Pro-rate, share and round what the bets of one game have won."""
    figures = book.figures
    total: Amount = sum(
        line.count * line.exact_cents
        for bet in bets
        for line in bet.lines
        if is_major(line.exact_cents, figures)
    )
    cut = pro_rating_applies(total, figures)
    # Without pots, growth is unknown: prizes are paid by the schedule alone.
    shares, jackpots = _share_jackpots(book, bets, pots) if pots is not None else ({}, {})
    paid: list[tuple[PaidLine, ...]] = []
    left = Fraction(0)
    for place, bet in enumerate(bets):
        lines = []
        for line in bet.lines:
            amount = line.exact_cents
            if cut and is_major(amount, figures):
                amount = pro_rated(amount, total, figures)
            # Prize and jackpot are added before rounding: a line is rounded once.
            part = shares.get((place, line.jackpot), 0)
            cents = payable(amount + part, figures)
            left += line.count * (amount + part - cents)
            lines.append(PaidLine(line.count, cents, line.jackpot, part))
        paid.append(tuple(lines))
    return GameResult(bets, total, cut, tuple(paid), jackpots, left)


@dataclass(frozen=True, slots=True)
class Winners:
    """Lines of one bet that won one jackpot."""

    place: int
    count: int
    stake_cents: int  # base stake on each of them
    bonus: bool  # each also won the Keno Bonus Jackpot Prize


def _share_jackpots(
    book: NswKeno, bets: Sequence[Settled], pots: Mapping[str, Pot]
) -> tuple[dict[tuple[int, str], Amount], dict[str, JackpotShare]]:
    """Each winning line's part of its jackpot, and what each jackpot paid.

    All winners of one level share, line by line, whatever their numbers (M03, M46).
    """
    winners: dict[str, list[Winners]] = {}
    for place, bet in enumerate(bets):
        for line in bet.lines:
            if line.jackpot:
                won = next(jackpot for jackpot in bet.jackpots if jackpot.key == line.jackpot)
                bonus = isinstance(won, SpotsJackpot) and won.bonus_jackpot_cents > 0
                lines_won = Winners(place, line.count, won.subscription_cents, bonus)
                winners.setdefault(line.jackpot, []).append(lines_won)
    shares: dict[tuple[int, str], Amount] = {}
    paid: dict[str, JackpotShare] = {}
    for key, winning in winners.items():
        parts, paid[key] = share_jackpot(book, key, pots.get(key, Pot()), winning)
        for bet_lines, part in zip(winning, parts, strict=True):
            # A bet has one line for each jackpot it won, so bet and key name that line.
            shares[bet_lines.place, key] = part / bet_lines.count
    return shares, paid


def share_jackpot(
    book: NswKeno, key: str, pot: Pot, winners: Sequence[Winners]
) -> tuple[list[Fraction], JackpotShare]:
    """The part of each bet's winning lines together, in order, and the sums."""
    weights = [line.count * line.stake_cents for line in winners]
    fill = jackpot_fill(key, book.tables)
    top_up = Fraction(0)
    if pot.guarantee_cents:
        base = _base_cents(book, key)
        top_up = guarantee_top_up(pot.guarantee_cents, base, fill, pot.growth_cents)
    if pot.pooled:
        parts = share_of_pooled_jackpot(pot.growth_cents, fill, weights, pot.elsewhere_cents)
    elif key.startswith("racing/"):
        parts = share_of_racing_jackpot(pot.growth_cents + fill, weights)
    else:
        parts = share_of_spot_jackpot(pot.growth_cents + fill, weights)
    stored = Fraction(pot.growth_cents) + fill
    capped = [within_stored_jackpot(part, stored) for part in parts]
    guarantee = share_by_weight(top_up, weights)
    bonus = _bonus_shares(book, key, winners)
    paid = JackpotShare(
        winners=sum(line.count for line in winners),
        # The fill is fixed and paid in full; what winners get beyond it is the growth.
        growth_cents=sum(capped) - fill,
        fill_cents=fill,
        bonus_jackpot_cents=sum(bonus),
        guarantee_cents=top_up,
    )
    together = zip(capped, guarantee, bonus, strict=True)
    return [Fraction(part) + more + extra for part, more, extra in together], paid


def _bonus_shares(book: NswKeno, key: str, winners: Sequence[Winners]) -> tuple[Fraction, ...]:
    """The flat Keno Bonus Jackpot Prize among those who hold Keno Bonus (M36, M44)."""
    # Only lines with Keno Bonus share it; the others have no weight.
    weights = [line.count * line.stake_cents if line.bonus else 0 for line in winners]
    if not any(weights):
        return (Fraction(0),) * len(winners)
    return share_of_bonus_jackpot(book.tables.jackpots[key].bonus_jackpot_cents, weights)


def _base_cents(book: NswKeno, key: str) -> Amount:
    """The schedule prize of a jackpot on the stake its fill and growth are fixed on (M35)."""
    game, _, level = key.partition("/")
    if game == "racing":
        pays = max(prize.pays_cents for prize in book.tables.racing[level].values())
    else:
        pays = book.tables.spots[game][int(level)][-1]
    figures = book.figures
    return scaled(pays, figures.prize_stake_cents[game], figures.jackpot_stake_cents[game])


def pro_rate(prizes_cents: Sequence[int], figures: Figures) -> tuple[int, ...]:
    """Bare prizes of one game, one a line, after rule 19(a)-(c) and rounding.

    >>> from datetime import date
    >>> from eyesdown.rulebooks.nsw_keno.book import open_on
    >>> figures = open_on(date(2024, 1, 12)).figures
    >>> pro_rate([100, 250], figures)
    (100, 250)
    """
    total = sum(prize for prize in prizes_cents if is_major(prize, figures))
    cut = pro_rating_applies(total, figures)
    return tuple(
        payable(
            pro_rated(prize, total, figures) if cut and is_major(prize, figures) else prize,
            figures,
        )
        for prize in prizes_cents
    )


def share(amount_cents: int, stakes_cents: Sequence[int], figures: Figures) -> tuple[int, ...]:
    """An amount shared by base stake, each part rounded.

    >>> from datetime import date
    >>> from eyesdown.rulebooks.nsw_keno.book import open_on
    >>> figures = open_on(date(2024, 1, 12)).figures
    >>> share(100, [100, 200], figures)
    (30, 60)
    """
    return tuple(payable(part, figures) for part in share_by_weight(amount_cents, stakes_cents))
