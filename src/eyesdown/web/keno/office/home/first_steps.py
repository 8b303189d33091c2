"""What a new site needs before its first draw, step by step, each with the page that does it."""

from __future__ import annotations

from dataclasses import dataclass
from datetime import date

from eyesdown.central.keno.machine import KenoSite, book_on
from eyesdown.central.keno.office.roles import KenoRole
from eyesdown.keno.office.jackpots import jackpots_to_rate
from eyesdown.rulebook.keno_words import Duty

OFFICE_PEOPLE_MIN = 2
"""One proposes a payment, another confirms it (12.2)."""


@dataclass(frozen=True, slots=True)
class Step:
    """A step with the page that does it, and whether it is done; no page where others do it."""

    href: str
    words: str
    is_done: bool


def first_steps(site: KenoSite, today: date, *, has_sold: bool = False) -> tuple[Step, ...]:
    """The steps to the first draw in order; none once all are done or a ticket was ever sold.

    >>> [step.is_done for step in first_steps(KenoSite(), date(2026, 11, 15))].count(True)
    0
    """
    keno, roles = site.keno, [role for each in site.access.values() for role in each.roles]
    jackpots = jackpots_to_rate(book_on(today))
    known = (keno.jackpots.get(key) for key in jackpots)
    without = sum(each is None or each.rate_on(today) is None for each in known)
    duties = {each.duty for each in keno.on_duty.values()}
    both = Duty.SUPERVISOR in duties and Duty.SENIOR_WRITER in duties
    steps = (
        Step("/office/do/AppointVenue", "Appoint a venue", bool(keno.venues)),
        Step("/office/do/ApproveTerminal", "Approve its terminals", bool(keno.terminals)),
        Step(
            "/office/do/SetPayoutLimit",
            "Set the largest prize that a venue may pay",
            keno.payout_limit_cents is not None,
        ),
        Step(
            "/office/do/SetGrowthRate",
            f"Set the growth of the jackpots: {without} of {len(jackpots)} have none yet"
            if without
            else "Set the growth of the jackpots",
            not without,
        ),
        Step(
            "/office/people",
            "Add a second person of the office, who confirms payments",
            roles.count(KenoRole.OFFICE) >= OFFICE_PEOPLE_MIN,
        ),
        Step(
            "/office/people",
            "Add a supervisor, and a writer for a terminal",
            KenoRole.SUPERVISOR in roles and KenoRole.WRITER in roles,
        ),
        Step(
            "",
            "The supervisor goes on duty on this page, a senior writer at the venue’s till (Duty)",
            both,
        ),
    )
    return () if has_sold or all(step.is_done for step in steps) else steps
