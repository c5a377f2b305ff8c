"""The offers of a whole table stay small, at the worst tables that the rules allow."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

import msgspec
import pytest
from msgspec.structs import replace

from domain.games.first_light import GAME
from domain.games.first_light.state import Spot, Stack
from domain.kernel import TRUTH, ComponentSet, Offer, Viewer
from domain.kernel.session.opening import load_components
from domain.kernel.session.rendering import naming, offers_in_words
from domain.kernel.ui.plain_words import readable
from tests.games.first_light.table import COLORS, RICH, demo, executing, opened, owing, planning, with_seat
from tests.support.given import Table

BYTES, WITH_WORDS = 32_000, 48_000
LOCATIONS = (
    "headquarters",
    "negotiation",
    "depository",
    "mining_camp",
    "laboratory",
    "foundry",
    "control_room",
    "market",
    "academy",
)
UNSEEN = (None,) * 4
CHARACTERS = ("akira_hope", "dan_gautama", "naira_sol", "troy_sullivan")
UPGRADES = ("increase_two", "increase_two", "flip", "plus_minus_one")
FARM_TILES = ("producer", "producer", "gem_on_six")


def named(part: Any) -> Any:
    """The part with a name for everything that has an id, longer than most that are printed."""
    if isinstance(part, list):
        return [named(one) for one in part]
    if not isinstance(part, dict):
        return part
    name = {"name": f"{readable(part['id'])} of the colony"} if isinstance(part.get("id"), str) else {}
    return {key: named(one) for key, one in part.items()} | name


def by_hand(*, bountiful: bool = False, **characters: dict[str, Any]) -> ComponentSet:
    """A set in which all characters but these have texts that are carried out by hand.

    `bountiful`: its quiet Event draws an Item at every location.
    """
    document = named(demo())
    document["variant"] = True
    gains = [{"location": location, "gain": {"items": 1}} for location in LOCATIONS]
    for event in document["events"]:
        if event["id"] == "quiet_night" and bountiful:
            event["effect"] = {"kind": "modifiers", "modifiers": gains}
    for one in document["characters"]:
        one["effect"] = characters.get(one["id"], {"kind": "manual"})
    return load_components(GAME, document)


def with_hidden_hands(table: Table, **changes: Any) -> Table:
    """Nobody's cards were all seen; every base has all its tiles."""
    for seat, character in zip(COLORS, CHARACTERS, strict=True):
        known = ("yeki", "grogg", "ledger", "archive") if seat == "blue" else ()
        changed = {"hand": (*known, *UNSEEN), **changes}
        with_seat(
            table,
            seat,
            character=character,
            resources=RICH,
            upgrades=UPGRADES,
            farm_tiles=FARM_TILES,
            **changed,
        )
    return table


def placing(to: tuple[int, ...] = (3, 4, 5, 6), *, bountiful: bool = False) -> Table:
    """Akira Hope treats low dice as others, and every board is empty. Three texts are carried out by hand."""
    wild = {"kind": "wild_values", "from": [1, 2], "to": list(to), "farms": "all"}
    components = by_hand(bountiful=bountiful, akira_hope=wild)
    table = executing(2, 1, 1, 2, 1, seats=4, options={"components": components})
    with_hidden_hands(table, garages=(None, 2, 1, 2, 1))
    stacks = (Stack("producer", 1), Stack("gem_on_six", 4), Stack("water_3", 3))
    tops = (Stack("flip", 1), Stack("points", 4), Stack("free_garage", 3))
    return table.given_state(farm_stacks=stacks, upgrade_stacks=tops)


def placing_as_anything() -> Table:
    return placing((1, 2, 3, 4, 5, 6), bountiful=True)


def ending_the_pile() -> Table:
    """Two cards are left in the pile, of which one is known, and many lie among the discards."""
    table = placing()
    items = tuple(sorted(table.state.box.box.items))
    return table.given_state(deck=replace(table.state.deck, size=2, bottom=("yeki",), discard=items[5:20]))


def poor() -> Table:
    """Every Water counts: each space of the Mining Camp asks for another value."""
    return with_seat(placing(), resources={"water": 4, "algae": 8, "power": 2})


