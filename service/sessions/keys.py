"""The keys that sign tokens: made once, kept for their owner's eyes alone, and changed without a break."""

from __future__ import annotations

import fcntl
import os
import secrets
import tempfile
from collections.abc import Iterator, Sequence
from contextlib import contextmanager
from pathlib import Path
from typing import NamedTuple

from replays.private_files import FOR_ITS_OWNER, tighten
from service.drafts import sync_folder, write_first

SECRET_FILE = "secret.key"
SECRET_BYTES = 32
SHORTEST_KEY = 32
"""Signs of a key that signs. Who guesses it makes every session's tokens."""


class FaultyKey(Exception):
    """A key that must not sign; the message says what to do."""


class Keys(NamedTuple):
    """`signing` makes tokens. Tokens that one of the `old` ones made are good until it is retired."""

    signing: str
    old: tuple[str, ...] = ()


def checked(keys: Keys, where: str) -> Keys:
    """The keys, if they may be used. Raises `FaultyKey`."""
    if len(keys.signing) < SHORTEST_KEY:
        raise FaultyKey(
            f"{where} is too short: {len(keys.signing)} signs, and {SHORTEST_KEY} are the least, since who "
            "guesses it makes every session's tokens."
        )
    if "" in keys.old:
        raise FaultyKey(f"{where}: one of the old keys is empty, and anybody could have signed with it.")
    return keys


def kept_keys(home: Path) -> Keys:
    """The keys of a home, the first made on the first start. Raises `FaultyKey`, `OSError`."""
    path = home / SECRET_FILE
    if not path.exists():
        made = secrets.token_hex(SECRET_BYTES).encode()
        with _held(home):
            write_first(path, made, FOR_ITS_OWNER)
    tighten(path)
    return read_keys(path)


def read_keys(path: Path) -> Keys:
    """The keys in a file, one a line: the first signs, the others are old. Raises `FaultyKey`, `OSError`.

    A key that was wrapped over several lines, which signed as a whole once, is known as a whole as well.
    """
    lines = _lines(path)
    if not lines:
        raise FaultyKey(
            f"{path} is empty: anybody could make tokens. Put its copy back from a backup; without one "
            "delete it, and a new key is made at the next start, which makes all tokens void."
        )
    wrapped = tuple("\n".join(lines[first:]) for first in range(len(lines) - 1))
    try:
        return checked(Keys(lines[0], (*lines[1:], *wrapped)), f"The key in {path}")
    except FaultyKey as error:
        raise FaultyKey(
            f"{error} `tablelog keys rotate` puts a new one above it, and tokens that it signed stay good "
            "until `tablelog keys retire`."
        ) from None


def rotate(home: Path) -> int:
    """Put a new key above those of the home; how many there are then. Raises `OSError`."""
    path = home / SECRET_FILE
    with _held(home):
        lines = [secrets.token_hex(SECRET_BYTES), *(_lines(path) if path.exists() else ())]
        _replace(path, lines)
    return len(lines)


def retire(home: Path) -> int:
    """Take away every key of the home but the first; how many went. Raises `FaultyKey`, `OSError`."""
    path = home / SECRET_FILE
    with _held(home):
        read_keys(path)
        lines = _lines(path)
        _replace(path, lines[:1])
    return len(lines) - 1


@contextmanager
def _held(home: Path) -> Iterator[None]:
    """Let one process at a time change the keys of a home. Raises `OSError`.

    The folder itself is locked: the file is replaced, and a lock on it would be one on what was there before.
    """
    folder = os.open(home, os.O_RDONLY | os.O_DIRECTORY)
    try:
        fcntl.flock(folder, fcntl.LOCK_EX)
        yield
    finally:
        os.close(folder)


class KeyFile:
    """The keys of a home as other processes may have changed them since."""

    def __init__(self, home: Path) -> None:
        self.path = home / SECRET_FILE
        self._seen = self._mark()

    def news(self) -> Keys | None:
        """The keys, if the file is another one than when it was last looked at."""
        mark = self._mark()
        if mark is None or mark == self._seen:
            return None
        self._seen = mark
        try:
            return read_keys(self.path)
        except (FaultyKey, OSError):
            return None

    def _mark(self) -> tuple[int, int, int] | None:
        try:
            status = self.path.stat()
        except OSError:
            return None
        return status.st_ino, status.st_size, status.st_mtime_ns


def _lines(path: Path) -> list[str]:
    return [line.strip() for line in path.read_text().splitlines() if line.strip()]


def _replace(path: Path, lines: Sequence[str]) -> None:
    draft = _draft(path, lines)
    try:
        draft.replace(path)
    except OSError:
        draft.unlink()
        raise
    sync_folder(path.parent)


def _draft(path: Path, lines: Sequence[str]) -> Path:
    """A file beside it with mode 0600, on the disk before it gets its name: a lost key voids all tokens."""
    descriptor, draft = tempfile.mkstemp(dir=path.parent, prefix=path.name)
    with os.fdopen(descriptor, "w") as file:
        os.fchmod(file.fileno(), 0o600)
        file.write("\n".join(lines))
        file.flush()
        os.fsync(file.fileno())
    return Path(draft)
