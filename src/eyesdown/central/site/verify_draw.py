"""Check a draw, and that a ticket took part in it, without trusting anybody.

    python verify_draw.py evidence.json [ticket.json]

This one file needs nothing but Python's standard library and no network. It works out again

1. that the revealed secret is the one whose hash was published before the game opened,
2. that the numbers follow from that secret and from the seal over all entries published at close,
3. that the ticket's entry is one of the entries under that seal.

The first file is the evidence of a result, or the whole result that has it. Whoever noted promise
and seal while the game was on its way (/api/now shows them) compares them with those printed here.
It shares no code with the site, so a mistake there does not hide a mistake here. Exit codes:
0 all of it holds, 1 something does not, 2 the files cannot be read.
"""

# ruff: noqa: T201 -- this file is a program of its own and prints what it found

from __future__ import annotations

import hashlib
import hmac
import json
import sys
from typing import Any

SEED_BYTES_MIN = 64
POOL, COUNT = 80, 20  # a file that says otherwise is of no game of Keno


def canonical(value: Any) -> bytes:
    """JSON with sorted keys and no blanks, the form in which entries and seals are hashed."""
    text = json.dumps(value, sort_keys=True, separators=(",", ":"), ensure_ascii=False)
    return text.encode("utf-8")


class Generator:
    """HMAC-DRBG with SHA-512, as in NIST SP 800-90A."""

    def __init__(self, seed: bytes) -> None:
        self.key, self.value = bytes(64), b"\x01" * 64
        self.mix(seed)

    def hmac(self, data: bytes) -> bytes:
        return hmac.new(self.key, data, hashlib.sha512).digest()

    def mix(self, data: bytes) -> None:
        for mark in (b"\x00", b"\x01") if data else (b"\x00",):
            self.key = self.hmac(self.value + mark + data)
            self.value = self.hmac(self.value)

    def read(self, count: int) -> bytes:
        out = b""
        while len(out) < count:
            self.value = self.hmac(self.value)
            out += self.value
        self.mix(b"")
        return out[:count]


def below(bound: int, generator: Generator) -> int:
    """A number below the bound; numbers that are too high are thrown away."""
    bits = (bound - 1).bit_length()
    while True:
        number = int.from_bytes(generator.read((bits + 7) // 8), "big") % (1 << bits)
        if number < bound:
            return number


def numbers_of(evidence: dict[str, Any]) -> list[int]:
    """The draw as it must have come out."""
    seal = evidence["seal"]
    seed = bytes.fromhex(evidence["secret"]) + bytes.fromhex(seal["root"]) + canonical(seal)
    generator = Generator(seed)
    balls = list(range(1, evidence["pool"] + 1))
    for place in range(evidence["count"]):
        pick = place + below(len(balls) - place, generator)
        balls[place], balls[pick] = balls[pick], balls[place]
    return balls[: evidence["count"]]


def root_of(ticket: dict[str, Any]) -> str:
    """The root that the ticket's entry and its path lead to."""
    node = hashlib.sha256(b"\x00" + canonical(ticket["entry"])).digest()
    for side, other in ticket["path"]:
        if side not in ("left", "right"):
            raise ValueError(f"a path goes left or right, not {side!r}")
        pair = bytes.fromhex(other) + node if side == "left" else node + bytes.fromhex(other)
        node = hashlib.sha256(b"\x01" + pair).digest()
    return node.hex()


def check_draw(evidence: dict[str, Any]) -> list[tuple[bool, str]]:
    """What was checked about the draw, and whether it holds."""
    secret = bytes.fromhex(evidence["secret"])
    promised = hashlib.new("sha512_256", secret).hexdigest() == evidence["commitment"]
    long_enough = len(secret) >= SEED_BYTES_MIN
    possible = (evidence["pool"], evidence["count"]) == (POOL, COUNT)
    return [
        (promised, "the secret is the one promised before the game opened"),
        (long_enough, "the secret has at least 512 bits"),
        (possible, f"{COUNT} numbers are drawn out of {POOL}"),
        (
            possible and numbers_of(evidence) == evidence["numbers"],
            "the numbers follow from the secret and the seal",
        ),
    ]


def check_ticket(evidence: dict[str, Any], ticket: dict[str, Any]) -> list[tuple[bool, str]]:
    """What was checked about the ticket, and whether it holds."""
    under = root_of(ticket) == evidence["seal"]["root"]
    entries, serial = evidence["seal"]["entries"], ticket["entry"]["serial"]
    return [(under, f"the entry {serial} is one of the {entries} under the seal")]


def evidence_in(document: dict[str, Any]) -> dict[str, Any]:
    """The evidence itself, or that of a whole result."""
    evidence: dict[str, Any] | None = document.get("evidence", document)
    if evidence is None:
        raise ValueError("this draw was made without a secret and has no proof")
    return evidence


def plain(text: str) -> str:
    """What a file says may not clear the screen that its own failure stands on."""
    return "".join(sign if sign.isprintable() else "?" for sign in text)


def main(arguments: list[str]) -> int:
    if len(arguments) not in (1, 2):
        print(__doc__)
        return 2
    try:
        documents = []
        for name in arguments:
            with open(name, encoding="utf-8") as file:  # noqa: PTH123 -- one plain file for any reader
                documents.append(json.load(file))
        evidence = evidence_in(documents[0])
        seal = evidence["seal"]
        told = f"game {seal['game']}: {' '.join(map(str, evidence['numbers']))}"
        found = check_draw(evidence)
        for ticket in documents[1:]:
            found += check_ticket(evidence, ticket)
    except (OSError, ValueError, KeyError, TypeError, AttributeError, RecursionError) as bad:
        print(plain(f"cannot be read: {type(bad).__name__}: {bad}"), file=sys.stderr)
        return 2
    for line in (told, f"promise {evidence['commitment']}", f"seal    {seal['root']}"):
        print(plain(line))
    for holds, what in found:
        print(plain(f"{'yes' if holds else 'NO '}  {what}"))
    return 0 if all(holds for holds, _ in found) else 1


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))
