"""`tablelog simulate`: bots play games, into portable files or into the local store."""

from __future__ import annotations

import sys
from collections import Counter
from pathlib import Path

import click

from replays.counting import counted
from replays.load import Library, UnknownGame
from replays.portable import SUFFIX, portable, write
from replays.simulate import MOST_ACTIONS, NoOpening, Simulated
from replays.simulate import simulate as simulated
from service.backups.drafts import write_whole
from service.cli.local_store import local
from service.cli.output import CONSOLE, progress_bar, show_invented


@click.command()
@click.argument("game")
@click.option("--sessions", type=click.IntRange(min=1), default=1, show_default=True)
@click.option("--seed", type=int, default=1, show_default=True)
@click.option("--most-actions", type=click.IntRange(min=1), default=MOST_ACTIONS, show_default=True)
@click.option(
    "--to", "folder", type=click.Path(file_okay=False, path_type=Path), help="A file a session, here."
)
@click.option("--store", "into_store", is_flag=True, help="Into the local store, marked as sandbox.")
def simulate(
    game: str, sessions: int, seed: int, most_actions: int, folder: Path | None, into_store: bool
) -> None:
    """Let bots play sessions of GAME: the same for the same seed.

    Written as NDJSON to standard output, or to a folder, or into the local store, where the tag
    `simulated` and the sandbox mark keep them out of statistics.
    """
    library = Library()
    try:
        title = library.game(game)
        components = library.component_set("demo", game)
        made = simulated(title, components, sessions, seed, sandbox=into_store, most_actions=most_actions)
        winners: Counter[str] = Counter()
        finished = entries = 0
        with progress_bar() as bar:
            for one in bar.track(made, total=sessions, description=f"playing {title.title}"):
                standing = title.standing(one.session.state)
                winners.update(standing.winners)
                finished += standing.finished
                entries += len(one.stored)
                _write(one, folder, into_store)
    except UnknownGame:
        raise click.ClickException(f"The game {game} is not known: {', '.join(library.games)}.") from None
    except NoOpening:
        raise click.ClickException(f"No recorded game of {game} is in the library.") from None
    if folder is None and not into_store:
        sys.stdout.buffer.flush()
        return
    CONSOLE.print(f"{counted(sessions, 'session')}, {finished} finished, {counted(entries, 'entry')}")
    show_invented(components.invented)
    CONSOLE.print("Winners: " + ", ".join(f"{seat} {count}" for seat, count in winners.most_common()))


def _write(one: Simulated, folder: Path | None, into_store: bool) -> None:
    session = one.session
    if into_store:
        with local(to_append=True) as here:
            if not any(here.store.read(session.id, 1, 1)):
                here.store.append(session.id, 1, one.stored)
        return
    file = portable(
        session.id, session.game.key, session.opened.rules_version, session.components, one.stored
    )
    if folder is None:
        sys.stdout.buffer.write(write(file) + b"\n")
        return
    folder.mkdir(parents=True, exist_ok=True)
    write_whole(folder / f"{session.id}{SUFFIX}", write(file))
