"""Questions about a hall: what is on the board, what is owed, stock, tills, slips, people."""

from __future__ import annotations

from datetime import datetime
from typing import Any
from zoneinfo import ZoneInfo

import msgspec

from eyesdown.bingo.sales.decide import next_card
from eyesdown.bingo.sales.events import SaleTakenBack
from eyesdown.bingo.state.game import Game
from eyesdown.bingo.state.state import Session
from eyesdown.bingo.state.stock import Series
from eyesdown.bingo.words.printed import CardKey
from eyesdown.central.hall.duties import on_the_wall
from eyesdown.central.hall.feeds import board_since, staff_since
from eyesdown.central.hall.machine import EVENTS
from eyesdown.central.hall.proofs import draw_proof, proof_of_card
from eyesdown.central.hall.roles import HallRole
from eyesdown.central.hall.state import HallSite
from eyesdown.central.hall.tasks import clocks_of
from eyesdown.central.site.people.proofs import has_password
from eyesdown.central.site.serials import tidy
from eyesdown.central.site.site import Site
from eyesdown.display.hall.screens import BoardScreen, StaffScreen
from eyesdown.web.api.answers import ProofFile
from eyesdown.web.api.questions import Call, question
from eyesdown.web.frame.context import hosted
from eyesdown.web.frame.problems import Problem, write
from eyesdown.web.frame.signing.known_people import set_password
from eyesdown.web.hall.api.answers import (
    AccessShown,
    AwardShown,
    CardShown,
    Clocks,
    ClockShown,
    GameShown,
    HallShown,
    NewPassword,
    Owed,
    People,
    RecordShown,
    RefundShown,
    SeriesLeft,
    Sessions,
    SessionShown,
    SlipShown,
    Stock,
    Tills,
    TillShown,
)

STAFF = (
    HallRole.OFFICE,
    HallRole.SELLER,
    HallRole.CALLER,
    HallRole.SUPERVISOR,
    HallRole.VERIFIER,
    HallRole.INSPECTOR,
)
OFFICES = (HallRole.OFFICE, HallRole.INSPECTOR)
MONEY = (HallRole.OFFICE, HallRole.SELLER, HallRole.SUPERVISOR, HallRole.INSPECTOR)
RECORDS = (
    *("purchase", "card", "session", "closed", "archived", "claim", "result", "won", "award"),
    *("paid", "refund", "dispute", "cash-up", "promotion", "drawn"),
)
"""The kinds of record that are read by key; those of draws have questions of their own."""


@question("/hall", "The hall's name, its rulebook and its time zone.", reads=False)
async def hall(call: Call) -> HallShown:
    """Which hall this is."""
    tenant = call.web.tenant
    return HallShown(tenant.name, tenant.book, tenant.zone.key)


@question("/board", "The public board: the game, its numbers, prizes, and the draw's promise.")
async def board(call: Call) -> BoardScreen:
    """The board at this moment."""
    return await call.web.ask_site(lambda site: board_since(site, call.web.now(), None)[0])


@question("/staff", "The staff's screen: claims with names, words to read, officials.", roles=STAFF)
async def staff(call: Call) -> StaffScreen:
    """The staff's screen at this moment."""
    return await call.web.ask_site(lambda site: staff_since(site, call.web.now(), None)[0])


@question("/sessions", "Sessions planned, open, or closed with something owed.", roles=STAFF)
async def sessions(call: Call) -> Sessions:
    """Every session in memory."""
    return await call.web.ask_site(_sessions)


def _sessions(site: Site[HallSite]) -> Sessions:
    state = site.state
    return Sessions(
        tuple(_session(state, name, session) for name, session in state.hall.sessions.items())
    )


def _session(state: HallSite, name: str, session: Session) -> SessionShown:
    games = tuple(
        _game(game, number, state.draw_of(name, number)) for number, game in session.games.items()
    )
    return SessionShown(
        session=name,
        starts_at=session.plan.starts_at,
        opened=session.opened,
        closed=session.closed,
        games=games,
        officials=session.appointed,
        next_cards={
            serial: {number: next_card(session, series, number) for number in (0, *session.games)}
            for serial, series in state.hall.series.items()
            if series.left
        },
    )


