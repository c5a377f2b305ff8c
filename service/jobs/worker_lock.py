"""The file that a worker of this home holds locked while it runs, so that no second one is started for it."""

from __future__ import annotations

import fcntl
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path

from replays.private_files import make_private

WORKER_LOCK = "jobs.lock"


@contextmanager
def running_worker(home: Path, *, alone: bool) -> Iterator[bool]:
    """Show that a worker runs. With `alone` the value is False if another one does already."""
    with make_private(home / WORKER_LOCK).open("rb") as file:
        try:
            fcntl.flock(file, fcntl.LOCK_EX | fcntl.LOCK_NB if alone else fcntl.LOCK_SH)
        except BlockingIOError:
            yield False
        else:
            yield True


def worker_is_running(home: Path) -> bool:
    """Whether a worker of this home runs. Raises `OSError`."""
    try:
        with (home / WORKER_LOCK).open("rb") as file:
            fcntl.flock(file, fcntl.LOCK_EX | fcntl.LOCK_NB)
    except FileNotFoundError:
        return False
    except BlockingIOError:
        return True
    return False
