"""The office's page of players: who waits for what, papers, codes, withdrawals, taking data out."""

from __future__ import annotations

from collections.abc import Mapping
from datetime import date, timedelta
from secrets import choice, token_hex
from typing import Any, NamedTuple
from urllib.parse import quote

from starlette.requests import Request
from starlette.responses import RedirectResponse, Response
from starlette.routing import Route

from eyesdown.central.keno import personal
from eyesdown.central.keno.machine import KenoSite
from eyesdown.central.keno.office.payment_words import ProposePayment
from eyesdown.central.keno.office.payments import needs_second
from eyesdown.central.site.site import Site
from eyesdown.central.store.base import Store
from eyesdown.display.refusals import refusals_shown
from eyesdown.keno.office.commands import (
    CheckAge,
    Deposit,
    ExcludeAccount,
    IdentifyAccount,
    PayWithdrawal,
    RefuseWithdrawal,
    ReleaseAccount,
)
from eyesdown.keno.office.limits import looks_excluded
from eyesdown.keno.words.people import Account
from eyesdown.kernel.errors import BadInput
from eyesdown.kernel.refused import Refused
from eyesdown.players.limits import PlayerLimits
from eyesdown.web.frame.sign_on import needs, turned_away
from eyesdown.web.keno.account.entrance import key_of
from eyesdown.web.keno.context import KenoWeb, keno_of
from eyesdown.web.keno.counter.drafts import read_cents, read_id, text, whole_typed
from eyesdown.web.keno.office.commands import Outcome, outcome_of
from eyesdown.web.keno.office.frame import office_page

LETTERS = "ABCDEFGHJKLMNPQRSTUVWXYZ23456789"
CODE_LETTERS, CODE_DAYS = 10, 7
WAITING_SHOWN = 200


def waiting_accounts(site: Site[KenoSite], web: KenoWeb) -> list[dict[str, Any]]:
    """Accounts on which the office must act, and why."""
    keno, now, rows = site.state.keno, web.now(), []
    asked = {each.account for each in keno.withdrawals.values() if each.prize_cents}
    for name, account in keno.accounts.items():
        why = []
        if looks_excluded(keno, name, now):
            why.append("held: same name and birth date as an excluded player")
        if not account.age_known:
            why.append("age not checked")
        if name in asked and not account.identified_by:
            why.append("prize money asked for, holder not identified")
        if why and not _is_taken_out(site, account):
            rows.append({"account": name, "why": why})
        if len(rows) == WAITING_SHOWN:
            break
    return rows


def _is_taken_out(site: Site[KenoSite], account: Account) -> bool:
    """Whether the personal data of a player who registered was taken out: nothing can be checked.

    An account that was opened over the API, without personal data, is not one of these.
    """
    return bool(account.person) and personal.details_of(site.store, account.account) is None


class Looked(NamedTuple):
    """What the office sees before something is done that moves money or cannot be undone."""

    action: str
    words: str
    typed: Mapping[str, str]
    slip: str
    outcome: Outcome | None = None


LOOKED_AT = {
    "deposit": "Book a deposit of ${amount} into account {account}?",
    "refuse": "Refuse withdrawal {withdrawal}? The money goes back into account {account}.",
    "exclude": "Exclude the holder of account {account} for good? No one can take this back.",
    "take-out": "Take the personal data of account {account} out? It cannot be put back.",
}
TYPED = ("account", "amount", "withdrawal", "because")
"""The fields of the forms that are looked at first."""
GONE = (
    "What you looked at is done, or is too old. Nothing was done now: this is the account as it is"
)
SENT_BEFORE = (
    "This page was sent before, for something else, and that was done. Nothing was done now: look "
    "at the account as it is, and begin again from here"
)
"""After the back button, with other words in the form."""
DONE = {
    "age": "The age of the holder is on record as proved.",
    "identity": "The identity of the holder is on record as proved.",
    "release": "The account is released: it is open from now on.",
    "exclude": "The holder is excluded from now on.",
    "deposit": "The deposit is booked.",
    "proposed": "It is proposed. Another person of the office confirms it under Payments.",
    "refuse": "The withdrawal is refused, and the money is back in the account.",
    "taken-out": "The personal data is taken out.",
}


@needs("office", "inspector")
async def players(request: Request) -> Response:
    """Accounts and withdrawals that wait, and one account by its number."""
    return await _page(request)


