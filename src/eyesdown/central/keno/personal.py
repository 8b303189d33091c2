"""Personal data of keno's players: in a table beside the journal, never in it.

The journal knows an account by its number, and its holder by a keyed hash of name and birth date.
Everything else about a person is here, in one place by account, so that it can be read, exported
and taken out. Names that people sign on with are looked up by a keyed hash as well.
"""

from __future__ import annotations

import hashlib
import hmac
import json
import unicodedata
from collections.abc import Callable
from datetime import date, datetime
from typing import Any

import msgspec
from msgspec import Struct

from eyesdown.central.store.base import Store

PERSON_KEY = "person key"
"""Name of the secret under which names and birth dates are hashed."""
_DETAILS, _PASSWORD, _SESSIONS, _FAVOURITES, _RESET = (
    "details",
    "password",
    "sessions",
    "favourites",
    "reset",
)
_PAPERS, _CONTENT = "papers", "content"
PAPERS_MAX = 6
"""Identity papers that are kept of one person; the oldest goes first."""


class Details(Struct, frozen=True):
    """What a person gave when they registered, and changed since."""

    sign_on: str
    name: str
    born: date
    address: str
    registered_at: datetime


class PlayerSession(Struct, frozen=True):
    """One sign-on of a player: when, from where, with which browser, and when it ended."""

    session: str
    since: datetime
    place: str
    browser: str
    ended: datetime | None = None


class Paper(Struct, frozen=True):
    """An identity paper that a player has sent; its content is kept apart, by its number."""

    name: str
    media: str
    at: datetime
    size: int
    number: int = 0


class CardHolder(Struct, frozen=True):
    """Who holds a Keno Player Card."""

    name: str
    born: date
    issued_at: datetime


def put_card_holder(store: Store, card: str, holder: CardHolder) -> None:
    """Keep who holds a card."""
    store.put_personal(f"card/{card}", {_DETAILS: msgspec.json.encode(holder)})


def card_holder_of(store: Store, card: str) -> CardHolder | None:
    """Who holds a card; None if no one does, or the data was taken out."""
    raw = store.personal(f"card/{card}").get(_DETAILS)
    return None if raw is None else msgspec.json.decode(raw, type=CardHolder)


def take_out_card_holder(store: Store, card: str) -> None:
    """Remove who holds a card; the card stays."""
    store.take_out_personal(f"card/{card}")


def person_key(store: Store, entropy: Callable[[int], bytes]) -> bytes:
    """The key of the hashes of this store, made once."""
    return store.keep_secret(PERSON_KEY, entropy(32))


def person_hash(key: bytes, name: str, born: date) -> str:
    """The keyed hash of a name and birth date, the same however the name is written.

    >>> here = person_hash(b"k", "Zoë  O’Brien", date(1990, 1, 1))
    >>> here == person_hash(b"k", "o'brien, zoe", date(1990, 1, 1))
    True
    >>> here == person_hash(b"k", "Zoë O’Brien", date(1990, 1, 2))
    False
    """
    plain = f"{_letters(name)}|{born.isoformat()}"
    return hmac.new(key, plain.encode(), hashlib.sha256).hexdigest()[:32]


def _letters(name: str) -> str:
    """The letters of a name: no accents, marks or capitals, its words in the order of letters.

    An excluded player must not come back by another way of writing the same name (S07). A name
    without letters of its own is compared as it is.

    >>> _letters("Anne-Marie  Müller"), _letters("MULLER, Anne Marie")
    ('anne marie muller', 'anne marie muller')
    """
    plain = unicodedata.normalize("NFKD", name).casefold().replace("'", "").replace("’", "")
    marked = "".join(c if c.isalnum() else " " for c in plain if not unicodedata.combining(c))
    return " ".join(sorted(marked.split())) or tidy_name(name)


def tidy_name(name: str) -> str:
    """A name as it is compared: one space between words, no capitals."""
    return " ".join(name.split()).casefold()


def _by_name(key: bytes, sign_on: str) -> str:
    digest = hmac.new(key, b"sign-on|" + tidy_name(sign_on).encode(), hashlib.sha256)
    return f"name/{digest.hexdigest()}"


def account_of(store: Store, key: bytes, sign_on: str) -> str:
    """The account that a sign-on name belongs to; empty if none has it."""
    return store.personal(_by_name(key, sign_on)).get("account", b"").decode()


def register(store: Store, key: bytes, account: str, details: Details, password_hash: str) -> None:
    """Keep a new player's data, before the journal hears of the account."""
    store.put_personal(
        account,
        {_DETAILS: msgspec.json.encode(details), _PASSWORD: password_hash.encode()},
    )
    store.put_personal(_by_name(key, details.sign_on), {"account": account.encode()})


