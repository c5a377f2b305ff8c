"""Whether a table can be shown to everybody and played on from: no correction, no import may break that."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

import msgspec

from domain.kernel.game import Game
from domain.kernel.messages import PUBLIC, TRUTH, Viewer
from domain.kernel.views import eyes, knowledge_view


def must_be_usable(game: Game[Any], state: Any, seats: Sequence[str]) -> None:
    """Look at the table with everybody's eyes. Raises whatever the game raises on one that it cannot show."""
    seen: list[Any] = [game.standing(state), game.moment(state), game.is_finished(state)]
    for viewer in (TRUTH, PUBLIC, *(Viewer(seat=seat) for seat in seats)):
        seen += [game.view(state, eyes(game, state, viewer)), knowledge_view(game, state, viewer)]
    for seat in (None, *seats):
        viewers = (TRUTH,) if seat is None else (TRUTH, Viewer(seat=seat))
        seen += [game.offers(state, seat, viewer) for viewer in viewers]
    seen += [series.points(None, (), state) for series in game.series]
    msgspec.json.encode(seen, enc_hook=list)
