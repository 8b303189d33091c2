"""Games with witnesses from promise to result, whatever stops on the way."""

from __future__ import annotations

from collections import Counter
from dataclasses import replace
from datetime import timedelta
from pathlib import Path
from typing import Any

import pytest

from eyesdown.central.keno import lookups
from eyesdown.central.keno.feeds import wall_at
from eyesdown.central.keno.lifecycle import Waits, waiting
from eyesdown.central.keno.tasks import secret_name
from eyesdown.central.site.draws.asked import clock_words
from eyesdown.central.site.public_record import STATEMENT, head_at, head_of
from eyesdown.central.site.sealing import (
    CAGE,
    ConfirmBall,
    DrawPromised,
    KeyBall,
    ResultPublished,
    device_name,
)
from eyesdown.central.site.verify_journal import verify_journal
from eyesdown.central.site.witness_words import (
    HeadSeen,
    NoteSeen,
    ValueRevealed,
    WithdrawWitness,
    WitnessAnswered,
    WitnessSilent,
)
from eyesdown.central.store.memory import MemoryStore
from eyesdown.draw.follow import key_hash
from eyesdown.keno.games.commands import RecordDraw
from eyesdown.keno.games.events import DrawInterrupted
from eyesdown.kernel.errors import JournalCorrupt
from eyesdown.kernel.ids import Ball, PersonId
from eyesdown.proof.fairness.record_maker import key_of
from kit.witnessed import WitnessedNight, followed, statements_of

WAIT = 5


@pytest.fixture
def hall(tmp_path: Path) -> WitnessedNight:
    return WitnessedNight(MemoryStore(), tmp_path)


@pytest.fixture
def with_spare(tmp_path: Path) -> WitnessedNight:
    return WitnessedNight(MemoryStore(), tmp_path, ("Ada", "Bob", "Cid"))


def close(hall: WitnessedNight, entries: int = 5) -> None:
    """Open a game, sell some entries and go to its close."""
    hall.work()
    hall.night.sell(entries)
    hall.night.now += timedelta(minutes=3)


def wait(hall: WitnessedNight, seconds: float) -> None:
    hall.night.now += timedelta(seconds=seconds)
    hall.work()


def waits_for(hall: WitnessedNight, game: int = 0) -> str:
    """What the office shows of a game."""
    state = hall.night.site.state
    step = waiting(
        state, state.keno.games[game], hall.night.now, cage=False, pool_wait=timedelta(0)
    )
    return step.sentence if isinstance(step, Waits) else ""


def check(hall: WitnessedNight) -> None:
    """What must hold after every game: journal, record, and no answer twice."""
    verify_journal(hall.night.machine, hall.store, decide_again=True)
    followed(hall.store)
    answers = Counter((a.game, a.place, a.witness) for a in hall.night.seen(WitnessAnswered))
    assert set(answers.values()) <= {1}


def keyed(hall: WitnessedNight, balls: range, game: int = 0) -> None:
    for ball in balls:
        hall.night.ask(KeyBall(hall.night.now, game, Ball(ball), PersonId("ann")))
        hall.night.ask(ConfirmBall(hall.night.now, game, Ball(ball), PersonId("bob")))


def test_two_witnesses_sign_the_promise_and_answer_the_value(hall: WitnessedNight) -> None:
    close(hall)
    hall.work()
    [result] = hall.night.seen(ResultPublished)
    promise = hall.night.seen(DrawPromised)[0]
    assert [name for name, _ in promise.witnesses] == ["Ada", "Bob"]
    kinds = [line["kind"] for line in statements_of(hall.store) if line.get("game") == "0"]
    assert kinds == ["promise", "seal", "reveal", "answer", "answer", "result"]
    before_close = [seen for seen in hall.night.seen(HeadSeen) if seen.game == 0]
    assert [seen.witness for seen in before_close] == ["Ada", "Bob"]
    assert all(seen.at < promise.closes_at for seen in before_close)
    device = device_name(["Ada", "Bob"], slow=False)
    assert hall.night.site.state.keno.games[0].parts[0].device == device
    assert (result.evidence, result.because) == (None, f"drawn by {device}")
    [stated] = [line for line in statements_of(hall.store) if line["kind"] == "result"]
    assert (stated["numbers"], stated["how"]) == (list(result.numbers), "witnessed")
    check(hall)


def test_the_value_alone_does_not_tell_the_numbers(hall: WitnessedNight) -> None:
    """The same site with the same secret and entries, and other witnesses: other numbers."""
    close(hall)
    hall.work()
    others = WitnessedNight(MemoryStore(), hall.folder, ("Eve", "Fay"))
    close(others)
    others.work()
    [first], [second] = (each.night.seen(ResultPublished) for each in (hall, others))
    secrets = {each.store.secret(secret_name(0)) for each in (hall, others)}
    seals = {each.night.seen(ValueRevealed)[0].value for each in (hall, others)}
    assert len(secrets) == len(seals) == 1
    assert first.numbers != second.numbers


