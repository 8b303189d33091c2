"""A witness follows, signs and answers: once, in time, by its own clock, and never otherwise."""

from __future__ import annotations

import json
import socket
import threading
from contextlib import suppress
from dataclasses import dataclass
from datetime import datetime
from pathlib import Path
from shutil import copytree
from urllib.error import HTTPError
from urllib.request import urlopen

import pytest

from eyesdown.central.witness.command import peers
from eyesdown.central.witness.folder import KEY, WORDS, WitnessFolder, make_folder
from eyesdown.central.witness.page import page_of, serve_copy
from eyesdown.central.witness.run import Runner, peers_of
from eyesdown.central.witness.witness import AGAIN_SECONDS, Message, Shown, Witness
from eyesdown.draw.follow import key_hash, word_hash
from eyesdown.draw.statements import Statement
from eyesdown.kernel.errors import BadInput
from eyesdown.proof.fairness.record_maker import RecordMaker, key_of
from kit.vectors import verdict

CLOSES = datetime.fromisoformat("2026-11-16T01:03:00Z").timestamp()


@dataclass
class Box:
    """A witness in a folder with clocks that the test sets."""

    path: Path
    name: str
    now: float = CLOSES - 60
    ticks: float = 0.0

    def __post_init__(self) -> None:
        key = key_of(self.name)
        self.path.mkdir(exist_ok=True)
        body = {"name": self.name, "p": f"{key.p:x}", "q": f"{key.q:x}"}
        (self.path / KEY).write_text(json.dumps(body))
        self.open()

    def open(self) -> None:
        """Start again from the folder."""
        folder = WitnessFolder.open(self.path)
        self.witness = Witness.of_folder(folder, lambda: self.now, lambda: self.ticks)

    def follow(self, maker: RecordMaker) -> list[Message]:
        """Take every line that it has not seen; what it signed."""
        for line in maker.lines[len(self.witness.follower.hashes) :]:
            self.witness.take(line)
        return self.witness.due()


@pytest.fixture
def maker() -> RecordMaker:
    return RecordMaker.with_witnesses("Ada", "Bob")


@pytest.fixture
def ada(tmp_path: Path, maker: RecordMaker) -> Box:
    return greeted(Box(tmp_path / "ada", "Ada"), maker)


def greeted(box: Box, maker: RecordMaker) -> Box:
    """A witness that has signed its appointment."""
    [greeting] = box.follow(maker)
    record(maker, greeting)
    return box


def record(maker: RecordMaker, message: Message) -> Statement:
    """Put a witness's word on the record, as the site does."""
    says = {name: value for name, value in message.items() if name != "kind"}
    return maker.add(message["kind"], **says)


def to_reveal(maker: RecordMaker, box: Box, game: str = "1") -> None:
    """A game whose promise was signed, up to its revealed value."""
    maker.promise(game, box.name)
    [signed] = box.follow(maker)
    record(maker, signed)
    maker.seal(game)
    maker.reveal(game)


def test_it_signs_a_promise_and_answers_after_the_close(maker: RecordMaker, ada: Box) -> None:
    to_reveal(maker, ada)
    ada.now = CLOSES + 0.01
    [answer] = ada.follow(maker)
    record(maker, answer)
    assert maker.result("1")["numbers"]
    assert ada.follow(maker) == []
    assert ada.witness.pending() == []


def test_it_does_not_answer_before_the_close_by_its_own_clock(maker: RecordMaker, ada: Box) -> None:
    to_reveal(maker, ada)
    assert ada.follow(maker) == []
    assert ada.witness.refusals == ["game 1: asked before the close"]
    ada.now = CLOSES
    [answer] = ada.witness.due()
    record(maker, answer)


def test_a_promise_seen_late_is_neither_signed_nor_answered(maker: RecordMaker, ada: Box) -> None:
    ada.now = CLOSES
    maker.promise("1", "Ada")
    maker.seal("1")
    maker.reveal("1")
    assert ada.follow(maker) == []
    assert "was seen after its close" in ada.witness.refusals[0]


