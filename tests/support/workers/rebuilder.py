"""A process that rebuilds everything in small batches, and dawdles inside its transactions.

A kill finds it there. It says when it is ready, and begins when it gets a line.
Run as `python -m tests.support.workers.rebuilder URL`, for log and tables at this URL.
"""

from __future__ import annotations

import sys
import time
from typing import Any

from replays.databases import make_engine
from replays.event_store import EventStore
from tests.support.reef import LIBRARY
from workers import rebuild as module
from workers.follow import ProjectionRunner

DAWDLE_SECONDS = 0.1
BATCH = 20


class SlowRunner(ProjectionRunner):
    """A pause between moving positions and the commit."""

    def _apply(self, *rows: Any) -> None:
        time.sleep(DAWDLE_SECONDS / len(self._projections))
        super()._apply(*rows)


def main(url: str) -> None:
    """Rebuild and serve what is rebuilt, unless another process has served it already."""
    vars(module).update(ProjectionRunner=SlowRunner, REBUILD_BATCH=BATCH)
    store, engine = EventStore.open(url), make_engine(url)
    print("ready", flush=True)
    sys.stdin.readline()
    served = {one.build for one in module.status(store, engine)}
    if served == {1}:
        module.rebuild(store, engine, LIBRARY)
    store.close()


if __name__ == "__main__":
    main(sys.argv[1])
