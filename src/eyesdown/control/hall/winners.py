"""Counting a game's winners, shares and money again before a prize may be paid."""

from __future__ import annotations

from hashlib import sha256

from eyesdown.control.hall.replay import played_again
from eyesdown.control.hall.sales import Counted, first_difference
from eyesdown.control.hall.tally import Tally


def count_winners(tally: Tally, session: str, game: int) -> Counted:
    """Who won what in a game by control's own reading; `rows` is the number of shares.

    The game's play is gone through again from its calls and cries; its money was counted row by
    row. The difference with the lowest row comes first.
    """
    books, played = tally.sessions[session], tally.game(session, game)
    noted = [first_difference(tally, session, game), played_again(tally, session, game)]
    differs = min((each for each in noted if each), key=lambda each: each.row, default=None)
    hashed = sha256()
    for prize, won in played.won.items():
        hashed.update(f"{prize}/{won.share_cents}/{'/'.join(won.winners)}\n".encode())
    pool = tally.pools.get(books.plan.pool)
    return Counted(
        session=session,
        game=game,
        rows=sum(len(won.winners) for won in played.won.values()),
        receipts_cents=books.receipts_cents(game),
        fees_cents=books.fees_cents,
        pool_cents=pool.balance_cents if pool else 0,
        digest=hashed.hexdigest(),
        differs=differs,
    )
