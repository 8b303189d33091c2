"""Cancelling what is left of an Entry, and giving back what paid for it."""

from __future__ import annotations

from fractions import Fraction

from eyesdown.keno.sales.commands import CancelEntry
from eyesdown.keno.sales.commission import commission_rate
from eyesdown.keno.sales.events import EntryCancelled, Events
from eyesdown.keno.sales.payment import holder, keeper
from eyesdown.keno.state.checks import is_before
from eyesdown.keno.state.lookup import look_up_entry
from eyesdown.keno.state.state import KenoState
from eyesdown.keno.words.documents import Document, DocumentState
from eyesdown.keno.words.money import (
    CHIPS_OUT,
    LICENSEES,
    PLAYER,
    VOUCHERS_OUT,
    account,
    group,
    own,
)
from eyesdown.keno.words.tickets import Carry, EntryRecord
from eyesdown.kernel.cite import Refusal
from eyesdown.kernel.handlers import Handlers
from eyesdown.kernel.refused import refused
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

DECIDES = Handlers()


@DECIDES.handles(CancelEntry)
def cancel_entry(book: NswKeno, state: KenoState, command: CancelEntry) -> Events:
    """Cancel every game of an Entry that is not closed yet (T04)."""
    lookup = look_up_entry(state, command.serial, command.kept)
    sold = None if lookup is None else lookup.sold
    replaced = sold is not None and command.serial != sold.ticket and sold.end > state.frontier
    if sold is None or replaced:  # after a payment, the new ticket cancels what is left (T06)
        unknown = book.refusal("cancel/unknown", "11(a)(iv)", serial=command.serial)
        return refused(command, (unknown,), command.serial)
    refusals = cancel_refusals(book, state, command, sold)
    if refusals:
        return refused(command, refusals, command.serial)
    return (_cancelled(book, state, command, sold),)


def first_cancellable(state: KenoState, command: CancelEntry, sold: EntryRecord) -> int:
    """The first game of the Entry that is not closed; the instant of closing is closed (T03)."""
    now = state.next_game
    if state.open_game is not None:
        is_open = is_before(command.at, state.games[state.open_game].closes_at)
        now = state.open_game if is_open else state.open_game + 1
    return max(sold.first_game, now)


def cancel_refusals(
    book: NswKeno, state: KenoState, command: CancelEntry, sold: EntryRecord
) -> tuple[Refusal, ...]:
    """Every clause of rule 11 that stops a cancellation."""
    first = first_cancellable(state, command, sold)
    venue = state.venues.get(sold.entry.venue)
    stake, carry = _at_stake(state, sold, first)
    # An Entry without a delivered receipt is excluded whole when its first game closes, and all
    # its money is given back then: its later games cannot be cancelled on their own.
    any_open = bool(stake or carry) and sold.completed_at is not None
    past = range(sold.first_game, min(first, sold.end))
    drawn = sum(_has_numbers(state, game) for game in past)
    facts = CancelFacts(
        accepted_at_venue=sold.entry.venue,
        at_venue=command.venue,
        day_accepted=sold.keno_day,
        day_now=state.day,
        trading=venue is not None and venue.trading(command.at),
        live=sold.disqualified is None and sold.end > sold.first_game,
        through_internet=not command.venue,
        in_permitted_area=venue is not None and command.location in venue.permitted_area,
        games=sold.entry.games,
        any_open=any_open,
        closed_games=len(past) - drawn,
        drawn_games=drawn,
    )
    web = sold.entry.channel == Channel.INTERNET
    refusals = book.check(WEB_CANCELS if web else VENUE_CANCELS, facts)
    voucher_back, money_back = _comes_back(sold, stake)
    in_chips = command.as_chips or command.chip_cents
    if in_chips and (venue is None or venue.kind is not VenueKind.CASINO):
        refusals += (book.refusal("refund/chip_outside_casino", "11(d)"),)
    refund = money_back + (carry.cents if carry else 0)
    if not refusals and not 0 <= command.chip_cents <= refund:
        chips = command.chip_cents
        too_many = book.refusal("refund/chips", "11(d)", chip_cents=chips, refund_cents=refund)
        refusals += (too_many,)
    needs_serial = voucher_back > 0 and stake < sold.gross_cents
    if not refusals and needs_serial and not _is_new_serial(state, command.replacement_serial):
        refusals += (book.refusal("voucher/serial", "11(e):replace"),)
    return refusals


def _has_numbers(state: KenoState, number: int) -> bool:
    """Whether a number was drawn in a closed game; a game that has left memory was settled."""
    game = state.games.get(number)
    return game is None or bool(game.numbers)


def _at_stake(state: KenoState, sold: EntryRecord, first: int) -> tuple[int, Carry | None]:
    """What the games from `first` on have been paid for, and a Let it Run's carry (T05)."""
    carry = state.carries.get(sold.entry.serial)
    stake = sum(sold.staked_in(game).cents for game in range(first, sold.end))
    return stake, carry if carry and carry.game >= first else None


def _is_new_serial(state: KenoState, serial: str) -> bool:
    return bool(serial) and serial not in state.documents


def _vouchers(sold: EntryRecord) -> tuple[str, ...]:
    return tuple(tender.document for tender in sold.used if tender.tender in VOUCHERS)


