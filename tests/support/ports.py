"""Ports for the servers of tests: what is held for one server is given to nobody else."""

from __future__ import annotations

import socket
import sys
from collections.abc import Iterator
from contextlib import ExitStack, contextmanager, suppress


@contextmanager
def held_port() -> Iterator[int]:
    """A port of this machine for a server that reuses addresses, as the web does, and that may start again.

    A port that is found free and let go may be another's a moment later: every connection of the machine
    takes one from the same range. The socket here is bound and does not listen: on Linux this keeps all
    away but those who reuse the address on purpose.
    """
    with socket.socket() as held:
        held.setsockopt(socket.SOL_SOCKET, socket.SO_REUSEADDR, 1)
        held.bind(("", 0))
        number: int = held.getsockname()[1]
        if sys.platform != "linux":
            held.close()
        yield number


@contextmanager
def held_ports(count: int) -> Iterator[range]:
    """So many ports in a row."""
    while True:
        with ExitStack() as held, suppress(OSError, OverflowError):
            first = held.enter_context(held_port())
            for number in range(first + 1, first + count):
                one = held.enter_context(socket.socket())
                one.setsockopt(socket.SOL_SOCKET, socket.SO_REUSEADDR, 1)
                one.bind(("", number))
            kept = held.pop_all()
            break
    with kept:
        yield range(first, first + count)
