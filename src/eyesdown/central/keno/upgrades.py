"""Rows of earlier releases, as this release reads them."""

from __future__ import annotations

from typing import Any

from eyesdown.rulebooks.central_site.record import CLAUSES


def upgraded_refusal(row: dict[str, Any]) -> dict[str, Any]:
    """A refusal as the first release wrote it: with the name of its command under `deed`."""
    if "deed" not in row:
        return row
    rest = {name: value for name, value in row.items() if name != "deed"}
    return {**rest, "asked": row["deed"]}


def upgraded_draw_refusal(row: dict[str, Any]) -> dict[str, Any]:
    """A refusal of a draw's order as the first release wrote it.

    It was an event of its own, without the name of its command, and cited no clause but "sealing".
    """
    refusals = [
        {**each, "clause": CLAUSES[each["code"]]} if each["code"] in CLAUSES else each
        for each in row["refusals"]
    ]
    about = f"{row['game']}"
    return {"type": "Refused", "at": row["at"], "asked": "", "about": about, "refusals": refusals}
