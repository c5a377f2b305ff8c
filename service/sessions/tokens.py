"""Tokens: signed and short; void when their holder's epoch has moved on. Also the signing keys.

Keys are created once, readable by their owner alone, and replaced without an interruption.
"""

from __future__ import annotations

import fcntl
import os
import secrets
import tempfile
from collections.abc import Iterator, Mapping, Sequence
from contextlib import contextmanager
from functools import lru_cache
from pathlib import Path
from typing import Literal, NamedTuple

from itsdangerous import BadData, URLSafeSerializer
from msgspec import Struct

from domain.kernel.engine.entries import RecordedBy
from domain.kernel.messages import PUBLIC, TRUTH, Viewer
from replays.databases import FOR_ITS_OWNER, tighten
from service.support.atomic_files import sync_folder, write_first

# The keys that sign tokens: made once, readable by their owner alone, and changed without a break.

SECRET_FILE = "secret.key"
SECRET_BYTES = 32
SHORTEST_KEY = 32
"""Signs of a key that signs. Who guesses it makes every session's tokens."""


class FaultyKey(Exception):
    """A key that must not sign; the message says what to do."""


class Keys(NamedTuple):
    """`signing` makes tokens. Tokens that one of the `old` ones made are good until it is retired."""

    signing: str
    old: tuple[str, ...] = ()


def checked(keys: Keys, where: str) -> Keys:
    """The keys, if they may be used. Raises `FaultyKey`."""
    if len(keys.signing) < SHORTEST_KEY:
        raise FaultyKey(
            f"{where} is too short: it has {len(keys.signing)} characters and needs at least {SHORTEST_KEY}, "
            "because anybody who guesses it can create tokens for every session."
        )
    if "" in keys.old:
        raise FaultyKey(f"{where}: one of the old keys is empty, and anybody can sign with that.")
    return keys


def kept_keys(home: Path) -> Keys:
    """The keys of a home, the first made on the first start. Raises `FaultyKey`, `OSError`."""
    path = home / SECRET_FILE
    if not path.exists():
        made = secrets.token_hex(SECRET_BYTES).encode()
        with _held(home):
            write_first(path, made, FOR_ITS_OWNER)
    tighten(path)
    return read_keys(path)


def read_keys(path: Path) -> Keys:
    """The keys in a file, one a line: the first signs, the others are old. Raises `FaultyKey`, `OSError`.

    A key that was wrapped over several lines, which signed as a whole once, is known as a whole as well.
    """
    lines = _lines(path)
    if not lines:
        raise FaultyKey(
            f"{path} is empty: anybody could create tokens. Restore the file from a backup. If you have "
            "none, delete the file: the next start creates a new key, and all tokens become invalid."
        )
    wrapped = tuple("\n".join(lines[first:]) for first in range(len(lines) - 1))
    try:
        return checked(Keys(lines[0], (*lines[1:], *wrapped)), f"The key in {path}")
    except FaultyKey as error:
        raise FaultyKey(
            f"{error} `tablelog keys rotate` puts a new one above it; tokens that the old key signed stay "
            "valid until you run `tablelog keys retire`."
        ) from None


def rotate(home: Path) -> int:
    """Put a new key above those of the home; how many there are then. Raises `OSError`."""
    path = home / SECRET_FILE
    with _held(home):
        lines = [secrets.token_hex(SECRET_BYTES), *(_lines(path) if path.exists() else ())]
        _replace(path, lines)
    return len(lines)


def retire(home: Path) -> int:
    """Take away every key of the home but the first; how many went. Raises `FaultyKey`, `OSError`."""
    path = home / SECRET_FILE
    with _held(home):
        read_keys(path)
        lines = _lines(path)
        _replace(path, lines[:1])
    return len(lines) - 1


@contextmanager
def _held(home: Path) -> Iterator[None]:
    """Let one process at a time change the keys of a home. Raises `OSError`.

    The folder itself is locked: the file is replaced, and a lock on it would be one on what was there before.
    """
    folder = os.open(home, os.O_RDONLY | os.O_DIRECTORY)
    try:
        fcntl.flock(folder, fcntl.LOCK_EX)
        yield
    finally:
        os.close(folder)


class KeyFile:
    """The keys of a home as other processes may have changed them since."""

    def __init__(self, home: Path) -> None:
        self.path = home / SECRET_FILE
        self._seen = self._mark()

    def news(self) -> Keys | None:
        """The keys, if the file is another one than when it was last looked at."""
        mark = self._mark()
        if mark is None or mark == self._seen:
            return None
        self._seen = mark
        try:
            return read_keys(self.path)
        except (FaultyKey, OSError):
            return None

    def _mark(self) -> tuple[int, int, int] | None:
        try:
            status = self.path.stat()
        except OSError:
            return None
        return status.st_ino, status.st_size, status.st_mtime_ns


