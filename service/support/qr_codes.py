"""QR codes for a terminal, to be scanned by the phones that stand around it."""

from __future__ import annotations

import io
import sys

import segno

HALF_BLOCKS = "▀▄█"


def terminal_code(text: str, encoding: str | None = None) -> str:
    """The code as lines of text, light on dark; wide ones where the terminal has no half blocks.

    encoding: the terminal's; default: that of the standard output.
    """
    drawn = io.StringIO()
    segno.make_qr(text, error="m").terminal(drawn, compact=_can_show(encoding or sys.stdout.encoding))
    return drawn.getvalue()


def _can_show(encoding: str) -> bool:
    try:
        HALF_BLOCKS.encode(encoding)
    except (UnicodeEncodeError, LookupError):
        return False
    return True
