"""Following the public record: what holds, and what is refused at its first statement."""

from __future__ import annotations

import json
from collections.abc import Iterator
from typing import Any

import pytest

from eyesdown.draw import statements
from eyesdown.draw.follow import BadRecord, Follower
from eyesdown.draw.witnessed import commitment_of
from eyesdown.kernel.plain_json import json_bytes
from eyesdown.proof.fairness.record_maker import AT, RECORD, RecordMaker, key_of


@pytest.fixture
def maker() -> RecordMaker:
    return RecordMaker.with_witnesses("Ada", "Bob")


def refused(maker: RecordMaker, because: str, kind: str, **says: Any) -> None:
    head = maker.follower.head
    with pytest.raises(BadRecord, match=because):
        maker.add(kind, **says)
    assert maker.follower.head == head, "nothing was added"


def test_a_game_with_two_witnesses_and_a_slow_step_holds(maker: RecordMaker) -> None:
    result = maker.played("2026-11-16/1", "Ada", "Bob", slow=500)
    assert len(set(result["numbers"])) == 20
    again = Follower()
    for line in maker.lines:
        again.take(line)
    assert again.head == maker.follower.head


def test_ninety_balls_are_revealed_one_by_one(maker: RecordMaker) -> None:
    maker.promised("wed/1", "Ada", pool=90, count=90, values=90)
    maker.seal("wed/1")
    for place in range(1, 4):
        maker.reveal("wed/1", place)
        maker.answer("Ada", "wed/1", place)
    result = maker.result("wed/1")
    assert len(set(result["numbers"])) == 3, "what was never called is never revealed"


def test_a_changed_character_is_refused_or_changes_the_head(maker: RecordMaker) -> None:
    maker.played("1", "Ada")
    for index, line in enumerate(maker.lines):
        for at in range(index, len(line), 101):
            changed = bytearray(line)
            changed[at] ^= 1
            lines = [*maker.lines[:index], bytes(changed), *maker.lines[index + 1 :]]
            assert _head_after(lines) != maker.follower.head


def _head_after(lines: list[bytes]) -> str:
    """The head of a record, empty if some statement is refused."""
    follower = Follower()
    try:
        for line in lines:
            follower.take(line)
    except BadRecord:
        return ""
    return follower.head


def test_a_second_promise_and_a_second_seal_are_refused(maker: RecordMaker) -> None:
    maker.promise("1", "Ada")
    promise = json.loads(maker.lines[-1])
    says = {k: v for k, v in promise.items() if k not in ("n", "prev", "at", "journal", "kind")}
    refused(maker, "second time", "promise", **says)
    maker.seal("1")
    seal = json.loads(maker.lines[-1])["seal"]
    refused(maker, "second time", "seal", game="1", seal=seal)


def test_a_seal_of_another_game_and_an_unknown_game_are_refused(maker: RecordMaker) -> None:
    maker.promise("1", "Ada")
    maker.promise("2", "Ada")
    maker.seal("1")
    seal = maker.follower.draws["1"].seal
    refused(maker, "another game", "seal", game="2", seal=seal)
    refused(maker, "not on its way", "seal", game="9", seal={**seal, "game": "9"})


def test_values_are_the_promised_ones_in_order(maker: RecordMaker) -> None:
    maker.promised("1", "Ada", values=2, pool=90, count=2)
    refused(maker, "not sealed", "reveal", game="1", place=1, value="00" * 64)
    maker.seal("1")
    first, second = (value.hex() for value in maker.values_of("1", 2))
    refused(maker, "not promised", "reveal", game="1", place=1, value=second)
    refused(maker, "out of order", "reveal", game="1", place=2, value=second)
    maker.reveal("1", 1)
    refused(maker, "before it was not answered", "reveal", game="1", place=2, value=second)
    maker.answer("Ada", "1", 1)
    refused(maker, "not promised", "reveal", game="1", place=2, value=first)
    maker.reveal("1", 2)
    refused(maker, "more values", "reveal", game="1", place=3, value=first)


def test_an_answer_is_to_this_seal_and_value_and_given_once(maker: RecordMaker) -> None:
    maker.promised("1", "Ada")
    maker.promised("2", "Ada")
    for game in ("1", "2"):
        maker.seal(game)
        maker.reveal(game)
    other = maker.answer_of("Ada", "2")
    refused(maker, "not Ada's answer", "answer", witness="Ada", game="1", place=1, answer=other)
    refused(maker, "was not asked", "answer", witness="Bob", game="1", place=1, answer=other)
    refused(maker, "not revealed", "answer", witness="Ada", game="1", place=2, answer=other)
    maker.answer("Ada", "1")
    mine = maker.answer_of("Ada", "1")
    refused(maker, "second time", "answer", witness="Ada", game="1", place=1, answer=mine)


