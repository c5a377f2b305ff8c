"""The tactics cards that an action draws, one list for the whole action (CO-509)."""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence

from domain.games.chaos_order.reading.cards import card_pool, possible_cards
from domain.games.chaos_order.state import State
from domain.kernel import UNKNOWN, Chance, Choice, Rejected, Viewer

Asks = Callable[[Viewer], Choice]


class Draws:
    """The declared `draws` of an action taken one by one, or cards drawn by the engine."""

    def __init__(self, declared: tuple[str, ...] | None, chance: Chance) -> None:
        self.chance = chance
        self._declared = declared
        self._taken: tuple[str, ...] = ()
        self._given: tuple[tuple[str, str], ...] = ()
        """Seat and card of each draw before the present one."""
        if declared:
            chance.must_be_declarable("draws")

    def cards(self, state: State, seat: str, count: int) -> tuple[str, ...]:
        """The next `count` cards of the deck, for this seat.

        Raises `Rejected` (CO-509) for a card that cannot be, and where fewer are declared than are drawn. The
        next card is asked for then, unless the engine draws.
        """
        left, found = card_pool(state), list[str]()
        for _ in range(count):
            card = self._next(left, self._asks(state, tuple(found)))
            if card != UNKNOWN:
                left[card] -= 1
            found.append(card)
        self._given += tuple((seat, card) for card in found)
        return tuple(found)

    def finish(self) -> None:
        """Raises `Rejected` (CO-509) when more cards were declared than were drawn."""
        if self._declared is None:
            return
        if len(self._declared) > len(self._taken):
            raise Rejected("CO-509", f"This action draws {len(self._taken)} cards.", "draws")
        if self._declared:
            self.chance.declare("draws")

    def _next(self, left: Mapping[str, int], asks: Asks) -> str:
        declared, at = self._declared or (), len(self._taken)
        if at < len(declared):
            return self._named(declared[at], left)
        if self._declared is not None and self.chance.draws:
            raise Rejected("CO-509", "Name every card this action draws.", "draws")
        return self._drawn(left, asks)

    def _named(self, card: str, left: Mapping[str, int]) -> str:
        if card != UNKNOWN and left.get(card, 0) < 1:
            known, field = card in left, f"draws/{len(self._taken)}"
            raise Rejected("CO-509", "You cannot have drawn that card.", field, probes=known)
        self._taken = (*self._taken, card)
        return card

    def _drawn(self, left: Mapping[str, int], asks: Asks) -> str:
        def draw(below: Callable[[int], int]) -> tuple[str, ...]:
            number = below(sum(copies for copies in left.values() if copies > 0))
            for card, copies in left.items():
                if copies > 0:
                    if number < copies:
                        return (*self._taken, card)
                    number -= copies
            raise AssertionError("the pool is empty")

        field = "draws" if self.chance.draws else f"draws/{len(self._taken)}"
        self._taken = self.chance.compose(field, "CO-509", draw, asks)
        return self._taken[-1]

    def _asks(self, state: State, found: Sequence[str]) -> Asks:
        """What the next card may be: not one that the viewer sees elsewhere, or has named in this action."""

        def asks(viewer: Viewer) -> Choice:
            pool = possible_cards(state, viewer)
            for card in (*(card for seat, card in self._given if not viewer.knows(seat)), *found):
                if card != UNKNOWN:
                    pool[card] -= 1
            return Choice((*(card for card, number in pool.items() if number > 0), UNKNOWN))

        return asks
