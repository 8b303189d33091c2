"""nsw-casino-bingo 10.5: prizes recognised by what they are, and held where they are near (S10)."""

from __future__ import annotations

from datetime import date, datetime
from typing import Any

import pytest

from eyesdown.bingo.promotions import Command, Event, PromotionsState, decide, evolve
from eyesdown.bingo.promotions.commands import (
    AmendTerms,
    CancelPromotion,
    ConfirmPrizes,
    DenyClaim,
    DrawWinner,
    EnterPromotion,
    LodgeTerms,
    OfferPromotion,
    PaymentPart,
    PayWinner,
    PublishPromotion,
    PublishWinners,
    StartPromotion,
)
from eyesdown.bingo.promotions.events import (
    ClaimDenied,
    PrizesConfirmed,
    PromotionHeld,
    PromotionOffered,
    TermsAmended,
    WinnerDrawn,
    WinnersPublished,
)
from eyesdown.kernel.refused import Refused
from eyesdown.kernel.written import replace
from eyesdown.rulebook.facts.promotions import Prize, Terms
from eyesdown.rulebooks.nsw_casino_bingo.book import open_on
from kit.promotions import CASH, TERMS_IN_FULL

BOOK = open_on(date(2024, 5, 1))
START = datetime.fromisoformat("2024-05-10T10:00")
EARLY = datetime.fromisoformat("2024-05-01T10:00")


class Office:
    """Promotions of a hall, asked for by named people."""

    def __init__(self) -> None:
        self.state = PromotionsState()

    def ask(self, kind: type[Any], **fields: Any) -> tuple[Event, ...]:
        command: Command = kind(**{"at": START, "promotion": "may", "by": "olga", **fields})
        events = decide(BOOK, self.state, command)
        for event in events:
            self.state = evolve(self.state, event)
        return events

    def offer(self, *items: str, **fields: Any) -> tuple[Event, ...]:
        hamper = Prize(prize="hamper", value_cents=100, contents=items, **fields)
        terms = replace(TERMS_IN_FULL, prizes=(hamper,))
        return self.ask(OfferPromotion, mechanism="draw", starts_at=START, terms=terms, at=EARLY)

    def start(self, terms: Terms = TERMS_IN_FULL) -> None:
        self.ask(OfferPromotion, mechanism="draw", starts_at=START, terms=terms, at=EARLY)
        self.ask(PublishPromotion, marketing_refers=True, channels=("casino",), at=EARLY)
        self.ask(LodgeTerms, at=EARLY)
        self.ask(StartPromotion)
        self.ask(EnterPromotion, person="ana")


def codes(events: tuple[Event, ...]) -> list[str]:
    [event] = events
    assert isinstance(event, Refused)
    return [f"{no.clause.number} {no.code}" for no in event.refusals]


@pytest.mark.clause("nsw-casino-bingo", "10.5.1", "10.5.2", "10.5.3")
@pytest.mark.parametrize(
    ("item", "refusal"),
    [
        ("cigars", "10.5.1 prize/tobacco"),
        ("a box of Cuban cigars", "10.5.1 prize/tobacco"),
        ("Cigarettes, 200", "10.5.1 prize/tobacco"),
        ("pipe tobacco", "10.5.1 prize/tobacco"),
        ("imitation pistol", "10.5.2 prize/firearm"),
        ("two Imitation Pistols", "10.5.2 prize/firearm"),
        ("air rifle", "10.5.2 prize/firearm"),
        ("shotgun shells", "10.5.2 prize/firearm"),
        ("Gel-blasters", "10.5.2 prize/firearm"),
        ("flick-knife", "10.5.3 prize/prohibited_weapon"),
        ("butterfly knives", "10.5.3 prize/prohibited_weapon"),
        ("knuckle dusters", "10.5.3 prize/prohibited_weapon"),
        ("a crossbow with bolts", "10.5.3 prize/prohibited_weapon"),
        ("AK-47", "10.5.2 prize/firearm"),
        ("ak47", "10.5.2 prize/firearm"),
        ("12 gauge shells", "10.5.2 prize/firearm"),
        ("50 cal. rounds", "10.5.2 prize/firearm"),
        ("cigar gift pack", "10.5.1 prize/tobacco"),
        ("chocolate flavoured cigars", "10.5.1 prize/tobacco"),
        ("rifle and watch", "10.5.2 prize/firearm"),
        ("Glock 19", "10.5.2 prize/firearm"),
        ("antique flintlock", "10.5.2 prize/firearm"),
        ("air rifle voucher", "10.5.2 prize/firearm"),
        ("ciggies", "10.5.1 prize/tobacco"),
        ("cig\u200barettes", "10.5.1 prize/tobacco"),  # a character that no one sees
        ("switch-blade", "10.5.3 prize/prohibited_weapon"),
        ("Ninja stars", "10.5.3 prize/prohibited_weapon"),
        ("a stun gun", "10.5.3 prize/prohibited_weapon"),
        ("blow guns", "10.5.3 prize/prohibited_weapon"),
    ],
)
def test_10_5__a_prize_is_refused_by_what_it_is(item: str, refusal: str) -> None:
    assert codes(Office().offer("cheese", item)) == [refusal]
    named = Prize(prize=item, value_cents=100)
    terms = replace(TERMS_IN_FULL, prizes=(named,))
    asked = Office().ask(OfferPromotion, mechanism="draw", starts_at=START, terms=terms)
    assert codes(asked) == [refusal], "its name says so, too"


