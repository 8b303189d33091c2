"""Cancelling what is left of an Entry, and giving back what paid for it."""

from __future__ import annotations

from fractions import Fraction

from eyesdown.keno.commands import CancelEntry
from eyesdown.keno.events import EntryCancelled, Event
from eyesdown.keno.sales.payment import holder, keeper
from eyesdown.keno.state.deciding import is_before, no, refusal
from eyesdown.keno.state.payable import known
from eyesdown.keno.state.state import KenoState
from eyesdown.keno.words.money import (
    CHIPS_OUT,
    LICENSEES,
    PLAYER,
    VOUCHERS_OUT,
    account,
    commission_rate,
    group,
    own,
)
from eyesdown.keno.words.records import Carry, Sold
from eyesdown.keno.words.tenders import Document, DocumentState
from eyesdown.kernel.cite import Refusal
from eyesdown.kernel.written import Exact, replace
from eyesdown.rulebook.facts.keno_draw import CancelFacts
from eyesdown.rulebook.keno_words import VOUCHERS, Channel, Tender, VenueKind
from eyesdown.rulebooks.nsw_keno.book import NswKeno
from eyesdown.rulebooks.nsw_keno.c11_cancellations import (
    VENUE_CANCELS,
    WEB_CANCELS,
    gross_after_cancelling,
    returned_by_voucher,
)


def cancel_entry(book: NswKeno, state: KenoState, command: CancelEntry) -> tuple[Event, ...]:
    """Cancel every game of an Entry that is not closed yet (T04)."""
    found = known(state, command.serial, command.kept)
    kept = None if found is None else found.sold
    replaced = kept is not None and command.serial != kept.ticket and kept.end > state.frontier
    if kept is None or replaced:  # after a payment, the new ticket cancels what is left (T06)
        bad = refusal(book, "cancel/unknown", "11(a)(iv)", serial=command.serial)
        return no(command, command.serial, (bad,))
    refused = cancel_refusals(book, state, command, kept)
    if refused:
        return no(command, command.serial, refused)
    return (_cancelled(book, state, command, kept),)


def first_cancellable(state: KenoState, command: CancelEntry, kept: Sold) -> int:
    """The first game of the Entry that is not closed; the instant of closing is closed (T03)."""
    now = state.next_game
    if state.open_game is not None:
        is_open = is_before(command.at, state.games[state.open_game].closes_at)
        now = state.open_game if is_open else state.open_game + 1
    return max(kept.first_game, now)


def cancel_refusals(
    book: NswKeno, state: KenoState, command: CancelEntry, kept: Sold
) -> tuple[Refusal, ...]:
    """Every clause of rule 11 that stops a cancellation."""
    first = first_cancellable(state, command, kept)
    venue = state.venues.get(kept.entry.venue)
    stake, carry = _at_stake(state, kept, first)
    # without a receipt it falls out whole when its first game closes, and all is given back then
    falls_out = kept.completed_at is None and first > kept.first_game
    past = range(kept.first_game, min(first, kept.end))
    drawn = sum(_has_numbers(state, game) for game in past)
    asked = CancelFacts(
        accepted_at_venue=kept.entry.venue,
        at_venue=command.venue,
        day_accepted=kept.keno_day,
        day_now=state.day,
        trading=venue is not None and venue.trading(command.at),
        live=kept.disqualified is None and kept.end > kept.first_game,
        through_internet=not command.venue,
        in_permitted_area=venue is not None and command.location in venue.permitted_area,
        games=kept.entry.games,
        open_games=max(0, kept.end - first) if (stake or carry) and not falls_out else 0,
        closed_games=len(past) - drawn,
        drawn_games=drawn,
    )
    web = kept.entry.channel == Channel.INTERNET
    found = book.check(WEB_CANCELS if web else VENUE_CANCELS, asked)
    voucher_back, money_back = _comes_back(kept, stake)
    in_chips = command.as_chips or command.chip_cents
    if in_chips and (venue is None or venue.kind is not VenueKind.CASINO):
        found += (refusal(book, "refund/chip_outside_casino", "11(d)"),)
    refund = money_back + (carry.cents if carry else 0)
    if not found and not 0 <= command.chip_cents <= refund:
        facts = {"chip_cents": command.chip_cents, "refund_cents": refund}
        found += (refusal(book, "refund/chips", "11(d)", **facts),)
    needs_serial = voucher_back > 0 and stake < kept.gross_cents
    if not found and needs_serial and not _fresh(state, command.replacement_serial):
        found += (refusal(book, "voucher/serial", "11(e):replace"),)
    return found


def _has_numbers(state: KenoState, number: int) -> bool:
    """Whether a number was drawn in a game that has closed; one that is gone was settled."""
    game = state.games.get(number)
    return game is None or bool(game.numbers)


def _at_stake(state: KenoState, kept: Sold, first: int) -> tuple[int, Carry | None]:
    """What the games from `first` on have been paid for, and a Let it Run's carry (T05)."""
    carry = state.carries.get(kept.entry.serial)
    stake = sum(kept.staked_in(game).cents for game in range(first, kept.end))
    return stake, carry if carry and carry.game >= first else None


def _fresh(state: KenoState, serial: str) -> bool:
    return bool(serial) and serial not in state.documents


