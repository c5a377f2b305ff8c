"""`tablelog keys`: another key to sign tokens with, while tokens of the old one stay good."""

from __future__ import annotations

import os

import click

from service.sessions import keys as kept
from workers.settings import FaultySettings, chosen_home, home_faults, make_home

RESTART = "Start Tablelog again for it to take effect."


@click.group()
def keys() -> None:
    """Change the key that signs tokens, in the file secret.key of the home, without making any void."""
    if os.environ.get("TABLELOG_SECRET_KEY"):
        raise click.ClickException(
            "The key is set by TABLELOG_SECRET_KEY. Set a new one there, and the old one as "
            "TABLELOG_OLD_SECRET_KEYS for as long as its tokens are to stay good."
        )


@keys.command()
def rotate() -> None:
    """Make a new key, which signs from the next start on. Tokens of the old ones stay good."""
    home = chosen_home()
    try:
        if faults := list(home_faults(home)):
            raise click.ClickException("\n".join(faults))
        make_home(home)
        count = kept.rotate(home)
    except (FaultySettings, OSError, UnicodeDecodeError) as error:
        raise click.ClickException(str(error)) from error
    click.echo(f"{home / kept.SECRET_FILE} has a new key and {_counted(count - 1)}. {RESTART}")


@keys.command()
def retire() -> None:
    """Give the old keys up. Tokens that they signed are void from the next start on."""
    home = chosen_home()
    try:
        count = kept.retire(home)
    except (kept.FaultyKey, OSError, UnicodeDecodeError) as error:
        raise click.ClickException(str(error)) from error
    click.echo(f"{home / kept.SECRET_FILE} has given up {_counted(count)}. {RESTART}")


def _counted(old: int) -> str:
    return "one old one" if old == 1 else f"{old or 'no'} old ones"
