"""Whole evenings in a real browser: a host, a board and two phones, in each language."""

from __future__ import annotations

import io
import re
from collections.abc import Iterator
from typing import Any
from urllib.request import Request, urlopen

import pytest
from axe_playwright_python.sync_playwright import Axe
from PIL import Image
from playwright.sync_api import expect

from kit.family_site import DESK, PHONE, WALL, Party, party
from kit.family_words import foreign_lines
from kit.served_site import picture

WEIGHT_MAX = 100_000
SERIOUS = ("serious", "critical")


@pytest.fixture(scope="module")
def house() -> Iterator[Party]:
    with party() as open_house:
        yield open_house


@pytest.fixture
def at(house: Party) -> Iterator[Party]:
    house.trouble.clear()
    house.outside.clear()
    yield house
    assert house.trouble == []
    assert house.outside == []


def row_of(at: Party, seat: str, line: int = 0) -> tuple[int, ...]:
    """The numbers of a row of someone's card."""
    rows: tuple[tuple[int, ...], ...] = at.table().game.card_of(seat).rows
    return rows[line]


def agree(host: Any, **options: Any) -> None:
    """What the table plays, by the host's form."""
    host.click("[data-dialog=settings]")
    for name, value in options.items():
        field = host.locator(f"#options [name={name}]")
        if name == "scoring":
            host.check(f"#options [name=scoring][value={value}]")
        elif isinstance(value, bool):
            field.set_checked(value)
        elif name in ("balls", "cards_each"):
            field.select_option(value)
        else:
            field.fill(value)
    host.click("#options-save")
    host.wait_for_selector("#settings:not([open])", state="attached")


def key(host: Any, *numbers: int) -> None:
    """Real discs, keyed by the host."""
    for number in numbers:
        host.fill("#disc", str(number))
        host.press("#disc", "Enter")
        host.wait_for_selector(f"#ball[data-disc$='/{number}']")


def cover(phone: Any, *numbers: int) -> None:
    for number in numbers:
        if number:
            square = f".sq[data-number='{number}']"
            phone.click(square)
            phone.wait_for_selector(f"{square}.on")


def cry_and_call_back(phone: Any, *numbers: int) -> None:
    phone.click("#bingo")
    phone.wait_for_selector("#back:not([hidden])")
    for number in numbers:
        phone.click(f".sq[data-number='{number}']")
    phone.click("#back")


def test_an_evening_in_english_for_rounds(at: Party) -> None:
    host = at.open("Dad")
    expect(host.locator("#ways svg")).to_have_count(1)
    board = at.page(f"/family/{at.code}/board", viewport=WALL)
    ana, ben = at.join("Ana"), at.join("Ben")
    host.wait_for_selector("text=Ben")
    agree(host, rounds="1")
    host.click("#go")
    ana.wait_for_selector(".bingo-card")
    late = at.join("Late Lou")
    assert "next one" in late.inner_text("#note")
    while True:
        call = len(at.table().game.called) + 1
        host.click("#go:not([disabled])")
        ana.wait_for_selector(f"#ball[data-disc^='1/{call}/']")
        disc = at.table().game.called[-1]
        for phone in (ana, ben):
            if phone.locator(f".sq[data-number='{disc}']").count():
                cover(phone, disc)
        rows = at.table().game.card_of("p2").ways
        won = [row for row in rows if set(row) <= {0, *at.table().game.called}]
        if won:
            break
    picture(ana, "family-phone")
    picture(host, "family-host")
    picture(board, "family-board")
    cry_and_call_back(ana, *won[0])
    ana.wait_for_selector("#answer.yes")
    board.wait_for_selector(".claim.right")
    host.click("#go:not([disabled])")
    host.wait_for_selector("[data-phase=over]")
    assert "Ana wins the game with 1." in board.inner_text("#say")
    assert "The round goes to Ana." in ben.inner_text("#say")
    check = at.page(f"/family/{at.code}/check")
    check.wait_for_selector("#verdict.yes:has-text('the discs came in its order')")
    host.click("#go")  # a new game: the late guest has a card now
    late.wait_for_selector(".bingo-card")


