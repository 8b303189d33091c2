"""Player cards are issued to people of age, and who holds one is in no row of the journal."""

from __future__ import annotations

import pytest

from eyesdown.central.keno.office.roles import KenoRole
from eyesdown.central.site.credentials import Credential, NotAllowed
from eyesdown.demo.keno_load import Ask, sale
from eyesdown.keno.bets.bet import Regular
from eyesdown.keno.office.commands import IssueCard
from eyesdown.kernel.written import replace
from kit.office_site import OfficeSite, at_the_office, csrf_of, on_office_site
from kit.public_site import ONE, START

HOLDER = {"card": "C-1", "name": "Wilhelmina Quackenbush", "born": "1987-06-05", "approval": "A-1"}


@pytest.mark.clause("nsw-keno", "2:Keno Player Card", "5A(c)")
def test_5A_c__a_card_is_looked_at_then_issued_once_and_its_holder_stays_out_of_the_journal() -> (
    None
):
    async def scenario(hall: OfficeSite) -> None:
        async with at_the_office(hall) as http:
            form = {"csrf": await csrf_of(http, "/office/cards"), "slip": "a" * 16}
            typed = form | HOLDER | {"role": "public"}
            young = await http.post("/office/cards/look", data=typed | {"born": "2008-11-15"})
            assert "under age until Sunday 15 November 2026" in young.text
            looked = await http.post("/office/cards/look", data=typed)
            address = looked.headers["location"]
            assert "Quackenbush" not in address
            assert "Wilhelmina Quackenbush, born 1987-06-05" in (await http.get(address)).text
            issued = await http.post("/office/cards/issue", data=form)
            assert issued.headers["location"] == "/office/cards?issued=yes"
            twice = await http.post("/office/cards/issue", data=form)
            assert (twice.status_code, "issued already" in twice.text) == (409, True)
            found = await http.post("/office/cards/find", data=form | {"card": "C-1"})
            assert "Friday 5 June 1987" in found.text
            rows = b"".join(row.command + row.events for row in hall.store.rows())
            assert b"Quackenbush" not in rows
            assert b"1987-06-05" not in rows
            sale = await hall.web.ask_state(lambda state: state.keno.cards["C-1"].person)
            assert sale
            unsure = await http.post("/office/cards/take-out", data=form | {"card": "C-1"})
            assert unsure.status_code == 400
            await http.post("/office/cards/take-out", data=form | {"card": "C-1", "sure": "yes"})
            found = await http.post("/office/cards/find", data=form | {"card": "C-1"})
            assert "Nothing personal is kept" in found.text
            none = await http.post("/office/cards/find", data=form | {"card": "C-2"})
            assert none.status_code == 404

    on_office_site(scenario)


def test_an_entry_is_sold_with_a_card_whose_holder_was_seen() -> None:
    async def scenario(hall: OfficeSite) -> None:
        await hall.do(IssueCard(hall.at, "C-1", "", None, "A-1", person="ab12"))
        ask = Ask((Regular((1, 2, 3), 100),), 1, 100)
        command = sale(hall.at, hall.web.serial(), ONE, ask)
        await hall.do(replace(command, entry=replace(command.entry, card="C-1")))
        [event] = await hall.web.submit(IssueCard(hall.at, "C-2", "", None, "A-1"))
        assert [no.code for no in event.refusals] == ["card/no_holder"]

    on_office_site(scenario)


def test_a_program_gives_no_name_into_the_journal() -> None:
    async def scenario(hall: OfficeSite) -> None:
        office = Credential("olga", KenoRole.OFFICE, "", ONE.venue)
        named = IssueCard(START, "C-1", "Kim Example", None, "A-1", person="ab12")
        with pytest.raises(NotAllowed, match="stay out of the journal"):
            hall.web.tenant.admit(office, named)

    on_office_site(scenario)
