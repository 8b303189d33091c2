"""Check a draw, and that a ticket took part in it, with this file alone.

    python verify_draw.py PROOF [TICKET] [--game X] [--serial X] [--key NAME:HASH] [--record N:HASH]

It needs Python only, no network, and shares no code with the site. Give what you know from your
ticket and from the witnesses. Exit codes: 0 it holds, 1 something does not, 2 it cannot be read.
"""

import argparse
import hashlib
import hmac
import json
import math
import re
import sys
from collections.abc import Iterable, Iterator
from pathlib import Path
from typing import Any

SEED_BYTES, KEY_BITS_MIN, KEY_BITS_MAX, TURNS_MAX, EXPONENT = 64, 2048, 8192, 1 << 28, 65537
GAMES = {80: "keno", 90: "bingo with 90 balls", 75: "bingo with 75 balls"}
RSA_2048 = int(
    "c7970ceedcc3b0754490201a7aa613cd73911081c790f5f1a8726f463550bb5b7ff0db8e1ea1189ec72f93d1"
    "650011bd721aeeacc2acde32a04107f0648c2813a31f5b0b7765ff8b44b4b6ffc93384b646eb09c7cf5e8592"
    "d40ea33c80039f35b4f14a04b51f7bfd781be4d1673164ba8eb991c2c4d730bbbe35f592bdef524af7e8daef"
    "d26c66fc02c479af89d64d373f442709439de66ceb955f3ea37d5159f6135809f85334b5cb1813addc80cd05"
    "609f10ac6a95ad65872c909525bdad32bc729592642920f24c61dc5b3c3b7923e56b16a4d9d373d8721f24a3"
    "fc0f1b3131f55615172866bccc30f95054c824e733a5eb6817f7bc16399d48c6361cc7e5",
    16,
)
PRIMES = (2, 3, 5, 7, 11, 13, 17, 19, 23, 29, 31, 37, 41, 43, 47, 53, 59, 61, 67, 71)
Check = tuple[bool | None, str]  # None: it could not be checked


def form(of: str | dict[str, str]) -> str:
    """The pattern of a list of parts, or of an object, in canonical text: no two say the same."""
    if isinstance(of, str):
        return rf"\[(?:{of}(?:,{of})*)?\]"
    return r"\{" + ",".join(f'"{name}":(?:{of[name]})' for name in sorted(of)) + r"\}"


WHOLE, TEXT = "(?:0|[1-9][0-9]{0,14})", r'"(?:[^"\\\x00-\x1f]|\\["\\]){1,99}"'
HASH, BYTES, NUMBER = '"[0-9a-f]{64}"', '"(?:[0-9a-f]{2})*"', '"[1-9a-f][0-9a-f]*"'
TIME = r'"[0-9]{4}-[0-9]{2}-[0-9]{2}T[0-9]{2}:[0-9]{2}:[0-9]{2}(?:\.[0-9]{1,6})?Z"'
SEAL = {"type": '"Seal"', "game": TEXT, "root": HASH, "entries": WHOLE, "total_cents": WHOLE}
SEEN = {"witness": TEXT, "previous": BYTES, "time": TIME, "answer": BYTES}
SILENT = SEEN | {"by": TEXT, "game": TEXT, "place": WHOLE}
NAMED, KEYS = form(rf"\[{TEXT},{HASH}\]"), rf"\{{(?:{TEXT}:{NUMBER}(?:,{TEXT}:{NUMBER})*)?\}}"
PROMISE = {"game": TEXT, "pool": WHOLE, "count": WHOLE, "values": WHOLE, "commitment": HASH}
PROMISE |= {"slow": WHOLE, "witnesses": NAMED, "spares": NAMED, "wait": WHOLE}
PROMISE |= {"closes": f'{TIME}|""'}  # without a time the game closes when it is sealed
STATED = {"n": WHOLE, "prev": HASH, "at": TIME, "journal": TEXT, "kind": '"promise"'}
PROOF = {"record": BYTES, "keys": KEYS, "seen": form(form(SEEN)), "seal": form(SEAL)}
PROOF |= {"promise": f"{form(PROMISE)}|{form(PROMISE | STATED)}", "silent": form(form(SILENT))}
PROOF |= {"values": form(BYTES), "answers": form(form(BYTES)), "numbers": form(WHOLE)}
PROOF |= {"slow": f"null|{form({'result': NUMBER, 'proof': NUMBER})}"}


