"""A command as a client sends it: one meaning, one way of writing it, nothing of the site's."""

from __future__ import annotations

import json
from datetime import datetime
from typing import Any, get_args

import pytest
from msgspec import structs

from eyesdown.central.keno.machine import COMMANDS, SYDNEY, SiteCommand
from eyesdown.demo.keno_load import Ask, places, sale
from eyesdown.keno.bets.bet import Regular
from eyesdown.kernel.errors import BadInput
from eyesdown.kernel.written import replace
from eyesdown.web.api.command_reader import (
    COMMAND_BYTES_MAX,
    CommandReader,
    Envelope,
    Sent,
    opened,
)
from eyesdown.web.hall.api.vocabulary import HALL
from eyesdown.web.keno.api.vocabulary import ENTRY_LINES_MAX, KENO

READER = CommandReader(KENO)
SALE = sale(
    datetime(2026, 11, 15, 10, tzinfo=SYDNEY), "", places(1)[0], Ask((Regular((1,), 100),), 1, 100)
)


def order(**changes: Any) -> dict[str, Any]:
    plain: dict[str, Any] = COMMANDS.plain(SALE)
    for name in KENO.set_by_the_site:
        plain.pop(name, None)
    return plain | changes


def one(body: bytes) -> Sent:
    envelope = opened(body)
    assert not isinstance(envelope, list)
    return READER.read(envelope)


def sent(command: Any) -> Sent:
    return one(json.dumps({"id": "till/1", "command": command}).encode())


def test_it_is_the_command_but_for_its_time() -> None:
    found = sent(order())
    assert found.command_id == "till/1"
    assert type(found.command) is type(SALE)
    assert replace(found.command, at=SALE.at) == SALE


def test_the_same_meaning_is_the_same_in_whatever_words() -> None:
    plain = order()
    turned = dict(reversed(plain.items()))
    brief = {name: value for name, value in plain.items() if name != "change_as"}
    spaced = json.dumps({"command": turned, "id": "other"}, indent=3).encode()
    escaped = json.dumps({"id": "x", "command": plain}).replace("cash", "c\\u0061sh").encode()
    known = sent(plain).asked
    assert {one(spaced).asked, one(escaped).asked, sent(brief).asked} == {known}
    assert sent(order(location="bar")).asked != known


def test_every_command_lacks_only_what_the_site_puts_in() -> None:
    assert set(READER.whole.values()) == set(get_args(SiteCommand))
    for as_sent, kind in READER.whole.items():
        names = {field.name: field.required for field in structs.fields(kind)}
        left = {field.name: field.required for field in structs.fields(as_sent)}
        assert {name: names[name] for name in names if name not in KENO.set_by_the_site} == left


@pytest.mark.parametrize("name", KENO.set_by_the_site)
def test_what_the_site_puts_in_is_not_taken_from_a_client(name: str) -> None:
    for words in (name, "".join(f"\\u{ord(letter):04x}" for letter in name)):
        text = json.dumps({"id": "till/1", "command": order(field=None)})
        with pytest.raises(BadInput) as no:
            one(text.replace("field", words).encode())
        assert (no.value.field, no.value.message) == (f"command.{name}", "is set by the site")


@pytest.mark.parametrize(
    ("body", "kind"),
    [
        (b'{"id": "x", "command": {"type": "AcceptEntry"}}', "AcceptEntry"),
        (b'{"id": 7, "command": {"more": 1, "type": "OpenDay"}}', "OpenDay"),
        (b'{"id": "x", "command": {"type": "Nothing"}}', "?"),
        (b'{"id": "x", "command": {"type": 7}}', "?"),
        (b'{"id": "x", "command": {"type": "\xff"}}', "?"),
        (b'{"id": "x", "command": []}', "?"),
        (b'{"id": "x"}', "?"),
        (b'"x"', "?"),
    ],
)
def test_a_bad_command_is_counted_by_what_it_wants_to_be(body: bytes, kind: str) -> None:
    envelope = opened(body)
    assert envelope is None or isinstance(envelope, Envelope)
    assert READER.kind_of(envelope) == kind
    with pytest.raises(BadInput):
        READER.read(envelope)


