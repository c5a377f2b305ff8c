"""Counts per minute and per day: in this process's memory, and through a Redis those of all processes.

Counting happens in memory and waits for nobody. Twice a second a thread settles: for each name that was
counted here since the last time, it writes this process's count to Redis and reads the counts of all
processes. Each process writes only its own count, and writing it again changes nothing. So if an answer is
lost, the count is written again: nothing is lost, and nothing counts twice.

While Redis does not answer, each process counts by itself. Counts that are not settled wait in memory until
their window ends, and take no more room than the counts that are.
"""

from __future__ import annotations

import logging
import secrets
import threading
from collections.abc import Iterable
from itertools import islice

from redis import Redis

from workers.wake import Breaker, impatient

MINUTE = 60
DAY = 24 * 60 * MINUTE
SETTLE_SECONDS = 0.5
NAMES_AT_ONCE = 1_000
"""How many names one pipeline settles."""
KEY = "tablelog:limits"
SPARE_SECONDS = 60
"""How much longer than its window a count stays in Redis."""
REST_SECONDS = 2.0
"""How long a Redis that failed is left alone at first."""
LOG = logging.getLogger("tablelog")

Name = tuple[str, str]
"""What is counted, and under whom."""


class RateLimitWindow:
    """Counts of the minute or the day that runs: its own, and those of others when last settled."""

    def __init__(self, seconds: int, *, shared: bool) -> None:
        self.seconds = seconds
        self._shared = shared
        self._number = 0
        self._own: dict[Name, int] = {}
        self._others: dict[Name, int] = {}
        self._unsettled: set[Name] = set()
        self._lock = threading.Lock()

    def hit(self, number: int, name: Name, cost: int) -> int:
        """Count so many more in the window of this number; how many there are in it as far as is known."""
        with self._lock:
            if number != self._number:
                self._number, self._own, self._others, self._unsettled = number, {}, {}, set()
            count = self._own[name] = self._own.get(name, 0) + cost
            if self._shared:
                self._unsettled.add(name)
            return count + self._others.get(name, 0)

    def take_unsettled(self) -> tuple[int, set[Name]]:
        """The number of the window, and the names counted in it since they were last taken."""
        with self._lock:
            names, self._unsettled = self._unsettled, set()
            return self._number, names

    def own(self, number: int, names: Iterable[Name]) -> dict[Name, int]:
        """This process's counts of these names in the window of this number; none if it has ended."""
        with self._lock:
            if number != self._number:
                return {}
            return {name: self._own[name] for name in names if name in self._own}

    def settle(self, number: int, others: dict[Name, int]) -> None:
        """Take over what the other processes counted in the window of this number."""
        with self._lock:
            if number == self._number:
                self._others |= others

    def put_back(self, number: int, names: set[Name]) -> None:
        """These names were taken and not settled."""
        with self._lock:
            if number == self._number:
                names |= self._unsettled
                self._unsettled = names


class RateLimitCounts:
    """The counts of this process, settled with those of others where they share a Redis. For any threads.

    The thread that settles starts at the first count, in the process that counts.
    """

    def __init__(self, redis_url: str | None) -> None:
        """redis_url: where processes settle; None: this process counts for itself."""
        shared = redis_url is not None
        self._windows = {seconds: RateLimitWindow(seconds, shared=shared) for seconds in (MINUTE, DAY)}
        self._redis: Redis | None = None if redis_url is None else impatient(redis_url)
        self._me = secrets.token_hex(8)
        self._settling = threading.Lock()
        self._starting = threading.Lock()
        self._ended = threading.Event()
        self._thread: threading.Thread | None = None
        self.breaker = Breaker(REST_SECONDS)

    def count(self, seconds: int, name: Name, cost: int, at: float) -> int:
        """Count so many more, or fewer, under a name in the minute or the day that contains a moment.

        at: seconds since 1970. Returns how many there are, as far as this process knows.
        """
        if self._thread is None and self._redis is not None:
            self._start()
        return self._windows[seconds].hit(int(at // seconds), name, cost)

    def settle(self) -> bool:
        """Exchange with Redis what was counted since the last time. Never raises.

        False if Redis does not answer: what is not settled waits for the next time.
        """
        with self._settling:
            return all(self._settle(window) for window in self._windows.values())

    def close(self) -> None:
        """Settle no more."""
        self._ended.set()

    def _start(self) -> None:
        with self._starting:
            if self._thread is None:
                self._me = secrets.token_hex(8)
                self._thread = threading.Thread(target=self._keep_settling, name="limits", daemon=True)
                self._thread.start()

    def _keep_settling(self) -> None:
        while not self._ended.wait(SETTLE_SECONDS):
            self.settle()

    def _settle(self, window: RateLimitWindow) -> bool:
        number, names = window.take_unsettled()
        if not names:
            return True
        if not self.breaker.lets_ask():
            window.put_back(number, names)
            return False
        try:
            waiting = iter(names)
            while own := window.own(number, islice(waiting, NAMES_AT_ONCE)):
                window.settle(number, self._exchange(window.seconds, number, own))
        except Exception as error:  # whatever it is, the thread must settle again
            window.put_back(number, names)
            if not self.breaker.is_open:
                LOG.warning("requests are counted here for now: %s does not count them", type(error).__name__)
            self.breaker.failed()
            return False
        self.breaker.answered()
        return True

    def _exchange(self, seconds: int, number: int, own: dict[Name, int]) -> dict[Name, int]:
        """Write this process's counts and return those of the others. Raises what the Redis client raises."""
        assert self._redis is not None
        pipeline = self._redis.pipeline(transaction=False)
        for (kind, principal), count in own.items():
            key = f"{KEY}:{seconds}:{number}:{kind}:{principal}".encode(errors="replace")
            pipeline.hset(key, self._me, str(count))
            pipeline.expire(key, seconds + SPARE_SECONDS)
            pipeline.hvals(key)
        counted = pipeline.execute()[2::3]
        return {
            name: sum(map(int, counts)) - count
            for (name, count), counts in zip(own.items(), counted, strict=True)
        }
