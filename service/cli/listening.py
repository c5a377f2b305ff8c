"""Where a command listens: its options, and the settings with what they say."""

from __future__ import annotations

import dataclasses
from collections.abc import Callable
from typing import Any, TypeVar

import click

from service.cli.settings import settings
from service.network.origins import LAST_PORT
from service.settings import Settings

Called = TypeVar("Called", bound=Callable[..., Any])


def where_to_listen(command: Called) -> Called:
    """The options `--host` and `--port`."""
    by_host = click.option(
        "--host", envvar="TABLELOG_HOST", help=f"The address to listen on. Default: {Settings.host}."
    )
    by_port = click.option(
        "--port", type=click.IntRange(1, LAST_PORT), help="The port to listen on, instead of TABLELOG_PORT."
    )
    return by_host(by_port(command))


def listening_at(host: str | None, port: int | None) -> Settings:
    """The settings, with what the options say. Raises `click.ClickException` with every fault."""
    chosen = settings(host=host)
    return chosen if port is None else dataclasses.replace(chosen, port=port)
