"""Heavy work itself: bytes out of a whole log, or out of whole tables. It writes to neither."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from typing import Any, Self

import msgspec
import sqlalchemy as sa

from domain.kernel import Game
from domain.kernel.messages import Json
from replays.audit import audit_session
from replays.databases import make_engine
from replays.event_store import EventStore
from replays.findings import Head
from replays.library import Library, UnknownSession
from replays.origin import ReadOrigin
from replays.portable import portable, write
from replays.private_files import make_private
from service.heavy.asked import Audit, Export, Made, Proof, Statistics, Wanted
from service.heavy.pieces import Pieces
from service.heavy.proofs import proofs_of, written
from service.queries.row_forms import written as as_rows
from service.queries.statistics import statistics
from service.sessions.registers import Registers

OK = 200


@dataclass(frozen=True)
class Readers:
    """What heavy work reads."""

    store: EventStore
    engine: sa.Engine
    library: Library
    registers: Registers

    @classmethod
    def open(cls, log_url: str, tables_url: str, games: Mapping[str, Game[Any]] | None = None) -> Self:
        """Open the stores. Raises what `EventStore.open` does."""
        engine = make_engine(tables_url)
        registers = Registers(engine)
        return cls(EventStore.open(log_url), engine, Library(registers.component_set, games), registers)

    def close(self) -> None:
        """Give the connections back."""
        self.engine.dispose()
        self.store.close()


def made_of(wanted: Wanted, readers: Readers) -> bytes:
    """The body of the answer. Raises the errors of the stores."""
    match wanted:
        case Audit():
            return _audited(wanted, readers)
        case Export():
            return _exported(wanted, readers)
        case Statistics():
            return _added_up(wanted, readers)
    raise TypeError(f"{wanted} is made of a file")


def work_on(pieces: Pieces, piece: str, readers: Readers) -> None:
    """Do a piece of work, and keep what comes of it. Raises the errors of the stores."""
    asked = pieces.asked(piece)
    if asked is None:
        return
    body = b""
    if isinstance(asked.wanted, Proof):
        _prove(asked.wanted, pieces, piece, readers)
    else:
        body = made_of(asked.wanted, readers)
    pieces.finish(piece, Made(OK, asked.headers, body))


def _audited(wanted: Audit, readers: Readers) -> bytes:
    found = audit_session(
        list(readers.store.read(wanted.session)),
        readers.library,
        wanted.session,
        known=[Head(wanted.version, wanted.digest)],
        origin=_origin_of(wanted.session, readers),
        secret=readers.registers.secret(wanted.session),
    )
    body: dict[str, Json] = msgspec.to_builtins(found)
    body |= {"passed": found.passed, "first_divergence": msgspec.to_builtins(found.first_divergence)}
    return msgspec.json.encode(body)


def _origin_of(session_id: str, readers: Readers) -> ReadOrigin | None:
    """How a fork's origin is read: for forks made here alone.

    Whoever imports a file can claim any origin; comparing with that one would tell what it holds.
    """
    if readers.registers.secret(session_id) is None:
        return None
    return lambda origin: list(readers.store.read(origin)) or None


def _exported(wanted: Export, readers: Readers) -> bytes:
    stored = list(readers.store.read(wanted.session, 1, wanted.version))
    if not stored:
        raise UnknownSession(wanted.session)
    components = readers.library.component_set(wanted.component_set, wanted.game)
    return write(portable(wanted.session, wanted.game, wanted.rules_version, components, stored))


def _added_up(wanted: Statistics, readers: Readers) -> bytes:
    question = wanted.question
    found = statistics(readers.engine, question)
    named: dict[str, Json] = {
        "game": question.game,
        "measure": question.measure,
        "group_by": list(question.group_by),
    }
    return as_rows(named | found, "rows", wanted.form)


def _prove(wanted: Proof, pieces: Pieces, piece: str, readers: Readers) -> None:
    proofs = make_private(pieces.proof(piece))
    with pieces.file(piece).open("rb") as data, proofs.open("wb") as result:
        for part in written(proofs_of(data, wanted, readers.store, readers.library, readers.registers)):
            result.write(part)
