"""The verifier on a result's page: what it compares, what it says, and what it never claims."""

from __future__ import annotations

import json
from collections.abc import Callable
from hashlib import sha256
from typing import Any

import pytest
from playwright.sync_api import expect

import vectors
from eyesdown.display.keno.results import ResultView
from kit.public_site import Live
from kit.vectors import FOLDER, read

DESK = {"width": 1280, "height": 900}
WITNESSED = "keno-two-witnesses-slow"
ON_PAGE = """([game, numbers]) => {
    document.getElementById("proof").dataset.key = game;
    document.querySelectorAll("#h-numbers ~ .balls > li").forEach((ball, index) => {
        ball.textContent = numbers[index];
    });
}"""


def newest(live: Live) -> ResultView:
    web = live.hall.web
    return live.run(web.ask_site(lambda site: web.newest.read(site, 1)))[0]


def result_page(live: Live) -> Any:
    result = newest(live)
    return live.open(f"/results/{result.day}/{result.number}", viewport=DESK)


def answers(page: Any, address: str, name: str) -> None:
    """The site answers an address with a file of the vectors."""
    body = (FOLDER / f"{name}.json").read_text("utf-8")
    page.route(address, lambda route: route.fulfill(body=body, content_type="application/json"))


def verdict(page: Any) -> tuple[str, list[str]]:
    """Press the button: the summary, and every line that fails."""
    page.click("#verify")
    page.wait_for_selector(".verdict .sum")
    return page.inner_text(".verdict .sum"), page.locator(".verdict .fails").all_inner_texts()


def test_a_draw_and_a_ticket_are_verified_in_the_browser(
    live: Live, shot: Callable[..., None]
) -> None:
    page = live.open(f"/check?serial={live.hall.tickets['three games']}", viewport=DESK)
    page.click("text=Prove it >> nth=0")  # one tap: the check begins by itself
    page.wait_for_selector(".verdict .sum.yes")
    expect(page.locator(".verdict .holds")).to_have_count(8)
    expect(page.locator(".verdict .fails")).to_have_count(0)
    lines = page.inner_text("#verdict")
    assert f"The entry {live.hall.tickets['three games']} is one of the" in lines
    assert "The numbers are those on this page." in lines
    assert "Compare with your ticket: Keno Classic, numbers 1 2 3 4, $1.00." in lines
    assert "Not checked: that this machine did not try other entries first" in lines
    shot(page, "verified-desk")
    page.fill("#serial", live.hall.tickets["to come"])
    summary, fails = verdict(page)
    assert fails == ["No ticket with this serial is under the seal of this game."]
    assert "The draw holds. Compare the serial" in summary


def test_a_ticket_of_forty_numbers_is_compared_on_a_phone(live: Live) -> None:
    serial = live.hall.tickets["three games"]
    page = live.open(f"/check?serial={serial}", viewport={"width": 320, "height": 640})

    def forty(route: Any) -> None:
        ticket = route.fetch().json()
        ticket["entry"]["lines"][0]["spots"] = list(range(41, 81))
        ticket["entry"]["lines"][0]["bonus"] = True
        route.fulfill(body=json.dumps(ticket))

    page.route("**/ticket.json", forty)
    page.click("text=Prove it >> nth=0")
    page.wait_for_selector(".verdict .sum")
    numbers = " ".join(map(str, range(41, 81)))
    line = f"Compare with your ticket: Keno Classic, numbers {numbers}, Keno Bonus, $1.00."
    assert line in page.locator(".verdict .open").all_inner_texts()
    assert page.evaluate("document.documentElement.scrollWidth") <= 320


def test_the_summary_says_who_could_still_have_cheated(live: Live) -> None:
    page = result_page(live)
    alone, fails = verdict(page)
    assert fails == []
    assert "This machine drew alone: someone who could read its secret" in alone
    proof = read(WITNESSED)
    answers(page, "**/evidence.json", WITNESSED)
    answers(page, "**/ticket.json", "ticket")
    page.evaluate(ON_PAGE, [proof["seal"]["game"], proof["numbers"]])
    page.fill("#serial", "v00004 oooooo 000000 écu004")
    page.click("summary:has-text('noted elsewhere')")
    [ada, bob] = [f"{name}: {digest[:16]}" for name, digest in proof["promise"]["witnesses"]]
    page.fill("#noted-keys", f"{ada}, {bob}")
    witnessed, fails = verdict(page)
    assert fails == []
    assert "Only the operator and Ada and Bob together could have known or chosen" in witnessed
    for words in (alone, witnessed):
        assert "this page could check holds" in words
        assert "a script of the operator’s site" in words


def test_a_silent_witness_is_not_named_as_one_who_had_to_take_part(live: Live) -> None:
    page = result_page(live)
    proof = read("keno-spare")
    answers(page, "**/evidence.json", "keno-spare")
    page.evaluate(ON_PAGE, [proof["seal"]["game"], proof["numbers"]])
    summary, fails = verdict(page)
    assert fails == []
    assert "Only the operator and Cho and Bob together" in summary


def test_the_proof_of_another_game_does_not_pass_on_this_page(live: Live) -> None:
    page = result_page(live)
    key = page.get_attribute("#proof", "data-key")
    answers(page, "**/evidence.json", WITNESSED)
    summary, fails = verdict(page)
    assert "Something does not hold" in summary
    assert fails == [
        f"It is the game you asked for ({key}).",
        "The numbers are those on this page.",
    ]


