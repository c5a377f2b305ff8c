"""Everything is killed at random while somebody tries to stall the service: one attack after another.

The attackers have an address of their own, and the service its usual bounds.
"""

from __future__ import annotations

import subprocess
import sys
import threading
from collections.abc import Iterator, Mapping
from contextlib import contextmanager
from itertools import cycle
from pathlib import Path

from benchmarks.attackers import ATTACKS
from benchmarks.client import open_table
from tests.support.long import kills
from tests.support.long.campaign import ROOT, Outcome, Wanted
from tests.support.long.disturbed import over_each_store
from tests.support.long.running import Tablelog

ATTACK_SECONDS = 8.0


def run(wanted: Wanted, folder: Path) -> Outcome:
    """The campaign, once over each store."""
    return over_each_store(wanted, folder, over)


def over(wanted: Wanted, home: Path, settings: Mapping[str, str]) -> Outcome:
    """As `kills.over`, beside the attacks."""
    begun: list[str] = []

    @contextmanager
    def attacked(tablelog: Tablelog) -> Iterator[None]:
        session = open_table(f"http://127.0.0.1:{tablelog.port}", visibility="public").id
        ended = threading.Event()
        attacking = threading.Thread(target=_attack, args=(tablelog.port, session, begun, ended))
        attacking.start()
        try:
            yield
        finally:
            ended.set()
            attacking.join()

    figures, faults = kills.over(wanted, home, settings, attacked)
    told = f"{len(begun)}, {len(set(begun))} of {len(ATTACKS)} kinds"
    return Outcome({"attacks": told} | figures, faults)


def _attack(port: int, session: str, begun: list[str], ended: threading.Event) -> None:
    for attack in cycle(ATTACKS):
        begun.append(attack)
        attacker = subprocess.Popen(
            [sys.executable, "-m", "benchmarks.attackers", attack, str(port), session], cwd=ROOT
        )
        ended.wait(ATTACK_SECONDS)
        attacker.kill()
        attacker.wait()
        if ended.is_set():
            return
