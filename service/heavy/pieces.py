"""Pieces of heavy work: files in the home, which tell what is asked, who works on it and what came of it.

Each piece has a few files of its own name. `.asked` says what is wanted, `.file` what came along. Who works
on it holds `.begun` locked, and no lock outlives its process, so that nobody waits for the dead. `.done` or
`.failed` ends it. Whatever else tells of a piece (a job, a request that waits) may be lost to no harm.
"""

from __future__ import annotations

import fcntl
import os
import secrets
import shutil
import time
from collections.abc import Iterator
from contextlib import contextmanager, suppress
from pathlib import Path
from typing import BinaryIO

import msgspec

from replays.private_files import make_private
from service.heavy.asked import Asked, Import, Made, Standing, read, written

KEPT_SECONDS = 3_600.0
"""How long what was made is kept for who asked."""
MOST_KEPT_BYTES = 256 * 1024 * 1024
"""Of all that is kept; the oldest goes first."""
MOST_UNFINISHED = 64
MOST_OF_AN_ADDRESS = 8
ID_BYTES = 16
LONGEST_SECONDS = 900.0
"""After these a piece is given up."""
UNEXPECTED = "The service met something that it did not expect. Its log says more."
ABANDONED = "The process that worked on it has ended before it was done. Ask for it again."

AT_WORK = "heavy.lock"
"""In the home: held by every process that does heavy work."""
ASKED, FILE, BEGUN, PROOF, DONE, FAILED = "asked", "file", "begun", "proof", "done", "failed"
UNREADABLE = (OSError, msgspec.MsgspecError)


class TooMuchWork(Exception):
    """Enough is waiting; the message says whose."""


