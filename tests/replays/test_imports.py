"""Imports: proven first, then written, and again without effect."""

from __future__ import annotations

import dataclasses
import json
from collections.abc import Iterator
from pathlib import Path

import msgspec
import pytest

from domain.kernel import ComponentSet
from domain.kernel.engine.entries import NO_DIGEST, StoredEntry
from replays import proving
from replays.event_store import Conflict, EventStore
from replays.imports import import_file
from replays.library import Library, load_session
from replays.portable import PortableSession, read, stored_entries, write
from replays.proving import ImportRefused
from tests.replays.test_portable import as_file
from tests.support.replays.logs import (
    COMPONENTS,
    GAME,
    LIBRARY,
    SESSION,
    changed,
    drawn_log,
    eventful_log,
    rechained,
    recorded_log,
    session_of,
)


@pytest.fixture
def store(tmp_path: Path) -> Iterator[EventStore]:
    store = EventStore.open(f"sqlite:///{tmp_path}/log.db")
    yield store
    store.close()


def keep(components: ComponentSet) -> None:
    pass


def test_exported_here_and_imported_elsewhere_has_the_same_digests(
    event_store: EventStore, tmp_path: Path
) -> None:
    for stored in (eventful_log().stored, drawn_log()):
        event_store.append(session_of(stored), 1, stored)
        exported = write(as_file(list(event_store.read(session_of(stored)))))
        elsewhere = EventStore.open(f"sqlite:///{tmp_path}/elsewhere.db")
        imported = import_file(elsewhere, LIBRARY, read(exported), keep)
        assert (imported.status, imported.written) == ("imported", len(stored))
        assert [e.digest for e in elsewhere.read(session_of(stored))] == [e.digest for e in stored]
        again = write(as_file(list(elsewhere.read(session_of(stored)))))
        assert again == exported
        here, there = (load_session(s, LIBRARY, session_of(stored)) for s in (event_store, elsewhere))
        assert here.state == there.state
        elsewhere.close()


def test_a_second_import_writes_nothing(store: EventStore) -> None:
    file = as_file(eventful_log().stored)
    import_file(store, LIBRARY, file, keep)
    position = store.position()
    assert import_file(store, LIBRARY, file, keep).status == "already_there"
    assert store.position() == position


def test_a_longer_file_continues_and_a_shorter_one_is_there_already(store: EventStore) -> None:
    stored = recorded_log(actions=20).stored
    import_file(store, LIBRARY, as_file(stored[:8]), keep)
    longer = import_file(store, LIBRARY, as_file(stored), keep)
    assert (longer.status, longer.version, longer.written) == ("continued", 21, 13)
    shorter = import_file(store, LIBRARY, as_file(stored[:8]), keep)
    assert (shorter.status, shorter.version) == ("already_there", 21)
    with pytest.raises(ImportRefused, match="not continued"):
        import_file(store, LIBRARY, as_file(recorded_log(actions=22).stored), keep, may_continue=False)


def test_another_story_under_the_same_id_is_refused(store: EventStore) -> None:
    import_file(store, LIBRARY, as_file(recorded_log(0, actions=9).stored), keep)
    with pytest.raises(ImportRefused, match="other entries"):
        import_file(store, LIBRARY, as_file(recorded_log(2, actions=20).stored), keep)
    assert len(list(store.read(SESSION))) == 10


def _without_tail(file: PortableSession) -> PortableSession:
    return msgspec.structs.replace(file, entries=file.entries[:-1])


def _with_other_bytes(file: PortableSession) -> PortableSession:
    stored = list(stored_entries(file))
    return as_file([*stored[:4], changed(stored[4], at="2020-01-01T00:00:00Z"), *stored[5:]])


def _with_another_order(file: PortableSession) -> PortableSession:
    stored = list(stored_entries(file))
    return as_file([*stored[:4], stored[5], stored[4], *stored[6:]])


def _with_another_game(file: PortableSession) -> PortableSession:
    return msgspec.structs.replace(file, game="no_such_game")


def _with_other_components(file: PortableSession) -> PortableSession:
    document = json.loads(json.dumps(file.component_set.document)) | {"name": "another edition"}
    return msgspec.structs.replace(
        file, component_set=msgspec.structs.replace(file.component_set, document=document)
    )


