"""The files that commands are given: opened, and portable ones read a session at a time."""

from __future__ import annotations

from collections.abc import Iterator
from contextlib import contextmanager
from typing import IO

import click

from replays.portable import PortableSession, read_from

STANDARD_INPUT = "-"


@contextmanager
def opened(path: str) -> Iterator[IO[bytes]]:
    """The file, or standard input for `-`. Raises `click.ClickException`, also while it is being read."""
    try:
        with click.open_file(path, "rb") as file:
            yield file
    except OSError as error:
        raise click.ClickException(f"{path}: {error.strerror}") from error


def read_bytes(path: str) -> bytes:
    """The whole of a small file, or of standard input for `-`. Raises `click.ClickException`."""
    with opened(path) as file:
        return file.read()


def sessions_in(path: str) -> Iterator[PortableSession]:
    """Every session of a portable file, one at a time in memory.

    Raises `UnreadableFile`, `click.ClickException`.
    """
    with opened(path) as file:
        yield from read_from(file)
