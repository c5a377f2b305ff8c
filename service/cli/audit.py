"""`tablelog audit`: checks portable files, or every session of the local store on all cores.

Options can name heads that were recorded elsewhere: session, number of an entry and its digest.
"""

from __future__ import annotations

import atexit
import multiprocessing
import os
import re
import sys
from collections.abc import Iterator, Mapping, Sequence
from concurrent.futures import ProcessPoolExecutor
from datetime import UTC, datetime
from functools import cache, partial

import click
import msgspec
import sqlalchemy as sa

from replays.audit import audit_session
from replays.databases import make_engine, reading
from replays.event_store import EventStore, LogEntry
from replays.findings import Audit, Finding, Head, counted
from replays.library import Library
from replays.portable import UnreadableFile
from replays.proving import ImportRefused, audit_file
from service.cli.damaged import show_damages
from service.cli.local_store import Local, local
from service.cli.output import CONSOLE, progress_bar, sessions_in, show_audit
from service.cli.reading import settings_to_read
from service.sessions.registers import ImportedEntries, Registers
from workers.forgetting import no_sandboxes
from workers.read_models import SESSIONS, live_build, session_tables

# Heads that were recorded elsewhere, as options name them: session, number of an entry, its digest.

NOTED = re.compile(r"([^:]+):([1-9][0-9]{0,8}):([0-9a-f]{64})")

KnownHeads = Mapping[str, Sequence[Head]]
"""By session."""


def noted_heads(_: click.Context, __: click.Parameter, given: Sequence[str]) -> KnownHeads:
    """The heads given to an option, by session. Raises `click.BadParameter` for a text that is not a head."""
    heads: dict[str, list[Head]] = {}
    for text in given:
        found = NOTED.fullmatch(text.strip())
        if found is None:
            raise click.BadParameter(
                f"{text!r} must be SESSION:NUMBER:DIGEST, with a digest of 64 hex digits."
            )
        session, number, digest = found.groups()
        heads.setdefault(session, []).append(Head(int(number), digest))
    return heads


def not_at_hand(session: str, why: str) -> Audit:
    """The audit of a session that is known from elsewhere but missing here."""
    return Audit(session, None, 0, 0, 0, None, (Finding(1, "tampered", "cut", why),))


# `tablelog audit`: portable files, or every session of the local store on all cores.

SESSIONS_IN_A_TASK = 16

Task = list[tuple[str, list[Head]]]
"""Sessions to audit, each with its heads that the catalogue keeps and that were noted elsewhere."""


@click.command()
@click.argument("files", nargs=-1)
@click.option("--all", "everything", is_flag=True, help="Check every session of the local store.")
@click.option("--session", "sessions", multiple=True, help="Check this session of the local store.")
@click.option(
    "--processes",
    type=click.IntRange(min=1),
    default=os.cpu_count(),
    show_default="one per processor",
    help="Number of processes.",
)
@click.option(
    "--head",
    "heads",
    metavar="SESSION:NUMBER:DIGEST",
    multiple=True,
    callback=noted_heads,
    help="A head recorded elsewhere: the log must contain that entry with that digest.",
)
@click.option("--json", "as_json", is_flag=True, help="Print one JSON object per session instead of text.")
def audit(
    files: tuple[str, ...],
    everything: bool,
    sessions: tuple[str, ...],
    processes: int,
    heads: KnownHeads,
    as_json: bool,
) -> None:
    """Check portable files, or sessions of the local store.

    --head compares a session with a digest that somebody recorded elsewhere. A forged log cannot contain
    that digest, even if its own chain is complete.

    The exit status is 1 if anything was tampered with or diverges from today's rules; with --all also if the
    log or the tables have lost data.
    """
    if not files and not everything and not sessions:
        raise click.UsageError("Name files, or use --session or --all.")
    count = failed = entries = 0
    damages = show_damages(settings_to_read(), as_json=as_json) if everything else []
    if any(damage.kind in ("gone", "unusable") for damage in damages):
        sys.exit(1)
    for name, result in _audits(files, everything, sessions, processes, heads):
        count += 1
        failed += not result.passed
        entries += result.entries
        if as_json:
            click.echo(msgspec.json.encode({"name": name, "passed": result.passed, "audit": result}))
        elif not everything or not result.passed or _remarkable(result):
            show_audit(name, result)
    if everything:
        show_expired(as_json=as_json)
    if not as_json:
        CONSOLE.print(f"{counted(count, 'session')}, {counted(entries, 'entry')}: {failed} failed")
    sys.exit(1 if failed or any(damage.is_certain for damage in damages) else 0)


def show_expired(*, as_json: bool) -> None:
    """Say what went. Each session that expired is a line of JSON, or counted in one sentence."""
    with local(only_read=True) as here:
        gone = list(here.expired())
    if as_json:
        for one in gone:
            click.echo(msgspec.json.encode({"name": "expired", "passed": True, "expired": one}))
    elif gone:
        entries = sum(one.entries for one in gone)
        CONSOLE.print(
            f"{counted(len(gone), 'sandbox session')} with {counted(entries, 'entry')} expired, the last at "
            f"{gone[-1].expired_at}: these are the gaps in the log's positions. --json lists each session."
        )


def _remarkable(result: Audit) -> bool:
    return any(finding.severity != "note" for finding in result.findings)


