"""Tables of every age become those that the code works with, on both databases, all at once or not at all."""

from __future__ import annotations

import subprocess
import sys
from collections.abc import Iterator
from dataclasses import replace
from pathlib import Path

import pytest
import sqlalchemy as sa
from alembic.autogenerate import compare_metadata
from alembic.runtime.migration import MigrationContext
from alembic.script import ScriptDirectory

from replays.databases import make_engine
from replays.event_store import EventStore
from replays.log_tables import LOG, log_engine
from replays.migrating import Schema, UnusableDatabase, bring_up, revision, tables_of
from service.jobs.queue import METADATA as JOBS
from service.queries.refusals import refused_in
from service.sessions.people import Assignment, Claims, People, folded
from service.sessions.register_tables import METADATA as REGISTERS
from tests.replays.test_event_store import SESSION, stored
from workers.follow import prepare
from workers.parts import Checkpoint, checkpoints
from workers.read_models import METADATA as BOOKKEEPING
from workers.tables import TABLES
from workers.webhooks.sending import NOT_REACHED, NOT_SECURE

FIRST_VERSION = Path(__file__).parent / "fixtures" / "tables_of_0_1_0"
"""What 0.1.0 made, statement by statement."""
LATER_REGISTERS = ("edition", "club", "listing", "former_people")
SINCE_0012 = (
    *("expiry_clock", "expiry_marks", "imported_ranges", "jobs", "job_chunks", "key_checks"),
    *("projection_followers", "statistics_changes"),
    *(name for name in REGISTERS.tables if name.startswith(LATER_REGISTERS) or "pictures" in name),
)
"""The tables that migrations from 0012 on make."""

OF_NOTES = {"statistics_changes"}
"""The tables that 0024 makes."""


@pytest.fixture
def log(log_url: str) -> Iterator[sa.Engine]:
    """The database of the log, empty."""
    engine = log_engine(log_url)
    yield engine
    engine.dispose()


@pytest.fixture
def tables(tables_url: str) -> Iterator[sa.Engine]:
    """The tables database, empty."""
    engine = make_engine(tables_url)
    yield engine
    engine.dispose()


def until(revision: str, later: set[str], folder: Path) -> Schema:
    """The tables database as it was at this revision: without the tables that came later."""
    for path in TABLES.migrations.glob("*.py"):
        if path.name[:4] <= revision:
            (folder / path.name).write_text(path.read_text())
    known = {name: tuple(set(of) - later) for name, of in TABLES.tables.items()}
    return replace(TABLES, migrations=folder, tables=known)


def run(engine: sa.Engine, *statements: str) -> None:
    with engine.begin() as connection:
        for statement in statements:
            connection.exec_driver_sql(statement)


def made_by_0_1_0(engine: sa.Engine, name: str) -> None:
    script = (FIRST_VERSION / f"{name}.{engine.dialect.name}.sql").read_text()
    run(engine, *(line for line in script.split(";\n") if line.strip()))


def shape(engine: sa.Engine) -> dict[str, object]:
    """Tables, columns, keys and indexes; on PostgreSQL functions and types too."""
    found: dict[str, object] = {}
    inspector = sa.inspect(engine)
    for table in inspector.get_table_names():
        found[table] = (
            sorted(
                (c["name"], str(c["type"]), c["nullable"], c["default"]) for c in inspector.get_columns(table)
            ),
            inspector.get_pk_constraint(table)["constrained_columns"],
            sorted(u["column_names"] for u in inspector.get_unique_constraints(table)),
            sorted((i["name"], i["column_names"], bool(i["unique"])) for i in inspector.get_indexes(table)),
        )
    if engine.dialect.name == "postgresql":
        with engine.connect() as connection:
            functions = "SELECT proname, prosrc FROM pg_proc WHERE pronamespace = 'public'::regnamespace"
            for name, source in connection.execute(sa.text(functions)):
                found[f"{name}()"] = "".join(source.replace('"', "").split())
            types = (
                "SELECT t.typname, a.attname, format_type(a.atttypid, -1) FROM pg_type t JOIN pg_attribute a "
                "ON a.attrelid = t.typrelid WHERE t.typname = 'stored_event_uuid' ORDER BY a.attnum"
            )
            found["types"] = [tuple(row) for row in connection.execute(sa.text(types))]
            options = "SELECT relname, reloptions FROM pg_class WHERE relname = 'tablelog_events'"
            found["options"] = [tuple(row) for row in connection.execute(sa.text(options))]
    return found


