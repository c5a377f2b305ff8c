"""Errors: what schemas, kernel and rules refuse becomes problems, in the same words for everybody."""

from __future__ import annotations

import re
from collections.abc import Iterator
from contextlib import contextmanager
from typing import Any

import msgspec
from flask import current_app
from marshmallow import ValidationError

from domain.kernel import Game, Rejected
from domain.kernel.chance import Undeclarable
from domain.kernel.entries import UnreadableEntry
from domain.kernel.rulebook import rule_texts
from domain.kernel.session import ActionIdReused, NotComputable, NotLive, Session, SessionClosed, TableLost
from replays.event_store import Unavailable
from replays.library import UnknownSession
from service.http.problems import Problem, expired_problem, invalid, not_found, shape_problem
from service.http.services import services
from service.sessions.opening import NotOfThisGame, OpeningIdReused, Unopenable
from service.sessions.recorder import Busy, SecretElsewhere, Stale
from service.sessions.registers import Registers


@contextmanager
def shapes() -> Iterator[None]:
    """Faults of shape become problems."""
    try:
        yield
    except ValidationError as error:
        raise shape_problem(error) from None
    except msgspec.ValidationError as error:
        raise invalid([pointed(str(error))]) from None


def pointed(message: str) -> tuple[str, str]:
    """msgspec's `… - at `$.dice[1]`` as a pointer and a text."""
    text, _, place = message.partition(" - at `$")
    return re.sub(r"[.\[]+", "/", place.rstrip("`").replace("]", "")), text


@contextmanager
def refusals(session: Session | None = None) -> Iterator[None]:
    """What the kernel, the recorder and openings refuse becomes problems, in the same words for everybody."""
    version = None if session is None else session.version
    try:
        yield
    except Problem:
        raise
    except Rejected as rejection:
        raise rule_problem(rejection, version) from rejection
    except SessionClosed as error:
        raise Problem("session-closed", str(error), version=version) from error
    except TableLost as error:
        raise Problem("unreadable-entry", str(error), version=version) from error
    except UnreadableEntry as error:
        detail = "An entry of this session cannot be read here. Its audit names it."
        raise Problem("unreadable-entry", detail, version=version) from error
    except NotLive as error:
        raise Problem("not-live", str(error), version=version) from error
    except NotComputable as error:
        raise Problem("not-computable", str(error), version=version) from error
    except (Busy, SecretElsewhere) as error:
        raise recorder_problem(error) from error
    except UnknownSession as error:
        raise went(str(error)) from error
    except ActionIdReused as error:
        raise Problem(
            "action-id-reused", f"{error} was used for another request. Give each request its own id."
        ) from error
    except NotOfThisGame as error:
        detail = "This game has no component set of that hash or name here."
        raise Problem("unknown-component-set", detail) from error
    except OpeningIdReused as error:
        detail = "This id opened another session. Give each request its own id."
        raise Problem("action-id-reused", detail) from error
    except Unopenable as error:
        raise invalid([(error.place, str(error))]) from error
    except msgspec.ValidationError as error:
        raise invalid([pointed(str(error))]) from error


def went(session_id: str) -> Problem:
    """A session went while an asker was at it who may know of it."""
    expired = services().store.expired(session_id)
    return not_found() if expired is None else expired_problem(expired)


def recorder_problem(error: Busy | SecretElsewhere) -> Problem:
    """What the recorder cannot do, and what helps."""
    if isinstance(error, Busy):
        return Problem("busy", "Others recorded first, again and again. Try once more.")
    return Problem(
        "secret-elsewhere",
        "This session was opened elsewhere: its draws and its close need the secret kept there. "
        "Declare outcomes where the session allows it; else fork it here: a fork draws for itself.",
    )


def rule_problem(rejection: Rejected, version: int | None, index: int | None = None) -> Problem:
    """A refusal by the rules, with the sentence that the rulebook has of the rule and where it is shown."""
    sentence = rule_text(rejection.rule)
    return Problem(
        "rule",
        rejection.message,
        rule=rejection.rule,
        rule_text=sentence,
        rule_link=None if sentence is None else rule_link(rejection.rule),
        field=rejection.field,
        index=index,
        version=version,
    )


def rule_text(rule: str) -> str | None:
    """The sentence of a rule in the rulebook of its game; None for a rule that stands in none."""
    game = _game_of(rule)
    return None if game is None else rule_texts(game).get(rule)


def rule_link(rule: str) -> str | None:
    """Where a rule is shown."""
    game = _game_of(rule)
    return None if game is None else f"/v1/games/{game.key}/rules/{rule}"


def _game_of(rule: str) -> Game[Any] | None:
    prefix = rule.partition("-")[0]
    return next((game for game in services().games.values() if game.prefix == prefix), None)


def declared_problem(field: str, version: int | None, index: int | None = None) -> Problem:
    """An action declares the outcome at `field` in a session whose outcomes are drawn."""
    return Problem(
        "outcome-declared",
        "This session was opened so that its outcomes are drawn and not declared. "
        f"Leave {field} out: an outcome that is left out is drawn. What fell otherwise at the table is "
        "recorded as a correction.",
        field=field,
        index=index,
        version=version,
    )


KNOWN = (
    Problem,
    Rejected,
    Undeclarable,
    SessionClosed,
    TableLost,
    UnreadableEntry,
    NotLive,
    NotComputable,
    ActionIdReused,
    Busy,
    SecretElsewhere,
    Stale,
    Unavailable,
    UnknownSession,
    msgspec.ValidationError,
)


@contextmanager
def playable(session: Session) -> Iterator[None]:
    """On a table that was corrected, rules may meet what they hold impossible: that is no fault of theirs."""
    try:
        yield
    except KNOWN:
        raise
    except Exception as error:
        if not may_be_bent(session, services().registers):
            raise
        current_app.logger.warning("rules failed on a corrected table", exc_info=error)
        raise not_playable(session) from error


def may_be_bent(session: Session, registers: Registers) -> bool:
    """Whether the table may stand where the rules alone never lead: corrected, or brought from elsewhere."""
    if session.position.flagged or session.opened.forked_from is not None:
        return True
    return registers.secret(session.id) is None


def not_playable(session: Session) -> Problem:
    """The table stands where the rules cannot go on from."""
    return Problem(
        "table-not-playable",
        "Corrections have brought the table to where the rules cannot go on from. "
        "Record what happens as corrections, or take the last ones back.",
        version=session.version,
    )
