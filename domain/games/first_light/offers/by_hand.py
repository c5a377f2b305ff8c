"""What a text did that the component set leaves to the table: all that it can change. FL-R37, FL-R47."""

from __future__ import annotations

from collections.abc import Iterator

from domain.games.first_light.components.document import RESOURCES
from domain.games.first_light.reading.sight import Sight
from domain.games.first_light.rules.gains import drawable
from domain.games.first_light.rules.manual import manual_effects
from domain.games.first_light.state import State
from domain.kernel import Choice, Each, Listed, Offer, Open, Optional, Range, Several, Written
from domain.kernel.offers import Domain

MOST = 30
"""Of a resource, at once: no text gives or takes so much."""
LONGEST_ID = 100


def effects_by_hand(state: State, sight: Sight) -> Iterator[Offer]:
    """The manual effects whose moment is now, with the changes that the table can make."""
    effects = manual_effects(state)
    if effects:
        changes = Each({seat: Optional(_changes(state, seat, sight)) for seat in state.seats})
        asked = Open("what the text changed for each seat: amounts gained, or lost below 0", changes)
        yield Offer("apply_effect", None, {"effect": Choice(effects), "changes": asked})


def _changes(state: State, seat: str, sight: Sight) -> Domain:
    """FL-122: nobody has fewer than none, and dice are limited. What is hidden bounds nothing."""
    base = state.seats[seat]
    counted = state.resources_public or sight.knows(seat)
    amounts: dict[str, Domain] = {
        name: Optional(Range(-base.resources[name] if counted else -MOST, MOST)) for name in RESOURCES
    }
    amounts["dice"] = Optional(Range(-base.reserve, base.dice_supply))
    most = drawable(state, len(state.box.box.item_counts))
    return Each(
        {
            **amounts,
            "items": Optional(Listed((Choice((*sight.names_of_pile(), None)),), 0, most)),
            "discard": Optional(_discards(state, seat, sight)),
            "move_to": Optional(Choice(tuple(state.box.spaces))),
        }
    )


def _discards(state: State, seat: str, sight: Sight) -> Domain:
    """Cards of the hand; one that was not seen is named first, or by its id (FL-718)."""
    hand = state.seats[seat].hand
    known = tuple(sorted({card for card in hand if card is not None})) if sight.knows(seat) else ()
    if known and None not in hand:
        return Several(tuple(card for card in hand if card is not None), 0, len(hand))
    return Listed((Choice(known), Written(LONGEST_ID)) if known else (Written(LONGEST_ID),), 0, len(hand))
