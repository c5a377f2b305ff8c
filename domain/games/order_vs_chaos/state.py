"""The state of the table, and changes of it that several facts share."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any, Literal, TypeAlias

from msgspec import Struct
from msgspec.structs import replace

from domain.games.order_vs_chaos.components.box import Box, Map
from domain.games.order_vs_chaos.components.document import HeroSheet
from domain.kernel import Seat

# The state of a table: the State section of the rules.

Side: TypeAlias = Literal["order", "chaos"]

FinalBattleLosses: TypeAlias = Literal["printed", "pairs"]
"""The losses to Order's doom before the final battle: of each Chaos hero and then of each pair, or of the
pairs alone (OC-R25)."""

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
    """OC-R25. Map, arch enemy and heroes are not options: they are chosen by setup actions."""

    final_battle_losses: FinalBattleLosses = "printed"


class Hero(Struct, frozen=True, kw_only=True):
    """A seat's hero. The fields from `deaths` on count what it did, for the final table and the invariants.

    kept: event cards by name. unknown, unknown_older: how many more it keeps unnamed, drawn since the event
    deck was last shuffled and before that (OC-R85, OC-R87).
    """

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
    unknown: int = 0
    unknown_older: int = 0
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
    """The winner, the stage in which it won, and the reason."""

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
    """The whole table. `seats`: the hero of each, clockwise.

    event_deck: event cards that lie in the deck, or in somebody's hand unnamed. older_events: those that are
    unnamed in hands since before the deck was last shuffled (OC-R87).
    """

    box: Box
    seats: dict[str, Hero]
    doom_start: int
    order: int
    chaos: int
    phase: Literal["setup", "turn", "final", "finished"] = "setup"
    map_id: str | None = None
    arch_enemy: str | None = None
    first_player: str | None = None
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
    older_events: frozenset[str] = frozenset()
    token_supply: int = ALL_TOKENS
    pending: tuple[Duty, ...] = ()
    waiting: tuple[tuple[str, str], ...] = ()
    battle: Battle | None = None
    final: Final | None = None
    result: Result | None = None
    totals: Totals = Totals()
    final_battle_losses: FinalBattleLosses = "printed"

    @property
    def map(self) -> Map:
        """The chosen map; there is one once the setup is over."""
        return self.box.maps[self.map_id or "us"]

    def sheet(self, seat: str) -> HeroSheet:
        """The sheet of a seat whose hero is chosen."""
        return self.box.heroes[self.seats[seat].hero or ""]

    def stat(self, seat: str, track: str) -> int:
        """A hero's present value of a track (OC-351)."""
        hero = self.seats[seat]
        return self.box.heroes[hero.hero or ""].stat(hero.xp, track)

    def card_kind(self, location: str) -> str | None:
        """The kind of the face-up card there, if one lies there."""
        card = self.places[location].card
        return None if card is None else self.box.cards[card].kind

    def doom(self, side: str) -> int:
        """A side's doom track."""
        return self.order if side == "order" else self.chaos


def hero_unit(seat: str) -> str:
    """The unit id of a hero."""
    return f"hero:{seat}"


def seat_of_hero_unit(unit: str) -> str | None:
    """The seat of a hero's unit id; None for another unit."""
    return unit.removeprefix("hero:") if unit.startswith("hero:") else None


# Changes of a state that several facts share.


def with_hero(state: State, seat: str, **changes: Any) -> dict[str, Hero]:
    return {**state.seats, seat: replace(state.seats[seat], **changes)}


def with_place(state: State, location: str, **changes: Any) -> dict[str, Place]:
    return {**state.places, location: replace(state.places[location], **changes)}


def with_unit(battle: Battle, unit: str, **changes: Any) -> Battle:
    return replace(battle, units={**battle.units, unit: replace(battle.units[unit], **changes)})


def without(items: tuple[Any, ...], *gone: Any) -> tuple[Any, ...]:
    """The items without one of each that is gone."""
    left = list(items)
    for item in gone:
        if item in left:
            left.remove(item)
    return tuple(left)


def leaves_battle(battle: Battle | None, unit: str) -> Battle | None:
    """The battle without that unit, its attacks and those aimed at it (OC-490)."""
    if battle is None or unit not in battle.units:
        return battle
    seat = seat_of_hero_unit(unit)
    attacks = tuple(one for one in battle.attacks if unit not in (one.unit, one.target))
    aimed = battle.substep == "targets" and all(one.target for one in attacks)
    return replace(
        battle,
        units={name: other for name, other in battle.units.items() if name != unit},
        attacks=attacks,
        substep="rolls" if aimed else battle.substep,
        retreat_queue=tuple(name for name in battle.retreat_queue if name != seat),
    )


def hurt(state: State, unit: str, health: int, **changes: Any) -> State:
    """The unit with less health (negative: more), and its battle figures changed."""
    battle = state.battle
    seat = seat_of_hero_unit(unit)
    if seat is not None:
        if battle is not None and unit in battle.units and changes:
            state = replace(state, battle=with_unit(battle, unit, **changes))
        hero = state.seats[seat]
        return replace(state, seats=with_hero(state, seat, health=max(0, hero.health - health)))
    if battle is None or unit not in battle.units:
        return state
    left = max(0, battle.units[unit].health - health)
    state = replace(state, battle=with_unit(battle, unit, health=left, **changes))
    return replace(state, final=_final_health(state.final, unit, left)) if state.final is not None else state


def _final_health(final: Final, unit: str, left: int) -> Final:
    if unit == ARCH_UNIT:
        return replace(final, arch_health=left)
    return replace(final, monsters={**final.monsters, unit.removeprefix("monster:"): left})


def off_the_map(state: State, kind: str, location: str) -> State:
    """The monster leaves its location, and the battle in which it fights there."""
    place = state.places[location]
    state = replace(state, places=with_place(state, location, monsters=without(place.monsters, kind)))
    battle, name = state.battle, f"monster:{location}"
    if battle is None or battle.location != location or name not in battle.units:
        return state
    if battle.units[name].type != kind or kind in state.places[location].monsters:
        return state
    return replace(state, battle=leaves_battle(battle, name))
