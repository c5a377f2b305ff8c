"""The service over real connections: durable actions, long sessions, freshness, live streams."""

from __future__ import annotations

import asyncio
import time
from collections.abc import Iterator
from itertools import pairwise

from benchmarks.client import Table, ask, open_table, record_for
from benchmarks.measured import Measured, percentile
from benchmarks.running import HOST, Running, memory_of, processor_time_of, service

SESSIONS, SECONDS = 50, 10
SQLITE_BAR, POSTGRESQL_BAR, P95_BAR_MS = 1_500, 1_000, 60
WEB_BAR_MS, WORKER_BAR_MS = 0.35, 0.08
LENGTHS, FLAT_BAR = (10, 1_000, 3_000), 1.3
STREAMS, EVENTS, EVENTS_PER_SECOND = 200, 40, 5
STREAM_P99_BAR_MS, STREAM_MIB_BAR = 50, 100
FRESH_P50_BAR_MS, FRESH_P99_BAR_MS, FRESH = 15, 60, 200


def rows() -> Iterator[Measured]:
    """All rows that need the running service."""
    with service() as running:
        yield from _throughput("SQLite", SQLITE_BAR, running)
        yield from _flatness(running.url, running.port)
        yield from _freshness(running.url)
        yield from _streams(running.url, running.port, running.web)
    with service(web_processes=2) as running:
        yield from _throughput("SQLite, two web processes", SQLITE_BAR, running)
    with service(postgresql=True) as running:
        yield from _throughput("PostgreSQL", POSTGRESQL_BAR, running)
    with service(postgresql=True, web_processes=2) as running:
        yield from _throughput("PostgreSQL, two web processes", POSTGRESQL_BAR, running)


def _throughput(store: str, bar: int, running: Running) -> Iterator[Measured]:
    url = running.url
    tables = [open_table(url) for _ in range(SESSIONS)]
    asyncio.run(record_for(tables, HOST, running.port, 2))
    _wait_for_the_worker(url, tables)
    before = processor_time_of(running.web), processor_time_of(running.worker)
    began = time.perf_counter()
    taken = asyncio.run(record_for(tables, HOST, running.port, SECONDS))
    rate, p95 = len(taken) / (time.perf_counter() - began), percentile(taken, 0.95) * 1000
    _wait_for_the_worker(url, tables)
    after = processor_time_of(running.web), processor_time_of(running.worker)
    web, worker = (1000 * (now - then) / len(taken) for now, then in zip(after, before, strict=True))
    what = f"durable actions over HTTP, {SESSIONS} live sessions, {store}"
    note = "client, web, worker and Redis share the cores"
    yield Measured(what, f"{rate:,.0f}/s", f"≥ {bar:,}/s", rate >= bar, note=note)
    yield Measured(f"the same, p95, {store}", f"{p95:.0f} ms", f"≤ {P95_BAR_MS} ms", p95 <= P95_BAR_MS)
    for who, spent, most in (("web", web, WEB_BAR_MS), ("worker", worker, WORKER_BAR_MS)):
        what = f"processor time of the {who} an action, {store}"
        yield Measured(what, f"{spent:.2f} ms", f"≤ {most} ms", spent <= most)
    lost = sum(ask(f"{url}/v1/sessions/{t.id}", token=t.token)["version"] != t.version for t in tables)
    yield Measured(f"sessions whose log is not what was answered, {store}", str(lost), "0", lost == 0)


def _wait_for_the_worker(url: str, tables: list[Table]) -> None:
    for table in tables:
        ask(f"{url}/v1/sessions/{table.id}/scores?min_version={table.version}", token=table.token)


def _flatness(url: str, port: int) -> Iterator[Measured]:
    medians = []
    for length in LENGTHS:
        table = open_table(url, length)
        medians.append(percentile(asyncio.run(record_for([table], HOST, port, 3)), 0.5) * 1000)
    ratio = max(medians) / min(medians)
    figures = ", ".join(f"{m:.2f} ms at {n:,}" for m, n in zip(medians, LENGTHS, strict=True))
    yield Measured(
        "one scribe, median by length", figures, f"within {FLAT_BAR}×", ratio <= FLAT_BAR, f"{ratio:.2f}×"
    )


