"""What the table rolls or draws is asked for step by step, each time with exactly what there is."""

from __future__ import annotations

import json
from itertools import pairwise
from pathlib import Path
from random import Random
from typing import Any

import pytest

from domain.games.order_vs_chaos import GAME
from domain.games.order_vs_chaos.state import State
from domain.kernel import TRUTH, Chance, Domain, Json, Viewer
from domain.kernel.chance import Undeclared
from domain.kernel.engine.entries import codec_of
from domain.kernel.engine.playing import UNLISTED, asked_outcome
from domain.kernel.game import decide
from domain.kernel.offers import admits, sample
from tests.games.order_vs_chaos.table import OrderTable
from tests.support.recorded import STAMP, library, opened

OUTCOMES = ("card", "cascade", "opened", "items", "refill", "dice", "face", "arch_enemy", "monster")


def asked(state: State, action: dict[str, Json], viewer: Viewer = TRUTH) -> tuple[str, Domain] | None:
    """The path and domain of the outcome that is missing; None where the action is complete."""
    try:
        decide(GAME, state, codec_of(GAME).action(action), Chance())
    except Undeclared as missing:
        return missing.field or "", asked_outcome(GAME, state, action, missing, viewer)
    return None


def put(tree: Any, path: str, value: Json) -> None:
    """Set the value at the path; the place at a list's end makes it longer."""
    steps = path.split("/")
    for step, then in pairwise(steps):
        if isinstance(tree, list):
            tree = tree[int(step)]
        else:
            tree = tree.setdefault(step, [] if then.isdigit() else {})
    last = steps[-1]
    if isinstance(tree, list):
        tree[int(last) :] = [value]
    else:
        tree[last] = value


def at(tree: Any, path: str) -> Json:
    for step in path.split("/"):
        tree = tree[int(step)] if isinstance(tree, list) else tree[step]
    return tree


def without_outcomes(action: dict[str, Json]) -> dict[str, Json]:
    """The action as it is begun: nothing that is drawn or rolled is named in it."""
    chosen = CHOSEN.get(action["type"], ()) if action.get("method") != "agreed" else OUTCOMES
    begun = {
        name: of for name, of in action.items() if of is not None and (name not in OUTCOMES or name in chosen)
    }
    for name in {"effects", "changes"} & begun.keys():
        begun[name] = [
            {key: of for key, of in one.items() if key not in OUTCOMES or one["op"] == "set"}
            for one in begun[name]
        ]
    return begun


CHOSEN = {
    "resolve_event": ("card",),
    "play_event": ("card",),
    "place_monster": ("monster",),
    "discard_surplus_monster": ("monster",),
}
"""Actions that name a card or monster that somebody chose."""


def told_step_by_step(state: State, action: dict[str, Json]) -> list[str]:
    """Paths that were asked for until the action was as it is recorded, each domain holding what was."""
    begun = without_outcomes(action)
    paths: list[str] = []
    while (missing := asked(state, begun)) is not None:
        path, domain = missing
        assert domain != UNLISTED, (path, action)
        value = at(action, path)
        if isinstance(value, dict) and "cascade" in value:
            value = {name: of for name, of in value.items() if name != "cascade"}
        assert admits(domain, value), (path, domain, action)
        put(begun, path, value)
        paths.append(path)
        assert len(paths) < 100
    whole = [decide(GAME, state, codec_of(GAME).action(one), Chance()) for one in (begun, action)]
    assert whole[0] == whole[1]
    return paths


@pytest.mark.parametrize("recorded", library("order_vs_chaos")[-3:], ids=lambda path: path.stem)
def test_a_recorded_game_is_asked_for_step_by_step(recorded: Path):
    opening, *actions = map(json.loads, recorded.read_text().splitlines())
    _, draft = opened(GAME, opening)
    paths: set[str] = set()
    for action in actions:
        paths |= {path.rstrip("0123456789") for path in told_step_by_step(draft.position.state, action)}
        draft.record(action, STAMP, None)
    assert {"card", "dice", "items", "cascade/"} <= paths


def neighbours(table: OrderTable, location: str) -> list[str]:
    state = table.state
    return [near for near in state.map.neighbours[location] if state.places[near].face == "down"]


