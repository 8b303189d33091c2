"""The public journeys in a real browser, with pictures, and every page against axe."""

from __future__ import annotations

import re
from collections.abc import Callable
from typing import Any

import pytest
from axe_playwright_python.sync_playwright import Axe
from playwright.sync_api import expect

from eyesdown.display.keno.results import ResultView
from eyesdown.keno.bets.bet import Regular
from eyesdown.keno.games.commands import CorrectDisplay, ReportWrongDisplay
from eyesdown.web.frame.sign_on import COOKIE
from kit.public_site import ROLES_AT, Live

PHONE = {"width": 390, "height": 844}
TABLET = {"width": 820, "height": 1180}
DESK = {"width": 1280, "height": 900}
WALL = {"width": 1920, "height": 1080}
WEIGHT_MAX = 200_000
OVER_ITS_CARD = """() => [...document.querySelectorAll(".card table, .card dl, .card ol")]
    .map((one) => [one, one.closest(".card")])
    .filter(([one]) => one.checkVisibility() && !one.closest(".scroll"))
    .filter(([one, card]) => one.getBoundingClientRect().right > card.getBoundingClientRect().right)
    .map(([one]) => one.outerHTML.slice(0, 80))"""
CUT_OFF = """() => [...document.querySelectorAll(".hall-box, .hall-top, .hall-grid li")]
    .filter((one) => one.scrollWidth > one.clientWidth + 1
        || one.scrollHeight > one.clientHeight + 1
        || one.getBoundingClientRect().right > innerWidth)
    .map((one) => one.textContent.trim().slice(0, 30))"""


def newest(live: Live) -> ResultView:
    web = live.hall.web
    return live.run(web.ask_site(lambda site: web.newest.read(site, 1)))[0]


def test_results_by_day_and_number_to_one_game_and_back(
    live: Live, shot: Callable[..., None]
) -> None:
    page = live.open("/", viewport=PHONE)
    shot(page, "home-phone")
    page.click("nav >> text=Results")
    shot(page, "results-phone")
    page.click("text=The day before")
    assert "Saturday 14 November 2026" in page.inner_text("#h-day")
    expect(page.locator(".draws > li")).to_have_count(5)  # the day's last game closed at its end
    page.fill("#first", "2")
    page.fill("#last", "3")
    page.click("text=Show >> nth=0")
    asked = page.url
    expect(page.locator(".draws > li")).to_have_count(2)
    page.click(".draws a >> nth=0")
    assert page.inner_text("h1") == "Game 3"
    expect(page.locator(".side .balls > li")).to_have_count(20)
    shot(page, "result-phone")
    page.go_back()
    expect(page).to_have_url(asked)
    expect(page.locator(".draws > li")).to_have_count(2)
    page.fill("#first", "700")
    page.fill("#last", "999")
    page.click("button:has-text('Show')")
    assert page.inner_text(".empty strong") == "No game with such a number"
    assert page.trouble == []


def test_a_ticket_is_checked_with_reasons_and_its_rule_read(
    live: Live, shot: Callable[..., None]
) -> None:
    page = live.open("/check", viewport=PHONE)
    page.fill("#serial", "ZZZZZZ-ZZZZZZ-ZZZZZZ-ZZZZZZ")
    page.keyboard.press("Enter")
    assert "No ticket of ours" in page.inner_text("[role=alert]")
    shot(page, "check-unknown-phone")
    serial = live.hall.tickets["three games"]
    page.fill("#serial", serial.lower().replace("-", " "))
    page.click("button:has-text('Check')")
    expect(page.locator("article")).to_have_count(3)
    reasons = page.locator("article >> nth=0 >> details >> nth=0")
    if not reasons.evaluate("shown => shown.open"):  # with a prize they are open already
        reasons.locator("summary").click()
    assert "of 4 spots drawn" in page.inner_text("article >> nth=0")
    shot(page, "check-phone")
    page.click("article >> nth=0 >> text=18(b), 4 spots")
    assert page.inner_text("h1") == "Rule 18(b), 4 spots"
    shot(page, "clause-phone")
    page.go_back()
    page.click("article >> nth=0 >> text=The whole result")
    expect(page.locator(".side .balls > li")).to_have_count(20)
    page.trouble = [one for one in page.trouble if "404" not in one]  # the unknown serial's answer
    assert page.trouble == []