def test_numbers_that_do_not_follow_and_missing_answers_are_refused(maker: RecordMaker) -> None:
    maker.promised("1", "Ada")
    maker.seal("1")
    maker.reveal("1")
    numbers = list(range(1, 21))
    refused(maker, "missing", "result", game="1", numbers=numbers, how="witnessed", slow=None)
    maker.answer("Ada", "1")
    refused(maker, "do not follow", "result", game="1", numbers=numbers, how="witnessed", slow=None)


def test_the_negative_of_a_slow_result_is_refused(maker: RecordMaker) -> None:
    result = dict(maker.played("1", "Ada", slow=300))
    follower = Follower()
    for line in maker.lines[:-1]:
        follower.take(line)
    from eyesdown.draw.slow import RSA_2048

    negative = RSA_2048 - int(result["slow"]["result"], 16)
    result["slow"] = {**result["slow"], "result": f"{negative:x}"}
    with pytest.raises(BadRecord, match="slow step"):
        follower.take(json_bytes(result))


def test_a_hidden_word_of_a_witness_shows_with_its_next_one(maker: RecordMaker) -> None:
    maker.promise("1", "Ada")
    maker.seal("1")
    maker.reveal("1")
    maker.answer_of("Ada", "1")  # given, and kept from the record
    head = maker.follower.head
    previous = maker.words["Ada"]
    question = statements.seen_question(RECORD, "Ada", head, previous, AT)
    answer = maker.signed("Ada", question)
    says = {"witness": "Ada", "head": head, "previous": previous, "time": AT, "answer": answer}
    refused(maker, "a word of Ada is missing", "seen", **says)


def test_a_spare_answers_after_it_signed_the_silence(maker: RecordMaker) -> None:
    spares = [["Bob", _hash("Bob")]]
    maker.promised("1", "Ada", spares=spares)
    maker.seal("1")
    maker.reveal("1")
    says = {"witness": "Ada", "game": "1", "place": 1, "time": AT, "previous": maker.words["Bob"]}
    answer = maker.signed("Bob", statements.silent_question(RECORD, "Bob", says))
    maker.add("silent", by="Bob", answer=answer, **says)
    maker.answer("Bob", "1")
    maker.result("1")
    assert maker.follower.silences == {"Ada": 1}


def test_a_silence_that_comes_too_late_is_noted_and_changes_nothing(maker: RecordMaker) -> None:
    maker.promised("1", "Ada", spares=[["Bob", _hash("Bob")]])
    maker.seal("1")
    maker.reveal("1")
    maker.answer("Ada", "1")
    maker.silent("Ada", "Bob", "1")
    draw = maker.follower.draws["1"]
    assert (draw.due(1), draw.silent, maker.follower.silences) == (["Ada"], {}, {})
    maker.result("1")
    maker.promised("2", "Bob")  # its words go on where they were


def test_an_answer_that_crosses_the_silence_is_noted_and_does_not_count(maker: RecordMaker) -> None:
    maker.promised("1", "Ada", spares=[["Bob", _hash("Bob")]])
    maker.seal("1")
    maker.reveal("1")
    given = maker.answer_of("Ada", "1")
    maker.silent("Ada", "Bob", "1")
    maker.add("answer", witness="Ada", game="1", place=1, answer=given)
    assert maker.follower.draws["1"].answered(1) is None, "the spare's is due"
    maker.answer("Bob", "1")
    maker.result("1")
    maker.promised("2", "Ada")


def test_an_answer_counts_only_from_a_witness_that_signed_before_the_close(
    maker: RecordMaker,
) -> None:
    """The promise itself, before the seal, by a clock that was before the close."""
    late = "2026-11-16T01:03:00Z"
    for game, head_of, time, sealed in (
        ("never", None, AT, False),
        ("another head", "promise before", AT, False),
        ("after the seal", "own", AT, True),
        ("by a late clock", "own", late, False),
    ):
        before = maker.promise(f"{game} before", "Bob")
        promise = maker.promise(game, "Ada", spares=[["Bob", _hash("Bob")]])
        if sealed:
            maker.seal(game)
        if head_of is not None:
            head = statements.head_of(promise if head_of == "own" else before)
            sign_head(maker, "Ada", head, time)
        if not sealed:
            maker.seal(game)
        maker.reveal(game)
        given, last = maker.answer_of("Ada", game), maker.follower.last_words.get("Ada", "")
        refused(
            *(maker, "did not sign the promise", "answer"),
            witness="Ada",
            game=game,
            place=1,
            answer=given,
        )
        maker.words["Ada"] = last  # the refused word was never given
        with pytest.raises(BadRecord, match="Bob did not sign the promise"):
            maker.silent("Ada", "Bob", game)
        maker.words["Bob"] = maker.follower.last_words.get("Bob", "")