def _freshness(url: str) -> Iterator[Measured]:
    table, taken = open_table(url), []
    for _ in range(FRESH):
        answer = ask(
            f"{url}/v1/sessions/{table.id}/actions", "POST", next(table.turns), table.token, If_Match="*"
        )
        began = time.perf_counter()
        ask(f"{url}/v1/sessions/{table.id}/scores?min_version={answer['version']}", token=table.token)
        taken.append((time.perf_counter() - began) * 1000)
    p50, p99 = percentile(taken, 0.5), percentile(taken, 0.99)
    note = "from the 201 to the answer of a read that waits for it"
    what = "entry → projection visible"
    yield Measured(
        f"{what}, p50", f"{p50:.1f} ms", f"≤ {FRESH_P50_BAR_MS} ms", p50 <= FRESH_P50_BAR_MS, note=note
    )
    yield Measured(f"{what}, p99", f"{p99:.1f} ms", f"≤ {FRESH_P99_BAR_MS} ms", p99 <= FRESH_P99_BAR_MS)


class Spectator(asyncio.Protocol):
    """One open stream: when each entry arrived."""

    def __init__(self, table: Table, arrived: dict[int, list[float]]) -> None:
        self.table = table
        self.arrived = arrived
        self.rest = b""

    def connection_made(self, transport: asyncio.BaseTransport) -> None:
        head = (
            f"GET /v1/sessions/{self.table.id}/stream HTTP/1.1\r\nHost: {HOST}\r\n"
            f"Authorization: Bearer {self.table.token}\r\n\r\n"
        )
        transport.write(head.encode())  # type: ignore[attr-defined]

    def data_received(self, data: bytes) -> None:
        now = time.perf_counter()
        *lines, self.rest = (self.rest + data).split(b"\n")
        for before, line in pairwise(lines):
            if line == b"event: entry":
                self.arrived.setdefault(int(before[4:]), []).append(now)


async def _watch(table: Table, url: str, port: int) -> tuple[dict[int, float], dict[int, list[float]]]:
    loop, arrived, sent = asyncio.get_running_loop(), dict[int, list[float]](), dict[int, float]()
    for _ in range(STREAMS):
        await loop.create_connection(lambda: Spectator(table, arrived), HOST, port)
    await asyncio.sleep(2)
    for _ in range(EVENTS):
        began = time.perf_counter()
        action = next(table.turns)
        target = f"{url}/v1/sessions/{table.id}/actions"
        answer = await asyncio.to_thread(ask, target, "POST", action, table.token, If_Match="*")
        sent[answer["version"]] = began
        await asyncio.sleep(max(0.0, 1 / EVENTS_PER_SECOND - (time.perf_counter() - began)))
    await asyncio.sleep(1)
    return sent, arrived


def _streams(url: str, port: int, pid: int) -> Iterator[Measured]:
    sent, arrived = asyncio.run(_watch(open_table(url), url, port))
    delays = [(when - sent[version]) * 1000 for version, times in arrived.items() for when in times]
    delivered, wanted = len(delays), EVENTS * STREAMS
    p99, memory = percentile(delays, 0.99), memory_of(pid)
    what = f"{STREAMS} open streams"
    yield Measured(f"{what}: events delivered", f"{delivered:,} of {wanted:,}", "all", delivered == wanted)
    note = "from sending the action to the arrival at a stream"
    yield Measured(
        f"{what}, p99", f"{p99:.0f} ms", f"≤ {STREAM_P99_BAR_MS} ms", p99 <= STREAM_P99_BAR_MS, note=note
    )
    note = "after the rows above: their sessions are in memory too"
    yield Measured(
        f"{what}: memory of the web",
        f"{memory:.0f} MiB",
        f"≤ {STREAM_MIB_BAR} MiB",
        memory <= STREAM_MIB_BAR,
        note=note,
    )
