"""Rate limits by token holder and address; quotas of stored logs, sets, webhooks and bytes.

A token counts only for its own session; a request to anything else counts for its address. One address
may send ten times as many requests as one holder. New sessions, component sets and the bytes of bodies
also count by address, so that a new token per session gains nothing. Streams and health checks are free.

Counting happens in memory. Several web processes settle their counts through a Redis, and no request waits
for that: see `service.support.rate_limit_counts`.

Bytes are counted per day, address and credential: opened, forked and imported sessions, and component
sets. Quotas of the entries of one session are in `sessions.commands`.
"""

from __future__ import annotations

import hashlib
import math
import time
from collections.abc import Iterable, Iterator
from http import HTTPStatus
from typing import NamedTuple

import msgspec
from flask import Request, Response, current_app, request

from domain.kernel import ComponentSet
from domain.kernel.components import canonical
from domain.kernel.engine.entries import StoredEntry
from replays.library import UnknownComponentSet
from service.http.services import services
from service.problems import Problem
from service.sessions.commands import ENTRIES, Full
from service.sessions.registers import ComponentSetsFull
from service.sessions.tokens import BadToken
from service.settings import Settings
from service.support.network import asking_address
from service.support.rate_limit_counts import DAY, MINUTE, RateLimitCounts

# Rate limits: by holder where a token says who asks, and by address. Streams and health are free.

FREE = ("/healthz", "/readyz", "/metrics")
COUNTED = "tablelog.counted"
"""The rest of the limit, in the environment of a request that was counted: it is counted only once."""
LENGTHS = {MINUTE: "minute", DAY: "day"}
SAFE = ("GET", "HEAD", "OPTIONS")
OPENINGS = frozenset(
    {
        "sessions.open_session",
        "replays.fork_session",
        "imports.import_sessions",
        "component-sets.add_component_set",
        "live-tables.join_live_table",
        "editions.make_edition",
        "clubs.make_club",
        "clubs.open_session_of_club",
    }
)
"""Routes that make something new for any caller."""
EDITION, CLUB = "edition_id", "club_id"
MOST_A_DAY = 64
"""New editions and new clubs of one address, and versions of one edition."""
HOLDERS_AT_AN_ADDRESS = 10


def holder(request: Request) -> str | None:
    """The session, edition or club, and the holder of the request's token, if it is one of it; else None."""
    scheme, _, token = request.headers.get("Authorization", "").partition(" ")
    places = request.view_args or {}
    edition, club, session = places.get(EDITION), places.get(CLUB), places.get("session_id")
    if (edition or club or session) is None or scheme.lower() != "bearer":
        return None
    found = services()
    tokens = found.edition_tokens if edition else found.club_tokens if club else found.tokens
    try:
        made = tokens.read(token.strip())
    except BadToken:
        return None
    return f"{made.session} {made.holder}" if made.session == (edition or club or session) else None


class Counted(NamedTuple):
    """In what time a request counts, as what, under whom; how many are taken then (0: any), and its cost."""

    seconds: int
    kind: str
    principal: str
    most: int
    cost: int

    @property
    def policy(self) -> str:
        """The limit, as the draft of RateLimit header fields spells it."""
        return f'"{self.kind}";q={self.most};w={self.seconds}'


class Left(NamedTuple):
    """How many are left of a limit."""

    window: Counted
    number: int

    @property
    def share(self) -> float:
        """What part of the limit that is."""
        return self.number / self.window.most

    @property
    def seconds(self) -> int:
        """Seconds until the count starts again."""
        return max(1, math.ceil(self.window.seconds - time.time() % self.window.seconds))


