"""Double entry: every answer in order, a state machine against an auditor who only adds."""

from __future__ import annotations

from fractions import Fraction

import pytest
from hypothesis import settings
from hypothesis import strategies as st
from hypothesis.stateful import RuleBasedStateMachine, invariant, rule

from eyesdown.ledger import books, chart
from eyesdown.ledger.books import (
    Amount,
    JournalPlace,
    LedgerLine,
    PostingAnswer,
    PostingGroup,
    credit,
    debit,
    group,
)
from eyesdown.ledger.statement import Posted, statement

HALF = Fraction(1, 2)

# Each group breaks the rule it is named after and every rule after it in the order of precedence.
PRECEDENCE = [
    (PostingAnswer.NO_LINES, ()),
    (
        PostingAnswer.NO_SUCH_ACCOUNT,
        (("pocket", 1), ("unclaimed", 0), ("unclaimed", HALF), ("unclaimed", 5)),
    ),
    (PostingAnswer.NOTHING_MOVES, (("bank", 0), ("unclaimed", HALF), ("unclaimed", 5))),
    (PostingAnswer.PARTS_OF_A_CENT, (("bank", HALF), ("unclaimed", 5))),
    (PostingAnswer.NOT_BALANCED, (("bank", 1), ("unclaimed", 5))),
    (PostingAnswer.OVERDRAWN, (("bank", -5), ("unclaimed", 5))),
    (PostingAnswer.POSTED, (("bank", 5), ("unclaimed", -5))),
]


@pytest.mark.parametrize(("said", "lines"), PRECEDENCE, ids=lambda x: getattr(x, "name", ""))
def test_answers_in_order(said: PostingAnswer, lines: tuple[tuple[str, Amount], ...]) -> None:
    entry = PostingGroup("test", tuple(LedgerLine(*line) for line in lines))
    assert books.answer({}, entry) is said


def test_the_precedence_table_walks_every_answer() -> None:
    assert [said for said, _ in PRECEDENCE] == list(PostingAnswer)


@pytest.mark.parametrize(
    ("balance", "taken", "said"),
    [
        (-100, 99, PostingAnswer.POSTED),
        (-100, 100, PostingAnswer.POSTED),
        (-100, 101, PostingAnswer.OVERDRAWN),
    ],
)
def test_an_account_may_be_emptied_and_no_more(
    balance: int, taken: int, said: PostingAnswer
) -> None:
    entry = group("withdrawal", debit("subscriber/ada", taken), credit("bank", taken))
    assert books.answer({"subscriber/ada": balance}, entry) is said


@pytest.mark.parametrize("kind", [name for name, kind in chart.KINDS.items() if kind.overdraw])
def test_some_accounts_may_be_overdrawn(kind: str) -> None:
    outward = 1 if chart.KINDS[kind].side is chart.Side.CREDIT else -1
    entry = PostingGroup(
        "x", (LedgerLine(f"{kind}/a", outward), LedgerLine("bank/other", -outward))
    )
    assert books.answer({}, entry) is PostingAnswer.POSTED


@pytest.mark.parametrize("amount", [Fraction(1, 3), 0.5, True], ids=["third", "float", "bool"])
def test_only_exact_accounts_hold_parts_of_a_cent(amount: Amount) -> None:
    whole_account = PostingGroup(
        "x", (LedgerLine("bank", amount), LedgerLine("licensees", -amount))
    )
    assert books.answer({}, whole_account) is PostingAnswer.PARTS_OF_A_CENT
    exact = PostingGroup(
        "x", (LedgerLine("licensees/a", amount), LedgerLine("licensees/b", -amount))
    )
    expected = PostingAnswer.POSTED if type(amount) is Fraction else PostingAnswer.PARTS_OF_A_CENT
    assert books.answer({}, exact) is expected


def test_a_refused_group_cannot_be_posted() -> None:
    with pytest.raises(AssertionError, match="not_balanced"):
        books.post({}, PostingGroup("x", (LedgerLine("bank", 1), LedgerLine("licensees", -2))))