def forget(engine: sa.Engine) -> None:
    """An empty database again."""
    if engine.dialect.name == "postgresql":
        run(engine, "DROP SCHEMA public CASCADE", "CREATE SCHEMA public")
    else:
        for name in sa.inspect(engine).get_table_names():
            run(engine, f"DROP TABLE {name}")


@pytest.mark.parametrize("name", ["log", "tables"])
def test_a_database_of_0_1_0_and_a_new_one_become_the_same(
    name: str, log: sa.Engine, tables: sa.Engine
) -> None:
    engine, schema = {"log": (log, LOG), "tables": (tables, TABLES)}[name]
    bring_up(engine, schema)
    new = shape(engine)
    forget(engine)
    made_by_0_1_0(engine, name)
    of_0_1_0 = {table for table in shape(engine) if table not in new}
    bring_up(engine, schema)
    old = shape(engine)
    assert {table: columns for table, columns in old.items() if table not in of_0_1_0} == new
    assert of_0_1_0 == set() if name == "log" else "sessions_1" in of_0_1_0


def test_the_migrated_tables_are_those_that_the_code_declares(tables: sa.Engine) -> None:
    bring_up(tables, TABLES)
    declared = [*REGISTERS.tables, *JOBS.tables, *BOOKKEEPING.tables]
    assert sorted(declared) == sorted(TABLES.tables[tables.dialect.name])
    with tables.connect() as connection:
        names = {"include_name": lambda name, kind, _: kind != "table" or name in declared}
        context = MigrationContext.configure(connection, opts={"compare_type": True} | names)
        assert compare_metadata(context, [REGISTERS, JOBS, BOOKKEEPING]) == []


@pytest.mark.parametrize("schema", [LOG, TABLES], ids=["log", "tables"])
def test_migrations_are_numbered_one_after_the_other(schema: Schema) -> None:
    scripts = ScriptDirectory(schema.migrations, version_locations=[schema.migrations])
    assert scripts.get_heads() == [schema.newest]
    assert [script.revision for script in scripts.walk_revisions()][::-1] == list(schema.revisions)
    assert list(schema.revisions) == [f"{number:04}" for number in range(1, len(schema.revisions) + 1)]


def test_what_0_1_0_kept_is_there_after_the_upgrade(log_url: str, log: sa.Engine, tables: sa.Engine) -> None:
    made_by_0_1_0(log, "log")
    made_by_0_1_0(tables, "tables")
    run(tables, "INSERT INTO projection_positions VALUES ('sessions', 1, 7)")
    run(tables, "INSERT INTO projection_live VALUES ('sessions', 1)")
    run(tables, "INSERT INTO token_epochs VALUES ('a', 'owner', 3)")
    store = EventStore.open(log_url)
    store.append(SESSION, 1, stored("a", "b"))
    prepare(tables)
    with tables.connect() as connection:
        assert connection.execute(sa.text("SELECT epoch FROM token_epochs")).scalar() == 3
        kept = sa.text(
            "SELECT projection, build, part, position, made_by, expired FROM projection_positions "
            "WHERE projection = 'sessions' AND build = 1 ORDER BY part"
        )
        assert list(map(tuple, connection.execute(kept))) == [
            ("sessions", 1, part, 7, 1, 0) for part in range(16)
        ]
        assert revision(connection, TABLES, tables_of(connection)) == TABLES.newest
    with log.connect() as connection:
        assert revision(connection, LOG, tables_of(connection)) == LOG.newest
    assert [entry.topic for entry in store.read(SESSION)] == ["reef.a", "reef.b"]
    store.close()


def test_sessions_of_before_have_no_claims_and_can_be_claimed(tables: sa.Engine) -> None:
    made_by_0_1_0(tables, "tables")
    run(tables, "INSERT INTO token_epochs VALUES ('a', 'owner', 3)")
    prepare(tables)
    people = People(tables)
    assert people.claims("a") == Claims()
    people.claim("a", "red", Assignment("p-1"))
    assert people.claims("a") == Claims({"red": Assignment("p-1")}, 1)


