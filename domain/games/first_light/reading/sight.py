"""What a viewer cannot rule out of hidden outcomes: the candidates that offers name."""

from __future__ import annotations

from collections import Counter
from collections.abc import Sequence
from itertools import groupby

from domain.games.first_light.components.box import all_tiles
from domain.games.first_light.reading.unseen import unseen_items, unseen_tiles
from domain.games.first_light.state import STACKS, State
from domain.kernel import Choice, Depends, Joined, Outcome, Several, Viewer
from domain.kernel.offers import Domain


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

    def knows(self, seat: str) -> bool:
        """Whether the viewer knows what this seat knows."""
        return self.viewer is not None and self.viewer.knows(seat)

    def names_of_pile(self) -> tuple[str, ...]:
        """The Items that may be drawn, sooner or later."""
        deck = self.state.deck
        sees = self.viewer is not None and self.viewer.sees_all
        under = {card for card in deck.bottom if card is not None} if sees else set()
        return tuple(sorted({*self.unseen(), *under, *deck.discard}))

    def nameable(self, seat: str) -> set[str]:
        """FL-718: what an unseen card of this seat's hand can turn out to be."""
        return set(self.unseen())

    def drawing(self, number: int) -> dict[str, Domain]:
        """The parameter of an action that draws this many Items, as far as there are any (FL-120)."""
        count = min(number, self.state.deck.size + len(self.state.deck.discard))
        return {"drawn": self.drawn(count)} if count else {}

    def drawn(self, count: int) -> Outcome:
        """Items drawn in order. Where the pile runs out on the way, what comes hangs on what came before."""
        if self.viewer is None:
            return Outcome(Depends())
        coming = self._coming(count)
        gaps = any(card is None for card in coming[_first_known(coming) :])
        if gaps or 0 < len(coming) < count:
            return Outcome(Depends())
        return Outcome(self.cards_drawn(count))

    def cards_drawn(self, count: int) -> Domain:
        """The lists of Items that may come: out of the pile, its known bottom, then the discards (FL-120)."""
        coming, unseen = self._coming(count), self.unseen()
        parts: list[Several] = []
        for card, run in groupby(coming):
            alike = len(tuple(run))
            parts += [_cards(unseen, alike)] if card is None else [Several((card, None), 1, 1)] * alike
        if count > len(coming):
            parts.append(_cards(unseen + Counter(self.state.deck.discard), count - len(coming)))
        return parts[0] if len(parts) == 1 else Joined(tuple(parts))

    def _coming(self, count: int) -> tuple[str | None, ...]:
        """The next cards of the pile, as far as the viewer knows them (FL-117)."""
        deck = self.state.deck
        sees = self.viewer is not None and self.viewer.sees_all
        under = deck.bottom if sees else (None,) * len(deck.bottom)
        return ((None,) * (deck.size - len(under)) + under)[:count]

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


def _first_known(cards: Sequence[str | None]) -> int:
    return next((place for place, card in enumerate(cards) if card is not None), len(cards))


def _cards(pool: Counter[str], count: int) -> Several:
    return Several((*sorted(pool.elements()), *(None,) * count), count, count, ordered=True)
