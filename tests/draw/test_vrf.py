"""A witness's answer against the published vectors, and keys that are refused."""

from __future__ import annotations

import os

import pytest

from eyesdown.draw import vrf
from eyesdown.draw.vrf import PrivateKey

# RFC 9381, appendix A: the 2,048-bit key, and RSA-FDH-VRF-SHA512 over the empty question.
P = int(
    "efb52a568fa3038fffb853e2183791c6bc81ceee86d20e8f9b6401dc79a8f1f6248d3a25fdb3f99245fce41667da038f"
    "59745b87cc1aed8b4a9c1d74e7d5c16cf7343f2b12f1b5055337369bf018fa07adc0d16f2164a516e80d2b4734f0c656"
    "3d6ee6d4a9e1a54e300cfe9ee679afc3d14a152dfb49b6cfb208bbf921f764af",
    16,
)
Q = int(
    "ecbca5ee88bbc635d8263aaba84f6502fdb2b4998a40f7c149133d840b6b1bd9a972fe2a981c770272b78fda213f76a0"
    "62dd865dd116d4c8980975ee9347fe0f500567e51d78dbee4a34e626051cf018d7feb72f19189525d4f70b6467d0cef5"
    "14633ab08a9e7a9ec632064b7b5e3e82128fe563757a614092fc5cf624d10e1b",
    16,
)
ANSWER = bytes.fromhex(
    "a280db108df5ad6ac1bed67efbc5c6fc6da0d301b9c0b41d26e379cd223c613c59d52c987e4baaa6de4de2103284ddd5"
    "6aa0b662dfe8faa8f6a503b83b7c81f481e23a08761d49a151ada1d9daa132138bbd6f80204c7fa87716b120df957224"
    "f92b32a3a0f96c3b209080c408618a92382ab5575f10a57c24ee0ffd01d6b822dc36b27600bf36aafadf0a01e65aa6a0"
    "f2fc1a9dcd207d9bf5181a9ca69120e15410800a26efd3ce619349592eeff7b1851737bd033a83f88744ddd3d3e782ef"
    "b6d2438ffda22ddcaa32c821c6730a05d5bdab88c354809d615884744ff10276496bee70b62feb6ed07a3948823e9ee2"
    "a453dbcd4450192c9de0128adfc7e147"
)
VALUE = bytes.fromhex(
    "808ca1f8f66a48118aacb011394bd4e5f0011c89ca913943d467b81cc5c43086"
    "e588abdde061c3ee30f4c15b2a6b51ad0ada42c0737fd7b2206fb43d35c8ed22"
)
KEY = PrivateKey(P, Q)


def test_the_published_vector_comes_out() -> None:
    assert vrf.prove(KEY, b"") == ANSWER
    assert vrf.value_of(ANSWER) == VALUE
    assert vrf.holds(KEY.n, b"", ANSWER)


def test_an_answer_is_to_one_question_under_one_key() -> None:
    other = vrf.new_key(os.urandom)
    assert not vrf.holds(KEY.n, b"another question", ANSWER)
    assert not vrf.holds(other.n, b"", ANSWER)
    assert vrf.prove(other, b"") == vrf.prove(other, b"")


@pytest.mark.parametrize("bit", [0, 1, 7, 1023, 2047])
def test_a_changed_answer_does_not_hold(bit: int) -> None:
    changed = int.from_bytes(ANSWER, "big") ^ (1 << bit)
    assert not vrf.holds(KEY.n, b"", changed.to_bytes(256, "big"))


def test_the_same_number_in_more_bytes_does_not_hold() -> None:
    assert not vrf.holds(KEY.n, b"", b"\0" + ANSWER)
    larger = int.from_bytes(ANSWER, "big") + KEY.n
    assert not vrf.holds(KEY.n, b"", larger.to_bytes(257, "big"))


def test_a_fresh_key_can_serve() -> None:
    key = vrf.new_key(os.urandom)
    assert vrf.key_fault(key.n) == ""
    assert key.n.bit_length() == 2048


@pytest.mark.parametrize(
    ("modulus", "fault"),
    [
        (0, "not a positive number"),
        (-KEY.n, "not a positive number"),
        (KEY.n >> 1, "2047 bits"),
        (1 << 9000, "9001 bits"),
        (KEY.n + 1, "even"),
        (3 * (KEY.n | 1) + 0, "small factor"),
        ((1 << 2203) - 1, "prime"),
        (((1 << 1279) - 1) ** 2, "square"),
    ],
)
def test_a_key_that_could_be_bent_is_refused(modulus: int, fault: str) -> None:
    assert fault in vrf.key_fault(modulus)
