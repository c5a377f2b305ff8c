"""Read-only queries on the table: heroes, duties, event cards, fighters, the map and the winner.

Rules, offers, view and statistics share them. The winner follows OC-602, OC-603 and OC-620.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping
from typing import Any

from domain.games.order_vs_chaos.components.document import SLOT, HeroSheet
from domain.games.order_vs_chaos.state import (
    ARCH_UNIT,
    FIGURES_OF_A_TYPE,
    Battle,
    Duty,
    Hero,
    Result,
    State,
    Unit,
    seat_of_hero_unit,
)
from domain.kernel import UNKNOWN, Viewer, clockwise_from

# Queries about the heroes: the seats of a side, and the room for XP and equipment.


def seats_of(state: State, side: str) -> tuple[str, ...]:
    """The seats of a side, clockwise."""
    return tuple(seat for seat, hero in state.seats.items() if hero.side == side)


def seats_from(state: State, seat: str | None) -> tuple[str, ...]:
    """All seats clockwise, beginning with this one; with the first, where it is nobody's turn."""
    return clockwise_from(state.seats, seat) if seat in state.seats else tuple(state.seats)


def track_room(sheet: HeroSheet, hero: Hero, track: str) -> int:
    """How many XP still fit on a track (OC-351), or on locked slots (OC-352)."""
    if track == SLOT:
        return 0 if sheet.slots is None else sheet.slots.locked - hero.slots_unlocked
    return len(sheet.tracks[track]) - 1 - hero.xp.get(track, 0)


def xp_targets(state: State, seat: str) -> dict[str, int]:
    """Where a hero's XP may go, with the room there."""
    sheet, hero = state.sheet(seat), state.seats[seat]
    tracks = (*sheet.tracks, SLOT) if sheet.slots is not None else tuple(sheet.tracks)
    return {track: room for track in tracks if (room := track_room(sheet, hero, track)) > 0}


def xp_room(state: State, seat: str) -> int:
    """How many further XP the hero can place, apart from those that wait to be allotted."""
    return sum(xp_targets(state, seat).values()) - state.seats[seat].xp_pending


def equipment_slots(state: State, seat: str) -> int:
    """How much equipment an Order hero may own (OC-502)."""
    slots = state.sheet(seat).slots
    return 0 if slots is None else slots.open + state.seats[seat].slots_unlocked


def living(state: State, side: str) -> tuple[str, ...]:
    """Seats of a side whose heroes are alive."""
    return tuple(seat for seat, hero in state.seats.items() if hero.side == side and hero.alive)


# What refusals call the things that an action names by id: as it is printed on them.


def called(state: State, id: str | None, otherwise: str) -> str:
    """The name of a location, fighter, attack, item, ability or event card; `otherwise` where it is none."""
    box = state.box
    tables: tuple[Mapping[str, Any], ...] = (
        box.attacks,
        box.equipment,
        box.events,
        box.monsters,
        box.heroes,
        box.arch_enemies,
    )
    for table in tables:
        if id is not None and id in table:
            return str(table[id].name)
    if state.battle is not None and (unit := state.battle.units.get(id or "")) is not None:
        return called(state, unit.type, otherwise)
    for side in box.document.maps:
        for place in side.locations:
            if side.id == state.map.id and place.id == id:
                return place.name
    for fighter in box.document.fighters:
        for ability in fighter.abilities:
            if ability.id == id:
                return ability.name
    return otherwise


# Which choices are due.


def duties(state: State, kind: str) -> Iterator[Duty]:
    """The open duties of a kind, oldest first."""
    return (duty for duty in state.pending if duty.kind == kind)


def has_duty(state: State) -> bool:
    """Whether anybody owes a choice (OC-211)."""
    if state.pending:
        return True
    for seat, hero in state.seats.items():  # noqa: SIM110 asked before and after every action: a plain loop is faster
        if hero.xp_pending and xp_targets(state, seat):  # a correction may give XP that find no box
            return True
    return False


# Who has won by the table: OC-602, OC-603, OC-620.


def outcome(state: State) -> Result | None:
    """The arch enemy's death is looked at first; None while neither side has won."""
    final = state.final
    if final is None or final.arch_health is None:
        return None
    if final.arch_health == 0:
        return Result("order", final.stage, "arch_enemy_dead")
    if not living(state, "order"):
        return Result("chaos", final.stage, "order_dead")
    return None


