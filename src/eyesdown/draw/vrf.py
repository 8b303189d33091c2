"""A witness's answer: RSA-FDH-VRF with SHA-512 (RFC 9381), one key, one question, one answer.

A plain RSA signature over a full-domain hash is unique: the holder of the key can give or withhold
it, but not choose it, and everyone who knows the public key can check it. The value that enters a
draw is the hash of the answer.

Nothing here is constant-time: a witness answers one caller, at its own pace.
"""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass
from functools import lru_cache
from hashlib import sha256, sha512
from math import gcd, isqrt

EXPONENT = 65537
BITS_MIN = 2048
BITS_MAX = 8192
"""Larger keys are refused: checking one would hold up everyone who verifies a draw."""

_SUITE = b"\x03"  # RSA-FDH-VRF-SHA512
_ENCODE, _HASH = b"\x01", b"\x02"

# The bases make Miller and Rabin's test certain below 3.3 * 10**24, and 2**-80 wrong above it.
_BASES = (2, 3, 5, 7, 11, 13, 17, 19, 23, 29, 31, 37, 41, 43, 47, 53, 59, 61, 67, 71)
_SMALL_PRODUCT = 16294579238595022365  # the odd primes up to 53, multiplied


@dataclass(frozen=True, slots=True)
class PrivateKey:
    """Two primes; everything else follows from them."""

    p: int
    q: int

    @property
    def n(self) -> int:
        """The public modulus."""
        return self.p * self.q


def fingerprint(n: int) -> str:
    """The name of a public key that people compare: the first 16 bytes of its SHA-256, in hex.

    >>> fingerprint(3233)
    'e2e6d79b3f9ba9e4403e3dc8e71a27c8'
    """
    return sha256(_bytes(n, _size(n))).hexdigest()[:32]


@lru_cache(maxsize=64)  # the test for primes takes 30 ms, and keys stay the same for years
def key_fault(n: int) -> str:
    """Why a public modulus is refused; empty if it can serve.

    A prime, a square or an even modulus has answers that anyone can give; a short one breaks.

    >>> key_fault(2**2048), key_fault(3233)
    ('the key is even', 'the key has 12 bits; at least 2048 are needed')
    """
    bits = n.bit_length()
    if n <= 0:
        return "the key is not a positive number"
    if bits < BITS_MIN:
        return f"the key has {bits} bits; at least {BITS_MIN} are needed"
    if bits > BITS_MAX:
        return f"the key has {bits} bits; at most {BITS_MAX} are taken"
    if n % 2 == 0:
        return "the key is even"
    if gcd(n, _SMALL_PRODUCT) != 1:
        return "the key has a small factor"
    if isqrt(n) ** 2 == n:
        return "the key is the square of a number"
    if is_probable_prime(n):
        return "the key is a prime number"
    return ""


def prove(key: PrivateKey, question: bytes) -> bytes:
    """The one answer of a key to a question."""
    n = key.n
    encoded = _encoded(n, question)
    # By the Chinese remainder theorem: two powers of half the length take a quarter of the time.
    at_p = pow(encoded, pow(EXPONENT, -1, key.p - 1), key.p)
    at_q = pow(encoded, pow(EXPONENT, -1, key.q - 1), key.q)
    answer = at_q + key.q * ((at_p - at_q) * pow(key.q, -1, key.p) % key.p)
    # A fault in either half would give away the key.
    assert pow(answer, EXPONENT, n) == encoded, "the answer does not check; the machine is faulty"
    return _bytes(answer, _size(n))


def holds(n: int, question: bytes, answer: bytes) -> bool:
    """Whether an answer is the one that the key of this modulus gives to a question.

    >>> holds(3233, b'', b'')
    False
    """
    number = int.from_bytes(answer, "big")
    # A number above the modulus would be a second answer with the same remainder.
    if len(answer) != _size(n) or number >= n:
        return False
    return pow(number, EXPONENT, n) == _encoded(n, question)


def value_of(answer: bytes) -> bytes:
    """The 64 bytes that an answer brings into a draw.

    >>> value_of(bytes(256)).hex()[:16]
    '0fb8a98fb317f01e'
    """
    return sha512(_SUITE + _HASH + answer).digest()


def new_key(read: Callable[[int], bytes], bits: int = BITS_MIN) -> PrivateKey:
    """A fresh key; `read` gives random bytes of the operating system."""
    assert bits >= BITS_MIN
    assert bits % 16 == 0
    while True:
        p, q = _prime(read, bits // 2), _prime(read, bits // 2)
        apart = abs(p - q).bit_length() > bits // 2 - 100  # else Fermat's method finds both
        if apart and (p * q).bit_length() == bits:
            return PrivateKey(p, q)


def is_probable_prime(number: int) -> bool:
    """Whether a number passes Miller and Rabin's test for every base of ours.

    >>> [n for n in range(2, 30) if is_probable_prime(n)]
    [2, 3, 5, 7, 11, 13, 17, 19, 23, 29]
    """
    if number < 2 or number in _BASES:
        return number in _BASES
    if any(number % base == 0 for base in _BASES):
        return False
    odd, twos = number - 1, 0
    while odd % 2 == 0:
        odd, twos = odd // 2, twos + 1
    return all(_passes(number, base, odd, twos) for base in _BASES)


def _passes(number: int, base: int, odd: int, twos: int) -> bool:
    power = pow(base, odd, number)
    if power in (1, number - 1):
        return True
    for _ in range(twos - 1):
        power = power * power % number
        if power == number - 1:
            return True
    return False


def _prime(read: Callable[[int], bytes], bits: int) -> int:
    """A random prime with its two highest bits set, so that two of them fill their product."""
    while True:
        number = int.from_bytes(read(bits // 8), "big") | (0b11 << bits - 2) | 1
        # Else the exponent has no inverse, and the key could not answer.
        if gcd(number - 1, EXPONENT) == 1 and is_probable_prime(number):
            return number


def _encoded(n: int, question: bytes) -> int:
    """The question hashed onto the whole range below the modulus (MGF1 with SHA-512)."""
    size = _size(n)
    # The key is hashed in: two keys do not sign the same number for one question.
    seed = _SUITE + _ENCODE + size.to_bytes(4, "big") + _bytes(n, size) + question
    # One byte shorter than the modulus: below it without a remainder,
    # which would favour some numbers.
    blocks = range(-(-(size - 1) // 64))
    mask = b"".join(sha512(seed + block.to_bytes(4, "big")).digest() for block in blocks)
    return int.from_bytes(mask[: size - 1], "big")


def _size(n: int) -> int:
    return -(-n.bit_length() // 8)


def _bytes(number: int, size: int) -> bytes:
    return number.to_bytes(size, "big")