def canonical(value: Any) -> bytes:
    """JSON with sorted keys and no blanks, the form in which everything is hashed."""
    return json.dumps(value, sort_keys=True, separators=(",", ":"), ensure_ascii=False).encode()


def parse(text: str) -> Any:
    """JSON that cannot be read in two ways: no name twice, whole numbers of at most 15 digits."""
    value, string = json.loads(text), r'"(?:[^"\\]|\\.)*"'
    bare, names = (re.sub(string, "", part) for part in (text, canonical(value).decode()))
    if re.search("[0-9][.eE]|[0-9]{16}|[NI]", bare) or bare.count(":") != names.count(":"):
        raise ValueError("a name is there twice, or a number is not whole or has 16 digits")
    return value


def hash_of(value: Any) -> str:
    return hashlib.sha256(canonical(value)).hexdigest()


def picks(seed: bytes, bounds: Iterable[int]) -> Iterator[int]:
    """A number below each bound (NIST SP 800-90A, HMAC-DRBG with SHA-512), by rejection."""
    key, value = bytes(64), b"\x01" * 64
    for bound in bounds:
        number = bound
        while number >= bound:
            for mark in (b"\x00", b"\x01") if seed else (b"\x00",):
                key = hmac.digest(key, value + mark + seed, "sha512")
                value = hmac.digest(key, value, "sha512")
            value, seed = hmac.digest(key, value, "sha512"), b""
            number = value[0] % (1 << (bound - 1).bit_length())
        yield number


def numbers_of(entropies: list[bytes], seal: dict[str, Any], promise: dict[str, Any]) -> list[int]:
    """All numbers from one value, as in keno, or one from each, as in bingo."""
    pool, count, root = promise["pool"], promise["count"], bytes.fromhex(seal["root"])
    left, out = [*range(1, pool + 1)], list[int]()
    if promise["values"] == 1:
        seed = entropies[0] + root + canonical(seal)
        for place, pick in enumerate(picks(seed, range(pool, pool - count, -1))):
            left[place], left[place + pick] = left[place + pick], left[place]
        return left[:count]
    for entropy in entropies:
        out.append(left.pop(next(picks(entropy + root + canonical([seal, *out]), [len(left)]))))
    return out


def is_prime(number: int) -> bool:
    """Miller and Rabin's test with twenty bases."""
    if number < 2 or any(number % base == 0 for base in PRIMES):
        return number in PRIMES
    last, twos = number - 1, ((number - 1) & (1 - number)).bit_length() - 1
    powers = (pow(base, last >> twos, number) for base in PRIMES)
    return all(p == 1 or last in (pow(p, 1 << k, number) for k in range(twos)) for p in powers)


def answer_holds(key_hex: str, question: Any, answer: str) -> bool:
    """RSA-FDH-VRF with SHA-512 (RFC 9381): the one answer of this key to this question."""
    key, size = int(key_hex, 16), (len(key_hex) + 1) // 2
    if len(answer) != 2 * size or 8 * size > KEY_BITS_MAX or int(answer, 16) >= key:
        return False
    seed = b"\x03\x01" + size.to_bytes(4, "big") + key.to_bytes(size, "big") + canonical(question)
    mask = b"".join(hashlib.sha512(seed + bytes([0, 0, 0, b])).digest() for b in range(16))
    return pow(int(answer, 16), EXPONENT, key) == int.from_bytes(mask[: size - 1], "big")


