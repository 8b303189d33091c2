"""Rules 7(c), 7(d) and 9(c)-(l): minimums, steps and maximums, per bet, per Entry, per game."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from functools import partial

from eyesdown.rulebook.chapter import Breach, Chapter, breach
from eyesdown.rulebook.facts.keno_bets import AggregateFacts, BetsFacts, StakeFacts
from eyesdown.rulebook.keno_words import BetForm, HeadsOrTailsResult, RouletteBet
from eyesdown.rulebooks.nsw_keno.figures import Figures

REGULAR: Chapter[StakeFacts, Figures] = Chapter("nsw-keno", "Rule 9 - Regular Keno")
KENO2: Chapter[StakeFacts, Figures] = Chapter("nsw-keno", "Rule 9 - Keno $2 Game")
LUCKY_LAST: Chapter[StakeFacts, Figures] = Chapter("nsw-keno", "Rule 9 - Lucky Last")
HEADS_OR_TAILS: Chapter[StakeFacts, Figures] = Chapter("nsw-keno", "Rule 9 - Heads or Tails?")
RACING: Chapter[StakeFacts, Figures] = Chapter("nsw-keno", "Rule 9 - Keno Racing")
ENTRY: Chapter[BetsFacts, Figures] = Chapter("nsw-keno", "Rules 7 and 9 - Entries")
AGGREGATES: Chapter[AggregateFacts, Figures] = Chapter("nsw-keno", "Rule 9(h) - Aggregates")
CARRIES: Chapter[AggregateFacts, Figures] = Chapter("nsw-keno", "Rule 9(h) - Let it Run")

STAKES: dict[BetForm, Chapter[StakeFacts, Figures]] = {
    "regular": REGULAR,
    "keno2": KENO2,
    "lucky_last": LUCKY_LAST,
    "heads_or_tails": HEADS_OR_TAILS,
    "prepick": HEADS_OR_TAILS,
    "let_it_run": HEADS_OR_TAILS,
    "racing": RACING,
}

ROULETTE_MINIMUMS: dict[RouletteBet, str] = {
    "straight_up": "9(i):Straight Up",
    "split": "9(i):Split",
    "row": "9(i):Row",
    "corner": "9(i):Corner",
    "six_line": "9(i):Six Line",
    "column": "9(i):Column",
    "dozen": "9(i):Dozens",
    "low_high": "9(i):Low or High",
    "red_black": "9(i):Red or Black",
    "odd_even": "9(i):Odd or Even",
}


def below_minimum(stake_cents: int, minimum_cents: int) -> Breach | None:
    """Refuses a stake below its minimum.

    >>> below_minimum(100, 100), below_minimum(50, 100).code
    (None, 'stake/below_minimum')
    """
    if stake_cents >= minimum_cents:
        return None
    return breach("stake/below_minimum", stake_cents=stake_cents, minimum_cents=minimum_cents)


def off_step(stake_cents: int, step_cents: int, decision: str = "") -> Breach | None:
    """Refuses a stake between two steps; `decision` where the step is ours, not the text's.

    >>> off_step(200, 100), off_step(150, 100, 'G21').decision
    (None, 'G21')
    """
    if stake_cents % step_cents == 0:
        return None
    return breach(
        "stake/not_a_step", decision=decision, stake_cents=stake_cents, step_cents=step_cents
    )


def tier(combinations: int, figures: Figures) -> int | None:
    """Which tier of lower minimums a number of Combinations reaches; None for one to three.

    >>> from datetime import date
    >>> from eyesdown.rulebooks.nsw_keno.book import open_on
    >>> figures = open_on(date(2024, 1, 12)).figures
    >>> tier(3, figures), tier(4, figures)
    (None, 0)
    """
    reached = [n for n in figures.combination_tiers_from if combinations >= n]
    return len(reached) - 1 if reached else None


@ENTRY.enforces("2:Combination Bet:nominate", "combination/stakes_differ")
def one_stake_for_all_combinations(entry: BetsFacts) -> Breach | None:
    """A Subscriber names one amount, and it is staked on each Combination of the Entry (G18)."""
    stakes = entry.combination_stakes_cents
    if len(stakes) <= 1:
        return None
    return breach("combination/stakes_differ", lowest_cents=min(stakes), highest_cents=max(stakes))


@ENTRY.enforces("2:Multi-Game", "entry/games")
def number_of_games(entry: BetsFacts, figures: Figures) -> Breach | None:
    """The text has no limit; up to a hundred games (G23)."""
    if 1 <= entry.games <= figures.multi_game_games_max:
        return None
    return breach("entry/games", games=entry.games, games_max=figures.multi_game_games_max)


@ENTRY.enforces("7(c)", "heads_or_tails/several_selections")
def one_selection_of_heads_or_tails(entry: BetsFacts, figures: Figures) -> Breach | None:
    most = figures.heads_or_tails_selections_max
    if entry.heads_or_tails_selections <= most:
        return None
    return breach(
        "heads_or_tails/several_selections",
        selections=entry.heads_or_tails_selections,
        selections_max=most,
    )


ENTRY.computes("7(d)")(one_selection_of_heads_or_tails)  # it binds no other form


@REGULAR.enforces("9(c)(i)", "stake/below_minimum", "stake/not_a_step")
def regular_minimum(bet: StakeFacts, figures: Figures) -> Breach | None:
    """Single picks in steps of a dollar (G21); a few Combinations pay as single picks (G20)."""
    if tier(bet.combinations, figures) is not None:
        return None
    stake = bet.stakes_cents[0]
    return below_minimum(stake, figures.regular_stake_min_cents) or off_step(
        stake, figures.regular_stake_step_cents, "G21"
    )


@KENO2.enforces("9(c)(ii)", "stake/below_minimum", "stake/not_a_step")
def keno2_minimum(bet: StakeFacts, figures: Figures) -> Breach | None:
    if tier(bet.combinations, figures) is not None:
        return None
    stake = bet.stakes_cents[0]
    return below_minimum(stake, figures.keno2_stake_min_cents) or off_step(
        stake, figures.keno2_stake_step_cents, "G21"
    )


@LUCKY_LAST.enforces("2:Lucky Last", "stake/below_minimum", "stake/not_a_step")
def lucky_last_minimum(bet: StakeFacts, figures: Figures) -> Breach | None:
    """The text gives none; a dollar, in steps of a dollar (G16)."""
    stake = bet.stakes_cents[0]
    return below_minimum(stake, figures.lucky_last_stake_min_cents) or off_step(
        stake, figures.lucky_last_stake_step_cents, "G16"
    )


def minimum_stakes(figures: Figures) -> Iterator[tuple[str, int]]:
    """Every minimum by game and bet, to show to players (9(c)).

    >>> from datetime import date
    >>> from eyesdown.rulebooks.nsw_keno.book import open_on
    >>> figures = open_on(date(2024, 1, 12)).figures
    >>> dict(minimum_stakes(figures))['regular']
    100
    """
    yield "regular", figures.regular_stake_min_cents
    yield "keno2", figures.keno2_stake_min_cents
    yield "lucky_last", figures.lucky_last_stake_min_cents
    yield "heads_or_tails", figures.heads_or_tails_stake_min_cents
    yield "racing", figures.racing_stake_min_cents
    for bet, cents in figures.roulette_stake_min_cents.items():
        yield f"roulette/{bet}", cents


@ENTRY.enforces("9(c):max", "entry/above_maximum")
def entry_maximum(entry: BetsFacts, figures: Figures) -> Breach | None:
    """All games and all forms of the Entry together, Keno Bonus included (G22)."""
    if entry.terminal == "self_service" or entry.cost_cents <= figures.entry_cents_max:
        return None
    return breach(
        "entry/above_maximum", cost_cents=entry.cost_cents, maximum_cents=figures.entry_cents_max
    )


@ENTRY.enforces("9(c):max SST", "entry/above_self_service_maximum")
def self_service_maximum(entry: BetsFacts, figures: Figures) -> Breach | None:
    most = figures.self_service_entry_cents_max
    if entry.terminal != "self_service" or entry.cost_cents <= most:
        return None
    return breach(
        "entry/above_self_service_maximum", cost_cents=entry.cost_cents, maximum_cents=most
    )


def combination_minimum(place: int, bet: StakeFacts, figures: Figures) -> Breach | None:
    """The minimum for each Combination in one tier of its game."""
    if bet.jackpot_entry or tier(bet.combinations, figures) != place:
        return None
    regular = bet.form == "regular"
    least = (
        figures.combination_regular_min_cents if regular else figures.combination_keno2_min_cents
    )
    return below_minimum(bet.stakes_cents[0], least[place])


for _place, _tier in enumerate(("i", "ii", "iii")):
    for _chapter, _part in ((REGULAR, "a"), (KENO2, "b")):
        _chapter.enforces(f"9(d)({_tier})({_part})", "stake/below_minimum")(
            partial(combination_minimum, _place)
        )


@REGULAR.enforces("9(d):jackpot", "stake/below_minimum")
@KENO2.enforces("9(d):jackpot", "stake/below_minimum")
def jackpot_entry_minimum(bet: StakeFacts, figures: Figures) -> Breach | None:
    """A Combination of seven to ten Spots makes the whole Entry a Jackpot Entry (G20)."""
    if not bet.jackpot_entry or tier(bet.combinations, figures) is None:
        return None
    return below_minimum(
        bet.stakes_cents[0],
        figures.regular_stake_min_cents if bet.form == "regular" else figures.keno2_stake_min_cents,
    )


@REGULAR.enforces("9(e)(a)", "stake/not_a_step")
def combination_step_regular(bet: StakeFacts, figures: Figures) -> Breach | None:
    if tier(bet.combinations, figures) is None:
        return None
    return off_step(bet.stakes_cents[0], figures.combination_regular_step_cents)


@KENO2.enforces("9(e)(b)", "stake/not_a_step")
def combination_step_keno2(bet: StakeFacts, figures: Figures) -> Breach | None:
    if tier(bet.combinations, figures) is None:
        return None
    return off_step(bet.stakes_cents[0], figures.combination_keno2_step_cents)


@HEADS_OR_TAILS.enforces("9(f):min", "stake/below_minimum")
def heads_or_tails_minimum(bet: StakeFacts, figures: Figures) -> Breach | None:
    return below_minimum(min(bet.stakes_cents), figures.heads_or_tails_stake_min_cents)


@HEADS_OR_TAILS.enforces("9(f):step", "stake/not_a_step", "stake/games_differ")
def heads_or_tails_step(bet: StakeFacts, figures: Figures) -> Breach | None:
    """Steps of a dollar, and the same stake in every game the Entry pays for."""
    low, high = min(bet.stakes_cents), max(bet.stakes_cents)
    if low != high:
        return breach("stake/games_differ", lowest_cents=low, highest_cents=high)
    return off_step(low, figures.heads_or_tails_stake_step_cents)


@HEADS_OR_TAILS.enforces("9(f):max", "stake/above_maximum")
def heads_or_tails_maximum(bet: StakeFacts, figures: Figures) -> Breach | None:
    return None if bet.form == "let_it_run" else _above_game_maximum(bet, figures)


@HEADS_OR_TAILS.enforces("9(f):LIR max", "stake/above_maximum")
def let_it_run_maximum(bet: StakeFacts, figures: Figures) -> Breach | None:
    """Only the first game of the Entry is held to it; what is carried is not."""
    return _above_game_maximum(bet, figures) if bet.form == "let_it_run" else None


def _above_game_maximum(bet: StakeFacts, figures: Figures) -> Breach | None:
    stake, most = max(bet.stakes_cents), figures.heads_or_tails_stake_max_cents
    if stake <= most:
        return None
    return breach("stake/above_maximum", stake_cents=stake, maximum_cents=most)


@RACING.enforces("9(g):bet", "stake/below_minimum", "stake/not_a_step")
def racing_minimum(bet: StakeFacts, figures: Figures) -> Breach | None:
    """Fifty cents a bet, in steps of fifty cents (G08)."""
    stake = bet.stakes_cents[0]
    return below_minimum(stake, figures.racing_stake_min_cents) or off_step(
        stake, figures.racing_stake_step_cents
    )


@ENTRY.enforces("9(g):game", "entry/racing_below_minimum")
def racing_game_minimum(entry: BetsFacts, figures: Figures) -> Breach | None:
    """All racing bets of the Entry on one game together (G09)."""
    if "racing" not in entry.forms or entry.racing_cents >= figures.racing_game_min_cents:
        return None
    return breach(
        "entry/racing_below_minimum",
        racing_cents=entry.racing_cents,
        minimum_cents=figures.racing_game_min_cents,
    )


def aggregate_within(
    result: HeadsOrTailsResult, bet: AggregateFacts, figures: Figures
) -> Breach | None:
    """Base stakes of one game on one result may come up to the limit, not over it (G30).

    Carries of the game before go first, so what they may need is as good as sold (G29).
    """
    most = figures.aggregate_max_cents[result]
    if bet.result != result or bet.sold_cents + bet.reserved_cents + bet.stake_cents <= most:
        return None
    return breach(
        "aggregate/full",
        result=result,
        sold_cents=bet.sold_cents,
        reserved_cents=bet.reserved_cents,
        stake_cents=bet.stake_cents,
        maximum_cents=most,
    )


AGGREGATES.enforces("9(h)(i)", "aggregate/full")(partial(aggregate_within, "heads"))
AGGREGATES.enforces("9(h)(ii)", "aggregate/full")(partial(aggregate_within, "tails"))
AGGREGATES.enforces("9(h)(iii)", "aggregate/full")(partial(aggregate_within, "evens"))


@CARRIES.enforces("9(h):LIR", "let_it_run/not_carried")
def carry_within_aggregate(carry: AggregateFacts, figures: Figures) -> Breach | None:
    """A carry goes in whole or not at all; if not, the prize is paid and the series ends (G29).

    The Entry maximum does not bind it (X04, X05).
    """
    if aggregate_within(carry.result, carry, figures) is None:
        return None
    return breach(
        "let_it_run/not_carried",
        result=carry.result,
        sold_cents=carry.sold_cents,
        carried_cents=carry.stake_cents,
        maximum_cents=figures.aggregate_max_cents[carry.result],
    )


CARRIES.computes("9(f):LIR later", "2:Let it Run:subject")(carry_within_aggregate)


def roulette_minimum(bet: StakeFacts, figures: Figures) -> Breach | None:
    """The minimum of the bet's own row in the table."""
    assert bet.roulette_bet is not None
    return below_minimum(bet.stakes_cents[0], figures.roulette_stake_min_cents[bet.roulette_bet])


