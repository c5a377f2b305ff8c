"""Quotas: how much one session may hold. At the full it is said what still goes.

What counts is known to everybody who may look: how many entries and notes there are, never how long a text is
that not everybody may read. No seat and no recorder can use up what a session may hold: each has a part of
the notes and of the refused tries that the table is told of, and some is left for scribe and owner alone.
"""

from __future__ import annotations

from collections.abc import Mapping
from typing import NamedTuple

from domain.kernel.engine.entries import RecordedBy
from domain.kernel.session import UnitOfWork, seats_of
from service.problems import Problem
from service.sessions.tokens import Principal

ROOM_TO_MEND = 200
"""Entries of a full session that are left for corrections and for taking back. A close always finds room."""

OF_THE_TABLE = 20
"""One in so many entries is left for scribe and owner, one in so many may be refused tries of a holder."""

ENTRIES = "TABLELOG_ENTRIES_OF_A_SESSION"
NOTES = "TABLELOG_NOTES_OF_A_SESSION"
MORE = "The operator can raise the limit with {quota}."


class Full(Problem):
    """A quota is full. quota: the setting. most: what may be held. used: what is held."""

    def __init__(self, quota: str, most: int, used: int, detail: str) -> None:
        super().__init__("quota", f"{detail} {MORE.format(quota=quota)}", quota=quota, most=most, used=used)


class Quotas(NamedTuple):
    """How many entries and how many notes a session may hold; 0: any number."""

    entries: int
    notes: int

    @property
    def longest_log(self) -> int:
        """How many entries a session comes to, mended and closed; 0: any number."""
        return self.entries + ROOM_TO_MEND + 1 if self.entries else 0

    def must_take_an_action(self, work: UnitOfWork, principal: Principal) -> None:
        """Raises `Full` where an open session takes no more actions, of anybody or of this principal."""
        if work.position.closed:
            return
        tries, own = self.entries // OF_THE_TABLE, _of(principal, work.session.told_by)
        if tries and not principal.is_scribe and own >= tries:
            told = f"The log contains {own} of your refused attempts, and the limit is {tries}."
            raise Full(ENTRIES, tries, own, f"{told} The scribe and the owner can record for you.")
        self._must_have_room(
            work, "Correct it or take back, close it, and open another.", self._left_to(principal)
        )

    def must_take_a_note(self, work: UnitOfWork, principal: Principal) -> None:
        """Raises `Full` if a session, open or closed, takes no more notes, of all or of this principal."""
        most, used = self.notes, work.session.notes
        if most and used >= most:
            held = f"This session holds {used} notes, the most is {most}, and each stays for ever."
            raise Full(NOTES, most, used, f"{held} Everything else is recorded as ever.")
        part = max(1, most // (len(seats_of(work.session.opened)) + 2))
        if most and not principal.is_scribe and (own := _of(principal, work.session.notes_by)) >= part:
            held = f"You wrote {own} notes, and the most is {part} of the {most} of this session."
            raise Full(NOTES, part, own, f"{held} The scribe and the owner may write more.")
        self._must_have_room(work, "Write it into another one.", self._left_to(principal))

    def must_take_a_mending(self, work: UnitOfWork) -> None:
        """Raises `Full` where an open session takes no more corrections, nor going back."""
        if not work.position.closed:
            self._must_have_room(work, "Close it, and open another.", ROOM_TO_MEND)

    def _left_to(self, principal: Principal) -> int:
        """How much less room a principal has who is neither scribe nor owner; negative."""
        return 0 if principal.is_scribe else -(self.entries // OF_THE_TABLE)

    def _must_have_room(self, work: UnitOfWork, help_: str, room: int = 0) -> None:
        most, used = self.entries, work.position.version
        if most and used >= most + room:
            reserve = "The last of them are for scribe and owner. " if room < 0 and used < most else ""
            held = f"This session holds {used} entries, and the most is {most}. {reserve}"
            raise Full(ENTRIES, most, used, f"{held}{help_}")


def _of(principal: Principal, counts: Mapping[RecordedBy, int]) -> int:
    """What one holds: a seat and the recorder who plays it are the same person."""
    return sum(
        n for by, n in counts.items() if by.role not in ("owner", "scribe") and by.seat == principal.seat
    )
