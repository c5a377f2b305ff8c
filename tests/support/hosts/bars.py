"""Trials of a database that loses its newest entries, of one that confirms nothing, and of an upgrade."""

from __future__ import annotations

import time

from tests.support.hosts.clusters import Cluster, status_of
from tests.support.hosts.clusters import asked as ask
from tests.support.hosts.former import COMMIT, FORMER, PYTHON
from tests.support.hosts.judging import judged
from tests.support.hosts.trials import FEW, Asked, at_work, tell
from tests.support.long.campaign import ROOT, Outcome
from tests.support.long.running import until

RECORDING_AGAIN_SECONDS = 5.0
TAIL = 60
"""Entries that the standby has never had."""
HANGING_SECONDS = 15.0
ANSWERED_SECONDS = 1.0
NOT_READY_SECONDS = 6.0
CONFIRMED_SECONDS = 2.0


def tail(asked: Asked) -> Outcome:
    """An asynchronous standby that is behind takes over: the newest entries are lost."""
    cluster, faults = Cluster(asked.folder, workers=1, asynchronous=True), list[str]()
    with at_work(cluster, asked, tables=4, watchers=2, only_notes=True) as company:
        company.wait_for(4 * FEW)
        database = cluster.database
        database.standby.host.unplug()
        company.wait_for(TAIL)
        database.primary.host.off()
        database.standby.host.plug()
        acknowledged = sum(map(len, company.told.values()))
        heads = heads_of(cluster, list(company.told))
        company.forget_after(heads)
        lost = acknowledged - sum(map(len, company.told.values()))
        tell(f"{lost} entries are lost")
        database.promote()
        promoted = time.monotonic()
        sessions = list(company.told)
        until(
            lambda: all(company.latest[session] > promoted for session in sessions),
            "a session does not record any more",
        )
        slowest = max(company.first_after(session, promoted) for session in sessions) - promoted
        tell(f"every session records after {slowest:.1f} s")
        company.wait_for(4 * FEW)
        figures, found = judged(cluster, company)
        resets = sum(watcher.resets > 0 for watcher in company.watchers)
    figures["entries lost, every session records after"] = f"{lost}, {slowest:.1f} s"
    faults += found
    if lost == 0:
        faults.append("nothing was lost, so nothing is proved")
    if slowest > RECORDING_AGAIN_SECONDS:
        faults.append(f"a session records after {slowest:.1f} s; at most {RECORDING_AGAIN_SECONDS:.0f} s")
    if resets == 0:
        faults.append("no stream began again")
    return Outcome(figures, faults)


def heads_of(cluster: Cluster, sessions: list[str]) -> dict[str, int]:
    """The number of the last entry that the standby has, by session."""
    entries = "SELECT max(originator_version) FROM tablelog_events WHERE originator_id = '{}'"
    return {session: cluster.database.standby.ask(entries.format(session)) or 0 for session in sessions}


def commits(asked: Asked) -> Outcome:
    """No commit returns, since the standby that it waits for is away."""
    cluster, faults = Cluster(asked.folder, workers=1), list[str]()
    with at_work(cluster, asked, tables=6, watchers=2, only_notes=True) as company:
        (session, token), *_ = company.tokens.items()
        database = cluster.database
        database.primary.set("synchronous_standby_names", "nobody")
        began = time.monotonic()
        slowest, not_ready = 0.0, dict[str, float]()
        headers = {"Authorization": f"Bearer {token}"}
        while time.monotonic() < began + HANGING_SECONDS:
            for web in cluster.webs:
                for path in ("/healthz", f"/v1/sessions/{session}"):
                    before = time.monotonic()
                    status, _ = ask(web, "GET", path, headers=headers, seconds=HANGING_SECONDS)
                    slowest = max(slowest, time.monotonic() - before)
                    if status != 200:
                        faults.append(f"{status} at {path} while commits hang")
                if web.host.name not in not_ready and status_of(web, "/readyz") == 503:
                    not_ready[web.host.name] = time.monotonic() - began
            time.sleep(0.1)
        held = company.answers
        database.primary.set("synchronous_standby_names", "*")
        returned = time.monotonic()
        until(
            lambda: all(company.latest[one] > returned for one in company.tokens),
            "a session is not answered any more",
        )
        answered = max(company.first_after(one, returned) for one in company.tokens) - returned
        figures, found = judged(cluster, company)
    figures |= {
        "slowest answer, not ready after": (
            f"{slowest:.2f} s, " + ", ".join(f"{name} {after:.1f} s" for name, after in not_ready.items())
        ),
        "all answered after": f"{answered:.1f} s; {held} before",
    }
    faults += found
    if slowest > ANSWERED_SECONDS:
        faults.append(f"an answer took {slowest:.1f} s while commits hang")
    if len(not_ready) < len(cluster.webs) or max(not_ready.values()) > NOT_READY_SECONDS:
        faults.append(f"not ready only after {not_ready}")
    if answered > CONFIRMED_SECONDS:
        faults.append(f"all were answered after {answered:.1f} s; at most {CONFIRMED_SECONDS:.0f} s")
    return Outcome(figures, faults)


def upgrade(asked: Asked) -> Outcome:
    """From the last release to this code, host after host, while clients record."""
    former = asked.folder / FORMER
    name, python = (former / COMMIT).read_text(), former / PYTHON
    cluster = Cluster(asked.folder, workers=1)
    hosts = [*cluster.webs, *cluster.workers]
    single = cluster.database.primary.url
    own_command = {service.name: service.command for service in hosts}
    for service in hosts:
        service.folder = former
        service.command = [str(python), *service.command[1:]]
        service.settings |= {"TABLELOG_LOG_URL": single, "TABLELOG_TABLES_URL": single}
    with at_work(cluster, asked, tables=4, watchers=2) as company:
        company.wait_for(4 * FEW)
        for service in hosts:
            tell(f"{service.host.name} is upgraded")
            service.stop()
            service.folder, service.command = ROOT, own_command[service.name]
            service.settings |= {
                "TABLELOG_LOG_URL": cluster.database.url,
                "TABLELOG_TABLES_URL": cluster.database.url,
            }
            service.start()
            if service.name == "web":
                cluster.wait_until_ready(service)
            company.wait_for(4 * FEW)
        figures, faults = judged(cluster, company)
    figures["from, errors"] = f"{name}, " + ", ".join(
        f"{times} {error}" for error, times in sorted(company.errors.items())
    )
    resets = (
        "ConnectionResetError",
        "ConnectionRefusedError",
        "RemoteDisconnected",
        "BrokenPipeError",
        "503",
    )
    faults += [f"a client met {error}" for error in company.errors if error not in resets]
    return Outcome(figures, faults)
