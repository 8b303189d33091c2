"""Files that only their owner may read: a store holds secret keys."""

from __future__ import annotations

import os
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path


@contextmanager
def for_its_owner_alone() -> Iterator[None]:
    """Files made meanwhile are readable by their owner only: a store holds secret keys."""
    before = os.umask(0o077)
    try:
        yield
    finally:
        os.umask(before)


def open_to_others(*paths: str) -> list[str]:
    """Which of these files users other than their owner may read, on systems that can tell."""
    files = [path for path in paths if os.name == "posix" and Path(path).is_file()]
    return [path for path in files if Path(path).stat().st_mode & 0o077]
