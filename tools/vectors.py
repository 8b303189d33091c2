"""Write the test vectors that Python, the browser and the witness share: `tests/vectors`.

    python tools/vectors.py                  write the files again
    python tools/vectors.py --changes 10000  change one character of each proof, that many times

Keys and secrets are fixed, so that the files come out the same on any machine.
"""

from __future__ import annotations

import argparse
import json
import sys
from collections.abc import Iterator
from functools import cache
from hashlib import sha256
from pathlib import Path
from typing import Any

ROOT = Path(__file__).parents[1]
sys.path.insert(0, str(ROOT / "tests"))

from eyesdown.central.site.draws.ball_by_ball import card_proof, sealed_card  # noqa: E402
from eyesdown.draw import (  # noqa: E402 -- the test kit's folder comes first
    evidence,
    merkle,
    statements,
    vrf,
)
from eyesdown.draw.follow import key_hash  # noqa: E402
from eyesdown.draw.proof import proof_of  # noqa: E402
from eyesdown.draw.slow import RSA_2048, Turning  # noqa: E402
from eyesdown.draw.witnessed import chain_of, commitment_of  # noqa: E402
from eyesdown.kernel.canon import plain  # noqa: E402
from eyesdown.kernel.plain_json import json_bytes  # noqa: E402
from eyesdown.proof.fairness.record_maker import AT, LATE, RECORD, RecordMaker, key_of  # noqa: E402
from kit.vectors import FOLDER, FORM, asked_for, changed, passes  # noqa: E402
from ticket_vectors import ticket_cases  # noqa: E402

TURNS = 3000
KENO, SLOW, SPARE = "2026-11-16/001", "2026-11-16/002", "2026-11-16/003"
NINETY, SEVENTY_FIVE = "wednesday/1", "wednesday/2"
Path_ = list[str | int]
Broken = dict[str, Any]


def entries() -> list[dict[str, Any]]:
    """Seven tickets, as a site sells them."""
    bets = [{"type": "Regular", "spots": [number, 40], "cents": 100} for number in range(1, 8)]
    return [
        {"type": "Entry", "serial": f"V{number:05d}-000000-000000-ÉCU{number:03d}", "lines": [bet]}
        for number, bet in enumerate(bets)
    ]


def cards() -> list[bytes]:
    """Four cards of a hall, as they are under the seal of their game."""
    rows = [
        [[first + 15 * column + row for column in range(5)] for row in range(5)]
        for first in (1, 3, 5, 7)
    ]
    return [sealed_card(f"A-{number}", card) for number, card in enumerate(rows)]


@cache
def record() -> RecordMaker:
    """A record with every kind of draw that a proof can be cut from."""
    maker = RecordMaker.with_witnesses("Ada", "Bob", "Cho")
    leaves = [merkle.leaf(json_bytes(entry)) for entry in entries()]
    sealed = {"root": merkle.root(leaves).hex(), "entries": 7, "total_cents": 700}
    maker.played(SLOW, slow=TURNS)
    promise = maker.promise(KENO, "Ada", "Bob", slow=TURNS)
    for name in ("Ada", "Bob"):
        maker.seen(name, promise)
    maker.seal(KENO, **sealed)
    maker.reveal(KENO)
    for name in ("Bob", "Ada"):  # answers come in any order; the promise's order counts
        maker.answer(name, KENO)
    maker.result(KENO)
    promise = maker.promise(SPARE, "Ada", "Bob", spares=[["Cho", key_hash(key_of("Cho").n)]])
    for name in ("Ada", "Bob", "Cho"):
        maker.seen(name, promise)
    maker.seal(SPARE)
    maker.reveal(SPARE)
    maker.answer("Bob", SPARE)
    maker.silent("Ada", "Cho", SPARE)
    maker.answer("Cho", SPARE)
    maker.result(SPARE)
    maker.called(NINETY, "Ada", pool=90, balls=90)
    sealed = evidence.seal(SEVENTY_FIVE, cards(), 400)
    fixed = {"root": sealed.root, "entries": sealed.entries, "total_cents": sealed.total_cents}
    maker.called(SEVENTY_FIVE, "Bob", pool=75, balls=30, closes="", **fixed)
    return maker


