"""The cheque of a claim form: words, marks, payee and fund."""

from __future__ import annotations

from datetime import datetime

import pytest

from eyesdown.display.keno.cheques import amount_words, form_cheque
from eyesdown.keno.claims.events import ClaimFormPaid
from eyesdown.web.frame.pages import page

PAID = ClaimFormPaid(datetime(2026, 11, 18, 10), "F0042", "Ann <Example>", "a statement", 1_050, ())
MILLION = (
    "one million two hundred and thirty-four thousand five hundred and sixty-seven dollars and "
    "eighty-nine cents"
)


@pytest.mark.clause("nsw-keno", "15(h)", "15(i)")
def test_15_h_i__a_claim_forms_cheque_is_crossed_marked_and_drawn_on_the_prize_fund() -> None:
    cheque = form_cheque(PAID)
    assert (cheque.cheque.payee, cheque.cheque.cents) == ("Ann <Example>", 1_050)
    assert cheque.marks == ("Not negotiable", "Account payee only")
    assert (cheque.cheque.crossed, cheque.drawn_on) == (True, "Keno Prize Fund")
    facts = {
        "person": {"name": "olga", "role": "office"},
        "outcome": {"refusals": [], "events": ["claim form paid"], "postings": []},
        **dict.fromkeys(("csrf", "path", "wrong"), ""),
        **dict.fromkeys(("tabs", "refusals"), ()),
        **dict.fromkeys(("payments_waiting", "seq", "waits"), 0),
    }
    text = bytes(page("office_made.html", cheques=[cheque], **facts).body).decode()
    assert "ten dollars and fifty cents" in text
    assert "Not negotiable · Account payee only" in text
    assert "Ann &lt;Example&gt;" in text


@pytest.mark.parametrize(
    ("cents", "words"),
    [
        (1, "zero dollars and one cent"),
        (99_99, "ninety-nine dollars and ninety-nine cents"),
        (100_00, "one hundred dollars only"),
        (1_001_00, "one thousand and one dollars only"),
        (10_000_000_00, "ten million dollars only"),
        (1_234_567_89, MILLION),
    ],
)
def test_amounts_are_spelled_out(cents: int, words: str) -> None:
    assert amount_words(cents) == words
