"""Long questions about a store in a process of their own, so that sales do not wait for them."""

from __future__ import annotations

import os
from collections.abc import Callable
from concurrent.futures import ProcessPoolExecutor
from concurrent.futures.process import BrokenProcessPool
from multiprocessing import get_context
from typing import Any, NamedTuple, TypeVar

from eyesdown.central.store.base import Store
from eyesdown.central.store.connect import open_store
from eyesdown.central.store.keyed import KeyedStore
from eyesdown.central.store.keys import Keyring
from eyesdown.kernel.errors import JournalUnavailable

T = TypeVar("T")

NICENESS = 10
"""Such a process may use what selling leaves of the machine."""


class StoreProcess(NamedTuple):
    """How another process opens a store; the keys go to it through a pipe."""

    where: str
    keys: tuple[bytes, ...] = ()
    keys_from: str = ""

    @classmethod
    def of(cls, where: str, store: Store) -> StoreProcess:
        """The way to a store that this process has open."""
        if not isinstance(store, KeyedStore):
            return cls(where)
        return cls(where, store.keys.keys, store.keys.where)

    def ask(self, question: Callable[..., T], *args: Any) -> T:
        """The answer of a function that takes the store and `args`; waits until it is there."""
        with ProcessPoolExecutor(1, get_context("spawn"), initializer=step_back) as pool:
            try:
                return pool.submit(_answer, self, question, args).result()
            except BrokenProcessPool:
                raise JournalUnavailable("the process that counts has ended") from None


def step_back() -> None:
    """Give this process a low priority."""
    if hasattr(os, "nice"):
        os.nice(NICENESS)


def _answer(way: StoreProcess, question: Callable[..., T], args: tuple[Any, ...]) -> T:
    store = open_store(way.where, make=False)
    keyed = KeyedStore(store, Keyring(way.keys, way.keys_from)) if way.keys else store
    try:
        with keyed.frozen():
            return question(keyed, *args)
    finally:
        store.close()
