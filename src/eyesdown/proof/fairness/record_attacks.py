"""Attacks on the record, each with random choices; a check must answer with the place."""

from __future__ import annotations

import json
from argparse import Namespace
from collections.abc import Callable
from copy import deepcopy
from dataclasses import dataclass, field
from datetime import datetime
from pathlib import Path
from random import Random
from shutil import copytree, rmtree
from typing import Any

from eyesdown.central.site.verify_draw import all_checks, read_proof
from eyesdown.central.witness.folder import KEY, WitnessFolder
from eyesdown.central.witness.folder import RECORD as RECORD_FILE
from eyesdown.central.witness.run import compare
from eyesdown.central.witness.witness import Message, Witness
from eyesdown.draw import merkle, statements, vrf
from eyesdown.draw.follow import BadRecord, Follower, head_fault, key_hash, word_hash
from eyesdown.draw.proof import Proof, proof_of
from eyesdown.draw.slow import RSA_2048
from eyesdown.draw.statements import Statement, hash_of
from eyesdown.draw.witnessed import entropy_of, numbers_of
from eyesdown.kernel.plain_json import json_bytes
from eyesdown.proof.fairness.record_maker import AT, LATE, RECORD, RecordMaker, key_of

NAMES = ("Ada", "Bob", "Cho")
NEWCOMER = "Eve"
OPENS = datetime.fromisoformat(AT).timestamp()
CLOSES = datetime.fromisoformat("2026-11-16T01:03:00Z").timestamp()
RECORDS, ROOTS, CLOCKS = 6, 4, 16
"""How many records, roots of seals and late clocks there are to choose from: an answer that was
signed once is not signed again, since signing takes ten milliseconds (see `attack_runs`)."""
SLOW_TURNS = 256


@dataclass(slots=True)
class Bench:
    """Records to attack, a folder for witnesses, and the dice of all choices."""

    dice: Random
    folder: Path
    records: list[RecordMaker] = field(default_factory=list)
    witnesses: int = 0

    def record(self) -> RecordMaker:
        """A copy of a record with one to three games; made once, since signing takes long."""
        if len(self.records) < RECORDS:
            maker = RecordMaker.with_witnesses(*NAMES, salt=f"/{self.dice.random()}")
            for game in range(self.dice.randint(1, 3)):
                maker.played(f"{game}", *self.some(), spares=[])
            self.records.append(maker)
        return deepcopy(self.dice.choice(self.records))

    def some(self) -> list[str]:
        """One witness or two, in any order."""
        return self.dice.sample(NAMES, self.dice.randint(1, 2))

    def hash(self) -> str:
        """Any hash."""
        return self.dice.randbytes(32).hex()

    def root(self) -> str:
        """The root of a seal that witnesses are going to answer."""
        return f"{self.dice.randrange(ROOTS) + 1:02x}" * 32

    def sealed(self, *names: str, **more: Any) -> RecordMaker:
        """A record whose newest game, called new, is sealed and its value revealed."""
        maker = self.record()
        maker.promised("new", *names, **more)
        maker.seal("new", root=self.root())
        maker.reveal("new")
        return maker

    def witness(self, name: str, clock: Callable[[], float], lines: list[bytes]) -> Witness:
        """A witness in a folder of its own, with this clock, that has followed these lines."""
        self.witnesses += 1
        path = self.folder / f"{self.witnesses}"
        path.mkdir()
        key = key_of(name)
        (path / KEY).write_bytes(json_bytes({"name": name, "p": f"{key.p:x}", "q": f"{key.q:x}"}))
        (path / RECORD_FILE).write_bytes(b"".join(line + b"\n" for line in lines))
        witness = Witness.of_folder(WitnessFolder.open(path), clock, lambda: 0.0)
        # The record's maker gave the words of this key: the folder has the last of them.
        witness.folder.word_hashes.update(witness.follower.last_words.values())
        return witness

    def with_newcomer(self) -> RecordMaker:
        """A record that has just appointed Eve, who has given no word yet."""
        maker = self.record()
        maker.add("appointed", witness=NEWCOMER, key=f"{key_of(NEWCOMER).n:x}", by="office")
        return maker

    def clear(self) -> None:
        """Remove the witnesses of the attack before."""
        for path in self.folder.iterdir():
            rmtree(path)


