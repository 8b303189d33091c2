"""The till's API: one check for the price and the sale, one sale for however many presses."""

from __future__ import annotations

import asyncio
import json
from collections.abc import AsyncIterator
from datetime import timedelta
from typing import Any

import pytest

from eyesdown.keno.sales.commands import IssueReceipt, SellGiftVoucher
from eyesdown.rulebook.keno_words import Form, Tender
from kit.counter_site import CounterSite, Door, RunsScenario

REGULAR = {"type": "regular", "spots": [1, 2, 3], "subscription_cents": 100}
EVERY_FORM = [
    REGULAR | {"bonus": True},
    {"type": "keno2", "spots": [4, 5], "subscription_cents": 200},
    {"type": "heads_or_tails", "selection": "evens", "subscription_cents": 500},
    {"type": "racing", "bet": "win", "rows": [3], "subscription_cents": 100},
    {
        "type": "racing",
        "bet": "trifecta",
        "option": "box",
        "rows": [1, 2, 3],
        "subscription_cents": 50,
    },
    {
        "type": "racing",
        "bet": "quinella",
        "option": "standout",
        "standout": [2],
        "with": [3, 4],
        "subscription_cents": 50,
    },
    {
        "type": "racing",
        "bet": "trifecta",
        "option": "field",
        "standout": {"1": [5]},
        "subscription_cents": 50,
    },
    {"type": "roulette", "bet": "red_black", "selection": "red", "subscription_cents": 500},
    {"type": "roulette", "bet": "corner", "selection": [1, 2, 4, 5], "subscription_cents": 100},
    {
        "type": "combination",
        "game": "regular",
        "groups": [[1, 2], [3, 4]],
        "sizes": None,
        "subscription_cents": 100,
    },
]
SERIES = {"type": "prepick", "selections": ["heads", "tails"], "subscription_cents": 100}


def slip(*lines: Any, **more: Any) -> dict[str, Any]:
    return {"slip": "slip-1", "customer": "c-1", "lines": list(lines or [REGULAR]), **more}


@pytest.mark.parametrize("bet", EVERY_FORM, ids=lambda bet: f"{bet['type']}-{bet.get('bet', '')}")
def test_every_form_is_priced_sold_printed_and_replayed(site: RunsScenario, bet: Any) -> None:
    async def scenario(hall: CounterSite, door: Door) -> None:
        async with door.visit() as writer:
            price = (await writer.ask("/till/price", slip(bet))).json()
            assert price["refusals"] == []
            sold = (await writer.ask("/till/sell", slip(bet))).json()
            assert sold["cost"] == price["cost"]
            paper = await writer.get(f"{sold['ticket']}.svg")
            assert sold["serial"] in paper.text
            assert sold["check"] not in paper.text, "a screen shows no code that pays"
            asked = {"slip": "p", "because": ""}
            printed = (await writer.ask(f"/till/print/{sold['serial']}", asked)).json()
            assert (printed["copy"], sold["check"] in printed["svg"]) == (0, True)
            replay = (await writer.get(f"/till/replay?serial={sold['serial']}")).json()
            again = slip(*replay["lines"], slip="2", method="replay", replay_of=sold["serial"])
            assert (await writer.ask("/till/price", again)).json()["cost"] == price["cost"]

    site(scenario)


def test_a_series_runs_over_its_games(site: RunsScenario) -> None:
    async def scenario(hall: CounterSite, door: Door) -> None:
        async with door.visit() as writer:
            wrong = (await writer.ask("/till/price", slip(SERIES))).json()
            assert [no["code"] for no in wrong["refusals"]] == ["series/games"]
            right = (await writer.ask("/till/sell", slip(SERIES, games=2))).json()
            assert right["games"] == "Games 0 to 1, 2 games"

    site(scenario)


