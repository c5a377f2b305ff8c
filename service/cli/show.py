"""`tablelog show`: the story of a session in words."""

from __future__ import annotations

import click

from replays.counting import counted
from service.cli.cursors import AS, open_cursor, viewer_of
from service.cli.output import fitted, show_invented
from service.cli.story import tell, told


@click.command()
@click.argument("what", metavar="SESSION|FILE")
@click.option("--session", "wanted", help="This session of a portable file, instead of its first.")
@click.option("--from", "first", type=click.IntRange(min=1), default=1, help="From this entry on.")
@click.option("--to", "last", type=click.IntRange(min=1), help="To this entry, instead of the last.")
@click.option("--as", "seat", help=AS)
def show(what: str, wanted: str | None, first: int, last: int | None, seat: str | None) -> None:
    """Tell a session: what each entry says, under the rounds of the game.

    It is a session of the local store, a portable file, or a recorded game with an action a line. In a pipe
    each entry is one line.
    """
    if last is not None and last < first:
        raise click.UsageError(f"Entry {first} is to be the first; `--to` lies before it.")
    cursor = open_cursor(what, wanted)
    viewer = viewer_of(cursor, seat)
    version = cursor.session.version
    if max(first, last or 1) > version:
        raise click.ClickException(f"The session stands at entry {version}.")
    click.echo(fitted(f"{cursor.session.game.title}, {counted(version, 'entry')}", indent=2))
    show_invented(cursor.session.components.invented)
    for line in told(cursor, viewer, first, last or version):
        tell(line)