def _wrong_rows(at: Party, host: Any, board: Any, zoe: Any, luc: Any) -> None:
    # Une rangée fausse coûte ses jetons, et la partie continue.
    row = row_of(at, "p2")
    key(host, row[0])
    cry_and_call_back(zoe, *row)
    zoe.wait_for_selector("#answer.no")
    assert "Rangée fausse pour Zoé" in board.inner_text("#say")
    zoe.wait_for_selector(f".sq[data-number='{row[0]}']:not(.on)")
    zoe.wait_for_selector("#bingo:not([hidden])")

    # Cinq numéros d'aucune rangée : la réponse dit quoi faire.
    strays = [row_of(at, "p3", line)[line % 2] for line in range(4)]
    cry_and_call_back(luc, *dict.fromkeys(strays))
    luc.wait_for_selector("#answer.warn")
    assert "rangée entière" in luc.inner_text("#answer")
    luc.reload()  # un téléphone qui se recharge après son cri continue
    luc.wait_for_selector("#back:not([hidden])")
    for number in row_of(at, "p3", 1):
        luc.click(f".sq[data-number='{number}']")
    luc.click("#back")
    luc.wait_for_selector("#answer.no")


def _play_to_the_end(at: Party, host: Any, player: Any, seat: str, banker: str) -> None:
    """The player wins round after round, until someone has 1,000 points."""
    rounds = 0
    while at.table().game.phase != "over":
        rows = sorted(range(5), key=lambda line: -sum(row_of(at, seat, line)))
        numbers = row_of(at, seat, rows[0])
        key(host, *(n for n in numbers if n and n not in at.table().game.called))
        cry_and_call_back(player, *(n for n in numbers if n))
        host.click("#go:not([disabled]):has-text('revient')")
        host.wait_for_selector("[data-phase=between], [data-phase=over]")
        rounds += 1
        assert rounds < 9
        if at.table().game.phase == "over":
            break
        host.select_option("#banker", banker)
        host.click("#go:not([disabled])")
        host.wait_for_selector("[data-phase=playing]")
        player.wait_for_selector("#bingo:not([hidden])")


def test_une_soiree_en_francais_aux_points(at: Party) -> None:
    host = at.open("Maman", "fr")
    board = at.page(f"/family/{at.code}/board", "fr", WALL)
    zoe, luc = at.join("Zoé", "fr"), at.join("Jean-Luc", "fr")
    agree(host, scoring="points", real_discs=True, auto_cover=True)
    host.click("#go:not([disabled])")
    zoe.wait_for_selector(".bingo-card")

    _wrong_rows(at, host, board, zoe, luc)

    # Deux cris sur un disque : aux points, chacun compte son total.
    first, second = row_of(at, "p2", 3), row_of(at, "p3", 3)
    key(host, *(n for n in dict.fromkeys((*first, *second)) if n not in at.table().game.called))
    cry_and_call_back(zoe, *first)
    cry_and_call_back(luc, *second)
    host.click("#go:not([disabled])")
    host.wait_for_selector("[data-phase=between]")
    assert "Zoé et Jean-Luc" in board.inner_text("#say")
    assert at.table().game.points == {"p2": sum(first), "p3": sum(second)}

    # Le gagnant devient banquier ; son téléphone annonce les disques.
    best = "p2" if sum(first) >= sum(second) else "p3"
    host.select_option("#banker", best)
    host.click("#go:not([disabled])")
    banker, player, seat = (zoe, luc, "p3") if best == "p2" else (luc, zoe, "p2")
    banker.wait_for_selector("text=Vous êtes le banquier")
    host.wait_for_selector("[data-phase=playing]")

    _play_to_the_end(at, host, player, seat, best)
    assert "gagne la partie" in board.inner_text("#say")
    assert max(at.table().game.points.values()) >= 1000
    for page in (host, board, zoe, luc):
        assert page.get_attribute("html", "lang") == "fr"
        names = ("Zoé", "Jean-Luc", "Maman", "Eyes Down", at.code, "English", "192.168.1.7:7575")
        shown = page.inner_text("body").replace(f"/family/{at.code}", "").replace(at.code, "")
        assert foreign_lines(shown, "fr", *names) == []


HELD_ANSWER = """() => {
  const real = globalThis.fetch;
  globalThis.fetch = async (...asked) => {
    globalThis.fetch = real;
    const reply = await real(...asked);
    await new Promise((go) => { globalThis.letAnswerThrough = go; });
    return reply;
  };
}"""
"""The next answer of the site stays away until it is let through."""


