"""Looking for what is to be told: a hint for each webhook through Redis, or, without it, telling here."""

from __future__ import annotations

import threading
from collections.abc import Callable
from datetime import datetime

import sqlalchemy as sa

from workers.webhooks.deliveries import due

MOST_AT_ONCE = 100


def look(
    engine: sa.Engine,
    hint: Callable[[str], bool],
    tell: Callable[[str], object],
    now: datetime,
    stop: threading.Event,
) -> int:
    """See to it that all that is due is told; returns for how many webhooks something is.

    hint: whether somebody is told to tell it; else `tell` does, one webhook after the other.
    Raises the database's errors.
    """
    found = due(engine, now, MOST_AT_ONCE)
    for webhook in found:
        if not stop.is_set() and not hint(webhook):
            tell(webhook)
    return len(found)
