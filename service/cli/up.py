"""`tablelog up`."""

from __future__ import annotations

import click

from service.cli.listening import listening_at, where_to_listen
from service.cli.soundness import must_be_sound
from service.processes import supervisor
from service.processes.cannot_start import CannotStart
from service.processes.restarter import GivenUp
from service.settings import FaultySettings


@click.command()
@where_to_listen
@click.option("--lan", is_flag=True, help="For the phones in the room: shows the link that opens a table.")
def up(host: str | None, port: int | None, lan: bool) -> None:
    """Run everything on this machine: web, worker, bots, Redis, SQLite.

    With --lan it listens to the phones in the room. Where other machines reach it, it opens tables for those
    alone who have the opening link, which it shows, unless TABLELOG_OPENING says anybody.
    """
    chosen = listening_at(host, port)
    must_be_sound(chosen)
    try:
        supervisor.up(chosen, host or None, for_phones=lan)
    except (CannotStart, FaultySettings, GivenUp) as error:
        raise click.ClickException(str(error)) from error
