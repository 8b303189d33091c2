"""The state of a hall on the site: its games, its draws, who has access, and control's own book."""

from __future__ import annotations

from datetime import datetime

from msgspec import Struct, field

from eyesdown.bingo.promotions.state import PromotionsState
from eyesdown.bingo.state.game import Game
from eyesdown.bingo.state.state import HallState
from eyesdown.central.site.people.access import Access
from eyesdown.central.site.people.second_person import LetIn
from eyesdown.central.site.sealing import Count, Sealing, is_generator, is_published
from eyesdown.central.site.witnessing import Witnessing
from eyesdown.control.hall.tally import Tally


def missed_name(about: str, clock: str) -> str:
    """Under which name a missed time is in the state.

    >>> missed_name("car", "lodge terms")
    'car/lodge terms'
    """
    return f"{about}/{clock}"


class HallDraw(Struct):
    """One draw of a hall: the balls of a game, or its jackpot numbers.

    `won` counts the prizes that were declared, `counted` those that control has counted again.
    `asked` is how many jackpot numbers the caller asked for.
    """

    session: str
    game: int
    jackpot: bool = False
    asked: int = 0
    won: int = 0
    counted: int = 0

    @property
    def key(self) -> str:
        """The draw's name in records and under the seal.

        >>> HallDraw("tue", 3).key, HallDraw("tue", 3, jackpot=True).key
        ('tue/3', 'tue/3/jackpot')
        """
        return f"{self.session}/{self.game}" + ("/jackpot" if self.jackpot else "")


class HallSite(Struct):
    """Games, promotions, draws and access of one hall. `row` is the journal's row in progress.

    `missed` are times of the book that passed, on record already, by `missed_name`.
    """

    tally: Tally
    hall: HallState = field(default_factory=HallState)
    promotions: PromotionsState = field(default_factory=PromotionsState)
    draws: Sealing = field(default_factory=lambda: Sealing(in_order=False, published_max=0))
    witnessed: Witnessing = field(default_factory=Witnessing)
    open_draws: dict[int, HallDraw] = field(default_factory=dict)
    last_draw: int = 0
    devices: dict[str, str] = field(default_factory=dict)
    access: dict[str, Access] = field(default_factory=dict)
    factor_resets: dict[str, int] = field(default_factory=dict)
    let_in: LetIn = LetIn()
    missed: dict[str, datetime] = field(default_factory=dict)
    row: int = 0

    @property
    def keeps_order(self) -> bool:
        """Whether the site promises, seals and counts: from the row that opens its record on."""
        return bool(self.witnessed.record)

    def draw_of(self, session: str, game: int, *, jackpot: bool = False) -> int:
        """The number of a game's draw; 0 before it is started, and after its result."""
        for number, draw in self.open_draws.items():
            if (draw.session, draw.game, draw.jackpot) == (session, game, jackpot):
                return number
        return 0

    def game_of(self, draw: HallDraw) -> Game:
        """The game that a draw belongs to."""
        return self.hall.game(draw.session, draw.game)

    def sales_agreed(self, number: int) -> bool:
        """Whether control has counted the sales of a draw's game."""
        return Count.SALES in self.draws.agreed.get(number, ())

    def is_ours(self, game: Game) -> bool:
        """Whether our own device draws the numbers of a game."""
        return game.selector == "device" and is_generator(game.selector_id)

    def is_broken_off(self, number: int) -> bool:
        """Whether a draw of ours goes no further, so that a receptacle gives the rest."""
        taking = self.witnessed.draws.get(number)
        return number in self.draws.by_cage or (taking is not None and taking.broken)

    def winners_counted(self, session: str, game: int) -> bool:
        """Whether control has counted every prize that was declared in a game."""
        number = self.draw_of(session, game)
        if not number:
            return True
        draw = self.open_draws[number]
        return draw.counted == draw.won or is_published(self.draws, number)
