"""What must be readable on a card: the grid, its serial with the words, card number and colour."""

from __future__ import annotations

from dataclasses import dataclass

from eyesdown.cards.ticket import Ticket90
from eyesdown.kernel.errors import BadInput

SERIAL_WORDS = "Serial number"
SIDES = ("face", "reverse")


@dataclass(frozen=True, slots=True)
class CardFace:
    """Both sides of a card in plain text; paper and screens set the same words."""

    front: str
    back: str


def face_of(
    ticket: Ticket90,
    serial: str,
    card_number: int | None = None,
    series_colour: str = "",
    *,
    serial_side: str = "face",
) -> CardFace:
    """The two sides, the serial on the side asked for; card number and colour on the front (A04).

    >>> ticket = Ticket90.of([(7, 0, 23), (8, 10, 0), (0, 14, 0)])
    >>> print(face_of(ticket, "382558", 12, "blue").front)
     7  . 23
     8 10  .
     . 14  .
    Card number 12
    Series colour blue
    Serial number 382558
    """
    if serial_side not in SIDES:
        raise BadInput("serial_side", f"{serial_side!r} is neither {SIDES[0]} nor {SIDES[1]}")
    stamp = f"{SERIAL_WORDS} {serial}"
    front = [ticket.draw()]
    if card_number is not None:
        front.append(f"Card number {card_number}")
    if series_colour:
        front.append(f"Series colour {series_colour}")
    if serial_side == "reverse":
        return CardFace("\n".join(front), stamp)
    return CardFace("\n".join([*front, stamp]), "")