def test_the_ticket_of_someone_else_does_not_pass_for_a_serial(live: Live) -> None:
    mine, other = live.hall.tickets["three games"], live.hall.tickets["heads"]
    page = live.open(f"/check?serial={mine}", viewport=DESK)
    page.click("text=Prove it >> nth=0")
    page.wait_for_selector(".verdict .sum.yes")
    ticket = page.request.get(
        f"/check/{mine}/{page.get_attribute('#proof', 'data-game')}/ticket.json"
    ).text()
    page.route("**/ticket.json", lambda route: route.fulfill(body=ticket))
    page.fill("#serial", other)
    summary, fails = verdict(page)
    assert "Something does not hold" in summary
    assert fails == [f"It is the serial asked for ({other})."]


@pytest.mark.parametrize(
    ("field", "typed", "line"),
    [
        ("#noted-keys", "Eve 91df57ed18aada0c", "Eve is a witness of this draw."),
        ("#noted-keys", "Ada 91df57ed18aada0c", "The key of Ada is the one noted elsewhere"),
        ("#noted-record", "record 9 · 3f9ac1d277b045ee", "The promise is statement 9 as you noted"),
        (
            "#noted-record",
            "99999 · 3f9ac1d277b045ee",
            "The record still has statement 99999; it was",
        ),
    ],
)
def test_what_was_noted_elsewhere_must_fit(live: Live, field: str, typed: str, line: str) -> None:
    page = result_page(live)
    proof = read(WITNESSED)
    answers(page, "**/evidence.json", WITNESSED)
    page.evaluate(ON_PAGE, [proof["seal"]["game"], proof["numbers"]])
    page.click("summary:has-text('noted elsewhere')")
    page.fill(field, typed)
    summary, fails = verdict(page)
    assert "Something does not hold" in summary
    assert [fail.startswith(line) for fail in fails] == [True]


@pytest.mark.parametrize("forged", [False, True])
def test_a_ticket_s_line_of_the_record_is_followed_to_the_promise(live: Live, forged: bool) -> None:
    page = result_page(live)
    proof = read(WITNESSED)
    lines = [line.decode() for line in vectors.record().lines]
    later = proof["promise"]["n"] + 4
    digest = sha256(lines[later - 1].encode()).hexdigest()
    if forged:
        lines[later - 2] = lines[later - 3]

    def record(route: Any) -> None:
        after = int(route.request.url.rpartition("=")[2])
        route.fulfill(body="".join(f"{line}\n" for line in lines[after : after + 2]))

    page.route("**/record?after=*", record)
    answers(page, "**/evidence.json", WITNESSED)
    page.evaluate(ON_PAGE, [proof["seal"]["game"], proof["numbers"]])
    page.click("summary:has-text('noted elsewhere')")
    page.fill("#noted-record", f"{later} · {digest[:16]}")
    _, fails = verdict(page)
    line = f"The promise comes before statement {later} as you noted it, line by line."
    assert fails == ([line] if forged else [])
    assert line in page.inner_text("#verdict")


@pytest.mark.parametrize(("field", "typed"), [("#noted-keys", "Ada"), ("#noted-record", "1042")])
def test_what_cannot_be_compared_is_refused_with_its_form(
    live: Live, field: str, typed: str
) -> None:
    page = result_page(live)
    page.click("summary:has-text('noted elsewhere')")
    page.fill(field, typed)
    summary, _ = verdict(page)
    assert summary.startswith(f"“{typed}” isn’t a ")


@pytest.mark.parametrize("field", ["secret", "commitment", "numbers", "root", "pool"])
def test_a_proof_that_was_tampered_with_does_not_hold(live: Live, field: str) -> None:
    found = newest(live)
    page = live.open(f"/results/{found.day}/{found.number}")

    def tamper(route: Any) -> None:
        proof = route.fetch().json()
        if field == "numbers":
            proof["numbers"][0], proof["numbers"][1] = proof["numbers"][1], proof["numbers"][0]
        elif field == "pool":
            proof["pool"] = 81
        elif field == "root":
            proof["seal"]["root"] = "00" + proof["seal"]["root"][2:]
        else:
            proof[field] = f"{int(proof[field][:2], 16) ^ 1:02x}" + proof[field][2:]
        route.fulfill(body=json.dumps(proof), content_type="application/json")

    page.route("**/evidence.json", tamper)
    page.click("#verify")
    page.wait_for_selector(".verdict .sum")
    expect(page.locator(".verdict .sum.no")).to_have_count(1)
    expect(page.locator(".verdict .fails").first).to_be_attached()


def sha(page: Any, name: str, *parts: bytes) -> str:
    """One of the page's own hashes, in hexadecimal."""
    script = """([name, parts]) => Array.from(
        window.sha2[name](...parts.map((part) => Uint8Array.from(part))),
        (byte) => byte.toString(16).padStart(2, "0")).join("")"""
    return page.evaluate(script, [name, [list(part) for part in parts]])


def test_the_pages_hashes_are_the_known_ones(live: Live) -> None:
    import hashlib
    import hmac

    found = newest(live)
    page = live.open(f"/results/{found.day}/{found.number}")
    for size in (0, 1, 55, 56, 63, 64, 111, 112, 127, 128, 129, 300):
        data = bytes(index * 7 % 256 for index in range(size))
        assert sha(page, "sha256", data) == hashlib.sha256(data).hexdigest()
        assert sha(page, "sha512", data) == hashlib.sha512(data).hexdigest()
        assert sha(page, "sha512_256", data) == hashlib.new("sha512_256", data).hexdigest()
        key = data[:200]
        assert sha(page, "hmac", key, data) == hmac.digest(key, data, "sha512").hex()