def proofs(maker: RecordMaker) -> dict[str, dict[str, Any]]:
    """Every proof by the name of its file."""
    alone = proof_of(maker.lines, SLOW) or {}
    content = {name: alone["promise"][name] for name in statements.PROMISED}
    sealed = evidence.seal("2026-11-15/7", [json_bytes(entry) for entry in entries()], 700)
    old = evidence.draw(bytes(range(128)), sealed, pool=80, count=20)
    cut = {
        "keno-two-witnesses-slow": KENO,
        "keno-spare": SPARE,
        "ninety-balls": NINETY,
        "seventy-five-balls": SEVENTY_FIVE,
    }
    return {
        "keno-old": json.loads(json_bytes(plain(old))),
        "keno-alone-slow": alone,
        "keno-alone-slow-content": {**alone, "promise": content},
        **{name: proof_of(maker.lines, game) or {} for name, game in cut.items()},
    }


def ticket(place: int = 4) -> dict[str, Any]:
    """The file of one ticket under the seal of the game with two witnesses."""
    leaves = [merkle.leaf(json_bytes(entry)) for entry in entries()]
    steps = [list(step) for step in merkle.path(leaves, place)]
    return {"game": KENO, "entry": entries()[place], "path": steps}


def card() -> dict[str, Any]:
    """The file of one card under the seal of the game with 75 balls."""
    return card_proof(evidence.seal(SEVENTY_FIVE, cards(), 400), cards(), 2)


def parts() -> dict[str, Any]:
    """Small vectors of the parts: answers, slow steps, chains."""
    questions = [b"", b"a question", json_bytes(["draw", RECORD, "Ada", "É"])]
    answers = [
        {
            "key": f"{key_of(name).n:x}",
            "question": question.hex(),
            "answer": (answer := vrf.prove(key_of(name), question)).hex(),
            "value": vrf.value_of(answer).hex(),
        }
        for name in ("Ada", "Bob")
        for question in questions
    ]
    steps = []
    for question, turns in ((b"a seal", 1), (b"a seal", 2049), (b"another seal", TURNS)):
        turning = Turning.of(question, turns)
        turning.run()
        step = turning.prove()
        steps.append(
            {
                "question": question.hex(),
                "turns": turns,
                "result": f"{step.result:x}",
                "proof": f"{step.proof:x}",
            }
        )
    chains = []
    for count in (1, 3):
        values = chain_of(bytes(range(64)), count)
        chains.append(
            {"commitment": commitment_of(values[0]), "values": [value.hex() for value in values]}
        )
    return {"vrf": answers, "slow": steps, "chain": chains, "paths": paths()}


def paths() -> list[dict[str, Any]]:
    """The sides of paths in trees of some sizes, and whether such a tree has them."""
    cases = []
    for count in (1, 2, 3, 5, 6, 7, 11):
        leaves = [merkle.leaf(bytes([number])) for number in range(count)]
        own = [[side for side, _ in merkle.path(leaves, index)] for index in range(count)]
        longer = [[*sides, "right"] for sides in own]
        shorter = [sides[:-1] for sides in own if sides]
        others = [sides for sides in (*longer, *shorter) if sides not in own]
        cases += [{"entries": count, "sides": sides, "fits": sides in own} for sides in own]
        cases += [{"entries": count, "sides": sides, "fits": False} for sides in others]
    return cases


# --- proofs that must not pass --------------------------------------------------------------------

NUMBERS = "the numbers follow from all of that"
REVEALED = "what was revealed is what the promise in this file fixed"
ADA_KEY = "the key of Ada is sound and was promised"
ANSWERED = "Ada and Bob answered exactly this seal"
STEP = f"the slow step of {TURNS:,} turns was made"
SPARE_SIGNED = "Cho signed that Ada was silent"


def broken(maker: RecordMaker) -> list[Broken]:
    """Every broken proof: of which file, what is changed, why it must fail, what says so."""
    good = proofs(maker)
    return [
        *_broken_old(good["keno-old"]),
        *_broken_keno(maker, good["keno-two-witnesses-slow"]),
        *_broken_slow(good),
        *_broken_spare(good["keno-spare"]),
        *_broken_balls(good),
        *_broken_text(),
        *_not_what_was_asked(good["keno-two-witnesses-slow"]),
    ]


def _case(of: str, why: str, says: str, *changes: tuple[Path_, Any], **more: Any) -> Broken:
    return {"of": of, "why": why, "says": says, "set": [list(change) for change in changes], **more}


