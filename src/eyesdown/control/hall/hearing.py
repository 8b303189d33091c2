"""Claims worked out again: on which call each was made, and what the player's grids complete."""

from __future__ import annotations

from collections.abc import Callable, Iterable
from dataclasses import dataclass, field
from datetime import datetime
from typing import Any, ClassVar, TypeAlias

from eyesdown.bingo.claims import events as claims
from eyesdown.bingo.play import events as play
from eyesdown.bingo.pools.events import PrizeWon
from eyesdown.bingo.sales.events import SerialRangeEntered
from eyesdown.bingo.trouble.events import EntryVoided, PlayerExcluded
from eyesdown.bingo.words.parts import Completed
from eyesdown.control.hall.grids import Completions, Grids, Place, completions, grids_of
from eyesdown.control.hall.tally import Noted, Tally, card_name

FOR_THE_NUMBERS = frozenset(
    f"claim/{why}"
    for why in (
        "during_announcement",
        "forfeited",
        "incomplete",
        "late",
        "no_prize_open",
    )
)
"""What a claim is refused for on account of the numbers alone."""

Key: TypeAlias = tuple[str, ...]
"""Who cannot win a prize any more: player and prize, with the card where the hall says so."""
Done: TypeAlias = tuple[str, Place]
"""A prize and the grid that completes it."""
Winners: TypeAlias = dict[str, tuple[int, tuple[str, ...]]]
"""By prize the call on which it is won, and its winners in the order of their claims."""
Steps: TypeAlias = dict[type, Callable[[Any, Any], None]]
"""What each kind of event leads to."""


class Differs(Exception):
    """The first difference found, in words."""


@dataclass(slots=True)
class Call:
    """A number as it was announced, the ball really drawn, and when it was announced."""

    number: int
    drawn: int
    started: datetime
    finished: datetime | None


@dataclass(slots=True)
class Cry:
    """A claim as control sees it; `call` 0 is on a number that was struck since."""

    claim: str
    player: str
    at: datetime
    call: int
    done: frozenset[Done]
    status: str = "open"
    codes: frozenset[str] = frozenset()
    marked: set[int] = field(default_factory=set)

    @property
    def in_force(self) -> bool:
        """Whether the claim is to be decided, or is allowed."""
        return self.status in ("open", "allowed")


