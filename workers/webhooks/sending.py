"""Sends one delivery over HTTP, signed, within ten seconds, to an address that was checked.

Failures are shown as a few fixed sentences, which reveal no names or addresses inside the operator's
network; the worker's log has the details. Signatures follow https://www.standardwebhooks.com.
"""

from __future__ import annotations

import hmac
import http.client
import io
import logging
import socket
import ssl
import time
from base64 import b64encode
from collections.abc import Callable, Iterator
from contextlib import AbstractContextManager, contextmanager, nullcontext, suppress
from typing import NamedTuple, cast

from workers.webhooks.receivers import Reach, Receiver, UnusableReceiver, addresses, named, receiver

# Sending one delivery over HTTP: within ten seconds, to an address that was looked at, and no further.

LOG = logging.getLogger("workers")

SECONDS = 10.0
"""For all of it: the name, the connection, the answer."""
CONNECT_SECONDS = 3.0
"""For a connection to one address, and for agreeing on TLS."""
MOST_BYTES_READ = 1_024
"""Of the answer's body, which nobody is shown: a receiver that is still writing is not cut off at once."""

NOT_REACHED = "The receiver could not be reached."
NOT_SECURE = "The receiver could not show that it is secure: its certificate or its TLS was refused."
NO_ANSWER = f"There was no answer within {SECONDS:.0f} seconds."
NO_HTTP = "The answer was not HTTP."


class DeliveryOutcome(NamedTuple):
    """The outcome of an attempt. answer: the HTTP status, if any. failure: None where it was accepted."""

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
        """Return this object as the buffered reader that `http.client` requires of a socket."""
        return io.BufferedReader(self)


Places = Callable[[str], AbstractContextManager[None]]
"""Hold a place at an address while it is connected to, or raise what `send` is to raise."""


def anywhere(address: str) -> AbstractContextManager[None]:
    """A place at any address, at any time."""
    return nullcontext()


def send(
    url: str, headers: dict[str, str], body: bytes, reach: Reach, until: float, places: Places = anywhere
) -> DeliveryOutcome:
    """Post the body; 2xx alone is success. Redirects are not followed. It raises what `places` raises alone.

    until: on the monotonic clock; nothing is begun or waited for after it.
    """
    try:
        to = receiver(url, reach)
        with _connected(to, reach, until, places) as connected:
            connected.sendall(_request(to, headers, body))
            status = _status(connected, until)
    except TimeoutError:
        return DeliveryOutcome(None, NO_ANSWER)
    except ssl.SSLError as error:
        return _failed(url, NOT_SECURE, error)
    except (UnusableReceiver, OSError, UnicodeError) as error:
        return _failed(url, NOT_REACHED, error)
    except http.client.HTTPException as error:
        return _failed(url, NO_HTTP, error)
    if http.client.OK <= status < http.client.MULTIPLE_CHOICES:
        return DeliveryOutcome(status, None)
    return DeliveryOutcome(status, f"It was answered with {status}.")


def _failed(url: str, told: str, error: Exception) -> DeliveryOutcome:
    LOG.info("a delivery to %s failed (%s)", named(url), error)
    return DeliveryOutcome(None, told)


@contextmanager
def _connected(to: Receiver, reach: Reach, until: float, places: Places) -> Iterator[socket.socket]:
    """A connection to the first address that takes one. Raises `UnusableReceiver`, `OSError`."""
    failed: OSError | None = None
    for family, at in addresses(to, reach):
        with places(str(at[0])):
            try:
                connected = _connection(to, family, at, until)
            except OSError as error:
                failed = ConnectionError("not in time") if isinstance(error, TimeoutError) else error
                if time.monotonic() >= until:
                    break
                continue
            with connected:
                yield connected
            return
    assert failed is not None
    raise failed


def _connection(
    to: Receiver, family: socket.AddressFamily, at: tuple[object, ...], until: float
) -> socket.socket:
    """A connection to this address, over TLS where it is to be. Raises `OSError`."""
    connected = socket.socket(family, socket.SOCK_STREAM)
    try:
        connected.settimeout(min(CONNECT_SECONDS, _left(until)))
        connected.connect(at)
        if to.scheme == "http":
            return connected
        connected.settimeout(min(CONNECT_SECONDS, _left(until)))
        return ssl.create_default_context().wrap_socket(connected, server_hostname=to.host)
    except BaseException:
        connected.close()
        raise


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


# Signatures as https://www.standardwebhooks.com has them, so that a receiver can verify the sender.

PREFIX = "whsec_"


def written_secret(secret: bytes) -> str:
    """A secret in the form that the client gets, once."""
    return PREFIX + b64encode(secret).decode()


def signature(secret: bytes, delivery: str, seconds: int, body: bytes) -> str:
    """The value of the header `webhook-signature` for a delivery that is sent at this Unix time."""
    signed = f"{delivery}.{seconds}.".encode() + body
    return "v1," + b64encode(hmac.digest(secret, signed, "sha256")).decode()
