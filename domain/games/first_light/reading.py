"""Read-only queries on the table: a seat's character and dice, unseen cards (FL-115, FL-718).

It also lists which hidden outcomes a viewer cannot rule out: the candidates that offers name.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Sequence
from itertools import groupby

from domain.games.first_light.actions import Cards
from domain.games.first_light.components.box import all_tiles
from domain.games.first_light.components.document import Effect
from domain.games.first_light.state import DICE_LIMIT, FIRST_TILE_SLOT, STACKS, Base, State
from domain.kernel import Choice, Depends, Joined, Outcome, Several, Viewer
from domain.kernel.offers import Domain

# Looks at one seat: what its character does, and its dice.

NO_EFFECT = Effect[str]("none")


def ability(state: State, seat: str) -> Effect[str]:
    """The effect of the seat's character."""
    character = state.seats[seat].character
    return state.box.box.characters[character].effect if character is not None else NO_EFFECT


def dice_limit(state: State, seat: str) -> int:
    """FL-213, FL-546: the most dice in reserve and at the Headquarters in the Plan phase."""
    effect = ability(state, seat)
    return effect.limit if effect.kind == "dice_limit" else DICE_LIMIT


def held(state: State, seat: str) -> int:
    """How many dice of this seat stand at the Headquarters."""
    return sum(die is not None and die.owner == seat for die in state.headquarters)


def tiles_of(base: Base, kind: str) -> tuple[str, ...]:
    """The seat's own Farm or Upgrade Tiles, left to right."""
    return base.farm_tiles if kind == "farm" else base.upgrades


def tile_slots(base: Base, kind: str) -> tuple[int, ...]:
    """The slot numbers that hold a tile of this kind."""
    first = FIRST_TILE_SLOT[kind]
    return tuple(range(first, first + len(tiles_of(base, kind))))


# What nobody has seen lying or held: Items and tiles that may still come (FL-115, FL-718).


def unseen_items(state: State) -> Counter[str]:
    """The Items that are nowhere known: in the draw pile, or unseen in a hand."""
    unseen = Counter(state.box.box.item_counts)
    for base in state.seats.values():
        for card in (*base.hand, *base.packet):
            if card is not None:
                unseen[card] -= 1
        for acquired in base.acquired:
            unseen[acquired.item] -= 1
    for card in (*state.deck.discard, *state.deck.bottom):
        if card is not None:
            unseen[card] -= 1
    return +unseen


def nameable(state: State, cards: Cards, item: str) -> bool:
    """FL-718: whether an unseen card among `cards` can turn out to be `item`."""
    return None in cards and unseen_items(state)[item] > 0


def unseen_tiles(state: State, kind: str) -> Counter[str]:
    """FL-124: the tiles of which nobody knows where in the stacks they lie."""
    box = state.box.box
    unseen = Counter(box.farm_counts if kind == "farm" else box.upgrade_counts)
    for stack in state.stacks(kind):
        if stack.top is not None:
            unseen[stack.top] -= 1
    for base in state.seats.values():
        for tile in tiles_of(base, kind):
            unseen[tile] -= 1
    for tile in state.removed_farms if kind == "farm" else state.removed_upgrades:
        unseen[tile] -= 1
    return +unseen


# The hidden outcomes that a viewer cannot rule out: the candidates that offers name.


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
