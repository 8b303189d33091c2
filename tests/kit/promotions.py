"""A promotion whose terms leave nothing out: one prize of every kind the rules name."""

from __future__ import annotations

from datetime import date, datetime, time

from eyesdown.rulebook.facts.promotions import Prize, Terms

CASH = Prize(prize="main", kind="cash", value_cents=1_200_000)
CAR = Prize(
    prize="car",
    kind="vehicle",
    value_cents=3_000_000,
    make="Holden",
    model="Barina",
    accessories="none",
    on_road_costs_included=False,
    cash_alternative_cents=2_500_000,
)
TRIP = Prize(
    prize="trip",
    kind="travel",
    value_cents=500_000,
    persons=2,
    inclusions=(
        ("airfares", "return"),
        ("transfers", "yes"),
        ("other_transport", "none"),
        ("duration", "7 nights"),
        ("accommodation_standard", "4 stars"),
        ("meals", "breakfast"),
    ),
    travel_window="before June 2025",
    spending_money=False,
)
HOUSE = Prize(
    prize="house",
    kind="real_estate",
    value_cents=90_000_000,
    dwelling="cottage",
    plans="lodged",
    contract="attached",
    easements="none",
    location="1 Low St",
    inclusions=(
        ("conveyancing", "yes"),
        ("legal_costs", "yes"),
        ("fixtures", "all"),
        ("furniture", "none"),
    ),
)
FRIDGE = Prize(
    prize="fridge",
    kind="appliance",
    value_cents=90_000,
    make="Westinghouse",
    model="W1",
    accessories="none",
)
CREDIT = Prize(prize="credit", kind="slot_dollars", value_cents=5_000)
TERMS_IN_FULL = Terms(
    award_manner="barrel draw",
    award_when="10 May 2024, 8 pm",
    award_where="main bar",
    eligibility="members over 18",
    prize_nature="cash and goods",
    entries_close=datetime.fromisoformat("2024-05-10T19:00"),
    place="main bar",
    day=date(2024, 5, 10),
    hour=time(20),
    claim_method="at the desk",
    presence_required=False,
    winner_notice="by telephone",
    results_published="website",
    cash_alternatives_stated=True,
    prizes=(CASH, CAR, TRIP, HOUSE, FRIDGE, CREDIT),
)
