"""Output files that appear complete or not at all, and progress bars."""

from __future__ import annotations

import errno
import os
import signal
import sys
from collections.abc import Callable, Iterable, Iterator
from contextlib import ExitStack, contextmanager, suppress
from pathlib import Path
from types import FrameType
from typing import BinaryIO, Literal

from eyesdown.kernel.errors import BadInput, EyesdownError

_FULL = {errno.ENOSPC, errno.EDQUOT, errno.EFBIG}


@contextmanager
def whole_files(*names: str, option: str = "--out") -> Iterator[tuple[BinaryIO, ...]]:
    """Files that get their names together, in order, once all are complete; - is standard output.

    If the work stops early (Ctrl-C, a terminate signal, a full disk), none of them is left. A
    device or a pipe is written to directly.
    """
    drafts: list[tuple[Path, Path]] = []
    before = signal.signal(signal.SIGTERM, _terminated)
    try:
        with ExitStack() as opened:
            files, to_sync = [], []
            for name in names:
                if name == "-":
                    files.append(sys.stdout.buffer)
                    continue
                path = Path(name)
                if not path.name:
                    raise BadInput(option, f"{name!r} is not a file name")
                if _is_special(path):
                    files.append(opened.enter_context(_opened(path, path, "wb", option)))
                    continue
                draft = path.with_name(f".{path.name}.{os.getpid()}.part")
                files.append(opened.enter_context(_opened(path, draft, "xb", option)))
                drafts.append((draft, path))
                to_sync.append(files[-1])
            yield tuple(files)
            for file in files:
                file.flush()
            for file in to_sync:
                os.fsync(file.fileno())
        for draft, path in drafts:
            draft.replace(path)
    except BrokenPipeError:
        raise
    except OSError as trouble:
        if trouble.errno in _FULL:
            raise EyesdownError("the disk is full; nothing was written") from trouble
        raise EyesdownError(f"cannot write: {trouble.strerror}; nothing was written") from trouble
    finally:
        for draft, _ in drafts:
            with suppress(OSError):
                draft.unlink()
        signal.signal(signal.SIGTERM, before)


def refuse_existing(names: Iterable[str], *, overwrite: bool, option: str = "--out") -> None:
    """Refuse to overwrite a file, unless that was asked for; a device or a pipe may be written."""
    for name in names:
        # Unlike a Path, it takes a name that no file can have for one that is free.
        if not overwrite and name != "-" and os.path.isfile(name):  # noqa: PTH113
            raise BadInput(option, f"{name} exists; choose another name, or add --overwrite")


def _terminated(number: int, _: FrameType | None) -> None:
    sys.exit(128 + number)


def _is_special(path: Path) -> bool:
    """Whether this is a device or a pipe, which a rename would replace."""
    with suppress(OSError):
        return path.exists() and not path.is_file() and not path.is_dir()
    return False


def _opened(path: Path, draft: Path, how: Literal["xb", "wb"], option: str) -> BinaryIO:
    try:
        if path.is_dir():
            raise BadInput(option, f"{path} is a folder")
        return draft.open(how)
    except OSError as trouble:
        if trouble.errno in _FULL:
            raise
        raise BadInput(option, f"{path} cannot be written: {trouble.strerror}") from trouble


@contextmanager
def progress(what: str, total: int, shown_from: int) -> Iterator[Callable[[int], None]]:
    """A progress bar on standard error for work of at least `shown_from` steps."""
    if total < shown_from:
        yield lambda _: None
        return
    from rich.console import Console
    from rich.progress import (
        BarColumn,
        MofNCompleteColumn,
        Progress,
        ProgressColumn,
        Task,
        TextColumn,
        TimeRemainingColumn,
    )
    from rich.text import Text

    class Rate(ProgressColumn):
        def render(self, task: Task) -> Text:
            speed = task.finished_speed or task.speed
            return Text("" if speed is None else f"{speed:,.0f}/s")

    columns = TextColumn("{task.description}"), BarColumn(), MofNCompleteColumn(), Rate()
    with Progress(*columns, TimeRemainingColumn(), console=Console(stderr=True)) as bar:
        task = bar.add_task(what, total=total)
        yield lambda done: bar.advance(task, done)