def test_a_disc_typed_before_the_last_was_answered_is_not_lost(at: Party) -> None:
    host = at.open("Dad")
    at.join("Ana")
    agree(host, real_discs=True)
    host.click("#go:not([disabled])")
    host.wait_for_selector("#keyed:not([hidden])")
    host.evaluate(HELD_ANSWER)
    host.fill("#disc", "7")
    host.press("#disc", "Enter")
    host.wait_for_selector("#ball[data-disc$='1/7']")  # the feed is faster than the answer
    host.fill("#disc", "41")
    host.evaluate("() => globalThis.letAnswerThrough()")
    host.press("#disc", "Enter")
    host.wait_for_selector("#ball[data-disc$='2/41']")
    host.fill("#disc", "7")
    host.press("#disc", "Enter")
    host.wait_for_selector("#answer:not([hidden])")
    expect(host.locator("#disc")).to_have_value("7")  # refused: it comes back to be mended


def sent_bytes(page: Any, url: str) -> int:
    """What an answer weighs on its way; scripts and styles are sent compressed."""
    if "/static/" not in url:
        return len(page.request.get(url).body())
    with urlopen(Request(url, headers={"accept-encoding": "gzip"})) as answer:
        return len(answer.read())


VOICE = """() => {
  globalThis.spoken = [];
  globalThis.awake = [];
  const voices = [{ lang: "en-GB", localService: true }];
  const speak = (sentence) => globalThis.spoken.push(sentence.text);
  const speech = { getVoices: () => voices, cancel() {}, speak };
  globalThis.SpeechSynthesisUtterance = function (words) { this.text = words; };
  Object.defineProperty(window, "speechSynthesis", { value: speech, configurable: true });
  const request = async (kind) => globalThis.awake.push(kind);
  Object.defineProperty(navigator, "wakeLock", { value: { request }, configurable: true });
  document.dispatchEvent(new Event("visibilitychange"));
}"""
"""A voice that writes down what it says, and a screen that can be kept awake."""


def choose_pictures(host: Any, words: list[str]) -> None:
    """A file that is no picture is named; then one picture for each word, named as the word."""
    png = io.BytesIO()
    Image.new("RGBA", (300, 200), (20, 120, 60, 128)).save(png, "PNG")
    files = [
        {"name": f"{word.replace(' ', '_')}.png", "mimeType": "image/png", "buffer": png.getvalue()}
        for word in words
    ]
    broken = {"name": "broken.png", "mimeType": "image/png", "buffer": b"no picture"}
    host.click("[data-dialog=settings]")
    host.set_input_files("#words-file", [broken])
    host.click("#options-save")
    host.wait_for_selector("#options-answer:has-text('broken.png: One of the files')")
    host.set_input_files("#words-file", files)
    host.wait_for_selector("text=30 words read")
    host.click("#options-save")
    host.wait_for_selector("#settings:not([open])", state="attached")


def test_a_list_of_words_is_called_and_covered(at: Party) -> None:
    host = at.open("Miss Lee")
    words = "\n".join(f"word{number}" for number in range(31))
    host.click("[data-dialog=settings]")
    host.fill("#options [name=words]", words)
    host.click("#options-save")
    host.wait_for_selector("#options-answer:not([hidden])")
    assert "this one has 31" in host.inner_text("#options-answer")
    animals = [f"animal {chr(97 + n)}" for n in range(26)] + ["cat", "dog", "cow", "hen"]
    host.set_input_files(
        "#words-file",
        {"name": "a.txt", "mimeType": "text/plain", "buffer": "\n".join(animals).encode()},
    )
    host.wait_for_selector("text=30 words read")
    host.click("#options-save")
    host.wait_for_selector("#settings:not([open])", state="attached")
    choose_pictures(host, animals)
    host.evaluate(VOICE)
    ana = at.join("Ana")
    host.click("#go:not([disabled])")
    ana.wait_for_selector(".bingo-card .sq .pic")
    shown = ana.locator(".sq .pic").evaluate_all("all => all.map((each) => each.alt)")
    assert len(shown) == 24
    assert set(shown) <= set(animals)
    for call in range(1, 31):
        host.click("#go:not([disabled])")
        ana.wait_for_selector(f"#ball[data-disc^='1/{call}/']")
        assert ana.get_attribute("#ball .pic", "alt") in animals
    assert ana.evaluate("document.querySelector('#ball .pic').decode().then(() => true)")
    spoken = host.evaluate("globalThis.spoken")
    assert [words for words in spoken if words.rstrip("!.") in animals], spoken
    assert host.evaluate("globalThis.awake") == ["screen"], "asked for when the page is seen again"
    row = row_of(at, "p2", 1)
    cover(ana, *row)
    cry_and_call_back(ana, *row)
    host.click("#go:has-text('The round goes to Ana')")
    host.wait_for_selector("[data-phase=between]")
    pdf = host.request.get(f"/family/{at.code}/cards.pdf?which=table&up=2")
    assert pdf.body()[:5] == b"%PDF-"


