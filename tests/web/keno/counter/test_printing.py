"""Paper: one print a sale, copies on record, and printers that are away or die in the middle."""

from __future__ import annotations

import os
import socket
import threading
from pathlib import Path
from typing import Any

import pytest

from eyesdown.kernel.errors import BadInput
from eyesdown.press.escpos import ASK_AFTER, CUT_PAPER, escpos
from eyesdown.press.receipts import Balls, Code, Cut, Pair, Words
from eyesdown.web.keno.counter.papers import printers
from eyesdown.web.keno.counter.papers.printers import (
    FilePrinter,
    NetworkPrinter,
    PrinterTrouble,
    printer_at,
)
from kit.counter_site import CounterSite, Door, RunsScenario

LINE = {"type": "regular", "spots": [1, 2, 3], "subscription_cents": 100}


def test_a_sale_is_printed_once_and_then_as_a_copy(site: RunsScenario, tmp_path: Path) -> None:
    async def scenario(hall: CounterSite, door: Door) -> None:
        paper = tmp_path / "paper.bin"
        hall.web.printers["club-1"] = FilePrinter(paper)
        hall.web.address = "https://keno.example"
        async with door.visit() as writer:
            sold = await writer.sell(LINE, games=5)
            path = f"/till/print/{sold['serial']}"
            first = (await writer.ask(path, {"slip": "p1"})).json()
            assert (first["printed"], first["copy"], first["svg"]) == (True, 0, "")
            again = (await writer.ask(path, {"slip": "p1"})).json()
            assert again["copy"] == 0, "the same press again is the same print"
            data = paper.read_bytes()
            assert b"Games 0 to 4, 5 games" in data
            assert b"first draw about" in data
            assert f"https://keno.example/check?serial={sold['serial']}".encode() in data
            assert sold["check"].encode() in data
            assert b"COPY" not in data
            bare = await writer.ask(path, {"slip": "p2"})
            assert (bare.status_code, bare.json()["code"]) == (409, "print/no_reason")
            copy = (await writer.ask(path, {"slip": "p3", "because": "jammed"})).json()
            assert copy["copy"] == 1
            assert b"COPY 1" in paper.read_bytes()[len(data) :]
        async with door.visit("hotel writer") as other:
            assert (await other.ask(path, {"slip": "p4"})).status_code == 404

    site(scenario)


def test_a_printer_that_is_away_leaves_the_sale_and_offers_a_copy(
    site: RunsScenario, tmp_path: Path
) -> None:
    async def scenario(hall: CounterSite, door: Door) -> None:
        hall.web.printers["club-1"] = FilePrinter(tmp_path / "gone" / "paper.bin")
        async with door.visit() as writer:
            sold = await writer.sell(LINE)
            path = f"/till/print/{sold['serial']}"
            away = (await writer.ask(path, {"slip": "p1"})).json()
            assert (away["printed"], away["trouble"]) == (False, "The printer is away")
            page = await writer.get("/counter/printer")
            assert "The printer is away" in page.text
            (tmp_path / "gone").mkdir()
            copy = (await writer.ask(path, {"slip": "p2", "because": "was away"})).json()
            assert (copy["printed"], copy["copy"]) == (True, 1)
            test = await writer.post("/counter/printer/test", slip="t")
            assert test.status_code == 303
            assert b"TEST" in (tmp_path / "gone" / "paper.bin").read_bytes()

    site(scenario)


class LittlePrinter:
    """A printer on the network: answers its status, reads `takes` bytes and hangs up.

    Asked after a paper whether it is printed, it answers with the byte `after`.
    """

    def __init__(self, status: bytes, takes: int, after: bytes = b"\0") -> None:
        self.after = after
        self.listening = socket.create_server(("127.0.0.1", 0))
        self.address = f"tcp://127.0.0.1:{self.listening.getsockname()[1]}"
        self.status, self.takes, self.read = status, takes, b""
        self.thread = threading.Thread(target=self._serve, daemon=True)
        self.thread.start()

    def _serve(self) -> None:
        line, _ = self.listening.accept()
        for answer in self.status:
            line.recv(3)
            line.sendall(bytes((answer,)))
        while len(self.read) < self.takes and (more := line.recv(4096)):
            self.read += more
            if self.read.endswith(ASK_AFTER):
                line.sendall(self.after)
        line.setsockopt(socket.SOL_SOCKET, socket.SO_LINGER, b"\x01\x00\x00\x00\x00\x00\x00\x00")
        line.close()
        self.listening.close()


def test_a_network_printer_takes_a_paper() -> None:
    printer = LittlePrinter(b"\x12\x12", 1 << 20)
    printer_at(printer.address).send(escpos([Words("Thank you")]))
    printer.thread.join(10)
    assert b"Thank you" in printer.read


def test_paper_that_runs_out_in_the_middle_is_noticed() -> None:
    """The bytes are all sent by then: the printer is asked whether it has printed them."""
    printer = LittlePrinter(b"\x12\x12", 1 << 20, after=b"\x0c")
    with pytest.raises(PrinterTrouble, match="ran out in the middle"):
        printer_at(printer.address).send(escpos([Words("Thank you")]))


