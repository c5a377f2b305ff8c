"""Heavy work done by the thread that asks for it, with the games that the application has."""

from __future__ import annotations

from flask import Flask

from service.bootstrap import Services
from service.heavy.work import Readers, work_on

PATIENCE_SECONDS = 600.0


class WorkingHere:
    """In the place of the process that a service calls or starts."""

    def __init__(self, found: Services) -> None:
        self.pieces = found.heavy.pieces
        self.readers = Readers(found.store, found.engine, found.library, found.registers)

    def call(self) -> None:
        """Do whatever waits."""
        for piece in self.pieces.waiting():
            with self.pieces.working_on(piece) as is_mine:
                if is_mine:
                    work_on(self.pieces, piece, self.readers)

    def close(self) -> None:
        """Nothing was begun."""


def working_here(app: Flask) -> Flask:
    """The application, which starts no process for its heavy work. A busy machine may take its time."""
    found: Services = app.extensions["tablelog"]
    found.heavy.caller = WorkingHere(found)
    found.heavy.patience_seconds = PATIENCE_SECONDS
    return app
