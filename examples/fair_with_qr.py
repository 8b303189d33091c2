"""Cards for a fair, each with a code that holds the card itself; the codes need no web address."""

import subprocess
import sys
import tempfile
from pathlib import Path

folder = Path(tempfile.mkdtemp())
command = [sys.executable, "-m", "eyesdown", "cards", "make", "--kind", "card75", "--count", "24"]
command += ["--seed", "summer fair", "--title", "Summer Fair", "--per-page", "4", "--qr", "card"]
subprocess.run([*command, "--out", str(folder / "fair.pdf")], check=True)
print(*sorted(path.name for path in folder.iterdir()))
