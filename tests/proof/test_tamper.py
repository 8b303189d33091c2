"""Insiders: every kind of change named by its place, and what only outsiders can tell."""

from __future__ import annotations

import json
import re
from datetime import timedelta
from pathlib import Path
from random import Random
from typing import Any

import pytest
from click.testing import CliRunner

from eyesdown.central.keno.published import check_published
from eyesdown.central.site.marks import Mark, check_marks
from eyesdown.central.site.serials import RECEIPT_KEY, Serials
from eyesdown.central.site.verify_journal import verify_journal
from eyesdown.central.store.base import RecordRow, Store
from eyesdown.central.store.memory import MemoryStore
from eyesdown.central.store.sqlite import SqliteStore
from eyesdown.cli.site.journal import journal
from eyesdown.demo.keno_load import Ask, sale
from eyesdown.keno.bets.bet import Regular
from eyesdown.kernel.errors import BadInput, JournalCorrupt
from eyesdown.proof.faults.day import KENO, script
from eyesdown.proof.tamper.bits import flip_bits, flip_series_bits, flip_ticket_bits
from eyesdown.proof.tamper.cashing import LIVE_CHANGES, Counter, cash_changes, verified_after
from eyesdown.proof.tamper.journal_changes import (
    JOURNAL_CHANGES,
    completes_a_sale,
    promise_another_secret_and_rehash,
    reveal_another_secret_and_rehash,
    withhold_a_proof_and_rehash,
)
from eyesdown.proof.tamper.keyed_changes import KEYED_CHANGES
from eyesdown.proof.tamper.keyed_rounds import keyed_day, tamper_keyed
from eyesdown.proof.tamper.rounds import place_named, tamper
from eyesdown.proof.tamper.stores import live_store, stores_of
from eyesdown.proof.tamper.table_changes import TABLE_CHANGES, exchange_a_secret
from eyesdown.proof.tamper.tables import Change, Tables, honest, rehash, restate
from kit.night import PLACES, Night

HONEST = honest()


def test_an_honest_day_holds() -> None:
    assert len((*JOURNAL_CHANGES, *TABLE_CHANGES)) >= 12
    assert place_named(HONEST.into(MemoryStore())) == ""


@pytest.mark.parametrize(
    "change", [*JOURNAL_CHANGES, *TABLE_CHANGES], ids=lambda change: change.__name__
)
def test_a_change_is_caught_and_its_place_named(change: Change, tmp_path: Path) -> None:
    found = tamper(change, HONEST, 3, Random(3))
    assert (found.made, found.missed, found.example) == (3, 0, "")
    copy = HONEST.copy()
    place = change(copy, Random(4))
    store = copy.into(SqliteStore(tmp_path / "site.db"))
    assert re.search(place, place_named(store))
    store.close()


@pytest.mark.parametrize(
    "change",
    [
        reveal_another_secret_and_rehash,
        promise_another_secret_and_rehash,
        withhold_a_proof_and_rehash,
        exchange_a_secret,
    ],
)
def test_a_proof_is_looked_at_also_where_nothing_is_decided_again(change: Change) -> None:
    copy = HONEST.copy()
    place = change(copy, Random(4))
    with pytest.raises(JournalCorrupt, match=place):
        verify_journal(KENO, copy.into(MemoryStore()))


def test_a_result_of_our_own_device_lacks_its_proof_only_if_the_secret_was_lost() -> None:
    """Journals of earlier versions, too, have no other reason for it."""
    for because, found in (("the secret was lost", False), ("drawn by a cage", True)):
        copy = HONEST.copy()
        n = next(n for n, row in enumerate(copy.journal) if b'"evidence":{' in row.events)
        [event] = json.loads(copy.journal[n].events)
        body = json.dumps(event | {"evidence": None, "because": because}, separators=(",", ":"))
        copy.journal[n] = copy.journal[n]._replace(events=f"[{body}]".encode())
        rehash(copy.journal, n)
        seq = copy.journal[n].seq
        copy.records[:] = [
            (*row[:3], body.encode() if row[0] == "result" and row[2] == seq else row[3])
            for row in copy.records
        ]
        restate(copy)
        copy.snapshots.clear()
        said = ""
        try:
            verify_journal(KENO, copy.into(MemoryStore()))
        except JournalCorrupt as wrong:
            said = str(wrong)
        assert ("its proof is missing" in said) == found, said
        assert bool(said) == found


