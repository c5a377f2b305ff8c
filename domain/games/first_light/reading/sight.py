"""What a viewer cannot rule out of hidden outcomes: the candidates that offers name."""

from __future__ import annotations

from collections import Counter

from domain.games.first_light.components.box import all_tiles
from domain.games.first_light.reading.unseen import unseen_items, unseen_tiles
from domain.games.first_light.state import STACKS, State
from domain.kernel import Choice, Joined, Outcome, Several, Viewer


class Sight:
    """One viewer's knowledge of a state; without a viewer nothing is looked at."""

    def __init__(self, state: State, viewer: Viewer | None) -> None:
        self.state = state
        self.viewer = viewer

    def unseen(self) -> Counter[str]:
        """The Items that the viewer has not seen lying or held anywhere."""
        state, viewer = self.state, self.viewer
        if viewer is None:
            return Counter()
        if viewer.sees_all:
            return unseen_items(state)
        unseen = Counter(state.box.box.item_counts)
        unseen.subtract(state.deck.discard)
        for seat, base in state.seats.items():
            unseen.subtract(acquired.item for acquired in base.acquired)
            if viewer.knows(seat):
                unseen.subtract(card for card in (*base.hand, *base.packet) if card is not None)
        return +unseen

    def nameable(self, seat: str) -> set[str]:
        """FL-718: what an unseen card of this seat's hand can turn out to be."""
        return set(self.unseen())

    def drawn(self, count: int) -> Outcome:
        """Items drawn in order: from the pile, from the known cards under it, from the discards."""
        if self.viewer is None:
            return Outcome(Several((), count, count, ordered=True))
        deck, unseen = self.state.deck, self.unseen()
        loose = min(count, deck.size - len(deck.bottom))
        under = min(count, deck.size) - loose
        parts = [_cards(unseen, loose)] if loose else []
        for card in deck.bottom[:under]:
            known = (card, None) if card is not None and self.viewer.sees_all else (*sorted(unseen), None)
            parts.append(Several(known, 1, 1))
        if count > deck.size:
            parts.append(_cards(Counter(deck.discard), count - deck.size))
        return Outcome(parts[0] if len(parts) == 1 else Joined(tuple(parts)))

    def uncovered(self, kind: str) -> Outcome:
        """The tile that may come to light in a stack."""
        if self.viewer is None:
            return Outcome(Choice(()))
        return Outcome(Choice(tuple(sorted(unseen_tiles(self.state, kind)))))

    def tops(self, kind: str) -> Outcome:
        """The three visible tiles at the start."""
        box = self.state.box.box
        tiles = all_tiles(box.farm_tiles if kind == "farm" else box.upgrade_tiles)
        return Outcome(Several(tuple(sorted(tiles.elements())), STACKS, STACKS, ordered=True))


def _cards(pool: Counter[str], count: int) -> Several:
    return Several((*sorted(pool.elements()), *(None,) * count), count, count, ordered=True)
