"""A curve of one session, next to its scores. It is public: no hidden card may show in it."""

from __future__ import annotations

from collections.abc import Iterator

from domain.game_template.state import State
from domain.kernel import Fact, Point, Series


def cards_in_hand(before: State | None, facts: tuple[Fact, ...], after: State) -> Iterator[Point]:
    """How many cards each seat holds, where an entry changed it; all of them at the opening."""
    for seat, player in after.seats.items():
        if before is None or len(before.seats[seat].hand) != len(player.hand):
            yield Point(seat, len(player.hand))


SERIES = (Series("cards-in-hand", "Cards in hand", "How many cards a seat holds.", "cards", cards_in_hand),)
