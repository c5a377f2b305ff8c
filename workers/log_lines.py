"""How processes log: a line for each event, as text for people or as JSON for programs.

`TABLELOG_LOG_FORMAT=json` makes every line an object with `at`, `level`, `process`, `logger` and `message`,
and the traceback of an exception in `exception`. The web process writes JSON in any case.
"""

from __future__ import annotations

import json
import logging
import os
import sys
import threading
from datetime import UTC, datetime
from types import TracebackType
from typing import Any, NoReturn

FORM = "%(asctime)s %(name)s %(levelname)s %(message)s"
LOG = logging.getLogger("tablelog")


def as_json() -> bool:
    """Whether the environment asks for lines of JSON."""
    return os.environ.get("TABLELOG_LOG_FORMAT") == "json"


def json_line(process: str, message: str, *, level: str = "info", **more: object) -> str:
    """One line: the time in UTC, and anything else that there is to say."""
    at = datetime.now(UTC).isoformat(timespec="milliseconds")
    line = {"at": at, "level": level, "process": process, "message": message, **more}
    return json.dumps(line, ensure_ascii=False, default=str)


class JsonLines(logging.Formatter):
    """A record as one JSON object."""

    def __init__(self, process: str) -> None:
        super().__init__()
        self._process = process

    def format(self, record: logging.LogRecord) -> str:
        more = self.more()
        if record.exc_info:
            more["exception"] = self.formatException(record.exc_info)
        level = record.levelname.lower()
        return json_line(self._process, record.getMessage(), level=level, logger=record.name, **more)

    def more(self) -> dict[str, Any]:
        """What else every line tells."""
        return {}


def log_in_lines(process: str, level: str = "INFO") -> None:
    """From here on. Messages of alembic about a new home are of no use to its operator, and are left out.

    level: the least that is logged. A second call changes nothing.
    """
    if as_json():
        handler = logging.StreamHandler(sys.stderr)
        handler.setFormatter(JsonLines(process))
        logging.basicConfig(level=level, handlers=[handler])
        logging.captureWarnings(True)
        sys.excepthook = _uncaught
        threading.excepthook = _uncaught_in_a_thread
    else:
        logging.basicConfig(level=level, format=FORM)
    logging.getLogger("alembic").setLevel(logging.WARNING)


def give_up(reason: str) -> NoReturn:
    """End this process with status 1, and say why."""
    if as_json():
        LOG.critical(reason)
        sys.exit(1)
    sys.exit(reason)


def _uncaught(kind: type[BaseException], error: BaseException, trace: TracebackType | None) -> None:
    if not issubclass(kind, KeyboardInterrupt):
        LOG.critical("the process ends by an error", exc_info=(kind, error, trace))


def _uncaught_in_a_thread(ended: threading.ExceptHookArgs) -> None:
    error = ended.exc_value
    if error is not None:
        LOG.critical("a thread ends by an error", exc_info=(ended.exc_type, error, ended.exc_traceback))
