"""Disks of a few mebibytes in memory, to be filled to their last byte."""

from __future__ import annotations

import os
import subprocess
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path

BALLAST = "ballast"


class CannotMount(Exception):
    """This machine, or this user, may mount nothing."""


@contextmanager
def small_disk(folder: Path, mebibytes: int) -> Iterator[Path]:
    """A disk of this size at a new folder. Raises `CannotMount` with the system's own words."""
    folder.mkdir()
    command = ["mount", "-t", "tmpfs", "-o", f"size={mebibytes}m", "tmpfs", str(folder)]
    try:
        mounted = subprocess.run(command, capture_output=True, text=True)
    except FileNotFoundError as error:
        folder.rmdir()
        raise CannotMount("no mount is on the path") from error
    if mounted.returncode != 0:
        folder.rmdir()
        raise CannotMount(mounted.stderr.strip())
    try:
        yield folder
    finally:
        subprocess.run(["umount", "--lazy", str(folder)], check=True)
        folder.rmdir()


def fill(disk: Path) -> None:
    """Write until nothing more goes in: whole mebibytes first, single bytes last."""
    ballast = os.open(disk / BALLAST, os.O_WRONLY | os.O_CREAT | os.O_APPEND)
    try:
        for size in (2**20, 2**12, 1):
            while _goes_in(ballast, bytes(size)):
                pass
    finally:
        os.close(ballast)


def _goes_in(file: int, written: bytes) -> bool:
    try:
        return os.write(file, written) > 0
    except OSError:
        return False


def give_back(disk: Path) -> None:
    """Make room again."""
    (disk / BALLAST).unlink()
