"""Rate limits: by holder where a token says who asks, and by address. Streams and health are free.

A token counts for its own session alone: what is asked elsewhere is asked by an address, whatever it brings.
All holders at an address together may ask ten times as much as one. What is made new for whoever asks
(sessions, component sets) and the bytes of all bodies are counted by address as well, so that a fresh token a
session widens nothing.

One web process counts in its own memory. Several share a Redis through `limits`, the library below
Flask-Limiter; while it cannot be reached, each counts by itself.
"""

from __future__ import annotations

import math
import threading
import time
from collections.abc import Iterator

from flask import Request
from limits import RateLimitItemPerMinute
from limits.storage import storage_from_string
from limits.strategies import FixedWindowRateLimiter

from service.bootstrap import services
from service.http.addresses import asking_address
from service.http.problems import Problem
from service.sessions.tokens import BadToken
from service.settings import Settings

FREE = ("/healthz", "/readyz", "/metrics")
MINUTE = 60
OWN_MEMORY = "memory://"
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


class Window:
    """Counts of the minute that runs, in this process's memory."""

    def __init__(self) -> None:
        self._minute = 0
        self._counts: dict[tuple[str, str], int] = {}
        self._lock = threading.Lock()

    def hit(self, kind: str, asker: str, cost: int = 1) -> int:
        """Count so many more; how many there are in this minute."""
        minute = int(time.time() // MINUTE)
        with self._lock:
            if minute != self._minute:
                self._minute, self._counts = minute, {}
            count = self._counts[kind, asker] = self._counts.get((kind, asker), 0) + cost
            return count


class Limits:
    """Counts requests and refuses those beyond the settings."""

    def __init__(self, settings: Settings) -> None:
        self._most = {"reads": settings.reads_per_minute, "writes": settings.writes_per_minute}
        self._openings = settings.openings_per_minute
        self._bytes = settings.bytes_per_minute
        self._trusted = settings.trusted_proxies
        self._own = Window()
        self._shared: FixedWindowRateLimiter | None = None
        if settings.limits_url != OWN_MEMORY:
            self._shared = FixedWindowRateLimiter(storage_from_string(settings.limits_url))

    def check(self, request: Request) -> None:
        """Count this request. Raises `Problem` when it is one too many."""
        if request.path in FREE or request.path.endswith("/stream"):
            return
        for kind, asker, most, cost in self._counted_under(request):
            if most and cost and not self._is_within(kind, asker, most, cost):
                seconds = max(1, math.ceil(MINUTE - time.time() % MINUTE))
                detail = f"At most {most} {kind} a minute. Wait {seconds} s."
                raise Problem("too-many-requests", detail, headers={"Retry-After": str(seconds)})

    def _counted_under(self, request: Request) -> Iterator[tuple[str, str, int, int]]:
        """What a request counts as, under whom, how many are taken in a minute, and how many it is."""
        kind = "reads" if request.method in SAFE else "writes"
        most, asker = self._most[kind], holder(request)
        address = asking_address(request, self._trusted)
        yield kind, asker or address, most, 1
        if asker is not None:
            yield f"{kind} from one address", address, most * HOLDERS_AT_AN_ADDRESS, 1
        if kind == "writes" and request.endpoint in OPENINGS:
            yield "openings from one address", address, self._openings, 1
        if kind == "writes":
            yield "bytes from one address", address, self._bytes, _most_bytes(request)

    def _is_within(self, kind: str, asker: str, most: int, cost: int) -> bool:
        if self._shared is not None:
            try:
                return self._shared.hit(RateLimitItemPerMinute(most), kind, asker, cost=cost)
            except Exception:
                return self._own.hit(kind, asker, cost) <= most
        return self._own.hit(kind, asker, cost) <= most


def _most_bytes(request: Request) -> int:
    """The bytes that are read of the body at most: where it does not say, as many as are taken."""
    most, length = request.max_content_length or 0, request.content_length
    if length is None:
        return most if "Transfer-Encoding" in request.headers else 0
    return min(length, most)
