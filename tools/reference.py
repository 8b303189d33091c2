"""The reference pages, made from the commands and the books themselves.

`python tools/reference.py` rewrites them.
"""

from __future__ import annotations

import json
from collections.abc import Iterator
from pathlib import Path

import click

from eyesdown.cli.main import eyesdown
from eyesdown.rulebook.advice import advice
from eyesdown.rulebook.catalogue import entries
from eyesdown.rulebook.decisions import decisions
from eyesdown.rulebook.figures import read_figures
from eyesdown.rulebook.loading import folder_of
from eyesdown.rulebooks import SHELF
from eyesdown.rulebooks.nsw_keno.figures import CHOICES
from house_picture import with_picture

DOCS = Path(__file__).parents[1] / "docs"
SETTINGS = """\
An operator of keno can change these settings in `figures.toml` of `nsw-keno`. A further value with
a later `from` changes a setting from that Keno Day on, for every command, the site and control;
games of earlier days are settled as before. Growth rates, pools,
guarantees, the payout limit, Commission agreed with a Venue, forms on offer and Superplay templates
are commands of the office instead. A bingo hall has a line `settings` in the
[notation](notation.md)."""
CHOSEN = {
    "empty_rows": "G02",
    "roulette_zero_splits": "G11",
    "forms_with_lucky_last": "G16",
    "groups_max": "G19",
    "multi_game_games_max": "G23",
    "forms_without_bonus": "G25",
    "venue_settlement_rounding": "M12",
    "promotion_alert_days": "M20",
    "internet_commission_rate": "M22",
    "carry_commission": "M31",
    "bonus_prize_forms": "M33",
    "unclaimed_months": "T02",
    "game_number_first": "T08",
    "internet_sale_location": "T24",
}


def commands_page() -> str:
    """Every command with its help, nouns first."""
    top = click.Context(eyesdown, info_name="eyesdown", terminal_width=80, max_content_width=80)
    top.help_option_names = ["-h", "--help"]
    blocks = [
        f"## {one.command_path}\n\n```text\n{one.command.get_help(one)}\n```\n"
        for one in _walk(top)
    ]
    return "# Commands\n\nMade from the program itself.\n\n" + "\n".join(blocks)


def refusals_page() -> str:
    """Every refusal code with the clauses that may give it, then what to do about each."""
    lines = [
        "# Refusals",
        "",
        "Made from the books themselves. A refusal always names its clause.",
        "",
    ]
    for book in SHELF.ids:
        lines += [f"## {book}", "", "| code | clause | says |", "| --- | --- | --- |"]
        rows = [(code, e.covered) for e in entries(SHELF, book) for code in e.codes]
        lines += [
            f"| `{code}` | {row.clause} | {row.says.replace('|', '/')} |"
            for code, row in sorted(rows, key=lambda pair: pair[0])
        ]
        lines.append("")
    lines += ["## What to do next", "", "| code | next |", "| --- | --- |"]
    lines += [f"| `{code}` | {says} |" for code, says in sorted(advice().items())]
    return "\n".join([*lines, ""])


def decisions_page() -> str:
    """Every decision by its id, keno first."""
    lines = ["# Decisions on the rules", "", "What we do where a source is silent or contradicts"]
    lines[-1] += " itself. `eyesdown rules show` names those of a clause."
    for title, book in (("Keno", "nsw-keno"), ("Bingo", "vic-bingo")):
        lines += ["", f"## {title}", "", "| id | about | what we do |", "| --- | --- | --- |"]
        lines += [
            f"| {name} | {one.about} | {one.decided.replace('|', chr(47))} |"
            for name, one in decisions(book).items()
        ]
    lines += ["", "## Settings", "", SETTINGS, "", "| setting | out of the box | decision |"]
    lines.append("| --- | --- | --- |")
    figures = read_figures(folder_of("nsw-keno"))
    for name, decision in CHOSEN.items():
        value = json.dumps(figures[name].values[0].value).replace('"', "")
        others = ", ".join(CHOICES.get(name, ())[1:])
        lines.append(f"| `{name}` | {value}{others and f' (or {others})'} | {decision} |")
    return "\n".join([*lines, ""])


def house_page() -> str:
    """The house with its picture drawn from the imports of today."""
    return with_picture((DOCS / "house.md").read_text("utf-8"))


PAGES = {
    "commands.md": commands_page,
    "house.md": house_page,
    "refusals.md": refusals_page,
    "decisions.md": decisions_page,
}


def _walk(context: click.Context) -> Iterator[click.Context]:
    """A command and all below it; a context under its parent's inherits width and help names."""
    yield context
    command = context.command
    if isinstance(command, click.Group):
        for name in command.list_commands(context):
            below = command.get_command(context, name)
            assert below is not None
            yield from _walk(click.Context(below, parent=context, info_name=name))


def stale() -> list[str]:
    """Pages that no longer say what the program does."""
    return [name for name, page in PAGES.items() if (DOCS / name).read_text("utf-8") != page()]


if __name__ == "__main__":
    for name, page in PAGES.items():
        (DOCS / name).write_text(page(), "utf-8")
