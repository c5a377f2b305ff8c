"""`tablelog export` and `tablelog import`: sessions between the local store and portable files."""

from __future__ import annotations

import sys
from collections import Counter
from collections.abc import Sequence
from pathlib import Path

import click

from domain.kernel import ComponentSet
from domain.kernel.engine.entries import StoredEntry
from replays.findings import counted
from replays.imports import import_file
from replays.portable import SUFFIX, PortableSession, UnreadableFile, is_sandbox, packed, write
from replays.proving import ImportRefused
from service.cli.local_store import Local, local
from service.cli.output import CONSOLE, progress_bar, sessions_in, tracked
from service.sessions.commands import now
from service.support.atomic_files import replace_file, sync_folder


@click.command()
@click.argument("sessions", nargs=-1)
@click.option("--all", "everything", is_flag=True, help="Export every session of the local store.")
@click.option(
    "--to",
    "folder",
    type=click.Path(file_okay=False, path_type=Path),
    help="Write one file per session into this folder.",
)
@click.option("--gzip", "compressed", is_flag=True, help="Compress with gzip.")
def export(sessions: tuple[str, ...], everything: bool, folder: Path | None, compressed: bool) -> None:
    """Write sessions of the local store as portable files, to a folder or as NDJSON to standard output.

    A portable file contains everything in a session, including hidden hands.
    """
    if everything == bool(sessions):
        raise click.UsageError("Name sessions, or use --all.")
    try:
        count = _export(sessions, folder, everything=everything, compressed=compressed)
    except BrokenPipeError:
        raise
    except OSError as error:
        raise click.ClickException(f"{error.filename or 'standard output'}: {error.strerror}") from error
    if folder is not None:
        CONSOLE.print(f"{counted(count, 'session')} written to {folder}", markup=False)


def _export(sessions: Sequence[str], folder: Path | None, *, everything: bool, compressed: bool) -> int:
    """Write one session after the other; how many there were."""
    if folder is not None:
        folder.mkdir(parents=True, exist_ok=True)
    with local(only_read=True) as here, progress_bar() as bar:
        chosen = list(here.store.sessions()) if everything else sessions
        for session in tracked(bar, chosen, len(chosen), "exporting"):
            line = write(here.portable(here.stored(session)))
            if folder is None:
                line += b"\n"
                sys.stdout.buffer.write(packed(line) if compressed else line)
            else:
                path = folder / f"{session}{SUFFIX}{'.gz' if compressed else ''}"
                replace_file(path, packed(line) if compressed else line)
    sys.stdout.buffer.flush()
    if folder is not None:
        sync_folder(folder)
    return len(chosen)


@click.command("import")
@click.argument("files", nargs=-1, required=True)
def import_(files: tuple[str, ...]) -> None:
    """Store portable files (JSON, NDJSON, gzip; `-` is standard input) in the local store.

    Files can have any length: one session is read at a time. Everything is checked before it is written. A
    session that is already stored is skipped or continued; another session with the same id is refused. The
    exit status is 1 if anything was refused.
    """
    counts = Counter(imported=0, continued=0, already_there=0, refused=0)
    with local(to_append=True) as here:
        for path in files:
            try:
                for file in sessions_in(path):
                    counts[_import(here, path, file)] += 1
            except (UnreadableFile, click.ClickException) as error:
                counts["refused"] += 1
                click.echo(str(error) if str(error).startswith(path) else f"{path}: {error}", err=True)
    CONSOLE.print(", ".join(f"{number} {name.replace('_', ' ')}" for name, number in counts.items()))
    sys.exit(1 if counts["refused"] else 0)


def _import(here: Local, path: str, file: PortableSession) -> str:
    def keep(components: ComponentSet) -> None:
        here.keep(components)
        if is_sandbox(file):
            here.keeping.arrived(file.session)

    def mark(first: int, entries: tuple[StoredEntry, ...]) -> None:
        here.imported.mark(file.session, first, entries, "command", now())

    try:
        secret = here.registers.secret(file.session)
        return import_file(here.store, here.library, file, keep, secret=secret, mark=mark).status
    except ImportRefused as error:
        click.echo(f"{path}: {file.session}: {error}", err=True)
        return "refused"
