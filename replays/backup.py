"""The files of a backup: a manifest, and rows as lines of JSON, the same for every kind of database.

docs/operations.md specifies them.
"""

from __future__ import annotations

import gzip
import hashlib
import os
from collections.abc import Callable, Iterable, Iterator
from pathlib import Path
from typing import IO, Any, Literal

import msgspec
from msgspec import Struct

from domain.kernel.components import canonical
from domain.kernel.engine.entries import NOT_JSON
from replays.event_store import LogRow
from replays.log_storage import Expired
from replays.portable import MOST_BYTES, Digest, Readable, UnreadableFile, lines, plain_pieces

FORMAT = "tablelog-backup"
FORMAT_VERSION = 2
"""1 has no file of what expired."""
MANIFEST = "manifest.json"
LOG = "log.ndjson.gz"
EXPIRED = "expired.ndjson.gz"
REGISTERS = "registers.ndjson.gz"
KEY = "secret.key"
COMPRESSION = 6
PRIVATE = 0o600


class DamagedBackup(Exception):
    """A file of the backup is not what was written."""


class FileFigures(Struct, frozen=True):
    """The size and hash that a file of a backup must have."""

    bytes: int
    sha256: Digest


class LogFigures(Struct, frozen=True, omit_defaults=True):
    """The figures of the log. position: the highest ever given. expired: the number of expired sessions."""

    store: str
    sessions: int
    entries: int
    position: int
    expired: int = 0


class RegistersFigures(Struct, frozen=True):
    """The figures of the registers: rows by table."""

    store: str
    rows: dict[str, int]


class Manifest(Struct, frozen=True, kw_only=True):
    """The contents of a backup. key: `file` if it is in the backup, `environment` if it is kept elsewhere.

    digest: SHA-256 of the canonical spelling of all other members; `expired` is one unless it is 0.
    """

    format: Literal["tablelog-backup"] = "tablelog-backup"
    version: int = FORMAT_VERSION
    made_at: str
    tablelog: str
    key: Literal["file", "environment"]
    log: LogFigures
    registers: RegistersFigures
    files: dict[str, FileFigures]
    digest: str = ""


class _Line(Struct, omit_defaults=True):
    """A row of the log. Its state is text, but for one that was damaged so that it is none."""

    position: int
    session: str
    number: int
    topic: str
    state: str | None = None
    raw: bytes | None = None


_LINES = msgspec.json.Decoder(_Line)
_EXPIRED = msgspec.json.Decoder(Expired)


def write_manifest(folder: Path, manifest: Manifest) -> Manifest:
    """Put the manifest into the folder, readable for people; returns it with its digest. Raises `OSError`."""
    signed = msgspec.structs.replace(manifest, digest=_digest_of(manifest))
    with _private(folder / MANIFEST) as file:
        file.write(_spelled(signed))
        file.flush()
        os.fsync(file.fileno())
    return signed


def read_manifest(folder: Path) -> Manifest:
    """The manifest of the folder. Raises `DamagedBackup`, `OSError`."""
    try:
        data = (folder / MANIFEST).read_bytes()
    except FileNotFoundError:
        raise DamagedBackup(f"{folder} is not a complete backup: it has no {MANIFEST}.") from None
    try:
        known = msgspec.json.decode(data, type=dict[str, Any])
        if known.get("format") == FORMAT and known.get("version") not in range(1, FORMAT_VERSION + 1):
            raise DamagedBackup(
                f"The backup is version {known.get('version')} of the format, and this Tablelog knows "
                f"1 to {FORMAT_VERSION}: use the one that made it, or a newer one."
            )
        manifest = msgspec.convert(known, Manifest)
    except NOT_JSON as error:
        raise DamagedBackup(f"{MANIFEST} is damaged: {error}.") from error
    if manifest.digest != _digest_of(manifest):
        raise DamagedBackup(f"{MANIFEST} is damaged: its digest does not match.")
    if data != _spelled(manifest):
        # A member twice, or one whose name nobody knows: the digest is of what was understood.
        raise DamagedBackup(f"{MANIFEST} is damaged: its text is not the text that was written.")
    return manifest