def refused(maker: RecordMaker, kind: str, **says: Any) -> str:
    """What the follower answers to a further statement; empty if it takes it."""
    try:
        maker.follower.take(json_bytes(maker.made(kind, **says)))
    except BadRecord as bad:
        return str(bad)
    return ""


def verified(
    proof: Proof, tickets: tuple[dict[str, Any], ...] = (), keys: tuple[str, ...] = ()
) -> str:
    """The first thing that verify_draw.py finds wrong; empty if all holds."""
    options = Namespace(key=list(keys), game="", serial="", record="")
    try:
        plain = json.loads(json.dumps(proof))
        checks = list(all_checks(read_proof(plain), list(tickets), options))
    except (ValueError, LookupError, TypeError, AttributeError) as bad:
        return f"cannot be read: {bad}"
    return next((f"NO {what}" for holds, what in checks if holds is False), "")


def proven(maker: RecordMaker, game: str) -> Proof:
    """The proof of a game of a record; it holds before it is attacked."""
    proof = proof_of(maker.lines, game)
    assert proof is not None
    assert not verified(proof), verified(proof)
    return proof


def put(maker: RecordMaker, message: Message) -> Statement:
    """Put a witness's word on the record, as the site does."""
    return maker.add(**message)


def follow(witness: Witness, lines: list[bytes]) -> list[Message]:
    """Let a witness take the lines that it does not have; the words that it signs then."""
    for line in lines[len(witness.follower.hashes) :]:
        witness.take(line)
    return witness.due()


def second_promise(bench: Bench) -> str:
    maker = bench.record()
    game = bench.dice.choice(sorted(maker.follower.promised))
    maker.salt += "another secret"
    try:
        maker.promise(game, *bench.some())
    except BadRecord as bad:
        return str(bad)
    return ""


def second_seal(bench: Bench) -> str:
    maker = bench.sealed(*bench.some())
    seal = {**maker.follower.draws["new"].seal, "root": bench.hash()}
    return refused(maker, "seal", game="new", seal=seal)


def seal_of_another_game(bench: Bench) -> str:
    maker = bench.record()
    old = bench.dice.choice(sorted(maker.follower.sealed))
    maker.promise("new", *bench.some())
    seal = {"type": "Seal", "game": old, "root": bench.hash(), "entries": 1, "total_cents": 100}
    return refused(maker, "seal", game="new", seal=seal)


def promise_seen_late(bench: Bench) -> str:
    """The witness does not sign it; followers and the verifier refuse a signature that is late."""
    name, maker = bench.dice.choice(NAMES), bench.record()
    late = CLOSES + bench.dice.randrange(CLOCKS) * 3600 / CLOCKS
    way = bench.dice.randrange(3)
    if not way:
        maker.promise("new", name)
        witness = bench.witness(name, lambda: late, maker.lines)
        words = [word for word in follow(witness, maker.lines) if word["kind"] != "seen"]
        greeting = witness.folder.word("seen the appointment")
        signed = witness.folder.word("seen new")
        assert greeting is not None
        return "" if signed or words else " ".join(witness.refusals)
    honest = deepcopy(maker)
    promise = maker.promise("new", name)
    head, previous = statements.head_of(promise), maker.words.get(name, "")
    question = statements.seen_question(RECORD, name, head, previous, LATE)
    answer = maker.signed(name, question)
    if way == 1:
        maker.add("seen", witness=name, head=head, previous=previous, time=LATE, answer=answer)
        maker.seal("new")
        maker.reveal("new")
        given = maker.answer_of(name, "new")
        return refused(maker, "answer", witness=name, game="new", place=1, answer=given)
    honest.played("new", name)
    proof = proven(honest, "new")
    proof["seen"] = [{**proof["seen"][0], "time": LATE, "answer": answer}]
    return verified(proof)


def answer_for_another_seal(bench: Bench) -> str:
    names = bench.some()
    maker, name = bench.sealed(*names), bench.dice.choice(names)
    draw = maker.follower.draws["new"]
    question = statements.draw_question(
        RECORD,
        name,
        promise=draw.promise,
        seal={**draw.seal, "root": bench.hash()},
        place=1,
        value=draw.values[0],
    )
    answer = maker.signed(name, question)
    return refused(maker, "answer", witness=name, game="new", place=1, answer=answer)