def _audits(
    files: Sequence[str], everything: bool, sessions: Sequence[str], processes: int, noted: KnownHeads
) -> Iterator[tuple[str, Audit]]:
    audited = set()
    for name, found in _of_files_and_store(files, everything, sessions, processes, noted):
        audited.add(found.session)
        yield name, found
    for session in sorted(noted.keys() - audited):
        yield (
            session,
            not_at_hand(session, "You gave a head of this session, but the session was not found here."),
        )


def _of_files_and_store(
    files: Sequence[str], everything: bool, sessions: Sequence[str], processes: int, noted: KnownHeads
) -> Iterator[tuple[str, Audit]]:
    for path in files:
        yield from _audit_path(path, noted)
    if everything or sessions:
        with local(only_read=True) as here:
            chosen = list(here.store.sessions()) if everything else list(sessions)
            for session in sessions:
                here.stored(session)
            yield from _audit_store(here, chosen, processes, noted, everything=everything)


def _audit_path(path: str, noted: KnownHeads) -> Iterator[tuple[str, Audit]]:
    library = Library()
    try:
        for several, file in enumerate(sessions_in(path), 1):
            name = path if several == 1 else f"{path} ({several})"
            try:
                yield name, audit_file(library, file, known=noted.get(file.session, ()))
            except ImportRefused as refused:
                yield name, _refused(file.session, len(file.entries), str(refused))
    except UnreadableFile as error:
        raise click.ClickException(f"{path}: {error}") from error


def _refused(session: str, entries: int, message: str) -> Audit:
    finding = Finding(None, "diverges", "unknown", message)
    return Audit(session, None, entries, 0, 0, None, (finding,))


def _audit_store(
    here: Local, sessions: list[str], processes: int, noted: KnownHeads, *, everything: bool
) -> Iterator[tuple[str, Audit]]:
    kept = kept_heads(here.engine)
    tasks = [
        [
            (session, [*kept.get(session, ()), *noted.get(session, ())])
            for session in sessions[start : start + SESSIONS_IN_A_TASK]
        ]
        for start in range(0, len(sessions), SESSIONS_IN_A_TASK)
    ]
    unknown = sorted(kept.keys() - set(here.store.sessions())) if everything else []
    with reading(here.engine).connect() as connection:
        kept_too = no_sandboxes(connection, unknown)
    for session in unknown:
        if (gone := here.store.expired(session)) is None:
            yield (
                session,
                not_at_hand(session, "The catalogue lists this session, but the log does not contain it."),
            )
        elif session in kept_too:
            yield session, never_expires(session, gone.entries)
    with progress_bar() as bar:
        task = bar.add_task("auditing", total=len(sessions))
        for result in _spread(here, tasks, min(processes, len(tasks))):
            bar.advance(task)
            yield result.session, result


def never_expires(session: str, entries: int) -> Audit:
    """The audit of a session that was taken out of the log as if it had expired."""
    message = "The log says that this session expired, but it was not a sandbox session. Restore a backup."
    return Audit(session, None, entries, 0, 0, None, (Finding(None, "tampered", "expired", message),))


def _spread(here: Local, tasks: list[Task], processes: int) -> Iterator[Audit]:
    """The audits, in order. Processes are spawned: an open database does not survive a fork."""
    if processes <= 1:
        for task in tasks:
            yield from _audit_some(here.store, here.library, here.registers, task)
        return
    with ProcessPoolExecutor(processes, multiprocessing.get_context("spawn")) as pool:
        at = here.settings.log_url, here.settings.tables_url
        for results in pool.map(partial(_audit_in_a_process_of_its_own, *at), tasks):
            yield from results


def kept_heads(engine: sa.Engine) -> KnownHeads:
    """The heads that the catalogue keeps: they show whether the end of a log was cut off."""
    with reading(engine).connect() as connection:
        table = session_tables(live_build(connection, SESSIONS)).catalogue
        rows = connection.execute(sa.select(table.c.session, table.c.version, table.c.digest))
        return {row.session: [Head(row.version, row.digest)] for row in rows}


@cache
def opened(log_url: str, tables_url: str) -> tuple[EventStore, Library, Registers]:
    """The store with its secrets, opened once in each process that was started to audit, until it ends."""
    engine, store = make_engine(tables_url), EventStore.open(log_url)
    atexit.register(engine.dispose)
    atexit.register(store.close)
    registers = Registers(engine)
    return store, Library(registers.component_set), registers


def _audit_in_a_process_of_its_own(log_url: str, tables_url: str, task: Task) -> list[Audit]:
    return _audit_some(*opened(log_url, tables_url), task)


def _audit_some(store: EventStore, library: Library, registers: Registers, task: Task) -> list[Audit]:
    results = []
    imported = ImportedEntries(registers.engine, store)
    for session, known in task:
        stored, unread = read_log(store, session)
        result = audit_session(
            stored,
            library,
            session,
            known=known,
            origin=lambda other: read_log(store, other)[0] or None,
            secret=registers.secret(session),
            imported=imported.of(session),
            now=datetime.now(UTC),
        )
        results.append(msgspec.structs.replace(result, findings=(*unread, *result.findings)))
    return results


def read_log(store: EventStore, session: str) -> tuple[list[LogEntry], list[Finding]]:
    """The session's log up to the first row that is not what a log stores, and where that is."""
    stored: list[LogEntry] = []
    try:
        stored.extend(store.read(session))
    except (TypeError, ValueError) as error:
        message = f"The database row of this entry is damaged: {error}."
        return stored, [Finding(len(stored) + 1, "tampered", "unreadable", message)]
    return stored, []
