"""The witness's commands, for the one-file program and for `eyesdown witness` alike."""

from __future__ import annotations

import argparse
import sys
import time
from collections.abc import Sequence
from http.client import HTTPException
from pathlib import Path
from typing import TextIO
from urllib.request import urlopen

from eyesdown.central.witness.folder import WitnessFolder, make_folder
from eyesdown.central.witness.page import serve_copy
from eyesdown.central.witness.run import Runner, compare, peers_of, whole_lines
from eyesdown.central.witness.witness import Witness, utc
from eyesdown.draw import vrf
from eyesdown.draw.follow import BadRecord, Follower, head_fault
from eyesdown.kernel.errors import BadInput

PORT_MAX = 65_535

ABOUT = """\
With a witness in other hands, a site can neither know nor choose its draws before
they close. The witness follows the site's public record, signs each promise, and
answers each draw once, after the close by its own clock. It opens no port. Run it
where the site's operator cannot reach into it.

Make one with `new`, give its name and key to the office, and keep `run` running.
"""
EXAMPLES = """examples:
  witness new ada --name Ada
  witness run ada --site https://site.example
  witness check ada https://site.example
  witness check ada --head "1042 · 3f9ac1d277b045ee"
"""


def main(arguments: list[str], prog: str = "witness", more: str = "") -> int:
    """Run one command; the exit code is 0, 1 if something does not hold, 2 for bad input.

    `more` are further lines of the examples in the help.
    """
    parser = argparse.ArgumentParser(
        prog=prog,
        description=ABOUT,
        epilog=EXAMPLES.replace("witness", prog) + more,
        formatter_class=argparse.RawDescriptionHelpFormatter,
    )
    commands = parser.add_subparsers(dest="command", required=True)
    new = commands.add_parser("new", help="make a witness: a folder with a fresh key")
    new.add_argument("folder", type=Path, help="a new folder; it is the witness, so keep it")
    new.add_argument("--name", required=True, help="the name under which results show it")
    run = commands.add_parser("run", help="follow a site and answer its draws")
    run.add_argument("folder", type=Path, help="the witness's folder; never run it twice")
    run.add_argument("--site", required=True, help="the site's address, as http://10.0.0.5:8080")
    run.add_argument("--serve", default="", metavar="HOST:PORT", help="show my copy on a page")
    run.add_argument(
        "--peer",
        action="append",
        default=[],
        metavar="NAME=ADDRESS",
        help="another witness's page, looked at before its silence is signed",
    )
    check = commands.add_parser("check", help="check copies of a record, and compare them")
    check.add_argument("copies", nargs="+", help="files, folders of witnesses, or http addresses")
    check.add_argument(
        "--head",
        action="append",
        default=[],
        metavar="NUMBER:HASH",
        help="a line of the record that a ticket prints; every copy must have it",
    )
    asked = parser.parse_args(arguments)
    try:
        if asked.command == "new":
            return _new(asked.folder, asked.name)
        if asked.command == "run":
            return _run(asked.folder, asked.site, asked.serve, peers(asked.peer))
        return check_copies(asked.copies, asked.head)
    except HTTPException as cut:
        show(f"the reply was cut off or is not one of a site: {cut!r}", sys.stderr)
        return 2
    except (BadInput, OSError) as wrong:
        show(f"{wrong}", sys.stderr)
        return 2
    except KeyboardInterrupt:
        return 0


def show(text: str, to: TextIO | None = None) -> None:
    """Print one line. What another site or copy says may not clear the screen or hide a line."""
    out = to or sys.stdout
    out.write("".join(character if character.isprintable() else "?" for character in text) + "\n")
    out.flush()


def _new(path: Path, name: str) -> int:
    folder = make_folder(path, name)
    sys.stdout.write(
        f"witness {name} is in {path}\n"
        f"fingerprint {vrf.fingerprint(folder.key.n)[:16]}\n"
        f"key {folder.key.n:x}\n"
        "Give name and key to the office, which appoints witnesses. Keep the folder to yourself.\n"
    )
    return 0


