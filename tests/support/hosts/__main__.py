"""`python -m tests.support.hosts FOLDER TRIAL`: one trial, as the first process of namespaces of its own.

Its outcome is written to a file of the folder. It ends when its standard input does, and everything with it.
"""

from __future__ import annotations

import os
import signal
import sys
import threading
from pathlib import Path

import click
import msgspec

from tests.support.hosts import bars, trials
from tests.support.hosts.trials import Asked, Trial
from tests.support.long.campaign import Outcome
from tests.support.long.running import Stuck

OUTCOME = "outcome.json"
TRIALS: dict[str, Trial] = {
    "small": trials.in_small,
    "chaos": trials.chaos,
    "primary": trials.primary,
    "redis": trials.redis,
    "tail": bars.tail,
    "commits": bars.commits,
    "upgrade": bars.upgrade,
}


@click.command()
@click.argument("folder", type=click.Path(path_type=Path))
@click.argument("trial", type=click.Choice(list(TRIALS)))
@click.option("--seed", type=int, default=1)
@click.option("--disturbances", type=int, default=1)
def main(folder: Path, trial: str, seed: int, disturbances: int) -> None:
    signal.signal(signal.SIGTERM, lambda number, frame: os._exit(1))
    threading.Thread(target=_end_with_the_input, daemon=True).start()
    try:
        outcome = TRIALS[trial](Asked(folder, seed, disturbances))
    except Stuck as stuck:
        outcome = Outcome({}, [str(stuck)])
    (folder / OUTCOME).write_bytes(msgspec.json.encode(outcome))
    sys.stdout.flush()
    os._exit(0)  # what still runs or is open ends with the namespaces


def _end_with_the_input() -> None:
    while os.read(0, 1):
        pass
    os._exit(1)


if __name__ == "__main__":
    main()
