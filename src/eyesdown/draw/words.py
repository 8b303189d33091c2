"""A long stream of random words from one seed; any part of it can be made again on its own.

Block b of the stream is ChaCha20 under a key and a nonce that SHAKE-256 takes from the seed and
b. A single strip of tickets carries 258 bits of chance: more than a cipher's key, which is why
the seed holds 512 bits or more and every block has its own 352 bits of key and nonce.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from hashlib import sha256, shake_256
from typing import Final

import numpy as np
from numpy.typing import NDArray

try:  # twenty times as fast, with the same words; without it NumPy does the work
    from cryptography.hazmat.primitives.ciphers import Cipher, algorithms
except ImportError:  # pragma: no cover  (the words are compared where it is installed)
    Cipher = None  # type: ignore[assignment,misc]  # the optional package is not there

SEED_BYTES_MIN: Final = 64
BLOCK_BYTES: Final = 1 << 16
BLOCK_WORDS: Final = BLOCK_BYTES // 8
BLOCKS_AT_ONCE: Final = 8
_KEY_BYTES, _NONCE_BYTES, _CIPHER_BLOCK = 32, 12, 64
_NOTHING = bytes(BLOCK_BYTES)  # enciphered, it gives the keystream itself
_SIGMA = (0x61707865, 0x3320646E, 0x79622D32, 0x6B206574)
_DOUBLE_ROUNDS = 10
_QUARTERS = (
    *((0, 4, 8, 12), (1, 5, 9, 13), (2, 6, 10, 14), (3, 7, 11, 15)),
    *((0, 5, 10, 15), (1, 6, 11, 12), (2, 7, 8, 13), (3, 4, 9, 14)),
)


@dataclass(frozen=True, slots=True)
class Words:
    """Random words by their place in the stream.

    >>> words = Words.of_text("a fair hall")
    >>> words.at(8190, 4)[2:].tolist() == words.at(8192, 2).tolist()
    True
    """

    seed: bytes

    def __post_init__(self) -> None:
        assert len(self.seed) >= SEED_BYTES_MIN, "a strip needs more chance than a short seed has"

    @classmethod
    def of_text(cls, text: str) -> Words:
        """A repeatable stream: the same text, the same words."""
        return cls(shake_256(b"eyesdown words 1 text\0" + text.encode("utf-8")).digest(128))

    @property
    def commitment(self) -> str:
        """What may be published before the seed is: its hash pins the seed and hides it."""
        return sha256(b"eyesdown words 1 commitment\0" + self.seed).hexdigest()

    def at(self, first: int, count: int) -> NDArray[np.uint64]:
        """`count` words from place `first` on."""
        assert first >= 0
        assert count >= 0
        # Whole blocks are made, and cut to what was asked for.
        blocks = range(first // BLOCK_WORDS, -(-(first + count) // BLOCK_WORDS))
        made_words = np.empty((len(blocks), BLOCK_WORDS), "<u8")
        fill = _fill if Cipher is None else _fill_by_cipher
        for at in range(0, len(blocks), BLOCKS_AT_ONCE):
            some = blocks[at : at + BLOCKS_AT_ONCE]
            fill([self._material(block) for block in some], made_words[at : at + len(some)])
        start = first - blocks.start * BLOCK_WORDS
        return made_words.reshape(-1)[start : start + count]

    def _material(self, block: int) -> bytes:
        seeded = shake_256(b"eyesdown words 1\0" + block.to_bytes(8, "big") + self.seed)
        return seeded.digest(_KEY_BYTES + _NONCE_BYTES)


def _fill_by_cipher(materials: Sequence[bytes], blocks: NDArray[np.uint64]) -> None:
    for block, material in zip(blocks, materials, strict=True):
        nonce = bytes(4) + material[_KEY_BYTES:]
        cipher = Cipher(algorithms.ChaCha20(material[:_KEY_BYTES], nonce), mode=None)
        cipher.encryptor().update_into(_NOTHING, block.view(np.uint8).data)


def _fill(materials: Sequence[bytes], blocks: NDArray[np.uint64]) -> None:
    blocks.view(np.uint8)[:] = keystreams(materials, BLOCK_BYTES)


def keystreams(materials: Sequence[bytes], count: int) -> NDArray[np.uint8]:
    """ChaCha20 (RFC 8439) from counter 0 for each key and nonce, all of them side by side.

    >>> keystreams([bytes(44)], 64).tobytes().hex()[:32]
    '76b8e0ada0f13d90405d6ae55386bd28'
    """
    blocks = count // _CIPHER_BLOCK
    assert blocks * _CIPHER_BLOCK == count
    state = np.empty((16, len(materials), blocks), np.uint32)
    state[:4] = np.array(_SIGMA, np.uint32)[:, None, None]
    given = np.frombuffer(b"".join(materials), "<u4").reshape(len(materials), -1).T
    state[4:12] = given[:8, :, None]
    # The counter of each cipher block: side by side, since they do not depend on each other.
    state[12] = np.arange(blocks)
    state[13:] = given[8:, :, None]
    mixed = state.copy()
    rows, spare = list(mixed), np.empty_like(mixed[0])
    for _ in range(_DOUBLE_ROUNDS):
        for a, b, c, d in _QUARTERS:
            _quarter((rows[a], rows[b], rows[c], rows[d]), spare)
    mixed += state
    return np.ascontiguousarray(mixed.transpose(1, 2, 0), "<u4").view(np.uint8).reshape(-1, count)


def _quarter(rows: tuple[NDArray[np.uint32], ...], spare: NDArray[np.uint32]) -> None:
    a, b, c, d = rows
    for left, right, turned, bits in ((a, b, d, 16), (c, d, b, 12), (a, b, d, 8), (c, d, b, 7)):
        np.add(left, right, out=left)
        np.bitwise_xor(turned, left, out=turned)
        np.left_shift(turned, bits, out=spare)
        np.right_shift(turned, 32 - bits, out=turned)
        np.bitwise_or(turned, spare, out=turned)