OF_WEBHOOKS = {"club_webhooks", "club_webhook_sessions"}
"""The tables that migration 0023 makes."""
OF_PEOPLE = {"club_people", "club_ids", "club_names", "former_people", *OF_WEBHOOKS}
"""The tables that migrations 0022 and 0023 make."""
CLAIMED_BEFORE = {
    ("a", "red"): ("Señor  Verde", "señor verde"),
    ("a", "blue"): ("SEN\u0303OR VERDE", "señor verde"),
    ("b", "red"): ("Straße\u3000Ö", "strasse ö"),
    ("b", "blue"): (None, None),
}
"""By session and seat: the name of a claim as it was stored before 0022, and as it is compared since."""


def test_names_of_former_claims_are_compared_as_new_ones_are(tables: sa.Engine, tmp_path: Path) -> None:
    bring_up(tables, until("0021", OF_PEOPLE | OF_NOTES, tmp_path))
    with tables.begin() as connection:
        for (session, seat), (name, _) in CLAIMED_BEFORE.items():
            claim = sa.text("INSERT INTO people VALUES (:session, :seat, 'p-1', :name, 3)")
            connection.execute(claim, {"session": session, "seat": seat, "name": name})
    prepare(tables)
    with tables.connect() as connection:
        rows = connection.execute(sa.text("SELECT session, seat, player, name, changes, folded FROM people"))
        found = {(row.session, row.seat): tuple(row)[2:] for row in rows}
    assert found == {place: ("p-1", name, 3, kept) for place, (name, kept) in CLAIMED_BEFORE.items()}
    assert all(name is None or folded(name) == kept for name, kept in CLAIMED_BEFORE.values())


def test_refusals_counted_before_their_entries_were_kept_stay_counted(
    tables: sa.Engine, tmp_path: Path
) -> None:
    bring_up(tables, until("0009", {"refused_after", *SINCE_0012}, tmp_path))
    run(tables, "INSERT INTO refusals VALUES ('a', 'TC-222', 'grab', 3)")
    prepare(tables)
    assert refused_in(tables, "a", "TC-222") == [("grab", 3, ())]


def test_a_position_becomes_that_of_each_part_and_former_processes_follow_no_build(
    tables: sa.Engine, tmp_path: Path
) -> None:
    later = {name for name in REGISTERS.tables if name.startswith(("club", "listing", "former_people"))}
    bring_up(tables, until("0018", {"projection_followers", *later} | OF_NOTES, tmp_path))
    columns = "projection, build, position, version, expired"
    run(
        tables,
        f"INSERT INTO projection_positions ({columns}) VALUES ('sessions', 1, 700, 4, 3)",
        f"INSERT INTO projection_positions ({columns}) VALUES ('sessions', 2, 90, 4, 1)",
        "INSERT INTO projection_live VALUES ('sessions', 1)",
    )
    bring_up(tables, TABLES)
    with tables.connect() as connection:
        assert checkpoints(connection) == {
            ("sessions", 1): [Checkpoint(700, 3)],
            ("sessions", 2): [Checkpoint(90, 1)],
        }
        rows = connection.execute(sa.text("SELECT build, part, made_by, version FROM projection_positions"))
        assert sorted(map(tuple, rows)) == [(build, part, 4, 0) for build in (1, 2) for part in range(16)]


@pytest.mark.parametrize("name", ["log", "tables"])
def test_a_database_of_a_newer_tablelog_is_refused_and_left_alone(
    name: str, log: sa.Engine, tables: sa.Engine
) -> None:
    engine, schema = {"log": (log, LOG), "tables": (tables, TABLES)}[name]
    bring_up(engine, schema)
    run(engine, f"UPDATE {schema.version_table} SET version_num = '0999'")
    before = shape(engine)
    with pytest.raises(UnusableDatabase, match=f"is at revision 0999, .*{schema.newest}.*newer Tablelog"):
        bring_up(engine, schema)
    assert shape(engine) == before


def test_a_deleted_table_is_not_made_again_in_silence(tables: sa.Engine) -> None:
    prepare(tables)
    run(tables, "DROP TABLE openings", "DROP TABLE token_epochs")
    with pytest.raises(UnusableDatabase, match="no openings, token_epochs, which must have been deleted"):
        prepare(tables)
    assert not sa.inspect(tables).has_table("openings")


