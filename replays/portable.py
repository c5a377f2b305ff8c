"""The portable file `*.tablelog.json`: one session with its component set, for any Tablelog.

docs/file-format.md specifies it; portable.schema.json is its published JSON Schema. Reading counts the
depth and number of JSON values before building any, and unpacks gzip piece by piece: only one piece and
the current line are in memory, however long the file is.
"""

from __future__ import annotations

import gzip
import io
import uuid
import zlib
from collections.abc import Iterable, Iterator, Sequence
from importlib import resources
from itertools import chain
from typing import Annotated, Any, BinaryIO, Literal, Protocol

import msgspec
from msgspec import UNSET, Meta, Raw, Struct, UnsetType

from domain.kernel.components import ComponentSet, canonical
from domain.kernel.engine.entries import NO_DIGEST, NOT_JSON, Amended, StoredEntry, digest_of
from domain.kernel.messages import Json
from domain.kernel.session import Sets, no_other_set
from replays.chain import Sealed, envelope
from replays.nesting import TooManyValues, TooNested, must_be_buildable

# The bytes of a file a piece at a time: gzip unpacked member by member, then cut into lines.

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
    """The bytes are not a file in a known format and version."""


class TooLong(UnreadableFile):
    """The file is longer than the reader accepts."""


class Readable(Protocol):
    """A file, standard input, the body of a request."""

    def read(self, size: int, /) -> bytes:
        """Up to `size` bytes, none at the end."""
        ...


def plain_pieces(stream: Readable) -> Iterator[bytes]:
    """The content of the stream in pieces, unpacked if it is gzip.

    Every gzip member is unpacked, one after the other. Raises `UnreadableFile` where one is damaged or
    ends too early, and where something else follows the last one.
    """
    data = _at_least(stream, b"", len(GZIP_START))
    if data.startswith(GZIP_START):
        yield from _members(stream, data)
        return
    while data:
        yield data
        data = stream.read(PIECE_BYTES)


def lines(pieces: Iterable[bytes], most_bytes: int) -> Iterator[tuple[int, bytes]]:
    """Yield number and content of each line on demand, blank lines included.

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
    """Read the whole stream once, keeping nothing, and rewind it.

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
            raise UnreadableFile("Something other than gzip data follows the gzip data.")
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
    """The data, extended from the stream until there are `size` bytes or the stream ends."""
    while len(data) < size and (more := stream.read(PIECE_BYTES)):
        data += more
    return data


# The portable file `*.tablelog.json`: one session with its component set, readable by any Tablelog.

FORMAT = "tablelog"
FORMAT_VERSION = 2
"""Version 2 has the sets of `amended` entries. A session without such entries is written in version 1."""
SUFFIX = ".tablelog.json"
MOST_BYTES = 256 * 1024 * 1024
"""The longest session that is read, unpacked: about a thousand times the longest recorded game.

A file of many sessions may be as long as it likes.
"""
MOST_DEPTH = 300
"""Deeper than the deepest body that any setting allows in a request, nested in an entry."""
MOST_SETS = 1_000
"""Component sets that one session is read with, one after the other."""
MOST_BLANK_LINES = 100
"""Blank lines of an NDJSON file that an editor or `cat` may have left."""

Digest = Annotated[str, Meta(pattern="^[0-9a-f]{64}$")]


class PortableComponents(Struct, frozen=True, forbid_unknown_fields=True):
    """The component set that the session is played with, whole."""

    hash: Digest
    document: dict[str, Json]


class PortableHead(Struct, frozen=True, forbid_unknown_fields=True):
    """The end of the log, so that the header of a file shows whether its end is missing."""

    number: Annotated[int, Meta(ge=1)]
    digest: Digest


class PortableEntry(Struct, frozen=True, forbid_unknown_fields=True, gc=False):
    """One stored entry. The digest is that of the canonical body, chained to the entry before."""

    topic: str
    digest: Digest
    body: Raw


class _Opening(Struct):
    sandbox: bool = False


class PortableSession(Struct, frozen=True, kw_only=True, forbid_unknown_fields=True):
    """One session, complete. component_sets: those that its `amended` entries name, each once."""

    format: Literal["tablelog"] = "tablelog"
    version: int = 1
    session: str
    game: str
    rules_version: int
    component_set: PortableComponents
    component_sets: Annotated[tuple[PortableComponents, ...], Meta(max_length=MOST_SETS)] | UnsetType = UNSET
    head: PortableHead
    entries: tuple[PortableEntry, ...]