# Event cards: those that lie in the deck, those that are kept, and what an unknown one may be.


def knows_chaos(state: State, viewer: Viewer) -> bool:
    """Whether the viewer may see kept event cards: Chaos seats, and who sees all (OC-803)."""
    return viewer.sees_all or viewer.seat in seats_of(state, "chaos")


def kept_number(hero: Hero) -> int:
    """How many event cards the hero keeps, unknown ones included."""
    return len(hero.kept) + hero.unknown + hero.unknown_older


def kept_cards(hero: Hero) -> list[str]:
    """The event cards that the hero keeps, as who may see them sees them: unknown ones last (OC-R85)."""
    return [*sorted(hero.kept), *[UNKNOWN] * (hero.unknown + hero.unknown_older)]


def keeps_among(state: State, cards: Iterable[str]) -> list[str]:
    """Those of the cards that are kept when they are drawn, in order."""
    return sorted(card for card in cards if state.box.events[card].kind == "keep")


def nameable(state: State, seat: str) -> list[str]:
    """Cards that an unknown card of that seat may be (OC-R86): those of the deck that it was drawn from."""
    hero = state.seats[seat]
    newer = keeps_among(state, state.event_deck) if hero.unknown else []
    return [*newer, *sorted(state.older_events)] if hero.unknown_older else newer


def may_keep(state: State, seat: str, card: str) -> bool:
    """Whether the seat keeps that card, or an unknown one that may be it (OC-R86)."""
    return card in state.seats[seat].kept or card in nameable(state, seat)


def unknown_in_hands(state: State) -> int:
    """How many unknown cards are kept that were drawn since the last shuffle."""
    return sum(hero.unknown for hero in state.seats.values())


def deck_size(state: State) -> int:
    """How many event cards lie in the deck."""
    return len(state.event_deck) - unknown_in_hands(state)


def keeps_to_draw(state: State) -> int:
    """How many of the cards to be drawn next are kept ones; everybody can count them."""
    if not deck_size(state):
        return len(keeps_among(state, state.event_discard))
    return len(keeps_among(state, state.event_deck)) - unknown_in_hands(state)


def drawable(state: State, viewer: Viewer) -> list[str]:
    """The cards that may be drawn next, as far as the viewer can tell; last an unknown one (OC-R85)."""
    if not deck_size(state):
        pool = frozenset(state.event_discard)
    elif knows_chaos(state, viewer):
        pool = state.event_deck
    else:
        kept = (card for hero in state.seats.values() for card in hero.kept)
        pool = state.event_deck | state.older_events | frozenset(kept)
    if keeps_to_draw(state):
        return [*sorted(pool), UNKNOWN]
    return sorted(pool.difference(keeps_among(state, pool)))


# Queries about the units of a battle: health, armor, attacks, dice.


def units_of(battle: Battle, side: str) -> tuple[Unit, ...]:
    """The units of a side that are in the battle."""
    return tuple(unit for unit in battle.units.values() if unit.side == side)


def foes(battle: Battle, unit: Unit) -> tuple[str, ...]:
    """The enemy units that are in the battle."""
    return tuple(other.id for other in battle.units.values() if other.side != unit.side)


def armor_stat(state: State, unit: Unit) -> int:
    """The number on the sheet or card: chits at the start of a battle, and the limit of a block."""
    seat = seat_of_hero_unit(unit.id)
    if seat is not None:
        return state.stat(seat, "armor")
    if unit.id == ARCH_UNIT:
        return state.box.arch_enemies[unit.type].armor
    return state.box.monsters[unit.type].armor


def unit_health(state: State, unit: Unit) -> int:
    """A unit's present health."""
    seat = seat_of_hero_unit(unit.id)
    return unit.health if seat is None else state.seats[seat].health


def unit_max_health(state: State, unit: Unit) -> int:
    """A unit's full health."""
    seat = seat_of_hero_unit(unit.id)
    if seat is not None:
        return state.stat(seat, "health")
    if unit.id == ARCH_UNIT:
        return arch_full_health(state)
    return state.box.monsters[unit.type].health


def arch_full_health(state: State) -> int:
    """The arch enemy's health by the number of Order heroes in the game (OC-614)."""
    return state.box.arch_enemies[state.arch_enemy or ""].health_against(len(seats_of(state, "order")))


