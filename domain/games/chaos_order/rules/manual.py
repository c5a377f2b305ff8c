"""Manual effects, CO-588: the table says what happened, in a closed set of adjustments."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from typing import Any

from domain.games.chaos_order import actions, facts
from domain.games.chaos_order.components.box import ACTION_PHASES, BUILDING_TYPES, Effect
from domain.games.chaos_order.invariants import invariants
from domain.games.chaos_order.reading import leaders_on_map
from domain.games.chaos_order.rules import gate
from domain.games.chaos_order.rules.building import place_of_foundation
from domain.games.chaos_order.rules.cards import may_play_now, named_card, usable_abilities
from domain.games.chaos_order.rules.effects import Draws, awaited, settle, take
from domain.games.chaos_order.state import State
from domain.kernel import Passage, Rejected, check

CAUSE = "manual"
AMOUNTS = ("energy", "gems", "fame")
COMBAT = ("strength", "attack", "shields")
LARGEST = 999


def apply_manual_effect(state: State, action: actions.ApplyManualEffect, draws: Draws) -> Passage[State]:
    """CO-588. The invariants must hold afterwards."""
    seat = action.seat
    gate.not_ended(state)
    gate.seated(state, seat)
    pending = state.seats[seat].pending
    due = bool(pending) and pending[-1].effect == Effect("manual", name=action.text_id)
    if not due:
        gate.may_go_on(state, seat)
        check(
            not pending or all(item.effect.name != action.text_id for item in pending),
            "CO-722",
            "Resolve another effect first.",
        )
        check(
            _is_any_time(state, seat, action.text_id),
            "CO-588",
            "No such manual effect is pending.",
            "text_id",
        )
    state = yield facts.ManualEffectApplied(seat, action.text_id)
    for number, adjustment in enumerate(action.adjustments):
        state = yield from _adjust(state, adjustment, f"adjustments/{number}", draws)
    faults = invariants(state)
    check(not faults, "CO-588", "These changes are not possible: " + "; ".join(faults), "adjustments")
    if state.result is not None:
        return state
    if due:
        return (yield from take(state, seat, 1, draws))
    return (yield from settle(state, seat, draws))


def _is_any_time(state: State, seat: str, text: str) -> bool:
    if may_play_now(state, seat) is None:
        return False
    abilities = state.faction(seat).abilities
    return any(
        effect == Effect("manual", name=text)
        for ability in usable_abilities(state, seat)
        for effect in abilities[ability].ability.effects
    )


def _fail(field: str, message: str) -> Rejected:
    return Rejected("CO-588", message, field)


def _number(value: Any, field: str, least: int = -LARGEST) -> int:
    if isinstance(value, bool) or not isinstance(value, int) or not least <= value <= LARGEST:
        raise _fail(field, "Must be a number.")
    return value


def _adjust(state: State, adjustment: Mapping[str, Any], field: str, draws: Draws) -> Passage[State]:
    seat = adjustment.get("seat")
    if not isinstance(seat, str) or seat not in state.seats:
        raise _fail(f"{field}/seat", "Unknown seat.")
    keys = sorted(set(adjustment) - {"seat"})
    if keys == ["leader", "to"]:
        return (yield from _leader(state, seat, adjustment["leader"], adjustment["to"], field))
    if len(keys) != 1:
        raise _fail(field, "Change one thing at a time.")
    key, value = keys[0], adjustment[keys[0]]
    counters = state.seats[seat].counters
    adjuster = _ADJUSTERS.get(key) or (_counter if key in counters else None)
    if adjuster is None:
        raise _fail(f"{field}/{key}", "This cannot be changed.")
    return (yield from adjuster(state, seat, key, value, f"{field}/{key}", draws))


def _amount(state: State, seat: str, key: str, value: Any, field: str, draws: Draws) -> Passage[State]:
    delta = _number(value, field)
    board = state.seats[seat]
    if getattr(board, key) + delta < 0:
        raise _fail(field, "Amounts cannot go below 0.")
    if key == "energy":
        return (yield facts.EnergyChanged(seat, delta, CAUSE))
    if key == "gems":
        return (yield facts.GemsChanged(seat, delta, CAUSE))
    if delta > 0:
        return (yield from settle(state, seat, draws, awaited((Effect("gain_fame", delta),), CAUSE)))
    return (yield facts.FameMoved(seat, board.fame + delta, CAUSE))


def _counter(state: State, seat: str, key: str, value: Any, field: str, draws: Draws) -> Passage[State]:
    bounds, to = state.faction(seat).counters[key], state.seats[seat].counters[key] + _number(value, field)
    if to < bounds.least or (bounds.most is not None and to > bounds.most):
        raise _fail(field, "The counter does not go that far.")
    return (yield facts.CounterSet(seat, key, to))


def _draw(state: State, seat: str, key: str, value: Any, field: str, draws: Draws) -> Passage[State]:
    effect = Effect("draw_tactics", _number(value, field, 0))
    return (yield from settle(state, seat, draws, awaited((effect,), CAUSE)))


def _discard(state: State, seat: str, key: str, value: Any, field: str, draws: Draws) -> Passage[State]:
    if not isinstance(value, list | tuple):
        raise _fail(field, "Must be a list of cards.")
    draws.chance.asks_of(seat)
    for card in value:
        if not isinstance(card, str):
            raise _fail(field, "Name a card by its id.")
        named = named_card(state, seat, card, draws.chance)
        state = yield facts.CardDiscarded(seat, card, named)
    return state


def _fighters(state: State, seat: str, key: str, value: Any, field: str, draws: Draws) -> Passage[State]:
    if not isinstance(value, Mapping) or set(value) != {"from", "to", "n"}:
        raise _fail(field, "Give `from`, `to` and `n`.")
    board, number = state.seats[seat], _number(value["n"], f"{field}/n", 1)
    stock: dict[Any, int] = {
        "base": board.base_fighters,
        "drop_ship": board.drop_ship_fighters,
        **{at + 1: fighters for at, fighters in enumerate(board.recruitment)},
        **{place: region.fighters.get(seat, 0) for place, region in state.regions.items()},
    }
    for end in ("from", "to"):
        spot = value[end]
        if isinstance(spot, bool) or not isinstance(spot, str | int) or spot not in stock:
            raise _fail(f"{field}/{end}", "Fighters cannot be there.")
    if stock[value["from"]] < number:
        raise _fail(f"{field}/n", "There are not that many fighters there.")
    return (yield facts.UnitsMoved(seat, value["from"], value["to"], number, (), CAUSE))


def _leader(state: State, seat: str, leader: Any, to: Any, field: str) -> Passage[State]:
    if not isinstance(leader, str) or leader not in state.seats[seat].leaders:
        raise _fail(f"{field}/leader", "You have no such leader.")
    if not isinstance(to, str) or (to not in ("supply", "base") and to not in state.regions):
        raise _fail(f"{field}/to", "A leader cannot be there.")
    at = leaders_on_map(state, seat).get(leader, "supply")
    return state if at == to else (yield facts.UnitsMoved(seat, at, to, 0, (leader,), CAUSE))


def _building(state: State, seat: str, key: str, value: Any, field: str, draws: Draws) -> Passage[State]:
    """`to`: an empty foundation to build on, or the foundation of an own building that goes to its board."""
    if not isinstance(value, Mapping) or set(value) != {"type", "to"}:
        raise _fail(field, "Give `type` and `to`.")
    kind, to = value["type"], value["to"]
    if kind not in BUILDING_TYPES or not isinstance(to, str):
        raise _fail(field, "Give a building type and a foundation.")
    place = place_of_foundation(state, to)
    if place is None:
        raise _fail(f"{field}/to", "This foundation is not on the map.")
    built = state.regions[place].buildings.get(to)
    if built is not None and (built.seat, built.type) == (seat, kind):
        return (yield facts.BuildingRazed(seat, kind, to, place))
    if built is not None or state.seats[seat].buildings[kind] < 1:
        raise _fail(f"{field}/to", "You cannot put a building of this type there.")
    return (yield facts.BuildingConstructed(seat, kind, to, place))


def _research(state: State, seat: str, key: str, value: Any, field: str, draws: Draws) -> Passage[State]:
    if value not in ACTION_PHASES:
        raise _fail(field, "Unknown track.")
    column = state.seats[seat].research[value]
    if column >= len(state.box.tracks[value]):
        raise _fail(field, "The marker is already in the last column.")
    return (yield facts.ResearchAdvanced(seat, value, column + 1))


def _combat(state: State, seat: str, key: str, value: Any, field: str, draws: Draws) -> Passage[State]:
    if state.battle is None or seat not in state.battle.sides:
        raise _fail(field, "You are not in a battle.")
    delta = {name: _number(value, field) if name == key else 0 for name in COMBAT}
    return (yield facts.CombatBonusGained(seat, **delta))


_ADJUSTERS: Mapping[str, Callable[[State, str, str, Any, str, Draws], Passage[State]]] = {
    **dict.fromkeys(AMOUNTS, _amount),
    **dict.fromkeys(COMBAT, _combat),
    "draw_tactics": _draw,
    "discard_tactics": _discard,
    "fighters": _fighters,
    "building": _building,
    "research": _research,
}
