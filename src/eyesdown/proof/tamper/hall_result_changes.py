"""What an insider might change in a result: claims, forfeits, shares, pools and payments."""

from __future__ import annotations

from collections.abc import Callable
from random import Random

from eyesdown.bingo.claims.events import (
    ClaimAllowed,
    ClaimMade,
    ClaimRefused,
    ForfeitCancelled,
    GameClosed,
    PrizeForfeited,
    PrizePaid,
)
from eyesdown.bingo.pools.events import MustGoSet, PoolCredited, PoolDebited, PrizeRolled, PrizeWon
from eyesdown.bingo.sales.events import (
    EntryFeePaid,
)
from eyesdown.bingo.session.events import ReturnReported
from eyesdown.bingo.trouble.events import (
    EntryVoided,
    PlayerExcluded,
    Refunded,
)
from eyesdown.kernel.cite import Clause, Refusal
from eyesdown.kernel.written import replace
from eyesdown.proof.hall.setting import PLAYERS
from eyesdown.proof.tamper.hall_rounds import HallChange, Rows
from eyesdown.proof.tamper.hall_rows import every, other_player, pick, put


def give_a_claim_to_another(rows: Rows, dice: Random) -> int:
    """A claim, and all that came of it, is another player's."""
    claim = pick(rows, dice, ClaimMade)
    if claim is None:
        return -1
    row, _, event = claim
    friend = other_player(dice, event.player)
    for at, place, other in every(rows, ClaimMade, ClaimAllowed, PrizeWon):
        if (other.session, other.game) != (event.session, event.game) or at < row:
            continue
        if isinstance(other, PrizeWon):
            winners = tuple(friend if name == event.player else name for name in other.winners)
            put(rows, at, place, replace(other, winners=winners))
        elif other.claim == event.claim:
            put(rows, at, place, replace(other, player=friend))
    return row


def refuse_a_good_claim(rows: Rows, dice: Random) -> int:
    """A claim in time is refused as incomplete, and was never checked."""
    claim = pick(rows, dice, ClaimMade)
    if claim is None:
        return -1
    row, place, event = claim
    refusal = Refusal("claim/incomplete", Clause("nz-casino-bingo", "5.2(a)(i)"), ())
    refused = ClaimRefused(
        at=event.at,
        session=event.session,
        game=event.game,
        claim=event.claim,
        player=event.player,
        word=event.word,
        call=event.call,
        refusals=(refusal,),
        numbers=(),
    )
    put(rows, row, place, refused)
    for at, events in enumerate(rows):
        about = (event.session, event.game, event.claim)
        rows[at] = tuple(
            other
            for other in events
            if at <= row
            or not hasattr(other, "claim")
            or (other.session, getattr(other, "game", 0), other.claim) != about
        )
    return row


def change_a_winner(rows: Rows, dice: Random) -> int:
    """A prize goes to someone else."""
    won = pick(rows, dice, PrizeWon, lambda each: bool(each.winners))
    if won is None:
        return -1
    row, place, event = won
    winners = (other_player(dice, *event.winners), *event.winners[1:])
    put(rows, row, place, replace(event, winners=winners))
    return row


def change_a_share(rows: Rows, dice: Random) -> int:
    """Some cents more or less for each winner; the operator's part makes up for it."""
    won = pick(rows, dice, PrizeWon)
    if won is None:
        return -1
    row, place, event = won
    more = dice.choice((-100, -1, 1, 50))
    added = event.rounding_contribution_cents + more * len(event.winners)
    share = event.share_cents + more
    changed = replace(event, share_cents=share, rounding_contribution_cents=added)
    if dice.random() < 0.5:
        changed = replace(event, amount_cents=event.amount_cents + more)
    put(rows, row, place, changed)
    return row


