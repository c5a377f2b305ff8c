"""Due answers: what a server hands over with a request if it can send the answer later than it is made."""

from __future__ import annotations

DUE = "tablelog.due"
"""Where such a server puts a `Due` into the request's environment; without it the thread waits."""
