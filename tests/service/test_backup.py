"""Backup drills: everything that was recorded comes back, on the same kind of database or the other."""

from __future__ import annotations

import dataclasses
import gzip
import hashlib
import json
import sqlite3
import threading
import uuid
from collections.abc import Callable, Iterator
from pathlib import Path
from typing import Any

import psycopg
import pytest
import sqlalchemy as sa
from flask import Flask

from replays import backup as files
from replays.audit import audit_session
from replays.event_store import EventStore, LogRow
from replays.load import Library
from service import backup as backing_up
from service import backup_restore
from service.app import create_app
from service.backup import CannotBackUp, back_up
from service.backup_check import check
from service.backup_restore import CannotRestore, restore
from service.registers import METADATA, Registers
from service.keys import SECRET_FILE
from service.settings import Settings
from tests.service.conftest import Table, recorded, settings_at
from workers.databases import make_engine

KEY = "a key of the tests"
OPENING: dict[str, Any] = {
    "game": "time_of_chaos",
    "component_set": "demo",
    "chance": "drawn",
    "seats": [{"seat": "red", "color": "red"}, {"seat": "blue", "color": "blue"}],
}
FIRST = [{"type": "lay_out_tiles"}, {"type": "deal_displays"}]
NEXT = [
    {"type": "choose_first_player", "first_player": "red"},
    {"type": "place_pawn", "seat": "blue", "tile": "present:A"},
    {"type": "place_pawn", "seat": "red", "tile": "present:B"},
    {"type": "send_disorder", "seat": "red"},
]


@pytest.fixture
def here(tmp_path: Path, log_url: str, tables_url: str) -> Settings:
    """Where Tablelog records: on SQLite and on PostgreSQL, its key in its home."""
    home = tmp_path / "here"
    home.mkdir()
    (home / SECRET_FILE).write_text(KEY)
    if log_url.startswith("sqlite"):
        return settings_at(home)
    return settings_at(home, log_url, tables_url)


@pytest.fixture
def app(here: Settings) -> Iterator[Flask]:
    """Tablelog, recording."""
    app = create_app(here)
    yield app
    app.extensions["tablelog"].close()


@pytest.fixture
def tables(app: Flask) -> list[Table]:
    """A drawn session that is open, one that is closed, one whose seats have new tokens."""
    opened, closed, revoked = (Table(app, OPENING) for _ in range(3))
    for table in (opened, closed, revoked):
        for action in FIRST:
            table.acted(action)
    assert closed.post("/close", {"outcome": "abandoned"}).status_code == 201
    assert revoked.post("/tokens", {"holders": ["seat:red"]}, "owner", None).status_code in (200, 201)
    return [opened, closed, revoked]


def keyless(settings: Settings) -> Settings:
    """As commands read them when the key is in the home."""
    return dataclasses.replace(settings, secret_key="")


@pytest.fixture(params=["sqlite", "postgresql"])
def there(request: pytest.FixtureRequest, tmp_path: Path) -> Iterator[Settings]:
    """Where Tablelog is to be restored: nothing is there yet."""
    home = tmp_path / "there"
    if request.param == "sqlite":
        yield keyless(settings_at(home))
        return
    server = request.getfixturevalue("postgresql_server")
    name = f"t{uuid.uuid4().hex}"
    with psycopg.connect(server, autocommit=True) as connection:
        connection.execute(f"CREATE DATABASE {name}")
    url = server.replace("/postgres?", f"/{name}?")
    yield keyless(settings_at(home, url, url))
    with psycopg.connect(server, autocommit=True) as connection:
        connection.execute(f"DROP DATABASE {name} WITH (FORCE)")


def log_of(settings: Settings) -> list[LogRow]:
    store = EventStore.open(settings.log_url)
    try:
        return list(store.whole())
    finally:
        store.close()


def registers_of(settings: Settings) -> dict[str, list[Any]]:
    engine = make_engine(settings.tables_url)
    try:
        with engine.connect() as connection:
            return {
                table.name: sorted(map(tuple, connection.execute(sa.select(table))), key=repr)
                for table in METADATA.sorted_tables
            }
    finally:
        engine.dispose()