def test_no_balance_grows_beyond_what_a_store_keeps() -> None:
    most = books.BALANCE_MAX - 1
    entry = group("sale", debit("bank", 1), credit("licensees", 1))
    assert books.post({"bank": most - 1, "licensees": 1 - most}, entry)["bank"] == most
    for full in ({"bank": most}, {"licensees": -most}):
        with pytest.raises(AssertionError, match="a store cannot hold this balance"):
            books.post(full, entry)


def test_thirds_come_back_to_whole_cents() -> None:
    third = Fraction(100, 3)
    entry = group("split", debit("licensees", 100), *(credit(f"jackpot/{n}", third) for n in "abc"))
    balances = books.post({}, entry)
    for name in "abc":
        balances |= books.post(
            balances, group("back", debit(f"jackpot/{name}", third), credit("licensees", third))
        )
    assert balances == {"licensees": 0, "jackpot/a": 0, "jackpot/b": 0, "jackpot/c": 0}
    assert all(type(balance) is int for balance in balances.values())


def test_a_correction_points_at_what_it_corrects_and_leaves_it() -> None:
    wrong = group("sale", debit("venue_cash/1", 100), credit("venue_held/1", 100))
    undo = books.reversal(wrong, JournalPlace(12, 0), "keyed twice")
    assert undo.corrects == (12, 0)
    assert books.post({}, wrong, undo) == {"venue_cash/1": 0, "venue_held/1": 0}


def test_a_statement_reads_on_the_owners_side() -> None:
    rows = [
        Posted(JournalPlace(1, 0), "deposit", "subscriber/ada", -5000),
        Posted(JournalPlace(4, 0), "entry", "subscriber/ada", 200),
    ]
    seen = statement("subscriber/ada", rows, opening=-100)
    assert (seen.opening, seen.closing) == (100, 4900)
    assert [(line.amount, line.balance) for line in seen.lines] == [(5000, 5100), (-200, 4900)]


ACCOUNTS = st.sampled_from(
    ["bank", "subscriber/ada", "jackpot/regular_10", "licensees", "unclaimed"]
)
AMOUNTS = st.integers(-5, 500) | st.fractions(-2, 2, max_denominator=7)


class BooksAgainstAuditor(RuleBasedStateMachine):
    """The room under test against a bookkeeper who only adds and subtracts."""

    def __init__(self) -> None:
        super().__init__()
        self.balances: dict[str, Amount] = {}
        self.auditor: dict[str, Fraction] = {}
        self.posted: list[PostingGroup] = []

    @rule(one=ACCOUNTS, other=ACCOUNTS, third=ACCOUNTS, amount=AMOUNTS, share=AMOUNTS)
    def move(self, one: str, other: str, third: str, amount: Amount, share: Amount) -> None:
        lines = (
            LedgerLine(one, amount),
            LedgerLine(other, share),
            LedgerLine(third, -amount - share),
        )
        self._try(PostingGroup("move", lines))

    @rule(back=st.integers(0, 50))
    def undo(self, back: int) -> None:
        if back < len(self.posted):
            self._try(books.reversal(self.posted[back], JournalPlace(back, 0), "undo"))

    def _try(self, entry: PostingGroup) -> None:
        if books.answer(self.balances, entry) is not PostingAnswer.POSTED:
            return
        self.balances.update(books.post(self.balances, entry))
        self.posted.append(entry)
        for account, amount in entry.lines:
            self.auditor[account] = self.auditor.get(account, Fraction(0)) + amount

    @invariant()
    def books_agree(self) -> None:
        assert self.balances == self.auditor

    @invariant()
    def debits_are_credits(self) -> None:
        assert sum(self.balances.values()) == 0

    @invariant()
    def nobody_is_overdrawn(self) -> None:
        for account in ("subscriber/ada", "jackpot/regular_10", "unclaimed"):
            assert self.balances.get(account, 0) <= 0

    @invariant()
    def whole_accounts_stay_whole(self) -> None:
        for account in ("bank", "subscriber/ada", "unclaimed"):
            assert type(self.balances.get(account, 0)) is int


BooksAgainstAuditor.TestCase.settings = settings(max_examples=60, stateful_step_count=30)
TestBooks = BooksAgainstAuditor.TestCase