def test_people_without_a_phone_a_second_phone_and_names(at: Party) -> None:
    host = at.open("Dad")
    ana = at.join("<b>Ana</b>")
    host.fill("#add-name", "Gran")
    host.press("#add-name", "Enter")
    host.wait_for_selector("#people .tag:has-text('on paper')")
    expect(host.locator("#people b:has-text('Ana')")).to_have_count(0)
    long = at.page(f"/family/{at.code}")
    long.fill("[name=name]", "x" * 500)
    long.press("[name=name]", "Enter")
    assert "at most 24 characters" in long.inner_text("[role=alert]")
    long.fill("[name=name]", "gran")
    long.press("[name=name]", "Enter")
    assert "sits here already" in long.inner_text("[role=alert]")
    long.click("button[name=again]")
    long.wait_for_selector("#waiting")
    host.click("text=It’s them")
    long.wait_for_selector("#phone")
    host.click("#go:not([disabled])")
    long.wait_for_selector(".bingo-card")
    ana.goto(f"/family/{at.code}/host")
    assert "has a host already" in ana.inner_text("h1")
    assert ana.request.post(f"/family/{at.code}/do", data={"do": "turn", "call": 1}).status == 403
    shown = host.inner_text(".fam-key") if host.locator(".fam-key:visible").count() else ""
    assert shown == ""
    second = at.page(f"/family/{at.code}/host", viewport=DESK)
    host.click("[data-dialog=settings]")
    second.fill("[name=key]", host.inner_text(".fam-key").lower())
    second.press("[name=key]", "Enter")
    second.wait_for_selector("#host")  # two hosts: both buttons call one disc
    host.keyboard.press("Escape")
    host.click("#go:not([disabled])")
    second.wait_for_selector("#ball[data-disc^='1/1/']")
    at.trouble[:] = [words for words in at.trouble if not {"400", "403"} & set(words.split())]


def test_a_lost_connection_heals(at: Party) -> None:
    host = at.open("Dad")
    ana = at.join("Ana")
    host.click("#go:not([disabled])")
    ana.wait_for_selector(".bingo-card")
    ana.context.set_offline(True)

    async def drop() -> None:
        for connection in list(at.site.server.server_state.connections):
            connection.transport.abort()

    at.site.run(drop())
    host.wait_for_selector("#offline", state="hidden")
    host.click("#go:not([disabled])")
    ana.context.set_offline(False)
    ana.wait_for_selector("#ball[data-disc^='1/1/']")
    at.trouble[:] = [words for words in at.trouble if "ERR_" not in words]


@pytest.mark.parametrize("language", ["en", "fr"])
def test_every_page_passes_axe_and_loads_little(at: Party, language: str) -> None:
    host = at.open("Dad", language)
    asked: list[str] = []
    phone = at.page(f"/family/{at.code}", language)
    phone.on("request", lambda request: asked.append(request.url))
    pages = [("join", phone)]
    phone.reload()
    phone.fill("[name=name]", "Ana")
    phone.press("[name=name]", "Enter")
    phone.wait_for_selector("#phone")
    host.click("#go:not([disabled])")
    phone.wait_for_selector(".bingo-card")
    host.click("#go:not([disabled])")
    phone.wait_for_selector("#ball[data-disc^='1/1/']")
    board = at.page(f"/family/{at.code}/board", language, WALL)
    pages += [("host", host), ("board", board)]
    for path in (
        "/family",
        "/family/rules",
        f"/family/{at.code}/scores",
        f"/family/{at.code}/check",
    ):
        pages.append((path, at.page(path, language, PHONE)))
    for name, page in pages:
        found = Axe().run(page).response["violations"]
        assert [(name, one["id"], one["nodes"][0]["html"]) for one in found
                if one["impact"] in SERIOUS] == []  # fmt: skip
    pages_and_parts = {url for url in asked if not re.search("/(live|sit|do)([?]|$)", url)}
    sizes = {url: sent_bytes(phone, url) for url in pages_and_parts}
    assert sum(sizes.values()) < WEIGHT_MAX, sizes
