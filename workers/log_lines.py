"""How the processes behind the web log: a line for each thing that happened."""

from __future__ import annotations

import logging

FORM = "%(asctime)s %(name)s %(levelname)s %(message)s"


def log_in_lines() -> None:
    """From now on. Messages of alembic about a new home are of no use to its operator, and are left out."""
    logging.basicConfig(level=logging.INFO, format=FORM)
    logging.getLogger("alembic").setLevel(logging.WARNING)
