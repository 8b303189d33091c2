"""The cheque that a claim form is paid by: its amount in words, and the marks of rule 15(i)."""

from __future__ import annotations

from dataclasses import dataclass
from datetime import date

from eyesdown.display.keno.notices import operator
from eyesdown.display.keno.ticket import Cheque, cheque
from eyesdown.keno.claims.events import ClaimFormPaid, PayoutMade
from eyesdown.rulebook.keno_words import Payout

_SMALL = (
    *("zero", "one", "two", "three", "four", "five", "six", "seven", "eight", "nine", "ten"),
    *("eleven", "twelve", "thirteen", "fourteen", "fifteen", "sixteen", "seventeen", "eighteen"),
    "nineteen",
)
_TENS = ("twenty", "thirty", "forty", "fifty", "sixty", "seventy", "eighty", "ninety")
_GROUPS = ((1_000_000_000, "billion"), (1_000_000, "million"), (1_000, "thousand"))


@dataclass(frozen=True, slots=True)
class FormCheque:
    """A cheque for a claim form, as it is written out and marked."""

    form: str
    day: date
    cheque: Cheque
    words: str
    drawn_by: str
    drawn_on: str = "Keno Prize Fund"

    @property
    def marks(self) -> tuple[str, ...]:
        """What goes between the lines of the crossing (15(i))."""
        marks = {
            "Not negotiable": self.cheque.not_negotiable,
            "Account payee only": self.cheque.account_payee_only,
        }
        return tuple(mark for mark, wanted in marks.items() if wanted)


def form_cheque(paid: ClaimFormPaid) -> FormCheque:
    """The cheque of a paid claim form: on the Prize Fund, in favour of the payee (15(h), (i))."""
    payout = PayoutMade(Payout.CHEQUE, paid.cents, paid.payee, None)
    by = operator().operating_company.name
    return FormCheque(paid.form, paid.at.date(), cheque(payout), amount_words(paid.cents), by)


def amount_words(cents: int) -> str:
    """An amount as a cheque spells it out.

    >>> amount_words(12_345_67)
    'twelve thousand three hundred and forty-five dollars and sixty-seven cents'
    >>> amount_words(1_00), amount_words(2_000_001_00)
    ('one dollar only', 'two million and one dollars only')
    """
    whole, rest = divmod(cents, 100)
    dollars = f"{_number(whole)} dollar{'' if whole == 1 else 's'}"
    if not rest:
        return f"{dollars} only"
    return f"{dollars} and {_number(rest)} cent{'' if rest == 1 else 's'}"


def _number(value: int) -> str:
    """A whole number in words.

    >>> _number(0), _number(80), _number(419), _number(1_000), _number(30_007)
    ('zero', 'eighty', 'four hundred and nineteen', 'one thousand', 'thirty thousand and seven')
    """
    if value < len(_SMALL):
        return _SMALL[value]
    if value < 100:
        tens, ones = divmod(value, 10)
        return _TENS[tens - 2] + (f"-{_SMALL[ones]}" if ones else "")
    if value < 1_000:
        hundreds, rest = divmod(value, 100)
        return f"{_SMALL[hundreds]} hundred" + (f" and {_number(rest)}" if rest else "")
    for size, name in _GROUPS:
        if value >= size:
            many, rest = divmod(value, size)
            joint = " and " if 0 < rest < 100 else " "
            return f"{_number(many)} {name}" + (f"{joint}{_number(rest)}" if rest else "")
    raise AssertionError(value)
