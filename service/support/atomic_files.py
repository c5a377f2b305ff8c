"""Atomic files and folders: written next to their final path, then renamed."""

from __future__ import annotations

import os
import secrets
import shutil
import tempfile
from collections.abc import Iterator
from contextlib import contextmanager, suppress
from pathlib import Path

READABLE = 0o666
"""As the umask has it; any other mode is what it says whatever the umask."""

MOST_NAMED = 5
"""Names of what is in the way, in one sentence."""


def replace_file(path: Path, data: bytes, mode: int = READABLE) -> None:
    """Put a file in its place, instead of one that may be there, once it is durable. Raises `OSError`."""
    draft = _draft_of(path)
    try:
        _write(draft, data, mode)
        draft.rename(path)
    except BaseException:
        draft.unlink(missing_ok=True)
        raise


def write_first(path: Path, data: bytes, mode: int = READABLE) -> None:
    """The same, but keep an existing file, perhaps written by a faster process. Raises `OSError`."""
    draft = _draft_of(path)
    try:
        _write(draft, data, mode)
        with suppress(FileExistsError):
            os.link(draft, path)
        sync_folder(path.parent)
    finally:
        draft.unlink(missing_ok=True)


def _draft_of(path: Path) -> Path:
    return path.with_name(f".{path.name}.{secrets.token_hex(4)}.draft")


def _write(draft: Path, data: bytes, mode: int) -> None:
    with open(draft, "xb", opener=lambda name, flags: os.open(name, flags, mode)) as file:
        if mode != READABLE:
            os.fchmod(file.fileno(), mode)
        file.write(data)
        file.flush()
        os.fsync(file.fileno())


def sync_folder(folder: Path) -> None:
    """Make the names in a folder durable. Raises `OSError`."""
    descriptor = os.open(folder, os.O_RDONLY | os.O_DIRECTORY)
    try:
        os.fsync(descriptor)
    finally:
        os.close(descriptor)


class Occupied(Exception):
    """The path of a new folder is already occupied."""


def must_be_free(folder: Path) -> None:
    """Raises `Occupied` unless nothing is there, or an empty folder."""
    if not folder.is_dir():
        if folder.exists() or folder.is_symlink():
            raise Occupied(f"{folder} already exists and is not a folder.")
        return
    held = sorted(path.name for path in folder.iterdir())
    if held:
        more = f" and {len(held) - MOST_NAMED} more" if len(held) > MOST_NAMED else ""
        raise Occupied(f"{folder} is not empty: it holds {', '.join(held[:MOST_NAMED])}{more}.")


@contextmanager
def atomic_folder(folder: Path) -> Iterator[Path]:
    """Yield a private draft next to `folder`, which becomes `folder` at the end, or is deleted.

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