def _by_voucher(sold: EntryRecord) -> int:
    return sum(tender.used_cents for tender in sold.used if tender.tender in VOUCHERS)


def _comes_back(sold: EntryRecord, stake: int) -> tuple[int, int]:
    """The part of a stake that comes back as a voucher, and the part that comes back as money."""
    by_voucher, paid = _by_voucher(sold), sold.gross_cents
    return returned_by_voucher(paid - stake, by_voucher, paid - by_voucher)


def _commission_back(
    book: NswKeno, state: KenoState, sold: EntryRecord, first: int, money_back: int
) -> Exact:
    """The Commission of the games from `first` on: all that the Entry bore less that of the rest.

    Games may bear different Commission: Keno Bonus on the first ones only is another category.
    """
    bearing = sold.gross_cents - _by_voucher(sold)
    if not bearing:
        return 0
    everything = range(sold.first_game, sold.first_game + sold.entry.games)
    all_cents, all_bears = _bears(book, state, sold, everything)
    if not all_bears:  # another Commission was agreed since, and it is none
        return sold.commission_cents * Fraction(money_back, bearing)
    rest_cents, rest_bears = _bears(book, state, sold, range(sold.first_game, first))
    left = Fraction(rest_bears * (bearing - money_back), rest_cents) if rest_cents else Fraction(0)
    return sold.commission_cents * (1 - left * all_cents / (all_bears * bearing))


def _bears(book: NswKeno, state: KenoState, sold: EntryRecord, games: range) -> tuple[int, Exact]:
    """The cents an Entry stakes in some games, and the Commission if all of it were cash."""
    agreed: Fraction | None = book.figures.internet_commission_rate
    if sold.entry.channel != Channel.INTERNET:
        agreed = state.venues[sold.entry.venue].commission
    flex = state.flex_on(sold.keno_day)
    cents, bears = 0, Fraction(0)
    for game in games:
        for category, stake in sold.staked_in(game).by_category:
            cents += stake
            bears += stake * commission_rate(category, flex.get(category), agreed, book.figures)
    return cents, bears


def _cancelled(
    book: NswKeno, state: KenoState, command: CancelEntry, sold: EntryRecord
) -> EntryCancelled:
    """The event of a cancellation, with what goes back and from which purses it comes."""
    entry = sold.entry
    first = first_cancellable(state, command, sold)
    stake, carry = _at_stake(state, sold, first)
    carry_cents = carry.cents if carry else 0
    by_voucher, paid = _by_voucher(sold), sold.gross_cents
    voucher_back, money_back = _comes_back(sold, stake)
    names = _vouchers(sold)
    replacement = None
    if stake < paid and voucher_back:
        replacement = replacement_voucher(state, names, voucher_back, command)
    refund = money_back + carry_cents
    kind, chips = _refunded(command, sold, refund)
    cash_to = account(entry.account) if kind is Tender.ACCOUNT else PLAYER
    amounts: list[tuple[str, Exact]] = [(CHIPS_OUT, chips), (cash_to, refund - chips)]
    if sold.completed_at is None:
        amounts.append((holder(entry), -money_back))
    else:
        commission = _commission_back(book, state, sold, first, money_back)
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
        at=command.at,
        serial=entry.serial,
        session=command.session,
        from_game=first,
        refund_cents=refund,
        refund_as=kind,
        gross_cents=gross_after_cancelling(paid, stake),
        vouchers_returned=names if names and stake == paid else (),
        replacement=replacement,
        carry_cents=carry_cents,
        money=group(*amounts),
        chip_cents=chips,
    )


def _refunded(command: CancelEntry, sold: EntryRecord, refund: int) -> tuple[Tender, int]:
    """The tender in which money comes back, and how many cents of it as Chips.

    Web money goes back to the account (T10), a casino may give Chips, others give cash.
    """
    if sold.entry.channel == Channel.INTERNET:
        return Tender.ACCOUNT, 0
    if command.as_chips and not command.chip_cents:
        return Tender.CHIP, refund
    return Tender.CASH, command.chip_cents


def _net_of(state: KenoState, names: tuple[str, ...]) -> Fraction:
    """The face value of vouchers after the Commission that they bore at their issue."""
    vouchers = [state.documents[name] for name in names]
    return sum((paper.face_cents - paper.commission_cents for paper in vouchers), Fraction(0))


def replacement_voucher(
    state: KenoState, names: tuple[str, ...], cents: int, command: CancelEntry
) -> Document:
    """A voucher for the cancelled games; it keeps the old last day and bears nothing (M25, M26).

    It counts as bought when the oldest was, and as a Prepaid one if any was: what could not be
    given back in cash before cannot be now.
    """
    vouchers = [state.documents[name] for name in names]
    vouchers.sort(key=lambda old: (old.kind is not Tender.PREPAID_VOUCHER, old.issued_at.date()))
    share = Fraction(cents, sum(old.face_cents for old in vouchers))
    bore = sum((old.commission_cents for old in vouchers), Fraction(0)) * share
    return replace(
        vouchers[0],
        serial=command.replacement_serial,
        face_cents=cents,
        last_day=min(old.last_day for old in vouchers),
        commission_cents=bore,
        state=DocumentState.ACTIVE,
    )
