"""Every refusal drawn once by the macro that all pages use: words first, the clause last."""

from __future__ import annotations

import re

from eyesdown.display.refusals import NAMES, refusals_shown, sentences
from eyesdown.kernel.cite import Clause, Refusal
from eyesdown.rulebook.advice import advice
from eyesdown.rulebook.catalogue import entries
from eyesdown.rulebooks import SHELF
from eyesdown.web.frame.pages import TEMPLATES


def _every_refusal() -> list[Refusal]:
    clauses: dict[str, Clause] = {}
    for book in SHELF.ids:
        for entry in entries(SHELF, book):
            for code in entry.codes:
                clauses.setdefault(code, Clause(book, entry.covered.clause))
    return [
        Refusal(
            code,
            clauses[code],
            tuple(
                (name, 1250 if name.endswith("cents") else "7") for name in NAMES.findall(forms[0])
            ),
        )
        for code, forms in sentences().items()
    ]


def test_the_gallery_shows_every_code_with_its_words() -> None:
    refusals = _every_refusal()
    macros = TEMPLATES.get_template("macros.html").module
    page = str(macros.refusals(refusals_shown(refusals)))  # type: ignore[attr-defined]  # a macro
    drawn = re.findall(r'<p data-code="([^"]+)">\s*<strong>([^<]+)</strong>\s*<br>\s*([^<]+)', page)
    assert [code for code, _, _ in drawn] == [refusal.code for refusal in refusals]
    assert len(drawn) == len(advice())
    for _, says, then in drawn:
        assert says.strip()
        assert then.strip()
        assert "{" not in says + then
    assert "<code>" not in page


def test_the_clause_comes_last_and_small() -> None:
    macros = TEMPLATES.get_template("macros.html").module
    refusal = Refusal("payment/short", Clause("nsw-keno", "7(b)(ii)"), (("cost_cents", 2000),))
    page = str(macros.refusals(refusals_shown([refusal])))  # type: ignore[attr-defined]  # a macro
    assert page.index("Not enough money") < page.index("Ask for the rest") < page.index("Rule ")
