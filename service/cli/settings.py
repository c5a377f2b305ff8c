"""The settings that commands use, where they listen, and whether log and tables allow a start."""

from __future__ import annotations

import dataclasses
from collections.abc import Callable
from contextlib import suppress
from typing import Any, TypeVar

import click
import sqlalchemy as sa

from replays.databases import make_engine
from service.key_checks import compare_keys
from service.settings import FaultySettings, Settings, read_settings
from service.support.network import LAST_PORT
from workers.damage import DamagedStore, check_at_start

# The settings that commands work with.

FAULTY = "The settings have errors."


def settings(*, make: bool = True, host: str | None = None, only_read: bool = False) -> Settings:
    """The settings. `make`: home and key, where they are missing. `host`: where to listen, as an option says.

    `only_read`: the home may be one that cannot be written to.

    Raises `click.ClickException` with every fault.
    """
    try:
        return read_settings(make=make, host=host, only_read=only_read)
    except FaultySettings as error:
        raise click.ClickException(f"{FAULTY}\n{error}") from error


# Before a start: whether log and tables are usable.


def must_be_sound(chosen: Settings) -> None:
    """Raises `click.ClickException` where log or tables forbid a start.

    A database that does not answer may answer a little later: the processes see to that.
    """
    try:
        with suppress(sa.exc.SQLAlchemyError):
            check_at_start(chosen.log_url, chosen.tables_url)
    except (DamagedStore, ValueError) as error:
        raise click.ClickException(str(error)) from error


def must_have_keys(chosen: Settings) -> None:
    """Raises `click.ClickException` where other web processes that use the same tables have another key."""
    engine = make_engine(chosen.tables_url)
    try:
        with suppress(sa.exc.SQLAlchemyError):  # not there yet, or away: the web process looks again
            if faults := compare_keys(chosen, engine).faults:
                raise click.ClickException(" ".join(faults))
    finally:
        engine.dispose()


# Where a command listens: its options, and the settings with what they say.

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