def _broken_old(proof: dict[str, Any]) -> Iterator[Broken]:
    of, numbers = "keno-old", proof["numbers"]
    yield _case(of, "two numbers changed places", NUMBERS, (["numbers"], _swapped(numbers)))
    yield _case(of, "a number too few", NUMBERS, (["numbers"], numbers[:-1]))
    yield _case(of, "another secret", REVEALED, (["secret"], "00" * 128))
    yield _case(of, "a short secret that was promised", REVEALED, *_short_secret())
    yield _case(of, "another total under the seal", NUMBERS, (["seal", "total_cents"], 701))
    yield _case(of, "another game under the seal", NUMBERS, (["seal", "game"], "2026-11-15/8"))
    yield _case(of, "81 balls", "20 of 81: no game", (["pool"], 81))
    yield _case(of, "a pool of billions", "20 of 2000000000: no game", (["pool"], 2_000_000_000))
    yield _case(of, "a part that no proof has", FORM, (["note"], "trust me"))
    yield _case(of, "another kind of file", FORM, (["type"], "Evidente"))


def _short_secret() -> list[tuple[Path_, Any]]:
    secret = bytes(range(63))
    return [(["secret"], secret.hex()), (["commitment"], evidence.commit(secret))]


def _broken_keno(maker: RecordMaker, proof: dict[str, Any]) -> Iterator[Broken]:
    of, answers = "keno-two-witnesses-slow", proof["answers"][0]
    ada, bob = proof["seen"]
    promise = proof["promise"]
    at_ada: Path_ = ["answers", 0, 0]
    yield _case(of, "answers changed places", ANSWERED, (["answers", 0], answers[::-1]))
    yield _case(of, "an answer is missing", ANSWERED, (["answers", 0], answers[:1]))
    yield _case(of, "an answer too many", ANSWERED, (["answers", 0], [*answers, answers[0]]))
    yield _case(of, "Ada's answer to another seal", ANSWERED, (at_ada, _other_seal(proof)))
    yield _case(of, "Ada's answer of another record", ANSWERED, (at_ada, _other_record(proof)))
    yield _case(of, "the answer in capitals", FORM, (at_ada, answers[0].upper()))
    yield _case(of, "Eve's key in Ada's name", ADA_KEY, (["keys", "Ada"], f"{key_of('Eve').n:x}"))
    yield _case(
        of, "a key with a zero before it", FORM, (["keys", "Ada"], "0" + proof["keys"]["Ada"])
    )
    for why, number in _bad_keys():
        named: tuple[Path_, Any] = (["promise", "witnesses", 0, 1], key_hash(number))
        yield _case(of, why, ADA_KEY, (["keys", "Ada"], f"{number:x}"), named)
    late = "Ada signed the promise at {}, before the close"
    for time in (promise["closes"], "2026-11-16T01:03:00.000001Z", LATE):
        seen = _signed(promise, "Ada", time)
        yield _case(of, f"Ada signed at {time}", late.format(time), (["seen", 0], seen))
    early = late.format(ada["time"])
    other = _signed({**promise, "wait": 6}, "Ada", ada["time"])
    yield _case(of, "Ada signed another promise", early, (["seen", 0], other))
    yield _case(
        of, "Ada signed nothing", "Ada signed the promise before the close", (["seen"], [bob])
    )
    yield _case(of, "Bob's signature in Ada's name", early, (["seen", 0, "answer"], bob["answer"]))
    yield _case(of, "Ada's signature twice", FORM, (["seen"], [ada, ada]))
    yield _case(
        of, "the promise closes later", early, (["promise", "closes"], "2026-11-16T01:04:00Z")
    )
    yield _case(of, "another place in the record", early, (["promise", "n"], promise["n"] + 1))
    yield _case(of, "another id of the record", early, (["record"], "ab" * 16))
    twins = dict.fromkeys(("Ada", "Bob"), proof["keys"]["Ada"])
    named = [[name, promise["witnesses"][0][1]] for name in twins]
    yield _case(of, "two names of one key", FORM, (["keys"], twins),
                (["promise", "witnesses"], named))  # fmt: skip
    yield _case(of, "no witness any more", FORM, (["promise", "witnesses"], []))
    yield _case(of, "the seal of another game", ANSWERED, (["seal", "game"], SLOW))
    yield _case(of, "a seal with one entry more", ANSWERED, (["seal", "entries"], 8))
    yield _case(of, "another value", REVEALED, (["values", 0], "00" * 128))
    yield _case(of, "a second value", REVEALED, (["values"], [*proof["values"], "00" * 64]))
    yield _case(of, "no value", REVEALED, (["values"], []), (["answers"], []))
    yield _case(of, "two values promised", FORM, (["promise", "values"], 2))
    yield _case(of, "numbers of another draw", NUMBERS, (["numbers"], _numbers(maker, SLOW)))