def sign_head(maker: RecordMaker, name: str, head: str, time: str) -> None:
    previous = maker.words.get(name, "")
    answer = maker.signed(name, statements.seen_question(RECORD, name, head, previous, time))
    maker.add("seen", witness=name, head=head, previous=previous, time=time, answer=answer)


def _hash(name: str) -> str:
    from eyesdown.draw.follow import key_hash

    return key_hash(key_of(name).n)


def test_keys_are_appointed_once_and_named_by_their_hash(maker: RecordMaker) -> None:
    key = f"{key_of('Ada').n:x}"
    refused(maker, "appointed already", "appointed", witness="Ada", key=key, by="office")
    refused(maker, "has this key", "appointed", witness="Eve", key=key, by="office")
    refused(maker, "bits", "appointed", witness="Eve", key="ff", by="office")
    refused(maker, "the form of appointed", "appointed", witness="Eve", key="no", by="office")
    with pytest.raises(BadRecord, match="not appointed"):
        maker.promise("1", "Eve")
    with pytest.raises(BadRecord, match="another key"):
        maker.promise("1", spares=[["Ada", _hash("Bob")]])


def _other_forms(statement: Any) -> Iterator[Any]:
    """The same statement, each time with one part that Python may take for the genuine one."""
    yield {**statement, "more": []}
    for name, value in statement.items():
        yield {each: said for each, said in statement.items() if each != name}
        for other in _others(value):
            yield {**statement, name: other}


def _others(value: Any) -> Iterator[Any]:
    match value:
        case int():
            yield from (float(value), -value - 1, str(value), 10**15 + value, None, [value])
            yield from (bool(value),) if value < 2 else ()
        case str():
            yield from ([value], None, f"{value}\n", f"\x00{value}")
            yield from (value.upper(),) if value.islower() else ()
        case list():
            yield from ({}, None, "", *([*value, *wrong] for wrong in ([None], [True], [{}])))
            yield from ([*value[:at], *other] for at in range(1) for other in _in_list(value[at:]))
        case dict():
            yield from ([], "", *_other_forms(value))
        case None:
            yield from (0, False, {}, [], "")


def _in_list(value: list[Any]) -> Iterator[list[Any]]:
    for other in _others(value[0]) if value else ():
        yield [other, *value[1:]]


def _is_free(genuine: Any, other: Any) -> bool:
    """Whether only words that a person wrote are others, or a list of names is empty."""
    if other.get("words") == {}:
        return True
    free = [name for name in ("name", "by", "because") if genuine["kind"] != "silent"]
    changed = [name for name in free if isinstance(other.get(name), str)]
    return {**other, **{name: genuine[name] for name in changed if name in genuine}} == genuine


def test_a_statement_has_one_form(maker: RecordMaker) -> None:
    """True is 1 to Python, and 1.0 as well: a witness could give one answer for each."""
    maker.played("0", "Ada", slow=300)
    maker.promised("1", "Ada", spares=[["Bob", _hash("Bob")]])
    maker.seal("1")
    maker.reveal("1")
    maker.silent("Ada", "Bob", "1")
    maker.answer("Bob", "1")
    maker.result("1")
    maker.promise("2")
    maker.add("broken", game="2", because="the device failed", by="sue")
    maker.add("result", game="2", numbers=[*range(1, 21)], how="cage", slow=None)
    maker.promise("3")
    maker.add("restored", games=["3"], parted="7:" + "ab" * 32, words={"Ada": "cd" * 32})
    maker.add("withdrawn", witness="Ada", because="moved away", by="office")
    kinds, follower = set(), Follower()
    for line in maker.lines:
        genuine = json.loads(line)
        for other in _other_forms(genuine) if genuine["kind"] not in kinds else ():
            if not _is_free(genuine, other):
                with pytest.raises(BadRecord):
                    follower.take(json_bytes(other))
        kinds.add(genuine["kind"])
        follower.take(line)
    assert kinds == set(statements.KINDS)
    assert follower.head == maker.follower.head


