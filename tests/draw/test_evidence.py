"""The promise, the seal, the proof; and the file that checks them without us."""

from __future__ import annotations

import ast
import json
import subprocess
import sys
from pathlib import Path

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from eyesdown.central.site import verify_draw
from eyesdown.draw import evidence, merkle
from eyesdown.draw.evidence import Evidence
from eyesdown.kernel.canon import canonical, plain
from eyesdown.kernel.ids import Ball
from eyesdown.kernel.plain_json import json_hash
from eyesdown.kernel.written import replace
from kit.vectors import FOLDER

SECRET = bytes(range(64))
ENTRIES = [{"serial": f"T-{n}", "spots": [n, n + 1], "stake_cents": 100} for n in range(1, 8)]
BYTES = [canonical(entry) for entry in ENTRIES]
TWO_WITNESSES = FOLDER / "keno-two-witnesses-slow.json"


def proof() -> Evidence:
    sealed = evidence.seal("2026-11-15/7", BYTES, 700)
    return evidence.draw(SECRET, sealed, pool=80, count=20)


def test_a_proof_holds_and_is_the_same_every_time() -> None:
    assert evidence.trouble(proof()) == ""
    assert proof() == proof()
    assert len(set(proof().numbers)) == 20


def test_neither_secret_nor_entries_alone_decide() -> None:
    other_secret = evidence.draw(bytes(64), proof().seal, pool=80, count=20)
    one_entry_less = evidence.seal("2026-11-15/7", BYTES[:-1], 600)
    other_entries = evidence.draw(SECRET, one_entry_less, pool=80, count=20)
    assert len({proof().numbers, other_secret.numbers, other_entries.numbers}) == 3


@pytest.mark.parametrize(
    ("tampered", "says"),
    [
        (replace(proof(), secret=bytes(64).hex()), "promised"),
        (replace(proof(), commitment="00"), "promised"),
        (replace(proof(), numbers=(*proof().numbers[1:], proof().numbers[0])), "follow"),
        (replace(proof(), seal=replace(proof().seal, total_cents=701)), "follow"),
        (replace(proof(), seal=replace(proof().seal, entries=8)), "follow"),
        (replace(proof(), seal=replace(proof().seal, game="2026-11-15/8")), "follow"),
        (replace(proof(), seal=replace(proof().seal, root="zz")), "cannot be read"),
        (replace(proof(), secret="zz"), "cannot be read"),
    ],
)
def test_whatever_is_changed_is_seen(tampered: Evidence, says: str) -> None:
    assert says in evidence.trouble(tampered)


@settings(max_examples=60)
@given(st.lists(st.binary(max_size=8), min_size=1, max_size=40), st.data())
def test_each_entry_is_proved_and_no_other(entries: list[bytes], data: st.DataObject) -> None:
    index = data.draw(st.integers(0, len(entries) - 1))
    sealed = evidence.seal("g", entries, 0)
    steps = evidence.inclusion(entries, index)
    assert merkle.climb(merkle.leaf(entries[index]), steps).hex() == sealed.root
    assert merkle.climb(merkle.leaf(entries[index] + b"!"), steps).hex() != sealed.root


def test_an_inner_node_is_no_entry_and_a_lone_leaf_counts_once() -> None:
    a, b = merkle.leaf(b"a"), merkle.leaf(b"b")
    assert merkle.leaf(a + b) != merkle.root([a, b])
    assert merkle.root([a, b, b]) != merkle.root([a, b])
    assert merkle.root([]) == merkle.EMPTY_ROOT


def write(folder: Path, name: str, document: object) -> str:
    target = folder / name
    target.write_text(json.dumps(document), "utf-8")
    return str(target)


def ticket(index: int) -> dict[str, object]:
    return {"entry": ENTRIES[index], "path": evidence.inclusion(BYTES, index)}


