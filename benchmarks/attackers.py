"""Who would stall the service: `python -m benchmarks.attackers ATTACK PORT SESSION`.

From an address of its own. Runs until it is killed. What is closed or refused is tried again.
"""

from __future__ import annotations

import gzip
import http.client
import json
import resource
import socket
import sys
import threading
import time
from collections.abc import Callable
from contextlib import suppress
from pathlib import Path

from benchmarks.client import SEATS

GAMES = Path(__file__).parents[1] / "replays" / "recorded_games"
HOST, ADDRESS = "127.0.0.1", "127.0.0.9"
HALF_A_HEAD = b"GET /healthz HTTP/1.1\r\nHost: tablelog\r\nX-Never: "
HALF_A_BODY = (
    b"POST /v1/sessions HTTP/1.1\r\nHost: tablelog\r\nContent-Type: application/json\r\n"
    b"Content-Length: 1000\r\n\r\n{"
)
REST_SECONDS = 0.05
FILES = 8_000
OPENING = {
    "game": "time_of_chaos",
    "component_set": "demo",
    "chance": "drawn",
    "seats": [{"seat": seat, "color": seat} for seat in SEATS],
}

Attack = Callable[[int, str], None]


def held(count: int, said: bytes) -> Attack:
    """So many connections that say this and nothing more, opened again when they are closed."""

    def attack(port: int, session: str) -> None:
        sent = said.replace(b"SESSION", session.encode())
        connections: list[socket.socket] = []
        while True:
            while len(connections) < count:
                connections.append(_connected(port, sent))
            for place, connection in enumerate(connections):
                if _is_closed(connection):
                    connection.close()
                    connections[place] = _connected(port, sent)
            time.sleep(REST_SECONDS)

    return attack


def flood(clients: int, method: str, path: str, body: bytes, **headers: str) -> Attack:
    """So many clients that send this again and again, as fast as they are answered."""
    told = {name.replace("_", "-"): value for name, value in headers.items()}

    def client(port: int) -> None:
        while True:
            connection = http.client.HTTPConnection(HOST, port, timeout=60, source_address=(ADDRESS, 0))
            with suppress(OSError, http.client.HTTPException):
                while True:
                    connection.request(method, path, body, told)
                    answer = connection.getresponse()
                    answer.read()
                    if answer.will_close:
                        break
            connection.close()

    def attack(port: int, session: str) -> None:
        for _ in range(clients):
            threading.Thread(target=client, args=(port,), daemon=True).start()
        threading.Event().wait()

    return attack


def _connected(port: int, said: bytes) -> socket.socket:
    while True:
        try:
            connection = socket.create_connection((HOST, port), 60, source_address=(ADDRESS, 0))
            connection.sendall(said)
            connection.setblocking(False)
            return connection
        except OSError:
            time.sleep(REST_SECONDS)


def _is_closed(connection: socket.socket) -> bool:
    try:
        return not connection.recv(1, socket.MSG_PEEK)
    except BlockingIOError:
        return False
    except OSError:
        return True


def bombs(clients: int, megabytes: int) -> Attack:
    """So many clients that send a small gzip of so much, packed when the attack begins: it takes seconds."""

    def attack(port: int, session: str) -> None:
        packed = gzip.compress(b'{"portable": "' + b"[" * (megabytes << 20))
        flood(clients, "POST", "/v1/imports", packed, Content_Encoding="gzip", **LINES)(port, session)

    return attack


JSON, LINES = {"Content_Type": "application/json"}, {"Content_Type": "application/x-ndjson"}
SET = json.dumps({"game": "time_of_chaos", "document": {"padding": ["x" * 1000] * 900}}).encode()
LONG_SESSION = GAMES / "chaos_order" / "bots-4p-corrected.tablelog.json.gz"
STREAM = b"GET /v1/sessions/SESSION/stream?with=words,board HTTP/1.1\r\nHost: tablelog\r\n\r\n"
ATTACKS: dict[str, Attack] = {
    "512 half requests": held(512, HALF_A_HEAD),
    "4,000 half requests": held(4_000, HALF_A_HEAD),
    "600 slow bodies": held(600, HALF_A_BODY),
    "1,000 idle connections": held(1_000, b""),
    "400 streams that never read": held(400, STREAM),
    "8 clients with gzip bombs of 65 kB": bombs(8, 64),
    "3 clients with gzip bombs of 268 kB": bombs(3, 256),
    "8 clients with long sessions": flood(
        8, "POST", "/v1/imports", LONG_SESSION.read_bytes(), Content_Type="application/gzip"
    ),
    "8 clients that open sessions": flood(8, "POST", "/v1/sessions", json.dumps(OPENING).encode(), **JSON),
    "8 clients with component sets": flood(8, "POST", "/v1/component-sets", SET, **JSON),
    "16 clients that read": flood(16, "GET", "/v1/sessions?limit=100", b""),
}


def main() -> None:
    """Attack as the command line says."""
    _, hard = resource.getrlimit(resource.RLIMIT_NOFILE)
    resource.setrlimit(resource.RLIMIT_NOFILE, (min(FILES, hard), hard))
    ATTACKS[sys.argv[1]](int(sys.argv[2]), sys.argv[3])


if __name__ == "__main__":
    main()
