"""Which commands each role of a hall may give, in whose name, and what the site puts into them."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass
from datetime import UTC, datetime
from typing import Any, get_args

import msgspec
from msgspec import structs

from eyesdown.bingo import promotions
from eyesdown.bingo.claims import commands as claims
from eyesdown.bingo.play import commands as play
from eyesdown.bingo.pools import commands as pools
from eyesdown.bingo.promotions.commands import ConfirmPrizes
from eyesdown.bingo.sales import commands as sales
from eyesdown.bingo.session import commands as session
from eyesdown.bingo.trouble import commands as trouble
from eyesdown.bingo.words.parts import PastSession
from eyesdown.central.hall.roles import HallRole
from eyesdown.central.hall.state import HallSite
from eyesdown.central.hall.stock import TakeInSeries
from eyesdown.central.hall.words import (
    ApproveDevice,
    AskForJackpotNumbers,
    FixSettings,
)
from eyesdown.central.site.credentials import Credential, NotAllowed, Role
from eyesdown.central.site.draws.asked import chosen
from eyesdown.central.site.people.words import GiveAccess, ResetFactor
from eyesdown.central.site.sealing import DEVICE, LetGameGoOn, device_name
from eyesdown.central.site.serials import Serials
from eyesdown.central.site.site import Site
from eyesdown.central.site.witness_words import AppointWitness, WithdrawWitness
from eyesdown.kernel.written import replace

_DISPUTES = (trouble.RaiseDispute, trouble.DecideDispute, trouble.CloseDispute)
_CORRECTIONS = (play.ReportError, play.CorrectNumber, play.CorrectDisplay)
_AT_THE_TILL = (
    *(sales.SellCards, sales.ReserveCard, sales.DeclineSale, sales.WithdrawCard),
    *(sales.ChargeAdmission, sales.IssueScorecards, sales.TakeBackSale),
    *(sales.OpenTill, sales.CountTill, sales.PayRefund),
    *(claims.PayPrize, play.ReturnScorecard),
)
ALLOWED: dict[Role, frozenset[type]] = {
    HallRole.OFFICE: frozenset(
        {
            *(set(get_args(session.Command)) - {session.ArchiveSession, session.Announce}),
            *get_args(pools.Command),
            *get_args(promotions.Command),
            *_DISPUTES,
            *(FixSettings, ApproveDevice, GiveAccess, ResetFactor),
            *(AppointWitness, WithdrawWitness),
            *(sales.WithdrawCard, sales.EnterSerialRange, TakeInSeries),
        }
    ),
    HallRole.SELLER: frozenset({*_AT_THE_TILL, session.RegisterPerson}),
    HallRole.CALLER: frozenset(
        {
            *(play.StartGame, session.Announce, play.DrawJackpotNumbers, AskForJackpotNumbers),
            *(play.EyesDown, play.AskForBall, play.BeginCall, play.FinishCall, play.CallNumber),
            *(play.HandOverBall, *_CORRECTIONS, claims.CheckClaim),
            *(session.OpenSession, session.ShowClosingSign, sales.EnterSerialRange),
            *(play.ReportMalfunction, claims.Claim),
        }
    ),
    HallRole.SUPERVISOR: frozenset(
        {
            *(session.Announce, play.CheckBall, *_CORRECTIONS),
            *(claims.Claim, claims.CheckClaim, claims.ConfirmClaim),
            *(claims.DeclareResult, claims.CloseGame),
            *(play.ReportMalfunction, play.ReplaceScorecard, play.ReturnScorecard),
            *(trouble.FailTerminal, trouble.InvalidateGame),
            *(trouble.VoidEntry, trouble.ExcludePlayer, *_DISPUTES),
            *(sales.TakeBackSale, sales.EnterSerialRange, LetGameGoOn),
            *(session.OpenSession, session.CloseSession, session.ShowClosingSign),
        }
    ),
    HallRole.VERIFIER: frozenset({claims.Claim, claims.CheckClaim}),
    HallRole.DISPLAY: frozenset(),
    HallRole.PLAYER: frozenset({claims.Claim, play.PressNumber, play.ReportMalfunction}),
    HallRole.INSPECTOR: frozenset({trouble.DecideDispute, trouble.CloseDispute}),
}
"""Which commands each role may give; the others only the site gives."""

PLAYER = "player"
_WITH_SLIP = (sales.SellCards, sales.ChargeAdmission, sales.IssueScorecards)
_LET_IN: frozenset[type] = frozenset({GiveAccess, ResetFactor})
_NUMBERED = (play.BeginCall, play.CallNumber)
_ON_A_CARD = (play.PressNumber, play.ReportMalfunction)
_NAMES_WHO = frozenset(
    kind
    for role in (HallRole.CALLER, HallRole.SUPERVISOR)
    for kind in ALLOWED[role]
    for field in structs.fields(kind)
    if field.name == "by" and field.required
)
"""Commands that must name a person; of others the rules know whose they are if no one is named."""


def admit(who: Credential, command: Any) -> Any:
    """The command in the name of the person who gives it; NotAllowed if it is not theirs to give.

    A token that names no person is a desk's: the command names who works there, unless it says who
    let in whom.

    >>> from datetime import datetime
    >>> desk = Credential("door", "seller", "", terminal="door")
    >>> count = sales.CountTill(at=datetime.min, point="", by="", counted_cents=0)
    >>> admit(desk, count).point
    'door'
    """
    kind = type(command).__name__
    if command.__class__ not in ALLOWED[who.role]:
        raise NotAllowed("door/not_your_role", f"{kind} is not for the role {who.role}")
    by = getattr(command, "by", "")
    person = who.person or (who.name if command.__class__ in _LET_IN else "")
    if person and by not in ("", person):
        raise NotAllowed("door/not_yourself", f"this token is {person}'s, not {by}'s")
    if who.role == HallRole.PLAYER:
        _check_slip(who, command)
    if who.role == HallRole.SELLER and isinstance(command, session.RegisterPerson):
        _check_player(command)
    if who.role == HallRole.SELLER and hasattr(command, "point"):
        command = _at_own_till(who, command)
    if getattr(command, "by", None) == "":
        command = replace(command, by=person or _desk(who))
    return command


def _desk(who: Credential) -> str:
    """Who gave a command at a desk: its name; a game's own desk is worked by who is appointed."""
    at_the_game = who.role in (HallRole.CALLER, HallRole.SUPERVISOR, HallRole.VERIFIER)
    return "" if at_the_game else who.name


