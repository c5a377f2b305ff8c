"""Sending one delivery over HTTP: within ten seconds, to an address that was looked at, and no further."""

from __future__ import annotations

import http.client
import io
import socket
import ssl
import time
from contextlib import suppress
from typing import NamedTuple, cast

from workers.webhooks.receivers import Reach, Receiver, UnusableReceiver, addresses, receiver

SECONDS = 10.0
"""For all of it: the name, the connection, the answer."""
MOST_BYTES_READ = 1_024
"""Of the answer's body, which nobody is shown: a receiver that is still writing is not cut off at once."""


class Outcome(NamedTuple):
    """What came of an attempt. answer: the HTTP status, None where there was none. failure: None: taken."""

    answer: int | None
    failure: str | None


class _Bounded(io.RawIOBase):
    """Reads from a socket until the time is over, however slowly bytes drip in."""

    def __init__(self, connected: socket.socket, until: float) -> None:
        self._socket = connected
        self._until = until

    def readable(self) -> bool:
        return True

    def readinto(self, buffer: memoryview) -> int:  # type: ignore[override]
        self._socket.settimeout(_left(self._until))
        return self._socket.recv_into(buffer)

    def makefile(self, *_: object) -> io.BufferedReader:
        """What the standard library's reader of answers asks of a socket."""
        return io.BufferedReader(self)


def send(url: str, headers: dict[str, str], body: bytes, reach: Reach, until: float) -> Outcome:
    """Post the body; 2xx alone is success. Redirects are not followed. It raises nothing.

    until: on the monotonic clock; nothing is begun or waited for after it.
    """
    try:
        to = receiver(url, reach)
        with _connected(to, reach, until) as connected:
            connected.sendall(_request(to, headers, body))
            status = _status(connected, until)
    except UnusableReceiver as error:
        return Outcome(None, str(error))
    except TimeoutError:
        return Outcome(None, f"There was no answer within {SECONDS:.0f} seconds.")
    except socket.gaierror:
        return Outcome(None, "The name cannot be resolved.")
    except ssl.SSLError as error:
        return Outcome(None, f"TLS failed: {error.reason or 'no reason given'}.")
    except (OSError, UnicodeError) as error:
        return Outcome(None, f"There is no connection: {getattr(error, 'strerror', None) or error}.")
    except http.client.HTTPException:
        return Outcome(None, "What came back is no answer of HTTP.")
    if http.client.OK <= status < http.client.MULTIPLE_CHOICES:
        return Outcome(status, None)
    return Outcome(status, f"It was answered with {status}.")


def _connected(to: Receiver, reach: Reach, until: float) -> socket.socket:
    """A connection to the first address that takes one. Raises `UnusableReceiver`, `OSError`."""
    failed: OSError | None = None
    for family, at in addresses(to, reach):
        connected = socket.socket(family, socket.SOCK_STREAM)
        try:
            connected.settimeout(_left(until))
            connected.connect(at)
            if to.scheme == "http":
                return connected
            connected.settimeout(_left(until))
            return ssl.create_default_context().wrap_socket(connected, server_hostname=to.host)
        except OSError as error:
            connected.close()
            failed = error
            if time.monotonic() >= until:
                break
        except BaseException:
            connected.close()
            raise
    assert failed is not None
    raise failed


def _request(to: Receiver, headers: dict[str, str], body: bytes) -> bytes:
    """The bytes of the request. Neither URL nor headers can hold an end of a line."""
    own = {"Host": to.named, "Content-Length": str(len(body)), "Connection": "close"}
    lines = [f"POST {to.target} HTTP/1.1", *(f"{name}: {value}" for name, value in (own | headers).items())]
    return "\r\n".join([*lines, "", ""]).encode("ascii") + body


def _status(connected: socket.socket, until: float) -> int:
    """The status of the answer. Raises `OSError`, `http.client.HTTPException`."""
    answer = http.client.HTTPResponse(cast(socket.socket, _Bounded(connected, until)), method="POST")
    answer.begin()
    with suppress(OSError, http.client.HTTPException, ValueError):
        answer.read(MOST_BYTES_READ)
    return answer.status


def _left(until: float) -> float:
    """Seconds that are left. Raises `TimeoutError`."""
    left = until - time.monotonic()
    if left <= 0:
        raise TimeoutError
    return left
