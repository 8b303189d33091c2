"""A whole night of a hall, by a seed."""

from __future__ import annotations

from datetime import timedelta

from eyesdown.bingo.claims import commands as claims
from eyesdown.bingo.pools import commands as pools
from eyesdown.bingo.session import commands as session_commands
from eyesdown.proof.hall import setting
from eyesdown.proof.hall.asking import refusal
from eyesdown.proof.hall.setting import BOSS, CALLER, NSW, POINT, POOL, SUPERVISOR, VIC
from eyesdown.proof.hall.table import Table


class Night(Table):
    """Some sessions, one after the other."""

    def play(self, sessions: int) -> None:
        """A hall from its first row to the end of its last session."""
        for command in setting.opening(self.book, self.dice, self.now):
            self.give(command)
        for number in range(1, sessions + 1):
            self.session = f"S{number}"
            last = number == sessions
            self.give(setting.programme(self.book, self.dice, self.session, self.now, last=last))
            if self.session in self.look().sessions:
                if self.luck(0.2):
                    self._amend(last=last)
                self._session()
            self.now += timedelta(hours=self.dice.choice((5, 24)))

    def _amend(self, *, last: bool) -> None:
        plan = setting.programme(self.book, self.dice, self.session, self.now, last=last)
        fields = {name: getattr(plan, name) for name in plan.__struct_fields__}
        self.give(session_commands.AmendProgramme(**fields))

    def _session(self) -> None:
        self.game = 1
        if self.luck(0.3) or self.book == NSW:  # a terminal is opened with scorecards issued
            self._sell()
        for command in setting.duties(self.session, self.now, self.book):
            self.give(command)
        self._sell()
        self.after_opening()
        for number in sorted(self.at.games):
            self.game = number
            self._sell()
            self._feed()
            self._game()
            self.after_game(self.session, number)
            self._pay()
            if self.luck(0.05):
                self._invalidate()
            self._tills()
        self._close_session()
        self._leave()

    def _pay(self) -> None:
        for name, award in list(self.look().awards.items()):
            if not award.paid and award.session == self.session and self.luck(0.7):
                point = POINT if self.luck(0.5) else ""
                cheque = self.luck(0.3)
                self.do(claims.PayPrize, award=name, cheque_requested=cheque, point=point)

    def _close_session(self) -> None:
        by = CALLER if self.book == VIC else SUPERVISOR
        details = (("time", "19:00"), ("date", "2026-07-01"), ("place", "Hall"))
        for _ in range(3):
            self.do(session_commands.Announce, by=by, topics=(), game=0, details=details)
            if not refusal(self.do(session_commands.CloseSession, by=SUPERVISOR)):
                break
            last = max(self.at.games)
            self.do(pools.DistributePool, game=last, pool=POOL)
        self._pay()

    def _leave(self) -> None:
        """Sessions of which nothing is owed leave the state."""
        for name in list(self.look().sessions):
            if self.luck(0.5):
                self.do(session_commands.ArchiveSession, session=name, by=BOSS)
