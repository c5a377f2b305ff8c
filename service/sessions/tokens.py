"""Tokens: who is asking. Signed, short, and void once their holder's epoch has moved on."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from functools import lru_cache
from typing import Literal

from itsdangerous import BadData, URLSafeSerializer
from msgspec import Struct

from domain.kernel.entries import RecordedBy
from domain.kernel.messages import PUBLIC, TRUTH, Viewer
from service.sessions.keys import KeyFile, Keys

Role = Literal["owner", "scribe", "recorder", "seat", "spectator", "stranger"]
ROLES: tuple[Role, ...] = ("owner", "scribe", "spectator")
"""Those that get a token at the opening, beside the seats; a recorder gets one when it is asked for."""
SALT = "tablelog/session-token/1"
MOST_VERIFIED_KEPT = 4_096


class BadToken(Exception):
    """The token was not made here, or was changed."""


class Claim(Struct, frozen=True):
    """What a token says: the session, the role, the seat whose eyes it has, the epoch it was made in."""

    session: str
    role: Role
    seat: str | None
    epoch: int

    @property
    def holder(self) -> str:
        """The name that epochs are kept under."""
        return holder(self.role, self.seat)


class Principal(Struct, frozen=True):
    """Who asks something of a session."""

    role: Role
    seat: str | None = None

    @property
    def viewer(self) -> Viewer:
        """Whose eyes: owner and scribe see the truth, a seat what it knows, all others what is public."""
        if self.role in ("owner", "scribe"):
            return TRUTH
        return Viewer(seat=self.seat) if self.seat is not None else PUBLIC

    @property
    def is_stranger(self) -> bool:
        """Whether the principal holds no token of the session."""
        return self.role == "stranger"

    @property
    def is_scribe(self) -> bool:
        """Whether the principal sees everything, and may put right what was recorded."""
        return self.role in ("owner", "scribe")

    @property
    def records_for_all(self) -> bool:
        """Whether the principal records for every seat and for the table, whatever it sees."""
        return self.role in ("owner", "scribe", "recorder")

    @property
    def may_record(self) -> bool:
        """Whether the principal may add anything to the log."""
        return self.records_for_all or self.role == "seat"

    def recorded_by(self) -> RecordedBy:
        """The author of an entry, as the log names it."""
        return RecordedBy(self.role, self.seat)  # type: ignore[arg-type]


STRANGER = Principal("stranger")


def holder(role: str, seat: str | None) -> str:
    """The name of a token's holder: `owner`, `scribe`, `recorder`, `recorder:red`, `seat:red` …"""
    return role if seat is None else f"{role}:{seat}"


def holders_of(seats: Sequence[str]) -> tuple[str, ...]:
    """Who gets a token at the opening: owner, scribe, spectator, each seat."""
    return (*ROLES, *(holder("seat", seat) for seat in seats))


def recorders_of(seats: Sequence[str]) -> tuple[str, ...]:
    """Who may be given a recorder's token: it sees what everybody sees, or what that seat knows."""
    return ("recorder", *(holder("recorder", seat) for seat in seats))


class Tokens:
    """Makes and reads tokens."""

    def __init__(self, keys: Keys, file: KeyFile | None = None) -> None:
        self._keys = keys
        self._file = file
        self._serializer = _serializer(keys)
        self.read = lru_cache(MOST_VERIFIED_KEPT)(self._read)

    def make(self, claim: Claim) -> str:
        """The token of a claim."""
        return self._serializer.dumps([claim.session, claim.role, claim.seat, claim.epoch])

    def issue(self, session: str, holders: Sequence[str], epochs: Mapping[str, int]) -> dict[str, str]:
        """The tokens of these holders, by their names."""
        made = {}
        for name in holders:
            role, _, seat = name.partition(":")
            made[name] = self.make(Claim(session, role, seat or None, epochs.get(name, 0)))  # type: ignore[arg-type]
        return made

    def _read(self, token: str) -> Claim:
        try:
            return self._claim(token)
        except BadToken:
            if not self._learns():
                raise
            return self._claim(token)

    def _claim(self, token: str) -> Claim:
        try:
            session, role, seat, epoch = self._serializer.loads(token)
        except (BadData, ValueError, TypeError) as error:
            raise BadToken from error
        return Claim(session, role, seat, epoch)

    def _learns(self) -> bool:
        """Whether there are keys that this process does not know yet: a later one may have signed with them.

        It goes on signing with its own, which are good for all.
        """
        news = self._file.news() if self._file is not None else None
        if news is None:
            return False
        known = (*self._keys.old, news.signing, *news.old)
        self._keys = Keys(self._keys.signing, tuple(dict.fromkeys(known)))
        self._serializer = _serializer(self._keys)
        return True


def _serializer(keys: Keys) -> URLSafeSerializer:
    return URLSafeSerializer([*reversed(keys.old), keys.signing], salt=SALT)
