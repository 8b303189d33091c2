"""The command line of the site, and the hands that keep it going."""

from __future__ import annotations

import asyncio
import json
import re
import socket
import threading
from collections.abc import Callable, Iterator
from datetime import datetime, timedelta
from hashlib import sha256, shake_256
from itertools import count
from pathlib import Path
from typing import Any

import apsw
import click
import pytest
from click.testing import CliRunner, Result

from eyesdown.central.keno.machine import SYDNEY, KenoSite, machine
from eyesdown.central.keno.tasks import Plan, next_step
from eyesdown.central.site import verify_draw
from eyesdown.central.site.serials import RECEIPT_KEY
from eyesdown.central.site.site import Done, Site, Submitted
from eyesdown.central.store.base import Store
from eyesdown.central.store.journal import Row
from eyesdown.central.store.sqlite import SqliteStore
from eyesdown.cli.site import host as serving
from eyesdown.cli.site.books import books, show_balances
from eyesdown.cli.site.host import Host
from eyesdown.cli.site.journal import journal
from eyesdown.cli.site.owner_only import open_to_others
from eyesdown.cli.site.serve import serve
from eyesdown.cli.site.settings import Settings
from eyesdown.demo.keno_load import Ask, places, sale, set_up
from eyesdown.keno.bets.bet import Regular
from eyesdown.kernel.errors import BadInput, EyesdownError, JournalCorrupt, JournalUnavailable
from eyesdown.web.frame.context import Hosted
from eyesdown.web.keno.context import KenoWeb

START = datetime(2026, 11, 15, 10, 0, tzinfo=SYDNEY)
[PLACE] = places(1)
ASK = Ask((Regular((1, 2, 3), 100),), 1, 100)


def run(command: click.Command, *words: str, **more: Any) -> Result:
    result = CliRunner().invoke(command, words, **more)
    if result.exception and not isinstance(result.exception, SystemExit):
        raise result.exception
    return result


def chance() -> Callable[[int], bytes]:
    turns = count()
    return lambda size: shake_256(b"%d" % next(turns)).digest(size)


def play(store: Store) -> Site[KenoSite]:
    """A site that has sold three entries and published one game."""
    now = START
    site = Site(machine(own_clock=False), store, lambda: int(now.timestamp() * 1_000_000))
    plan = Plan(chance())
    for number, command in enumerate(set_up(now, (PLACE,))):
        site.run([Submitted(f"set-up/{number}", command)])
    for turn in range(2):
        while make := next_step(site, plan, now):
            site.run([make()])
        if not turn:
            sales = [sale(now, f"S{n}", PLACE, ASK) for n in range(3)]
            site.run([Submitted(f"sale/{n}", one) for n, one in enumerate(sales)])
            now += timedelta(minutes=3)
    return site


@pytest.fixture
def site_file(tmp_path: Path) -> Path:
    path = tmp_path / "site.db"
    store = SqliteStore(path)
    play(store)
    store.close()
    return path


def test_a_name_is_shown_as_it_is(capsys: pytest.CaptureFixture[str]) -> None:
    """Or one account would be taken for another, and a bracket would end the list."""
    names = ["subscriber/A[/x]", "subscriber/A[red]y", "subscriber/:key:"]
    show_balances({**dict.fromkeys(names, -100), "bank": 300}, None, as_json=False)
    said = capsys.readouterr().out
    assert all(name in said for name in names)


def test_a_token_and_its_hash() -> None:
    made, line = run(serve, "token").output.splitlines()
    assert line == f'token_sha256 = "{sha256(made.encode()).hexdigest()}"'
    assert len(made) >= 40
    assert run(serve, "token").output.splitlines()[0] != made


def test_a_password_and_its_hash() -> None:
    result = run(serve, "hash", input="open sesame\nopen sesame\n")
    assert 'hash = "$argon2id$' in result.output
    assert "open sesame" not in result.output
    with pytest.raises(BadInput, match="at least 10 characters"):
        run(serve, "hash", input="sesame\nsesame\n")
    for too_little in ("", "open sesame\n"):
        with pytest.raises(BadInput, match="the password and its repetition on two lines"):
            run(serve, "hash", input=too_little)


