"""The chain of a log: digests, numbering, session ids and topics, checked without any game's rules."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from itertools import groupby
from typing import Protocol

import msgspec
from msgspec import Struct

from domain.kernel.engine.entries import NO_DIGEST, NOT_JSON, digest_of
from replays.findings import Finding, Head


class Sealed(Protocol):
    """A stored entry, wherever it was stored."""

    @property
    def topic(self) -> str: ...
    @property
    def body(self) -> bytes: ...
    @property
    def digest(self) -> str: ...


class _Action(Struct):
    type: str


class Envelope(Struct):
    """The part of an entry's body that is the same in every game and every payload version."""

    kind: str
    session: str
    number: int
    game: str | None = None
    action: _Action | None = None


_ENVELOPE = msgspec.json.Decoder(Envelope)


def envelope(body: bytes) -> Envelope | None:
    """Kind, session, number and game of an entry; None if the bytes are not an entry."""
    try:
        return _ENVELOPE.decode(body)
    except NOT_JSON:
        return None


def chain_findings(stored: Sequence[Sealed], session: str, known: Sequence[Head] = ()) -> Iterator[Finding]:
    """Everything that shows the log to be another one than was recorded.

    `known` are heads that are kept elsewhere (in a catalogue, a file's header, somebody's notes): without
    them nothing shows that the last entries of a log were cut off, or that all of it was rewritten.
    """
    if not stored:
        yield _tampered(1, "missing", "The log is empty.")
    previous, game, seen = NO_DIGEST, None, []
    last_number: int | None = 0
    for place, entry in enumerate(stored, 1):
        read = envelope(entry.body)
        follows = digest_of(previous, entry.body) == entry.digest
        previous = entry.digest
        if read is None:
            yield _tampered(place, "unreadable", "These bytes are not an entry.")
            last_number = place if last_number == place - 1 else None
            seen.append(place)
            continue
        if read.session != session:
            yield _tampered(place, "foreign", f"This entry belongs to session {read.session}.")
            last_number = None
            continue
        if place == 1:
            game = read.game
        if not follows and last_number == read.number - 1:
            yield _tampered(
                read.number,
                "altered",
                "Its digest does not match: its bytes or the previous digest were changed.",
            )
        if entry.topic != (expected_topic := _topic(read, game)):
            yield _tampered(read.number, "topic", "It has the wrong topic.", entry.topic, expected_topic)
        seen.append(read.number)
        last_number = read.number
    yield from _numbering(seen)
    for head in known:
        yield from _head(stored, head)


def _numbering(seen: Sequence[int]) -> Iterator[Finding]:
    highest = 0
    for number in seen:
        if number == highest:
            yield _tampered(number, "repeated", f"Entry {number} is in the log twice.")
        elif number < highest:
            yield _tampered(number, "reordered", f"Entry {number} comes after entry {highest}.")
        highest = max(highest, number)
    present = set(seen)
    missing = [number for number in range(1, min(highest, 2 * len(seen) + 1)) if number not in present]
    for _, run in groupby(enumerate(missing), lambda pair: pair[1] - pair[0]):
        numbers = [number for _, number in run]
        what = f"Entry {numbers[0]} is" if len(numbers) == 1 else f"Entries {numbers[0]} to {numbers[-1]} are"
        yield _tampered(numbers[0], "missing", f"{what} missing.")


def _head(stored: Sequence[Sealed], known: Head) -> Iterator[Finding]:
    if len(stored) < known.number:
        yield _tampered(
            len(stored) + 1,
            "cut",
            f"The log ends at entry {len(stored)}; it is known to reach entry {known.number}.",
            len(stored),
            known.number,
        )
    elif known.number and stored[known.number - 1].digest != known.digest:
        yield _tampered(
            known.number,
            "head",
            "The digest differs from the one recorded elsewhere.",
            stored[known.number - 1].digest,
            known.digest,
        )


def _topic(read: Envelope, game: str | None) -> str:
    return f"{game}.{read.action.type}" if read.kind == "recorded" and read.action else read.kind


def _tampered(
    entry: int, kind: str, message: str, recorded: str | int | None = None, derived: str | int | None = None
) -> Finding:
    return Finding(entry, "tampered", kind, message, recorded=recorded, derived=derived)
