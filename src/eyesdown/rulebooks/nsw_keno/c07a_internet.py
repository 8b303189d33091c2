"""Rule 7A: who may enter through the Internet Platform, and whose record counts."""

from __future__ import annotations

from eyesdown.rulebook.chapter import Breach, Chapter, breach
from eyesdown.rulebook.facts.keno_entry import InternetFacts
from eyesdown.rulebooks.nsw_keno.figures import Figures

INTERNET: Chapter[InternetFacts, Figures] = Chapter("nsw-keno", "Rule 7A - Internet")


@INTERNET.enforces("2:Subscriber Account Terms and Conditions", "account/terms_not_accepted")
def terms_are_accepted(web: InternetFacts) -> Breach | None:
    if web.terms_accepted or not web.has_account:
        return None
    return breach("account/terms_not_accepted")


@INTERNET.enforces("7A(c)(i)", "account/none")
def subscriber_has_an_account(web: InternetFacts) -> Breach | None:
    return None if web.has_account else breach("account/none")


@INTERNET.enforces("7A(c)(ii)", "account/not_logged_in")
def subscriber_is_logged_in(web: InternetFacts) -> Breach | None:
    return None if web.logged_in else breach("account/not_logged_in")


@INTERNET.enforces("7A(c)(iii)", "account/balance_too_low")
def account_is_in_credit(web: InternetFacts) -> Breach | None:
    if web.balance_cents >= web.cost_cents:
        return None
    return breach(
        "account/balance_too_low", balance_cents=web.balance_cents, cost_cents=web.cost_cents
    )


@INTERNET.enforces("7A(c)(iv)", "account/terms_not_accepted")
def subscriber_complies(web: InternetFacts) -> Breach | None:
    return terms_are_accepted(web)


@INTERNET.enforces("7A(f)(iii)", "internet/not_confirmed")
def confirmation_reached_the_central_site(web: InternetFacts) -> Breach | None:
    """A connection lost before the confirmation arrived leaves no Entry and no debit."""
    return None if web.confirmed else breach("internet/not_confirmed")


@INTERNET.enforces("11(b)(ii)", "internet/outside_permitted_area")
def player_is_where_entries_are_sold(web: InternetFacts, figures: Figures) -> Breach | None:
    """The rules ask only who cancels to be in a Venue's area; it may be asked of a sale (T24)."""
    if web.in_permitted_area or figures.internet_sale_location == "anywhere":
        return None
    return breach("internet/outside_permitted_area", location=web.location)
