"""The reasons to refuse a command: exceptions with everything that the answer contains."""

from __future__ import annotations

import logging
from collections.abc import Iterator, Mapping
from contextlib import contextmanager
from typing import Any

import msgspec

from domain.kernel import Game, Rejected
from domain.kernel.chance import Undeclarable
from domain.kernel.engine.entries import UnreadableEntry
from domain.kernel.messages import Json
from domain.kernel.rulebook import rule_texts
from domain.kernel.session import (
    ActionIdReused,
    AlreadySo,
    DrawsRevealed,
    NotClosed,
    NotComputable,
    NotLive,
    Session,
    SessionClosed,
    TableLost,
)
from replays.event_store import Unavailable
from replays.library import UnknownSession
from service.problems import Problem
from service.sessions.registers import Registers
from service.support.concurrency import TooBusy

LOG = logging.getLogger("tablelog")


class RuleRefused(Problem):
    """The rules refuse an action. Its cause is the rejection; `rejection` is what the principal may read.

    index: the action's place in a list of several. outcomes: where an outcome must be declared and is not,
    what it may be. The problem has the sentence that the rulebook has of the rule, and where it is shown.
    """

    def __init__(
        self,
        rejection: Rejected,
        game: Game[Any] | None,
        version: int | None,
        index: int | None = None,
        outcomes: Json = None,
    ) -> None:
        sentence = link = None
        if game is not None and (sentence := rule_text(rejection.rule, game)) is not None:
            link = f"/v1/games/{game.key}/rules/{rejection.rule}"
        super().__init__(
            "rule",
            rejection.message,
            rule=rejection.rule,
            rule_text=sentence,
            rule_link=link,
            field=rejection.field,
            index=index,
            version=version,
            outcomes=outcomes,
        )
        self.rejection = rejection
        self.index = index


def rule_text(rule: str, game: Game[Any]) -> str | None:
    """The sentence of a rule in its game's rulebook; None for a rule that is in no rulebook."""
    return rule_texts(game).get(rule) if rule.partition("-")[0] == game.prefix else None


class OutcomeDeclared(Problem):
    """An action declares the outcome at `field` in a session whose outcomes are drawn."""

    def __init__(self, field: str, version: int, index: int | None) -> None:
        super().__init__(
            "outcome-declared",
            "In this session outcomes are drawn, not declared. "
            f"Leave {field} out: an outcome that is left out is drawn. If the result at the table was "
            "different, record it as a correction.",
            field=field,
            index=index,
            version=version,
        )


class NotPlayable(Problem):
    """Corrections led to a table that the rules cannot continue from."""

    def __init__(self, session: Session) -> None:
        super().__init__(
            "table-not-playable",
            "Corrections led to a table that the rules cannot continue from. "
            "Record further play as corrections, or take the last corrections back.",
            version=session.version,
        )


class Busy(Problem):
    """Others recorded first, again and again."""

    def __init__(self) -> None:
        detail = "Other requests were recorded first several times in a row. Send the request again."
        super().__init__("busy", detail, headers={"Retry-After": "1"})


class SecretElsewhere(Problem):
    """The session was opened elsewhere: the secret of its draws is kept there."""

    def __init__(self) -> None:
        super().__init__(
            "secret-elsewhere",
            "This session was opened elsewhere: its draws and its close need the secret stored there. "
            "Declare outcomes if the session allows it; otherwise fork it here: a fork has its own secret.",
        )


class Stale(Exception):
    """The session is at another version than the request expects."""

    def __init__(self, session: Session, expected: int) -> None:
        super().__init__(f"the session is at version {session.version}, not {expected}")
        self.session = session
        self.expected = expected


class AnotherLog(Exception):
    """The request expects another log of this session, as before a backup was restored."""

    def __init__(self, session: Session) -> None:
        super().__init__("the log is not the one that the request expects")
        self.session = session


KINDS_OF_REFUSALS: Mapping[type[Exception], str] = {
    SessionClosed: "session-closed",
    NotClosed: "not-closed",
    AlreadySo: "already-so",
    DrawsRevealed: "draws-revealed",
    TableLost: "unreadable-entry",
    UnreadableEntry: "unreadable-entry",
    NotLive: "not-live",
    NotComputable: "not-computable",
    ActionIdReused: "action-id-reused",
}
"""What the kernel refuses, as types of problems."""

REFUSALS: tuple[type[Exception], ...] = (Problem, Stale, *KINDS_OF_REFUSALS)
"""What refuses a command."""
EXPECTED: tuple[type[Exception], ...] = (
    *REFUSALS,
    Rejected,
    Undeclarable,
    AnotherLog,
    TooBusy,
    Unavailable,
    UnknownSession,
    msgspec.ValidationError,
)
"""What rules and stores raise on purpose. Whatever else they raise is a fault."""


def kind_of(refusal: Exception) -> str:
    """The type of the problem that a refusal is."""
    if isinstance(refusal, Problem):
        return refusal.kind
    return next(kind for refused, kind in KINDS_OF_REFUSALS.items() if isinstance(refusal, refused))


@contextmanager
def playable(session: Session, registers: Registers) -> Iterator[None]:
    """Rules may meet what they hold impossible on a bent table. Raises `NotPlayable` for such a fault."""
    try:
        yield
    except Exception as fault:
        must_be_a_fault_of_ours(fault, session, registers)
        raise


def must_be_a_fault_of_ours(fault: Exception, session: Session, registers: Registers) -> None:
    """Raises `NotPlayable` for a fault of the rules on a bent table, not for what they raise on purpose."""
    if isinstance(fault, EXPECTED) or not may_be_bent(session, registers):
        return
    LOG.warning("rules failed on a corrected table", exc_info=fault)
    raise NotPlayable(session) from fault


def may_be_bent(session: Session, registers: Registers) -> bool:
    """Whether the state may be one that the rules alone never reach: corrected, forked or imported."""
    if session.position.flagged or session.opened.forked_from is not None:
        return True
    return registers.secret(session.id) is None
