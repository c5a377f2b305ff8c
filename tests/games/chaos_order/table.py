"""Tables to try the rules of Chaos Order on: a fixed game of two, dealt games of more, hand-made ones."""

from __future__ import annotations

import copy
from collections.abc import Callable, Mapping
from random import Random
from typing import Any, Self

import msgspec
from msgspec.structs import replace

from domain.games.chaos_order import GAME
from domain.games.chaos_order.components.box import Effect
from domain.games.chaos_order.facts import EffectsAwaited
from domain.games.chaos_order.reading import leaders_on_map
from domain.games.chaos_order.state import Battle, Built, Pending, Plan, Price, State
from domain.kernel import ComponentSet
from domain.kernel.engine.playing import play
from domain.kernel.session.opening import load_components
from tests.support.given import Table

RED, BLUE = "red", "blue"
PLACE = "glass_mire"
"""A region without a base beside it, to fight and build in."""
BP = Effect("build_points", 1)
TWO = ({"seat": RED, "faction": "circadians"}, {"seat": BLUE, "faction": "leyrien"})
LAYOUT = {
    "tall_grass": "relic_1",
    "iron_step": "relic_2",
    "reed_gate": "relic_3",
    "glass_mire": "relic_4",
    "dry_shelf": "relic_5",
    "long_meadow": "relic_6",
}
PLACE_BLUE = {
    "type": "place_base",
    "seat": BLUE,
    "location": "base_n1",
    "starting_foundations": {"ember_fen": "leyrien.start_1", "salt_bluff": "leyrien.start_2"},
}
PLACE_RED = {
    "type": "place_base",
    "seat": RED,
    "location": "base_s2",
    "starting_foundations": {"black_sedge": "circadians.start_1", "stone_ladder": "circadians.start_2"},
}
LAY = {
    "type": "lay_neutral_foundations",
    "returned": ["plain_1", "plain_2", "plain_3"],
    "layout": LAYOUT,
}
UNITS = (
    {"type": "deploy_starting_leader", "seat": RED, "leader": "circadians.scout", "region": "black_sedge"},
    {"type": "place_starting_fighters", "seat": RED, "fighters": {"black_sedge": 8, "stone_ladder": 4}},
    {"type": "deploy_starting_leader", "seat": BLUE, "leader": "leyrien.singer", "region": "ember_fen"},
    {"type": "place_starting_fighters", "seat": BLUE, "fighters": {"ember_fen": 6, "salt_bluff": 5}},
)


class ChaosTable(Table):
    """A table with handles for setting up what a rule is about."""

    state: State

    def board(self, seat: str, **changes: Any) -> Self:
        seats = self.state.seats
        self.state = replace(self.state, seats={**seats, seat: replace(seats[seat], **changes)})
        return self

    def region(self, place: str, **changes: Any) -> Self:
        regions = self.state.regions
        self.state = replace(self.state, regions={**regions, place: replace(regions[place], **changes)})
        return self

    def bare(self) -> Self:
        """Nobody stands anywhere on the map."""
        for place in self.state.regions:
            self.region(place, fighters={}, leaders={}, buildings={})
        return self

    def built(self, seat: str, place: str, kind: str) -> Self:
        """A building of the seat on the first free foundation of a region."""
        region = self.state.regions[place]
        at = next(f for f in region.foundations if f not in region.buildings)
        left = self.state.seats[seat].buildings
        self.region(place, buildings={**region.buildings, at: Built(seat, kind)})
        return self.board(seat, buildings={**left, kind: left[kind] - 1})

    def at(self, phase: str, *turns: str, **changes: Any) -> Self:
        """The phase has begun, these seats have a turn to come."""
        fresh = {"stage": "decide", "main": "open", "auxiliary_done": False, "combat_turn": None}
        self.state = replace(self.state, phase=phase, next_seats=turns, **{**fresh, **changes})
        return self

    def acting(self, phase: str, seat: str = RED, **changes: Any) -> Self:
        """The seat has chosen to act; the other one has its turn after it."""
        others = tuple(other for other in self.state.clockwise if other != seat)
        return self.at(phase, seat, *others, stage="acting", **changes)

    def pend(self, seat: str, *effects: Effect, **flags: Any) -> Self:
        """Effects are pending for the seat, the first as its head."""
        self.given(EffectsAwaited(seat, tuple(Pending(e, e.n, "test", **flags) for e in effects)))
        return self

    def priced(self, phase: str, token: str, by: str | None, spot: Any = None) -> Self:
        """A pricing token lies on a phase."""
        self.state = replace(self.state, prices={**self.state.prices, phase: Price(token, by, spot)})
        return self

    def fighting(self, place: str, plans: Mapping[str, Plan] | None = None, *, step: str = "reveal") -> Self:
        """Red has selected a battle against blue; both plans lie sealed."""
        both = plans or {RED: Plan("plain_a", "none"), BLUE: Plan("plain_a", "none")}
        self.at("combat", combat_turn=RED)
        self.state = replace(self.state, battle=Battle(place, RED, BLUE, step, both))  # type: ignore[arg-type]
        return self

    def do(self, kind: str, seat: str | None = RED, *, drawn: bool = False, **parameters: Any) -> Self:
        """An action of a seat (None: of the table) is tried."""
        tree: dict[str, Any] = {"type": kind} if seat is None else {"type": kind, "seat": seat}
        self.when(tree | {name.rstrip("_"): value for name, value in parameters.items()}, drawn=drawn)
        return self

    def has(self, seat: str, **values: Any) -> Self:
        """The seat's board holds these values now."""
        assert self.rejection is None, f"rejected: {self.rejection}"
        for name, value in values.items():
            assert getattr(self.state.seats[seat], name) == value, name
        return self

    def fighters(self, place: str) -> dict[str, int]:
        """Who has how many fighters in a region."""
        return dict(self.state.regions[place].fighters)

    def head(self, seat: str = RED) -> tuple[str, int] | None:
        """The head of the seat's stack: what, and how much is left."""
        pending = self.state.seats[seat].pending
        return (pending[-1].effect.do, pending[-1].left) if pending else None

    def leader_at(self, seat: str, leader: str) -> str:
        """Where a leader is."""
        return leaders_on_map(self.state, seat).get(leader, "supply")


