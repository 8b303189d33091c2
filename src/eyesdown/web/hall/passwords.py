"""New passwords of a hall's people, given by its office on a page or by the API."""

from __future__ import annotations

from typing import Any

from eyesdown.central.hall.passwords import put_password
from eyesdown.central.hall.state import HallSite
from eyesdown.central.site.site import Site
from eyesdown.kernel.errors import BadInput
from eyesdown.web.frame.people import People

PASSWORD_LENGTH_MIN = 10
PASSWORD_LENGTH_MAX = 200


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


async def set_password(web: Any, people: People, person: str, password: str) -> None:
    """Give a person with access a new password; a session of the old one ends."""
    hashed = await people.hashed(check_password(password))

    def put(site: Site[HallSite]) -> None:
        if person not in site.state.access:
            raise BadInput("person", f"{person} has no role here; give them one first")
        put_password(site.store, person, hashed)

    await web.ask_site(put)
