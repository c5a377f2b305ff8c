"""The service over real connections: durable actions, long sessions, freshness, live streams."""

from __future__ import annotations

import asyncio
import statistics
import time
from collections.abc import Iterator
from functools import partial
from itertools import pairwise

from benchmarks.client import Table, ask, open_table, record_for
from benchmarks.measured import Measured, percentile
from benchmarks.running import HOST, Running, memory_of, processor_time_of, service

SESSIONS, SECONDS = 50, 10
SQLITE_BAR, POSTGRESQL_BAR, P95_BAR_MS = 1_500, 1_000, 30
WEB_BAR_MS, WORKER_BAR_MS = 0.35, 0.08
LENGTHS, FLAT_BAR = (10, 1_000, 3_000), 1.3
STREAMS, TABLES_WATCHED, EVENTS, EVENTS_PER_SECOND = 1_000, 5, 40, 5
STREAM_P99_BAR_MS, STREAM_KIB_BAR = 50, 30
LIMITS_ROUNDS, LIMITS_SECONDS, LIMITS_BAR = 5, 4, 1.1
FRESH_P50_BAR_MS, FRESH_P99_BAR_MS, FRESH = 15, 60, 200


def rows() -> Iterator[Measured]:
    """All rows that need the running service."""
    with service() as running:
        yield from _throughput("SQLite", SQLITE_BAR, running)
        yield from _flatness(running.url, running.port)
        yield from _freshness(running.url)
        yield from _streams(running)
    with service(web_processes=2) as running:
        yield from _throughput("SQLite, two web processes", SQLITE_BAR, running)
    yield from limits()
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


def limits() -> Iterator[Measured]:
    """What rate limits that processes share cost: both ways in turn, so that a busy minute hits both."""
    spent: dict[bool, list[float]] = {False: [], True: []}
    for _ in range(LIMITS_ROUNDS):
        for in_redis, found in spent.items():
            with service(bounded=True, limits_in_redis=in_redis) as running:
                tables = [open_table(running.url) for _ in range(SESSIONS)]
                asyncio.run(record_for(tables, HOST, running.port, 1))
                before = processor_time_of(running.web)
                taken = asyncio.run(record_for(tables, HOST, running.port, LIMITS_SECONDS))
                found.append(1000 * (processor_time_of(running.web) - before) / len(taken))
    here, shared = (statistics.median(found) for found in spent.values())
    ratio = shared / here
    figure, floor = f"{shared:.2f} ms", f"{here:.2f} ms ({ratio:.2f}×)"
    note = f"floor: limits in memory; medians of {LIMITS_ROUNDS} rounds, in turn"
    what = "processor time of the web an action, limits shared through Redis"
    yield Measured(what, figure, f"≤ {LIMITS_BAR}×", ratio <= LIMITS_BAR, floor, note)


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
    """One open stream: when each entry of its session arrived."""

    def __init__(self, table: Table, arrived: dict[tuple[str, int], list[float]]) -> None:
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
                self.arrived.setdefault((self.table.id, int(before[4:].partition(b"-")[0])), []).append(now)


async def _watch(running: Running, tables: list[Table]) -> tuple[list[float], float]:
    """The delay of each arrival in milliseconds, and what the streams cost in KiB each."""
    loop, arrived, sent = asyncio.get_running_loop(), dict[tuple[str, int], list[float]](), {}
    before = memory_of(running.web)
    for number in range(STREAMS):
        table = tables[number % len(tables)]
        await loop.create_connection(partial(Spectator, table, arrived), HOST, running.port)
    await asyncio.sleep(3)
    for number in range(EVENTS):
        began, table = time.perf_counter(), tables[number % len(tables)]
        target = f"{running.url}/v1/sessions/{table.id}/actions"
        answer = await asyncio.to_thread(ask, target, "POST", next(table.turns), table.token, If_Match="*")
        sent[table.id, answer["version"]] = began
        await asyncio.sleep(max(0.0, 1 / EVENTS_PER_SECOND - (time.perf_counter() - began)))
    await asyncio.sleep(1)
    delays = [(when - sent[entry]) * 1000 for entry, times in arrived.items() for when in times]
    return delays, (memory_of(running.web) - before) * 1024 / STREAMS


def _streams(running: Running) -> Iterator[Measured]:
    tables = [open_table(running.url) for _ in range(TABLES_WATCHED)]
    delays, kibibytes = asyncio.run(_watch(running, tables))
    delivered, wanted = len(delays), EVENTS * STREAMS // TABLES_WATCHED
    p99 = percentile(delays, 0.99)
    what = f"{STREAMS:,} open streams of {TABLES_WATCHED} sessions"
    yield Measured(f"{what}: events delivered", f"{delivered:,} of {wanted:,}", "all", delivered == wanted)
    note = f"{EVENTS_PER_SECOND} events a second, from sending the action to the arrival at a stream"
    yield Measured(
        f"{what}, p99", f"{p99:.0f} ms", f"≤ {STREAM_P99_BAR_MS} ms", p99 <= STREAM_P99_BAR_MS, note=note
    )
    figure, bar = f"{kibibytes:.0f} KiB", f"≤ {STREAM_KIB_BAR} KiB"
    yield Measured(f"{what}: memory a stream", figure, bar, kibibytes <= STREAM_KIB_BAR)