def _with_invalid_components(file: PortableSession) -> PortableSession:
    return msgspec.structs.replace(
        file, component_set=msgspec.structs.replace(file.component_set, document={})
    )


@pytest.mark.parametrize(
    "spoil",
    [
        _without_tail,
        _with_other_bytes,
        _with_another_order,
        _with_another_game,
        _with_other_components,
        _with_invalid_components,
    ],
)
def test_what_is_not_proven_is_refused_and_nothing_is_written(store: EventStore, spoil) -> None:
    with pytest.raises(ImportRefused):
        import_file(store, LIBRARY, spoil(as_file(eventful_log().stored)), keep)
    assert store.position() == 0


def _forged(stored: list[StoredEntry], place: int, **members: object) -> PortableSession:
    return as_file(rechained([*stored[:place], changed(stored[place], **members), *stored[place + 1 :]]))


@pytest.mark.parametrize(
    ("place", "members"),
    [
        (0, {"timezone": "Nowhere/At-all"}),
        (3, {"at": "yesterday"}),
        (3, {"at": "2026-01-01"}),
        (3, {"moved_at": "9999-12-31T23:59:59-23:00"}),
        (
            4,
            {
                "facts": [
                    {"fact": "pawn_moved", "seat": "nobody", "origin": None, "to": "nowhere", "via": "travel"}
                ]
            },
        ),
        (4, {"facts": [{"fact": "no_such_fact"}]}),
        (4, {"action": {"type": "no_such_action"}}),
        (0, {"seats": []}),
        (0, {"options": {"restore_scope": "no such option"}}),
        (11, {"to": 99}),
    ],
)
def test_a_forged_log_that_cannot_be_used_is_refused(store: EventStore, place: int, members) -> None:
    with pytest.raises(ImportRefused):
        import_file(store, LIBRARY, _forged(eventful_log().stored, place, **members), keep)
    assert store.position() == 0


def test_a_component_set_that_is_not_known_here_is_kept(store: EventStore) -> None:
    kept: list[ComponentSet] = []
    bare = Library(games={GAME.key: without_demo_sets()})
    import_file(store, bare, as_file(recorded_log(actions=5).stored), kept.append)
    assert [components.hash for components in kept] == [COMPONENTS.hash]


def without_demo_sets():

    return dataclasses.replace(GAME, demo_sets=dict)


def test_somebody_else_writing_meanwhile_is_met_with_another_look(
    store: EventStore, monkeypatch: pytest.MonkeyPatch
) -> None:
    stored = recorded_log(actions=20).stored
    append, calls = store.append, []

    def racing(session: str, first: int, entries) -> int:
        calls.append(first)
        if len(calls) == 1:
            append(session, 1, stored[:5])
            raise Conflict(session)
        return append(session, first, entries)

    monkeypatch.setattr(store, "append", racing)
    imported = import_file(store, LIBRARY, as_file(stored), keep)
    assert (imported.status, imported.version, calls) == ("continued", 21, [1, 6])


@pytest.mark.parametrize("body", [b"{}", b"7", b'{"kind":"noted"}'])
def test_a_file_of_what_is_no_entry_is_refused_before_it_is_audited(
    store: EventStore, monkeypatch: pytest.MonkeyPatch, body: bytes
) -> None:
    """An audit keeps what it finds of every entry: a file of nothing but faults would fill the memory."""

    def audited(*_: object, **__: object) -> None:
        raise AssertionError("it was audited")

    monkeypatch.setattr(proving, "audit_session", audited)
    opening = recorded_log(actions=1).stored[0]
    junk = [StoredEntry("noted", body, NO_DIGEST)] * 50
    for stored in ([opening, *junk], rechained([opening, *junk])):
        with pytest.raises(ImportRefused, match=r"Entry \d"):
            import_file(store, LIBRARY, as_file(stored), keep)
    forged = json.dumps({"kind": "noted", "session": SESSION, "number": 2}).encode()
    with pytest.raises(ImportRefused, match="Entry 2 cannot be replayed"):
        import_file(
            store, LIBRARY, as_file(rechained([opening, StoredEntry("noted", forged, NO_DIGEST)])), keep
        )
