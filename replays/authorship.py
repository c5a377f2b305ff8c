"""Who and when: authors that an entry cannot have, and times that no clock gave.

An honest recorder names a seat of the session, and a seat's phone records what the game leaves to that seat.
Clocks step back, and rules of who may record have changed: of entries recorded here this is noted; it counts
against imported ones.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from datetime import datetime, timedelta
from typing import Any

import msgspec

from domain.kernel.entries import Corrected, Entry, Opened, Recorded, codec_of
from domain.kernel.game import Game
from domain.kernel.recorders import recorders_of
from domain.kernel.session import Snapshot, seats_of
from domain.kernel.unreadable import Unreadable
from replays.findings import Finding, Severity
from replays.imported_range import ImportedRange, range_with

TOLERATED = timedelta(seconds=5)
"""So far clocks of processes and machines step without anybody wondering."""


def authorship_findings(
    game: Game[Any],
    opened: Opened,
    entries: Sequence[Entry | Unreadable],
    past: Sequence[Snapshot],
    imported: Sequence[ImportedRange] = (),
    now: datetime | None = None,
) -> Iterator[Finding]:
    """Authors and times that cannot be. past: the session after each entry. now: None where nobody knows."""
    for one in imported:
        yield Finding(one.first, "note", "imported", _came(one))
    seats = seats_of(opened)
    before: datetime | None = None
    for entry in entries:
        if isinstance(entry, Unreadable):
            continue
        came = range_with(imported, entry.number)
        severity: Severity = "note" if came is None else "diverges"
        if (seat := entry.by.seat) is not None and seat not in seats:
            stranger = f"Its author is seat {seat}, and the session has no such seat."
            yield Finding(entry.number, "diverges", "author", stranger)
        elif (reason := _not_for_author(game, entry, past)) is not None:
            yield Finding(entry.number, severity, "author", reason)
        at = _moment(entry.at)
        if at is None:
            continue
        latest = _moment(came.at) if came is not None else now
        if before is not None and at < before - TOLERATED:
            message = f"It was recorded at {entry.at}, before the entry before it."
            yield Finding(entry.number, severity, "time", message)
        elif latest is not None and at > latest + TOLERATED:
            message = f"It was recorded at {entry.at}, which had not come yet."
            yield Finding(entry.number, severity, "time", message)
        # A fork keeps the times of the session it was copied from, which are before its own opening.
        before = None if isinstance(entry, Opened) and entry.forked_from is not None else at


def _came(one: ImportedRange) -> str:
    which = f"Entry {one.first}" if one.first == one.last else f"Entries {one.first} to {one.last}"
    who = {"owner": "the owner", "opener": "somebody who may open sessions", "command": "the import command"}
    return (
        f"{which} came from a file, imported by {who[one.by]} at {one.at}. "
        "Their authors and times are only as reliable as that file."
    )


def _not_for_author(game: Game[Any], entry: Entry, past: Sequence[Snapshot]) -> str | None:
    """Why the seat whose phone recorded the entry cannot have done so; None: it can."""
    if entry.by.role != "seat":
        return None
    if entry.by.seat is None:
        return "A seat's phone recorded it, and no seat is named."
    if isinstance(entry, Opened | Corrected):
        return f"Seat {entry.by.seat} recorded it, which only owner and scribe may do."
    if not isinstance(entry, Recorded):
        return None
    here = past[entry.number - 2]
    if here.lost is not None:
        return None
    try:
        action = codec_of(game).actions.decode(entry.action)
        actor = game.actor(action)
        if entry.by.seat in recorders_of(game, here.state, msgspec.json.decode(entry.action), actor):
            return None
    except Exception:  # a forged action may make a game's rules raise anything; the walk tells of it
        return None
    whose = "the table" if actor is None else f"seat {actor}"
    return f"The phone of seat {entry.by.seat} recorded what {whose} does."


def _moment(text: str) -> datetime | None:
    try:
        moment = datetime.fromisoformat(text)
    except ValueError:
        return None
    return moment if moment.tzinfo is not None else None
