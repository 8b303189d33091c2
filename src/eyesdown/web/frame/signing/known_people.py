"""People with access to a tenant as pages know them, and their passwords."""

from __future__ import annotations

from typing import Any, NamedTuple

from eyesdown.central.site.people.access import Access
from eyesdown.central.site.people.proofs import password_hash, put_password
from eyesdown.central.site.people.words import GivePassword
from eyesdown.kernel.errors import BadInput
from eyesdown.kernel.refused import refusals_in
from eyesdown.web.frame.context import Web
from eyesdown.web.frame.people import People, mark_of

PASSWORD_LENGTH_MIN = 10
PASSWORD_LENGTH_MAX = 200


class Known(NamedTuple):
    """What a tenant has about a name; a stranger has no access."""

    access: Access | None
    password_hash: str = ""
    resets: int = 0

    @property
    def mark(self) -> str:
        """What a session must carry now; empty for someone who cannot sign on."""
        able = self.access is not None and self.password_hash
        return mark_of(self.password_hash, self.resets) if able else ""


async def known_as(web: Web[Any], people: People, name: str) -> Known:
    """A person as the journal has them now; the hash of their password is read once.

    The journal is asked every time: a person who was barred, or whose password or codes were
    changed, is out at once.
    """
    state = web.sequencer.state
    access: Access | None = getattr(state, "access", {}).get(name)
    if access is None:
        return Known(None)
    key = (web.tenant.name, name)
    if not people.hashes.get(key):
        people.hashes[key] = await web.ask_site(lambda site: password_hash(site.store, name))
    return Known(access, people.hashes[key], state.factor_resets.get(name, 0))


def check_password(password: str) -> str:
    """A password as someone may have it; BadInput if it is too short to be safe.

    >>> check_password("house and full")
    'house and full'
    """
    if len(password) < PASSWORD_LENGTH_MIN:
        raise BadInput("password", f"at least {PASSWORD_LENGTH_MIN} characters are needed")
    if len(password) > PASSWORD_LENGTH_MAX:
        raise BadInput("password", f"at most {PASSWORD_LENGTH_MAX} characters")
    return password


async def set_password(web: Web[Any], people: People, person: str, password: str, by: str) -> None:
    """Give a person with access a new password, on record; a session of the old one ends."""
    hashed = await people.hashed(check_password(password))
    given = GivePassword(at=web.now(), person=person, by=by)
    refusals = refusals_in(await web.submit(given))
    if refusals:
        raise BadInput("person", f"{person} has no role here; give them one first")
    await web.ask_site(lambda site: put_password(site.store, person, hashed))
    people.hashes[web.tenant.name, person] = hashed


async def forget_password(web: Web[Any], people: People, person: str) -> None:
    """Remove the password of a person who was barred: one who comes back gets a new one."""
    await web.ask_site(lambda site: put_password(site.store, person, ""))
    people.hashes.pop((web.tenant.name, person), None)
