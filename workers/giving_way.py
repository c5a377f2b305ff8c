"""Lower priority for background processes: a busy machine records actions first, and the rest catches up."""

from __future__ import annotations

import os

BEHIND_THE_WEB = 5
"""Niceness, from 0 (as everybody) to 19."""


def lower_priority() -> None:
    """Let the web go first, from now on."""
    os.nice(BEHIND_THE_WEB)
