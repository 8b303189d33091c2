"""Every command to a hall, as one type. The commands themselves are in the sub-rooms.

Numbers of games, cards and books count from 1; 0 and "" mean that none is named.
"""

from __future__ import annotations

from typing import TypeAlias

from eyesdown.bingo.claims import commands as claims
from eyesdown.bingo.play import commands as play
from eyesdown.bingo.pools import commands as pools
from eyesdown.bingo.sales import commands as sales
from eyesdown.bingo.session import commands as session
from eyesdown.bingo.trouble import commands as trouble

Command: TypeAlias = (
    session.Command
    | sales.Command
    | pools.Command
    | play.Command
    | claims.Command
    | trouble.Command
)