@pytest.mark.parametrize("cents", [10**11 + 1, 10**30, -(10**12)])
def test_a_number_larger_than_anything_we_count_is_no_command(cents: int) -> None:
    """One that was taken would stand in the state, and no snapshot could be kept of it."""
    plain = order()
    plain["tenders"][0]["cents"] = 10**11
    assert sent(plain).command.tenders[0].cents == 10**11
    plain["tenders"][0]["cents"] = cents
    with pytest.raises(BadInput, match="out of range"):
        sent(plain)


@pytest.mark.parametrize(
    ("cents", "fine"),
    [
        (f"{10**11}/1", True),
        (f"-{3 * 10**11}/3", True),
        (f"1/{10**11}", True),
        (f"{10**11 + 1}/1", False),
        (f"-{10**30}/7", False),
        (f"1/{10**11 + 1}", False),
    ],
)
def test_parts_of_a_cent_are_as_large_and_as_fine_as_we_count(cents: str, *, fine: bool) -> None:
    told = {"type": "ReportPool", "jackpot": "regular/10", "jurisdiction": "qld"}
    if fine:
        assert sent(told | {"contributed_cents": cents}).command.contributed_cents
    else:
        with pytest.raises(BadInput, match="out of range"):
            sent(told | {"contributed_cents": cents})


def test_a_long_row_of_digits_in_a_text_is_no_number() -> None:
    assert sent(order(location="1" * 30)).command.location == "1" * 30


WRITTEN_OTHERWISE = [
    ("ApprovePrize", "from_at", "2026-11-16T00:00:00"),
    ("AppointVenue", "opens", "06:00:00Z"),
    ("AppointVenue", "closes", "06:00:00.5"),
    ("SetGrowthRate", "rate", "0.05"),
    ("AgreeCommission", "rate", "1"),
    ("ReportPool", "contributed_cents", "9" * 30),
    ("ReportPool", "won_cents", "0." + "3" * 300),
]
OFFICE: dict[str, dict[str, Any]] = {
    "ApprovePrize": {
        "prize": "B1",
        "bonus": True,
        "cents": 100,
        "approval": "A",
        "form": "regular",
        "spots": 3,
        "caught": 3,
        "from_at": "2026-11-16T00:00:00+11:00",
        "to_at": "2026-11-17T00:00:00Z",
    },
    "AppointVenue": {
        "venue": "V1",
        "kind": "club",
        "name": "One",
        "area": "Sydney",
        "approval": "A",
        "premises": [],
        "permitted_area": [],
        "opens": "06:00:00",
        "closes": "05:59:59",
    },
    "SetGrowthRate": {"jackpot": "regular/7", "rate": "1/20", "from_day": "2026-11-16"},
    "AgreeCommission": {"venue": "V1", "rate": None},
    "ReportPool": {"jackpot": "regular/7", "jurisdiction": "VIC", "contributed_cents": "5/1"},
}


@pytest.mark.parametrize(("kind", "field", "text"), WRITTEN_OTHERWISE)
def test_it_is_written_as_it_is_described(kind: str, field: str, text: str) -> None:
    """A moment without a zone, hours with one and numbers past all bounds broke what came later."""
    told = {"type": kind, **OFFICE[kind]}
    assert sent(told)
    with pytest.raises(BadInput) as no:
        sent(told | {field: text})
    assert no.value.field == field


@pytest.mark.parametrize("name", ["site/1/close", "site/", "a\0b", "a\nb", "caf\u00e9"])
def test_an_id_is_plain_and_never_one_of_the_sites_own(name: str) -> None:
    """Whoever took the name of a step before the site does it would stop its clockwork."""
    with pytest.raises(BadInput, match="printable ASCII"):
        one(json.dumps({"id": name, "command": order()}).encode())
    assert one(json.dumps({"id": "till/site/1", "command": order()}).encode())


@pytest.mark.parametrize(
    "text",
    [
        "\0",
        "bar\0",
        "\x1b[2J",
        "\x7f",
        "\x9b2J",
        "bar\n",
        "\u202ebar",
        "x" * 2001,
        "\N{SNOWMAN}" * 667,
    ],
)
def test_a_text_that_nobody_could_file_or_print_is_no_command(text: str) -> None:
    """One that was taken would fail with its whole batch, and with every next try."""
    assert sent(order(location="x" * 2000)).command.location == "x" * 2000
    assert sent(order(location="\\u0000")).command.location == "\\u0000"
    with pytest.raises(BadInput, match=r"must be a string of at most|cannot be printed"):
        sent(order(location=text))


