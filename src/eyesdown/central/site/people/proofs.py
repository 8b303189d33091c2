"""What proves who a person is: hashes of passwords and secrets of codes, beside the journal.

Neither is ever in the journal, in a log or in an export. A backup carries both, unless it is made
without secrets.
"""

from __future__ import annotations

import base64
import hmac
from collections.abc import Callable
from hashlib import sha1
from typing import NamedTuple
from urllib.parse import quote

import msgspec
from msgspec import Struct

from eyesdown.central.store.base import Store

STEP_SECONDS = 30
DIGITS = 6
DRIFT_STEPS = 1
"""How many steps the clock of a phone may be ahead or behind."""
SECRET_BYTES = 20


class Factor(Struct, frozen=True):
    """The secret of a person's time-based codes, and the last step whose code was used.

    `resets` is how often the person's codes had been reset when this secret was set up.
    """

    secret: bytes
    resets: int
    last_step: int


def put_password(store: Store, person: str, password_hash: str) -> None:
    """Keep the hash of a person's password in place of the one before."""
    store.put_secret(f"password of {person}", password_hash.encode())


def password_hash(store: Store, person: str) -> str:
    """The hash of a person's password; nothing if they have none."""
    return store.secret(f"password of {person}").decode()


def has_password(store: Store, person: str) -> bool:
    """Whether a person can sign on with a password.

    >>> from eyesdown.central.store.memory import MemoryStore
    >>> store = MemoryStore()
    >>> put_password(store, "bea", "$argon2id$...")
    >>> has_password(store, "bea"), has_password(store, "cal")
    (True, False)
    """
    return bool(password_hash(store, person))


def time_code(secret: bytes, step: int, digits: int = DIGITS) -> str:
    """The code of a step of 30 seconds since 1970 (RFC 6238 with SHA-1, which every app has).

    >>> time_code(b"12345678901234567890", 59 // 30, digits=8)
    '94287082'
    """
    digest = hmac.new(secret, step.to_bytes(8, "big"), sha1).digest()
    start = digest[-1] & 15
    number = int.from_bytes(digest[start : start + 4], "big") & 0x7FFFFFFF
    return f"{number % 10**digits:0{digits}d}"


def step_at(at_us: int) -> int:
    """The step of a moment in microseconds UTC."""
    return at_us // 1_000_000 // STEP_SECONDS


def right_step(secret: bytes, code: str, now_step: int, last_step: int = 0) -> int:
    """The step whose code this is, near now and later than the last one used; 0 if there is none.

    >>> right_step(b"s" * 20, time_code(b"s" * 20, 99), 100)
    99
    >>> right_step(b"s" * 20, time_code(b"s" * 20, 99), 100, last_step=99)
    0
    """
    for step in range(now_step - DRIFT_STEPS, now_step + DRIFT_STEPS + 1):
        right = hmac.compare_digest(time_code(secret, step).encode(), code.encode())
        if right and step > last_step:
            return step
    return 0


class Whose(NamedTuple):
    """Whose factor it is, and how often it was reset: a secret from before that is void."""

    person: str
    resets: int


def factor_of(store: Store, whose: Whose) -> Factor | None:
    """A person's factor; None before it is set up, and after it was reset."""
    raw = store.secret(f"factor of {whose.person}")
    factor = msgspec.msgpack.decode(raw, type=Factor) if raw else None
    return factor if factor is not None and factor.resets == whose.resets else None


def set_up_factor(store: Store, whose: Whose, secret: bytes, code: str, at_us: int) -> bool:
    """Keep a new secret if the code is one of its own; not where there is one already."""
    step = right_step(secret, code, step_at(at_us))
    if not step or factor_of(store, whose) is not None:
        return False
    _put(store, whose.person, Factor(secret, whose.resets, step))
    return True


def take_code(store: Store, whose: Whose, code: str, at_us: int) -> bool:
    """Whether a code is right now; it is used up by this, and so are the codes before it."""
    factor = factor_of(store, whose)
    if factor is None:
        return False
    step = right_step(factor.secret, code, step_at(at_us), factor.last_step)
    if step:
        _put(store, whose.person, Factor(factor.secret, whose.resets, step))
    return bool(step)


def _put(store: Store, person: str, factor: Factor) -> None:
    store.put_secret(f"factor of {person}", msgspec.msgpack.encode(factor))


def new_secret(entropy: Callable[[int], bytes]) -> str:
    """A new secret as people type it: base32 without padding."""
    return base64.b32encode(entropy(SECRET_BYTES)).decode()


def secret_bytes(typed: str) -> bytes:
    """The bytes of a secret in base32.

    >>> secret_bytes("GEZDGNBVGY3TQOJQGEZDGNBVGY3TQOJQ")
    b'12345678901234567890'
    """
    return base64.b32decode(typed)


def setting_up_address(site: str, person: str, typed: str) -> str:
    """What the QR code for a phone says.

    >>> setting_up_address("Eyes Down", "olga", "GEZDGNBV")
    'otpauth://totp/Eyes%20Down:olga?secret=GEZDGNBV&issuer=Eyes%20Down'
    """
    issuer = quote(site, safe="")
    return f"otpauth://totp/{issuer}:{quote(person, safe='')}?secret={typed}&issuer={issuer}"
