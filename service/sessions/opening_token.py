"""The opening token: its holder may open sessions. It belongs to the operator, not to a session.

If no other machine can reach the service, everyone on this machine may open sessions without it.
"""

from __future__ import annotations

import re
import secrets
from collections.abc import Collection
from ipaddress import ip_address
from pathlib import Path
from typing import Literal

from replays.databases import FOR_ITS_OWNER, tighten
from service.support.atomic_files import write_first

# The opening token: its holder may open tables here. It is the operator's, not that of a session.

OPENING_TOKEN_FILE = "opening.token"
OPENING_TOKEN = re.compile(r"[A-Za-z0-9_-]{16,256}")
"""Long enough that nobody guesses it, of signs that a link holds as they are."""
SHAPE = "16 to 256 letters, digits, - and _"
TOKEN_BYTES = 18


class FaultyOpeningToken(ValueError):
    """No opening token; the message says what one is."""


def checked_opening_token(token: str, where: str) -> str:
    """The token, if it can be one. Raises `FaultyOpeningToken`."""
    if not OPENING_TOKEN.fullmatch(token):
        raise FaultyOpeningToken(f"{where}: an opening token has {SHAPE}")
    return token


def kept_opening_token(home: Path) -> str:
    """The token of a home, made at first use. Raises `FaultyOpeningToken`, `OSError`."""
    path = home / OPENING_TOKEN_FILE
    if not path.exists():
        write_first(path, secrets.token_urlsafe(TOKEN_BYTES).encode(), FOR_ITS_OWNER)
    tighten(path)
    return _read(path)


def opening_token_of(home: Path) -> str | None:
    """The token that a home keeps; None: it has none yet. Raises `FaultyOpeningToken`, `OSError`."""
    path = home / OPENING_TOKEN_FILE
    if not path.exists():
        return None
    tighten(path)
    return _read(path)


def _read(path: Path) -> str:
    kept = path.read_text("ascii", errors="replace").strip()
    return checked_opening_token(kept, f"{path} (delete it to get a new one)")


# The people who open sessions: everybody on this machine; if others can reach it, holders of the token.

WhoOpens = Literal["", "anybody", "token"]
ANYBODY: WhoOpens = "anybody"
BY_TOKEN: WhoOpens = "token"
WHO_OPENS: tuple[WhoOpens, ...] = ("", ANYBODY, BY_TOKEN)
"""What `TABLELOG_OPENING` may say. Nothing: by the token where the service is reached from elsewhere."""

THIS_MACHINE = "localhost"


def ways_from_elsewhere(host: str, hosts: Collection[str], *, by_proxy: bool) -> tuple[str, ...]:
    """How the service is reached from other machines, each a part of a sentence; none: it is not.

    host: where it listens. hosts: the names that it answers to. by_proxy: whether a proxy is trusted.
    """
    ways = [] if is_this_machine(host) else [f"it listens at {host}"]
    if by_proxy:
        ways.append("TABLELOG_TRUSTED_PROXIES names a proxy")
    if not all(map(is_this_machine, hosts)):
        ways.append("TABLELOG_HOSTS names it for others")
    return tuple(ways)


def is_this_machine(name: str) -> bool:
    """Whether only this machine is called so. A name that is not known for that is another's."""
    if name == THIS_MACHINE:
        return True
    try:
        return ip_address(name.removeprefix("[").removesuffix("]")).is_loopback
    except ValueError:
        return False


def needs_token(who_opens: WhoOpens, ways: Collection[str]) -> bool:
    """Whether sessions are opened by the token alone, though the operator has set none."""
    return who_opens == BY_TOKEN or (who_opens != ANYBODY and bool(ways))
