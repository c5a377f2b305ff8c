"""Commands that only read also work where nothing can be written: they read copies of log and tables.

SQLite writes files next to a database even to read it. It can open one without writing, but then ignores the
`-wal` file, which may hold the newest entries. So both are copied, and the copy is opened normally.
"""

from __future__ import annotations

import os
import shutil
import tempfile
from dataclasses import replace
from pathlib import Path
from urllib.parse import quote

import click

from replays.databases import BESIDE_SQLITE, make_private
from service.backups.backup import log_path, tables_path
from service.cli.settings import settings
from service.settings import Settings
from workers.settings import chosen_home

COPIED = ("", "-wal")
TRIES = 5
KEPT = "tablelog.settings_to_read"

Marks = tuple[tuple[int, int] | None, ...]


def settings_to_read(*, make: bool = True) -> Settings:
    """The settings of a command that only reads. make: as for `settings`, where the home can be written to.

    Log and tables that cannot be written to are copies, which are gone when the command ends. Raises
    `click.ClickException` where something cannot be read.
    """
    context = click.get_current_context().find_root()
    if KEPT not in context.meta:
        context.meta[KEPT] = _settings_to_read(context, make=make)
    found: Settings = context.meta[KEPT]
    return found


def can_be_written(home: Path) -> bool:
    """Whether files can be made and changed in this folder."""
    return os.access(home, os.W_OK | os.X_OK)


def _settings_to_read(context: click.Context, *, make: bool) -> Settings:
    home = chosen_home()
    only_read = os.access(home, os.F_OK) and home.is_dir() and not can_be_written(home)
    if only_read and not os.access(home, os.R_OK | os.X_OK):
        raise click.ClickException(f"{home} cannot be read. Run the command as the user that owns it.")
    chosen = settings(make=make and not only_read, only_read=only_read)
    copied: dict[str, str] = {}
    if (path := _only_to_copy(log_path(chosen))) is not None:
        copied["log_url"] = f"sqlite:///{quote(str(_copy(path, context)))}"
    if (path := _only_to_copy(tables_path(chosen))) is not None:
        copied["tables_url"] = f"sqlite:///{_copy(path, context)}"
    if copied:
        click.echo(f"{home} is read-only: reading a copy of its log and tables.", err=True)
    return replace(chosen, **copied)  # type: ignore[arg-type]


def _only_to_copy(path: Path | None) -> Path | None:
    """The database, if it cannot be written to. Raises `click.ClickException` where it cannot be read."""
    if path is None or not path.exists():
        return None
    for suffix in COPIED:
        beside = path.with_name(path.name + suffix)
        if beside.exists() and not os.access(beside, os.R_OK):
            raise click.ClickException(f"{beside} cannot be read. Run the command as the user that owns it.")
    return None if _can_be_opened(path) else path


def _can_be_opened(path: Path) -> bool:
    """Whether SQLite may write to the database, its folder and its accompanying files."""
    beside = (path.with_name(path.name + suffix) for suffix in BESIDE_SQLITE)
    return can_be_written(path.parent) and all(os.access(one, os.W_OK) for one in beside if one.exists())


def _copy(path: Path, context: click.Context) -> Path:
    """A copy in a folder of its own, of a moment at which nobody wrote. Raises `click.ClickException`."""
    try:
        folder = Path(tempfile.mkdtemp(prefix="tablelog-"))
        context.call_on_close(lambda: shutil.rmtree(folder, ignore_errors=True))
        for _ in range(TRIES):
            before = _marks(path)
            for suffix, mark in zip(COPIED, before, strict=True):
                copy = make_private(folder / (path.name + suffix))
                if mark is None:
                    copy.unlink()
                else:
                    shutil.copyfile(path.with_name(path.name + suffix), copy)
            if _marks(path) == before:
                return folder / path.name
    except OSError as error:
        raise click.ClickException(f"{error.filename or path} cannot be copied: {error.strerror}.") from error
    raise click.ClickException(
        f"{path} is read-only, and another user is recording in it: run the command as the user "
        "that Tablelog runs as."
    )


def _marks(path: Path) -> Marks:
    """What changes with each write. Raises `OSError`."""
    found: list[tuple[int, int] | None] = []
    for suffix in COPIED:
        try:
            status = path.with_name(path.name + suffix).stat()
        except FileNotFoundError:
            found.append(None)
        else:
            found.append((status.st_size, status.st_mtime_ns))
    return tuple(found)
