"""Rate limits: by holder where a token says who asks, else by address. Streams and health are free.

The windows are those of `limits`, the library below Flask-Limiter: asked directly they cost a request
five microseconds, and a store of counts that fails is passed over for the process's own memory.
"""

from __future__ import annotations

import math
import time

from flask import Flask, request
from limits import RateLimitItem, RateLimitItemPerMinute
from limits.storage import MemoryStorage, storage_from_string
from limits.strategies import FixedWindowRateLimiter

from service.asking import services
from service.problems import Problem
from service.settings import Settings
from service.tokens import BadToken

FREE = ("/healthz", "/readyz", "/metrics")
SAFE = ("GET", "HEAD", "OPTIONS")


def who() -> str:
    """What requests are counted under. A token counts only if it was made here."""
    scheme, _, token = request.headers.get("Authorization", "").partition(" ")
    if scheme.lower() == "bearer":
        try:
            made = services().tokens.read(token.strip())
        except BadToken:
            return request.remote_addr or ""
        return f"{made.session} {made.holder}"
    return request.remote_addr or ""


class Limits:
    """Counts requests and refuses those beyond the settings."""

    def __init__(self, settings: Settings) -> None:
        reads, writes = settings.reads_per_minute, settings.writes_per_minute
        self._reads = RateLimitItemPerMinute(reads) if reads else None
        self._writes = RateLimitItemPerMinute(writes) if writes else None
        self._own = FixedWindowRateLimiter(MemoryStorage())
        shared = settings.limits_url != "memory://"
        self._counts = (
            FixedWindowRateLimiter(storage_from_string(settings.limits_url)) if shared else self._own  # type: ignore[arg-type]
        )

    def check(self) -> None:
        """Count this request. Raises `Problem` when it is one too many."""
        safe = request.method in SAFE
        item = self._reads if safe else self._writes
        if item is None or request.path in FREE or request.path.endswith("/stream"):
            return
        kind, asker = ("reads" if safe else "writes"), who()
        if not self._hit(item, kind, asker):
            until = self._own.get_window_stats(item, kind, asker).reset_time
            seconds = max(1, math.ceil(until - time.time()))
            detail = f"At most {item.amount} {kind} a minute. Wait {seconds} s."
            raise Problem("too-many-requests", detail, headers={"Retry-After": str(seconds)})

    def _hit(self, item: RateLimitItem, kind: str, asker: str) -> bool:
        if self._counts is not self._own:
            try:
                return self._counts.hit(item, kind, asker)
            except Exception:
                return self._own.hit(item, kind, asker)
        return self._own.hit(item, kind, asker)


def install(app: Flask, settings: Settings) -> None:
    """Limit the requests of the app."""
    app.before_request(Limits(settings).check)
