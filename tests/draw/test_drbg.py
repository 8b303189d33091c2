"""The generator against published answers, and the scaling against exact counting."""

from __future__ import annotations

import hashlib
import hmac
import itertools
from collections import Counter
from contextlib import suppress

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from eyesdown.draw import drbg, health
from eyesdown.draw.drbg import HmacDrbg
from eyesdown.draw.order import draw_order
from eyesdown.draw.scale import below
from eyesdown.kernel.errors import DrawSourceError

# NIST CAVP HMAC_DRBG.rsp, no reseed, SHA-512: entropy, nonce, personalization, second 256 bytes.
PUBLISHED = [
    pytest.param(
        "35049f389a33c0ecb1293238fd951f8ffd517dfde06041d32945b3e26914ba15",
        "f7328760be6168e6aa9fb54784989a11",
        "",
        "e76491b0260aacfded01ad39fbf1a66a88284caa5123368a2ad9330ee48335e3"
        "c9c9ba90e6cbc9429962d60c1a6661edcfaa31d972b8264b9d4562cf18494128"
        "a092c17a8da6f3113e8a7edfcd4427082bd390675e9662408144971717303d8d"
        "c352c9e8b95e7f35fa2ac9f549b292bc7c4bc7f01ee0a577859ef6e82d79ef23"
        "892d167c140d22aac32b64ccdfeee2730528a38763b24227f91ac3ffe47fb115"
        "38e435307e77481802b0f613f370ffb0dbeab774fe1efbb1a80d01154a9459e7"
        "3ad361108bbc86b0914f095136cbe634555ce0bb263618dc5c367291ce082551"
        "8987154fe9ecb052b3f0a256fcc30cc14572531c9628973639beda456f2bddf6",
        id="count-0",
    ),
    pytest.param(
        "4cc8214cd7e85a76bfa735bbbfce926c0323fc348de6c05ed1800c2c8f58c6b1",
        "001eb1f6b29b35242a3f8fa2e90003f4",
        "",
        "1efa15d644e1bdf34eade3ff2f5e9ca45203ccaa1e534ac9b4287a846b71292b"
        "03102286d99f2be64b898fe909238f540ebc25f49522f60ef723a4c428ead530"
        "a97c62405cd5d9ecc54ac5baa47ac4f6195d637833f462d21a659b4903d9cfa6"
        "c9fd4512445f9abb5782899a6bb64592f3c2b3c745b18645301fdb09a6a331e9"
        "fb6d9654fc79c14ed83ac1684c755b9cb209885f86ff290a71f08a848b960152"
        "f05b1aa8566bd382ddd45521062831d7a0fb3a8bd8e112a91b5960690cd8585c"
        "1aa104514e3b9cbf52f6384e84c27bda2802fe9fb952cbf2bd607f869d0aeaa6"
        "b136c6a5f6e9b0522b6019b7ba6af6cff99fda612e024867decd8c0c6fde2034",
        id="count-1",
    ),
    pytest.param(
        "73529bba71a3d4b4fcf9a7edeed269dbdc3748b90df68c0d00e245de54698c77",
        "22e2d6e24501212b6f058e7c54138007",
        "e2cc19e31595d0e4de9e8bd3b236dec2d4b032c3dd5bf9891c284cd1bac67bdb",
        "1a73d58b7342c3c933e3ba15eedd8270988691c3794b45aa358570391571881c"
        "0d9c4289e5b198db5534c3cb8466ab48250fa67f24cb19b7038e46af56687bab"
        "7e5de3c82fa7312f54dc0f1dc93f5b03fcaa6003cae28d3d4707368c144a7aa4"
        "6091822da292f97f32caf90ae3dd3e48e808ae12e633aa0410106e1ab56bc0a0"
        "d80f438e9b3492e4a3bc88d73a3904f7dd060c48ae8d7b12bf89a19551b53b3f"
        "55a511d2820e941640c845a8a0466432c5850c5b61bec5272602521125addf67"
        "7e949b96782bc01a904491df08089bed004ad56e12f8ea1a200883ad72b3b9fa"
        "e12b4eb65d5c2bacb3ce46c7c48464c9c29142fb35e7bc267ce852296ac042f9",
        id="personalized",
    ),
]


