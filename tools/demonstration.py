"""Serves `eyesdown demo site` on a free port for as long as a tool looks at its pages."""

from __future__ import annotations

import re
import subprocess
import sys
import tempfile
from collections.abc import Iterator
from contextlib import contextmanager

ADDRESS = re.compile(r"http://127\.0\.0\.1:(\d+)")


@contextmanager
def demonstration() -> Iterator[str]:
    """The address of a new demonstration; it ends with the block."""
    with tempfile.TemporaryDirectory() as folder:
        arguments = ["demo", "site", "--folder", folder, "--port", "0"]
        site = subprocess.Popen(
            [sys.executable, "-u", "-m", "eyesdown", *arguments], stdout=subprocess.PIPE, text=True
        )
        try:
            assert site.stdout is not None
            address = next(hit for line in site.stdout if (hit := ADDRESS.search(line)))
            yield address[0]
        finally:
            site.terminate()
            site.wait()
