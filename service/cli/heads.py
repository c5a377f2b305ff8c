"""Heads that were recorded elsewhere, as options name them: session, number of an entry, its digest."""

from __future__ import annotations

import re
from collections.abc import Mapping, Sequence

import click

from replays.findings import Audit, Finding, Head

NOTED = re.compile(r"([^:]+):([1-9][0-9]{0,8}):([0-9a-f]{64})")

KnownHeads = Mapping[str, Sequence[Head]]
"""By session."""


def noted_heads(_: click.Context, __: click.Parameter, given: Sequence[str]) -> KnownHeads:
    """What an option was given. Raises `click.BadParameter` for what is no head."""
    heads: dict[str, list[Head]] = {}
    for text in given:
        found = NOTED.fullmatch(text.strip())
        if found is None:
            raise click.BadParameter(
                f"{text!r} must be SESSION:NUMBER:DIGEST, with a digest of 64 hex digits."
            )
        session, number, digest = found.groups()
        heads.setdefault(session, []).append(Head(int(number), digest))
    return heads


def not_at_hand(session: str, why: str) -> Audit:
    """The audit of a session that is known from elsewhere but missing here."""
    return Audit(session, None, 0, 0, 0, None, (Finding(1, "tampered", "cut", why),))
