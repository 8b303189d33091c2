"""The files that pages load: named by their content, compressed once, kept by browsers for good.

A page names `inter-bold.3f9ac1d277.woff2`; when the file changes, so does its name. The plain name
is answered as well, to be asked for again each time.
"""

from __future__ import annotations

import gzip
import mimetypes
import re
from functools import lru_cache
from hashlib import sha256
from importlib import resources
from typing import NamedTuple

from starlette.datastructures import Headers
from starlette.exceptions import HTTPException
from starlette.responses import Response
from starlette.types import Receive, Scope, Send

HASH_CHARACTERS = 10
NAME_MAX = 80
FOR_GOOD = "public, max-age=31536000, immutable"
ASK_AGAIN = "no-cache"
TEXT = (".css", ".js", ".svg", ".txt")
_NAME = re.compile(r"[\w-]+(?:\.[\w-]+)+", re.ASCII)
_IN_STYLE = re.compile(r"url\(([\w.-]+)\)")
_IN_SCRIPT = re.compile(r'(?:(?<=from )|(?<=import ))"\./([\w.-]+)"')
_IN_TEMPLATE = re.compile(r'(?<=")/static/([\w.-]+)(?=")')


class StaticFile(NamedTuple):
    """A file as it is sent; `packed` is the same compressed, or empty if that saves nothing."""

    address: str
    body: bytes
    packed: bytes
    media: str
    mark: str


@lru_cache(maxsize=1024)
def static_file(name: str) -> StaticFile | None:
    """A file by its plain name, with the names of the files that it loads; None if there is none.

    >>> static_file("icon.svg").address == f'/static/icon.{static_file("icon.svg").mark}.svg'
    True
    """
    if len(name) > NAME_MAX or not _NAME.fullmatch(name):
        return None
    file = resources.files("eyesdown.web") / "static" / name
    if not file.is_file():
        return None
    body = file.read_bytes()
    if name.endswith(".css"):
        body = _IN_STYLE.sub(lambda used: f"url({address(used[1])})", body.decode()).encode()
    if name.endswith(".js"):
        body = _IN_SCRIPT.sub(lambda used: f'"{address(used[1])}"', body.decode()).encode()
    mark = sha256(body).hexdigest()[:HASH_CHARACTERS]
    stem, _, kind = name.rpartition(".")
    packed = gzip.compress(body, mtime=0) if name.endswith(TEXT) else b""
    media = mimetypes.guess_type(name)[0] or "application/octet-stream"
    return StaticFile(
        f"/static/{stem}.{mark}.{kind}",
        body,
        packed if len(packed) < len(body) else b"",
        "text/javascript" if kind == "js" else media,
        mark,
    )


def address(name: str) -> str:
    """Where a page finds a file, by its plain name; of a file that is not there, the plain name."""
    file = static_file(name)
    return f"/static/{name}" if file is None else file.address


def with_addresses(template: str) -> str:
    """A template whose links to static files name their content.

    >>> with_addresses('<link href="/static/nothing.css">')
    '<link href="/static/nothing.css">'
    """
    return _IN_TEMPLATE.sub(lambda used: address(used[1]), template)


async def static_files(scope: Scope, receive: Receive, send: Send) -> None:
    """The ASGI application below /static."""
    asked = scope["path"].rpartition("/static/")[2]
    stem, _, kind = asked.rpartition(".")
    plain, _, mark = stem.rpartition(".")
    file = static_file(f"{plain}.{kind}") if len(mark) == HASH_CHARACTERS else None
    by_hash = file is not None and file.mark == mark
    file = file if by_hash else static_file(asked)
    if file is None or scope["method"] not in ("GET", "HEAD"):
        raise HTTPException(404 if file is None else 405)
    headers = Headers(scope=scope)
    answer = {
        "cache-control": FOR_GOOD if by_hash else ASK_AGAIN,
        "etag": f'"{file.mark}"',
        "vary": "accept-encoding",
    }
    if headers.get("if-none-match") == answer["etag"]:
        await Response(status_code=304, headers=answer)(scope, receive, send)
        return
    body = file.body
    if file.packed and "gzip" in headers.get("accept-encoding", ""):
        body = file.packed
        answer["content-encoding"] = "gzip"
    await Response(body, headers=answer, media_type=file.media)(scope, receive, send)
