"""The address and link by which phones in the room find this machine, and who may open sessions."""

from __future__ import annotations

import ipaddress
import socket
from collections.abc import Callable, Iterable

from msgspec import Struct

from service.sessions.opening_token import BY_TOKEN
from service.settings import Settings
from service.support.qr_codes import terminal_code

# The phones in the room: the address that they find this machine under, and the link that opens a table.

PRIVATE_NETWORKS = ("192.168.255.255", "10.255.255.255", "172.31.255.255", "169.254.255.255")
"""An address in each of the private networks: the way there tells which of our own addresses leads to it."""
DISCARD = 9
EVERY_ADDRESS = ("0.0.0.0", "::")
THIS_MACHINE = ("127.0.0.1", "::1", "localhost")

NO_ADDRESS = (
    "Found no address of this machine in a local network. Join the network of the phones, or name the "
    "address at which they reach this machine: --lan --host 192.0.2.7"
)
SHOWN_TO_SOME = "Anyone with this link can open tables. Show it only to people who may."
OPEN_TO_ANYBODY = "Anyone in this network can open tables, as TABLELOG_OPENING says."
ALL_IN_ONE_NETWORK = "Phones must be in the same network, and this machine's firewall must let them in."
NOT_KNOWN = (
    "This machine made its certificate itself, so each browser warns once. Go on only if the certificate "
    "that it shows has this SHA-256 fingerprint:"
)
NOT_FOR_PHONES = "--lan is for phones on the local network, and they cannot reach {host}. Leave out --host."


class Unreachable(Exception):
    """Why no phone in the room can find this machine; the message says what to do."""


class Lan(Struct, frozen=True):
    """Where the service listens, the name that phones find it under, and what opens sessions there.

    opening_token: empty = anybody opens them. fingerprint: of a certificate that no browser knows; empty: of
    none. scheme: `https` where the web has a certificate.
    """

    host: str
    name: str
    opening_token: str
    scheme: str = "http"
    fingerprint: str = ""

    def address(self, port: int) -> str:
        """Where a phone's browser finds the service."""
        return address_of(self.name, port, self.scheme)

    def announcement(self, port: int) -> str:
        """The message once the service is ready: the opening link, as text and as a code to scan."""
        link = opening_link(self.address(port), self.opening_token)
        who = SHOWN_TO_SOME if self.opening_token else OPEN_TO_ANYBODY
        known = f"\n\n{unknown_certificate(self.fingerprint)}" if self.fingerprint else ""
        return f"{who}\n\n  {link}\n\n{terminal_code(link)}\n{ALL_IN_ONE_NETWORK}{known}"


def unknown_certificate(fingerprint: str) -> str:
    """Why browsers warn about our own certificate, and the fingerprint to compare."""
    first, second = fingerprint[:48], fingerprint[48:]
    return f"{NOT_KNOWN}\n\n  {first}\n  {second}"


def address_of(name: str, port: int, scheme: str = "http") -> str:
    """The address of what is found under this name."""
    return f"{scheme}://{f'[{name}]' if ':' in name else name}:{port}"


def opening_link(address: str, token: str) -> str:
    """The page that opens a table; a token, if needed, is in the fragment, which no server sees."""
    return f"{address}/open#{token}" if token else f"{address}/open"


def way_to(target: str) -> str:
    """Our own address on the way to another one; nothing is sent. Raises `OSError` where there is no way."""
    with socket.socket(socket.AF_INET, socket.SOCK_DGRAM) as trial:
        trial.connect((target, DISCARD))
        name: str = trial.getsockname()[0]
        return name


def lan_address(targets: Iterable[str] = PRIVATE_NETWORKS, way: Callable[[str], str] = way_to) -> str | None:
    """This machine's address in a local network; None: it is in none."""
    for target in targets:
        try:
            found = ipaddress.ip_address(way(target))
        except OSError:
            continue
        if found.is_private and not found.is_loopback and not found.is_unspecified:
            return str(found)
    return None


def lan_at(host: str | None, opening_token: str, found: Callable[[], str | None] = lan_address) -> Lan:
    """Where to listen for phones: everywhere, or where the operator says. Raises `Unreachable`."""
    if host in THIS_MACHINE:
        raise Unreachable(NOT_FOR_PHONES.format(host=host))
    if host is not None and host not in EVERY_ADDRESS:
        return Lan(host, host, opening_token)
    name = found()
    if name is None:
        raise Unreachable(NO_ADDRESS)
    return Lan(host or EVERY_ADDRESS[0], name, opening_token)


# The sentence on who can open sessions, as `up`, `serve` and `doctor` print it.


def who_opens(settings: Settings) -> str:
    """A sentence that says who can open sessions and why, without the token."""
    ways = " and ".join(settings.ways_from_elsewhere)
    if settings.opening_token:
        chosen = (
            "TABLELOG_OPENING says so" if settings.who_opens == BY_TOKEN else "TABLELOG_OPENING_TOKEN is set"
        )
        return f"Only people with the opening token can open sessions, because {ways or chosen}."
    if ways:
        return f"Anyone can open sessions, as TABLELOG_OPENING says, although {ways}."
    return "Everyone on this machine can open sessions. According to the settings, nobody else can reach it."


def announced(settings: Settings, address: str) -> str | None:
    """The message about opening sessions once the service is ready; None where the defaults apply."""
    if not settings.opening_token:
        return who_opens(settings) if settings.ways_from_elsewhere else None
    link = opening_link(address, settings.opening_token)
    return (
        f"{who_opens(settings)} Show this link only to people who may open sessions.\n\n  {link}\n\n"
        "At any other address of this service, add the same ending: /open#…"
    )
