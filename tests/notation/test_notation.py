"""What the notation says and how it says that something is wrong."""

from __future__ import annotations

import re
from datetime import datetime
from fractions import Fraction
from typing import Any

import pytest

from eyesdown.keno.games.events import Carried, GameSettled
from eyesdown.keno.words.entry import Staked
from eyesdown.keno.words.tickets import Carry
from eyesdown.kernel.cite import Clause, Refusal, refusal_json
from eyesdown.kernel.errors import NotInForce
from eyesdown.notation.cursor import EyesError
from eyesdown.notation.document import Asked, parse, print_script
from eyesdown.notation.player import in_json, replay
from eyesdown.notation.shapes import hints_of
from eyesdown.notation.vocabulary import GAMES, vocabulary_of
from eyesdown.notation.words import UNSAID, words_of

HEAD = "book family-bingo on 2026-06-01\n"
BINGO = "book nsw-casino-bingo on 2026-06-01\n"
KENO = "book nsw-keno on 2026-06-01\n"
CARD = """card F1
   B  I  N  G  O
   3 17 32 48 62
  11 22 45 57 70
   8 29 FR 50 66
  14 19 38 46 75
   1 25 41 60 73
"""


@pytest.mark.parametrize(
    ("text", "line", "column", "expected"),
    [
        ("", 1, 1, "a first line like: book"),
        ("# only a comment\n", 1, 1, "a first line like: book"),
        ("buch x\n", 1, 1, "a first line like: book"),
        ("book tombola on 2026-06-01\n", 1, 6, "not on the shelf; take one of nz-casino-bingo"),
        ("book central-site on 2026-06-01\n", 1, 6, "central-site has no games to play"),
        ("book family-bingo on 2026-06-31\n", 1, 22, "a day of the calendar"),
        ("book family-bingo on 2026-06-01 please\n", 1, 32, "the end of the line, found a bl"),
        (HEAD + "call 17\n", 2, 1, "'> ' and a command"),
        (HEAD + "  Orphan\n", 2, 1, "or a # comment, found a blank"),
        (HEAD + "> call disc disc = 17\n", 2, 17, "'=' after disc, found a blank"),
        (HEAD + "> cal disc disc=17\n", 2, 3, "a command such as call disc"),
        (HEAD + "> shout loudly\n", 2, 3, "a command: begin series, deal card"),
        (HEAD + "> call 17\n", 2, 3, "a command such as call disc, found call"),
        (BINGO + "> shout loudly\n", 2, 3, "a command; `eyesdown play --words BOOK` lists all"),
        (HEAD + "> call disc disk=17\n", 2, 13, "one of the fields by, disc, letter"),
        (HEAD + "> call disc disc=17 disc=18\n", 2, 21, "one of the fields by, letter"),
        (HEAD + "> call disc disc=B17\n", 2, 18, "a whole number"),
        (HEAD + "> call disc disc:17\n", 2, 17, "'=' after disc"),
        (HEAD + "> call disc\n", 2, 12, "the field disc"),
        (HEAD + "> call disc disc=17 =\n", 2, 21, "a field of CallDisc"),
        (HEAD + "> begin series cards=[@F9]\n", 2, 24, "one of the drawings (none is drawn)"),
        (HEAD + "> begin series cards=(1 2)\n", 2, 22, "a list like [1 2 3]"),
        (HEAD + CARD + "> begin series cards=[@F1 auto_cover=yes\n", 9, 27, "a drawing like @T0"),
        (HEAD + CARD + "> begin series cards=[@F1] auto_cover=maybe\n", 9, 39, "yes or no"),
        (HEAD + "card F1\n> start round\n", 3, 1, "the lines of a card, found none"),
        (HEAD + "card F1\n   3 17 xx 48 62\n", 3, 9, "a number, a dot or FR, found xx"),
        (HEAD + "card F1\n   3 17 \u0667 48 62\n", 3, 9, "a number, a dot or FR"),
        (HEAD + f"card F1\n   3 17 {'9' * 5000}\n", 3, 9, "a number, a dot or FR"),
        (HEAD + '> cry bingo player="Ana\n', 2, 20, "a closing quote"),
        (HEAD + "> start round\n  RoundStarten round=1\n", 3, 3, "an event such as RoundStarted"),
        (HEAD + "> start round\n  RoundStarted round=one\n", 3, 22, "a whole number"),
        (HEAD + "> start round\n  RoundStarted round=1\n", 3, 23, "the field discs"),
        (HEAD + "settings strict_banding=yes\n", 2, 10, "no settings: this book has none"),
        (BINGO + "settings strict=yes\n", 2, 10, "one of the fields strict_banding"),
        (BINGO + "> open pool pool=Jack\n", 2, 3, "a time before the command"),
        (BINGO + "> 19:00 open pool at=19:01 pool=J\n", 2, 19, "one of the fields"),
        (BINGO + "> 25:00 open pool pool=Jack\n", 2, 3, "a time of the clock"),
        (BINGO + "day tomorrow\n", 2, 5, "a day like 2026-06-01"),
        (BINGO + "> 19:00 pay prize award=a parts=[Part(method=cash)]\n", 2, 50, "amount_cents"),
        (
            BINGO + "> 19:00 pay prize award=a parts=[Part(method=cash amount_cents=5)]\n",
            2,
            64,
            "an amount like $12.50",
        ),
        (KENO + "> 09:00 sign on person=x duty=king place=y\n", 2, 31, "one of supervisor, senior"),
        (KENO + "> 09:00 agree commission venue=x rate=x\n", 2, 39, "a fraction like 3/4"),
        (KENO + "> 09:00 agree commission venue=x rate=3/0\n", 2, 39, "a fraction that is a"),
        (KENO + "> 09:00 agree commission venue=x rate=3/00\n", 2, 39, "a fraction that is a"),
        (HEAD + "> call disc disc=\u0667\n", 2, 18, "a whole number"),
        (HEAD + f"> call disc disc={'9' * 5000}\n", 2, 18, "a whole number of at most 1000 char"),
        (HEAD + "> call disc disc=7 letter=B by=x no=1\n", 2, 34, "the end of the line"),
        (BINGO + "day 9999-12-31\n", 2, 5, "a day of the calendar"),
        (BINGO + "day 0001-12-31\n", 2, 5, "a day of the calendar"),
        (BINGO + "> 9999-12-31T19:00 open pool pool=J\n", 2, 3, "a day and time like"),
    ],
)
def test_an_error_names_line_column_and_what_was_expected(
    text: str, line: int, column: int, expected: str
) -> None:
    with pytest.raises(EyesError) as caught:
        parse(text)
    assert expected in caught.value.message
    assert (caught.value.line, caught.value.column) == (line, column)
    assert caught.value.field == f"line {line}, column {column}"


