"""Tables of Chaosmos set up by hand: every card has a place, whatever a test asks for."""

from __future__ import annotations

import copy
from collections.abc import Callable, Mapping, Sequence
from typing import Any

import msgspec

from domain.games.chaosmos import GAME
from domain.games.chaosmos.components import demo_sets
from domain.games.chaosmos.state import Planet, State, Turn
from domain.kernel import UNKNOWN, ComponentSet
from domain.kernel.session.opening import load_components
from tests.support.given import Table

NORTH, EAST, SOUTH, WEST = "north", "east", "south", "west"
SEATS = (NORTH, EAST, SOUTH, WEST)
ALIENS = {NORTH: "drusu", EAST: "gazmae", SOUTH: "haghouhen", WEST: "vroon"}
"""Homes ashkel, brontide, cindral, eddova; toxic fennmire, tolwick, guriwan, jagladak."""

DEMO = load_components(GAME, demo_sets()["demo"])
TYPES = {str(kind.__struct_config__.tag): kind for kind in GAME.actions}


def act(kind: str, seat: str | None = None, **parameters: Any) -> Any:
    """An action; `from_` stands for the parameter `from`."""
    tree = {"type": kind, **({"seat": seat} if seat else {})}
    tree |= {name.rstrip("_"): value for name, value in parameters.items()}
    return msgspec.convert(tree, TYPES[kind])


def document(change: Callable[[dict[str, Any]], None] | None = None) -> dict[str, Any]:
    """The demo component set, changed."""
    tree = copy.deepcopy(dict(demo_sets()["demo"]))
    if change is not None:
        change(tree)
    return tree


def components(change: Callable[[dict[str, Any]], None]) -> ComponentSet:
    """The demo component set, changed and still valid."""
    return load_components(GAME, document(change))


def card_of(tree: dict[str, Any], name: str) -> dict[str, Any]:
    """The entry of a card in a component document."""
    return next(card for card in tree["cards"] if card["id"] == name)


def opened(count: int = 2, *, box: ComponentSet | None = None, **options: Any) -> Table:
    """A session just opened."""
    options = {"mode": "first_game", "layout": "first", **options}
    return Table(GAME, [{"seat": seat} for seat in SEATS[:count]], options, components=box or DEMO)


def table(
    count: int = 2,
    *,
    hands: Mapping[str, Sequence[str]] | None = None,
    envelopes: Mapping[str, Sequence[str]] | None = None,
    face_up: Mapping[str, tuple[str, str | None]] | None = None,
    at: Mapping[str, str] | None = None,
    controls: Mapping[str, str] | None = None,
    no_take: Sequence[str] = (),
    pool: Sequence[str] | None = None,
    unseen: Sequence[str] = (),
    active: str | None = NORTH,
    actions_left: int = 3,
    clock: int | None = None,
    box: ComponentSet | None = None,
    **options: Any,
) -> Table:
    """A game under way: seats at home unless `at` says otherwise, nobody in control unless `controls` does.

    `face_up`: planet → (card, who activated it). `active` None: between turns, north is next. Cards that
    nothing is said of are out of the game; every envelope holds at least one, the Pool six. `unseen`: what
    the cards are that are said to be `UNKNOWN` in hands and envelopes (CM-R31).
    """
    begun = opened(count, box=box, **options)
    state: State = begun.state
    left = list(state.box.every_card)
    for one in unseen:
        left.remove(one)

    def take(cards: Sequence[str]) -> tuple[str, ...]:
        for card in cards:
            if card != UNKNOWN:
                left.remove(card)
        return tuple(sorted(cards))

    hands_dealt = {seat: take((hands or {}).get(seat, ())) for seat in begun.seats}
    lying = {planet: take([card]) for planet, (card, _) in (face_up or {}).items()}
    given = {planet: take(cards) for planet, cards in (envelopes or {}).items()}
    the_pool = take(pool) if pool is not None else take([card for card in left if card != "ovoid"][-6:])
    fillers = [card for card in left if card in ("guard_drone", "relic_shard", "pulse_blaster", "ion_cannon")]
    if "ovoid" in left:
        unnamed = next(planet for planet in state.planets if planet not in given)
        given[unnamed] = take(["ovoid"])
    planets = {}
    for name in state.planets:
        inside = given[name] if name in given else take([fillers.pop(0)])
        card, by = (face_up or {}).get(name, (None, None))
        seat = (controls or {}).get(name)
        planets[name] = Planet(inside, card, by, seat, name in no_take, seat)
    assert all(lying.values())
    seats = {
        seat: msgspec.structs.replace(
            player,
            alien=ALIENS[seat],
            chosen=ALIENS[seat],
            dealt=(ALIENS[seat],),
            prepared=True,
            position=(at or {}).get(seat, state.box.aliens[ALIENS[seat]].home),
            hand=hands_dealt[seat],
        )
        for seat, player in state.seats.items()
    }
    for planet, seat in (controls or {}).items():
        seats[seat] = msgspec.structs.replace(seats[seat], position=planet)
    start = state.clock_start
    return begun.given_state(
        seats=seats,
        planets=planets,
        pool=the_pool,
        removed=tuple(sorted(left)),
        deck=(),
        clock=clock or start,
        clock_cut=start - (clock or start),
        phase="turn" if active else "between_turns",
        next=None if active else NORTH,
        turn=Turn(1, active, actions_left) if active else None,
    )


def hand(played: Table, seat: str) -> tuple[str, ...]:
    """The seat's hand."""
    cards: tuple[str, ...] = played.state.seats[seat].hand
    return cards


def sound(played: Table) -> Table:
    """The last action was accepted and left a sound table."""
    played.then_accepted()
    assert GAME.invariants(played.state) == []
    return played


def kinds(played: Table) -> list[str]:
    """The wire names of the facts of the last action."""
    return [str(type(fact).__struct_config__.tag) for fact in played.facts]
