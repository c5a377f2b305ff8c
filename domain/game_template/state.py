"""What is true at the table of Game Template."""

from __future__ import annotations

from collections.abc import Mapping

from msgspec import Struct

from domain.game_template.components import Box


class State(Struct, frozen=True):
    """The table. Mappings are never changed in place.

    deck: what is left in it; nobody knows the order, so it has none. hands: secret, each to its seat.
    scored: the cards that a seat scored. discard: those that nobody did. winners: None until the end.
    """

    box: Box
    hand_limit: int
    seats: tuple[str, ...]
    colors: Mapping[str, str]
    deck: tuple[str, ...]
    hands: Mapping[str, tuple[str, ...]]
    scored: Mapping[str, tuple[str, ...]]
    discard: tuple[str, ...] = ()
    first_player: str | None = None
    active: str | None = None
    turn: int = 0
    last_roll: int | None = None
    winners: tuple[str, ...] | None = None

    @property
    def phase(self) -> str:
        """`setup`, `turns` or `finished`."""
        if self.winners is not None:
            return "finished"
        return "setup" if self.active is None else "turns"