def test_oc_325_a_cascade_is_asked_for_card_by_card():
    table = OrderTable().at(red="miami")
    opening: dict[str, Json] = {"type": "open_location", "seat": "red", "card": "chaos_rift_a"}
    places = neighbours(table, "miami")
    missing = asked(table.state, opening)
    assert missing is not None
    path, domain = missing
    assert path == "cascade/0"
    assert admits(domain, {"location": places[0], "card": "rift_1a"})
    assert not admits(domain, {"location": places[0], "card": "chaos_rift_a"})
    assert not admits(domain, {"location": "chicago", "card": "rift_1a"})


def test_oc_325_a_rift_among_them_is_asked_for_deeper_first():
    table = OrderTable().at(red="miami")
    first = neighbours(table, "miami")[0]
    opening: dict[str, Json] = {"type": "open_location", "seat": "red", "card": "chaos_rift_a"}
    put(opening, "cascade/0", {"location": first, "card": "chaos_rift_b"})
    missing = asked(table.state, opening)
    assert missing is not None
    path, domain = missing
    assert path == "cascade/1"
    deeper = next(near for near in neighbours(table, first) if near != "miami")
    assert admits(domain, {"location": deeper, "card": "rift_1a"})
    assert not admits(domain, {"location": deeper, "card": "chaos_rift_b"})


def test_oc_540_what_a_swap_opens_is_asked_for_with_its_cascade():
    table = OrderTable(red="knight_of_st_george").at(red="chicago").card("chicago", "rift_5a")
    swap = {"op": "swap_cards", "a": "chicago", "b": "miami"}
    action: dict[str, Json] = {
        "type": "use_ability",
        "seat": "red",
        "ability": "stonehenge",
        "effects": [swap],
    }
    missing = asked(table.state, action)
    assert missing is not None
    path, domain = missing
    assert path == "effects/0/opened/0"
    assert admits(domain, {"location": "chicago", "card": "chaos_rift_a"})
    assert not admits(domain, {"location": "chicago", "card": "rift_5a"})
    put(action, path, {"location": "chicago", "card": "chaos_rift_a"})
    missing = asked(table.state, action)
    assert missing is not None
    assert missing[0] == "effects/0/opened/0/cascade/0"
    finished(table, action)


def test_oc_505_a_short_deck_gives_its_last_items_and_then_some_of_the_discard():
    table = OrderTable().card("chicago", "quartermaster_a").at(red="chicago")
    deck = sorted(table.state.item_deck)
    table.given_state(item_deck=frozenset(deck[:2]), item_discard=tuple(deck[2:]))
    visit: dict[str, Json] = {"type": "visit_quartermaster", "seat": "red", "take": ["katana_1"]}
    missing = asked(table.state, visit)
    assert missing is not None
    path, domain = missing
    assert path == "refill"
    assert admits(domain, [*deck[:2], *deck[2:5], "longbow_1"])
    assert not admits(domain, [deck[2], *deck[:2], *deck[3:6]])
    assert not admits(domain, [*deck[:2], *deck[2:5], "katana_1"])
    finished(table, visit)


def finished(table: OrderTable, action: dict[str, Json]) -> None:
    """Whatever is answered to what is asked, the action is accepted in the end."""
    random = Random(4)
    for _ in range(20):
        begun = json.loads(json.dumps(action))
        while (missing := asked(table.state, begun)) is not None:
            put(begun, missing[0], sample(missing[1], random, declare=True))


def test_outcomes_of_texts_by_hand_are_asked_for_too():
    table = OrderTable(white="ghoul", count=4).turn_of("white").at(white="chicago")
    effects = [{"op": "display_refill"}, {"op": "open", "location": "miami"}]
    action: dict[str, Json] = {
        "type": "apply_effects",
        "seat": "white",
        "source": "special_tokens",
        "effects": effects,
    }
    missing = asked(table.state, action)
    assert missing is not None
    assert missing[0] == "effects/0/items"
    put(action, missing[0], sample(missing[1], Random(1), declare=True))
    missing = asked(table.state, action)
    assert missing is not None
    assert missing[0] == "effects/1/card"
    finished(table, action)


@pytest.mark.parametrize("seat", ["red", "black", None])
def test_what_is_asked_is_the_same_for_everybody(seat: str | None):
    """Face-down cards are known to nobody (OC-801): what lies open says which are left."""
    table = OrderTable().at(red="miami")
    opening: dict[str, Json] = {"type": "open_location", "seat": "red", "card": "chaos_rift_a"}
    assert asked(table.state, opening, Viewer(seat=seat)) == asked(table.state, opening)