async def _page(request: Request, status: int = 200, **more: Any) -> Response:
    web, person = keno_of(request), request.state.person
    wanted = request.query_params.get("account", "").strip()[:60]
    account = more.pop("account", "") or wanted
    may_see = person.role == "office"

    def read(site: Site[KenoSite]) -> dict[str, Any]:
        keno = site.state.keno
        stored = keno.accounts.get(account)
        limits = keno.player_limits.get(account, PlayerLimits())
        proposed = (waiting.payment for waiting in site.state.payments.values())
        return {
            "waiting": waiting_accounts(site, web),
            "withdrawals": list(keno.withdrawals.values()),
            "proposed": {paid.withdrawal for paid in proposed if isinstance(paid, PayWithdrawal)},
            "stored": stored,
            "details": personal.details_of(site.store, account) if stored and may_see else None,
            "papers": personal.papers_of(site.store, account) if stored and may_see else [],
            "held": looks_excluded(keno, account, web.now()),
            "excluded": limits.excluded(web.now()),
            "identified": {
                each.number: bool(keno.accounts[each.account].identified_by)
                for each in keno.withdrawals.values()
            },
        }

    facts = {
        "wanted": account,
        "slip": token_hex(10),
        "code": "",
        "done": DONE.get(request.query_params.get("done", ""), ""),
        "looked": None,
        "typed": {},
        **await web.ask_site(read),
    }
    return await office_page(request, "office_players.html", status, **facts | more)


@needs("office")
async def find(request: Request) -> Response:
    """An account by its number, its holder's sign-on name, or their name and birth date.

    It is sent as a form: a name must be in no address.
    """
    web, form, key = keno_of(request), await request.form(), await key_of(keno_of(request))
    typed = {name: str(form.get(name, "")).strip()[:200] for name in ("who", "born")}
    who, born = typed["who"], typed["born"]

    def look(site: Site[KenoSite]) -> list[str]:
        keno = site.state.keno
        if born:
            person = personal.person_hash(key, who, date.fromisoformat(born))
            return sorted(keno.persons.get(person, ()))
        account = personal.account_of(site.store, key, who) or who
        return [account] if account in keno.accounts else []

    try:
        accounts = await web.ask_site(look)
    except ValueError:
        return await _page(request, 422, wrong="Write the birth date as 1990-07-31", typed=typed)
    if len(accounts) == 1:
        return RedirectResponse(f"/office/players?account={quote(accounts[0])}", 303)
    wrong = "" if accounts else "No account has this number, sign-on name, or name and birth date"
    return await _page(request, 404 if wrong else 200, wrong=wrong, typed=typed, several=accounts)


def _command_of(web: KenoWeb, by: str, action: str, typed: Mapping[str, str]) -> Any:
    """The command of a form on this page."""
    at, account = web.now(), typed["account"][:60]
    because = text({"because": typed.get("because", "")}, "because")
    match action:
        case "age":
            return CheckAge(at, account, by)
        case "identity":
            return IdentifyAccount(at, account, by)
        case "release":
            return ReleaseAccount(at, account, because, by)
        case "exclude":
            return ExcludeAccount(at, account, None, by)
        case "deposit":
            return Deposit(at, account, read_cents("amount", typed.get("amount", "")), by)
        case "pay":
            return PayWithdrawal(at, whole_typed(typed, "withdrawal"), by)
        case "refuse":
            return RefuseWithdrawal(at, whole_typed(typed, "withdrawal"), because, by)
        case other:
            raise BadInput("action", f"{other!r} isn’t one of this page; load it again")


@needs("office")
async def act_on(request: Request) -> Response:
    """Check age or identity, release, exclude, book a deposit, pay or refuse a withdrawal."""
    web, form = keno_of(request), await request.form()
    account = str(form.get("account", ""))[:60]
    try:
        slip = read_id("slip", form.get("slip"))
        typed = {name: str(form.get(name, "")) for name in TYPED}
        action = request.path_params["action"]
        command = _command_of(web, request.state.person.name, action, typed)
        if action in LOOKED_AT and form.get("sure") != "yes":
            return await _look_first(request, form, command)
        proposes = needs_second(command)
        if proposes:  # refused now rather than when it is confirmed
            no = [each for each in await web.dry_run(command) if isinstance(each, Refused)]
            if no:
                return await _page(request, 409, refusals=refusals_shown(no[0].refusals))
            command = ProposePayment(command.at, slip, command, command.by)
        events = await web.submit(command, f"office/{request.state.person.name}/{slip}")
    except BadInput as wrong:
        if wrong.field == "command_id":
            return await _page(request, 409, wrong=SENT_BEFORE, account=account)
        sentence = f"{wrong.field.capitalize()} {wrong.message}"
        return await _page(request, 422, wrong=sentence, account=account)
    if events and isinstance(events[0], Refused):
        refusals = refusals_shown(events[0].refusals)
        return await _page(request, 409, refusals=refusals, account=account)
    web.looks.drop(request.state.person.name, slip)
    done = "proposed" if proposes else action
    return RedirectResponse(f"/office/players?account={quote(account)}&done={done}", 303)


