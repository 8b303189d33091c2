"""The file of people who may sign on."""

from __future__ import annotations

import pytest

from eyesdown.cli.site.people_file import read_people
from eyesdown.kernel.errors import BadInput


@pytest.mark.parametrize(
    ("line", "field"),
    [
        ('hash = "open sesame"', "hash"),
        ("", "hash"),
        ('hash = "$argon2id$v=19$m=8,t=1,p=1$YWFhYWFhYWE$YWFhYQ"\nvenu = "V1"', "venu"),
    ],
)
def test_people_as_they_cannot_sign_on(line: str, field: str) -> None:
    with pytest.raises(BadInput, match=rf"people\.sue\.{field}"):
        read_people(f'[sue]\nrole = "office"\n{line}\n')


def test_an_empty_name_is_refused() -> None:
    """A session without sign-on has an empty name; a person of that name would be everyone."""
    known = 'hash = "$argon2id$v=19$m=8,t=1,p=1$YWFhYWFhYWE$YWFhYQ"'
    with pytest.raises(BadInput, match="a name is empty"):
        read_people(f'[""]\nrole = "office"\n{known}\n')
