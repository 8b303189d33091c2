"""Part 10.7 - What the terms of a promotion must state."""

from __future__ import annotations

from collections.abc import Callable, Collection

from eyesdown.rulebook.chapter import Breach, Chapter, breach
from eyesdown.rulebook.facts.promotions import Prize, Terms
from eyesdown.rulebook.spelling import one_spelling
from eyesdown.rulebooks.nsw_casino_bingo.figures import NswBingoFigures

TERMS = Chapter[Terms, NswBingoFigures]("nsw-casino-bingo", "Part 10.7 - Terms of promotions")


def _owed(code: str, *stated: object) -> Breach | None:
    """A breach unless everything is stated; False and 0 o'clock are statements, None is not."""
    missing = sum(1 for text in stated if text is None or text == "")
    return breach(code, missing=missing) if missing else None


def _each(
    terms: Terms, kinds: Collection[str], code: str, stated: Callable[[Prize], object]
) -> Breach | None:
    """The first prize of these kinds for which something is not stated."""
    for prize in terms.prizes:
        if prize.sort in kinds and stated(prize) in (None, "", 0) and stated(prize) is not False:
            return breach(code, prize=prize.prize)
    return None


def _inclusions(
    terms: Terms, kinds: Collection[str], code: str, wanted: tuple[str, ...]
) -> Breach | None:
    """The first inclusion that the terms of a prize leave open; 'none' is a statement too."""
    for prize in terms.prizes:
        stated = {one_spelling(name) for name, text in prize.inclusions if text}
        missing = [name for name in wanted if name not in stated]
        if prize.sort in kinds and missing:
            return breach(code, prize=prize.prize, missing=", ".join(missing))
    return None


@TERMS.enforces("10.7.1", "terms/award_manner_missing")
def states_how_it_is_awarded(terms: Terms) -> Breach | None:
    return _owed("terms/award_manner_missing", terms.award_manner)


@TERMS.enforces("10.7.2", "terms/award_time_or_place_missing")
def states_when_and_where(terms: Terms) -> Breach | None:
    return _owed("terms/award_time_or_place_missing", terms.award_when, terms.award_where)


@TERMS.enforces("10.7.3", "terms/eligibility_missing")
def states_who_is_eligible(terms: Terms) -> Breach | None:
    return _owed("terms/eligibility_missing", terms.eligibility)


@TERMS.enforces("10.7.4", "terms/minimum_wager_missing")
def states_the_minimum_wager(terms: Terms) -> Breach | None:
    if not terms.wager_needed or terms.minimum_wager_cents > 0:
        return None
    return breach("terms/minimum_wager_missing")


@TERMS.enforces("10.7.5", "terms/prize_nature_missing")
def states_the_nature_of_the_prize(terms: Terms) -> Breach | None:
    return _owed("terms/prize_nature_missing", terms.prize_nature)


@TERMS.enforces("10.7.6", "terms/closing_missing")
def states_when_entries_close(terms: Terms) -> Breach | None:
    return _owed("terms/closing_missing", terms.entries_close)


@TERMS.enforces("10.7.7", "terms/place_date_time_missing")
def states_place_date_and_time(terms: Terms) -> Breach | None:
    return _owed("terms/place_date_time_missing", terms.place, terms.day, terms.hour)


@TERMS.enforces("10.7.8", "terms/claim_method_missing")
def states_how_to_claim(terms: Terms) -> Breach | None:
    return _owed("terms/claim_method_missing", terms.claim_method, terms.presence_required)


@TERMS.enforces("10.7.9", "terms/winner_notice_missing")
def states_how_the_winner_is_told(terms: Terms) -> Breach | None:
    return _owed("terms/winner_notice_missing", terms.winner_notice)


@TERMS.enforces("10.7.10", "terms/publication_missing")
def states_how_results_are_published(terms: Terms) -> Breach | None:
    return _owed("terms/publication_missing", terms.results_published)


@TERMS.enforces("10.7.11", "terms/prize_value_missing", "terms/prize_named_twice")
def states_every_prize_and_value(terms: Terms) -> Breach | None:
    if not terms.prizes:
        return breach("terms/prize_value_missing", prize="")
    names = [prize.prize for prize in terms.prizes]
    twice = [name for name in names if names.count(name) > 1]
    if twice:
        return breach("terms/prize_named_twice", prize=twice[0])
    kinds = {prize.sort for prize in terms.prizes}
    code = "terms/prize_value_missing"
    return _each(terms, kinds, code, lambda prize: max(prize.value_cents, 0))


@TERMS.enforces("10.7.11.1(i)", "terms/appliance_make_missing")
def appliance_make(terms: Terms, figures: NswBingoFigures) -> Breach | None:
    return _each(terms, figures.appliance_kinds, "terms/appliance_make_missing", lambda p: p.make)