def test_price_and_sale_refuse_alike_and_say_which_clause(site: RunsScenario) -> None:
    async def scenario(hall: CounterSite, door: Door) -> None:
        async with door.visit() as writer:
            bad = slip(REGULAR | {"subscription_cents": 150}, cash_cents=100)
            price = (await writer.ask("/till/price", bad)).json()
            sale = await writer.ask("/till/sell", bad)
            assert sale.status_code == 409
            assert sale.json()["refusals"] == price["refusals"]
            short, step = price["refusals"]
            assert (short["code"], short["facts"]) == (
                "payment/short",
                {"tendered_cents": 100, "cost_cents": 150},
            )
            assert short["says"] == ("Not enough money: $1.00 was given, and the slip costs $1.50.")
            assert (step["code"], step["clause"]) == ("stake/not_a_step", "9(c)(i)")
            assert step["decision"] == "G21"
            assert step["says"] == "A stake of $1.50 can’t be sold; stakes go up by $1.00."

    site(scenario)


@pytest.mark.clause("nsw-keno", "9(c):max SST")
@pytest.mark.parametrize(
    ("cents", "codes"), [(24_900, []), (25_000, []), (25_100, ["entry/above_self_service_maximum"])]
)
def test_9_c_max_SST__a_self_service_entry_is_held_by_the_rule_itself(
    site: RunsScenario, cents: Any, codes: Any
) -> None:
    async def scenario(hall: CounterSite, door: Door) -> None:
        async with door.visit("club box") as player:
            asked = slip(REGULAR | {"subscription_cents": cents})
            price = (await player.ask("/till/price", asked)).json()
            assert [no["code"] for no in price["refusals"]] == codes
        async with door.visit() as writer:
            assert (await writer.ask("/till/price", asked)).json()["refusals"] == []

    site(scenario)


@pytest.mark.clause("central-site", "4.3")
def test_a_slip_is_sold_once_however_often_it_is_sent(site: RunsScenario) -> None:
    async def scenario(hall: CounterSite, door: Door) -> None:
        async with door.visit() as writer:
            asked = slip(cash_cents=500, change_as="cash_voucher")
            answers = await asyncio.gather(*(writer.ask("/till/sell", asked) for _ in range(5)))
            assert {answer.status_code for answer in answers} == {200}
            assert len({answer.json()["serial"] for answer in answers}) == 1
            assert len({answer.json()["change_document"] for answer in answers}) == 1
            changed = await writer.ask("/till/sell", slip(REGULAR | {"spots": [7]}))
            assert changed.status_code == 409
            assert changed.json()["serials"] == [answers[0].json()["serial"]]
            assert len(await hall.web.ask_state(lambda state: list(state.keno.sold))) == 1
        async with door.visit("hotel writer") as other:
            theirs = await other.ask("/till/sell", slip())
            assert theirs.json()["serial"] != answers[0].json()["serial"]

    site(scenario)


def test_a_game_that_closed_meanwhile_is_said_and_the_next_is_offered(site: RunsScenario) -> None:
    async def scenario(hall: CounterSite, door: Door) -> None:
        async with door.visit() as writer:
            seen = (await writer.ask("/till/price", slip())).json()["game"]["running"]
            await hall.close()
            late = await writer.ask("/till/sell", slip(game=seen))
            assert late.status_code == 409
            assert late.json()["moved"] is True
            following = late.json()["game"]
            assert (following["open"], following["number"]) == (True, 1)
            sold = await writer.ask("/till/sell", slip(game=following["running"], slip="again"))
            assert sold.json()["games"] == "Game 1"
            again = await writer.ask("/till/sell", slip(game=seen, slip="again"))
            assert again.json()["serial"] == sold.json()["serial"]  # an answer that was lost

    site(scenario)


def test_outside_games_nothing_is_sold(site: RunsScenario) -> None:
    async def scenario(hall: CounterSite, door: Door) -> None:
        hall.at += timedelta(minutes=4)
        async with door.visit() as writer:
            price = (await writer.ask("/till/price", slip())).json()
            assert [no["code"] for no in price["refusals"]] == ["entry/no_open_game"]
            assert price["game"]["open"] is False

    site(scenario)


