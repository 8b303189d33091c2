"""People of a hall as its pages know them: from the hall's own journal, changed at any time."""

from __future__ import annotations

from dataclasses import dataclass

from eyesdown.central.hall.rights import ALLOWED
from eyesdown.central.hall.roles import HallRole
from eyesdown.central.site.credentials import Credential, NotAllowed, Role
from eyesdown.central.site.people.access import Access

NAME_LENGTH_MAX = 60

ROLE_WORDS: dict[Role, str] = {
    HallRole.OFFICE: "the office",
    HallRole.SELLER: "a seller",
    HallRole.CALLER: "the caller",
    HallRole.SUPERVISOR: "a supervisor",
    HallRole.VERIFIER: "a verifier",
    HallRole.DISPLAY: "a display",
    HallRole.PLAYER: "a player",
    HallRole.INSPECTOR: "an inspector",
}
ROLE_PAGES: dict[Role, str] = {
    HallRole.OFFICE: "office",
    HallRole.SELLER: "seller",
    HallRole.CALLER: "caller",
    HallRole.SUPERVISOR: "supervisor",
    HallRole.VERIFIER: "verifier",
    HallRole.DISPLAY: "board",
    HallRole.INSPECTOR: "office",
}
"""The page on which each role works, below the hall's own address."""
STAFF: tuple[Role, ...] = (
    HallRole.OFFICE,
    HallRole.SELLER,
    HallRole.CALLER,
    HallRole.SUPERVISOR,
    HallRole.VERIFIER,
    HallRole.INSPECTOR,
)
SIGNING_ON: tuple[Role, ...] = tuple(ROLE_PAGES)
"""The roles that sign on to pages; a player opens a phone page with their slip."""


@dataclass(frozen=True, slots=True)
class HallPerson:
    """Someone who is signed on at a hall."""

    hall: str
    name: str
    roles: tuple[Role, ...]
    till: str = ""

    @property
    def home(self) -> str:
        """The page of their first role.

        >>> HallPerson("dome", "bea", ("seller", "verifier"), "door").home
        '/halls/dome/seller'
        """
        return f"/halls/{self.hall}/{self.page_of(self.roles[0])}"

    @staticmethod
    def page_of(role: Role) -> str:
        """The name of a role's page."""
        return ROLE_PAGES.get(role, "board")

    def is_any(self, *roles: Role) -> bool:
        """Whether the person has one of these roles."""
        return any(role in self.roles for role in roles)

    def for_command(self, kind: type) -> Credential:
        """The person in the first of their roles that may give such a command; else NotAllowed."""
        for role in self.roles:
            if kind in ALLOWED.get(role, ()):
                return self.in_role(role)
        mine = " and ".join(ROLE_WORDS.get(role, role) for role in self.roles)
        message = f"{kind.__name__} is not for {mine}"
        raise NotAllowed("door/not_your_role", message)

    def in_role(self, role: Role) -> Credential:
        """The person as the door of the API would admit them in one of their roles."""
        till = self.till if role == HallRole.SELLER else ""
        return Credential(self.name, role, "", terminal=till, tenant=self.hall, person=self.name)


def person_with(hall: str, name: str, access: Access | None) -> HallPerson | None:
    """A person with this access to the hall; None if no role of theirs has a page."""
    roles = tuple(role for role in access.roles if role in ROLE_PAGES) if access else ()
    return HallPerson(hall, name, roles, access.till) if access and roles else None
