"""Dispatches due deliveries in turn, one thread per delivery, while there is room.

The number of deliveries in flight is limited. A receiver is a host and a port of a URL; a name costs
nothing, so the address that is connected to has a limit, too. A slow receiver is paused for growing
intervals; the others notice nothing.
"""

from __future__ import annotations

import logging
import threading
import time
from collections import Counter
from collections.abc import Callable, Iterable, Iterator
from contextlib import contextmanager
from datetime import datetime, timedelta
from functools import partial
from typing import NamedTuple

import sqlalchemy as sa
from sqlalchemy.exc import SQLAlchemyError

from replays.clocks import now_of
from workers.webhooks.deliveries import Delivery, Due, begin, due, put_off, settle
from workers.webhooks.receivers import Reach, named
from workers.webhooks.sending import SECONDS, DeliveryOutcome, anywhere, send, signature

# Flights: the deliveries that this process sends at the moment, bounded so that nobody takes all of them.

MOST = 32
MOST_OF_A_RECEIVER = 2
MOST_OF_A_SESSION = 2
MOST_TO_AN_ADDRESS = 8
SLOW_SECONDS = 2.0
"""An attempt that takes so long is slow, whatever comes of it."""
SLOW_BEFORE_REST = 3
"""After so many slow attempts in a row, a receiver rests."""
FIRST_REST_SECONDS = 10.0
LONGEST_REST_SECONDS = 600.0
MOST_DOUBLINGS = 16
MOST_REMEMBERED = 10_000
"""Receivers whose slowness is remembered; the one that was slow first is forgotten first."""


class Crowded(Exception):
    """As many deliveries as may be are on their way to this address."""


class Slowness(NamedTuple):
    """How many attempts in a row were slow, and when the receiver is tried again (monotonic seconds)."""

    times: int
    rests_until: float


class Flights:
    """What this process sends at the moment. Threads share it."""

    def __init__(self) -> None:
        self._lock = threading.Lock()
        self._webhooks: set[str] = set()
        self._receivers: Counter[str] = Counter()
        self._sessions: Counter[str] = Counter()
        self._addresses: Counter[str] = Counter()
        self._slow: dict[str, Slowness] = {}
        self._somebody_waits = False

    def begin(self, due: Due) -> bool:
        """Take a place for a delivery; False where it has one or there is none, or its receiver rests."""
        with self._lock:
            if due.webhook in self._webhooks:
                return False
            slow = self._slow.get(due.receiver)
            most = 1 if slow is not None and slow.times >= SLOW_BEFORE_REST else MOST_OF_A_RECEIVER
            if slow is not None and time.monotonic() < slow.rests_until:
                return False
            if (
                len(self._webhooks) >= MOST
                or self._receivers[due.receiver] >= most
                or self._sessions[due.session] >= MOST_OF_A_SESSION
            ):
                self._somebody_waits = True
                return False
            self._webhooks.add(due.webhook)
            self._receivers[due.receiver] += 1
            self._sessions[due.session] += 1
            return True

    def end(self, due: Due) -> bool:
        """Give the place back; whether somebody waits for one, since this was asked last."""
        with self._lock:
            waits, self._somebody_waits = self._somebody_waits, False
            self._webhooks.remove(due.webhook)
            _less(self._receivers, due.receiver)
            _less(self._sessions, due.session)
            return waits

    def took(self, receiver: str, seconds: float) -> None:
        """Remember how long an attempt took, successful or not."""
        with self._lock:
            known = self._slow.pop(receiver, None)
            if seconds < SLOW_SECONDS:
                return
            times = 1 if known is None else known.times + 1
            rest = 0.0
            if (more := times - SLOW_BEFORE_REST) >= 0:
                rest = min(FIRST_REST_SECONDS * 2.0 ** min(more, MOST_DOUBLINGS), LONGEST_REST_SECONDS)
            self._slow[receiver] = Slowness(times, time.monotonic() + rest)
            if len(self._slow) > MOST_REMEMBERED:
                del self._slow[next(iter(self._slow))]

    @contextmanager
    def to(self, address: str) -> Iterator[None]:
        """Hold a place at an address. Raises `Crowded`."""
        with self._lock:
            if self._addresses[address] >= MOST_TO_AN_ADDRESS:
                raise Crowded(address)
            self._addresses[address] += 1
        try:
            yield
        finally:
            with self._lock:
                _less(self._addresses, address)


