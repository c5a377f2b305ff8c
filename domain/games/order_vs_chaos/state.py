"""What is true at the table: the State section of the rules, and what may be read off it."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from typing import Literal, TypeAlias

from msgspec import Struct

from domain.games.order_vs_chaos.components.box import Box, Map
from domain.games.order_vs_chaos.components.document import SLOT, HeroSheet
from domain.kernel import Seat

Side: TypeAlias = Literal["order", "chaos"]

MOST_DOOM = 13
MOST_STAMINA = 2
MOST_CARRIED = 2
MOST_ON_DISPLAY = 6
FIGURES_OF_A_TYPE = 6
ALL_TOKENS = 12
ARCH_UNIT = "arch_enemy"

STARTING_DOOM: Mapping[int, int] = {3: 4, 5: 2}
"""OC-105: Chaos doom at the start by the number of seats; otherwise 0."""

STARTING_XP: Mapping[int, int] = {3: 4, 5: 3}
"""OC-106: XP of each Chaos hero at the start by the number of seats; otherwise none."""


class SeatSetup(Struct, frozen=True, forbid_unknown_fields=True):
    """A seat of the opening and its side."""

    seat: Seat
    side: Side


class Options(Struct, frozen=True, forbid_unknown_fields=True):
    """The opening has no options: map, arch enemy and heroes are actions of the setup."""


class Hero(Struct, frozen=True, kw_only=True):
    """A seat's hero. What it did is counted from `deaths` on, for the final table and the invariants."""

    seat: Seat
    side: Side
    hero: str | None = None
    location: str | None = None
    alive: bool = True
    health: int = 0
    stamina: int = 0
    xp: dict[str, int] = {}
    slots_unlocked: int = 0
    xp_pending: int = 0
    xp_gained: int = 0
    weapons: tuple[str, ...] = ()
    equipment: tuple[str, ...] = ()
    tokens: int = 0
    kept: tuple[str, ...] = ()
    monster_type: str | None = None
    special_tokens: int = 0
    deaths: int = 0
    opened: int = 0
    rifts_closed: int = 0
    delivered: int = 0
    shrines_destroyed: int = 0


class Place(Struct, frozen=True):
    """A location: its card (None while it lies face-down), tokens, and monsters by type."""

    card: str | None = None
    face: Literal["down", "up", "none"] = "none"
    tokens: int = 0
    monsters: tuple[str, ...] = ()


class Duty(Struct, frozen=True, omit_defaults=True):
    """A choice that somebody owes (OC-211). XP to allot is a duty too: each hero's `xp_pending`."""

    kind: Literal[
        "place_monster",
        "surplus_monster",
        "draw_event",
        "resolve_event",
        "take_reward",
        "resurrect",
        "overflow_gain",
        "allot_doom_damage",
    ]
    seat: str | None = None
    location: str | None = None
    card: str | None = None
    n: int = 0
    types: tuple[str, ...] = ()
    candidates: tuple[str, ...] = ()


class Unit(Struct, frozen=True, omit_defaults=True):
    """One fighter of a battle. `health` counts for monsters and the arch enemy; a hero's is on its sheet."""

    id: str
    side: Side
    seat: str | None
    type: str
    health: int = 0
    chits: int = 0
    debt: int = 0
    selected: tuple[str, ...] | None = None
    bonus: str | None = None
    track: int = 0


class Attack(Struct, frozen=True, omit_defaults=True):
    """One weapon's roll in a segment."""

    unit: str
    attack: str
    target: str | None = None
    dice: tuple[str, ...] | None = None
    flat: bool = False
    exchanged: int = 0
    cancelled: tuple[int, ...] = ()
    rerolled: tuple[int, ...] = ()

    @property
    def is_rolled(self) -> bool:
        """Whether its result stands."""
        return self.flat or self.dice is not None


class Battle(Struct, frozen=True):
    """A fight at one location (None in the final battle). Units that leave it are no longer listed.

    phasing: whether the phasing hero took part. outside: heroes who stay out though they stand here.
    stopped: an effect ends it.
    """

    location: str | None
    kind: Literal["field", "screen", "arch"]
    cause: str
    units: dict[str, Unit]
    round: int = 1
    step: str = "weapons"
    substep: str | None = None
    attacks: tuple[Attack, ...] = ()
    retreat_queue: tuple[str, ...] = ()
    phasing: bool = False
    outside: tuple[str, ...] = ()
    stopped: bool = False


class Final(Struct, frozen=True):
    """The final battle: its stage, the arch enemy's health, the monsters' by their owner's seat."""

    stage: Literal["prep", "screen", "arch"] = "prep"
    arch_health: int | None = None
    monsters: dict[str, int] = {}


class Result(Struct, frozen=True):
    """Who won, at which stage, and why."""

    winner: Side
    stage: str
    reason: Literal["arch_enemy_dead", "order_dead"]


class Totals(Struct, frozen=True):
    """Counts over the whole game, for the final table."""

    battles: int = 0
    battle_rounds: int = 0
    retreats: int = 0
    monsters_placed: int = 0
    monsters_killed: int = 0
    tokens_instead_of_monsters: int = 0
    reward_items: int = 0
    doom_effects: int = 0
    order_doom_gains: int = 0


