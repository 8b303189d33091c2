"""The witness as one file of the standard library: the very modules that run here, as text.

Each module is in the file as it is, so that a reader of one has read the other. A few lines at the
end let Python import them from there.
"""

from __future__ import annotations

from importlib.resources import files

MODULES = (
    "kernel.errors",
    "kernel.ids",
    "kernel.plain_json",
    "draw.drbg",
    "draw.scale",
    "draw.order",
    "draw.vrf",
    "draw.slow",
    "draw.statements",
    "draw.forms",
    "draw.witnessed",
    "draw.follow",
    "draw.proof",
    "central.witness.folder",
    "central.witness.witness",
    "central.witness.run",
    "central.witness.page",
    "central.witness.command",
)
PACKAGES = ("", "kernel", "draw", "central", "central.witness")

_HEAD = '''"""A witness of Eyes Down in one file. Python 3.11 or newer, nothing else.

    python witness.py new FOLDER --name NAME
    python witness.py run FOLDER --site http://ADDRESS
    python witness.py check COPY COPY ...

It follows the public record of a site, signs what was promised, and answers each draw once, after
the close by its own clock. The folder is the witness: keep it, and never run it twice.
"""

import sys
import types

SOURCES = {}
'''

_TAIL = """

def _load() -> None:
    for name, source in SOURCES.items():
        module = types.ModuleType(name)
        module.__file__ = __file__
        if not source:
            module.__path__ = []
        sys.modules[name] = module
        exec(compile(source, f"<{name}>", "exec"), module.__dict__)
        parent, _, last = name.rpartition(".")
        if parent:
            setattr(sys.modules[parent], last, module)


if __name__ == "__main__":
    _load()
    from eyesdown.central.witness.command import main

    sys.exit(main(sys.argv[1:], "python witness.py"))
"""


def bundle() -> str:
    """The text of witness.py."""
    parts = [_HEAD]
    for package in PACKAGES:
        name = f"eyesdown.{package}".rstrip(".")
        parts.append(f'SOURCES["{name}"] = ""\n')
    for module in MODULES:
        package, _, last = module.rpartition(".")
        source = files(f"eyesdown.{package}").joinpath(f"{last}.py").read_text("utf-8")
        assert "'''" not in source, f"{module} would end its own quotation"
        parts.append(f"\nSOURCES[\"eyesdown.{module}\"] = r'''{source}'''\n")
    return "".join([*parts, _TAIL])