class Hearing:
    """What is known of a game at a row, and its claims; `Differs` is raised where one is wrong."""

    def __init__(self, tally: Tally, session: str, game: int) -> None:
        self.tally, self.session, self.game = tally, tally.sessions[session], game
        self.plan = tally.game(session, game).plan
        self.prizes = tuple(offer.prize for offer in self.plan.prizes)
        log = tally.game(session, game).log
        at = log[0].event.at if log else self.session.plan.starts_at
        self.reading = tally.reading(at)
        self.scope = tally.settings.forfeit_scope
        self.grids: Grids = grids_of(tally, session, game)
        self.order: list[Call] = []
        self.epochs = _epochs(log)
        self.done: Completions = self._completions()
        self.cries: dict[str, Cry] = {}
        self.lost: dict[Key, set[int]] = {}
        self.recorded: dict[Key, set[int]] = {}
        self.won: dict[str, tuple[int, tuple[str, ...]]] = {}
        self.won_at: dict[str, datetime] = {}
        self.pressed: dict[str, set[int]] = {}
        self.jackpot_numbers: tuple[int, ...] = ()
        self.out: set[str] = set()
        self.ranges: dict[str, tuple[int, int]] = {}
        self.errors: set[int] = set()
        self.right_at: dict[tuple[int, int], datetime] = {}
        """By wrong and right number when the right one was announced, if not displayed yet."""
        self.row = 0
        self.row_lost: list[Key] = []
        self.row_won: dict[str, PrizeWon] = {}
        self.declared: Winners | None = None
        self.corrected = False
        self.freed: set[str] = set()

    def _completions(self) -> Completions:
        """For the order as it is, with the numbers called until the next correction."""
        coming = self.epochs.pop(0) if self.epochs else []
        called = [call.number for call in self.order] + coming
        shapes = {prize: self.reading.shapes[prize] for prize in self.prizes}
        return completions(self.grids, shapes, called)

    @property
    def open(self) -> list[str]:
        """The prizes still to be won; with the last one the game is over."""
        if not self.prizes or self.prizes[-1] in self.won:
            return []
        return [prize for prize in self.prizes if prize not in self.won]

    def _moment(self, at: datetime) -> tuple[int, bool]:
        """The call a cry belongs to, and whether that number was still being announced (C01).

        A right number announced and not yet displayed has ended the window before it (S09).
        """
        if self.right_at and at >= min(self.right_at.values()):
            return len(self.order), True
        for number in range(len(self.order), 0, -1):
            call = self.order[number - 1]
            if at >= call.started:
                return number, call.finished is None or at < call.finished
        return 0, False

    def _good(self, player: str, at: datetime) -> tuple[int, frozenset[Done]]:
        """What a cry wins: every open prize that a grid of the player completes on that call."""
        return self._completed(player, at, *self.open)

    def _completed(self, player: str, at: datetime, *prizes: str) -> tuple[int, frozenset[Done]]:
        """The call of a cry, and which of the prizes the player's grids complete on it."""
        call, during = self._moment(at)
        if during or not call:
            return call, frozenset()
        done: set[Done] = set()
        for prize in prizes:
            for grid in self.grids.of.get(player, ()):
                place = self.grids.places[grid]
                # A card sold after the cry's row cannot have won by it.
                in_play = self.grids.sold[grid] < self.row and self._usable(place)
                completes = in_play and self.done.completes(prize, grid, call)
                if completes and not self._has_lost(player, prize, place, call):
                    done.add((prize, place))
        return call, frozenset(done)

    def _has_lost(self, player: str, prize: str, place: Place, call: int) -> bool:
        """Whether an earlier silence has cost the player, or the card, this prize."""
        if self.scope == "completion":
            return False
        key: Key = (player, prize)
        if self.scope == "card":
            key = (*key, card_name(place[0], place[1]))
        return any(0 < lost < call for lost in self.lost.get(key, ()))

    def _usable(self, place: Place) -> bool:
        """Whether a card is in the range that was entered, and of the right day (4.7, A07)."""
        serial, card, _ = place
        held = self.session.held[card_name(serial, card)]
        printed = self.tally.printed(serial, card)
        if serial in self.ranges and printed is not None:
            first, last = self.ranges[serial]
            if not first <= (printed.book or printed.card) <= last:
                return False
        if not self.reading.traits.same_day:
            return True
        began = self.session.began_at or self.session.plan.starts_at
        days = {self.tally.gaming_day(began)}
        started = self.tally.game(self.session.plan.session, self.game).started_at
        if held.scope == "game" and started is not None:
            days.add(self.tally.gaming_day(started))
        return held.sold_on in days

    def _claimed(self, event: claims.ClaimMade) -> None:
        call, good = self._good(event.player, event.at)
        claimed = frozenset(_done(each) for each in event.completed)
        if event.player in self.out:
            raise Differs(f"{event.player} is out of the game, and {event.claim} was taken")
        if event.call != call or any(each.call != call for each in event.completed):
            raise Differs(f"{event.claim} was made on call {call}, recorded on {event.call}")
        if self.corrected:  # made again only for what was not claimed already
            good = claimed & good - self._claimed_by(event.player, call)
        if not claimed or (claimed != good and not (self.errors and claimed <= good)):
            raise Differs(f"{event.claim} of {event.player}: counted {_words(good)}")
        self.cries[event.claim] = Cry(event.claim, event.player, event.at, call, claimed)
        if call < len(self.order):  # heard in time, entered later: nothing was lost on that call
            for key in [key for key in self.lost if key[0] == event.player]:
                self.lost[key].discard(call)
                if not self.lost[key]:
                    del self.lost[key]

    def _claimed_by(self, player: str, call: int) -> frozenset[Done]:
        """What the open and allowed claims of a player on a call complete."""
        standing = (cry for cry in self.cries.values() if cry.in_force)
        mine = (cry.done for cry in standing if (cry.player, cry.call) == (player, call))
        return frozenset(done for each in mine for done in each)

    def _refused(self, event: claims.ClaimRefused) -> None:
        codes = frozenset(refusal.code for refusal in event.refusals)
        cry = self.cries.get(event.claim)
        if cry is not None:
            self._refused_later(cry, codes)
            cry.status, cry.codes = "refused", codes
            return
        call, good = self._good(event.player, event.at)
        # While an error is known the numbers are in doubt, and a refusal for
        # them is none of ours to judge.
        wrongly = good and codes <= FOR_THE_NUMBERS and not self.errors
        if wrongly and event.player not in self.out:
            raise Differs(f"{event.claim} of {event.player} was refused: counted {_words(good)}")
        self.cries[event.claim] = Cry(
            event.claim, event.player, event.at, call, frozenset(), "refused", codes
        )

    def _refused_later(self, cry: Cry, codes: frozenset[str]) -> None:
        """A claim that was taken is refused: for its marks, or because the player is out."""
        if not cry.in_force:
            raise Differs(f"{cry.claim} was refused and is not open")
        if codes == {"claim/unmarked"} and self._well_marked(cry):
            raise Differs(f"{cry.claim} was refused, and its numbers are marked")
        if codes & {"claim/excluded", "claim/entry_void"} and cry.player not in self.out:
            raise Differs(f"{cry.claim} was refused, and {cry.player} is in the game")

    def _checked(self, event: claims.ClaimChecked) -> None:
        cry = self.cries.get(event.claim)
        if cry is None or cry.status != "open":
            raise Differs(f"{event.claim} was checked and is not open")
        cry.marked.update(event.marked)

    def _allowed(self, event: claims.ClaimAllowed) -> None:
        cry = self.cries.get(event.claim)
        if cry is None or cry.status != "open" or cry.player != event.player:
            raise Differs(f"{event.claim} was allowed and is not an open claim of {event.player}")
        due = self._well_marked(cry)
        if not due or frozenset(_done(each) for each in event.completed) != due:
            raise Differs(f"{event.claim} of {event.player}: counted {_words(due)}")
        cry.status, cry.done = "allowed", due

    def _holds(self, cry: Cry) -> frozenset[Done]:
        """What of a claim is complete on its call by the numbers as they are now."""
        index = {self.grids.places[grid]: grid for grid in self.grids.of.get(cry.player, ())}
        return frozenset(
            (prize, place)
            for prize, place in cry.done
            if place in index and self.done.completes(prize, index[place], cry.call)
        )

    def _well_marked(self, cry: Cry) -> frozenset[Done]:
        """The completions whose called numbers are marked, where the book asks for it (C10)."""
        holds = self._holds(cry)
        if not self.reading.traits.marked:
            return holds
        called = [call.number for call in self.order[: cry.call]]
        good: set[Done] = set()
        for prize, place in holds:
            serial, card, box = place
            name = card_name(serial, card)
            printed = self.tally.printed(serial, card)
            assert printed is not None
            numbers = printed.boxes[box - 1].numbers
            marked = set(called)
            if not self.session.held[name].auto_play:
                marked &= cry.marked | self.pressed.get(name, set())
            before = frozenset(n for n, ball in enumerate(numbers) if ball in called[:-1])
            after = frozenset(n for n, ball in enumerate(numbers) if ball in marked)
            if self.reading.shapes[prize].done_anew(before, after):
                good.add((prize, place))
        return frozenset(good)

    def _pressed_number(self, event: play.NumberPressed) -> None:
        if event.marked:
            self.pressed.setdefault(card_name(event.serial, event.card), set()).add(event.number)

    def _replaced(self, event: play.ScorecardReplaced) -> None:
        self.pressed.setdefault(card_name(event.serial, event.card), set()).update(event.marked)

    def _jackpot_drawn(self, event: play.JackpotNumbersDrawn) -> None:
        if self.order:
            raise Differs("jackpot numbers were drawn after the first number")
        self.jackpot_numbers = event.numbers

    def _range_entered(self, event: SerialRangeEntered) -> None:
        self.ranges[event.serial] = (event.first, event.last)

    def _player_out(self, event: EntryVoided | PlayerExcluded) -> None:
        self.out.add(event.player)

    STEPS: ClassVar[Steps] = {
        play.JackpotNumbersDrawn: _jackpot_drawn,
        play.NumberPressed: _pressed_number,
        play.ScorecardReplaced: _replaced,
        claims.ClaimMade: _claimed,
        claims.ClaimChecked: _checked,
        claims.ClaimAllowed: _allowed,
        claims.ClaimRefused: _refused,
        EntryVoided: _player_out,
        PlayerExcluded: _player_out,
        SerialRangeEntered: _range_entered,
    }


def _epochs(log: list[Noted]) -> list[list[int]]:
    """The numbers called from one correction to the next."""
    epochs: list[list[int]] = [[]]
    for noted in log:
        if isinstance(noted.event, play.NumberCalled):
            epochs[-1].append(noted.event.number)
        elif isinstance(noted.event, play.NumberCorrected):
            epochs.append([])
    return epochs


def _done(completed: Completed) -> Done:
    return completed.prize, (completed.serial, completed.card, completed.box)


def _words(done: Iterable[Done]) -> str:
    named = sorted(f"{prize} on {card_name(*place[:2])}" for prize, place in done)
    return ", ".join(named[:3]) if named else "nothing complete"