@pytest.mark.clause("nsw-casino-bingo", "10.5.1")
def test_10_5_1__the_prize_and_what_is_barred_in_it_are_named() -> None:
    [event] = Office().offer("cheese", "cigars")
    assert isinstance(event, Refused)
    [no] = event.refusals
    assert dict(no.facts) == {"prize": "hamper", "item": "cigars"}


@pytest.mark.clause("nsw-casino-bingo", "10.5.1", "10.5.2", "10.5.3")
@pytest.mark.parametrize(
    "item",
    [
        *("chocolate", "glue gun", "steak knives", "bath bombs", "bullet train ticket", "bow ties"),
        *("bullet blender", "gun metal grey watch", "chocolate cigars", "Chocolate bullets", ""),
        *("Guns N' Roses tickets", "Sex Pistols vinyl", "cosmetic surgery", "knife set"),
    ],
)
def test_10_5__other_prizes_are_offered(item: str) -> None:
    [offered] = Office().offer("cheese", item)
    assert isinstance(offered, PromotionOffered)


@pytest.mark.clause("nsw-casino-bingo", "10.5.4")
@pytest.mark.parametrize(
    ("items", "refused"),
    [
        (("wine, 26 x 750 ml",), False),  # 19.5 litres
        (("wine, 27 x 750 ml",), True),  # 20.25 litres
        (("20 litres of beer",), False),
        (("20 litres of beer", "whisky 700 ml"), True),
        (("30 litres of olive oil",), False),
        (("a bottle of wine",), False),
        (("26 bottles of wine, 750 ml each",), False),
        (("27 bottles of wine 750ml",), True),
        (("two dozen bottles of wine, 75cl", "a 2 l cask of wine"), False),
        (("two dozen bottles of wine, 75cl", "a 2.1 l cask of wine"), True),
        (("20,000 ml of beer",), False),
        (("20,001 ml of beer",), True),
        (("2 cases of beer (24 x 375 ml)", "wine 2 l"), False),
        (("2 cases of beer (24 x 375 ml)", "wine 2.1 l"), True),
        (("a 2019 bottle of Shiraz 750 ml",), False),
        (("54 stubbies of 375 ml",), True),  # 20.25 litres
        (("53 stubbies of 375 ml",), False),
        (("29 bottles of ouzo, 700 ml",), True),
    ],
)
def test_10_5_4__volumes_in_words_are_added_up(items: tuple[str, ...], *, refused: bool) -> None:
    events = Office().offer(*items)
    if refused:
        assert codes(events) == ["10.5.4 prize/too_much_liquor"]
    else:
        assert isinstance(events[0], PromotionOffered)


@pytest.mark.clause("nsw-casino-bingo", "10.5.4")
@pytest.mark.parametrize(
    ("item", "litres", "is_held"),
    [
        ("100 bottles of wine", 0, True),
        ("a keg of beer", 0, True),
        ("100 bottles of wine", 19, False),
        ("a bottle of wine", 0, False),
        ("six wine glasses", 0, False),
    ],
)
def test_10_5_4__much_liquor_of_unknown_volume_waits_for_a_second_person(
    item: str, litres: int, *, is_held: bool
) -> None:
    office = Office()
    [event] = office.offer(item, liquor_millilitres=litres * 1000)
    assert isinstance(event, PromotionHeld) == is_held
    if is_held:
        assert codes(office.ask(ConfirmPrizes)) == ["10.5.4 prize/same_person"]
        assert office.ask(ConfirmPrizes, by="omar")


@pytest.mark.clause("nsw-casino-bingo", "10.5.5")
def test_10_5_5__what_is_prescribed_counts_in_the_plural_too() -> None:
    terms = replace(TERMS_IN_FULL, prizes=(Prize(prize="box", contents=("two drones",)),))
    words = {"mechanism": "draw", "starts_at": START, "terms": terms, "prescribed": ("drone",)}
    assert codes(Office().ask(OfferPromotion, **words)) == ["10.5.5 prize/prescribed_item"]


