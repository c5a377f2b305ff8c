"""Offers of the active seat's turn: moving, opening, location actions."""

from __future__ import annotations

from collections.abc import Iterator

from domain.games.order_vs_chaos.offers.domains import (
    NEXT_CARDS,
    choice,
    dice,
    refilled,
    unopened,
)
from domain.games.order_vs_chaos.reading.events import kept_number, knows_chaos, nameable
from domain.games.order_vs_chaos.reading.heroes import equipment_slots, seats_of
from domain.games.order_vs_chaos.reading.map import adjacent, enemies_at, types_left
from domain.games.order_vs_chaos.rules.growth import free_tokens
from domain.games.order_vs_chaos.rules.locations import shove_targets
from domain.games.order_vs_chaos.rules.monsters import TOKEN
from domain.games.order_vs_chaos.rules.revealing import is_closed
from domain.games.order_vs_chaos.state import State
from domain.kernel import Choice, Gathered, Offer, Optional, Outcome, Several, Viewer
from domain.kernel.offers import Domain

YES = Choice((True,))


def turn_offers(state: State, seat: str, viewer: Viewer) -> Iterator[Offer]:
    """What the active seat may do while no battle is running and nobody owes a choice."""
    yield Offer("end_turn", seat)
    if state.lost:
        return
    if state.step == "move":
        yield from _moving(state, seat)
    hero = state.seats[seat]
    location = hero.location or ""
    if enemies_at(state, hero.side, location):
        return
    if not state.opened and is_closed(state, location):
        yield Offer("open_location", seat, {"card": unopened(state), "cascade": NEXT_CARDS})
    if not state.acted:
        yield from _actions(state, seat, location, viewer)


def _moving(state: State, seat: str) -> Iterator[Offer]:
    hero = state.seats[seat]
    location = hero.location or ""
    near = [
        place for place in adjacent(state, location) if hero.side == "chaos" or place != state.map.arch_enemy
    ]
    if near and state.moves_used < state.stat(seat, "move"):
        yield Offer("move", seat, {"to": choice(near)})
    if state.moves_used == 0 and enemies_at(state, hero.side, location):
        yield Offer("fight", seat)


def _actions(state: State, seat: str, location: str, viewer: Viewer) -> Iterator[Offer]:
    kind = state.card_kind(location) or state.map.kinds[location]
    if state.seats[seat].side == "order":
        yield from _order_actions(state, seat, location, kind, viewer)
    else:
        yield from _chaos_actions(state, seat, location, kind)


def _order_actions(state: State, seat: str, location: str, kind: str, viewer: Viewer) -> Iterator[Offer]:
    if kind == "quartermaster":
        yield from _visits(state, seat)
    elif kind == "order_shrine":
        yield Offer("use_order_shrine", seat, {"gain": choice(["stamina", "health"])})
    elif kind == "healing_shrine":
        yield Offer("use_healing_shrine", seat, _cancelling(state, viewer))
    elif kind == "rift":
        yield Offer("attack_rift", seat, {"dice": dice(_number(state, location))})


def _number(state: State, location: str) -> int:
    return state.box.cards[state.places[location].card or ""].number or 0


def _visits(state: State, seat: str) -> Iterator[Offer]:
    """OC-330, OC-718: for each number of pieces of equipment exactly the discards that they need."""
    owned, slots = state.seats[seat].equipment, equipment_slots(state, seat)
    weapons = tuple(item for item in state.display if item in state.box.weapons)
    equipment = tuple(item for item in state.display if item not in weapons)
    for taken in range(min(len(equipment), slots) + 1):
        needed = max(0, len(owned) + taken - slots)
        take: Domain = Gathered((Several(weapons, 0, min(1, len(weapons))), Several(equipment, taken, taken)))
        discard: Domain = Several(owned, needed, needed)
        yield Offer(
            "visit_quartermaster",
            seat,
            {
                "take": take if taken else Optional(take),
                "discard": discard if needed else Optional(discard),
                "refill": refilled(state),
            },
        )


def _cancelling(state: State, viewer: Viewer) -> dict[str, Domain]:
    """OC-519: who may cancel with which card, as far as the viewer can tell."""
    kept = {seat: [*state.seats[seat].kept, *nameable(state, seat)] for seat in seats_of(state, "chaos")}
    if not knows_chaos(state, viewer):
        out = set(state.event_discard)
        cards = [card for card in state.box.events if card not in out]
        kept = {seat: cards for seat in kept if kept_number(state.seats[seat])}
    options = [
        {"seat": seat, "card": card}
        for seat, cards in kept.items()
        for card in sorted(cards)
        if state.box.events[card].cancels_healing
    ]
    return {"cancelled_by": Outcome(choice(options), chosen=True)} if options else {}


def _chaos_actions(state: State, seat: str, location: str, kind: str) -> Iterator[Offer]:
    free = free_tokens(state, seat)
    if free and state.places[location].face != "down":
        yield Offer("pick_up_tokens", seat)
    if kind == "quartermaster" and state.display:
        yield Offer("discard_display_item", seat, {"item": choice(state.display)})
    elif kind == "healing_shrine":
        yield Offer("attack_healing_shrine", seat, {"dice": dice(_number(state, location))})
    elif kind == "chaos_rift":
        yield from _chaos_rift(state, seat, location, free)
    elif kind == "wandering_monster":
        yield from _wandering(state, seat, location)
    elif kind == "arch_enemy" and state.seats[seat].tokens > 0:
        yield Offer("deliver_tokens", seat)


def placeable(state: State) -> Choice:
    """A monster type with a figure left, or the token that stands for one (OC-341)."""
    return choice(types_left(state) or [TOKEN])


def _chaos_rift(state: State, seat: str, location: str, free: int) -> Iterator[Offer]:
    if free:
        yield Offer("use_chaos_rift", seat, {"pick_up": YES})
    if not state.places[location].monsters:
        place = placeable(state)
        yield Offer("use_chaos_rift", seat, {"place": place})
        if free:
            yield Offer("use_chaos_rift", seat, {"pick_up": YES, "place": place})


def _wandering(state: State, seat: str, location: str) -> Iterator[Offer]:
    place: dict[str, Domain] = {"place": placeable(state)}
    if not state.places[location].monsters:
        yield Offer("use_wandering_monster", seat, place)
        return
    targets = shove_targets(state, location)
    if targets:
        yield Offer("use_wandering_monster", seat, {"shove_to": choice(targets), **place})
