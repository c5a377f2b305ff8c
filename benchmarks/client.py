"""A lean HTTP client: many sessions at once, each sending its next action when the last was answered."""

from __future__ import annotations

import asyncio
import json
import re
import time
import urllib.request
from collections.abc import Iterator
from dataclasses import dataclass, field
from typing import Any

LENGTH = re.compile(rb"content-length: (\d+)", re.I)
SEATS = ("red", "blue", "green", "yellow")
SETUP: tuple[dict[str, Any], ...] = (
    {"type": "lay_out_tiles"},
    {"type": "deal_displays"},
    {"type": "choose_first_player", "first_player": "red"},
    *(
        {"type": "place_pawn", "seat": seat, "tile": tile}
        for seat, tile in zip(SEATS[::-1], ("present:A", "present:C", "present:G", "present:I"), strict=True)
    ),
)


def endless_turns() -> Iterator[dict[str, Any]]:
    """Legal actions of a game that never ends: nobody does more than a turn asks for."""
    while True:
        for seat in SEATS:
            yield {"type": "send_disorder", "seat": seat}
            yield {"type": "end_turn", "seat": seat}


def ask(url: str, method: str = "GET", body: Any = None, token: str | None = None, **headers: str) -> Any:
    """One plain request. Returns the JSON of the answer."""
    data = None if body is None else json.dumps(body).encode()
    sent = {
        "Content-Type": "application/json",
        **{name.replace("_", "-"): value for name, value in headers.items()},
    }
    if token is not None:
        sent["Authorization"] = f"Bearer {token}"
    request = urllib.request.Request(url, data, sent, method=method)
    with urllib.request.urlopen(request, timeout=30) as answer:
        return json.load(answer)


@dataclass
class Table:
    """A session of the service with its scribe's token."""

    id: str
    token: str
    version: int
    turns: Iterator[dict[str, Any]] = field(default_factory=endless_turns)


def open_table(url: str, entries: int = 0, visibility: str = "private") -> Table:
    """A session that is set up, and `entries` long at least."""
    seats = [{"seat": seat, "color": seat} for seat in SEATS]
    opening: dict[str, Any] = {
        "game": "time_of_chaos",
        "component_set": "demo",
        "chance": "drawn",
        "seats": seats,
        "visibility": visibility,
    }
    opening["may_declare"] = True
    opened = ask(f"{url}/v1/sessions", "POST", opening)
    table = Table(opened["session"]["id"], opened["tokens"]["scribe"], 1)
    for drawn in SETUP[:2]:
        ask(f"{url}/v1/sessions/{table.id}/actions", "POST", drawn, table.token, If_Match="*")
    actions = list(SETUP[2:])
    while actions:
        answer = ask(f"{url}/v1/sessions/{table.id}/actions", "POST", actions, table.token, If_Match="*")
        table.version = answer["version"]
        missing = max(0, entries - table.version)
        actions = [next(table.turns) for _ in range(min(200, missing))]
    return table


class Scribe(asyncio.Protocol):
    """Records one action after another in one session, over one connection."""

    def __init__(self, table: Table, host: str, until: float, taken: list[float]) -> None:
        self.table = table
        self.host = host
        self.until = until
        self.taken = taken
        self.buffer = b""
        self.done: asyncio.Future[None] = asyncio.get_running_loop().create_future()

    def connection_made(self, transport: asyncio.BaseTransport) -> None:
        self.transport = transport
        self.send()

    def send(self) -> None:
        body = json.dumps(next(self.table.turns)).encode()
        head = (
            f"POST /v1/sessions/{self.table.id}/actions HTTP/1.1\r\nHost: {self.host}\r\n"
            f"Authorization: Bearer {self.table.token}\r\nContent-Type: application/json\r\n"
            f'If-Match: "{self.table.version}"\r\nContent-Length: {len(body)}\r\n\r\n'
        )
        self.began = time.perf_counter()
        self.transport.write(head.encode() + body)  # type: ignore[attr-defined]

    def data_received(self, data: bytes) -> None:
        self.buffer += data
        head, found, rest = self.buffer.partition(b"\r\n\r\n")
        length = LENGTH.search(head) if found else None
        if length is None or len(rest) < int(length[1]):
            return
        self.buffer = b""
        self.taken.append(time.perf_counter() - self.began)
        if not head.startswith(b"HTTP/1.1 201"):
            self.done.set_exception(RuntimeError((head + b"\n\n" + rest).decode()))
            return
        self.table.version += 1
        if time.perf_counter() >= self.until:
            self.done.set_result(None)
            self.transport.close()
        else:
            self.send()

    def connection_lost(self, error: Exception | None) -> None:
        if not self.done.done():
            self.done.set_exception(error or ConnectionError("the server hung up"))


async def record_for(tables: list[Table], host: str, port: int, seconds: float) -> list[float]:
    """All tables record as fast as they are answered. Returns the time of each action, in seconds."""
    loop, taken = asyncio.get_running_loop(), list[float]()
    until = time.perf_counter() + seconds
    scribes = []
    for table in tables:
        _, scribe = await loop.create_connection(
            lambda table=table: Scribe(table, host, until, taken),  # type: ignore[misc]
            host,
            port,
        )
        scribes.append(scribe)
    await asyncio.gather(*(scribe.done for scribe in scribes))
    return taken