class Pieces:
    """The pieces of one home. Any number of processes may hold one."""

    def __init__(self, home: Path) -> None:
        self.folder = home / "heavy"

    def ask(self, asked: Asked, file: BinaryIO | None = None) -> str:
        """The id of the piece: of one that somebody with the same tokens waits for already, or of a new one.

        Raises `TooMuchWork`, `OSError`.
        """
        self.folder.mkdir(mode=0o700, exist_ok=True)
        self.sweep()
        unfinished = dict(self._unfinished())
        for piece, other in unfinished.items():
            if asked.is_same_as(other):
                return piece
        if asked.address:
            self._must_be_few([other.address for other in unfinished.values()], asked.address)
        piece = secrets.token_hex(ID_BYTES)
        if file is not None:
            with make_private(self._path(piece, FILE)).open("wb") as copy:
                shutil.copyfileobj(file, copy)
        self._write(piece, ASKED, msgspec.json.encode(asked))
        return piece

    def asked(self, piece: str) -> Asked | None:
        """What was asked; None for a piece that is not there."""
        try:
            return msgspec.json.decode(self._path(piece, ASKED).read_bytes(), type=Asked)
        except UNREADABLE:
            return None

    def standing(self, piece: str) -> Standing:
        """How far it is. One whose worker is dead has failed."""
        if (ended := self._ended(piece)) is not None:
            return ended
        held = is_locked(self._path(piece, BEGUN), fcntl.LOCK_SH)
        if held is None:
            return "waiting"
        if held:
            return "running"
        if (ended := self._ended(piece)) is not None:
            return ended
        self.fail(piece, ABANDONED)
        return "failed"

    def waiting(self) -> list[str]:
        """Those that nobody works on, the longest waiting first. Imports are the web's own."""
        found = []
        for piece, asked in self._unfinished():
            if self.standing(piece) == "waiting" and not isinstance(asked.wanted, Import):
                with suppress(OSError):
                    found.append((self._path(piece, ASKED).stat().st_mtime_ns, piece))
        return [piece for _, piece in sorted(found)]

    @contextmanager
    def working_on(self, piece: str) -> Iterator[bool]:
        """Hold the piece; False where somebody else does or did."""
        mine = self.folder / f"{piece}.{secrets.token_hex(ID_BYTES)}"
        with make_private(mine).open("rb") as held:
            fcntl.flock(held, fcntl.LOCK_EX)
            try:
                os.link(mine, self._path(piece, BEGUN))
            except FileExistsError:
                is_mine = False
            else:
                is_mine = True
            finally:
                mine.unlink()
            yield is_mine
        if not self._path(piece, ASKED).exists():
            self.forget(piece)

    def put_back(self, piece: str) -> None:
        """Let somebody else begin it, whose worker was stopped; not where somebody works on it."""
        if self._ended(piece) is None and is_locked(self._path(piece, BEGUN), fcntl.LOCK_SH) is False:
            self._path(piece, BEGUN).unlink(missing_ok=True)

    def file(self, piece: str) -> Path:
        """What came along."""
        return self._path(piece, FILE)

    def finish(self, piece: str, made: Made) -> None:
        """Keep what was made, if anybody may still ask for it."""
        self._end(piece, DONE, written(made))

    def fail(self, piece: str, reason: str) -> None:
        """Keep why nothing was made: a sentence or two for who asked."""
        self._end(piece, FAILED, reason.encode())

    def made(self, piece: str) -> Made | None:
        """What was made; None before it is done."""
        try:
            return read(self._path(piece, DONE).read_bytes())
        except UNREADABLE:
            return None

    def proof(self, piece: str) -> Path:
        """Where the proofs of a file lie."""
        return self._path(piece, PROOF)

    def reason(self, piece: str) -> str:
        """Why nothing was made."""
        try:
            return self._path(piece, FAILED).read_text("utf-8")
        except OSError:
            return ABANDONED

    def forget(self, piece: str) -> None:
        """Take its files away."""
        self._path(piece, ASKED).unlink(missing_ok=True)
        for path in self.folder.glob(f"{piece}.*"):
            path.unlink(missing_ok=True)

    def sweep(self) -> None:
        """Take away what has been kept long enough, and the oldest of what is too much."""
        kept = []
        for path in self.folder.glob("*"):
            with suppress(OSError):
                status = path.stat()
                if time.time() - status.st_mtime > KEPT_SECONDS:
                    path.unlink()
                elif path.suffix == f".{DONE}":
                    kept.append((status.st_mtime_ns, status.st_size, path.stem))
        total = 0
        for _, size, piece in sorted(kept, reverse=True):
            total += size
            if total > MOST_KEPT_BYTES:
                self.forget(piece)

    def _all(self) -> list[str]:
        return [path.stem for path in self.folder.glob(f"*.{ASKED}")]

    def _unfinished(self) -> Iterator[tuple[str, Asked]]:
        for piece in self._all():
            if self.standing(piece) in ("waiting", "running") and (asked := self.asked(piece)) is not None:
                yield piece, asked

    def _must_be_few(self, addresses: list[str], address: str) -> None:
        if addresses.count(address) >= MOST_OF_AN_ADDRESS:
            raise TooMuchWork(f"{MOST_OF_AN_ADDRESS} pieces of work that you asked for are waiting.")
        if len(addresses) >= MOST_UNFINISHED:
            raise TooMuchWork(f"{MOST_UNFINISHED} pieces of work are waiting.")

    def _ended(self, piece: str) -> Standing | None:
        if self._path(piece, DONE).exists():
            return "done"
        return "failed" if self._path(piece, FAILED).exists() else None

    def _end(self, piece: str, part: str, data: bytes) -> None:
        if self._path(piece, ASKED).exists():
            self._write(piece, part, data)
        self._path(piece, FILE).unlink(missing_ok=True)

    def _path(self, piece: str, part: str) -> Path:
        return self.folder / f"{piece}.{part}"

    def _write(self, piece: str, part: str, data: bytes) -> None:
        """Whole or not at all."""
        path = self._path(piece, part)
        new = make_private(path.with_suffix(f".{part}-new"))
        new.write_bytes(data)
        new.replace(path)


def is_locked(path: Path, against: int) -> bool | None:
    """Whether a lock on the file keeps this kind (`LOCK_SH`, `LOCK_EX`) away; None where no file is."""
    try:
        with path.open("rb") as file:
            fcntl.flock(file, against | fcntl.LOCK_NB)
    except FileNotFoundError:
        return None
    except BlockingIOError:
        return True
    return False
