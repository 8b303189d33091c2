"""Single keys from the terminal, on Unix and on Windows."""

from __future__ import annotations

import sys
import time
from collections.abc import Callable, Iterator
from contextlib import contextmanager, suppress
from typing import Protocol

PAUSE_SECONDS = 0.02
_FIRST_OF_TWO = "\x00\xe0"
"""On Windows an arrow or function key is two characters, the first of them one of these."""


class Console(Protocol):
    """Windows' keyboard, as the standard library has it."""

    def kbhit(self) -> bool: ...
    def getwch(self) -> str: ...


@contextmanager
def raw_keys() -> Iterator[None]:
    """Single keys instead of lines while this lasts; Windows gives them without being asked."""
    with suppress(ImportError):
        import termios
        import tty

        before = termios.tcgetattr(sys.stdin)
        try:
            tty.setcbreak(sys.stdin)
            yield
        finally:
            termios.tcsetattr(sys.stdin, termios.TCSADRAIN, before)
        return
    yield  # pragma: no cover -- Windows


def next_key(seconds: float) -> str | None:
    """The next key, or None if none comes in this time."""
    if sys.platform == "win32":  # pragma: no cover -- `console_key` is tried with a fake keyboard
        import msvcrt

        return console_key(msvcrt, seconds)
    import os
    import select

    ready, _, _ = select.select([sys.stdin], [], [], seconds)
    if not ready:
        return None
    raw = os.read(sys.stdin.fileno(), 1)
    while raw and raw[0] >= 0xC0:  # the first byte of a letter with an accent
        more = {0xC0: 1, 0xE0: 2, 0xF0: 3}
        raw += os.read(sys.stdin.fileno(), more.get(raw[0] & 0xF0, 1))
        break
    return raw.decode("utf-8", errors="replace") or "\x04"


def console_key(
    console: Console,
    seconds: float,
    clock: Callable[[], float] = time.monotonic,
    sleep: Callable[[float], object] = time.sleep,
) -> str | None:
    """The next key on Windows, or None; arrows and function keys mean nothing to a caller."""
    end = clock() + seconds
    while clock() < end:
        if not console.kbhit():
            sleep(PAUSE_SECONDS)
            continue
        key = console.getwch()
        if key == "\x03":  # getwch does not turn Ctrl+C into an interruption
            raise KeyboardInterrupt
        if key not in _FIRST_OF_TWO:
            return key
        console.getwch()
    return None