def slow_holds(asked: Any, turns: int, result: int, proof: int) -> bool:
    """Wesolowski's proof that the result is the start squared `turns` times."""
    if turns > TURNS_MAX or not (0 < 2 * result < RSA_2048 and 0 < 2 * proof < RSA_2048):
        return False
    wide = b"".join(hashlib.sha512(b"slow%c" % b + canonical(asked)).digest() for b in range(5))
    start = pow(int.from_bytes(wide, "big"), 2, RSA_2048)
    fixed = start.to_bytes(256, "big") + result.to_bytes(256, "big") + turns.to_bytes(8, "big")
    count, challenge = 0, 0
    while not is_prime(challenge):
        digest = hashlib.sha512(b"challenge" + fixed + count.to_bytes(8, "big")).digest()
        challenge, count = int.from_bytes(digest[:32], "big") | 1, count + 1
    power = pow(proof, challenge, RSA_2048) * pow(start, pow(2, turns, challenge), RSA_2048)
    return min(power % RSA_2048, -power % RSA_2048) == result


def read_proof(document: Any) -> dict[str, Any]:
    """The proof in a file or result, in today's form, once it is clear that its parts fit."""
    proof = document.get("evidence", document)
    if proof is None:
        raise ValueError("this draw was made by other means and has no proof")
    if "promise" not in proof and len(proof) == 7 and proof["type"] == "Evidence":
        promise = {name: proof[name] for name in ("commitment", "pool", "count")}
        promise |= {"values": 1, "slow": 0, "witnesses": [], "spares": [], "wait": 0, "closes": ""}
        shared = {"seal": proof["seal"], "values": [proof["secret"]], "numbers": proof["numbers"]}
        shared |= {"record": "", "keys": {}, "seen": [], "silent": [], "slow": None}
        proof = {**shared, "answers": [[]], "promise": promise | {"game": proof["seal"]["game"]}}
    if not re.fullmatch(form(PROOF), canonical(proof).decode()):
        raise ValueError("the file does not have the parts of a proof, each in its form")
    promise, signed = proof["promise"], [seen["witness"] for seen in proof["seen"]]
    named = [*promise["witnesses"], *promise["spares"]]  # each once, and no two with one key
    once = len(set(dict(named).values())) == len(named) and len(set(signed)) == len(signed)
    same = {*dict(named)} == {*proof["keys"]} >= {*signed} and ("n" in promise or not named)
    slow = promise["slow"] and promise["values"] == 1
    if not (once and same and (slow if proof["slow"] else not promise["slow"])):
        raise ValueError("the parts of the proof do not belong together")
    return dict(proof)


def check_draw(proof: dict[str, Any], keys: dict[str, str]) -> Iterator[Check]:
    """The findings about a draw; `keys` are fingerprints noted elsewhere, by witness."""
    promise, seal, values = proof["promise"], proof["seal"], proof["values"]
    pool, count = promise["pool"], promise["count"]
    counts = (20,) if pool == 80 else range(1, pool + 1)
    possible = pool in GAMES and count in counts and promise["values"] in (1, count)
    yield possible, f"{count} of {pool}: {GAMES[pool] if possible else 'no game'}"
    raw = [bytes.fromhex(value) for value in values]
    enough = possible and 0 < len(raw) <= promise["values"] and min(map(len, raw)) >= SEED_BYTES
    chained = all(hashlib.sha512(raw[k + 1]).digest() == raw[k] for k in range(len(raw) - 1))
    first = enough and hashlib.new("sha512_256", raw[0]).hexdigest() == promise["commitment"]
    yield first and chained, "what was revealed is what the promise in this file fixed"
    due = [[name for name, _ in promise["witnesses"]] for _ in values]
    for silent in proof["silent"]:
        row = due[silent["place"] - 1] if 0 < silent["place"] <= len(due) else []
        signed, what = check_silent(proof, silent, row)
        yield signed, what
        if signed:
            row[row.index(silent["witness"])] = silent["by"]
    answering = list(dict.fromkeys(name for row in due for name in row))
    yield from check_keys(proof, keys, [*answering, *(silent["by"] for silent in proof["silent"])])
    yield from check_seen(proof, answering)
    fixed = [hash_of({name: promise[name] for name in PROMISE}), hash_of(seal)]
    answered = enough and list(map(len, proof["answers"])) == list(map(len, due))
    for place, answers in enumerate(proof["answers"] if answered else ()):
        for name, answer in zip(due[place], answers, strict=True):
            question = ["draw", proof["record"], name, *fixed, place + 1, values[place]]
            answered = answered and answer_holds(proof["keys"][name], question, answer)
            raw[place] += hashlib.sha512(b"\x03\x02" + bytes.fromhex(answer)).digest()
    who = " and ".join(answering)
    yield answered, f"{who} answered exactly this seal" if who else "no witness had to answer"
    if answered and promise["slow"]:
        result, step = int(proof["slow"]["result"], 16), int(proof["slow"]["proof"], 16)
        question = ["slow", proof["record"], *fixed, values[0], proof["answers"][0]]
        holds = slow_holds(question, promise["slow"], result, step)
        yield holds, f"the slow step of {promise['slow']:,} turns was made"
        raw[0] += (result % RSA_2048).to_bytes(256, "big")
    follow = answered and numbers_of(raw, seal, promise) == proof["numbers"]
    yield follow, "the numbers follow from all of that"


