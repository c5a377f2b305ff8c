"""The final table of a recorded game, in the members that the library's expected files list."""

from __future__ import annotations

from typing import Any

from domain.games.first_light.scoring import ai_breakdown, breakdown, places, tie_break
from domain.games.first_light.state import AI, ROWS, TILE_SLOTS, State


def final_table(state: State, actions: int) -> dict[str, Any]:
    """Everything that an expected file holds, taken from the state alone."""
    return {
        "actions": actions,
        "rounds": state.round,
        "table_size": state.box.table_size,
        "winners": list(state.winners),
        "scores": scores(state),
        "tie_break": {
            owner: dict(zip(("dice", "resources"), tie_break(state, owner), strict=True))
            for owner in places(state)
        },
        "seats": {seat: seat_of(state, seat) for seat in state.seats},
        "negotiation": {
            "cells": {
                clan: [spot and {"owner": spot.owner, "value": spot.value} for spot in cells]
                for clan, cells in state.cells.items()
            },
            "left_values": list(state.left_values),
            "left_conditions": list(state.left_conditions),
            "free_rewards": list(state.free_rewards),
            "free_punishments": list(state.free_punishments),
        },
        "depository": {
            str(column): dict(zip(ROWS, owners, strict=True)) for column, owners in state.depository.items()
        },
        "headquarters": [
            die and {"owner": die.owner, "value": die.value, "round_placed": die.round_placed}
            for die in state.headquarters
        ],
        "planet_tokens": state.tokens,
        "item_pile": state.deck.size,
        "item_discard": list(state.deck.discard),
        "farm_stacks": [{"top": stack.top, "size": stack.size} for stack in state.farm_stacks],
        "upgrade_stacks": [{"top": stack.top, "size": stack.size} for stack in state.upgrade_stacks],
        "removed_tiles": {"farm": sorted(state.removed_farms), "upgrade": sorted(state.removed_upgrades)},
        "start_player": state.start_player,
        **({"ai": rival_of(state)} if state.ai is not None else {}),
    }


def scores(state: State) -> dict[str, Any]:
    table: dict[str, Any] = {}
    for seat in state.seats:
        score = breakdown(state, seat)
        table[seat] = {
            "negotiation": score.negotiation,
            "items_printed": score.items_printed,
            "items_bonus": score.items_bonus,
            "harvester": score.harvester,
            "garages": score.garages,
            "farms": score.farms,
            "gems": score.gems,
            "total": score.total,
        }
    if state.ai is not None:
        rival = ai_breakdown(state)
        table[AI] = {**rival.parts, "total": rival.total}
    return table


def seat_of(state: State, seat: str) -> dict[str, Any]:
    base = state.seats[seat]
    return {
        "character": base.character,
        **base.resources,
        "dice_supply": base.dice_supply,
        "reserve": base.reserve,
        "hand": sorted(base.hand, key=lambda card: (card is None, card)),
        "acquired": [item.item for item in base.acquired],
        "upgrades": [*base.upgrades, *[None] * (TILE_SLOTS["upgrade"] - len(base.upgrades))],
        "farm_tiles": [*base.farm_tiles, *[None] * (TILE_SLOTS["farm"] - len(base.farm_tiles))],
        "harvester": base.harvester,
    }


def rival_of(state: State) -> dict[str, Any] | None:
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
        "scheme_pile": len(state.box.box.schemes) - len(ai.revealed) - len(ai.discarded),
        "scheme_discard": len(ai.discarded),
    }