def write_file(folder: Path, name: str, parts: Iterable[bytes]) -> FileFigures:
    """Write a file of the backup, packed if its name says so, and make it durable. Raises `OSError`."""
    with _private(folder / name) as file:
        counted = _Counted(file)
        if name.endswith(".gz"):
            with gzip.GzipFile("", "wb", COMPRESSION, counted, mtime=0) as packing:
                for part in parts:
                    packing.write(part)
        else:
            for part in parts:
                counted.write(part)
        file.flush()
        os.fsync(file.fileno())
    return FileFigures(counted.length, counted.digest.hexdigest())


def file_faults(folder: Path, files: dict[str, FileFigures]) -> Iterator[str]:
    """Yield one sentence per file that is not the one that was written."""
    for name, expected in files.items():
        try:
            with (folder / name).open("rb") as file:
                length = os.fstat(file.fileno()).st_size
                digest = hashlib.file_digest(file, "sha256").hexdigest()
        except OSError as error:
            yield f"{name}: {error.strerror}."
            continue
        if length != expected.bytes:
            yield f"{name} has {length} bytes, but {expected.bytes} were written."
        elif digest != expected.sha256:
            yield f"{name} is damaged: its SHA-256 does not match."


def log_lines(rows: Iterable[LogRow]) -> Iterator[bytes]:
    """A line a row."""
    for row in rows:
        line = _Line(row.position, row.session, row.number, row.topic)
        try:
            line.state = row.state.decode()
        except UnicodeDecodeError:
            line.raw = row.state
        yield msgspec.json.encode(line) + b"\n"


def read_log(stream: Readable) -> Iterator[LogRow]:
    """The rows in the lines of a stream. Raises `DamagedBackup`."""
    for line in read_lines(stream, LOG, _LINES.decode):
        state = line.raw if line.state is None else line.state.encode()
        yield LogRow(line.position, line.session, line.number, line.topic, state or b"")


def expired_lines(expired: Iterable[Expired]) -> Iterator[bytes]:
    """A line a session that expired."""
    for gone in expired:
        yield msgspec.json.encode(gone) + b"\n"


def read_expired(folder: Path, manifest: Manifest) -> Iterator[Expired]:
    """Yield the sessions that expired before the backup. Raises `DamagedBackup`, `OSError`."""
    if manifest.version > 1:
        with (folder / EXPIRED).open("rb") as stream:
            yield from read_lines(stream, EXPIRED, _EXPIRED.decode)


def read_lines(stream: Readable, name: str, decode: Callable[[bytes], Any]) -> Iterator[Any]:
    """Decode the lines of a file that may be compressed. Raises `DamagedBackup`, naming file and line."""
    number = 1
    try:
        for at, line in lines(plain_pieces(stream), MOST_BYTES):
            number = at
            yield decode(line)
    except (UnreadableFile, *NOT_JSON) as error:
        raise DamagedBackup(f"{name}, line {number}: {error}.") from error


class _Counted:
    """Takes the length and the digest of what is written through it."""

    def __init__(self, file: IO[bytes]) -> None:
        self._file = file
        self.length = 0
        self.digest = hashlib.sha256()

    def write(self, data: bytes) -> int:
        self.length += len(data)
        self.digest.update(data)
        return self._file.write(data)

    def flush(self) -> None:
        self._file.flush()


def _private(path: Path) -> IO[bytes]:
    return open(path, "xb", opener=lambda name, flags: os.open(name, flags, PRIVATE))


def _spelled(manifest: Manifest) -> bytes:
    return msgspec.json.format(msgspec.json.encode(manifest), indent=2) + b"\n"


def _digest_of(manifest: Manifest) -> str:
    members = msgspec.to_builtins(manifest)
    del members["digest"]
    return hashlib.sha256(canonical(members)).hexdigest()