def check_keys(proof: dict[str, Any], keys: dict[str, str], used: list[str]) -> Iterator[Check]:
    """Every key is the one promised and noted elsewhere; those that were used are no primes."""
    for name, key_hash in [*proof["promise"]["witnesses"], *proof["promise"]["spares"]]:
        key, noted = int(proof["keys"][name], 16), keys.get(name, "").strip().lower()
        digest = hashlib.sha256(key.to_bytes((key.bit_length() + 7) // 8, "big")).hexdigest()
        sound = KEY_BITS_MIN <= key.bit_length() <= KEY_BITS_MAX and digest == key_hash
        sound = sound and math.gcd(key, math.prod(PRIMES[:16])) == 1 and math.isqrt(key) ** 2 != key
        sound = sound and not (name in used and is_prime(key))
        yield sound, f"the key of {name} is sound and was promised"
        matches = len(noted) >= 16 and digest.startswith(noted) if noted else None
        yield matches, f"the key of {name} is the one noted elsewhere ({digest[:16]})"
    others = sorted(keys.keys() - proof["keys"].keys())
    yield from ((False, f"{name} is a witness of this draw") for name in others)


def check_seen(proof: dict[str, Any], answering: list[str]) -> Iterator[Check]:
    """Every witness that answered signed the promise before the close, by its own clock."""
    promise, closes, own = proof["promise"], proof["promise"]["closes"], hash_of(proof["promise"])
    for name, before, time, answer in ([seen[part] for part in SEEN] for seen in proof["seen"]):
        question = ["seen", proof["record"], name, f"{promise['n']}:{own}", before, time]
        early = not closes or time.rstrip("Z") < closes.rstrip("Z")
        holds = early and answer_holds(proof["keys"][name], question, answer)
        yield holds, f"{name} signed the promise at {time}{', before the close' if closes else ''}"
    missing = [name for name in answering if name not in [s["witness"] for s in proof["seen"]]]
    yield from ((False, f"{name} signed the promise before the close") for name in missing)


def check_silent(proof: dict[str, Any], silent: dict[str, Any], row: list[str]) -> Check:
    """A spare signed that a witness did not answer; `row` is who had to answer until then."""
    spare, promise = silent["by"], proof["promise"]
    named = [silent[name] for name in ("witness", "game", "place", "time", "previous")]
    question = ["silent", proof["record"], spare, *named]
    due = named[0] in row and spare not in row and named[1] == promise["game"]
    due = due and spare in dict(promise["spares"])
    signed = due and answer_holds(proof["keys"][spare], question, silent["answer"])
    return signed, f"{spare} signed that {named[0]} was silent"


def root_of(ticket: dict[str, Any]) -> str:
    """The root that the ticket's entry and its path lead to."""
    node = hashlib.sha256(b"\x00" + canonical(ticket["entry"])).digest()
    if not re.fullmatch(form(rf'\["(?:left|right)",{HASH}\]'), canonical(ticket["path"]).decode()):
        raise ValueError("a path goes left or right, each time with a hash")
    for side, other in ticket["path"]:
        pair = bytes.fromhex(other) + node if side == "left" else node + bytes.fromhex(other)
        node = hashlib.sha256(b"\x01" + pair).digest()
    return node.hex()


def place_of(sides: list[str], count: int) -> int:
    """Which of `count` leaves a path leads from, as it takes the sides off; too much if of none."""
    place = 2 * place_of(sides, (count + 1) // 2) if count > 1 else 0
    if place + 1 < count:  # a node without a partner goes up as it is
        place += (sides.pop() == "left") if sides else count
    return place


def all_checks(proof: dict[str, Any], tickets: list[Any], asked: Any) -> Iterator[Check]:
    """Every check of a proof, the tickets with it, and what was noted elsewhere."""
    noted = (key.rpartition(":") for key in asked.key)  # without a name it is no witness's
    yield from check_draw(proof, {name or digest: digest for name, _, digest in noted})
    seal, promise = proof["seal"], proof["promise"]
    if asked.game:
        yield seal["game"] == asked.game, f"it is the game you asked for ({asked.game})"
    for ticket in tickets:
        entry = ticket["entry"]  # a serial that is no string, or lines no list: TypeError
        serial, rows = str.__str__(entry["serial"]), list.copy(entry.get("lines", []))
        sides, count = [side for side, _ in ticket["path"]], seal["entries"]
        under = root_of(ticket) == seal["root"] and place_of(sides, count) < count and not sides
        yield under, f"the entry {serial} is one of the {seal['entries']} under the seal"
        if asked.serial:
            yield serial == asked.serial, f"it is the serial asked for ({asked.serial})"
        for row in rows:
            bet = [f"{name} {canonical(value).decode()}" for name, value in sorted(row.items())]
            yield None, f"that your ticket says: {', '.join(bet)}"
    if asked.serial and not tickets:
        yield None, f"that {asked.serial} took part: give the file of the ticket, too"
    line = re.sub(r"record|\s", "", asked.record.lower())  # as a ticket prints it, too
    number, _, digest = line.replace("·", ":").partition(":")
    if number and number == str(promise.get("n")):
        holds = len(digest) >= 16 and hash_of(promise).startswith(digest)
        yield holds, f"the promise is statement {number} as you noted it"
    elif number or "n" in promise:
        own = f"the promise as {promise.get('n')}:{hash_of(promise)[:16]}"
        yield None, f"that the record has {f'statement {number} as noted' if number else own}"
    if promise["witnesses"]:
        right = "clocks are right" if promise["closes"] else "signatures came before the seal"
        yield None, f"that the witnesses' {right}, and that they are not the operator"
    else:
        yield None, "that the promise was made before the game opened: note it before the draw"
        yield None, "that this machine did not try other entries first: no witness took part"


def main(arguments: list[str]) -> int:
    parser = argparse.ArgumentParser(usage=__doc__)
    parser.add_argument("files", nargs="+", metavar="FILE")
    parser.add_argument("--key", action="append", default=[])
    for option in ("--game", "--serial", "--record"):
        parser.add_argument(option, default="", type=str.upper if option == "--serial" else str)
    asked = parser.parse_intermixed_args(arguments)
    try:
        documents = [parse(Path(name).read_text("utf-8")) for name in asked.files]
        proof = read_proof(documents[0])
        checks = list(all_checks(proof, documents[1:], asked))
    except (OSError, ValueError, LookupError, TypeError, AttributeError, RecursionError) as bad:
        print(f"cannot be read: {type(bad).__name__} {str(bad)[:200]!a}", file=sys.stderr)
        return 2
    shown = [f"game {proof['seal']['game']}: {' '.join(map(str, proof['numbers']))}"]
    shown += [f"promise {proof['promise']['commitment']}", f"seal    {proof['seal']['root']}"]
    for holds, what in sorted(checks, key=lambda check: check[0] is None):
        shown += [f"{'could not check' if holds is None else 'yes' if holds else 'NO '}  {what}"]
    for text in shown:  # a file's text may not clear the screen or hide a line
        print("".join(character if character.isprintable() else "?" for character in text))
    return 0 if all(holds is not False for holds, _ in checks) else 1


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))
