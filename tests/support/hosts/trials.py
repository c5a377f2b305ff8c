"""Trials of a service on several hosts. Each is a cluster of its own, run in namespaces of its own."""

from __future__ import annotations

import time
from collections import Counter
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from pathlib import Path
from random import Random
from typing import NamedTuple

from tests.support.hosts.clients import Company
from tests.support.hosts.clusters import Cluster
from tests.support.hosts.disturbances import KINDS, redis_stopped, redis_unplugged, settle
from tests.support.hosts.judging import judged
from tests.support.long.campaign import CONSOLE, Outcome, Progress

FEW = 10
"""Answers that show that recording goes on."""
MOST_ANSWERS_BETWEEN = 40
PROMOTED_AFTER_SECONDS = 3.0
GAP_OF_THE_PRIMARY_SECONDS = 6.0
"""Without an acknowledgement, beyond the time until the standby is promoted."""
STARTING_SECONDS = 20.0
"""A new process, while the first host of the address is dead."""
REDIS_AWAY_SECONDS = 15.0
GAP_OF_REDIS_SECONDS = 1.0


class Asked(NamedTuple):
    """What a trial is asked: where, and how much of it."""

    folder: Path
    seed: int
    disturbances: int


Trial = Callable[[Asked], Outcome]
BEGAN = time.monotonic()


def tell(what: str) -> None:
    """How far a trial has come."""
    CONSOLE.print(f"  {time.monotonic() - BEGAN:.0f} s: {what}")


@contextmanager
def at_work(
    cluster: Cluster, asked: Asked, tables: int, watchers: int, *, only_notes: bool = False
) -> Iterator[Company]:
    """The cluster runs, and clients record. All of it ends with the block. Raises `Stuck`."""
    addresses = [web.host.address for web in cluster.webs]
    company = Company(addresses, Random(f"{asked.seed}"), tables, watchers, only_notes=only_notes)
    try:
        cluster.start()
        tell("every host is ready")
        company.begin()
        company.wait_for(tables * FEW)
        yield company
    finally:
        company.done.set()
        cluster.stop()


def in_small(asked: Asked) -> Outcome:
    """Lose a web host, the primary and Redis, one after another."""
    cluster = Cluster(asked.folder, workers=1)
    with at_work(cluster, asked, tables=2, watchers=2) as company:
        tell("one web host is killed")
        cluster.webs[0].host.off()
        company.wait_for(FEW)
        tell("the primary's host is lost, and the standby promoted")
        cluster.database.primary.host.unplug()
        cluster.database.promote()
        company.wait_for(FEW)
        cluster.database.bury()
        cluster.webs[0].host.on()
        tell("Redis is lost")
        cluster.redis.host.unplug()
        company.wait_for(FEW)
        cluster.redis.host.plug()
        return judged(cluster, company)


def chaos(asked: Asked) -> Outcome:
    """Disturb the hosts at random, one after another."""
    cluster, random, counted = Cluster(asked.folder), Random(f"{asked.seed}/disturbances"), Counter[str]()
    progress, gaps = Progress("disturbances", asked.disturbances), dict[str, float]()
    with at_work(cluster, asked, tables=6, watchers=2) as company:
        for number in range(asked.disturbances):
            kind = random.choices(list(KINDS), list(KINDS.values()))[0]
            began = time.monotonic()
            with kind(cluster, random):
                company.wait_for(random.randint(1, MOST_ANSWERS_BETWEEN))
            settle(cluster)
            company.wait_for(FEW)
            what = kind.__name__.replace("_", " ")
            gaps[what] = max(gaps.get(what, 0.0), company.longest_gap(began, time.monotonic()))
            counted[what] += 1
            progress.at(number + 1, f"{company.answers} entries acknowledged, last {kind.__name__}")
        figures, faults = judged(cluster, company)
    figures["disturbances"] = ", ".join(f"{times} {kind}" for kind, times in sorted(counted.items()))
    figures["longest gap, seconds"] = ", ".join(f"{gap:.1f} {what}" for what, gap in sorted(gaps.items()))
    return Outcome(figures, faults)


def primary(asked: Asked) -> Outcome:
    """The host of the primary vanishes. A new web starts while it is dead."""
    cluster = Cluster(asked.folder, workers=1)
    new = cluster.web("web-3")
    with at_work(cluster, asked, tables=4, watchers=2) as company:
        tell("the primary's host is lost")
        lost = time.monotonic()
        cluster.database.primary.host.unplug()
        time.sleep(PROMOTED_AFTER_SECONDS)
        cluster.database.promote()
        promoted = time.monotonic()
        tell("the standby is promoted")
        company.wait_for(10 * FEW)
        gap = company.longest_gap(lost, time.monotonic())
        tell(f"recording goes on after {gap:.1f} s")
        began = time.monotonic()
        new.start()
        cluster.wait_until_ready(new)
        started = time.monotonic() - began
        tell(f"a new web is ready after {started:.1f} s")
        cluster.database.bury()
        figures, faults = judged(cluster, company)
    most = promoted - lost + GAP_OF_THE_PRIMARY_SECONDS
    figures["promoted after, longest gap, new web ready after"] = (
        f"{promoted - lost:.1f} s, {gap:.1f} s, {started:.1f} s"
    )
    if gap > most:
        faults.append(f"nobody was acknowledged for {gap:.1f} s; at most {most:.1f} s")
    if started > STARTING_SECONDS:
        faults.append(f"a new web was ready after {started:.1f} s; at most {STARTING_SECONDS:.0f} s")
    return Outcome(figures, faults)


def redis(asked: Asked) -> Outcome:
    """The host of Redis vanishes; then Redis is stopped."""
    cluster, gaps, faults = Cluster(asked.folder, workers=1), dict[str, float](), list[str]()
    with at_work(cluster, asked, tables=6, watchers=2) as company:
        for kind in (redis_unplugged, redis_stopped):
            company.wait_for(10 * FEW)
            began = time.monotonic()
            with kind(cluster, Random(asked.seed)):
                time.sleep(REDIS_AWAY_SECONDS)
                gaps[kind.__name__] = gap = company.longest_gap(began, time.monotonic())
            if gap > GAP_OF_REDIS_SECONDS:
                faults.append(f"{kind.__name__}: nobody was acknowledged for {gap:.1f} s")
        outcome = judged(cluster, company)
    told = ", ".join(f"{name.replace('_', ' ')} {gap:.2f}" for name, gap in gaps.items())
    return Outcome(outcome.figures | {"longest gap, seconds": told}, outcome.faults + faults)