class Limits:
    """Counts requests and refuses those beyond the settings."""

    def __init__(self, settings: Settings, counts: RateLimitCounts) -> None:
        self._counts = counts
        self._most = {"reads": settings.reads_per_minute, "writes": settings.writes_per_minute}
        self._openings = {MINUTE: settings.openings_per_minute, DAY: settings.openings_per_day}
        self._bytes = settings.bytes_per_minute
        self._trusted = settings.trusted_proxies

    def check(self, request: Request) -> None:
        """Count this request, unless it was counted before. Raises `Problem` when it exceeds a limit."""
        if COUNTED in request.environ or request.path in FREE or request.path.endswith("/stream"):
            return
        closest: Left | None = None
        for window in self._counted_under(request):
            if window.most and window.cost:
                left = Left(window, window.most - self.count(window, window.cost))
                if closest is None or left.share < closest.share:
                    request.environ[COUNTED] = closest = left
                if left.number < 0:
                    wait = left.seconds
                    limit = f"{window.most} {window.kind} per {LENGTHS[window.seconds]}"
                    detail = f"The limit is {limit}. Wait {wait} s."
                    raise Problem("too-many-requests", detail, headers={"Retry-After": str(wait)})

    def tell(self, request: Request, response: Response) -> None:
        """Say how much is left of the limit that is closest; what has not changed (304) is free."""
        left: Left | None = request.environ.get(COUNTED)
        if left is None:
            return
        if response.status_code == HTTPStatus.NOT_MODIFIED:
            own = next(self._counted_under(request))
            if own.most:
                self.count(own, -own.cost)
            if left.window == own:
                left = Left(own, left.number + own.cost)
        response.headers["RateLimit-Policy"] = left.window.policy
        response.headers["RateLimit"] = f'"{left.window.kind}";r={max(left.number, 0)};t={left.seconds}'

    def count(self, window: Counted, cost: int) -> int:
        """Count so many more, or fewer; how many there are in this time."""
        return self._counts.count(window.seconds, (window.kind, window.principal), cost, time.time())

    def _counted_under(self, request: Request) -> Iterator[Counted]:
        """Yield the windows that the request counts in, first that of its principal."""
        kind = "reads" if request.method in SAFE else "writes"
        most, principal = self._most[kind], holder(request)
        address = asking_address(request, self._trusted)
        yield Counted(MINUTE, kind, principal or address, most, 1)
        yield Counted(MINUTE, f"{kind} from one address", address, most * HOLDERS_AT_AN_ADDRESS, 1)
        if kind == "writes" and request.endpoint in OPENINGS:
            for seconds, openings in self._openings.items():
                yield Counted(seconds, "openings from one address", address, openings, 1)
        if kind == "writes" and request.endpoint == "editions.make_edition":
            yield Counted(DAY, "editions from one address", address, MOST_A_DAY, 1)
        if kind == "writes" and request.endpoint == "clubs.make_club":
            yield Counted(DAY, "clubs from one address", address, MOST_A_DAY, 1)
        if kind == "writes" and request.endpoint == "editions.publish_version":
            edition = str((request.view_args or {})[EDITION])
            yield Counted(DAY, "versions of one edition", edition, MOST_A_DAY, 1)
        if kind == "writes":
            yield Counted(MINUTE, "bytes from one address", address, self._bytes, _most_bytes(request))


def _most_bytes(request: Request) -> int:
    """The bytes that are read of the body at most: where it does not say, as many as are taken."""
    most, length = request.max_content_length or 0, request.content_length
    if length is None:
        return most if "Transfer-Encoding" in request.headers else 0
    return min(length, most)


# Quotas of the store: imported logs, component sets and webhooks. Those of a session: `sessions.commands`.

COMPONENT_SETS = "TABLELOG_COMPONENT_SET_BYTES"
WEBHOOKS = "TABLELOG_WEBHOOKS_OF_A_SESSION"


def must_hold_a_log(session_id: str, entries: int) -> None:
    """Raises `Full` for a log that is longer than any could become here, unless it is here already."""
    most = services().handler.quotas.longest_log
    if not most or entries <= most or any(services().store.read(session_id, entries, entries)):
        return
    told = f"This log has {entries} entries. This service imports logs of up to {most} entries."
    whole = "The command `tablelog import` accepts logs of any length."
    raise Full(ENTRIES, services().settings.entries_of_a_session, entries, f"{told} {whole}")


def keep_component_set(components: ComponentSet) -> bool:
    """Store a component set; whether it is new. Packaged sets do not count to the limit. Raises `Full`."""
    found = services()
    most = 0 if found.library.is_packaged(components) else found.settings.component_set_bytes
    try:
        return found.registers.add_component_set(
            components.hash, components.game, components.document, most_bytes=most
        )
    except ComponentSetsFull as error:
        held = f"Component sets take up {error.used} of {most} bytes, and this one needs {error.asked} more."
        play = f"Use an existing one: GET /v1/games/{components.game} lists them."
        raise Full(COMPONENT_SETS, most, error.used, f"{held} {play}") from None


def must_have_room(size: int) -> None:
    """Raises `Full` where component sets and drafts cannot take so many bytes more."""
    most = services().settings.component_set_bytes
    if most and (used := services().registers.bytes_of_sets()) + size > most:
        held = f"Component sets and drafts take up {used} of {most} bytes, and this needs {size} more."
        raise Full(COMPONENT_SETS, most, used, held)


def webhooks_full(most: int, used: int, what: str = "session") -> Full:
    """The problem of a session, or a club, that has all the webhooks that it may have."""
    return Full(
        WEBHOOKS, most, used, f"This {what} has {used} webhooks and can have at most {most}. Remove one."
    )


# What requests have stored for good: bytes a day, of one address and of one credential.

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
        f"The operator can raise the limit with {STORED_BYTES}; `tablelog import` accepts files of any size."
    )
