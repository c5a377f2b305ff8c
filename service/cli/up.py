"""`tablelog up`."""

from __future__ import annotations

import os

import click

from service.cli.processes import ProcessCommand
from service.cli.settings import listening_at, must_be_sound, must_have_keys, where_to_listen
from service.processes import supervisor
from service.processes.restarter import GivenUp
from service.processes.web import CannotStart
from service.settings import FaultySettings, with_opening_token


def _in_json(ctx: click.Context, parameter: click.Parameter, wanted: bool) -> None:
    if wanted:
        os.environ["TABLELOG_LOG_FORMAT"] = "json"


@click.command(cls=ProcessCommand)
@where_to_listen
@click.option(
    "--lan",
    is_flag=True,
    help="Listen on the local network, for phones, and show the link that opens a table.",
)
@click.option(
    "--https",
    is_flag=True,
    help="Serve HTTPS, with a certificate that this machine makes itself if none is set.",
)
@click.option(
    "--json",
    is_flag=True,
    is_eager=True,
    expose_value=False,
    callback=_in_json,
    help="Write every line as JSON, for programs.",
)
def up(host: str | None, port: int | None, lan: bool, https: bool) -> None:
    """Run everything on this machine: web, worker, bots, Redis, SQLite.

    --lan lets phones on the local network connect. If other machines can reach Tablelog, only people with the
    opening link can open tables; the command shows that link. TABLELOG_OPENING=anybody changes this.

    --https lets phones install Tablelog, use it without a network and notify players. Each phone's
    browser warns once about the certificate; the command shows the fingerprint to compare.

    --json does the same as TABLELOG_LOG_FORMAT=json.
    """
    chosen = listening_at(host, port)
    must_be_sound(chosen)
    try:
        if lan:
            chosen = with_opening_token(chosen)
        must_have_keys(chosen)
        supervisor.up(chosen, host or None, for_phones=lan, https=https)
    except (CannotStart, FaultySettings, GivenUp) as error:
        raise click.ClickException(str(error)) from error