def _bad_keys() -> Iterator[tuple[str, int]]:
    yield "an even key", key_of("Ada").n + 1
    yield "a short key", key_of("Ada").p * (2**1000 - 105)
    yield "a key that is a square", key_of("Ada").p ** 2
    yield "a key with a small prime", 53 * key_of("Ada").n
    yield "a key that is prime", 2**2203 - 1
    yield "a key of 9,000 bits", (1 << 8999) + 1


def _broken_slow(good: dict[str, dict[str, Any]]) -> Iterator[Broken]:
    for of in ("keno-two-witnesses-slow", "keno-alone-slow"):
        step = good[of]["slow"]
        result, proof = int(step["result"], 16), int(step["proof"], 16)
        changes = {
            "the negative of the slow result": ("result", RSA_2048 - result),
            "the negative of the slow proof": ("proof", RSA_2048 - proof),
            "another slow result": ("result", result + 1),
            "a slow result above the modulus": ("result", result + RSA_2048),
            "one as the slow result": ("result", 1),
        }
        for why, (name, number) in changes.items():
            yield _case(of, why, STEP, (["slow", name], f"{number:x}"))
        yield _case(of, "no slow step", FORM, (["slow"], None))
    alone = "keno-alone-slow"
    other = STEP.replace("3,000", "2,999")
    yield _case(alone, "fewer turns than promised", other, (["promise", "slow"], 2999))
    many = "the slow step of 999,999,999,999 turns was made"
    yield _case(alone, "turns beyond all measure", many, (["promise", "slow"], 999_999_999_999))
    yield _case(alone, "no slow step promised", FORM, (["promise", "slow"], 0))
    yield _case(alone, "another closing time", STEP, (["promise", "closes"], LATE))
    step = good[alone]["slow"]
    yield _case("keno-spare", "a slow step that was not promised", FORM, (["slow"], step))


def _broken_spare(proof: dict[str, Any]) -> Iterator[Broken]:
    of, silent = "keno-spare", proof["silent"][0]
    yield _case(of, "two values promised", "20 of 80: no game", (["promise", "values"], 2))
    yield _case(
        of, "the silence is hidden", "Ada and Bob answered exactly this seal", (["silent"], [])
    )
    yield _case(
        of, "no one signed the silence", SPARE_SIGNED, (["silent", 0, "answer"], "00" * 256)
    )
    yield _case(of, "the silence of another game", SPARE_SIGNED, (["silent", 0, "game"], KENO))
    yield _case(of, "the silence at another place", SPARE_SIGNED, (["silent", 0, "place"], 2))
    yield _case(of, "the silence at no place", SPARE_SIGNED, (["silent", 0, "place"], 0))
    yield _case(
        of,
        "the silence at another time",
        SPARE_SIGNED,
        (["silent", 0, "time"], LATE.replace("08", "09")),
    )
    yield _case(of, "Bob took over, who is no spare", "Bob signed that Ada was silent",
                (["silent", 0, "by"], "Bob"))  # fmt: skip
    yield _case(of, "the silence of a stranger", "Cho signed that Eve was silent",
                (["silent", 0, "witness"], "Eve"))  # fmt: skip
    yield _case(of, "the silence twice", SPARE_SIGNED, (["silent"], [silent, silent]))
    unsigned = "Cho signed the promise before the close"
    yield _case(of, "Cho answered and never signed", unsigned, (["seen"], proof["seen"][:2]))


def _broken_balls(good: dict[str, dict[str, Any]]) -> Iterator[Broken]:
    for of in ("ninety-balls", "seventy-five-balls"):
        name = good[of]["promise"]["witnesses"][0][0]
        answered, numbers = f"{name} answered exactly this seal", good[of]["numbers"]
        yield _case(of, "two balls changed places", NUMBERS, swap=["numbers"])
        yield _case(of, "one ball is kept back", NUMBERS, (["numbers"], numbers[:-1]))
        yield _case(of, "two answers changed places", answered, swap=["answers"])
        yield _case(of, "two values changed places", REVEALED, swap=["values"])
        yield _case(of, "all from one value", REVEALED, (["promise", "values"], 1))
    of, early = "seventy-five-balls", "2026-11-16T00:59:00Z"
    says = f"Bob signed the promise at {AT}, before the close"
    yield _case(of, "signed after a close", says, (["promise", "closes"], early))
    yield _case(of, "76 balls of 75", "76 of 75: no game", (["promise", "count"], 76))