@pytest.mark.parametrize(("entropy", "nonce", "personalization", "returned"), PUBLISHED)
def test_published_answers(entropy: str, nonce: str, personalization: str, returned: str) -> None:
    seed = bytes.fromhex(entropy + nonce + personalization)
    key, value = drbg._update(drbg._KEY, drbg._VALUE, seed)
    _, key, value = drbg._generate(key, value, 256)
    out, _, _ = drbg._generate(key, value, 256)
    assert out.hex() == returned


def test_the_known_answer_test_passes_and_can_fail(monkeypatch: pytest.MonkeyPatch) -> None:
    drbg.known_answer_test()
    monkeypatch.setattr(drbg, "sha512", hashlib.blake2b)
    with pytest.raises(DrawSourceError, match="known answer"):
        drbg.known_answer_test()


def plain_stream(seed: bytes, *counts: int) -> list[bytes]:
    """The standard's pseudocode, written a second time with the other HMAC of the library."""

    def mac(key: bytes, data: bytes) -> bytes:
        return hmac.new(key, data, hashlib.sha512).digest()

    key, value = b"\0" * 64, b"\1" * 64
    key = mac(key, value + b"\0" + seed)
    value = mac(key, value)
    key = mac(key, value + b"\1" + seed)
    value = mac(key, value)
    out = []
    for count in counts:
        got = b""
        while len(got) < count:
            value = mac(key, value)
            got += value
        key = mac(key, value + b"\0")
        value = mac(key, value)
        out.append(got[:count])
    return out


@settings(max_examples=50)
@given(st.binary(min_size=64, max_size=200), st.lists(st.integers(0, 300), min_size=1, max_size=4))
def test_agrees_with_a_second_implementation(seed: bytes, counts: list[int]) -> None:
    generator = HmacDrbg(seed)
    assert [generator.generate(count) for count in counts] == plain_stream(seed, *counts)


def test_nonce_personalization_and_reseed_change_the_stream() -> None:
    seed = bytes(64)
    reseeded = HmacDrbg(seed)
    reseeded.reseed(bytes(64))
    streams = {
        HmacDrbg(seed).generate(16),
        HmacDrbg(seed, b"n").generate(16),
        HmacDrbg(seed, b"", b"p").generate(16),
        reseeded.generate(16),
    }
    assert len(streams) == 4


@pytest.mark.parametrize("size", [0, 63])
def test_a_short_seed_is_refused(size: int) -> None:
    with pytest.raises(DrawSourceError, match="at least 64"):
        HmacDrbg(bytes(size))
    with pytest.raises(DrawSourceError, match="at least 64"):
        HmacDrbg(bytes(64)).reseed(bytes(size))


class EveryByte:
    """Gives each of the 256 bytes once and then ends."""

    def __init__(self) -> None:
        self.left = iter(range(256))

    def generate(self, count: int) -> bytes:
        assert count == 1
        return bytes([next(self.left)])


@pytest.mark.parametrize("bound", [2, 3, 6, 20, 61, 75, 80, 90, 255, 256])
def test_rejection_is_exactly_even(bound: int) -> None:
    """Over every byte once, each number below the bound comes up equally often."""
    source, seen = EveryByte(), Counter[int]()
    with suppress(StopIteration):
        while True:
            seen[below(bound, source)] += 1
    turns = 256 >> (bound - 1).bit_length()
    assert seen == dict.fromkeys(range(bound), turns)


def test_a_stuck_source_is_stopped() -> None:
    class Stuck:
        def generate(self, count: int) -> bytes:
            return b"\xff" * count

    with pytest.raises(AssertionError, match="stuck"):
        below(80, Stuck())


