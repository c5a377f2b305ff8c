"""Logs: one line of JSON a request, and one for whatever goes wrong."""

from __future__ import annotations

import json
import logging
import re
import sys
from typing import Any

import msgspec
from flask import g, has_request_context

REQUEST_ID = re.compile(r"[A-Za-z0-9_.:-]{1,64}")
LOGGER = logging.getLogger("tablelog")


class RequestLine(msgspec.Struct):
    """What the log says of a request. Tokens, queries and bodies are never written."""

    at: str
    request_id: str
    method: str
    path: str
    status: int
    milliseconds: float
    principal: str | None = msgspec.field(name="asker")  # log readers know this name
    level: str = "info"
    message: str = "request"


class JsonLines(logging.Formatter):
    """A record as one JSON object. The line of a request comes finished."""

    def format(self, record: logging.LogRecord) -> str:
        if isinstance(record.msg, RequestLine):
            return msgspec.json.encode(record.msg).decode()
        line: dict[str, Any] = {
            "at": self.formatTime(record, "%Y-%m-%dT%H:%M:%S%z"),
            "level": record.levelname.lower(),
            "message": record.getMessage(),
        }
        if has_request_context():
            line["request_id"] = g.get("request_id")
        if record.exc_info:
            line["exception"] = self.formatException(record.exc_info)
        return json.dumps(line, ensure_ascii=False, default=str)


def configure(level: str) -> logging.Logger:
    """Send the service's log to stderr as JSON lines, once."""
    if not LOGGER.handlers:
        handler = logging.StreamHandler(sys.stderr)
        handler.setFormatter(JsonLines())
        LOGGER.addHandler(handler)
        LOGGER.propagate = False
    LOGGER.setLevel(level)
    return LOGGER