def _lines(path: Path) -> list[str]:
    return [line.strip() for line in path.read_text().splitlines() if line.strip()]


def _replace(path: Path, lines: Sequence[str]) -> None:
    draft = _draft(path, lines)
    try:
        draft.replace(path)
    except OSError:
        draft.unlink()
        raise
    sync_folder(path.parent)


def _draft(path: Path, lines: Sequence[str]) -> Path:
    """A file next to it with mode 0600, on disk before it gets its name: a lost key voids all tokens."""
    descriptor, draft = tempfile.mkstemp(dir=path.parent, prefix=path.name)
    with os.fdopen(descriptor, "w") as file:
        os.fchmod(file.fileno(), 0o600)
        file.write("\n".join(lines))
        file.flush()
        os.fsync(file.fileno())
    return Path(draft)


# Tokens: who is asking. Signed, short, and void once their holder's epoch has moved on.

Role = Literal["owner", "scribe", "recorder", "seat", "spectator", "guest", "stranger"]
ROLES: tuple[Role, ...] = ("owner", "scribe", "spectator")
"""Those that get a token at the opening, beside the seats; others get one when it is requested."""
SALT = "tablelog/session-token/1"
EDITION_HOLDERS = ("keeper", "editor", "reader")
"""Holders of an edition's tokens, the widest rights first."""
EDITION_SALT = "tablelog/edition-token/1"
"""Of tokens of editions: none of them is one of a session, whatever the ids are."""
CLUB_SALT = "tablelog/club-token/1"
"""Of the keys of clubs."""
MOST_VERIFIED_KEPT = 4_096


class BadToken(Exception):
    """The token was not made here, or was changed."""


class Claim(Struct, frozen=True):
    """The content of a token: session, role, the seat whose view it gives, the epoch it was made in.

    A token of an edition has the edition's id and one of `EDITION_HOLDERS` instead; a key of a club has the
    club's id and its holder.
    """

    session: str
    role: Role
    seat: str | None
    epoch: int

    @property
    def holder(self) -> str:
        """The name that epochs are kept under."""
        return holder(self.role, self.seat)


class Principal(Struct, frozen=True):
    """The sender of a request: the holder of a token of the session, or a stranger.

    organises: holds a key of the session's club that puts right what the owner can put right. It sees no more
    than its role does.
    """

    role: Role
    seat: str | None = None
    organises: bool = False

    @property
    def viewer(self) -> Viewer:
        """The viewer: owner and scribe see the truth, a seat what it knows, all others what is public."""
        if self.role in ("owner", "scribe"):
            return TRUTH
        return Viewer(seat=self.seat) if self.seat is not None else PUBLIC

    @property
    def is_stranger(self) -> bool:
        """Whether the principal holds no token of the session."""
        return self.role == "stranger"

    @property
    def puts_right(self) -> bool:
        """Whether the principal may reopen the session, say whether it counts, and how lists show it."""
        return self.role == "owner" or self.organises

    @property
    def is_scribe(self) -> bool:
        """Whether the principal sees everything, and may put right what was recorded."""
        return self.role in ("owner", "scribe")

    @property
    def records_for_all(self) -> bool:
        """Whether the principal records for every seat and for the table, however much it sees."""
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
    """The holders that get a token at the opening: owner, scribe, spectator, each seat."""
    return (*ROLES, *(holder("seat", seat) for seat in seats))


def holders_on_request(seats: Sequence[str]) -> tuple[str, ...]:
    """The holders that get a token only if it is requested.

    A guest sees what is public, and may claim a free seat. Of the recorders, one sees what is public, the
    others what their seat knows.
    """
    return ("guest", "recorder", *(holder("recorder", seat) for seat in seats))


class Tokens:
    """Makes and reads tokens of one salt: those of sessions, of editions, or of clubs."""

    def __init__(self, keys: Keys, file: KeyFile | None = None, salt: str = SALT) -> None:
        self._keys = keys
        self._file = file
        self._salt = salt
        self._serializer = _serializer(keys, salt)
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

        It continues to sign with its own, which are good for all.
        """
        news = self._file.news() if self._file is not None else None
        if news is None:
            return False
        known = (*self._keys.old, news.signing, *news.old)
        self._keys = Keys(self._keys.signing, tuple(dict.fromkeys(known)))
        self._serializer = _serializer(self._keys, self._salt)
        return True


def _serializer(keys: Keys, salt: str) -> URLSafeSerializer:
    return URLSafeSerializer([*reversed(keys.old), keys.signing], salt=salt)
