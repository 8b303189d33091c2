"""What a 90-ball hall sees: its boards, notices, announcements owed and claims, as text."""

from __future__ import annotations

import json
from collections.abc import Iterator

import click

from eyesdown.display.hall.hall import Board, HallShown, JackpotShown, Notice, Script
from eyesdown.kernel.canon import plain
from eyesdown.notation.document import Script as Played
from eyesdown.notation.player import halls_of


def show_halls(script: Played, *, as_json: bool) -> None:
    """Every session that is not closed, one after another; JSON has one object a session."""
    halls = list(halls_of(script))
    for hall in halls:
        shown = json.dumps(plain(hall), ensure_ascii=False) if as_json else "\n".join(_lines(hall))
        click.echo(shown)
    if not halls and not as_json:
        click.echo("No session is open.")


def _lines(hall: HallShown) -> Iterator[str]:
    yield f"session {hall.session}"
    if hall.board is not None:
        yield from _board(hall.board)
    for script in hall.before_number:
        yield _to_read("to read before the next number", script)
    for script in hall.before_close:
        yield _to_read("to read before the close", script)
    for claim in hall.claims:
        left = ", ".join(claim.steps_left) or "nothing"
        yield f"  {claim.claim}: {claim.text} Still to do: {left}."
    for notice in hall.notices:
        yield _notice(notice)


def _board(board: Board) -> Iterator[str]:
    colour = f", {board.colour}" if board.colour else ""
    yield f"  game {board.game}, {board.games_planned} planned{colour}"
    numbers = " ".join(map(str, board.numbers)) or "none yet"
    yield f"  numbers  {numbers}" + (f"; last {board.last_number}" if board.numbers else "")
    if board.racked:
        yield f"  racked   {' '.join(map(str, board.racked))}"
    if board.correction:
        yield f"  wrong    {board.correction}"
    for prize, amount in board.prizes:
        yield f"  prize    {prize} {amount}"
    for series in board.series:
        yield f"  cards    serial {series.serial}, {series.first_book} to {series.last_book}"
    if board.jackpot is not None:
        yield from _jackpot(board.jackpot)


def _jackpot(shown: JackpotShown) -> Iterator[str]:
    amounts = ", ".join(f"{level} {amount}" for level, amount in shown.amounts)
    drawn = " ".join(map(str, shown.qualifying_numbers)) or "not drawn yet"
    yield f"  jackpot  {amounts}" + (f"; numbers {drawn}" if shown.numbers_wanted else "")
    for condition in shown.conditions:
        yield f"           {condition}"
    yield f"           session of {shown.session_date}, {shown.session_time}"


def _to_read(when: str, script: Script) -> str:
    lacking = f" (lacking: {', '.join(script.lacking)})" if script.lacking else ""
    return f"  {when}, {' or '.join(script.who)}, cl. {script.clause}: {script.text}{lacking}"


def _notice(notice: Notice) -> str:
    prices = [f"game {game} {price}" for game, price in notice.prices]
    prices += [f"all games {notice.session_card}"] if notice.session_card else []
    prices += [f"entry fee {notice.entry_fee}"] if notice.entry_fee else []
    where = f" at {notice.point}" if notice.point else ""
    return f"  notice{where}: {'; '.join([*prices, notice.rules])}"