def _game(game: Game, number: int, draw: int) -> GameShown:
    return GameShown(
        game=number,
        phase=game.phase,
        versions=game.plan.versions,
        price_cents=game.plan.price_cents,
        colour=game.plan.colour,
        prizes=dict(game.offers),
        receipts_cents=game.receipts_cents,
        prizes_cents=game.prizes_cents,
        calls=game.called,
        outcome=game.outcome,
        draw=draw,
    )


@question("/stock", "Every series: what is left, sold and spoiled.", roles=STAFF)
async def stock(call: Call) -> Stock:
    """Every series of the hall."""
    return await call.web.ask_state(_stock)


def _stock(state: HallSite) -> Stock:
    return Stock(
        tuple(
            SeriesLeft(
                serial=series.serial,
                colour=series.colour,
                cards=len(series.cards),
                left=tuple(series.left.runs),
                spoiled=tuple(series.spoiled.runs),
                left_count=len(series.left),
            )
            for series in state.hall.series.values()
        )
    )


@question(
    "/stock/{serial}/{card:int}",
    "A card as it is printed, and whether it is left, sold or spoiled.",
    roles=STAFF,
    missing=True,
)
async def card(call: Call) -> CardShown:
    """A card of the stock."""
    serial, number = call.in_path("serial"), call.in_path("card")
    shown = await call.web.ask_state(lambda state: _card_of(state, serial, number))
    if shown is None:
        raise Problem(404, "card/unknown", f"there is no card {serial}/{number} in stock")
    return shown


def _card_of(state: HallSite, serial: str, number: int) -> CardShown | None:
    series = state.hall.series.get(serial)
    if series is None or number not in series.cards:
        return None
    return shown_card(series, number)


def shown_card(series: Series, number: int) -> CardShown:
    """A card of a series for an answer."""
    printed = series.cards[number]
    state = "left" if series.is_left(number) else "sold" if series.is_sold(number) else "spoiled"
    return CardShown(
        serial=series.serial,
        card=number,
        book=printed.book,
        game=printed.game,
        boxes=tuple(tuple(tuple(row) for row in box.rows) for box in printed.boxes),
        state=state,
    )


@question("/clocks", "The times that the book sets, and those that were missed.", roles=STAFF)
async def clocks(call: Call) -> Clocks:
    """The clocks of every session and promotion."""
    now = call.web.now()
    zone = call.web.tenant.zone
    return await call.web.ask_site(lambda site: _clocks(site, now, zone))


def _clocks(site: Site[HallSite], now: datetime, zone: ZoneInfo) -> Clocks:
    due = [(about, on_the_wall(clock, zone)) for about, clock in clocks_of(site, now)]
    running = [
        ClockShown(
            name=clock.name,
            about=about,
            due_at=clock.due_at,
            what=clock.what,
            clause=clock.clause.number if clock.clause else "",
            missed=clock.missed,
        )
        for about, clock in due
    ]
    return Clocks(tuple(sorted(running, key=lambda clock: clock.due_at)), site.state.missed)


@question("/owed", "Prizes and refunds that no till has paid yet.", roles=MONEY)
async def owed(call: Call) -> Owed:
    """What tills still have to pay."""
    return await call.web.ask_state(_owed)


def _owed(state: HallSite) -> Owed:
    awards = tuple(
        AwardShown(
            award=name,
            session=award.session,
            game=award.game,
            prize=award.prize,
            player=award.player,
            amount_cents=award.amount_cents,
            paid=award.paid,
            counted=state.winners_counted(award.session, award.game),
        )
        for name, award in state.hall.awards.items()
        if not award.paid
    )
    refunds = tuple(
        RefundShown(name, refund.session, refund.game, refund.player, refund.amount_cents)
        for name, refund in state.hall.refunds.items()
    )
    return Owed(awards, refunds)


@question("/tills", "Every open till: float, cash, card payments, and by whom.", roles=MONEY)
async def tills(call: Call) -> Tills:
    """The open tills; a seller with a till of their own sees that one."""
    own = call.who.terminal if call.who.role == HallRole.SELLER else ""
    return await call.web.ask_state(lambda state: _tills(state, own))


def _tills(state: HallSite, own: str) -> Tills:
    return Tills(
        tuple(
            TillShown(
                point=point,
                person=till.person,
                opened_at=till.opened_at,
                float_cents=till.float_cents,
                cash_cents=till.cash_cents,
                card_cents=till.card_cents,
                expected_cents=till.expected_cents,
                by_person=till.by_person,
            )
            for point, till in state.hall.tills.items()
            if not own or point == own
        )
    )


