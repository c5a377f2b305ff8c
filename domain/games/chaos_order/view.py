"""The view of one seat, or of the public (CO-410, CO-508, CO-R36, CO-R38)."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

import msgspec

from domain.games.chaos_order.reading import (
    anybody_pending,
    base_strength,
    controlled_by_each,
    controller,
    count_of,
    hand_limit,
    land_of,
    leaders_on_map,
    presence,
    shown_hand_size,
)
from domain.games.chaos_order.rules.combat import totals
from domain.games.chaos_order.scoring import standing
from domain.games.chaos_order.state import Battle, Board, State, Totals
from domain.kernel import Json, Viewer

_JSON = msgspec.to_builtins


def view(state: State, viewer: Viewer) -> Json:
    """The table as the viewer may see it: hands, sealed plans and the deck are hidden."""
    result, held = state.result, controlled_by_each(state)
    return {
        "round": state.round,
        "phase": state.phase if result is None else "finished",
        "setup": state.setup,
        "winners": [] if result is None else list(result.winners),
        "reason": None if result is None else result.reason,
        "flare_gun": state.flare_gun,
        "next_seats": list(state.next_seats),
        "turn": _turn(state),
        "prices": {
            phase: {"token": price.token, "by": price.by, "spot": price.spot}
            for phase, price in state.prices.items()
        },
        "neutral_pairs": [{"pair": pair, "showing": side} for pair, side in state.neutral.items()],
        "deck": state.deck,
        "discard": list(state.discard),
        "production_area": list(state.production_area),
        "loose_tokens": {
            place: {"id": loose.id, "upgraded": loose.upgraded} for place, loose in state.loose.items()
        },
        "harvested": list(state.harvested),
        "relics_out": list(state.relics_out),
        "mountains": list(state.mountains),
        "tiles": dict(state.tiles),
        "bases": dict(state.bases),
        "regions": {place: _region(state, place) for place in state.regions},
        "seats": {seat: _seat(state, seat, viewer, held[seat]) for seat in state.clockwise},
        "battle": _battle(state, viewer),
        "combat_turn": state.combat_turn,
        "manual_effects": state.manual_effects,
        "component_set": state.box.name,
        "standing": _JSON(standing(state)),
    }


def _turn(state: State) -> Json:
    return {
        "stage": state.stage,
        "main": state.main,
        "auxiliary_done": state.auxiliary_done,
        "waiting": anybody_pending(state),
    }


def _region(state: State, place: str) -> Json:
    region = state.regions[place]
    there = sorted(presence(region))
    return {
        "fighters": dict(sorted(region.fighters.items())),
        "leaders": {seat: sorted(names) for seat, names in sorted(region.leaders.items())},
        "foundations": [
            {
                "id": foundation,
                "kind": state.box.foundations[foundation].kind,
                "building": _JSON(region.buildings.get(foundation)),
            }
            for foundation in region.foundations
        ],
        "relic": region.relic,
        "control": controller(region),
        "contested": len(there) > 1,
        "values": {seat: _JSON(base_strength(state, seat, place)) for seat in there},
    }


def _seat(state: State, seat: str, viewer: Viewer, held: Sequence[str]) -> Json:
    board = state.seats[seat]
    on_map = leaders_on_map(state, seat)
    shown: dict[str, Any] = {
        "faction": board.faction,
        "base": board.base,
        "energy": board.energy,
        "gems": board.gems,
        "fame": board.fame,
        "research": dict(board.research),
        "recruitment": list(board.recruitment),
        "base_fighters": board.base_fighters,
        "drop_ship_fighters": board.drop_ship_fighters,
        "aside": board.aside,
        "leaders": {
            leader: {"side": side, "at": on_map.get(leader, "supply")}
            for leader, side in board.leaders.items()
        },
        "attributes": dict(board.attributes),
        "buildings_on_board": dict(board.buildings),
        "board_foundations_left": list(board.board_foundations),
        "relics": list(board.relics),
        "counters": dict(board.counters),
        "tokens": dict(board.tokens),
        "regions_controlled": len(held),
        "land_regions_controlled": land_of(state, held),
        "region_count": count_of(state, seat, held),
        "pending": [_JSON(item) for item in reversed(board.pending)],
        "income": _JSON(board.income),
        "hand_size": shown_hand_size(state, seat),
        "hand_limit": hand_limit(state, seat),
    }
    if viewer.knows(seat):
        shown |= _hand(board)
    return shown


def _hand(board: Board) -> dict[str, Json]:
    return {"hand": dict(sorted(board.hand.items())), "fresh": dict(sorted(board.fresh.items()))}


def _battle(state: State, viewer: Viewer) -> Json:
    """A sealed plan shows that it is committed, and to its own seat what it is.

    values: of the pieces alone while plans are sealed (CO-404), of everything once they are revealed.
    """
    battle = state.battle
    if battle is None:
        return None
    return {
        "region": battle.region,
        "selector": battle.selector,
        "opponent": battle.opponent,
        "step": battle.step,
        "committed": [side for side in battle.sides if side in battle.plans],
        "plans": {
            side: _JSON(plan)
            for side, plan in sorted(battle.plans.items())
            if battle.revealed or viewer.knows(side)
        },
        "dice": dict(sorted(battle.dice.items())),
        "values": {side: _JSON(_values(state, battle, side)) for side in battle.sides},
        "bonus": _JSON(dict(sorted(battle.bonus.items()))),
        "victor": battle.victor,
        "retreats": battle.retreats,
    }


def _values(state: State, battle: Battle, side: str) -> Totals:
    """CO-404, CO-430, CO-440."""
    revealed = battle.revealed and side in battle.plans
    return totals(state, side) if revealed else base_strength(state, side, battle.region)
