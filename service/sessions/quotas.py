"""Quotas: how many entries and notes a session may hold, and what is left to whom when it is full."""

from __future__ import annotations

from collections.abc import Mapping
from typing import NamedTuple

from domain.kernel.engine.entries import RecordedBy
from domain.kernel.session import UnitOfWork, seats_of
from service.problems import Problem
from service.sessions.tokens import Principal

ROOM_TO_MEND = 200
"""Entries of a full session that are left for corrections and for taking back. A close always finds room."""

ROOM_TO_PUT_RIGHT = 20
"""Entries beyond those that are left for the owner to reopen a session, or to say whether it counts."""

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
        """The most entries of a session, with corrections and its last close; 0: any number."""
        return self.entries + ROOM_TO_MEND + ROOM_TO_PUT_RIGHT + 1 if self.entries else 0

    def must_take_an_action(self, work: UnitOfWork, principal: Principal) -> None:
        """Raises `Full` where an open session takes no more actions, of anybody or of this principal."""
        if work.position.closed:
            return
        tries, own = self.entries // OF_THE_TABLE, _of(principal, work.session.told_by)
        if tries and not principal.is_scribe and own >= tries:
            told = f"The log contains {own} of your refused attempts, which is the limit ({tries})."
            raise Full(ENTRIES, tries, own, f"{told} The scribe and the owner can record for you.")
        self._must_have_room(
            work,
            "You can correct entries, take them back, or close the session, and open another one.",
            self._left_to(principal),
        )

    def has_room(self, work: UnitOfWork) -> bool:
        """Whether a session takes another entry that nobody asked for."""
        return not self.entries or work.position.version < self.entries

    def must_take_a_note(self, work: UnitOfWork, principal: Principal) -> None:
        """Raises `Full` if a session, open or closed, takes no more notes, of all or of this principal."""
        most, used = self.notes, work.session.notes
        if most and used >= most:
            held = f"This session has {used} notes, the limit is {most}, and notes are permanent."
            raise Full(NOTES, most, used, f"{held} You can still record everything else.")
        part = max(1, most // (len(seats_of(work.session.opened)) + 2))
        if most and not principal.is_scribe and (own := _of(principal, work.session.notes_by)) >= part:
            held = (
                f"You have written {own} notes, and your limit is {part} of the {most} notes of this session."
            )
            raise Full(NOTES, part, own, f"{held} The scribe and the owner can write more.")
        self._must_have_room(work, "Write your note in another session.", self._left_to(principal))

    def must_take_a_mending(self, work: UnitOfWork) -> None:
        """Raises `Full` where an open session takes no more corrections, nor going back."""
        if not work.position.closed:
            self._must_have_room(work, "Close it and open another one.", ROOM_TO_MEND)

    def must_take_putting_right(self, work: UnitOfWork) -> None:
        """Raises `Full` where a session, open or closed, is no more reopened, voided or counted again."""
        help_ = "Record the evening in another session."
        self._must_have_room(work, help_, ROOM_TO_MEND + ROOM_TO_PUT_RIGHT)

    def _left_to(self, principal: Principal) -> int:
        """How much less room a principal has who is neither scribe nor owner; negative."""
        return 0 if principal.is_scribe else -(self.entries // OF_THE_TABLE)

    def _must_have_room(self, work: UnitOfWork, help_: str, room: int = 0) -> None:
        most, used = self.entries, work.position.version
        if most and used >= most + room:
            reserve = (
                "The remaining entries are reserved for the scribe and the owner. "
                if room < 0 and used < most
                else ""
            )
            held = f"This session has {used} entries, and the limit is {most}. {reserve}"
            raise Full(ENTRIES, most, used, f"{held}{help_}")


def _of(principal: Principal, counts: Mapping[RecordedBy, int]) -> int:
    """The principal's share of the counts: a seat and the recorder who plays it are the same person."""
    return sum(
        n for by, n in counts.items() if by.role not in ("owner", "scribe") and by.seat == principal.seat
    )