def test_two_tabs_show_two_tickets(live: Live) -> None:
    one = live.open(f"/check?serial={live.hall.tickets['heads']}")
    two = one.context.new_page()
    two.goto(f"/check?serial={live.hall.tickets['racing']}")
    one.reload()
    assert live.hall.tickets["heads"] in one.inner_text("#h-ticket")
    assert live.hall.tickets["racing"] in two.inner_text("#h-ticket")


def test_a_ticket_on_a_phone_follows_the_draw(live: Live) -> None:
    """Its numbers light up, the verdict follows, and favourites stay on the phone."""
    serial = live.run(live.hall.sell(Regular(tuple(range(1, 41)), 100)))
    page = live.open(f"/check?serial={serial}", viewport=PHONE)
    assert page.inner_text("h1") == "Not drawn yet"
    assert page.locator("h1").bounding_box()["y"] < 200
    with page.expect_response(lambda answer: "/check?serial=" in answer.url):
        live.run(live.hall.play())
        page.wait_for_selector(".spot.hit")
    caught = newest(live).draw.caught & set(range(1, 41))
    page.wait_for_selector("h1:not(:has-text('Not drawn yet'))")
    lit = {int(text) for text in page.locator(".spot.hit").all_inner_texts()}
    assert lit == caught
    assert page.inner_text("[data-caught]") == f"{len(caught)} of 40"
    page.click("#keep")
    assert page.inner_text("#keep") == "Remove from favourites"
    page.goto("/check")
    page.click("#favourite-list a")
    page.wait_for_selector("#h-again")
    page.click("text=Prove it")
    page.wait_for_selector("#verdict .sum.yes")
    assert page.trouble == []
    page.context.close()


def test_a_phone_without_a_line_at_the_end_of_a_game_has_the_verdict_when_it_is_back(
    live: Live,
) -> None:
    serial = live.run(live.hall.sell(Regular(tuple(range(1, 41)), 100)))
    page = live.open(f"/check?serial={serial}", viewport=PHONE)
    page.route("**/check?serial=*", lambda route: route.abort())
    with page.expect_event("requestfailed", lambda asked: "/check?serial=" in asked.url):
        live.run(live.hall.play())
    assert page.inner_text("h1") == "Not drawn yet"
    page.unroute("**/check?serial=*")
    page.evaluate("dispatchEvent(new Event('online'))")
    page.wait_for_selector("h1:not(:has-text('Not drawn yet'))")
    page.context.close()


# --- the wall -------------------------------------------------------------------------------------


def drawn_on(page: Any) -> set[int]:
    cells = page.locator(".hall-grid li.drawn").all_inner_texts()
    return {int(text.split()[0]) for text in cells}


def let_balls_fall(page: Any, result: ResultView) -> None:
    """Turn the page's clock on until all balls of a game have fallen, one by one."""
    wanted = [str(result.number), "20", str(result.draw.last)]
    look = "() => ['game', 'count', 'latest'].map((id) => document.getElementById(id).textContent)"
    for _ in range(400):
        page.clock.run_for(250)
        if page.evaluate(look) == wanted:
            return
        page.wait_for_timeout(20)  # the line has a clock of its own
    pytest.fail(f"the wall shows {page.evaluate(look)}, not {wanted}")


def wall(live: Live, **more: Any) -> Any:
    """A wall whose clock the test turns, once its line is open."""
    page = live.open("/sign-on", viewport=WALL, **more)
    page.clock.install(time=live.hall.at)
    with page.expect_response(lambda answer: "since=" in answer.url):
        page.goto("/wall")
    return page


def watch_balls(page: Any) -> None:
    """Writes down every number the wall announces, in order, with its game."""
    page.evaluate("""() => {
        window.balls = [];
        new MutationObserver(() => {
            const at = (id) => document.getElementById(id).textContent;
            if (at("latest") !== "–") window.balls.push(`${at("game")}:${at("latest")}`);
        }).observe(document.getElementById("latest"), { childList: true });
    }""")


