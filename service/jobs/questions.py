"""Questions of statistics, as the worker of jobs answers them: messages, socket and turns.

The socket has mode 0600 in a folder of mode 0700, and that alone protects it. A shared key would be a file of
the same home: whoever can read it can read the tables as well.

A module of its own: a worker for jobs imports it and must load no game.
"""

from __future__ import annotations

import fcntl
import logging
import math
import threading
import time
from collections.abc import Callable, Iterator
from contextlib import contextmanager, suppress
from multiprocessing.connection import Connection, Listener
from pathlib import Path
from socket import AF_UNIX, SOCK_STREAM, socket
from typing import Protocol, TypeAlias

import msgspec
from msgspec import Struct

from replays.databases import make_private
from service.queries.question import Query
from service.support.run_folder import run_folder

LOG = logging.getLogger("tablelog.jobs")

# Messages: one question and its reply, in MessagePack.


class TimedQuery(Struct, frozen=True):
    """A query, and how many seconds the answer may take before it is cut off."""

    query: Query
    seconds: float


class Answer(Struct, frozen=True, tag="answer"):
    """An answer as JSON. generation: equal for two answers from the same figures."""

    body: bytes
    generation: str


class FilterFault(Struct, frozen=True, tag="unusable-filter"):
    """The query has a filter that cannot be used."""

    name: str
    reason: str


class MeasureFault(Struct, frozen=True, tag="unknown-measure"):
    """There is no such game or measure."""

    name: str


class AnswerFault(Struct, frozen=True, tag="failed"):
    """The question could not be answered, and why. cut_off: it took too long."""

    reason: str
    cut_off: bool = False


Reply: TypeAlias = Answer | FilterFault | MeasureFault | AnswerFault

UNEXPECTED = "An unexpected error occurred. The service's log contains details."


class Answerer(Protocol):
    """Answers one question at a time."""

    def answer(self, query: Query) -> Reply:
        """The reply. It may raise anything, which is logged."""
        ...

    def interrupt(self) -> None:
        """Have the answer that is under way fail soon; called again until it does, by another thread."""
        ...

    def close(self) -> None:
        """Give connections back."""
        ...


# The socket of a home, and the lock of the one process that listens there.

SOCKET, LOCK = "jobs.sock", "questions.lock"
BACKLOG = 128


def connect(home: Path, seconds: float) -> Connection:
    """A connection to the process that answers. Raises `OSError` if there is none, or it does not accept."""
    with socket(AF_UNIX, SOCK_STREAM) as made:
        made.settimeout(max(seconds, 0.001))
        made.connect(str(run_folder(home) / SOCKET))
        made.settimeout(None)
        return Connection(made.detach())


@contextmanager
def _only_one(home: Path) -> Iterator[bool]:
    """Hold the lock of the process that answers; the value is False if another one does."""
    with make_private(home / LOCK).open("rb") as file:
        try:
            fcntl.flock(file, fcntl.LOCK_EX | fcntl.LOCK_NB)
        except BlockingIOError:
            yield False
        else:
            yield True


# Answering: a thread for each connection, two questions at a time, the others in their order.

AT_ONCE = 2
SECONDS = 10.0
"""How long an answer may take that somebody waits for."""
LONG_SECONDS = 600.0
"""How long an answer may take that a job waits for; one of these at a time, so that the others get turns."""
LOOK_SECONDS = 0.1
TRY_AGAIN_SECONDS = 1.0


class _Turn:
    """A question that waits or is answered. answerer: who answers it; None while it waits."""

    def __init__(self, question: TimedQuery, connection: Connection) -> None:
        self.question = question
        self.is_long = question.seconds > SECONDS
        self.connection = connection
        self.answerer: Answerer | None = None
        self.until = math.inf
        self.was_cut_off = False

    def is_given_up(self) -> bool:
        """Whether the caller has gone: it sends nothing while it waits, so what can be read is the end."""
        try:
            return self.connection.poll(0)
        except OSError:
            return True


