"""A slow step after the seal: squarings modulo RSA-2048, with a short proof (Wesolowski).

Someone who knows everything on the machine must still wait for this step for each entry they try,
because no one knows a short cut: the factors of RSA-2048 have never been published. It deters; it
does not exclude. The result is checked in milliseconds.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator
from dataclasses import dataclass, field
from hashlib import sha512

from eyesdown.draw.vrf import is_probable_prime

# The RSA Factoring Challenge's number of 617 digits, as published in 1991.
RSA_2048 = int(
    "2519590847565789349402718324004839857142928212620403202777713783604366202070"
    "7595556264018525880784406918290641249515082189298559149176184502808489120072"
    "8449926873928072877767359714183472702618963750149718246911650776133798590957"
    "0009733045974880842840179742910064245869181719511874612151517265463228221686"
    "9987549182422433637259085141865462043576798423387184774447920739934236584823"
    "8242811981638150106748104516603773060562016196762561338441436038339044149526"
    "3443219011465754445417842402092461651572335077870774981712577246796292638635"
    "6373289912154831438167899885040445364023527381951378636564391212010397122822"
    "120720357"
)
BYTES = 256
TURNS_MAX = 1 << 28
"""A file that asks for more is refused, or a reader could be kept busy for hours."""

CHALLENGE_BITS = 256
DIGIT_BITS = 8
DIGITS_APART = 16
SLICE = DIGIT_BITS * DIGITS_APART
"""How many turns apart powers are noted, so that the proof takes a tenth of the time of the step
itself: 8,000 powers of 256 bytes for a million turns. `progress` is called as often, which is about
once a millisecond."""

Progress = Callable[[int], None]


def _nothing(_: int) -> None:
    """A `progress` callback that does nothing."""


@dataclass(frozen=True, slots=True)
class SlowStep:
    """What came of the turns, and the proof of it, both as numbers below RSA-2048."""

    turns: int
    result: int
    proof: int

    @property
    def value(self) -> bytes:
        """The bytes that enter the draw."""
        return self.result.to_bytes(BYTES, "big")


@dataclass(slots=True)
class Turning:
    """A slow step on its way. It can be interrupted and begun again with the same result."""

    start: int
    turns: int
    power: int = 0
    done: int = 0
    noted: list[int] = field(default_factory=list)

    @classmethod
    def of(cls, question: bytes, turns: int) -> Turning:
        """The step for a question, with no turn made yet."""
        assert 0 < turns <= TURNS_MAX
        start = _start(question)
        return cls(start, turns, start)

    def run(self, progress: Progress = _nothing) -> int:
        """Make all turns that are left and return the result.

        Of a number and its negative either could be proven, so the smaller one is the result.
        """
        while self.done < self.turns:
            power, turns = self.power, min(SLICE, self.turns - self.done)
            for _ in range(turns):
                power = power * power % RSA_2048
            self.noted.append(self.power)
            self.power, self.done = power, self.done + turns
            progress(self.done)
        return min(self.power, RSA_2048 - self.power)

    def prove(self, progress: Progress = _nothing) -> SlowStep:
        """The result with its proof: start ** (2 ** turns // challenge).

        The quotient is worked out digit by digit. Digits that are `DIGITS_APART` apart share the
        noted powers, so each round multiplies a few and squares the sum once.
        """
        assert self.done == self.turns, "the turns come first"
        result = min(self.power, RSA_2048 - self.power)
        challenge = _challenge(self.start, result, self.turns)
        digits = _quotient_digits(self.turns, challenge)
        proof = 1
        for offset in reversed(range(DIGITS_APART)):
            proof = pow(proof, 1 << DIGIT_BITS, RSA_2048)
            product = self._product(digits[offset::DIGITS_APART], progress)
            proof = proof * product % RSA_2048
        return SlowStep(self.turns, result, min(proof, RSA_2048 - proof))

    def _product(self, digits: list[int], progress: Progress) -> int:
        """The noted powers, each raised to its digit, multiplied together."""
        buckets = [1] * (1 << DIGIT_BITS)
        # A round may have one digit less than there are powers.
        for number, (power, digit) in enumerate(zip(self.noted, digits, strict=False)):
            buckets[digit] = buckets[digit] * power % RSA_2048
            if number % SLICE == 0:
                progress(self.done)
        # A bucket that is multiplied into the running product at digit d counts d times.
        running = product = 1
        for bucket in reversed(buckets[1:]):
            running = running * bucket % RSA_2048
            product = product * running % RSA_2048
        return product


def holds(question: bytes, step: SlowStep) -> bool:
    """Whether a result is what the turns lead to: proof ** challenge * start ** rest == result.

    >>> turning = Turning.of(b"a question", 1000)
    >>> _ = turning.run()
    >>> step = turning.prove()
    >>> holds(b"a question", step), holds(b"another question", step)
    (True, False)
    """
    # Numbers in the upper half are negatives of those in the lower: they would be second results.
    if not (0 < step.turns <= TURNS_MAX and 0 < step.result <= RSA_2048 // 2):
        return False
    if not 0 < step.proof <= RSA_2048 // 2:
        return False
    start = _start(question)
    challenge = _challenge(start, step.result, step.turns)
    rest = pow(2, step.turns, challenge)
    power = pow(step.proof, challenge, RSA_2048) * pow(start, rest, RSA_2048) % RSA_2048
    return min(power, RSA_2048 - power) == step.result


def _start(question: bytes) -> int:
    """The question hashed to a square below RSA-2048."""
    # 320 bytes for 256: the remainder favours no number by more than one in 2**500.
    wide = b"".join(sha512(b"slow" + bytes([block]) + question).digest() for block in range(5))
    number = int.from_bytes(wide, "big") % RSA_2048
    # -1 has a known order, with which a proof could be faked; squares have no sign to choose.
    return number * number % RSA_2048


def _challenge(start: int, result: int, turns: int) -> int:
    """A prime that no one can choose, since it follows from the result itself."""
    fixed = b"".join(number.to_bytes(BYTES, "big") for number in (start, result))
    for candidate in _candidates(fixed + turns.to_bytes(8, "big")):
        if is_probable_prime(candidate):
            return candidate
    raise AssertionError("primes do not run out")


def _candidates(seed: bytes) -> Iterator[int]:
    count = 0
    while True:
        digest = sha512(b"challenge" + seed + count.to_bytes(8, "big")).digest()
        # The result is hashed in, so no result can be sought for a challenge known beforehand.
        yield int.from_bytes(digest[: CHALLENGE_BITS // 8], "big") | 1
        count += 1


def _quotient_digits(turns: int, challenge: int) -> list[int]:
    """The digits of 2 ** turns // challenge in base 2 ** DIGIT_BITS, lowest first.

    Long division from the top: the number itself would be too long to divide at once.
    """
    top = turns % DIGIT_BITS
    digits, rest = [], 1 << top
    digits.append(rest // challenge)
    for _ in range(turns // DIGIT_BITS):
        digit, rest = divmod((rest % challenge) << DIGIT_BITS, challenge)
        digits.append(digit)
    return digits[::-1]
