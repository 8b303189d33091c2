"""The document of a first night, followed by one person with two windows, from an empty folder."""

from __future__ import annotations

import json
import re
import signal
import subprocess
import sys
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path
from time import sleep
from typing import Any

from kit.browser import launched
from kit.hall_counters import press_next
from kit.hall_pages import DESK, PHONE, WALL

DOCUMENT = Path(__file__).parents[4] / "docs" / "halls" / "first-night.md"
EYESDOWN = [sys.executable, "-m", "eyesdown"]
OFFICE, COUNTER = "two fat ladies", "legs eleven, number eleven"
STARTED = "Application startup complete."
PRICE, CARDS, FLOAT = 1, 4, 50


def block(kind: str) -> str:
    """The document's only block of this kind."""
    [text] = re.findall(
        rf"^```{kind}\n(.*?)^```", DOCUMENT.read_text("utf-8"), re.MULTILINE | re.DOTALL
    )
    return str(text)


def run(folder: Path, *words: str) -> str:
    done = subprocess.run(
        [*EYESDOWN, *words], cwd=folder, capture_output=True, text=True, check=False
    )
    assert done.returncode == 0, done.stdout + done.stderr
    return done.stdout


@contextmanager
def serving(folder: Path) -> Iterator[str]:
    """The site of the document's settings; its address."""
    words = [*EYESDOWN, "serve", "--config", "site.toml", "--no-second-factor", "--port", "0"]
    log = folder / "site.log"
    with log.open("w") as out, subprocess.Popen(words, cwd=folder, stderr=out) as site:
        try:
            yield _address(log)
        finally:
            site.send_signal(signal.SIGTERM)
    assert site.returncode == 0


def _address(log: Path) -> str:
    """Where the site says that it is, once it has started."""
    while STARTED not in (text := log.read_text("utf-8")):
        sleep(0.05)
    [address] = [
        line["address"] for line in map(json.loads, text.splitlines()) if "address" in line
    ]
    return str(address)


def signed_on(browser: Any, address: str, name: str, password: str) -> Any:
    context = browser.new_context(base_url=f"{address}/halls/dome/", viewport=DESK)
    page = context.new_page()
    page.goto("sign-on")
    page.fill("#name", name)
    page.fill("#password", password)
    page.click("form button.main")
    page.wait_for_selector("html[data-ready]")
    return page


def tab(page: Any, name: str) -> None:
    """Press a tab of the page, or one of the person's pages on top, and see it open."""
    named = re.compile(rf"^{name}\b")
    link = page.locator(".till-tabs, .hall-pages").get_by_role("link", name=named).first
    link.click()
    page.wait_for_selector("html[data-ready]")
    link.and_(page.locator("[aria-current]")).wait_for()


def give(
    page: Any, person: str, roles: tuple[str, ...], till: str = "", password: str = ""
) -> None:
    page.fill("#who", person)
    for role in roles:
        page.check(f"[name=roles][value={role}]")
    page.select_option("#till", till)
    page.fill("#pw", password)
    page.click("#give ~ form button.main")
    page.get_by_text(f"{person} may sign on as").wait_for()


def set_up(page: Any, folder: Path) -> None:
    """The office's part: points, people, stock, programme, tonight."""
    tab(page, "Points")
    page.fill("#point", "door")
    for tick in page.locator("form:has(#point) [type=checkbox]").all():
        tick.check()
    page.click("text=Open the point")
    page.get_by_role("listitem").get_by_text("door").wait_for()
    tab(page, "People")
    give(page, "olga", ("office", "supervisor"))
    give(page, "cal", ("seller", "caller", "verifier"), "door", COUNTER)
    for person in ("olga", "cal"):
        page.fill("#rp", person)
        page.fill("#rr", "volunteer")
        page.click("form:has(#rp) button")
        page.get_by_text(f"{person} is entered as volunteer").wait_for()
    tab(page, "Stock")
    for field, ending in (("manifest", "json"), ("table", "csv"), ("index", "index")):
        page.set_input_files(f"#{field}", folder / f"blue.{ending}")
    page.click("text=Take in >> nth=-1")
    page.get_by_role("heading", name="B1").wait_for()
    tab(page, "Programme")
    page.fill("#session", "first")
    for game in (1, 2):
        if not page.locator(f"[name=g{game}-prizes]").count():
            page.click("#add-game")
        page.fill(f"[name=g{game}-versions]", "5")
        page.fill(f"[name=g{game}-prizes]", "any line 10")
        page.fill(f"[name=g{game}-price]", str(PRICE))
    page.get_by_text("The rules allow this programme").wait_for()
    page.keyboard.press("Control+Enter")
    page.get_by_text("first is fixed").wait_for()
    tab(page, "Tonight")
    for person, duty in (("cal", "caller"), ("olga", "supervisor")):
        form = page.locator("form:has([value=AppointPerson])")
        if not form.is_visible():
            page.locator("details:has([value=AppointPerson]) summary").click()
        form.locator("[name=person]").fill(person)
        form.locator("[name=duty]").select_option(duty)
        form.locator("button").click()
        words = f"{duty}: {person}"
        page.locator("summary", has_text=re.compile(words, re.IGNORECASE)).wait_for()
    tab(page, "Supervisor")
    page.locator("#open [type=checkbox]").check()
    page.click("#open button.main")
    page.locator("#open").wait_for(state="hidden")


