"""Made-up witnesses of the demonstration: programs of their own that follow its public record."""

from __future__ import annotations

import subprocess
import sys
from pathlib import Path

from eyesdown.central.site.witness_words import AppointWitness
from eyesdown.central.witness.folder import WitnessFolder, make_folder
from eyesdown.web.keno.context import KenoWeb

STOP_SECONDS = 2.0
NAMES = ("Ada (made up)", "Bob (made up)", "Cho (made up)")


class Witnesses:
    """Some witness processes that follow the demonstration until it stops."""

    def __init__(self, folder: Path, address: str, count: int) -> None:
        self._address = address
        self.folders = [_opened(folder / f"witness-{n}", NAMES[n]) for n in range(count)]
        self._processes: list[subprocess.Popen[bytes]] = []

    async def appoint(self, web: KenoWeb) -> None:
        """Have the office appoint those that it has not appointed yet."""
        known = await web.ask_state(lambda site: set(site.witnessed.keys))
        for folder in self.folders:
            if folder.name not in known:
                key = f"{folder.key.n:x}"
                await web.submit(AppointWitness(web.now(), folder.name, key, "the made-up office"))

    def start(self) -> None:
        """Start a process for each witness."""
        for folder in self.folders:
            command = [sys.executable, "-m", "eyesdown", "witness", "run", str(folder.path)]
            log = (folder.path / "log.txt").open("ab")
            with log:
                self._processes.append(
                    subprocess.Popen([*command, "--site", self._address], stdout=log, stderr=log)
                )

    def stop(self) -> None:
        """End the processes that were started here."""
        for process in self._processes:
            process.terminate()
        for process in self._processes:
            try:
                process.wait(STOP_SECONDS)
            except subprocess.TimeoutExpired:  # it waits for this site's answer
                process.kill()
                process.wait()


def _opened(path: Path, name: str) -> WitnessFolder:
    return WitnessFolder.open(path) if path.exists() else make_folder(path, name)
