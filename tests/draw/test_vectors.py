"""The shared test vectors: what holds, what must not, and that one changed character never passes.

The browser runs the same files in tests/web/public/test_drawcheck.py. All 10,000 changes of each
proof are run by `python tools/vectors.py --changes 10000`; here a sample of them.
"""

from __future__ import annotations

import json
import subprocess
import sys
from itertools import product
from pathlib import Path
from typing import Any

import pytest

import vectors
from eyesdown.central.site import verify_draw
from eyesdown.central.witness.command import as_head
from eyesdown.draw import evidence, merkle, slow, vrf
from eyesdown.draw.follow import Follower, head_fault
from eyesdown.draw.slow import SlowStep
from eyesdown.draw.witnessed import fits
from eyesdown.kernel.plain_json import json_bytes, json_hash
from kit.vectors import (
    FOLDER,
    FORM,
    asked_for,
    changed,
    passes,
    read,
    text_of,
    verdict,
    verdict_of_ticket,
)

PROOFS = [
    *("keno-old", "keno-alone-slow", "keno-alone-slow-content", "keno-two-witnesses-slow"),
    *("keno-spare", "ninety-balls", "seventy-five-balls"),
]
PARTS, BROKEN, TICKETS = read("parts"), read("broken"), read("tickets")
SAMPLE = 45  # changes a proof: 315 in all


def text(name: str) -> str:
    return (FOLDER / f"{name}.json").read_text("utf-8").strip()


def test_the_files_are_what_the_script_writes() -> None:
    """Renew them with `python tools/vectors.py`; no key, draw or format has changed unnoticed."""
    for name, body in vectors.files().items():
        assert read(name) == json.loads(json_bytes(body)), name


def test_the_record_behind_the_proofs_can_be_followed() -> None:
    maker, again = vectors.record(), Follower()
    for line in maker.lines:
        again.take(line)
    assert again.head == maker.follower.head


@pytest.mark.parametrize("case", PARTS["vrf"], ids=lambda case: case["question"][:8])
def test_answers_are_the_one_answer(case: dict[str, str]) -> None:
    key, answer = int(case["key"], 16), bytes.fromhex(case["answer"])
    assert vrf.holds(key, bytes.fromhex(case["question"]), answer)
    assert vrf.value_of(answer).hex() == case["value"]


@pytest.mark.parametrize("case", PARTS["slow"], ids=lambda case: str(case["turns"]))
def test_slow_steps_hold(case: dict[str, str]) -> None:
    step = SlowStep(int(case["turns"]), int(case["result"], 16), int(case["proof"], 16))
    assert slow.holds(bytes.fromhex(case["question"]), step)


@pytest.mark.parametrize("case", PARTS["chain"], ids=lambda case: str(len(case["values"])))
def test_chains_fit_their_commitment(case: dict[str, list[str]]) -> None:
    assert fits(str(case["commitment"]), [bytes.fromhex(value) for value in case["values"]])


def is_placed(sides: list[str], count: int) -> bool:
    left = [*sides]
    return verify_draw.place_of(left, count) < count and not left


def test_a_path_fits_one_place_of_its_tree() -> None:
    for case in PARTS["paths"]:
        assert is_placed(case["sides"], case["entries"]) is case["fits"], case


@pytest.mark.parametrize("count", range(18))
def test_as_many_paths_fit_as_the_seal_has_entries(count: int) -> None:
    """So no further entry can be shown to be under the root, whatever the operator put there."""
    shapes = [sides for steps in range(7) for sides in product(("left", "right"), repeat=steps)]
    assert sum(is_placed(list(sides), count) for sides in shapes) == count


def test_an_entry_that_the_seal_does_not_count_has_no_place() -> None:
    """A hidden pair of entries in the place of one: its path leads to the root all the same."""
    entries = [{"serial": f"{number}", "lines": []} for number in range(8)]
    leaves = [merkle.leaf(json_bytes(entry)) for entry in entries]
    steps = merkle.path(leaves, 5)
    ticket = {"entry": entries[5], "path": [list(step) for step in steps]}
    assert verify_draw.root_of(ticket) == merkle.root(leaves).hex()
    sides = [side for side, _ in steps]
    assert is_placed(sides, 8)
    assert not is_placed(sides, 4)
    assert not is_placed(sides, 5)


@pytest.mark.parametrize("name", PROOFS)
def test_a_whole_proof_holds(name: str) -> None:
    checks = verdict(text(name), [])
    assert [what for holds, what in checks if holds is False] == []
    assert "the numbers follow from all of that" in [what for holds, what in checks if holds]


def test_the_old_proof_holds_by_its_own_module_too() -> None:
    import msgspec

    assert evidence.trouble(msgspec.json.decode(text("keno-old"), type=evidence.Evidence)) == ""


