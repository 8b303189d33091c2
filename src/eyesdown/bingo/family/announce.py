"""What the Banker says aloud, in English or in French."""

from __future__ import annotations

from eyesdown.bingo.family.events import (
    BankerNamed,
    BingoCried,
    CardDealt,
    DiscCalled,
    Event,
    RoundStarted,
    RoundVoided,
    RoundWon,
    RowReadBack,
    SeriesTied,
    SeriesWon,
)
from eyesdown.rulebooks.family_bingo.words import say


def announcement(event: Event, language: str) -> str:
    """The sentence for an event; '' for an event that is not announced."""
    match event:
        case CardDealt(player=player, card=card):
            return say("dealt", language, player=player, card=card)
        case BankerNamed(person=person):
            return say("banker", language, person=person)
        case RoundStarted(round=number):
            return say("round", language, round=number)
        case DiscCalled(label=label, said=letter, disc=disc) if letter:
            return say("corrected", language, label=label, called=f"{letter}{disc}")
        case DiscCalled(label=label):
            return say("call", language, label=label)
        case BingoCried(player=player):
            return say("cry", language, player=player)
        case RowReadBack(player=player, right=right, total=total):
            return say("right" if right else "wrong", language, player=player, total=total)
        case RoundWon(winners=winners):
            return say("won", language, players=", ".join(winners))
        case RoundVoided():
            return say("void", language)
        case SeriesTied(players=players):
            return say("tied", language, players=", ".join(players))
        case SeriesWon(player=player, score=score):
            return say("series", language, player=player, score=score)
        case _:
            return ""
