"""The bytes of a file a piece at a time: gzip unpacked member by member, then cut into lines.

What is held in memory at once is a piece and the line that is being put together, however long the file is.
"""

from __future__ import annotations

import zlib
from collections.abc import Iterable, Iterator
from typing import BinaryIO, Protocol

PIECE_BYTES = 64 * 1024
"""Read at once; four times as many are unpacked at once."""

FREE_BYTES = 1024 * 1024
"""So much may be unpacked of however few bytes."""

GZIP_START = b"\x1f\x8b"
_GZIP_HEADER = 31

SMALL_MEMBER_BYTES = 200
MOST_SMALL_MEMBERS = 1_000
"""Gzip members that hold less than any session does: each costs as much as one that holds something."""


class UnreadableFile(Exception):
    """The bytes are no file of a format and a version known here."""


class TooLong(UnreadableFile):
    """The whole is longer than the reader takes."""


class Readable(Protocol):
    """A file, standard input, the body of a request."""

    def read(self, size: int, /) -> bytes:
        """Up to `size` bytes, none at the end."""
        ...


def plain_pieces(stream: Readable) -> Iterator[bytes]:
    """What the stream holds, unpacked if it is gzip, in pieces.

    Every gzip member is unpacked, one after the other. Raises `UnreadableFile` where one is damaged or
    ends too early, and where something else stands behind the last one.
    """
    data = _at_least(stream, b"", len(GZIP_START))
    if data.startswith(GZIP_START):
        yield from _members(stream, data)
        return
    while data:
        yield data
        data = stream.read(PIECE_BYTES)


def lines(pieces: Iterable[bytes], most_bytes: int) -> Iterator[tuple[int, bytes]]:
    """Number and content of each line, blank ones too, as they are asked for.

    Raises `UnreadableFile` for a line of more than `most_bytes`, when no more than those have been taken.
    """
    number, waiting, length = 1, [], 0
    for piece in pieces:
        start = 0
        while (end := piece.find(b"\n", start)) >= 0:
            waiting.append(piece[start:end])
            _must_fit(length + end - start, most_bytes, number)
            yield number, b"".join(waiting).strip()
            number, waiting, length, start = number + 1, [], 0, end + 1
        waiting.append(piece[start:])
        length += len(piece) - start
        _must_fit(length, most_bytes, number)
    if length:
        yield number, b"".join(waiting).strip()


def must_unpack(stream: BinaryIO, most_bytes: int, most_ratio: int | None = None) -> None:
    """Read the whole once, keeping nothing, and go back to its beginning.

    most_ratio: how often as long as its packed bytes a file may be that unpacks to more than `FREE_BYTES`.
    Raises `UnreadableFile` where plain_pieces does; `TooLong`, as soon as it is, beyond `most_bytes` or
    the ratio.
    """
    length = 0
    for piece in plain_pieces(stream):
        length += len(piece)
        if length > most_bytes:
            raise TooLong(f"The file is longer than {most_bytes} bytes, unpacked.")
        if most_ratio is not None and length > max(FREE_BYTES, most_ratio * stream.tell()):
            raise TooLong(f"The file unpacks to more than {most_ratio} times its length: send it unpacked.")
    stream.seek(0)


def _must_fit(length: int, most_bytes: int, number: int) -> None:
    if length > most_bytes:
        raise UnreadableFile(
            f"line {number}: it is longer than {most_bytes} bytes, the most that a line may have."
        )


def _members(stream: Readable, data: bytes) -> Iterator[bytes]:
    small = 0
    while data:
        if not data.startswith(GZIP_START):
            raise UnreadableFile("Something that is no gzip stands after the gzip data.")
        unpacking = zlib.decompressobj(wbits=_GZIP_HEADER)
        length = 0
        while not unpacking.eof:
            try:
                piece = unpacking.decompress(data, 4 * PIECE_BYTES)
            except zlib.error as error:
                raise UnreadableFile(f"The gzip data are damaged: {error}.") from error
            if piece:
                length += len(piece)
                yield piece
            data = unpacking.unconsumed_tail
            if not data and len(piece) < 4 * PIECE_BYTES and not unpacking.eof:
                data = stream.read(PIECE_BYTES)
                if not data:
                    raise UnreadableFile("The gzip data end too early.")
        if length < SMALL_MEMBER_BYTES and (small := small + 1) > MOST_SMALL_MEMBERS:
            raise UnreadableFile(
                f"More than {MOST_SMALL_MEMBERS} gzip members hold less than {SMALL_MEMBER_BYTES} bytes."
            )
        data = _at_least(stream, unpacking.unused_data, len(GZIP_START))


def _at_least(stream: Readable, data: bytes, size: int) -> bytes:
    """The data with more of the stream behind them, until there are `size` or the stream ends."""
    while len(data) < size and (more := stream.read(PIECE_BYTES)):
        data += more
    return data
