"""Whether every acknowledged entry is in the log once, was streamed without a hole, and is counted."""

from __future__ import annotations

from collections.abc import Iterator

from replays.event_store import EventStore
from tests.support.hosts.clients import DIGEST_IN_AN_ID, Company
from tests.support.hosts.clusters import Cluster
from tests.support.long.campaign import CONSOLE, Outcome
from tests.support.long.disturbed import compared, wait_for_projections


def judged(cluster: Cluster, company: Company) -> Outcome:
    """End the clients, wait for the workers, then compare log, streams and projections. Raises `Stuck`."""
    CONSOLE.print("  every request that is under way gets its answer, and every stream its entries")
    company.end()
    CONSOLE.print("  workers come to the end of the log")
    url = cluster.database.primary.url
    wait_for_projections(url, url)
    entries, faults = company.entries(), list(company.faults)
    passed, audit = cluster.run("audit", "--all")
    if passed != 0:
        faults.append(f"audit --all: {audit.strip()[-500:]}")
    faults += compared(url, url, cluster.folder / "rebuilt.db", entries)
    faults += otherwise_streamed(url, company)
    figures = {
        "sessions, entries acknowledged": f"{len(entries)}, {sum(map(len, entries.values()))}",
        "requests sent again": ", ".join(f"{times} {what}" for what, times in sorted(company.errors.items())),
        "streams, resumed, reset": ", ".join(
            str(count)
            for count in (
                len(company.watchers),
                sum(watcher.resumed for watcher in company.watchers),
                sum(watcher.resets for watcher in company.watchers),
            )
        ),
        "audit": next((line for line in audit.splitlines() if line.endswith(" failed")), audit.strip()),
    }
    return Outcome(figures, faults)


def otherwise_streamed(url: str, company: Company) -> Iterator[str]:
    """Every entry that a stream showed is in the log, with the same digest."""
    store = EventStore.open(url)
    try:
        for watcher in company.watchers:
            logged = {entry.number: entry.digest[:DIGEST_IN_AN_ID] for entry in store.read(watcher.session)}
            if phantom := [number for number, digest in watcher.seen.items() if logged.get(number) != digest]:
                yield f"the stream of {watcher.session} showed {phantom[:5]}, which are not in the log"
    finally:
        store.close()
