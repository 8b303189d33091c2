"""The page's verifier against verify_draw.py: the same files, the same verdicts, line by line."""

from __future__ import annotations

from collections.abc import Iterator
from hashlib import sha256
from importlib.resources import files
from typing import Any, TypeAlias

import pytest

import vectors
from eyesdown.central.site import verify_draw
from kit.browser import launched
from kit.vectors import FOLDER, FORM, changed, read, text_of, verdict

PROOFS = [
    *("keno-old", "keno-alone-slow", "keno-alone-slow-content", "keno-two-witnesses-slow"),
    *("keno-spare", "ninety-balls", "seventy-five-balls"),
]
BROKEN = read("broken")
CHANGES = 25  # a proof
TICKET = (FOLDER / "ticket.json").read_text("utf-8")
TICKETS = {
    "keno-two-witnesses-slow": [TICKET],
    "seventy-five-balls": [(FOLDER / "card.json").read_text("utf-8")],
}
CHECK = """(cases) => cases.map(([text, tickets, asked]) => {
    const keys = new Map((asked.key || []).map((noted) => noted.split(/:(?=[^:]*$)/)));
    try {
        const { parse, readProof, allChecks } = globalThis.drawcheck;
        const lines = allChecks(readProof(parse(text)), tickets.map(parse), { ...asked, keys });
        return lines.map(({ holds, what }) => [holds, what]);
    } catch {
        return [[false, "cannot be read"]];
    }
})"""

Case: TypeAlias = tuple[str, list[str], dict[str, Any]]
Lines: TypeAlias = list[tuple[bool | None, str]]


@pytest.fixture(scope="module")
def page() -> Iterator[Any]:
    """An empty page with the verifier and nothing else."""
    with launched() as browser:
        page = browser.new_page()
        for name in ("sha2.js", "drawcheck.js"):
            script = files("eyesdown.web").joinpath("static", name).read_text("utf-8")
            page.add_script_tag(content=script)
        yield page


def in_browser(page: Any, cases: list[Case]) -> list[Lines]:
    """What the page's verifier says of each text."""
    return [[(holds, what) for holds, what in lines] for lines in page.evaluate(CHECK, cases)]


def in_python(case: Case) -> Lines:
    text, tickets, asked = case
    try:
        given = [verify_draw.parse(ticket) for ticket in tickets]
    except (ValueError, RecursionError):
        return [(False, FORM)]
    return verdict(text, given, **asked)


def text(name: str) -> str:
    return (FOLDER / f"{name}.json").read_text("utf-8").strip()


@pytest.mark.parametrize("name", PROOFS)
def test_a_whole_proof_has_the_same_lines(page: Any, name: str) -> None:
    tickets = TICKETS.get(name, [])
    case: Case = (text(name), tickets, {})
    [lines] = in_browser(page, [case])
    assert lines == in_python(case)
    assert all(holds is not False for holds, _ in lines)


@pytest.mark.parametrize("of", PROOFS)
def test_a_broken_proof_fails_in_the_same_lines(page: Any, of: str) -> None:
    broken = [case for case in BROKEN if case["of"] == of]
    cases: list[Case] = [(text_of(case), [TICKET], case.get("asked", {})) for case in broken]
    for case, lines, why in zip(cases, in_browser(page, cases), broken, strict=True):
        assert (False, why["says"]) in lines, why["why"]
        assert lines == in_python(case), why["why"]


def test_a_ticket_has_the_same_lines_whole_and_tampered_with(page: Any) -> None:
    tickets = read("tickets")
    cases: list[Case] = [(text(case["of"]), [case["ticket"]], case["asked"]) for case in tickets]
    for case, lines, each in zip(cases, in_browser(page, cases), tickets, strict=True):
        assert lines == in_python(case), each["why"]
        assert (each["holds"], each["says"]) in lines, each["why"]


@pytest.mark.parametrize("name", PROOFS)
def test_a_changed_character_has_the_same_lines(page: Any, name: str) -> None:
    cases: list[Case] = [(changed(text(name), number), [], {}) for number in range(CHANGES)]
    for number, (case, lines) in enumerate(zip(cases, in_browser(page, cases), strict=True)):
        assert lines == in_python(case), f"change {number}"