class _Version(Struct):
    format: str
    version: int


_DECODER = msgspec.json.Decoder(PortableSession)


def portable(
    session: str,
    game: str,
    rules_version: int,
    components: ComponentSet,
    stored: Sequence[Sealed],
    sets: Sets = no_other_set,
) -> PortableSession:
    """The session as a portable file holds it.

    components: the set that it was opened with. sets: finds those of its `amended` entries; raises
    `LookupError` where one is not known here.
    """
    others = [sets(name) for name in amended_sets(stored)]
    return PortableSession(
        version=FORMAT_VERSION if others else 1,
        session=session,
        game=game,
        rules_version=rules_version,
        component_set=_portable_set(components),
        component_sets=tuple(map(_portable_set, others)) if others else UNSET,
        head=PortableHead(len(stored), stored[-1].digest),
        entries=tuple(PortableEntry(entry.topic, entry.digest, Raw(entry.body)) for entry in stored),
    )


def amended_sets(stored: Iterable[Sealed]) -> tuple[str, ...]:
    """The hashes of the component sets that `amended` entries name, each once, in the order of the log."""
    found: dict[str, None] = {}
    for entry in stored:
        if entry.topic == AMENDED:
            try:
                found[_AMENDED.decode(entry.body).component_set] = None
            except NOT_JSON:  # an entry that cannot be read names no set
                continue
    return tuple(found)


class _Amended(Struct):
    component_set: str


_AMENDED = msgspec.json.Decoder(_Amended)
AMENDED = str(Amended.__struct_config__.tag)


def _portable_set(components: ComponentSet) -> PortableComponents:
    return PortableComponents(components.hash, dict(components.document))


def write(file: PortableSession) -> bytes:
    """The file as one line of JSON, without a line end: files one below another are an NDJSON file."""
    return msgspec.json.encode(file)


def read(line: bytes) -> PortableSession:
    """The session in these bytes of JSON, which are looked at before anything is built of them.

    Raises `UnreadableFile`.
    """
    try:
        must_be_buildable(line, MOST_DEPTH)
    except TooNested:
        raise UnreadableFile(f"It is nested more than {MOST_DEPTH} levels deep.") from None
    except TooManyValues:
        raise UnreadableFile("It holds too many values for its length.") from None
    try:
        file = _DECODER.decode(line)
    except NOT_JSON as error:
        raise UnreadableFile(_reason(line, error)) from error
    if not 1 <= file.version <= FORMAT_VERSION:
        raise UnreadableFile(
            f"This is version {file.version} of the format; {FORMAT_VERSION} is the newest known here."
        )
    if file.version == 1 and file.component_sets is not UNSET:
        raise UnreadableFile("`component_sets` belongs to version 2 of the format.")
    if str(_as_uuid(file.session)) != file.session:
        raise UnreadableFile("`session` is not a UUID in lower case with hyphens.")
    if not file.entries:
        raise UnreadableFile("The file contains no entries.")
    return file


def read_from(stream: Readable, most_bytes: int = MOST_BYTES) -> Iterator[PortableSession]:
    """Every session in a stream: one JSON document however it is laid out, or NDJSON; gzip is unpacked.

    Sessions are read on demand, and one at a time is held in memory. `most_bytes`: the
    longest session, unpacked, that is read.
    Raises `UnreadableFile`, naming the line, when it comes to a part that cannot be read.
    """
    return _sessions(plain_pieces(stream), most_bytes)


def read_all(data: bytes, most_bytes: int | None = None) -> Iterator[PortableSession]:
    """Every session in these bytes, as `read_from` reads them.

    `most_bytes`: the longest file, unpacked, that is read; with it, a file that is longer, damaged as
    gzip or followed by something else is refused before its first session is given.
    Raises `UnreadableFile`; `TooLong` for a file beyond `most_bytes`.
    """
    if most_bytes is not None:
        must_unpack(io.BytesIO(data), most_bytes)
    if data.startswith(GZIP_START):
        yield from read_from(io.BytesIO(data))
        return
    yield from _sessions([data], MOST_BYTES)