def test_an_answer_is_kept_before_it_is_given_and_the_same_after_a_restart(
    maker: RecordMaker, ada: Box
) -> None:
    to_reveal(maker, ada)
    ada.now = CLOSES + 1
    [answer] = ada.follow(maker)
    assert answer["answer"] in (ada.path / WORDS).read_text()
    ada.open()
    assert ada.witness.due() == []
    assert ada.witness.pending() == [answer], "sent again, not made again"


def test_half_a_line_that_a_crash_left_was_never_given(maker: RecordMaker, ada: Box) -> None:
    to_reveal(maker, ada)
    with (ada.path / WORDS).open("ab") as file:
        file.write(b'{"about":"answer 1 1","mess')
    ada.open()
    ada.now = CLOSES + 1
    ada.follow(maker)
    [answer] = ada.witness.pending()
    record(maker, answer)
    ada.open()
    assert len(ada.witness.folder.words) == 3


def test_it_stops_for_good_at_a_record_that_does_not_extend_its_own(
    maker: RecordMaker, ada: Box, tmp_path: Path
) -> None:
    to_reveal(maker, ada)
    other = RecordMaker.with_witnesses("Ada", "Bob")
    other.played("9", "Bob")
    start = len(ada.witness.follower.hashes)
    ada.witness.take(other.lines[start])
    assert "does not follow" in ada.witness.stopped
    ada.witness.take(maker.lines[start])
    assert len(ada.witness.follower.hashes) == start
    ada.now = CLOSES + 1
    assert ada.witness.due() == []


def test_a_spare_waits_signs_the_silence_and_answers(
    maker: RecordMaker, ada: Box, tmp_path: Path
) -> None:
    bob = greeted(Box(tmp_path / "bob", "Bob"), maker)
    maker.promise("1", "Ada", spares=[["Bob", key_hash(key_of("Bob").n)]], wait=5)
    for box in (ada, bob):
        [signed] = box.follow(maker)
        record(maker, signed)
    maker.seal("1")
    maker.reveal("1")
    bob.now = CLOSES + 1
    assert bob.follow(maker) == []
    bob.ticks = 4.9
    assert bob.witness.due() == []
    bob.ticks = 5.0
    [silence] = bob.witness.due()
    record(maker, silence)
    [answer] = bob.follow(maker)
    record(maker, answer)
    maker.result("1")
    ada.now = CLOSES + 9
    assert ada.follow(maker) == [], "the spare has answered"


def test_a_spare_does_not_wait_the_whole_time_for_a_witness_again(
    maker: RecordMaker, ada: Box, tmp_path: Path
) -> None:
    """Ada was silent at the first ball, and is at the second; at the third she is back."""
    bob = greeted(Box(tmp_path / "bob", "Bob"), maker)
    spares = [["Bob", key_hash(key_of("Bob").n)]]
    maker.promise("1", "Ada", spares=spares, wait=5, pool=90, count=90, values=90)
    for box in (ada, bob):
        [signed] = box.follow(maker)
        record(maker, signed)
        box.now = CLOSES + 1
    maker.seal("1")
    for place, seconds in ((1, 5.0), (2, AGAIN_SECONDS)):
        maker.reveal("1", place)
        assert bob.follow(maker) == []
        bob.ticks += seconds - 0.1
        assert bob.witness.due() == []
        bob.ticks += 0.1
        [silence] = bob.witness.due()
        record(maker, silence)
        [answer] = bob.follow(maker)
        record(maker, answer)
    maker.reveal("1", 3)
    assert bob.follow(maker) == []
    [answer] = ada.follow(maker)
    record(maker, answer)
    maker.reveal("1", 4)
    assert bob.follow(maker) == []
    bob.ticks += 4.9
    assert bob.witness.due() == [], "Ada is back: the whole wait counts again"


