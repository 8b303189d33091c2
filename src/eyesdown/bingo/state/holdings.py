"""Who holds which cards, so that no question walks over every card that was sold."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from itertools import islice
from typing import Protocol

from eyesdown.bingo.state.stock import Series
from eyesdown.bingo.words.printed import CardKey
from eyesdown.kernel.written import Unwritten


class Held(Protocol):
    """A card in a player's hand, for some games."""

    @property
    def key(self) -> CardKey:
        """The card's serial and number."""

    @property
    def player(self) -> str:
        """Who holds it."""

    @property
    def games(self) -> tuple[int, ...]:
        """The games in which it is in play."""


class InPlay:
    """What is in play in one game.

    `books` are the lowest and the highest book number sold of each serial, or card number where
    there are no books (A07); `colours` are those printed on the cards.
    """

    __slots__ = ("books", "colours")

    def __init__(self) -> None:
        self.books: dict[str, tuple[int, int]] = {}
        self.colours: dict[str, None] = {}

    def add(self, serial: str, number: int, colour: str) -> None:
        """One more card is in play.

        >>> in_play = InPlay()
        >>> for book in (1007, 1003):
        ...     in_play.add("501777", book, "red")
        >>> in_play.books, list(in_play.colours)
        ({'501777': (1003, 1007)}, ['red'])
        """
        first, last = self.books.get(serial, (number, number))
        self.books[serial] = min(first, number), max(last, number)
        if colour:
            self.colours[colour] = None


class HeldIndex(Unwritten):
    """The cards of a session by player, and what is in play by game.

    It is worked out as far as it was asked for, and kept up as cards are sold.
    """

    def __init__(self) -> None:
        self.count = 0
        self._by_player: dict[str, list[str]] = {}
        self._games: dict[int, InPlay] = {}

    def add(self, held: Held, series: Series) -> None:
        """One more card was sold or issued, the next after those that are in the index."""
        self._by_player.setdefault(held.player, []).append(held.key.name)
        number, colour = series.marks_on(held.key.card)
        for game in held.games:
            self._games.setdefault(game, InPlay()).add(held.key.serial, number, colour)
        self.count += 1

    def catch_up(self, holdings: Mapping[str, Held], series: Mapping[str, Series]) -> HeldIndex:
        """The index with all holdings in it; new after a restart, or where a card has left."""
        index = self if self.count <= len(holdings) else HeldIndex()
        if index.count < len(holdings):
            for held in islice(holdings.values(), index.count, None):
                index.add(held, series[held.key.serial])
        return index

    def names(self, player: str) -> Sequence[str]:
        """The names of a player's cards, in the order of their sale."""
        return self._by_player.get(player, ())

    @property
    def players(self) -> Mapping[str, Sequence[str]]:
        """The names of the cards of every player who holds any."""
        return self._by_player

    def in_play(self, game: int) -> InPlay:
        """What is in play in a game."""
        return self._games.get(game) or InPlay()
