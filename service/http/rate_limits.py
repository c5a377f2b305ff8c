"""Rate limits: by holder where a token says who asks, and by address. Streams and health are free.

A token counts for its own session alone: what is asked elsewhere is asked by an address, whatever it brings.
All who ask from an address together may ask ten times as much as one. What is made new for whoever asks
(sessions, component sets) and the bytes of all bodies are counted by address as well, so that a fresh token a
session widens nothing.

One web process counts in its own memory. Several share a Redis through the library `limits`. While it
cannot be reached, or hangs, each counts by itself: a breaker keeps requests from it.
"""

from __future__ import annotations

import logging
import math
import threading
import time
from collections.abc import Iterator
from http import HTTPStatus
from typing import NamedTuple

from flask import Request, Response
from limits import RateLimitItemPerDay, RateLimitItemPerMinute
from limits.storage import storage_from_string
from limits.strategies import FixedWindowRateLimiter

from service.http.services import services
from service.network.addresses import asking_address
from service.problems import Problem
from service.sessions.tokens import BadToken
from service.settings import OWN_MEMORY, Settings
from workers.breaker import Breaker
from workers.wake import ANSWER_SECONDS, CONNECT_SECONDS

FREE = ("/healthz", "/readyz", "/metrics")
COUNTED = "tablelog.counted"
"""What is left, in the environment of a request that was counted: answered anew, it is one all the same."""
MINUTE = 60
DAY = 24 * 60 * MINUTE
ITEMS = {MINUTE: ("minute", RateLimitItemPerMinute), DAY: ("day", RateLimitItemPerDay)}
SAFE = ("GET", "HEAD", "OPTIONS")
OPENINGS = frozenset(
    {
        "sessions.open_session",
        "replays.fork_session",
        "imports.import_sessions",
        "component-sets.add_component_set",
        "live-tables.join_live_table",
    }
)
"""Routes that make something new for whoever asks."""
HOLDERS_AT_AN_ADDRESS = 10
REST_SECONDS = 2.0
"""How long a Redis that failed is left alone at first."""
LOG = logging.getLogger("tablelog")


def holder(request: Request) -> str | None:
    """Who asks, by a token that was made here for the session that is asked; None for anybody else."""
    scheme, _, token = request.headers.get("Authorization", "").partition(" ")
    session = (request.view_args or {}).get("session_id")
    if session is None or scheme.lower() != "bearer":
        return None
    try:
        made = services().tokens.read(token.strip())
    except BadToken:
        return None
    return f"{made.session} {made.holder}" if made.session == session else None


class RateLimitWindow:
    """Counts of the minute or the day that runs, in this process's memory."""

    def __init__(self, seconds: int) -> None:
        self._seconds = seconds
        self._number = 0
        self._counts: dict[tuple[str, str], int] = {}
        self._lock = threading.Lock()

    def hit(self, kind: str, principal: str, cost: int = 1) -> int:
        """Count so many more; how many there are in this time."""
        number = int(time.time() // self._seconds)
        with self._lock:
            if number != self._number:
                self._number, self._counts = number, {}
            count = self._counts[kind, principal] = self._counts.get((kind, principal), 0) + cost
            return count


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
        """After these the count begins anew."""
        return max(1, math.ceil(self.window.seconds - time.time() % self.window.seconds))


class Limits:
    """Counts requests and refuses those beyond the settings."""

    def __init__(self, settings: Settings) -> None:
        self._most = {"reads": settings.reads_per_minute, "writes": settings.writes_per_minute}
        self._openings = {MINUTE: settings.openings_per_minute, DAY: settings.openings_per_day}
        self._bytes = settings.bytes_per_minute
        self._trusted = settings.trusted_proxies
        self._own = {seconds: RateLimitWindow(seconds) for seconds in ITEMS}
        self._shared: FixedWindowRateLimiter | None = None
        self.breaker = Breaker(REST_SECONDS)
        if (url := settings.limits_url) != OWN_MEMORY:
            self._shared = FixedWindowRateLimiter(storage_from_string(settings.limits_url, **_limits_of(url)))

    def check(self, request: Request) -> None:
        """Count this request, unless it is answered anew. Raises `Problem` when it is one too many."""
        if COUNTED in request.environ or request.path in FREE or request.path.endswith("/stream"):
            return
        closest: Left | None = None
        for window in self._counted_under(request):
            if window.most and window.cost:
                left = Left(window, window.most - self._count(window, window.cost))
                if closest is None or left.share < closest.share:
                    request.environ[COUNTED] = closest = left
                if left.number < 0:
                    wait = left.seconds
                    limit = f"{window.most} {window.kind} per {ITEMS[window.seconds][0]}"
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
                self._count(own, -own.cost)
            if left.window == own:
                left = Left(own, left.number + own.cost)
        response.headers["RateLimit-Policy"] = left.window.policy
        response.headers["RateLimit"] = f'"{left.window.kind}";r={max(left.number, 0)};t={left.seconds}'

    def count(self, window: Counted, cost: int) -> int:
        """Count so many more, or fewer; how many there are in this time."""
        return self._count(window, cost)

    def _counted_under(self, request: Request) -> Iterator[Counted]:
        """What the request counts as; first as a request of who asks."""
        kind = "reads" if request.method in SAFE else "writes"
        most, principal = self._most[kind], holder(request)
        address = asking_address(request, self._trusted)
        yield Counted(MINUTE, kind, principal or address, most, 1)
        yield Counted(MINUTE, f"{kind} from one address", address, most * HOLDERS_AT_AN_ADDRESS, 1)
        if kind == "writes" and request.endpoint in OPENINGS:
            for seconds, openings in self._openings.items():
                yield Counted(seconds, "openings from one address", address, openings, 1)
        if kind == "writes":
            yield Counted(MINUTE, "bytes from one address", address, self._bytes, _most_bytes(request))

    def _count(self, window: Counted, cost: int) -> int:
        """Count so many more; how many there are in this time."""
        if self._shared is not None and self.breaker.lets_ask():
            try:
                item = ITEMS[window.seconds][1](window.most)
                key = item.key_for(window.kind, window.principal)
                count = self._shared.storage.incr(key, window.seconds, amount=cost)
            except Exception as error:
                self.breaker.failed()
                LOG.warning("requests are counted here for now: %s does not count them", type(error).__name__)
            else:
                self.breaker.answered()
                return count
        return self._own[window.seconds].hit(window.kind, window.principal, cost)


def _limits_of(url: str) -> dict[str, float]:
    """How long a Redis is waited for; other stores have limits of their own."""
    of_redis = url.startswith(("redis", "rediss", "valkey", "unix"))
    return {"socket_connect_timeout": CONNECT_SECONDS, "socket_timeout": ANSWER_SECONDS} if of_redis else {}


def _most_bytes(request: Request) -> int:
    """The bytes that are read of the body at most: where it does not say, as many as are taken."""
    most, length = request.max_content_length or 0, request.content_length
    if length is None:
        return most if "Transfer-Encoding" in request.headers else 0
    return min(length, most)
