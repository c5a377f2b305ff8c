"""Verifies a portable file, and writes the file by which a viewer can check a session.

A file is verified if its rules and digests lead to the session it contains; no store is read.
docs/file-format.md specifies the proof file, with a verifier.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from datetime import datetime
from typing import Any, Literal
from zoneinfo import ZoneInfo

import msgspec
from msgspec import UNSET, Struct

from domain.kernel.components import ComponentSet, InvalidComponents
from domain.kernel.engine.entries import (
    Corrected,
    Entry,
    Opened,
    Recorded,
    StoredEntry,
    UnreadableEntry,
    unseal,
)
from domain.kernel.engine.views import must_be_usable
from domain.kernel.game import Game
from domain.kernel.messages import TRUTH, Json, Viewer
from domain.kernel.session import Session, Sets, no_other_set, seats_of
from domain.kernel.session.opening import load_components
from domain.kernel.session.proofs import SeenBy, entry_proof
from replays.audit import audit_session
from replays.chain import chain_findings
from replays.findings import GRAVE, Audit, Head
from replays.library import Library, read_stored
from replays.portable import PortableSession, amended_sets, header_faults, is_sandbox, stored_entries

# Proving a portable file: it tells a session that its rules and digests lead to. No store is looked at.

FIRST_YEAR, LAST_YEAR = 1970, 9998
"""Times outside cannot be brought to every time zone."""


class ImportRefused(Exception):
    """The file is not imported; the message says why."""


class DrawFault(Struct, frozen=True):
    """A fault that prevents an entry from being stored where the secret of the draws is kept.

    counts: always; only in an entry that is not yet stored; or only in such an entry of a stored session.
    """

    entry: int
    message: str
    counts: Literal["always", "new", "continued"]


class Proven(Struct, frozen=True, tag="proven"):
    """A verified session of a file: everything needed to store it.

    document: the component set that it was opened with; others: those of its `amended` entries. entries: in
    the spelling that digests are taken of. draw_faults: where its
    draws are not those of the secret that it was proven with; None without one.
    """

    session: str
    game: str
    document: dict[str, Json]
    sandbox: bool
    entries: tuple[StoredEntry, ...]
    draw_faults: tuple[DrawFault, ...] | None = None
    others: tuple[dict[str, Json], ...] = ()


class FileLibrary(Library):
    """The library, and the component sets that a file brings along, by their hashes."""

    def __init__(self, library: Library, brought: Mapping[str, ComponentSet]) -> None:
        super().__init__(games=library.games)
        self._library = library
        self.brought = brought

    def component_set(self, name: str, game: str | None = None) -> ComponentSet:
        found = self.brought.get(name)
        return self._library.component_set(name, game) if found is None else found


def brought_library(library: Library, file: PortableSession) -> tuple[FileLibrary, ComponentSet]:
    """A library that finds the file's own sets, and the one of its opening. Raises `ImportRefused`."""
    others = () if file.component_sets is UNSET else file.component_sets
    brought: dict[str, ComponentSet] = {}
    for one in (file.component_set, *others):
        try:
            components = load_components(library.game(file.game), one.document)
        except LookupError:
            raise ImportRefused(f"The game {file.game!r} is not known here.") from None
        except InvalidComponents as error:
            raise ImportRefused(f"The component set of the file is not valid: {error}") from None
        if components.hash != one.hash:
            raise ImportRefused("The component set of the file does not have the hash that it names.")
        brought[components.hash] = components
    return FileLibrary(library, brought), brought[file.component_set.hash]


def audit_file(
    library: Library,
    file: PortableSession,
    *,
    origin: Callable[[str], Any] | None = None,
    known: Sequence[Head] = (),
) -> Audit:
    """Audit a portable file by itself, its own head and those that are known elsewhere.

    Raises `ImportRefused` if its game or component set cannot be used.
    """
    own, _ = brought_library(library, file)
    return audit_session(
        stored_entries(file),
        own,
        file.session,
        known=[Head(file.head.number, file.head.digest), *known],
        origin=origin,
    )


def prove(library: Library, file: PortableSession, secret: bytes | None = None) -> Proven:
    """Verify that the session of the file follows from its rules and digests, and that play can continue.

    Nothing is written, and nothing that is stored is read. `secret` is that of the session's draws,
    where it is kept here. Raises `ImportRefused`.
    """
    own, components = brought_library(library, file)
    stored = stored_entries(file)
    _must_be_sound(own, file, stored)
    faults = None if secret is None else tuple(_draw_faults(own, file, stored, secret))
    others = tuple(dict(one.document) for name, one in own.brought.items() if name != components.hash)
    return Proven(
        file.session, file.game, dict(components.document), is_sandbox(file), stored, faults, others
    )


def _must_be_sound(library: FileLibrary, file: PortableSession, stored: Sequence[StoredEntry]) -> None:
    faults = header_faults(file)
    if faults:
        raise ImportRefused(" ".join(faults))
    head = Head(file.head.number, file.head.digest)
    for finding in chain_findings(stored, file.session, [head]):
        raise ImportRefused(f"Entry {finding.entry}: {finding.message}")
    _must_be_entries(library, file, stored)
    audit = audit_session(stored, library, file.session, known=[head])
    tampered = [finding for finding in audit.findings if finding.severity == "tampered"]
    if tampered:
        raise ImportRefused(f"Entry {tampered[0].entry}: {tampered[0].message}")
    _replay(library, file, stored, {f.entry for f in audit.findings if f.severity != "note"})


