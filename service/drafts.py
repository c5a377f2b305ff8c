"""Files that are there whole or not at all: written beside their place, made durable, then renamed."""

from __future__ import annotations

import os
import secrets
from pathlib import Path

READABLE = 0o666
"""As the umask has it."""

PRIVATE = 0o600


def write_whole(path: Path, data: bytes, mode: int = READABLE) -> None:
    """Put a file in its place, instead of one that may be there, once it is durable. Raises `OSError`."""
    draft = path.with_name(f".{path.name}.{secrets.token_hex(4)}.draft")
    try:
        with open(draft, "xb", opener=lambda name, flags: os.open(name, flags, mode)) as file:
            file.write(data)
            file.flush()
            os.fsync(file.fileno())
        draft.rename(path)
    except BaseException:
        draft.unlink(missing_ok=True)
        raise


def sync_folder(folder: Path) -> None:
    """Make the names in a folder durable. Raises `OSError`."""
    descriptor = os.open(folder, os.O_RDONLY | os.O_DIRECTORY)
    try:
        os.fsync(descriptor)
    finally:
        os.close(descriptor)
