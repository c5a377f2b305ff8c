"""Findings of an audit: each has an entry, a severity and a rule where one applies.

Some findings are authors that an entry cannot have and times that no clock gave.

An honest recorder names a seat of the session, and a seat's phone records what the game leaves to that
seat. Clocks go back and rules about recorders have changed: for entries recorded here this is a note,
for imported ones a finding. The importer answers for the authors and times of imported entries.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Sequence
from datetime import datetime, timedelta
from typing import Any, Literal

import msgspec
from msgspec import Struct

from domain.kernel.engine.entries import Corrected, Entry, Opened, Recorded, codec_of
from domain.kernel.engine.views import Unreadable
from domain.kernel.game import Game, recorders_of
from domain.kernel.messages import Json
from domain.kernel.session import Snapshot, seats_of

# Findings of an audit: each one names its entry, how grave it is and, where one applies, the rule.

Severity = Literal["tampered", "diverges", "older_rules", "against_rules", "note"]
"""`tampered`: the log is not what was recorded. `diverges`: the rules, as they are now, give something else.
`older_rules`: the same of an entry that an older version of the rules gave, so nobody did anything wrong.
`against_rules`: recorded openly without the rules' consent. `note`: worth knowing, nothing wrong."""

GRAVE: tuple[Severity, ...] = ("tampered", "diverges")
"""The severities that fail an audit."""


class Finding(Struct, frozen=True, omit_defaults=True):
    """One thing found. `entry` is the number in the log at which it shows (null: the log as a whole).

    kind: what it is, for programs (`altered`, `missing`, `facts`, …; docs/operations.md lists them).
    rule: of a rule that was broken or that rejects today. recorded, derived: what stands, what should.
    rules_version: that the entry was recorded under, where it is another one than today's.
    other_entry: of a correction the entry that it corrects, and of that one its correction.
    """

    entry: int | None
    severity: Severity
    kind: str
    message: str
    rule: str | None = None
    recorded: Json = None
    derived: Json = None
    rules_version: int | None = None
    other_entry: int | None = None


def divergence(
    entry: int,
    kind: str,
    message: str,
    *,
    under: int,
    today: int,
    rule: str | None = None,
    recorded: Json = None,
    derived: Json = None,
) -> Finding:
    """The finding that rules of version `today` differ from an entry recorded `under` another version.

    Only a version that came before today's excuses it: one that nobody knows here is no reason.
    """
    if under == today:
        return Finding(entry, "diverges", kind, message, rule, recorded, derived)
    severity: Severity = "older_rules" if is_older(under, today) else "diverges"
    message += f" The entry was recorded under version {under} of the rules; today's is {today}."
    return Finding(entry, severity, kind, message, rule, recorded, derived, under)


def is_older(version: int, today: int) -> bool:
    """Whether the version of the rules is one that came before today's."""
    return 1 <= version < today


class Head(Struct, frozen=True):
    """The last entry of a log: its number and its digest."""

    number: int
    digest: str


class Audit(Struct, frozen=True):
    """The result for one session.

    entries: read from the log; derived: of them, the actions that the rules were asked again about;
    drawn: outcomes recomputed with the secret. rules_version: today's, that was derived with.
    secret: where that secret is from: `revealed` by the log, or `kept` here and shown to nobody; None: no
    secret was at hand, so no outcome was recomputed. not_redrawn: entries whose draws it does not give again.
    """

    session: str
    game: str | None
    entries: int
    derived: int
    drawn: int
    rules_version: int | None
    findings: tuple[Finding, ...]
    secret: Literal["revealed", "kept"] | None = None
    not_redrawn: tuple[int, ...] = ()

    @property
    def passed(self) -> bool:
        """Whether nothing was tampered with and nothing diverges."""
        return not any(finding.severity in GRAVE for finding in self.findings)

    @property
    def first_divergence(self) -> Finding | None:
        """The finding of the first entry that today's rules decide differently, of any version."""
        diverging = (f for f in self.findings if f.severity in ("diverges", "older_rules"))
        return min(diverging, key=lambda finding: finding.entry or 0, default=None)


# Counts in the sentences that people read: 1 session, 2 sessions.


def counted(number: int, noun: str) -> str:
    """The number with the noun, in the plural unless it is one: `counted(2, "entry")` is "2 entries"."""
    if number == 1:
        return f"1 {noun}"
    plural = noun[:-1] + "ies" if noun.endswith("y") else noun + "s"
    return f"{number} {plural}"


# Entries from a file: their authors and times are only as reliable as the person who imported them.

Importer = Literal["owner", "opener", "command"]
"""The importer: the owner of the session, somebody who may open sessions, or the local command."""


class ImportedRange(Struct, frozen=True):
    """Entries `first` to `last` came from a file. at: when they were stored here, UTC, RFC 3339."""

    first: int
    last: int
    by: Importer
    at: str


def range_with(ranges: Iterable[ImportedRange], number: int) -> ImportedRange | None:
    """The range that this entry came in; None: it was recorded here."""
    return next((one for one in ranges if one.first <= number <= one.last), None)


# Authors and times: authors that an entry cannot have, and times that no clock gave.

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
            stranger = f"Its author is seat {seat}, but the session has no such seat."
            yield Finding(entry.number, "diverges", "author", stranger)
        elif (reason := _not_for_author(game, entry, past)) is not None:
            yield Finding(entry.number, severity, "author", reason)
        at = _moment(entry.at)
        if at is None:
            continue
        latest = _moment(came.at) if came is not None else now
        if before is not None and at < before - TOLERATED:
            message = f"It was recorded at {entry.at}, before the previous entry."
            yield Finding(entry.number, severity, "time", message)
        elif latest is not None and at > latest + TOLERATED:
            message = f"It was recorded at {entry.at}, a time that was still in the future."
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
        return "A seat's phone recorded it, but no seat is named."
    if isinstance(entry, Opened | Corrected):
        return f"Seat {entry.by.seat} recorded it, although only the owner and the scribe may do that."
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
    except Exception:  # a forged action may make a game's rules raise anything; the walk reports it
        return None
    whose = "the table" if actor is None else f"seat {actor}"
    return f"The phone of seat {entry.by.seat} recorded an action that belongs to {whose}."


def _moment(text: str) -> datetime | None:
    try:
        moment = datetime.fromisoformat(text)
    except ValueError:
        return None
    return moment if moment.tzinfo is not None else None
