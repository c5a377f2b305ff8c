"""The settings that commands work with."""

from __future__ import annotations

import click

from service.settings import FaultySettings, Settings, read_settings

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
