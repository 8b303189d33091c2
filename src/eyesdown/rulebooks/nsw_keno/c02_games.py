"""Rules 2 and 4: the draw, the spot games, Heads or Tails?, Keno Bonus and Lucky Last."""

from __future__ import annotations

from collections.abc import Collection, Mapping, Sequence
from fractions import Fraction
from functools import cache

from eyesdown.kernel.errors import quoted
from eyesdown.rulebook.chapter import Breach, Chapter, breach
from eyesdown.rulebook.facts.keno_bets import BonusFacts, SeriesFacts
from eyesdown.rulebook.keno_words import BetForm, HeadsOrTailsResult, SpotGame, Spots
from eyesdown.rulebooks.nsw_keno.figures import Figures

GAMES: Chapter[object, Figures] = Chapter("nsw-keno", "Rule 2 - Games")
NUMBERS: Chapter[Spots, Figures] = Chapter("nsw-keno", "Rule 2 - Spots")
SPOTS: Chapter[Spots, Figures] = Chapter("nsw-keno", "Rules 2 and 4 - Picks")
BONUS: Chapter[BonusFacts, Figures] = Chapter("nsw-keno", "Rule 2 - Keno Bonus")
LUCKY_LAST: Chapter[tuple[BetForm, ...], Figures] = Chapter("nsw-keno", "Rule 2 - Lucky Last")
SERIES: Chapter[SeriesFacts, Figures] = Chapter("nsw-keno", "Rule 2 - Prepick and Let it Run")


@GAMES.computes("2:Drawing")
def draw_problem(numbers: Sequence[int], figures: Figures) -> str | None:
    """Why these numbers cannot be a draw; None when they can.

    >>> from datetime import date
    >>> from eyesdown.rulebooks.nsw_keno.book import open_on
    >>> figures = open_on(date(2024, 1, 12)).figures
    >>> draw_problem([1, 1], figures)
    '2 numbers, not 20'
    """
    if len(numbers) != figures.numbers_drawn:
        return f"{len(numbers)} numbers, not {figures.numbers_drawn}"
    if all_different(numbers, figures.numbers_max):
        return None
    odd = _not_on_the_grid(numbers, figures)
    if odd is None:
        return "a number is there twice"
    return f"{quoted(odd)} is not between 1 and {figures.numbers_max}"


def all_different(numbers: Collection[int], highest: int) -> bool:
    """Whether they are different numbers from 1 up to the highest: each strikes out another one.

    >>> all_different((1, 80), 80), all_different((1, 81), 80), all_different((7, 7), 80)
    (True, False, False)
    """
    try:
        struck = bytes(numbers)
    except ValueError:  # less than nothing, or far too high
        return False
    return len(_bytes_to(highest).translate(None, struck)) + len(struck) == highest


def _not_on_the_grid(numbers: Collection[int], figures: Figures) -> int | None:
    return next((number for number in numbers if not 1 <= number <= figures.numbers_max), None)


@cache
def _bytes_to(highest: int) -> bytes:
    """The numbers from 1 up, one byte each, so that a look through them takes one step."""
    return bytes(range(1, highest + 1))


@NUMBERS.enforces("2:Spot", "spots/no_such_number", "spots/number_twice")
@SPOTS.enforces("2:Spot", "spots/no_such_number", "spots/number_twice")
def spots_are_numbers_of_the_grid(spots: Spots, figures: Figures) -> Breach | None:
    if all_different(spots, figures.numbers_max):
        return None
    odd = _not_on_the_grid(spots, figures)
    if odd is not None:
        return breach("spots/no_such_number", spot=odd, numbers_max=figures.numbers_max)
    twice = next(spot for spot in spots if spots.count(spot) > 1)
    return breach("spots/number_twice", spot=twice)


@SPOTS.enforces("4:object", "spots/count")
def number_of_spots_is_offered(spots: Spots, figures: Figures) -> Breach | None:
    if len(spots) in figures.spot_counts:
        return None
    return breach("spots/count", spots=len(spots))


@GAMES.computes("2:Regular Keno", "2:Keno $2 Game")
def matched(spots: Collection[int], drawn: bytes) -> int:
    """How many spots were drawn, one byte a number; the same draw serves both games."""
    return len(drawn) - len(drawn.translate(None, bytes(spots)))


@GAMES.computes("2:Regular Keno Jackpot", "2:Keno $2 Game Keno Jackpot")
def jackpot_won(game: SpotGame, spots: int, caught: int, figures: Figures) -> str | None:
    """The jackpot's key when all spots of a jackpot pick were drawn.

    The $2 Game has one jackpot a level, by whichever of its two names (X13).
    """
    if caught == spots and spots in figures.jackpot_spot_counts:
        return f"{game}/{spots}"
    return None


