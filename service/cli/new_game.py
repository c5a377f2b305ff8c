"""`tablelog new-game`: a small playable game with every room, to be changed into another."""

from __future__ import annotations

from pathlib import Path

import click

from replays.counting import counted
from service.new_games import Refused, checkout_at, make, named

NEXT = """
It can be played as it is. Its own tests, and what holds for every game:
  ./dev test -k {key}
Bots play it, or its recorded game is recorded in a service that `./dev run up` runs elsewhere:
  ./dev run simulate {key} --sessions 3 --to var/{key}
  ./dev run record {recorded}
What to change into your game, room by room: docs/adding-a-game.md
"""


@click.command("new-game")
@click.argument("key")
@click.option("--title", help="What people call it; default: the key in words.")
@click.option("--prefix", help="Of its rule ids, such as DR for DR-301; default: from the key.")
def new_game(key: str, title: str | None, prefix: str | None) -> None:
    """Write a small playable game called KEY into the checkout that this is run in.

    With every room, its tests, a recorded game, its page, and its line in the registry, README.md and
    docs/README.md. KEY is the name of its package: small letters, digits, underscores.
    """
    try:
        root = checkout_at(Path.cwd())
        game = named(key, title, prefix)
        written = make(root, game)
    except Refused as refused:
        raise click.ClickException(str(refused)) from None
    except OSError as error:
        raise click.ClickException(f"{error.filename}: {error.strerror}. Nothing is written.") from error
    for file in written:
        click.echo(file)
    click.echo(
        f"\n{game.title} ({game.key}, rule ids {game.prefix}-…): {counted(len(written), 'file')} written."
    )
    recorded = next(file for file in written if file.suffix == ".jsonl")
    click.echo(NEXT.format(key=game.key, recorded=recorded), nl=False)
