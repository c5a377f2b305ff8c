"""`tablelog replay`: the table and the standing of a session, at any entry."""

from __future__ import annotations

from collections.abc import Sequence

import click
import msgspec

from domain.kernel.messages import Json
from domain.kernel.session import NotLive
from domain.kernel.telling import board_of, naming_of
from domain.kernel.views import entry_view
from replays.cursor import ViewDifference
from service.cli.board_in_words import show_board
from service.cli.cursors import AS, drawing_of, open_cursor, viewer_of
from service.cli.output import fitted, show_invented, show_standing
from service.cli.story import tell, told


@click.command()
@click.argument("file", metavar="SESSION|FILE")
@click.option("--session", "wanted", help="Use this session of a portable file. Default: its first.")
@click.option("--at", type=int, help="Show the table after this entry. Default: the last.")
@click.option("--as", "seat", help=AS)
@click.option("--diff", "earlier", type=int, help="Show the changes since this entry, as JSON pointers.")
@click.option("--json", "as_json", is_flag=True, help="Print one JSON object instead of text.")
def replay(
    file: str, wanted: str | None, at: int | None, seat: str | None, earlier: int | None, as_json: bool
) -> None:
    """Show the table and standing of a session at any entry.

    Give the id of a session in the local store, a portable file, or a recorded game with one action per line.
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
    place = f"{game.title}, after entry {cursor.number} of {cursor.session.version}"
    click.echo(fitted(place, indent=2))
    show_invented(cursor.session.components.invented)
    for line in told(cursor, viewer, cursor.number, cursor.number):
        tell(line)
    if changes is not None:
        _show_changes(changes, earlier)
    else:
        names = naming_of(cursor.session)
        moment = msgspec.to_builtins(game.moment(cursor.state))
        drawing = drawing_of(file, cursor)
        board = board_of(game, shown["table"], shown["standing"], moment, drawing, names)
        show_board(board, names, finished=cursor.standing.finished)
    click.echo()
    show_standing(shown["standing"])


def _show_changes(changes: Sequence[ViewDifference], earlier: int | None) -> None:
    """A line for each place of the view that differs: by its JSON pointer, with what stands there."""
    since = f"changed since entry {earlier}"
    click.echo(f"\n{since.capitalize()}:" if changes else f"\nNothing {since}.")
    for change in changes:
        before, after = (msgspec.json.encode(value).decode() for value in (change.before, change.after))
        told = {
            "add": f"{after}, new",
            "remove": f"gone, before {before}",
            "replace": f"{after}, before {before}",
        }
        click.echo(fitted(f"  {change.path}: {told[change.op]}", indent=4))