def write_all(files: Iterable[PortableSession]) -> Iterator[bytes]:
    """The lines of an NDJSON file."""
    for file in files:
        yield write(file) + b"\n"


def packed(data: bytes) -> bytes:
    """Gzip, with no time and no name in it, so that the same session gives the same bytes."""
    return gzip.compress(data, mtime=0)


def stored_entries(file: PortableSession) -> tuple[StoredEntry, ...]:
    """The entries as a store holds them.

    A body that an editor laid out differently (spaces, order of keys) is brought back to its canonical
    spelling: that is what digests are taken of. Nothing is judged here; the audit does.
    """
    stored = []
    previous = NO_DIGEST
    for entry in file.entries:
        body = bytes(entry.body)
        if digest_of(previous, body) != entry.digest or b'"envelope"' in body:
            body = _respelled(body)  # a commitment is to the content, and the same however it is laid out
        stored.append(StoredEntry(entry.topic, body, entry.digest))
        previous = entry.digest
    return tuple(stored)


def is_sandbox(file: PortableSession) -> bool:
    """Whether the session was opened as a sandbox; False where its opening cannot be read."""
    try:
        return msgspec.json.decode(bytes(file.entries[0].body), type=_Opening).sandbox
    except NOT_JSON:
        return False


def header_faults(file: PortableSession) -> list[str]:
    """One sentence per difference between header and entries."""
    opening = envelope(bytes(file.entries[0].body))
    faults = []
    if opening is not None and opening.game != file.game:
        faults.append(f"The header names the game {file.game!r}, but the opening names {opening.game!r}.")
    if file.head.number != len(file.entries):
        faults.append(
            f"The header ends at entry {file.head.number}, but the file ends at {len(file.entries)}."
        )
    return faults


def schema() -> dict[str, Json]:
    """The published JSON Schema of a portable file."""
    text = resources.files("replays").joinpath("portable.schema.json").read_bytes()
    document: dict[str, Json] = msgspec.json.decode(text)
    return document


def _respelled(body: bytes) -> bytes:
    try:
        return canonical(msgspec.json.decode(body))
    except NOT_JSON:
        return body


def _sessions(pieces: Iterable[bytes], most_bytes: int) -> Iterator[PortableSession]:
    every = lines(pieces, most_bytes)
    filled = _filled(every)
    first = next(filled, (1, b""))
    if not _is_json(first[1]):
        yield read(_document(chain((first,), every), most_bytes))
        return
    for number, line in chain((first,), filled):
        try:
            yield read(line)
        except UnreadableFile as error:
            raise UnreadableFile(f"line {number}: {error}") from error


def _filled(every: Iterator[tuple[int, bytes]]) -> Iterator[tuple[int, bytes]]:
    """The lines that are not blank. Raises `UnreadableFile` for many blank ones."""
    blank = 0
    for number, line in every:
        if line:
            yield number, line
        elif (blank := blank + 1) > MOST_BLANK_LINES:
            raise UnreadableFile(f"More than {MOST_BLANK_LINES} lines are blank.")


def _document(every: Iterable[tuple[int, bytes]], most_bytes: int) -> bytes:
    """One JSON text that was laid out over several lines. Raises `UnreadableFile`."""
    parts, length = [], 0
    for _, line in every:
        parts.append(line)
        length += len(line) + 1
        if length > most_bytes:
            raise UnreadableFile(
                f"The first line is not a whole session, and the file is longer than {most_bytes} bytes, "
                "the most that one session may have."
            )
    return b"\n".join(parts)


def _is_json(line: bytes) -> bool:
    try:
        msgspec.json.decode(line, type=Raw)
    except NOT_JSON:
        return False
    return True


def _reason(line: bytes, error: Exception) -> str:
    try:
        found = msgspec.json.decode(line, type=_Version)
    except NOT_JSON:
        return f"This is not a portable file: {error}."
    if found.format != FORMAT or not 1 <= found.version <= FORMAT_VERSION:
        return f"This is version {found.version} of the format {found.format!r}, which is not known here."
    return f"This is not a portable file: {error}."


def _as_uuid(text: str) -> Any:
    try:
        return uuid.UUID(text)
    except ValueError:
        return None
