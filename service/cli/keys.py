"""`tablelog keys`: changes the signing key while tokens of the old key stay valid."""

from __future__ import annotations

import os

import click

from service.sessions import tokens as kept
from workers.settings import FaultySettings, chosen_home, home_faults, make_home

RESTART = "Restart Tablelog for this to take effect."


@click.group()
def keys() -> None:
    """Change the signing key in the file secret.key of the home, without invalidating tokens."""
    if os.environ.get("TABLELOG_SECRET_KEY"):
        raise click.ClickException(
            "The key is set by TABLELOG_SECRET_KEY. Set a new one there, and the old one as "
            "TABLELOG_OLD_SECRET_KEYS for as long as its tokens must stay valid."
        )


@keys.command()
def rotate() -> None:
    """Create a new key, which signs after the next start. Tokens of the old keys stay valid."""
    home = chosen_home()
    try:
        if faults := list(home_faults(home)):
            raise click.ClickException("\n".join(faults))
        make_home(home)
        count = kept.rotate(home)
    except (FaultySettings, OSError, UnicodeDecodeError) as error:
        raise click.ClickException(str(error)) from error
    click.echo(f"{home / kept.SECRET_FILE} now has a new key and {_counted(count - 1)}. {RESTART}")


@keys.command()
def retire() -> None:
    """Remove the old keys. Their tokens become invalid at the next start."""
    home = chosen_home()
    try:
        count = kept.retire(home)
    except (kept.FaultyKey, OSError, UnicodeDecodeError) as error:
        raise click.ClickException(str(error)) from error
    click.echo(f"Removed {_counted(count)} from {home / kept.SECRET_FILE}. {RESTART}")


def _counted(old: int) -> str:
    return "one old key" if old == 1 else f"{old or 'no'} old keys"
