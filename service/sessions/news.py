"""News between processes: which sessions have grown, through Redis. A hint: the log tells what is new.

Ids of sessions alone go that way, and only a process that has streams of a session looks at its log then.
"""

from __future__ import annotations

import secrets
from collections.abc import Iterable, Sequence

from redis.client import PubSub
from redis.exceptions import RedisError

from workers.breaker import Breaker
from workers.wake import ANSWER_SECONDS, impatient

CHANNEL = "tablelog:grown"
REST_SECONDS = 1.0
"""How long Redis is left alone after it failed: each time longer."""


class News:
    """What one process tells the others, and what it hears of them. It never raises."""

    def __init__(self, redis_url: str) -> None:
        self._redis = impatient(redis_url)
        self._me = secrets.token_hex(8).encode()
        self._telling = Breaker(REST_SECONDS)
        self._hearing = Breaker(REST_SECONDS)
        self._heard: PubSub | None = None

    def tell(self, sessions: Iterable[str]) -> None:
        """These have grown here. For one thread alone."""
        if not self._telling.lets_ask():
            return
        try:
            self._redis.publish(CHANNEL, b" ".join((self._me, *(one.encode() for one in sessions))))
        except (RedisError, OSError):
            self._telling.failed()
        else:
            self._telling.answered()

    def hear(self, seconds: float) -> Sequence[str] | None:
        """The sessions that have grown elsewhere, waiting so long for a first one. For one thread alone.

        None at once where Redis cannot be reached, or was lost a while ago. The first time it returns once
        nothing more can be missed.
        """
        if not self._hearing.lets_ask():
            return None
        try:
            if self._heard is None:
                self._heard = self._redis.pubsub()  # type: ignore[no-untyped-call]
                self._heard.subscribe(CHANNEL)
                self._heard.get_message(timeout=ANSWER_SECONDS)
                return ()
            message = self._heard.get_message(timeout=seconds)
        except (RedisError, OSError):
            self.leave()
            self._hearing.failed()
            return None
        self._hearing.answered()
        if message is None or message["type"] != "message":
            return ()
        teller, _, sessions = message["data"].partition(b" ")
        return () if teller == self._me else sessions.decode("ascii", "replace").split()

    def leave(self) -> None:
        """Hear of nothing more, until `hear` is asked again."""
        heard, self._heard = self._heard, None
        if heard is not None:
            heard.close()