def test_a_command_is_not_larger_than_the_journal_should_keep_of_a_refused_one() -> None:
    """Space counts: what is measured is what was sent."""
    body = json.dumps({"id": "till/1", "command": order()})
    padded = body.replace('"command": {', '"command": {' + " " * COMMAND_BYTES_MAX)
    with pytest.raises(BadInput, match="at most 64,000 bytes"):
        one(padded.encode())
    largest = tuple(Regular(tuple(range(1, 16)), 100) for _ in range(ENTRY_LINES_MAX))
    entry = COMMANDS.plain(replace(SALE, entry=replace(SALE.entry, lines=largest)))["entry"]
    assert len(sent(order(entry=entry)).command.entry.lines) == ENTRY_LINES_MAX


def test_instructions_may_be_long() -> None:
    long = {"type": "PublishInstructions", "version": "1", "medium": "wall", "text": "x" * 70_000}
    assert len(sent(long).command.text) == 70_000
    digits = long | {"text": "1" * 5000 + "/1"}  # more than Python would read as a number
    assert sent(digits).command.text == digits["text"]
    with pytest.raises(BadInput, match="must be a string"):
        sent(long | {"text": "x\0"})
    with pytest.raises(BadInput):
        sent(long | {"text": "what an operator's screen would obey\x1b[2J"})


@pytest.mark.clause("nsw-keno", "10B(a)(i)")
@pytest.mark.parametrize(("to_day", "taken"), [("2026-12-01", True), ("2026-11-30", False)])
def test_10B_a__a_period_does_not_end_before_it_begins(to_day: str, taken: bool) -> None:
    flex = {"type": "FlexContribution", "category": "I", "change": "1/20"}
    period = {"from_day": "2026-12-01", "to_day": to_day}
    if taken:
        assert sent(flex | period).command.to_day.isoformat() == to_day
        return
    with pytest.raises(BadInput, match="2026-11-30 lies before from_day, 2026-12-01") as no:
        sent(flex | period)
    assert no.value.field == "to_day"


@pytest.mark.parametrize(
    "body",
    [
        b'{"id":"a","id":"b","command":{"type":"CallNumber"}}',
        b'{"id":"a","command":{"type":"CallNumber"},"command":{"type":"Claim"}}',
    ],
)
def test_an_envelope_says_one_id_and_one_command(body: bytes) -> None:
    with pytest.raises(BadInput, match="one id and one command"):
        one(body)
    assert opened(b"[%s]" % body) == [None], "the others of a list are read"


def test_an_id_with_a_colon_is_an_id() -> None:
    assert one(json.dumps({"id": "till:1", "command": order()}).encode()).command_id == "till:1"


@pytest.mark.parametrize(("field", "again"), [("type", type(SALE).__name__), ("location", "bar")])
def test_a_field_that_is_there_twice_is_no_command(field: str, again: str) -> None:
    body = json.dumps({"id": "till/1", "command": {"first": 0, **order()}})
    with pytest.raises(BadInput) as wrong:
        one(body.replace('"first": 0', f'"{field}": "{again}"').encode())
    assert (wrong.value.field, wrong.value.message) == (field, "is there twice; give it once")


def test_a_field_of_a_line_that_is_there_twice_is_no_command() -> None:
    body = json.dumps({"id": "till/1", "command": order()})
    assert body.count('"spots":') == 1
    with pytest.raises(BadInput, match="twice"):
        one(body.replace('"spots":', '"spots": [7], "spots":').encode())


HALLS = CommandReader(HALL)


def hall_command(kind: str, **fields: Any) -> Any:
    envelope = opened(json.dumps({"id": "h1", "command": {"type": kind, **fields}}).encode())
    assert not isinstance(envelope, list)
    return HALLS.read(envelope).command