def _broken_text() -> Iterator[Broken]:
    """Changes that are gone once the text is read."""
    of = "keno-two-witnesses-slow"
    for old, new in (
        ('"entries":7', '"entries":7.0'),
        ('"entries":7', '"entries":7e0'),
        ('"entries":7', '"entries":NaN'),
        ('"entries":7', '"entries":true'),
        ('"total_cents":700', '"total_cents":9007199254740993'),
        ('"kind":"promise"', '"kind":"promise","more":[]'),
        ('"kind":"promise"', '"kind":"promise","kind":"promise"'),
        ('"slow":3000', '"slow":1,"slow":3000'),
        ('"numbers":[', '"numbers":[1],"numbers":['),
        ('"entries":7', '"entries":-7'),
        ('"entries":7', '"entries":"7"'),
        ('"silent":[]', '"silent":null'),
        ('"witness":"Ada"', '"witness":"Ada\\ud800"'),
        ('"Ada":', '"__proto__":'),
    ):
        yield {"of": of, "why": f"{new} for {old}", "says": FORM, "text": [old, new]}


def _not_what_was_asked(proof: dict[str, Any]) -> Iterator[Broken]:
    of = "keno-two-witnesses-slow"
    number, digest = proof["promise"]["n"], sha256(json_bytes(proof["promise"])).hexdigest()
    eve, ada = (vrf.fingerprint(key_of(name).n) for name in ("Eve", "Ada"))
    noted = f"the key of Ada is the one noted elsewhere ({ada[:16]})"
    statement = f"the promise is statement {number} as you noted it"
    for why, says, asked in (
        ("another game was asked for", f"it is the game you asked for ({SLOW})", {"game": SLOW}),
        ("Ada's key was noted otherwise", noted, {"key": [f"Ada:{eve}"]}),
        ("too little of Ada's key was noted", noted, {"key": [f"Ada:{ada[:15]}"]}),
        ("Eve was noted as a witness", "Eve is a witness of this draw", {"key": [f"Eve:{eve}"]}),
        ("the statement was noted otherwise", statement, {"record": f"{number}:{'00' * 8}"}),
        ("too little of the hash was noted", statement, {"record": f"{number}:{digest[:15]}"}),
        ("another serial", "it is the serial asked for (V00005)", {"serial": "V00005"}),
    ):
        yield _case(of, why, says, asked=asked)


def _swapped(parts_: list[Any]) -> list[Any]:
    return [parts_[1], parts_[0], *parts_[2:]]


def _numbers(maker: RecordMaker, game: str) -> list[int]:
    return list((proof_of(maker.lines, game) or {})["numbers"])


def _other_seal(proof: dict[str, Any]) -> str:
    return _answer(proof, RECORD, {**proof["seal"], "total_cents": 1})


def _other_record(proof: dict[str, Any]) -> str:
    return _answer(proof, "ab" * 16, proof["seal"])


def _answer(proof: dict[str, Any], record_id: str, seal: dict[str, Any]) -> str:
    question = statements.draw_question(
        record_id, "Ada", promise=proof["promise"], seal=seal, place=1, value=proof["values"][0]
    )
    return vrf.prove(key_of("Ada"), question).hex()


def _signed(promise: dict[str, Any], name: str, time: str) -> dict[str, Any]:
    question = statements.seen_question(RECORD, name, statements.head_of(promise), "", time)
    answer = vrf.prove(key_of(name), question).hex()
    return {"witness": name, "previous": "", "time": time, "answer": answer}


def files() -> dict[str, Any]:
    """Every file of the folder by its name."""
    maker = record()
    return {
        **proofs(maker),
        "ticket": ticket(),
        "tickets": ticket_cases(
            [ticket(place) for place in range(7)],
            card(),
            (proof_of(maker.lines, KENO) or {})["promise"],
        ),
        "card": card(),
        "parts": parts(),
        "broken": broken(maker),
    }


def main() -> int:
    """Write the files, or change characters and count what passes."""
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--changes", type=int, default=0)
    count = parser.parse_args().changes
    if not count:
        FOLDER.mkdir(exist_ok=True)
        for name, body in files().items():
            indent = 1 if name in ("parts", "broken", "tickets") else None
            compact = json_bytes(body).decode()
            text = json.dumps(body, indent=1, ensure_ascii=False) if indent else compact
            (FOLDER / f"{name}.json").write_text(text + "\n", "utf-8")
        return 0
    bad = 0
    for name in proofs(record()):
        text = (FOLDER / f"{name}.json").read_text("utf-8").strip()
        noted = asked_for(name, text)
        passed = [n for n in range(count) if passes(changed(text, n), **noted)]
        bad += len(passed)
        print(f"{name}: {len(text):,} characters, {count:,} changes, passed: {passed}")
    return 1 if bad else 0


if __name__ == "__main__":
    sys.exit(main())
