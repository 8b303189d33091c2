"""A whole night of a hall on its pages, for one book."""

from __future__ import annotations

from eyesdown.proof.hall.setting import NSW
from kit.hall_pages import DESK
from kit.hall_site import NAME
from kit.nine_people import House, nine_people


def whole_night(book: str) -> None:
    """From the programme to the cash-up, then the export of the journal."""
    with nine_people(book, lines=(2,), looks=book == NSW) as house:
        house.plan()
        house.look("planned", office=house.office)
        house.appoint()
        house.open_tills()
        if book != NSW:
            house.open_session()
        sold(house)
        if book == NSW:
            house.open_session()
        house.start()
        house.look("started", caller=house.caller, office=house.office)
        house.eyes_down()
        house.phones["ann"].wait_for_selector("#phase:has-text('Eyes down')")
        house.play(house.numbers_of("ann"), pages_every=5)
        assert house.game.outcome == "won"
        house.phones["ann"].wait_for_selector("#won :text('You won')")
        house.look("won", phone=house.phones["ann"])
        house.look("between", whole=False, board=house.board)
        house.number = 2
        house.start("our device")
        house.eyes_down()
        house.play(pages_every=20)
        house.close_session()
        if book == NSW:
            house.return_scorecards()
        assert house.pay_all() >= 2
        house.cash_up()
        house.look("counted", seller=house.sellers["sal"])
        public(house)
        assert "PrizeWon" in house.exported()


def sold(house: House) -> None:
    """Two counters sell to three players; two of them open their slips on a phone."""
    house.sell("sal", "ann", 2)
    house.sell("sam", "bob", 2)
    house.look("sold", seller=house.sellers["sam"])
    house.sell("sal", "cat", 1)
    if house.book != NSW:
        house.sell("sam", "cat", 1, game=2)
    house.open_phones("ann", "bob")


def public(house: House) -> None:
    """What anyone may read afterwards: the programme with its odds, results, a slip."""
    page = house.desk.page(DESK)
    for path in ("", "/results", f"/slip?slip={house.slip('ann')}"):
        page.goto(f"/halls/{NAME}{path}")
        house.look(path.strip("/").partition("?")[0] or "on", public=page)