def _is_unnamed(command: Any) -> bool:
    """Whether a desk at the game gave this, so that the appointed official is to be named."""
    return type(command) in _NAMES_WHO and not getattr(command, "by", "")


def _official(state: HallSite, who: Credential, command: Any) -> str:
    """The caller or supervisor of a game, for a command of their desk; '' if there is none."""
    current = state.hall.sessions.get(getattr(command, "session", ""))
    return current.official(who.role, getattr(command, "game", 0)) if current else ""


def _check_slip(who: Credential, command: Any) -> None:
    """A player claims with the slip that their token is for, or with one that they hold.

    A player's desk may press numbers for anyone, and claim for no one without a slip.
    """
    slip = getattr(command, "slip", who.account)
    claims_without = isinstance(command, claims.Claim) and not slip
    if claims_without or (who.account and slip != who.account):
        raise NotAllowed("door/not_your_slip", "a player acts with the number on their own slip")


def _check_card(state: HallSite, slip: str, command: Any) -> None:
    """A player presses numbers on, and reports, the scorecards of their own slip."""
    session = state.hall.sessions.get(command.session)
    purchase = session.purchases.get(session.slips.get(slip, "")) if session else None
    own = purchase is not None and purchase.serial == command.serial
    if not own or purchase is None or command.card not in purchase.cards:
        raise NotAllowed("door/not_your_slip", "this scorecard is not on your slip")


