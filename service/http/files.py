"""Files that requests bring: received a piece at a time and kept on the disk, not in memory."""

from __future__ import annotations

import hashlib
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path
from tempfile import SpooledTemporaryFile
from typing import BinaryIO, cast

from flask import request
from gunicorn.http.errors import NoMoreData, ParseException
from werkzeug.exceptions import RequestEntityTooLarge

from service.http.bodies import cut_off, unsound_chunks
from service.problems import Problem

PIECE_BYTES = 64 * 1024
BYTES_IN_MEMORY = 256 * 1024
"""A shorter file never reaches the disk."""

SMALLER_FILES = (
    "Split the file into lines (each line is one session) and send them one after another, or run "
    "`tablelog import FILE` on the server, which accepts files of any length."
)


@contextmanager
def received(folder: Path) -> Iterator[tuple[BinaryIO, str, int]]:
    """The request's body as a file at its beginning, the SHA-256 of its bytes, in hex, and their number.

    It has no name in the `folder` where it lies, and is gone afterwards, also after a kill. Raises `Problem`
    for one that is too large: how to go on; where its chunks are not sound, and where it ends too early.
    """
    with SpooledTemporaryFile(max_size=BYTES_IN_MEMORY, dir=str(folder)) as spooled:
        file = cast("BinaryIO", spooled)
        digest = hashlib.sha256()
        length = 0
        for piece in _pieces():
            try:
                file.write(piece)
            except OSError as error:
                detail = f"The file cannot be stored while it is read ({error.strerror})."
                raise Problem("unavailable", detail, headers={"Retry-After": "60"}) from error
            digest.update(piece)
            length += len(piece)
        if request.content_length is not None and length < request.content_length:
            raise cut_off(length, request.content_length)
        file.seek(0)
        yield file, digest.hexdigest(), length


def _pieces() -> Iterator[bytes]:
    """The body, to its end. Without a length a byte behind the most that is taken is asked for as well."""
    try:
        stream = request.stream
        while piece := stream.read(PIECE_BYTES):
            yield piece
    except (ParseException, NoMoreData) as error:
        raise unsound_chunks(error) from error
    except RequestEntityTooLarge:
        told = f"A request can have at most {request.max_content_length} bytes. {SMALLER_FILES}"
        raise Problem("too-large", told) from None
