"""Receipt printers of terminals: on the network, at a USB port, or a file in place of one.

A terminal without a printer here prints through its browser. A printer that fails never undoes a
sale: the page says what is wrong, and offers a copy.
"""

from __future__ import annotations

import os
import select
import socket
import threading
from collections.abc import Mapping
from contextlib import suppress
from pathlib import Path
from typing import Protocol

from eyesdown.kernel.errors import BadInput
from eyesdown.press.escpos import ASK_AFTER, ASK_OFFLINE, ASK_PAPER, ran_out, trouble_in

CONNECT_SECONDS = 2.0
SEND_SECONDS = 8.0
STATUS_SECONDS = 0.5
PORT = 9100
LPGETSTATUS = 0x060B
"""The request to Linux for the status lines of a printer at a port."""
PAPER_OUT, SELECTED = 0x20, 0x10
AWAY = "The printer doesn’t answer"
STOPPED = "The printer stopped in the middle of a paper"


class PrinterTrouble(Exception):
    """The printer could not print; the words say what is wrong with it."""


class Printer(Protocol):
    """Prints the bytes of one paper; PrinterTrouble if it did not take all of them."""

    def send(self, data: bytes) -> None: ...

    def trouble(self) -> str:
        """What is wrong with the printer now; empty if nothing is known to be."""
        ...


class NetworkPrinter:
    """A printer that listens on a port of the network; it speaks to one client at a time."""

    def __init__(self, host: str, port: int = PORT) -> None:
        self.host, self.port = host, port
        self._confirms = True
        """Whether it answers, after a paper, that it has printed it; some printers do not."""
        self._in_use = threading.Lock()

    def _connected(self) -> socket.socket:
        try:
            return socket.create_connection((self.host, self.port), CONNECT_SECONDS)
        except OSError:
            raise PrinterTrouble(AWAY) from None

    def send(self, data: bytes) -> None:
        """Send a paper and wait until it is printed; a printer that says nothing is believed."""
        with self._in_use, self._connected() as line:
            status = self._status(line)
            if status:
                raise PrinterTrouble(status)
            confirms = self._confirms and status is not None
            line.settimeout(SEND_SECONDS)
            try:
                line.sendall(data + ASK_AFTER if confirms else data)
                after = line.recv(1) if confirms else b"\0"
            except TimeoutError:
                after = b""
            except OSError:
                raise PrinterTrouble(STOPPED) from None
            if not after:
                self._stopped(line)
            elif ran_out(after[0]):
                raise PrinterTrouble("The paper ran out in the middle of a paper")
            with suppress(OSError):  # all of it is printed
                line.shutdown(socket.SHUT_WR)

    def _stopped(self, line: socket.socket) -> None:
        """A printer that did not say that it is done: why, or it is of those that never do."""
        status = self._status(line)
        if status is None:
            raise PrinterTrouble(STOPPED)
        if status:
            raise PrinterTrouble(f"{STOPPED}: {status[0].lower()}{status[1:]}")
        self._confirms = False

    def trouble(self) -> str:
        """What is wrong with the printer now; nothing while it prints."""
        if not self._in_use.acquire(blocking=False):
            return ""
        try:
            with self._connected() as line:
                return self._status(line) or ""
        except PrinterTrouble as away:
            return str(away)
        finally:
            self._in_use.release()

    def _status(self, line: socket.socket) -> str | None:
        """What is wrong, empty if nothing is; None if the printer answers no questions."""
        line.settimeout(STATUS_SECONDS)
        answers = []
        try:
            for question in (ASK_PAPER, ASK_OFFLINE):
                line.sendall(question)
                answer = line.recv(1)
                if not answer:
                    return AWAY
                answers.append(answer[0])
        except TimeoutError:
            return trouble_in(answers[0], 0) if answers else None
        except OSError:
            return AWAY
        return trouble_in(*answers)


class DevicePrinter:
    """A printer at a device file, such as /dev/usb/lp0."""

    def __init__(self, device: Path) -> None:
        self.device = device

    def send(self, data: bytes) -> None:
        """Write a paper to the device; one that takes no more for some seconds has stopped."""
        left = memoryview(data)
        try:
            port = os.open(self.device, os.O_WRONLY | os.O_NONBLOCK)
            try:
                while left and select.select([], [port], [], SEND_SECONDS)[1]:
                    left = left[os.write(port, left) :]
            finally:
                os.close(port)
        except OSError:
            pass  # what it has not taken says where it stopped
        if left and len(left) < len(data):
            raise PrinterTrouble(STOPPED)
        if left:
            raise PrinterTrouble(
                self.trouble() or "The printer is away, switched off or out of paper"
            )

    def trouble(self) -> str:
        """What is wrong with the printer now, as far as its port says it."""
        from fcntl import ioctl  # not on every system that runs a site

        try:
            port = os.open(self.device, os.O_WRONLY | os.O_NONBLOCK)
            try:
                lines = ioctl(port, LPGETSTATUS, b"\0\0\0\0")[0]
            finally:
                os.close(port)
        except FileNotFoundError:
            return "The printer is away or switched off"
        except OSError:
            return ""  # this port has no status lines
        if lines & PAPER_OUT:
            return "The paper is out"
        return "" if lines & SELECTED else "The printer is not ready"


class FilePrinter:
    """A file in place of a printer: papers are appended to it, for tests."""

    def __init__(self, file: Path) -> None:
        self.file = file

    def send(self, data: bytes) -> None:
        """Append a paper; a missing folder is a printer that is away, a full disk one that dies."""
        try:
            out = self.file.open("ab", buffering=0)
        except OSError:
            raise PrinterTrouble("The printer is away") from None
        left = memoryview(data)
        with out:
            try:
                while left:
                    left = left[out.write(left) or 0 :]
            except OSError:
                raise PrinterTrouble(STOPPED) from None

    def trouble(self) -> str:
        """Whether the file's folder is there."""
        return "" if self.file.parent.is_dir() else "The printer is away"


def printer_at(address: str) -> Printer:
    """The printer at an address: tcp://host:port, usb:/dev/usb/lp0 or file:/tmp/paper.bin.

    >>> printer_at("tcp://10.0.0.7").port
    9100
    """
    kind, _, rest = address.partition(":")
    if kind == "tcp" and rest.startswith("//"):
        host, _, port = rest.removeprefix("//").partition(":")
        if host and (not port or port.isdecimal()):
            return NetworkPrinter(host, int(port) if port else PORT)
    elif kind == "usb" and rest.startswith("/"):
        return DevicePrinter(Path(rest))
    elif kind == "file" and rest.startswith("/"):
        return FilePrinter(Path(rest))
    raise BadInput("printers", f"{address!r}: write tcp://host:port, usb:/device or file:/path")


def printers_of(addresses: Mapping[str, str]) -> dict[str, Printer]:
    """The printers of terminals, by terminal."""
    return {terminal: printer_at(address) for terminal, address in addresses.items()}