def battle_boxes(state: State, unit: Unit) -> tuple[int, ...] | None:
    """A unit's battle track, if its sheet or card has one (OC-543)."""
    if unit.id == ARCH_UNIT:
        return state.box.arch_enemies[unit.type].battle_track
    if seat_of_hero_unit(unit.id) is not None:
        return state.box.heroes[unit.type].battle_track
    return state.box.monsters[unit.type].battle_track


def attacks_of(state: State, unit: Unit) -> tuple[str, ...]:
    """The attacks that a unit has, in the order in which they are printed or owned."""
    seat = seat_of_hero_unit(unit.id)
    if seat is not None:
        inherent = tuple(attack.id for attack in state.sheet(seat).attacks)
        return inherent + state.seats[seat].weapons
    card = state.box.arch_enemies[unit.type] if unit.id == ARCH_UNIT else state.box.monsters[unit.type]
    return tuple(attack.id for attack in card.attacks)


def must_select(state: State, unit: Unit) -> bool:
    """Whether the unit chooses its weapons each round: Order heroes and the Ghoul (OC-410, OC-412)."""
    seat = seat_of_hero_unit(unit.id)
    return seat is not None and (unit.side == "order" or state.sheet(seat).picks_one_attack)


def chosen_attacks(state: State, unit: Unit) -> tuple[str, ...]:
    """The attacks that the unit makes this round (OC-410 … OC-413)."""
    if must_select(state, unit):
        return unit.selected or ()
    return attacks_of(state, unit)


def dice_of(state: State, unit: Unit, attack: str) -> int:
    """How many dice that attack rolls (OC-432): printed, and the attack stat where it has the bonus."""
    printed = state.box.attacks[attack].dice
    seat = seat_of_hero_unit(unit.id)
    if seat is not None and (unit.side == "chaos" or unit.bonus == attack):
        return printed + state.stat(seat, "attack")
    return printed


def may_block(state: State) -> tuple[str, ...]:
    """The units whose chits are fewer than their armor stat (OC-420)."""
    battle = state.battle
    if battle is None:
        return ()
    return tuple(unit.id for unit in battle.units.values() if unit.chits < armor_stat(state, unit))


# Queries about the map: who stands where, which monsters are in the game, where a step leads.


def heroes_at(state: State, location: str | None, side: str) -> tuple[str, ...]:
    """Seats of a side whose heroes stand there."""
    if location is None:
        return ()
    return tuple(
        seat for seat, hero in state.seats.items() if hero.location == location and hero.side == side
    )


def enemies_at(state: State, side: str, location: str | None) -> bool:
    """Whether an enemy of that side is at the location: a hero, or a monster for Order."""
    if location is None:
        return False
    if side == "order":
        return bool(state.places[location].monsters or heroes_at(state, location, "chaos"))
    return bool(heroes_at(state, location, "order"))


def both_sides_at(state: State, location: str) -> bool:
    """Whether Order and Chaos meet there."""
    return bool(heroes_at(state, location, "order")) and enemies_at(state, "order", location)


def owned_types(state: State) -> tuple[str, ...]:
    """The monster types in this game (OC-108)."""
    return tuple(hero.monster_type for hero in state.seats.values() if hero.monster_type is not None)


def types_left(state: State) -> tuple[str, ...]:
    """Owned types with a figure that is not on the map (OC-340). OC-344."""
    used: dict[str, int] = {}
    for place in state.places.values():
        for kind in place.monsters:
            used[kind] = used.get(kind, 0) + 1
    return tuple(kind for kind in owned_types(state) if used.get(kind, 0) < FIGURES_OF_A_TYPE)


def owner_of(state: State, monster: str) -> str | None:
    """The seat that owns a monster type."""
    return next((seat for seat, hero in state.seats.items() if hero.monster_type == monster), None)


def wormholes(state: State) -> tuple[str, ...]:
    """Locations with a face-up wormhole."""
    return tuple(location for location in state.places if state.card_kind(location) == "wormhole")


def adjacent(state: State, location: str) -> tuple[str, ...]:
    """Where a hero may step or retreat to from there (OC-302): along edges and between wormholes. OC-303."""
    near = state.map.neighbours[location]
    if state.card_kind(location) != "wormhole":
        return near
    return near + tuple(hole for hole in wormholes(state) if hole != location and hole not in near)