def test_tables_without_a_version_that_lack_something_are_not_taken_for_those_of_0_1_0(
    tables: sa.Engine,
) -> None:
    made_by_0_1_0(tables, "tables")
    run(tables, "INSERT INTO token_epochs VALUES ('a', 'owner', 3)")
    run(tables, "ALTER TABLE openings DROP COLUMN request", "DROP TABLE imports")
    with pytest.raises(UnusableDatabase, match=r"and no imports, openings\.request: it was deleted"):
        prepare(tables)


def test_a_first_start_of_0_1_0_that_was_cut_off_is_finished(tables: sa.Engine) -> None:
    """It made the registers first, then the rest; a worker that came first made the rest alone."""
    made_by_0_1_0(tables, "tables")
    registers = ("component_sets", "openings", "token_epochs", "imports")
    run(tables, *(f"DROP TABLE {name}" for name in registers))
    run(tables, "INSERT INTO projection_positions VALUES ('sessions', 1, 0)")
    run(tables, "INSERT INTO projection_live VALUES ('sessions', 1)")
    prepare(tables)
    assert sa.inspect(tables).has_table("openings")


@pytest.fixture
def ever_more(tmp_path: Path) -> Schema:
    """The tables with two migrations to come; the second one of them fails."""
    folder = tmp_path / "migrations"
    folder.mkdir()
    for path in TABLES.migrations.glob("*.py"):
        (folder / path.name).write_text(path.read_text())
    head = "import sqlalchemy as sa\nfrom alembic import op\n"
    after = int(TABLES.newest)
    (folder / f"{after + 1:04}_more.py").write_text(
        f"{head}revision, down_revision = '{after + 1:04}', '{TABLES.newest}'\n"
        "def upgrade():\n"
        "    op.create_table('players', sa.Column('player', sa.Text))\n"
        "    op.bulk_insert(sa.table('players', sa.column('player')), [{'player': 'ann'}])\n"
        "    with op.batch_alter_table('token_epochs') as batch:\n"
        "        batch.alter_column('epoch', new_column_name='number')\n"
    )
    (folder / f"{after + 2:04}_fails.py").write_text(
        f"{head}revision, down_revision = '{after + 2:04}', '{after + 1:04}'\n"
        "def upgrade():\n"
        "    op.drop_table('openings')\n"
        "    op.execute('SELECT nonsense FROM nowhere')\n"
    )
    return replace(TABLES, migrations=folder)


def test_a_migration_that_fails_leaves_nothing_of_itself_nor_of_those_before_it(
    tables: sa.Engine, ever_more: Schema
) -> None:
    prepare(tables)
    run(tables, "INSERT INTO token_epochs VALUES ('a', 'owner', 3)")
    before = shape(tables)
    with pytest.raises(sa.exc.DBAPIError, match="nowhere"):
        bring_up(tables, ever_more)
    assert shape(tables) == before
    prepare(tables)
    with tables.connect() as connection:
        assert connection.execute(sa.text("SELECT * FROM token_epochs")).all() == [("a", "owner", 3)]
    (ever_more.migrations / f"{ever_more.newest}_fails.py").unlink()
    mended = replace(ever_more)
    bring_up(tables, mended)
    with tables.connect() as connection:
        assert connection.execute(sa.text("SELECT number FROM token_epochs")).all() == [(3,)]
        assert connection.execute(sa.text("SELECT player FROM players")).all() == [("ann",)]


@pytest.mark.parametrize("old", [False, True], ids=["new", "of 0.1.0"])
def test_processes_that_start_together_migrate_once(tables_url: str, tables: sa.Engine, *, old: bool) -> None:
    if old:
        made_by_0_1_0(tables, "tables")
    program = (
        "import sys; from replays.databases import make_engine; from workers.follow import prepare; "
        "prepare(make_engine(sys.argv[1]))"
    )
    processes = [subprocess.Popen([sys.executable, "-c", program, tables_url]) for _ in range(4)]
    assert [process.wait() for process in processes] == [0, 0, 0, 0]
    with tables.connect() as connection:
        assert revision(connection, TABLES, tables_of(connection)) == TABLES.newest