class State(Struct, frozen=True):
    """The whole table. `heroes` is in seating order, clockwise."""

    box: Box
    heroes: dict[str, Hero]
    doom_start: int
    order: int
    chaos: int
    phase: Literal["setup", "turn", "final", "finished"] = "setup"
    map_id: str | None = None
    arch_enemy: str | None = None
    first_seat: str | None = None
    active: str | None = None
    turn: int = 0
    step: Literal["move", "encounter"] = "move"
    moves_used: int = 0
    opened: bool = False
    acted: bool = False
    fought: bool = False
    lost: bool = False
    passes: tuple[str, ...] = ()
    places: dict[str, Place] = {}
    unopened: frozenset[str] = frozenset()
    removed_cards: tuple[str, ...] = ()
    display: tuple[str, ...] = ()
    displayed: bool = False
    item_deck: frozenset[str] = frozenset()
    item_discard: tuple[str, ...] = ()
    event_deck: frozenset[str] = frozenset()
    event_discard: tuple[str, ...] = ()
    token_supply: int = ALL_TOKENS
    pending: tuple[Duty, ...] = ()
    waiting: tuple[tuple[str, str], ...] = ()
    battle: Battle | None = None
    final: Final | None = None
    result: Result | None = None
    totals: Totals = Totals()

    @property
    def map(self) -> Map:
        """The chosen map; there is one once the setup is over."""
        return self.box.maps[self.map_id or "us"]

    def sheet(self, seat: str) -> HeroSheet:
        """The sheet of a seat whose hero is chosen."""
        return self.box.heroes[self.heroes[seat].hero or ""]

    def stat(self, seat: str, track: str) -> int:
        """A hero's present value of a track (OC-351)."""
        hero = self.heroes[seat]
        return self.box.heroes[hero.hero or ""].stat(hero.xp, track)

    def card_kind(self, location: str) -> str | None:
        """The kind of the face-up card there, if one lies there."""
        card = self.places[location].card
        return None if card is None else self.box.cards[card].kind

    def doom(self, side: str) -> int:
        """A side's doom track."""
        return self.order if side == "order" else self.chaos


def seats_of(state: State, side: str) -> tuple[str, ...]:
    """The seats of a side, clockwise."""
    return tuple(seat for seat, hero in state.heroes.items() if hero.side == side)


def clockwise_from(state: State, seat: str | None) -> tuple[str, ...]:
    """All seats, beginning with this one."""
    seats = tuple(state.heroes)
    start = seats.index(seat) if seat in state.heroes else 0
    return seats[start:] + seats[:start]


def heroes_at(state: State, location: str | None, side: str) -> tuple[str, ...]:
    """Seats of a side whose heroes stand there."""
    if location is None:
        return ()
    return tuple(
        seat for seat, hero in state.heroes.items() if hero.location == location and hero.side == side
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
    return tuple(hero.monster_type for hero in state.heroes.values() if hero.monster_type is not None)


def types_left(state: State) -> tuple[str, ...]:
    """Owned types with a figure that is not on the map (OC-340). OC-344."""
    used: dict[str, int] = {}
    for place in state.places.values():
        for kind in place.monsters:
            used[kind] = used.get(kind, 0) + 1
    return tuple(kind for kind in owned_types(state) if used.get(kind, 0) < FIGURES_OF_A_TYPE)


def owner_of(state: State, monster: str) -> str | None:
    """The seat that owns a monster type."""
    return next((seat for seat, hero in state.heroes.items() if hero.monster_type == monster), None)


def wormholes(state: State) -> tuple[str, ...]:
    """Locations with a face-up wormhole."""
    return tuple(location for location in state.places if state.card_kind(location) == "wormhole")


def adjacent(state: State, location: str) -> tuple[str, ...]:
    """Where a hero may step or retreat to from there (OC-302): along edges and between wormholes. OC-303."""
    near = state.map.neighbours[location]
    if state.card_kind(location) != "wormhole":
        return near
    return near + tuple(hole for hole in wormholes(state) if hole != location and hole not in near)


def track_room(sheet: HeroSheet, hero: Hero, track: str) -> int:
    """How many XP still fit on a track (OC-351), or on locked slots (OC-352)."""
    if track == SLOT:
        return 0 if sheet.slots is None else sheet.slots.locked - hero.slots_unlocked
    return len(sheet.tracks[track]) - 1 - hero.xp.get(track, 0)


def xp_targets(state: State, seat: str) -> dict[str, int]:
    """Where a hero's XP may go, with the room there."""
    sheet, hero = state.sheet(seat), state.heroes[seat]
    tracks = (*sheet.tracks, SLOT) if sheet.slots is not None else tuple(sheet.tracks)
    return {track: room for track in tracks if (room := track_room(sheet, hero, track)) > 0}


def xp_room(state: State, seat: str) -> int:
    """How many further XP the hero can place, beside those that wait to be allotted."""
    return sum(xp_targets(state, seat).values()) - state.heroes[seat].xp_pending


def equipment_slots(state: State, seat: str) -> int:
    """How much equipment an Order hero may own (OC-502)."""
    slots = state.sheet(seat).slots
    return 0 if slots is None else slots.open + state.heroes[seat].slots_unlocked


def living(state: State, side: str) -> tuple[str, ...]:
    """Seats of a side whose heroes are alive."""
    return tuple(seat for seat, hero in state.heroes.items() if hero.side == side and hero.alive)


def hero_unit(seat: str) -> str:
    """The unit id of a hero."""
    return f"hero:{seat}"


def seat_of_hero_unit(unit: str) -> str | None:
    """The seat of a hero's unit id; None for another unit."""
    return unit.removeprefix("hero:") if unit.startswith("hero:") else None


def duties(state: State, kind: str) -> Iterator[Duty]:
    """The open duties of a kind, oldest first."""
    return (duty for duty in state.pending if duty.kind == kind)


def has_duty(state: State) -> bool:
    """Whether anybody owes a choice (OC-211)."""
    if state.pending:
        return True
    for hero in state.heroes.values():  # noqa: SIM110 asked before and after every action: a plain loop is faster
        if hero.xp_pending:
            return True
    return False