@settings(max_examples=100)
@given(st.integers(1, 90), st.data())
def test_an_order_holds_each_ball_once(pool: int, data: st.DataObject) -> None:
    count = data.draw(st.integers(0, pool))
    order = draw_order(pool, count, HmacDrbg(data.draw(st.binary(min_size=64, max_size=64))))
    assert len(order) == len(set(order)) == count
    assert set(order) <= set(range(1, pool + 1))


def test_every_order_of_a_small_pool_is_as_likely() -> None:
    """24 orders of 4 balls, 24,000 draws, chi-square on 23 degrees at its 99.9% line."""
    source = HmacDrbg(b"fixed before the test was first run, and kept ever since........")
    seen = Counter(draw_order(4, 4, source) for _ in range(24_000))
    assert len(seen) == 24
    assert sum((n - 1000) ** 2 / 1000 for n in seen.values()) < 49.7


def test_first_ball_and_pairs_of_keno_draws_are_even() -> None:
    """Pearson's sum needs the factor 79/60 when 20 of 80 come without replacement."""
    source = HmacDrbg(b"another seed fixed beforehand for the frequency test of keno....")
    draws = 2000
    seen = Counter(ball for _ in range(draws) for ball in draw_order(80, 20, source))
    expected = draws * 20 / 80
    pearson = sum((seen[ball] - expected) ** 2 / expected for ball in range(1, 81))
    assert pearson * 79 / 60 < 111.14


def test_a_planted_bias_is_caught() -> None:
    source = HmacDrbg(b"a seed for the biased machine, to see that the test has teeth...")
    draws, seen = 2000, Counter[int]()
    for turn in range(draws):
        order = draw_order(80, 20, source)
        seen.update(order)
        if turn % 4 == 0 and 7 not in order:
            seen[7] += 1
            seen[order[0]] -= 1
    expected = draws * 20 / 80
    pearson = sum((seen[ball] - expected) ** 2 / expected for ball in range(1, 81))
    assert pearson * 79 / 60 > 111.14


def test_health_cutoffs_follow_the_standard() -> None:
    """1 + ceil(30 / 4) for repetition; the binomial tail below 2**-30 for proportion."""
    assert health.REPEATS_MAX + 1 == 9
    assert health.SIGHTINGS_MAX == 70


@pytest.mark.parametrize("run", [8, 9])
def test_repetition_count(run: int) -> None:
    block = bytes(range(1, 200)) + bytes(run) + bytes(range(1, 50))
    if run <= 8:
        health.check_entropy(block)
    else:
        with pytest.raises(DrawSourceError, match="repeats one byte"):
            health.check_entropy(block)


@pytest.mark.parametrize("often", [70, 71])
def test_adaptive_proportion(often: int) -> None:
    others = bytes(1 + i % 255 for i in range(512 - often))
    block = b"".join(b"\0" + others[4 * i : 4 * i + 4] for i in range(often)) + others[4 * often :]
    assert len(block) == 512
    assert block.count(0) == often
    if often <= health.SIGHTINGS_MAX:
        health.check_entropy(block)
    else:
        with pytest.raises(DrawSourceError, match="is biased"):
            health.check_entropy(block)


def test_seeding_reads_tests_and_throws_the_sample_away() -> None:
    blocks = itertools.count()
    asked = []

    def read(count: int) -> bytes:
        asked.append(count)
        return hashlib.shake_256(str(next(blocks)).encode()).digest(count)

    first = health.seeded(read).generate(16)
    assert asked == [1024, 128]
    assert first == HmacDrbg(hashlib.shake_256(b"1").digest(128)).generate(16)


@pytest.mark.parametrize(
    ("read", "match"),
    [
        (bytes, "repeats one byte"),
        (lambda count: hashlib.shake_256(b"x").digest(count - 1), "fewer bytes"),
    ],
)
def test_a_sick_source_seeds_nothing(read: object, match: str) -> None:
    with pytest.raises(DrawSourceError, match=match):
        health.seeded(read)  # type: ignore[arg-type]
