"""Proof of a fork's copied entries: they must be the live entries of the session that it began in."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Mapping, Sequence
from typing import Any

from msgspec.structs import replace

from domain.kernel.engine.entries import (
    Amended,
    Corrected,
    Entry,
    Opened,
    Recorded,
    Retracted,
    UnreadableEntry,
    unseal,
)
from domain.kernel.game import Game
from domain.kernel.session import goes_back
from replays.chain import Sealed
from replays.findings import Finding, counted

ReadOrigin = Callable[[str], Sequence[Sealed] | None]
"""The stored entries of the session that a fork began in, or None where it cannot be read."""


def live_plays(entries: Sequence[Entry]) -> list[Recorded | Corrected]:
    """The plays that are still live after these entries: neither notes nor retracted plays."""
    plays: list[Recorded | Corrected] = []
    number = len(entries)
    while number:
        entry = entries[number - 1]
        if isinstance(entry, Recorded | Corrected):
            plays.append(entry)
        number = entry.to if isinstance(entry, Retracted) and goes_back(entry) else number - 1
    return plays[::-1]


def live_set(entries: Sequence[Entry]) -> str | None:
    """The hash of the component set that is read with after these entries; None: that of the opening."""
    number = len(entries)
    while number:
        entry = entries[number - 1]
        if isinstance(entry, Amended):
            return entry.component_set
        number = entry.to if isinstance(entry, Retracted) and goes_back(entry) else number - 1
    return None


def copy_numbers(plays: Sequence[Recorded | Corrected]) -> dict[int, int]:
    """By number of the opening and of these plays of an origin, that of the fork's own opening and copies."""
    return {1: 1} | {entry.number: number for number, entry in enumerate(plays, 2)}


def as_copied(entry: Recorded | Corrected, numbers: Mapping[int, int]) -> Recorded | Corrected:
    """The copy of a play: it names the copy of the entry that it corrects, or that its move begins with."""
    if isinstance(entry, Recorded):
        return entry if entry.move is None else replace(entry, move=numbers.get(entry.move))
    return entry if entry.about is None else replace(entry, about=numbers.get(entry.about))


def copy_findings(
    game: Game[Any], opened: Opened, entries: Sequence[Entry], origin: ReadOrigin | None
) -> Iterator[Finding]:
    """Yield a finding where copied entries differ from those of the origin."""
    copied = [entry for entry in entries if isinstance(entry, Recorded | Corrected) and entry.copied]
    if opened.forked_from is None:
        for entry in copied[:1]:
            yield _tampered(entry.number, "Entries are marked as copied, but this session is not a fork.")
        return
    number, digest = opened.forked_from.number, opened.forked_from.digest
    stored = origin(opened.forked_from.session) if origin is not None else None
    if stored is None:
        yield Finding(
            1,
            "note",
            "origin",
            "The session that this one was forked from is not available, so the copies cannot be checked.",
        )
    elif not 1 <= number <= len(stored) or stored[number - 1].digest != digest:
        yield _tampered(
            1, f"Entry {number} of the origin does not have the digest with which this fork began."
        )
    else:
        try:
            original = [unseal(game, entry.topic, entry.body) for entry in stored[:number]]
        except UnreadableEntry:
            yield _tampered(1, "The session that this one was forked from cannot be read.")
            return
        yield from _compare(copied, live_plays(original))


def _compare(
    copied: Sequence[Recorded | Corrected], original: Sequence[Recorded | Corrected]
) -> Iterator[Finding]:
    numbers = copy_numbers(original)
    for index, entry in enumerate(copied):
        if index >= len(original) or _content(entry) != _content(as_copied(original[index], numbers)):
            yield _tampered(entry.number, "This copied entry differs from the one in the origin.")
    if len(copied) < len(original):
        yield _tampered(
            len(copied) + 2,
            f"Of the origin {counted(len(original) - len(copied), 'entry')} more should have been copied.",
        )


def _content(entry: Recorded | Corrected) -> tuple[object, ...]:
    if isinstance(entry, Recorded):
        return bytes(entry.action), bytes(entry.facts), entry.outcomes, entry.broken, entry.reason
    return bytes(entry.facts), entry.reason, entry.about


def _tampered(entry: int, message: str) -> Finding:
    return Finding(entry, "tampered", "origin", message)
