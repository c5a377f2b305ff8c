"""The opening token: whoever holds it opens tables here. It is the operator's, and of no one session."""

from __future__ import annotations

import re
import secrets
from pathlib import Path

from replays.private_files import FOR_ITS_OWNER, tighten
from service.drafts import write_first

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
    """The token of a home, made when it is first asked for. Raises `FaultyOpeningToken`, `OSError`."""
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
    return checked_opening_token(kept, f"{path} (delete it, and another is made)")
