"""`tablelog backup`, `verify-backup` and `restore`: log, registers and key, in a folder."""

from __future__ import annotations

import sys
from pathlib import Path

import click

from replays.backup import Manifest
from replays.findings import counted
from service.backups.backup import CannotBackUp, back_up
from service.backups.restore import CannotRestore
from service.backups.restore import restore as restored
from service.backups.verify import Checked, check
from service.cli.reading import settings_to_read
from service.cli.settings import settings

FOLDER = click.argument("folder", type=click.Path(path_type=Path))
MOST_SHOWN = 50


@click.command()
@FOLDER
def backup(folder: Path) -> None:
    """Copy log, registers and key into FOLDER, which must be new or empty.

    Tablelog can continue recording. The folder contains secrets, so only its owner can read it.
    """
    try:
        manifest = back_up(settings_to_read(make=False), folder)
    except CannotBackUp as error:
        raise click.ClickException(str(error)) from error
    click.echo(f"{folder}: {_told(manifest)}")
    if manifest.key == "environment":
        click.echo(
            "The backup does not contain the signing key: keep the value of TABLELOG_SECRET_KEY elsewhere."
        )


@click.command("verify-backup")
@FOLDER
def verify_backup(folder: Path) -> None:
    """Check every file of a backup byte for byte, and the hash chain of every session.

    The exit status is 1 if it finds a fault.
    """
    try:
        checked = check(folder)
    except OSError as error:
        raise click.ClickException(f"{error.filename or folder}: {error.strerror}") from error
    _show(checked)
    if not checked.sound:
        click.echo(f"{folder}: NOT valid", err=True)
        sys.exit(1)
    assert checked.manifest is not None
    click.echo(f"{folder}: valid; {_told(checked.manifest)}")


@click.command()
@FOLDER
@click.option(
    "--with-damaged-sessions",
    "damaged_sessions",
    is_flag=True,
    help="Also restore sessions that were already damaged before the backup.",
)
def restore(folder: Path, damaged_sessions: bool) -> None:
    """Restore the backup in FOLDER into the home and databases of this environment, which must be empty.

    The backup is checked first. Either all of it is restored or nothing.
    """
    chosen = settings(make=False)
    try:
        manifest = restored(chosen, folder, damaged_sessions=damaged_sessions)
    except CannotRestore as error:
        if error.checked is not None:
            _show(error.checked)
        raise click.ClickException(str(error)) from error
    click.echo(f"Restored from {folder}: {_told(manifest)}")
    if manifest.key == "environment" and not chosen.secret_key:
        click.echo(
            "The backup does not contain the signing key. Before you start anything, set TABLELOG_SECRET_KEY "
            "to its earlier value; otherwise every token is invalid."
        )
    if manifest.key == "file" and chosen.secret_key:
        click.echo(
            f"TABLELOG_SECRET_KEY is set here and takes precedence over the restored key in {chosen.home}."
        )
    click.echo("The worker rebuilds the read models from the log: see `tablelog projections status`.")


def _told(manifest: Manifest) -> str:
    log = manifest.log
    entries, sessions = counted(log.entries, "entry"), counted(log.sessions, "session")
    made = f"made {manifest.made_at} by {manifest.tablelog}"
    gone = f" ({counted(log.expired, 'sandbox session')} expired)" if log.expired else ""
    return f"{entries} of {sessions} up to position {log.position}{gone}, from {log.store}, {made}"


def _show(checked: Checked) -> None:
    found = checked.faults + checked.sessions
    for fault in found[:MOST_SHOWN]:
        click.echo(f"  {fault}", err=True)
    if len(found) > MOST_SHOWN:
        click.echo(f"  … and {len(found) - MOST_SHOWN} more", err=True)
