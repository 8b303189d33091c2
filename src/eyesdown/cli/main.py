"""The command `eyesdown`: nouns, then verbs. A noun's module is imported when it is used."""

from __future__ import annotations

import os
import sys
from contextlib import suppress
from difflib import get_close_matches
from importlib import import_module
from io import TextIOWrapper

import click

from eyesdown import __version__
from eyesdown.cli.examples import with_examples
from eyesdown.cli.help_page import HelpContext, with_help_page
from eyesdown.kernel.errors import BadInput, EyesdownError

NOUNS = {
    "rules": "Look up any clause, figure or refusal of any rulebook.",
    "keno": "Check, price and settle keno bets; read a draw.",
    "cards": "Make, find, verify and print bingo cards and series.",
    "odds": "Show exact odds and returns, check generators, write fact sheets.",
    "simulate": "Simulate whole games and sessions.",
    "family": "Run a bingo night at home: one QR code, everyone's phones.",
    "call": "Call an evening in the terminal, with 75 or 90 balls.",
    "play": "Replay a game written in the .eyes notation.",
    "serve": "Run the Central Site.",
    "witness": "Follow a site's public record from outside, and answer its draws.",
    "journal": "Verify, seal, replay and export the journal of a site.",
    "books": "Show balances and statements of a site.",
    "demo": "Play a game in the terminal, or run a made-up site with all its pages.",
    "bench": "Measure our speed against references in the same run.",
}

MODULES = {
    "keno": "keno.command",
    "cards": "cards.command",
    "odds": "odds.command",
    "simulate": "odds.simulate",
    "call": "call.command",
    "serve": "site.serve",
    "journal": "site.journal",
    "books": "site.books",
    "demo": "demo.command",
}
"""The module of a noun's command, if it is not named like the noun."""

EXTRA_OF = {
    "apsw": "site",
    "argon2": "site",
    "httptools": "site",
    "itsdangerous": "site",
    "jinja2": "site",
    "prometheus_client": "site",
    "starlette": "site",
    "uvicorn": "site",
    "psycopg": "postgres",
    "cryptography": "fast",
    "numba": "fast",
    "pyarrow": "parquet",
    "distributed": "cluster",
}
"""The extra that installs each package which only some commands import."""


class _ReaderGone(Exception):
    """The program that read our output has closed the pipe."""


class Nouns(click.Group):
    """A group that knows its nouns by name and imports one when it is called.

    A list of verbs shows the whole first paragraph of each: click would cut it to one line.
    """

    context_class = HelpContext

    def list_commands(self, ctx: click.Context) -> list[str]:
        """The nouns in the order of the help."""
        return list(NOUNS)

    def get_command(self, ctx: click.Context, cmd_name: str) -> click.Command | None:
        """The command of a noun, imported now; None for any other word."""
        if cmd_name not in NOUNS:
            return None
        command = getattr(
            import_module(f"eyesdown.cli.{MODULES.get(cmd_name, cmd_name)}"), cmd_name
        )
        assert isinstance(command, click.Command)
        for verb in command.commands.values() if isinstance(command, click.Group) else ():
            verb.short_help = verb.short_help or (verb.help or "").partition("\n\n")[0]
        with_examples(command, cmd_name)
        with_help_page(command)
        return command

    def resolve_command(
        self, ctx: click.Context, args: list[str]
    ) -> tuple[str | None, click.Command | None, list[str]]:
        """The command that was typed; a word that is none is an error that names near ones."""
        noun = args[0]
        if noun not in NOUNS and not noun.startswith("-") and not ctx.resilient_parsing:
            near = get_close_matches(noun, NOUNS, cutoff=0.75) or self._verbs_like(ctx, noun)
            near = near or get_close_matches(noun, NOUNS, cutoff=0.5)
            hint = f" Did you mean {' or '.join(map(repr, near))}?" if near else ""
            raise click.UsageError(f"No such command {noun!r}.{hint}", ctx)
        return super().resolve_command(ctx, args)

    def _verbs_like(self, ctx: click.Context, word: str) -> list[str]:
        """Commands whose verb was typed without its noun, such as `verify`."""
        groups = ((noun, self.get_command(ctx, noun)) for noun in NOUNS)
        verbs = [
            (noun, verb)
            for noun, group in groups
            if isinstance(group, click.Group)
            for verb in group.commands
        ]
        near = get_close_matches(word, {verb for _, verb in verbs}, n=1, cutoff=0.75)
        return [f"{noun} {verb}" for noun, verb in verbs if verb in near]

    def invoke(self, ctx: click.Context) -> object:
        """What the command returns.

        click and rich exit with 1 when the reader closes the pipe; 1 means a refusal here, so
        that case becomes an exception of its own.
        """
        try:
            return super().invoke(ctx)
        except (BrokenPipeError, SystemExit) as ended:
            if BrokenPipeError in (type(ended), type(ended.__context__)):
                raise _ReaderGone from ended
            raise

    def format_commands(self, ctx: click.Context, formatter: click.HelpFormatter) -> None:
        """List the nouns without importing them."""
        with formatter.section("Commands"):
            formatter.write_dl(list(NOUNS.items()))


