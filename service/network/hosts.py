"""The names that the service answers to, where the operator lists them."""

from __future__ import annotations

import ipaddress
import re
from collections.abc import Sequence

OF_THIS_MACHINE = frozenset({"localhost", "127.0.0.1", "[::1]"})
"""Always answered to: health checks and the commands come this way, and no stranger's page can."""

_HOST = re.compile(r"(\[[0-9A-Fa-f:.]{2,45}\]|[A-Za-z0-9._-]{1,253})(?::[0-9]{1,5})?")
_LISTED = re.compile(r"\.?[a-z0-9_]([a-z0-9_-]*[a-z0-9_])?(\.[a-z0-9_]([a-z0-9_-]*[a-z0-9_])?)*")


class UnusableHost(ValueError):
    """No name or address of a host."""


def listed(name: str) -> str:
    """A name of the operator's list as it is compared: `play.example.org`, `.example.org` for all below it,
    an address. Raises `UnusableHost`.
    """
    name = name.strip().lower()
    with_brackets = _bracketed(name)
    if with_brackets is not None:
        return with_brackets
    if not _LISTED.fullmatch(name):
        raise UnusableHost(f"{name!r} is no host name: give names or addresses, without scheme and port")
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
