"""Where a request comes from: the socket's other end, or whom a trusted proxy says that it speaks for."""

from __future__ import annotations

import ipaddress
from collections.abc import Sequence
from functools import lru_cache
from ipaddress import IPv4Address, IPv4Network, IPv6Address, IPv6Network
from typing import TYPE_CHECKING, TypeAlias

if TYPE_CHECKING:
    from flask import Request

Network: TypeAlias = IPv4Network | IPv6Network

OF_ONE_HOUSEHOLD = 64
"""Bits of an IPv6 address that tell households apart: whoever has one of its addresses has them all."""


class UnusableProxy(ValueError):
    """No address or network of a proxy."""


def listed(text: str) -> Network:
    """An address or a network (`192.0.2.0/24`) of the operator's list. Raises `UnusableProxy`."""
    try:
        return ipaddress.ip_network(text.strip())
    except ValueError as error:
        raise UnusableProxy(
            f"{error}: give addresses or networks such as 192.0.2.7 or 192.0.2.0/24"
        ) from None


def address_of(peer: str | None, forwarded: str, trusted: Sequence[Network]) -> str:
    """What a request is counted under, from its socket's peer and its `X-Forwarded-For`.

    That header is read from its end, each proxy adding whom it spoke to, and for as long as who added
    is trusted: what stands before may be made up. IPv6 is counted by household.
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