def test_the_shipped_file_checks_a_draw_and_a_ticket(
    tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    seen = write(tmp_path, "evidence.json", plain(proof()))
    for index in range(len(ENTRIES)):
        assert verify_draw.main([seen, write(tmp_path, "ticket.json", ticket(index))]) == 0
    out = capsys.readouterr().out
    assert f"game 2026-11-15/7: {' '.join(map(str, proof().numbers))}" in out
    assert f"promise {proof().commitment}\nseal    {proof().seal.root}\n" in out
    assert "one of the 7" in out


def test_the_shipped_file_takes_a_whole_result(
    tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    result = {"game": 7, "evidence": plain(proof())}
    assert verify_draw.main([write(tmp_path, "result.json", result)]) == 0
    assert verify_draw.main([write(tmp_path, "result.json", {**result, "evidence": None})]) == 2
    assert "has no proof" in capsys.readouterr().err


@pytest.mark.parametrize(
    ("change", "code"),
    [
        ({"numbers": list(range(1, 21))}, 1),
        ({"secret": bytes(64).hex()}, 1),
        ({"secret": "00"}, 1),
        ({"count": 81}, 1),
        ({"count": -1}, 2),
        ({"pool": "80"}, 2),
        ({"secret": "not hex"}, 2),
        ({"seal": None}, 2),
        ({"seal": {"root": "00"}}, 2),
        ({"numbers": 5}, 2),
    ],
)
def test_the_shipped_file_refuses_a_changed_draw(
    tmp_path: Path, change: dict[str, object], code: int
) -> None:
    document = {**plain(proof()), **change}  # type: ignore[dict-item]
    assert verify_draw.main([write(tmp_path, "evidence.json", document)]) == code


def test_a_file_cannot_write_its_own_verdict(
    tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    """Characters that clear a screen or begin a line are not printed."""
    known = plain(proof())
    assert isinstance(known, dict)
    forged = "\x1b[2J\nyes  all of it holds\x9b8m"
    seal = {**known["seal"], "game": forged, "root": forged.encode().hex()}  # type: ignore[dict-item]
    document = write(tmp_path, "forged.json", {**known, "seal": seal, "commitment": forged})
    entry = write(tmp_path, "ticket.json", {**ticket(0), "entry": {"serial": forged}})
    assert verify_draw.main([document, entry]) == 2
    assert verify_draw.main([write(tmp_path, "evidence.json", known), entry]) == 1
    shown = capsys.readouterr()
    assert "\nyes  all" not in shown.out
    assert (shown.out + shown.err).replace("\n", "").isprintable()


def test_the_shipped_file_refuses_a_foreign_ticket(tmp_path: Path) -> None:
    seen = write(tmp_path, "evidence.json", plain(proof()))
    forged = {**ticket(2), "entry": {**ENTRIES[2], "spots": [79, 80]}}
    assert verify_draw.main([seen, write(tmp_path, "t.json", forged)]) == 1
    assert verify_draw.main([seen, write(tmp_path, "t.json", {"entry": 1})]) == 2


def test_the_shipped_file_says_which_file_it_cannot_read(
    tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    assert verify_draw.main([str(tmp_path / "missing.json")]) == 2
    assert "missing.json" in capsys.readouterr().err
    (tmp_path / "picture.json").write_bytes(b"\x89PNG" + b"\xff" * 100_000)
    assert verify_draw.main([str(tmp_path / "picture.json")]) == 2
    assert len(capsys.readouterr().err) < 300, "not the whole file"
    with pytest.raises(SystemExit) as usage:
        verify_draw.main([])
    assert usage.value.code == 2
    assert "FILE" in capsys.readouterr().err


def test_what_was_noted_may_be_typed_as_it_is_printed(
    tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    """A ticket's line with its words, options between the files, a serial in small letters."""
    proof = json.loads(TWO_WITNESSES.read_text("utf-8"))
    [name, digest], _ = proof["promise"]["witnesses"]
    line = f"Record {proof['promise']['n']} · {json_hash(proof['promise'])[:16]}"
    path, ticket_path = str(TWO_WITNESSES), str(TWO_WITNESSES.with_name("ticket.json"))
    noted = ["--key", f"{name}: {digest[:16].upper()}", "--serial", "v00004-000000-000000-écu004"]
    assert verify_draw.main([path, "--record", line, ticket_path, *noted]) == 0
    shown = capsys.readouterr().out
    assert f"yes  the promise is statement {proof['promise']['n']} as you noted it" in shown
    assert f"yes  the key of {name} is the one noted elsewhere" in shown
    assert "yes  it is the serial asked for" in shown
    assert verify_draw.main([path, "--key", digest[:16]]) == 1
    assert f"NO   {digest[:16]} is a witness of this draw" in capsys.readouterr().out


def test_the_shipped_file_stands_alone(tmp_path: Path) -> None:
    """At most 320 lines, the standard library only, and it runs from an empty folder."""
    source = Path(verify_draw.__file__).read_text("utf-8")
    assert source.count("\n") <= 320
    names = {
        name.split(".")[0]
        for node in ast.walk(ast.parse(source))
        for name in (
            [alias.name for alias in node.names]
            if isinstance(node, ast.Import)
            else [node.module or ""]
            if isinstance(node, ast.ImportFrom)
            else []
        )
    }
    assert names <= sys.stdlib_module_names
    copy = tmp_path / "verify_draw.py"
    copy.write_text(source, "utf-8")
    seen = write(tmp_path, "evidence.json", plain(proof()))
    run = subprocess.run(
        [sys.executable, "-I", str(copy), seen], check=False, capture_output=True, text=True
    )
    assert (run.returncode, run.stderr) == (0, "")


def test_the_file_and_the_site_agree_on_other_pools() -> None:
    seal = plain(proof().seal)
    assert isinstance(seal, dict)
    for pool, count in ((75, 75), (90, 90), (80, 20), (2, 1)):
        made = evidence.draw(SECRET, proof().seal, pool=pool, count=count)
        promise = {"pool": pool, "count": count, "values": 1}
        assert verify_draw.numbers_of([SECRET], seal, promise) == list(made.numbers)
        assert all(isinstance(ball, int) for ball in made.numbers)
        assert set(made.numbers) <= set(map(Ball, range(1, pool + 1)))
