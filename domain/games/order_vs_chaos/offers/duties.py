"""Offers that discharge open duties (OC-211)."""

from __future__ import annotations

from collections.abc import Iterator

from domain.games.order_vs_chaos.offers.cards import event_offers
from domain.games.order_vs_chaos.offers.domains import choice
from domain.games.order_vs_chaos.reading.duties import duties
from domain.games.order_vs_chaos.reading.events import drawable
from domain.games.order_vs_chaos.reading.heroes import equipment_slots, xp_targets
from domain.games.order_vs_chaos.reading.map import types_left
from domain.games.order_vs_chaos.rules.final import pairs_to_divide
from domain.games.order_vs_chaos.state import State
from domain.kernel import Choice, Gathered, Offer, Optional, Outcome, Several, Viewer
from domain.kernel.offers import Domain


def duty_offers(state: State, seat: str | None, viewer: Viewer) -> Iterator[Offer]:
    """What the seat (None: the table) can do about the open duties."""
    if seat is None:
        yield from _of_the_table(state)
        return
    yield from _growth(state, seat)
    yield from _placements(state, seat)
    yield from _events(state, seat, viewer)
    yield from _items(state, seat)


def _of_the_table(state: State) -> Iterator[Offer]:
    for duty in duties(state, "surplus_monster"):
        where = {"location": choice([duty.location]), "monster": choice(sorted(set(duty.types)))}
        yield Offer("discard_surplus_monster", None, where)
    if next(duties(state, "allot_doom_damage"), None) is not None:
        yield Offer("allot_doom_damage", None, {"losses": _losses(state)})


def _losses(state: State) -> Gathered:
    """Every way to divide Order's doom within each pair (OC-613)."""
    doom = state.order
    return Gathered(
        tuple(
            choice(
                [
                    {"seat": seat, "hero": loss, "monster": doom - loss}
                    for loss in range(max(0, doom - monster), min(doom, hero) + 1)
                ]
            )
            for seat, (hero, monster) in pairs_to_divide(state).items()
        )
    )


def _growth(state: State, seat: str) -> Iterator[Offer]:
    hero = state.seats[seat]
    if hero.xp_pending:
        due = hero.xp_pending
        boxes = [track for track, room in xp_targets(state, seat).items() for _ in range(min(room, due))]
        if boxes:
            yield Offer("assign_xp", seat, {"targets": Several(tuple(boxes), 1, min(due, len(boxes)))})
    if any(duty.seat == seat for duty in duties(state, "resurrect")):
        yield Offer("resurrect", seat, {"location": choice(state.map.starts[hero.side])})


def _placements(state: State, seat: str) -> Iterator[Offer]:
    first = next(duties(state, "place_monster"), None)
    if first is None:
        return
    where: dict[str, Domain] = {
        "location": choice([first.location]),
        "monster": choice(types_left(state)),
        "chosen_by": choice([seat]),
    }
    late = state.seats[seat].side == "order"
    where["timeout"] = Choice((True,)) if late else Optional(Choice((False,)))
    yield Offer("place_monster", None, where)


def _events(state: State, seat: str, viewer: Viewer) -> Iterator[Offer]:
    resolving = next(duties(state, "resolve_event"), None)
    if resolving is not None:
        if resolving.seat == seat:
            yield from event_offers(state, seat, [state.box.events[resolving.card or ""]], "resolve_event")
    elif any(duty.seat == seat for duty in duties(state, "draw_event")):
        yield Offer("draw_event", seat, {"card": Outcome(choice(drawable(state, viewer)))})


def _items(state: State, seat: str) -> Iterator[Offer]:
    if any(seat in duty.candidates for duty in duties(state, "take_reward")):
        yield Offer("take_reward", seat)
        for taking in item_choices(state, seat):
            yield Offer("take_reward", seat, taking)
    if any(duty.seat == seat for duty in duties(state, "overflow_gain")):
        yield Offer("take_overflow", seat, {"gain": choice(["health", "xp"])})
        for taking in item_choices(state, seat):
            yield Offer("take_overflow", seat, {"gain": choice(["item"]), **taking})


def item_choices(state: State, seat: str) -> Iterator[dict[str, Domain]]:
    """An item of the display, with what is discarded for its room (OC-502)."""
    owned = state.seats[seat].equipment
    full = len(owned) >= equipment_slots(state, seat)
    free = [item for item in state.display if not full or item in state.box.weapons]
    tight = [item for item in state.display if item not in free]
    if free:
        yield {"item": choice(free)}
    if tight and owned:
        yield {"item": choice(tight), "discard": choice(owned)}
