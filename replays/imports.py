"""Importing a portable file: everything is verified before anything is written."""

from __future__ import annotations

from collections.abc import Callable
from typing import Literal

from msgspec import Struct

from domain.kernel.components import ComponentSet
from domain.kernel.engine.entries import StoredEntry
from domain.kernel.session.opening import load_components
from replays.event_store import Conflict, EventStore
from replays.library import Library
from replays.portable import PortableSession
from replays.proving import ImportRefused, Proven, prove

KeepComponents = Callable[[ComponentSet], None]
"""Stores a component set that was not known here, so that the library finds it from now on."""

MarkEntries = Callable[[int, tuple[StoredEntry, ...]], None]
"""Told of entries that are about to be stored, and of the number of the first."""

SOMEBODY_ELSE = "Somebody else kept writing to this session; try again."
ATTEMPTS = 3
"""How often an append is tried again when somebody else wrote to the same session meanwhile."""


CAN_BE_LOOKED_AT = "The file itself can be replayed and audited."
"""The hint for a file whose session expired here."""


class ForeignDraws(ImportRefused):
    """The file continues a session whose secret is kept here, and not with the draws of that secret."""


class ImportResult(Struct, frozen=True):
    """The result of one file: `status`, the session's version now, the entries written."""

    session: str
    status: Literal["imported", "continued", "already_there"]
    version: int
    written: int


def import_file(
    store: EventStore,
    library: Library,
    file: PortableSession,
    keep: KeepComponents,
    *,
    may_continue: bool = True,
    secret: bytes | None = None,
    mark: MarkEntries | None = None,
) -> ImportResult:
    """Verify the file's session and store it; as `prove` and `store_proven`, whose errors it raises."""
    may_write = brings_something(store, file, may_continue=may_continue)
    proven = prove(library, file, secret if may_write else None)
    return store_proven(
        store, library, proven, keep, may_continue=may_continue, draws=secret is not None, mark=mark
    )


def brings_something(store: EventStore, file: PortableSession, *, may_continue: bool) -> bool:
    """Whether anything of the file may be written, judging by its length."""

    def has(number: int) -> bool:
        return any(store.read(file.session, number, number))

    return not has(len(file.entries)) and (may_continue or not has(1))


def store_proven(
    store: EventStore,
    library: Library,
    proven: Proven,
    keep: KeepComponents,
    *,
    may_continue: bool = True,
    draws: bool = False,
    mark: MarkEntries | None = None,
) -> ImportResult:
    """Store a verified session; no effect if it is stored, or the rest if only a part is.

    `mark` is called before entries are stored, and again where the append is tried again.
    `may_continue` False refuses to write to a session that is here already. `draws`: the secret of its draws
    is kept here; entries are then written only if their draws are those of the secret. That is asked last,
    and only of who may write, because a refusal tells what a draw is not.
    Raises `ImportRefused` where it tells another story than what is stored; nothing is written then.
    """
    session, stored = proven.session, proven.entries
    for _ in range(ATTEMPTS):
        if (gone := store.expired(session)) is not None:
            raise ImportRefused(f"{gone.reason} It expired, and its id is not used again. {CAN_BE_LOOKED_AT}")
        here = [entry.digest for entry in store.read(session)]
        there = [entry.digest for entry in stored]
        common = min(len(here), len(there))
        if here[:common] != there[:common]:
            raise ImportRefused("A session with this id is stored already, with other entries.")
        if len(here) >= len(there):
            store.confirm()
            return ImportResult(session, "already_there", len(here), 0)
        if here and not may_continue:
            raise ImportRefused("This session is stored already and is not continued by an import.")
        if draws:
            _must_be_drawn(proven, len(here))
        for document in (proven.document, *proven.others):
            keep(load_components(library.game(proven.game), document))
        if mark is not None:
            mark(len(here) + 1, stored[len(here) :])
        try:
            store.append(session, len(here) + 1, stored[len(here) :])
        except Conflict:
            continue
        status: Literal["continued", "imported"] = "continued" if here else "imported"
        return ImportResult(session, status, len(there), len(there) - len(here))
    raise ImportRefused(SOMEBODY_ELSE)


def _must_be_drawn(proven: Proven, here: int) -> None:
    """Raises `ForeignDraws`; `ImportRefused` if the session was stored here while it was verified."""
    if proven.draw_faults is None:
        raise ImportRefused(SOMEBODY_ELSE)
    faults = [
        (fault.entry, fault.message)
        for fault in proven.draw_faults
        if fault.counts == "always" or (fault.entry > here and (here or fault.counts == "new"))
    ]
    if faults:
        number, message = min(faults)
        raise ForeignDraws(f"Entry {number}: {message}")