def test_comments_blanks_days_and_drawings_are_kept() -> None:
    text = (
        "# before the book\n\n"
        + HEAD
        + "\n# a comment\n"
        + CARD
        + "\nday 2026-06-02\n> begin series cards=[@F1] rounds_agreed=2\n"
        + "  SeriesBegun cards=[@F1] scoring=rounds rounds_agreed=2 auto_cover=yes\n"
    )
    assert print_script(parse(text)) == text
    assert print_script(replay(parse(text))) == text


def test_a_time_without_a_date_is_on_the_day_of_the_file() -> None:
    text = (
        BINGO
        + "> 19:00:05 open pool pool=Jack\n"
        + "day 2026-06-02\n"
        + "> 00:30 open pool pool=Jill\n"
        + "> 2026-06-01T23:00 open pool pool=Joe\n"
    )
    script = parse(text)
    moments = [item.command.at.isoformat() for item in script.items if hasattr(item, "command")]
    assert moments == ["2026-06-01T19:00:05", "2026-06-02T00:30:00", "2026-06-01T23:00:00"]
    assert print_script(script) == text


def test_an_event_says_what_differs_from_its_command() -> None:
    text = (
        BINGO
        + "> 19:00 open pool pool=Jack\n"
        + "  PoolOpened pool=Jack\n"
        + "  PoolOpened at=19:01 pool=Jack sequence=Winter\n"
    )
    (asked,) = [item for item in parse(text).items if hasattr(item, "events")]
    same, later = asked.events
    assert same.at == asked.command.at
    assert (later.at.minute, later.sequence) == (1, "Winter")
    assert print_script(parse(text)) == text


