"""Double entry: every answer in order, a state machine against an auditor who only adds."""

from __future__ import annotations

from fractions import Fraction

import pytest
from hypothesis import settings
from hypothesis import strategies as st
from hypothesis.stateful import RuleBasedStateMachine, invariant, rule

from eyesdown.ledger import books, chart
from eyesdown.ledger.books import Amount, Answer, Group, Line, Place, credit, debit, group
from eyesdown.ledger.statement import Posted, statement

HALF = Fraction(1, 2)

# Each group breaks the rule it is named after and every rule after it in the order of precedence.
PRECEDENCE = [
    (Answer.NO_LINES, ()),
    (
        Answer.NO_SUCH_ACCOUNT,
        (("pocket", 1), ("unclaimed", 0), ("unclaimed", HALF), ("unclaimed", 5)),
    ),
    (Answer.NOTHING_MOVES, (("bank", 0), ("unclaimed", HALF), ("unclaimed", 5))),
    (Answer.PARTS_OF_A_CENT, (("bank", HALF), ("unclaimed", 5))),
    (Answer.NOT_BALANCED, (("bank", 1), ("unclaimed", 5))),
    (Answer.OVERDRAWN, (("bank", -5), ("unclaimed", 5))),
    (Answer.POSTED, (("bank", 5), ("unclaimed", -5))),
]


@pytest.mark.parametrize(("said", "lines"), PRECEDENCE, ids=lambda x: getattr(x, "name", ""))
def test_answers_in_order(said: Answer, lines: tuple[tuple[str, Amount], ...]) -> None:
    entry = Group("test", tuple(Line(*line) for line in lines))
    assert books.answer({}, entry) is said


def test_the_precedence_table_walks_every_answer() -> None:
    assert [said for said, _ in PRECEDENCE] == list(Answer)


@pytest.mark.parametrize(
    ("balance", "taken", "said"),
    [(-100, 99, Answer.POSTED), (-100, 100, Answer.POSTED), (-100, 101, Answer.OVERDRAWN)],
)
def test_an_account_may_be_emptied_and_no_more(balance: int, taken: int, said: Answer) -> None:
    entry = group("withdrawal", debit("subscriber/ada", taken), credit("bank", taken))
    assert books.answer({"subscriber/ada": balance}, entry) is said


@pytest.mark.parametrize("kind", [name for name, kind in chart.KINDS.items() if kind.overdraw])
def test_some_accounts_may_be_overdrawn(kind: str) -> None:
    outward = 1 if chart.KINDS[kind].side is chart.Side.CREDIT else -1
    entry = Group("x", (Line(f"{kind}/a", outward), Line("bank/other", -outward)))
    assert books.answer({}, entry) is Answer.POSTED


@pytest.mark.parametrize("amount", [Fraction(1, 3), 0.5, True], ids=["third", "float", "bool"])
def test_only_exact_accounts_hold_parts_of_a_cent(amount: Amount) -> None:
    whole_account = Group("x", (Line("bank", amount), Line("licensees", -amount)))
    assert books.answer({}, whole_account) is Answer.PARTS_OF_A_CENT
    exact = Group("x", (Line("licensees/a", amount), Line("licensees/b", -amount)))
    expected = Answer.POSTED if type(amount) is Fraction else Answer.PARTS_OF_A_CENT
    assert books.answer({}, exact) is expected


def test_a_refused_group_cannot_be_posted() -> None:
    with pytest.raises(AssertionError, match="not_balanced"):
        books.post({}, Group("x", (Line("bank", 1), Line("licensees", -2))))


def test_no_balance_grows_beyond_what_a_store_keeps() -> None:
    most = books.BALANCE_MAX - 1
    entry = group("sale", debit("bank", 1), credit("licensees", 1))
    assert books.post({"bank": most - 1, "licensees": 1 - most}, entry)["bank"] == most
    for full in ({"bank": most}, {"licensees": -most}):
        with pytest.raises(AssertionError, match="more than a store keeps"):
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
    undo = books.reversal(wrong, Place(12, 0), "keyed twice")
    assert undo.corrects == (12, 0)
    assert books.trial_balance([wrong, undo]) == {"venue_cash/1": 0, "venue_held/1": 0}


def test_a_statement_reads_on_the_owners_side() -> None:
    rows = [
        Posted(Place(1, 0), "deposit", "subscriber/ada", -5000),
        Posted(Place(4, 0), "entry", "subscriber/ada", 200),
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
        self.posted: list[Group] = []

    @rule(one=ACCOUNTS, other=ACCOUNTS, third=ACCOUNTS, amount=AMOUNTS, share=AMOUNTS)
    def move(self, one: str, other: str, third: str, amount: Amount, share: Amount) -> None:
        lines = (Line(one, amount), Line(other, share), Line(third, -amount - share))
        self._try(Group("move", lines))

    @rule(back=st.integers(0, 50))
    def undo(self, back: int) -> None:
        if back < len(self.posted):
            self._try(books.reversal(self.posted[back], Place(back, 0), "undo"))

    def _try(self, entry: Group) -> None:
        if books.answer(self.balances, entry) is not Answer.POSTED:
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
