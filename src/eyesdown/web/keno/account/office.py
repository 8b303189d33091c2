"""The office's page of players: who waits for what, papers, codes, withdrawals, taking data out."""

from __future__ import annotations

from datetime import timedelta
from secrets import choice, token_hex
from typing import Any, NamedTuple

from starlette.requests import Request
from starlette.responses import RedirectResponse, Response
from starlette.routing import Route

from eyesdown.central.keno import personal
from eyesdown.central.keno.machine import KenoSite
from eyesdown.central.keno.office.payment_words import ProposePayment
from eyesdown.central.site.site import Site
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
    amount: str = ""
    outcome: Outcome | None = None


LOOKED_AT = {
    "deposit": "Book a deposit of ${amount} into account {account}?",
    "exclude": "Exclude the holder of account {account} for good? No one can take this back.",
    "take-out": "Take the personal data of account {account} out? It cannot be put back.",
}
SENT_BEFORE = (
    "This page was sent before, for something else, and that was done. Nothing was done now: look "
    "at the account as it is, and begin again from here."
)
"""After the back button, with other words in the form."""
DONE = {
    "age": "The age of the holder is on record as proved.",
    "identity": "The identity of the holder is on record as proved.",
    "release": "The account is released: it is open from now on.",
    "exclude": "The holder is excluded from now on.",
    "deposit": "The deposit is booked.",
    "pay": "The payment is proposed. Another person of the office confirms it under Payments.",
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
        return {
            "waiting": waiting_accounts(site, web),
            "withdrawals": list(keno.withdrawals.values()),
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
        **await web.ask_site(read),
    }
    return await office_page(request, "office_players.html", status, **facts | more)


def _command(request: Request, form: Any, account: str) -> Any:
    web, by = keno_of(request), request.state.person.name
    at, because = web.now(), text({"because": str(form.get("because", ""))}, "because")
    match request.path_params["action"]:
        case "age":
            return CheckAge(at, account, by)
        case "identity":
            return IdentifyAccount(at, account, by)
        case "release":
            return ReleaseAccount(at, account, because, by)
        case "exclude":
            return ExcludeAccount(at, account, None, by)
        case "deposit":
            return Deposit(at, account, read_cents("amount", str(form.get("amount", ""))), by)
        case "pay":
            paid = PayWithdrawal(at, whole_typed(form, "withdrawal"), by)
            return ProposePayment(at, read_id("slip", form.get("slip")), paid, by)
        case "refuse":
            return RefuseWithdrawal(at, whole_typed(form, "withdrawal"), because, by)
        case other:
            raise BadInput("action", f"{other!r} isn’t one of this page; load it again")


@needs("office")
async def act_on(request: Request) -> Response:
    """Check age or identity, release, exclude, book a deposit, pay or refuse a withdrawal."""
    web, form = keno_of(request), await request.form()
    account = str(form.get("account", ""))[:60]
    try:
        slip = read_id("slip", form.get("slip"))
        command = _command(request, form, account)
        if request.path_params["action"] in LOOKED_AT and form.get("sure") != "yes":
            return await _ask_first(request, form, account, command)
        if isinstance(command, ProposePayment):  # refused now rather than when it is confirmed
            no = [each for each in await web.dry_run(command.payment) if isinstance(each, Refused)]
            if no:
                return await _page(request, 409, refusals=refusals_shown(no[0].refusals))
        events = await web.submit(command, f"office/{request.state.person.name}/{slip}")
    except BadInput as wrong:
        if wrong.field == "command_id":
            return await _page(request, 409, wrong=SENT_BEFORE, account=account)
        sentence = f"{wrong.field.capitalize()} {wrong.message}."
        return await _page(request, 422, wrong=sentence, account=account)
    if events and isinstance(events[0], Refused):
        refusals = refusals_shown(events[0].refusals)
        return await _page(request, 409, refusals=refusals, account=account)
    done = request.path_params["action"]
    return RedirectResponse(f"/office/players?account={account}&done={done}", 303)


async def _ask_first(request: Request, form: Any, account: str, command: Any) -> Response:
    """What a command would do and post, with a button that does it; nothing is done yet."""
    web, action = keno_of(request), request.path_params["action"]
    outcome = await web.ask_site(lambda site: outcome_of(web, site, command))
    if outcome.refusals:
        return await _page(request, 409, refusals=outcome.refusals, account=account)
    amount = str(form.get("amount", ""))
    words = LOOKED_AT[action].format(account=account, amount=amount.strip().removeprefix("$"))
    return await _page(request, looked=Looked(action, words, amount, outcome), account=account)


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
        return await _page(request, 404, wrong="No account has this number.")
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
            return "No account has this number."
        live = any(each.entry.account == account for each in keno.sold.values())
        asked = any(each.account == account for each in keno.withdrawals.values())
        if stored.balance_cents or live or asked:
            return "There is money in this account, or an entry of it is still played."
        personal.take_out(site.store, key, account)
        return ""

    if form.get("sure") != "yes":
        words = LOOKED_AT["take-out"].format(account=account)
        return await _page(request, looked=Looked("take-out", words), account=account)
    wrong = await web.ask_site(out)
    if wrong:
        return await _page(request, 409, wrong=wrong, account=account)
    web.players.sessions.pop(account, None)
    return RedirectResponse(f"/office/players?account={account}&done=taken-out", 303)


@needs("office")
async def paper(request: Request) -> Response:
    """An identity paper, for the office only."""
    web, account = keno_of(request), request.path_params["account"]
    number = request.path_params["number"]
    papers = await web.ask_site(lambda site: personal.papers_of(site.store, account))
    if not 0 <= number < len(papers):
        return turned_away(request, 404, "page/unknown", "Nothing here", "There is no such paper.")
    stored_paper = papers[number]
    headers = {"content-disposition": "attachment; filename=paper", "cache-control": "no-store"}
    return Response(stored_paper.content, media_type=stored_paper.media, headers=headers)


ROUTES = (
    Route("/office/players", players),
    Route("/office/players/code", code, methods=["POST"]),
    Route("/office/players/take-out", take_out, methods=["POST"]),
    Route("/office/players/{action}", act_on, methods=["POST"]),
    Route("/office/players/{account}/papers/{number:int}", paper),
)
