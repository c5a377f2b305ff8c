"""The tactics cards that an action draws, one list for the whole action (CO-509)."""

from __future__ import annotations

from collections.abc import Callable

from domain.games.chaos_order.state import UNKNOWN
from domain.kernel import Chance, Rejected


class Draws:
    """The declared `draws` of an action taken one by one, or cards drawn by the engine."""

    def __init__(self, declared: tuple[str, ...] | None, chance: Chance) -> None:
        self.chance = chance
        self._declared = declared
        self._taken: tuple[str, ...] = ()
        if declared:
            chance.must_be_declarable("draws")

    def cards(self, pool: dict[str, int], count: int) -> tuple[str, ...]:
        """The next `count` cards, of a deck that holds the copies in `pool`.

        Raises `Rejected` (CO-509) for a card that cannot be, and when fewer are declared than are drawn.
        """
        left, found = dict(pool), []
        for _ in range(count):
            card = self._drawn(left) if self._declared is None else self._named(left)
            if card != UNKNOWN:
                left[card] -= 1
            found.append(card)
        return tuple(found)

    def finish(self) -> None:
        """Raises `Rejected` (CO-509) when more cards were declared than were drawn."""
        if self._declared is None:
            return
        if len(self._declared) > len(self._taken):
            raise Rejected("CO-509", f"This action draws {len(self._taken)} cards.", "draws")
        if self._declared:
            self.chance.declare("draws")

    def _named(self, left: dict[str, int]) -> str:
        assert self._declared is not None
        at = len(self._taken)
        if at >= len(self._declared):
            raise Rejected("CO-509", "This action draws more cards than are named.", "draws")
        card = self._declared[at]
        if card != UNKNOWN and left.get(card, 0) < 1:
            known = card in left
            raise Rejected("CO-509", "That card cannot have been drawn.", f"draws/{at}", probes=known)
        self._taken = (*self._taken, card)
        return card

    def _drawn(self, left: dict[str, int]) -> str:
        def draw(below: Callable[[int], int]) -> tuple[str, ...]:
            number = below(sum(copies for copies in left.values() if copies > 0))
            for card, copies in left.items():
                if copies > 0:
                    if number < copies:
                        return (*self._taken, card)
                    number -= copies
            raise AssertionError("the pool is empty")

        self._taken = self.chance.compose("draws", "CO-509", draw)
        return self._taken[-1]
