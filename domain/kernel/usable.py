"""Whether a table can be shown to everybody and played on from: no correction, no import may break that."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

import msgspec

from domain.kernel.game import Game
from domain.kernel.messages import PUBLIC, TRUTH, Fact, Viewer
from domain.kernel.views import eyes, knowledge_view


def eyes_of_all(seats: Sequence[str]) -> tuple[Viewer, ...]:
    """Everybody who may look."""
    return (TRUTH, PUBLIC, *(Viewer(seat=seat) for seat in seats))


def must_be_shown(game: Game[Any], facts: Sequence[Fact], seats: Sequence[str]) -> None:
    """Look at facts with everybody's eyes. Raises whatever the game raises on those that it cannot show."""
    msgspec.json.encode([game.fact_view(fact, viewer) for fact in facts for viewer in eyes_of_all(seats)])


def must_be_usable(game: Game[Any], state: Any, seats: Sequence[str]) -> None:
    """Look at the table with everybody's eyes. Raises whatever the game raises on one that it cannot show."""
    seen: list[Any] = [game.standing(state), game.moment(state), game.is_finished(state)]
    for viewer in eyes_of_all(seats):
        seen += [game.view(state, eyes(game, state, viewer)), knowledge_view(game, state, viewer)]
    for seat in (None, *seats):
        viewers = (TRUTH,) if seat is None else (TRUTH, Viewer(seat=seat))
        seen += [game.offers(state, seat, viewer) for viewer in viewers]
    seen += [series.points(None, (), state) for series in game.series]
    msgspec.json.encode(seen, enc_hook=list)
