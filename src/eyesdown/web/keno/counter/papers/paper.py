"""Views as paper: tickets, vouchers, payouts and the shift, for the printer, PDF and screen."""

from __future__ import annotations

import io
from collections.abc import Iterator, Sequence
from dataclasses import replace
from urllib.parse import urlencode

from starlette.responses import Response

from eyesdown.central.keno.lookups import game_name
from eyesdown.central.keno.machine import EVENTS, KenoSite
from eyesdown.central.site.public_record import head_at
from eyesdown.central.site.site import Site
from eyesdown.display.game_names import GAMES
from eyesdown.display.keno.notices import operator
from eyesdown.display.keno.ticket import PrintPay, Receipt
from eyesdown.display.keno.words import LineShown
from eyesdown.display.record import HASH_CHARACTERS, head_shown, record_shown
from eyesdown.keno.state.state import KenoState
from eyesdown.keno.words.documents import Document
from eyesdown.keno.words.tickets import EntryRecord
from eyesdown.kernel.money import dollars
from eyesdown.press.receipts import Balls, Block, Code, Cut, Pair, Words, write
from eyesdown.rulebook.keno_words import RECEIPTS, Tender

MEDIA = {"pdf": "application/pdf", "svg": "image/svg+xml"}
KINDS = {
    Tender.GIFT_VOUCHER: "Gift voucher",
    Tender.PREPAID_VOUCHER: "Prepaid voucher",
    Tender.SST_RECEIPT: "SST receipt",
    Tender.CASH_VOUCHER: "Cash voucher",
    Tender.CASH: "Cash",
    Tender.CHIP: "Chips",
    Tender.PARLAY: "Parlay",
    Tender.ACCOUNT: "Account",
}
CARE = "18+ only. Gambling can harm: set a limit before you play."


def check_address(base: str, serial: str, check: str) -> str:
    """Where a ticket's QR code leads; a terminal reads serial and check from the same code.

    >>> check_address('http://keno.example/', 'A-1', '77')
    'http://keno.example/check?serial=A-1&check=77'
    """
    return f"{base}check?{urlencode({'serial': serial, 'check': check})}"


def games_words(name: str, games: int) -> str:
    """Which games a ticket is in, as people say it; a game not opened yet has no number.

    >>> games_words("2026-11-15/007", 3), games_words("", 1)
    ('Games 7 to 9, 3 games', 'A later game')
    """
    number = name.partition("/")[2]
    if not number:
        return "A later game" if games == 1 else f"{games} later games"
    first = int(number)
    return f"Game {first}" if games == 1 else f"Games {first} to {first + games - 1}, {games} games"


def masked(serial: str) -> str:
    """A serial that pays its bearer, as a screen may show it.

    >>> masked("K0GPN2-JWDMZD-Y2P6R4-M7V2CQ")
    'K0GPN2-······'
    """
    return f"{serial.partition('-')[0]}-······"


def on_screen(blocks: tuple[Block, ...], bearer: str = "") -> tuple[Block, ...]:
    """A paper as a screen shows it: without its code and check, so that it is no ticket.

    `bearer` is the serial of a paper that pays anyone who has it; the screen shows its start.
    """
    shown = [
        replace(block, words=masked(bearer))
        if isinstance(block, Words) and bearer and block.words == bearer
        else block
        for block in blocks
        if not isinstance(block, Code)
        and not (isinstance(block, Words) and block.words.startswith("Check "))
    ]
    return (Words("On screen only: not a ticket", 8, strong=True), *shown)


def ticket(site: Site[KenoSite], sold: EntryRecord, shown: Receipt, base: str) -> tuple[Block, ...]:
    """A Receipt Ticket, from its view."""
    state = site.state.keno
    venue = state.venues[sold.entry.venue]
    serial = shown.serial or sold.entry.serial
    first, games = _to_come(state, sold) if serial != sold.entry.serial else (sold.first_game, 0)
    return (
        Words(operator().brand, 15, strong=True),
        Words(f"{venue.name}, {venue.area}", 8.5),
        Cut(strong=True),
        Words(games_words(game_name(site, first), games or shown.shown.games), 12, strong=True),
        Words(f"{shown.keno_day:%A %d %B %Y}{_first_draw(state, first, sold.entry.games)}", 8.5),
        *(block for line in shown.shown.lines for block in _line(line)),
        Cut(),
        *_particulars(sold, shown),
        Pair(_total(sold, shown), dollars(shown.shown.cost_cents), 15, strong=True),
        *(Pair(KINDS[paid.tender], dollars(paid.used_cents), 7.5) for paid in sold.used),
        Cut(),
        Code(check_address(base, serial, shown.check)),
        Words(serial, 10.5, strong=True),
        Words(f"Check {shown.check}", 8),
        *_on_record(site, sold),
        Pair("Issued", f"{shown.issued_at:%d %b %Y %H:%M:%S}", 7.5),
        Pair("Terminal", f"{shown.terminal} {shown.writer}", 7.5),
        Cut(),
        Words(shown.check_words, 7),
        Words(shown.bound, 7),
        Words(CARE, 7),
        *(Words(f"{firm.name}, ABN {firm.abn}", 6) for firm in shown.licensees),
    )


def _first_draw(state: KenoState, first: int, games: int) -> str:
    """When the first game of a ticket is drawn, if that is known."""
    game = state.games.get(first)
    which = "first draw" if games > 1 else "draw"
    return f", {which} about {game.closes_at:%H:%M}" if game is not None else ""


