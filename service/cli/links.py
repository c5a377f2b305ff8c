"""Join links at the terminal: where a token is used, and a code that a phone scans."""

from __future__ import annotations

import re
from collections.abc import Mapping

import click

from service.processes.lan import address_of, lan_address
from service.processes.supervisor import address
from service.qr_codes import terminal_code
from service.settings import Settings

ADDRESS = re.compile(r"https?://[^/?#\s@]+")


def checked_address(context: click.Context, option: click.Parameter, given: str | None) -> str | None:
    """An address of the service, as an option gives it. Raises `click.BadParameter`."""
    if given is None or ADDRESS.fullmatch(given.rstrip("/")):
        return given if given is None else given.rstrip("/")
    raise click.BadParameter("must be like http://192.0.2.7:8720, without a path")


def address_for_links(settings: Settings) -> str:
    """Where phones find the service of this environment, as far as this machine can tell."""
    name = lan_address()
    return address("127.0.0.1", settings.port) if name is None else address_of(name, settings.port)


def join_links(address: str, tokens: Mapping[str, str]) -> dict[str, str]:
    """Holder → the page that takes its token. The fragment, which no server sees, holds the token."""
    return {holder: f"{address}/j#{token}" for holder, token in tokens.items()}


def show_links(links: Mapping[str, str], *, codes: bool) -> None:
    """One line per holder, optionally with a code below it."""
    for holder, link in links.items():
        click.echo(f"{holder}: {link}")
        if codes:
            click.echo(terminal_code(link))
