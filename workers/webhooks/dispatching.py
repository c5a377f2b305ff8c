"""Dispatching: deliveries that are due begin in turn, each in a thread of its own, while there is room."""

from __future__ import annotations

import logging
import threading
from collections import Counter
from collections.abc import Callable, Iterable
from datetime import datetime

import sqlalchemy as sa
from sqlalchemy.exc import SQLAlchemyError

from workers.webhooks.deliveries import Due, due
from workers.webhooks.flights import Flights
from workers.webhooks.receivers import Reach
from workers.webhooks.telling import tell, utc_now

LOG = logging.getLogger("workers")


class Dispatcher:
    """Tells receivers what waits for them. bell: rings when a place is free that somebody waits for.

    reach, agent: as `tell` has them.
    """

    def __init__(
        self, engine: sa.Engine, reach: Reach, agent: str, clock: Callable[[], datetime] = utc_now
    ) -> None:
        self.flights = Flights()
        self.bell = threading.Event()
        self._engine = engine
        self._reach = reach
        self._agent = agent
        self._clock = clock

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
