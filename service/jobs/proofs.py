"""Proofs of a file's sessions, one after another; and the same as a file, from the process that made them."""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from typing import BinaryIO, TypeAlias

import msgspec
from msgspec import Struct

from replays.event_store import EventStore
from replays.imports import brings_something
from replays.library import Library
from replays.portable import PortableSession, read_from
from replays.proving import ImportRefused, Proven, prove
from replays.unpacking import TooLong, UnreadableFile, must_unpack
from service.jobs.requests import ProofTask
from service.sessions.registers import Registers

MOST_RATIO = 40
"""Recorded sessions are 6 to 8 times as long as their gzip."""
MOST_REFUSED = 100
"""Sessions of one file that are refused each by itself, before the rest is left unread."""
LENGTH_BYTES = 4


class RefusedSession(Struct, frozen=True, tag="refused"):
    """A session that is not proven, and why.

    session: None where the file cannot be read on. too_long: nothing of it was.
    """

    session: str | None
    detail: str
    too_long: bool = False


Proved: TypeAlias = Proven | RefusedSession


def proofs_of(
    data: BinaryIO, task: ProofTask, store: EventStore, library: Library, registers: Registers
) -> Iterator[Proved]:
    """Each session of a file as it is proven, one in memory at a time, until one cannot be read.

    After one more than `MOST_REFUSED` that are refused it proves no more: there is nobody to read them.
    """
    refused = 0
    try:
        must_unpack(data, task.most_bytes, MOST_RATIO)
        for file in read_from(data, task.most_session_bytes):
            proved = _proved(file, task, store, library, registers)
            del file  # before the next is read
            yield proved
            refused += isinstance(proved, RefusedSession)
            if refused > MOST_REFUSED:
                return
            del proved
    except UnreadableFile as error:
        yield RefusedSession(None, str(error), isinstance(error, TooLong))


def _proved(
    file: PortableSession, task: ProofTask, store: EventStore, library: Library, registers: Registers
) -> Proved:
    may_write = brings_something(store, file, may_continue=task.owned == file.session)
    try:
        return prove(library, file, registers.secret(file.session) if may_write else None)
    except ImportRefused as error:
        return RefusedSession(file.session, str(error))


def written(proofs: Iterable[Proved]) -> Iterator[bytes]:
    """What a file of proofs holds, piece by piece."""
    for proved in proofs:
        data = msgspec.msgpack.encode(proved)
        yield len(data).to_bytes(LENGTH_BYTES, "big")
        yield data


def read(stream: BinaryIO) -> Iterator[Proved]:
    """The proofs of such a file, one in memory at a time."""
    decoder = msgspec.msgpack.Decoder(Proved)
    while length := stream.read(LENGTH_BYTES):
        yield decoder.decode(stream.read(int.from_bytes(length, "big")))
