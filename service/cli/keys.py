"""`tablelog keys`: changes the signing key while tokens of the old key stay valid."""

from __future__ import annotations

import click

from service.sessions import tokens as kept
from workers.settings import FaultySettings, chosen_home, given_secret_key, home_faults, make_home

RESTART = "Restart Tablelog for this to take effect."


@click.group()
def keys() -> None:
    """Change the signing key in the file secret.key of the home, without invalidating tokens."""


def _must_be_in_the_home() -> None:
    faults: list[str] = []
    if given_secret_key(faults) or faults:
        raise click.ClickException(
            "The key is set by TABLELOG_SECRET_KEY or its file. Set a new one there, and the old one as "
            "TABLELOG_OLD_SECRET_KEYS for as long as its tokens must stay valid."
        )


@keys.command()
def rotate() -> None:
    """Create a new key, which signs after the next start. Tokens of the old keys stay valid."""
    _must_be_in_the_home()
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
    _must_be_in_the_home()
    home = chosen_home()
    try:
        count = kept.retire(home)
    except (kept.FaultyKey, OSError, UnicodeDecodeError) as error:
        raise click.ClickException(str(error)) from error
    click.echo(f"Removed {_counted(count)} from {home / kept.SECRET_FILE}. {RESTART}")


@keys.command()
def accept() -> None:
    """Continue with the keys of this environment if the earlier ones are lost or were replaced.

    Tokens that an earlier signing key signed become invalid, and so do links with an earlier opening token.
    """
    from service.cli.local_store import local  # games and all, which the other commands do without
    from service.key_checks import accept_keys

    with local() as here:
        changed = accept_keys(here.settings, here.engine)
    if changed:
        click.echo(
            "The keys of this environment are accepted. Tokens that other keys signed are invalid: `tablelog "
            "tokens SESSION` prints new ones. Restart the web processes of all hosts, with the same keys."
        )
    else:
        click.echo("These keys were accepted before: nothing changes.")


def _counted(old: int) -> str:
    return "one old key" if old == 1 else f"{old or 'no'} old keys"