@pytest.mark.parametrize(
    ("closes_at", "words"),
    [
        ("2026-06-02T19:00+10:00", "must be a day and time with seconds and zone"),
        ("2026-06-02T19:00:00", "must be a day and time with seconds and zone"),
        ("tonight", "must be a day and time with seconds and zone"),
        (7, "must be a day and time with seconds and zone"),
        ("9999-12-31T23:59:59Z", "must be in the years 1900 to 2199"),
        ("0001-01-01T00:00:00+10:00", "must be in the years 1900 to 2199"),
        ("\\u0039999-12-31T23:59:59Z", "must be in the years 1900 to 2199"),
    ],
)
def test_a_time_that_cannot_be_is_refused_in_plain_words(closes_at: Any, words: str) -> None:
    body = json.dumps({"type": "ShowClosingSign", "session": "tue", "closes_at": closes_at})
    envelope = opened(b'{"id":"h1","command":%s}' % body.replace("\\\\u", "\\u").encode())
    assert not isinstance(envelope, list)
    with pytest.raises(BadInput) as wrong:
        HALLS.read(envelope)
    assert wrong.value.field == "closes_at"
    assert wrong.value.message.startswith(words)


def test_the_first_and_last_times_that_are_taken() -> None:
    for closes_at in ("1900-01-01T00:00:00Z", "2199-12-31T23:59:59Z"):
        assert hall_command("ShowClosingSign", session="tue", closes_at=closes_at)


@pytest.mark.parametrize(
    ("kind", "fields", "field", "words"),
    [
        ("OpenTill", {"point": 7}, "point", "must be a string"),
        ("OpenTill", {"float_cents": "5"}, "float_cents", "must be a whole number"),
        ("OpenTill", {"float_cents": 0.5}, "float_cents", "must be a whole number"),
        ("FixGamingDay", {"starts": "06:00"}, "starts", "must be a time of day with seconds"),
        ("SellCards", {"cards": 3}, "cards", "must be a list"),
        ("CloseSession", {"early": "no"}, "early", "must be true or false"),
        ("PayPrize", {"parts": [1]}, "parts", "must be an object"),
        ("TakeInSeries", {"stock": {"type": "Plan"}}, "stock.type", "'Plan' is not one of the"),
    ],
)
def test_a_value_of_the_wrong_kind_is_refused_in_plain_words(
    kind: str, fields: dict[str, Any], field: str, words: str
) -> None:
    with pytest.raises(BadInput) as wrong:
        hall_command(kind, **fields)
    assert (wrong.value.field, wrong.value.message[: len(words)]) == (field, words)


@pytest.mark.parametrize("number", ["1e999", "-1e999", "9" * 5000, "1" + "0" * 30])
def test_a_number_that_no_type_holds_is_no_command(number: str) -> None:
    body = '{"id":"h1","command":{"type":"CountTill","point":"d","by":"x","counted_cents":%s}}'
    envelope = opened((body % number).encode())
    assert not isinstance(envelope, list)
    with pytest.raises(BadInput) as wrong:
        HALLS.read(envelope)
    assert (wrong.value.field, wrong.value.message) == ("counted_cents", "is out of range")


@pytest.mark.parametrize(
    ("kind", "fields", "wrong_field"),
    [
        ("PlanSession", {"session": ""}, "session"),
        ("PlanSession", {"session": "19/11"}, "session"),
        ("PlanSession", {"session": "19 November"}, ""),
        ("RegisterPerson", {"person": " "}, "person"),
        ("RegisterPerson", {"person": "ann"}, ""),
        ("OpenSalePoint", {"point": ""}, "point"),
        ("RegisterSeries", {"serial": "", "cards": []}, ""),  # the books refuse it
        ("RegisterSeries", {"serial": "AB/1", "cards": []}, ""),
    ],
)
def test_a_name_is_there_and_a_session_s_name_fits_into_an_address(
    kind: str, fields: dict[str, Any], wrong_field: str
) -> None:
    more = {"starts_at": "2026-06-02T19:00:00Z", "games": []} if kind == "PlanSession" else {}
    if not wrong_field:
        assert hall_command(kind, **fields, **more)
        return
    with pytest.raises(BadInput) as wrong:
        hall_command(kind, **fields, **more)
    assert wrong.value.field == wrong_field
