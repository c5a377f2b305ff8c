"""What requests have stored for good: bytes a day, of one address and of one credential.

Counted is what a single request can make much of: sessions that are opened, forked, imported, and component
sets. What is recorded in a session has quotas of its own.
"""

from __future__ import annotations

import hashlib
from collections.abc import Iterable

import msgspec
from flask import current_app, request

from domain.kernel import ComponentSet
from domain.kernel.components import canonical
from domain.kernel.entries import StoredEntry
from replays.library import UnknownComponentSet
from service.http.rate_limits import DAY, Counted, Left, Limits, holder
from service.http.services import services
from service.network.addresses import asking_address
from service.problems import Problem

STORED_BYTES = "TABLELOG_STORED_BYTES_PER_DAY"
LIMITS = "tablelog.limits"
"""Where the application keeps its counts."""


class TooManyBytes(Problem):
    """A day's bytes are spent. wait: seconds until the next day (UTC)."""

    def __init__(self, detail: str, wait: int) -> None:
        super().__init__("too-many-requests", detail, headers={"Retry-After": str(wait)})
        self.wait = wait


def spenders() -> tuple[str, ...]:
    """Under whom the bytes of the running request count: its address, and the credential that it brings."""
    address = asking_address(request, services().settings.trusted_proxies)
    given = request.headers.get("Authorization", "")
    if not given:
        return (address,)
    return address, holder(request) or hashlib.sha256(given.encode()).hexdigest()


def spend(size: int, who: Iterable[str]) -> None:
    """Count bytes that are about to be stored. Raises `TooManyBytes`, and counts nothing then."""
    most = services().settings.stored_bytes_per_day
    if not most or not size:
        return
    limits: Limits = current_app.extensions[LIMITS]
    counted = [Counted(DAY, "bytes stored", one, most, size) for one in who]
    for place, window in enumerate(counted):
        if limits.count(window, size) > most:
            for taken in counted[: place + 1]:
                limits.count(taken, -size)
            raise TooManyBytes(_told(size, most, wait := Left(window, 0).seconds), wait)


def give_back(size: int, who: Iterable[str]) -> None:
    """Count no bytes that were not stored after all."""
    most = services().settings.stored_bytes_per_day
    if most and size:
        limits: Limits = current_app.extensions[LIMITS]
        for one in who:
            limits.count(Counted(DAY, "bytes stored", one, most, size), -size)


def length(entries: Iterable[StoredEntry]) -> int:
    """The bytes of these entries."""
    return sum(len(entry.body) for entry in entries)


def new_length(components: ComponentSet) -> int:
    """The bytes of a component set; 0 where it is here already."""
    try:
        services().library.component_set(components.hash, components.game)
    except UnknownComponentSet:
        return len(canonical(msgspec.to_builtins(components.document)))
    return 0


def _told(size: int, most: int, wait: int) -> str:
    return (
        f"This would store {size} bytes. Sessions and files that you open, fork, import or upload can take "
        f"{most} bytes a day per address and per token. Wait {wait} s, or fork an earlier entry. "
        f"The operator can raise the limit with {STORED_BYTES}; `tablelog import` takes any file."
    )
