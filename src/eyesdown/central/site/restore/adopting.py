"""Restore: a site that went back to an older journal takes over what its witnesses still have.

The lines of a witness go on the public record as they are, and `restored` names the games in them.
Those games are drawn by the ball cage: their promises are public already, some secrets too.
"""

from __future__ import annotations

import json
from collections.abc import Collection, Iterable, Sequence
from datetime import datetime
from itertools import pairwise
from typing import Any

import msgspec

from eyesdown.central.site.sealing import DrawPromised, Sealing, is_published
from eyesdown.central.site.witnessing import (
    Taking,
    Witnessing,
    end_draw,
    forget_witness,
    note_appointed,
    note_promise,
    note_signed,
)
from eyesdown.draw.evidence import Seal
from eyesdown.draw.follow import word_hash
from eyesdown.draw.statements import Statement, hash_of
from eyesdown.kernel.refused import Refused, refused
from eyesdown.kernel.written import Written
from eyesdown.rulebooks.central_site.record import refusal


class AdoptStatements(Written, frozen=True, omit_defaults=True):
    """The site takes over lines of a witness's copy that follow its own record.

    `heads` are the promises of our own record that the lines sign, each with its game. Lines of a
    copy that came too late no longer follow our record: `parted` is then its head, by `witness`.
    """

    at: datetime
    lines: tuple[str, ...]
    heads: tuple[tuple[str, int], ...] = ()
    parted: str = ""
    witness: str = ""


class SiteRestored(Written, frozen=True, omit_defaults=True):
    """The lines are on the record; `games` go to the ball cage and are never promised again.

    Where a witness's copy had parted from our record, `lines` are empty, `parted` is its head, and
    `words` are the last word of that witness, which its next one names.
    """

    at: datetime
    lines: tuple[str, ...]
    games: tuple[int, ...]
    heads: tuple[tuple[str, int], ...] = ()
    parted: str = ""
    words: tuple[tuple[str, str], ...] = ()


def decide_restore(
    sealing: Sealing, command: AdoptStatements, drawn: Collection[int]
) -> tuple[SiteRestored | Refused, ...]:
    """Take the lines over; `drawn` are games that have their numbers and no result yet.

    A follower has checked the lines before. Here they must follow one another; the public record
    checks that the first one follows the site's own newest statement.
    """
    try:
        statements = [json.loads(line) for line in command.lines]
        follows = _follow_one_another(statements)
        games = _games_in(statements, sealing, drawn)
    except (ValueError, KeyError, TypeError, AttributeError, RecursionError):
        follows, games = False, ()
    if not follows:
        return refused(command, (refusal("record/copy_does_not_follow"),), "")
    if not command.parted:
        return (SiteRestored(command.at, command.lines, games, command.heads),)
    last = [each["answer"] for each in statements if _speaker(each) == command.witness]
    words = ((command.witness, word_hash(last[-1])),) if last else ()
    return (SiteRestored(command.at, (), games, parted=command.parted, words=words),)


def _speaker(statement: Statement) -> str:
    return str(statement.get("by" if statement["kind"] == "silent" else "witness", ""))


def _follow_one_another(statements: Sequence[Statement]) -> bool:
    links = (after["prev"] == hash_of(before) for before, after in pairwise(statements))
    return bool(statements) and all(links)


def _games_in(
    statements: Iterable[Statement], sealing: Sealing, drawn: Collection[int]
) -> tuple[int, ...]:
    """The games that the lines name. One that is drawn already keeps its numbers.

    Its answers are in our own journal, so it has no other result than the one of its promise.
    """
    named = {int(each["game"]) for each in statements if "game" in each}
    results = {int(each["game"]) for each in statements if each["kind"] == "result"}
    due = {game for game in named if not is_published(sealing, game)}
    return tuple(sorted(game for game in due if game not in drawn or game in results))


def evolve_restored(state: Witnessing, sealing: Sealing, event: SiteRestored) -> None:
    """Take the adopted lines into the state, in place."""
    givens: dict[int, Taking] = {}
    state.last_words.update(event.words)
    own = dict(event.heads)
    for line in event.lines:
        statement = json.loads(line)
        _take(state, givens, statement)
        signs = own.get(statement.get("head", ""), -1)
        if statement["kind"] == "seen" and signs in state.draws:
            note_signed(state, signs, statement["witness"], statement["time"])
    # Their promises are public, and a secret that is out may not draw: the cage does.
    for game in event.games:
        sealing.promised.pop(game, None)
        if game not in sealing.by_cage:
            sealing.by_cage.append(game)
        given = givens.get(game) or state.draws.get(game)
        state.draws.pop(game, None)
        if given is not None and given.values:  # a witness may have an answer under way
            state.draws[game] = given
            end_draw(state, game)


def _take(state: Witnessing, givens: dict[int, Taking], statement: Statement) -> None:
    """One adopted statement: who is in office, their last words, and what a draw was given."""
    game = int(statement.get("game", -1))
    if game in state.draws:
        givens.setdefault(game, state.draws[game])
    given = givens.get(game)
    match statement["kind"]:
        case "appointed":
            note_appointed(state, statement["witness"], statement["key"])
        case "withdrawn":
            forget_witness(state, statement["witness"])
        case "promise":
            note_promise(state, datetime.fromisoformat(statement["at"]))
            givens[game] = Taking(_promise(statement))
        case "seen":
            state.last_words[statement["witness"]] = word_hash(statement["answer"])
            state.last_promise[statement["witness"]] = state.promises
        case "answer":
            state.last_words[statement["witness"]] = word_hash(statement["answer"])
            if given is not None:
                given.answers[f"{statement['place']} {statement['witness']}"] = statement["answer"]
        case "silent":
            state.last_words[statement["by"]] = word_hash(statement["answer"])
            place, witness, by = (statement[name] for name in ("place", "witness", "by"))
            if given is not None and given.replaces(place, witness, by):
                given.silent[f"{place} {witness}"] = by
                state.silences[witness] = state.silences.get(witness, 0) + 1
        case "seal" if given is not None:
            given.seal = _seal(statement["seal"])
        case "reveal" if given is not None:
            given.values.append(statement["value"])


def _seal(plain_seal: dict[str, Any]) -> Seal:
    return Seal(*(plain_seal[name] for name in Seal.__struct_fields__))


def _promise(statement: Statement) -> DrawPromised:
    """A promise from its statement; what it fixes is the same to the byte."""
    moment = datetime.fromisoformat(statement["closes"]) if statement["closes"] else None
    fields = ("commitment", "pool", "count", "values", "slow", "wait")
    pairs = {
        name: tuple((witness, key) for witness, key in statement[name])
        for name in ("witnesses", "spares")
    }
    return msgspec.structs.replace(
        DrawPromised(datetime.fromisoformat(statement["at"]), int(statement["game"]), ""),
        closes_at=moment,
        **{name: statement[name] for name in fields},
        **pairs,
    )