def test_a_printer_is_not_called_away_while_it_prints() -> None:
    printer = printer_at("tcp://127.0.0.1:1")
    assert isinstance(printer, NetworkPrinter)
    assert printer.trouble() == "The printer doesn’t answer"
    with printer._in_use:
        assert printer.trouble() == ""


WRONG = [(b"\x72\x12", "paper is out"), (b"\x12\x16", "cover")]


@pytest.mark.parametrize(("status", "words"), WRONG)
def test_a_network_printer_says_what_is_wrong(status: bytes, words: str) -> None:
    printer = LittlePrinter(status, 0)
    with pytest.raises(PrinterTrouble, match=words):
        printer_at(printer.address).send(b"paper")


def test_a_printer_that_dies_in_the_middle_is_named() -> None:
    printer = LittlePrinter(b"\x12\x12", 1)
    with pytest.raises(PrinterTrouble, match="stopped in the middle"):
        printer_at(printer.address).send(b"x" * 50_000_000)


def test_a_printer_that_is_away_is_named() -> None:
    free = socket.create_server(("127.0.0.1", 0))
    port = free.getsockname()[1]
    free.close()
    assert printer_at(f"tcp://127.0.0.1:{port}").trouble() == "The printer doesn’t answer"


def test_a_device_file_is_a_printer(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    device = tmp_path / "lp0"
    device.touch()
    printer_at(f"usb:{device}").send(b"paper")
    assert device.read_bytes() == b"paper"
    missing = printer_at(f"usb:{tmp_path}/lp1")
    assert missing.trouble()
    with pytest.raises(PrinterTrouble, match="away or switched off"):
        missing.send(b"paper")
    assert not (tmp_path / "lp1").exists(), "a printer that was pulled out is not made as a file"
    full = printer_at("usb:/dev/full")
    with pytest.raises(PrinterTrouble, match="out of paper"):
        full.send(b"paper")
    monkeypatch.setattr(printers, "SEND_SECONDS", 0.01)
    os.mkfifo(tmp_path / "slow")
    reader = os.open(tmp_path / "slow", os.O_RDONLY | os.O_NONBLOCK)
    with pytest.raises(PrinterTrouble, match="in the middle"):
        printer_at(f"usb:{tmp_path}/slow").send(b"x" * 1_000_000)
    os.close(reader)


def test_a_file_that_is_full_is_a_printer_that_died() -> None:
    with pytest.raises(PrinterTrouble, match="in the middle"):
        printer_at("file:/dev/full").send(b"paper")


def test_a_paper_that_did_not_come_out_at_a_terminal_is_printed_at_the_counter(
    site: RunsScenario, tmp_path: Path
) -> None:
    async def scenario(hall: CounterSite, door: Door) -> None:
        hall.web.printers["club-sst"] = FilePrinter(Path("/dev/full"))
        hall.web.printers["club-1"] = FilePrinter(tmp_path / "paper.bin")
        async with door.visit("club box") as box:
            slip = {"slip": "back", "cents": 2000}
            serial = (await box.ask("/terminal/receipt", slip)).json()["serial"]
            path = f"/till/print/{serial}"
            lost = (await box.ask(path, {"slip": "p1"})).json()
            assert "in the middle" in lost["trouble"]
            assert (await box.get("/till/printer")).json()["own"]
        async with door.visit("hotel writer") as other:
            assert "SST receipt" not in (await other.get("/counter/printer")).text
        async with door.visit() as writer:
            page = (await writer.get("/counter/printer")).text
            assert "SST receipt for $20.00" in page
            assert "club-sst, 01 May at 10:00" in page
            because = "did not come out at club-sst"
            copy = (await writer.ask(path, {"slip": "p2", "because": because})).json()
            assert (copy["printed"], copy["copy"]) == (True, 1)
            assert b"COPY 1" in (tmp_path / "paper.bin").read_bytes()
            assert "SST receipt" not in (await writer.get("/counter/printer")).text

    site(scenario)


def test_other_addresses_are_no_printers() -> None:
    for wrong in ("", "tcp:10.0.0.1", "usb:lp0", "http://x", "tcp://host:x"):
        with pytest.raises(BadInput):
            printer_at(wrong)


def test_every_block_of_a_paper_has_its_bytes() -> None:
    blocks: list[Any] = [
        Words("Large", 15, strong=True),
        Pair("Left", "right"),
        Pair("A long name at the left edge", "and a value that does not fit beside it"),
        Balls(tuple(range(1, 41)), "A"),
        Cut(strong=True),
        Code("https://keno.example/check?serial=A"),
        Words("夜 é ’"),
        Words("x" * 60),
    ]
    data = escpos(blocks)
    assert data.endswith(CUT_PAPER)
    for part in (b"Large", b"right", b" 40", b"https://keno.example"):
        assert part in data
    lines = data.replace(CUT_PAPER, b"").split(b"\n")
    widths = [len([c for c in line if 32 <= c < 127]) for line in lines if b"keno" not in line]
    assert max(widths) < 60