def sell(page: Any, context: Any) -> dict[str, Any]:
    """The till is opened; ann and bob buy; their pages on a phone."""
    tab(page, "Seller")
    page.keyboard.press("F2")
    page.fill("[name=float_dollars]", str(FLOAT))
    page.keyboard.press("Enter")
    page.wait_for_selector("#to-pay")
    phones = {}
    for player in ("ann", "bob"):
        for game in (1, 2):
            page.fill("#player", player)
            page.fill("#count", str(CARDS))
            page.check(f"[name=game][value='{game}']")
            page.select_option("#by", "count")
            page.locator("#to-pay", has_text=f"${CARDS * PRICE}.00").wait_for()
            page.press("#count", "Enter")
            page.wait_for_selector("#sold svg")
            phone = context.new_page()
            phone.set_viewport_size(PHONE)
            phone.goto(page.get_by_role("link", name="Player’s page").get_attribute("href"))
            phones[f"{player} {game}"] = phone
            page.keyboard.press("Enter")
            page.locator("#sold").wait_for(state="detached")
    return phones


LINES = """() => [...document.querySelectorAll("#cards .ticket")].some((card) =>
    [0, 9, 18].some((first) => [...card.children].slice(first, first + 9).every(
        (cell) => cell.matches(".blank, .marked"))))"""
"""Whether a line of a card on this phone is marked whole, as the player sees it."""


def play(cal: Any, olga: Any, board: Any, phones: dict[str, Any], game: int) -> str:
    """A game, key by key, until a line is full, claimed, confirmed and declared; who won."""
    tab(cal, "Caller")
    cal.locator("#start button").first.click()
    balls, winner = 0, ""
    while not winner:
        words = press_next(cal)
        if not words.startswith("Announce"):
            continue
        balls += 1
        for player in ("ann", "bob"):
            phone = phones[f"{player} {game}"]
            phone.wait_for_selector(f"#phase:has-text('· {balls} number')")
            winner = winner or (player if phone.evaluate(LINES) else "")
    board.wait_for_selector(f"#count:text-is('{balls}')")
    claimed(cal, olga, board, winner)
    return winner


def claimed(cal: Any, olga: Any, board: Any, winner: str) -> None:
    """The winner calls out; the verifier checks, the supervisor confirms and declares."""
    tab(cal, "Verifier")
    cal.fill("#cry-player", winner)
    cal.click("text=Take the claim")
    cal.wait_for_selector("#claims article")
    board.wait_for_selector("#checking .ticket")
    for step in cal.locator("#claims [name=steps]").all():
        step.check()
    cal.fill("#claims [name=witness]", "bob" if winner == "ann" else "ann")
    cal.click("text=The ticked steps are done")
    olga.locator("#claims button.gold").click()
    for words in ("Declare the result", "Close game"):
        olga.wait_for_selector(f".next-says:has-text('{words}')")
        press_next(olga)


def close(cal: Any, olga: Any) -> None:
    """The session ends; prizes are paid, the till is counted, the night is reported."""
    olga.wait_for_selector(".next-says:has-text('Close the session')")
    press_next(olga)
    tab(cal, "Seller")
    tab(cal, "Pay")
    for _ in range(2):
        cal.locator("#owed button.main").first.click()
        cal.get_by_text("Paid $10.00").wait_for()
        tab(cal, "Pay")
    cal.get_by_text("Nothing is owed").wait_for()
    tab(cal, "Cash-up")
    left = FLOAT + 4 * CARDS * PRICE - 2 * 10
    cal.fill("#n100", str(left))
    cal.keyboard.press("Control+Enter")
    cal.get_by_text("the till is right").wait_for()
    tab(olga, "Office")
    tab(olga, "Reports")
    for kind in ("PDF", "CSV"):
        address = olga.get_by_role("link", name=kind).get_attribute("href")
        assert len(olga.request.get(address).body()) > 100, kind


def test_a_first_night_alone(tmp_path: Path) -> None:
    hashed = run(tmp_path, "serve", "hash", "--password", OFFICE)
    [office_hash] = re.findall(r'"(.*)"', hashed)
    [made] = [line for line in block("").splitlines() if " cards series " in line]
    run(tmp_path, *made.split()[1:])
    settings = block("toml").replace("$argon2id$...", office_hash)
    (tmp_path / "site.toml").write_text(settings, "utf-8")
    with serving(tmp_path) as address, launched() as browser:
        olga = signed_on(browser, address, "olga", OFFICE)
        set_up(olga, tmp_path)
        cal = signed_on(browser, address, "cal", COUNTER)
        phones = sell(cal, cal.context)
        board = browser.new_context(viewport=WALL).new_page()
        board.goto(f"{address}/halls/dome/board")
        winners = [play(cal, olga, board, phones, game) for game in (1, 2)]
        assert set(winners) <= {"ann", "bob"}
        close(cal, olga)
    verified = run(tmp_path, "journal", "verify", "dome.db", "--key", "eyesdown.key")
    assert "every keyed tag is right" in verified
