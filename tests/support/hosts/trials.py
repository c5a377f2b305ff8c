"""Trials of a service on several hosts. Each is a cluster of its own, run in namespaces of its own."""

from __future__ import annotations

import time
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from pathlib import Path
from random import Random
from typing import NamedTuple

from tests.support.hosts.clients import Company
from tests.support.hosts.clusters import Cluster
from tests.support.hosts.judging import judged
from tests.support.long.campaign import CONSOLE, Outcome


class Asked(NamedTuple):
    """What a trial is asked: where, and how much of it."""

    folder: Path
    seed: int
    disturbances: int


BEGAN = time.monotonic()
Trial = Callable[[Asked], Outcome]


@contextmanager
def at_work(cluster: Cluster, asked: Asked, tables: int, watchers: int) -> Iterator[Company]:
    """The cluster runs, and clients record. All of it ends with the block. Raises `Stuck`."""
    company = Company(
        [web.host.address for web in cluster.webs], Random(f"{asked.seed}"), tables=tables, watchers=watchers
    )
    try:
        cluster.start()
        company.begin()
        company.wait_for(tables)
        yield company
    finally:
        company.done.set()
        cluster.stop()


def tell(what: str) -> None:
    """How far a trial has come."""
    CONSOLE.print(f"  {time.monotonic() - BEGAN:.0f} s: {what}")


def in_small(asked: Asked) -> Outcome:
    """Lose a web host, the primary and Redis, one after another, with a client at every table."""
    cluster = Cluster(asked.folder, workers=1)
    with at_work(cluster, asked, tables=3, watchers=2) as company:
        company.wait_for(FEW)
        tell("one web host is killed")
        cluster.webs[0].host.off()
        company.wait_for(FEW)
        cluster.webs[0].host.on()
        tell("the primary's host is lost, and the standby promoted")
        lost = time.monotonic()
        cluster.database.primary.host.unplug()
        cluster.database.promote()
        promoted = time.monotonic()
        company.wait_for(FEW)
        gap = company.longest_gap(lost, time.monotonic())
        tell("Redis is lost")
        cluster.redis.host.unplug()
        company.wait_for(FEW)
        cluster.redis.host.plug()
        figures, faults = judged(cluster, company)
    figures["promotion, longest gap in seconds"] = f"{promoted - lost:.1f}, {gap:.1f}"
    return Outcome(figures, faults)


FEW = 10
"""Answers that show that recording goes on."""

TRIALS: dict[str, Trial] = {"small": in_small}