@click.group(cls=Nouns, context_settings={"help_option_names": ["-h", "--help"]})
@click.version_option(__version__, prog_name="eyesdown")
@click.option(
    "--rulebooks",
    metavar="PATHS",
    envvar="EYESDOWN_RULEBOOKS",
    default="",
    help="Folders of rulebooks from outside; also in the variable EYESDOWN_RULEBOOKS.",
)
def eyesdown(rulebooks: str) -> None:
    """Bingo and keno, played by the book. Every yes and every no names its clause.

    Exit codes: 0 yes, 1 refused by a rule, 2 bad usage, 3 broken machine.

    The shell completes commands, books, clauses and bets: put this line into ~/.bashrc (or, for
    other shells, zsh_source into ~/.zshrc and fish_source into config.fish):

    \b
      eval "$(_EYESDOWN_COMPLETE=bash_source eyesdown)"

    \b
    Examples:
      eyesdown demo site
      eyesdown rules show nsw-keno "15(k)"
      eyesdown cards make --kind card75 --count 30 --out cards.pdf
    """
    for path in filter(None, rulebooks.split(os.pathsep)):
        from pathlib import Path

        from eyesdown.library.outside import add_folder

        add_folder(Path(path))


def main() -> None:
    """Run the command; print any error as one line and exit with its code."""
    code = 0
    _open_closed_streams()
    if isinstance(sys.stdout, TextIOWrapper):
        sys.stdout.reconfigure(errors="replace")  # a terminal that cannot show a character gets a ?
    try:
        try:
            _want_asserts()
            code = eyesdown(prog_name="eyesdown", standalone_mode=False)  # an Exit is its code
        except _ReaderGone:
            raise
        except Exception:
            _flush_for_anyone()  # a reader who has gone does not turn an error into a yes
            raise
        sys.stdout.flush()
        sys.exit(code)
    except click.ClickException as usage:
        usage.show()
        sys.exit(2)
    except ModuleNotFoundError as missing:
        name = (missing.name or "").partition(".")[0]
        if name not in EXTRA_OF:
            raise
        click.echo(
            f"stopped: {name} is missing: pip install 'eyesdown[{EXTRA_OF[name]}]'", err=True
        )
        sys.exit(EyesdownError.exit_code)
    except click.Abort:
        click.echo("stopped", err=True)
        sys.exit(130)
    except BadInput as wrong:
        _print_error(f"{wrong.field}: {wrong.message}")
        sys.exit(wrong.exit_code)
    except EyesdownError as broken:
        _print_error(f"stopped: {broken}")
        sys.exit(broken.exit_code)
    except (_ReaderGone, BrokenPipeError):
        _discard_output()
        sys.exit(code)  # 0 if the reader has gone before the command came to an end
    except OSError as broken:
        _discard_output()
        where = f"{broken.filename}: " if broken.filename else ""
        _print_error(f"stopped: {where}{broken.strerror or broken}")
        sys.exit(EyesdownError.exit_code)


def _print_error(error: str) -> None:
    """Print an error without control characters, which a quoted file might hold."""
    plain = (letter if letter.isprintable() or letter in "\n\t" else "?" for letter in error)
    click.echo("".join(plain), err=True)


def _want_asserts() -> None:
    if not __debug__:
        raise EyesdownError("the program relies on its asserts: do not run it under python -O")


def _open_closed_streams() -> None:
    """Open the null device for a standard stream that was closed before we started."""
    for name, how in (("stdin", "r"), ("stdout", "w"), ("stderr", "w")):
        if getattr(sys, name) is None:
            setattr(sys, name, os.fdopen(os.open(os.devnull, os.O_RDWR), how))


def _flush_for_anyone() -> None:
    """Write out what is buffered, if someone still reads it."""
    try:
        sys.stdout.flush()
    except OSError:
        _discard_output()


def _discard_output() -> None:
    """Send further output to the null device; the interpreter would try to flush it at exit."""
    with suppress(OSError, ValueError):
        os.dup2(os.open(os.devnull, os.O_WRONLY), sys.stdout.fileno())