def harvesting() -> Table:
    """Sable Lesedi lacks a little of everything."""
    cost = {"water": 14, "algae": 9, "power": 7, "gems": 1}
    table = planning(4, components=by_hand(sable_lesedi={"kind": "move_after_harvest", "cost": cost}))
    with_hidden_hands(table, farms={1: 1, 2: 1, 3: 2, 4: 1, 5: 2}, reserve=0)
    for seat in COLORS[:1]:
        with_seat(table, seat, character="sable_lesedi", resources={})
    return table.given_state(phase="harvest")


def resting() -> Table:
    """Everybody has too many cards, of which some were not seen."""
    table = with_hidden_hands(planning(4, components=by_hand()))
    items = sorted(table.state.box.box.items)
    for place, seat in enumerate(COLORS):
        with_seat(table, seat, hand=(*items[5 * place : 5 * place + 5], *(None,) * 4))
    return table.given_state(phase="rest")


def drafting() -> Table:
    """The last step of a draft of which the recorder saw nothing."""
    table = opened(4, components=by_hand())
    for seat in COLORS:
        with_seat(table, seat, hand=(None, None), packet=(None, None))
    return table.given_state(phase="setup_items")


def planning_dice() -> Table:
    """Four seats with many dice, and texts carried out by hand."""
    table = with_hidden_hands(planning(4, components=by_hand()))
    for seat in COLORS:
        with_seat(table, seat, reserve=0, rolled=(1, 2, 3, 4, 5, 6, 6), has_rolled=True)
    return table


def suffering() -> Table:
    """A setback that Lysias James may turn into a gain, with every punishment free and dice everywhere."""
    turning = {"kind": "setbacks_as_advancements"}
    table = executing(2, 1, 1, 2, 1, seats=4, options={"components": by_hand(lysias_james=turning)})
    with_hidden_hands(table, garages=(1, 2, 3), farms={1: 1, 2: 2}, cantina=1)
    with_seat(table, character="lysias_james", hand=("yeki", None))
    column = (Spot("blue", 6),) * len(table.state.cells["leyrien"])
    table.given_state(cells={**table.state.cells, "leyrien": column})
    return owing(table, "setback", clan="leyrien", value=6)


WORST: dict[str, tuple[Callable[[], Table], int, int]] = {
    "placing": (placing, 60, WITH_WORDS),
    "placing as anything": (placing_as_anything, 60, WITH_WORDS),
    "poor": (poor, 60, WITH_WORDS),
    "ending the pile": (ending_the_pile, 60, 46_000),
    "harvesting": (harvesting, 60, 25_000),
    "resting": (resting, 40, 29_000),
    "drafting": (drafting, 20, 37_000),
    "planning": (planning_dice, 20, 23_000),
    "suffering": (suffering, 30, 25_000),
}
"""Each with the most offers, and the most bytes of them with their words, most of them names of Items."""


@pytest.mark.parametrize("viewer", [TRUTH, Viewer("blue")], ids=["all", "blue"])
@pytest.mark.parametrize("name", WORST)
def test_the_offers_of_the_worst_tables_are_few_and_small(name: str, viewer: Viewer) -> None:
    make, most, bytes_with_words = WORST[name]
    table = make()
    offers: list[Offer] = [o for seat in (None, *COLORS) for o in GAME.offers(table.state, seat, viewer)]
    assert len(offers) <= most
    size = len(msgspec.json.encode(offers))
    assert size <= BYTES
    names = naming(GAME, table.components, [{"seat": seat, "color": seat} for seat in COLORS])
    view = msgspec.to_builtins(GAME.view(table.state, viewer))
    words = offers_in_words(GAME, view, offers, names)
    assert size + len(msgspec.json.encode(words)) <= bytes_with_words


@pytest.mark.parametrize("name", WORST)
def test_the_worst_tables_offer_much(name: str) -> None:
    """They are no worst tables if nothing is to be done there."""
    state = WORST[name][0]().state
    offers = [offer for seat in COLORS for offer in GAME.offers(state, seat, TRUTH)]
    assert len(msgspec.json.encode(offers)) > 2_000
