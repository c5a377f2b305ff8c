"""The pace of following: one entry at once, many together, since a batch costs little more than an entry."""

from __future__ import annotations

import threading
import time
from collections.abc import Callable

LONGEST_SECONDS = 5.0
"""How long one job follows at most, so that rq hears of the worker and can end it."""

LONGEST_REST_SECONDS = 0.045
REST_SECONDS_AN_ENTRY = 0.005


def follow_at_a_pace(pull: Callable[[], int], ending: threading.Event) -> None:
    """Follow the log until nothing is new, resting between for longer the more there was.

    `pull` goes to the end of the log and returns how many entries were folded.

    Returns as well after `LONGEST_SECONDS`, and when `ending` is set: what is recorded meanwhile has woken a
    worker again.
    """
    until = time.monotonic() + LONGEST_SECONDS
    while folded := pull():
        rest = min(LONGEST_REST_SECONDS, REST_SECONDS_AN_ENTRY * folded)
        if ending.wait(rest) or time.monotonic() >= until:
            return
