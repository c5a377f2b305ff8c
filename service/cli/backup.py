"""`tablelog backup`, `verify-backup` and `restore`: log, registers and key, in a folder."""

from __future__ import annotations

import sys
from pathlib import Path

import click

from replays.backup import Manifest
from replays.counting import counted
from service.backups.backup import CannotBackUp, back_up
from service.backups.restore import CannotRestore
from service.backups.restore import restore as restored
from service.backups.verify import Checked, check
from service.cli.settings import settings

FOLDER = click.argument("folder", type=click.Path(path_type=Path))
MOST_SHOWN = 50


@click.command()
@FOLDER
def backup(folder: Path) -> None:
    """Copy log, registers and key into FOLDER, which must not be there yet, or be empty.

    Tablelog may go on recording. The folder holds secrets: it is readable for its owner alone.
    """
    try:
        manifest = back_up(settings(make=False), folder)
    except CannotBackUp as error:
        raise click.ClickException(str(error)) from error
    click.echo(f"{folder}: {_told(manifest)}")
    if manifest.key == "environment":
        click.echo("The key that signs tokens is not in it: keep what TABLELOG_SECRET_KEY holds elsewhere.")


@click.command("verify-backup")
@FOLDER
def verify_backup(folder: Path) -> None:
    """Prove a backup: every file byte for byte, and the hash chain of every session.

    Exit status 1 if anything is found.
    """
    try:
        checked = check(folder)
    except OSError as error:
        raise click.ClickException(f"{error.filename or folder}: {error.strerror}") from error
    _show(checked)
    if not checked.sound:
        click.echo(f"{folder}: NOT sound", err=True)
        sys.exit(1)
    assert checked.manifest is not None
    click.echo(f"{folder}: sound; {_told(checked.manifest)}")


@click.command()
@FOLDER
@click.option(
    "--with-damaged-sessions",
    "damaged_sessions",
    is_flag=True,
    help="Restore sessions that were damaged before the backup was made, too.",
)
def restore(folder: Path, damaged_sessions: bool) -> None:
    """Put the backup in FOLDER into the home and the databases of this environment, which must hold nothing.

    The backup is verified first. All of it is restored, or nothing.
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
            "The key that signs tokens is not in it. Set TABLELOG_SECRET_KEY to what it was before anything "
            "is started, or every token is void."
        )
    if manifest.key == "file" and chosen.secret_key:
        click.echo(f"TABLELOG_SECRET_KEY is set here: it goes before the key that is in {chosen.home} again.")
    click.echo("Read models are built from the log when a worker runs: see `tablelog projections status`.")


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
