"""Pages from templates: one environment for all, with autoescaping always on."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from datetime import date
from fractions import Fraction
from typing import Any, TypeVar

from jinja2 import Environment, PackageLoader, StrictUndefined
from starlette.responses import HTMLResponse

from eyesdown.kernel.money import Cents, dollars
from eyesdown.web.frame.delivery.static_files import with_addresses

BRAND = "Eyes Down"
"""The name of a site that has set none."""
NAV = (
    ("/", "What’s on"),
    ("/results", "Results"),
    ("/numbers", "Numbers"),
    ("/check", "Check a ticket"),
    ("/how", "How to play"),
    ("/odds", "Odds"),
    ("/rules", "Rules"),
    ("/account", "Your account"),
)

READABLE = 10**12
RAISED = str.maketrans("0123456789", "⁰¹²³⁴⁵⁶⁷⁸⁹")

F = TypeVar("F", bound=Callable[..., str])


class _Loader(PackageLoader):
    """Templates whose links to static files name their content."""

    def get_source(
        self, environment: Environment, template: str
    ) -> tuple[str, str, Callable[[], bool] | None]:
        source, file, is_fresh = super().get_source(environment, template)
        return with_addresses(source), file, is_fresh


TEMPLATES = Environment(
    loader=_Loader("eyesdown.web"),
    autoescape=True,
    undefined=StrictUndefined,
    trim_blocks=True,
    lstrip_blocks=True,
)


def _template_filter(function: F) -> F:
    TEMPLATES.filters[function.__name__] = function
    return function


TEMPLATES.filters["dollars"] = dollars
PARTS_OF_A_CENT = 4
"""Digits that a column of exact amounts has room for after the point."""
FIGURE_SPACE = "\u2007"


@_template_filter
def dollars_in_column(amount: Cents | Fraction) -> str:
    """An exact amount, with spaces for the parts of a cent that others in its column have.

    >>> dollars_in_column(Fraction(517, 25)), dollars_in_column(500)
    ('$0.2068', '$5.00\u2007\u2007')
    """
    text = dollars(amount)
    digits = len(text.partition(".")[2])
    return text + FIGURE_SPACE * (PARTS_OF_A_CENT - digits)


BROWSERS = (
    ("Edg", "Edge"),
    ("OPR", "Opera"),
    ("SamsungBrowser", "Samsung Internet"),
    ("Firefox", "Firefox"),
    ("FxiOS", "Firefox"),
    ("Chrome", "Chrome"),
    ("CriOS", "Chrome"),
    ("Safari", "Safari"),
)
SYSTEMS = (
    ("iPhone", "iPhone"),
    ("iPad", "iPad"),
    ("Android", "Android"),
    ("Windows", "Windows"),
    ("Mac OS", "Mac"),
    ("Linux", "Linux"),
)
"""What a browser calls itself and its machine, the most telling word first."""


@_template_filter
def browser_words(agent: str) -> str:
    """A browser as its owner would call it.

    >>> browser_words("Mozilla/5.0 (X11; Linux x86_64) AppleWebKit/537.36 Chrome/120 Safari/537")
    'Chrome on Linux'
    >>> browser_words("")
    'unknown'
    """
    browser = next((name for word, name in BROWSERS if word in agent), "")
    system = next((name for word, name in SYSTEMS if word in agent), "")
    return " on ".join(filter(None, (browser, system))) or agent[:40] or "unknown"


@_template_filter
def long_day(day: date | str) -> str:
    """A day in words.

    >>> long_day("2026-11-15")
    'Sunday 15 November 2026'
    """
    parsed = date.fromisoformat(day) if isinstance(day, str) else day
    return f"{parsed:%A} {parsed.day} {parsed:%B %Y}"


@_template_filter
def one_in(times: float) -> str:
    """The X of "1 in X", with as many digits as a reader can use.

    >>> one_in(4.0), one_in(2.4576), one_in(45.44), one_in(8911711.18), one_in(3535316142212174320)
    ('4', '2.5', '45', '8,911,711', '3.54 × 10¹⁸')
    """
    if times >= READABLE:
        digits, _, power = f"{times:.2e}".partition("e+")
        return f"{digits} × 10{power.lstrip('0').translate(RAISED)}"
    return f"{times:.1f}".removesuffix(".0") if times < 10 else f"{times:,.0f}"


def set_frame(
    *,
    band: str = "",
    more_nav: Sequence[tuple[str, str]] = (),
    brand: str = BRAND,
    bank: str = "",
) -> None:
    """What every page of this process shows besides its own: its name, a band on top, more links.

    `bank` is the address of a made-up bank, if there is one.

    A site sets it once when it starts.
    """
    TEMPLATES.globals.update(band=band, more_nav=tuple(more_nav), brand=brand, bank=bank)


set_frame()


def page(template: str, *, here: str = "", status: int = 200, **facts: Any) -> HTMLResponse:
    """A page from a template; a name that is missing in `facts` raises an error."""
    frame = {"here": here, "nav": NAV, "mode": "", "lang": "en"}
    text = TEMPLATES.get_template(template).render(**frame | facts)
    return HTMLResponse(text, status)


def brand() -> str:
    """The name of this site, as its pages show it."""
    return str(TEMPLATES.globals["brand"])
