"""Entry fees, scorecards issued, and the range of their serials."""

from __future__ import annotations

from typing import Any

from eyesdown.bingo.pools.decide import credit
from eyesdown.bingo.sales.commands import ChargeAdmission, EnterSerialRange, IssueScorecards
from eyesdown.bingo.sales.decide import (
    cards_missing,
    ended_games,
    eyes_down,
    format_of,
    next_cards,
    not_on_sale,
)
from eyesdown.bingo.sales.events import EntryFeePaid, ScorecardsIssued, SerialRangeEntered
from eyesdown.bingo.sales.tender import change_cents, next_purchase, tender_refusals
from eyesdown.bingo.state.desk import in_session, is_official
from eyesdown.bingo.state.state import HallState, Session
from eyesdown.bingo.words.events import Events
from eyesdown.kernel.handlers import Handlers
from eyesdown.kernel.refused import refused
from eyesdown.kernel.written import replace
from eyesdown.rulebook.bingo_book import BingoBook
from eyesdown.rulebook.facts.bingo import ActionFacts, FeeFacts, IssueFacts

DECIDES = Handlers()


@DECIDES.handles(ChargeAdmission)
@in_session
def charge_admission(
    book: BingoBook[Any], state: HallState, command: ChargeAdmission, session: Session
) -> Events:
    """Take an entry fee where the book has one (B08, B09); elsewhere refuse any charge."""
    person = state.people.get(command.player)
    facts = FeeFacts(
        amount_cents=command.amount_cents,
        session_fee_cents=session.plan.entry_fee_cents,
        member=bool(person and person.member),
        paid_before=command.player in session.fees,
        entry_void=command.player in session.voided,
    )
    refusals = book.check(book.actions.fee, facts)
    if all(game.phase == "closed" for game in session.games.values()) and not refusals:
        refusals = (book.refusal("game/over", "game", game=session.last_game),)
    refusals = refusals or tender_refusals(book, command, command.amount_cents, "entry")
    if refusals:
        return refused(command, book.in_order(refusals))
    fees = sum(session.fees.values()) + command.amount_cents
    administration = book.ways.administration(fees)
    jackpot = fees - administration
    paid = EntryFeePaid(
        at=command.at,
        session=command.session,
        player=command.player,
        fee_cents=command.amount_cents,
        point=command.point,
        pool=session.plan.pool,
        session_fees_cents=fees,
        jackpot_cents=jackpot,
        administration_cents=administration,
        purchase=next_purchase(state) if command.slip else "",
        by=command.by,
        tender=command.tender,
        tendered_cents=command.tendered_cents,
        change_cents=change_cents(command.tendered_cents, command.amount_cents),
        slip=command.slip,
    )
    more = jackpot - session.fees_to_pool_cents
    if not session.plan.pool or not more:
        return (paid,)
    return (paid, *credit(state, command, session.plan.pool, "entry fees", more))


@DECIDES.handles(IssueScorecards)
@in_session
def issue_scorecards(
    book: BingoBook[Any], state: HallState, command: IssueScorecards, session: Session
) -> Events:
    """Issue scorecards to a player who has paid the entry fee."""
    series = state.series.get(command.serial)
    if series is None:
        return refused(command, (book.refusal("series/unknown", "series", serial=command.serial),))
    if command.count and not command.cards:
        command = replace(command, cards=next_cards(session, series, 0, command.count))
    missing = cards_missing(book, series, command.cards, command.count)
    if missing is not None:
        return refused(command, (missing,))
    person = state.people.get(command.player)
    printed = {series.game_on(card) for card in command.cards} - {0}
    strays = printed - set(session.games)
    if strays:
        return refused(command, (book.refusal("card/of_another_game", "card", game=min(strays)),))
    facts = IssueFacts(
        member=bool(person and person.member),
        fee_paid=command.player in session.fees and command.player not in session.voided,
        medium=command.medium,
        auto_play=command.auto_play,
        boxes=format_of(session, series, command.cards),
        session_boxes=session.plan.boxes,
        already_issued=min((card for card in command.cards if series.is_sold(card)), default=0),
        player_is_official=is_official(session, command.player, session.games),
        staff_may_play=state.settings.staff_may_play,
    )
    refusals = book.check(book.actions.issue, facts) or ended_games(book, session, sorted(printed))
    # A scorecard of the whole session may come into play between two games, not during one.
    running = [number for number, game in session.games.items() if game.phase == "running"]
    refusals = refusals or eyes_down(book, session, sorted(printed) or running)
    refusals = refusals or not_on_sale(book, series, command.cards)
    if refusals:
        return refused(command, book.in_order(refusals))
    return (
        ScorecardsIssued(
            at=command.at,
            session=command.session,
            player=command.player,
            serial=command.serial,
            cards=command.cards,
            medium=command.medium,
            point=command.point,
            auto_play=command.auto_play,
            purchase=next_purchase(state) if command.slip else "",
            by=command.by,
            slip=command.slip,
        ),
    )


@DECIDES.handles(EnterSerialRange)
@in_session
def enter_serial_range(
    book: BingoBook[Any], state: HallState, command: EnterSerialRange, _session: Session
) -> Events:
    """Enter the first and last number issued of a series, by which claims are checked."""
    if command.serial not in state.series or not 0 < command.first <= command.last:
        return refused(
            command, (book.refusal("range/wrong", "range", first=command.first, last=command.last),)
        )
    facts = ActionFacts(state.role_of(command.by))
    refusals = book.check(book.actions.serial_range, facts) if command.by else ()
    if refusals:
        return refused(command, book.in_order(refusals))
    return (
        SerialRangeEntered(
            at=command.at,
            session=command.session,
            by=command.by,
            serial=command.serial,
            first=command.first,
            last=command.last,
        ),
    )