def test_tenders_mix_and_change_comes_as_asked(site: RunsScenario) -> None:
    async def scenario(hall: CounterSite, door: Door) -> None:
        club = ("club", Form.REGULAR, 300, 300)
        await hall.do(SellGiftVoucher(hall.at, "GIFT00", *club))
        await hall.do(IssueReceipt(hall.at, "SST000", Tender.SST_RECEIPT, "club-sst", 500))
        async with door.visit() as writer:
            found = (await writer.get("/till/document?serial=sst000")).json()
            assert (found["words"], found["amount"]) == ("SST receipt", "$5.00")
            bet = REGULAR | {"subscription_cents": 700}
            asked = slip(bet, documents=["GIFT00", "SST000"], change_as="cash_voucher")
            price = (await writer.ask("/till/price", asked)).json()
            assert (price["refusals"], price["change"]) == ([], "$1.00")
            sold = (await writer.ask("/till/sell", asked)).json()
            assert sold["change_document_amount"] == "$1.00"
            paper = await writer.get(f"/till/paper/{sold['change_document']}.svg")
            assert "Cash voucher" in paper.text
            assert sold["change_document"] not in paper.text, "a screen never shows what pays"
            small = REGULAR | {"subscription_cents": 100}
            await hall.do(IssueReceipt(hall.at, "SST001", Tender.SST_RECEIPT, "club-sst", 500))
            left = slip(small, documents=["SST001"], cash_cents=500, slip="more")
            price = (await writer.ask("/till/price", left)).json()
            assert (price["change"], price["change_on_paper"]) == ("$9.00", "$4.00")
            more = (await writer.ask("/till/sell", left)).json()
            assert (more["change"], more["change_document_amount"]) == ("$5.00", "$4.00")
            paper = await writer.get(f"/till/paper/{more['change_document']}.svg")
            assert "Cash voucher" in paper.text
            used = (await writer.ask("/till/price", slip(bet, documents=["SST000"]))).json()
            assert "receipt/not_valid" in [no["code"] for no in used["refusals"]]
            unknown = await writer.ask("/till/price", slip(bet, documents=["NOBODY"]))
            assert (unknown.status_code, unknown.json()["field"]) == (422, "documents")
            chips = (await writer.ask("/till/price", slip(bet, chip_cents=700))).json()
            assert {no["code"] for no in chips["refusals"]} == {"tender/chip_outside_casino"}
        async with door.visit("casino writer") as casino:
            chips = (await casino.ask("/till/price", slip(bet, chip_cents=700))).json()
            assert chips["refusals"] == []

    site(scenario)


@pytest.mark.parametrize(
    ("wanted", "count"),
    [
        ({"kind": "spots", "game": "regular", "spots": 7, "count": 3}, 3),
        ({"kind": "spots", "game": "keno2", "spots": 40}, 1),
        ({"kind": "heads_or_tails"}, 1),
        ({"kind": "series", "games": 3}, 1),
        ({"kind": "series", "games": 3, "run": True}, 1),
        ({"kind": "racing", "bet": "trifecta"}, 1),
        ({"kind": "racing", "bet": "quinella", "box_rows": 4}, 1),
        ({"kind": "roulette", "bet": "straight_up", "count": 2}, 2),
        ({"kind": "superplay", "template": "Three pairs"}, 0),
    ],
    ids=str,
)
def test_what_the_terminal_picks_can_be_sold(site: RunsScenario, wanted: Any, count: Any) -> None:
    async def scenario(hall: CounterSite, door: Door) -> None:
        async with door.visit() as writer:
            asked = wanted | {"subscription_cents": 200}
            found = (await writer.ask("/till/pick", asked)).json()
            assert found["kwikipiks"] == count
            more = {"games": wanted.get("games", 1), "superplay": wanted.get("template", "")}
            price = await writer.ask("/till/price", slip(*found["bets"], **more))
            assert price.json()["refusals"] == []

    site(scenario)


