"""Whose own phones may record what the table does: any seat that names nothing hidden of others."""

from __future__ import annotations

from collections.abc import Collection, Mapping

from domain.games.first_light.components.document import RESOURCES
from domain.games.first_light.state import State
from domain.kernel import Json

OPEN = frozenset({"reveal_stacks", "set_start_player", "reveal_event", "reveal_scheme", "reveal_gem_caches"})
"""The steps that everybody sees (FL-124, FL-121, FL-210, FL-410, FL-601), and nobody chooses (FL-416)."""


def recorders(state: State, action: Mapping[str, Json]) -> Collection[str] | None:
    """The seats whose phones may record it; None: its actor's alone, and of the table's steps nobody's.

    Any seat may have face-down cards drawn; to declare them, it must name no card of another seat
    (FL-114, FL-116, FL-718). Changes that an Event or a character makes by hand are open except for Items
    (FL-R47); the seat that placed the die carries out a clan's ability (FL-351).
    """
    match action["type"]:
        case kind if kind in OPEN:
            return tuple(state.seats)
        case "deal_characters":
            return tuple(state.seats) if action.get("characters") is None else None
        case "deal_items":
            hands = action.get("hands") or {}
            return [seat for seat in state.seats if all(map(_is_unseen, _others(hands, seat)))]
        case "apply_effect":
            changes = action.get("changes") or {}
            acting = state.seats if state.pending is None else (state.pending.seat,)
            return [seat for seat in acting if not any(_tells(state, one) for one in _others(changes, seat))]
        case _:
            return None


def _others(by_seat: Mapping[str, Json], seat: str) -> list[Json]:
    return [of for other, of in by_seat.items() if other != seat]


def _is_unseen(cards: Json) -> bool:
    return all(card is None for card in cards)


def _tells(state: State, changes: Mapping[str, Json]) -> bool:
    """Whether the changes name a card of a seat, or a loss whose refusal would tell what the seat has."""
    loses = not state.resources_public and any(changes.get(name, 0) < 0 for name in RESOURCES)
    return loses or bool(changes.get("discard")) or not _is_unseen(changes.get("items") or ())