def test_an_answer_in_time_leaves_nothing_to_the_spare(
    maker: RecordMaker, ada: Box, tmp_path: Path
) -> None:
    bob = greeted(Box(tmp_path / "bob", "Bob"), maker)
    maker.promise("1", "Ada", spares=[["Bob", key_hash(key_of("Bob").n)]], wait=5)
    for box in (ada, bob):
        [signed] = box.follow(maker)
        record(maker, signed)
        box.now = CLOSES + 1
    maker.seal("1")
    maker.reveal("1")
    [answer] = ada.follow(maker)
    record(maker, answer)
    bob.follow(maker)
    bob.ticks = 60
    assert bob.witness.due() == []


@pytest.fixture
def spare(maker: RecordMaker, ada: Box, tmp_path: Path) -> Box:
    """Bob, spare of a game whose value is out and whose one witness, Ada, is not heard."""
    bob = greeted(Box(tmp_path / "bob", "Bob"), maker)
    maker.promise("1", "Ada", spares=[["Bob", key_hash(key_of("Bob").n)]], wait=5)
    for box in (ada, bob):
        [signed] = box.follow(maker)
        record(maker, signed)
        box.now = CLOSES + 1
    maker.seal("1")
    maker.reveal("1")
    assert bob.follow(maker) == []
    bob.ticks = 5.0
    return bob


def test_a_spare_that_was_started_again_waits_from_then_on(maker: RecordMaker, spare: Box) -> None:
    spare.open()
    assert spare.witness.due() == []
    spare.ticks = 10.0
    assert [word["kind"] for word in spare.witness.due()] == ["silent"]


def test_a_spare_finds_the_answer_on_the_witness_s_own_page_and_sends_it_on(
    maker: RecordMaker, ada: Box, spare: Box
) -> None:
    """The site, or the network, kept it back: no silence is signed."""
    [answer] = ada.follow(maker)
    server = serve_copy(Runner(ada.witness, "http://127.0.0.1:1"), "127.0.0.1", 0)
    try:
        page = f"http://127.0.0.1:{server.server_address[1]}"
        spare.witness.look = peers_of({"Ada": page})
        assert spare.witness.due() == []
    finally:
        server.shutdown()
        server.server_close()
    assert spare.witness.pending() == [answer]
    assert "has answered, and the record does not show it" in spare.witness.refusals[0]
    record(maker, answer)
    assert spare.follow(maker) == []
    assert spare.witness.pending() == []
    maker.result("1")


@pytest.mark.parametrize(
    ("shown", "refusal"),
    [
        (Shown(1, ""), ""),
        (Shown(0, ""), "game 1: Ada was not shown value 1"),
        (Shown(1, "ab" * 256), "game 1: Ada's page shows what is not its answer"),
        (None, ""),
    ],
    ids=["seen and not answered", "not shown the value", "a forged page", "not reached"],
)
def test_a_spare_that_finds_no_answer_signs_the_silence(
    spare: Box, shown: Shown | None, refusal: str
) -> None:
    asked = []

    def look(*about: object) -> Shown | None:
        asked.append(about)
        return shown

    spare.witness.look = look
    assert [word["kind"] for word in spare.witness.due()] == ["silent"]
    assert spare.witness.due() == []
    assert asked == [("Ada", "1", 1)], "it looks once"
    assert spare.witness.refusals == ([refusal] if refusal else [])


def test_a_page_that_is_away_or_answers_rubbish_is_no_answer() -> None:
    assert peers_of({"Ada": "http://127.0.0.1:1"}, 0.2)("Ada", "1", 1) is None
    assert peers_of({})("Ada", "1", 1) is None
    with socket.create_server(("127.0.0.1", 0)) as server:
        server.settimeout(10)
        address = f"http://127.0.0.1:{server.getsockname()[1]}"

        def drip() -> None:
            connection, _ = server.accept()
            with connection, suppress(OSError):
                connection.sendall(b"HTTP/1.0 200 OK\r\n\r\n")
                while not over.wait(0.02):
                    connection.sendall(b" ")

        over, page = threading.Event(), threading.Thread(target=drip)
        page.start()
        shown = peers_of({"Ada": address}, 0.2)("Ada", "1", 1)
        is_dripping = page.is_alive()
        over.set()
        page.join(10)
    assert (shown, is_dripping) == (None, True), "it was not waited for"
    with pytest.raises(BadInput, match="needs an address"):
        peers(["Ada"])


