"""The web process: granian's event loop, the server on it, signals, and an end within two seconds.

Before that end it may drain: it says that it is not ready, and still answers, until nobody asks it any more.
"""

from __future__ import annotations

import asyncio
import gc
import os
import resource
import signal
import socket
import sys
from contextlib import suppress

from flask import Flask
from granian.constants import HTTPModes, Interfaces, SSLProtocols
from granian.http import HTTP1Settings
from granian.server.embed import Server

from service.app import create_app
from service.bootstrap import Services
from service.server.asgi import AsgiApplication

HEAD_MILLISECONDS = 10_000
"""A request's head must be here after this time."""
LONGEST_HEAD = 128 * 1024
BACKLOG = 2_048
MOST_CONNECTIONS = 16_000
FILES_OF_OUR_OWN = 256
"""Databases, Redis, temporary files: what connections leave."""
STOPPING_SECONDS = 1.5
SWITCH_SECONDS = 0.0005
"""How long a thread of the pool may keep the loop waiting."""


def serve(host: str, port: int) -> None:
    """Serve the web until TERM or INT. Does not return: a thread of the pool may be at work still.

    Raises what keeps the server from listening.
    """
    connections = allowed_connections()
    sys.setswitchinterval(SWITCH_SECONDS)
    app = create_app(asks_worker=True)
    gc.freeze()  # to look through what stays for good takes a tenth of a second in which everybody waits
    asyncio.run(_serve(app, address_to_bind(host, port), port, connections))


async def _serve(app: Flask, address: str, port: int, connections: int) -> None:
    application, found = AsgiApplication(app), _services(app)
    server = Server(
        application,
        address=address,
        port=port,
        interface=Interfaces.ASGINL,
        http=HTTPModes.http1,
        websockets=False,
        backlog=BACKLOG,
        backpressure=connections,
        http1_settings=HTTP1Settings(header_read_timeout=HEAD_MILLISECONDS, max_buffer_size=LONGEST_HEAD),
        log_enabled=False,
        ssl_cert=found.settings.certificate,
        ssl_key=found.settings.certificate_key,
        ssl_protocol_min=SSLProtocols.tls12,
    )
    loop = asyncio.get_running_loop()
    told = asyncio.Event()
    for number in (signal.SIGTERM, signal.SIGINT):
        loop.add_signal_handler(number, told.set)
    serving = asyncio.create_task(server.serve())
    ending = asyncio.create_task(told.wait())
    await asyncio.wait({serving, ending}, return_when=asyncio.FIRST_COMPLETED)
    if serving.done():
        serving.result()
        raise RuntimeError("the server ended by itself")
    found.stopping.set()
    await asyncio.wait({serving}, timeout=found.settings.drain_seconds)
    server.stop()  # type: ignore[no-untyped-call]
    await application.close(STOPPING_SECONDS)
    found.close()
    sys.stdout.flush()
    sys.stderr.flush()
    os._exit(0)  # tasks left on the loop would be notified of an end that nobody waits for


def _services(app: Flask) -> Services:
    found: Services = app.extensions["tablelog"]
    return found


def allowed_connections() -> int:
    """As many as the machine lets one process have, up to the most that are of use.

    Connections whose head is not read yet count as well: the more are allowed, the less they block others.
    """
    _, hard = resource.getrlimit(resource.RLIMIT_NOFILE)
    wanted = MOST_CONNECTIONS + FILES_OF_OUR_OWN
    files = wanted if hard == resource.RLIM_INFINITY else min(wanted, hard)
    with suppress(OSError, ValueError):
        resource.setrlimit(resource.RLIMIT_NOFILE, (files, hard))
    soft, _ = resource.getrlimit(resource.RLIMIT_NOFILE)
    return max(1, soft - FILES_OF_OUR_OWN)


def address_to_bind(host: str, port: int) -> str:
    """The address that a name such as `localhost` stands for. Raises `OSError` for one that nobody knows."""
    found = socket.getaddrinfo(host, port, type=socket.SOCK_STREAM, flags=socket.AI_PASSIVE)
    return str(found[0][4][0])


if __name__ == "__main__":
    serve(sys.argv[1], int(sys.argv[2]))
