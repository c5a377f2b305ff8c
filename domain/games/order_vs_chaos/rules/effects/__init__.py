"""What each primitive of OC-520 does, and when it cannot be carried out."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from typing import Any

from domain.games.order_vs_chaos.components import effects
from domain.games.order_vs_chaos.rules.effects.decks import (
    display_discard,
    display_refill,
    event_draw,
    item_discard,
    item_take,
)
from domain.games.order_vs_chaos.rules.effects.figures import (
    cancel_healing,
    chits,
    doom,
    end_battle,
    health,
    special_tokens,
    stamina,
    track,
    xp,
)
from domain.games.order_vs_chaos.rules.effects.map import (
    hero_move,
    monster_discard,
    monster_move,
    monster_place,
    open_card,
    pass_enemies,
    remove_card,
    swap_cards,
    token_discard,
    token_gain,
    token_place,
)
from domain.games.order_vs_chaos.state import MOST_DOOM, State
from domain.kernel import Chance, Passage, check

Carry = Callable[[State, Any, Chance, str | None, str, str], Passage[State]]
"""(state, effect, chance, acting seat, source, path of the effect) → the story of the effect."""


def apply(
    state: State, listed: tuple[effects.Effect, ...], chance: Chance, seat: str | None, source: str
) -> Passage[State]:
    """The effects in order; the rest is dropped once Chaos doom is 13 (OC-604)."""
    for index, effect in enumerate(listed):
        if state.phase == "turn" and state.chaos >= MOST_DOOM:
            return state
        name = effects.name_of(effect)
        path = f"effects/{index}"
        final = state.phase == "final" and name in effects.MAP_PRIMITIVES
        check(not final, "OC-621", "What changes the map has no place in the final battle.", path)
        state = yield from PRIMITIVES[name](state, effect, chance, seat, source, f"{path}/")
    return state


def note(
    state: State, effect: effects.Note, chance: Chance, seat: str | None, source: str, path: str
) -> Passage[State]:
    yield from ()
    return state


PRIMITIVES: Mapping[str, Carry] = {
    "doom": doom,
    "health": health,
    "stamina": stamina,
    "xp": xp,
    "chits": chits,
    "track": track,
    "token_place": token_place,
    "token_discard": token_discard,
    "token_gain": token_gain,
    "special_tokens": special_tokens,
    "monster_place": monster_place,
    "monster_move": monster_move,
    "monster_discard": monster_discard,
    "hero_move": hero_move,
    "pass_enemies": pass_enemies,
    "swap_cards": swap_cards,
    "open": open_card,
    "remove_card": remove_card,
    "item_take": item_take,
    "item_discard": item_discard,
    "display_discard": display_discard,
    "display_refill": display_refill,
    "event_draw": event_draw,
    "cancel_healing": cancel_healing,
    "end_battle": end_battle,
    "note": note,
}
