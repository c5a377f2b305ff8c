"""The view of the table, of an action or of a fact, built from what is open to the viewer."""

from __future__ import annotations

from typing import Any

from msgspec import to_builtins

from domain.games.first_light.components.document import CLANS
from domain.games.first_light.reading import ability
from domain.games.first_light.scoring import ai_breakdown, breakdown, shows_all
from domain.games.first_light.state import AI, ROWS, Base, State
from domain.kernel import Json, Viewer

HIDDEN = "hidden"


def view(state: State, viewer: Viewer) -> Json:
    """The table as the viewer sees it; what is invented in the component set is labelled."""
    layout, document = state.box, state.box.box.document
    return {
        "phase": state.phase,
        "round": state.round,
        "start_player": state.start_player,
        "active": state.to_act,
        "pending": to_builtins(state.pending),
        "done": list(state.done),
        "config": {
            "humans": len(state.seats),
            "table_size": layout.table_size,
            "planet_side": layout.planet_side,
            "clan_sides": dict(layout.clan_sides),
            "character_mode": "open_choice" if state.open_choice else "deal",
            "resources": "public" if state.resources_public else "private",
            "ai_opponent": state.ai.opponent if state.ai is not None else None,
        },
        "component_set": {
            "name": document.name,
            "variant": document.variant,
            "invented": list(document.invented),
        },
        "event": _event(state),
        "events": list(state.events),
        "item_deck": state.deck.size,
        "item_deck_bottom": len(state.deck.bottom),
        "item_discard": list(state.deck.discard),
        "seats": {seat: _seat(state, seat, viewer) for seat in state.seats},
        "planet": {
            "tokens": dict(state.tokens),
            "caches": {space: state.caches.get(space, HIDDEN) for space in layout.caches},
        },
        "negotiation": _negotiation(state),
        "depository": _depository(state),
        "headquarters": [to_builtins(die) for die in state.headquarters],
        "locations": {
            location: [to_builtins(spot) for spot in spots] for location, spots in state.locations.items()
        },
        "farm_stacks": [to_builtins(stack) for stack in state.farm_stacks],
        "upgrade_stacks": [to_builtins(stack) for stack in state.upgrade_stacks],
        "removed_tiles": {"farm": list(state.removed_farms), "upgrade": list(state.removed_upgrades)},
        "ai": _ai(state),
        "result": _result(state),
    }


def _event(state: State) -> Json:
    if state.event is None:
        return None
    card = state.box.box.events[state.event]
    return {
        "id": card.id,
        "timing": card.timing,
        "effect": to_builtins(card.effect),
        "manual": _manual(card.effect),
    }


def _manual(effect: Any) -> bool:
    return bool(effect.kind == "manual")


def _seat(state: State, seat: str, viewer: Viewer) -> Json:
    base = state.seats[seat]
    seen: dict[str, Json] = {
        "color": base.color,
        "character": None,
        "character_chosen": base.character is not None,
        "hand_size": len(base.hand),
        "packet_size": len(base.packet),
        "acquired": [to_builtins(item) for item in base.acquired],
        "resources": None,
        "dice_supply": base.dice_supply,
        "reserve": base.reserve,
        "rolled": len(base.rolled),
        "has_rolled": base.has_rolled,
        "ready": base.ready,
        "garages": list(base.garages),
        "upgrades": list(base.upgrades),
        "farms": list(base.farms),
        "farm_tiles": list(base.farm_tiles),
        "cantina": base.cantina,
        "harvester": base.harvester,
    }
    own = viewer.knows(seat)
    if own or state.characters_open or state.open_choice:
        seen["character"] = base.character
        seen["manual"] = _manual(ability(state, seat))
    if own or state.resources_public:
        seen["resources"] = dict(base.resources)
    if own:
        seen |= _secrets(base)
    return seen


def _secrets(base: Base) -> dict[str, Json]:
    return {
        "dealt_characters": list(base.dealt),
        "hand": list(base.hand),
        "packet": list(base.packet),
        "dice": list(base.rolled),
        "plan": {
            "garages": list(base.plan_garages),
            "farms": dict(base.plan_farms),
        },
    }


def _negotiation(state: State) -> Json:
    return {
        "cells": {
            clan: [
                {"cost": dict(cell.cost), "points": cell.points, "die": to_builtins(spot)}
                for cell, spot in zip(state.box.cells[clan], state.cells[clan], strict=True)
            ]
            for clan in CLANS
        },
        "abilities": {clan: to_builtins(state.box.abilities[clan]) for clan in CLANS},
        "conditions": [to_builtins(condition) for condition in state.box.conditions],
        "left_values": list(state.left_values),
        "left_conditions": list(state.left_conditions),
        "free_rewards": list(state.free_rewards),
        "free_punishments": list(state.free_punishments),
    }


def _depository(state: State) -> Json:
    return {
        str(column): dict(zip(ROWS, owners, strict=True)) for column, owners in state.depository.items()
    } | {"closed": state.box.closed_column}


def _ai(state: State) -> Json:
    ai = state.ai
    if ai is None:
        return None
    return {
        "opponent": ai.opponent,
        "board_dice": ai.board_dice,
        "dice_supply": ai.dice_supply,
        "gems": ai.gems,
        "unlocked": ai.unlocked,
        "harvester": ai.harvester,
        "schemes": {
            "pile": len(state.box.box.schemes) - len(ai.revealed) - len(ai.discarded),
            "revealed": list(ai.revealed),
            "discard": list(ai.discarded),
        },
        "schemes_left": ai.schemes_left,
    }


def _result(state: State) -> Json:
    """The scores so far by what lies open; at the end in full."""
    openly = not shows_all(state)
    scores: dict[str, Json] = {}
    for seat in state.seats:
        score = breakdown(state, seat, openly=openly)
        scores[seat] = to_builtins(score) | {"total": score.total, "partial": openly}
    if state.ai is not None:
        scores[AI] = to_builtins(ai_breakdown(state)) | {"total": ai_breakdown(state).total}
    return {"scores": scores, "winners": list(state.winners), "decided_by": state.decided_by}
