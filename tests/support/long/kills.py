"""Web, workers, Redis and all of them at once are killed at random while scribes record."""

from __future__ import annotations

import time
from collections import Counter
from collections.abc import Callable, Mapping
from contextlib import AbstractContextManager, nullcontext
from pathlib import Path
from random import Random

from tests.support.long import disturbed
from tests.support.long.campaign import Outcome, Progress, Wanted
from tests.support.long.disturbed import Evening, over_each_store
from tests.support.long.running import UNBOUNDED, Tablelog, kill

VICTIMS = {"web": 4, "worker": 3, "redis": 2, "jobs": 1, "everything": 1}
"""How often each is chosen."""

MOST_ANSWERS_BETWEEN = 60
LONGEST_WAIT_SECONDS = 0.5


def run(wanted: Wanted, folder: Path) -> Outcome:
    """The campaign, once over each store."""
    return over_each_store(wanted, folder, over)


Beside = Callable[[Tablelog], AbstractContextManager[object]]
"""`beside(tablelog)`: what else goes on while it is killed, from other addresses."""


def over(wanted: Wanted, home: Path, settings: Mapping[str, str], beside: Beside | None = None) -> Outcome:
    """Record and kill, then compare everything."""
    tablelog = Tablelog(home, UNBOUNDED if beside is None else {}, **settings)

    def kill_some(evening: Evening) -> Outcome:
        with nullcontext() if beside is None else beside(tablelog):
            counted = _kill(evening, wanted.kills)
        return Outcome({"kills": ", ".join(f"{counted[victim]} {victim}" for victim in VICTIMS)}, [])

    return disturbed.over(Evening(wanted, tablelog), settings, kill_some, alone=beside is None)


def _kill(evening: Evening, kills: int) -> Counter[str]:
    """A victim at a time, each after some more answers."""
    counted, random = Counter[str](), evening.random
    progress = Progress(f"kills over {evening.tablelog.home.name}", kills)
    for number in range(kills):
        evening.wait_for(random.randint(1, MOST_ANSWERS_BETWEEN))
        time.sleep(random.uniform(0, LONGEST_WAIT_SECONDS))
        counted[_kill_one(evening.tablelog, random)] += 1
        progress.at(number + 1, f"{evening.answers} entries answered")
    return counted


def _kill_one(tablelog: Tablelog, random: Random) -> str:
    """Kill whom chance chooses among those that run; returns who it was."""
    while True:
        victim = random.choices(list(VICTIMS), list(VICTIMS.values()))[0]
        if victim == "everything":
            tablelog.kill_all()
            return victim
        if processes := tablelog.processes(victim):
            kill(random.choice(processes))
            return victim
