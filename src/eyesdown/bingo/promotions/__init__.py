"""Promotional prizes: offered, published, lodged, drawn, notified, paid or denied."""

from eyesdown.bingo.promotions.commands import Command
from eyesdown.bingo.promotions.decide import decide
from eyesdown.bingo.promotions.events import Event
from eyesdown.bingo.promotions.evolve import evolve
from eyesdown.bingo.promotions.state import PromotionsState

__all__ = ["Command", "Event", "PromotionsState", "decide", "evolve"]
