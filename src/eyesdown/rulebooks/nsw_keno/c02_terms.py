"""Rule 2: one code for each thing, the people and places a Venue needs, and consecutive games."""

from __future__ import annotations

from dataclasses import dataclass
from datetime import date

from eyesdown.rulebook.chapter import Breach, Chapter, breach
from eyesdown.rulebook.facts.keno_entry import EntryFacts, VenueFacts
from eyesdown.rulebook.spelling import one_spelling
from eyesdown.rulebooks.nsw_keno.figures import Figures


@dataclass(frozen=True, slots=True)
class ApprovalFacts:
    """An approval that a clause requires."""

    what: str
    approval: str


@dataclass(frozen=True, slots=True)
class CompanionFacts:
    """A Lucky Last line, and whether the picks of its very Spots beside it have Keno Bonus.

    A Combination's Groups count as one pick.
    """

    spots: int
    beside: frozenset[bool]
    with_keno2: bool
    bonus: bool


APPROVALS: Chapter[ApprovalFacts, Figures] = Chapter("nsw-keno", "Rule 2 - Approval")
TERMS: Chapter[object, Figures] = Chapter("nsw-keno", "Rule 2 - Terms")
VENUES: Chapter[VenueFacts, Figures] = Chapter("nsw-keno", "Rule 2 - Venues")
COMPANIONS: Chapter[CompanionFacts, Figures] = Chapter("nsw-keno", "Rule 2 - Add-ons")
TEMPLATES: Chapter[EntryFacts, Figures] = Chapter("nsw-keno", "Rule 2 - Superplay")

ALIASES = {
    "combo": "combination",
    "combo_bet": "combination",
    "combination_bet": "combination",
    "quick_pick": "kwikipik",
    "quickpick": "kwikipik",
    "kwipik": "kwikipik",
    "set_bet": "superplay",
    "setbet": "superplay",
    "heads_or_tails?": "heads_or_tails",
    "keno_$2_game": "keno2",
    "keno_classic": "regular",
    "keno_mega_millions": "keno2",
    "keno_racing": "racing",
    "keno_roulette": "roulette",
    "regular_keno": "regular",
    "boxed": "box",
    "with_the_field": "field",
    "splits": "split",
    "rows": "row",
    "corners": "corner",
    "columns": "column",
    "dozens": "dozen",
    "low_or_high": "low_high",
    "odds_or_evens": "odd_even",
    "odd_or_even": "odd_even",
    "red_or_black": "red_black",
    "unclaimed_prize_form": "unclaimed_prize_claim_form",
}


@TERMS.computes("2:Combo Bet", "2:Quick Pick", "2:Set Bet")
def canonical_term(name: str) -> str:
    """The one code of a term that the text spells in several ways (X12).

    >>> canonical_term("Quick Pick"), canonical_term("SETBET"), canonical_term("Six-Line")
    ('kwikipik', 'superplay', 'six_line')
    """
    key = one_spelling(name)
    return ALIASES.get(key, key)


@APPROVALS.enforces("2:Approved", "approval/missing")
def approval_is_on_file(wanted: ApprovalFacts) -> Breach | None:
    return None if wanted.approval else breach("approval/missing", what=wanted.what)


@TERMS.computes("2:Keno Day")
def keno_day_of(trading_began: date) -> date:
    """A Keno Day is named by the day its trading began, however long it runs past midnight.

    >>> keno_day_of(date(2026, 11, 16)).isoformat()
    '2026-11-16'
    """
    return trading_began


@TERMS.computes("2(b)(iii)")
def consecutive_games(open_game: int, games_count: int) -> range:
    """The running numbers of an Entry's games; they go on over the end of a Keno Day (T07).

    >>> list(consecutive_games(120, 5))
    [120, 121, 122, 123, 124]
    """
    return range(open_game, open_game + games_count)


@VENUES.enforces("2:Hotel", "venue/general_bar")
def hotel_is_no_general_bar(venue: VenueFacts) -> Breach | None:
    return breach("venue/general_bar", venue=venue.venue) if venue.general_bar else None


@VENUES.enforces("2:Venue", "venue/not_appointed", "venue/no_approval")
def venue_is_appointed_with_approval(venue: VenueFacts) -> Breach | None:
    if not venue.appointed or not venue.venue:
        return breach("venue/not_appointed", venue=venue.venue)
    return None if venue.approval else breach("venue/no_approval", venue=venue.venue)


@COMPANIONS.enforces("2:Lucky Last", "lucky_last/other_spots")
def lucky_last_covers_the_pick(last: CompanionFacts) -> Breach | None:
    """It plays all Spots of the pick it goes with, a Combination's Groups together (G16, G17)."""
    return None if last.beside else breach("lucky_last/other_spots", spots=last.spots)


@COMPANIONS.enforces("2:Keno Bonus", "bonus/not_on_both")
def bonus_covers_pick_and_lucky_last(last: CompanionFacts) -> Breach | None:
    """Keno Bonus is chosen for a pick and its Lucky Last together, or for neither (G25)."""
    if last.with_keno2 or not last.beside or last.bonus in last.beside:
        return None
    return breach("bonus/not_on_both", lucky_last=int(last.bonus))


@COMPANIONS.enforces("2:Keno Bonus:excluded", "bonus/not_with_this_game")
def no_bonus_beside_the_two_dollar_game(last: CompanionFacts) -> Breach | None:
    """Keno Bonus on a Lucky Last of a $2 Game Entry would be Bonus with the $2 Game (G25)."""
    if not (last.bonus and last.with_keno2):
        return None
    return breach("bonus/not_with_this_game", form="lucky_last")


@TEMPLATES.enforces("2:Customised Superplay", "superplay/other_venue")
def customised_superplay_stays_at_its_venue(entry: EntryFacts) -> Breach | None:
    if entry.template_venue in ("", entry.venue):
        return None
    return breach("superplay/other_venue", venue=entry.venue, programmed_for=entry.template_venue)


@TEMPLATES.enforces("2:Superplay:nominate", "superplay/not_nominated")
def superplay_names_stake_and_games(entry: EntryFacts) -> Breach | None:
    if entry.stakes_named and entry.games_count > 0:
        return None
    return breach("superplay/not_nominated", games=entry.games_count)
