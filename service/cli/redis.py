"""`tablelog redis`: the process of the embedded Redis."""

from __future__ import annotations

import os

import click

from service.cli.processes import ProcessCommand
from service.cli.settings import settings
from service.processes import supervisor
from service.processes.web import CannotStart


@click.command(cls=ProcessCommand)
def redis() -> None:
    """Run only the embedded Redis."""
    program = supervisor.find_redis()
    if program is None:
        raise click.ClickException("There is no redis-server on PATH or in this environment.")
    try:
        path = supervisor.redis_socket(settings().home)
    except CannotStart as error:
        raise click.ClickException(str(error)) from error
    command = supervisor.redis_command(program, path)
    os.execv(command[0], command)
