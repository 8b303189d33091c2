"""Where phones on the same network reach this machine, found without internet."""

from __future__ import annotations

import os
import socket
import struct
from contextlib import suppress
from ipaddress import IPv4Address
from pathlib import Path
from zoneinfo import ZoneInfo

SIOCGIFADDR = 0x8915
"""Asks Linux for the address of a network interface."""
PROBES = ("192.168.255.255", "10.255.255.255", "172.31.255.255", "192.0.2.1")
"""Addresses towards which a socket is turned, without a packet, to see which way it would go."""
VIRTUAL = ("docker", "br-", "veth", "virbr", "vmnet", "vboxnet", "tun", "tap", "utun", "wg")
"""Interfaces that no phone is on."""


def phone_addresses(port: int) -> tuple[str, ...]:
    """The addresses of this machine's pages for phones; nothing if it is in no network."""
    own = dict.fromkeys((*_of_interfaces(), *_of_routes()))
    return tuple(f"http://{address}:{port}" for address in own if _reaches_phones(address))


def _reaches_phones(address: str) -> bool:
    """Whether phones could use an address: not the machine itself, not one without a network.

    >>> _reaches_phones("192.168.1.7"), _reaches_phones("127.0.0.1"), _reaches_phones("169.254.3.4")
    (True, False, False)
    """
    parsed = IPv4Address(address)
    return not (parsed.is_loopback or parsed.is_link_local or parsed.is_unspecified)


def _of_interfaces() -> list[str]:
    """The address of every interface; only Linux answers."""
    with suppress(ImportError, OSError):
        import fcntl

        addresses = []
        with socket.socket(socket.AF_INET, socket.SOCK_DGRAM) as probe:
            for _, name in socket.if_nameindex():
                if name.startswith(VIRTUAL):
                    continue
                with suppress(OSError):
                    asked = struct.pack("256s", name[:15].encode())
                    raw = fcntl.ioctl(probe.fileno(), SIOCGIFADDR, asked)
                    addresses.append(socket.inet_ntoa(raw[20:24]))
        return addresses
    return []


def _of_routes() -> list[str]:
    """The addresses from which this machine would speak to others on common networks."""
    addresses = []
    for target in PROBES:
        with suppress(OSError), socket.socket(socket.AF_INET, socket.SOCK_DGRAM) as probe:
            probe.setsockopt(socket.SOL_SOCKET, socket.SO_BROADCAST, 1)
            probe.connect((target, 9))
            addresses.append(probe.getsockname()[0])
    return addresses


def local_zone() -> ZoneInfo:
    """The time zone of this machine; UTC if it does not say."""
    names = [os.environ.get("TZ", "")]
    with suppress(OSError):
        names.append(str(Path("/etc/localtime").resolve()).rpartition("zoneinfo/")[2])
    for name in filter(None, names):
        with suppress(Exception):  # any of several errors means: not a zone
            return ZoneInfo(name)
    return ZoneInfo("UTC")
