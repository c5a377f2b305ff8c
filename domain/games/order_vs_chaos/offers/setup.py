"""Offers of the setup (OC-103 … OC-114)."""

from __future__ import annotations

from collections.abc import Iterator

from domain.games.order_vs_chaos.offers.domains import choice, refilled
from domain.games.order_vs_chaos.rules.setup import (
    free_heroes,
    free_monsters,
    free_starts,
    is_laid_out,
    next_to_place,
)
from domain.games.order_vs_chaos.state import State
from domain.kernel import Offer, Outcome


def setup_offers(state: State, seat: str | None) -> Iterator[Offer]:
    """What is left of the setup."""
    if seat is None:
        yield from _table(state)
        return
    hero = state.seats[seat]
    if hero.hero is None:
        heroes = choice(free_heroes(state, hero.side))
        yield Offer("choose_hero", seat, {"method": choice(["chosen"]), "hero": heroes})
        yield Offer("choose_hero", seat, {"method": choice(["random"]), "hero": Outcome(heroes)})
    if hero.side == "chaos" and hero.monster_type is None:
        yield Offer("draw_monster_type", seat, {"monster": Outcome(choice(free_monsters(state)))})
    if is_laid_out(state) and next_to_place(state) == seat:
        yield Offer("place_hero", seat, {"location": choice(free_starts(state, hero.side))})


def _table(state: State) -> Iterator[Offer]:
    if state.map_id is None:
        yield Offer("choose_map", None, {"map": choice(list(state.box.maps))})
    if state.arch_enemy is None:
        enemies = choice(list(state.box.arch_enemies))
        yield Offer("set_arch_enemy", None, {"method": choice(["agreed"]), "arch_enemy": enemies})
        yield Offer("set_arch_enemy", None, {"method": choice(["random"]), "arch_enemy": Outcome(enemies)})
    if not state.displayed:
        yield Offer("fill_display", None, {"items": refilled(state)})
    if state.first_player is None:
        yield Offer("choose_first_player", None, {"seat": Outcome(choice(list(state.seats)))})
