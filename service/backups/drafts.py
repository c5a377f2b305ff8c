"""Files and folders that are there whole or not at all: made beside their place, then renamed."""

from __future__ import annotations

import os
import secrets
import shutil
import tempfile
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path

READABLE = 0o666
"""As the umask has it."""

MOST_NAMED = 5
"""Names of what is in the way, in one sentence."""


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


class Occupied(Exception):
    """There is something already where a folder is to be made."""


def must_be_free(folder: Path) -> None:
    """Raises `Occupied` unless nothing is there, or an empty folder."""
    if not folder.is_dir():
        if folder.exists() or folder.is_symlink():
            raise Occupied(f"{folder} is there already and is no folder.")
        return
    held = sorted(path.name for path in folder.iterdir())
    if held:
        more = f" and {len(held) - MOST_NAMED} more" if len(held) > MOST_NAMED else ""
        raise Occupied(f"{folder} is not empty: it holds {', '.join(held[:MOST_NAMED])}{more}.")


@contextmanager
def whole_folder(folder: Path) -> Iterator[Path]:
    """A draft beside `folder`, its owner's alone, that takes its place at the end, or is gone.

    Files in it must be durable by themselves. Raises `Occupied`, `OSError`.
    """
    folder = folder.resolve()
    must_be_free(folder)
    folder.parent.mkdir(parents=True, exist_ok=True)
    draft = Path(tempfile.mkdtemp(dir=folder.parent, prefix=f".{folder.name}.", suffix=".draft"))
    try:
        yield draft
        sync_folder(draft)
        must_be_free(folder)
        draft.rename(folder)
        sync_folder(folder.parent)
    finally:
        shutil.rmtree(draft, ignore_errors=True)
