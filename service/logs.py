"""Logs: one line of JSON a request, and one for whatever goes wrong."""

from __future__ import annotations

import json
import logging
import re
import sys
import time
import uuid
from typing import Any

from flask import Flask, Response, g, has_request_context, request

REQUEST_ID = re.compile(r"[A-Za-z0-9_.:-]{1,64}")
LOGGER = logging.getLogger("tablelog")


class JsonLines(logging.Formatter):
    """A record as one JSON object."""

    def format(self, record: logging.LogRecord) -> str:
        line: dict[str, Any] = {
            "at": self.formatTime(record, "%Y-%m-%dT%H:%M:%S%z"),
            "level": record.levelname.lower(),
            "message": record.getMessage(),
        }
        if has_request_context():
            line["request_id"] = g.get("request_id")
        line |= getattr(record, "members", {})
        if record.exc_info:
            line["exception"] = self.formatException(record.exc_info)
        return json.dumps(line, ensure_ascii=False, default=str)


def configure(level: str) -> None:
    """Send the service's log to stderr as JSON lines, once."""
    if not LOGGER.handlers:
        handler = logging.StreamHandler(sys.stderr)
        handler.setFormatter(JsonLines())
        LOGGER.addHandler(handler)
        LOGGER.propagate = False
    LOGGER.setLevel(level)


def begin_request() -> None:
    """Take the caller's request id, or make one."""
    given = request.headers.get("X-Request-Id", "")
    g.request_id = given if REQUEST_ID.fullmatch(given) else uuid.uuid4().hex
    g.began = time.perf_counter()


def log_request(response: Response) -> Response:
    """Give the id back and write the request's line. Tokens are never written."""
    response.headers["X-Request-Id"] = g.get("request_id", "")
    if LOGGER.isEnabledFor(logging.INFO):
        members = {
            "request_id": g.get("request_id"),
            "method": request.method,
            "path": request.path,
            "status": response.status_code,
            "milliseconds": round((time.perf_counter() - g.began) * 1000, 2) if "began" in g else None,
            "asker": g.get("asker"),
        }
        LOGGER.info("request", extra={"members": members})
    return response


def install(app: Flask, level: str) -> None:
    """Log every request of the app."""
    configure(level)
    app.logger = LOGGER  # type: ignore[misc]
    app.before_request(begin_request)
    app.after_request(log_request)
