"""`tablelog tokens`: prints the tokens of a session of the local store again."""

from __future__ import annotations

from collections.abc import Sequence

import click
import msgspec

from domain.kernel.session import seats_of
from service.cli.links import address_for_links, checked_address, join_links, show_links
from service.cli.local_store import local
from service.sessions.keys import Keys
from service.sessions.tokens import Tokens, holders_of, recorders_of


@click.command()
@click.argument("session")
@click.option(
    "--holder",
    "holders",
    multiple=True,
    metavar="HOLDER",
    help="Only this holder: owner, scribe, spectator, seat:red, recorder:red … You can repeat this option.",
)
@click.option("--replace", is_flag=True, help="First revoke the current tokens of these holders.")
@click.option("--links", is_flag=True, help="Print links that a phone can join with, instead of bare tokens.")
@click.option(
    "--address", callback=checked_address, help="Address at which phones reach the service. Default: guessed."
)
@click.option("--qr", is_flag=True, help="Print each link with a QR code.")
@click.option("--json", "as_json", is_flag=True, help="Print one line of JSON.")
def tokens(
    session: str,
    holders: tuple[str, ...],
    replace: bool,
    links: bool,
    address: str | None,
    qr: bool,
    as_json: bool,
) -> None:
    """Print the tokens of a session again, or create new ones.

    Recorders' tokens are printed only if you name them: `--holder recorder` records for every seat and sees
    what everybody sees; `--holder recorder:red` sees what red knows.

    Anyone who can read the home of Tablelog can create every token: check who is asking for one.
    """
    with local() as here:
        seats = seats_of(here.opened(here.stored(session)))
        keys = Keys(here.settings.secret_key, here.settings.old_secret_keys)
        makes = Tokens(keys)
        known, recorders = holders_of(seats), recorders_of(seats)
        chosen = _chosen(holders, (*known, *recorders)) or list(known)
        void = chosen if holders else [*known, *recorders]
        epochs = here.registers.revoke(session, void) if replace else here.registers.epochs(session)
        told = makes.issue(session, chosen, epochs)
    joined = join_links(address or address_for_links(here.settings), told) if links or qr else {}
    if as_json:
        said = {"session": session, "tokens": told} | ({"links": joined} if joined else {})
        click.echo(msgspec.json.encode(said))
        return
    if joined:
        show_links(joined, codes=qr)
        return
    for holder, token in told.items():
        click.echo(f"{holder}: {token}")


def _chosen(holders: Sequence[str], known: Sequence[str]) -> list[str]:
    """The requested holders, each once. Raises `click.ClickException`."""
    for holder in holders:
        if holder not in known:
            raise click.ClickException(
                f"This session has no holder {holder}. The holders are: {', '.join(known)}."
            )
    return list(dict.fromkeys(holders))