def test_the_draw_waits_for_an_answer_and_says_so(hall: WitnessedNight) -> None:
    close(hall)
    hall.away = {"Bob"}
    hall.work()
    assert waits_for(hall) == "waits for the answer of Bob"
    hall.night.sell(3)
    hall.away = set()
    hall.work()
    assert hall.night.seen(ResultPublished)
    check(hall)


@pytest.mark.clause("central-site", "6.6")
@pytest.mark.parametrize(("seconds", "takes_over"), [(WAIT - 1, 0), (WAIT, 1), (WAIT + 1, 1)])
def test_a_spare_takes_over_after_the_wait(
    with_spare: WitnessedNight, seconds: int, takes_over: int
) -> None:
    close(with_spare)
    with_spare.away = {"Ada"}
    with_spare.work()
    assert with_spare.night.seen(WitnessSilent) == []
    wait(with_spare, seconds)
    silences = with_spare.night.seen(WitnessSilent)
    assert len(silences) == len(with_spare.night.seen(ResultPublished)) == takes_over
    assert lookups.silences(with_spare.night.site, 0) == [("Ada", "Cid")] * takes_over
    if takes_over:
        assert (silences[0].witness, silences[0].by) == ("Ada", "Cid")
        device = with_spare.night.site.state.keno.games[0].parts[0].device
        assert device.endswith("witnessed by Cid and Bob")
        assert with_spare.night.site.state.witnessed.silences == {"Ada": 1}
    check(with_spare)


def test_an_answer_that_comes_after_the_silence_does_not_count(
    with_spare: WitnessedNight,
) -> None:
    close(with_spare)
    with_spare.away = {"Ada"}
    with_spare.work()
    [late] = [word for word in _words_of(with_spare, "Ada") if word["kind"] == "answer"]
    wait(with_spare, WAIT)
    numbers = with_spare.night.seen(ResultPublished)[0].numbers
    [noted] = with_spare.note(late)
    assert isinstance(noted, WitnessAnswered)
    with_spare.away = set()
    close(with_spare, 1)
    with_spare.work()
    first, second = with_spare.night.seen(ResultPublished)
    assert first.numbers == numbers
    assert second.because.endswith("witnessed by Ada and Bob"), "its words go on"
    check(with_spare)


def _words_of(hall: WitnessedNight, name: str) -> list[dict[str, Any]]:
    """What a witness would say now, if it were heard."""
    away, hall.away = hall.away, set(hall.names) - {name}
    [witness] = hall.present()
    words = [*witness.due(), *witness.pending()]
    hall.away = away
    return list({word["answer"]: word for word in words}.values())


@pytest.mark.parametrize(("seconds", "is_broken"), [(9, False), (10, True), (11, True)])
def test_without_a_spare_the_draw_is_broken_off_and_the_cage_finishes(
    hall: WitnessedNight,
    seconds: int,
    is_broken: bool,
) -> None:
    """The wait of the promise, and five seconds for an answer that is on its way."""
    close(hall)
    hall.away = {"Ada"}
    hall.work()
    wait(hall, seconds)
    assert bool(hall.night.seen(DrawInterrupted)) == is_broken
    if not is_broken:
        return
    assert waits_for(hall) == "broken off; waits for the balls of the cage, 0 seen by two"
    hall.away = set()
    hall.work()
    late = [each.witness for each in hall.night.seen(WitnessAnswered)]
    assert late == ["Bob", "Ada"], "everyone sees what would have been drawn"
    assert hall.night.seen(ResultPublished) == []
    keyed(hall, range(1, 21))
    hall.work()
    [result] = hall.night.seen(ResultPublished)
    because = f"drawn by {CAGE}, broken off by the site: Ada did not answer"
    assert (result.numbers, result.because) == (tuple(range(1, 21)), because)
    check(hall)


def test_a_spare_changes_nothing_once_the_draw_is_broken_off(with_spare: WitnessedNight) -> None:
    """Its silence is noted: its next word names it."""
    close(with_spare)
    with_spare.away = {"Ada", "Cid"}
    with_spare.work()
    kinds = [word["kind"] for word in _words_of(with_spare, "Cid")]
    assert "silent" not in kinds, "it has only just heard the value"
    with_spare.night.now += timedelta(seconds=2 * WAIT)
    assert [word for word in _words_of(with_spare, "Cid") if word["kind"] == "silent"]
    wait(with_spare, 2 * WAIT)
    assert with_spare.night.seen(DrawInterrupted)
    with_spare.away = set()
    with_spare.work()
    assert with_spare.night.seen(WitnessSilent)
    assert with_spare.night.site.state.witnessed.silences == {}
    check(with_spare)


