"""A scribe beside those who would stall the service: what he feels of it, and what is left afterwards."""

from __future__ import annotations

import subprocess
import sys
import time
from collections.abc import Iterator
from contextlib import suppress

from benchmarks.attackers import ATTACKS
from benchmarks.client import Table, ask, open_table
from benchmarks.measured import Measured, percentile
from benchmarks.running import Running, memory_of, service

P95_BAR_MS, MEMORY_BAR = 100, 1.5
LEAD_SECONDS, ATTACK_SECONDS, AFTER_SECONDS = 3, 12, 60
ACTIONS_A_SECOND = 10


def rows() -> Iterator[Measured]:
    """Each attack alone, on a service of its own."""
    for attack in ATTACKS:
        with service(bounded=True) as running:
            yield from _beside(attack, running)


def _beside(attack: str, running: Running) -> Iterator[Measured]:
    table = open_table(running.url, visibility="public")
    _record(table, running, 2)
    before = _memory(running)
    attacker = subprocess.Popen(
        [sys.executable, "-m", "benchmarks.attackers", attack, str(running.port), table.id]
    )
    try:
        time.sleep(LEAD_SECONDS)
        taken, failed = _record(table, running, ATTACK_SECONDS)
        most = _memory(running)
    finally:
        attacker.kill()
        attacker.wait()
    began = time.perf_counter()
    ask(f"{running.url}/healthz")
    next_one = (time.perf_counter() - began) * 1000
    after, left = _settled(running, before)
    p95 = percentile(taken, 0.95) * 1000 if taken else float("inf")
    note = f"p50 {percentile(taken, 0.5) * 1000:.0f} ms; the next request afterwards {next_one:.0f} ms"
    yield Measured(f"{attack}: actions refused or lost", str(failed), "0", failed == 0)
    yield Measured(
        f"{attack}: an action, p95", f"{p95:.0f} ms", f"≤ {P95_BAR_MS} ms", p95 <= P95_BAR_MS, note=note
    )
    grown = after / before
    note = f"{before:.0f} MiB before, {most:.0f} during, {after:.0f} after {left:.0f} s"
    yield Measured(
        f"{attack}: memory afterwards", f"{grown:.2f}×", f"≤ {MEMORY_BAR}×", grown <= MEMORY_BAR, note=note
    )


def _record(table: Table, running: Running, seconds: float) -> tuple[list[float], int]:
    """The time of each action that was recorded, in seconds, and how many were not."""
    taken, failed, end = [], 0, time.perf_counter() + seconds
    while (began := time.perf_counter()) < end:
        action = next(table.turns)
        recorded = False
        with suppress(OSError):
            ask(f"{running.url}/v1/sessions/{table.id}/actions", "POST", action, table.token, If_Match="*")
            recorded = True
        taken += [time.perf_counter() - began] if recorded else []
        failed += not recorded
        time.sleep(max(0.0, 1 / ACTIONS_A_SECOND - (time.perf_counter() - began)))
    return taken, failed


def _memory(running: Running) -> float:
    """What the web process and the worker of jobs hold together, in MiB."""
    return memory_of(running.web) + memory_of(running.jobs)


def _settled(running: Running, before: float) -> tuple[float, float]:
    """The memory when it is within the bar, or after a minute; and how long that took, in seconds."""
    began = time.perf_counter()
    while True:
        memory, passed = _memory(running), time.perf_counter() - began
        if memory <= MEMORY_BAR * before or passed >= AFTER_SECONDS:
            return memory, passed
        time.sleep(1)
