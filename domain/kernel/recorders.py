"""Recorders: whose own phones may record what, as the rules and the table have it."""

from __future__ import annotations

from collections.abc import Collection, Mapping, Sequence
from random import Random
from typing import Any

from domain.kernel.game import Game
from domain.kernel.messages import Json, Viewer
from domain.kernel.offers import Depends, Offer, Outcome, is_open, sample


def recorders_of(
    game: Game[Any], state: Any, action: Mapping[str, Json], actor: str | None
) -> Collection[str]:
    """The seats whose own phones may record the action: where the game states nothing, its actor's."""
    if game.recorders is not None and (stated := game.recorders(state, action)) is not None:
        return stated
    return () if actor is None else (actor,)


def offers_to_seat(
    game: Game[Any], state: Any, seats: Sequence[str], seat: str, viewer: Viewer
) -> list[Offer]:
    """What this seat's own phone may record now."""
    if game.recorders is None:
        return list(game.offers(state, seat, viewer))
    return [
        offer
        for actor in (None, *seats)
        for offer in game.offers(state, actor, viewer)
        if seat in recorders_of(game, state, _begun(offer), offer.seat or actor)
    ]


def _begun(offer: Offer) -> dict[str, Json]:
    """An action of the offer without what chance decides and what is not listed."""
    chosen = {
        name: sample(of, Random(0), declare=False)
        for name, of in offer.parameters.items()
        if not is_open(of) and not isinstance(of, Depends | Outcome)
    }
    seat = {} if offer.seat is None else {"seat": offer.seat}
    return {
        "type": offer.type,
        **seat,
        **{name: value for name, value in chosen.items() if value is not None},
    }
