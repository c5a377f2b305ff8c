"""What became of a rule in a session: where it was broken, refused or enforced, for who may know."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from http import HTTPStatus
from typing import Any

from msgspec import Struct

from domain.kernel import Game
from domain.kernel.entries import Noted, Recorded
from domain.kernel.form_words import message_word
from domain.kernel.session import Session
from domain.kernel.views import eyes
from replays.enforced_rules import Enforced, enforced_rules
from service.http.authentication import enter
from service.http.services import services
from service.pages.entry_lines import LogLine, line_of
from service.problems import Problem
from service.queries.refusals import refused_in

AT_ONCE = 200
"""Entries of which the rules are asked again for one page."""
OPENING = "Opening of the session"


class Met(Struct, frozen=True):
    """A type of action in words, how often the rule met it, and at or after which entries."""

    action: str
    number: int
    entries: Sequence[int]


class EnforcedAmong(Struct, frozen=True):
    """Where the rule was enforced among the entries `first` to `last`.

    asked: what it was asked of and let through. run: if it was asked of nothing there, what ran the place
    that enforces it. parts: all such stretches of the log.
    """

    first: int
    last: int
    asked: Sequence[Met]
    run: Sequence[Met]
    parts: Sequence[tuple[int, int]]


class InSession(Struct, frozen=True):
    """Of one rule in one session.

    broken: the entries that were recorded against it. told: notes of the log on what it refused. refused: the
    most refused first, with the first entries after which it was. refused, enforced: None if the viewer may
    not know that, or not yet.
    """

    broken: Sequence[LogLine]
    told: Sequence[LogLine]
    refused: Sequence[Met] | None
    enforced: EnforcedAmong | None


def in_session(session_id: str, game: Game[Any], rule: str, first: int) -> InSession | None:
    """What the principal may know of it; None of a session that is not there for them, or is of another game.

    first: an entry of the stretch of the log that is searched for where it was enforced.
    Raises `Problem` where the service is at fault.
    """
    try:
        session, principal = enter(session_id)
    except Problem as problem:
        if problem.status >= HTTPStatus.INTERNAL_SERVER_ERROR:
            raise
        return None
    if session.game is not game:
        return None
    broken, told = [], []
    for written in services().handler.written(session, 1, session.version):
        entry = written.entry
        if isinstance(entry, Recorded) and rule in entry.broken:
            broken.append(line_of(session, written, principal))
        elif isinstance(entry, Noted) and entry.refusal == rule and entry.visible_to is None:
            told.append(line_of(session, written, principal))
    sees_all = eyes(session.game, session.state, principal.viewer).sees_all
    return InSession(
        broken,
        told,
        _refused(session, rule) if sees_all and session.game.is_finished(session.state) else None,
        _enforced(session, rule, first) if sees_all else None,
    )


def _refused(session: Session, rule: str) -> Sequence[Met]:
    """What is refused in a running game may tell what is hidden, and so may it where not all is shown."""
    counted = refused_in(services().engine, session.id, rule)
    return [Met(message_word(session.game.words, one.action), one.number, one.after) for one in counted]


def _enforced(session: Session, rule: str, first: int) -> EnforcedAmong:
    """That a rule was asked of an action may tell what is hidden, so this is for who sees all."""
    starts = range(1, session.version + 1, AT_ONCE)
    parts = [(start, min(start + AT_ONCE - 1, session.version)) for start in starts]
    start, last = parts[min(first - 1, session.version - 1) // AT_ONCE]
    among = list(enforced_rules(session, start, last, services().handler.reading(session)))
    asked = _met(session.game, (one for one in among if rule in one.asked))
    run = [] if asked else _met(session.game, (one for one in among if rule in one.run))
    return EnforcedAmong(start, last, asked, run, parts)


def _met(game: Game[Any], entries: Iterable[Enforced]) -> Sequence[Met]:
    """The entries by their action, the most frequent first."""
    found: dict[str | None, list[int]] = {}
    for one in entries:
        found.setdefault(one.action, []).append(one.number)
    return [
        Met(OPENING if action is None else message_word(game.words, action), len(numbers), numbers)
        for action, numbers in sorted(found.items(), key=lambda one: -len(one[1]))
    ]