def test_backup_and_restore_by_one_command_each(site_file: Path, tmp_path: Path) -> None:
    backup, back = tmp_path / "backup.db", tmp_path / "back.db"
    rows = run(journal, "export", str(site_file)).output
    assert "rows copied" in run(serve, "backup", str(site_file), str(backup)).output
    run(serve, "restore", str(backup), str(back))
    assert run(journal, "export", str(back)).output == rows
    assert run(journal, "replay", str(back)).output == run(journal, "replay", str(site_file)).output
    assert run(journal, "verify", str(back), "--decide-again").exit_code == 0
    with pytest.raises(BadInput, match="there already"):
        run(serve, "backup", str(site_file), str(backup))
    with pytest.raises(EyesdownError, match="empty store"):
        run(serve, "restore", str(backup), str(site_file))


def test_a_backup_of_nothing_is_no_backup(site_file: Path, tmp_path: Path) -> None:
    nothing, backup = tmp_path / "nothing.db", tmp_path / "backup.db"
    with pytest.raises(BadInput, match="there is no file"):
        run(serve, "backup", str(nothing), str(backup))
    nothing.write_text("something else altogether, and more of it")
    with pytest.raises(EyesdownError, match="is not a store, or its first bytes are damaged"):
        run(serve, "backup", str(nothing), str(backup))
    assert not backup.exists()
    (tmp_path / "backup.db.part").write_text("broken off")
    (tmp_path / "backup.db.part-wal").write_text("broken off")
    run(serve, "backup", str(site_file), str(backup))
    assert run(journal, "verify", str(backup)).exit_code == 0
    assert not list(tmp_path.glob("*.part*"))