def swapped_answer(bench: Bench) -> str:
    """Another witness's answer, in the record or in the proof."""
    first, second = bench.dice.sample(NAMES, 2)
    maker = bench.sealed(first, second)
    if bench.dice.random() < 0.5:
        answer = maker.answer_of(second, "new")
        return refused(maker, "answer", witness=first, game="new", place=1, answer=answer)
    maker.answer(first, "new")
    maker.answer(second, "new")
    maker.result("new")
    proof = proven(maker, "new")
    proof["answers"][0].reverse()
    return verified(proof)


def hidden_answer(bench: Bench) -> str:
    """The site drops an answer and lets the spare answer; the next word of the witness tells."""
    name, spare = bench.dice.sample(NAMES, 2)
    maker = bench.sealed(name, spares=[[spare, key_hash(key_of(spare).n)]])
    maker.answer_of(name, "new")
    maker.silent(name, spare, "new")
    maker.answer(spare, "new")
    maker.result("new")
    try:
        maker.seen(name, maker.promise("next", name))
    except BadRecord as bad:
        return str(bad)
    return ""


def hidden_answer_excused(bench: Bench) -> str:
    """The same, and the site says that the witness's copy had parted: its next word would fit."""
    name, spare = bench.dice.sample(NAMES, 2)
    maker = bench.sealed(name, spares=[[spare, key_hash(key_of(spare).n)]])
    witness = bench.witness(name, lambda: CLOSES, maker.lines)
    hidden = word_hash(maker.answer_of(name, "new"))
    maker.silent(name, spare, "new")
    maker.answer(spare, "new")
    maker.result("new")
    maker.add("restored", games=[], parted=f"9:{bench.hash()}", words={name: hidden})
    maker.promise("next", name)
    signed = [word for word in follow(witness, maker.lines) if word.get("kind") == "seen"]
    return "" if signed else witness.stopped


def changed_key(bench: Bench) -> str:
    name, stranger = bench.dice.choice(NAMES), key_of("Eve").n
    maker = bench.record()
    match bench.dice.randrange(3):
        case 0:
            return refused(maker, "appointed", witness=name, key=f"{stranger:x}", by="office")
        case 1:
            maker.keys[name] = key_of("Eve")
            try:
                maker.promise("new", name)
            except BadRecord as bad:
                return str(bad)
            return ""
        case _:
            forged = RecordMaker.with_witnesses(name, keys={name: key_of("Eve")})
            forged.played("0", name)
            noted = f"{name}:{vrf.fingerprint(key_of(name).n)[:16]}"
            return verified(proven(forged, "0"), keys=(noted,))


def negative_slow_result(bench: Bench) -> str:
    """Of a number and its negative either could be proven: only the smaller one is taken."""
    maker = bench.record()
    maker.promise("new", slow=SLOW_TURNS)
    maker.seal("new", root=bench.root())
    maker.reveal("new")
    honest = deepcopy(maker).result("new")
    turned = {name: int(honest["slow"][name], 16) for name in ("result", "proof")}
    flips = bench.dice.choice([("result",), ("proof",), ("result", "proof")])
    turned |= {name: RSA_2048 - turned[name] for name in flips}
    draw = maker.follower.draws["new"]
    step = turned["result"].to_bytes(256, "big")
    entropy = entropy_of(bytes.fromhex(draw.values[0]), [], step)
    numbers = numbers_of(draw.seal, 80, 20, 1, [entropy])
    slow = {name: f"{number:x}" for name, number in turned.items()}
    return refused(maker, "result", game="new", numbers=numbers, how="slowly", slow=slow)


def ball_order(bench: Bench) -> str:
    names = bench.some()
    maker = bench.sealed(*names)
    for name in names:
        maker.answer(name, "new")
    numbers = list(deepcopy(maker).result("new")["numbers"])
    first, second = bench.dice.sample(range(20), 2)
    numbers[first], numbers[second] = numbers[second], numbers[first]
    return refused(maker, "result", game="new", numbers=numbers, how="witnessed", slow=None)


def second_result(bench: Bench) -> str:
    """A game that has its result gets another one, from a cage that no one saw."""
    maker = bench.record()
    game = bench.dice.choice(sorted(maker.follower.results))
    numbers = bench.dice.sample(range(1, 81), 20)
    return refused(maker, "result", game=game, numbers=numbers, how="cage", slow=None)