def roulette_step(bet: StakeFacts, figures: Figures) -> Breach | None:
    """A roulette stake rises in the steps of the figures."""
    return off_step(bet.stakes_cents[0], figures.roulette_stake_step_cents)


ROULETTE_STAKES: dict[RouletteBet, Chapter[StakeFacts, Figures]] = {}
for _kind, _clause in ROULETTE_MINIMUMS.items():
    ROULETTE_STAKES[_kind] = Chapter("nsw-keno", f"Rule 9 - Keno Roulette, {_kind}")
    ROULETTE_STAKES[_kind].enforces(_clause, "stake/below_minimum")(roulette_minimum)
    ROULETTE_STAKES[_kind].enforces("9(i):step", "stake/not_a_step")(roulette_step)


@ENTRY.computes("9(j)")
def with_bonus(stake_cents: int, *, bonus: bool) -> int:
    """What a game costs: Keno Bonus costs as much again, on every Combination too (G26).

    >>> with_bonus(100, bonus=True), with_bonus(100, bonus=False)
    (200, 100)
    """
    return stake_cents + (stake_cents if bonus else 0)


@ENTRY.computes("9(k)(i)", "9(k)(ii)")
def split_carry(prize_cents: int, *, bonus_next: bool, figures: Figures) -> tuple[int, int]:
    """A carried prize as the next game's stake and its Keno Bonus stake.

    Halves while the next game has Keno Bonus, the odd cent to the game (G31); all to the game when
    none is left (G28).

    >>> from datetime import date
    >>> from eyesdown.rulebooks.nsw_keno.book import open_on
    >>> figures = open_on(date(2024, 1, 12)).figures
    >>> split_carry(500, bonus_next=True, figures=figures)
    (250, 250)
    """
    bonus = int(prize_cents * figures.bonus_carry_share) if bonus_next else 0
    return prize_cents - bonus, bonus


@ENTRY.computes("9(l)")
def bonus_by_game(games: int, bonus_games: int) -> tuple[bool, ...]:
    """Fewer games of Keno Bonus than games: it goes with the first ones.

    >>> bonus_by_game(3, 2)
    (True, True, False)
    """
    return tuple(place < bonus_games for place in range(games))


def cost_of_series(stakes_cents: Sequence[int], bonus: Sequence[bool]) -> int:
    """What several games cost together, each with or without Keno Bonus."""
    return sum(
        with_bonus(stake, bonus=with_it) for stake, with_it in zip(stakes_cents, bonus, strict=True)
    )
