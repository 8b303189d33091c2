"""A game played again from its calls and cries: who completed what, who was silent, who won."""

from __future__ import annotations

from collections.abc import Iterable
from itertools import groupby
from operator import attrgetter
from typing import Any, ClassVar

from eyesdown.bingo.claims import events as claims
from eyesdown.bingo.play import events as play
from eyesdown.bingo.pools.events import PrizeWon
from eyesdown.control.hall.grids import HIGHEST
from eyesdown.control.hall.hearing import (
    FOR_THE_NUMBERS,
    Call,
    Cry,
    Differs,
    Hearing,
    Key,
    Steps,
    Winners,
)
from eyesdown.control.hall.tally import Difference, Tally, card_name

NOT_SILENT = {"claim/forfeited", "claim/out_of_range"}
"""Refusals of claims that were made in time all the same: their players forfeit nothing more."""


def played_again(tally: Tally, session: str, game: int) -> Difference | None:
    """The first row of a game's play that control sees otherwise; None when all agrees."""
    replay = Replay(tally, session, game)
    for row, noted in groupby(tally.game(session, game).log, key=attrgetter("row")):
        try:
            replay.follow_row(row, [each.event for each in noted])
        except Differs as says:
            return Difference(row, session, (game,), str(says))
    return None


class Replay(Hearing):
    """The play of one game, followed row by row."""

    def follow_row(self, row: int, events: Iterable[Any]) -> None:
        """One row: its events in turn, then what must hold at its end."""
        self.row, self.row_lost, self.row_won, self.declared = row, [], {}, None
        self.corrected, self.freed = False, set()
        for event in events:
            self.STEPS[event.__class__](self, event)
        self._row_ended()

    def _row_ended(self) -> None:
        if self.declared is not None:
            self._all_declared(self.declared)
        if self.corrected:
            self._all_heard_again()
            self._same_forfeits()

    # ---- numbers

    def _called(self, event: play.NumberCalled) -> None:
        if event.call != len(self.order) + 1:
            raise Differs(f"call {event.call} is the game's number {len(self.order) + 1}")
        if not 1 <= event.number <= HIGHEST or event.drawn in {c.drawn for c in self.order}:
            raise Differs(f"{event.drawn} cannot be drawn, or was drawn before")
        if self.prizes and self.prizes[-1] in self.won:
            raise Differs("a number was called after the last prize was won")
        self._decided()
        self._miss(len(self.order))
        self.errors.clear()
        self.order.append(Call(event.number, event.drawn, event.at, event.finished))

    def _finished(self, event: play.CallFinished) -> None:
        if event.call != len(self.order):
            raise Differs(f"call {event.call} ended, and {len(self.order)} is the last")
        self.order[-1].finished = event.at

    def _decided(self) -> None:
        """No claim is open and every prize that was allowed is declared when play goes on."""
        for cry in self.cries.values():
            if cry.status == "open" and not self._repeats(cry):
                raise Differs(f"play went on while {cry.claim} was open")
            if cry.status == "allowed" and any(prize in self.open for prize, _ in self._holds(cry)):
                raise Differs(f"play went on while {cry.claim} was to be declared")

    def _repeats(self, cry: Cry) -> bool:
        return any(
            other.status == "allowed" and other.player == cry.player and cry.done <= other.done
            for other in self.cries.values()
        )

    def _miss(self, call: int) -> None:
        """Players who completed a prize on a call and were silent lose it (C01, C05)."""
        silent = self._silent(call) if call else set()
        for key in silent:
            self.lost.setdefault(key, set()).add(call)
        known = [key for key in self.row_lost if key[0] not in self.out]
        for key in known:
            if key not in silent:
                raise Differs(f"{key[0]} did not forfeit {key[1]} on call {call}")
        for key in silent - self.recorded.keys():
            raise Differs(f"{key[0]} was silent on call {call}, and did not forfeit {key[1]}")

    def _silent(self, call: int) -> set[Key]:
        cried = {
            cry.player
            for cry in self.cries.values()
            if cry.call == call
            and cry.status != "cancelled"
            and (cry.done or (cry.codes and cry.codes <= NOT_SILENT))
        }
        keys: set[Key] = set()
        for prize in self.open:
            loses = self.prizes if self.reading.traits.whole_game else (prize,)
            if self.scope == "player":
                silent = set(self.done.holders(prize, call, self.row)) - cried - self.out
                keys |= {(player, lost) for player in silent for lost in loses}
                continue
            for grid in self.done.on(prize, call, self.row):
                player = self.grids.players[self.grids.holder[grid]]
                serial, card, _ = self.grids.places[grid]
                if player not in cried and player not in self.out:
                    keys |= {(player, lost, card_name(serial, card)) for lost in loses}
        return keys

    def _forfeited(self, event: claims.PrizeForfeited) -> None:
        self._one_forfeits(event, event.player, card_name(event.serial, event.card))

    def _many_forfeit(self, event: claims.PrizeForfeitedByMany) -> None:
        for cards in event.cards:
            for first, last in cards.runs:
                for card in range(first, last + 1):
                    name = card_name(cards.serial, card)
                    held = self.session.held.get(name)
                    if held is None:
                        raise Differs(f"{event.prize} was forfeited on {name}, which no one holds")
                    self._one_forfeits(event, held.player, name)

    def _one_forfeits(
        self, event: claims.PrizeForfeited | claims.PrizeForfeitedByMany, player: str, card: str
    ) -> None:
        if event.scope != self.scope:
            raise Differs(f"{player} forfeited {event.prize} by {event.scope}")
        key: Key = (player, event.prize)
        if self.scope != "player":
            key = (*key, card)
        self.recorded.setdefault(key, set()).add(event.call)
        self.row_lost.append(key)

    def _cancelled(self, event: claims.ForfeitCancelled) -> None:
        key: Key = (event.player, event.prize)
        if self.scope != "player":
            key = (*key, card_name(event.serial, event.card))
        calls = self.recorded.get(key, set())
        calls.discard(event.call)
        if not calls:
            self.recorded.pop(key, None)

    def _same_forfeits(self) -> None:
        own = {key for key in self.lost if key[0] not in self.out}
        recorded = {key for key in self.recorded if key[0] not in self.out}
        for key in sorted(own ^ recorded):
            verb = "has forfeited" if key in own else "has not forfeited"
            raise Differs(f"{key[0]} {verb} {key[1]} after the correction")

    # ---- corrections

    def _error_known(self, event: play.CorrectionOpened) -> None:
        if event.error != "display":
            self.errors.add(event.wrong)

    def _half_done(self, event: play.CorrectionHalfDone) -> None:
        if event.error != "display" and event.half == "announced":
            self.right_at[event.wrong, event.right] = event.at

    def _racked(self, event: play.BallRacked) -> None:
        """The ball confirms the announcement, so that a correction of it no longer counts."""
        # Claims that were refused meanwhile are heard now, as after a correction.
        self.corrected = any(wrong == event.ball for wrong, _ in self.right_at)
        self._put_right(event.ball)

    def _put_right(self, wrong: int) -> None:
        self.errors.discard(wrong)
        self.right_at = {key: at for key, at in self.right_at.items() if key[0] != wrong}

    def _number_corrected(self, event: play.NumberCorrected) -> None:
        """The struck number leaves, the right one is last; what rested on it falls (D01-D06)."""
        struck = self._struck(event.wrong, event.right)
        if event.right in {c.drawn for n, c in enumerate(self.order) if n != struck}:
            raise Differs(f"{event.right} was drawn before")
        announced_at = self.right_at.get((event.wrong, event.right))
        if event.announced_at != announced_at:
            raise Differs(f"{event.right} was announced at {announced_at or event.at}")
        self._put_right(event.wrong)
        if struck < len(self.order) - 1:
            # The correction ends the window of the number before it, like any call.
            for key in self._silent(len(self.order)):
                self.lost.setdefault(key, set()).add(len(self.order))
        before = {claim: self._holds(cry) for claim, cry in self.cries.items()}
        del self.order[struck]
        self.order.append(Call(event.right, event.right, announced_at or event.at, event.finished))
        self.done = self._completions()
        won_before, lost_before = dict(self.won), set(self.lost)
        self._shift(struck)
        undone = self._fall(event, before)
        self._lose_less(struck)
        self.freed = undone | {key[1] for key in lost_before - set(self.lost)}
        self._open_again(event, struck, undone)
        numbers = [call.number for call in self.order]
        if event.wrong in numbers[struck:]:
            later = numbers.index(event.wrong) + 1
            for key in self._silent(later):
                if key[1] not in won_before:
                    self.lost.setdefault(key, set()).add(later)
        self.freed |= set(event.reopened_prizes)
        self.corrected = True

    def _struck(self, wrong: int, right: int) -> int:
        """The call that is struck: of this very ball, else of another ball, else the latest."""
        announced = [n for n, call in enumerate(self.order) if call.number == wrong]
        misread = [n for n in announced if self.order[n].drawn != wrong]
        same = [n for n in misread if self.order[n].drawn == right]
        chosen = same or misread or announced
        if not chosen:
            raise Differs(f"{wrong} was corrected and never called")
        return chosen[-1]

    def _shift(self, struck: int) -> None:
        """Calls after the struck one move up; what was on it is on no call."""

        def moved(call: int) -> int:
            # Call 0 means "on the struck number": it completes nothing any more.
            return 0 if call == struck + 1 else call - (call > struck + 1)

        for cry in self.cries.values():
            cry.call = moved(cry.call)
        self.recorded = {k: {moved(call) for call in calls} for k, calls in self.recorded.items()}
        self.lost = {key: {moved(call) for call in calls} for key, calls in self.lost.items()}
        self.won = {prize: (moved(call), who) for prize, (call, who) in self.won.items()}

    def _fall(self, event: play.NumberCorrected, before: dict[str, Any]) -> set[str]:
        """The prizes of claims that rest on the struck number; what lost all is cancelled (D03)."""
        fallen: list[str] = []
        undone: set[str] = set()
        for cry in self.cries.values():
            if not cry.in_force:
                continue
            left = self._holds(cry) if cry.call else frozenset()
            had = before[cry.claim]
            undone |= {prize for prize, _ in had} - {prize for prize, _ in left & had}
            if not left & had:
                fallen.append(cry.claim)
                cry.status = "cancelled"
        if set(event.cancelled_claims) != set(fallen):
            raise Differs(f"the claims {fallen} fall, recorded {event.cancelled_claims}")
        return undone

    def _open_again(self, event: play.NumberCorrected, struck: int, undone: set[str]) -> None:
        """Prizes whose winners lose them are open again, and with them the end of the game."""
        last = self.prizes[-1] if self.prizes else ""
        counted = any(level.numbers_max for level in self.plan.levels)
        earlier = self._claimed_before()
        sure = {prize for prize in self.won if prize in undone | earlier}
        # A prize that the result sent on may be out of reach by now.
        beyond = {last} if earlier - self.won.keys() else set()
        expected: list[set[str]] = []
        for opened in (sure, sure | beyond):
            call = self.won[last][0] if last in self.won else 0
            fewer = counted and struck < (call or struck + 1)
            if last in self.won and (opened or fewer):
                expected.append(opened | {last} | set(self.won) - set(self.prizes))
            else:
                expected.append(opened)
        if set(event.reopened_prizes) not in expected:
            due = sorted(expected[0])
            raise Differs(f"{due} are open again, recorded {event.reopened_prizes}")
        self.won = {p: won for p, won in self.won.items() if p not in event.reopened_prizes}

    def _claimed_before(self) -> set[str]:
        """Prizes that a refused player had claimed before their winners, or with them (D01)."""
        last = self.prizes[-1] if self.prizes else ""
        earlier: set[str] = set()
        for cry in self._to_hear():
            for prize in self.prizes:
                decided = prize if prize in self.won else last
                if decided not in self.won or cry.at > self.won_at[decided]:
                    continue
                call, good = self._completed(cry.player, cry.at, prize)
                unheard = good - self._claimed_by(cry.player, call)
                if unheard and call <= self.won[decided][0] and self._counts_for(cry, prize):
                    earlier.add(prize)
        return earlier

    def _lose_less(self, struck: int) -> None:
        """A forfeit remains if the player was entitled without the struck number too (D02)."""
        entitled: dict[tuple[str, int], set[str]] = {}
        remain: dict[Key, set[int]] = {}
        for key, calls in self.lost.items():
            for call in calls - {0}:
                about = (key[1], call)
                if about not in entitled:
                    entitled[about] = self._entitled(*about)
                who = key[0] if self.scope == "player" else key[2]
                if who in entitled[about]:
                    remain.setdefault(key, set()).add(call)
        self.lost = remain

    def _entitled(self, prize: str, call: int) -> set[str]:
        """Players, or cards, that complete a prize on a call of the order as it is."""
        if self.scope == "player":
            return set(self.done.holders(prize, call, self.row))
        places = [self.grids.places[grid] for grid in self.done.on(prize, call, self.row)]
        return {card_name(serial, card) for serial, card, _ in places}

    def _all_heard_again(self) -> None:
        """Claims that failed for the numbers are heard again by the numbers now known (S12).

        Claims that did not fail count for the prizes that the correction has freed (C09).
        """
        for cry in self._to_hear():
            call, good = self._good(cry.player, cry.at)
            unheard = good - self._claimed_by(cry.player, call)
            if any(self._counts_for(cry, prize) for prize, _ in unheard):
                raise Differs(f"{cry.claim} was made in time on call {call}, and was not heard")

    def _to_hear(self) -> list[Cry]:
        """Claims that a correction may give a prize, of players who are in the game."""
        cries = (cry for cry in self.cries.values() if cry.player not in self.out)
        return [cry for cry in cries if cry.in_force or _failed(cry)]

    def _counts_for(self, cry: Cry, prize: str) -> bool:
        """Whether a claim is heard again for a prize: a failed one for all of them."""
        return _failed(cry) or prize in self.freed

    # ---- results

    def _prize_won(self, event: PrizeWon) -> None:
        if self.declared is None:
            self.declared = self._winners()
        if event.jackpot:
            self._jackpot_won(event)
        else:
            call, winners = self.declared.get(event.prize, (0, ()))
            if not winners or (event.call, event.winners) != (call, winners):
                raise Differs(
                    f"{event.prize}: counted {winners} on call {call}, "
                    f"recorded {event.winners} on {event.call}"
                )
            if event.number != self.order[call - 1].number:
                raise Differs(f"{event.prize} was won on {self.order[call - 1].number}")
        self.won[event.prize] = (event.call, event.winners)
        self.won_at[event.prize] = event.at
        self.row_won[event.prize] = event

    def _winners(self) -> Winners:
        """By prize the first call on which it was claimed, and all who did, each once (C03)."""
        winners: dict[str, tuple[int, list[str]]] = {}
        for cry in self.cries.values():
            if cry.status != "allowed":
                continue
            for prize in {prize for prize, _ in self._holds(cry)} & set(self.open):
                call, players = winners.get(prize, (cry.call, []))
                if cry.call < call:
                    call, players = cry.call, []
                if cry.call == call and cry.player not in players:
                    players.append(cry.player)
                winners[prize] = (call, players)
        return {prize: (call, tuple(players)) for prize, (call, players) in winners.items()}

    def _jackpot_won(self, event: PrizeWon) -> None:
        """A level, if it is the best one met; else money of the pool for the last prize."""
        last = self.won.get(self.prizes[-1]) if self.prizes else None
        if last is None or (event.call, event.winners) != last:
            raise Differs(f"{event.prize} goes with the last prize, to {last and last[1]}")
        levels = [level.level for level in self.plan.levels]
        if event.prize in levels and event.prize != self._best_level(last[0]):
            raise Differs(f"{event.prize} was not met, or a better level was")

    def _best_level(self, call: int) -> str:
        """The first level whose conditions a bingo on this call meets (7.3, G12, G14)."""
        number = self.order[call - 1].number
        for level in self.plan.levels:
            in_time = not level.numbers_max or call <= level.numbers_max
            if in_time and (not level.on_jackpot_number or number in self.jackpot_numbers):
                return level.level
        return ""

    def _all_declared(self, due: Winners) -> None:
        """Every prize with an allowed claim is declared in one row, and the best level with it."""
        if not any(not won.jackpot for won in self.row_won.values()):
            return
        for prize, (_, winners) in due.items():
            if prize not in self.row_won:
                raise Differs(f"{prize} was won by {winners}, and was not declared")
        last = self.prizes[-1]
        if last not in self.row_won:
            return
        best = self._best_level(self.won[last][0])
        worth = self.tally.game(self.session.plan.session, self.game).levels.get(best, 0)
        if best and best not in self.row_won and worth:
            raise Differs(f"the level {best} was met, and was not won")

    def _closed(self, event: claims.GameClosed) -> None:
        self._decided()
        won = bool(self.prizes) and self.prizes[-1] in self.won
        drawn = len({call.drawn for call in self.order})
        if won != (event.outcome == "won") or (not won and drawn < HIGHEST):
            raise Differs(f"the game was closed as {event.outcome} after {drawn} numbers")
        if not won:
            self._miss(len(self.order))

    STEPS: ClassVar[Steps] = {
        **Hearing.STEPS,
        play.NumberCalled: _called,
        play.CallFinished: _finished,
        play.BallRacked: _racked,
        play.CorrectionOpened: _error_known,
        play.CorrectionHalfDone: _half_done,
        play.NumberCorrected: _number_corrected,
        claims.PrizeForfeited: _forfeited,
        claims.PrizeForfeitedByMany: _many_forfeit,
        claims.ForfeitCancelled: _cancelled,
        claims.GameClosed: _closed,
        PrizeWon: _prize_won,
    }


def _failed(cry: Cry) -> bool:
    """Whether a claim fell, or was refused for the numbers alone."""
    refused = cry.status == "refused" and bool(cry.codes) and cry.codes <= FOR_THE_NUMBERS
    return refused or cry.status == "cancelled"
