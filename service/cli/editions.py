"""`tablelog editions`: lists editions, and prints their tokens again for a keeper who has lost the link."""

from __future__ import annotations

import click
import msgspec

from service.cli.local_store import local
from service.cli.output import CONSOLE
from service.cli.tokens import address_for_links, checked_address, show_links
from service.sessions.editions import Editions
from service.sessions.tokens import EDITION_HOLDERS, EDITION_SALT, Keys, Tokens


@click.command()
@click.argument("edition", required=False)
@click.option(
    "--holder",
    "holders",
    multiple=True,
    default=("keeper",),
    show_default=True,
    type=click.Choice(EDITION_HOLDERS),
    help="Print the link of this holder. Can be repeated.",
)
@click.option("--replace", is_flag=True, help="First revoke the current links of these holders.")
@click.option(
    "--address", callback=checked_address, help="Address at which phones reach the service. Default: guessed."
)
@click.option("--qr", is_flag=True, help="Print each link with a QR code.")
@click.option("--json", "as_json", is_flag=True, help="Print one line of JSON.")
def editions(
    edition: str | None,
    holders: tuple[str, ...],
    replace: bool,
    address: str | None,
    qr: bool,
    as_json: bool,
) -> None:
    """List all editions, or print the links of one, such as the keeper's if somebody has lost it.

    Anyone who can read the home of Tablelog can create every link: check who is asking for one.
    """
    with local() as here:
        register = Editions(here.engine)
        if edition is None:
            _list(register, as_json=as_json)
            return
        if register.of(edition) is None:
            raise click.ClickException(f"There is no edition {edition}. `tablelog editions` lists them.")
        if replace:
            for holder in holders:
                register.replace_tokens(edition, holder)
        keys = Keys(here.settings.secret_key, here.settings.old_secret_keys)
        tokens = Tokens(keys, salt=EDITION_SALT).issue(edition, holders, register.epochs(edition))
        base = address or address_for_links(here.settings)
    links = {holder: f"{base}/e#{token}" for holder, token in tokens.items()}
    if as_json:
        click.echo(msgspec.json.encode({"edition": edition, "tokens": tokens, "links": links}))
        return
    show_links(links, codes=qr)


def _list(register: Editions, *, as_json: bool) -> None:
    for one in register.all():
        if as_json:
            click.echo(msgspec.json.encode(one))
        else:
            published = "published" if one.head else "not published"
            CONSOLE.print(
                f"{one.edition}  {one.game}, {one.name}, {published}, changed {one.changed}", markup=False
            )
