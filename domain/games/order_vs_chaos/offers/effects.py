"""What the open values of an effect template may be now (OC-520, OC-521)."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Mapping, Sequence
from typing import Any

from domain.games.order_vs_chaos.components.effects import MAP_PRIMITIVES
from domain.games.order_vs_chaos.offers.domains import CASCADE, choice, refilled, unopened
from domain.games.order_vs_chaos.reading.fighters import battle_boxes
from domain.games.order_vs_chaos.reading.heroes import equipment_slots
from domain.games.order_vs_chaos.rules.exploring import may_be_opened
from domain.games.order_vs_chaos.state import State
from domain.kernel import Json, Open, Outcome, Range
from domain.kernel.offers import Domain

UNKNOWN = "?"
OPENED = Outcome(Open("the cards that the swap opens, as `{location, card, cascade}` in their order"))

Keys = dict[str, Domain]
Bound = Callable[[str, Sequence[Json]], list[Json]]


def variants(
    state: State, template: Mapping[str, Any], seat: str | None, frees: str | None
) -> Iterator[Keys]:
    """The objects that fit the template and can be carried out now."""
    op = template["op"]
    if state.phase == "final" and op in MAP_PRIMITIVES:
        return

    def bound(field: str, values: Sequence[Json]) -> list[Json]:
        wanted = template.get(field)
        return [value for value in values if wanted in (UNKNOWN, value)]

    for keys in VARIANTS[op](state, template, bound, frees):
        if all(domain is not None for domain in keys.values()):
            yield {"op": choice([op]), **keys}


def _number(template: Mapping[str, Any], field: str, least: int = -99, most: int = 99) -> Domain:
    wanted = template.get(field)
    return Range(least, most) if wanted == UNKNOWN else choice([wanted])


def _present(state: State, side: str | None = None) -> list[str]:
    """Seats whose heroes an effect can touch: alive, and not waiting for their resurrection."""
    return [
        seat
        for seat, hero in state.seats.items()
        if hero.alive and side in (None, hero.side) and (state.phase != "turn" or hero.location is not None)
    ]


def _units(state: State) -> list[str]:
    return list(state.battle.units) if state.battle is not None else []


def _seats(field: str, *, side: str | None = None) -> Callable[..., Iterator[Keys]]:
    def build(state: State, template: Mapping[str, Any], bound: Bound, frees: str | None) -> Iterator[Keys]:
        seats = bound("seat", _present(state, side))
        if seats:
            yield {"seat": choice(seats), field: _number(template, field, *_LIMITS[field])}

    return build


_LIMITS = {"delta": (-99, 99), "n": (1, 99), "amount": (1, 99)}


def _doom(state: State, template: Mapping[str, Any], bound: Bound, frees: str | None) -> Iterator[Keys]:
    yield {"side": choice(bound("side", ["order", "chaos"])), "delta": _number(template, "delta")}


def _health(state: State, template: Mapping[str, Any], bound: Bound, frees: str | None) -> Iterator[Keys]:
    field = "unit" if "unit" in template else "seat"
    names = bound(field, _units(state) if field == "unit" else _present(state))
    if names:
        yield {field: choice(names), "delta": _number(template, "delta")}


def _xp(state: State, template: Mapping[str, Any], bound: Bound, frees: str | None) -> Iterator[Keys]:
    field = "side" if "side" in template else "seat"
    names = bound(field, ["order", "chaos"] if field == "side" else _present(state))
    if names:
        yield {field: choice(names), "amount": _number(template, "amount", 1)}


def _of_units(state: State, template: Mapping[str, Any], bound: Bound, frees: str | None) -> Iterator[Keys]:
    units = _units(state)
    if template["op"] == "track" and state.battle is not None:
        fighters = state.battle.units
        units = [unit for unit in units if battle_boxes(state, fighters[unit]) is not None]
    names = bound("unit", units)
    if names:
        yield {"unit": choice(names), "delta": _number(template, "delta")}


def _on_locations(
    state: State, template: Mapping[str, Any], bound: Bound, frees: str | None
) -> Iterator[Keys]:
    op = template["op"]
    places = [
        name
        for name, place in state.places.items()
        if (op != "monster_discard" or place.monsters) and (op != "remove_card" or place.face == "up")
    ]
    names = bound("location", places)
    if names:
        extra: Keys = {"n": _number(template, "n", 1)} if op == "token_place" else {}
        yield {"location": choice(names), **extra}


def _token_discard(
    state: State, template: Mapping[str, Any], bound: Bound, frees: str | None
) -> Iterator[Keys]:
    for name in bound("location", list(state.places)):
        lying = state.places[str(name)].tokens
        wanted = template.get("n")
        if wanted == UNKNOWN and lying:
            yield {"location": choice([name]), "n": Range(1, lying)}
        elif isinstance(wanted, int) and wanted <= lying:
            yield {"location": choice([name]), "n": choice([wanted])}


def _special_tokens(
    state: State, template: Mapping[str, Any], bound: Bound, frees: str | None
) -> Iterator[Keys]:
    for seat in bound("seat", _present(state)):
        hero, sheet = state.seats[str(seat)], state.sheet(str(seat))
        least, most = -hero.special_tokens, (sheet.special_tokens or 0) - hero.special_tokens
        wanted = template.get("delta")
        if wanted == UNKNOWN:
            yield {"seat": choice([seat]), "delta": Range(least, most)}
        elif isinstance(wanted, int) and least <= wanted <= most:
            yield {"seat": choice([seat]), "delta": choice([wanted])}


def _monster_move(
    state: State, template: Mapping[str, Any], bound: Bound, frees: str | None
) -> Iterator[Keys]:
    for origin in bound("from", [name for name, place in state.places.items() if place.monsters]):
        targets = bound("to", [name for name in state.places if name != origin])
        if targets:
            yield {"from": choice([origin]), "to": choice(targets)}


def _hero_move(state: State, template: Mapping[str, Any], bound: Bound, frees: str | None) -> Iterator[Keys]:
    for seat in bound("seat", _present(state)):
        hero = state.seats[str(seat)]
        closed = {hero.location} | ({state.map.arch_enemy} if hero.side == "order" else set())
        targets = bound("to", [name for name in state.places if name not in closed])
        if targets:
            yield {"seat": choice([seat]), "to": choice(targets)}


def _pass_enemies(
    state: State, template: Mapping[str, Any], bound: Bound, frees: str | None
) -> Iterator[Keys]:
    seats = bound("seat", [state.active] if state.active is not None else [])
    places = bound("location", list(state.places))
    if seats and places:
        yield {"seat": choice(seats), "location": choice(places)}


def _swap_cards(state: State, template: Mapping[str, Any], bound: Bound, frees: str | None) -> Iterator[Keys]:
    cards = [name for name, place in state.places.items() if place.face != "none"]
    for a in bound("a", cards):
        others = bound("b", [name for name in cards if name != a])
        if others:
            yield {"a": choice([a]), "b": choice(others), "opened": OPENED}


def _open(state: State, template: Mapping[str, Any], bound: Bound, frees: str | None) -> Iterator[Keys]:
    places = bound("location", [name for name in state.places if may_be_opened(state, name)])
    if places:
        yield {"location": choice(places), "card": unopened(state), "cascade": CASCADE}


def _item_take(state: State, template: Mapping[str, Any], bound: Bound, frees: str | None) -> Iterator[Keys]:
    for seat in bound("seat", _present(state, "order")):
        hero = state.seats[str(seat)]
        full = len(hero.equipment) - (seat == frees) >= equipment_slots(state, hero.seat)
        items = [item for item in state.display if not full or item in state.box.weapons]
        if bound("item", items):
            yield {"seat": choice([seat]), "item": choice(bound("item", items))}


def _item_discard(
    state: State, template: Mapping[str, Any], bound: Bound, frees: str | None
) -> Iterator[Keys]:
    for seat in bound("seat", _present(state, "order")):
        hero = state.seats[str(seat)]
        items = bound("item", [*hero.weapons, *hero.equipment])
        if items:
            yield {"seat": choice([seat]), "item": choice(items)}


def _display_discard(
    state: State, template: Mapping[str, Any], bound: Bound, frees: str | None
) -> Iterator[Keys]:
    items = bound("item", list(state.display))
    if items:
        yield {"item": choice(items)}


def _display_refill(
    state: State, template: Mapping[str, Any], bound: Bound, frees: str | None
) -> Iterator[Keys]:
    yield {"items": refilled(state)}


def _end_battle(state: State, template: Mapping[str, Any], bound: Bound, frees: str | None) -> Iterator[Keys]:
    if state.battle is not None:
        yield {}


def _note(state: State, template: Mapping[str, Any], bound: Bound, frees: str | None) -> Iterator[Keys]:
    wanted = template.get("text")
    yield {"text": Open("words") if wanted == UNKNOWN else choice([wanted])}


def _never(state: State, template: Mapping[str, Any], bound: Bound, frees: str | None) -> Iterator[Keys]:
    yield from ()


VARIANTS: Mapping[str, Callable[[State, Mapping[str, Any], Bound, str | None], Iterator[Keys]]] = {
    "doom": _doom,
    "health": _health,
    "stamina": _seats("delta"),
    "xp": _xp,
    "chits": _of_units,
    "track": _of_units,
    "token_place": _on_locations,
    "token_discard": _token_discard,
    "token_gain": _seats("n", side="chaos"),
    "special_tokens": _special_tokens,
    "monster_place": _on_locations,
    "monster_move": _monster_move,
    "monster_discard": _on_locations,
    "hero_move": _hero_move,
    "pass_enemies": _pass_enemies,
    "swap_cards": _swap_cards,
    "open": _open,
    "remove_card": _on_locations,
    "item_take": _item_take,
    "item_discard": _item_discard,
    "display_discard": _display_discard,
    "display_refill": _display_refill,
    "event_draw": _seats("n", side="chaos"),
    "cancel_healing": _never,
    "end_battle": _end_battle,
    "note": _note,
}
