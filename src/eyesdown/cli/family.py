"""`eyesdown family`: a bingo night at home, on this machine and everyone's phones."""

from __future__ import annotations

import os
import sys
import threading
from collections.abc import AsyncIterator
from contextlib import suppress
from pathlib import Path
from typing import TYPE_CHECKING, Any

import click

from eyesdown.cli.site.settings import Settings
from eyesdown.kernel.errors import BadInput, EyesdownError

if TYPE_CHECKING:
    from eyesdown.cli.site.host import Host
    from eyesdown.web.frame.context import Hosted

PORT = 7575
LANGUAGES = ("en", "fr")
WORDS = {
    "en": {
        "open": "Table {code} is open. Your page: {here}",
        "scan": "Phones on the same network scan this, or open {url} and type their name:",
        "more": "In another network: {urls}",
        "nowhere": (
            "This computer is in no network, so phones cannot reach it. Join the Wi-Fi or switch on"
            " a hotspot (the page notices), name an address with --address, or play on paper."
        ),
        "firewall": "If a phone finds nothing, let port {port} through the firewall.",
        "key": "Your host key, to write down: {key}",
        "file": "Everything is kept in {file}. Stop with Ctrl+C; start again and play on.",
        "taken": "port {port} is in use; is a table open already? Try http://localhost:{port}/family",
    },
    "fr": {
        "open": "La table {code} est ouverte. Votre page : {here}",
        "scan": "Les téléphones du même réseau scannent ceci, ou ouvrent {url} :",
        "more": "Sur un autre réseau : {urls}",
        "nowhere": (
            "Cet ordinateur n'est sur aucun réseau, les téléphones ne l'atteignent pas. Rejoignez"
            " le Wi-Fi ou créez un point d'accès (la page le remarque), donnez une adresse avec"
            " --address, ou jouez sur papier."
        ),
        "firewall": "Si un téléphone ne trouve rien, ouvrez le port {port} dans le pare-feu.",
        "key": "Votre clé d'hôte, à noter : {key}",
        "file": "Tout est gardé dans {file}. Arrêtez avec Ctrl+C ; relancez et continuez.",
        "taken": "le port {port} est pris ; une table est-elle déjà ouverte ?"
        " Essayez http://localhost:{port}/family",
    },
}


@click.command()
@click.option("--file", "path", type=click.Path(path_type=Path), help="The file of all tables.")
@click.option(
    "--port",
    type=click.IntRange(0, 65_535),
    default=PORT,
    show_default=True,
    help="The port to listen on.",
)
@click.option(
    "--address", default="", help="Where phones reach this machine: 192.168.1.7 or a URL."
)
@click.option("--language", type=click.Choice(LANGUAGES), help="By your system if left out.")
@click.option("--name", default="", help="Your first name at a new table.")
@click.option("--new", is_flag=True, help="Open a new table, also if one is open.")
@click.option("--no-browser", is_flag=True, help="Do not open the host's page.")
def family(path: Path | None, port: int, address: str, **given: Any) -> None:
    """Run a bingo night at home: one QR code, everyone's phones, no internet.

    Starts where you stopped. Every table and every score is in one small file.
    """
    from eyesdown.cli.site.host import Host, listening_socket, run_app

    language = given["language"] or _system_language()
    file = path or _data_folder() / "family.db"
    try:
        file.parent.mkdir(parents=True, exist_ok=True)
    except OSError as bad:
        raise BadInput("--file", f"{file.parent} cannot be made: {bad.strerror}") from bad
    settings = _settings(str(file), port, address)
    try:
        place = listening_socket(settings.host, settings.port)
    except EyesdownError as taken:
        raise EyesdownError(WORDS[language]["taken"].format(port=port)) from taken
    port = place.getsockname()[1]
    settings = _settings(str(file), port, address)
    host = Host(settings)
    code, key = _table(host, language, given["name"], new=given["new"])
    _greet(language, settings, code, key, file)
    here = f"http://localhost:{port}/family/{code}/host?key={key}"
    if not given["no_browser"]:
        threading.Timer(0.3, _open_page, (here,)).start()
    run_app(place, host, _alone(host), quiet=True)