def peers(options: list[str]) -> dict[str, str]:
    """The pages of other witnesses, by name.

    >>> peers(["Ada=http://10.0.0.6:8090"])
    {'Ada': 'http://10.0.0.6:8090'}
    """
    pages = dict(option.partition("=")[::2] for option in options)
    wrong = [name for name, page in pages.items() if not page.startswith(("http://", "https://"))]
    if wrong:
        raise BadInput("peer", f"{wrong[0]} needs an address, as Ada=http://10.0.0.6:8090")
    return pages


def _run(path: Path, site: str, serve: str, pages: dict[str, str]) -> int:
    if not site.startswith(("http://", "https://")):
        raise BadInput("site", f"{site} is no address such as http://10.0.0.5:8080")
    port = serve.rpartition(":")[2]
    if serve and not (port.isascii() and port.isdigit() and int(port[:6]) <= PORT_MAX):
        raise BadInput("serve", f"{serve} is no HOST:PORT such as 127.0.0.1:8090")
    runner = start(WitnessFolder.open(path), site, serve, pages)
    return 1 if runner.witness.stopped else 0


def check_copies(names: list[str], heads: Sequence[str] = ()) -> int:
    """Follow each copy from its first line, then show the first line where two of them part.

    `heads` were noted elsewhere: a copy that ends before one of them was cut.
    """
    copies = {name: copy_of(name) for name in names}
    code = 0
    for name, lines in copies.items():
        follower = Follower()
        try:
            for line in lines:
                follower.take(line)
        except BadRecord as bad:
            show(f"{name}: does not hold: {bad}")
            code = 1
        else:
            show(f"{name}: {len(lines)} statements hold, head {follower.head}")
        for head in heads:
            missing = head_fault(follower.hashes, as_head(head))
            show(f"{name}: {missing or 'has'} (noted {head})")
            code = 1 if missing else code
    parted = compare(copies)
    if parted:
        show(parted)
        code = 1
    elif len(copies) > 1:
        show("the copies agree as far as they go")
    return code


def as_head(typed: str) -> str:
    """A head in the form of the record, from how a ticket prints it.

    >>> as_head("Record 1042 · 3F9AC1D277B045EE")
    '1042:3f9ac1d277b045ee'
    """
    return "".join(typed.lower().removeprefix("record").split()).replace("·", ":")


def copy_of(name: str) -> list[bytes]:
    """The lines of a copy: a file, a witness's folder, or an address that serves one."""
    if name.startswith(("http://", "https://")):
        lines: list[bytes] = []
        while True:
            url = f"{name.rstrip('/')}/record?after={len(lines)}"
            with urlopen(url, timeout=30) as reply:  # noqa: S310 -- an address that the user typed
                more = whole_lines(reply)
            if not more:
                return lines
            lines += more
    path = Path(name)
    file = path / "record.jsonl" if path.is_dir() else path
    if not file.exists():
        raise BadInput("copy", f"there is no record in {name}")
    return [line for line in file.read_bytes().split(b"\n") if line]


def start(
    folder: WitnessFolder, address: str, serve: str = "", peers: dict[str, str] | None = None
) -> Runner:
    """Run a witness in this process until it stops, printing what happens."""

    def say(text: str) -> None:
        show(f"{utc(time.time())} {text}")

    folder.lock()
    witness = Witness.of_folder(folder, time.time, time.monotonic)
    witness.look = peers_of(peers or {})
    runner = Runner(witness, address, say)
    if serve:
        host, _, port = serve.rpartition(":")
        server = serve_copy(runner, host or "127.0.0.1", int(port))
        say(f"my page: http://{host or '127.0.0.1'}:{server.server_address[1]}/")
    say(f"witness {witness.name}, key {vrf.fingerprint(folder.key.n)[:16]}, following {address}")
    say(f"my copy has {len(witness.follower.hashes):,} statements")
    runner.run()
    return runner
