"""`tablelog tokens` and `tablelog editions`: print tokens again, with join links and codes for phones."""

from __future__ import annotations

import re
from collections.abc import Mapping, Sequence

import click
import msgspec

from domain.kernel.session import seats_of
from service.cli.local_store import local
from service.cli.output import CONSOLE
from service.processes.lan import address_of, lan_address
from service.processes.supervisor import address
from service.sessions.editions import Editions
from service.sessions.tokens import (
    EDITION_HOLDERS,
    EDITION_SALT,
    Keys,
    Tokens,
    holders_of,
    holders_on_request,
)
from service.settings import Settings
from service.support.qr_codes import terminal_code

# Join links at the terminal: where a token is used, and a code that a phone scans.

ADDRESS = re.compile(r"https?://[^/?#\s@]+")


def checked_address(context: click.Context, option: click.Parameter, given: str | None) -> str | None:
    """An address of the service, as an option gives it. Raises `click.BadParameter`."""
    if given is None or ADDRESS.fullmatch(given.rstrip("/")):
        return given if given is None else given.rstrip("/")
    raise click.BadParameter("must be like http://192.0.2.7:8720, without a path")


def address_for_links(settings: Settings) -> str:
    """Where phones find the service of this environment, as far as this machine can tell."""
    name = lan_address()
    if name is None:
        return address("127.0.0.1", settings.port, settings.scheme)
    return address_of(name, settings.port, settings.scheme)


def join_links(address: str, tokens: Mapping[str, str]) -> dict[str, str]:
    """Holder → the page that takes its token. The fragment, which no server sees, holds the token."""
    return {holder: f"{address}/j#{token}" for holder, token in tokens.items()}


def show_links(links: Mapping[str, str], *, codes: bool) -> None:
    """One line per holder, optionally with a code below it."""
    for holder, link in links.items():
        click.echo(f"{holder}: {link}")
        if codes:
            click.echo(terminal_code(link))


# `tablelog tokens`: prints the tokens of a session of the local store again.


@click.command()
@click.argument("session")
@click.option(
    "--holder",
    "holders",
    multiple=True,
    metavar="HOLDER",
    help="Only this holder: owner, scribe, spectator, guest, seat:red, recorder:red … Can be repeated.",
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

    These tokens are printed only if you name them: `--holder recorder` records for every seat and sees what
    everybody sees; `--holder recorder:red` sees what red knows; `--holder guest` can claim a free seat.

    Anyone who can read the home of Tablelog can create every token: check who is asking for one.
    """
    with local() as here:
        seats = seats_of(here.opened(here.stored(session)))
        keys = Keys(here.settings.secret_key, here.settings.old_secret_keys)
        makes = Tokens(keys)
        known, others = holders_of(seats), holders_on_request(seats)
        chosen = _chosen(holders, (*known, *others)) or list(known)
        void = chosen if holders else [*known, *others]
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


# `tablelog editions`: lists editions, and prints their links again for a keeper who has lost one.


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
