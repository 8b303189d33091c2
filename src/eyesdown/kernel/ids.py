"""Distinct id types, so that a ball never meets a place in a line unmarked."""

from __future__ import annotations

from typing import NewType

Ball = NewType("Ball", int)
"""A drawn number, counted from 1 as it is printed."""

CallNumber = NewType("CallNumber", int)
"""How many numbers are out, counted from 1: call 1 is the first ball of a game."""

CardNumber = NewType("CardNumber", int)
BookNumber = NewType("BookNumber", int)
SeriesSerial = NewType("SeriesSerial", str)
PlayerId = NewType("PlayerId", str)
PersonId = NewType("PersonId", str)
SessionId = NewType("SessionId", str)
GameId = NewType("GameId", str)
VenueId = NewType("VenueId", str)
TerminalId = NewType("TerminalId", str)
EntryId = NewType("EntryId", str)
TicketSerial = NewType("TicketSerial", str)
ApprovalId = NewType("ApprovalId", str)