@pytest.mark.clause("nsw-keno", "13:venue", "12(b)")
def test_13__the_wall_shows_balls_in_order_and_the_multiplier(
    live: Live, shot: Callable[..., None]
) -> None:
    page = wall(live)
    assert len(drawn_on(page)) == 20  # switched on between games: the latest result stands
    watch_balls(page)
    live.run(live.hall.play())
    result = newest(live)
    let_balls_fall(page, result)
    fallen = page.evaluate("window.balls")
    assert fallen == [f"{result.number}:{number}" for number in result.draw.numbers]
    assert drawn_on(page) == set(result.draw.numbers)
    assert page.inner_text("#multiplier") == f"{result.draw.multiplier}×"
    assert page.inner_text("#heads-or-tails").lower() == result.draw.heads_or_tails
    assert page.inner_text("#roulette") == result.draw.roulette
    assert page.inner_text("#race small >> nth=0") == f"Row {result.places[0][0]}"
    order = page.locator("#order li").all_inner_texts()
    assert order == [str(number) for number in result.draw.numbers]
    assert int(page.inner_text("#heads")) == sum(number <= 40 for number in result.draw.numbers)
    assert f"Game {result.number + 1} closes in" in page.inner_text(".hall-clock")
    assert re.fullmatch(r"[0-9]+:[0-5][0-9]", page.inner_text("#clock"))
    size = page.evaluate(
        "parseFloat(getComputedStyle(document.querySelector('.hall-grid li')).fontSize)"
    )
    assert size >= 0.06 * WALL["height"]
    assert page.evaluate("document.documentElement.scrollHeight <= innerHeight")
    page.wait_for_selector("#scenes .scene", state="attached")
    page.clock.run_for(13_000)  # the result has stood for a while: the scenes begin
    page.wait_for_selector("#scenes .scene:not([hidden])")
    live.run(live.hall.play())
    let_balls_fall(page, newest(live))
    page.wait_for_selector("#scenes", state="hidden")
    page.click("#voice", force=True)
    assert page.inner_text("#voice") == "Voice on"
    assert page.trouble == []
    shot(page, "display-result-wall")
    page.context.close()


def test_a_dropped_line_heals_and_no_ball_is_missed(live: Live, shot: Callable[..., None]) -> None:
    """The cable is out while one game is drawn; two more results then come out in one instant."""
    page = wall(live)
    page.wait_for_selector("#line", state="hidden")
    page.wait_for_selector("#scenes > *", state="attached")
    watch_balls(page)
    parts = page.evaluate("document.getElementsByTagName('*').length")
    page.context.set_offline(True)
    live.cut()
    page.wait_for_selector("#line", state="visible")
    expect(page.locator("#jackpots")).to_be_hidden()  # no amounts half covered
    shot(page, "display-line-down")
    missed = []
    for _ in range(3):
        live.run(live.hall.play())
        missed.append(newest(live))
    page.context.set_offline(False)
    let_balls_fall(page, missed[-1])
    page.wait_for_selector("#line", state="hidden")
    wanted = [f"{one.number}:{number}" for one in missed for number in one.draw.numbers]
    assert page.evaluate("window.balls") == wanted
    assert page.evaluate("document.getElementsByTagName('*').length") == parts  # nothing piles up
    page.context.close()


@pytest.mark.clause("nsw-keno", "12(c):flash")
def test_12_c_flash__the_last_number_flashes_until_it_is_corrected(
    live: Live, shot: Callable[..., None]
) -> None:
    page = wall(live)
    result = newest(live)
    game = live.run(live.hall.web.ask_state(lambda site: site.draws.published_max))
    absent = next(number for number in range(1, 81) if number not in result.draw.caught)
    live.run(live.hall.do(ReportWrongDisplay(live.hall.at, game, 4, absent)))
    page.wait_for_selector(".hall-grid li.wrong")
    assert page.inner_text(".hall-grid li.wrong").split()[0] == str(result.draw.last)
    assert absent in drawn_on(page)
    assert "flash" in page.evaluate(
        "getComputedStyle(document.querySelector('.hall-grid li.wrong')).animationName"
    )
    shot(page, "display-wrong-number")
    still = live.open("/wall", viewport=WALL, reduced_motion="reduce")
    still.wait_for_selector(".hall-grid li.wrong")
    assert still.evaluate(
        "getComputedStyle(document.querySelector('.hall-grid li.wrong')).animationName"
    ) in ("none", "")
    live.run(live.hall.do(CorrectDisplay(live.hall.at, game)))
    page.wait_for_selector(".hall-grid li.wrong", state="detached")
    assert drawn_on(page) == set(result.draw.numbers)


def test_home_follows_the_draw_without_a_reload(live: Live) -> None:
    page = live.open("/odds")
    page.clock.install(time=live.hall.at)
    page.goto("/")
    page.evaluate("window.kept = 1")
    page.focus("text=How likely is that?")
    live.run(live.hall.play())
    page.clock.fast_forward(190_000)
    page.wait_for_selector(f"#h-latest:has-text('Game {newest(live).number}')")
    assert page.evaluate("window.kept") == 1
    assert page.evaluate("document.activeElement.textContent") == "How likely is that?"
    assert re.fullmatch("Next draw in [0-9]+:[0-9]{2}", page.inner_text("h1"))
    page.context.close()


