"""A witness that starts late follows years of history, and one that starts again its own copy."""

from __future__ import annotations

import json
import socket
import threading
from concurrent.futures import ThreadPoolExecutor
from http.client import HTTPException
from io import BytesIO
from pathlib import Path
from typing import ClassVar
from urllib.error import HTTPError
from urllib.parse import quote
from urllib.request import urlopen

import pytest

from eyesdown.central.witness import page
from eyesdown.central.witness import run as run_module
from eyesdown.central.witness import witness as witness_module
from eyesdown.central.witness.command import main, show
from eyesdown.central.witness.folder import KEY, RECORD, SLOW, WORDS, WitnessFolder
from eyesdown.central.witness.page import page_of, serve_copy
from eyesdown.central.witness.run import Runner, whole_lines
from eyesdown.central.witness.witness import Witness
from eyesdown.draw import vrf
from eyesdown.kernel.errors import BadInput
from eyesdown.kernel.plain_json import json_bytes
from eyesdown.proof.fairness.record_maker import RecordMaker, key_of

GAMES = 4


@pytest.fixture
def maker() -> RecordMaker:
    """A site that drew alone, with slow steps."""
    maker = RecordMaker.with_witnesses("Ada")
    for game in range(GAMES):
        maker.played(f"{game}", slow=256)
    return maker


