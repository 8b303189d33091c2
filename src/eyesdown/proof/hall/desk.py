"""Counters and the office: sales, fees, tills, and money into pools and prizes."""

from __future__ import annotations

from typing import Any

from eyesdown.bingo.pools import commands as pools
from eyesdown.bingo.sales import commands as sales
from eyesdown.proof.hall.asking import Asking
from eyesdown.proof.hall.setting import BOSS, CALLER, NSW, NZ, PLAYERS, POINT, SUPERVISOR, VIC


class Desk(Asking):
    """What is sold, taken back and fed into pools."""

    def _sell(self) -> None:
        """Some buy cards, or pay the fee and take scorecards; some ask for nonsense."""
        if POINT not in self.look().tills and self.luck(0.9):
            self.do(sales.OpenTill, point=POINT, by=BOSS, float_cents=20_000)
        for player in self.dice.sample(PLAYERS, self.dice.randrange(2, 6)):
            if self.book == NSW:
                self._enter(player)
            else:
                self._buy(player)
        if self.luck(0.2):
            serial, card = self._any_card()
            self.do(sales.WithdrawCard, serial=serial, card=card, reason="torn")
        if self.luck(0.3):
            self._take_back()
        if self.luck(0.1):
            serial, card = self._any_card()
            self.do(sales.ReserveCard, serial=serial, card=card, person="hal")

    def _take_back(self) -> None:
        """A sale keyed by mistake, or one that cannot be undone any more."""
        if self.at.purchases:
            name = self.dice.choice(sorted(self.at.purchases))
            by = self.dice.choice((SUPERVISOR, CALLER))
            self.do(sales.TakeBackSale, purchase=name, by=by, reason="wrong key")

    def _tills(self) -> None:
        """A till is counted; refunds that are owed are paid."""
        if POINT in self.look().tills and self.luck(0.3):
            cents = self.dice.choice((20_000, 31_005))
            self.do(sales.CountTill, point=POINT, by=BOSS, counted_cents=cents)
        for refund in list(self.look().refunds):
            if self.luck(0.7):
                self.do(sales.PayRefund, refund=refund, point=POINT, by=BOSS)

    def _any_card(self) -> tuple[str, int]:
        serial = self.dice.choice(sorted(self.look().series))
        return serial, self.dice.choice(self._cards(serial))

    def _cards(self, serial: str) -> list[int]:
        """The cards of a series that someone may ask for."""
        return sorted(self.look().series[serial].cards)

    def _series(self) -> str:
        stock = self.look().series
        left = [serial for serial in sorted(stock) if len(stock[serial].left)]
        if not left:
            return min(stock)
        in_use = [serial for serial in self.at.series[-1:] if serial in left]
        return self.dice.choice(left) if self.book == VIC or not in_use else in_use[0]

    def _buy(self, player: str) -> None:
        count, serial = self.dice.choice((1, 1, 2, 3)), self._series()
        number = self.game or 1
        game = number if self.book == VIC or self.luck(0.6) else 0
        price = self.at.games[number].plan.price_cents
        paid = (price if game else self.at.plan.session_price_cents) * count
        name = player if self.luck(0.9) else ""
        fields: dict[str, Any] = {"count": count}
        if self.luck(0.05):
            fields = {"cards": (self._any_card()[1],)}
        if self.luck(0.03):
            paid += 1
        self.do(
            sales.SellCards,
            game=game,
            player=name,
            serial=serial,
            paid_cents=paid,
            point=POINT,
            by=CALLER,
            slip=self._slip(),
            **fields,
        )

    def _enter(self, player: str) -> None:
        fee = self.at.plan.entry_fee_cents
        if player not in self.at.fees or self.luck(0.05):
            fields = {"point": POINT, "by": CALLER, "slip": self._slip()}
            self.do(sales.ChargeAdmission, player=player, amount_cents=fee, **fields)
        serial = self._series()
        left = self.look().series[serial].left
        cards = left.next_ones(0, self.dice.choice((1, 1, 2))) or (1,)
        device = self.luck(0.4)
        self.do(
            sales.IssueScorecards,
            player=player,
            serial=serial,
            cards=cards,
            medium="electronic" if device else "paper",
            auto_play=device and self.luck(0.6),
            point=POINT,
            by=CALLER,
            slip=self._slip(),
        )

    def _slip(self) -> str:
        """An unguessable serial, or none."""
        return self.dice.randbytes(8).hex() if self.luck(0.7) else ""

    def _feed(self) -> None:
        """Money into the pool, and onto prizes until the minimum is promised."""
        pool = self.at.plan.pool
        receipts = sum(self.this.receipts.values())
        if pool and receipts and self.luck(0.4) and self.book != NSW:
            cents = self.dice.randrange(1, receipts // 5 + 2)
            self.do(pools.HoldForPool, pool=pool, amount_cents=cents)
        if pool and self.luck(0.15):
            cents = self.dice.choice((1, 5_000, 600_000))
            self.do(pools.Contribute, pool=pool, amount_cents=cents)
        if self.luck(0.2):
            prize = self.dice.choice([*self.this.offers, ""])
            self.do(
                pools.Contribute,
                game=self.game,
                prize=prize,
                amount_cents=self.dice.choice((1, 333)),
            )
        if pool and self.luck(0.2):
            self.do(pools.DistributePool, pool=pool, amount_cents=self.dice.choice((0, 100)))
        short = receipts - sum(self.this.offers.values())
        if self.book == NZ and short > 0:
            self.do(pools.Contribute, game=self.game, amount_cents=short)