def known_draw_broken_off(bench: Bench) -> str:
    """The operator dislikes the numbers that follow, and wants others from the cage."""
    names = bench.some()
    maker = bench.sealed(*names)
    for name in names:
        maker.answer(name, "new")
    return refused(maker, "broken", game="new", because="the device failed", by="sue")


def place_in_another_form(bench: Bench) -> str:
    """True and 1.0 are 1 to some programs: a witness could choose among three answers."""
    name = bench.dice.choice(NAMES)
    maker, place = bench.sealed(name), bench.dice.choice((True, 1.0))
    draw = maker.follower.draws["new"]
    fixed = {"promise": draw.promise, "seal": draw.seal, "value": draw.values[0]}
    question = statements.draw_question(RECORD, name, place=place, **fixed)  # type: ignore[arg-type]
    answer = maker.signed(name, question)
    return refused(maker, "answer", witness=name, game="new", place=place, answer=answer)


def dropped_ticket(bench: Bench) -> str:
    """The seal is over all entries but one, whose holder gets a path from the whole tree."""
    entries = [{"serial": bench.hash()[:12], "lines": []} for _ in range(bench.dice.randint(2, 40))]
    leaves = [merkle.leaf(json_bytes(entry)) for entry in entries]
    index = bench.dice.randrange(len(entries))
    ticket = {"entry": entries[index], "path": [list(step) for step in merkle.path(leaves, index)]}
    name, maker = bench.dice.choice(NAMES), bench.record()
    promise = maker.promise("new", name)
    maker.seen(name, promise)
    root = merkle.root([*leaves[:index], *leaves[index + 1 :]]).hex()
    maker.seal("new", root=root, entries=len(entries) - 1)
    maker.reveal("new")
    maker.answer(name, "new")
    maker.result("new")
    return verified(proven(maker, "new"), (ticket,))


def cut_record(bench: Bench) -> str:
    """The end of the record is gone; a witness, or a ticket, has a head beyond it."""
    maker, name = bench.record(), bench.dice.choice(NAMES)
    if bench.dice.random() < 0.5:
        noted, lines = maker.follower.head, maker.lines[: -bench.dice.randint(1, 5)]
        return head_fault([hash_of(json.loads(line)) for line in lines], noted)
    witness = bench.witness(name, lambda: OPENS, maker.lines)
    [greeting, *_] = follow(witness, maker.lines)
    cut = Follower()
    least = len(NAMES) + 1
    for line in maker.lines[: bench.dice.randrange(least, len(maker.lines))]:
        cut.take(line)
    return refused(RecordMaker(follower=cut), **greeting)


def forked_record(bench: Bench) -> str:
    """Two records that both hold; the witness of either stops, and a comparison names the line."""
    ours = bench.record()
    theirs, start = deepcopy(ours), len(ours.lines)
    name = bench.dice.choice(NAMES)
    for maker, salt in ((ours, "left"), (theirs, "right")):
        maker.salt += salt
        maker.played("new", name)
    reached = start + bench.dice.randint(1, len(ours.lines) - start - 1)
    witness = bench.witness(name, lambda: OPENS, ours.lines[:reached])
    follow(witness, theirs.lines)
    parted = compare({"ours": ours.lines, "theirs": theirs.lines})
    named = parted.startswith(f"statement {start + 1} differs")
    return f"{parted[:30]}; {witness.stopped}" if named and witness.stopped else ""


def rewritten_record(bench: Bench) -> str:
    """Every statement anew, with keys of the operator: copies and noted keys tell."""
    genuine, name = bench.record(), bench.dice.choice(NAMES)
    forged = RecordMaker.with_witnesses(name, keys={name: key_of("Eve")}, salt="rewritten")
    for game in sorted(genuine.follower.promised):
        forged.played(game, name)
    noted = f"{name}:{vrf.fingerprint(key_of(name).n)[:16]}"
    parted = compare({"witness": genuine.lines, "site": forged.lines})
    wrong_key = verified(proven(forged, "0"), keys=(noted,))
    return f"{parted[:30]}; {wrong_key}" if parted and wrong_key else ""


