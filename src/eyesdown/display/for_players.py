"""Refusals in words for the player who reads them, at a terminal or in an account.

A refusal has the words of the staff who act on it: "Do not pay", "Ask the customer". A player alone
at a screen needs the same fact, and what they can do.
"""

from __future__ import annotations

import re
from collections.abc import Iterable

from msgspec.structs import replace

from eyesdown.display.refusals import RefusalShown

AT_THE_COUNTER = "Please ask at the counter."
PAY_OTHERWISE = "Pay in another way, or ask at the counter."
_TO_STAFF = re.compile(r"^Do not (?:pay|accept it)(?: here)?: | Do not pay it\.$")
_BY_NOUN = {
    "claim": AT_THE_COUNTER,
    "jackpot": AT_THE_COUNTER,
    "payout": AT_THE_COUNTER,
    "receipt": PAY_OTHERWISE,
    "session": AT_THE_COUNTER,
    "tender": PAY_OTHERWISE,
    "terminal": AT_THE_COUNTER,
    "venue": AT_THE_COUNTER,
    "voucher": PAY_OTHERWISE,
}
_BY_CODE = {
    "cancel/all_drawn": "Look at the entry to see what it won.",
    "cancel/game_closed": "It is in the draw; a prize is paid into your account.",
    "cancel/not_by_internet": "Cancel it in the account that bought it.",
    "cancel/not_live": "Look at the entry to see what happened to it.",
    "cancel/other_day": "It still plays; a prize is paid into your account.",
    "cancel/other_venue": "Go to the venue that sold it.",
    "claim/already_paid": "Nothing more is due on it. If you disagree, ask at the counter.",
    "entry/outside_hours": "Play again when the venue is open.",
    "growth/no_rate": "Choose another number of spots.",
    "person/on_duty": "Play again once you are off duty.",
    "slip/game_closed": "Buy again; your slip goes into the next game.",
    "slip/refused": "Buy again; nothing was taken for it.",
    "slip/sold": "Take the ticket that was printed; start a new slip for more.",
    "voucher/exceeds_cost": "Add to your slip, or pay in another way; no change is given on it.",
}
"""What a player can do, where it differs from the advice to staff."""


def to_player(refusal: RefusalShown) -> RefusalShown:
    """The refusal as its player reads it.

    >>> from eyesdown.display.refusals import refusal_shown
    >>> from eyesdown.kernel.cite import Clause, Refusal
    >>> facts = (("serial", "S0001"), ("spent_at", "2026-11-16T10:42"))
    >>> paid = refusal_shown(Refusal("claim/already_paid", Clause("nsw-keno", "14(d)"), facts))
    >>> paid.says
    'Do not pay: S0001 was paid on 16 Nov 2026 at 10:42.'
    >>> to_player(paid).says
    'S0001 was paid on 16 Nov 2026 at 10:42.'
    >>> to_player(paid).next
    'Nothing more is due on it. If you disagree, ask at the counter.'
    """
    says = _TO_STAFF.sub("", refusal.says)
    noun = refusal.code.partition("/")[0]
    advice = _BY_CODE.get(refusal.code, _BY_NOUN.get(noun, refusal.next))
    return replace(refusal, says=says[:1].upper() + says[1:], next=advice)


def to_players(refusals: Iterable[RefusalShown]) -> list[RefusalShown]:
    """Refusals as their player reads them, in the order given."""
    return [to_player(refusal) for refusal in refusals]
