"""What a player reads has no order to a cashier in it, and says what to do."""

from __future__ import annotations

import re

from eyesdown.display.for_players import to_player
from eyesdown.display.refusals import refusal_shown, sentences
from eyesdown.kernel.cite import Clause, Refusal
from eyesdown.rulebook.catalogue import entries
from eyesdown.rulebooks import SHELF

NOUNS = ("cancel", "claim", "growth", "receipt", "slip", "tender", "voucher")
"""What a terminal or an account can be refused, beside the bets themselves."""
TO_STAFF = re.compile(r"Do not|ustomer|claimant|on the page|on Pay|[Gg]ive (it|the ticket) back")


def test_no_player_reads_what_a_cashier_has_to_do() -> None:
    clause = next(entry.covered for entry in entries(SHELF, "nsw-keno"))
    codes = {
        code: Refusal(code, Clause(clause.book, clause.clause), ())
        for code in sentences()
        if code.partition("/")[0] in NOUNS
    }
    assert len(codes) > 50
    staff = {code: refusal_shown(refusal) for code, refusal in codes.items()}
    assert any(TO_STAFF.search(shown.says + shown.next) for shown in staff.values())
    shown_to_players = {code: to_player(shown) for code, shown in staff.items()}
    wrong = {
        code for code, shown in shown_to_players.items() if TO_STAFF.search(shown.says + shown.next)
    }
    assert wrong == set()
    assert all(shown.next for shown in shown_to_players.values())
