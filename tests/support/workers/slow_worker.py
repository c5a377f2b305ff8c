"""A worker that knows reef and dawdles inside its transactions, so that a kill finds it there.

With REEF_WORKER=torn it moves its position in one transaction and writes its rows in the next: what
the kill test must notice. Run as `python -m tests.support.workers.slow_worker`.
"""

from __future__ import annotations

import os
import time
from collections.abc import Mapping, Sequence
from typing import Any

from domain.games import REGISTRY
from replays.log_storage import Expired
from tests.support.reef import REEF
from workers.__main__ import main
from workers.builds import Builds
from workers.folded_sessions import Batch
from workers.follow import ProjectionRunner, move
from workers.parts import Checkpoint

DAWDLE_SECONDS = 0.01
BATCH = 5


class SlowFollower(ProjectionRunner):
    """Small batches, and a pause between moving the position and the commit."""

    def pull(self, **_: Any) -> int:
        return super().pull(limit=BATCH)

    def _apply(self, *rows: Any) -> None:
        time.sleep(DAWDLE_SECONDS / len(self._projections))
        super()._apply(*rows)


class TornFollower(SlowFollower):
    """Position and rows in two transactions."""

    def _write(
        self, builds: Builds, old: Checkpoint, end: int, batches: Mapping[str, Batch], _: Sequence[Expired]
    ) -> None:
        with self.engine.begin() as connection:
            move(connection, builds, old.position, end, parts=old.parts)
        time.sleep(DAWDLE_SECONDS)
        with self.engine.begin() as connection:
            for name, batch in batches.items():
                self._apply(connection, name, builds[name], batch)


if __name__ == "__main__":
    import workers.jobs

    REGISTRY["reef"] = REEF
    torn = os.environ.get("REEF_WORKER") == "torn"
    vars(workers.jobs)["ProjectionRunner"] = TornFollower if torn else SlowFollower
    main()
