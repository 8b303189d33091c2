"""Codes of tables, keys of hosts and tokens of seats. Only hashes of them are in the journal."""

from __future__ import annotations

import hmac
from base64 import b32encode
from collections.abc import Callable, Container
from hashlib import sha256

from eyesdown.central.store.base import Store

ALPHABET = "BCDFGHJKLMNPQRSTVWXZ"
"""The letters of a code: without vowels, so that no code is a word, and none looks like a digit."""
CODE_LENGTH = 5
HOST_KEYS = "family host keys"
KEY_LENGTH = 16
GROUP = 4


def code_of(entropy: Callable[[int], bytes], taken: Container[str]) -> str:
    """A code that no table has.

    >>> code_of(lambda count: bytes(range(count)), {})
    'BCDFG'
    """
    while True:
        numbers = [byte for byte in entropy(64) if byte < 256 // len(ALPHABET) * len(ALPHABET)]
        letters = [ALPHABET[number % len(ALPHABET)] for number in numbers]
        code = "".join(letters[:CODE_LENGTH])
        if len(code) == CODE_LENGTH and code not in taken:
            return code


def host_key(store: Store, code: str, entropy: Callable[[int], bytes]) -> str:
    """The key of a table's host, 80 bits; it follows from one secret of the store and the code."""
    secret = store.keep_secret(HOST_KEYS, entropy(32))
    digest = hmac.new(secret, code.encode(), sha256).digest()
    letters = b32encode(digest).decode()[:KEY_LENGTH]
    return "-".join(letters[at : at + GROUP] for at in range(0, KEY_LENGTH, GROUP))


def tidy_key(key: str) -> str:
    """A key as people write it down, in the one form that is hashed.

    >>> tidy_key(" abcd efgh-ijkl mnop")
    'ABCD-EFGH-IJKL-MNOP'
    """
    letters = "".join(letter for letter in key.upper() if letter.isalnum())
    return "-".join(letters[at : at + GROUP] for at in range(0, len(letters), GROUP))


def key_hash(key: str) -> str:
    """What the journal has of a key or a token."""
    return sha256(key.encode()).hexdigest()
