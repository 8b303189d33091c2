"""Any published game is recounted from the store, with jackpots, Let it Runs and extra prizes."""

from __future__ import annotations

from collections.abc import Iterator
from pathlib import Path

import pytest

from eyesdown.central.desk.own_process import StoreProcess
from eyesdown.central.desk.row_index import RowIndex
from eyesdown.central.keno import recounting
from eyesdown.central.keno.recounting import GameFile, game_file, recount_game, recount_plan
from eyesdown.central.store.base import Store
from eyesdown.central.store.sqlite import SqliteStore
from eyesdown.kernel.written import replace
from eyesdown.proof.life.simulate import life

WITH_JACKPOTS = (3, 7)


def games(store: Store) -> Iterator[GameFile]:
    for record in store.records("result"):
        file = game_file(store, record.key)
        assert file is not None
        yield file


@pytest.mark.parametrize("seed", WITH_JACKPOTS)
def test_games_of_a_life_are_recounted_to_the_cent(
    seed: int, monkeypatch: pytest.MonkeyPatch
) -> None:
    store, index = life(seed).site.store, RowIndex()
    index.follow(store, 60)
    files = list(games(store))
    for file in files:
        assert recount_game(store, recount_plan(index, store, file)).differs == "", file.key
    for file in files:
        for prize in file.settled.prizes[:1]:
            more = replace(prize, cents=prize.cents + 10)
            wrong = replace(file.settled, prizes=(more, *file.settled.prizes[1:]))
            changed = file._replace(settled=wrong)
            monkeypatch.setattr(recounting, "game_file", lambda *_, changed=changed: changed)
            assert recount_game(store, recount_plan(index, store, file)).differs


def test_a_question_is_answered_in_another_process(tmp_path: Path) -> None:
    path = tmp_path / "site.db"
    store = SqliteStore(path)
    assert StoreProcess.of(str(path), store).ask(SqliteStore.head) == store.head()
    store.close()
