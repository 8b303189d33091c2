"""The stream of words: a published vector, two makers that agree, and every place on its own."""

from __future__ import annotations

import numpy as np
import pytest

from eyesdown.draw import words
from eyesdown.draw.words import BLOCK_WORDS, Words, keystreams


def test_the_keystream_is_the_published_one() -> None:
    """RFC 8439, appendix A.1, test vectors 1 and 2: a key of zeros, blocks 0 and 1."""
    made = keystreams([bytes(44)], 128).tobytes().hex()
    assert made.startswith("76b8e0ada0f13d90405d6ae55386bd28bdd219b8a08ded1aa836efcc8b770dc7")
    assert made[128:].startswith("9f07e7be5551387a98ba977c732d080dcb0f29a048e3656912c6533e32ee7aed")


def test_both_makers_give_the_same_words(monkeypatch: pytest.MonkeyPatch) -> None:
    assert words.Cipher is not None
    fast = Words.of_text("seed").at(100, 9 * BLOCK_WORDS)
    monkeypatch.setattr(words, "Cipher", None)
    assert (Words.of_text("seed").at(100, 9 * BLOCK_WORDS) == fast).all()


def test_any_place_can_be_made_again_on_its_own() -> None:
    stream = Words.of_text("seed")
    whole = stream.at(0, 4 * BLOCK_WORDS)
    for first, count in ((0, 1), (BLOCK_WORDS - 1, 2), (BLOCK_WORDS, BLOCK_WORDS), (17, 20_000)):
        assert (stream.at(first, count) == whole[first : first + count]).all()
    assert len(stream.at(5, 0)) == 0


def test_seeds_texts_and_blocks_differ() -> None:
    first, second = Words.of_text("a"), Words.of_text("b")
    assert (first.at(0, 8) != second.at(0, 8)).all()
    assert len(np.unique(first.at(0, 3 * BLOCK_WORDS))) == 3 * BLOCK_WORDS
    assert first.commitment != second.commitment
    assert first.commitment == Words.of_text("a").commitment


def test_every_bit_of_the_seed_counts() -> None:
    seed = bytearray(range(128))
    plain = Words(bytes(seed)).at(0, 4)
    for at in range(0, 128, 9):
        seed[at] ^= 1
        assert (Words(bytes(seed)).at(0, 4) != plain).all()
        seed[at] ^= 1


def test_a_short_seed_is_our_own_bug() -> None:
    with pytest.raises(AssertionError):
        Words(bytes(63))


def test_bits_are_even() -> None:
    raw = np.unpackbits(Words.of_text("bits").at(0, 1 << 16).view(np.uint8))
    assert abs(int(raw.sum()) - raw.size // 2) < 5 * raw.size**0.5 / 2
