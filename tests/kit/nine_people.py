"""A whole night with nine people at their own pages, under any of the three hall books.

Office, two sellers, caller, supervisor, verifier, the board and two phones. What a person does,
they do in their browser; `quick` calls numbers without pages: a game's ninety look alike.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from contextlib import contextmanager
from dataclasses import dataclass
from functools import partial
from typing import Any

from eyesdown.bingo.claims.commands import Claim
from eyesdown.central.hall.machine import machine
from eyesdown.central.hall.state import HallSite
from eyesdown.central.site.site import Site
from eyesdown.central.site.verify_journal import verify_journal
from eyesdown.notation.checking import differences
from eyesdown.notation.document import parse, print_script
from eyesdown.notation.exporting import JournalEntry, exported
from eyesdown.proof.hall.setting import NSW, NZ, VIC
from eyesdown.web.hall.frame import book_of
from eyesdown.web.hall.next_things import session_things
from eyesdown.web.hall.things import Thing
from kit.hall_counters import DEVICE, OFFICE, SELLERS, Counters, press_next
from kit.hall_evening import CALLER, ROLE_WORDS, SERIAL, SUPERVISOR, VERIFIER, pages
from kit.hall_pages import WALL, HallPages, hall_pages
from kit.hall_site import NAME, printed


@dataclass
class House(Counters):
    """Everyone's pages in one hall, and the session that is on."""

    def start(self, selector: str = DEVICE) -> None:
        """The caller starts the next game: with our device, the cage, or the hall's own device."""
        page = self.caller
        # After games without pages, their pages follow in a moment.
        page.wait_for_selector(f".next-says:has-text('Start game {self.number} ')")
        page.wait_for_selector(f"html[data-ready] #start button:has-text('{selector}')")
        page.locator(f"#start button:has-text('{selector}')").click()
        self.until(lambda: self.game.phase == "running", page)
        page.wait_for_selector(".next-says:has-text('Start game')", state="detached")

    def eyes_down(self) -> None:
        """Everything is read out and entered, key by key, until eyes are down."""
        while self.game.eyes_down_at is None:
            self.enter_ranges()
            self.do_next()

    def owed(self) -> list[Thing]:
        """What the session owes now, as its pages must show it."""
        return self.desk.run(self.desk.web.ask_site(self._owed))

    def _owed(self, site: Site[HallSite]) -> list[Thing]:
        now = self.desk.web.now()
        return session_things(book_of(site, now), site.state, now)

    def do_next(self) -> None:
        """The caller or the supervisor does what is next, once their page shows it.

        Where they have to wait for the office, the office does what it owes.
        """
        owed = self.owed()
        thing = next(each for each in owed if each.role in ("caller", "supervisor"))
        page = self.caller if thing.role == "caller" else self.supervisor
        if not thing.command and not thing.href:
            thing, page = owed[0], self.office
            self.open_page(page, "office")
        page.wait_for_selector(f"html[data-ready] .next-says:text-is({thing.says!r})")
        if thing.command:
            press_next(page)
            return
        form = page.locator("#details form[action$='/announce']").first
        for field in form.locator("input:not([type=hidden])").all():
            field.fill("9 June, 19:00")
        form.locator("button.main").click()
        self.until(lambda: self.owed() != owed, page)

    def enter_ranges(self) -> None:
        """The dealer enters the first and the last number issued of each series (nsw 4.3)."""
        session = self.hall.sessions[self.session]
        if self.book != NSW:
            return
        for serial in session.series:
            if serial in session.ranges:
                continue
            cards = [held.card for held in session.holdings.values() if held.serial == serial]
            page = self.caller
            page.wait_for_selector("#range-serial", state="visible")
            page.select_option("#range-serial", serial)
            page.fill("#range-first", str(min(cards)))
            page.fill("#range-last", str(max(cards)))
            assert page.input_value("#range-first")
            page.click("#range button.main")
            self.until(partial(self._entered, serial), page)

    def _entered(self, serial: str) -> bool:
        return serial in self.hall.sessions[self.session].ranges

    def key(self, number: int) -> None:
        """The caller keys a number of the hall's own device and announces it."""
        count = len(self.game.calls)
        self.caller.wait_for_selector("html[data-ready] #ball")
        self.caller.fill("#ball", str(number))
        self.caller.keyboard.press("Enter")
        self.caller.wait_for_selector(f"#last[data-call='{count + 1}']")
        press_next(self.caller)

    def draw(self) -> int:
        """Our device draws a number, the caller announces it."""
        count = len(self.game.calls)
        self.caller.wait_for_selector(f".next-says:text-is('Draw ball {count + 1}')")
        press_next(self.caller)
        self.caller.wait_for_selector(f"#last[data-call='{count + 1}']")
        press_next(self.caller)
        number: int = self.game.calls[-1].number
        return number

    def quick(self, number: int = 0) -> int:
        """A number without pages: of our device, or this one of the hall's own."""
        words = {"session": self.session, "game": self.number, "by": CALLER}
        if number:
            self.desk.run(self.desk.do("caller", "BeginCall", **words, number=number))
        else:
            call = len(self.game.calls) + 1
            self.desk.run(self.desk.do("caller", "AskForBall", **words, call=call))
        self.desk.run(self.desk.do("caller", "FinishCall", **words))
        last: int = self.game.calls[-1].number
        return last

    def entitled(self) -> list[str]:
        """Who would claim rightly now, by the rules."""
        return self.desk.run(self.entitled_now())

    async def entitled_now(self) -> list[str]:
        """Who would claim rightly now, asked by the site itself."""
        web, session, game = self.desk.web, self.session, self.number
        claims = [
            Claim(at=web.now(), session=session, game=game, player=player)
            for player in self.players
        ]
        answers = [await web.dry_run(claim) for claim in claims]
        return [
            claim.player
            for claim, events in zip(claims, answers, strict=True)
            if not any(getattr(event, "refusals", ()) for event in events)
        ]

    def claim(self, player: str) -> None:
        """A player claims: on the scorecard in their hand, else by a cry; the verifier takes it."""
        if self.book == NSW and player in self.phones:
            self.phones[player].click("#claim:enabled")
        else:
            self.verifier.fill("#cry-player", player)
            self.verifier.click("form:has(#cry-player) button.main")
        self.until(lambda: player in self.claimants(), self.verifier)

    def claimants(self) -> set[str]:
        return {claim.player for claim in self.game.undecided}

    def free_witness(self) -> str:
        """A player of this game with no part in the claims on this number; empty if none is."""
        this_call = [
            each for each in self.game.claims.values() if each.call == len(self.game.calls)
        ]
        taken = {each.player for each in this_call}
        held = self.hall.sessions[self.session].holdings.values()
        playing = {each.player for each in held if self.number in each.games}
        return next((each for each in self.players if each in playing - taken), "")

    def settle(self) -> None:
        """Claims are checked by verifier and caller, confirmed and declared by the supervisor."""
        self.board.wait_for_selector("#checking .ticket")
        if not self.claims_seen:
            self.claims_seen = True
            self.supervisor.wait_for_selector("#claims article")
            self.verifier.wait_for_selector("#claims article")
            self.look("claim", verifier=self.verifier, supervisor=self.supervisor)
            self.look("claim", whole=False, caller=self.caller, board=self.board)
            self.supervisor.keyboard.press("F2")
            self.supervisor.wait_for_selector("#claims:focus")
        while self.game.undecided:
            claim = self.game.undecided[0]
            key = claim.claim.replace(" ", "-")
            checker = self.supervisor if self.book == NZ else self.verifier
            checker.wait_for_selector(f"#claims #{key}")
            form = checker.locator(f"#{key} form:has([value=CheckClaim])")
            if form.count() and self._tick(form, claim):
                form.locator("button.main").click()
                self.until(partial(self._steps, claim), checker)
            self._verified_by_caller(claim.claim)
            confirm = f"#{key} form:has([value=ConfirmClaim]) button"
            self.supervisor.locator(confirm).click()
            self.until(partial(self._is_decided, claim.claim), self.supervisor)
        self.supervisor.wait_for_selector(".next-says:text-is('Declare the result')")
        press_next(self.supervisor)

    def _is_decided(self, name: str) -> bool:
        return all(claim.claim != name for claim in self.game.undecided)

    def _steps(self, claim: Any) -> int:
        return len(self.game.claims[claim.claim].steps)

    def _tick(self, form: Any, claim: Any) -> bool:
        """Tick every step that is not the caller's; whether there is any."""
        steps = form.locator("[name=steps]:not([value='caller verification'])")
        for place in range(steps.count()):
            steps.nth(place).check()
        if form.locator("[name=witness]").count():
            form.locator("[name=witness]").fill(self.free_witness())
        if form.locator("[name=marked]").count():
            called = sorted(self.game.called)
            form.locator("[name=marked]").fill(" ".join(map(str, called)))
        return bool(steps.count())

    def _verified_by_caller(self, claim: str) -> None:
        if self.book != NZ:
            return
        self.caller.wait_for_selector(f".next-says:has-text('Verify'):has-text('{claim}')")
        press_next(self.caller)

    def decided(self) -> bool:
        """Everyone entitled claims and is settled; whether the game has ended since."""
        winners = self.entitled()
        if winners:
            for player in winners:
                self.claim(player)
            self.settle()
        if self.supervisor_owes("Close game"):
            press_next(self.supervisor)
            self.until(lambda: self.game.phase == "closed", self.supervisor)
        return bool(self.game.phase == "closed")

    def supervisor_owes(self, words: str) -> bool:
        """Whether the supervisor's next thing is this one, once no prize is open."""
        if self.game.open_prizes:
            return False
        self.supervisor.wait_for_selector(f".next-says:has-text('{words}')")
        return True

    def play(self, numbers: Iterable[int] = (), *, pages_every: int = 1) -> None:
        """Numbers are called until the game has ended: these, keyed; or what our device draws."""
        keyed = iter(numbers)
        while True:
            number = next(keyed, 0)
            by_page = len(self.game.calls) % pages_every == 0
            if number and by_page:
                self.key(number)
            elif number:
                self.quick(number)
            elif by_page:
                self.draw()
            else:
                self.quick()
            if self.decided():
                return

    def numbers_of(self, player: str) -> list[int]:
        """The numbers of a player's first grid, line by line."""
        held = next(
            each
            for each in self.hall.sessions[self.session].holdings.values()
            if each.player == player and self.number in each.games
        )
        ticket = self.hall.printed(held.key).boxes[0]
        return [number for row in ticket.rows for number in row if number]

    def close_session(self) -> None:
        """What is to be read out at the end is read out, and the supervisor closes the session."""
        while not self.hall.sessions[self.session].closed:
            self.do_next()

    def exported(self) -> str:
        """The journal as a `.eyes` script; it is played again and must give the same events."""
        commands, events = self.desk.tenant.machine.commands, self.desk.tenant.machine.events
        entries = [
            JournalEntry(row.seq, commands.read(row.command), events.read_all(row.events))
            for row in self.desk.store.rows()
        ]
        text = print_script(exported(self.book, entries))
        assert list(differences(parse(text))) == []
        return text