def test_verify_reads_one_moment_while_the_site_sells_on(
    site_file: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """Rows, lines and balances were read in turn, and what was sold between looked wrong."""
    rows, later = SqliteStore.rows, [START + timedelta(minutes=4)]

    def then_sell(store: SqliteStore, after: int = 0) -> Iterator[Row]:
        yield from rows(store, after)
        while later:
            command = sale(later.pop(), "S9", PLACE, ASK)
            writer = SqliteStore(site_file)
            Site(machine(own_clock=False), writer, lambda: 0).run([Submitted("late", command)])
            writer.close()

    before = json.loads(run(journal, "verify", str(site_file), "--json").output)
    monkeypatch.setattr(SqliteStore, "rows", then_sell)
    meanwhile = json.loads(run(journal, "verify", str(site_file), "--json").output)
    assert (meanwhile["rows"], meanwhile["hash"]) == (before["rows"], before["hash"])
    after = json.loads(run(journal, "verify", str(site_file), "--json").output)
    assert (after["rows"], after["lines"]) == (before["rows"] + 1, before["lines"] + 3)


def test_verify_says_what_it_read(site_file: Path) -> None:
    found = json.loads(run(journal, "verify", str(site_file), "--json").output)
    assert found["rows"] == len(run(journal, "export", str(site_file)).output.splitlines())
    assert found["lines"] > 0
    assert "hold" in run(journal, "verify", str(site_file)).output


@pytest.mark.parametrize(
    ("change", "says"),
    [
        ("UPDATE journal SET events = replace(events, 'S1', 'S9') WHERE seq > 5", "was changed"),
        ("DELETE FROM journal WHERE seq = 12", "row 12 is missing"),
        ("UPDATE lines SET cents = cents + 1 WHERE cents = 100", "books: row"),
        ("UPDATE balances SET cents = cents + 1", "balances: "),
        ("DELETE FROM records WHERE kind = 'ticket'", "records: ticket"),
    ],
)
def test_verify_names_what_was_changed(site_file: Path, change: str, says: str) -> None:
    db = apsw.Connection(str(site_file))
    db.execute(change)
    db.close()
    with pytest.raises(JournalCorrupt, match=says):
        run(journal, "verify", str(site_file))


def test_no_file_no_journal(tmp_path: Path) -> None:
    with pytest.raises(BadInput, match="there is no file"):
        run(journal, "verify", str(tmp_path / "nothing.db"))
    assert not (tmp_path / "nothing.db").exists()


@pytest.mark.parametrize(
    ("noun", "words"),
    [
        (journal, ("replay", "--at")),
        (books, ("balance", "--at")),
        (books, ("row",)),
    ],
)
def test_a_row_that_is_not_there_yet(noun: Any, words: tuple[str, ...], site_file: Path) -> None:
    verb, *option = words
    with pytest.raises(BadInput, match="the journal ends with row"):
        run(noun, verb, str(site_file), *option, "1000000")
    assert run(noun, verb, str(site_file), *option, "1" + 30 * "0").exit_code == 2


def test_replay_up_to_a_row(site_file: Path) -> None:
    early = json.loads(run(journal, "replay", str(site_file), "--at", "3").output)
    late = json.loads(run(journal, "replay", str(site_file)).output)
    assert early["keno"]["venues"] == {}
    assert list(late["keno"]["venues"]) == [PLACE.venue]
    assert len(run(journal, "export", str(site_file), "--after", "5").output.splitlines()) < len(
        run(journal, "export", str(site_file)).output.splitlines()
    )


def test_a_tickets_proof_for_the_shipped_checker(site_file: Path, tmp_path: Path) -> None:
    store = SqliteStore(site_file)
    [result] = [json.loads(row.body) for row in store.records("result")]
    store.close()
    evidence, ticket = tmp_path / "evidence.json", tmp_path / "ticket.json"
    evidence.write_text(json.dumps(result["evidence"]))
    ticket.write_text(run(journal, "proof", str(site_file), "S1").output)
    assert verify_draw.main([str(evidence), str(ticket)]) == 0
    game = result["evidence"]["seal"]["game"]
    again = run(journal, "proof", str(site_file), "s 1", "--game", game).output
    assert again == ticket.read_text()
    for wrong in (("S9",), ("S1", "--game", "2026-11-15/999")):
        with pytest.raises(BadInput, match="in no sealed game"):
            run(journal, "proof", str(site_file), *wrong)


def test_the_trial_balance(site_file: Path) -> None:
    now = json.loads(run(books, "balance", str(site_file), "--json").output)
    assert now["adds_up_to"] == 0
    assert now["balances"][f"venue_cash/{PLACE.venue}"] == 300
    before = json.loads(run(books, "balance", str(site_file), "--at", "5", "--json").output)
    assert before["balances"] == {}
    text = run(books, "balance", str(site_file)).output
    assert "the books balance" in text


def test_books_that_do_not_add_up_are_a_broken_machine(site_file: Path) -> None:
    db = apsw.Connection(str(site_file))
    db.execute("UPDATE balances SET cents = cents + 1 WHERE account LIKE 'venue_cash%'")
    db.close()
    assert run(books, "balance", str(site_file)).exit_code == 3


def test_a_statement_has_every_line_of_a_venues_accounts(site_file: Path) -> None:
    words = ("statement", str(site_file), f"venue/{PLACE.venue}", "--json")
    four = json.loads(run(books, *words).output)
    assert [one["account"].split("/")[0] for one in four] == [
        "venue_cash",
        "venue_held",
        "venue_own",
        "venue_agency",
    ]
    assert four[0]["closing"] == 300
    assert len(four[0]["lines"]) == 3
    line = four[0]["lines"][0]
    assert line["about"].startswith("serial ")
    text = run(books, "statement", str(site_file), f"venue_own/{PLACE.venue}").output
    when = line["at"][:19].replace("T", " ")
    assert re.search(rf"{line['place'][0]} +{when} +EntryAccepted +{line['about']} ", text)
    row = run(books, "row", str(site_file), str(line["place"][0])).output
    assert f"AcceptEntry, {line['about']}, {when}" in row
    assert run(books, "row", str(site_file), "0").exit_code == 2
    for no_account in ("pocket/mine", "venue/", "venue"):
        with pytest.raises(BadInput, match="not on the chart"):
            run(books, "statement", str(site_file), no_account)


def test_what_a_game_a_day_and_a_row_did(site_file: Path) -> None:
    """Three dollars on three spots: 75 cents of each go to the fund when the game closes."""
    of_game = json.loads(run(books, "game", str(site_file), "2026-11-15/000", "--json").output)
    assert of_game["GameClosed: prize_fund"] == 225
    assert of_game["GameClosed: licensees"] == -225
    won = sum(value for name, value in of_game.items() if name == "GameSettled: prizes")
    assert of_game.get("GameSettled: prize_fund", 0) == -won
    of_day = json.loads(run(books, "day", str(site_file), "2026-11-15", "--json").output)
    assert of_day[f"venue_cash/{PLACE.venue}"] == 300
    assert of_day[f"venue_own/{PLACE.venue}"] in (33, "33/1")
    assert "venue_cash" in run(books, "day", str(site_file), "2026-11-15").output
    sold = [
        json.loads(line)["seq"]
        for line in run(journal, "export", str(site_file)).output.splitlines()
        if '"id":"sale/0"' in line
    ]
    of_row = json.loads(run(books, "row", str(site_file), str(sold[0]), "--json").output)
    assert of_row[f"EntryAccepted: venue_cash/{PLACE.venue}"] == 100
    for words in (("game", "2026-11-15/009"), ("day", "2026-11-14")):
        with pytest.raises(BadInput, match="no "):
            run(books, words[0], str(site_file), words[1])


# --- settings -------------------------------------------------------------------------------------


@pytest.fixture
def settings_seen(monkeypatch: pytest.MonkeyPatch) -> list[Settings]:
    seen: list[Settings] = []
    monkeypatch.setattr(serving, "run", seen.append)
    return seen


def test_options_before_environment_before_file(
    settings_seen: list[Settings], tmp_path: Path
) -> None:
    config = tmp_path / "site.toml"
    config.write_text('store = "from-file.db"\nport = 9000\nevery_seconds = 20.5\n')
    environment = {"EYESDOWN_PORT": "9001", "EYESDOWN_CONFIG": str(config)}
    run(serve, "--host", "0.0.0.0", env=environment)
    [seen] = settings_seen
    assert (seen.store, seen.port, seen.every_seconds, seen.host) == (
        "from-file.db",
        9001,
        20.5,
        "0.0.0.0",
    )
    assert (seen.people, seen.credentials, seen.snapshot_rows) == ("", "", 20_000)


@pytest.mark.parametrize(
    "text", ["colour = 'red'", "port = [", "port = [1]", "[port]", "store = 2026-11-15"]
)
def test_a_wrong_file_of_settings(text: str, tmp_path: Path) -> None:
    config = tmp_path / "site.toml"
    config.write_text(text)
    with pytest.raises(BadInput, match="--config"):
        run(serve, "--config", str(config))


def keno(site: Hosted) -> KenoWeb:
    web = site.first
    assert isinstance(web, KenoWeb)
    return web


def hosted(tmp_path: Path, **changes: Any) -> Host:
    given = {
        "store": str(tmp_path / "site.db"),
        "host": "127.0.0.1",
        "port": 0,
        "every_seconds": 3600.0,
        "people": "",
        "credentials": "",
        "snapshot_rows": 1,
        "cage": False,
    }
    return Host(Settings(**{**given, **changes}))


def test_a_site_comes_up_works_and_goes_down_cleanly(tmp_path: Path) -> None:
    async def life() -> list[bytes]:
        keys = []
        async for site in hosted(tmp_path).lifetime():
            web = keno(site)
            keys.append(web.serials.key)
            reply = await web.sequencer.submit("rate", next(set_up(START, ())))
            assert isinstance(reply, Done)
        return keys

    [key] = asyncio.run(life())
    store = SqliteStore(tmp_path / "site.db")
    snapshot = store.snapshot()
    assert snapshot is not None
    assert snapshot.seq == store.head().seq >= 1
    store.close()
    assert hosted(tmp_path).store.secret(RECEIPT_KEY) == key, "serials stay good over a restart"


def test_a_long_question_keeps_nobody_waiting_who_sells(tmp_path: Path) -> None:
    """It is asked beside the writer, and sees what was written before it was asked."""

    async def life() -> None:
        async for site in hosted(tmp_path).lifetime():
            web = keno(site)
            asked, answered = threading.Event(), threading.Event()

            def question(store: Any, asked: Any = asked, answered: Any = answered) -> int:
                seen = store.head()
                asked.set()
                assert answered.wait(20), "a sale waits for this"
                assert store.head() == seen, "what is read is of one moment"
                return int(seen.seq)

            before = web.sequencer.seq
            long = asyncio.create_task(web.ask_store(question))
            await asyncio.to_thread(asked.wait, 20)
            reply = await web.sequencer.submit("rate", next(set_up(START, ())))
            assert isinstance(reply, Done)
            answered.set()
            assert before <= await long < reply.seq

    asyncio.run(life())


def test_what_holds_keys_is_for_its_owner_alone(tmp_path: Path) -> None:
    site, backup, back = tmp_path / "site.db", tmp_path / "backup.db", tmp_path / "back.db"
    host = hosted(tmp_path)
    host.site.run([Submitted("rate", next(set_up(START, ())))])
    host.store.close()
    run(serve, "backup", str(site), str(backup))
    run(serve, "restore", str(backup), str(back))
    assert {path.stat().st_mode & 0o777 for path in (site, backup, back)} == {0o600}
    back.chmod(0o640)
    files = [str(path) for path in (site, backup, back)]
    assert open_to_others("", "postgresql://db", *files) == [str(back)]


@pytest.mark.parametrize("option", ["people", "credentials"])
def test_a_file_that_is_not_there(option: str, tmp_path: Path) -> None:
    with pytest.raises(BadInput, match=option):
        hosted(tmp_path, **{option: str(tmp_path / "nothing.toml")})


@pytest.mark.parametrize("seconds", ["nan", "inf", "0", "-3", "86401"])
def test_a_game_is_open_for_a_while_and_at_most_a_day(seconds: str) -> None:
    with pytest.raises(BadInput, match="--every-seconds"):
        run(serve, "--every-seconds", seconds)


@pytest.mark.parametrize(("option", "value"), [("--port", "65536"), ("--snapshot-rows", "0")])
def test_a_number_that_is_none_of_its_kind(option: str, value: str) -> None:
    assert "not in the range" in run(serve, option, value).output


def test_a_taken_address_leaves_the_store_alone(tmp_path: Path) -> None:
    """It opened a day and a game before it noticed that nobody could reach it."""
    with socket.create_server(("127.0.0.1", 0)) as other:
        port = other.getsockname()[1]
        with pytest.raises(EyesdownError, match="cannot listen on"):
            run(serve, "--store", str(tmp_path / "site.db"), "--port", f"{port}")
    assert not (tmp_path / "site.db").exists()


def test_a_changed_snapshot_stops_a_site_before_it_begins(site_file: Path, tmp_path: Path) -> None:
    store = SqliteStore(site_file)
    Site(machine(), store, lambda: 0).take_snapshot()
    store.close()
    db = apsw.Connection(str(site_file))
    db.execute("UPDATE snapshots SET body = CAST(replace(body, 'V0001', 'V0003') AS BLOB)")
    db.close()
    with pytest.raises(JournalCorrupt, match="the snapshot after row"):
        hosted(tmp_path)


def test_a_store_that_is_away_at_the_end_is_said_and_closed(
    tmp_path: Path, caplog: pytest.LogCaptureFixture, monkeypatch: pytest.MonkeyPatch
) -> None:
    def full(*_: Any) -> None:
        raise JournalUnavailable("disk full")

    async def life() -> None:
        async for site in hosted(tmp_path).lifetime():
            web = keno(site)
            await web.sequencer.submit("rate", next(set_up(START, ())))
            monkeypatch.setattr(SqliteStore, "save_snapshot", full)

    asyncio.run(life())
    assert "no last snapshot was taken" in caplog.text
    monkeypatch.undo()
    hosted(tmp_path).store.close()


def test_a_store_that_hangs_at_the_end_is_left_behind(
    tmp_path: Path, caplog: pytest.LogCaptureFixture, monkeypatch: pytest.MonkeyPatch
) -> None:
    """The process cannot end by itself: the thread that waits for the store is part of it."""

    def left(code: int) -> None:
        raise SystemExit(code)

    monkeypatch.setattr("eyesdown.cli.site.host.os._exit", left)
    host = hosted(tmp_path)

    async def life() -> None:
        async for site in host.lifetime():
            web = keno(site)
            web.sequencer._patience = 0.1
            hangs = asyncio.create_task(web.sequencer.ask(lambda _: over.wait(60)))
            await asyncio.sleep(0)
        await hangs

    over = threading.Event()
    with pytest.raises(SystemExit) as end:
        asyncio.run(life())
    over.set()
    assert end.value.code == 3
    assert "stopped without the store" in caplog.text
    host.store.close()
