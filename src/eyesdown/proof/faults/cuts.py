"""The power goes after the n-th thing done to the disk, for every n.

The model: what a sync has confirmed is there. Of what came after it, each write may be there, may
be missing, or may be there in part, sector by sector, whatever the order in which they were asked
for. A name in the folder is made and removed for certain by the next sync of any file. Sectors next
to those written are not harmed, which SQLite also counts on.
"""

from __future__ import annotations

from bisect import bisect_right
from collections.abc import Callable, Iterator
from dataclasses import dataclass, field
from enum import StrEnum
from itertools import cycle
from pathlib import Path
from random import Random
from tempfile import TemporaryDirectory

from eyesdown.central.store.sqlite import SqliteStore
from eyesdown.proof.faults.day import Day, Reference, Script, open_site, script
from eyesdown.proof.faults.disk import Disk, Done, Operation, Recorder, under

SECTOR = 512
NAME = "site.db"
LONG_DAY = script(games=4, sales=36)


class Loss(StrEnum):
    """What becomes of that which was not yet synced."""

    ALL = "all of it is lost"
    TORN = "it is there up to some write, and that one in part"
    MIXED = "any of it is there, in any order, in part"


@dataclass(slots=True)
class _File:
    safe: bytearray = field(default_factory=bytearray)
    unsafe: list[Done] = field(default_factory=list)

    def after(self, loss: Loss, dice: Random) -> bytes:
        """The file after the power cut."""
        content = bytearray(self.safe)
        for done in _survivors(self.unsafe, loss, dice):
            _apply(content, done)
        return bytes(content)


@dataclass(slots=True)
class _Folder:
    """A folder as the disk has it for certain, and what may or may not have reached it."""

    files: dict[str, _File] = field(default_factory=dict)
    removed: dict[str, _File] = field(default_factory=dict)

    def do(self, done: Done) -> None:
        if done.operation is Operation.DELETE:
            self.removed[done.file] = self.files.pop(done.file)
            return
        file = self.files.setdefault(done.file, _File())
        if done.operation is not Operation.SYNC:
            file.unsafe.append(done)
            return
        for unsynced in file.unsafe:
            _apply(file.safe, unsynced)
        file.unsafe.clear()
        self.removed.clear()

    def after(self, loss: Loss, dice: Random) -> Iterator[tuple[str, bytes]]:
        for name, file in self.files.items():
            yield name, file.after(loss, dice)
        for name, file in self.removed.items():
            if name not in self.files and dice.random() < 0.5:
                yield name, file.after(loss, dice)


def _apply(content: bytearray, done: Done) -> None:
    if done.operation is Operation.TRUNCATE:
        del content[done.offset :]
        return
    content.extend(bytes(max(0, done.offset - len(content))))
    content[done.offset : done.offset + len(done.data)] = done.data


def _survivors(unsafe: list[Done], loss: Loss, dice: Random) -> Iterator[Done]:
    match loss:
        case Loss.ALL:
            return
        case Loss.TORN:
            whole = dice.randrange(len(unsafe) + 1)
            yield from unsafe[:whole]
            for last in unsafe[whole : whole + 1]:
                yield from _pieces(last, dice)
        case Loss.MIXED:
            pieces = [piece for done in unsafe for piece in _pieces(done, dice)]
            dice.shuffle(pieces)
            yield from pieces


def _pieces(done: Done, dice: Random) -> Iterator[Done]:
    """Some of a write's sectors."""
    if done.operation is Operation.TRUNCATE:
        if dice.random() < 0.5:
            yield done
        return
    start = 0
    while start < len(done.data):
        end = start + SECTOR - (done.offset + start) % SECTOR
        if dice.random() < 0.7:
            piece = done.data[start:end]
            yield Done(Operation.WRITE, done.file, done.offset + start, piece)
        start = end


@dataclass(slots=True)
class Cut:
    """How often the power was cut, and how often more was found than was acknowledged."""

    points: int = 0
    cuts: int = 0
    more: int = 0


@dataclass(slots=True)
class _Recorded:
    """A day's writes, and after how many of them each row was acknowledged."""

    done: list[Done] = field(default_factory=list)
    acknowledged_after: list[int] = field(default_factory=list)

    def acknowledged(self, number: int) -> int:
        """The number of rows that were acknowledged after a number of operations."""
        return bisect_right(self.acknowledged_after, number)


def _record(played: Script) -> _Recorded:
    recorded = _Recorded()
    with TemporaryDirectory() as folder, under(Recorder()) as disk:
        store = SqliteStore(Path(folder) / NAME)
        day = Day(played, noted=lambda _: recorded.acknowledged_after.append(len(disk.done)))
        day.go_on(open_site(store))
        store.close()
        recorded.done = disk.done
    return recorded


def cut_everywhere(
    every: int,
    seed: int = 1,
    progress: Callable[[int, int], object] = lambda _, __: None,
) -> Cut:
    """Cut after each `every`-th thing done, in one way or another; in every way around a sync."""
    reference, recorded = Reference.of(LONG_DAY), _record(LONG_DAY)
    dice = Random(seed)  # noqa: S311 -- which sectors survive, not a draw
    outcome, folder, losses = Cut(), _Folder(), cycle(Loss)
    following = [*(done.operation for done in recorded.done[1:]), Operation.SYNC]
    for number, done in enumerate(recorded.done):
        folder.do(done)
        if number % every:
            continue
        acknowledged = recorded.acknowledged(number + 1)
        around = Operation.SYNC in (done.operation, following[number])
        for loss in Loss if around else (next(losses),):
            rows = _reopened(folder, loss, dice, reference)
            assert rows >= acknowledged, f"{acknowledged} were acknowledged, {rows} found"
            outcome.cuts += 1
            outcome.more += rows > acknowledged
        outcome.points += 1
        progress(number + 1, len(recorded.done))
    return outcome


def _reopened(folder: _Folder, loss: Loss, dice: Random, reference: Reference) -> int:
    """What a site finds after a cut: how many rows, all of them right."""
    with TemporaryDirectory() as where:
        for name, content in folder.after(loss, dice):
            (Path(where) / name).write_bytes(content)
        with under(Disk()):
            store = SqliteStore(Path(where) / NAME)
            rows = reference.check(store)
            store.close()
    return rows
