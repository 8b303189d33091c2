"""Players and the Banker."""

from __future__ import annotations

from collections.abc import Mapping

from eyesdown.rulebook.chapter import Breach, Chapter, breach
from eyesdown.rulebook.facts.family import BankerFacts, SeatFacts
from eyesdown.rulebooks.family_bingo.figures import FamilyFigures

SEATS = Chapter[SeatFacts, FamilyFigures]("family-bingo", "Players")
BANKERS = Chapter[BankerFacts, FamilyFigures]("family-bingo", "The Banker")


@SEATS.enforces("Players", "players/no_card_left", "players/has_a_card")
def a_card_for_each_player(seat: SeatFacts, figures: FamilyFigures) -> Breach | None:
    """One card a player (K15)."""
    if seat.cards_held >= figures.cards_per_player:
        return breach("players/has_a_card", player=seat.player, cards=seat.cards_held)
    if seat.cards_left <= 0:
        return breach("players/no_card_left", player=seat.player)
    return None


@SEATS.enforces("Banker does not play", "banker/does_not_play")
def banker_holds_no_card(seat: SeatFacts) -> Breach | None:
    """The Banker does not score while Banker, but keeps the total so far (K22)."""
    if seat.player != seat.banker:
        return None
    return breach("banker/does_not_play", player=seat.player)


@BANKERS.enforces("Banker first round (English)", "banker/not_named")
def banker_is_named(banker: BankerFacts) -> Breach | None:
    """Anybody present may be chosen by the players (K13)."""
    return None if banker.person else breach("banker/not_named")


@BANKERS.computes("Banker first round (French)")
def card_handed_back(person: str, dealt: Mapping[str, int]) -> int:
    """The card a player gives back on becoming Banker; 0 if they held none."""
    return dealt.get(person, 0)


@BANKERS.enforces("Banker later rounds", "banker/not_offered")
def banker_is_winner_or_stays(banker: BankerFacts) -> Breach | None:
    if not banker.choices or banker.person in banker.choices:
        return None
    return breach("banker/not_offered", person=banker.person, choices=", ".join(banker.choices))


def banker_choices(totals: Mapping[str, int], banker: str) -> tuple[str, ...]:
    """Who may be the next Banker: the winner with the highest total, or the present one (K14)."""
    best = max(totals.values(), default=0)
    return (*(player for player, total in totals.items() if total == best), banker)
