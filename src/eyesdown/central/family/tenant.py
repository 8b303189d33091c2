"""The family tables as a tenant of the site."""

from __future__ import annotations

import os
from collections.abc import Callable
from datetime import datetime, timedelta
from functools import partial
from typing import Any
from zoneinfo import ZoneInfo

from eyesdown.bingo.family.box import discs_of
from eyesdown.bingo.family.house import LETTERS, NINETY, FamilyCard, House
from eyesdown.cards.ticket import Card75, Ticket90
from eyesdown.central.family.commands import (
    CloseTable,
    OpenTable,
    PlayRound,
    RevealRound,
    TurnDisc,
)
from eyesdown.central.family.decide import book_on
from eyesdown.central.family.feeds import table_at
from eyesdown.central.family.keys import code_of, host_key, key_hash
from eyesdown.central.family.lots import SECRET_BYTES, next_disc, promise_of
from eyesdown.central.family.machine import BOOK, ROUND_SECRET, FamilySite, machine
from eyesdown.central.family.table import SEATS_MAX, Table
from eyesdown.central.site.credentials import Credential, NotAllowed
from eyesdown.central.site.first_row import Owner
from eyesdown.central.site.machine import Machine
from eyesdown.central.site.site import Site, Submitted
from eyesdown.central.tenant import Gauge, Prepared, Task, Tenant
from eyesdown.draw.drbg import HmacDrbg
from eyesdown.draw.health import fresh_secret
from eyesdown.draw.scale import below
from eyesdown.kernel.written import replace
from eyesdown.rulebook.book import Book

KIND = "family"
UNTOUCHED_MAX = timedelta(days=30)
LATECOMERS = 20
"""Cards in the box beyond those for the people who sit there when a series begins."""

Entropy = Callable[[int], bytes]


def machine_for(owner: Owner) -> Machine[FamilySite] | None:
    """The machine of a journal of family tables; None if it names another book."""
    return machine(ZoneInfo(owner.zone)) if owner.book == BOOK else None


def family_tenant(name: str, zone: ZoneInfo, entropy: Entropy = os.urandom) -> Tenant[FamilySite]:
    """The family tables for the site; `entropy` is where codes, cards and discs come from."""

    def complete(site: Site[FamilySite], _who: Credential | None, command: Any) -> Any:
        return completed(site, command, entropy)

    return Tenant(
        kind=KIND,
        name=name,
        book=BOOK,
        zone=zone,
        machine=machine(zone),
        roles={},
        admit=admit,
        complete=complete,
        needs_site=lambda command: isinstance(command, OpenTable | PlayRound | TurnDisc),
        tasks=(Task("calling", calls_by_itself), Task("tidying", tidies_up)),
        at_once=True,
        feeds_by_key={"table": table_at},
        gauges=lambda state: (Gauge("family_tables", "Open family tables.", len(state.tables)),),
    )


def admit(_who: Credential, command: Any) -> Any:
    """No token opens a family table: only its own pages do."""
    raise NotAllowed("door/not_your_role", f"{type(command).__name__} is for the table's own pages")


def completed(site: Site[FamilySite], command: Any, entropy: Entropy) -> Any:
    """The command with what only the site has: a code and key, cards, a promise, the next disc."""
    match command:
        case OpenTable():
            code = code_of(entropy, site.state.tables)
            return replace(command, table=code, host=key_hash(host_key(site.store, code, entropy)))
        case PlayRound():
            return _dealt(site, command, entropy)
        case TurnDisc():
            table = site.state.tables.get(command.table)
            return command if table is None else replace(command, disc=_next(site, table, command))
        case _:
            return command


def _dealt(site: Site[FamilySite], command: PlayRound, entropy: Entropy) -> PlayRound:
    table = site.state.tables.get(command.table)
    if table is None:
        return command
    secret = fresh_secret(entropy)[:SECRET_BYTES]
    promise = promise_of(secret)
    site.store.keep_secret(ROUND_SECRET + promise, secret)
    if not command.fresh and table.game.phase not in ("shut", "over"):
        return replace(command, promise=promise)
    house = table.options.house
    count = min(len(table.here) + LATECOMERS, SEATS_MAX) * house.cards_each
    return replace(command, promise=promise, cards=make_cards(house, count, entropy))


def make_cards(house: House, count: int, entropy: Entropy) -> tuple[FamilyCard, ...]:
    """Cards for the discs of a house, each of all possible cards as likely as another."""
    import numpy as np  # loaded with the first cards, not with the first page

    from eyesdown.cards.stream import CARD75, TICKET90, stream
    from eyesdown.draw.words import Words

    seed = fresh_secret(entropy)
    if house.balls == NINETY:
        tickets = np.concatenate([part.copy() for part in stream(TICKET90, Words(seed), count)])
        return tuple(Ticket90.of(rows) for rows in tickets.tolist())
    if house == replace(house, per_column=House().per_column):
        cards = np.concatenate([part.copy() for part in stream(CARD75, Words(seed), count)])
        return tuple(Card75.of(rows) for rows in cards.tolist())
    source = HmacDrbg(seed, personalization=b"eyesdown cards")
    return tuple(_small_card(house.per_column, source) for _ in range(count))


def _small_card(per_column: int, source: HmacDrbg) -> Card75:
    """A card for fewer discs: in each column any five of them, in any order."""
    columns = []
    for letter in range(LETTERS):
        left = [letter * House().per_column + n for n in range(1, per_column + 1)]
        columns.append([left.pop(below(len(left), source)) for _ in range(LETTERS)])
    columns[LETTERS // 2][LETTERS // 2] = 0
    return Card75.of(list(zip(*columns, strict=True)))


def _next(site: Site[FamilySite], table: Table, command: TurnDisc) -> int:
    book = book_on(command.at.date())
    secret = site.store.secret(ROUND_SECRET + table.promise) if table.promise else b""
    if not secret or not isinstance(book, Book):
        return 0
    return next_disc(secret, discs_of(table.game.house, book.figures), table.game.called)


def calls_by_itself(site: Site[FamilySite], now: datetime) -> Prepared | None:
    """The next disc of a table that is called at a pace, and is not waiting for a check."""
    for code, table in site.state.tables.items():
        game = table.game
        if not table.pace or game.phase != "playing" or game.cries or table.options.real_discs:
            continue
        assert table.last_call_at is not None
        call = len(game.called) + 1
        if (now - table.last_call_at).total_seconds() >= table.pace:
            command = TurnDisc(at=now, table=code, call=call, by="site")
            turned = completed(site, command, os.urandom)
            if turned.disc:
                name = f"site/{table.promise[:32]}/{turned.call}/{turned.disc}"
                return partial(Submitted, name, turned)
    return None


def tidies_up(site: Site[FamilySite], now: datetime) -> Prepared | None:
    """Show the secret of a round that has ended; remove a table that no one has touched."""
    for code, table in site.state.tables.items():
        if table.promise and not table.secret and table.game.phase != "playing":
            secret = site.store.secret(ROUND_SECRET + table.promise).hex()
            reveal = RevealRound(at=now, table=code, promise=table.promise, secret=secret)
            return partial(Submitted, f"site/reveal/{reveal.promise}", reveal)
        if now - table.touched > UNTOUCHED_MAX:
            close = CloseTable(at=now, table=code, by="site")
            return partial(Submitted, f"site/close/{code}/{table.touched.isoformat()}", close)
    return None
