"""Large files beside the journal, each under its hash."""

from __future__ import annotations

from collections.abc import Callable
from hashlib import sha256

from eyesdown.central.store.base import Store


def test_a_print_is_kept_once_under_its_hash(reopen: Callable[[], Store]) -> None:
    name = reopen().keep_print(b"a printed series")
    assert name == sha256(b"a printed series").hexdigest()
    assert reopen().keep_print(b"a printed series") == name
    assert (reopen().print_of(name), reopen().print_of("0" * 64)) == (b"a printed series", b"")
