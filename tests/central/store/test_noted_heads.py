"""The file of noted rows: a power cut tears no note, and a file that went away is made again."""

from __future__ import annotations

import json
import logging
import os
from collections.abc import Callable
from pathlib import Path

import pytest

from eyesdown.central.store.journal import Head
from eyesdown.central.store.noted_heads import Noted, NotedHeads
from eyesdown.kernel.errors import BadInput, JournalConflict, JournalUnavailable

FIRST, SECOND, THIRD = (Head(n, bytes([n]) * 32) for n in (1, 2, 3))


@pytest.fixture
def path(tmp_path: Path) -> Path:
    return tmp_path / "eyesdown.key.heads"


def noted(path: Path) -> Noted:
    """What a start reads."""
    return NotedHeads(path).of("keno")


CUTS: dict[str, Callable[[bytes, bytes, int], bytes]] = {
    "the end is missing": lambda old, new, at: new[:at] + old[at:],
    "the begin is missing": lambda old, new, at: old[:at] + new[at:],
}


@pytest.mark.parametrize("cut", CUTS)
def test_a_note_that_was_cut_off_anywhere_leaves_the_one_before(path: Path, cut: str) -> None:
    heads = NotedHeads(path)
    heads.note_key("dome", "ab12")
    heads.note_sums("keno", (5,))
    heads.note("keno", FIRST)
    heads.note("keno", SECOND)
    old = path.read_bytes()
    assert noted(path) == Noted(SECOND, sums=(5,))
    heads.note("keno", THIRD)
    new = path.read_bytes()
    assert len(new) == len(old), "it was written in place"
    assert path.stat().st_mode & 0o077 == 0, "it is its owner's alone"
    seen = set()
    for at in range(len(new) + 1):
        path.write_bytes(CUTS[cut](old, new, at))
        seen.add(noted(path))
        assert NotedHeads(path).of("dome").key == "ab12"
    assert seen == {Noted(SECOND, sums=(5,)), Noted(THIRD, sums=(5,))}


def test_a_short_sum_of_an_early_version_counts_as_none(path: Path) -> None:
    """It could be hit by choosing among older versions; the start notes a long one."""
    note = {"row": f"{1:015d}:{FIRST.hash.hex()}", "key": "ab12", "beside": [f"{5:040x}"]}
    path.write_text(json.dumps({"keno": note}))
    assert noted(path) == Noted(FIRST, "ab12")
    NotedHeads(path).note_sums("keno", (5,))
    assert noted(path).sums == (5,)


def test_every_note_is_read_again_whatever_was_written_before(path: Path) -> None:
    for n in range(1, 8):  # each site writes a few rows and stops
        heads = NotedHeads(path)
        for head in (FIRST, SECOND, THIRD)[: n % 3 + 1]:
            heads.note("keno", head)
        assert noted(path).head == heads.of("keno").head


@pytest.mark.parametrize("rest", [b"", b"\0" * 400, b'{"keno": {"row": "0000000'])
def test_a_file_with_no_whole_note_says_what_to_do(path: Path, rest: bytes) -> None:
    path.write_bytes(rest)
    with pytest.raises(BadInput, match=r"remove it and run `eyesdown journal seal STORE --restor"):
        NotedHeads(path)


@pytest.mark.parametrize("what", ["removed", "replaced"])
def test_a_file_that_went_away_under_a_site_is_made_again(path: Path, what: str) -> None:
    heads = NotedHeads(path)
    heads.note("keno", FIRST)
    older = path.read_bytes()
    heads.note("keno", SECOND)
    path.unlink()
    if what == "replaced":
        path.write_bytes(older)
    heads.note("keno", THIRD)
    assert noted(path).head == THIRD


def test_notes_of_an_early_version_go_on(path: Path) -> None:
    path.write_text(json.dumps({"keno": Noted(SECOND, "ab12", (7,)).plain()}, indent=1), "utf-8")
    heads = NotedHeads(path)
    assert heads.of("keno") == Noted(SECOND, "ab12", (7,))
    heads.note("keno", THIRD)
    assert noted(path) == Noted(THIRD, "ab12", (7,))


def test_notes_that_cannot_be_written_stop_no_sale_and_are_named_once(
    path: Path, caplog: pytest.LogCaptureFixture
) -> None:
    heads = NotedHeads(path / "no such folder")
    with caplog.at_level(logging.WARNING):
        heads.note("keno", FIRST)
        heads.note("keno", SECOND)
    assert caplog.messages == ["the newest rows cannot be noted outside the store"]


def test_two_sites_do_not_note_in_one_file(path: Path) -> None:
    """All stores of one site note there together."""
    first, second = NotedHeads(path), NotedHeads(path)
    first.claim()
    first.claim()
    with pytest.raises(JournalConflict, match=r"another site that runs notes its rows in .* --key"):
        second.claim()
    first.release()
    with pytest.raises(JournalConflict, match="another site that runs"):
        second.claim()
    first.release()
    second.claim()
    second.note("keno", FIRST)
    second.release()
    assert noted(path).head == FIRST


def test_a_folder_that_takes_no_lock_is_named(path: Path) -> None:
    heads = NotedHeads(path)
    path.with_name(f"{path.name}-writer").mkdir()
    with pytest.raises(JournalUnavailable, match=r"eyesdown\.key\.heads-writer"):
        heads.claim()


@pytest.mark.skipif(os.name != "posix", reason="files have no such modes here")
@pytest.mark.parametrize("mode", [0o620, 0o602])
def test_notes_that_others_can_change_stop_a_start(path: Path, mode: int) -> None:
    NotedHeads(path).note("keno", FIRST)
    path.chmod(mode)
    with pytest.raises(BadInput, match=r"can change this file, .* chmod 600 it"):
        NotedHeads(path)
    path.chmod(0o600)
    assert noted(path).head == FIRST
