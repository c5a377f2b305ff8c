"""Answers that become due: whoever sends an answer may wait for the disk in the thread's place."""

from __future__ import annotations

from collections.abc import Callable
from concurrent.futures import Future


class MustWait(BaseException):
    """The request cannot be answered without waiting. Nothing has been done of it.

    No error: whoever words errors for those who ask has nothing to say of it.
    """


class Due:
    """Given with a request by a server that waits without a thread, which sends the answer when it is due.

    stored: what the answer tells of is durable; None: the answer can be sent at once. `Conflict`: the answer
    is void, and the request is to be answered again without this. then: what is done once it is sent.

    at_once: this thread has others to serve. It waits for no lock, no file and no database: who would have to
    raises `MustWait`, and so does whoever is about to refuse.
    """

    def __init__(self, *, at_once: bool = False) -> None:
        self.at_once = at_once
        self.stored: Future[int] | None = None
        self.then: list[Callable[[], None]] = []

    def wait(self) -> None:
        """Wait in this thread. Raises what storing it came to."""
        if self.stored is not None:
            self.stored.result()
