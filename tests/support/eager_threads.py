"""Threads that change as often as they can: two meet in the middle of whatever both touch."""

from __future__ import annotations

import sys
from collections.abc import Iterator
from contextlib import contextmanager

EAGER_SECONDS = 1e-6


@contextmanager
def eager_threads() -> Iterator[None]:
    """Have all threads of this process change so, where the interpreter changes them every 5 ms otherwise."""
    usual = sys.getswitchinterval()
    sys.setswitchinterval(EAGER_SECONDS)
    try:
        yield
    finally:
        sys.setswitchinterval(usual)
