"""The local store, as commands open it: the log, the library with uploaded component sets, the registers."""

from __future__ import annotations

import sqlite3
from collections.abc import Iterator
from contextlib import contextmanager
from dataclasses import dataclass

import click
import sqlalchemy as sa

from domain.kernel import ComponentSet
from domain.kernel.engine.entries import Opened, UnreadableEntry, unseal
from replays.databases import make_engine
from replays.event_store import EventStore, LogEntry, Unavailable
from replays.library import Library, UnknownComponentSet, UnknownGame, game_of
from replays.log_storage import Expired
from replays.migrating import UnusableDatabase
from replays.portable import PortableSession, portable
from service.cli.damaged import may_be_opened
from service.cli.reading import settings_to_read
from service.cli.settings import settings
from service.sessions.keeping import Keeping
from service.sessions.registers import ImportedEntries, Registers
from service.settings import Settings
from workers.follow import prepare
from workers.projections import PROJECTIONS

EXPIRED_AT_ONCE = 1_000


@dataclass(frozen=True)
class Local:
    """The stores that the settings of this environment point to."""

    settings: Settings
    store: EventStore
    engine: sa.Engine
    registers: Registers
    library: Library
    keeping: Keeping
    imported: ImportedEntries

    def keep(self, components: ComponentSet) -> None:
        """Remember a component set that is not known here."""
        try:
            self.library.component_set(components.hash, components.game)
        except UnknownComponentSet:
            self.registers.add_component_set(components.hash, components.game, components.document)

    def expired(self) -> Iterator[Expired]:
        """Every session that expired, in the order in which they went."""
        number = 0
        while page := self.store.expired_since(number, EXPIRED_AT_ONCE):
            yield from page
            number = page[-1].number

    def stored(self, session: str) -> list[LogEntry]:
        """The session's log. Raises `click.ClickException` where there is none."""
        stored = list(self.store.read(session))
        if not stored and (gone := self.store.expired(session)) is not None:
            raise click.ClickException(f"Session {session} expired at {gone.expired_at}. {gone.reason}")
        if not stored:
            raise click.ClickException(f"There is no session {session} in the store.")
        return stored

    def opened(self, stored: list[LogEntry]) -> Opened:
        """The opening of the session. Raises `click.ClickException` where it cannot be read."""
        session = stored[0].session
        try:
            opened = unseal(game_of(self.library, stored[0]), stored[0].topic, stored[0].body)
            if not isinstance(opened, Opened):
                raise UnreadableEntry("the log does not start with an opening")
        except (UnreadableEntry, UnknownGame) as error:
            raise click.ClickException(f"Session {session} cannot be read: {error}") from error
        return opened

    def portable(self, stored: list[LogEntry]) -> PortableSession:
        """The session as a portable file. Raises `click.ClickException` where it cannot be read."""
        opened = self.opened(stored)
        try:
            components = self.library.component_set(opened.component_set, opened.game)
            sets = self.library.sets_of(opened.game)
            return portable(opened.session, opened.game, opened.rules_version, components, stored, sets)
        except UnknownComponentSet as error:
            raise click.ClickException(f"Session {opened.session} cannot be read: {error}") from error


@contextmanager
def local(*, to_append: bool = False, only_read: bool = False) -> Iterator[Local]:
    """The local store, for the time of a command. only_read: also one that cannot be written to, as a copy.

    Raises `click.ClickException` if it cannot be opened, or is so damaged that it must not be.
    """
    chosen = settings_to_read() if only_read else settings()
    may_be_opened(chosen, to_append=to_append)
    try:
        store = EventStore.open(chosen.log_url, early=chosen.log_release == "early")
    except (Unavailable, UnusableDatabase, ValueError, sqlite3.Error) as error:
        raise click.ClickException(f"The log cannot be opened: {error}") from error
    engine = make_engine(chosen.tables_url)
    try:
        prepare(engine, PROJECTIONS)
        registers = Registers(engine)
        keeping = Keeping(engine, chosen.sandbox_days, store.held_since())
        imported = ImportedEntries(engine, store)
        yield Local(chosen, store, engine, registers, Library(registers.component_set), keeping, imported)
    except (Unavailable, UnusableDatabase, sa.exc.SQLAlchemyError) as error:
        reason = getattr(error, "orig", None) or error
        raise click.ClickException(f"The store cannot be reached: {reason}") from error
    finally:
        engine.dispose()
        store.close()
