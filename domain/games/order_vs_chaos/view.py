"""The view of one viewer: OC-801 … OC-805. Secrets are cut here alone.

Face-down and undrawn cards are hidden from everybody (the state does not know them), kept event cards from
Order seats and from spectators.
"""

from __future__ import annotations

from typing import Any

import msgspec

from domain.games.order_vs_chaos.components.document import SEGMENTS, STATS
from domain.games.order_vs_chaos.reading import (
    armor_stat,
    chosen_attacks,
    deck_size,
    equipment_slots,
    kept_cards,
    kept_number,
    knows_chaos,
    unit_health,
    unit_max_health,
    xp_targets,
)
from domain.games.order_vs_chaos.scoring import final_table
from domain.games.order_vs_chaos.state import Battle, Duty, Hero, Place, State, Unit
from domain.kernel import Json, Viewer


def view(state: State, viewer: Viewer) -> Json:
    """The table as the viewer may see it. OC-804."""
    knows_kept = knows_chaos(state, viewer)
    return {
        "phase": state.phase,
        "turn": state.turn,
        "active": state.active,
        "first_player": state.first_player,
        "step": state.step if state.phase == "turn" else None,
        "moves_used": state.moves_used,
        "opened": state.opened,
        "acted": state.acted,
        "fought": state.fought,
        "lost": state.lost,
        "passes": list(state.passes),
        "map": state.map_id,
        "arch_enemy": state.arch_enemy,
        "doom": {"order": state.order, "chaos": state.chaos},
        "invented": list(state.box.document.invented),
        "seats": {seat: _hero(state, hero, knows_kept) for seat, hero in state.seats.items()},
        "locations": {name: _place(place) for name, place in state.places.items()},
        "unopened": len(state.unopened),
        "removed_cards": list(state.removed_cards),
        "display": list(state.display),
        "item_deck": len(state.item_deck),
        "item_discard": list(state.item_discard),
        "event_deck": deck_size(state),
        "event_discard": list(state.event_discard),
        "token_supply": state.token_supply,
        "pending": [*_xp_duties(state), *map(_duty, state.pending)],
        "waiting_battles": [{"location": location, "cause": cause} for location, cause in state.waiting],
        "battle": None if state.battle is None else _battle(state, state.battle),
        "final": None if state.final is None else msgspec.to_builtins(state.final),
        "result": None if state.result is None else msgspec.to_builtins(state.result),
        "totals": msgspec.to_builtins(state.totals),
        "table": final_table(state) if state.phase == "finished" else None,
    }


def _hero(state: State, hero: Hero, knows_kept: bool) -> dict[str, Json]:
    shown: dict[str, Any] = {
        "side": hero.side,
        "hero": hero.hero,
        "location": hero.location,
        "alive": hero.alive,
        "health": hero.health,
        "stamina": hero.stamina,
        "xp": dict(sorted(hero.xp.items())),
        "xp_pending": hero.xp_pending,
        "deaths": hero.deaths,
        "opened": hero.opened,
    }
    if hero.hero is not None:
        stats = {track: state.stat(hero.seat, track) for track in STATS}
        shown |= {"max_health": stats.pop("health"), **stats}
    if hero.side == "order":
        return shown | {
            "weapons": list(hero.weapons),
            "equipment": list(hero.equipment),
            "equipment_slots": equipment_slots(state, hero.seat) if hero.hero is not None else None,
            "slots_unlocked": hero.slots_unlocked,
            "rifts_closed": hero.rifts_closed,
        }
    return shown | {
        "tokens": hero.tokens,
        "kept": kept_cards(hero) if knows_kept else kept_number(hero),
        "monster_type": hero.monster_type,
        "special_tokens": hero.special_tokens,
        "delivered": hero.delivered,
        "shrines_destroyed": hero.shrines_destroyed,
    }


def _place(place: Place) -> dict[str, Json]:
    return {
        "card": place.card,
        "face": place.face,
        "tokens": place.tokens,
        "monsters": list(place.monsters),
    }


def _xp_duties(state: State) -> list[Json]:
    return [
        {"kind": "assign_xp", "seat": seat, "n": hero.xp_pending}
        for seat, hero in state.seats.items()
        if hero.xp_pending and xp_targets(state, seat)
    ]


def _duty(duty: Duty) -> Json:
    """A duty is public: the only card in one is a drawn instant, which is read aloud (OC-803)."""
    shown: Json = msgspec.to_builtins(duty)
    return shown


def _battle(state: State, battle: Battle) -> dict[str, Json]:
    return {
        "location": battle.location,
        "kind": battle.kind,
        "round": battle.round,
        "step": battle.step,
        "substep": battle.substep if battle.step in SEGMENTS else None,
        "units": {name: _unit(state, unit) for name, unit in battle.units.items()},
        "attacks": msgspec.to_builtins(battle.attacks),
        "retreat_queue": list(battle.retreat_queue),
    }


def _unit(state: State, unit: Unit) -> dict[str, Json]:
    return {
        "side": unit.side,
        "seat": unit.seat,
        "type": unit.type,
        "health": unit_health(state, unit),
        "max_health": unit_max_health(state, unit),
        "armor": armor_stat(state, unit),
        "chits": unit.chits,
        "debt": unit.debt,
        "selected": list(chosen_attacks(state, unit)),
        "bonus": unit.bonus,
        "track": unit.track,
    }