async def _look_first(request: Request, form: Any, command: Any = None) -> Response:
    """Go to the page that shows what a form would do; nothing is done yet."""
    web, action = keno_of(request), request.path_params.get("action", "take-out")
    typed = {name: str(form.get(name, ""))[:120] for name in TYPED}
    if command is not None:
        outcome = await web.ask_site(lambda site: outcome_of(web, site, command))
        if outcome.refusals:
            account = typed["account"]
            return await _page(request, 409, refusals=outcome.refusals, account=account)
    slip = token_hex(10)
    web.looks.keep(request.state.person.name, slip, action, typed)
    return RedirectResponse(f"/office/players/look/{slip}", 303)


@needs("office")
async def look(request: Request) -> Response:
    """What a form on this page would do and post, with a button that does it."""
    web, slip = keno_of(request), request.path_params["slip"]
    stored_look = web.looks.find(request.state.person.name, slip)
    if stored_look is None or stored_look[0] not in LOOKED_AT:
        return await _page(request, 404, wrong=GONE)
    action, typed = stored_look
    account, amount = typed["account"], typed["amount"].strip().removeprefix("$")
    words = LOOKED_AT[action].format(**typed | {"amount": amount})
    outcome = None
    if action != "take-out":
        command = _command_of(web, request.state.person.name, action, typed)
        outcome = await web.ask_site(lambda site: outcome_of(web, site, command))
        if outcome.refusals:
            return await _page(request, 409, refusals=outcome.refusals, account=account)
        if needs_second(command):
            words = f"{words} Another person of the office confirms it."
    looked = Looked(action, words, typed, slip, outcome)
    return await _page(request, looked=looked, account=account)


@needs("office")
async def code(request: Request) -> Response:
    """A one-time code for a new password, shown once, to hand to the holder."""
    web, form = keno_of(request), await request.form()
    account = str(form.get("account", ""))[:60]
    new = "".join(choice(LETTERS) for _ in range(CODE_LETTERS))
    until = web.now() + timedelta(days=CODE_DAYS)

    def put(site: Site[KenoSite]) -> bool:
        known = account in site.state.keno.accounts
        if known:
            personal.put_reset(site.store, account, new, until)
        return known

    if not await web.ask_site(put):
        return await _page(request, 404, wrong="No account has this number")
    return await _page(request, code=new, account=account)


@needs("office")
async def take_out(request: Request) -> Response:
    """Take the personal data of one player out; the journal's rows stay."""
    web, form = keno_of(request), await request.form()
    account, key = str(form.get("account", ""))[:60], await key_of(web)

    def out(site: Site[KenoSite]) -> str:
        keno = site.state.keno
        stored = keno.accounts.get(account)
        if stored is None:
            return "No account has this number"
        live = any(each.entry.account == account for each in keno.sold.values())
        asked = any(each.account == account for each in keno.withdrawals.values())
        if stored.balance_cents or live or asked:
            return "There is money in this account, or an entry of it is still played"
        personal.take_out(site.store, key, account)
        return ""

    if form.get("sure") != "yes":
        return await _look_first(request, form)
    wrong = await web.ask_site(out)
    if wrong:
        return await _page(request, 409, wrong=wrong, account=account)
    web.players.sessions.pop(account, None)
    web.looks.drop(request.state.person.name, str(form.get("slip", ""))[:60])
    return RedirectResponse(f"/office/players?account={quote(account)}&done=taken-out", 303)


@needs("office")
async def paper(request: Request) -> Response:
    """An identity paper, for the office only."""
    web, account = keno_of(request), request.path_params["account"]
    number = request.path_params["number"]

    def read(store: Store) -> tuple[str, bytes]:
        papers = {paper.number: paper.media for paper in personal.papers_of(store, account)}
        if number not in papers:
            return "", b""
        return papers[number], personal.paper_content(store, account, number)

    media, content = await web.ask_store(read)
    if not content:
        return turned_away(request, 404, "page/unknown", "Nothing here", "There is no such paper.")
    headers = {"content-disposition": "attachment; filename=paper", "cache-control": "no-store"}
    return Response(content, media_type=media, headers=headers)


ROUTES = (
    Route("/office/players", players),
    Route("/office/players/find", find, methods=["POST"]),
    Route("/office/players/look/{slip}", look),
    Route("/office/players/code", code, methods=["POST"]),
    Route("/office/players/take-out", take_out, methods=["POST"]),
    Route("/office/players/{action}", act_on, methods=["POST"]),
    Route("/office/players/{account}/papers/{number:int}", paper),
)