def nothing_is_there(settings: Settings) -> bool:
    """No home, no draft beside it, no row in the database."""
    beside = [path.name for path in settings.home.parent.iterdir() if settings.home.name in path.name]
    if settings.log_url.startswith("sqlite"):
        return not beside
    with psycopg.connect(settings.log_url) as connection:
        rows = [
            connection.execute(f"SELECT count(*) FROM {name}").fetchone()
            for (name,) in connection.execute(
                "SELECT tablename FROM pg_tables WHERE schemaname = 'public' AND tablename = ANY(%s)",
                (["stored_events", *METADATA.tables],),
            ).fetchall()
        ]
    return not beside and not any(row and row[0] for row in rows)


def test_everything_comes_back_byte_for_byte(
    here: Settings, there: Settings, tables: list[Table], tmp_path: Path
) -> None:
    manifest = back_up(keyless(here), tmp_path / "kept")
    assert check(tmp_path / "kept").sound
    assert restore(there, tmp_path / "kept") == manifest
    assert log_of(there) == log_of(here)
    assert registers_of(there) == registers_of(here)
    assert len(registers_of(there)["openings"]) == 3
    assert (there.home / SECRET_FILE).read_text() == KEY
    assert manifest.log.sessions == 3
    assert manifest.log.entries == len(log_of(here))


def test_what_was_restored_goes_on_as_if_nothing_had_happened(
    here: Settings, there: Settings, tables: list[Table], tmp_path: Path
) -> None:
    back_up(keyless(here), tmp_path / "kept")
    restore(there, tmp_path / "kept")
    app = create_app(dataclasses.replace(there, secret_key=(there.home / SECRET_FILE).read_text()))
    try:
        client = app.test_client()
        for table in tables:
            headers = {"Authorization": f"Bearer {table.tokens['owner']}"}
            assert client.get(table.url, headers=headers).json == table.get().json
            assert client.get(f"{table.url}/audit", headers=headers).json["passed"]
        opened, _, revoked = tables
        red = {"Authorization": f"Bearer {revoked.tokens['seat:red']}"}
        assert client.get(revoked.url, headers=red).status_code in (401, 404)
        scribe = {"Authorization": f"Bearer {opened.tokens['scribe']}", "If-Match": "*"}
        for action in NEXT:
            answer = client.post(f"{opened.url}/actions", json=action, headers=scribe)
            assert answer.status_code == 201, answer.text
        owner = {"Authorization": f"Bearer {opened.tokens['owner']}", "If-Match": "*"}
        closing = client.post(f"{opened.url}/close", json={"outcome": "abandoned"}, headers=owner)
        assert closing.status_code == 201, closing.text
        audited = client.get(f"{opened.url}/audit", headers=owner).json
        assert audited["passed"]
        assert audited["drawn"]
        positions = [row.position for row in log_of(there)]
        assert len(set(positions)) == len(positions)
        assert max(positions) > max(row.position for row in log_of(here))
    finally:
        app.extensions["tablelog"].close()


def test_a_backup_taken_while_a_table_records_is_whole(
    here: Settings, there: Settings, app: Flask, tmp_path: Path
) -> None:
    """A thread opens drawn sessions and records in them until several backups are done."""
    done, begun = threading.Event(), threading.Event()
    made: list[Table] = []

    def play() -> None:
        while not done.is_set():
            made.append(Table(app, OPENING).acted(FIRST[0]))
            begun.set()

    playing = threading.Thread(target=play)
    playing.start()
    try:
        assert begun.wait(30)
        for number in range(3):
            back_up(keyless(here), tmp_path / f"kept-{number}")
    finally:
        done.set()
        playing.join()
    restore(there, tmp_path / "kept-2")
    must_be_playable(there, {table.id: table for table in made})


def must_be_playable(settings: Settings, known: dict[str, Table]) -> None:
    """Every restored session audits, and takes the next draw."""
    rows = log_of(settings)
    app = create_app(dataclasses.replace(settings, secret_key=KEY))
    try:
        store = app.extensions["tablelog"].store
        client = app.test_client()
        sessions = {row.session for row in rows}
        assert sessions
        for session in sessions:
            assert audit_session(list(store.read(session)), Library(), session).passed
            headers = {"Authorization": f"Bearer {known[session].tokens['scribe']}", "If-Match": "*"}
            count = len(list(store.read(session)))
            for action in FIRST[count - 1 :]:
                answer = client.post(f"/v1/sessions/{session}/actions", json=action, headers=headers)
                assert answer.status_code == 201, answer.text
    finally:
        app.extensions["tablelog"].close()