@pytest.mark.parametrize("width", [320, 360])
def test_no_page_is_wider_than_a_small_phone(live: Live, width: int) -> None:
    """With everything opened that can be; 320 is also a desk's window at four times the size."""
    found = newest(live)
    page = live.open("/", viewport={"width": width, "height": 568})
    tickets = [f"/check?serial={serial}" for serial in live.hall.tickets.values()]
    rest = ["/", "/results", "/numbers", "/odds", "/how", "/wall", "/rules/nsw-keno/15(k)"]
    for path in [*rest, *tickets, f"/results/{found.day}/{found.number}"]:
        page.goto(path)
        page.evaluate("document.querySelectorAll('details').forEach((one) => { one.open = true; })")
        assert page.evaluate("document.documentElement.scrollWidth") <= width, path
        assert page.evaluate(OVER_ITS_CARD) == [], path
    page.context.close()


def test_a_page_of_the_dark_mode_is_printed_black_on_white(live: Live) -> None:
    found = newest(live)
    page = live.open(f"/results/{found.day}/{found.number}", color_scheme="dark")
    page.emulate_media(media="print", color_scheme="dark")
    for part in ("h3", ".meanings dd", ".figure", "h1"):
        colour = "(one) => getComputedStyle(one).color"
        assert max(map(int, re.findall("[0-9]+", page.eval_on_selector(part, colour))[:3])) < 150
    back = page.eval_on_selector(".card", "(one) => getComputedStyle(one).backgroundColor")
    assert back == "rgb(255, 255, 255)"
    page.context.close()


@pytest.mark.parametrize("size", [(1920, 1080), (3840, 2160), (1280, 720), (1024, 768)])
def test_nothing_on_the_wall_is_cut_off(live: Live, size: tuple[int, int]) -> None:
    page = live.open("/wall", viewport={"width": size[0], "height": size[1]})
    page.wait_for_selector("#multiplier:has-text('×')")
    assert page.evaluate(CUT_OFF) == []
    assert page.evaluate("document.documentElement.scrollWidth") == size[0]
    page.context.close()


def test_a_wall_with_no_game_open_counts_down_to_nothing(live: Live) -> None:
    page = live.open("/sign-on", viewport=WALL)

    def closed(route: Any) -> None:
        body = route.fetch().text()
        shown = re.sub('"clock_at": "[^"]+"', '"clock_at": null', body)
        route.fulfill(
            body=re.sub("Game [0-9]+ closes in", "Closed", shown), content_type="text/html"
        )

    page.route("**/wall", closed)
    page.route("**/live/wall*", lambda route: route.abort())
    page.goto("/wall")
    assert page.inner_text(".hall-clock").strip() == "Closed"
    page.context.close()


# --- sign-on --------------------------------------------------------------------------------------


def test_sign_on_by_keyboard_and_an_expired_session(live: Live, shot: Callable[..., None]) -> None:
    page = live.open("/counter")
    expect(page).to_have_url(re.compile(r"/sign-on\?next=/counter$"))
    page.wait_for_selector("#name:focus")
    page.keyboard.type(ROLES_AT["writer"])
    page.keyboard.press("Tab")
    page.keyboard.type("wrong")
    page.keyboard.press("Enter")
    assert "Wrong name or password" in page.inner_text("[role=alert]")
    shot(page, "sign-on-wrong")
    page.fill("#password", "in the test only")
    page.keyboard.press("Enter")
    page.wait_for_url(re.compile(r"//[^/]+/counter(\?.*)?$"))
    page.context.clear_cookies(name=COOKIE)
    later = page.context.new_page()
    later.goto("/counter/pay")
    expect(later).to_have_url(re.compile(r"/sign-on\?next=/counter/pay$"))
    page.context.close()


def test_after_signing_off_the_back_button_shows_nothing(live: Live) -> None:
    page = live.open("/me", ROLES_AT["office"])
    page.click("text=Sign off")
    page.wait_for_url("**/")
    page.go_back()
    expect(page).to_have_url(re.compile("/sign-on"))


# --- every page -----------------------------------------------------------------------------------