def _vouchers(kept: Sold) -> tuple[str, ...]:
    return tuple(one.document for one in kept.used if one.tender in VOUCHERS)


def _by_voucher(kept: Sold) -> int:
    return sum(one.used_cents for one in kept.used if one.tender in VOUCHERS)


def _comes_back(kept: Sold, stake: int) -> tuple[int, int]:
    """What of a stake comes back as a voucher, and what as money."""
    by_voucher, paid = _by_voucher(kept), kept.gross_cents
    return returned_by_voucher(paid - stake, by_voucher, paid - by_voucher)


def _commission_back(
    book: NswKeno, state: KenoState, kept: Sold, first: int, money_back: int
) -> Exact:
    """The Commission of the games from `first` on: what the Entry bore less what the rest bears.

    Games need not bear alike: Keno Bonus on the first ones only is of another category.
    """
    bearing = kept.gross_cents - _by_voucher(kept)
    if not bearing:
        return 0
    everything = range(kept.first_game, kept.first_game + kept.entry.games)
    all_cents, all_bears = _bears(book, state, kept, everything)
    if not all_bears:  # another Commission was agreed since, and it is none
        return kept.commission_cents * Fraction(money_back, bearing)
    rest_cents, rest_bears = _bears(book, state, kept, range(kept.first_game, first))
    left = Fraction(rest_bears * (bearing - money_back), rest_cents) if rest_cents else Fraction(0)
    return kept.commission_cents * (1 - left * all_cents / (all_bears * bearing))


def _bears(book: NswKeno, state: KenoState, kept: Sold, games: range) -> tuple[int, Exact]:
    """What an Entry stakes in some games, and the Commission on so much in cash."""
    agreed: Fraction | None = book.figures.internet_commission_rate
    if kept.entry.channel != Channel.INTERNET:
        agreed = state.venues[kept.entry.venue].commission
    flex = state.flex_on(kept.keno_day)
    cents, bears = 0, Fraction(0)
    for game in games:
        for category, stake in kept.staked_in(game).by_category:
            cents += stake
            bears += stake * commission_rate(category, flex.get(category), agreed, book.figures)
    return cents, bears


def _cancelled(book: NswKeno, state: KenoState, command: CancelEntry, kept: Sold) -> EntryCancelled:
    entry = kept.entry
    first = first_cancellable(state, command, kept)
    stake, carry = _at_stake(state, kept, first)
    carry_cents = carry.cents if carry else 0
    by_voucher, paid = _by_voucher(kept), kept.gross_cents
    voucher_back, money_back = _comes_back(kept, stake)
    names = _vouchers(kept)
    replacement = None
    if stake < paid and voucher_back:
        replacement = replacement_voucher(state, names, voucher_back, command)
    refund = money_back + carry_cents
    kind, chips = _refunded(command, kept, refund)
    cash_to = account(entry.account) if kind is Tender.ACCOUNT else PLAYER
    amounts: list[tuple[str, Exact]] = [(CHIPS_OUT, chips), (cash_to, refund - chips)]
    if kept.completed_at is None:
        amounts.append((holder(entry), -money_back))
    else:
        commission = _commission_back(book, state, kept, first, money_back)
        net = _net_of(state, names) * voucher_back / by_voucher if by_voucher else Fraction(0)
        amounts += [
            (own(entry.venue), -commission),
            (keeper(entry), commission - money_back - net),
            (VOUCHERS_OUT, net),
        ]
    if carry:
        amounts += [
            (own(entry.venue), -carry.commission_cents),
            (LICENSEES, carry.commission_cents - carry.cents),
        ]
    return EntryCancelled(
        command.at,
        entry.serial,
        command.session,
        first,
        refund,
        kind,
        gross_after_cancelling(paid, stake),
        names if names and stake == paid else (),
        replacement,
        carry_cents,
        group(*amounts),
        chips,
    )


def _refunded(command: CancelEntry, kept: Sold, refund: int) -> tuple[Tender, int]:
    """As what money comes back, and how much of it as Chips.

    Web money goes back to the account (T10), a casino may give Chips, others give cash.
    """
    if kept.entry.channel == Channel.INTERNET:
        return Tender.ACCOUNT, 0
    if command.as_chips and not command.chip_cents:
        return Tender.CHIP, refund
    return Tender.CASH, command.chip_cents


def _net_of(state: KenoState, names: tuple[str, ...]) -> Fraction:
    kept = [state.documents[name] for name in names]
    return sum((one.face_cents - one.commission_cents for one in kept), Fraction(0))


def replacement_voucher(
    state: KenoState, names: tuple[str, ...], cents: int, command: CancelEntry
) -> Document:
    """A voucher for the cancelled games; it keeps the old last day and bears nothing (M25, M26).

    It was bought when the oldest was, and is a Prepaid one if any was: what could not be given
    back in cash before cannot be now.
    """
    kept = [state.documents[name] for name in names]
    kept.sort(key=lambda one: (one.kind is not Tender.PREPAID_VOUCHER, one.issued_at.date()))
    share = Fraction(cents, sum(one.face_cents for one in kept))
    bore = sum((one.commission_cents for one in kept), Fraction(0)) * share
    return replace(
        kept[0],
        serial=command.replacement_serial,
        face_cents=cents,
        last_day=min(one.last_day for one in kept),
        commission_cents=bore,
        state=DocumentState.ACTIVE,
    )
