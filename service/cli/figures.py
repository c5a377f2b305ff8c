"""`tablelog figures export`: the data set of statistics, as Parquet files."""

from __future__ import annotations

from pathlib import Path

import click

from domain.games import REGISTRY
from replays.findings import counted
from service.cli.local_store import local
from service.cli.output import CONSOLE
from service.queries.parquet import CannotExport, FiguresChosen, export_figures
from service.support.atomic_files import Occupied


@click.group()
def figures() -> None:
    """Write the figures of statistics as Parquet files."""


@figures.command()
@click.argument("folder", metavar="DIR", type=click.Path(path_type=Path))
@click.option(
    "--game", "games", multiple=True, type=click.Choice(list(REGISTRY)), help="Export only this game."
)
@click.option("--club", metavar="ID", help="Export only the sessions of this club, with its persons.")
@click.option("--public", is_flag=True, help="Export only public sessions.")
@click.option("--everything", is_flag=True, help="Also export sandbox sessions and void sessions.")
def export(folder: Path, games: tuple[str, ...], club: str | None, public: bool, everything: bool) -> None:
    """Write sessions, seats and measures as Parquet files into DIR, which must be new or empty.

    The operator runs this, so without --public it also exports private sessions. The files contain the ids of
    players, but no names. Tablelog can continue recording.
    """
    chosen = FiguresChosen(games, club, public, everything)
    try:
        with local(only_read=True) as here:
            end = here.store.position()
            exported = export_figures(here.engine, folder, chosen)
    except (CannotExport, Occupied) as error:
        raise click.ClickException(str(error)) from error
    except OSError as error:
        raise click.ClickException(f"{error.filename or folder}: {error.strerror}") from error
    for game, number in exported.sessions.items():
        CONSOLE.print(f"{REGISTRY[game].title}: {counted(number, 'session')}", markup=False)
    CONSOLE.print(f"written to {folder}", markup=False)
    if exported.as_of < end:
        CONSOLE.print(
            f"The figures have followed the log up to position {exported.as_of} of {end}: later entries are "
            "not in these files. `tablelog projections status` shows the progress."
        )
