"""The house of a night: everyone's pages, the office's programme, the sellers at their counters."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass, field
from typing import Any

from playwright.sync_api import expect

from eyesdown.display.hall.screens import current_session
from eyesdown.proof.hall.setting import NSW, NZ, VIC
from kit.hall_evening import CALLER, PRICE, SUPERVISOR
from kit.hall_pages import PHONE, HallPages, bytes_of, findings, screenshot
from kit.hall_site import NAME

OFFICE, SELLERS = "olga", {"sal": "door", "sam": "bar"}
DEVICE = "Blower 2"
PLACE = "The long room"
AT_MOST_MS = 60_000
PAGE_BYTES_MAX, PHONE_BYTES_MAX = 200_000, 100_000
PRIZES = {
    NZ: "part series 40, series 120",
    VIC: "ticket 100",
    NSW: "bingo 200, four corners 25, top line 50",
}
VERSION = {NZ: "3", VIC: "4", NSW: ""}
FEE = "15"
LINES = {NZ: "part series", VIC: "any line", NSW: "top line"}
"""The prize of each book that five numbers win."""


def next_says(page: Any) -> str:
    """What a page says is next for its person."""
    words: str = page.text_content(".next-says, .next-none")
    return words.strip()


def press_next(page: Any) -> str:
    """Press F2 for what is next, and wait until something else is; what was done."""
    page.wait_for_selector("html[data-ready] [data-next]:enabled")
    says = next_says(page)
    page.keyboard.press("F2")
    page.wait_for_selector(
        f".next-one .next-says:text-is({says!r}), .answer .note", state="detached"
    )
    return says


def caught_up(page: Any, session: str) -> None:
    """Wait until a page is of the session that is on; meanwhile it may load itself again.

    A navigation that meets that one in the same instant is lost: no person is that quick.
    """
    page.wait_for_selector(f"html[data-ready] [data-hall][data-session={session!r}]")


@dataclass
class Counters:
    """Everyone's pages in one hall, and what is done before and after its games."""

    desk: HallPages
    session: str
    games: int
    office: Any = None
    sellers: dict[str, Any] = field(default_factory=dict)
    caller: Any = None
    supervisor: Any = None
    verifier: Any = None
    board: Any = None
    phones: dict[str, Any] = field(default_factory=dict)
    players: list[str] = field(default_factory=list)
    number: int = 1
    """The game that is played."""
    claims_seen: bool = False
    looks: bool = True
    """Whether pictures are kept and audited: once for each state is enough for `make test`."""

    @property
    def book(self) -> str:
        return self.desk.book

    @property
    def hall(self) -> Any:
        """The state of the hall; only read."""
        return self.desk.site.state.hall

    @property
    def game(self) -> Any:
        return self.hall.game(self.session, self.number)

    def open_page(self, page: Any, path: str) -> None:
        """Open a page of the hall, once the one before has caught up with the site."""
        caught_up(page, current_session(self.hall))
        page.goto(f"/halls/{NAME}/{path}")

    def slip(self, player: str) -> str:
        """The number of a player's newest slip that has cards."""
        purchases = self.hall.sessions[self.session].purchases.values()
        slips: list[str] = [each.slip for each in purchases if each.player == player and each.cards]
        return slips[-1]

    def until(self, happened: Callable[[], Any], page: Any) -> None:
        """Wait until the site says so; what a page shows meanwhile is on the failure's report."""
        for _ in range(AT_MOST_MS // 50):
            if happened():
                return
            page.wait_for_timeout(50)
        raise AssertionError(f"it did not happen: {next_says(page)}; {page.inner_text('main')}")

    def look(self, state: str, *, whole: bool = True, **pages: Any) -> None:
        """Keep a picture of pages in a state; axe finds nothing serious, and none is heavy."""
        for name, page in pages.items() if self.looks else ():
            screenshot(page, f"{name}-{self.book}-{state}", full_page=whole)
            assert findings(page) == [], (name, state)
            most = PHONE_BYTES_MAX if name == "phone" else PAGE_BYTES_MAX
            assert bytes_of(page) < most, (name, state)

    # The office.

    def plan(self, **more: str) -> None:
        """The office types the programme, sees that it holds, and fixes it."""
        page = self.office
        self.open_page(page, "office/programme")
        page.fill("#session", self.session)
        page.fill("#place", PLACE)
        page.eval_on_selector_all("details", "all => all.forEach((one) => (one.open = true))")
        words = {"#operator": "Casino Ltd", "#licence": "L-37"}
        if self.book == NSW:
            words = {"#entry_fee": FEE}
            page.select_option("#boxes", "6")
        for selector, text in {**words, **more}.items():
            if page.locator(selector).evaluate("one => one.tagName") == "SELECT":
                page.select_option(selector, text)
            else:
                page.fill(selector, text)
        self._type_game(1)
        for game in range(2, self.games + 1):
            if not page.locator(f"[name=g{game}-prizes]").count():
                page.click("#add-game")
            self._type_game(game)
        page.wait_for_selector("#verdict .note.yes")
        page.keyboard.press("Control+Enter")
        page.get_by_text(f"{self.session} is fixed").wait_for()

    def _type_game(self, game: int) -> None:
        page = self.office
        page.fill(f"[name=g{game}-prizes]", self.prizes(game))
        if self.book == NSW:
            page.fill(f"[name=g{game}-levels]", self.levels(game))
            page.fill(f"[name=g{game}-colour]", "red")
        else:
            page.fill(f"[name=g{game}-versions]", self.version(game))
            page.fill(f"[name=g{game}-price]", f"{PRICE[self.book] / 100:.2f}")

    lines: tuple[int, ...] = ()
    """Games whose prize is a line alone."""
    jackpot: str = ""
    """The levels of every game, as the office types them."""

    def prizes(self, game: int) -> str:
        if game in self.lines:
            return f"{LINES[self.book]} 40" if self.book != NSW else "bingo 200, top line 50"
        return PRIZES[self.book]

    def version(self, game: int) -> str:
        return {NZ: "1", VIC: "5"}[self.book] if game in self.lines else VERSION[self.book]

    def levels(self, _game: int) -> str:
        return self.jackpot

    def appoint(self) -> None:
        """The office appoints who calls and who supervises."""
        page = self.office
        self.open_page(page, "office")
        for person, duty in ((CALLER, "caller"), (SUPERVISOR, "supervisor")):
            form = page.locator("form:has([value=AppointPerson])").first
            if not form.is_visible():
                page.locator("details:has([value=AppointPerson]) summary").first.click()
            form.locator("[name=person]").fill(person)
            form.locator("[name=duty]").select_option(duty)
            with page.expect_navigation():
                form.locator("button").click()
            assert self._appointed(duty)

    def _appointed(self, duty: str) -> bool:
        return bool(self.hall.sessions[self.session].official(duty, 1))

    def open_session(self) -> None:
        """The session is opened with its checklist: by the dealer where the book has one."""
        page = self.caller if self.book == NSW else self.supervisor
        caught_up(page, self.session)
        page.wait_for_selector("#open button.main:enabled")
        if self.book == NSW:
            page.fill("#terminal", "T1")
        for tick in page.locator("#open [type=checkbox]").all():
            tick.check()
        page.click("#open button.main")
        self.until(lambda: self.hall.sessions[self.session].opened, page)

    # The sellers.

    def open_tills(self) -> None:
        for page in self.sellers.values():
            caught_up(page, self.session)
            page.wait_for_selector("html[data-ready] [data-next]")
            page.keyboard.press("F2")
            page.wait_for_url("**/cash-up*")
            page.fill("[name=float_dollars]", "9000")
            page.keyboard.press("Enter")
            page.wait_for_url("**/seller?done=*")

    def sell(self, seller: str, player: str, count: int = 1, **more: Any) -> None:
        """A seller sells cards, or takes the fee and hands out electronic scorecards."""
        page = self.sellers[seller]
        self.open_page(page, "seller")
        page.wait_for_load_state("load")
        if self.book == NSW:
            self._enter(page, player, count, auto=more.get("auto", True))
        elif more.get("whole_session") and not page.locator("[name=game][value='0']").count():
            for game in range(1, self.games + 1):  # the book sells game by game
                self.sell(seller, player, count, game=game)
        else:
            game = 0 if more.get("whole_session") else more.get("game", 1)
            page.fill("#player", player)
            page.fill("#count", str(count))
            page.check(f"[name=game][value='{game}']")
            page.select_option("#by", "count")
            page.locator("#to-pay", has_text="$").wait_for()
            page.click("#sell")
            page.wait_for_selector("#sold svg")
        if player not in self.players:
            self.players.append(player)

    def _enter(self, page: Any, player: str, count: int, *, auto: bool) -> None:
        summary = page.locator("details:has(#new-member)")
        if not summary.evaluate("one => one.open"):
            summary.locator("summary").click()
        page.fill("#new-member", player)
        with page.expect_navigation():
            page.click("button:has-text('Enter the member')")
        assert player in self.hall.people
        page.fill("#fee-player", player)
        page.click("button:has-text('Take the fee')")
        page.wait_for_selector("#sold svg")
        page.fill("#issue-player", player)
        page.fill("#count", str(count))
        page.select_option("#medium", "electronic")
        if auto:
            page.check("[name=auto_play]")
        page.click("button:has-text('Hand out')")
        page.wait_for_selector("#sold-title:has-text('card')")

    def open_phones(self, *players: str) -> None:
        """Two players scan the code on their slips."""
        for player in players:
            self.phones[player] = self.desk.page(PHONE)
            self.phones[player].goto(f"/phone/{self.slip(player)}")
            self.phones[player].wait_for_selector("#cards .ticket, #words:not(:empty)")

    def pay_all(self) -> int:
        """Every prize and refund is paid, by the seller with more cash; how many there were."""
        page, paid = self.sellers["sal"], 0
        while self.hall.refunds or any(not award.paid for award in self.hall.awards.values()):
            cash = {name: self.hall.tills[SELLERS[name]].expected_cents for name in self.sellers}
            page = self.sellers[max(cash, key=lambda name: cash[name])]
            self.open_page(page, "seller/pay")
            page.wait_for_selector("html[data-ready] #owed")
            with page.expect_navigation():
                page.locator("#owed button.main").first.click()
            page.wait_for_selector(".note.yes")
            paid += 1
        self.open_page(page, "seller/pay")
        page.get_by_text("Nothing is owed").wait_for()
        return paid

    def return_scorecards(self) -> None:
        page = self.sellers["sal"]
        self.open_page(page, "seller/sales")
        while page.locator("form:has([value=ReturnScorecard])").count():
            before = page.locator("form:has([value=ReturnScorecard])").count()
            with page.expect_navigation():
                page.locator("form:has([value=ReturnScorecard]) button").first.click()
            expect(page.locator("form:has([value=ReturnScorecard])")).to_have_count(before - 1)
            self.open_page(page, "seller/sales")

    def cash_up(self) -> None:
        """Each seller counts their till by notes and coins; it is right to the cent."""
        for seller, page in self.sellers.items():
            expected = self.hall.tills[SELLERS[seller]].expected_cents
            self.open_page(page, "seller/cash-up")
            page.fill("#n5000", str(expected // 5000))
            page.fill("#loose", f"{expected % 5000 / 100:.2f}")
            page.keyboard.press("Control+Enter")
            page.get_by_text("the till is right").wait_for()