PAGES: dict[str, tuple[str, str]] = {
    "home": ("/", ""),
    "display": ("/wall", ""),
    "results": ("/results", ""),
    "result": ("/results/2026-11-14/1", ""),
    "numbers": ("/numbers", ""),
    "check": ("/check", ""),
    "check-none": ("/check?serial=zzz", ""),
    "check-ticket": ("/check?serial={serial}", ""),
    "odds": ("/odds", ""),
    "proof": ("/proof", ""),
    "rules": ("/rules", ""),
    "book": ("/rules/nsw-keno", ""),
    "clause": ("/rules/nsw-keno/9(c)", ""),
    "design": ("/_design", ""),
    "design-hall": ("/_design?mode=hall", ""),
    "sign-on": ("/sign-on", ""),
    "nothing": ("/nothing", ""),
    "me": ("/me", "office"),
    "office": ("/office", "office"),
    "cage": ("/office/cage", "supervisor"),
    "counter": ("/counter", "writer"),
    "counter-pay": ("/counter/pay", "writer"),
    "counter-cancel": ("/counter/cancel", "writer"),
    "counter-vouchers": ("/counter/vouchers", "writer"),
    "counter-runners": ("/counter/runners", "writer"),
    "counter-duty": ("/counter/duty", "writer"),
    "counter-cash-up": ("/counter/cash-up", "writer"),
    "counter-claim-forms": ("/counter/claim-forms", "writer"),
    "terminal": ("/terminal", "self_service"),
    "terminal-check": ("/terminal/check", "self_service"),
}


AXE = Axe().axe_script
EVERYTHING = {"resultTypes": ["violations"]}
CONTRAST = EVERYTHING | {"runOnly": ["color-contrast"]}
SHAPES = {"tablet": TABLET, "desk": DESK, "wall": WALL}
DARK = frozenset(
    {"home", "display", "check-ticket", "design", "design-hall", "counter", "terminal"}
)
"""Pages that are looked at in the dark, too; the design page has every part of the rest."""
PICTURED = frozenset({"home", "display", "result", "check-ticket", "odds", "proof"})


def findings(page: Any, options: Any) -> list[str]:
    """What axe calls serious or critical on a page as it is now."""
    found = page.evaluate("(options) => window.axe.run(options)", options)
    return [
        f"{one['id']}: {one['help']}: {one['nodes'][0]['html'][:120]}"
        for one in found["violations"]
        if one["impact"] in ("serious", "critical")
    ]


@pytest.mark.parametrize("name", PAGES)
def test_every_page_is_accessible_light_and_quiet(
    live: Live, shot: Callable[..., None], name: str
) -> None:
    """No serious finding of axe in light and dark, no console error, no sideways scroll, small."""
    path, role = PAGES[name]
    path = path.format(serial=live.hall.tickets["combination"])
    page = live.open("/sign-on", ROLES_AT.get(role, ""), viewport=PHONE, reduced_motion="reduce")
    sizes: dict[str, int] = {}
    page.on("response", lambda got: sizes.__setitem__(got.url, _weight(got)))
    page.goto(path)
    page.evaluate(AXE)
    assert findings(page, EVERYTHING) == []
    if name in PICTURED:
        shot(page, f"{name}-phone")
    page.emulate_media(color_scheme="dark")
    if name in DARK:
        assert findings(page, CONTRAST) == [], "in the dark"
    if name in PICTURED:
        shot(page, f"{name}-phone-dark")
    assert [one for one in page.trouble if "404" not in one] == []
    assert sum(sizes.values()) < WEIGHT_MAX, sizes
    page.emulate_media(color_scheme="light")
    for size, shape in ({"phone": PHONE} | SHAPES).items():
        page.set_viewport_size(shape)
        over = page.evaluate("document.documentElement.scrollWidth - innerWidth")
        assert over <= 0, f"scrolls sideways by {over} on a {size}"
        if name in PICTURED and size in SHAPES:
            shot(page, f"{name}-{size}", full_page=False)
    page.context.close()


def _weight(got: Any) -> int:
    if "/live/wall" in got.url:
        return 0  # a feed has no end to weigh
    return len(got.body())


def test_a_script_bought_as_a_name_runs_nowhere(live: Live) -> None:
    """Even if a text got out unescaped, the policy would not run it."""
    page = live.open("/check?serial=<script>window.bad=1</script>")
    page.evaluate("""() => {
        const bad = document.createElement("div");
        bad.innerHTML = "<img src=x onerror='window.bad=1'>";
        document.body.append(bad);
        const script = document.createElement("script");
        script.textContent = "window.bad=1";
        document.body.append(script);
    }""")
    live.run(live.hall.sell(Regular((1,), 100)))
    assert page.evaluate("window.bad") is None
    assert any("Content Security Policy" in one for one in page.trouble)