def _on_record(site: Site[KenoSite], sold: EntryRecord) -> Iterator[Block]:
    """The record as it was when the ticket was sold, its first game's promise and who signed it."""
    row = site.store.record("ticket", sold.entry.serial)
    head = head_at(site.store, row.seq) if row else None
    if head is not None and head.number:
        yield Words(f"Record {head_shown(head.number, head.hash)}", 7)
    promised = site.store.record("promise", f"{sold.first_game}")
    if promised is None:
        return
    promise = EVENTS.read(promised.body)
    yield Words(f"Promise {promise.commitment[:HASH_CHARACTERS]}", 7)
    witnessed, game = site.state.witnessed, sold.first_game
    given = witnessed.draws.get(game) or witnessed.late.get(game)
    if given is not None:  # a ticket that is printed again much later names the promise alone
        names = [name for name, _ in promise.witnesses]
        slow = promise.slow > 0
        who = record_shown("", promise.commitment, names, given.signed, slow=slow).who
        yield Words(who[0].upper() + who[1:], 7)


def _to_come(state: KenoState, sold: EntryRecord) -> tuple[int, int]:
    """The first game a continuation ticket is for, and how many there are."""
    first = max(sold.first_game, state.frontier)
    return first, max(1, sold.end - first)


def _total(sold: EntryRecord, shown: Receipt) -> str:
    """What the cost is for; a continuation's was paid with the first ticket, for all its games."""
    games = shown.shown.games
    return "Total" if shown.serial in ("", sold.entry.serial) else f"Total of {games} games"


def _particulars(sold: EntryRecord, shown: Receipt) -> Iterator[Block]:
    """What only some tickets have."""
    if 0 < shown.shown.bonus_games < shown.shown.games:
        yield Pair("Keno Bonus", f"first {shown.shown.bonus_games} games")
    if sold.entry.kwikipiks:
        yield Pair("Picked by the terminal", f"{sold.entry.kwikipiks}")
    if shown.runner:
        yield Pair("Runner", shown.runner)
    if sold.entry.superplay:
        yield Pair("Superplay", sold.entry.superplay)
    if sold.entry.replay_of:
        yield Pair("Replay of", f"…{sold.entry.replay_of[-6:]}")
    if shown.serial not in ("", sold.entry.serial):
        yield Pair("Continues", sold.entry.serial, 7)


def _line(line: LineShown) -> Iterator[Block]:
    yield Cut()
    yield Pair(line.game, line.staked, 9, strong=True)
    yield Pair(line.bet, "", 8.5)
    for mark, numbers in line.groups:
        yield Balls(numbers, mark)
    if line.counts:
        yield Words(line.counted, 7.5)


def document(state: KenoState, paper: Document) -> tuple[Block, ...]:
    """A voucher, SST Receipt or Cash Voucher."""
    venue = state.venues[paper.venue]
    game = GAMES[paper.game].title if paper.game else ""
    use = (
        "Worth its face value in cash at any venue, or as payment for keno."
        if paper.kind in RECEIPTS
        else f"Pays for {game}. No change is given."
    )
    return (
        Words(operator().brand, 15, strong=True),
        Words(f"{venue.name}, {venue.area}", 8.5),
        Cut(strong=True),
        Words(KINDS[paper.kind], 12, strong=True),
        Words(dollars(paper.face_cents), 26, strong=True),
        Words(use, 8),
        Cut(),
        Pair("Good until", f"{paper.last_day:%d %b %Y}", 9, strong=True),
        Pair("Issued", f"{paper.issued_at:%d %b %Y %H:%M:%S}", 7.5),
        Code(paper.serial),
        Words(paper.serial, 10.5, strong=True),
        Words(CARE, 7),
    )


def print_pay(site: Site[KenoSite], shown: PrintPay) -> tuple[Block, ...]:
    """A Print Pay Ticket: every game and every prize of an Entry."""
    drawn = site.state.draws.published_max

    def outcome(game: int, cents: int) -> str:
        return "not drawn yet" if game > drawn else dollars(cents) if cents else "no prize"

    return (
        Words(operator().brand, 15, strong=True),
        Words("Print pay ticket", 11, strong=True),
        Cut(strong=True),
        *(
            Pair(games_words(game_name(site, game), 1), outcome(game, cents))
            for game, cents in shown.games
        ),
        Cut(),
        Pair("Paid", dollars(shown.total_cents), 15, strong=True),
        Words(shown.serial, 9, strong=True),
    )


def print_pay_document(state: KenoState, paper: Document) -> tuple[Block, ...]:
    """A Print Pay Ticket of an SST Receipt or Cash Voucher that was paid out."""
    return (
        Words(operator().brand, 15, strong=True),
        Words("Print pay ticket", 11, strong=True),
        Cut(strong=True),
        Pair(KINDS[paper.kind], paper.state.value),
        Pair("Issued at", state.venues[paper.venue].name),
        Cut(),
        Pair("Paid", dollars(paper.face_cents), 15, strong=True),
        Words(paper.serial, 9, strong=True),
    )


def paper(title: str, blocks: Sequence[Block], medium: str) -> Response:
    """Blocks as a file the browser shows or saves."""
    out = io.BytesIO()
    write(out, title, blocks, medium)
    headers = {"content-disposition": "inline", "cache-control": "no-store"}
    return Response(out.getvalue(), media_type=MEDIA[medium], headers=headers)
