"""`tablelog move`: log and tables to other databases, with a proof, and what to set afterwards."""

from __future__ import annotations

from collections.abc import Iterator
from contextlib import ExitStack
from typing import Any

import click

from replays.findings import counted
from service.backups.contents import LogContents, TablesContents
from service.backups.move import CannotMove, MoveProof
from service.backups.move import move as moved
from service.cli.output import progress_bar
from service.cli.settings import settings
from service.processes.supervisor import AlreadyRunning, only_one
from service.processes.web import CannotStart
from service.sessions.opening_token import OPENING_TOKEN_FILE
from service.sessions.tokens import SECRET_FILE
from service.settings import Settings

SHOWN_EVERY = 1_000
"""Entries between two changes of the progress bar."""


@click.command()
@click.option("--log-url", required=True, help="Address of the database that will hold the log.")
@click.option("--tables-url", required=True, help="Address of the database that will hold the tables.")
@click.option("--dry-run", "rehearsed", is_flag=True, help="Only check both sides and show what would move.")
def move(log_url: str, tables_url: str, *, rehearsed: bool) -> None:
    """Copy log and tables from the databases of this environment to empty ones, and prove that all is there.

    Stop Tablelog first. The source stays as it is. If the command is interrupted, run it again: it continues.
    Afterwards the command shows which settings to change.
    """
    chosen = settings(make=False)
    try:
        with ExitStack() as held:
            if chosen.home.is_dir():
                held.enter_context(only_one(chosen.home))
            with progress_bar() as bar:

                def follow(items: Iterator[Any], total: int, description: str) -> Iterator[Any]:
                    task = bar.add_task(description, total=total)
                    for number, item in enumerate(items, 1):
                        yield item
                        if not number % SHOWN_EVERY:
                            bar.update(task, completed=number)

                result = moved(chosen, log_url, tables_url, rehearsed=rehearsed, follow=follow)
    except AlreadyRunning as error:
        raise click.ClickException(
            f"Tablelog is running on {chosen.home}. Stop it first: entries that it records meanwhile would "
            "be left behind. Nothing was moved."
        ) from error
    except (CannotMove, CannotStart) as error:
        raise click.ClickException(str(error)) from error
    _show(result, rehearsed=rehearsed)
    if not rehearsed:
        _show_what_to_set(chosen)


def _show(result: MoveProof, *, rehearsed: bool) -> None:
    if rehearsed:
        click.echo("The destination can be used. This would be moved:")
    elif result.copied:
        click.echo("Moved. Source and destination were both read, and are equal:")
    else:
        click.echo("Everything was already moved. Source and destination were both read, and are equal:")
    _show_figures(result.log, result.tables)


def _show_figures(log: LogContents, tables: TablesContents) -> None:
    registers = sum(tables.rows.values())
    expired = f"{log.expired}, with {counted(log.archived, 'archived entry')}"
    for name, value in (
        ("sessions", log.sessions),
        ("entries", log.entries),
        ("expired sessions", expired),
        ("highest position", log.position),
        ("heads", f"SHA-256 {log.heads}"),
        ("whole log", f"SHA-256 {log.rows}"),
        ("registers", f"{counted(registers, 'row')}, SHA-256 {tables.digest}"),
    ):
        click.echo(f"  {name:18}{value}")


def _show_what_to_set(chosen: Settings) -> None:
    """The settings to change. Secrets are named by the file that holds them, and never shown."""
    click.echo("Before you start Tablelog again, set on every host:")
    click.echo("  TABLELOG_LOG_URL        to the address that you gave as --log-url")
    click.echo("  TABLELOG_TABLES_URL     to the address that you gave as --tables-url")
    if chosen.secret_key:
        click.echo("  TABLELOG_SECRET_KEY     to the value that it has here, which signs the tokens")
    else:
        path = chosen.home / SECRET_FILE
        click.echo(f"  TABLELOG_SECRET_KEY     to the first line of {path}, which signs the tokens")
        if len([line for line in path.read_text("utf-8", "replace").splitlines() if line.strip()]) > 1:
            click.echo("  TABLELOG_OLD_SECRET_KEYS to its other lines, separated by commas")
    if (path := chosen.home / OPENING_TOKEN_FILE).is_file():
        click.echo(f"  TABLELOG_OPENING_TOKEN  to the content of {path}, which the opening link contains")
    click.echo(
        f"A host that keeps the home {chosen.home} has the last ones there already. The worker rebuilds the "
        "read models from the log: see `tablelog projections status`. Do not record in the former databases "
        "again: those entries would not be at the destination."
    )
