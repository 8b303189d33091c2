"""HMAC-DRBG on SHA-512 (NIST SP 800-90A), the generator behind every live draw."""

from __future__ import annotations

from hashlib import sha512

from eyesdown.kernel.errors import DrawSourceError

SEED_BYTES_MIN = 64
"""A 90-ball order carries 459 bits; a shorter seed could not reach every one of them."""

REQUEST_BYTES_MAX = 1 << 16
REQUESTS_MAX = 1 << 48

_KEY = bytes(64)
_VALUE = b"\x01" * 64

_INNER, _OUTER = (bytes(byte ^ pad for byte in range(256)) for pad in (0x36, 0x5C))
_INNER_REST, _OUTER_REST = b"\x36" * 64, b"\x5c" * 64


def _hmac(key: bytes, message: bytes) -> bytes:
    """HMAC with SHA-512 of a key of 64 bytes (RFC 2104).

    A draw takes a hundred of these, and `hmac.digest` needs twice the time for such short messages.
    """
    inner = sha512(key.translate(_INNER) + _INNER_REST + message).digest()
    return sha512(key.translate(_OUTER) + _OUTER_REST + inner).digest()


def _update(key: bytes, value: bytes, data: bytes) -> tuple[bytes, bytes]:
    key = _hmac(key, value + b"\x00" + data)
    value = _hmac(key, value)
    if data:
        key = _hmac(key, value + b"\x01" + data)
        value = _hmac(key, value)
    return key, value


def _generate(key: bytes, value: bytes, count: int) -> tuple[bytes, bytes, bytes]:
    blocks = []
    for _ in range(-(-count // len(value))):
        value = _hmac(key, value)
        blocks.append(value)
    key, value = _update(key, value, b"")
    return b"".join(blocks)[:count], key, value


class HmacDrbg:
    """A stream that the seed alone decides: the same seed gives the same bytes on any machine.

    >>> HmacDrbg(bytes(64)).generate(8).hex()
    '6d165f8216f406ec'
    >>> HmacDrbg(b"short")
    Traceback (most recent call last):
    eyesdown.kernel.errors.DrawSourceError: 5 bytes of seed; a draw needs at least 64
    """

    __slots__ = ("_key", "_requests", "_value")

    def __init__(self, entropy: bytes, nonce: bytes = b"", personalization: bytes = b"") -> None:
        _refuse_short(entropy)
        self._key, self._value = _update(_KEY, _VALUE, entropy + nonce + personalization)
        self._requests = 0

    def generate(self, count: int) -> bytes:
        """The next bytes of the stream."""
        assert 0 <= count <= REQUEST_BYTES_MAX
        assert self._requests < REQUESTS_MAX, "reseed first"
        out, self._key, self._value = _generate(self._key, self._value, count)
        # The standard limits requests between two seeds; no draw comes near it.
        self._requests += 1
        return out

    def reseed(self, entropy: bytes) -> None:
        """Mix fresh entropy in; what came before cannot be worked out from what comes after."""
        _refuse_short(entropy)
        self._key, self._value = _update(self._key, self._value, entropy)
        self._requests = 0


def _refuse_short(entropy: bytes) -> None:
    if len(entropy) < SEED_BYTES_MIN:
        message = f"{len(entropy)} bytes of seed; a draw needs at least {SEED_BYTES_MIN}"
        raise DrawSourceError(message)


# NIST CAVP, HMAC_DRBG without reseed, SHA-512, COUNT = 0: entropy and nonce, and the beginning
# of the second request of 256 bytes.
_KNOWN_SEED = (
    "35049f389a33c0ecb1293238fd951f8ffd517dfde06041d32945b3e26914ba15"
    "f7328760be6168e6aa9fb54784989a11"
)
_KNOWN_ANSWER = "e76491b0260aacfded01ad39fbf1a66a88284caa5123368a2ad9330ee48335e3"


def known_answer_test() -> None:
    """Raise if NIST's known answer does not come out: a broken hash library must not draw."""
    key, value = _update(_KEY, _VALUE, bytes.fromhex(_KNOWN_SEED))
    _, key, value = _generate(key, value, 256)
    out, _, _ = _generate(key, value, 256)
    if not out.hex().startswith(_KNOWN_ANSWER):
        raise DrawSourceError("the generator does not give its known answer")
