"""Request bodies: strict JSON, checked before any schema; and files, kept on disk."""

from __future__ import annotations

import hashlib
import json
import math
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path
from tempfile import SpooledTemporaryFile
from typing import Any, BinaryIO, cast

from flask import request
from gunicorn.http.errors import NoMoreData, ParseException
from werkzeug.exceptions import RequestEntityTooLarge

from domain.kernel.messages import Json
from replays.nesting import TooManyValues, TooNested, must_be_buildable
from service.problems import Problem, invalid

# Reading bodies: JSON as strictly as a log needs it, before any schema sees it.

LARGEST_INTEGER = (1 << 53) - 1
LONGEST_INTEGER = len(str(LARGEST_INTEGER)) + 1


class _Unreadable(ValueError):
    pass


def read_json(depth: int) -> Json:
    """The request's body. Raises `Problem` for another media type and for anything but sound JSON."""
    if request.mimetype != "application/json":
        raise Problem("media-type", "Send the body as application/json.")
    return parse(read_bytes(), depth)


def read_bytes() -> bytes:
    """The whole body of the request. One of unknown length that exceeds the limit is refused, not cut off.

    Raises `Problem` if its chunks are not valid, or if it ends before its length.
    """
    length = request.content_length
    try:
        data = request.get_data(cache=False)
        if length is None:
            request.stream.read(1)
    except (ParseException, NoMoreData) as error:
        raise unsound_chunks(error) from error
    if length is not None and len(data) < length:
        raise cut_off(len(data), length)
    return data


def unsound_chunks(error: Exception) -> Problem:
    """A body of unknown length has no chunks."""
    return Problem("bad-request", f"The chunks of the body cannot be read: {error}.")


def cut_off(length: int, told: int) -> Problem:
    """The problem of a body that ends before its declared length."""
    return Problem("bad-request", f"The body ended after {length} of {told} bytes. Send it again, whole.")


def parse(body: bytes, depth: int) -> Json:
    """The value in UTF-8 JSON text, nested no deeper than `depth`: nothing is built of it before.

    Raises `Problem` also for more values than its length explains, and for what JSON readers disagree on:
    doubled members, numbers beyond 2^53 - 1, NaN, the character NUL, lone surrogates.
    """
    try:
        must_be_buildable(body, depth + 1)
        text = body.decode()
    except TooNested:
        raise Problem("malformed-json", f"The body is nested more than {depth} levels deep.") from None
    except TooManyValues:
        raise Problem("too-large", "The body contains too many values for its length.") from None
    except UnicodeDecodeError:
        raise Problem("malformed-json", "The body is not UTF-8.") from None
    try:
        value = json.loads(
            text,
            object_pairs_hook=_object,
            parse_int=_integer,
            parse_float=_number,
            parse_constant=_constant,
        )
    except _Unreadable as error:
        raise Problem("malformed-json", str(error)) from None
    except json.JSONDecodeError as error:
        raise Problem(
            "malformed-json", f"{error.msg} at line {error.lineno}, column {error.colno}."
        ) from None
    if b"\\u" in body and (pointer := _unstorable(value)) is not None:
        raise invalid([(pointer, "The text contains the character NUL or half of a surrogate pair.")])
    return value


def _object(pairs: list[tuple[str, Any]]) -> dict[str, Any]:
    built = dict(pairs)
    if len(built) != len(pairs):
        raise _Unreadable("An object names the same member twice.")
    return built


def _integer(digits: str) -> int:
    if len(digits) > LONGEST_INTEGER or abs(value := int(digits)) > LARGEST_INTEGER:
        raise _Unreadable("An integer lies beyond 2^53 - 1.")
    return value


def _number(digits: str) -> int | float:
    """JSON knows one kind of number: 2.0 is the integer 2."""
    value = float(digits)
    if not math.isfinite(value) or abs(value) > LARGEST_INTEGER:
        raise _Unreadable("A number lies beyond 2^53 - 1.")
    return int(value) if value.is_integer() else value


def _constant(name: str) -> Any:
    raise _Unreadable(f"{name} is not a JSON number.")


def _unstorable(value: Any, pointer: str = "") -> str | None:
    """Where a text stands that no store and no UTF-8 can hold."""
    if isinstance(value, str):
        return pointer if "\0" in value or any("\ud800" <= sign <= "\udfff" for sign in value) else None
    if isinstance(value, dict):
        for key, item in value.items():
            if _unstorable(key) is not None:
                return pointer
            if (found := _unstorable(item, f"{pointer}/{key}")) is not None:
                return found
    if isinstance(value, list):
        for index, item in enumerate(value):
            if (found := _unstorable(item, f"{pointer}/{index}")) is not None:
                return found
    return None


# Files that requests bring: received a piece at a time and kept on the disk, not in memory.

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

    It has no name in the `folder` where it is stored, and is gone afterwards, also after a kill. Raises
    `Problem` if it is too large (with advice), if its chunks are not valid, or if it ends too early.
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
    """Yield the body in pieces, to its end. Without a length, this reads one byte past the limit."""
    try:
        stream = request.stream
        while piece := stream.read(PIECE_BYTES):
            yield piece
    except (ParseException, NoMoreData) as error:
        raise unsound_chunks(error) from error
    except RequestEntityTooLarge:
        told = f"A request can have at most {request.max_content_length} bytes. {SMALLER_FILES}"
        raise Problem("too-large", told) from None