def leave_a_joint_winner_out(rows: Rows, dice: Random) -> int:
    """One of several winners gets nothing, the others more."""
    won = pick(rows, dice, PrizeWon, lambda each: len(each.winners) > 1)
    if won is None:
        return -1
    row, place, event = won
    winners = event.winners[1:]
    share = -(-event.amount_cents // len(winners))
    added = share * len(winners) - event.amount_cents
    changed = replace(event, winners=winners, share_cents=share, rounding_contribution_cents=added)
    put(rows, row, place, changed)
    return row


def forgive_a_forfeit(rows: Rows, dice: Random) -> int:
    """A silent player keeps a prize: every record of the forfeit is gone."""
    lost = pick(rows, dice, PrizeForfeited, _still_in(rows))
    if lost is None:
        return -1
    _, _, event = lost
    about = (event.session, event.game, event.player, event.prize)
    first = -1
    for row, events in enumerate(rows):
        left = tuple(
            other
            for other in events
            if not isinstance(other, PrizeForfeited | ForfeitCancelled)
            or (other.session, other.game, other.player, other.prize) != about
        )
        if len(left) < len(events):
            first = row if first < 0 else first
            rows[row] = left
    return first


def _still_in(rows: Rows) -> Callable[[PrizeForfeited], bool]:
    """Whether a player was in the game to its end."""
    out = {(event.session, event.game, event.player) for _, _, event in every(rows, PlayerExcluded)}
    void = {(event.session, event.player) for _, _, event in every(rows, EntryVoided)}
    return lambda lost: (
        (lost.session, lost.game, lost.player) not in out
        and (lost.session, lost.player) not in void
    )


def invent_a_forfeit(rows: Rows, dice: Random) -> int:
    """A player who was not entitled, or not silent, loses a prize."""
    lost = pick(rows, dice, PrizeForfeited)
    if lost is None:
        return -1
    row, place, event = lost
    same_row = {(each.player, each.prize) for each in rows[row] if isinstance(each, PrizeForfeited)}
    out = _still_in(rows)
    rivals = [player for player in PLAYERS if (player, event.prize) not in same_row]
    rivals = [player for player in rivals if out(replace(event, player=player))]
    if not rivals:
        return -1
    put(rows, row, place, event, replace(event, player=dice.choice(rivals)))
    return row


def skim_a_pool(rows: Rows, dice: Random) -> int:
    """Less comes into a pool than was booked, or more leaves it; all later balances follow."""
    chosen = pick(
        rows,
        dice,
        dice.choice((PoolCredited, PoolDebited)),
        lambda each: (
            getattr(each, "source", "") in ("entry fees", "operator")
            or getattr(each, "reason", "") in ("won", "entry void", "invalidated")
        ),
    )
    if chosen is None:
        return -1
    row, place, event = chosen
    cents = dice.randrange(1, event.amount_cents + 1)
    less = -cents if isinstance(event, PoolCredited) else cents
    amount = event.amount_cents + less
    if event.balance_cents - cents < 0:
        return -1
    put(rows, row, place, replace(event, amount_cents=amount))
    started = False
    for at, index, other in list(every(rows, PoolCredited, PoolDebited)):
        started = started or (at, index) == (row, place)
        if started and other.pool == event.pool:
            put(rows, at, index, replace(other, balance_cents=other.balance_cents - cents))
    return row


def misstate_a_balance(rows: Rows, dice: Random) -> int:
    """A pool is booked at another balance."""
    chosen = pick(rows, dice, dice.choice((PoolCredited, PoolDebited)))
    if chosen is None:
        return -1
    row, place, event = chosen
    put(rows, row, place, replace(event, balance_cents=event.balance_cents + dice.randrange(1, 99)))
    return row


def forget_that_a_pool_must_go(rows: Rows, dice: Random) -> int:
    """The duty to empty a pool is left out."""
    chosen = pick(rows, dice, MustGoSet)
    if chosen is None:
        return -1
    row, place, _ = chosen
    put(rows, row, place)
    return row


def keep_part_of_a_fee(rows: Rows, dice: Random) -> int:
    """More of the entry fees is for administration than a fifth."""
    chosen = pick(rows, dice, EntryFeePaid)
    if chosen is None:
        return -1
    row, place, event = chosen
    cents = dice.randrange(1, 100)
    put(
        rows,
        row,
        place,
        replace(
            event,
            jackpot_cents=event.jackpot_cents - cents,
            administration_cents=event.administration_cents + cents,
        ),
    )
    return row


def send_a_prize_elsewhere(rows: Rows, dice: Random) -> int:
    """A prize no one won goes on with another amount, or to another game."""
    chosen = pick(rows, dice, PrizeRolled, lambda each: each.reason in ("not won", "void"))
    if chosen is None:
        return -1
    row, place, event = chosen
    changed = replace(event, amount_cents=event.amount_cents - dice.randrange(1, 9))
    if event.to_game and dice.random() < 0.5:
        changed = replace(event, to_game=0, to_session="")
    put(rows, row, place, changed)
    return row


def prettify_a_return(rows: Rows, dice: Random) -> int:
    """The report of prizes against receipts shows more prizes, or fewer receipts."""
    chosen = pick(rows, dice, ReturnReported, lambda each: not each.forecast)
    if chosen is None:
        return -1
    row, place, event = chosen
    cents = dice.randrange(1, 500)
    changed = replace(event, prizes_cents=event.prizes_cents + cents)
    if event.receipts_cents > cents and dice.random() < 0.5:
        changed = replace(event, receipts_cents=event.receipts_cents - cents)
    put(rows, row, place, changed)
    return row


def close_a_game_with_other_sums(rows: Rows, dice: Random) -> int:
    """A closed game shows other receipts or prizes."""
    chosen = pick(rows, dice, GameClosed)
    if chosen is None:
        return -1
    row, place, event = chosen
    field = dice.choice(("receipts_cents", "prizes_cents"))
    more = getattr(event, field) + dice.randrange(1, 500)
    put(rows, row, place, replace(event, **{field: more}))
    return row


def keep_part_of_a_refund(rows: Rows, dice: Random) -> int:
    """A player gets less back than they paid."""
    chosen = pick(rows, dice, Refunded, lambda each: each.amount_cents > 0)
    if chosen is None:
        return -1
    row, place, event = chosen
    cents = dice.randrange(1, event.amount_cents + 1)
    put(rows, row, place, replace(event, amount_cents=event.amount_cents - cents))
    return row


def pay_a_prize_twice(rows: Rows, dice: Random) -> int:
    """A prize is paid again, or with another amount."""
    chosen = pick(rows, dice, PrizePaid)
    if chosen is None:
        return -1
    row, place, event = chosen
    if dice.random() < 0.5:
        rows.insert(dice.randrange(row + 1, len(rows) + 1), (event,))
    else:
        put(rows, row, place, replace(event, amount_cents=event.amount_cents + 100))
    return row


RESULT_CHANGES: tuple[HallChange, ...] = (
    give_a_claim_to_another,
    refuse_a_good_claim,
    change_a_winner,
    change_a_share,
    leave_a_joint_winner_out,
    forgive_a_forfeit,
    invent_a_forfeit,
    skim_a_pool,
    misstate_a_balance,
    forget_that_a_pool_must_go,
    keep_part_of_a_fee,
    send_a_prize_elsewhere,
    prettify_a_return,
    close_a_game_with_other_sums,
    keep_part_of_a_refund,
    pay_a_prize_twice,
)
