"""Who opens sessions: everybody on this machine; where others reach it, who holds the opening token."""

from __future__ import annotations

from collections.abc import Collection
from ipaddress import ip_address
from typing import Literal

WhoOpens = Literal["", "anybody", "token"]
ANYBODY: WhoOpens = "anybody"
BY_TOKEN: WhoOpens = "token"
WHO_OPENS: tuple[WhoOpens, ...] = ("", ANYBODY, BY_TOKEN)
"""What `TABLELOG_OPENING` may say. Nothing: by the token where the service is reached from elsewhere."""

THIS_MACHINE = "localhost"


def ways_from_elsewhere(host: str, hosts: Collection[str], *, by_proxy: bool) -> tuple[str, ...]:
    """How the service is reached from other machines, each a part of a sentence; none: it is not.

    host: where it listens. hosts: the names that it answers to. by_proxy: whether a proxy is trusted.
    """
    ways = [] if is_this_machine(host) else [f"it listens at {host}"]
    if by_proxy:
        ways.append("TABLELOG_TRUSTED_PROXIES names a proxy")
    if not all(map(is_this_machine, hosts)):
        ways.append("TABLELOG_HOSTS names it for others")
    return tuple(ways)


def is_this_machine(name: str) -> bool:
    """Whether only this machine is called so. A name that is not known for that is another's."""
    if name == THIS_MACHINE:
        return True
    try:
        return ip_address(name.removeprefix("[").removesuffix("]")).is_loopback
    except ValueError:
        return False


def needs_token(who_opens: WhoOpens, ways: Collection[str]) -> bool:
    """Whether sessions are opened by the token alone, though the operator has set none."""
    return who_opens == BY_TOKEN or (who_opens != ANYBODY and bool(ways))
