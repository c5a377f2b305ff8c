"""Receivers: where webhooks may go. The address that is connected to is checked, not only its name."""

from __future__ import annotations

import ipaddress
import os
import re
import socket
from collections.abc import Iterator
from ipaddress import IPv4Address, IPv6Address, IPv6Network, ip_network
from typing import Literal, NamedTuple
from urllib.parse import urlsplit

Reach = Literal["public", "anywhere", "off"]
"""Where webhooks go: to public addresses by https alone, wherever their makers want, nowhere."""
REACHES: tuple[Reach, ...] = ("public", "anywhere", "off")

URL_PATTERN = r"^https?://[!-~]+$"
LONGEST_URL = 2_000
HOST = re.compile(r"[A-Za-z0-9]([A-Za-z0-9_.-]{0,251}[A-Za-z0-9.])?")
PORTS = {"http": 80, "https": 443}
RESOLVER_LIMITS = "timeout:2 attempts:2"
"""Seconds for each question to a name server, and rounds; the C library's own are 5 and 2."""
NAMES_OF_THIS_MACHINE = re.compile(r"(.*\.)?localhost\.?", re.IGNORECASE)

TRANSLATED = IPv6Network("64:ff9b::/96")
COMPATIBLE = IPv6Network("::/96")
"""IPv6 addresses whose last 32 bits are an IPv4 address: behind a translator, and in a form of long ago."""
LAST_BITS = 0xFFFFFFFF
NOT_PUBLIC = tuple(map(ip_network, ("192.0.0.0/24", "64:ff9b:1::/48", "2001::/23", "3fff::/20", "5f00::/16")))
"""Which of them are taken for public depends on the version of Python."""


class UnusableReceiver(ValueError):
    """A URL that nothing is sent to; the message tells the client why."""


class Receiver(NamedTuple):
    """Where a webhook goes. target: path and query."""

    scheme: str
    host: str
    port: int
    target: str

    @property
    def named(self) -> str:
        """Host and port as the header `Host` has them."""
        host = f"[{self.host}]" if ":" in self.host else self.host
        return host if self.port == PORTS[self.scheme] else f"{host}:{self.port}"


def limit_resolver() -> None:
    """Wait less for name servers, unless `RES_OPTIONS` is set. Call it before the first name is resolved."""
    os.environ.setdefault("RES_OPTIONS", RESOLVER_LIMITS)


def named(url: str) -> str:
    """Host and port of the URL of a webhook, the same however they are written."""
    try:
        to = receiver(url, "anywhere")
    except UnusableReceiver:
        return url
    return f"{to.host.rstrip('.')}:{to.port}"


def receiver(url: str, reach: Reach) -> Receiver:
    """Where this URL leads; no name is resolved. Raises `UnusableReceiver`."""
    if len(url) > LONGEST_URL or not re.fullmatch(URL_PATTERN[1:-1], url):
        raise UnusableReceiver("Give a URL such as https://example.org/hook, in ASCII and without spaces.")
    try:
        parts = urlsplit(url)
        host, port = parts.hostname or "", parts.port
    except ValueError:
        raise UnusableReceiver("The host or port is not valid.") from None
    if "@" in parts.netloc:
        raise UnusableReceiver("Remove user name and password from the URL: deliveries are signed.")
    if parts.fragment:
        raise UnusableReceiver("The part after # is never sent. Remove it.")
    literal = _address(host) if ":" in host or "[" in parts.netloc else None
    if port == 0 or (literal is None and HOST.fullmatch(host) is None):
        raise UnusableReceiver("The host or port is not valid.")
    if reach == "public":
        if parts.scheme != "https":
            raise UnusableReceiver("Webhooks must use https.")
        literal = literal or _address(host)
        if NAMES_OF_THIS_MACHINE.fullmatch(host) or (literal is not None and not is_public(literal)):
            raise UnusableReceiver("Webhooks may go to public addresses only.")
    target = (parts.path or "/") + (f"?{parts.query}" if parts.query else "")
    return Receiver(parts.scheme, host, port or PORTS[parts.scheme], target)


def is_public(address: IPv4Address | IPv6Address) -> bool:
    """Whether the whole world knows it by this number. An IPv4 address in an IPv6 one is judged as such."""
    if isinstance(address, IPv6Address):
        inner = address.ipv4_mapped or address.sixtofour
        if inner is None and (address in TRANSLATED or address in COMPATIBLE):
            inner = IPv4Address(int(address) & LAST_BITS)
        if inner is not None:
            return is_public(inner)
    if any(address in network for network in NOT_PUBLIC):
        return False
    return address.is_global and not (address.is_multicast or address.is_reserved or address.is_unspecified)


def addresses(to: Receiver, reach: Reach) -> Iterator[tuple[socket.AddressFamily, tuple[object, ...]]]:
    """Families and addresses that the receiver's name stands for just now and that may be connected to.

    Raises `UnusableReceiver` where there is none, and `OSError` where the name cannot be resolved.
    """
    found = socket.getaddrinfo(to.host, to.port, type=socket.SOCK_STREAM)
    let = [
        (family, at)
        for family, _, _, _, at in found
        if reach == "anywhere"
        or (reach == "public" and (address := _address(str(at[0]))) is not None and is_public(address))
    ]
    if not let:
        raise UnusableReceiver("The host has no public address. Webhooks may go to public addresses only.")
    yield from let


def _address(text: str) -> IPv4Address | IPv6Address | None:
    try:
        return ipaddress.ip_address(text)
    except ValueError:
        return None
