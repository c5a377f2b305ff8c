"""`tablelog export` and `tablelog import`: sessions between the local store and portable files."""

from __future__ import annotations

import sys
from pathlib import Path

import click

from replays.imports import ImportRefused, import_file
from replays.portable import SUFFIX, UnreadableFile, packed, read_all, write
from service.commands.local import local
from service.commands.showing import CONSOLE, ERRORS, progress_bar, read_bytes


@click.command()
@click.argument("sessions", nargs=-1)
@click.option("--all", "everything", is_flag=True, help="Every session of the local store.")
@click.option(
    "--to", "folder", type=click.Path(file_okay=False, path_type=Path), help="A file a session, here."
)
@click.option("--gzip", "compressed", is_flag=True, help="Compress with gzip.")
def export(sessions: tuple[str, ...], everything: bool, folder: Path | None, compressed: bool) -> None:
    """Write sessions of the local store as portable files: to a folder, else as NDJSON to standard output.

    A portable file holds the whole truth of a session: hidden hands too.
    """
    if everything == bool(sessions):
        raise click.UsageError("Name sessions, or all of them with --all.")
    if folder is not None:
        folder.mkdir(parents=True, exist_ok=True)
    with local() as here, progress_bar() as bar:
        chosen = list(here.store.sessions()) if everything else list(sessions)
        for session in bar.track(chosen, description="exporting"):
            line = write(here.portable(here.stored(session)))
            if folder is None:
                line += b"\n"
                sys.stdout.buffer.write(packed(line) if compressed else line)
            else:
                path = folder / f"{session}{SUFFIX}{'.gz' if compressed else ''}"
                path.write_bytes(packed(line) if compressed else line)
    sys.stdout.buffer.flush()
    if folder is not None:
        CONSOLE.print(f"{len(chosen)} sessions written to {folder}")


@click.command("import")
@click.argument("files", nargs=-1, required=True)
def import_(files: tuple[str, ...]) -> None:
    """Store portable files (JSON, NDJSON, gzip) in the local store.

    Everything is proven before it is written. A session that is there already is skipped or continued;
    another one under the same id is refused. Exit status 1 if anything was refused.
    """
    counts = {"imported": 0, "continued": 0, "already_there": 0, "refused": 0}
    with local(to_append=True) as here:
        for path in files:
            data = read_bytes(path)
            sessions = read_all(data)
            while True:
                try:
                    file = next(sessions, None)
                    if file is None:
                        break
                    secret = here.registers.secret(file.session)
                    imported = import_file(here.store, here.library, file, here.keep, secret=secret)
                    counts[imported.status] += 1
                except UnreadableFile as error:
                    counts["refused"] += 1
                    ERRORS.print(f"{path}: {error}", markup=False)
                    break
                except ImportRefused as error:
                    counts["refused"] += 1
                    ERRORS.print(f"{path}: {file.session if file else ''}: {error}", markup=False)
    CONSOLE.print(", ".join(f"{number} {name.replace('_', ' ')}" for name, number in counts.items()))
    sys.exit(1 if counts["refused"] else 0)