def test_another_receipt_key_is_not_that_of_the_newest_ticket() -> None:
    night = Night(MemoryStore())
    key, another = b"k" * 32, b"x" * 32
    night.work()
    serial = Serials(key, lambda: 10**15).new(lambda size: b"7" * size)
    night.ask(sale(night.now, serial, PLACES[0], Ask((Regular((1, 2), 100),), 1, 100)))
    night.store.keep_secret(RECEIPT_KEY, key)
    night.now += timedelta(minutes=3)
    night.work()
    assert night.site.state.keno.sold == {}, "the ticket is over and has left memory"
    verify_journal(night.machine, night.store)
    tables = Tables.of(night.store)
    tables.secrets[:] = [
        (name, another if name == RECEIPT_KEY else body, tag) for name, body, tag in tables.secrets
    ]
    with pytest.raises(JournalCorrupt, match=f"the receipt key is not the one that .*{serial}"):
        verify_journal(night.machine, tables.into(MemoryStore()))


def test_numbers_in_another_order_are_not_those_of_the_proof() -> None:
    """Changed wherever they stand: the same prizes are paid but for the last number's."""
    copy, [first, *_] = HONEST.copy(), published(HONEST)
    old, new = (
        json.dumps(numbers, separators=(",", ":")).encode()
        for numbers in (first["numbers"], first["numbers"][::-1])
    )
    rows = copy.journal
    rows[:] = [
        row._replace(command=row.command.replace(old, new), events=row.events.replace(old, new))
        for row in rows
    ]
    rehash(rows, 0)
    copy.records[:] = [(*row[:3], row[3].replace(old, new)) for row in copy.records]
    copy.snapshots.clear()
    with pytest.raises(
        JournalCorrupt, match=r"row \d+: (game \S+: the numbers do not follow|entry)"
    ):
        verify_journal(KENO, copy.into(MemoryStore()))


# --- a whole history rewritten, hashes and all ----------------------------------------------------


def published(tables: Tables) -> list[Any]:
    """The results as anybody could have saved them."""
    found = [RecordRow(*row) for row in tables.records]
    return [json.loads(record.body) for record in found if record.kind == "result"]


def noted(tables: Tables, seq: int) -> Mark:
    row = tables.journal[seq - 1]
    return Mark.of_text(f"{row.seq}:{row.hash.hex()}")


def rewritten(sales: int) -> Store:
    """Another day, consistent in itself, in place of the honest one."""
    return honest(script(games=2, sales=sales)).into(MemoryStore())


def test_nothing_inside_tells_of_a_history_rewritten_as_a_whole() -> None:
    assert place_named(rewritten(sales=5)) == ""


def test_a_published_result_tells() -> None:
    results = published(HONEST)
    assert len(results) == 2
    assert check_published(HONEST.into(MemoryStore()), results) == 2
    with pytest.raises(JournalCorrupt, match="game 2026-11-15/000 was published otherwise"):
        check_published(rewritten(sales=5), results)
    shorter = honest(script(games=1, sales=6)).into(MemoryStore())
    with pytest.raises(JournalCorrupt, match="game 2026-11-15/001 was published and is not in"):
        check_published(shorter, results)


def test_a_seal_tells_of_an_entry_that_was_changed_everywhere() -> None:
    """The ticket in command, events and record, the chain linked anew: the root is another one."""
    copy = HONEST.copy()
    n = next(n for n, row in enumerate(copy.journal) if completes_a_sale(row))
    row = copy.journal[n]
    before, after = b'"writer-1"', b'"writer-2"'
    copy.journal[n] = row._replace(
        command=row.command.replace(before, after), events=row.events.replace(before, after)
    )
    rehash(copy.journal, n)
    with pytest.raises(JournalCorrupt, match="game 2026-11-15/000: the entries are not those"):
        check_published(copy.into(MemoryStore()), published(HONEST))


