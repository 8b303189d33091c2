"""No command and no refusal goes undocumented."""

from __future__ import annotations

import subprocess
import sys


def test_the_reference_pages_are_current() -> None:
    """Renew them with `make docs`. In a process of its own: click remembers help options."""
    done = subprocess.run(
        [sys.executable, "tools/reference.py", "--check"],
        capture_output=True,
        text=True,
        check=False,
    )
    assert (done.returncode, done.stderr) == (0, "")