def test_a_text_that_begins_like_nothing_is_a_text() -> None:
    text = KENO + "> 09:00 sell chips venue=nonesuch face_cents=$1.00 paid_cents=$1.00\n"
    (asked,) = parse(text).items
    assert asked.command.venue == "nonesuch"
    assert print_script(parse(text)) == text


def test_settings_change_the_hall() -> None:
    strict = BINGO + "settings strict_banding=yes forfeit_scope=card\n"
    script = parse(strict)
    assert script.settings.strict_banding
    assert script.settings.forfeit_scope == "card"
    assert print_script(script) == strict
    assert parse(BINGO).settings is None
    with pytest.raises(
        EyesError, match=r"column 10: forfeit_scope must be player or card or completion"
    ):
        parse(BINGO + "settings forfeit_scope=never\n")


def test_a_period_that_ends_before_it_begins_is_not_played() -> None:
    flex = "> 09:00 flex contribution category=I change=1/100 from_day=2026-06-02 to_day="
    script = parse(KENO + flex + "2026-06-01\n")
    with pytest.raises(EyesError, match="to_day: 2026-06-01 lies before from_day, 2026-06-02"):
        replay(script)
    assert len(replay(parse(KENO + flex + "2026-06-02\n")).items) == 1


def test_a_book_not_yet_in_force_cannot_be_played() -> None:
    script = parse("book nsw-keno on 2020-01-01\n")
    with pytest.raises(NotInForce, match="rules/not_in_force"):
        replay(script)


SCOPED = """book vic-bingo on 2026-06-01
in session=mon game=2
> 18:00 start game
> 18:01 start game session=tue game=1
> 18:02 announce by=cal topics=[]
in
"""


def test_an_in_line_says_what_a_command_must_name_and_does_not() -> None:
    script = parse(SCOPED)
    first, second, third = [item.command for item in script.items if isinstance(item, Asked)]
    assert (first.session, first.game) == ("mon", 2)
    assert (second.session, second.game) == ("tue", 1)
    assert (third.session, third.game) == ("mon", 0)  # 0 is every game: a default is no gap
    assert print_script(script) == SCOPED
    with pytest.raises(EyesError, match="the field session"):
        parse(SCOPED + "> 18:03 start game\n")


def test_blanks_too_many_do_no_harm() -> None:
    loose = SCOPED.replace("session=tue game", "session=tue   game").replace("[]\n", "[]  \n")
    assert print_script(parse(loose)) == SCOPED


@pytest.mark.parametrize("book", sorted(GAMES))
def test_the_list_of_words_leaves_no_command_out(book: str) -> None:
    told = "\n".join(words_of(book))
    for verb, record in vocabulary_of(book).commands.items():
        assert re.search(rf"^> (TIME )?{verb}\b", told, re.MULTILINE)
        assert all(f"{name}=" in told for name in hints_of(record) if name not in UNSAID)


SALE = f"""{KENO}> 08:00 appoint venue venue=c kind=club name=C area=A approval=A premises=[b] \
permitted_area=[b] opens=10:00 closes=23:00
> 08:00 approve terminal terminal=c-1 venue=c self_service=no approval=A
> 08:00 sign on person=sue duty=supervisor place=central
> 08:00 sign on person=sam duty=senior_writer place=c
> 08:00 open day
> 10:00 open game closes_at=10:05
> 10:01 accept entry entry=Entry(serial=S1 lines=[Keno2(spots=[1] subscription_cents=$2.00)] \
games=1 channel=venue method=form venue=c terminal=c-1) \
tenders=[Tendered(tender=cash cents=$2.00)] delivered=yes
> 10:05 close game
> 10:05 record draw game=0 numbers=[{" ".join(map(str, range(1, 21)))}] device=D site=central \
medium=disk
> 10:05 settle game game=0
"""