@GAMES.computes(
    "2:Heads or Tails?(i)",
    "2:Heads or Tails?(ii)",
    "2:Heads or Tails?(iii)",
)
def heads_or_tails(numbers: Collection[int], figures: Figures) -> HeadsOrTailsResult:
    """The result of a game: heads, tails or evens, by how many low and high numbers were drawn.

    >>> from datetime import date
    >>> from eyesdown.rulebooks.nsw_keno.book import open_on
    >>> figures = open_on(date(2024, 1, 12)).figures
    >>> heads_or_tails(range(1, 21), figures)
    'heads'
    """
    high = len(bytes(numbers).translate(None, _bytes_to(figures.heads_number_max)))
    low = len(numbers) - high
    if low >= figures.heads_or_tails_majority:
        return "heads"
    if high >= figures.heads_or_tails_majority:
        return "tails"
    return "evens"


@GAMES.computes("2:Lucky Last")
def lucky_last_won(spots: Collection[int], last: int) -> bool:
    """Every spot of the pick it goes with may be the last number drawn (G16, G17).

    >>> lucky_last_won((4, 8), 8), lucky_last_won((4, 8), 9)
    (True, False)
    """
    return last in spots


@BONUS.enforces("2:Keno Bonus", "bonus/alone")
def bonus_goes_with_a_game(ask: BonusFacts) -> Breach | None:
    return breach("bonus/alone") if ask.bonus and ask.form is None else None


@BONUS.enforces("2:Keno Bonus:excluded", "bonus/not_with_this_game")
def bonus_never_with_racing_or_keno2(ask: BonusFacts, figures: Figures) -> Breach | None:
    """Stray words elsewhere that speak of such a bonus have no effect (X17)."""
    if ask.bonus and ask.form in figures.forms_without_bonus:
        return breach("bonus/not_with_this_game", game=str(ask.form))
    return None


@BONUS.enforces("2:Multiplier:racing", "bonus/no_multiplier_in_racing")
def multiplier_never_in_racing(ask: BonusFacts) -> Breach | None:
    if ask.bonus and ask.form == "racing":
        return breach("bonus/no_multiplier_in_racing")
    return None


@GAMES.computes("2:Keno Bonus(i)")
def multiplier_for(multiplier: int, *, bonus: bool) -> int:
    """What a Subscription is multiplied by, for its Schedule prize only.

    >>> multiplier_for(4, bonus=True), multiplier_for(4, bonus=False)
    (4, 1)
    """
    return multiplier if bonus else 1


@GAMES.computes("2:Keno Bonus(ii)", "2:Keno Bonus Jackpot Prize")
def bonus_jackpot_is_due(multiplier: int, *, bonus: bool, figures: Figures) -> bool:
    """On top of the multiplied prize, whenever the Multiplier is above 1 (G27).

    >>> from datetime import date
    >>> from eyesdown.rulebooks.nsw_keno.book import open_on
    >>> figures = open_on(date(2024, 1, 12)).figures
    >>> bonus_jackpot_is_due(10, bonus=True, figures=figures)
    True
    """
    return bonus and multiplier in figures.bonus_jackpot_multipliers


@LUCKY_LAST.enforces("2:Lucky Last:excluded", "lucky_last/not_with_this_game")
def lucky_last_goes_with_a_spot_game(forms: tuple[BetForm, ...], figures: Figures) -> Breach | None:
    if "lucky_last" not in forms:
        return None
    others = [form for form in forms if form != "lucky_last"]
    if others and all(form in figures.forms_with_lucky_last for form in others):
        return None
    return breach("lucky_last/not_with_this_game", games=", ".join(others))


@SERIES.enforces("2:Prepick", "series/games")
def series_length_is_offered(series: SeriesFacts, figures: Figures) -> Breach | None:
    """One game is a Prepick; a Let it Run of one would have nothing to carry (G15)."""
    least = figures.let_it_run_games_min if series.let_it_run else figures.prepick_games_min
    if least <= series.games <= figures.prepick_games_max:
        return None
    return breach(
        "series/games",
        games=series.games,
        games_min=least,
        games_max=figures.prepick_games_max,
    )


@GAMES.computes("2:Let it Run:carry", "2:Let it Run:end")
def carried(prize_cents: int, *, games_left: int) -> int:
    """What goes on to the next game: the whole prize while games are left, nothing after a loss."""
    return prize_cents if games_left else 0


@GAMES.computes("2:Multi-Game")
def cost_of_games(cost_cents: int, games: int) -> int:
    """The same bets in each of several games (G14).

    >>> cost_of_games(200, 5)
    1000
    """
    return cost_cents * games


@GAMES.computes("2:Major Prize")
def is_major(prize_cents: int | Fraction, figures: Figures) -> bool:
    """Per line, after the Multiplier and before rounding, jackpot parts left out (M09)."""
    return prize_cents > figures.major_prize_above_cents


@GAMES.computes(
    "2:Multiplier(i)",
    "2:Multiplier(ii)",
    "2:Multiplier(iii)",
    "2:Multiplier(iv)",
    "2:Multiplier(v)",
    "2:Multiplier(vi)",
)
def multiplier_of(total: int, multipliers: Mapping[int, int]) -> int:
    """By the sum of the twenty numbers."""
    return multipliers[total]
