"""The state of a table of Game Template."""

from __future__ import annotations

from collections.abc import Mapping

from msgspec import Struct

from domain.game_template.components import Box


class Player(Struct, frozen=True):
    """The colour and the cards of one seat. hand: secret. scored: its cards that scored."""

    color: str
    hand: tuple[str, ...] = ()
    scored: tuple[str, ...] = ()


class State(Struct, frozen=True):
    """The table. Mappings are never changed in place.

    clockwise: the seats around the table. deck: what is left in it; nobody knows the order, so it has none.
    discard: the cards that were played and scored for nobody. winners: None until the end.
    """

    box: Box
    hand_limit: int
    clockwise: tuple[str, ...]
    seats: Mapping[str, Player]
    deck: tuple[str, ...]
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
