"""The settings that commands work with."""

from __future__ import annotations

import click

from service.settings import FaultySettings, Settings, read_settings


def settings(*, make: bool = True) -> Settings:
    """The settings. `make`: home and key, where they are missing.

    Raises `click.ClickException` with every fault.
    """
    try:
        return read_settings(make=make)
    except FaultySettings as error:
        raise click.ClickException(f"The settings are faulty.\n{error}") from error