def _must_be_entries(library: FileLibrary, file: PortableSession, stored: Sequence[StoredEntry]) -> None:
    """Each entry is valid by itself: an audit would keep findings for every invalid one."""
    game = library.game(file.game)
    for number, sealed in enumerate(stored, 1):
        try:
            unseal(game, sealed.topic, sealed.body)
        except UnreadableEntry:
            raise ImportRefused(
                f"Entry {number} cannot be replayed: its facts do not fit the table before it."
            ) from None


def _draw_faults(
    library: FileLibrary, file: PortableSession, stored: Sequence[StoredEntry], secret: bytes
) -> Iterator[DrawFault]:
    """Audit the whole file with the kept secret. In entries that are already stored, only tampering counts.

    In new entries each draw must be the secret's, nothing may be marked as a copy from elsewhere, and if the
    session draws, nothing may be there that the rules do not give.
    """
    head = Head(file.head.number, file.head.digest)
    audit = audit_session(stored, library, file.session, known=[head], secret=secret)
    game = library.game(file.game)
    entries = [unseal(game, sealed.topic, sealed.body) for sealed in stored]
    drawn = isinstance(entries[0], Opened) and entries[0].chance == "drawn"
    for finding in audit.findings:
        tampered = finding.severity == "tampered"
        if tampered or (drawn and finding.severity in GRAVE):
            yield DrawFault(finding.entry or 0, finding.message, "always" if tampered else "new")
    for number in audit.not_redrawn:
        unproven = "Its draws cannot be repeated with the secret that is kept here."
        yield DrawFault(number, unproven, "new")
    for entry in entries:
        if isinstance(entry, Recorded | Corrected) and entry.copied:
            copied = "It is marked as a copy from elsewhere, but its session is already here."
            yield DrawFault(entry.number, copied, "continued")


def _replay(
    library: FileLibrary, file: PortableSession, stored: Sequence[StoredEntry], doubtful: set[int | None]
) -> None:
    """Fold the whole log, and check the table wherever the rules did not lead to it."""
    game = library.game(file.game)
    read: list[Entry] = []
    number = 1
    try:
        opened = unseal(game, stored[0].topic, stored[0].body)
        if not isinstance(opened, Opened):
            raise ImportRefused("The file does not begin with an opening.")
        ZoneInfo(opened.timezone)
        components = library.component_set(opened.component_set)
        session = Session(game, components, opened, stored[0].digest, library.sets_of(game.key))
        for number, sealed in enumerate(stored, 1):
            entry = unseal(game, sealed.topic, sealed.body)
            _must_be_time(entry.at)
            _must_be_time(entry.moved_at or entry.at)
            read.append(entry)
            if number > 1:
                session.follow(entry, sealed.digest, lambda first, last: read[first - 1 : last])
            if (lost := session.position.lost) is not None:
                raise ImportRefused(f"Entry {lost.entry} cannot be replayed: {lost.reason}.")
            if number in doubtful or number == len(stored):
                must_be_usable(game, session.state, seats_of(session.opened))
    except ImportRefused:
        raise
    except Exception:
        raise ImportRefused(
            f"Entry {number} cannot be replayed: its facts do not fit the table before it."
        ) from None


def _must_be_time(text: str) -> None:
    moment = datetime.fromisoformat(text)
    if moment.tzinfo is None or not FIRST_YEAR <= moment.year <= LAST_YEAR:
        raise ValueError(f"{text} is not a possible time of an entry")


# The file to check: a session as its viewer may see it, with all that proves it to be the recorded one.

FORMAT = "tablelog-proof"
FORMAT_VERSION = 2
"""As of portable files: version 2 has the sets of `amended` entries."""
SUFFIX = ".proof.json"


def proof_file(
    session: str,
    game: Game[Any],
    components: ComponentSet,
    stored: Iterable[Any],
    seen_by: SeenBy,
    sets: Sets = no_other_set,
) -> bytes:
    """The file, as JSON. Of what its viewer may not see it holds hashes alone.

    components: the set of the opening; sets: finds those of `amended` entries, and raises `LookupError`.
    """
    viewer = TRUTH if seen_by.sees_all else Viewer(seat=seen_by.seat)
    looks = TRUTH if seen_by.opened else viewer
    entries: list[Json] = []
    stored = list(stored)
    others = [sets(name) for name in amended_sets(stored)]
    for sealed in stored:
        entry = read_stored(game, sealed)
        proof = entry_proof(game, entry, sealed.body, viewer, looks)
        entries.append({"number": entry.number, "digest": sealed.digest, **proof})
    file = {
        "format": FORMAT,
        "version": FORMAT_VERSION if others else 1,
        "session": session,
        "game": game.key,
        "seen_by": seen_by,
        "component_set": {"hash": components.hash, "document": components.document},
        **(
            {"component_sets": [{"hash": one.hash, "document": one.document} for one in others]}
            if others
            else {}
        ),
        "head": {"number": entries[-1]["number"], "digest": entries[-1]["digest"]},
        "entries": entries,
    }
    return msgspec.json.encode(file)
