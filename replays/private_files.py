"""Files for their owner's eyes alone: logs and tables hold hidden hands, keys and secrets of draws."""

from __future__ import annotations

import logging
import os
import stat
from contextlib import suppress
from pathlib import Path

LOG = logging.getLogger("tablelog")
FOR_ITS_OWNER = 0o600
OF_OTHERS = 0o077
BESIDE_SQLITE = ("", "-wal", "-shm", "-journal")


def make_private(path: Path) -> Path:
    """The file, made if it is missing, with mode 0600 whatever the umask. Raises `OSError`."""
    with suppress(FileExistsError):
        descriptor = os.open(path, os.O_CREAT | os.O_EXCL | os.O_WRONLY, FOR_ITS_OWNER)
        try:
            os.fchmod(descriptor, FOR_ITS_OWNER)
        finally:
            os.close(descriptor)
    tighten(path)
    return path


def tighten(path: Path) -> None:
    """Take everybody else's rights from a file that has them, and say so."""
    try:
        mode = path.stat().st_mode
        if not stat.S_ISREG(mode) or not mode & OF_OTHERS:
            return
        path.chmod(FOR_ITS_OWNER)
    except FileNotFoundError:
        return
    except OSError as error:
        LOG.warning("%s can be read by others, and its mode cannot be changed: %s.", path, error.strerror)
        return
    LOG.warning("%s could be read by others; its mode is 0600 now.", path)


def make_private_database(path: str) -> None:
    """The same for a database of SQLite, before SQLite makes it: what it puts beside takes its mode.

    What cannot be made is left to SQLite to complain of.
    """
    for suffix in BESIDE_SQLITE[1:]:
        tighten(Path(path + suffix))
    with suppress(OSError):
        make_private(Path(path))