def restored_site(bench: Bench) -> str:
    """The site went back to an older record and goes on: the witness is ahead and stops."""
    name, maker = NEWCOMER, bench.with_newcomer()
    older = deepcopy(maker)
    older.salt += "restored"
    witness = bench.witness(name, lambda: OPENS, maker.lines)
    [greeting] = follow(witness, maker.lines)
    put(maker, greeting)
    maker.played("lost", *bench.some())
    follow(witness, maker.lines)
    if bench.dice.random() < 0.5:  # its next word shows that an earlier one is missing
        older.words[name] = witness.folder.last_word
        try:
            older.seen(name, older.promise("anew", name))
        except BadRecord as bad:
            return str(bad)
        return ""
    while len(older.lines) <= len(maker.lines):
        older.promise(f"anew {len(older.lines)}")
    follow(witness, older.lines)
    return witness.stopped


def restored_witness(bench: Bench) -> str:
    """A witness goes on from an old copy of its folder: the word after it is missing."""
    name, maker = NEWCOMER, bench.with_newcomer()
    now = OPENS
    witness = bench.witness(name, lambda: now, maker.lines)
    for word in follow(witness, maker.lines):
        put(maker, word)
    old = witness.folder.path.with_name("old")
    copytree(witness.folder.path, old)
    maker.promise("new", name)
    for word in follow(witness, maker.lines):
        put(maker, word)
    maker.seal("new", root=bench.root())
    maker.reveal("new")
    now = CLOSES + 1
    [answer] = follow(witness, maker.lines)
    put(maker, answer)
    maker.result("new")
    now = OPENS
    maker.promise("next", name)
    again = Witness.of_folder(WitnessFolder.open(old), lambda: now, lambda: 0.0)
    if follow(again, maker.lines) or not again.stopped:
        return ""
    # A program that does not look whether the record has words that its folder lacks.
    again.folder.word_hashes.add(again.follower.last_words[name])
    again.stopped = ""
    words = again.due()
    if any(word["kind"] == "answer" for word in words):
        return ""
    return refused(maker, **words[0])


def one_character(bench: Bench) -> str:
    """One character of a proof becomes another: no such file passes."""
    maker = bench.record()
    text = list(json_bytes(proven(maker, "0")).decode())
    place = bench.dice.randrange(len(text))
    others = [character for character in '0123456789abcdef"{}[],:Z' if character != text[place]]
    text[place] = bench.dice.choice(others)
    try:
        proof = json.loads("".join(text))
    except ValueError as bad:
        return f"cannot be read: {bad}"
    return verified(proof)


Attack = Callable[[Bench], str]

ATTACKS: dict[str, tuple[Attack, str]] = {
    "second promise": (second_promise, "promised a second time"),
    "second seal": (second_seal, "sealed a second time"),
    "seal of another game": (seal_of_another_game, "the seal is of another game"),
    "promise seen late": (promise_seen_late, "seen after its close|sign(ed)? the promise"),
    "answer for another seal": (answer_for_another_seal, "this is not .*'s answer"),
    "swapped answer": (swapped_answer, "this is not .*'s answer|NO .* answered exactly"),
    "hidden answer": (hidden_answer, "a word of .* is missing"),
    "hidden answer, excused": (hidden_answer_excused, "had parted from this copy, which is not so"),
    "changed key": (changed_key, "appointed already|another key|NO the key of .* noted elsewhere"),
    "negative slow result": (negative_slow_result, "the slow step does not hold"),
    "ball order": (ball_order, "the numbers do not follow"),
    "second result": (second_result, "has a second result"),
    "known draw broken off": (known_draw_broken_off, "are not exchanged for others"),
    "place in another form": (place_in_another_form, "does not have the form of answer"),
    "dropped ticket": (dropped_ticket, "NO the entry .* under the seal"),
    "cut record": (cut_record, "is cut: it ends at statement"),
    "forked record": (forked_record, "differs.*; statement .* does not follow"),
    "rewritten record": (rewritten_record, "differs.*; NO the key of .* noted elsewhere"),
    "restored site": (restored_site, "does not follow the statement|a word of .* is missing"),
    "restored witness": (restored_witness, "a word of .* is missing"),
    "one character of a proof": (one_character, "NO |cannot be read"),
}
"""Each attack with what a check must say about it."""