@pytest.mark.parametrize(
    ("text", "bets", "games"),
    [
        ("5 12 23 $2 b x3", [("regular", 200)], 3),
        ("m k7 $4", [("keno2", 400)], 1),
        ("k7 l b $2", [("regular", 200), ("lucky_last", 100)], 1),
        ("m k3 l", [("keno2", 200), ("lucky_last", 100)], 1),
        ("c 4 8 15 l", [("regular", 100), ("lucky_last", 100)], 1),
        ("4 8 15 l b $2", [("regular", 200), ("lucky_last", 100)], 1),
        ("1 2 + 3 4 l", [("combination", 100), ("lucky_last", 100)], 1),
        ("hth $10 run", [("let_it_run", 1000)], 3),
        ("r tri 2 3 6 box", [("racing", 100)], 1),
        ("trifecta 2 3 6 box", [("racing", 100)], 1),
        ("o red $5", [("roulette", 500)], 1),
        ("red", [("roulette", 500)], 1),
        ("kwikipik 7 $2", [("regular", 200)], 1),
        ("1 2 + 3 4", [("combination", 100)], 1),
    ],
)
def test_the_quick_line_is_read_where_it_is_sold(
    site: RunsScenario, text: Any, bets: Any, games: Any
) -> None:
    async def scenario(hall: CounterSite, door: Door) -> None:
        async with door.visit() as writer:
            found = (await writer.ask("/till/quick", {"text": text})).json()
            read = [(bet["type"], bet["subscription_cents"]) for bet in found["bets"]]
            assert (read, found["games"]) == (bets, games)
            if "l" in text.split():
                marked, last = found["bets"]
                assert last["spots"] == sum(marked.get("groups", []), marked.get("spots", []))
                assert last["bonus"] == ("b" in text.split())
            price = await writer.ask("/till/price", slip(*found["bets"], games=games))
            assert price.json()["refusals"] == []

    site(scenario)


@pytest.mark.parametrize(
    ("text", "says"),
    [
        ("bonus", "The numbers are missing. Type 1 to 10"),
        ("lucky", "nothing to play in this line yet"),
        ("5 x0", "x0 isn’t a number of games"),
        ("5 $0", "$0 isn’t a stake"),
        ("five 1 2 3", "“five” isn’t understood"),
        ("even", "“even” isn’t understood"),
        ("racing 1 2", "Which bet on the race?"),
        ("k99", "No game has 99 numbers. Type k1 to k10, k15, k20 or k40."),
        ("h l", "Lucky Last needs numbers of its own. Leave l out, or add it to a line of"),
        ("r win 3 l", "Lucky Last needs numbers of its own."),
        ("o purple", "“purple” isn’t on the wheel. Type one bet after o, such as 17, 17/18,"),
        ("k10 $2 b ll", "“ll” isn’t understood"),
        ("5 6 $1,50", "Type cents after a point: $1.50"),
        ("5 6 $2 $3", "This line has both $2 and $3. Type only one of them."),
        ("5 6 x2 x3", "This line has both x2 and x3. Type only one of them."),
        ("hth x5", "hth is for 3 games"),
        ("5 12 x", "“x” isn’t understood"),
    ],
)
def test_a_line_that_cannot_be_is_answered_in_words(
    site: RunsScenario, text: str, says: str
) -> None:
    async def scenario(hall: CounterSite, door: Door) -> None:
        async with door.visit() as writer:
            answer = await writer.ask("/till/quick", {"text": text})
            assert answer.status_code == 422
            assert says in answer.json()["detail"]

    site(scenario)


