"""The boxed 75-ball game: a Banker, discs, counters, and a score over several rounds."""

from eyesdown.bingo.family.commands import Command
from eyesdown.bingo.family.decide import decide
from eyesdown.bingo.family.events import Event
from eyesdown.bingo.family.evolve import evolve
from eyesdown.bingo.family.state import FamilyState

__all__ = ["Command", "Event", "FamilyState", "decide", "evolve"]
