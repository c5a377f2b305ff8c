"""Setup: OC-101 … OC-116."""

from __future__ import annotations

from collections.abc import Sequence

from domain.games.order_vs_chaos import actions, facts
from domain.games.order_vs_chaos.components.box import Box
from domain.games.order_vs_chaos.reading import seats_from
from domain.games.order_vs_chaos.rules.growth import gain_xp
from domain.games.order_vs_chaos.state import (
    MOST_ON_DISPLAY,
    STARTING_DOOM,
    STARTING_XP,
    Hero,
    Options,
    SeatSetup,
    State,
)
from domain.kernel import Chance, ComponentSet, Passage, Rejected, check

SEAT_COUNTS = (2, 3, 4, 5, 6)


def admit(components: ComponentSet, seats: Sequence[SeatSetup], options: Options) -> None:
    """OC-101, OC-102: two to six seats, Order one more than Chaos where the number is odd."""
    check(len(seats) in SEAT_COUNTS, "OC-101", "The game is for 2 to 6 seats.", "seats")
    names = [seat.seat for seat in seats]
    check(len(set(names)) == len(names), "OC-101", "Each seat needs its own name.", "seats")
    order = sum(seat.side == "order" for seat in seats)
    wanted = (len(seats) + 1) // 2
    check(order == wanted, "OC-102", f"With {len(seats)} seats, Order has {wanted}.", "seats")


def initial(components: ComponentSet, seats: Sequence[SeatSetup], options: Options) -> State:
    """The table before the first choice (OC-105, OC-109, OC-110)."""
    box: Box = components.box
    doom = STARTING_DOOM.get(len(seats), 0)
    return State(
        box=box,
        seats={seat.seat: Hero(seat=seat.seat, side=seat.side) for seat in seats},
        doom_start=doom,
        order=0,
        chaos=doom,
        item_deck=box.items,
        event_deck=frozenset(box.events),
        unopened=frozenset(box.cards),
        final_battle_losses=options.final_battle_losses,
    )


def choose_map(state: State, action: actions.ChooseMap, chance: Chance) -> Passage[State]:
    """OC-103, OC-112: once; the face-down cards lie on it."""
    check(state.map_id is None, "OC-103", "The map is already chosen.")
    check(action.map in state.box.maps, "OC-103", "Unknown map.", "map")
    return (yield facts.MapChosen(action.map))


def set_arch_enemy(state: State, action: actions.SetArchEnemy, chance: Chance) -> Passage[State]:
    """OC-104: drawn, or agreed upon."""
    check(state.arch_enemy is None, "OC-104", "The arch enemy is already chosen.")
    pool = list(state.box.arch_enemies)
    enemy = _settled(action.arch_enemy, action.method, pool, chance, "arch_enemy", "OC-104")
    return (yield facts.ArchEnemySet(enemy, action.method))


def choose_hero(state: State, action: actions.ChooseHero, chance: Chance) -> Passage[State]:
    """OC-106, OC-107, OC-111: a hero of the seat's side that nobody has."""
    mine = state.seats.get(action.seat)
    check(mine is not None, "OC-107", "Unknown seat.", "seat")
    assert mine is not None
    check(mine.hero is None, "OC-107", "You already have a hero.", "seat")
    pool = free_heroes(state, mine.side)
    chosen = _settled(action.hero, action.method, pool, chance, "hero", "OC-107")
    sheet = state.box.heroes[chosen]
    health = sheet.tracks["health"][0]
    state = yield facts.HeroChosen(action.seat, chosen, health, sheet.special_tokens or 0, action.method)
    due = STARTING_XP.get(len(state.seats), 0)
    if due and mine.side == "chaos":
        state = yield from gain_xp(state, action.seat, due, "start")
    return state


def free_heroes(state: State, side: str) -> list[str]:
    """The side's heroes that nobody has."""
    taken = {hero.hero for hero in state.seats.values()}
    return [hero for hero in state.box.heroes_of[side] if hero not in taken]


def _settled(
    named: str | None, method: str, pool: Sequence[str], chance: Chance, field: str, rule: str
) -> str:
    """A choice that is named, or an outcome where the method is random."""
    message = "That is not available."
    if method == "random":
        return chance.pick(named, pool, field=field, rule=rule, message=message)
    if named is None or named not in pool:
        raise Rejected(rule, message, field)
    return named


def draw_monster_type(state: State, action: actions.DrawMonsterType, chance: Chance) -> Passage[State]:
    """OC-108: each Chaos seat one type, all different."""
    hero = state.seats.get(action.seat)
    chaos = hero is not None and hero.side == "chaos" and hero.monster_type is None
    check(chaos, "OC-108", "Each Chaos seat draws one monster type.", "seat")
    kind = chance.pick(
        action.monster,
        free_monsters(state),
        field="monster",
        rule="OC-108",
        message="That type is not available.",
    )
    return (yield facts.MonsterTypeDrawn(action.seat, kind))


def free_monsters(state: State) -> list[str]:
    """Monster types that nobody has."""
    taken = {hero.monster_type for hero in state.seats.values()}
    return [kind for kind in state.box.monsters if kind not in taken]


def fill_display(state: State, action: actions.FillDisplay, chance: Chance) -> Passage[State]:
    """OC-109: six items of the shuffled deck."""
    check(not state.displayed, "OC-109", "The display is already filled.")
    items = chance.several(
        action.items,
        sorted(state.item_deck),
        MOST_ON_DISPLAY,
        field="items",
        rule="OC-505",
        message=f"Lay out {MOST_ON_DISPLAY} different items from the deck.",
    )
    return (yield facts.DisplayFilled(items))


def choose_first_player(state: State, action: actions.ChooseFirstPlayer, chance: Chance) -> Passage[State]:
    """OC-113: the table agrees; the engine may draw."""
    check(state.first_player is None, "OC-113", "The first player is already chosen.")
    seat = chance.pick(action.seat, list(state.seats), field="seat", rule="OC-113", message="Unknown seat.")
    return (yield facts.FirstPlayerChosen(seat))


def is_laid_out(state: State) -> bool:
    """Whether everything that comes before placing heroes is done (OC-116)."""
    return (
        None not in (state.map_id, state.arch_enemy, state.first_player)
        and state.displayed
        and all(
            hero.hero is not None and (hero.side == "order" or hero.monster_type is not None)
            for hero in state.seats.values()
        )
    )


def next_to_place(state: State) -> str | None:
    """The seat whose hero is placed next (OC-114): one that is not on this map.

    A correction may have put a hero somewhere before the map was chosen.
    """
    return next(
        (
            seat
            for seat in seats_from(state, state.first_player)
            if state.seats[seat].location not in state.places
        ),
        None,
    )


def free_starts(state: State, side: str) -> tuple[str, ...]:
    """Starts of a side without a hero; there are never two on one during setup (OC-114)."""
    taken = {hero.location for hero in state.seats.values()}
    return tuple(start for start in state.map.starts[side] if start not in taken)


def place_hero(state: State, action: actions.PlaceHero, chance: Chance) -> Passage[State]:
    """OC-114, OC-115: from the first player clockwise; then the first turn begins."""
    check(is_laid_out(state), "OC-114", "Finish the rest of the setup first.")
    check(action.seat == next_to_place(state), "OC-114", "Another seat places its hero next.", "seat")
    side = state.seats[action.seat].side
    free = action.location in free_starts(state, side)
    check(free, "OC-114", "Start on a free start space of your side.", "location")
    state = yield facts.HeroPlaced(action.seat, action.location)
    if next_to_place(state) is None:
        state = yield facts.TurnBegan(state.first_player or "", 1)
    return state
