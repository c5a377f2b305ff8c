"""Jobs run by the thread that submits them, with the games that the application has."""

from __future__ import annotations

from flask import Flask

from service.bootstrap import Services
from service.jobs.handlers import Readers, run_task

PATIENCE_SECONDS = 600.0


class WorkingHere:
    """Stands for the worker that a service wakes or starts."""

    def __init__(self, found: Services) -> None:
        self.queue = found.jobs.queue
        self.readers = Readers(found.store, found.engine, found.library, found.registers)

    def wake(self) -> None:
        """Run the jobs that wait."""
        for job in self.queue.waiting():
            with self.queue.working_on(job) as lease:
                if lease is not None:
                    run_task(self.queue, lease, self.readers)

    def close(self) -> None:
        """Nothing was started."""


def working_here(app: Flask) -> Flask:
    """The application, which starts no worker. A busy machine may take its time."""
    found: Services = app.extensions["tablelog"]
    found.jobs.workers = WorkingHere(found)
    found.jobs.patience_seconds = PATIENCE_SECONDS
    return app
