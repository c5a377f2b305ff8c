"""Loading sessions from the log, with the games and component sets that they name."""

from __future__ import annotations

from pathlib import Path

import pytest
import sqlalchemy as sa

from domain.games import REGISTRY
from domain.kernel.components import canonical
from domain.kernel.engine.entries import StoredEntry, UnreadableEntry
from replays.databases import make_engine
from replays.event_store import EventStore
from replays.library import (
    Library,
    UnknownComponentSet,
    UnknownGame,
    UnknownSession,
    entries,
    load_session,
)
from tests.support.reef import LIBRARY, REEF, Log
from workers.component_sets import uploaded_to

DOCUMENT = {"name": "another reef"}


def test_a_session_is_loaded_as_it_was_recorded(event_store: EventStore) -> None:
    log = Log().place().storm().place(3).retract(3).hide("red").note().place()
    event_store.append(log.id, 1, log.stored)
    loaded = load_session(event_store, LIBRARY, log.id)
    assert loaded.position == log.session.position
    assert loaded.opened == log.session.opened
    assert list(entries(event_store, REEF, log.id)) == log.entries
    assert list(entries(event_store, REEF, log.id, 2, 3)) == log.entries[1:3]


def test_what_the_log_does_not_hold_is_unknown(event_store: EventStore) -> None:
    with pytest.raises(UnknownSession):
        load_session(event_store, LIBRARY, "0193d0a0-0000-7000-8000-000000000001")
    with pytest.raises(UnknownSession):
        load_session(event_store, LIBRARY, "nonsense")


def test_a_session_of_an_unknown_game_is_not_loaded(event_store: EventStore) -> None:
    log = Log()
    event_store.append(log.id, 1, log.stored)
    with pytest.raises(UnknownGame):
        load_session(event_store, Library(games={}), log.id)


@pytest.mark.parametrize("body", [b"", b"{}", b'{"game":"reef"}', b'{"game":1}', b"\xff", b"[]"])
def test_unreadable_bytes_are_told_as_such(event_store: EventStore, body: bytes) -> None:
    log = Log()
    event_store.append(log.id, 1, [StoredEntry("opened", body, "0" * 64)])
    with pytest.raises(UnreadableEntry):
        load_session(event_store, LIBRARY, log.id)


def test_a_log_that_does_not_begin_with_an_opening_is_unreadable(event_store: EventStore) -> None:
    log = Log().note()
    body = log.stored[1].body.replace(b'"kind":"noted"', b'"game":"reef","kind":"noted"')
    event_store.append(log.id, 1, [StoredEntry("noted", body, "0" * 64)])
    with pytest.raises(UnreadableEntry):
        load_session(event_store, LIBRARY, log.id)


@pytest.mark.parametrize("game", REGISTRY)
def test_packaged_sets_are_found_by_name_and_by_hash(game: str) -> None:
    demo = Library().component_set("demo", game)
    assert demo.game == game
    assert Library().component_set(demo.hash).document == demo.document
    assert Library().component_set(demo.hash, game).hash == demo.hash


def test_no_game_means_no_name_only_hashes() -> None:
    with pytest.raises(UnknownComponentSet):
        LIBRARY.component_set("demo")
    with pytest.raises(UnknownGame):
        LIBRARY.component_set("demo", "chess")
    with pytest.raises(UnknownComponentSet):
        LIBRARY.component_set("0" * 64, "reef")


def test_a_worker_finds_uploaded_sets(tmp_path: Path) -> None:
    engine = make_engine(f"sqlite:///{tmp_path}/tables.db")
    library = Library(uploaded_to(engine), games={"reef": REEF})
    with pytest.raises(UnknownComponentSet):
        library.component_set("a" * 64)
    with engine.begin() as connection:
        connection.execute(sa.text("CREATE TABLE component_sets (hash TEXT, game TEXT, document BLOB)"))
        connection.execute(
            sa.text("INSERT INTO component_sets VALUES (:hash, 'reef', :document)"),
            {"hash": "a" * 64, "document": canonical(DOCUMENT)},
        )
    assert library.component_set("a" * 64).document == DOCUMENT
    engine.dispose()