def test_the_wall_says_what_a_draw_waits_for(hall: WitnessedNight) -> None:
    def wall() -> str:
        return wall_at(hall.night.site.state, hall.night.now).late

    close(hall)
    hall.away = {"Ada"}
    hall.work()
    assert wall() == "", "an answer usually comes within two seconds"
    wait(hall, 2)
    assert wall() == "Game 0: waits for the answer of Ada"
    wait(hall, 2 * WAIT)
    assert wall() == "Game 0: broken off; waits for the balls of the cage, 0 seen by two"
    wait(hall, 200)
    assert wall().startswith("Game 0 is delayed: broken off; waits for the balls"), "a later one"
    keyed(hall, range(1, 21))
    hall.away = set()
    hall.work()
    assert "Game 0" not in wall()


def test_a_person_breaks_off_and_everyone_sees_what_would_have_been_drawn(
    hall: WitnessedNight,
) -> None:
    close(hall)
    while not hall.night.site.state.draws.agreed.get(0):
        assert hall.act()
    where = hall.night.site.state.keno.site
    broken = RecordDraw(hall.night.now, 0, (), "cage 2", where, "m", malfunction="jam", by="ann")
    assert isinstance(hall.night.ask(broken)[0], DrawInterrupted)
    hall.work()
    kinds = [line["kind"] for line in statements_of(hall.store) if line.get("game") == "0"]
    assert kinds == ["promise", "seal", "broken", "reveal", "answer", "answer"]
    [stated] = [line for line in statements_of(hall.store) if line["kind"] == "broken"]
    assert (stated["because"], stated["by"]) == ("jam", "ann")
    keyed(hall, range(1, 21))
    hall.work()
    assert hall.night.seen(ResultPublished)[0].because.endswith("broken off by ann: jam")
    check(hall)


@pytest.mark.clause("central-site", "6.4")
def test_a_witness_with_another_key_does_not_answer_for_the_first(hall: WitnessedNight) -> None:
    """The operator could appoint its own key under the witness's name while a game is open."""
    close(hall)
    hall.night.ask(WithdrawWitness(hall.night.now, "Ada", "a trick", "office"))
    hall.appoint("Ada", key="another key of Ada")
    hall.reopen()
    hall.away = {"Ada"}
    hall.work()
    draw = hall.night.site.state.witnessed.draws[0]
    assert dict(draw.promise.witnesses)["Ada"] == key_hash(key_of("Ada").n)
    word = {"kind": "answer", "witness": "Ada", "game": "0", "place": 1, "answer": "00"}
    [refused] = hall.note(word)
    assert refused.refusals[0].code == "witness/not_its_word"
    wait(hall, 2 * WAIT)
    assert hall.night.seen(DrawInterrupted)
    check(hall)


def test_a_witness_that_is_never_there_is_not_named_any_more(hall: WitnessedNight) -> None:
    """Two games were promised before its first signature was due; then the other goes on alone."""
    hall.away = {"Ada"}
    for game in range(4):
        close(hall, 1)
        hall.work()
        wait(hall, 2 * WAIT)
        if hall.night.site.state.keno.games[game].parts[-1].procedure:
            keyed(hall, range(1, 21), game)
        hall.work()
    names = [[name for name, _ in each.witnesses] for each in hall.night.seen(DrawPromised)]
    assert names == [*[["Ada", "Bob"]] * 2, *[["Bob"]] * 4]
    assert hall.night.site.state.draws.published_max == 3
    check(hall)


@pytest.mark.parametrize("ahead", [-3600, 3600])
def test_a_lone_witness_whose_clock_is_wrong_sends_no_game_to_the_cage(
    tmp_path: Path, ahead: int
) -> None:
    """Its appointment has its own time: the site sees it, shows it, and draws slowly instead."""
    hall = WitnessedNight(MemoryStore(), tmp_path, ("Ada",), ahead={"Ada": ahead})
    hall.night.plan = replace(hall.night.plan, slow_turns=300)
    for _ in range(3):
        close(hall, 1)
        hall.work()
        wait(hall, 2 * WAIT)
    assert not hall.night.seen(DrawInterrupted)
    assert [each.witnesses for each in hall.night.seen(DrawPromised)] == [()] * 5
    state = hall.night.site.state.witnessed
    assert clock_words(state, "Ada") == f"its clock is 3,600 s {'ahead' if ahead > 0 else 'behind'}"
    hall.ahead["Ada"] = 0
    for _ in range(4):
        close(hall, 1)
        hall.work()
    assert [name for name, _ in hall.night.seen(DrawPromised)[-1].witnesses] == ["Ada"]
    assert hall.night.seen(ResultPublished)[-1].because.endswith("witnessed by Ada")
    check(hall)


