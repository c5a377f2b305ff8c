"""The folder for the Unix sockets of a home: ours alone, and with a short path however long the home's is."""

from __future__ import annotations

import errno
import hashlib
import os
import stat
import tempfile
from pathlib import Path

LONGEST_SOCKET_PATH = 100
"""Unix sockets allow 107 bytes; Redis adds a suffix while it starts."""
LONGEST_NAME = "redis.sock"
"""No socket in the folder has a longer name."""


def run_folder(home: Path) -> Path:
    """The folder for the sockets of this home, made with mode 0700 if it is missing. Raises `OSError`."""
    folder = home / "run"
    if len(str(folder / LONGEST_NAME)) > LONGEST_SOCKET_PATH:
        name = hashlib.sha256(str(home).encode()).hexdigest()[:12]
        folder = Path(tempfile.gettempdir()) / f"tablelog-{os.getuid()}-{name}"
    folder.mkdir(mode=0o700, parents=True, exist_ok=True)
    status = folder.lstat()
    if status.st_uid != os.getuid() or not stat.S_ISDIR(status.st_mode):
        raise PermissionError(errno.EPERM, "it belongs to somebody else", str(folder))
    folder.chmod(0o700)
    return folder