def test_it_stops_at_a_statement_that_its_copy_had_parted_which_it_never_did(
    maker: RecordMaker, ada: Box
) -> None:
    """With such a statement the record could go on without an answer that it hides."""
    words = {"Ada": word_hash("00")}
    maker.add("restored", games=[], parted=maker.follower.head, words={"Bob": words["Ada"]})
    assert (ada.follow(maker), ada.witness.stopped) == ([], "")
    maker.add("restored", games=[], parted=maker.follower.head, words=words)
    maker.promise("1", "Ada")
    assert ada.follow(maker) == []
    assert "had parted from this copy, which is not so" in ada.witness.stopped
    kept = len(list(ada.witness.folder.record()))
    assert kept == len(maker.lines) - 2, "so that it stops there again when it is started again"


def test_a_silence_that_came_too_late_does_not_stop_the_spare_s_words(
    maker: RecordMaker, ada: Box, spare: Box
) -> None:
    [silence] = spare.witness.due()
    [answer] = ada.follow(maker)
    record(maker, answer)
    record(maker, silence)
    maker.result("1")
    spare.now = CLOSES - 60
    maker.promise("2", "Ada")
    [signed] = spare.follow(maker)
    record(maker, signed)
    assert spare.follow(maker) == spare.witness.pending() == []


def test_a_spare_signs_the_silence_of_another_spare(maker: RecordMaker, tmp_path: Path) -> None:
    maker.add("appointed", witness="Cho", key=f"{key_of('Cho').n:x}", by="office")
    boxes = [greeted(Box(tmp_path / name, name), maker) for name in ("Ada", "Bob", "Cho")]
    _, bob, cho = boxes
    spares = [[name, key_hash(key_of(name).n)] for name in ("Bob", "Cho")]
    maker.promise("1", "Ada", spares=spares, wait=5)
    for box in boxes:
        [signed] = box.follow(maker)
        record(maker, signed)
        box.now = CLOSES + 1
    maker.seal("1")
    maker.reveal("1")
    for box in (bob, cho):
        box.follow(maker)
        box.ticks = 5.0
    [silence] = bob.witness.due()
    assert cho.witness.due() == [], "Bob comes first"
    record(maker, silence)
    assert cho.follow(maker) == []  # and Bob is not heard any more
    cho.ticks = 9.9
    assert cho.witness.due() == []
    cho.ticks = 10.0
    [silence] = cho.witness.due()
    assert silence["witness"] == "Bob"
    record(maker, silence)
    [answer] = cho.follow(maker)
    record(maker, answer)
    maker.result("1")
    assert maker.follower.silences == {"Ada": 1, "Bob": 1}


def test_a_signature_that_came_after_the_seal_brings_no_answer(
    maker: RecordMaker, ada: Box
) -> None:
    """The answer would be refused for good."""
    maker.promise("1", "Ada")
    [signed] = ada.follow(maker)
    maker.seal("1")
    record(maker, signed)
    maker.reveal("1")
    ada.now = CLOSES + 1
    assert ada.follow(maker) == []


@pytest.mark.parametrize("old", [True, False], ids=["an old copy", "an empty state"])
def test_a_folder_that_lacks_a_word_of_its_key_signs_nothing(
    maker: RecordMaker, ada: Box, tmp_path: Path, *, old: bool
) -> None:
    """Run twice with one key, or gone back to a backup: it stops and says what to do."""
    again = Box(tmp_path / "again", "Ada")
    if old:
        copytree(ada.path, again.path, dirs_exist_ok=True)
        again.open()
    to_reveal(maker, ada)
    assert again.follow(maker) == []
    assert "the record has a word of this key that this folder lacks" in again.witness.stopped
    assert "make a new witness" in again.witness.stopped
    assert again.witness.pending() == [], "it does not send its old words again and again"
    ada.now = CLOSES + 1
    [answer] = ada.follow(maker)
    record(maker, answer)
    assert not ada.witness.stopped, "the folder that has every word goes on"


