"""A draw's promise, seal, check, cage and publication, on the record like everything else.

The order is held here: a game is promised before it is sealed, counted by control before it is
drawn and again before its result is public, and a game that control stopped goes no further until a
person lets it.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence
from datetime import datetime
from enum import StrEnum
from typing import TypeAlias, assert_never

from msgspec import Struct, field

from eyesdown.draw import cage
from eyesdown.draw.cage import Cage, Slip
from eyesdown.draw.evidence import Evidence, Seal, commit, trouble
from eyesdown.kernel.ids import Ball, PersonId
from eyesdown.kernel.refused import Refused, refused
from eyesdown.kernel.written import Written
from eyesdown.rulebooks.central_site.record import refusal

DEVICE = "eyesdown HMAC-DRBG SHA-512"
CAGE = "ball cage, keyed by two people"
"""The two devices with which the site itself draws; no client may name them."""
SLOWLY, WITNESSED = "slowly", "witnessed by"
"""What is added to the device's name when a draw had a slow step, or witnesses."""
LOST = "the secret was lost"
"""Why a draw by the first of them may have no proof; there is no other reason."""


def is_ours(device: str) -> bool:
    """Whether a device is one of the two with which only the site itself draws.

    >>> is_ours(CAGE), is_ours('bucket')
    (True, False)
    """
    return device == CAGE or is_generator(device)


def is_generator(device: str) -> bool:
    """Whether a device is the site's generator, alone or with others' help.

    >>> is_generator(DEVICE), is_generator(CAGE)
    (True, False)
    """
    return device == DEVICE or device.startswith(f"{DEVICE}, ")


def device_name(names: Sequence[str], *, slow: bool) -> str:
    """The generator with what took part in a draw, as its approval and its result name it.

    >>> device_name(["Ada", "Bob"], slow=True)
    'eyesdown HMAC-DRBG SHA-512, witnessed by Ada and Bob, slowly'
    """
    parts = [DEVICE]
    if names:
        parts.append(f"{WITNESSED} {' and '.join(names)}")
    return ", ".join([*parts, SLOWLY] if slow else parts)


class Count(StrEnum):
    """What control counts: sales before the draw, winners and money before the result."""

    SALES = "sales"
    WINNERS = "winners"


class PromiseDraw(Written, frozen=True, omit_defaults=True):
    """The site promises a draw; see `DrawPromised`."""

    at: datetime
    game: int
    commitment: str
    pool: int = 0
    count: int = 0
    values: int = 1
    closes_at: datetime | None = None
    slow: int = 0
    witnesses: tuple[tuple[str, str], ...] = ()
    spares: tuple[tuple[str, str], ...] = ()
    wait: int = 0


class SealGame(Written, frozen=True):
    """Fix what was sold for a game, at its close."""

    at: datetime
    game: int
    seal: Seal


class AgreeCount(Written, frozen=True):
    """Control counted the same; `rows` is the number of entries sold.

    `digest` is over what it counted, where control makes one: a later count must have the same.
    """

    at: datetime
    game: int
    count: Count
    rows: int
    digest: str = ""


class StopGame(Written, frozen=True):
    """Control counted something else."""

    at: datetime
    game: int
    count: Count
    because: str


class LetGameGoOn(Written, frozen=True):
    """A person's decision, with their name and reason; it replaces the count that disagreed."""

    at: datetime
    game: int
    by: str
    because: str


class PublishResult(Written, frozen=True):
    """The secret comes out with the result. A draw by other means says `because` of what."""

    at: datetime
    game: int
    numbers: tuple[int, ...]
    pool: int
    secret: str = ""
    because: str = ""


class KeyBall(Written, frozen=True):
    """A ball read off the cage; it counts when a second person has confirmed it."""

    at: datetime
    game: int
    ball: Ball
    by: PersonId


class ConfirmBall(Written, frozen=True):
    """The ball that a second person sees; it counts if it is the one that was keyed."""

    at: datetime
    game: int
    ball: Ball
    by: PersonId