def test_a_name_may_have_quotation_marks_and_a_reason_may_have_lines(maker: RecordMaker) -> None:
    maker.promised('O"Hara\\1 é', "Ada")
    maker.add("broken", game='O"Hara\\1 é', because='the lid "jams"\nagain', by="é")


def test_a_draw_is_broken_off_only_while_its_numbers_are_not_known(maker: RecordMaker) -> None:
    says = {"because": "the device failed", "by": "sue"}
    for game in ("1", "2"):
        maker.promised(game, "Ada", slow=300)
        maker.seal(game)
        maker.reveal(game)
    maker.add("broken", game="1", **says)
    maker.answer("Ada", "2")
    with pytest.raises(BadRecord, match="not exchanged for others"):
        maker.add("broken", game="2", **says)
    maker.result("2")
    maker.promised("3", "Ada", pool=90, count=90, values=90)
    maker.seal("3")
    maker.reveal("3")
    maker.answer("Ada", "3")
    maker.add("broken", game="3", **says)


def test_a_game_has_one_result_and_it_says_how_it_was_drawn(maker: RecordMaker) -> None:
    numbers = [*range(1, 21)]
    maker.played("1", "Ada")
    for how in ("cage", "witnessed"):
        refused(maker, "second result", "result", game="1", numbers=numbers, how=how, slow=None)
    maker.add("result", game="2", numbers=numbers, how="cage", slow=None)
    refused(maker, "second result", "result", game="2", numbers=numbers, how="cage", slow=None)
    maker.promise("3")
    maker.seal("3")
    maker.reveal("3")
    for how in ("witnessed", "slowly", "cage"):
        says = {"numbers": numbers, "how": how, "slow": None}
        refused(maker, "how it was drawn", "result", game="3", **says)
    step = {"result": "1", "proof": "1"}
    refused(maker, "step is not due", "result", game="3", numbers=numbers, how="alone", slow=step)
    assert maker.result("3")["how"] == "alone"


def test_a_game_that_the_site_lost_has_one_more_result_by_the_cage(maker: RecordMaker) -> None:
    cage = {"numbers": [*range(1, 21)], "how": "cage", "slow": None}
    for game in ("1", "2"):
        maker.played(game, "Ada")
    maker.add("restored", games=["1"])
    refused(maker, "second result", "result", game="2", **cage)
    refused(maker, "was not promised", "result", game="1", **{**cage, "how": "witnessed"})
    maker.add("result", game="1", **cage)
    refused(maker, "second result", "result", game="1", **cage)


@pytest.mark.parametrize(
    ("more", "because"),
    [
        ({"pool": 79}, "no such draw"),
        ({"pool": 80, "count": 19}, "no such draw"),
        ({"pool": 75, "count": 76}, "no such draw"),
        ({"pool": 90, "count": 0}, "no such draw"),
        ({"pool": 90, "count": 90, "values": 45}, "number of values"),
        ({"values": 0}, "number of values"),
        ({"closes": "2026-11-31T01:03:00Z"}, "no such closing time"),
    ],
)
def test_a_promise_is_of_a_game_that_the_verifier_knows(
    maker: RecordMaker, more: dict[str, Any], because: str
) -> None:
    maker.promise("0", pool=90, count=90, values=90)
    genuine = {name: maker.follower.draws["0"].promise[name] for name in statements.PROMISED}
    game = {"pool": 80, "count": 20, "values": 1}
    refused(maker, because, "promise", **{**genuine, **game, "game": "1", **more})


def test_a_value_is_long_enough_to_draw_from(maker: RecordMaker) -> None:
    """One of a few bytes could be found by trying before it is revealed."""
    for size in (63, 64):
        value, game = bytes(size), f"{size}"
        promise = maker.follower.draws["0"].promise if size == 64 else maker.promise("0")
        says = {name: promise[name] for name in statements.PROMISED}
        maker.add("promise", **{**says, "game": game, "commitment": commitment_of(value)})
        maker.seal(game)
        shown = {"game": game, "place": 1, "value": value.hex()}
        if size == 63:
            refused(maker, "too short", "reveal", **shown)
        else:
            maker.add("reveal", **shown)


@pytest.mark.parametrize(
    "line",
    [
        b"",
        b"[]",
        b"{}",
        b'{"kind": "opened"}',
        b'{"kind":7}',
        b"\xff",
        b"[" * 100_000,
        b'{"kind":"x"}',
    ],
)
def test_a_line_that_is_no_statement_is_refused(line: bytes) -> None:
    with pytest.raises(BadRecord):
        Follower().take(line)
