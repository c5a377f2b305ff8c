"""`tablelog projections`: shows their state, and rebuilds them."""

from __future__ import annotations

import click

from replays.findings import counted
from service.cli.local_store import local
from service.cli.output import CONSOLE, progress_bar, show_table
from workers import rebuild as rebuilding
from workers.rebuild import nobody_follows


@click.group()
def projections() -> None:
    """Show the state of the projections, or rebuild them."""


@projections.command()
def status() -> None:
    """Show how far each projection has followed the log, and how many entries are quarantined."""
    with local() as here:
        still = nobody_follows(here.store, here.engine)
        found = rebuilding.status(here.store, here.engine)
    headings = ("projection", "build", "position", "log", "behind", "quarantined", "rebuilding")
    rows = []
    for one in found:
        behind = "ahead of the log" if one.ahead else str(one.end - one.position)
        building = f"build {one.rebuilding}" if one.rebuilding is not None else "-"
        cells = (one.projection, one.build, one.position, one.end, behind, one.set_aside, building)
        rows.append([str(cell) for cell in cells])
    show_table(headings, rows, words="projection")
    if still:
        CONSOLE.print(
            "No worker follows the log, so these positions do not advance. `tablelog up` starts one."
        )


@projections.command()
@click.argument("names", nargs=-1)
def rebuild(names: tuple[str, ...]) -> None:
    """Rebuild the named projections, or all of them, next to the served ones, then switch to the new build.

    An interrupted rebuild continues where it stopped.
    """
    with local() as here, progress_bar() as bar:
        task = bar.add_task("rebuilding", total=here.store.position())
        try:
            folded = rebuilding.rebuild(
                here.store,
                here.engine,
                here.library,
                names,
                progress=lambda position, end: bar.update(task, completed=position, total=end),
            )
        except rebuilding.UnknownProjection as error:
            raise click.ClickException(f"There is no projection {error}.") from error
    CONSOLE.print(f"{counted(folded, 'entry')} applied; the new build is now in use")
