"""Check a draw, and that a ticket took part in it, with this file alone.

    python verify_draw.py PROOF.json [TICKET.json] [--game GAME] [--serial SERIAL]
                          [--key NAME:FINGERPRINT] [--record NUMBER:HASH]

It needs Python's standard library and no network, and shares no code with the site. Give what you
know from elsewhere: game, serial and record line of your ticket, and the witnesses' fingerprints.
What could not be checked is listed last. Exit codes: 0 all that was checked holds, 1 something does
not, 2 the files cannot be read.
"""

# ruff: noqa: T201, SIM905 -- a short program of its own that prints what it checked

from __future__ import annotations

import argparse
import hashlib
import hmac
import json
import sys
from collections.abc import Iterator, Mapping, Sequence
from itertools import pairwise
from pathlib import Path
from typing import Any

SEED_BYTES_MIN, KEY_BITS_MIN, KEY_BITS_MAX, TURNS_MAX, EXPONENT = 64, 2048, 8192, 1 << 28, 65537
GAMES = {(80, 20): "keno", (90, 90): "bingo with 90 balls", (75, 75): "bingo with 75 balls"}
RSA_2048 = int(
    "c7970ceedcc3b0754490201a7aa613cd73911081c790f5f1a8726f463550bb5b7ff0db8e1ea1189ec72f93d1"
    "650011bd721aeeacc2acde32a04107f0648c2813a31f5b0b7765ff8b44b4b6ffc93384b646eb09c7cf5e8592"
    "d40ea33c80039f35b4f14a04b51f7bfd781be4d1673164ba8eb991c2c4d730bbbe35f592bdef524af7e8daef"
    "d26c66fc02c479af89d64d373f442709439de66ceb955f3ea37d5159f6135809f85334b5cb1813addc80cd05"
    "609f10ac6a95ad65872c909525bdad32bc729592642920f24c61dc5b3c3b7923e56b16a4d9d373d8721f24a3"
    "fc0f1b3131f55615172866bccc30f95054c824e733a5eb6817f7bc16399d48c6361cc7e5",
    16,
)
PROMISED = "game pool count commitment values closes slow witnesses spares wait".split()
PROOF = "answers keys numbers promise record seal seen silent slow values".split()
Check = tuple[bool | None, str]  # None: it could not be checked


def canonical(value: Any) -> bytes:
    """JSON with sorted keys and no blanks, the form in which everything is hashed."""
    return json.dumps(value, sort_keys=True, separators=(",", ":"), ensure_ascii=False).encode()


def hash_of(value: Any) -> str:
    return hashlib.sha256(canonical(value)).hexdigest()


