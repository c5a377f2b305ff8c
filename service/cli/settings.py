"""The settings that commands work with."""

from __future__ import annotations

import click

from service.settings import FaultySettings, Settings, read_settings


def settings(*, make: bool = True, host: str | None = None) -> Settings:
    """The settings. `make`: home and key, where they are missing. `host`: where to listen, as an option says.

    Raises `click.ClickException` with every fault.
    """
    try:
        return read_settings(make=make, host=host)
    except FaultySettings as error:
        raise click.ClickException(f"The settings are faulty.\n{error}") from error
