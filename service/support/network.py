"""Where a request comes from, its host name and page origin; and HTTPS to a service of our own."""

from __future__ import annotations

import ipaddress
import re
import ssl
from collections.abc import Sequence
from functools import lru_cache
from ipaddress import IPv4Address, IPv4Network, IPv6Address, IPv6Network
from pathlib import Path
from typing import TYPE_CHECKING, TypeAlias

if TYPE_CHECKING:
    from flask import Request


# Where a request comes from: the socket's other end, or whom a trusted proxy says that it speaks for.

Network: TypeAlias = IPv4Network | IPv6Network

OF_ONE_HOUSEHOLD = 64
"""Bits of an IPv6 address that tell households apart: whoever has one of its addresses has them all."""


class UnusableProxy(ValueError):
    """No address or network of a proxy."""


def listed_addresses(text: str) -> Network:
    """An address or a network (`192.0.2.0/24`) of the operator's list. Raises `UnusableProxy`."""
    try:
        return ipaddress.ip_network(text.strip())
    except ValueError as error:
        raise UnusableProxy(
            f"{error}: give addresses or networks such as 192.0.2.7 or 192.0.2.0/24"
        ) from None


def address_of(peer: str | None, forwarded: str, trusted: Sequence[Network]) -> str:
    """The address to count a request under, from its socket's peer and its `X-Forwarded-For`.

    That header is read from its end, where each proxy adds its peer, for as long as the proxies are
    trusted: everything before may be forged. IPv6 is counted by household.
    """
    told = peer or ""
    if trusted:
        hops = [hop.strip() for hop in forwarded.split(",")] if forwarded else []
        while hops and _is_one_of(told, trusted):
            told = hops.pop()
    return _counted(told)


def asking_address(request: Request, trusted: Sequence[Network]) -> str:
    """What this request is counted under."""
    return address_of(request.remote_addr, request.headers.get("X-Forwarded-For", ""), trusted)


def _is_one_of(text: str, networks: Sequence[Network]) -> bool:
    address = _read(text)
    return address is not None and any(address in network for network in networks)


@lru_cache(4096)
def _counted(text: str) -> str:
    address = _read(text)
    if address is None:
        return text
    if isinstance(address, IPv6Address):
        return str(ipaddress.ip_network((address, OF_ONE_HOUSEHOLD), strict=False))
    return str(address)


def _read(text: str) -> IPv4Address | IPv6Address | None:
    """The address, without the port that some proxies add; None where it is none."""
    bare = text.partition("]")[0].removeprefix("[") if text.startswith("[") else text
    if bare.count(":") == 1:
        bare = bare.partition(":")[0]
    try:
        address = ipaddress.ip_address(bare.partition("%")[0])
    except ValueError:
        return None
    mapped = address.ipv4_mapped if isinstance(address, IPv6Address) else None
    return mapped or address


# The names that the service answers to, where the operator lists them.

OF_THIS_MACHINE = frozenset({"localhost", "127.0.0.1", "[::1]"})
"""Always answered to: health checks and the commands come this way, and no stranger's page can."""

_HOST = re.compile(r"(\[[0-9A-Fa-f:.]{2,45}\]|[A-Za-z0-9._-]{1,253})(?::[0-9]{1,5})?")
_LISTED = re.compile(r"\.?[a-z0-9_]([a-z0-9_-]*[a-z0-9_])?(\.[a-z0-9_]([a-z0-9_-]*[a-z0-9_])?)*")


class UnusableHost(ValueError):
    """No name or address of a host."""


def listed_hosts(name: str) -> str:
    """A name of the operator's list as it is compared: `play.example.org`, `.example.org` for all below it,
    an address. Raises `UnusableHost`.
    """
    name = name.strip().lower()
    with_brackets = _bracketed(name)
    if with_brackets is not None:
        return with_brackets
    if not _LISTED.fullmatch(name):
        raise UnusableHost(f"{name!r} is not a host name: give names or addresses, without scheme and port")
    return name


def answers_to(header: str | None, hosts: Sequence[str]) -> bool:
    """Whether a Host header names one of these hosts, or this machine. The port does not matter."""
    found = _HOST.fullmatch(header or "")
    if found is None:
        return False
    name = found[1].lower().removesuffix(".")
    name = _bracketed(name) or name
    below = (host for host in hosts if host.startswith("."))
    return name in OF_THIS_MACHINE or name in hosts or any(name.endswith(host) for host in below)


def _bracketed(name: str) -> str | None:
    """An IPv6 address in its one spelling, None for anything else."""
    try:
        return f"[{ipaddress.IPv6Address(name.removeprefix('[').removesuffix(']')).compressed}]"
    except ValueError:
        return None


# Origins of pages, as an operator lists them.

ANY = "*"
"""Every origin."""

_ORIGIN = re.compile(r"([a-z][a-z0-9+.-]*)://(\[[0-9a-f:.]+\]|[a-z0-9._-]+)(?::([0-9]{1,5}))?")
LAST_PORT = 65_535
_PORTS = {"http": "80", "https": "443"}


class UnusableOrigin(ValueError):
    """No origin of a page."""


def listed_origins(text: str) -> str:
    """An origin of the operator's list as browsers send it: `https://play.example.org`, or `*` for any.

    Raises `UnusableOrigin`.
    """
    text = text.strip().lower()
    if text == ANY:
        return ANY
    found = _ORIGIN.fullmatch(text)
    if found is None or int(found[3] or 0) > LAST_PORT:
        raise UnusableOrigin(
            f"{text!r} is not an origin: give scheme, host and port, as in https://play.example.org:8443"
        )
    scheme, host, port = found.groups()
    return f"{scheme}://{host}" if port in (None, _PORTS.get(scheme)) else f"{scheme}://{host}:{port}"


# HTTPS to a service that may be our own: its certificate is known by this machine alone.

CERTIFICATE_FILE = "https-certificate.pem"
"""In a home: the certificate that `tablelog up --https` made there."""


def https_to_own(home: Path) -> ssl.SSLContext:
    """What trusts the usual authorities, and the certificate of this home. Raises `OSError`."""
    context = ssl.create_default_context()
    if (own := home / CERTIFICATE_FILE).is_file():
        context.load_verify_locations(own)
    return context
