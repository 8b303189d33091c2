"""Fixed texts of the keno pages and papers: who runs it, which terms apply, where to complain."""

from __future__ import annotations

from dataclasses import dataclass

CURRENCY = "AUD"


@dataclass(frozen=True, slots=True)
class Company:
    """A company with its Australian Business Number."""

    name: str
    abn: str


LICENSEES = (
    Company("Clubkeno Holdings Pty Limited", "51 002 821 570"),
    Company("Keno (NSW) Pty Ltd", "16 003 992 327"),
)
"""As the rules name them; the last one is the Operating Company."""


@dataclass(frozen=True, slots=True)
class Operator:
    """Who runs this site, as tickets, letters and terms name it; the last company operates."""

    brand: str = "Eyes Down Keno"
    licensees: tuple[Company, ...] = LICENSEES

    @property
    def operating_company(self) -> Company:
        """The company that signs letters."""
        return self.licensees[-1]


_named = [Operator()]


def operator() -> Operator:
    """Who runs this site."""
    return _named[0]


def set_operator(named: Operator) -> None:
    """Name who runs this site; a site does it once, when it starts."""
    assert named.licensees, "someone holds the licence"
    _named[0] = named


BOUND = "By entering, buying a gift voucher or taking a prepaid voucher you accept the keno rules."
PRECEDENCE = ("the Act", "the keno rules", "the account terms")
CHECK_RECEIPT = "Please check now that this ticket shows what you asked for."
CHECK_SCREEN = "Please check every line before you confirm; confirming buys the entry."
NO_ANSWER = "We could not confirm this entry. Please call us, or check your account history."
WON_ELSEWHERE = (
    "A pooled jackpot may be won in another state, also while a draw here is interrupted."
)
BARRED = "No entries by anyone under 18, by inspectors, or by staff of the operator or on duty."


@dataclass(frozen=True, slots=True)
class TermsPage:
    """The facts a terms page shows; of `precedence`, an earlier text prevails over a later one."""

    licensees: tuple[Company, ...]
    operating_company: Company
    precedence: tuple[str, ...]
    bound: str
    pooled: str
    barred: str
    currency: str


def terms_page() -> TermsPage:
    """The facts of the terms page.

    >>> [company.abn for company in terms_page().licensees]
    ['51 002 821 570', '16 003 992 327']
    """
    return TermsPage(
        operator().licensees,
        operator().operating_company,
        PRECEDENCE,
        BOUND,
        WON_ELSEWHERE,
        BARRED,
        CURRENCY,
    )


@dataclass(frozen=True, slots=True)
class Letter:
    """A letter about something unclaimed; it goes out over a representative's name."""

    to: str
    about: str
    signed_by: str
    signed_for: str


def unclaimed_letter(to: str, about: str, signed_by: str) -> Letter:
    """A letter about something unclaimed, signed for the Operating Company (16(c)).

    >>> unclaimed_letter('the Central Site', 'ticket 7', 'Ann').about
    'ticket 7'
    """
    assert signed_by, "a letter about unclaimed money is signed"
    return Letter(to, about, signed_by, operator().operating_company.name)
