"""`tablelog serve`: the web process."""

from __future__ import annotations

import os

import click

from service.cli.processes import ProcessCommand
from service.cli.settings import listening_at, must_be_sound, must_have_keys, where_to_listen
from service.processes.lan import who_opens
from service.processes.web import web_command
from workers.log_lines import as_json, json_line


@click.command(cls=ProcessCommand)
@where_to_listen
def serve(host: str | None, port: int | None) -> None:
    """Run only the web process."""
    chosen = listening_at(host, port)
    must_be_sound(chosen)
    must_have_keys(chosen)
    if chosen.opening_token_file is not None:
        said = f"{who_opens(chosen)} `tablelog doctor` shows the token."
        click.echo(json_line("serve", said) if as_json() else said, err=True)
    command = web_command(
        chosen.host, chosen.port, chosen.web_processes, chosen.server, chosen.certificate_and_key
    )
    os.execve(command[0], command, os.environ | {"TABLELOG_HOST": chosen.host})