def opened(components: ComponentSet | None = None) -> ChaosTable:
    """Two seats, nothing placed yet."""
    return ChaosTable(GAME, TWO, components=components)


def begun(components: ComponentSet | None = None) -> ChaosTable:
    """Two seats, set up, red to price first in round 1."""
    return opened(components).play(PLACE_BLUE, PLACE_RED, LAY, *UNITS)


def dealt(*factions: str, seed: int = 1) -> ChaosTable:
    """These factions (each seat named after its own), set up at random, in round 1."""
    table = ChaosTable(GAME, [{"seat": faction, "faction": faction} for faction in factions])
    for step in play(GAME, table.state, factions, Random(seed), most_actions=200):
        table.state = step.after
        if step.after.round:
            return table
    raise AssertionError("setup does not end")


def demo() -> dict[str, Any]:
    """A copy of the demo set's document to change."""
    return copy.deepcopy(msgspec.to_builtins(GAME.demo_sets()["demo"]))


def with_box(change: Callable[[dict[str, Any]], object]) -> ComponentSet:
    """The demo set with something changed."""
    document = demo()
    change(document)
    return load_components(GAME, document)


def faction_in(document: dict[str, Any], name: str) -> dict[str, Any]:
    """A faction of the document."""
    found: dict[str, Any] = next(f for f in document["factions"] if f["id"] == name)
    return found


def building() -> ChaosTable:
    """Red acts in `build` and has a point."""
    return begun().acting("build").pend(RED, BP)


def put(
    table: ChaosTable, building: str = "foundry", foundation: str = "circadians.start_1", **more: Any
) -> ChaosTable:
    return table.do("construct_building", building=building, foundation=foundation, **more)


def playing(
    phase: str = "harvest", stage: str = "acting", hand: Mapping[str, int] | None = None, **board: Any
) -> ChaosTable:
    return begun().board(RED, hand=hand or {"feint": 1}, **board).at(phase, RED, BLUE, stage=stage)


def play_card(table: ChaosTable, card: str = "feint", play: int = 0, **more: Any) -> ChaosTable:
    return table.do("play_tactics_card", card=card, play=play, **more)


def granted(*effects: Effect, **board: Any) -> ChaosTable:
    """The effects of a branch that red chooses."""
    table = begun().board(RED, **board).acting("build")
    return table.pend(RED, Effect("choice", branches=(effects,))).do("choose_branch", index=0)


def trance(phase: str = "build", **changes: Any) -> ChaosTable:
    return dealt("jrayek", "leyrien").acting(phase, "jrayek", **changes)