def test_a_line_that_can_never_be_sold_stays_off_the_slip(site: RunsScenario) -> None:
    refused = {
        "k11": "There is no game with 11 numbers.",
        "5 6 $1.5": "A stake of $1.50 can’t be sold; stakes go up by $1.00.",
        "red $1": "A stake of $1.00 is too low; $5.00 is the least.",
        "5 6 x101": "101 games can’t be sold on one entry; 100 is the most.",
        f"5 6 x{10**14}": "100000000000000 games can’t be sold on one entry; 100 is the most.",
        "5 6 $10,000": "$10,000.00 is too much for one entry; $9,999.00 is the most.",
        "5 6 $200 x50": "$10,000.00 is too much for one entry; $9,999.00 is the most.",
        "o 17/30": "Roulette has no split on 17/30.",
    }

    async def scenario(hall: CounterSite, door: Door) -> None:
        async with door.visit() as writer:
            for text, says in refused.items():
                entered = (await writer.ask("/till/quick", {"text": text})).json()
                assert entered["refusals"][0]["says"] == says
                looked = (await writer.ask("/till/quick", {"text": text, "look": True})).json()
                assert looked == {"shown": says, "wrong": True}
            # Other lines of the slip can make these good.
            for text in ("1 2 + 3 4 + 5 6 + 7 8 $0.25", "r win 3 $0.5"):
                assert (await writer.ask("/till/quick", {"text": text})).json()["refusals"] == []

    site(scenario)


def test_the_line_understood_has_its_whole_cost(site: RunsScenario) -> None:
    costs = {
        "5 6 $2 b x3": "$12.00",
        "hth": "$3.00",
        "hth run $10": "$10.00",
        "hth run $10 b": "$20.00",
        "c k7 $2 b l x5": "$30.00",
        "m 1 2": "$2.00",
    }

    async def scenario(hall: CounterSite, door: Door) -> None:
        async with door.visit() as writer:
            for text, cost in costs.items():
                looked = (await writer.ask("/till/quick", {"text": text, "look": True})).json()
                assert looked["shown"].endswith(f". {cost}"), looked
                found = (await writer.ask("/till/quick", {"text": text})).json()
                price = await writer.ask("/till/price", slip(*found["bets"], games=found["games"]))
                assert price.json()["cost"] == cost, text

    site(scenario)


@pytest.mark.parametrize(
    ("text", "code"),
    [
        ("5 12 $1.50", "stake/not_a_step"),
        ("m 5 12 $1", "stake/below_minimum"),
        ("o red $4", "stake/below_minimum"),
        ("5 12 x101", "entry/games"),
        ("5 12 $10,000", "entry/above_maximum"),
        ("81", "spots/no_such_number"),
    ],
)
def test_a_line_that_no_slip_can_have_stays_in_the_field(
    site: RunsScenario, text: str, code: str
) -> None:
    async def scenario(hall: CounterSite, door: Door) -> None:
        async with door.visit() as writer:
            [refusal] = (await writer.ask("/till/quick", {"text": text})).json()["refusals"]
            assert refusal["code"] == code
            looked = (await writer.ask("/till/quick", {"text": text, "look": True})).json()
            assert looked == {"shown": refusal["says"], "wrong": True}

    site(scenario)


def test_what_another_line_can_put_right_reaches_the_slip(site: RunsScenario) -> None:
    """Fifty cents on a race, a Combination below the Entry's least: more lines may make it up."""

    async def scenario(hall: CounterSite, door: Door) -> None:
        async with door.visit() as writer:
            for text in ("r win 3 $0.50", "1 2 + 3 4 $0.50"):
                found = (await writer.ask("/till/quick", {"text": text})).json()
                assert found["refusals"] == [], text
                assert found["bets"], text

    site(scenario)


# --- bad input ------------------------------------------------------------------------------------

