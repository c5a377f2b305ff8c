"""The values that an effect template leaves open, and what they may be now (OC-520, OC-521)."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Mapping, Sequence
from itertools import product
from math import prod
from typing import Any

from domain.games.order_vs_chaos.components.effects import ANY, MAP_PRIMITIVES, can_be
from domain.games.order_vs_chaos.offers.turn import NEXT_CARDS, WORDS, choice, refilled, unopened
from domain.games.order_vs_chaos.reading import battle_boxes, equipment_slots
from domain.games.order_vs_chaos.rules.exploring import may_be_opened
from domain.games.order_vs_chaos.state import State
from domain.kernel import Each, Gathered, Json, Listed, Open, Range
from domain.kernel.offers import Domain

MOST_VARIANTS = 12
"""Offers of one text; where its templates leave more open, it is one offer and the rules judge it."""

Templates = tuple[Mapping[str, Any], ...] | None
Keys = dict[str, Domain]
Bound = Callable[[str, Sequence[Json]], list[Json]]


def effect_lists(
    state: State, templates: Sequence[Mapping[str, Any]], seat: str | None, frees: str | None
) -> Iterator[dict[str, Domain]]:
    """The `effects` parameter: one offer for each combination of what the templates leave open.

    `frees`: the seat whose equipment slot becomes free by the use.
    """
    choices: list[list[Each | None]] = []
    for template in templates:
        some: list[Each | None] = list(variants(state, template, seat, frees))
        choices.append([*some, None] if template.get("optional") else some)
    number = prod(map(len, choices))
    if number > MOST_VARIANTS:
        yield {"effects": _in_form(choices)}
        return
    for combination in product(*choices):
        parts = tuple(part for part in combination if part is not None)
        yield {"effects": Gathered(parts, least=len(parts))} if parts else {}


def _in_form(choices: Sequence[Sequence[Each | None]]) -> Open:
    every = tuple(part for some in choices for part in some if part is not None)
    least = sum(None not in some for some in choices)
    return Open("the effects of the text, in its order", Listed(every, least, len(choices)))


def one_of_texts(state: State, texts: Sequence[Sequence[Mapping[str, Any]]], seat: str) -> Open:
    """The effects of one of these texts: which it is tells only the card that is named (OC-R86)."""
    every: list[Domain] = []
    for template in (template for text in texts for template in text):
        every += (part for part in variants(state, template, seat, None) if part not in every)
    fewest = min(sum(not template.get("optional") for template in text) for text in texts)
    return Open("the effects of that card, in its order", Listed((*every,), fewest, max(map(len, texts))))


def variants(
    state: State, template: Mapping[str, Any], seat: str | None, frees: str | None
) -> Iterator[Each]:
    """The objects that fit the template and can be carried out now; none fit one that no effect can be."""
    op = template["op"]
    if (state.phase == "final" and op in MAP_PRIMITIVES) or not can_be(template):
        return

    def bound(field: str, values: Sequence[Json]) -> list[Json]:
        wanted = template.get(field)
        return [value for value in values if wanted in (ANY, value)]

    for keys in VARIANTS[op](state, template, bound, frees):
        yield Each({"op": choice([op]), **keys}, different=DIFFERENT.get(op, ()))


def _number(template: Mapping[str, Any], field: str, least: int = -99, most: int = 99) -> Domain:
    wanted = template.get(field)
    return Range(least, most) if wanted == ANY else choice([wanted])


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


_LIMITS = {"delta": (-99, 99), "n": (1, 99)}


def _doom(state: State, template: Mapping[str, Any], bound: Bound, frees: str | None) -> Iterator[Keys]:
    yield {"side": choice(bound("side", ["order", "chaos"])), "delta": _number(template, "delta")}


def _health(state: State, template: Mapping[str, Any], bound: Bound, frees: str | None) -> Iterator[Keys]:
    field = "seat" if template.get("unit") is None else "unit"
    names = bound(field, _units(state) if field == "unit" else _present(state))
    if names:
        yield {field: choice(names), "delta": _number(template, "delta")}


def _xp(state: State, template: Mapping[str, Any], bound: Bound, frees: str | None) -> Iterator[Keys]:
    field = "seat" if template.get("side") is None else "side"
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
    lying = {str(name): state.places[str(name)].tokens for name in bound("location", list(state.places))}
    wanted = template.get("n")
    if wanted == ANY:
        for number in sorted(set(lying.values()) - {0}):
            names = [name for name, tokens in lying.items() if tokens == number]
            yield {"location": choice(names), "n": Range(1, number)}
        return
    enough = [name for name, tokens in lying.items() if isinstance(wanted, int) and tokens >= wanted]
    if enough:
        yield {"location": choice(enough), "n": choice([wanted])}


def _special_tokens(
    state: State, template: Mapping[str, Any], bound: Bound, frees: str | None
) -> Iterator[Keys]:
    for seat in bound("seat", _present(state)):
        hero, sheet = state.seats[str(seat)], state.sheet(str(seat))
        least, most = -hero.special_tokens, (sheet.special_tokens or 0) - hero.special_tokens
        wanted = template.get("delta")
        if wanted == ANY:
            yield {"seat": choice([seat]), "delta": Range(least, most)}
        elif isinstance(wanted, int) and least <= wanted <= most:
            yield {"seat": choice([seat]), "delta": choice([wanted])}


def _monster_move(
    state: State, template: Mapping[str, Any], bound: Bound, frees: str | None
) -> Iterator[Keys]:
    targets = bound("to", list(state.places))
    held = [name for name, place in state.places.items() if place.monsters]
    origins = _beside(bound("from", held), targets)
    if origins:
        yield {"from": choice(origins), "to": choice(targets)}


def _beside(some: Sequence[Json], others: Sequence[Json]) -> list[Json]:
    """Those of some that leave one of the others."""
    return [one for one in some if set(others) - {one}]


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
    others = bound("b", cards)
    some = _beside(bound("a", cards), others)
    if some:
        yield {"a": choice(some), "b": choice(others), "opened": NEXT_CARDS}


def _open(state: State, template: Mapping[str, Any], bound: Bound, frees: str | None) -> Iterator[Keys]:
    places = bound("location", [name for name in state.places if may_be_opened(state, name)])
    if places:
        yield {"location": choice(places), "card": unopened(state), "cascade": NEXT_CARDS}


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
    yield {"text": WORDS if wanted == ANY else choice([wanted])}


def _never(state: State, template: Mapping[str, Any], bound: Bound, frees: str | None) -> Iterator[Keys]:
    yield from ()


DIFFERENT: Mapping[str, tuple[str, str]] = {"monster_move": ("from", "to"), "swap_cards": ("a", "b")}
"""Keys of a primitive whose values differ."""

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
