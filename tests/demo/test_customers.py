"""The demonstration's made-up customers are paid what they have won."""

from __future__ import annotations

from contextlib import closing
from pathlib import Path

from eyesdown.central.desk.row_facts import row_facts
from eyesdown.central.store.sqlite import SqliteStore
from eyesdown.cli.demo.options import DemoOptions
from eyesdown.cli.demo.past import Past, play_past
from eyesdown.cli.demo.site import STAFF, VENUES, _collect, _first_commands, _settings
from eyesdown.demo.keno_load import Place
from eyesdown.keno.bets.bet import HeadsOrTails
from kit.public_site import PublicSite
from kit.served_site import run_scenario


def test_a_prize_is_paid_while_its_ticket_has_games_to_come() -> None:
    async def scenario(hall: PublicSite) -> None:
        bets = (HeadsOrTails("heads", 100), HeadsOrTails("tails", 100), HeadsOrTails("evens", 100))
        for bet in bets:
            await hall.sell(bet, games=3)
        await hall.play()
        sold = await hall.web.ask_state(lambda site: list(site.keno.sold.values()))
        assert len(sold) == len(bets)
        for record in sold:
            await _collect(hall.web, record.entry)
        assert (await hall.web.ask_site(lambda site: site.balances)).get("prizes", 0) == 0

    run_scenario(PublicSite(), scenario)


def test_prizes_of_past_games_are_paid_and_no_row_is_called_changed(tmp_path: Path) -> None:
    settings = _settings(DemoOptions(tmp_path, "127.0.0.1", 0, 60.0))
    tills = tuple(Place(venue.venue, f"{venue.venue}-T2") for venue in VENUES)
    assert play_past(settings, Past(30, _first_commands, tills))
    with closing(SqliteStore(Path(settings.store))) as store:
        kinds = {event for row in store.rows() for event in row_facts(row).events}
    assert "SessionPaid" in kinds
    assert "Refused" not in kinds


def test_two_people_are_in_the_office_and_the_inspector_has_a_desk() -> None:
    pages = [(role, path) for _, role, _, _, path, _ in STAFF]
    assert sum(role == "office" for role, _ in pages) == 2, "one proposes, another confirms"
    assert ("inspector", "/inspector") in pages
