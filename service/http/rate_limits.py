"""Rate limits: by holder where a token says who asks, else by address. Streams and health are free.

One web process counts in its own memory. Several share a Redis through `limits`, the library below
Flask-Limiter; while it cannot be reached, each counts by itself.
"""

from __future__ import annotations

import math
import threading
import time

from flask import Request
from limits import RateLimitItemPerMinute
from limits.storage import storage_from_string
from limits.strategies import FixedWindowRateLimiter

from service.bootstrap import services
from service.http.problems import Problem
from service.sessions.tokens import BadToken
from service.settings import Settings

FREE = ("/healthz", "/readyz", "/metrics")
MINUTE = 60
OWN_MEMORY = "memory://"
SAFE = ("GET", "HEAD", "OPTIONS")


def who(request: Request) -> str:
    """What requests are counted under. A token counts only if it was made here."""
    scheme, _, token = request.headers.get("Authorization", "").partition(" ")
    if scheme.lower() == "bearer":
        try:
            made = services().tokens.read(token.strip())
        except BadToken:
            return request.remote_addr or ""
        return f"{made.session} {made.holder}"
    return request.remote_addr or ""


class Window:
    """Counts of the minute that runs, in this process's memory."""

    def __init__(self) -> None:
        self._minute = 0
        self._counts: dict[tuple[str, str], int] = {}
        self._lock = threading.Lock()

    def hit(self, kind: str, asker: str) -> int:
        """Count one more; how many there are in this minute."""
        minute = int(time.time() // MINUTE)
        with self._lock:
            if minute != self._minute:
                self._minute, self._counts = minute, {}
            count = self._counts[kind, asker] = self._counts.get((kind, asker), 0) + 1
            return count


class Limits:
    """Counts requests and refuses those beyond the settings."""

    def __init__(self, settings: Settings) -> None:
        self._most = {"reads": settings.reads_per_minute, "writes": settings.writes_per_minute}
        self._own = Window()
        self._shared: FixedWindowRateLimiter | None = None
        if settings.limits_url != OWN_MEMORY:
            self._shared = FixedWindowRateLimiter(storage_from_string(settings.limits_url))

    def check(self, request: Request) -> None:
        """Count this request. Raises `Problem` when it is one too many."""
        kind = "reads" if request.method in SAFE else "writes"
        most = self._most[kind]
        if not most or request.path in FREE or request.path.endswith("/stream"):
            return
        if not self._is_within(kind, who(request), most):
            seconds = max(1, math.ceil(MINUTE - time.time() % MINUTE))
            detail = f"At most {most} {kind} a minute. Wait {seconds} s."
            raise Problem("too-many-requests", detail, headers={"Retry-After": str(seconds)})

    def _is_within(self, kind: str, asker: str, most: int) -> bool:
        if self._shared is not None:
            try:
                return self._shared.hit(RateLimitItemPerMinute(most), kind, asker)
            except Exception:
                return self._own.hit(kind, asker) <= most
        return self._own.hit(kind, asker) <= most