@TERMS.enforces("10.7.11.1(ii)", "terms/appliance_model_missing")
def appliance_model(terms: Terms, figures: NswBingoFigures) -> Breach | None:
    return _each(terms, figures.appliance_kinds, "terms/appliance_model_missing", lambda p: p.model)


@TERMS.enforces("10.7.11.1(iii)", "terms/appliance_accessories_missing")
def appliance_accessories(terms: Terms, figures: NswBingoFigures) -> Breach | None:
    code = "terms/appliance_accessories_missing"
    return _each(terms, figures.appliance_kinds, code, lambda prize: prize.accessories)


@TERMS.enforces("10.7.11.2(i)", "terms/vehicle_make_missing")
def vehicle_make(terms: Terms, figures: NswBingoFigures) -> Breach | None:
    """A vehicle owes make, model, accessories and on-road costs (J06)."""
    return _each(
        terms, figures.vehicle_kinds, "terms/vehicle_make_missing", lambda prize: prize.make
    )


@TERMS.enforces("10.7.11.2(ii)", "terms/vehicle_model_missing")
def vehicle_model(terms: Terms, figures: NswBingoFigures) -> Breach | None:
    return _each(
        terms, figures.vehicle_kinds, "terms/vehicle_model_missing", lambda prize: prize.model
    )


@TERMS.enforces("10.7.11.2(iii)", "terms/vehicle_accessories_missing")
def vehicle_accessories(terms: Terms, figures: NswBingoFigures) -> Breach | None:
    code = "terms/vehicle_accessories_missing"
    return _each(terms, figures.vehicle_kinds, code, lambda prize: prize.accessories)


@TERMS.enforces("10.7.11.2(iv)", "terms/on_road_costs_missing")
def vehicle_on_road_costs(terms: Terms, figures: NswBingoFigures) -> Breach | None:
    code = "terms/on_road_costs_missing"
    return _each(terms, figures.vehicle_kinds, code, lambda prize: prize.on_road_costs_included)


@TERMS.enforces("10.7.11.3(i)", "terms/travel_persons_missing")
def travel_persons(terms: Terms, figures: NswBingoFigures) -> Breach | None:
    code = "terms/travel_persons_missing"
    return _each(terms, figures.travel_kinds, code, lambda prize: max(prize.persons, 0))


@TERMS.enforces("10.7.11.3(ii)", "terms/travel_inclusions_missing")
def travel_inclusions(terms: Terms, figures: NswBingoFigures) -> Breach | None:
    code = "terms/travel_inclusions_missing"
    return _inclusions(terms, figures.travel_kinds, code, figures.travel_inclusions)


@TERMS.enforces("10.7.11.3(iii)", "terms/travel_window_missing")
def travel_window(terms: Terms, figures: NswBingoFigures) -> Breach | None:
    code = "terms/travel_window_missing"
    return _each(terms, figures.travel_kinds, code, lambda prize: prize.travel_window)


@TERMS.enforces("10.7.11.3(iv)", "terms/spending_money_missing")
def travel_spending_money(terms: Terms, figures: NswBingoFigures) -> Breach | None:
    code = "terms/spending_money_missing"
    return _each(terms, figures.travel_kinds, code, lambda prize: prize.spending_money)


@TERMS.enforces("10.7.11.4(i)", "terms/dwelling_missing")
def estate_dwelling(terms: Terms, figures: NswBingoFigures) -> Breach | None:
    """Real estate owes six things (J06)."""
    return _each(
        terms, figures.estate_kinds, "terms/dwelling_missing", lambda prize: prize.dwelling
    )


@TERMS.enforces("10.7.11.4(ii)", "terms/plans_missing")
def estate_plans(terms: Terms, figures: NswBingoFigures) -> Breach | None:
    return _each(terms, figures.estate_kinds, "terms/plans_missing", lambda prize: prize.plans)


@TERMS.enforces("10.7.11.4(iii)", "terms/contract_missing")
def estate_contract(terms: Terms, figures: NswBingoFigures) -> Breach | None:
    return _each(
        terms, figures.estate_kinds, "terms/contract_missing", lambda prize: prize.contract
    )


@TERMS.enforces("10.7.11.4(iv)", "terms/easements_missing")
def estate_easements(terms: Terms, figures: NswBingoFigures) -> Breach | None:
    return _each(
        terms, figures.estate_kinds, "terms/easements_missing", lambda prize: prize.easements
    )


@TERMS.enforces("10.7.11.4(v)", "terms/location_missing")
def estate_location(terms: Terms, figures: NswBingoFigures) -> Breach | None:
    return _each(
        terms, figures.estate_kinds, "terms/location_missing", lambda prize: prize.location
    )


@TERMS.enforces("10.7.11.4(vi)", "terms/estate_inclusions_missing")
def estate_inclusions(terms: Terms, figures: NswBingoFigures) -> Breach | None:
    code = "terms/estate_inclusions_missing"
    return _inclusions(terms, figures.estate_kinds, code, figures.estate_inclusions)
