"""`tablelog new-game`: creates a small playable game with all modules, as a starting point."""

from __future__ import annotations

from pathlib import Path

import click

from replays.findings import counted
from service.new_games import NewGameRefused, checkout_at, make, named

NEXT = """
You can play it as it is. Run its own tests and the tests for every game:
  ./dev test -k {key}
Let bots play it, or record its recorded game into a service started with `./dev run up`:
  ./dev run simulate {key} --sessions 3 --to var/{key}
  ./dev run record {recorded}
How to turn it into your game, module by module: docs/adding-a-game.md
"""


@click.command("new-game")
@click.argument("key")
@click.option("--title", help="The title of the game. Default: derived from the key.")
@click.option(
    "--prefix", help="The prefix of its rule ids, such as DR for DR-301. Default: derived from the key."
)
def new_game(key: str, title: str | None, prefix: str | None) -> None:
    """Create a small playable game called KEY in the current checkout.

    It has all modules, tests, a recorded game, a page, and entries in the registry, README.md and
    docs/README.md. KEY is the name of its package: lowercase letters, digits, underscores.
    """
    try:
        root = checkout_at(Path.cwd())
        game = named(key, title, prefix)
        written = make(root, game)
    except NewGameRefused as refused:
        raise click.ClickException(str(refused)) from None
    except OSError as error:
        raise click.ClickException(f"{error.filename}: {error.strerror}. Nothing was written.") from error
    for file in written:
        click.echo(file)
    click.echo(
        f"\n{game.title} ({game.key}, rule ids {game.prefix}-…): {counted(len(written), 'file')} written."
    )
    recorded = next(file for file in written if file.suffix == ".jsonl")
    click.echo(NEXT.format(key=game.key, recorded=recorded), nl=False)
