"""The process of heavy work: one piece after the other, each in a process of its own.

So what a piece takes of memory goes back, and a piece that is killed takes none of the others along.
"""

from __future__ import annotations

import fcntl
import logging
import multiprocessing
import signal
import threading
import time
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path

from replays.private_files import make_private
from service.heavy.jobs import BELL, HINTS
from service.heavy.pieces import ABANDONED, AT_WORK, LONGEST_SECONDS, Pieces
from workers.listening import Presence, heed_signals, is_news, listen
from workers.settings import chosen_home

LOG = logging.getLogger("tablelog.heavy")

LOOK_SECONDS = 0.5
"""How often it is looked for pieces whose hint was lost, or that came without one."""
STOP_LOOK_SECONDS = 0.1
TOO_LONG = f"It took longer than {LONGEST_SECONDS:.0f} seconds."

_forks = multiprocessing.get_context("forkserver")
_forks.set_forkserver_preload([__name__, "service.heavy.one_piece"])


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
    from service.heavy.one_piece import do_one  # games and all; who hands pieces out needs none of it

    signal.signal(signal.SIGINT, signal.SIG_IGN)
    do_one(Pieces(home), piece)
