"""Key checks: web processes that share tables notice at their start that their keys differ.

The tables hold an HMAC by each key, and no key. A process that holds the recorded signing key, be it among
its old ones, records its own: that is a rotation. One that was left behind by a rotation starts with a
warning, as long as the others still accept its key. Any other key is refused.

On SQLite all processes are on one machine, and its home may be copied or its key be made again. A process
with another key then starts with a warning, once, and opening tokens are not compared.
"""

from __future__ import annotations

import hmac
from typing import Literal, NamedTuple, TypeAlias

import sqlalchemy as sa

from replays.databases import reading
from service.sessions.opening_token import OPENING_TOKEN_FILE
from service.sessions.tokens import SECRET_FILE, SHORTEST_KEY
from service.settings import Settings

KEY_CHECKS = sa.table("key_checks", sa.column("kind"), sa.column("digest"))
Kind = Literal["signing", "old", "opening"]
Checks: TypeAlias = frozenset[tuple[Kind, str]]

MESSAGE = b"tablelog/key-check/1"

REPLACED = (
    "Another process has replaced the key that signs tokens here, and tokens that its key signs are rejected "
    "by this process. Set TABLELOG_SECRET_KEY to the newer key, and add the earlier one to "
    f"TABLELOG_OLD_SECRET_KEYS, or copy {SECRET_FILE} from that process's home."
)


class OtherKey(Exception):
    """This process has another key than those with which it shares tables; the message says what to do."""


class Comparison(NamedTuple):
    """faults: why this process must not start. warning: what it says when it does. kept: what the tables
    are to hold then."""

    faults: tuple[str, ...]
    warning: str | None
    kept: Checks


def confirm_keys(settings: Settings, engine: sa.Engine) -> str | None:
    """Compare the keys of a web process with those that are recorded, and record them. Returns a warning.

    Raises `OtherKey` and the database's errors.
    """
    with reading(engine).connect() as connection:
        recorded = _recorded(connection)
    found = _compare(settings, recorded, is_shared(engine))
    if not found.faults and found.kept != recorded:
        with engine.begin() as connection:
            _lock(connection)
            found = _compare(settings, _recorded(connection), is_shared(engine))
            if not found.faults:
                _record(connection, found.kept)
    if found.faults:
        raise OtherKey(" ".join(found.faults))
    return found.warning


def compare_keys(settings: Settings, engine: sa.Engine) -> Comparison:
    """The same without recording anything. Raises the database's errors."""
    with reading(engine).connect() as connection:
        return _compare(settings, _recorded(connection), is_shared(engine))


def accept_keys(settings: Settings, engine: sa.Engine) -> bool:
    """Record the keys of this environment, whatever was recorded. False: they were. Raises the database's
    errors."""
    own = _checks_of(settings, is_shared(engine))
    with engine.begin() as connection:
        _lock(connection)
        if _recorded(connection) == own:
            return False
        _record(connection, own)
    return True


def is_shared(engine: sa.Engine) -> bool:
    """Whether processes of several hosts can use these tables."""
    return engine.dialect.name == "postgresql"


def check_of(key: str) -> str:
    """What the tables hold of a key."""
    return hmac.digest(key.encode(), MESSAGE, "sha256").hex()


def _checks_of(settings: Settings, shared: bool) -> Checks:
    """Of the keys that a process has. A short old key never signs, and its check would help to guess it."""
    found: set[tuple[Kind, str]] = {("signing", check_of(settings.secret_key))}
    found |= {("old", check_of(key)) for key in settings.old_secret_keys if len(key) >= SHORTEST_KEY}
    if settings.opening_token and shared:
        found.add(("opening", check_of(settings.opening_token)))
    return frozenset(found)


def _compare(settings: Settings, recorded: Checks, shared: bool) -> Comparison:
    own = _checks_of(settings, shared)
    faults: list[str] = []
    warning = None
    kept = {check for check in own if check[0] != "opening"}
    if not _digests(recorded, "signing") <= _digests(own, "signing", "old"):
        if _digests(own, "signing") <= _digests(recorded, "old"):
            warning = REPLACED
            kept = {check for check in recorded if check[0] != "opening"}
        elif shared:
            faults.append(f"{_other_signing_key(settings)} If it is lost, run `tablelog keys accept`.")
        else:
            warning = _other_signing_key(settings)
    opening, wanted = _digests(own, "opening"), _digests(recorded, "opening")
    if opening and wanted and opening != wanted:
        faults.append(_other_opening_token(settings))
    kept |= {check for check in (own if opening else recorded) if check[0] == "opening"}
    return Comparison(tuple(faults), warning, frozenset(kept))


def _digests(checks: Checks, *kinds: Kind) -> set[str]:
    return {digest for kind, digest in checks if kind in kinds}


def _other_signing_key(settings: Settings) -> str:
    own = "TABLELOG_SECRET_KEY" if settings.secret_file is None else settings.secret_file
    return (
        f"{own} is not the key that signed the tokens here, so all of them are rejected. Set "
        f"TABLELOG_SECRET_KEY to that key, or restore its {SECRET_FILE}; if you changed the key, put the "
        "earlier one into TABLELOG_OLD_SECRET_KEYS."
    )


def _other_opening_token(settings: Settings) -> str:
    own = "TABLELOG_OPENING_TOKEN" if settings.opening_token_file is None else settings.opening_token_file
    return (
        f"{own} is not the opening token of the other processes that use these tables. Set "
        f"TABLELOG_OPENING_TOKEN to one value on all hosts, or copy {OPENING_TOKEN_FILE}. If you changed it, "
        "run `tablelog keys accept`."
    )


def _recorded(connection: sa.Connection) -> Checks:
    rows = connection.execute(sa.select(KEY_CHECKS.c.kind, KEY_CHECKS.c.digest))
    return frozenset((row.kind, row.digest) for row in rows)


def _record(connection: sa.Connection, checks: Checks) -> None:
    connection.execute(sa.delete(KEY_CHECKS))
    rows = [{"kind": kind, "digest": digest} for kind, digest in sorted(checks)]
    connection.execute(sa.insert(KEY_CHECKS), rows)


def _lock(connection: sa.Connection) -> None:
    """Let one process at a time record: two that start at once on empty tables must not both be first."""
    if connection.dialect.name == "postgresql":  # SQLite lets one write at a time
        connection.exec_driver_sql(f"LOCK TABLE {KEY_CHECKS.name} IN SHARE ROW EXCLUSIVE MODE")