@pytest.fixture
def folder(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    """A fresh witness's, for which ten lines at once are a long past."""
    monkeypatch.setattr(witness_module, "LINES_AT_ONCE", 10)
    key = key_of("Ada")
    (tmp_path / KEY).write_text(json.dumps({"name": "Ada", "p": f"{key.p:x}", "q": f"{key.q:x}"}))
    return tmp_path


def opened(folder: Path) -> Witness:
    return Witness.of_folder(WitnessFolder.open(folder), lambda: 0.0, lambda: 0.0)


def test_slow_steps_of_a_long_past_are_checked_later(maker: RecordMaker, folder: Path) -> None:
    ada = opened(folder)
    ada.take(*maker.lines)
    assert ada.follower.head == maker.follower.head
    assert "4 slow steps still to check" in page_of(Runner(ada, "http://site"))
    again = opened(folder)
    assert len(again.slow_later) == GAMES, "a restart forgets none"
    again.check_slow_steps(1.0)
    assert (len(again.slow_later), again.stopped) == (0, "")
    assert "still to check" not in page_of(Runner(again, "http://site"))
    assert not (folder / SLOW).exists()
    assert not opened(folder).slow_later, "nor checks one twice"


def test_a_slow_step_that_was_not_made_stops_the_witness(maker: RecordMaker, folder: Path) -> None:
    forged = dict(maker.played("forged", slow=256))
    forged["slow"] = {**forged["slow"], "proof": "1"}
    lines = [*maker.lines[:-1], json_bytes(forged)]
    late = opened(folder)
    late.take(*lines)
    assert not late.stopped
    late.check_slow_steps(1.0)
    assert "the slow step does not hold" in late.stopped
    (folder / RECORD).unlink()
    live = opened(folder)
    for line in lines:
        live.take(line)
    assert "the slow step does not hold" in live.stopped, "at once, if it is no long past"


def test_its_own_copy_is_not_checked_a_second_time(
    maker: RecordMaker, folder: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    maker.played("5", "Ada")
    ada = opened(folder)
    ada.take(*maker.lines)
    ada.check_slow_steps(1.0)
    with monkeypatch.context() as patched:
        patched.setattr(vrf, "holds", lambda *_: pytest.fail("a signature was checked again"))
        again = opened(folder)
    assert again.follower.head == maker.follower.head
    assert again.follower.last_words == maker.follower.last_words
    maker.promised("6", "Ada")
    forged = maker.lines.pop().replace(b'"answer":"', b'"answer":"00', 1)
    again.take(*maker.lines[len(again.follower.hashes) :], forged)
    assert again.stopped, "what comes from the site is checked"


@pytest.mark.parametrize(
    ("name", "change", "says"),
    [
        (RECORD, (b'"total_cents":', b'"total_cents":1'), "its copy of the record was changed"),
        (RECORD, (b"\n{", b"\n[{"), "its copy of the record was changed"),
        (WORDS, (b'{"about"', b'{"abort"'), "make a new witness"),
        (WORDS, (b"{", b""), "make a new witness"),
    ],
)
def test_a_folder_that_was_changed_is_refused_in_words(
    maker: RecordMaker, folder: Path, name: str, change: tuple[bytes, bytes], says: str
) -> None:
    ada = opened(folder)
    ada.take(*maker.lines)
    assert ada.due()
    path = folder / name
    assert change[0] in path.read_bytes()
    path.write_bytes(path.read_bytes().replace(*change, 1))
    with pytest.raises(BadInput, match=says):
        opened(folder)


@pytest.mark.parametrize(
    "reply",
    [
        b"HTTP/1.0 200 OK\r\nContent-Length: 99\r\n",
        b"nonsense\r\n\r\n",
        b'HTTP/1.0 200 OK\r\n\r\n["a list"]\n',
        b"HTTP/1.0 409 No\r\n\r\n[1]",
        b'HTTP/1.0 409 No\r\n\r\n{"head":7,"start":"x"}',
        b"HTTP/1.0 500 No\r\n\r\n",
        b"HTTP/1.0 200 OK\r\n\r\n" + b"[" * 30_000 + b"\n",
        b"HTTP/1.0 409 No\r\n\r\n" + b"[" * 30_000,
    ],
)
def test_a_site_that_replies_rubbish_is_away(
    maker: RecordMaker, folder: Path, reply: bytes
) -> None:
    """A site that is killed while it replies leaves half a reply; the witness tries again."""
    ada = opened(folder)
    ada.take(*maker.lines)
    with socket.create_server(("127.0.0.1", 0)) as server:
        shown: list[str] = []

        def say(text: str) -> None:
            shown.append(text)
            runner.stopping.set()

        address = f"http://127.0.0.1:{server.getsockname()[1]}"
        runner = Runner(ada, address, say)
        site = threading.Thread(target=_reply_once, args=(server, reply))
        site.start()
        runner.run()
        site.join(10)
    assert [text for text in shown if text.startswith("the site does not answer")]
    assert not ada.stopped


def test_another_server_at_the_address_is_no_record(folder: Path) -> None:
    """A hall's network shows its own page until someone signs on; a fresh witness waits."""
    ada = opened(folder)
    runner = Runner(ada, "http://site")
    with pytest.raises(ValueError, match="Expecting value"):
        runner._goes_another_way(b"<html>Sign on to the network")
    assert not runner._goes_another_way(b'{"prev":"00"}')


def test_lines_without_end_do_not_fill_the_memory(maker: RecordMaker, folder: Path) -> None:
    """A server that replies with made-up lines for ever is refused at the first of them."""
    ada = opened(folder)
    ada.take(*maker.lines)
    body = b'{"kind":"x","prev":"y"}\n' * (page.LINES_MAX + 1)
    assert len(whole_lines(BytesIO(body))) == page.LINES_MAX
    runner = Runner(ada, "")
    with socket.create_server(("127.0.0.1", 0)) as server:
        runner.address = f"http://127.0.0.1:{server.getsockname()[1]}"
        reply = b"HTTP/1.0 200 OK\r\n\r\n" + body
        site = threading.Thread(target=_reply_once, args=(server, reply))
        site.start()
        with pytest.raises(ValueError, match="does not follow"):
            runner._site_lines(2)
        site.join(10)


def test_what_a_site_says_moves_no_cursor(capsys: pytest.CaptureFixture[str]) -> None:
    show("refused: \x1b[2J\x9b\u202eall is well\n")
    assert capsys.readouterr().out == "refused: ?[2J??all is well?\n"


def _reply_once(server: socket.socket, reply: bytes) -> None:
    connection, _ = server.accept()
    with connection:
        connection.recv(4096)
        connection.sendall(reply)
        server.close()  # a reply that says nothing is asked for again, and refused at once


def test_half_a_line_of_a_reply_that_was_cut_off_comes_again(maker: RecordMaker) -> None:
    body = b"".join(line + b"\n" for line in maker.lines)
    for cut in (0, 1, len(maker.lines[0]), len(maker.lines[0]) + 1, len(body) - 1, len(body)):
        lines = whole_lines(BytesIO(body[:cut]))
        assert lines == maker.lines[: body[:cut].count(b"\n")]


def test_a_full_disk_stops_the_witness_before_it_speaks(
    maker: RecordMaker, folder: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """It would sign what it does not keep; started again, it goes on where it was."""
    ada = opened(folder)
    ada.take(*maker.lines[:3])

    def full(_: int) -> None:
        raise OSError(28, "No space left on device")

    with monkeypatch.context() as patched:
        patched.setattr("os.fsync", full)
        ada.take(*maker.lines[3:])
        assert ada.due() == []
    assert "No space left on device" in ada.stopped
    again = opened(folder)
    again.take(*maker.lines[len(again.follower.hashes) :])
    again.check_slow_steps(1.0)
    assert [word["kind"] for word in again.due()] == ["seen"]
    assert not again.stopped


@pytest.mark.parametrize(
    ("options", "says"),
    [
        (["--site", "10.0.0.5:8080"], "no address such as"),
        (["--site", "http://127.0.0.1:9", "--serve", "8090x"], "no HOST:PORT"),
        (["--site", "http://127.0.0.1:9", "--serve", "127.0.0.1:"], "no HOST:PORT"),
        (["--site", "http://127.0.0.1:9", "--serve", "127.0.0.1:65536"], "no HOST:PORT"),
    ],
)
def test_what_was_typed_wrong_is_said(
    folder: Path, options: list[str], says: str, capsys: pytest.CaptureFixture[str]
) -> None:
    assert main(["run", str(folder), *options]) == 2
    assert says in capsys.readouterr().err


@pytest.mark.parametrize("after", ["²", "9" * 5000, "-1", "1e3", ""])
def test_a_page_of_a_copy_takes_any_number(maker: RecordMaker, folder: Path, after: str) -> None:
    ada = opened(folder)
    ada.take(*maker.lines)
    server = serve_copy(Runner(ada, "http://site"), "127.0.0.1", 0)
    try:
        address = f"http://127.0.0.1:{server.server_address[1]}/record?after={quote(after)}"
        with urlopen(address, timeout=30) as reply:
            assert reply.read().count(b"\n") == len(maker.lines)
    finally:
        server.shutdown()
        server.server_close()


def test_one_visitor_at_a_time_reads_through_the_copy(
    maker: RecordMaker, folder: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(page, "TURN_SECONDS", 0.01)
    begun, ended = threading.Event(), threading.Event()

    def read_long(*_: object) -> bytes:
        begun.set()
        assert ended.wait(30)
        return b"read"

    monkeypatch.setattr(page, "_lines", read_long)
    ada = opened(folder)
    ada.take(*maker.lines)
    server = serve_copy(Runner(ada, "http://site"), "127.0.0.1", 0)
    address = f"http://127.0.0.1:{server.server_address[1]}"
    with ThreadPoolExecutor(1) as visitors:
        reader = visitors.submit(lambda: urlopen(f"{address}/record", timeout=30).read())
        assert begun.wait(30)
        with pytest.raises(HTTPError, match="503"):
            urlopen(f"{address}/proof?game=1", timeout=30)
        with urlopen(f"{address}/answer?game=1&place=1", timeout=30) as reply:
            assert json.load(reply)["values"] == 1, "spares get their answer meanwhile"
        ended.set()
        assert reader.result(30) == b"read"
    server.shutdown()
    server.server_close()


def test_a_visitor_too_many_is_turned_away(folder: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(page, "VISITORS_MAX", 0)
    server = serve_copy(Runner(opened(folder), "http://site"), "127.0.0.1", 0)
    with pytest.raises((OSError, HTTPException)):
        urlopen(f"http://127.0.0.1:{server.server_address[1]}/", timeout=30)
    server.shutdown()
    server.server_close()


def test_it_says_when_its_copy_is_whole_and_whether_it_is_appointed(
    maker: RecordMaker, folder: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """Once when the whole record is here, and again when the office has appointed it."""

    class Reply(BytesIO):
        headers: ClassVar[dict[str, str]] = {}

    said: list[str] = []
    runner = Runner(opened(folder), "http://site", said.append)
    lines = iter(maker.lines[:2])

    def reply(asked: object, **_: object) -> Reply:
        if not isinstance(asked, str):
            return Reply()  # a word of ours is taken
        line = next(lines, b"")
        if not line:
            runner.stopping.set()
        return Reply(line + b"\n")

    monkeypatch.setattr(run_module, "urlopen", reply)
    runner.run()
    assert said == [
        "my copy is whole, to statement 1; not appointed yet: give name and key to the office",
        "my copy is whole, to statement 2; appointed: draws ask me",
        "signed: I saw the record up to statement 2",
    ]
