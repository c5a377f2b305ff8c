"""Actions as offers name things: where the rules know one thing by several names, offers have one."""

from __future__ import annotations

from collections.abc import Callable, Collection, Mapping
from typing import Any

from domain.kernel import Game, Offer, Outcome
from domain.kernel.offers import Depends
from tests.support.games.chaos_order.naming import without_idle_dice
from tests.support.games.chaosmos.naming import by_own_names
from tests.support.games.order_vs_chaos.naming import without_idle_members

OWN_NAMES: Mapping[str, Callable[[Any, Mapping[str, Any]], dict[str, Any]]] = {
    "chaos_order": without_idle_dice,
    "chaosmos": by_own_names,
    "order_vs_chaos": without_idle_members,
}
"""By game: (state, action) → the action as its offers name it."""


def as_offered(game: Game[Any], state: Any, action: Mapping[str, Any]) -> dict[str, Any]:
    """The action as the game's offers name it."""
    return OWN_NAMES[game.key](state, action) if game.key in OWN_NAMES else dict(action)


def unlisted(offers: Collection[Offer]) -> set[str]:
    """The outcomes that no offer lists, because a dry run asks for them as they come up."""
    return {name for offer in offers for name, of in offer.parameters.items() if of == Outcome(Depends())}
