"""Receipt printers of terminals: on the network, at a USB port, or a file in place of one.

A terminal without a printer here prints through its browser. A printer that fails never undoes a
sale: the page says what is wrong, and offers a copy.
"""

from __future__ import annotations

import socket
from collections.abc import Mapping
from pathlib import Path
from typing import Protocol

from eyesdown.kernel.errors import BadInput
from eyesdown.press.escpos import ASK_OFFLINE, ASK_PAPER, trouble_in

CONNECT_SECONDS = 2.0
SEND_SECONDS = 8.0
STATUS_SECONDS = 0.5
PORT = 9100


class PrinterTrouble(Exception):
    """The printer could not print; the words say what is wrong with it."""


class Printer(Protocol):
    """Prints the bytes of one paper; PrinterTrouble if it did not take all of them."""

    def send(self, data: bytes) -> None: ...

    def trouble(self) -> str:
        """What is wrong with the printer now; empty if nothing is known to be."""
        ...


class NetworkPrinter:
    """A printer that listens on a port of the network."""

    def __init__(self, host: str, port: int = PORT) -> None:
        self.host, self.port = host, port

    def _connected(self) -> socket.socket:
        try:
            return socket.create_connection((self.host, self.port), CONNECT_SECONDS)
        except OSError:
            raise PrinterTrouble("The printer doesn’t answer") from None

    def send(self, data: bytes) -> None:
        """Send a paper, after the printer answered that it has paper; older ones say nothing."""
        with self._connected() as line:
            words = self._status(line)
            if words:
                raise PrinterTrouble(words)
            line.settimeout(SEND_SECONDS)
            try:
                line.sendall(data)
                line.shutdown(socket.SHUT_WR)
            except OSError:
                raise PrinterTrouble("The printer stopped in the middle of a paper") from None

    def trouble(self) -> str:
        """What is wrong with the printer now."""
        try:
            with self._connected() as line:
                return self._status(line)
        except PrinterTrouble as away:
            return str(away)

    def _status(self, line: socket.socket) -> str:
        line.settimeout(STATUS_SECONDS)
        answers = []
        try:
            for question in (ASK_PAPER, ASK_OFFLINE):
                line.sendall(question)
                answer = line.recv(1)
                if not answer:
                    raise PrinterTrouble("The printer doesn’t answer")
                answers.append(answer[0])
        except TimeoutError:
            return ""  # it prints, but answers no questions
        except OSError:
            return "The printer doesn’t answer"
        return trouble_in(*answers)


class DevicePrinter:
    """A printer at a device file, such as /dev/usb/lp0."""

    def __init__(self, device: Path) -> None:
        self.device = device

    def send(self, data: bytes) -> None:
        """Write a paper to the device."""
        try:
            with self.device.open("wb", buffering=0) as port:
                left = memoryview(data)
                while left:
                    left = left[port.write(left) or 0 :]
        except OSError:
            raise PrinterTrouble("The printer is away, switched off or out of paper") from None

    def trouble(self) -> str:
        """What is wrong with the printer now; a device file says only whether it is there."""
        return "" if self.device.exists() else "The printer is away or switched off"


class FilePrinter:
    """A file in place of a printer: papers are appended to it, for tests."""

    def __init__(self, file: Path) -> None:
        self.file = file

    def send(self, data: bytes) -> None:
        """Append a paper; a missing folder is a printer that is away."""
        try:
            with self.file.open("ab") as out:
                out.write(data)
        except OSError:
            raise PrinterTrouble("The printer is away") from None

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
