"""The games of a hall: balls, mistakes, cries and what becomes of them."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Any

from eyesdown.bingo.claims import commands as claims
from eyesdown.bingo.play import commands as play
from eyesdown.bingo.pools import commands as pools
from eyesdown.bingo.sales import commands as sales
from eyesdown.bingo.session import commands as session_commands
from eyesdown.bingo.trouble import commands as trouble
from eyesdown.central.hall.words import AskForJackpotNumbers
from eyesdown.central.site.sealing import is_generator
from eyesdown.control.hall.reading import read_book
from eyesdown.proof.hall.asking import refusal
from eyesdown.proof.hall.desk import Desk
from eyesdown.proof.hall.setting import BOSS, CALLER, NSW, NZ, PLAYERS, SUPERVISOR, VIC

STEPS = {
    NZ: ("collect", "serial", "numbers", "last number", "public reading"),
    VIC: ("collect", "serial", "sold"),
    NSW: ("collect", "serial", "game", "numbers"),
}
TRIES_MAX = 260
HIGHEST = 90


class Table(Desk):
    """One game from its start to its end."""

    def _game(self) -> None:
        self.misread = []
        selector = "receptacle" if self.book != NSW and self.luck(0.2) else "device"
        device = self.dice.choice(self.devices) if selector == "device" else ""
        self.do(play.StartGame, selector=selector, selector_id=device)
        self._open_game()
        if self.luck(0.5):
            self.do(play.EyesDown, by=CALLER)
        self._shuffle()
        for _ in range(TRIES_MAX):
            if self.this.phase != "running":
                return
            self._turn()
        if self.this.phase == "running":
            self._invalidate()

    def _open_game(self) -> None:
        if self.book == NSW:
            for serial in self.at.series:
                cards = self._cards(serial)
                last = cards[-1] if self.luck(0.9) else cards[len(cards) // 2]
                self.do(sales.EnterSerialRange, by=CALLER, serial=serial, first=1, last=last)
            if any(level.on_jackpot_number for level in self.this.plan.levels):
                numbers = tuple(self.dice.sample(range(1, 91), 5))
                if self._by_site():
                    self.do(AskForJackpotNumbers, count=len(numbers), by=CALLER)
                else:
                    self.do(play.DrawJackpotNumbers, numbers=numbers)
        else:
            by = SUPERVISOR if self.book == NZ else CALLER
            self.do(session_commands.Announce, by=by, topics=(), game=0)
        if self.book != VIC:
            self.do(session_commands.Announce, by=CALLER, topics=(), game=self.game)

    def _shuffle(self) -> None:
        """All numbers in some order; those of one player's card come early, so that games end."""
        numbers = self.dice.sample(range(1, HIGHEST + 1), HIGHEST)
        held = [each for each in self.at.holdings.values() if self.game in each.games]
        if held and self.luck(0.9):
            lucky = self.dice.choice(held)
            boxes = self.look().series[lucky.serial].cards[lucky.card].boxes
            early = set(self.dice.choice(boxes).numbers)
            later = self.dice.choice((0.5, 1, 1))
            numbers.sort(key=lambda ball: self.dice.random() + (0 if ball in early else later))
        self.order = numbers

    def _turn(self) -> None:
        """The next number, and what it leads to."""
        self._mischief()
        if self.this.phase != "running":
            return
        if self.misread and self.luck(0.4):
            self._correct()
        code = self._call()
        if code:
            self._mend(code)
            return
        self._ball()
        self._press()
        self._cries()
        self._decide()

    def _by_site(self) -> bool:
        """Whether the site itself draws the numbers of the game."""
        return is_generator(self.this.selector_id)

    def _next_ball(self) -> str:
        """Ask the site for the next ball, which it calls itself; a refusal's code."""
        if len(self.this.calls) == HIGHEST:
            return "exhausted"
        before = len(self.this.calls)
        code = refusal(self.do(play.AskForBall, call=before + 1, by=CALLER))
        if not code and len(self.this.calls) > before:
            if self.luck(0.1):
                self.do(claims.Claim, player=self.dice.choice(PLAYERS))
            self.do(play.FinishCall, by=CALLER)
        return code

    def _call(self) -> str:
        """Announce the next number, sometimes another one than the ball says; a refusal's code."""
        if self._by_site():
            return self._next_ball()
        out = {call.drawn for call in self.this.calls}
        left = [ball for ball in self.order if ball not in out]
        if not left:
            return "exhausted"
        ball = announced = left[0]
        fields: dict[str, Any] = {}
        if self.luck(0.06):
            announced = self.dice.choice([number for number in range(1, 91) if number != ball])
            if self.luck(0.6):
                fields["drawn"] = ball
        slow = self.luck(0.2)
        kind = play.BeginCall if slow else play.CallNumber
        events = self.do(kind, number=announced, by=CALLER, **fields)
        code = refusal(events)
        if code:
            return code
        if announced != ball:
            self.misread.append((announced, ball))
        if slow:
            if self.luck(0.1):
                self.do(claims.Claim, player=self.dice.choice(PLAYERS))
            self.do(play.FinishCall, by=CALLER)
        return ""

    def _ball(self) -> None:
        """The ball goes to the supervisor, who reads what is on it."""
        if self.this.selector != "receptacle" or not self.this.calls:
            return
        self.do(play.HandOverBall, by=CALLER)
        announced = self.this.calls[-1].number
        real = dict(self.misread).get(announced, announced)
        self.do(play.CheckBall, by=SUPERVISOR, ball=real if self.luck(0.9) else announced)

    def _correct(self) -> None:
        wrong, right = self.misread[0]
        by = self.dice.choice((CALLER, SUPERVISOR))
        if self.luck(0.3):
            self.do(play.ReportError, by=by, wrong=wrong, right=right)
            self._cry_anyhow()
        halves: list[dict[str, bool]] = [{}]
        if self.book != VIC and self.luck(0.3):
            halves = self.dice.sample([{"displayed": False}, {"announced": False}], 2)
        for half in halves:
            events = self.do(play.CorrectNumber, by=by, wrong=wrong, right=right, **half)
            self._cry_anyhow()
        if not refusal(events) or self.luck(0.3):
            self.misread.pop(0)

    def _mend(self, code: str) -> None:
        """What to do about a number that was refused."""
        if code in ("draw/claims_open", "draw/game_won"):
            self._decide(surely=True)
        elif code == "draw/correction_owed":
            self._put_right()
        elif code == "draw/scorecard_faulty":
            self._replace()
        elif code in ("draw/ball_not_handed_over", "draw/ball_not_racked"):
            self._ball()
            self._rack()
        elif code == "hall/eyes_not_down":
            self.do(play.EyesDown, by=CALLER)
        elif code == "ball/asked_already":
            self._decide(surely=True)
        elif code == "draw/announcement_open":
            self.do(play.FinishCall, by=CALLER)
        elif code == "exhausted":
            self._finish()
        elif code.startswith(("selector/", "draw/number")) and self.misread:
            self._correct()
        elif code.startswith("return/"):
            self.do(pools.Contribute, game=self.game, amount_cents=50_000)
            self._open_game()
        else:
            self._open_game()
            if self.luck(0.1):
                self._invalidate()

    def _put_right(self) -> None:
        """Correct what is known to be wrong, on the display or announced."""
        if self.misread:
            self._correct()
        error = self.this.correction
        if error is None:
            return
        if error.error == "display":
            self.do(play.CorrectDisplay, by=SUPERVISOR, shown=error.wrong, right=error.right)
        else:
            self.do(play.CorrectNumber, by=SUPERVISOR, wrong=error.wrong, right=error.right)

    def _rack(self) -> None:
        for call in self.this.calls:
            if call.handed_over and not call.racked:
                self.do(play.CheckBall, by=SUPERVISOR, ball=call.number)
                return

    def _press(self) -> None:
        """Players press called numbers on devices that do not mark by themselves."""
        if self.book != NSW or not self.this.calls:
            return
        for held in list(self.at.holdings.values()):
            if held.medium == "electronic" and not held.auto_play and self.luck(0.5):
                fields = {"player": held.player, "serial": held.serial, "card": held.card}
                number = self.dice.choice(self.this.called)
                self.do(play.PressNumber, number=number, **fields)

    def _entitled(self) -> Iterator[str]:
        """Players who complete an open prize on the last number, each once."""
        game, shapes = self.this, read_book(self.book, self.now.date()).shapes
        called = game.called
        last, before = called[-1], set(called[:-1])
        cried = set()
        for held in self.at.holdings.values():
            if self.game not in held.games or held.player in cried:
                continue
            for box in self.look().series[held.serial].cards[held.card].boxes:
                if last not in box.numbers:
                    continue
                was = frozenset(n for n, ball in enumerate(box.numbers) if ball in before)
                now = frozenset(n for n, b in enumerate(box.numbers) if b in before or b == last)
                if any(shapes[prize].done_anew(was, now) for prize in game.open_prizes):
                    cried.add(held.player)
                    yield held.player
                    break

    def _cries(self) -> None:
        if self.this.calls:
            for player in list(self._entitled()):
                if self.luck(0.75):
                    self.do(claims.Claim, player=player, word=self.dice.choice(("bingo", "line")))
        self._cry_anyhow()

    def _cry_anyhow(self) -> None:
        if self.luck(0.04):
            players = sorted({held.player for held in self.at.holdings.values()}) or list(PLAYERS)
            self.do(claims.Claim, player=self.dice.choice([*players, "zoe", SUPERVISOR]))

    def _decide(self, *, surely: bool = False) -> None:
        """Open claims are checked and confirmed, then the result is declared."""
        for claim in [each for each in self.this.claims.values() if each.status == "open"]:
            self._check(claim.claim, surely=surely)
            if self.luck(0.9) or surely:
                self.do(claims.ConfirmClaim, claim=claim.claim, by=SUPERVISOR)
            self._cry_anyhow()
        allowed = any(claim.status == "allowed" for claim in self.this.claims.values())
        if allowed and (surely or self.luck(0.9)):
            self.do(claims.DeclareResult, by=SUPERVISOR)
        if self.this.last_prize in self.this.won:
            self._finish()

    def _check(self, claim: str, *, surely: bool) -> None:
        steps = STEPS[self.book]
        fields: dict[str, Any] = {}
        if self.book == NSW:
            steps = (*steps, "jackpot") if self.this.plan.levels else steps
            marked = list(self.this.called)
            if self.luck(0.1) and not surely:
                marked = marked[:-2]
            fields["marked"] = tuple(marked)
        if self.luck(0.02):
            fields["serial"] = "another"
        self.do(claims.CheckClaim, claim=claim, by=SUPERVISOR, steps=steps, **fields)
        if self.book == NZ:
            steps = ("caller verification",)
            self.do(claims.CheckClaim, claim=claim, by=CALLER, steps=steps)
        if self.book == VIC:
            live = ("open", "allowed")
            crying = {each.player for each in self.this.claims.values() if each.status in live}
            in_game = [held for held in self.at.holdings.values() if self.game in held.games]
            there = {held.player for held in in_game} - crying
            witness = self.dice.choice(sorted(there)) if there else ""
            self.do(
                claims.CheckClaim, claim=claim, by=SUPERVISOR, steps=("call back",), witness=witness
            )

    def _finish(self) -> None:
        """The game is closed, now and then after a correction that comes late."""
        if self.misread and self.luck(0.3):
            self._correct()
            return
        if self.at.plan.pool and self.luck(0.2):
            self.do(pools.DistributePool, pool=self.at.plan.pool)
        self.do(claims.CloseGame, by=SUPERVISOR)
        if self.this.phase == "running" and self.this.correction is not None:
            self._put_right()

    def _mischief(self) -> None:
        luck = self.dice.random()
        if luck > 0.05:
            return
        if luck < 0.005:
            self._invalidate()
        elif luck < 0.01:
            self.do(trouble.FailTerminal, by=CALLER)
        elif luck < 0.016:
            self.do(trouble.VoidEntry, player=self.dice.choice(PLAYERS), by=SUPERVISOR)
        elif luck < 0.022:
            self.do(trouble.ExcludePlayer, player=self.dice.choice(PLAYERS), by=SUPERVISOR)
        elif luck < 0.03:
            self._break_device()
        elif luck < 0.035:
            self._sell()
        elif luck < 0.04 and self.this.calls:
            right = self.this.calls[-1].number
            self.do(play.ReportError, by=CALLER, error="display", wrong=right % 90 + 1, right=right)
        elif luck < 0.045:
            self._feed()
        else:
            self.do(claims.DeclareResult, by=SUPERVISOR)

    def _break_device(self) -> None:
        devices = [held for held in self.at.holdings.values() if held.medium == "electronic"]
        if devices:
            held = self.dice.choice(devices)
            self.do(play.ReportMalfunction, serial=held.serial, card=held.card)

    def _replace(self) -> None:
        for name in self.this.faulty:
            serial, _, card = name.rpartition("/")
            self.do(play.ReplaceScorecard, serial=serial, card=int(card), by=SUPERVISOR)

    def _invalidate(self) -> None:
        """A disruption, or a fraud that a player is named for."""
        refund = self.luck(0.7)
        if self.luck(0.6):
            self.do(trouble.InvalidateGame, by=SUPERVISOR, cause="fire", refund=refund)
        else:
            self.do(
                trouble.InvalidateGame,
                by=SUPERVISOR,
                cause="fraud",
                person=self.dice.choice(PLAYERS),
                person_kind="player",
                affects_outcome=True,
                opinion_of=BOSS,
                forfeit=self.luck(0.5),
                refund=refund,
                reason="marked cards",
            )
        if self.this.phase == "running":
            self.do(trouble.InvalidateGame, by=SUPERVISOR, cause="fire", reason="smoke")