class DrawPromised(Written, frozen=True, omit_defaults=True):
    """What a draw will follow from; published before its game opens.

    `values` is how many values the site will reveal, `closes_at` the earliest close, `slow` the
    turns of the slow step, `wait` the seconds after which a spare takes over. Witnesses and spares
    are pairs of name and key hash. A promise without a pool is of the first release.
    """

    at: datetime
    game: int
    commitment: str
    pool: int = 0
    count: int = 0
    values: int = 1
    closes_at: datetime | None = None
    slow: int = 0
    witnesses: tuple[tuple[str, str], ...] = ()
    spares: tuple[tuple[str, str], ...] = ()
    wait: int = 0


class GameSealed(Written, frozen=True):
    """What was sold for a game is fixed."""

    at: datetime
    game: int
    seal: Seal


class CountAgreed(Written, frozen=True):
    """Control counted the same; see `AgreeCount`."""

    at: datetime
    game: int
    count: Count
    rows: int
    digest: str = ""


class GameStopped(Written, frozen=True):
    """Control counted something else: the game goes no further until a person lets it."""

    at: datetime
    game: int
    count: Count
    because: str


class GameGoesOn(Written, frozen=True):
    """A person let a stopped game go on; their decision replaces `count`."""

    at: datetime
    game: int
    count: Count
    by: str
    because: str


class ResultPublished(Written, frozen=True):
    """A game has its result; without `evidence` of its own, `because` says how it was drawn."""

    at: datetime
    game: int
    numbers: tuple[int, ...]
    evidence: Evidence | None
    because: str


class CageChanged(Written, frozen=True):
    """The cage after a ball was keyed or confirmed; a slip is recorded and counts nothing."""

    at: datetime
    game: int
    cage: Cage
    slip: Slip | None


SealingCommand: TypeAlias = (
    PromiseDraw
    | SealGame
    | AgreeCount
    | StopGame
    | LetGameGoOn
    | PublishResult
    | KeyBall
    | ConfirmBall
)
SealingEvent: TypeAlias = (
    DrawPromised
    | GameSealed
    | CountAgreed
    | GameStopped
    | GameGoesOn
    | ResultPublished
    | CageChanged
    | Refused
)


class Sealing(Struct):
    """Games on their way from promise to publication; a published game is removed."""

    promised: dict[int, str] = field(default_factory=dict)
    sealed: dict[int, Seal] = field(default_factory=dict)
    agreed: dict[int, list[Count]] = field(default_factory=dict)
    stopped: dict[int, Count] = field(default_factory=dict)
    cages: dict[int, Cage] = field(default_factory=dict)
    by_cage: list[int] = field(default_factory=list)
    """Games whose promise went public before a restore: never promised again (see `restore`)."""
    published_max: int = -1
    in_order: bool = True
    """Whether results come in the order of the draws' numbers. Where they do not, as
    in a hall, every draw up to `published_max` has its result."""
    published: list[int] = field(default_factory=list)
    """Draws above `published_max` that have their result."""


def is_published(state: Sealing, game: int) -> bool:
    """Whether a draw has its result.

    >>> hall = Sealing(in_order=False, published_max=0, published=[2])
    >>> [is_published(hall, game) for game in (0, 1, 2)]
    [True, False, True]
    """
    return game <= state.published_max or game in state.published


def secret_name(kind: str, game: int) -> str:
    """Under which name a store keeps the secret of a game's draw.

    >>> secret_name("club", 7)
    'club draw 7'
    """
    return f"{kind} draw {game}"


def why_not_drawn(state: Sealing, game: int) -> str:
    """Why a closed game may not be drawn yet, or not again; nothing when it may."""
    if is_published(state, game):
        return "game/published_already"
    if game in state.stopped:
        return "game/stopped"
    return "" if Count.SALES in state.agreed.get(game, ()) else "game/sales_not_counted"