class Generator:
    """HMAC-DRBG with SHA-512, as in NIST SP 800-90A."""

    def __init__(self, seed: bytes) -> None:
        self.key, self.value = bytes(64), b"\x01" * 64
        self.mix(seed)

    def mix(self, data: bytes) -> None:
        for mark in (b"\x00", b"\x01") if data else (b"\x00",):
            self.key = hmac.digest(self.key, self.value + mark + data, "sha512")
            self.value = hmac.digest(self.key, self.value, "sha512")

    def read(self, count: int) -> bytes:
        out = b""
        while len(out) < count:
            self.value = hmac.digest(self.key, self.value, "sha512")
            out += self.value
        self.mix(b"")
        return out[:count]

    def below(self, bound: int) -> int:
        """A number below the bound; numbers that are too high are thrown away."""
        bits = (bound - 1).bit_length()
        while True:
            number = int.from_bytes(self.read((bits + 7) // 8), "big") % (1 << bits)
            if number < bound:
                return number


def all_numbers(entropy: bytes, seal: dict[str, Any], pool: int, count: int) -> list[int]:
    """A draw from one value: keno."""
    generator = Generator(entropy + bytes.fromhex(seal["root"]) + canonical(seal))
    balls = list(range(1, pool + 1))
    for place in range(count):
        pick = place + generator.below(pool - place)
        balls[place], balls[pick] = balls[pick], balls[place]
    return balls[:count]


def ball_by_ball(entropies: Sequence[bytes], seal: dict[str, Any], pool: int) -> list[int]:
    """A draw with a value for each ball: bingo."""
    out: list[int] = []
    for entropy in entropies:
        generator = Generator(entropy + bytes.fromhex(seal["root"]) + canonical([seal, *out]))
        left = [ball for ball in range(1, pool + 1) if ball not in out]
        out.append(left[generator.below(len(left))])
    return out


def is_prime(number: int) -> bool:
    """Miller and Rabin's test with twenty bases."""
    bases = (2, 3, 5, 7, 11, 13, 17, 19, 23, 29, 31, 37, 41, 43, 47, 53, 59, 61, 67, 71)
    if number < 2 or number in bases or any(number % base == 0 for base in bases):
        return number in bases
    twos = ((number - 1) & (1 - number)).bit_length() - 1
    for base in bases:
        power = pow(base, (number - 1) >> twos, number)
        squares = [pow(power, 1 << turn, number) for turn in range(twos)]
        if power != 1 and number - 1 not in squares:
            return False
    return True


def answer_holds(key_hex: str, question: Any, answer: str) -> bool:
    """RSA-FDH-VRF with SHA-512 (RFC 9381): the one answer of this key to this question."""
    key = int(key_hex, 16)
    size = (key.bit_length() + 7) // 8
    seed = b"\x03\x01" + size.to_bytes(4, "big") + key.to_bytes(size, "big") + canonical(question)
    blocks = [seed + block.to_bytes(4, "big") for block in range(size // 64 + 1)]
    mask = b"".join(hashlib.sha512(block).digest() for block in blocks)
    number = int.from_bytes(bytes.fromhex(answer), "big")
    if len(answer) != 2 * size or answer != answer.lower() or number >= key:
        return False
    return pow(number, EXPONENT, key) == int.from_bytes(mask[: size - 1], "big")


def slow_holds(question: Any, turns: int, result: int, proof: int) -> bool:
    """Wesolowski's proof that the result is the start squared `turns` times."""
    half = RSA_2048 // 2
    if not (0 < turns <= TURNS_MAX and 0 < result <= half and 0 < proof <= half):
        return False
    asked = canonical(question)
    wide = b"".join(hashlib.sha512(b"slow" + bytes([b]) + asked).digest() for b in range(5))
    start = pow(int.from_bytes(wide, "big"), 2, RSA_2048)
    fixed = start.to_bytes(256, "big") + result.to_bytes(256, "big") + turns.to_bytes(8, "big")
    count, challenge = 0, 0
    while not is_prime(challenge):
        digest = hashlib.sha512(b"challenge" + fixed + count.to_bytes(8, "big")).digest()
        challenge, count = int.from_bytes(digest[:32], "big") | 1, count + 1
    power = pow(proof, challenge, RSA_2048) * pow(start, pow(2, turns, challenge), RSA_2048)
    return min(power % RSA_2048, -power % RSA_2048) == result


def read_proof(document: Mapping[str, Any]) -> dict[str, Any]:
    """The proof in a file or result; one from before there were witnesses in today's form."""
    proof = document.get("evidence", document)
    if proof is None:
        raise ValueError("this draw was made by other means and has no proof")
    if "promise" in proof:
        return dict(proof)
    promise: dict[str, Any] = {name: proof[name] for name in ("commitment", "pool", "count")}
    promise |= {"values": 1, "slow": 0, "witnesses": [], "spares": [], "wait": 0, "closes": ""}
    empty: dict[str, Any] = {
        "record": "",
        "keys": {},
        "seen": [],
        "silent": [],
        "slow": None,
        "answers": [[]],
    }
    shared = {"seal": proof["seal"], "values": [proof["secret"]], "numbers": proof["numbers"]}
    return {**empty, **shared, "promise": {**promise, "game": proof["seal"]["game"]}}


def check_draw(proof: dict[str, Any], keys: dict[str, str]) -> Iterator[Check]:
    """The findings about a draw; `keys` are fingerprints noted elsewhere, by witness."""
    promise, seal, values = proof["promise"], proof["seal"], proof["values"]
    pool, count, named = promise["pool"], promise["count"], promise["witnesses"]
    yield sorted(proof) == PROOF and form_holds(proof), "the file has the parts of a proof, no more"
    possible = (pool, count) in GAMES and promise["values"] in (1, count)
    yield possible, f"{count} of {pool}: {GAMES.get((pool, count), 'no game')}"
    if not possible:
        return
    yield seal["game"] == promise["game"], f"promise and seal are of game {seal['game']}"
    raw = [bytes.fromhex(value) for value in values]
    enough = 0 < len(raw) <= promise["values"] and min(map(len, raw)) >= SEED_BYTES_MIN
    chained = all(hashlib.sha512(later).digest() == value for value, later in pairwise(raw))
    first = hashlib.new("sha512_256", raw[0]).hexdigest() == promise["commitment"]
    yield enough and chained and first, "what was revealed was promised"
    for name, key_hash in [*named, *promise["spares"]]:
        yield from check_key(name, key_hash, proof["keys"][name], keys.get(name, ""))
    for name, _ in named:
        yield check_seen(proof, name)
    due = [[name for name, _ in named] for _ in values]
    for silent in proof["silent"]:
        yield check_silent(proof, silent)
        row = due[silent["place"] - 1]
        row[row.index(silent["witness"])] = silent["by"]
    fixed = [hash_of({name: promise[name] for name in PROMISED}), hash_of(seal)]
    entropies, answered = [], len(proof["answers"]) == len(values)
    for place, (value, answers) in enumerate(zip(values, proof["answers"], strict=False)):
        entropies.append(raw[place])
        answered = answered and len(answers) == len(due[place])
        for name, answer in zip(due[place], answers, strict=False):
            question = ["draw", proof["record"], name, *fixed, place + 1, value]
            answered = answered and answer_holds(proof["keys"][name], question, answer)
            entropies[-1] += hashlib.sha512(b"\x03\x02" + bytes.fromhex(answer)).digest()
    yield answered, f"{' and '.join(dict(named)) or 'no witness'} answered exactly this seal"
    if promise["slow"]:
        result, step = int(proof["slow"]["result"], 16), int(proof["slow"]["proof"], 16)
        question = ["slow", proof["record"], *fixed, values[0], proof["answers"][0]]
        holds = slow_holds(question, promise["slow"], result, step)
        yield holds, f"the slow step of {promise['slow']:,} turns was made"
        entropies[0] += result.to_bytes(256, "big")
    once = promise["values"] == 1 and all_numbers(entropies[0], seal, pool, count)
    numbers = once or ball_by_ball(entropies, seal, pool)
    yield numbers == proof["numbers"], "the numbers follow from all of that"
    if not named:
        yield None, "that the promise was made before the game opened: note it before the draw"
        yield None, "that this machine did not try other entries first: no witness took part"


def form_holds(proof: dict[str, Any]) -> bool:
    """Keys and hex are written in their one form, so that no two files say the same."""
    promise, slow, keys = proof["promise"], proof["slow"] or {}, proof["keys"]
    plain_hex = all(f"{int(text, 16):x}" == text for text in [*keys.values(), *slow.values()])
    lower = all(value == value.lower() for value in proof["values"])
    named = set(keys) == set(dict([*promise["witnesses"], *promise["spares"]]))
    complete = set(slow) == ({"result", "proof"} if promise["slow"] else set())
    signed = len(proof["seen"]) == len(promise["witnesses"])
    return plain_hex and lower and named and complete and signed


def check_key(name: str, key_hash: str, key: str, noted: str) -> Iterator[Check]:
    """A witness's key is sound and the one that was promised, and noted elsewhere."""
    number = int(key, 16)
    bits = number.bit_length()
    digest = hashlib.sha256(number.to_bytes((bits + 7) // 8, "big")).hexdigest()
    sound = KEY_BITS_MIN <= bits <= KEY_BITS_MAX and number % 2 == 1 and not is_prime(number)
    yield digest == key_hash and sound, f"the key of {name} is sound and was promised"
    matches = len(noted) >= 16 and digest.startswith(noted.lower()) if noted else None
    yield matches, f"the key of {name} is the one noted elsewhere ({digest[:16]})"


def check_seen(proof: dict[str, Any], name: str) -> Check:
    """A witness signed the promise before the close, by its own clock."""
    promise = proof["promise"]
    [seen] = [seen for seen in proof["seen"] if seen["witness"] == name]
    head = f"{promise['n']}:{hash_of(promise)}"
    question = ["seen", proof["record"], name, head, seen["previous"], seen["time"]]
    early = seen["time"] < promise["closes"] and len(seen) == 4
    signed = early and answer_holds(proof["keys"][name], question, seen["answer"])
    return signed, f"{name} signed the promise at {seen['time']}, before the close"


def check_silent(proof: dict[str, Any], silent: dict[str, Any]) -> Check:
    """A spare signed that a witness did not answer, and answered instead."""
    spare, promise = silent["by"], proof["promise"]
    named = [silent[name] for name in ("witness", "game", "place", "time", "previous")]
    question = ["silent", proof["record"], spare, *named]
    signed = answer_holds(proof["keys"][spare], question, silent["answer"])
    due = spare in dict(promise["spares"]) and silent["game"] == promise["game"]
    return signed and due and len(silent) == 7, f"{spare} signed that {named[0]} was silent"


def root_of(ticket: dict[str, Any]) -> str:
    """The root that the ticket's entry and its path lead to."""
    node = hashlib.sha256(b"\x00" + canonical(ticket["entry"])).digest()
    for side, other in ticket["path"]:
        if side not in ("left", "right"):
            raise ValueError(f"a path goes left or right, not {side!r}")
        pair = bytes.fromhex(other) + node if side == "left" else node + bytes.fromhex(other)
        node = hashlib.sha256(b"\x01" + pair).digest()
    return node.hex()


def all_checks(proof: dict[str, Any], tickets: list[Any], asked: Any) -> Iterator[Check]:
    """Every check of a proof, the tickets with it, and what was noted elsewhere."""
    yield from check_draw(proof, dict(noted.rpartition(":")[::2] for noted in asked.key))
    seal, promise = proof["seal"], proof["promise"]
    if asked.game:
        yield seal["game"] == asked.game, f"it is the game you asked for ({asked.game})"
    for ticket in tickets:
        entry, under = ticket["entry"], root_of(ticket) == seal["root"]
        yield under, f"the entry {entry['serial']} is one of the {seal['entries']} under the seal"
        if asked.serial:
            yield entry["serial"] == asked.serial, f"it is the serial asked for ({asked.serial})"
        for line in entry.get("lines", ()):
            picks = ", ".join(f"{name} {line[name]}" for name in sorted(line) if name != "type")
            yield None, f"that your paper says: {line.get('type', '?')} {picks}"
    number, _, digest = asked.record.replace(" ", "").partition(":")
    if number == str(promise.get("n")):
        holds = len(digest) >= 16 and hash_of(promise).startswith(digest.lower())
        yield holds, f"statement {number} is the one on your ticket"
    elif number:
        yield None, f"statement {number} on your ticket: it is not in this file, see /record"


def main(arguments: list[str]) -> int:
    """Print what holds, what does not, and what could not be checked."""
    raw = argparse.RawDescriptionHelpFormatter
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=raw)
    parser.add_argument("files", nargs="*", metavar="FILE")
    parser.add_argument("--key", action="append", default=[])
    for option in ("--game", "--serial", "--record"):
        parser.add_argument(option, default="")
    asked = parser.parse_args(arguments)
    try:
        documents = [json.loads(Path(name).read_text("utf-8")) for name in asked.files]
        proof = read_proof(documents[0])
        checks = list(all_checks(proof, documents[1:], asked))
        print(plain(f"game {proof['seal']['game']}: {' '.join(map(str, proof['numbers']))}"))
        print(plain(f"promise {proof['promise']['commitment']}"))
        print(plain(f"seal    {proof['seal']['root']}"))
    except (OSError, ValueError, LookupError, TypeError, AttributeError, RecursionError) as bad:
        print(plain(f"cannot be read: {type(bad).__name__}: {bad}"), file=sys.stderr)
        return 2
    for holds, what in sorted(checks, key=lambda check: check[0] is None):
        mark = "could not check" if holds is None else "yes" if holds else "NO "
        print(plain(f"{mark}  {what}"))
    return 0 if all(holds is not False for holds, _ in checks) else 1


def plain(text: str) -> str:
    """A file's text may not clear the screen or hide a line."""
    return "".join(character if character.isprintable() else "?" for character in text)


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))
