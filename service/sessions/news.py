"""News between processes: which sessions have grown, through Redis. A hint: the log tells what is new.

Ids of sessions alone go that way, and only a process that has streams of a session looks at its log then.
"""

from __future__ import annotations

import secrets
import time
from collections.abc import Iterable, Sequence

from redis import Redis
from redis.client import PubSub
from redis.exceptions import RedisError

from workers.wake import ANSWER_SECONDS, CONNECT_SECONDS

CHANNEL = "tablelog:grown"
REST_SECONDS = 1.0
LONGEST_REST_SECONDS = 30.0
"""How long Redis is left alone after it failed: each time longer."""


class News:
    """What one process tells the others, and what it hears of them. It never raises."""

    def __init__(self, redis_url: str) -> None:
        self._redis = Redis.from_url(
            redis_url, socket_connect_timeout=CONNECT_SECONDS, socket_timeout=ANSWER_SECONDS
        )
        self._me = secrets.token_hex(8).encode()
        self._telling = Rests()
        self._hearing = Rests()
        self._heard: PubSub | None = None

    def tell(self, sessions: Iterable[str]) -> None:
        """These have grown here. For one thread alone."""
        if self._telling.now():
            return
        try:
            self._redis.publish(CHANNEL, b" ".join((self._me, *(one.encode() for one in sessions))))
        except (RedisError, OSError):
            self._telling.begin()
        else:
            self._telling.end()

    def hear(self, seconds: float) -> Sequence[str] | None:
        """The sessions that have grown elsewhere, waiting so long for a first one. For one thread alone.

        None at once where Redis cannot be reached, or was lost a while ago. The first time it returns once
        nothing more can be missed.
        """
        if self._hearing.now():
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
            self._hearing.begin()
            return None
        self._hearing.end()
        if message is None or message["type"] != "message":
            return ()
        teller, *sessions = message["data"].split()
        return () if teller == self._me else [session.decode() for session in sessions]

    def leave(self) -> None:
        """Hear of nothing more, until `hear` is asked again."""
        heard, self._heard = self._heard, None
        if heard is not None:
            heard.close()


class Rests:
    """How long somebody is left alone who failed again and again."""

    def __init__(self) -> None:
        self._seconds = REST_SECONDS
        self._until = 0.0

    def now(self) -> bool:
        """Whether it is being left alone."""
        return time.monotonic() < self._until

    def begin(self) -> None:
        """It has failed."""
        self._until = time.monotonic() + self._seconds
        self._seconds = min(2 * self._seconds, LONGEST_REST_SECONDS)

    def end(self) -> None:
        """It has answered."""
        self._seconds = REST_SECONDS
