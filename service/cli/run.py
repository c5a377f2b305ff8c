"""`tablelog up`, and the processes that it runs."""

from __future__ import annotations

import dataclasses
import logging
import os

import click

from service.cli.damaged import must_be_sound
from service.cli.settings import settings
from service.live_tables.process import run as run_bots
from service.processes import supervisor
from service.processes.cannot_start import CannotStart
from service.processes.opening import who_opens
from service.processes.restarter import GivenUp
from service.processes.web import web_command
from service.settings import FaultySettings, Settings
from workers.__main__ import BEHIND_THE_WEB

WHERE_TO_LISTEN = f"Where to listen; default: {Settings.host}."


@click.command()
@click.option("--host", envvar="TABLELOG_HOST", help=WHERE_TO_LISTEN)
@click.option("--port", type=click.IntRange(1, 65_535), help="Instead of TABLELOG_PORT.")
@click.option("--lan", is_flag=True, help="For the phones in the room: shows the link that opens a table.")
def up(host: str | None, port: int | None, lan: bool) -> None:
    """Run everything on this machine: web, worker, bots, Redis, SQLite.

    With --lan it listens to the phones in the room. Where other machines reach it, it opens tables for those
    alone who have the opening link, which it shows, unless TABLELOG_OPENING says anybody.
    """
    chosen = settings(host=host)
    if port is not None:
        chosen = dataclasses.replace(chosen, port=port)
    must_be_sound(chosen)
    try:
        supervisor.up(chosen, host or None, for_phones=lan)
    except (CannotStart, FaultySettings, GivenUp) as error:
        raise click.ClickException(str(error)) from error


@click.command()
@click.option("--host", envvar="TABLELOG_HOST", help=WHERE_TO_LISTEN)
@click.option("--port", type=click.IntRange(1, 65_535), help="Instead of TABLELOG_PORT.")
def serve(host: str | None, port: int | None) -> None:
    """Run the web process alone."""
    chosen = settings(host=host)
    must_be_sound(chosen)
    if chosen.opening_token_file is not None:
        click.echo(f"{who_opens(chosen)} `tablelog doctor` tells it.", err=True)
    command = web_command(chosen.host, port or chosen.port, chosen.web_processes, chosen.server)
    os.execve(command[0], command, os.environ | {"TABLELOG_HOST": chosen.host})


@click.command()
def bots() -> None:
    """Run the bots of live tables alone. They need Redis."""
    chosen = settings()
    must_be_sound(chosen)
    if chosen.redis_url is None:
        raise click.ClickException("Live tables need Redis: set TABLELOG_REDIS_URL.")
    os.nice(BEHIND_THE_WEB)
    logging.basicConfig(level=logging.INFO, format="%(asctime)s %(name)s %(levelname)s %(message)s")
    run_bots(chosen, chosen.redis_url)


@click.command()
def redis() -> None:
    """Run the embedded Redis alone."""
    program = supervisor.find_redis()
    if program is None:
        raise click.ClickException("No redis-server was found on PATH or in this environment.")
    try:
        path = supervisor.redis_socket(settings().home)
    except CannotStart as error:
        raise click.ClickException(str(error)) from error
    command = supervisor.redis_command(program, path)
    os.execv(command[0], command)