def test_kept_failures_of_webhooks_lose_what_they_say_of_the_operators_network(
    tables: sa.Engine, tmp_path: Path
) -> None:
    bring_up(tables, until("0010", set(SINCE_0012), tmp_path))
    former = [
        "There is no connection: No route to host.",
        "The name cannot be resolved.",
        "TLS failed: CERTIFICATE_VERIFY_FAILED.",
        "It was answered with 500.",
    ]
    with tables.begin() as connection:
        for number, failure in enumerate(former):
            row = {"id": str(number), "session": "s", "url": "u", "secret": b"-", "created_at": "2026"}
            row |= {"delivered": 1, "told_status": "open", "attempts": 9, "failure": failure}
            row["disabled"] = f"It was tried 9 times in vain, at last: {failure}"
            connection.execute(sa.insert(REGISTERS.tables["webhooks"]).values(**row))
    bring_up(tables, TABLES)
    with tables.connect() as connection:
        query = sa.text("SELECT failure, disabled FROM webhooks ORDER BY id")
        kept = [tuple(row) for row in connection.execute(query)]
    told = [NOT_REACHED, NOT_REACHED, NOT_SECURE, "It was answered with 500."]
    assert kept == [(one, f"It was tried 9 times in vain, at last: {one}") for one in told]


def test_clubs_and_webhooks_of_before_stay_when_clubs_get_webhooks(tables: sa.Engine, tmp_path: Path) -> None:
    bring_up(tables, until("0022", OF_WEBHOOKS | OF_NOTES, tmp_path))
    run(
        tables,
        "INSERT INTO club_sessions (session, club, number, since) VALUES ('s', 'c', 7, '2026')",
        "INSERT INTO webhooks (id, session, url, secret, created_at, delivered, told_status, attempts, body) "
        "VALUES ('w', 's', 'u', '-', '2026', 3, 'open', 2, '{}')",
    )
    bring_up(tables, TABLES)
    with tables.connect() as connection:
        members = connection.execute(sa.text("SELECT session, club, number FROM club_sessions"))
        assert [tuple(row) for row in members] == [("s", "c", 7)]
        kept = connection.execute(sa.text("SELECT id, delivered, attempts, body FROM webhooks"))
        assert [tuple(row) for row in kept] == [("w", 3, 2, "{}")]
        assert connection.execute(sa.text("SELECT count(*) FROM club_webhooks")).scalar() == 0
        assert connection.execute(sa.text("SELECT count(*) FROM club_webhook_sessions")).scalar() == 0


def test_what_changed_before_there_were_notes_is_noted_from_then_on(
    tables: sa.Engine, tmp_path: Path
) -> None:
    """A frozen row of each register of before: its next change is noted, in whichever way it is written."""
    bring_up(tables, until("0023", OF_NOTES, tmp_path))
    run(
        tables,
        "INSERT INTO listings (session, visibility, tagged, changes) VALUES ('s-1', 'public', FALSE, 1)",
        "INSERT INTO listing_tags (session, tag, place) VALUES ('s-1', 'league', 0)",
        "INSERT INTO people (session, seat, player, changes) VALUES ('s-1', 'red', 'p-1', 0)",
        "INSERT INTO club_sessions (session, club, number, since) VALUES ('s-1', 'c-1', 1, '')",
        "INSERT INTO club_ids (club, player, person, origin) VALUES ('c-1', 'p-1', 'p-2', 'p-2')",
        "INSERT INTO club_names (club, folded, person, origin) VALUES ('c-1', 'ruby', 'p-2', 'p-2')",
    )
    bring_up(tables, TABLES)
    notes = "SELECT origin, session, club FROM statistics_changes ORDER BY change"
    with tables.connect() as connection:
        assert connection.exec_driver_sql(notes).all() == []
    run(
        tables,
        "UPDATE listings SET visibility = 'link'",
        "DELETE FROM listing_tags",
        "UPDATE people SET player = NULL",
        "DELETE FROM club_sessions",
        "UPDATE club_ids SET person = 'p-3'",
        "DELETE FROM club_names",
    )
    with tables.connect() as connection:
        assert connection.exec_driver_sql(notes).all() == [
            ("listings", "s-1", None),
            ("listing_tags", "s-1", None),
            ("people", "s-1", None),
            ("club_sessions", "s-1", None),
            ("club_ids", None, "c-1"),
            ("club_names", None, "c-1"),
        ]