def test_a_row_that_was_noted_tells() -> None:
    last = len(HONEST.journal)
    check_marks(HONEST.into(MemoryStore()), [noted(HONEST, 1), noted(HONEST, last)])
    with pytest.raises(JournalCorrupt, match=f"row {last} is not the one that was noted"):
        check_marks(rewritten(sales=7), [noted(HONEST, 1), noted(HONEST, last)])
    shorter = HONEST.copy()
    shorter.journal.pop()
    with pytest.raises(JournalCorrupt, match=f"row {last} is not the one that was noted"):
        check_marks(shorter.into(MemoryStore()), [noted(HONEST, last)])


@pytest.mark.parametrize("text", ["", "7", "7:", "7:zz", "x:" + 64 * "0", "0:" + 64 * "0", "7:00"])
def test_a_note_that_is_none(text: str) -> None:
    with pytest.raises(BadInput, match="a row and its hash"):
        Mark.of_text(text)


@pytest.mark.parametrize("wrong", [{}, {"evidence": None}, {"evidence": {"seal": {}}}, []])
def test_a_result_that_is_none(wrong: Any) -> None:
    with pytest.raises(BadInput, match="not a published result"):
        check_published(MemoryStore(), [wrong])


def test_a_result_that_does_not_prove_itself_proves_nothing() -> None:
    [result, _] = published(HONEST)
    result["evidence"]["numbers"].reverse()
    with pytest.raises(BadInput, match="own proof does not hold"):
        check_published(HONEST.into(MemoryStore()), [result])


def test_the_command_holds_both_against_a_file(tmp_path: Path) -> None:
    where, saved = tmp_path / "site.db", tmp_path / "results.jsonl"
    HONEST.into(SqliteStore(where)).close()
    saved.write_text("".join(json.dumps(result) + "\n" for result in published(HONEST)))
    said = CliRunner().invoke(journal, ["verify", str(where), "--published", str(saved)]).output
    last = HONEST.journal[-1]
    assert "2 published results hold" in said
    assert f"--mark {last.seq}:{last.hash.hex()}" in said
    other = tmp_path / "other.db"
    honest(script(games=2, sales=5)).into(SqliteStore(other)).close()
    for words, wrong in (
        (["--published", str(saved)], "game 2026-11-15/000 was published otherwise"),
        (["--mark", f"{last.seq}:{last.hash.hex()}"], f"row {last.seq} is not the one"),
    ):
        result = CliRunner().invoke(journal, ["verify", str(other), *words])
        assert isinstance(result.exception, JournalCorrupt)
        assert wrong in str(result.exception)
    for hostile in ("not JSON", "[" * 100_000):
        saved.write_text(hostile)
        result = CliRunner().invoke(journal, ["verify", str(where), "--published", str(saved)])
        assert isinstance(result.exception, BadInput)


def test_a_keyed_day_names_every_bit_and_every_change() -> None:
    day, dice = keyed_day(honest()), Random(7)
    assert flip_bits(day, 2_000, dice).missed == 0
    with stores_of("sqlite") as filled:
        for change in (*JOURNAL_CHANGES, *TABLE_CHANGES, *KEYED_CHANGES):
            tampered, _ = tamper_keyed(change, day, filled, 1, dice)
            assert not tampered.missed, tampered.example


def test_the_kinds_of_change_are_as_many_as_is_said() -> None:
    assert len((*JOURNAL_CHANGES, *TABLE_CHANGES, *KEYED_CHANGES, *LIVE_CHANGES)) >= 40


def test_bits_of_series_and_of_printed_tickets_are_noticed() -> None:
    assert flip_series_bits(200, Random(3)).missed == 0
    assert flip_ticket_bits(500, Random(3)).missed == 0


@pytest.mark.clause("central-site", "10.1")
def test_what_is_changed_cashed_and_put_back_pays_nothing() -> None:
    with live_store("sqlite") as (store, swap):
        till = Counter(store, swap)
        for change in LIVE_CHANGES:
            cashed = cash_changes(till, change, 1, Random(2))
            assert not cashed.missed, cashed.example
        assert verified_after(till) == ""