@pytest.mark.parametrize("case", BROKEN, ids=lambda case: f"{case['of']}: {case['why']}"[:70])
def test_a_broken_proof_fails_where_it_is_broken(case: dict[str, object]) -> None:
    asked = case.get("asked", {})
    assert isinstance(asked, dict)
    assert (False, case["says"]) in verdict(text_of(case), [read("ticket")], **asked)


@pytest.mark.parametrize("name", PROOFS)
def test_one_changed_character_never_passes(name: str) -> None:
    whole = text(name)
    noted = asked_for(name, whole)
    assert passes(whole, **noted)
    assert [n for n in range(SAMPLE) if passes(changed(whole, n), **noted)] == []


@pytest.mark.parametrize("case", TICKETS, ids=lambda case: case["why"])
def test_a_ticket_holds_or_fails_where_it_was_tampered_with(case: dict[str, Any]) -> None:
    lines = verdict_of_ticket(text(case["of"]), case["ticket"], **case["asked"])
    assert (case["holds"], case["says"]) in lines
    assert any(holds is False for holds, _ in lines) is (case["holds"] is False)


def test_the_sites_own_tree_leads_every_path_where_the_verifier_does() -> None:
    for case in TICKETS:
        if case["says"] == FORM:
            continue
        ticket = json.loads(case["ticket"])
        leaf = merkle.leaf(json_bytes(ticket["entry"]))
        steps = tuple((side, other) for side, other in ticket["path"])
        assert merkle.climb(leaf, steps).hex() == verify_draw.root_of(ticket), case["why"]


def test_a_witness_finds_the_heads_that_tickets_print_in_its_copy() -> None:
    copy = Follower()
    for line in vectors.record().lines:
        copy.take(line)
    for case in TICKETS:
        noted = case["asked"].get("record", "")
        if noted:
            fault = head_fault(copy.hashes, as_head(noted))
            assert (fault == "") is (case["holds"] is True), case["why"]


def test_a_ticket_is_under_its_seal_and_shows_its_picks() -> None:
    ticket, name = read("ticket"), "keno-two-witnesses-slow"
    checks = verdict(text(name), [ticket], serial=ticket["entry"]["serial"])
    assert [what for holds, what in checks if holds is False] == []
    assert (None, 'that your ticket says: cents 100, spots [5,40], type "Regular"') in checks
    for change in ({"serial": "V00005"}, {"lines": []}):
        other = {**ticket, "entry": {**ticket["entry"], **change}}
        assert any(holds is False for holds, _ in verdict(text(name), [other]))
    for path in ([["up", "00" * 32]], [["left", "AB" * 32]], [["left"]], None):
        assert verdict(text(name), [{**ticket, "path": path}]) == [(False, FORM)]


def test_a_noted_line_that_is_not_in_the_file_is_listed_as_not_checked() -> None:
    for name in ("keno-two-witnesses-slow", "keno-old"):
        checks = verdict(text(name), [], record="1042:3f9ac1d277b045ee")
        assert (None, "that the record has statement 1042 as noted") in checks


def test_what_was_noted_elsewhere_is_checked() -> None:
    name = "keno-two-witnesses-slow"
    proof = read(name)
    digest = json_hash(proof["promise"])
    key = verify_draw.hashlib.sha256(bytes.fromhex(proof["keys"]["Ada"])).hexdigest()
    noted = {
        "game": proof["seal"]["game"],
        "key": [f"Ada:{key[:16].upper()}", f"Bob:{proof['promise']['witnesses'][1][1]}"],
        "record": f"{proof['promise']['n']}: {digest[:16]}",
    }
    checks = verdict(text(name), [], **noted)
    assert [what for holds, what in checks if holds is not True] == [
        "that the witnesses' clocks are right, and that they are not the operator"
    ]


@pytest.mark.parametrize(
    ("name", "options", "code"),
    [
        ("keno-two-witnesses-slow", ["--game", "2026-11-16/001"], 0),
        ("keno-two-witnesses-slow", ["--game", "2026-11-16/002"], 1),
        ("parts", [], 2),
        ("missing", [], 2),
    ],
)
def test_the_program_runs_alone(name: str, options: list[str], code: int, tmp_path: Path) -> None:
    """As a player runs it: one file, no package of ours within reach."""
    program = tmp_path / "verify_draw.py"
    program.write_text(Path(verify_draw.__file__).read_text("utf-8"), "utf-8")
    run = subprocess.run(
        [sys.executable, "-I", program, FOLDER / f"{name}.json", *options],
        capture_output=True,
        text=True,
        check=False,
    )
    assert run.returncode == code, run.stdout + run.stderr
    assert Path(verify_draw.__file__).read_text("utf-8").count("\n") <= 320


def test_a_card_of_a_hall_is_under_its_seal_and_shows_its_rows() -> None:
    card, name = read("card"), "seventy-five-balls"
    checks = verdict(text(name), [card], serial="A-2")
    assert [what for holds, what in checks if holds is False] == []
    assert (None, "that your ticket says: row [5,20,35,50,65]") in checks
    assert any(holds is False for holds, _ in verdict(text("ninety-balls"), [card]))
