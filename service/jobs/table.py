"""The tables of jobs, and how their bytes are stored. The migrations of `workers.tables` make the tables."""

from __future__ import annotations

import io
from typing import Any, BinaryIO, cast

import sqlalchemy as sa

from replays.databases import reading

METADATA = sa.MetaData()

JOBS = sa.Table(
    "jobs",
    METADATA,
    sa.Column("id", sa.Text, primary_key=True),
    sa.Column("kind", sa.Text, nullable=False),
    sa.Column("request", sa.LargeBinary, nullable=False),
    sa.Column("fingerprint", sa.Text, nullable=False),
    sa.Column("address", sa.Text, nullable=False),
    sa.Column("holder", sa.Text, nullable=False),
    sa.Column("created", sa.BigInteger, nullable=False),
    sa.Column("status", sa.Text, nullable=False),
    sa.Column("attempts", sa.Integer, nullable=False),
    sa.Column("lease", sa.Text),
    sa.Column("leased_until", sa.BigInteger),
    sa.Column("started", sa.BigInteger),
    sa.Column("ended", sa.BigInteger),
    sa.Column("detail", sa.Text),
    sa.Column("result_bytes", sa.BigInteger, nullable=False),
)
"""`request`: a `JobRequest` as JSON. `fingerprint`: equal for two requests that share one result. `address`,
`holder`: the caller whose turn the job takes; a proof takes the turn of its import. `lease`: names the
attempt that runs; it has the job until `leased_until`. `started`: when the last attempt began. `detail`: why
the job failed. Times are microseconds since 1970, by the clock of the database."""

CHUNKS = sa.Table(
    "job_chunks",
    METADATA,
    sa.Column("job", sa.Text, primary_key=True),
    sa.Column("part", sa.Text, primary_key=True),
    sa.Column("number", sa.Integer, primary_key=True),
    sa.Column("data", sa.LargeBinary, nullable=False),
)
"""The bytes of a job, cut so that nobody needs them all in memory. `part`: `file` came with the request,
`proofs` are those of its sessions (gzip), `result` is the answer. `number`: from 0."""

CHUNK_BYTES = 1024 * 1024
FILE, PROOFS, RESULT = "file", "proofs", "result"
"""What the chunks of a job can be parts of."""


def write_chunks(connection: sa.Connection, job: str, part: str, stream: BinaryIO) -> int:
    """Store what the stream holds, in the caller's transaction. Returns its length in bytes."""
    length = number = 0
    while data := stream.read(CHUNK_BYTES):
        row = {"job": job, "part": part, "number": number, "data": data}
        connection.execute(sa.insert(CHUNKS), [row])
        number, length = number + 1, length + len(data)
    return length


def read_chunks(engine: sa.Engine, job: str, part: str) -> BinaryIO:
    """The stored bytes as a stream that can be read once. Reading raises `OSError` if a chunk is missing."""
    return cast("BinaryIO", io.BufferedReader(_ChunkReader(engine, job, part)))


class _ChunkReader(io.RawIOBase):
    """Reads one chunk at a time, each in a transaction of its own: a long reading blocks no writer."""

    def __init__(self, engine: sa.Engine, job: str, part: str) -> None:
        self._engine = engine
        self._own = (CHUNKS.c.job == job) & (CHUNKS.c.part == part)
        self._data = memoryview(b"")
        self._next = 0
        with reading(engine).connect() as connection:
            self._count = connection.scalar(sa.select(sa.func.count()).select_from(CHUNKS).where(self._own))

    def readable(self) -> bool:
        return True

    def readinto(self, buffer: Any) -> int:
        if not self._data and self._next < (self._count or 0):
            self._data = memoryview(self._chunk())
            self._next += 1
        target = memoryview(buffer).cast("B")
        length = min(len(target), len(self._data))
        target[:length] = self._data[:length]
        self._data = self._data[length:]
        return length

    def _chunk(self) -> bytes:
        query = sa.select(CHUNKS.c.data).where(self._own, CHUNKS.c.number == self._next)
        with reading(self._engine).connect() as connection:
            data = connection.scalar(query)
        if data is None:
            raise OSError("a part of the job was deleted while it was read")
        return bytes(data)