def test_a_name_with_a_new_key_begins_anew_and_with_the_old_one_goes_on(
    maker: RecordMaker, ada: Box, tmp_path: Path
) -> None:
    to_reveal(maker, ada)
    ada.now = CLOSES + 1
    [answer] = ada.follow(maker)
    record(maker, answer)
    maker.result("1")
    ada.now = CLOSES - 60
    maker.add("withdrawn", witness="Ada", because="", by="office")
    maker.add("appointed", witness="Ada", key=f"{key_of('Ada').n:x}", by="office")
    maker.promise("2", "Ada")
    [signed] = ada.follow(maker)
    record(maker, signed)
    maker.add("withdrawn", witness="Ada", because="a new key", by="office")
    maker.add("appointed", witness="Ada", key=f"{key_of('Cho').n:x}", by="office")
    new = Box(tmp_path / "new", "Cho")
    new.witness.folder.name = "Ada"
    maker.promise("3")
    words = new.follow(maker)
    for word in words:
        record(maker, word)
    assert [word["kind"] for word in words] == ["seen"] * 3, "the appointment and two promises"
    assert ada.follow(maker) == []
    assert not ada.witness.stopped, "it is out of office and goes on following"


def test_a_key_that_was_not_appointed_signs_nothing(maker: RecordMaker, tmp_path: Path) -> None:
    eve = Box(tmp_path / "eve", "Eve")
    maker.promise("1", "Ada")
    assert eve.follow(maker) == []
    assert not eve.witness.appointed


def test_a_folder_is_one_witness(tmp_path: Path, ada: Box) -> None:
    first, second = WitnessFolder.open(ada.path), WitnessFolder.open(ada.path)
    first.lock()
    with pytest.raises(BadInput, match="another witness runs"):
        second.lock()
    first.close()
    second.lock()
    second.close()
    with pytest.raises(BadInput, match="is not empty"):
        make_folder(ada.path, "Ada")
    with pytest.raises(BadInput, match="there is no witness"):
        WitnessFolder.open(tmp_path / "nothing")
    (ada.path / KEY).write_text('{"name": "Ada", "p": "f", "q": "11"}')
    with pytest.raises(BadInput, match="bits"):
        WitnessFolder.open(ada.path)


def test_the_page_tells_what_was_seen_signed_and_is_missing(maker: RecordMaker, ada: Box) -> None:
    maker.promise("<b>", "Ada")
    ada.follow(maker)
    page = page_of(Runner(ada.witness, "http://127.0.0.1:1"))
    assert "game &lt;b&gt;: open" in page
    assert "seen &lt;b&gt;" in page
    assert "<li>seen</li>" in page, "not on record yet"


def test_the_page_gives_the_proof_of_a_draw_from_its_own_copy(maker: RecordMaker, ada: Box) -> None:
    result = maker.played("a/1 & b", "Bob")
    ada.follow(maker)
    runner = Runner(ada.witness, "http://127.0.0.1:1")
    assert "href='/proof?game=a/1%20%26%20b'" in page_of(runner)
    server = serve_copy(runner, "127.0.0.1", 0)
    address = f"http://127.0.0.1:{server.server_address[1]}"
    try:
        with urlopen(f"{address}/proof?game=a/1%20%26%20b", timeout=10) as reply:
            text = reply.read().decode()
        with pytest.raises(HTTPError, match="404"):
            urlopen(f"{address}/proof?game=2", timeout=10)
    finally:
        server.shutdown()
        server.server_close()
    checks = verdict(text, [])
    assert all(holds is not False for holds, _ in checks)
    assert json.loads(text)["numbers"] == result["numbers"]