async def prepared(desk: HallPages, cards: int) -> None:
    """People with their roles and passwords, counters, stock and an approved device."""
    names = (CALLER, SUPERVISOR, VERIFIER)
    for person, role in zip(names, ROLE_WORDS[desk.book], strict=True):
        employed = desk.book != VIC
        await desk.do("office", "RegisterPerson", person=person, role=role, staff=employed)
    for point in SELLERS.values():
        await desk.do("office", "OpenSalePoint", point=point)
    await desk.staff(OFFICE, "office")
    for seller, point in SELLERS.items():
        await desk.staff(seller, "seller", till=point)
    for person, role in zip(names, ("caller", "supervisor", "verifier"), strict=True):
        await desk.staff(person, role)
    stock = pages(cards // 6) if desk.book == NSW else printed(cards)
    await desk.do("office", "RegisterSeries", serial=SERIAL, colour="blue", cards=stock)
    await desk.do("office", "ApproveDevice", device=DEVICE, approval="A-17")


@contextmanager
def nine_people(
    book: str, *, games: int = 2, cards: int = 60, session: str = "tuesday", **more: Any
) -> Iterator[House]:
    """A hall before its session is planned; afterwards its journal is checked, row by row."""
    with hall_pages(book) as desk:
        desk.run(prepared(desk, cards))
        house = House(desk, session, games, **more)
        house.office = desk.sign_on(OFFICE, "office")
        house.sellers = {name: desk.sign_on(name, "seller") for name in SELLERS}
        house.caller = desk.sign_on(CALLER, "caller")
        house.supervisor = desk.sign_on(SUPERVISOR, "supervisor")
        house.verifier = desk.sign_on(VERIFIER, "verifier")
        house.board = desk.page(WALL)
        house.board.goto(f"/halls/{NAME}/board")
        yield house
    assert verify_journal(machine(book, desk.tenant.zone), desk.store, decide_again=True).rows
