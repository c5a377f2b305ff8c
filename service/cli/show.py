"""`tablelog show`: prints a session in words."""

from __future__ import annotations

import click

from replays.counting import counted
from service.cli.cursors import AS, open_cursor, viewer_of
from service.cli.output import fitted, show_invented
from service.cli.story import tell, told


@click.command()
@click.argument("what", metavar="SESSION|FILE")
@click.option("--session", "wanted", help="Use this session of a portable file. Default: its first.")
@click.option("--from", "first", type=click.IntRange(min=1), default=1, help="Start at this entry.")
@click.option("--to", "last", type=click.IntRange(min=1), help="Stop at this entry. Default: the last.")
@click.option("--as", "seat", help=AS)
def show(what: str, wanted: str | None, first: int, last: int | None, seat: str | None) -> None:
    """Print a session in words, one sentence per entry, grouped by the rounds of the game.

    Give the id of a session in the local store, a portable file, or a recorded game with one action per
    line. In a pipe each entry is one line.
    """
    if last is not None and last < first:
        raise click.UsageError(f"`--to` must not be before `--from` ({first}).")
    cursor = open_cursor(what, wanted)
    viewer = viewer_of(cursor, seat)
    version = cursor.session.version
    if max(first, last or 1) > version:
        raise click.ClickException(f"The session has only {counted(version, 'entry')}.")
    click.echo(fitted(f"{cursor.session.game.title}, {counted(version, 'entry')}", indent=2))
    show_invented(cursor.session.components.invented)
    for line in told(cursor, viewer, first, last or version):
        tell(line)
