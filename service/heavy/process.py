"""The process of heavy work: one piece after the other, each in a process of its own.

So what a piece takes of memory goes back, and a piece that is killed takes none of the others along.
"""

from __future__ import annotations

import fcntl
import logging
import multiprocessing
import signal
import sqlite3
import threading
import time
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path

from sqlalchemy.exc import SQLAlchemyError

from replays.event_store import Unavailable
from replays.private_files import make_private
from service.heavy.jobs import BELL, HINTS
from service.heavy.pieces import ABANDONED, AT_WORK, LONGEST_SECONDS, UNEXPECTED, Pieces
from service.heavy.work import Readers, work_on
from workers.__main__ import Presence, heed_signals, is_news, listen
from workers.settings import chosen_home, read_settings

LOG = logging.getLogger("tablelog.heavy")

LOOK_SECONDS = 0.5
"""How often it is looked for pieces whose hint was lost, or that came without one."""
STOP_LOOK_SECONDS = 0.1
AWAY = (SQLAlchemyError, sqlite3.Error, Unavailable, OSError)
TOO_LONG = f"It took longer than {LONGEST_SECONDS:.0f} seconds."
CANNOT_READ = "The log or the tables could not be read. Ask for it again in a while."

_forks = multiprocessing.get_context("forkserver")
_forks.set_forkserver_preload([__name__])


def run(redis_url: str | None, linger_seconds: float | None = None) -> None:
    """Work until TERM or INT; with `linger_seconds` until nothing was asked for so long."""
    stop = threading.Event()
    heed_signals(stop)
    pieces = Pieces(chosen_home())
    with at_work(pieces, alone=linger_seconds is not None) as needed:
        if not needed:
            return
        working = threading.Thread(target=work, args=(pieces, stop, linger_seconds))
        working.start()
        logging.getLogger("rq.worker").addFilter(is_news)
        presence = Presence()
        while not stop.wait(LOOK_SECONDS):
            if redis_url is not None:
                listen(redis_url, stop, presence, HINTS.queue)
        working.join()


@contextmanager
def at_work(pieces: Pieces, *, alone: bool) -> Iterator[bool]:
    """Show that somebody works here. With `alone` False comes where somebody does already."""
    pieces.folder.mkdir(mode=0o700, parents=True, exist_ok=True)
    with make_private(pieces.folder.parent / AT_WORK).open("rb") as shown:
        try:
            fcntl.flock(shown, fcntl.LOCK_EX | fcntl.LOCK_NB if alone else fcntl.LOCK_SH)
        except BlockingIOError:
            yield False
        else:
            yield True


def work(pieces: Pieces, stop: threading.Event, linger_seconds: float | None) -> None:
    """Do what waits, and look again when a hint comes and now and then."""
    idle_since = time.monotonic()
    while not stop.is_set():
        BELL.clear()
        if waiting := pieces.waiting():
            do(pieces, waiting[0], stop)
            idle_since = time.monotonic()
            continue
        pieces.sweep()
        if linger_seconds is not None and time.monotonic() - idle_since >= linger_seconds:
            stop.set()
        else:
            BELL.wait(LOOK_SECONDS)


def do(pieces: Pieces, piece: str, stop: threading.Event) -> None:
    """Have a process do a piece. One that is stopped on the way is put back, one that died has failed."""
    process = _forks.Process(target=alone, args=(pieces.folder.parent, piece), daemon=True)
    process.start()
    until = time.monotonic() + LONGEST_SECONDS
    while process.exitcode is None and not stop.is_set() and time.monotonic() < until:
        process.join(STOP_LOOK_SECONDS)
    if process.exitcode is None:
        process.kill()
        process.join()
        if stop.is_set():
            pieces.put_back(piece)
        else:
            pieces.fail(piece, TOO_LONG)
    elif pieces.standing(piece) == "waiting":
        pieces.fail(piece, ABANDONED)


def alone(home: Path, piece: str) -> None:
    """Do one piece in this process, which does nothing else."""
    signal.signal(signal.SIGINT, signal.SIG_IGN)
    pieces = Pieces(home)
    with pieces.working_on(piece) as is_mine:
        if is_mine:
            do_here(pieces, piece)


def do_here(pieces: Pieces, piece: str) -> None:
    """Do a piece that is held, and say what kept it from being done."""
    settings = read_settings()
    try:
        readers = Readers.open(settings.log_url, settings.tables_url)
        try:
            work_on(pieces, piece, readers)
        finally:
            readers.close()
    except AWAY as error:
        LOG.error("a piece of work failed (%s)", getattr(error, "orig", None) or error)
        pieces.fail(piece, CANNOT_READ)
    except Exception:
        LOG.exception("a piece of work failed")
        pieces.fail(piece, UNEXPECTED)