@pytest.mark.clause("nsw-casino-bingo", "10.5.1", "10.5.2", "10.5.3")
@pytest.mark.parametrize(
    ("item", "clause"),
    [
        ("a humidor", "10.5.1"),
        ("tobaco", "10.5.1"),
        ("cigarets", "10.5.1"),
        ("water pistol", "10.5.2"),
        ("riflescope", "10.5.2"),
        ("rifle scope", "10.5.2"),
        ("pistol holster", "10.5.2"),
        ("hunting knife", "10.5.3"),
        ("samurai sword", "10.5.3"),
    ],
)
def test_10_5__a_near_one_waits_for_a_second_person(item: str, clause: str) -> None:
    office = Office()
    [held] = office.offer("cheese", item)
    assert isinstance(held, PromotionHeld)
    assert ("hamper", item, clause) in held.near
    assert office.state.promotions == {}
    assert codes(office.ask(PublishPromotion, marketing_refers=True, channels=("casino",))) == [
        "10.1 promotion/unknown"
    ]
    first = held.near[0][2]
    for same in ("olga", ""):
        assert codes(office.ask(ConfirmPrizes, by=same)) == [f"{first} prize/same_person"]
    offered, confirmed = office.ask(ConfirmPrizes, by="max")
    assert isinstance(offered, PromotionOffered)
    assert isinstance(confirmed, PrizesConfirmed)
    assert (confirmed.by, confirmed.near) == ("max", held.near)
    assert office.state.held == {}
    assert codes(office.ask(ConfirmPrizes, by="max")) == ["10.1 prize/none_held"]


@pytest.mark.clause("nsw-casino-bingo", "10.5.2", "10.9.1")
def test_10_5__an_amendment_waits_too_and_what_was_confirmed_does_not_wait_again() -> None:
    office = Office()
    office.start()
    toy = Prize(prize="toy", value_cents=100, contents=("water pistol",))
    with_toy = replace(TERMS_IN_FULL, prizes=(*TERMS_IN_FULL.prizes, toy))
    assert codes(office.ask(AmendTerms, terms=with_toy)) == ["10.9.1 terms/change_not_approved"]
    [held] = office.ask(AmendTerms, terms=with_toy, approval="ILGA-7")
    assert isinstance(held, PromotionHeld)
    assert office.state.promotions["may"].version == 1
    amended, _ = office.ask(ConfirmPrizes, by="max")
    assert isinstance(amended, TermsAmended)
    assert (amended.version, amended.approval) == (2, "ILGA-7")
    [again] = office.ask(AmendTerms, terms=replace(with_toy, place="bar 2"), approval="ILGA-8")
    assert isinstance(again, TermsAmended)
    [held] = office.ask(
        AmendTerms, terms=replace(with_toy, prizes=(replace(toy, prize="gift"),)), approval="ILGA-9"
    )
    assert isinstance(held, PromotionHeld)
    office.ask(CancelPromotion, reason="rain", inspectorate_told_at=START)
    assert codes(office.ask(ConfirmPrizes, by="max")) == ["10.1 prize/none_held"]


@pytest.mark.clause("nsw-casino-bingo", "10.7.8", "10.7.10")
def test_10_7__presence_where_the_terms_ask_for_it_and_results_in_public() -> None:
    office = Office()
    office.start(replace(TERMS_IN_FULL, presence_required=True))
    assert codes(office.ask(PublishWinners, channel="website")) == ["10.7.10 results/none"]
    asked = {"prize": "main", "winner": "ana", "scrutineer": "Ms Gray"}
    assert codes(office.ask(DrawWinner, present=False, **asked)) == ["10.7.8 draw/not_present"]
    [drawn] = office.ask(DrawWinner, **asked)
    assert isinstance(drawn, WinnerDrawn)
    assert codes(office.ask(PublishWinners, channel="")) == ["10.7.10 results/none"]
    [published] = office.ask(PublishWinners, channel="website")
    assert isinstance(published, WinnersPublished)
    assert published.winners == (("main", "ana"),)
    assert codes(office.ask(PublishWinners, channel="website")) == ["10.7.10 results/none"]


@pytest.mark.clause("nsw-casino-bingo", "10.10.1")
def test_10_10_1__denied_claims_are_retained_and_a_paid_prize_is_not_denied() -> None:
    office = Office()
    office.start(replace(TERMS_IN_FULL, prizes=(replace(CASH, value_cents=5_000),)))
    words = {"prize": "main", "value_cents": 5_000, "reasons": "no entry", "told_at": START}
    [denied] = office.ask(DenyClaim, claimant="bob", name="Bob", address="1 Low St", **words)
    assert isinstance(denied, ClaimDenied)
    [retained] = office.state.promotions["may"].denied
    assert (retained.claimant, retained.address, retained.reasons) == (
        "bob",
        "1 Low St",
        "no entry",
    )
    office.ask(DrawWinner, prize="main", winner="ana")
    office.ask(PayWinner, prize="main", parts=(PaymentPart(method="cash", amount_cents=5_000),))
    asked = office.ask(DenyClaim, claimant="ana", **words)
    assert codes(asked) == ["10.7.8 prize/paid_already"]
