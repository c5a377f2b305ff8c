"""Asked outcomes: what the table must roll or draw next, for an action whose outcomes it declares."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import Any

from domain.kernel.chance import Undeclared
from domain.kernel.entries import codec_of
from domain.kernel.game import Game
from domain.kernel.messages import Json, Viewer
from domain.kernel.offers import Depends, Domain, Each, Open, Optional, Outcome, admits

UNLISTED = Open("what the table saw")


def asked_outcome(
    game: Game[Any], state: Any, action: Mapping[str, Json], missing: Undeclared, viewer: Viewer
) -> Domain:
    """The values of the outcome that the rules missed, as far as the viewer can tell.

    They say so themselves; where what they know is hidden, the offer of the action does.
    """
    if missing.asks is not None:
        return missing.asks(viewer)
    actor = game.actor(codec_of(game).action(action))
    path = (missing.field or "").split("/")
    for offer in game.offers(state, actor, viewer):
        others = {name: of for name, of in offer.parameters.items() if name != path[0]}
        if offer.type == action["type"] and all(admits(of, action.get(name)) for name, of in others.items()):
            listed = _at(offer.parameters.get(path[0]), path[1:])
            if listed is not None:
                return listed
    return UNLISTED


def _at(domain: Domain | None, path: Sequence[str]) -> Domain | None:
    """What stands at the path in a domain, without the marks that it may be left out."""
    while isinstance(domain, Optional | Outcome):
        domain = domain.of
    if not path:
        return None if isinstance(domain, Depends) else domain
    return _at(domain.keys.get(path[0]), path[1:]) if isinstance(domain, Each) else None
