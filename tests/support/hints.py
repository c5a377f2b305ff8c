"""Working off the hints that wait in a Redis, as a worker does."""

from __future__ import annotations

import threading

from tests.conftest import RedisServer
from workers.listening import Listener, RedisAvailability
from workers.wake import Hint


def work_off(hint: Hint, redis_server: RedisServer) -> None:
    """Let a worker take all that waits now."""
    Listener(hint, redis_server.client(), threading.Event(), RedisAvailability()).work(burst=True)