@question(
    "/slips/{serial}",
    "What a slip is for. Its number is the key: the player who has the slip may ask.",
    missing=True,
)
async def slip(call: Call) -> SlipShown:
    """The purchase of a slip and its cards."""
    serial = tidy(call.in_path("serial"))
    shown = await call.web.ask_site(lambda site: _slip(site, serial))
    if shown is None:
        raise Problem(404, "ticket/unknown", "no slip of this hall has this number")
    return shown


def _slip(site: Site[HallSite], serial: str) -> SlipShown | None:
    row = site.store.record("slip", serial)
    if row is None:
        return None
    event: Any = EVENTS.read(row.body)
    series = site.state.hall.series.get(getattr(event, "serial", ""))
    numbers = getattr(event, "cards", ())
    cards = tuple(shown_card(series, number) for number in numbers) if series else ()
    return SlipShown(
        slip=serial,
        purchase=msgspec.Raw(row.body),
        cards=cards,
        taken_back=isinstance(event, SaleTakenBack),
    )


@question(
    "/records/{kind}/{key:path}",
    "What is on record under a key, also of a session that was archived: a purchase, card, "
    "session, claim, result, won, award, paid, refund, dispute, cash-up, promotion or drawn.",
    roles=(HallRole.OFFICE, HallRole.SUPERVISOR, HallRole.INSPECTOR),
    missing=True,
)
async def record(call: Call) -> RecordShown:
    """One record, as the newest event or change about its key left it."""
    kind, key = call.in_path("kind"), call.in_path("key")
    row = None
    if kind in RECORDS:
        row = await call.web.ask_store(lambda store: store.record(kind, key))
    if row is None:
        raise Problem(404, "record/unknown", f"there is no {kind} {key} on record here")
    return RecordShown(kind, key, row.seq, msgspec.Raw(row.body))


@question(
    "/proofs/{session}/{game:int}",
    "The proof of a game's draw, for verify_draw.py.",
    missing=True,
)
async def draw(call: Call) -> ProofFile:
    """The file that proves how a game was drawn."""
    key = f"{call.in_path('session')}/{call.in_path('game')}"
    proof = await call.web.ask_store(lambda store: draw_proof(store, key))
    if proof is None:
        message = "this game has no result of our device; a receptacle of balls has no secret"
        raise Problem(404, "result/unknown", message)
    return msgspec.Raw(write(proof))


@question(
    "/proofs/{session}/{game:int}/{serial}/{card:int}",
    "The proof that a card was in play in a game, for verify_draw.py.",
    missing=True,
)
async def card_in_play(call: Call) -> ProofFile:
    """The file that shows a card to be under the seal of a game."""
    key = f"{call.in_path('session')}/{call.in_path('game')}"
    wanted = CardKey(call.in_path("serial"), call.in_path("card"))
    proof = await call.web.ask_site(lambda site: proof_of_card(site, key, wanted))
    if proof is None:
        raise Problem(404, "ticket/unknown", f"{wanted.name} is not under the seal of this game")
    return msgspec.Raw(write(proof))


@question("/people", "Everyone who may sign on at the hall, and in which roles.", roles=OFFICES)
async def people(call: Call) -> People:
    """Everyone with access to the hall."""
    return await call.web.ask_site(_people)


def _people(site: Site[HallSite]) -> People:
    return People(
        tuple(
            AccessShown(
                person=name,
                roles=access.roles,
                till=access.till,
                has_token=bool(access.token_sha256),
                has_password=has_password(site.store, name),
            )
            for name, access in sorted(site.state.access.items())
        )
    )


@question(
    "/people/{person}/password",
    "Give a person a new password; sessions with the old one end.",
    roles=(HallRole.OFFICE,),
    takes=NewPassword,
)
async def password(call: Call) -> AccessShown:
    """The person with their new password."""
    name, new = call.in_path("person"), await call.body()
    by = call.who.person or call.who.name
    await set_password(call.web, hosted(call.request).people, name, new.password, by)
    everyone = await call.web.ask_site(_people)
    return next(each for each in everyone.people if each.person == name)


QUESTIONS = (
    hall,
    board,
    staff,
    sessions,
    stock,
    card,
    clocks,
    owed,
    tills,
    slip,
    record,
    draw,
    card_in_play,
    people,
    password,
)
