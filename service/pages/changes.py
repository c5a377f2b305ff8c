"""What an entry changed on the table, as who asks sees it: between the table before it and the one after."""

from __future__ import annotations

from http import HTTPStatus

from domain.kernel.board import Board
from domain.kernel.board_differences import Difference, board_differences
from domain.kernel.messages import Viewer
from domain.kernel.session import Session, Snapshot
from domain.kernel.telling import board_of, naming_of
from domain.kernel.views import eyes
from service.api.sessions import table
from service.http.services import services
from service.problems import Problem
from service.sessions.errors import playable
from service.sessions.tokens import Principal


def changes_at(session: Session, number: int, principal: Principal) -> tuple[Difference, ...] | None:
    """What the entry changed; None where the table before or after it is not known, or cannot be shown."""
    read = services().handler.reading(session)
    before, after = session.at(max(number - 1, 1), read), session.at(number, read)
    if after.lost is not None or before.lost is not None:
        return None
    viewer = eyes(session.game, session.state, principal.viewer)
    try:
        was, becomes = (_board(session, position, viewer) for position in (before, after))
    except Problem as problem:
        if problem.status >= HTTPStatus.INTERNAL_SERVER_ERROR:
            raise
        return None
    return tuple(board_differences(was, becomes, naming_of(session)))


def _board(session: Session, position: Snapshot, viewer: Viewer) -> Board:
    with playable(session, services().registers):
        shown = table(session, position, viewer)
    drawing = services().drawings.of(session.components)
    return board_of(
        session.game, shown["view"], shown["standing"], shown["moment"], drawing, naming_of(session)
    )