def _alone(host: Host) -> Any:
    async def lifetime() -> AsyncIterator[Hosted]:
        async for site in host.lifetime():
            yield site

    return lifetime


def _settings(file: str, port: int, address: str) -> Settings:
    return Settings(
        store="",
        host="0.0.0.0",  # noqa: S104 -- phones on the network are what this is for
        port=port,
        every_seconds=60.0,
        people="",
        credentials="",
        snapshot_rows=5_000,
        cage=False,
        family=file,
        family_address=_address(address, port),
        family_alone=True,
    )


def _address(given: str, port: int) -> str:
    """An address as phones open it.

    >>> _address("192.168.1.7", 7575), _address("https://bingo.example", 7575), _address("", 7575)
    ('http://192.168.1.7:7575', 'https://bingo.example', '')
    """
    if not given or "://" in given:
        return given
    return f"http://{given}" if ":" in given else f"http://{given}:{port}"


def _system_language() -> str:
    for name in ("LC_ALL", "LC_MESSAGES", "LANG"):
        language = os.environ.get(name, "")[:2].lower()
        if language in LANGUAGES:
            return language
    return LANGUAGES[0]


def _data_folder() -> Path:
    """The folder for a program's data on this system."""
    if sys.platform == "win32":
        base = Path(os.environ.get("APPDATA", Path.home()))
    elif sys.platform == "darwin":
        base = Path.home() / "Library" / "Application Support"
    else:
        base = Path(os.environ.get("XDG_DATA_HOME") or Path.home() / ".local" / "share")
    return base / "eyesdown"


def _table(host: Host, language: str, name: str, *, new: bool) -> tuple[str, str]:
    """The table last played at, or a new one, and the key of its host."""
    from eyesdown.central.family.commands import OpenTable
    from eyesdown.central.family.keys import host_key
    from eyesdown.central.site.site import Done, Submitted

    [opened] = host.tenants
    site, tenant = opened.site, opened.tenant
    tables = site.state.tables
    newest = max(tables, key=lambda code: tables[code].touched, default="")
    if new or not newest:
        now = tenant.now(site.now_us())
        caller = name or ("Hôte" if language == "fr" else "Host")
        asked = OpenTable(at=now, table="", name=caller, language=language)
        command = tenant.complete(site, None, asked)
        [reply] = site.run([Submitted(f"site/open/{command.table}/{now.isoformat()}", command)])
        if not isinstance(reply, Done) or command.table not in site.state.tables:
            raise BadInput("--name", "is not a name of at most 24 characters")
        newest = command.table
    return newest, host_key(site.store, newest, os.urandom)


def _greet(language: str, settings: Settings, code: str, key: str, file: Path) -> None:
    from eyesdown.cli.site.addresses import phone_addresses

    words = WORDS[language]
    named = settings.family_address
    bases = (named,) if named else phone_addresses(settings.port)
    click.echo()
    here = f"http://localhost:{settings.port}/family/{code}/host"
    click.secho(words["open"].format(code=code, here=here), bold=True)
    if bases:
        urls = [f"{base}/family/{code}" for base in bases]
        click.echo(words["scan"].format(url=urls[0]))
        click.echo()
        _show_qr(urls[0])
        if len(urls) > 1:
            click.echo(words["more"].format(urls=", ".join(urls[1:])))
        click.echo(words["firewall"].format(port=settings.port))
    else:
        click.secho(words["nowhere"], fg="yellow")
    click.echo(words["key"].format(key=key))
    click.echo(words["file"].format(file=file))


def _show_qr(url: str) -> None:
    import segno

    code = segno.make(url, error="l", micro=False)
    with suppress(UnicodeEncodeError, OSError):
        code.terminal(out=sys.stdout, border=2, compact=True)


def _open_page(address: str) -> None:
    import webbrowser  # while the site answers already

    with suppress(webbrowser.Error, OSError):
        webbrowser.open(address)