def test_what_was_noted_elsewhere_is_compared(page: Any) -> None:
    proof = read("keno-two-witnesses-slow")
    keys = [f"{name}:{digest[:16]}" for name, digest in proof["promise"]["witnesses"]]
    head = [what for _, what in in_python((text("keno-two-witnesses-slow"), [], {}))][-2]
    noted = {
        "game": proof["seal"]["game"],
        "serial": read("ticket")["entry"]["serial"],
        "record": head.rpartition(" ")[2],
        "key": keys,
    }
    case: Case = (text("keno-two-witnesses-slow"), [TICKET], noted)
    [lines] = in_browser(page, [case])
    assert lines == in_python(case)
    assert sum(holds is None for holds, _ in lines) == 2, "the picks, and who the witnesses are"


def test_the_record_is_followed_from_the_promise_to_a_noted_line(page: Any) -> None:
    texts = [line.decode() for line in vectors.record().lines]
    promise = read("keno-two-witnesses-slow")["promise"]
    script = """([lines, promise, noted]) =>
        globalThis.drawcheck.checkChain(lines, promise, noted).holds"""

    def holds(lines: list[str], noted: str) -> bool:
        return page.evaluate(script, [lines, promise, noted])

    def head(number: int) -> str:
        return f"{number}:{sha256(texts[number - 1].encode()).hexdigest()[:16]}"

    n = promise["n"]
    after, before = texts[n - 1 : n + 5], texts[n - 4 : n]
    assert holds(after, head(n + 5))
    assert holds(before, head(n - 3))
    assert holds(after, head(n + 5).upper())
    assert not holds(after, head(n + 4).replace(f"{n + 4}:", f"{n + 5}:")), "another hash"
    assert not holds(after[:-1], head(n + 5)), "too short"
    assert not holds([after[0], *after[2:]], head(n + 5)), "a gap"
    assert not holds([after[1], *after[1:]], head(n + 5)), "not from the promise"
    assert not holds(after, head(n + 5)[:-1]), "too little of the hash"
    forged = [*after[:2], after[2].replace('"time":"2026', '"time":"2027'), *after[3:]]
    assert not holds(forged, head(n + 5)), "a line that was changed"


def test_what_cannot_be_read_is_refused(page: Any) -> None:
    whole = text("keno-two-witnesses-slow")
    texts = ["", "null", "7", "[]", "{}", '{"evidence":null}', '{"promise":1}', "[" * 100_000]
    tickets = ["{}", "[]", '{"entry":{}}', '{"entry":{"serial":"a"},"path":[["up","00"]]}']
    cases: list[Case] = [(bad, [], {}) for bad in texts] + [(whole, [bad], {}) for bad in tickets]
    for lines in in_browser(page, cases):
        assert lines == [(False, FORM)]


def test_answers_and_slow_steps_hold(page: Any) -> None:
    parts = read("parts")
    script = """({ vrf, slow }) => {
        const { answerHolds, slowHolds, bytes } = globalThis.drawcheck;
        const number = (hex) => BigInt(`0x${hex}`);
        return [
            ...vrf.map((one) => answerHolds(one.key, bytes(one.question), one.answer)),
            ...slow.map((one) =>
                slowHolds(bytes(one.question), one.turns, number(one.result), number(one.proof))),
        ];
    }"""
    assert page.evaluate(script, parts) == [True] * (len(parts["vrf"]) + len(parts["slow"]))
    for part in (*parts["vrf"], *parts["slow"]):
        part["question"] += "00"
    assert not any(page.evaluate(script, parts))


def test_a_path_fits_one_place_of_its_tree(page: Any) -> None:
    cases = read("parts")["paths"]
    script = """(cases) => cases.map(({ entries, sides }) =>
        globalThis.drawcheck.isPlaced(sides.map((side) => [side, ""]), entries))"""
    assert page.evaluate(script, cases) == [case["fits"] for case in cases]


@pytest.mark.parametrize("name", [*"éÉß", "zß水🍌", "\ue000", "\U0001f34c", 'a"b', "a\\b"])
def test_every_name_is_hashed_as_python_does(page: Any, name: str) -> None:
    """Keys sort by code point, text is escaped alike; a browser's own order is another one."""
    script = "([ticket]) => globalThis.drawcheck.rootOf(ticket)"
    ticket = {
        "entry": {name: name, "\U00010000": 1, "\uffff": [None, True], "a": "\x1f\n"},
        "path": [],
    }
    assert page.evaluate(script, [ticket]) == verify_draw.root_of(ticket)
