"""A damaged store, as commands see it: what may be done with it, and continuing without lost data."""

from __future__ import annotations

import click
import msgspec
import sqlalchemy as sa

from replays.databases import make_engine
from replays.event_store import EventStore, Unavailable
from replays.findings import counted
from replays.library import Library
from replays.migrating import UnusableDatabase
from service.cli.output import CONSOLE
from service.jobs.queue import METADATA as JOBS
from service.sessions.register_tables import METADATA as REGISTERS
from service.sessions.registers import Registers
from service.settings import Settings
from workers.damage import Damage, damages, search
from workers.follow import prepare
from workers.read_models import METADATA as BOOKKEEPING
from workers.rebuild import rebuild
from workers.tables import TABLES


def may_be_opened(chosen: Settings, *, to_append: bool) -> None:
    """Check the store before a command opens it. Raises `click.ClickException`.

    A log that is behind its tables can be read, and the tables rebuilt, but it must not be appended to. A
    missing database is not opened: that would create an empty one.
    """
    try:
        found = list(damages(chosen.log_url, chosen.tables_url))
    except (sa.exc.SQLAlchemyError, ValueError) as error:
        raise click.ClickException(f"The store cannot be opened: {error}") from error
    forbidden = [damage.message for damage in found if damage.stops and _forbids(damage, to_append)]
    if forbidden:
        raise click.ClickException(" ".join(forbidden))


def _forbids(damage: Damage, to_append: bool) -> bool:
    return to_append or damage.kind != "behind"


def show_damages(chosen: Settings, *, as_json: bool) -> list[Damage]:
    """Show what is missing from log and tables. Raises `click.ClickException` when they are not reached."""
    try:
        found = search(chosen.log_url, chosen.tables_url)
    except (sa.exc.SQLAlchemyError, ValueError) as error:
        raise click.ClickException(f"The store cannot be reached: {error}") from error
    for damage in found:
        if as_json:
            passed = not damage.is_certain
            click.echo(msgspec.json.encode({"name": "store", "passed": passed, "damage": damage}))
        else:
            verdict = "[bold red]FAILED[/]" if damage.is_certain else "[yellow]in doubt[/]"
            CONSOLE.print(f"{verdict} the store: ", end="")
            CONSOLE.print(damage.message, markup=False)
    return found


def accept_loss(chosen: Settings) -> None:
    """Continue without lost data: create missing tables empty, and rebuild what follows from the log.

    Raises `click.ClickException` where a file must be moved away or restored first.
    """
    engine = make_engine(chosen.tables_url)
    try:
        try:
            prepare(engine)
        except UnusableDatabase:
            REGISTERS.create_all(engine)
            JOBS.create_all(engine)
            BOOKKEEPING.create_all(engine)
            _make_notes_again(engine)
            prepare(engine)
        store = EventStore.open(chosen.log_url)
        try:
            registers = Registers(engine)
            folded = rebuild(store, engine, Library(registers.component_set))
        finally:
            store.close()
    except (sa.exc.SQLAlchemyError, UnusableDatabase, Unavailable, ValueError) as error:
        raise click.ClickException(f"Tablelog cannot continue with this store: {error}") from error
    finally:
        engine.dispose()
    CONSOLE.print(f"Accepted the loss: {counted(folded, 'entry')} applied to the new tables.")


BEFORE_NOTES = "0023"


def _make_notes_again(engine: sa.Engine) -> None:
    """Have the migration of the notes run again: tables that were made above have no triggers."""
    with engine.begin() as connection:
        if connection.dialect.name == "postgresql":
            connection.exec_driver_sql("DROP FUNCTION IF EXISTS tablelog_note_change() CASCADE")
        else:
            triggers = "SELECT name FROM sqlite_master WHERE type = 'trigger'"
            for name in connection.exec_driver_sql(triggers).scalars().all():
                connection.exec_driver_sql(f'DROP TRIGGER "{name}"')
        connection.exec_driver_sql("DROP TABLE IF EXISTS statistics_changes")
        version = sa.table(TABLES.version_table, sa.column("version_num"))
        connection.execute(sa.update(version).values(version_num=BEFORE_NOTES))
