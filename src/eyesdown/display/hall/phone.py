"""What a player's phone shows of their own slip: its cards, claims and prizes, and no one else's.

Under nsw-casino-bingo a phone is the electronic scorecard that was issued with the slip (3.2.2,
S02). Under the other books it follows the paper cards of the slip and never claims (S03).
"""

from __future__ import annotations

from typing import Any

from msgspec import Struct

from eyesdown.bingo.state.game import Claimed, Game
from eyesdown.bingo.state.money import Purchase
from eyesdown.bingo.state.state import HallState, Holding, Session
from eyesdown.display.hall.screens import current_game
from eyesdown.rulebook.advice import advice
from eyesdown.rulebook.bingo_book import BingoBook


class OwnCard(Struct, frozen=True):
    """A card of the slip. `marked` are the numbers pressed on it, or marked at a replacement."""

    serial: str
    card: int
    book: int
    boxes: tuple[tuple[tuple[int, ...], ...], ...]
    electronic: bool
    auto_play: bool
    marked: tuple[int, ...]
    faulty: bool
    returned: bool


class OwnClaim(Struct, frozen=True):
    """A claim of the slip's player: open, allowed or refused; `next` says what to do then.

    `number` is the one it was made on; 0 if it was made on none, or on one that was struck.
    """

    claim: str
    status: str
    number: int
    prizes: tuple[str, ...]
    refused_for: tuple[str, ...]
    next: str


class OwnAward(Struct, frozen=True):
    """A prize that the slip's player has won."""

    game: int
    prize: str
    amount_cents: int
    paid: bool


class OwnScreen(Struct, frozen=True):
    """A slip as its player sees it.

    `kind` is scorecard (the phone is one), paper (it follows paper cards), board (it shows the
    public board only), fee (a receipt without cards), taken_back or over. With `nearness` it shows
    how many numbers are to go (S02); with `bell` its button counts as calling out (S03).
    """

    kind: str
    session: str
    game: int = 0
    cards: tuple[OwnCard, ...] = ()
    claims: tuple[OwnClaim, ...] = ()
    awards: tuple[OwnAward, ...] = ()
    refund_cents: int = 0
    returned: bool = False
    nearness: bool = False
    bell: bool = False


def own_screen(
    book: BingoBook[Any], state: HallState, name: str, purchase: Purchase | None
) -> OwnScreen:
    """The slip of a purchase in a session, at this moment; without one, what has ended."""
    session = state.sessions.get(name)
    if session is None or purchase is None:
        return OwnScreen("over", name)
    if purchase.taken_back:
        return OwnScreen("taken_back", name)
    held = _held(session, purchase)
    number = current_game(session)
    game = session.games.get(number)
    kind = kind_of(book, purchase, held)
    shown = kind in ("scorecard", "paper")
    return OwnScreen(
        kind=kind if not session.closed else "over",
        session=name,
        game=number,
        cards=_cards(state, held, number, game) if shown and game else (),
        claims=_claims(game, purchase.player) if shown and game else (),
        awards=_awards(state, name, purchase.player),
        refund_cents=sum(
            refund.amount_cents
            for refund in state.refunds.values()
            if (refund.session, refund.player) == (name, purchase.player)
        ),
        returned=bool(held) and all(each.returned for each in held),
        nearness=kind == "paper" or (kind == "scorecard" and state.settings.scorecard_nearness),
        bell=kind == "paper" and state.settings.phone_bell,
    )


def kind_of(book: BingoBook[Any], purchase: Purchase, held: list[Holding]) -> str:
    """What a phone may be for this slip; a scorecard shows nothing that was not issued (S02)."""
    if purchase.kind == "fee":
        return "fee"
    if not book.traits.electronic_cards:
        return "paper"
    return "scorecard" if any(each.medium == "electronic" for each in held) else "board"


def _held(session: Session, purchase: Purchase) -> list[Holding]:
    names = (f"{purchase.serial}/{card}" for card in purchase.cards)
    return [session.holdings[name] for name in names if name in session.holdings]


def _cards(state: HallState, held: list[Holding], number: int, game: Game) -> tuple[OwnCard, ...]:
    return tuple(_card(state, each, game) for each in held if number in each.games)


def _card(state: HallState, held: Holding, game: Game) -> OwnCard:
    printed = state.printed(held.key)
    return OwnCard(
        serial=held.serial,
        card=held.card,
        book=printed.book,
        boxes=tuple(box.rows for box in printed.boxes),
        electronic=held.medium == "electronic",
        auto_play=held.auto_play,
        marked=game.pressed.get(held.key.name, ()),
        faulty=held.key.name in game.faulty,
        returned=held.returned,
    )


def _claims(game: Game, player: str) -> tuple[OwnClaim, ...]:
    own = [claim for claim in game.claims.values() if claim.player == player]
    return tuple(_claim(game, claim) for claim in own)


def _claim(game: Game, claim: Claimed) -> OwnClaim:
    return OwnClaim(
        claim=claim.claim,
        status=claim.status,
        number=claim.number or (game.calls[claim.call - 1].number if claim.call else 0),
        prizes=tuple(dict.fromkeys(done.prize for done in claim.completed)),
        refused_for=claim.refused_for,
        next=advice()[claim.refused_for[0]] if claim.refused_for else "",
    )


def _awards(state: HallState, session: str, player: str) -> tuple[OwnAward, ...]:
    return tuple(
        OwnAward(award.game, award.prize, award.amount_cents, award.paid)
        for award in state.awards.values()
        if (award.session, award.player) == (session, player)
    )