WRONG = [
    ({"lines": "none"}, "lines"),
    ({"lines": [REGULAR] * 101}, "lines"),
    ({"lines": [{"type": "regular", "spots": ["7"], "subscription_cents": 100}]}, "lines.1.spots"),
    ({"games": -1}, "games"),
    ({"games": 1.5}, "games"),
    ({"games": 10**30}, "games"),
    ({"slip": "../1"}, "slip"),
    ({"slip": None}, "slip"),
    ({"customer": "x" * 61}, "customer"),
    ({"method": "internet"}, "method"),
    ({"change_as": "account"}, "change_as"),
    ({"runner": "a\ud800b"}, "runner"),
    ({"card": ["c"]}, "card"),
    ({"card": "x" * 121}, "card"),
    ({"documents": [1]}, "documents"),
    ({"cash_cents": "5"}, "cash_cents"),
]


@pytest.mark.parametrize(("facts", "field"), WRONG, ids=lambda value: str(value)[:40])
def test_what_is_of_the_wrong_shape_is_named(site: RunsScenario, facts: Any, field: Any) -> None:
    async def scenario(hall: CounterSite, door: Door) -> None:
        async with door.visit() as writer:
            sale = await writer.ask("/till/sell", slip() | facts)
            assert (sale.status_code, sale.json()["field"]) == (422, field)
            price = await writer.ask("/till/price", slip() | facts)
            if field.startswith("lines."):  # shown red on the slip, with what is wrong with it
                assert (price.status_code, price.json()["wrong_lines"]) == (200, [1])
            else:
                assert (price.status_code, price.json()["field"]) == (422, field)

    site(scenario)


@pytest.mark.parametrize(
    ("body", "status"),
    [
        (b"", 422),
        (b"[]", 422),
        (b"{" * 5000, 422),
        (b"[" * 60_000, 422),
        (b'{"slip": ' + b"9" * 5000 + b"}", 422),
        (b'{"text": "' + b"x" * 70_000 + b'"}', 413),
    ],
    ids=lambda value: str(value)[:12],
)
def test_what_is_no_slip_at_all_is_answered(site: RunsScenario, body: Any, status: Any) -> None:
    async def scenario(hall: CounterSite, door: Door) -> None:
        async def chunks() -> AsyncIterator[bytes]:
            yield body

        async with door.visit() as writer:
            headers = {"x-csrf": writer.csrf, "content-type": "application/json"}
            for content in (body, chunks()):
                answer = await writer.http.post("/till/sell", content=content, headers=headers)
                assert answer.status_code == status
                assert json.loads(answer.text)["title"]

    site(scenario)


def test_only_our_own_page_of_somebody_signed_on_may_ask(site: RunsScenario) -> None:
    async def scenario(hall: CounterSite, door: Door) -> None:
        async with door.visit() as writer:
            assert (await writer.ask("/till/sell", slip(), csrf="")).status_code == 403
            assert (await writer.ask("/till/sell", slip(), csrf="guess")).status_code == 403
            assert (await writer.get("/terminal")).status_code == 403
            writer.http.cookies.clear()
            ended = await writer.ask("/till/sell", slip())
            assert ended.status_code == 401
            assert "nothing you sent was done" in ended.json()["detail"]
            assert (await writer.get("/counter")).headers["location"].startswith("/sign-on")
        async with door.visit("club box") as box:
            for path in ("/counter", "/counter/pay", "/counter/cash-up"):
                assert (await box.get(path)).status_code == 403
        assert not await hall.web.ask_state(lambda state: list(state.keno.sold))

    site(scenario)


def test_somebody_elses_papers_stay_theirs(site: RunsScenario) -> None:
    async def scenario(hall: CounterSite, door: Door) -> None:
        async with door.visit() as writer:
            sold = (await writer.ask("/till/sell", slip())).json()
            assert (await writer.get(f"{sold['ticket']}.pdf")).content[:5] == b"%PDF-"
            assert (await writer.get(f"{sold['ticket']}.exe")).status_code == 404
            assert (await writer.get("/till/ticket/NOBODY.pdf")).status_code == 404
        async with door.visit("hotel writer") as other:
            for name in ("ticket", "paper", "print-pay"):
                answer = await other.get(f"/till/{name}/{sold['serial']}.pdf")
                assert answer.status_code == 404

    site(scenario)
