"""Promotional prizes: offered, published, lodged, drawn, told, paid or denied."""

from eyesdown.bingo.promotions.commands import Command
from eyesdown.bingo.promotions.decide import decide
from eyesdown.bingo.promotions.events import Event
from eyesdown.bingo.promotions.evolve import evolve
from eyesdown.bingo.promotions.state import State

__all__ = ["Command", "Event", "State", "decide", "evolve"]