def decide_sealing(
    state: Sealing, command: SealingCommand, empty_cage: Cage
) -> tuple[SealingEvent, ...]:
    """What comes of a command about a draw; `empty_cage` has the pool and count of the book."""
    code = _refused(state, command)
    if code:
        return refused(command, (refusal(code, game=command.game),), f"{command.game}")
    match command:
        case PromiseDraw():
            promised = {name: getattr(command, name) for name in command.__struct_fields__}
            return (DrawPromised(**promised),)
        case SealGame():
            return (GameSealed(command.at, command.game, command.seal),)
        case AgreeCount():
            counted = command.count, command.rows, command.digest
            return (CountAgreed(command.at, command.game, *counted),)
        case StopGame():
            return (GameStopped(command.at, command.game, command.count, command.because),)
        case LetGameGoOn():
            count = state.stopped[command.game]
            return (GameGoesOn(command.at, command.game, count, command.by, command.because),)
        case PublishResult():
            evidence = _evidence(state, command) if command.secret else None
            return (
                ResultPublished(
                    command.at, command.game, command.numbers, evidence, command.because
                ),
            )
        case KeyBall() | ConfirmBall():
            before = state.cages.get(command.game, empty_cage)
            turn = cage.key if isinstance(command, KeyBall) else cage.confirm
            after, slip = turn(before, command.ball, command.by)
            return (CageChanged(command.at, command.game, after, slip),)
        case _:
            assert_never(command)


def _evidence(state: Sealing, command: PublishResult) -> Evidence:
    numbers = tuple(Ball(number) for number in command.numbers)
    promise, seal = state.promised[command.game], state.sealed[command.game]
    return Evidence(promise, seal, command.secret, command.pool, len(numbers), numbers)


def _refused(state: Sealing, command: SealingCommand) -> str:
    game = command.game
    if is_published(state, game):
        return "game/published_already"
    match command:
        case PromiseDraw():
            taken = game in state.promised or game in state.by_cage
            return "draw/promised_already" if taken else ""
        case SealGame():
            return "game/sealed_already" if game in state.sealed else ""
        case AgreeCount() | StopGame():
            return "game/stopped" if game in state.stopped else ""
        case LetGameGoOn():
            return "" if game in state.stopped else "game/not_stopped"
        case PublishResult():
            return _not_publishable(state, command)
        case KeyBall() | ConfirmBall():
            return why_not_drawn(state, game)
        case _:
            assert_never(command)


def _not_publishable(state: Sealing, command: PublishResult) -> str:
    game = command.game
    if game in state.stopped:
        return "game/stopped"
    if Count.WINNERS not in state.agreed.get(game, ()):
        return "game/winners_not_counted"
    if not command.secret:
        return "" if command.because else "draw/secret_missing"
    if game not in state.promised:
        return "draw/never_promised"
    if game not in state.sealed:
        return "game/not_sealed"
    return "draw/proof_does_not_hold" if trouble(_evidence(state, command)) else ""


def evolve_sealing(state: Sealing, event: SealingEvent) -> Sealing:
    """The same state after an event, changed in place."""
    match event:
        case DrawPromised(game=game, commitment=commitment):
            state.promised[game] = commitment
        case GameSealed(game=game, seal=seal):
            state.sealed[game] = seal
        case CountAgreed(game=game, count=count):
            state.agreed.setdefault(game, []).append(count)
        case GameStopped(game=game, count=count):
            state.stopped[game] = count
        case GameGoesOn(game=game, count=count):
            del state.stopped[game]
            state.agreed.setdefault(game, []).append(count)
        case ResultPublished(game=game):
            for by_game in (state.promised, state.sealed, state.agreed, state.cages):
                by_game.pop(game, None)
            _note_published(state, game)
        case CageChanged(game=game, cage=after):
            state.cages[game] = after
        case Refused():
            pass
        case _:
            assert_never(event)
    return state


def _note_published(state: Sealing, game: int) -> None:
    if state.in_order:
        state.published_max = game
    else:
        state.published.append(game)
        # Numbers without a gap are folded into one, so the list stays as
        # short as the draws under way.
        while state.published_max + 1 in state.published:
            state.published_max += 1
            state.published.remove(state.published_max)
    state.by_cage = [other for other in state.by_cage if not is_published(state, other)]


def wrong_draw_secret(kind: str, state: Sealing, secret: Callable[[str], bytes]) -> str:
    """The first promised game whose secret is missing or another one; a copy may have none."""
    secrets = {game: secret(secret_name(kind, game)) for game in state.promised}
    # Without any secret it is a copy of the journal, which has none by right.
    for game, promise in sorted(state.promised.items()) if any(secrets.values()) else ():
        if secrets[game] and commit(secrets[game]) != promise:
            return f"secrets: that of game {game} is not the one that was promised"
        if not secrets[game] and game not in state.by_cage:
            return f"secrets: that of game {game}, which was promised, is missing"
    return ""
