"""The invariants that hold after every entry: the list of the rules file, by its numbers."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator

from domain.games.order_vs_chaos.components.document import SLOT
from domain.games.order_vs_chaos.reading import (
    duties,
    equipment_slots,
    keeps_to_draw,
    owned_types,
    track_room,
)
from domain.games.order_vs_chaos.state import (
    ALL_TOKENS,
    FIGURES_OF_A_TYPE,
    MOST_CARRIED,
    MOST_DOOM,
    MOST_ON_DISPLAY,
    MOST_STAMINA,
    State,
)

SHRINE_DOOM = 2


def invariants(state: State) -> list[str]:
    """The broken ones, each with its number."""
    return [*_cards(state), *_monsters(state), *_heroes(state), *_doom(state), *_battle(state)]


def _cards(state: State) -> Iterator[str]:
    faces = Counter(place.face for place in state.places.values())
    if state.map_id is not None:
        if faces["down"] != len(state.unopened):
            yield f"I1: {faces['down']} cards lie face-down, {len(state.unopened)} are unopened"
        if faces["down"] + faces["up"] + len(state.removed_cards) != len(state.box.cards):
            yield "I1: the location cards do not add up"
        if any((place.card is None) == (place.face == "up") for place in state.places.values()):
            yield "I1: a face-up card is unknown, or another one known"
    tokens = state.token_supply + sum(place.tokens for place in state.places.values())
    if tokens + sum(hero.tokens for hero in state.seats.values()) != ALL_TOKENS:
        yield "I2: the tokens do not add up"
    if min(state.token_supply, *(place.tokens for place in state.places.values()), 0) < 0:
        yield "I2: fewer than no tokens"
    items = [*state.item_deck, *state.display, *state.item_discard]
    items += [item for hero in state.seats.values() for item in (*hero.weapons, *hero.equipment)]
    if len(items) != len(state.box.items) or set(items) != state.box.items:
        yield "I3: the items are not each in exactly one place"
    if len(state.display) > MOST_ON_DISPLAY:
        yield f"I3: {len(state.display)} items lie in the display"
    events = [*state.event_deck, *state.event_discard, *state.older_events]
    events += [card for hero in state.seats.values() for card in hero.kept]
    events += [duty.card or "" for duty in duties(state, "resolve_event")]
    if len(events) != len(state.box.events) or set(events) != state.box.events.keys():
        yield "I4: the event cards are not each in exactly one place"
    older = sum(hero.unknown_older for hero in state.seats.values())
    if keeps_to_draw(state) < 0 or older != len(state.older_events):
        yield "I4: there are not as many event cards as are kept unknown"


def _monsters(state: State) -> Iterator[str]:
    surplus = {duty.location for duty in duties(state, "surplus_monster")}
    dropped = state.phase in ("final", "finished")
    kinds: Counter[str] = Counter()
    for name, place in state.places.items():
        kinds.update(place.monsters)
        if len(place.monsters) > 1 and name not in surplus and not dropped:
            yield f"I5: {len(place.monsters)} monsters at {name}"
    for kind, number in kinds.items():
        if kind not in owned_types(state):
            yield f"I5: nobody owns {kind}"
        if number > FIGURES_OF_A_TYPE:
            yield f"I5: {number} figures of {kind}"


def _heroes(state: State) -> Iterator[str]:
    returning = {duty.seat for duty in duties(state, "resurrect")}
    for seat, hero in state.seats.items():
        if not 0 <= hero.tokens <= (MOST_CARRIED if hero.side == "chaos" else 0):
            yield f"I2: {seat} carries {hero.tokens} tokens"
        if not 0 <= hero.stamina <= MOST_STAMINA:
            yield f"I12: {seat} has stamina {hero.stamina}"
        if hero.hero is None:
            continue
        sheet, most = state.sheet(seat), state.stat(seat, "health")
        if hero.side == "order" and len(hero.equipment) > equipment_slots(state, seat):
            yield f"I3: {seat} owns {len(hero.equipment)} pieces of equipment"
        if hero.side == "order" and state.map_id and hero.location == state.map.arch_enemy:
            yield f"I11: {seat} stands before the arch enemy"
        if seat in returning:
            if hero.health != 0 or hero.location is not None:
                yield f"I7: {seat} waits for resurrection with health {hero.health}"
        elif not (1 if state.phase in ("setup", "turn") else 0) <= hero.health <= most:
            yield f"I7: {seat} has health {hero.health} of {most}"
        if any(track_room(sheet, hero, track) < 0 for track in (*hero.xp, SLOT) if _has(sheet.slots, track)):
            yield f"I8: a track of {seat} is beyond its last box"
        if sum(hero.xp.values()) + hero.slots_unlocked + hero.xp_pending != hero.xp_gained:
            yield f"I8: the XP of {seat} do not add up"


def _has(slots: object, track: str) -> bool:
    return track != SLOT or slots is not None


def _doom(state: State) -> Iterator[str]:
    if not (0 <= state.order <= MOST_DOOM and 0 <= state.chaos <= MOST_DOOM):
        yield f"I6: doom is {state.order} and {state.chaos}"
    if state.phase == "turn" and state.chaos >= MOST_DOOM:
        yield "I6: turns continue at Chaos doom 13"
    heroes = state.seats.values()
    closed = sum(hero.rifts_closed for hero in heroes)
    if state.order > closed + state.totals.order_doom_gains:
        yield f"I10: Order doom {state.order} after {closed} rifts"
    destroyed = sum(hero.shrines_destroyed for hero in heroes)
    if closed + destroyed > len(state.removed_cards):
        yield "I10: a closed rift or destroyed shrine is not among the removed cards"
    if state.phase == "turn":
        deaths = sum(hero.deaths for hero in heroes if hero.side == "order")
        delivered = sum(hero.delivered for hero in heroes)
        due = state.doom_start + delivered + SHRINE_DOOM * destroyed + deaths + state.totals.doom_effects
        if state.chaos != min(MOST_DOOM, due):
            yield f"I13: Chaos doom {state.chaos} instead of {due}"


def _battle(state: State) -> Iterator[str]:
    battle = state.battle
    if battle is None:
        return
    for name, unit in battle.units.items():
        if unit.chits < 0 or unit.debt < 0:
            yield f"I9: {name} has {unit.chits} chits and debt {unit.debt}"
        if unit.debt and battle.step in ("weapons", "retreat"):
            yield f"I9: {name} has a debt between two segments"
