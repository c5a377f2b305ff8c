"""`tablelog simulate`: bots play games, into portable files or into the local store."""

from __future__ import annotations

import sys
from collections import Counter
from pathlib import Path

import click

from domain.kernel.engine.entries import Recorded
from replays.final_table import as_expected, as_lines, final_table
from replays.findings import counted
from replays.library import Library, UnknownGame
from replays.portable import SUFFIX, portable, write
from replays.simulate import MOST_ACTIONS, Simulated
from replays.simulate import simulate as simulated
from service.cli.local_store import local
from service.cli.output import CONSOLE, progress_bar, show_invented, tracked
from service.support.atomic_files import replace_file

COMPONENT_SET = "demo"


@click.command()
@click.argument("game")
@click.option(
    "--sessions", type=click.IntRange(min=1), default=1, show_default=True, help="Number of sessions."
)
@click.option("--seed", type=int, default=1, show_default=True, help="Seed of the random numbers.")
@click.option(
    "--most-actions",
    type=click.IntRange(min=1),
    default=MOST_ACTIONS,
    show_default=True,
    help="Stop a session after this many actions.",
)
@click.option(
    "--to",
    "folder",
    type=click.Path(file_okay=False, path_type=Path),
    help="Write one file per session into this folder.",
)
@click.option("--store", "into_store", is_flag=True, help="Write into the local store, as sandbox sessions.")
@click.option(
    "--recorded",
    "library_folder",
    type=click.Path(file_okay=False, path_type=Path),
    help="Write one recorded game per session into this folder: NAME.jsonl and NAME.expected.json.",
)
def simulate(
    game: str,
    sessions: int,
    seed: int,
    most_actions: int,
    folder: Path | None,
    into_store: bool,
    library_folder: Path | None,
) -> None:
    """Let bots play sessions of GAME. The same seed gives the same sessions.

    The sessions are written as NDJSON to standard output, to a folder, or into the local store. There they
    have the tag `simulated` and are sandbox sessions, so statistics leave them out. With --recorded each
    session becomes a recorded game: lines with every outcome declared, and the final table, which you should
    check by hand.
    """
    if sum((folder is not None, into_store, library_folder is not None)) > 1:
        raise click.UsageError("Use only one of --to, --store and --recorded.")
    library = Library()
    try:
        title = library.game(game)
        components = library.component_set(COMPONENT_SET, game)
        made = simulated(title, components, sessions, seed, sandbox=into_store, most_actions=most_actions)
        winners: Counter[str] = Counter()
        finished = entries = 0
        with progress_bar() as bar:
            playing = tracked(bar, made, sessions, f"playing {title.title}")
            for number, one in enumerate(playing, 1):
                standing = title.standing(one.session.state)
                winners.update(standing.winners)
                finished += standing.finished
                entries += len(one.stored)
                if library_folder is not None:
                    _write_recorded(one, library_folder, f"{seed}-{number}")
                else:
                    _write(one, folder, into_store)
    except UnknownGame:
        raise click.ClickException(
            f"There is no game {game}. The games are: {', '.join(library.games)}."
        ) from None
    if folder is None and library_folder is None and not into_store:
        sys.stdout.buffer.flush()
        return
    CONSOLE.print(f"{counted(sessions, 'session')}, {finished} finished, {counted(entries, 'entry')}")
    show_invented(components.invented)
    CONSOLE.print("Winners: " + ", ".join(f"{seat} {count}" for seat, count in winners.most_common()))


def _write(one: Simulated, folder: Path | None, into_store: bool) -> None:
    session = one.session
    if into_store:
        with local(to_append=True) as here:
            if not any(here.store.read(session.id, 1, 1)) and here.store.expired(session.id) is None:
                here.keeping.arrived(session.id)
                here.store.append(session.id, 1, one.stored)
        return
    file = portable(
        session.id, session.game.key, session.opened.rules_version, session.components, one.stored
    )
    if folder is None:
        sys.stdout.buffer.write(write(file) + b"\n")
        return
    folder.mkdir(parents=True, exist_ok=True)
    replace_file(folder / f"{session.id}{SUFFIX}", write(file))


def _write_recorded(one: Simulated, folder: Path, number: str) -> None:
    """Write the recorded game `bots-<seats>p-<seed>-<number>`. Existing files stay as they are."""
    session = one.session
    if not session.game.is_finished(session.state):
        raise click.ClickException(
            f"Session {number} was not finished. Only finished games are recorded: increase --most-actions."
        )
    actions = sum(isinstance(entry, Recorded) for entry in one.entries)
    table = final_table(session.game, session.state, actions)
    folder.mkdir(parents=True, exist_ok=True)
    path = folder / f"bots-{len(session.opened.seats)}p-{number}.jsonl"
    files = {
        path.with_suffix(".expected.json"): as_expected(table),
        path: as_lines(one.entries, COMPONENT_SET),
    }
    for file, data in files.items():
        if file.exists() and file.read_bytes() != data:
            raise click.ClickException(f"{file} already exists with other contents. Use another --seed.")
    for file, data in files.items():
        replace_file(file, data)
    click.echo(path)