def _check_second(state: HallSite, who: Credential, command: ConfirmPrizes) -> None:
    """A second person is there themselves; a desk that names two people is still one (S10)."""
    held = state.promotions.held.get(command.promotion)
    if held is not None and not who.person and command.by != held.by:
        message = "a second person signs on, or has a token that names them; this one is a desk's"
        raise NotAllowed("door/not_yourself", message)


def _check_player(command: session.RegisterPerson) -> None:
    """A seller enters players and members, and no staff."""
    if command.staff or command.role != PLAYER:
        raise NotAllowed("door/not_your_role", "a seller enters players; staff are the office's")


def _at_own_till(who: Credential, command: Any) -> Any:
    if not who.terminal:
        return command
    if command.point not in ("", who.terminal):
        raise NotAllowed("door/not_your_till", f"yours is {who.terminal}, not {command.point}")
    return replace(command, point=who.terminal)


@dataclass(frozen=True, slots=True)
class HallRights:
    """What the site puts into commands: slips that no one can guess, and the name of its device."""

    serials: Serials
    entropy: Callable[[int], bytes]

    def complete(self, site: Site[HallSite], who: Credential | None, command: Any) -> Any:
        """The command with what only the site knows."""
        if who is not None and _is_unnamed(command):
            command = replace(command, by=_official(site.state, who, command))
        if isinstance(command, _WITH_SLIP):
            return replace(command, slip=self.serials.new(self.entropy))
        if isinstance(command, play.StartGame) and command.selector == "device":
            return replace(command, selector_id=command.selector_id or _device(site))
        if isinstance(command, trouble.RaiseDispute):
            taken = site.store.record("dispute", command.dispute) is not None
            return replace(command, past=_past(site, command.session), taken=taken)
        if isinstance(command, ConfirmPrizes) and who is not None:
            _check_second(site.state, who, command)
        if isinstance(command, _NUMBERED) and who is not None:
            _check_keyed(site.state, command)
        if isinstance(command, _ON_A_CARD) and who is not None and who.account:
            _check_card(site.state, who.account, command)
        return command


def needs_site(command: Any) -> bool:
    """Whether `HallRights.complete` would change or check this command.

    >>> from datetime import datetime
    >>> needs_site(play.EyesDown(at=datetime.min, session="tue", game=1))
    False
    """
    if _is_unnamed(command):
        return True
    looked_at = (trouble.RaiseDispute, play.StartGame, ConfirmPrizes)
    from_the_site = (*_WITH_SLIP, *_NUMBERED, *_ON_A_CARD, *looked_at)
    return isinstance(command, from_the_site)


def _past(site: Site[HallSite], session: str) -> PastSession | None:
    """What the records say of a session that was archived; None of one that was not."""
    row = (
        site.store.record("archived", session) if session not in site.state.hall.sessions else None
    )
    if row is None:
        return None
    archived = msgspec.json.decode(row.body)
    officials = tuple(archived.get("supervisors", ()))
    return PastSession(games=tuple(archived.get("games", ())), supervisors=officials)


def _device(site: Site[HallSite]) -> str:
    now = datetime.fromtimestamp(site.now_us() / 1_000_000, UTC)
    names, _ = chosen(site.state.witnessed, now)
    return device_name(names, slow=False) if names else DEVICE


def _check_keyed(state: HallSite, command: play.BeginCall | play.CallNumber) -> None:
    """No one sends in a number for a game that our device draws."""
    session = state.hall.sessions.get(command.session)
    game = session.games.get(command.game) if session else None
    if game is None or not state.is_ours(game):
        return
    if not state.is_broken_off(state.draw_of(command.session, command.game)):
        raise NotAllowed("door/not_your_device", "our device draws this game; ask for a ball")
