"""`tablelog replay`: the table and the standing of a session, at any entry."""

from __future__ import annotations

import click
import msgspec

from domain.kernel.messages import Json
from domain.kernel.session import NotLive
from domain.kernel.views import entry_view
from service.cli.cursors import AS, open_cursor, viewer_of
from service.cli.output import CONSOLE, fitted, show_invented, show_standing
from service.cli.story import tell, told


@click.command()
@click.argument("file", metavar="SESSION|FILE")
@click.option("--session", "wanted", help="This session of a portable file, instead of its first.")
@click.option("--at", type=int, help="After this entry, instead of the last.")
@click.option("--as", "seat", help=AS)
@click.option("--diff", "earlier", type=int, help="What changed since this entry, as JSON pointers.")
@click.option("--json", "as_json", is_flag=True, help="One JSON object instead of text.")
def replay(
    file: str, wanted: str | None, at: int | None, seat: str | None, earlier: int | None, as_json: bool
) -> None:
    """Show the table and the standing of a session, at any entry.

    It is a session of the local store, a portable file, or a recorded game with an action a line.
    """
    cursor = open_cursor(file, wanted)
    viewer = viewer_of(cursor, seat)
    try:
        cursor.at(at if at is not None else cursor.number)
        changes = cursor.diff(earlier, cursor.number, viewer) if earlier is not None else None
    except NotLive as error:
        raise click.ClickException(str(error)) from error
    game = cursor.session.game
    shown: dict[str, Json] = {
        "session": cursor.session.id,
        "game": game.key,
        "at": cursor.number,
        "of": cursor.session.version,
        "invented": list(cursor.session.components.invented),
        "entry": entry_view(game, cursor.entry, viewer, cursor.state),
        "table": cursor.view(viewer),
        "standing": msgspec.to_builtins(cursor.standing),
    }
    if changes is not None:
        shown["changes"] = msgspec.to_builtins(changes)
    if as_json:
        click.echo(msgspec.json.encode(shown).decode())
        return
    CONSOLE.print(f"{game.title}, after entry {cursor.number} of {cursor.session.version}")
    show_invented(cursor.session.components.invented)
    for line in told(cursor, viewer, cursor.number, cursor.number):
        tell(line)
    _show("Changes", shown["changes"]) if changes is not None else _show("Table", shown["table"])
    show_standing(shown["standing"])


def _show(title: str, value: Json) -> None:
    CONSOLE.print(f"{title}:")
    for line in msgspec.json.format(msgspec.json.encode(value), indent=2).decode().splitlines():
        click.echo(fitted(line, indent=len(line) - len(line.lstrip()) + 2))
