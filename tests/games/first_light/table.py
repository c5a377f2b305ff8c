"""Tables of First Light set up by hand, a few words each."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

import msgspec
from msgspec.structs import replace

from domain.games.first_light import GAME
from domain.games.first_light.state import DICE_PER_COLOR, Acquired, Base, FollowUp, HeldDie, Spot, State
from domain.kernel import Fact
from tests.support.given import Table

COLORS = ("blue", "black", "red", "yellow")
SIDES = {"leyrien": "a", "zcharo": "a", "jrayek": "b"}
"""Leyrien sets a die, Zcharo gives 3 Water, Jrayek does nothing."""

QUIET = "quiet_night"
RICH = {"water": 30, "algae": 30, "power": 30, "gems": 10}
ORDERS = {
    "farm_tops": ["producer", "gem_on_six", "water_3"],
    "upgrade_tops": ["flip", "free_garage", "points"],
}


def demo() -> dict[str, Any]:
    """A copy of the demo document, to be changed at will."""
    copied: dict[str, Any] = msgspec.json.decode(msgspec.json.encode(GAME.demo_sets()["demo"]))
    return copied


def act(kind: str, seat: str | None = "blue", **parameters: Any) -> dict[str, Any]:
    """An action as its JSON object, of the blue seat where none is named."""
    named = {"seat": seat} if seat is not None else {}
    return {"type": kind, **named, **parameters}


def host(kind: str, **parameters: Any) -> dict[str, Any]:
    """An action of the table."""
    return act(kind, None, **parameters)


def opened(seats: int = 2, **options: Any) -> Table:
    """A table just opened; blue sits first, then black, red, yellow."""
    chosen = {"planet_side": "a", "clan_sides": SIDES, **options}
    if seats == 1:
        chosen.setdefault("ai_opponent", "clerk")
    components = chosen.pop("components", None)
    names = [{"seat": name, "color": name} for name in COLORS[:seats]]
    return Table(GAME, names, chosen, components=components)


def with_seat(table: Table, seat: str = "blue", **changes: Any) -> Table:
    """The table with parts of a seat replaced; its dice supply makes up thirteen dice."""
    base: Base = table.state.seats[seat]
    if "garages" in changes:
        changes["garages"] = (*changes["garages"], *[None] * (5 - len(changes["garages"])))
    if "farms" in changes and isinstance(changes["farms"], Mapping):
        changes["farms"] = tuple(changes["farms"].get(slot) for slot in range(1, 7))
    if "acquired" in changes:
        changes["acquired"] = tuple(Acquired(item, 0, "top") for item in changes["acquired"])
    if "resources" in changes:
        changes["resources"] = {"water": 0, "algae": 0, "power": 0, "gems": 0, **changes["resources"]}
    changed = replace(base, **changes)
    if "dice_supply" not in changes:
        own = changed.reserve + len(changed.rolled) + changed.cantina
        own += sum(die is not None for die in (*changed.garages, *changed.farms))
        changed = replace(changed, dice_supply=DICE_PER_COLOR - own)
    return table.given_state(seats={**table.state.seats, seat: changed})


def started(seats: int = 2, **options: Any) -> Table:
    """A table set up and waiting for the Event of the first round."""
    table = opened(seats, **options)
    table.play(host("reveal_stacks", **ORDERS))
    return table.given_state(phase="plan_event", characters_open=True, start_player="blue")


def planning(seats: int = 2, event: str = QUIET, **options: Any) -> Table:
    """The Plan phase of round 1."""
    return started(seats, **options).play(host("reveal_event", event=event))


def executing(
    *garages: int, seats: int = 2, event: str = QUIET, options: Mapping[str, Any] | None = None, **base: Any
) -> Table:
    """Blue's Garage turn in round 1, with these dice in its Garages and no other dice anywhere."""
    table = planning(seats, event, **(options or {}))
    base.setdefault("resources", RICH)
    base.setdefault("reserve", 0)
    with_seat(table, garages=garages, **base)
    return table.given_state(phase="garages", to_act="blue")


def headquarters(*dice: tuple[str, int], **base: Any) -> Table:
    """The Headquarters step of round 2, with these dice of round 1 in its slots."""
    table = executing(*base.pop("garages", ()), **base)
    held = tuple(HeldDie(owner, value, 1) for owner, value in dice)
    state: State = table.state
    table.given_state(round=2, events=("dust", QUIET), phase="headquarters", to_act=dice[0][0], first_slot=1)
    return table.given_state(headquarters=(*held, *[None] * (len(state.headquarters) - len(held))))


def owing(table: Table, kind: str, **due: Any) -> Table:
    """The table with a follow-up of blue's pending."""
    return table.given_state(pending=FollowUp(kind, "blue", **due))


def talking(table: Table, clan: str, *values: int, owner: str = "black", first_row: int = 1) -> Table:
    """Dice in a column of the Negotiation Board, from this row down."""
    cells = list(table.state.cells[clan])
    for place, value in enumerate(values, first_row - 1):
        cells[place] = Spot(owner, value)
    return table.given_state(cells={**table.state.cells, clan: tuple(cells)})


def taken(table: Table, location: str, *spaces: int, owner: str = "black") -> Table:
    """Spaces of a Location Board with a die on them."""
    spots = tuple(
        Spot(owner, 3) if number in spaces else spot
        for number, spot in enumerate(table.state.locations[location], 1)
    )
    return table.given_state(locations={**table.state.locations, location: spots})


def resources(table: Table, seat: str = "blue") -> dict[str, int]:
    """What a seat has."""
    found: dict[str, int] = table.state.seats[seat].resources
    return found


def spent(table: Table, seat: str = "blue") -> dict[str, int]:
    """What a rich seat has less than at the start."""
    now = resources(table, seat)
    return {name: RICH[name] - now[name] for name in RICH if RICH[name] != now[name]}


def facts_of(table: Table, kind: type[Fact]) -> list[Any]:
    """The facts of this type that the last action gave."""
    assert table.rejection is None, table.rejection
    return [fact for fact in table.facts if isinstance(fact, kind)]


def broken(state: State) -> set[str]:
    """The invariants that the table breaks: `I5`."""
    return {sentence.partition(":")[0] for sentence in GAME.invariants(state)}
