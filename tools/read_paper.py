"""Print every layout with QR codes, render it at 150 dpi, and read every code with zbar.

Needs pdftoppm (poppler-utils) and zbarimg (zbar-tools) on the PATH. Ends with 1 if a code is not
read, or holds another card than the one it is printed on.
"""

from __future__ import annotations

import argparse
import io
import subprocess
import sys
import tempfile
from itertools import product
from pathlib import Path
from shutil import which

import numpy as np

from eyesdown.cards.card_text import card_text
from eyesdown.library.cards import make_cards
from eyesdown.press.cards import write_pdf
from eyesdown.press.options import PageOptions

DPI = 150
KINDS = ("card75", "ticket90", "strip90")
UPS = (1, 2, 3, 4, 6, 12)
ADDRESS = "https://hall.example/check/{serial}/{card}"


def read_codes(pdf: Path) -> list[str]:
    """The texts of all QR codes of a file, each page looked at whole."""
    command = [which("pdftoppm") or "pdftoppm", "-r", str(DPI), "-gray", "-png"]
    subprocess.run([*command, str(pdf), str(pdf.with_suffix(""))], check=True)
    pages = [str(page) for page in sorted(pdf.parent.glob(f"{pdf.stem}-*.png"))]
    options = ["-q", "--raw", "-Sdisable", "-Sqrcode.enable"]
    done = subprocess.run(
        [which("zbarimg") or "zbarimg", *options, *pages],
        capture_output=True,
        text=True,
        check=False,
    )
    return done.stdout.split()


def expected(kind: str, rows: list[np.ndarray], *, of_card: bool, serial: str) -> set[str]:
    """The text that each code should hold, by the card's number."""
    shape = (5, 5) if kind == "card75" else (3, 9)
    singles = np.concatenate([each.reshape(-1, *shape) for each in rows])
    if of_card:
        return {card_text(card.tolist(), 1 + at) for at, card in enumerate(singles)}
    return {ADDRESS.format(serial=serial, card=1 + at) for at in range(len(singles))}


def main() -> int:
    """Read every layout; 1 if a code is missing."""
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--cards", type=int, default=12, help="cards of each layout")
    count = parser.parse_args().cards
    missed = total = 0
    with tempfile.TemporaryDirectory() as folder:
        for kind, up, of_card, page in product(KINDS, UPS, (True, False), ("a4", "letter")):
            made = count if kind != "strip90" else -(-count // 6)
            cards = [
                np.array(card.rows, dtype=np.uint8) for card in make_cards(kind, made, seed="read")
            ]
            options = PageOptions(
                page=page,
                per_page=up,
                title="Summer Fair",
                serial="382558",
                qr_card=of_card,
                qr_url="" if of_card else ADDRESS,
            )
            out = io.BytesIO()
            write_pdf(out, kind, cards, options)
            name = f"{kind}-{up}-{'card' if of_card else 'address'}-{page}"
            pdf = Path(folder) / f"{name}.pdf"
            pdf.write_bytes(out.getvalue())
            wanted = expected(kind, cards, of_card=of_card, serial="382558")
            lost = wanted - set(read_codes(pdf))
            total += len(wanted)
            missed += len(lost)
            if lost:
                print(f"{name}: {len(lost)} of {len(wanted)} codes not read")
    print(f"{total - missed} of {total} codes read at {DPI} dpi")
    return 1 if missed else 0


if __name__ == "__main__":
    sys.exit(main())
