"""Rehearsals: example draws for a dry run, which must not tell what the true draws will be."""

from __future__ import annotations

import secrets


def example_draws(n: int, number: int) -> int:
    """A draw that has nothing to do with the session's own."""
    return secrets.randbelow(n)
