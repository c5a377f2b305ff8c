"""What cannot be read: an entry of the log, and the table past an entry that cannot be followed."""

from __future__ import annotations

from typing import Any

from msgspec import Struct

from domain.kernel.entries import Entry, UnreadableEntry, unseal
from domain.kernel.game import Game

KINDS = ("opened", "corrected", "retracted", "noted", "closed")


class Unreadable(Struct, frozen=True, kw_only=True):
    """Stands for an entry whose bytes are none that is known here, or are not those of its place.

    `reason` may quote what is hidden: it is for those who see all.
    """

    session: str
    number: int
    topic: str
    reason: str
    action_id: str | None = None
    request: str | None = None

    @property
    def kind(self) -> str:
        """The kind that the entry is filed under."""
        return self.topic if self.topic in KINDS else "recorded"


class Lost(Struct, frozen=True):
    """From this entry on the table is not known: it cannot be read, or not be applied to the table before."""

    entry: int
    reason: str


def read_entry(game: Game[Any], session: str, number: int, topic: str, body: bytes) -> Entry | Unreadable:
    """The entry that stands in this place of the log. Never raises, whatever the bytes are."""
    try:
        entry = unseal(game, topic, body)
    except UnreadableEntry as error:
        return Unreadable(session=session, number=number, topic=topic, reason=str(error))
    if (entry.session, entry.number) != (session, number):
        reason = f"these bytes are those of entry {entry.number} of {entry.session}"
        return Unreadable(session=session, number=number, topic=topic, reason=reason)
    return entry
