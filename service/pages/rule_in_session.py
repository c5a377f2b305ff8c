"""What became of a rule in a session: where it was broken, what it refused, as far as the asker may know."""

from __future__ import annotations

from collections.abc import Sequence
from http import HTTPStatus
from typing import Any

from msgspec import Struct

from domain.kernel import Game
from domain.kernel.entries import Noted, Recorded
from domain.kernel.form_words import message_word
from domain.kernel.session import Session
from domain.kernel.views import eyes
from service.bootstrap import services
from service.http.authentication import enter
from service.http.problems import Problem
from service.pages.entry_lines import Line, line_of
from service.queries.refusals import refused_in
from service.sessions.tokens import Asker


class InSession(Struct, frozen=True):
    """Of one rule in one session.

    broken: the entries that were recorded against it. told: notes of the log on what it refused. refused: by
    the action in words, how often it refused one; None where the asker may not know that, or not yet.
    """

    broken: Sequence[Line]
    told: Sequence[Line]
    refused: Sequence[tuple[str, int]] | None


def in_session(session_id: str, game: Game[Any], rule: str) -> InSession | None:
    """What the asker may know of it; None of a session that is not there for them, or is of another game.

    Raises `Problem` where the service is at fault.
    """
    try:
        session, asker = enter(session_id)
    except Problem as problem:
        if problem.status >= HTTPStatus.INTERNAL_SERVER_ERROR:
            raise
        return None
    if session.game is not game:
        return None
    broken, told = [], []
    for written in services().recorder.written(session, 1, session.version):
        entry = written.entry
        if isinstance(entry, Recorded) and rule in entry.broken:
            broken.append(line_of(session, written, asker))
        elif isinstance(entry, Noted) and entry.refusal == rule and entry.visible_to is None:
            told.append(line_of(session, written, asker))
    return InSession(broken, told, _refused(session, asker, rule))


def _refused(session: Session, asker: Asker, rule: str) -> Sequence[tuple[str, int]] | None:
    """What is refused in a running game may tell what is hidden, and so may it where not all is shown."""
    sees_all = eyes(session.game, session.state, asker.viewer).sees_all
    if not sees_all or not session.game.is_finished(session.state):
        return None
    counted = refused_in(services().engine, session.id, rule)
    return [(message_word(session.game.words, action), number) for action, number in counted.items()]
