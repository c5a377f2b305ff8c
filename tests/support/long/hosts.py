"""Several hosts: web hosts, workers, PostgreSQL, Redis and the network between them are lost at random."""

from __future__ import annotations

import subprocess
import sys
from pathlib import Path

import msgspec

from tests.support.hosts import former
from tests.support.hosts.networks import in_namespaces, why_no_hosts
from tests.support.long.campaign import ROOT, Outcome, Wanted

OUTCOME, UPGRADE = "outcome.json", "upgrade"


def run(wanted: Wanted, folder: Path) -> Outcome:
    """The campaign: every trial that is asked for, each on hosts of its own."""
    if reason := why_no_hosts():
        return Outcome({}, [f"no hosts can be had here: {reason}"])
    figures, faults = dict[str, str](), list[str]()
    for trial in wanted.trials:
        outcome = tried(trial, wanted, folder / trial)
        figures |= {f"{trial}: {what}": figure for what, figure in outcome.figures.items()}
        faults += [f"{trial}: {fault}" for fault in outcome.faults]
    return Outcome(figures, faults)


def tried(trial: str, wanted: Wanted, folder: Path) -> Outcome:
    """One trial. However it ends, no process, no network and no mount of it remains."""
    folder.mkdir()
    if trial == UPGRADE:
        former.prepare(folder / former.FORMER)
    options = ("--seed", str(wanted.seed), "--disturbances", str(wanted.disturbances))
    command = [sys.executable, "-m", "tests.support.hosts", str(folder), trial, *options]
    with subprocess.Popen(in_namespaces(*command), cwd=ROOT, stdin=subprocess.PIPE) as running:
        try:
            status = running.wait()
        finally:
            running.kill()
    if not (folder / OUTCOME).exists():
        return Outcome({}, [f"the trial ended with status {status}"])
    return msgspec.json.decode((folder / OUTCOME).read_bytes(), type=Outcome)
