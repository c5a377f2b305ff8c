"""Forks: new sessions that start as a copy of another one up to an entry, to continue from there."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from typing import Any

from msgspec import Struct, structs

from domain.kernel.engine.entries import Entry, Noted, Opened, Origin, StoredEntry, unseal
from domain.kernel.session import NotLive, Session, Stamp, UnitOfWork
from domain.kernel.session.opening import OpeningRequest, open_session
from replays.chain import Sealed
from replays.library import Library, begin
from replays.origin import as_copied, copy_numbers, live_plays, live_set

OF_THE_GROUP = frozenset({"visibility", "sandbox", "tags", "players", "labels"})
"""Members of an opening that say who played and who may know of it, not what was played."""


class Fork(Struct, frozen=True):
    """A session as it begins, and its entries, which must be stored together."""

    session: Session
    entries: tuple[Entry, ...]
    stored: tuple[StoredEntry, ...]


def fork(
    stored: Sequence[Sealed],
    library: Library,
    after: int,
    new_session: str,
    secret: bytes,
    stamp: Callable[[], Stamp],
    changes: dict[str, Any] | None = None,
) -> Fork:
    """A copy of the session as it stood after entry `after`, under a secret of its own.

    The live entries are copied, not decided again, and marked so. `stamp` makes a fresh stamp for each
    entry. A fork is nobody's play: a private sandbox session without players, labels and tags, unless
    `changes` says otherwise in the opening's own members.
    Raises `NotLive` if there is no such entry, `Rejected` if today's rules refuse the opening, and what
    `begin` raises for a log that cannot be read.
    """
    if not 1 <= after <= len(stored):
        raise NotLive(f"There is no entry {after}; the last one is {len(stored)}.")
    origin = begin(library, stored[0])  # type: ignore[arg-type]
    entries = [unseal(origin.game, entry.topic, entry.body) for entry in stored[:after]]
    forked_from = Origin(origin.id, after, stored[after - 1].digest)
    settings = origin.opened.settings
    for noted in entries:
        if isinstance(noted, Noted) and noted.settings is not None:
            settings = settings.changed(noted.settings)
    amended = live_set(entries)
    session, opened, first = open_session(
        origin.game,
        origin.components if amended is None else origin.sets(amended),
        _request(origin.opened, structs.asdict(settings) | (changes or {})),
        new_session,
        secret,
        stamp(),
        forked_from=forked_from,
    )
    work = UnitOfWork(session, lambda first, last: [opened][first - 1 : last])
    plays = live_plays(entries)
    numbers = copy_numbers(plays)
    for entry in plays:
        stamped = structs.replace(stamp(), moved_at=entry.moved_at or entry.at)
        work.copy(as_copied(entry, numbers), stamped)
    work.commit()
    return Fork(session, (opened, *work.entries), (first, *work.stored))


def _request(opened: Opened, changes: dict[str, Any]) -> OpeningRequest:
    left_out = OF_THE_GROUP | {"played"}
    kept = {name: getattr(opened, name) for name in OpeningRequest.__struct_fields__ if name not in left_out}
    return OpeningRequest(**kept | {"sandbox": True, "may_declare": opened.declarable} | changes)