class QuestionServer:
    """Answers the questions of one home. make: an answerer, called at the first questions."""

    def __init__(self, home: Path, make: Callable[[], Answerer]) -> None:
        self._home = home
        self._make = make
        self._changed = threading.Condition()
        self._waiting: list[_Turn] = []
        self._running: list[_Turn] = []
        self._free: list[Answerer] = []
        self._is_closing = False
        self._last = time.monotonic()
        self.asked = self.cut_off = 0
        self.seconds = 0.0

    def idle_seconds(self) -> float:
        """How long ago the last question was answered; 0 while there is one."""
        with self._changed:
            return 0.0 if self._waiting or self._running else time.monotonic() - self._last

    def run(self) -> None:
        """Answer until `close`. While another process answers for this home, wait for its end."""
        threading.Thread(target=self._cut_off_late_ones, name="late-questions", daemon=True).start()
        is_faulty = False
        while not self._is_closing:
            try:
                with _only_one(self._home) as is_ours:
                    if is_ours:
                        self._listen()
                is_faulty = False
            except OSError as error:
                if not is_faulty:
                    LOG.error("questions of statistics cannot be heard (%s); trying again", error)
                is_faulty = True
            with self._changed:
                self._changed.wait_for(lambda: self._is_closing, TRY_AGAIN_SECONDS)
        with self._changed:
            free, self._free = self._free, []
        for answerer in free:
            answerer.close()

    def close(self) -> None:
        """Take no more questions. Those under way are cut off when the process ends."""
        with self._changed:
            self._is_closing = True
            self._changed.notify_all()
        with suppress(OSError):
            connect(self._home, TRY_AGAIN_SECONDS).close()

    def _listen(self) -> None:
        path = run_folder(self._home) / SOCKET
        path.unlink(missing_ok=True)  # left by a process that was killed: the lock is ours
        with Listener(str(path), "AF_UNIX", BACKLOG) as listener:
            path.chmod(0o600)
            while not self._is_closing:
                try:
                    connection = listener.accept()
                except OSError as error:
                    LOG.error("a question cannot be heard (%s)", error)
                    time.sleep(LOOK_SECONDS)
                    continue
                threading.Thread(target=self._converse, args=(connection,), daemon=True).start()

    def _converse(self, connection: Connection) -> None:
        """Reply to the questions that come over a connection, one after the other."""
        decoder = msgspec.msgpack.Decoder(TimedQuery)
        with connection, suppress(EOFError, OSError):
            while not self._is_closing:
                try:
                    question = decoder.decode(connection.recv_bytes())
                except msgspec.MsgspecError as error:  # of another version
                    LOG.warning("a question cannot be read (%s)", error)
                    return
                reply = self._replied(_Turn(question, connection))
                if reply is None:
                    return
                connection.send_bytes(msgspec.msgpack.encode(reply))

    def _replied(self, turn: _Turn) -> Reply | None:
        """The reply when it is the question's turn; None if the caller has gone by then."""
        if not self._has_begun(turn):
            return None
        began = time.monotonic()
        reply: Reply = AnswerFault(UNEXPECTED)
        try:
            reply = self._answerer_of(turn).answer(turn.question.query)
        except Exception:
            if not turn.was_cut_off and not turn.is_given_up():
                LOG.exception("a question of statistics failed")
        finally:
            self._end(turn, time.monotonic() - began)
        if turn.was_cut_off and not isinstance(reply, Answer):
            return AnswerFault(f"It took longer than {turn.question.seconds:.0f} seconds.", cut_off=True)
        return reply

    def _has_begun(self, turn: _Turn) -> bool:
        """Wait for the question's turn; False if the caller has gone by then."""
        with self._changed:
            self._waiting.append(turn)
            try:
                while not self._is_next(turn):
                    self._changed.wait(LOOK_SECONDS)
                    if turn.is_given_up():
                        return False
                self._running.append(turn)
            finally:
                self._waiting.remove(turn)
                self._last = time.monotonic()
                self._changed.notify_all()
        return True

    def _answerer_of(self, turn: _Turn) -> Answerer:
        with self._changed:
            answerer = self._free.pop() if self._free else None
        answerer = answerer or self._make()
        with self._changed:
            turn.answerer, turn.until = answerer, time.monotonic() + turn.question.seconds
        return answerer

    def _is_next(self, turn: _Turn) -> bool:
        """Whether the question's turn has come: a long one lets others pass while another long one runs."""
        if len(self._running) >= AT_ONCE:
            return False
        long_runs = any(one.is_long for one in self._running)
        first = next((one for one in self._waiting if not (one.is_long and long_runs)), None)
        return first is turn

    def _end(self, turn: _Turn, seconds: float) -> None:
        with self._changed:
            self._running.remove(turn)
            if turn.answerer is not None and self._is_closing:
                turn.answerer.close()
            elif turn.answerer is not None:
                self._free.append(turn.answerer)
            self._last = time.monotonic()
            self.asked += 1
            self.seconds += seconds
            self.cut_off += turn.was_cut_off
            self._changed.notify_all()

    def _cut_off_late_ones(self) -> None:
        """Interrupt what takes too long, and what nobody waits for any more."""
        while not self._is_closing:
            with self._changed:
                self._changed.wait_for(lambda: self._running or self._is_closing)
                now = time.monotonic()
                for turn in self._running:
                    turn.was_cut_off |= now >= turn.until
                    if turn.answerer is not None and (turn.was_cut_off or turn.is_given_up()):
                        with suppress(Exception):  # it is interrupted again
                            turn.answerer.interrupt()
            time.sleep(LOOK_SECONDS)


def send_question(connection: Connection, question: TimedQuery) -> None:
    """Send a question. Raises `OSError`."""
    connection.send_bytes(msgspec.msgpack.encode(question))


def receive_reply(connection: Connection) -> Reply:
    """Wait for the reply. Raises `OSError`, `EOFError` and, for another version's, `MsgspecError`."""
    reply: Reply = msgspec.msgpack.decode(connection.recv_bytes(), type=Reply)
    return reply