def _less(counts: Counter[str], key: str) -> None:
    counts[key] -= 1
    if not counts[key]:
        del counts[key]


# Telling one receiver what waits for it: one attempt, held, sent, settled.

CROWDED_PAUSE = timedelta(seconds=1)
"""Before an address is tried again to which as many deliveries as may be were on their way."""


def tell(
    engine: sa.Engine,
    webhook: str,
    reach: Reach,
    agent: str,
    clock: Callable[[], datetime] | None = None,
    flights: Flights | None = None,
) -> DeliveryOutcome | None:
    """Send what waits, if anything does and nobody else sends it. agent: how we call ourselves.

    clock: whose time decides; None: the clock that all processes of the database share.
    flights: what else is sent at the moment. Where its address takes no more, it is put off: None.
    Raises the database's errors: what was sent and could not be settled is sent again, under the same id.
    """
    if reach == "off":
        return None
    clock = clock or partial(now_of, engine)
    until = time.monotonic() + SECONDS
    delivery = begin(engine, webhook, clock())
    if delivery is None:
        return None
    sent_at = clock()
    places = anywhere if flights is None else flights.to
    began = time.monotonic()
    try:
        outcome = send(delivery.url, headers(delivery, sent_at, agent), delivery.body, reach, until, places)
    except Crowded:
        put_off(engine, delivery, clock() + CROWDED_PAUSE)
        return None
    if flights is not None:
        flights.took(named(delivery.url), time.monotonic() - began)
    settle(engine, delivery, outcome, clock())
    return outcome


def headers(delivery: Delivery, sent_at: datetime, agent: str) -> dict[str, str]:
    """The headers of a delivery: the signature is of this attempt, the id of all attempts."""
    seconds = int(sent_at.timestamp())
    return {
        "Content-Type": "application/json",
        "User-Agent": agent,
        "webhook-id": delivery.id,
        "webhook-timestamp": str(seconds),
        "webhook-signature": signature(delivery.secret, delivery.id, seconds, delivery.body),
    }


# Dispatching: deliveries that are due begin in turn, each in a thread of its own, while there is room.

LOG = logging.getLogger("workers")


class Dispatcher:
    """Tells receivers what waits for them. bell: rings when a place is free that somebody waits for.

    reach, agent, clock: as `tell` has them.
    """

    def __init__(
        self, engine: sa.Engine, reach: Reach, agent: str, clock: Callable[[], datetime] | None = None
    ) -> None:
        self.flights = Flights()
        self.bell = threading.Event()
        self._engine = engine
        self._reach = reach
        self._agent = agent
        self._clock = clock or partial(now_of, engine)

    def look(self) -> int:
        """Begin what is due and has room; returns how many deliveries began. Raises the database's errors."""
        began = 0
        for one in in_turn(due(self._engine, self._clock())):
            if self.flights.begin(one):
                threading.Thread(target=self._send, args=(one,), name="webhook", daemon=True).start()
                began += 1
        return began

    def _send(self, one: Due) -> None:
        try:
            tell(self._engine, one.webhook, self._reach, self._agent, self._clock, self.flights)
        except SQLAlchemyError as error:
            LOG.error(
                "a delivery was not noted as sent (%s) and is sent again", getattr(error, "orig", error)
            )
        except Exception:
            LOG.exception("a delivery failed; it will be sent again")
        finally:
            if self.flights.end(one):
                self.bell.set()


def in_turn(waiting: Iterable[Due]) -> list[Due]:
    """Round robin over receivers and over sessions: a first one of each comes before any second one."""
    receivers: Counter[str] = Counter()
    sessions: Counter[str] = Counter()
    ranked = []
    for one in waiting:
        ranked.append((max(receivers[one.receiver], sessions[one.session]), one))
        receivers[one.receiver] += 1
        sessions[one.session] += 1
    return [one for _, one in sorted(ranked, key=lambda pair: pair[0])]
