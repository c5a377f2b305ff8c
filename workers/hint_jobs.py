"""Jobs as they come out of Redis: anybody may have written them, so of each its data alone are read.

A job names its function. No other is called than the one that its queue is for, and nothing is imported
for a name that is not known. Callbacks, results and all else that rq keeps beside a job are left unread.
"""

from __future__ import annotations

import re
import zlib
from collections.abc import Mapping
from typing import Any

from redis.exceptions import ResponseError
from rq.exceptions import DeserializationError, NoSuchJobError
from rq.job import Job

LONGEST_DATA = 4_096
ID = re.compile(r"[A-Za-z0-9_-]{1,64}")
"""What a hint can be about: the id of a session or of a webhook."""


class RefusedJob(Exception):
    """What came out of Redis is no hint; the message says why, without what it holds."""


class HintJob(Job):
    """A job of rq of which Redis says no more than what it calls."""

    def restore(self, raw_data: Mapping[bytes, bytes]) -> None:
        """Take over the data and the queue's name. Raises `NoSuchJobError` where there are no data."""
        packed = raw_data.get(b"data", b"")
        if not packed:
            raise NoSuchJobError("a job without data")
        self.origin = raw_data.get(b"origin", b"").decode("ascii", "replace")
        unpacking = zlib.decompressobj()
        try:
            self.data = unpacking.decompress(packed, LONGEST_DATA)
        except zlib.error:
            self.data = packed[:LONGEST_DATA]

    @classmethod
    def fetch(cls, id: str, connection: Any = None, serializer: Any = None) -> Job:
        """The job of this id. Raises `NoSuchJobError`, also where no job can be made of what is there."""
        try:
            return super().fetch(id, connection=connection, serializer=serializer)
        except (ValueError, ResponseError) as error:
            raise NoSuchJobError(f"no job can be read ({type(error).__name__})") from error


def called_by(job: Job, function: str, about: int) -> tuple[str, ...]:
    """What a job says to its function, which must be this one, about so many ids. Raises `RefusedJob`."""
    try:
        name, instance, arguments, named = job.func_name, job.instance, job.args, job.kwargs
    except DeserializationError:
        raise RefusedJob("it is not JSON, as jobs are here") from None
    if name != function:
        raise RefusedJob(f"it calls {str(name)[:80]!r}, and here jobs call {function} alone")
    if instance is not None or named:
        raise RefusedJob("it brings an object or named arguments")
    if not isinstance(arguments, list | tuple) or len(arguments) != about:
        raise RefusedJob(f"it brings other than {about} arguments")
    if not all(isinstance(one, str) and ID.fullmatch(one) for one in arguments):
        raise RefusedJob("an argument is no id")
    return tuple(arguments)