def test_a_head_that_our_record_does_not_have_is_refused_by_the_site_itself(
    hall: WitnessedNight,
) -> None:
    """Whatever the sender says about it: the site looks the head up when it decides."""
    newest = head_of(hall.store)
    witness = hall.witnesses["Ada"]
    for head in (f"{newest.number}:{'ab' * 32}", f"{newest.number + 7}:{newest.hash}", "x:y", "٣:"):
        word = witness._seen(f"seen {head}", head)
        forged = (head, word["previous"], word["time"], word["answer"], 0)
        [refused] = hall.night.ask(NoteSeen(hall.night.now, "Ada", *forged))
        assert refused.refusals[0].code == "witness/not_our_head"
        witness.folder.words.pop(f"seen {head}")


def test_a_slow_step_follows_where_no_witness_is(tmp_path: Path) -> None:
    hall = WitnessedNight(MemoryStore(), tmp_path, ())
    hall.night.plan = replace(hall.night.plan, slow_turns=300)
    close(hall)
    hall.work()
    [stated] = [line for line in statements_of(hall.store) if line["kind"] == "result"]
    assert stated["how"] == "slowly"
    assert stated["slow"]["proof"]
    assert hall.night.site.state.keno.games[0].parts[0].device.endswith(", slowly")
    check(hall)


# --- stopped and started again --------------------------------------------------------------------


@pytest.mark.parametrize("names", [("Ada", "Bob"), ()], ids=["witnesses", "slowly"])
def test_killed_at_every_step_it_comes_to_the_same_numbers(
    tmp_path: Path, names: tuple[str, ...]
) -> None:
    """Site and witnesses start again after each step, and each step is worked out twice."""
    numbers = []
    for is_killed in (False, True):
        folder = tmp_path / f"{is_killed}"
        folder.mkdir()
        hall = WitnessedNight(MemoryStore(), folder, names)
        hall.night.plan = replace(hall.night.plan, slow_turns=300)
        for _ in range(2):
            for entries in (4, 0):
                _work_killed(hall) if is_killed else hall.work()
                if entries:
                    hall.night.sell(entries)
                    hall.night.now += timedelta(minutes=3)
        results = hall.night.seen(ResultPublished)
        assert [result.game for result in results] == [0, 1]
        numbers.append([result.numbers for result in results])
        check(hall)
    assert numbers[0] == numbers[1]


def _work_killed(hall: WitnessedNight) -> None:
    while True:
        lost = hall.night.step()
        word = None if lost else hall.next_word()
        hall.night.restart()
        hall.reopen()
        again = hall.night.step()
        assert (lost is None) == (again is None)
        if word is not None:
            assert hall.next_word() == word, "given once, and sent again"
        if not hall.act():
            return
        hall.night.restart()
        hall.reopen()


# --- the record in the store ----------------------------------------------------------------------


def test_a_changed_statement_is_named(hall: WitnessedNight) -> None:
    close(hall)
    hall.work()
    records = hall.store._records  # type: ignore[attr-defined]
    [place] = [
        each for each in records if each[0] == STATEMENT and b'"reveal"' in records[each].body
    ]
    body = records[place].body.replace(b'"place":1', b'"place":2')
    records[place] = records[place]._replace(body=body)
    with pytest.raises(JournalCorrupt, match=f"records: statement {place[1]} after row {place[2]}"):
        verify_journal(hall.night.machine, hall.store)


def test_a_missing_statement_is_named(hall: WitnessedNight) -> None:
    close(hall)
    hall.work()
    records = hall.store._records  # type: ignore[attr-defined]
    [place] = [
        each for each in records if each[0] == STATEMENT and b'"kind":"seal"' in records[each].body
    ]
    del records[place]
    with pytest.raises(JournalCorrupt, match="records: statement"):
        verify_journal(hall.night.machine, hall.store)


def test_heads_and_games_are_found_in_the_record(hall: WitnessedNight) -> None:
    close(hall)
    hall.work()
    newest = head_of(hall.store)
    statements = statements_of(hall.store)
    assert newest.number == len(statements)
    assert hall.night.site.record == newest
    assert str(head_at(hall.store, hall.night.site.head.seq + 1)) == str(newest)
    first_row = int(statements[0]["journal"].partition(":")[0])
    assert head_at(hall.store, first_row).number == 0
    assert head_at(hall.store, first_row + 1).number == 1
    text = str(statements)
    assert not any(serial in text for serial in ("S0", "acc-")), "no player is in it"