def details_of(store: Store, account: str) -> Details | None:
    """What is kept of a player; None if there is nothing, or it was taken out."""
    raw = store.personal(account).get(_DETAILS)
    return None if raw is None else msgspec.json.decode(raw, type=Details)


def put_address(store: Store, account: str, address: str) -> None:
    """Keep another address of a player."""
    details = details_of(store, account)
    if details is not None:
        changed = msgspec.structs.replace(details, address=address)
        store.put_personal(account, {_DETAILS: msgspec.json.encode(changed)})


def password_of(store: Store, account: str) -> str:
    """The hash of a player's password; empty if there is none."""
    return store.personal(account).get(_PASSWORD, b"").decode()


def put_password(store: Store, account: str, password_hash: str) -> None:
    """Keep another password; a code for a new one is used up with it."""
    store.put_personal(account, {_PASSWORD: password_hash.encode()})
    store.take_out_personal(account, [_RESET])


def put_reset(store: Store, account: str, code: str, until: datetime) -> None:
    """Keep the hash of a one-time code for a new password."""
    digest = hashlib.sha256(code.encode()).hexdigest()
    store.put_personal(account, {_RESET: json.dumps([digest, until.isoformat()]).encode()})


def reset_holds(store: Store, account: str, code: str, at: datetime) -> bool:
    """Whether a one-time code is the one the office handed out, and still good."""
    raw = store.personal(account).get(_RESET)
    if raw is None:
        return False
    digest, until = json.loads(raw)
    right = hmac.compare_digest(digest, hashlib.sha256(code.encode()).hexdigest())
    return right and at < datetime.fromisoformat(until)


def sessions_of(store: Store, account: str) -> list[PlayerSession]:
    """Every sign-on that is kept of a player, oldest first."""
    raw = store.personal(account).get(_SESSIONS)
    return [] if raw is None else msgspec.json.decode(raw, type=list[PlayerSession])


def put_sessions(store: Store, account: str, sessions: list[PlayerSession]) -> None:
    """Keep the sign-ons of a player."""
    store.put_personal(account, {_SESSIONS: msgspec.json.encode(sessions)})


def favourites_of(store: Store, account: str) -> list[dict[str, Any]]:
    """The slips that a player saved, each with its name and lines."""
    raw = store.personal(account).get(_FAVOURITES)
    return [] if raw is None else json.loads(raw)


def put_favourites(store: Store, account: str, favourites: list[dict[str, Any]]) -> None:
    """Keep the slips that a player saved."""
    store.put_personal(account, {_FAVOURITES: json.dumps(favourites).encode()})


def papers_of(store: Store, account: str) -> list[Paper]:
    """The identity papers of a player, oldest first, without their contents."""
    raw = store.personal(account).get(_PAPERS)
    return [] if raw is None else msgspec.json.decode(raw, type=list[Paper])


def paper_content(store: Store, account: str, number: int) -> bytes:
    """The content of an identity paper; empty if there is none."""
    return store.personal(_paper_holder(account, number)).get(_CONTENT, b"")


def put_paper(store: Store, account: str, paper: Paper, content: bytes) -> None:
    """Keep an identity paper under the next number; the oldest goes when there are too many."""
    papers = papers_of(store, account)
    number = papers[-1].number + 1 if papers else 1
    papers.append(msgspec.structs.replace(paper, number=number))
    # The list first: what it names is taken out with the player, also after a crash in between.
    store.put_personal(account, {_PAPERS: msgspec.json.encode(papers[-PAPERS_MAX:])})
    store.put_personal(_paper_holder(account, number), {_CONTENT: content})
    for old in papers[:-PAPERS_MAX]:
        store.take_out_personal(_paper_holder(account, old.number))


def _paper_holder(account: str, number: int) -> str:
    """Where a paper's content is: apart from what every sign-on reads of its player."""
    return f"paper/{account}/{number}"


def take_out(store: Store, key: bytes, account: str) -> None:
    """Remove everything personal of a player; the journal keeps its rows and still verifies."""
    details = details_of(store, account)
    if details is not None:
        store.take_out_personal(_by_name(key, details.sign_on))
    for paper in papers_of(store, account):
        store.take_out_personal(_paper_holder(account, paper.number))
    store.take_out_personal(account)


def export(store: Store, account: str) -> dict[str, Any]:
    """Everything personal that is kept of a player, as plain values; never the password's hash."""
    details = details_of(store, account)
    papers = [
        msgspec.to_builtins(paper) | {"content": paper_content(store, account, paper.number)}
        for paper in papers_of(store, account)
    ]
    return {
        "details": msgspec.to_builtins(details),
        "sessions": msgspec.to_builtins(sessions_of(store, account)),
        "favourites": favourites_of(store, account),
        "papers": msgspec.to_builtins(papers),
        "has_password": bool(password_of(store, account)),
    }
