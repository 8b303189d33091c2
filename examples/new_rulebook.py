"""Start a rulebook of your own from the Victorian one, change a number, and check that it holds."""

import sys
import tempfile
from pathlib import Path

import eyesdown
from eyesdown.library.outside import add_folder, new_book, problems

name = sys.argv[1] if len(sys.argv) > 1 else "harbour-club"
folder = new_book(name, "vic-bingo", Path(tempfile.mkdtemp()))
source = folder / "source.toml"
source.write_text(source.read_text("utf-8").replace("Rules of Bingo", "Rules of the Club"), "utf-8")
book = eyesdown.open_book(add_folder(folder), "2026-06-01")
print(book.id, "is called", book.source.title)
print("missing:", list(problems(book.id)) or "nothing")
