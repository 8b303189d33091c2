"""Build wheel and source archive, and try both as a stranger would: in an empty environment.

Each is installed into a new virtual environment from the lock, and there the command line and the
library are used from a folder that holds nothing of this tree. `--python` names further
interpreters; those that are not on this machine are named and passed over.
"""

from __future__ import annotations

import argparse
import os
import subprocess
import sys
import tempfile
from pathlib import Path
from shutil import which

ROOT = Path(__file__).parents[1]
LOCK = ROOT / "requirements" / "run.lock"
SAMPLE = """
import eyesdown
bet = {"type": "regular", "spots": [4, 8, 15, 16], "subscription_cents": 200}
assert eyesdown.check(bet, range(1, 21), on="2026-11-15").prize_cents_before_jackpot == 24000
card = next(iter(eyesdown.make_cards("card75", 1, seed="package")))
assert not eyesdown.check_card(card, [])[0].complete
print(eyesdown.__version__, eyesdown.__file__)
"""
COMMANDS = (
    ["--help"],
    ["cards", "make", "--kind", "card75", "--count", "6", "--qr", "card", "--out", "cards.pdf"],
    ["cards", "check", "cards.jsonl"],
    ["rules", "show", "nsw-keno", "15(k)"],
)


def _runs(python: str) -> bool:
    """Whether a Python starts; a name on the PATH may lead to none that is chosen."""
    started = subprocess.run([python, "-c", ""], capture_output=True, check=False)
    return started.returncode == 0


def _run(command: list[str | Path], where: Path) -> str:
    """What a command prints; its errors too if it fails, which ends the program."""
    clean = {name: value for name, value in os.environ.items() if not name.startswith("PYTHON")}
    done = subprocess.run(
        command, cwd=where, env=clean, capture_output=True, text=True, check=False
    )
    if done.returncode:
        print(done.stdout, done.stderr, sep="\n")
        sys.exit(f"failed: {' '.join(map(str, command))}")
    return done.stdout


def build(folder: Path) -> list[Path]:
    """The wheel and the source archive, built without network."""
    _run([sys.executable, "-m", "hatchling", "build", "-d", str(folder)], ROOT)
    return sorted(folder.iterdir())


def try_out(python: str, package: Path) -> str:
    """Install a package and what it needs into a new environment, and use it there."""
    with tempfile.TemporaryDirectory() as name:
        folder = Path(name)
        _run([python, "-m", "venv", "env"], folder)
        inside = folder / "env" / "bin" / "python"
        pip: list[str | Path] = [inside, "-m", "pip", "install", "--quiet"]
        _run([*pip, "--require-hashes", "-r", LOCK], folder)
        _run([*pip, "--no-deps", "--no-build-isolation", package], folder)
        for words in COMMANDS:
            _run([folder / "env" / "bin" / "eyesdown", *words], folder)
        answer = _run([inside, "-c", SAMPLE], folder).strip()
        assert str(folder) in answer, "the sample imported another copy"
        return answer.split()[0]


def main() -> None:
    """Build both packages and try them with each interpreter."""
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--python", nargs="*", default=[sys.executable])
    parser.add_argument("--wheel-only", action="store_true")
    parser.add_argument("--into", type=Path, help="keep the packages in this folder")
    given = parser.parse_args()
    with tempfile.TemporaryDirectory() as name:
        folder = (given.into or Path(name)).resolve()
        folder.mkdir(parents=True, exist_ok=True)
        packages = build(folder)
        for package in packages:
            print(f"built {package.name}, {package.stat().st_size:,} bytes")
        for python in given.python:
            path = which(python)
            if path is None or not _runs(path):
                print(f"{python}: not on this machine")
                continue
            for package in packages:
                if package.suffix == ".whl" or not given.wheel_only:
                    version = try_out(path, package)
                    print(f"{python}: {package.name} works, version {version}")


if __name__ == "__main__":
    main()
