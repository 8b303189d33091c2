"""Where sign-ons come from: an address, or a browser that its owner has used before."""

from __future__ import annotations

from ipaddress import IPv4Address, ip_address
from secrets import token_urlsafe

from starlette.requests import Request
from starlette.responses import Response

from eyesdown.web.frame.context import hosted
from eyesdown.web.frame.people import OWN_DEVICE

DEVICE = "eyesdown-device"
DEVICE_SECONDS = 400 * 24 * 3600


def place_of(host: str) -> str:
    """Where a sign-on comes from: the address, of IPv6 the part that one household shares.

    >>> place_of("203.0.113.7"), place_of("::ffff:203.0.113.7")
    ('203.0.113.7', '::ffff:203.0.113.7')
    >>> place_of("2001:db8::1:7") == place_of("2001:db8::2:9")
    True
    """
    try:
        address = ip_address(host)
    except ValueError:
        return host
    if isinstance(address, IPv4Address) or address.ipv4_mapped is not None:
        return host
    return f"{int(address) >> 64:x}::/64"


def place_beside(first: str) -> str:
    """Where a second person's wrong passwords are counted, who signs on the page of the first.

    No stranger is signed on there, so guesses from elsewhere keep no one from approving anything.
    """
    return f"{OWN_DEVICE}of {first}, who is signed on"


def _device_cookie(request: Request) -> str:
    return f"__Host-{DEVICE}" if request.url.scheme == "https" else DEVICE


def remember_device(request: Request, response: Response, name: str) -> None:
    """Give a browser on which a person signed on a cookie that says so.

    Strangers who guess at that person's password elsewhere then cannot lock this browser out.
    """
    devices = hosted(request).sessions.devices
    response.set_cookie(
        _device_cookie(request),
        devices.write({"name": name, "device": token_urlsafe(12)}),
        max_age=DEVICE_SECONDS,
        httponly=True,
        samesite="strict",
        secure=request.url.scheme == "https",
    )


def try_place(request: Request, name: str) -> str:
    """Where wrong passwords of a name are counted: the person's own browser, else the address."""
    known = hosted(request).sessions.devices.read(request.cookies.get(_device_cookie(request), ""))
    if known.get("name") == name and known.get("device"):
        return f"{OWN_DEVICE}{known['device']}"
    return place_of(request.client.host if request.client else "?")
