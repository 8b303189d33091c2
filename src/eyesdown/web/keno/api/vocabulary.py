"""What keno's API speaks about: commands, events, who may give what, and notes on fields."""

from __future__ import annotations

from fractions import Fraction
from typing import Any, get_args

from eyesdown.central.keno.machine import SiteCommand, SiteEvent
from eyesdown.central.keno.office.roles import KenoRole
from eyesdown.central.keno.rights import ALLOWED
from eyesdown.central.site.credentials import Role
from eyesdown.keno.office.commands import PublishInstructions, check_period
from eyesdown.keno.sales.commands import AcceptEntry
from eyesdown.kernel.errors import BadInput
from eyesdown.ledger.statement import accounts_of_venue
from eyesdown.rulebook.keno_words import Channel
from eyesdown.web.api import probes
from eyesdown.web.api.book_questions import OwnAccounts, book_questions
from eyesdown.web.api.schemas import SCALARS, Schema
from eyesdown.web.api.vocabulary import Vocabulary
from eyesdown.web.keno.api.answers import KenoDone, KenoRefused
from eyesdown.web.keno.api.internet_entry import has_screen, screen
from eyesdown.web.keno.api.questions import QUESTIONS

_OURS = {"type": "string", "description": "send it empty; the site assigns it"}
_CHECK = (
    "the check printed next to the ticket's serial, as /api/tickets/{serial}/check gives it; on "
    "tickets sold before checks were keyed, the first 12 hexadecimal digits of the SHA-256 of its "
    "`entry` as JSON in UTF-8, keys sorted, no blanks"
)
_JACKPOT = {
    "type": "string",
    "description": "regular/7 to regular/10, keno2/7 to keno2/10, or racing/quartet, "
    "racing/five_up, racing/superfecta",
}
_LOCATION = {
    "type": "string",
    "description": "where the web player is; an entry can be cancelled only from inside the "
    "`permitted_area` of its venue",
}
_SESSION = {
    "type": "string",
    "description": "the Customer Session: a name that the terminal makes up for each customer; "
    "names are shared by all venues, so use UUIDs",
}
_ROWS = {"type": "array", "items": {"type": "integer"}}
NOTES: dict[tuple[str, str], Schema] = {
    **{
        (kind, "session"): _SESSION for kind in ("ClaimPrize", "PaySession", "CancelEntry", "Entry")
    },
    ("AgreeCommission", "rate"): {
        "oneOf": [SCALARS[Fraction], SCALARS[type(None)]],
        "description": "of each Gross Subscription; null for the share of rule 7(f)(ii)",
    },
    ("EntryCancelled", "gross_cents"): {
        "type": "integer",
        "description": "what is left of the Gross Subscription",
    },
    ("Racing", "places"): {
        "type": "array",
        "items": _ROWS,
        "description": "for a bet in order: the Rows of each place, an empty list where the Rows "
        "of `fill` take turns: a Trifecta [[2], [3], [6]], boxed [[], [], []], with a Standout "
        "[[2], [], []]",
    },
    ("Racing", "named"): {**_ROWS, "description": "the Standout of a bet that is not in order"},
    ("Racing", "fill"): {
        **_ROWS,
        "description": "Rows that take turns; with option `field`, all other Rows. For a straight "
        "bet that is not in order, its Rows: a Win [2], a Quinella [2, 3]",
    },
    **{
        (command, "jackpot"): _JACKPOT
        for command in (
            "SetGrowthRate",
            "SwitchPool",
            "ReportPool",
            "ReportWinners",
            "GuaranteeJackpot",
        )
    },
    ("AcceptEntry", "location"): _LOCATION,
    ("CancelEntry", "location"): _LOCATION,
    ("Entry", "venue"): {
        "type": "string",
        "description": "the venue that sells it; a web entry may name the venue where it can be "
        "cancelled",
    },
    ("SignOn", "place"): {
        "type": "string",
        "description": "a venue; for a supervisor `central` or `backup`, the site that draws",
    },
    ("PayClaimForm", "satisfied"): {
        "type": "string",
        "description": "what convinced the Operating Company; it is recorded",
    },
    ("Entry", "channel"): {"enum": [channel.value for channel in Channel]},
    ("Entry", "serial"): _OURS,
    ("AcceptEntry", "change_serial"): _OURS,
    ("CancelEntry", "replacement_serial"): _OURS,
    ("IssuePrepaidVoucher", "serial"): _OURS,
    ("IssueReceipt", "serial"): _OURS,
    ("PayoutAsked", "document"): _OURS,
    ("PaySession", "continuations"): {
        "type": "array",
        "items": _OURS,
        "description": "an empty string for every ticket of the session; only tickets with games "
        "to come, or with new prizes since, are renewed",
    },
    ("SellGiftVoucher", "serial"): _OURS,
    ("ClaimPrize", "check"): {"type": "string", "description": _CHECK},
}
"""What a field's type alone does not say."""

OWN_ACCOUNTS: dict[Role, OwnAccounts] = {
    KenoRole.WRITER: OwnAccounts(
        "door/not_your_venue",
        lambda writer: f"this terminal belongs to {writer.venue}",
        lambda writer: accounts_of_venue(writer.venue),
    ),
    KenoRole.PLAYER: OwnAccounts(
        "door/not_your_account",
        lambda player: f"yours is subscriber/{player.account}",
        lambda player: {f"subscriber/{player.account}"},
    ),
}
"""A writer may read the accounts of their venue, a player their own."""

ENTRY_LINES_MAX = 100
"""Bets on one entry, at the API as on the pages; a ticket has no room for more."""


def _check(command: Any) -> None:
    """BadInput for what types let pass and no rule should have to look at."""
    check_period(command)
    if isinstance(command, AcceptEntry) and len(command.entry.lines) > ENTRY_LINES_MAX:
        raise BadInput("entry.lines", f"at most {ENTRY_LINES_MAX} bets on one entry")


KENO = Vocabulary(
    title="Eyes Down, the Central Site",
    prefix="/api",
    commands=get_args(SiteCommand),
    events=get_args(SiteEvent),
    allowed=ALLOWED,
    set_by_the_site=("at", "kept", "replay_stored", "password_right"),
    notes=NOTES,
    of_several_lines=frozenset({PublishInstructions}),
    large=frozenset({PublishInstructions}),
    check=_check,
    questions=(*QUESTIONS, *book_questions(OWN_ACCOUNTS), *probes.QUESTIONS),
    done=KenoDone,
    refused=KenoRefused,
    has_screen=has_screen,
    screen=screen,
)
