"""The draws of a log under audit: the secret that they are checked with, and what was declared instead."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from typing import Literal

import msgspec
from msgspec import Struct

from domain.kernel.chance import Below, commitment, keyed_draws
from domain.kernel.engine.entries import Closed, Entry, Opened, Recorded
from replays.findings import Finding


class Draws(Struct, frozen=True):
    """The function that repeats the draws of a log, and the source of its secret. None without a secret."""

    below: Below | None = None
    secret: Literal["revealed", "kept"] | None = None


def draws_of(opened: Opened, entries: Sequence[Entry], kept: bytes | None) -> tuple[Draws, list[Finding]]:
    """The draws of these entries: by the secret that the log reveals, else by the one that is kept here.

    A secret counts only if it keeps the promise of the opening. The findings say where it does not, and
    where a log ends without one.
    """
    findings = []
    draws = Draws()
    if kept is not None and commitment(kept) == opened.commitment:
        draws = Draws(keyed_draws(kept, opened.session), "kept")
    elif kept is not None:
        message = "The secret that is kept here is not the one that the opening promised."
        findings.append(Finding(1, "tampered", "commitment", message, recorded=opened.commitment))
    is_revealed = any(isinstance(entry, Closed) and entry.secret is not None for entry in entries)
    for entry in entries:
        if not isinstance(entry, Closed):
            continue
        if entry.secret is None:
            if not is_revealed:
                findings += _unrevealed(entry, entries, draws)
            continue
        secret = _bytes(entry.secret)
        if commitment(secret) == opened.commitment:
            draws = Draws(keyed_draws(secret, opened.session), "revealed")
        else:
            findings.append(_broken_promise(entry, opened, secret))
    return draws, findings


def untold(finding: Finding) -> Finding:
    """A finding about draws that the log does not reveal: without what the secret would have drawn."""
    message = "The drawn outcomes differ from those that the secret kept here produces."
    return msgspec.structs.replace(finding, message=message, recorded=None, derived=None)


def declarations(opened: Opened, entry: Recorded) -> Iterator[Finding]:
    """Yield what was declared in a session whose outcomes are drawn, and by whom: allowed or not."""
    fields = [outcome.field for outcome in entry.outcomes if outcome.source == "declared"]
    if opened.chance != "drawn" or not fields:
        return
    by = entry.by.role if entry.by.seat is None else f"{entry.by.role} {entry.by.seat}"
    told = f"Declared by {by}, although the session draws its outcomes: {', '.join(fields)}."
    if entry.copied:
        told = (
            "Declared in the session that it was copied from, although that session draws its outcomes: "
            f"{', '.join(fields)}."
        )
    by_whom = None if entry.copied else msgspec.to_builtins(entry.by)
    recorded = {"by": by_whom, "fields": fields}
    if opened.declarable:
        yield Finding(entry.number, "note", "declared", told, recorded=recorded)
    else:
        message = f"{told} The opening does not allow declarations."
        yield Finding(entry.number, "tampered", "declared", message, recorded=recorded)


def _unrevealed(entry: Closed, entries: Sequence[Entry], draws: Draws) -> Iterator[Finding]:
    drawn = any(
        outcome.source == "drawn"
        for other in entries
        if isinstance(other, Recorded) and not other.copied
        for outcome in other.outcomes
    )
    if not drawn:
        return
    message = "Closed without revealing the secret: only the store that keeps it can check the draws."
    if draws.secret is not None:
        message = (
            "Closed without revealing the secret: the draws were checked with the one that is kept here."
        )
    yield Finding(entry.number, "note", "not_revealed", message)


def _broken_promise(entry: Closed, opened: Opened, secret: bytes) -> Finding:
    message = "The revealed secret is not the one that the opening promised."
    return Finding(
        entry.number,
        "tampered",
        "commitment",
        message,
        recorded=opened.commitment,
        derived=commitment(secret),
    )


def _bytes(secret: str) -> bytes:
    try:
        return bytes.fromhex(secret)
    except ValueError:
        return b""
