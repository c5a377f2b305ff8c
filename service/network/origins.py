"""Origins of pages, as an operator lists them."""

from __future__ import annotations

import re

ANY = "*"
"""Every origin."""

_ORIGIN = re.compile(r"([a-z][a-z0-9+.-]*)://(\[[0-9a-f:.]+\]|[a-z0-9._-]+)(?::([0-9]{1,5}))?")
LAST_PORT = 65_535
_PORTS = {"http": "80", "https": "443"}


class UnusableOrigin(ValueError):
    """No origin of a page."""


def listed(text: str) -> str:
    """An origin of the operator's list as browsers send it: `https://play.example.org`, or `*` for any.

    Raises `UnusableOrigin`.
    """
    text = text.strip().lower()
    if text == ANY:
        return ANY
    found = _ORIGIN.fullmatch(text)
    if found is None or int(found[3] or 0) > LAST_PORT:
        raise UnusableOrigin(
            f"{text!r} is no origin: give scheme, host and port, as in https://play.example.org:8443"
        )
    scheme, host, port = found.groups()
    return f"{scheme}://{host}" if port in (None, _PORTS.get(scheme)) else f"{scheme}://{host}:{port}"