@pytest.mark.parametrize(
    ("said", "event"),
    [
        ("S1 check=printed", "ClaimLodged"),
        ("S1 check=0", "Refused"),
        ("S2 check=printed", "Refused"),
    ],
)
def test_a_ticket_is_claimed_as_the_site_printed_it(said: str, event: str) -> None:
    claim = f"> 10:06 claim prize session=s venue=c terminal=c-1 serial={said}\n"
    [*_, asked] = replay(parse(SALE + claim)).items
    assert isinstance(asked, Asked)
    assert [type(one).__name__ for one in asked.events] == [event]


def test_a_whole_number_is_a_fraction() -> None:
    [asked] = parse(KENO + "> 09:00 agree commission venue=x rate=1\n").items
    assert isinstance(asked, Asked)
    assert asked.command.rate == 1


def test_words_name_every_choice_of_a_field_that_may_be_left_out() -> None:
    [line] = [one for one in words_of("nsw-keno") if one.startswith("> TIME open account")]
    assert "[role=public|key_employee|inspector|licensee_employee]" in line


@pytest.mark.parametrize("given", ["$600.00", "60000", "60000/1"])
def test_money_to_a_part_of_a_cent_may_be_an_amount(given: str) -> None:
    said = f"> 09:00 report pool jackpot=regular/8 jurisdiction=VIC contributed_cents={given}\n"
    [asked] = parse(KENO + said).items
    assert isinstance(asked, Asked)
    assert asked.command.contributed_cents == 60000


KEYS = "regular/10", '"regular/10"'


def test_a_key_with_its_part_needs_no_quotes() -> None:
    [bare, quoted] = parse(
        KENO + "".join(f"> 09:00 settle game game=0 elsewhere={{{key}:[100]}}\n" for key in KEYS)
    ).items
    assert isinstance(bare, Asked)
    assert isinstance(quoted, Asked)
    assert bare.command == quoted.command
    [line] = [one for one in words_of("nsw-keno") if one.startswith("> TIME settle game")]
    assert line.endswith('[elsewhere={TEXT:[NUMBER ...] ...}] [by=""]')


def test_a_refusal_inside_an_event_has_the_shape_of_every_refusal() -> None:
    no = Refusal("let_it_run/not_carried", Clause("nsw-keno", "9(h):LIR"), (("result", "evens"),))
    carry = Carry(0, 1, 1000, 0, Fraction(80), Staked(()))
    carried = Carried("S1", 1, carry, (no,))
    told: Any = in_json(GameSettled(datetime(2026, 6, 1), 0, (), (carried,), (), (), (), 0, ()))
    assert told["carried"][0]["refusals"] == [refusal_json(no)]


@pytest.mark.parametrize("margin", ["", " ", "\t", "     "])
def test_a_card_may_stand_as_a_table_has_it(margin: str) -> None:
    rows = [line.strip() for line in CARD.splitlines()[2:]]
    card = "card F1\n" + "".join(f"{margin}{row}\n" for row in rows)
    text = HEAD + card + "> begin series cards=[@F1]\n"
    ticket = "ticket A1\n. 18  . 34  . 54 63  . 82\n" + " .  . 25  . 42  . 67 75 88\n" * 2
    assert parse(text).items == parse(HEAD + CARD + "> begin series cards=[@F1]\n").items
    assert len(parse(BINGO + ticket).items) == 1


def test_brackets_may_have_room() -> None:
    text = "> begin series cards=[{}@F1{}]\n"
    roomy = parse(HEAD + CARD + text.format("  ", " ")).items
    assert roomy == parse(HEAD + CARD + text.format("", "")).items
