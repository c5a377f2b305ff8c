"""The files in which Tablelog 0.4 kept its jobs. They are not carried over: callers send the requests again.

A module of its own: a worker for jobs imports it and must load no game.
"""

from __future__ import annotations

import shutil
from contextlib import suppress
from pathlib import Path

FORMER_FOLDER, FORMER_LOCK = "heavy", "heavy.lock"


def remove_former_files(home: Path) -> None:
    """Delete the folder and the lock of 0.4 from the home, if they are there and can be deleted."""
    shutil.rmtree(home / FORMER_FOLDER, ignore_errors=True)
    with suppress(OSError):
        (home / FORMER_LOCK).unlink(missing_ok=True)
