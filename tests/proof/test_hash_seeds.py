"""The same day is the same to the byte in every process, whatever its hash seed."""

from __future__ import annotations

import subprocess
import sys

from eyesdown.central.store.base import COLUMNS

PLAY = """
from hashlib import sha256
from eyesdown.central.store.memory import MemoryStore
from eyesdown.central.store.base import COLUMNS
from eyesdown.proof.faults.day import Day, open_site, script

site = open_site(MemoryStore())
seen = []
keep = lambda _: seen.append(site.machine.save(site.state))
Day(script(games=2, sales=4), noted=keep).go_on(site)
for table in COLUMNS:
    print(table, sha256(repr(list(site.store.dump(table))).encode()).hexdigest())
print("states", sha256(b"".join(seen)).hexdigest())
"""


def test_a_day_does_not_depend_on_the_hash_seed() -> None:
    said = {
        subprocess.run(
            [sys.executable, "-c", PLAY],
            env={"PYTHONHASHSEED": f"{seed}"},
            check=True,
            capture_output=True,
            text=True,
        ).stdout
        for seed in range(1, 5)
    }
    assert len(said) == 1, said
    assert said.pop().count("\n") == len(COLUMNS) + 1
