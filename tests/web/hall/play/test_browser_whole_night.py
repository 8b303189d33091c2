"""A whole night with nine people at once, from the programme to the cash-up."""

from __future__ import annotations

from eyesdown.proof.hall.setting import NSW
from kit.whole_night import whole_night


def test_nine_people_play_a_whole_night() -> None:
    """The other books' nights are run by `make nights`: each takes minutes on a busy machine."""
    whole_night(NSW)
