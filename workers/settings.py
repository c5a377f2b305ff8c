"""What a worker needs to know: where the log, the tables and Redis are."""

from __future__ import annotations

import os
from dataclasses import dataclass
from pathlib import Path


@dataclass(frozen=True)
class WorkerSettings:
    """Addresses. `redis_url` None: no Redis, the timer alone drives the projections."""

    log_url: str
    tables_url: str
    redis_url: str | None


def read_settings() -> WorkerSettings:
    """From `TABLELOG_LOG_URL`, `TABLELOG_TABLES_URL`, `TABLELOG_REDIS_URL`, `TABLELOG_HOME`."""
    home = Path(os.environ.get("TABLELOG_HOME") or default_home()).expanduser().absolute()
    home.mkdir(parents=True, exist_ok=True)
    return WorkerSettings(
        os.environ.get("TABLELOG_LOG_URL") or f"sqlite:///{home / 'log.db'}",
        os.environ.get("TABLELOG_TABLES_URL") or f"sqlite:///{home / 'tables.db'}",
        os.environ.get("TABLELOG_REDIS_URL") or None,
    )


def default_home() -> Path:
    """`var/` beside the Procfile of a checkout, else `~/.tablelog`."""
    root = Path(__file__).parent.parent
    return root / "var" if (root / "Procfile").exists() else Path.home() / ".tablelog"