def test_sessions_that_open_between_the_copies_and_while_the_log_is_copied_harm_nothing(
    here: Settings, there: Settings, app: Flask, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """The order of the copies, held still at each step."""
    made = [Table(app, OPENING).acted(FIRST[0]) for _ in range(3)]
    copy_log, copy_registers = files.log_lines, backing_up._write_registers

    def while_copying(rows: Iterator[LogRow]) -> Iterator[bytes]:
        for line in copy_log(rows):
            made.append(Table(app, OPENING).acted(FIRST[0]))
            yield line

    def between(url: str, draft: Path) -> Any:
        made.append(Table(app, OPENING).acted(FIRST[0]))
        return copy_registers(url, draft)

    monkeypatch.setattr(files, "log_lines", while_copying)
    monkeypatch.setattr(backing_up, "_write_registers", between)
    manifest = back_up(keyless(here), tmp_path / "kept")
    assert manifest.log.sessions == 3
    assert manifest.registers.rows["openings"] == len(made) == 10
    restore(there, tmp_path / "kept")
    must_be_playable(there, {table.id: table for table in made})


def test_a_backup_is_its_owners_alone_and_never_written_over(
    here: Settings, tables: list[Table], tmp_path: Path
) -> None:
    folder = tmp_path / "kept"
    back_up(keyless(here), folder)
    assert folder.stat().st_mode & 0o777 == 0o700
    assert {path.stat().st_mode & 0o777 for path in folder.iterdir()} == {0o600}
    before = {path.name: path.read_bytes() for path in folder.iterdir()}
    with pytest.raises(CannotBackUp, match="not empty"):
        back_up(keyless(here), folder)
    assert {path.name: path.read_bytes() for path in folder.iterdir()} == before
    (tmp_path / "empty").mkdir()
    back_up(keyless(here), tmp_path / "empty")


def test_a_key_of_the_environment_is_not_in_the_backup(
    here: Settings, there: Settings, tables: list[Table], tmp_path: Path
) -> None:
    manifest = back_up(here, tmp_path / "kept")
    assert manifest.key == "environment"
    assert all(KEY.encode() not in path.read_bytes() for path in (tmp_path / "kept").iterdir())
    restore(there, tmp_path / "kept")
    assert not (there.home / SECRET_FILE).exists()
    assert log_of(there) == log_of(here)


def test_a_backup_that_fails_leaves_nothing(
    here: Settings, tables: list[Table], tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    def full(*_: Any) -> None:
        raise OSError(28, "No space left on device")

    monkeypatch.setattr(files, "write_manifest", full)
    before = set(tmp_path.iterdir())
    with pytest.raises(CannotBackUp, match="No space left"):
        back_up(keyless(here), tmp_path / "kept")
    assert set(tmp_path.iterdir()) == before


def test_a_home_without_a_store_or_a_key_is_no_empty_backup(tmp_path: Path) -> None:
    settings = keyless(settings_at(tmp_path / "nowhere"))
    with pytest.raises(CannotBackUp, match="no log at"):
        back_up(settings, tmp_path / "kept")
    (tmp_path / "nowhere").mkdir()
    EventStore.open(settings.log_url).close()
    with pytest.raises(CannotBackUp, match="no registers at"):
        back_up(settings, tmp_path / "kept")
    Registers(make_engine(settings.tables_url))
    (tmp_path / "nowhere" / "tables.db").touch()
    with pytest.raises(CannotBackUp, match=r"no secret\.key"):
        back_up(settings, tmp_path / "kept")
    assert [path.name for path in tmp_path.iterdir()] == ["nowhere"]


Spoil = Callable[[Path], Any]


def flip(name: str, where: float) -> Spoil:
    """One bit of a file is another."""

    def spoil(folder: Path) -> None:
        data = bytearray((folder / name).read_bytes())
        data[int(where * (len(data) - 1))] ^= 1
        (folder / name).write_bytes(data)

    return spoil


def cut(name: str, bytes_lost: int) -> Spoil:
    return lambda folder: (folder / name).write_bytes((folder / name).read_bytes()[:-bytes_lost])


@pytest.fixture
def kept(tmp_path: Path) -> Path:
    """A backup of a small store on SQLite."""
    home = tmp_path / "here"
    home.mkdir()
    (home / SECRET_FILE).write_text(KEY)
    app = create_app(settings_at(home))
    opening, *actions = recorded("demo-2p-001")
    Table(app, opening).acted(*actions[:4])
    Table(app, OPENING).acted(*FIRST)
    app.extensions["tablelog"].close()
    back_up(keyless(settings_at(home)), tmp_path / "kept")
    return tmp_path / "kept"


@pytest.mark.parametrize(
    ("spoil", "said"),
    [
        *((flip(files.LOG, where), "log.ndjson.gz is damaged") for where in (0, 0.3, 0.9, 1)),
        *((flip(files.REGISTERS, where), "registers.ndjson.gz is damaged") for where in (0, 0.5, 1)),
        (flip(files.KEY, 0.5), "secret.key is damaged"),
        (flip(files.MANIFEST, 0.2), "manifest.json is damaged"),
        (flip(files.MANIFEST, 0.9), "manifest.json is damaged"),
        *((cut(name, 1), "bytes") for name in (files.LOG, files.REGISTERS, files.KEY)),
        (cut(files.LOG, 300), "bytes"),
        (cut(files.MANIFEST, 40), "manifest.json is damaged"),
        *(
            (lambda folder, name=name: (folder / name).unlink(), f"{name}: No such file")
            for name in (files.LOG, files.REGISTERS, files.KEY)
        ),
        (lambda folder: (folder / files.MANIFEST).unlink(), "no complete backup"),
    ],
)
def test_damage_is_found_and_not_restored(kept: Path, tmp_path: Path, spoil: Spoil, said: str) -> None:
    spoil(kept)
    found = check(kept)
    assert not found.sound
    assert any(said in fault for fault in found.faults), found.faults
    with pytest.raises(CannotRestore) as refused:
        restore(keyless(settings_at(tmp_path / "there")), kept, damaged_sessions=True)
    assert refused.value.checked == found
    assert not (tmp_path / "there").exists()


def rewritten(kept: Path, change: Callable[[list[dict[str, Any]]], Any], name: str = files.LOG) -> None:
    """The file as a careful hand would change it, its figures in the manifest made to fit."""
    rows = [json.loads(line) for line in gzip.decompress((kept / name).read_bytes()).splitlines()]
    change(rows)
    data = gzip.compress(b"".join(json.dumps(row).encode() + b"\n" for row in rows))
    (kept / name).write_bytes(data)
    manifest = files.read_manifest(kept)
    manifest.files[name] = files.FileFigures(len(data), hashlib.sha256(data).hexdigest())
    (kept / files.MANIFEST).unlink()
    files.write_manifest(kept, manifest)


@pytest.mark.parametrize(
    ("change", "said"),
    [
        (lambda rows: rows.pop(), "log.ndjson.gz holds 7 entries of 2 sessions"),
        (lambda rows: rows.pop(1), "missing"),
        (lambda rows: rows[2].update(state=rows[2]["state"].replace("scribe", "owner")), "altered"),
        (lambda rows: rows[2].update(number=9), "stored as number 9"),
        (lambda rows: rows[1].update(state="nonsense"), "unreadable"),
        (lambda rows: rows[0].update(topic="noted"), "topic"),
    ],
)
def test_a_log_that_was_changed_with_its_hashes_is_found_by_its_chains(
    kept: Path, change: Callable[[list[dict[str, Any]]], Any], said: str
) -> None:
    rewritten(kept, change)
    found = check(kept)
    assert any(said in fault for fault in found.faults + found.sessions), found


def test_a_secret_that_is_not_the_promised_one_is_found(kept: Path) -> None:
    def change(rows: list[dict[str, Any]]) -> None:
        for row in rows:
            if row["table"] == "openings":
                row["row"]["secret"] = {"base64": "AAAA"}

    rewritten(kept, change, files.REGISTERS)
    assert any("its secret is not the one" in fault for fault in check(kept).sessions)


def test_a_newer_format_is_named(kept: Path, tmp_path: Path) -> None:
    manifest = json.loads((kept / files.MANIFEST).read_text()) | {"version": 2}
    (kept / files.MANIFEST).write_text(json.dumps(manifest))
    assert "version 2" in check(kept).faults[0]


def test_a_session_that_was_damaged_before_the_backup_is_restored_as_it_is_if_asked_for(
    kept: Path, tmp_path: Path
) -> None:
    home = tmp_path / "here"
    connection = sqlite3.connect(home / "log.db")
    connection.execute("UPDATE stored_events SET state = x'ff00fe' WHERE position = 2")
    connection.commit()
    connection.close()
    settings = keyless(settings_at(home))
    back_up(settings, tmp_path / "damaged")
    found = check(tmp_path / "damaged")
    assert not found.faults
    assert any("entry 2, unreadable" in fault for fault in found.sessions)
    there = keyless(settings_at(tmp_path / "there"))
    with pytest.raises(CannotRestore, match="not sound"):
        restore(there, tmp_path / "damaged")
    restore(there, tmp_path / "damaged", damaged_sessions=True)
    assert log_of(there) == log_of(settings)


@pytest.mark.parametrize("step", ["_fill_registers", "check", "Registers", "_settle", "_make_tables"])
def test_a_restore_that_is_ended_in_the_middle_leaves_nothing_half(
    kept: Path, there: Settings, monkeypatch: pytest.MonkeyPatch, step: str
) -> None:
    if step == "_settle" and not there.log_url.startswith("sqlite"):
        pytest.skip("no file is settled there")

    def end(*_: Any, **__: Any) -> None:
        raise KeyboardInterrupt

    with monkeypatch.context() as patched:
        patched.setattr(backup_restore, step, end)
        with pytest.raises(KeyboardInterrupt):
            restore(there, kept)
    assert nothing_is_there(there)
    restore(there, kept)
    assert len(log_of(there)) == 8


def test_a_restore_that_is_ended_while_the_log_is_filled_leaves_nothing_half(
    kept: Path, there: Settings, monkeypatch: pytest.MonkeyPatch
) -> None:
    read = files.read_log
    passes = iter(range(2))

    def ending(stream: Any) -> Iterator[LogRow]:
        filling = next(passes) == 1
        for number, row in enumerate(read(stream)):
            if filling and number == 5:
                raise KeyboardInterrupt
            yield row

    with monkeypatch.context() as patched:
        patched.setattr(files, "read_log", ending)
        with pytest.raises(KeyboardInterrupt):
            restore(there, kept)
    assert nothing_is_there(there)
    restore(there, kept)
    assert len(log_of(there)) == 8


def test_a_restore_writes_over_nothing(kept: Path, there: Settings) -> None:
    restore(there, kept)
    before = log_of(there), registers_of(there)
    with pytest.raises(CannotRestore, match="not empty"):
        restore(there, kept)
    assert (log_of(there), registers_of(there)) == before


def test_a_restore_into_a_database_whose_registers_hold_something_is_refused(
    kept: Path, postgresql_url: str, tmp_path: Path
) -> None:
    there = keyless(settings_at(tmp_path / "there", postgresql_url, postgresql_url))
    engine = make_engine(postgresql_url)
    backup_restore._make_tables(postgresql_url)
    Registers(engine).claim_import("01890a5d-ac96-774b-bcce-b302099a8057", "a key")
    with pytest.raises(CannotRestore, match="registers are not empty"):
        restore(there, kept)
    assert log_of(there) == []
    assert not there.home.exists()
    engine.dispose()


def test_a_log_and_tables_that_live_in_other_folders_are_restored_there(kept: Path, tmp_path: Path) -> None:
    there = keyless(
        settings_at(
            tmp_path / "there",
            f"sqlite:///{tmp_path}/logs/one.db",
            f"sqlite:///{tmp_path}/tables/two.db",
        )
    )
    restore(there, kept)
    assert [path.name for path in (tmp_path / "there").iterdir()] == [SECRET_FILE]
    assert [path.name for path in (tmp_path / "logs").iterdir()] == ["one.db"]
    assert [path.name for path in (tmp_path / "tables").iterdir()] == ["two.db"]
    assert len(log_of(there)) == 8
    with pytest.raises(CannotRestore, match="is there already"):
        restore(dataclasses.replace(there, home=tmp_path / "third"), kept)
    assert not (tmp_path / "third").exists()
