"""A scribe beside four strangers who ask for statistics as fast as they are answered.

`python -m benchmarks.asking [SESSIONS [SECONDS]]` measures with fewer sessions, or for a shorter time.
"""

from __future__ import annotations

import http.client
import json
import random
import subprocess
import sys
import threading
import time
from collections.abc import Iterator
from itertools import cycle, islice
from pathlib import Path
from typing import Any

import msgspec

from benchmarks.client import Table, ask, open_table
from benchmarks.measured import Measured, percentile
from benchmarks.running import HOST, Running, service
from domain.games import REGISTRY
from domain.kernel.session import UnitOfWork
from domain.kernel.session.opening import OpeningRequest, open_session
from replays.event_store import EventStore
from replays.library import Library
from tests.support.recorded import SECRET, STAMP, library

SESSIONS, SECONDS = 3_000, 20.0
STRANGERS = 4
P95_BAR_MS = 30
GAME = "time_of_chaos"
GROUPS = ("", "seat", "color", "count", "month", "player", "color,count", "seat,month")
ACTIONS_A_SECOND = 10
FOLLOWED_SECONDS = 600


def rows() -> Iterator[Measured]:
    """With as many sessions as one evening a day for eight years."""
    return measured(SESSIONS, SECONDS)


def measured(sessions: int, seconds: float) -> Iterator[Measured]:
    """The scribe alone, then beside the strangers."""
    with service() as running:
        record_games(running.home, sessions)
        _wait_until_followed(running, sessions)
        table = open_table(running.url, visibility="public")
        _record(table, running, min(3.0, seconds))
        alone = _record(table, running, seconds)
        asking = subprocess.Popen(
            [sys.executable, "-m", "benchmarks.asking", "ask", str(running.port), str(seconds + 2)],
            stdout=subprocess.PIPE,
        )
        time.sleep(1)
        beside = _record(table, running, seconds)
        told, _ = asking.communicate()
    taken, statuses = json.loads(told)
    about = f"{sessions:,} finished sessions"
    yield Measured("a scribe alone", _times(alone), "", None, note=about)
    p95 = 1000 * percentile(beside, 0.95)
    yield Measured(
        f"a scribe beside {STRANGERS} strangers who ask",
        _times(beside),
        f"p95 ≤ {P95_BAR_MS} ms",
        p95 <= P95_BAR_MS,
        note=about,
    )
    note = f"{len(taken) / seconds:.0f} answers a second; by status: {statuses}"
    yield Measured("a question of these strangers", _times(taken), "", None, note=note)


def _times(taken: list[float]) -> str:
    return f"p50 {1000 * percentile(taken, 0.5):.1f} ms, p95 {1000 * percentile(taken, 0.95):.1f} ms"


def _record(table: Table, running: Running, seconds: float) -> list[float]:
    """Seconds that each action took."""
    taken, end = [], time.perf_counter() + seconds
    while (began := time.perf_counter()) < end:
        action = next(table.turns)
        ask(f"{running.url}/v1/sessions/{table.id}/actions", "POST", action, table.token, If_Match="*")
        taken.append(time.perf_counter() - began)
        time.sleep(max(0.0, 1 / ACTIONS_A_SECOND - (time.perf_counter() - began)))
    return taken


# Finished games of bots, put into the log as they were recorded.


def record_games(home: Path, sessions: int) -> None:
    """Append so many finished public games, with a few players who meet again and again."""
    store, game = EventStore.open(f"sqlite:///{home / 'log.db'}"), REGISTRY[GAME]
    sets = Library()
    try:
        for number, path in enumerate(islice(cycle(library(GAME)), sessions)):
            opening, *actions = map(json.loads, path.read_text().splitlines())
            told: dict[str, Any] = {
                name: opening[name] for name in ("seats", "options", "chance") if name in opening
            }
            seats = [seat["seat"] for seat in opening["seats"]]
            players = {seat: f"p{(7 * number + place) % 50}" for place, seat in enumerate(seats)}
            request = msgspec.convert(told | {"visibility": "public", "players": players}, OpeningRequest)
            components = sets.component_set(opening["component_set"], GAME)
            session = f"01900000-0000-7000-8000-{number:012}"
            begun, _, first = open_session(game, components, request, session, SECRET, STAMP)
            work = UnitOfWork(begun, lambda first, last: iter(()))
            for action in actions:
                work.record(action, STAMP, None)
            store.append(session, 1, [first, *work.stored])
    finally:
        store.close()


def _wait_until_followed(running: Running, sessions: int) -> None:
    end = time.monotonic() + FOLLOWED_SECONDS
    while time.monotonic() < end:
        rows = ask(f"{running.url}/v1/statistics/{GAME}/rounds").get("rows")  # none: a job will answer
        if rows and rows[0]["n"] >= sessions:
            return
        time.sleep(0.5)
    raise RuntimeError("the worker did not follow")


# The strangers, in a process of their own.


def questions(seed: int) -> Iterator[str]:
    """Addresses of random questions without end."""
    chosen, measures = random.Random(seed), sorted(REGISTRY[GAME].measures.values(), key=lambda one: one.key)
    while True:
        measure, group_by = chosen.choice(measures), chosen.choice(GROUPS)
        if measure.per == "session" and group_by not in ("", "count", "month"):
            group_by = ""
        player = f"&player=p{chosen.randrange(50)}" if chosen.random() < 0.3 else ""
        yield f"/v1/statistics/{GAME}/{measure.key}?group_by={group_by}{player}"


def _ask_for(port: int, seconds: float) -> None:
    """Ask, and print the seconds that each question took and the numbers of statuses."""
    taken: list[float] = []
    statuses: dict[str, int] = {}
    end = time.perf_counter() + seconds

    def stranger(seed: int) -> None:
        connection = http.client.HTTPConnection(HOST, port, timeout=60)
        for address in questions(seed):
            began = time.perf_counter()
            if began >= end:
                return
            connection.request("GET", address)
            answer = connection.getresponse()
            answer.read()
            taken.append(time.perf_counter() - began)
            statuses[str(answer.status)] = statuses.get(str(answer.status), 0) + 1

    strangers = [threading.Thread(target=stranger, args=(seed,)) for seed in range(STRANGERS)]
    for one in strangers:
        one.start()
    for one in strangers:
        one.join()
    print(json.dumps([taken, statuses]))


def main() -> None:
    """Measure, or ask as one of the processes of a measurement."""
    if sys.argv[1:2] == ["ask"]:
        _ask_for(int(sys.argv[2]), float(sys.argv[3]))
        return
    sessions = int(sys.argv[1]) if len(sys.argv) > 1 else SESSIONS
    for row in measured(sessions, float(sys.argv[2]) if len(sys.argv) > 2 else SECONDS):
        print(f"{row.what}: {row.figure} {row.bar} {row.note}", flush=True)


if __name__ == "__main__":
    main()
