"""Rules 5, 5A and 6: which Entries count, who may not enter, and who must be present."""

from __future__ import annotations

from datetime import date

from eyesdown.rulebook.chapter import Breach, Chapter, breach
from eyesdown.rulebook.facts.keno_draw import DrawFacts, EligibleFacts
from eyesdown.rulebook.facts.keno_entry import EntryFacts, PersonFacts
from eyesdown.rulebook.keno_words import Channel, DrawSite, PersonKind
from eyesdown.rulebooks.nsw_keno.dates import birthday
from eyesdown.rulebooks.nsw_keno.figures import Figures

ELIGIBLE: Chapter[EligibleFacts, Figures] = Chapter("nsw-keno", "Rule 5 - Eligible Entries")
PERSONS: Chapter[PersonFacts, Figures] = Chapter("nsw-keno", "Rule 5A - Persons")
DRAW_STAFF: Chapter[DrawFacts, Figures] = Chapter("nsw-keno", "Rule 6 - Supervisor")
SALE_STAFF: Chapter[EntryFacts, Figures] = Chapter("nsw-keno", "Rule 6 - Senior Writer")


@ELIGIBLE.enforces("5(a)", "entry/no_receipt_or_record")
def venue_entry_has_receipt_and_record(entry: EligibleFacts) -> Breach | None:
    if entry.channel != Channel.VENUE or (entry.stored and entry.receipt_issued):
        return None
    return breach(
        "entry/no_receipt_or_record", stored=int(entry.stored), receipt=int(entry.receipt_issued)
    )


@ELIGIBLE.enforces("5(b)", "entry/not_in_account")
def web_entry_is_stored_and_in_the_account(entry: EligibleFacts) -> Breach | None:
    if entry.channel != Channel.INTERNET or (entry.stored and entry.in_account):
        return None
    return breach(
        "entry/not_in_account", stored=int(entry.stored), in_account=int(entry.in_account)
    )


@PERSONS.enforces("5A(a)", "person/barred_role")
def barred_roles_do_not_enter(person: PersonFacts) -> Breach | None:
    """Checked where a person is known: accounts, player cards and staff logons (T16)."""
    if person.role is PersonKind.PUBLIC:
        return None
    return breach("person/barred_role", role=person.role)


@PERSONS.enforces("5A(b)", "person/on_duty")
def staff_do_not_enter_on_duty(person: PersonFacts) -> Breach | None:
    return breach("person/on_duty") if person.engaged else None


@PERSONS.enforces("5A(c)", "person/under_age", "account/age_not_checked")
def nobody_under_age_enters(person: PersonFacts, figures: Figures) -> Breach | None:
    if person.born is None:
        return None if person.age_checked else breach("account/age_not_checked")
    if person.day >= of_age_on(person.born, figures):
        return None
    return breach("person/under_age", born=person.born.isoformat(), day=person.day.isoformat())


def of_age_on(born: date, figures: Figures) -> date:
    """The birthday from which a person may enter.

    >>> from eyesdown.rulebooks.nsw_keno.book import open_on
    >>> figures = open_on(date(2024, 1, 12)).figures
    >>> of_age_on(date(2008, 2, 29), figures).isoformat()
    '2026-03-01'
    """
    return birthday(born, figures.age_years_min)


@DRAW_STAFF.enforces("6(a)", "draw/no_supervisor")
def supervisor_is_present(draw: DrawFacts) -> Breach | None:
    if draw.supervisor or draw.site not in (DrawSite.CENTRAL, DrawSite.BACKUP):
        return None
    return breach("draw/no_supervisor", site=draw.site)


@SALE_STAFF.enforces("6(b)", "venue/no_senior_writer")
def senior_writer_is_present(entry: EntryFacts) -> Breach | None:
    if entry.senior_writer or entry.channel != Channel.VENUE:
        return None
    return breach("venue/no_senior_writer", venue=entry.venue)
