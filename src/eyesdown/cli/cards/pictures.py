"""Pictures instead of words: a folder or a zip, where each file's name is the word it shows."""

from __future__ import annotations

import zipfile
from collections.abc import Iterator
from pathlib import Path, PurePosixPath
from zlib import error as ZlibError  # noqa: N812 -- an exception is written as one

from eyesdown.drawing.bitmap import Bitmap, read_logo
from eyesdown.kernel.errors import BadInput

KINDS = (".png", ".jpg", ".jpeg", ".webp", ".gif")
PICTURE_BYTES_MAX = 20_000_000
FILES_MAX = 1_000


def read_pictures(path: Path) -> dict[str, Bitmap]:
    """The pictures by their words, in the order of their names."""
    files = _in_folder(path) if path.is_dir() else _in_zip(path)
    pictures: dict[str, Bitmap] = {}
    for name, raw in files:
        word = " ".join(PurePosixPath(name).stem.replace("_", " ").split())
        if word.casefold() in map(str.casefold, pictures):
            raise BadInput("--words", f"{word} is there twice")
        try:
            pictures[word] = read_logo(raw)
        except BadInput as bad:
            raise BadInput("--words", f"{name} {bad.message}") from bad
    if not pictures:
        raise BadInput("--words", f"{path} has no PNG or JPEG file")
    return pictures


def _is_picture(name: str) -> bool:
    """Whether a file counts; hidden files and folders of a system do not.

    >>> _is_picture("animals/cat.PNG"), _is_picture("__MACOSX/._cat.png"), _is_picture("list.txt")
    (True, False, False)
    """
    path = PurePosixPath(name)
    hidden = any(part.startswith((".", "__")) for part in path.parts)
    return path.suffix.lower() in KINDS and not hidden


def _in_folder(folder: Path) -> Iterator[tuple[str, bytes]]:
    try:
        for file in sorted(folder.iterdir())[:FILES_MAX]:
            if file.is_file() and _is_picture(file.name):
                if file.stat().st_size > PICTURE_BYTES_MAX:
                    raise BadInput("--words", f"{file.name} is larger than 20 MB")
                yield file.name, file.read_bytes()
    except OSError as bad:
        raise BadInput("--words", f"{folder} cannot be read: {bad.strerror}") from bad


def _in_zip(path: Path) -> Iterator[tuple[str, bytes]]:
    """Nothing is written to disk, and no more is unpacked than a picture may have."""
    try:
        with zipfile.ZipFile(path) as packed:
            entries = [entry for entry in packed.infolist() if _is_picture(entry.filename)]
            for entry in sorted(entries[:FILES_MAX], key=lambda entry: entry.filename):
                with packed.open(entry) as file:
                    raw = file.read(PICTURE_BYTES_MAX + 1)
                if len(raw) > PICTURE_BYTES_MAX:
                    raise BadInput("--words", f"{entry.filename} is larger than 20 MB")
                yield entry.filename, raw
    except (OSError, zipfile.BadZipFile, RuntimeError, NotImplementedError, ZlibError) as bad:
        raise BadInput("--words", f"{path} cannot be read: {bad}") from bad
