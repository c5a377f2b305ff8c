"""Chaosmos in words: what stands on buttons, in questions and in the log, in the game's own terms."""

from __future__ import annotations

from collections.abc import Iterator
from random import Random
from typing import Any

import msgspec
import pytest

from domain.games.chaosmos import GAME
from domain.games.chaosmos.components import demo_sets
from domain.kernel import PUBLIC, TRUTH, UNKNOWN, ComponentSet, Viewer
from domain.kernel.engine.playing import Played, play
from domain.kernel.selfcheck.wording import RenderedMoment, telling_of
from domain.kernel.session.opening import load_components
from domain.kernel.session.rendering import naming
from tests.games.chaosmos.table import document
from tests.support.games.chaosmos.playthrough import TEXT, told
from tests.support.games.chaosmos.unnamed_games import begun, played
from tests.support.games.reading import MARK, recorded_entry, texts_of

MODES = (("first_game", "first", 2), ("two_player", "duel", 2), ("standard", "corners_random", 4))


def test_a_recorded_game_reads_as_it_was_read_last():
    """`python -m tests.support.games.chaosmos.playthrough` writes the text anew."""
    assert told() == TEXT.read_text("utf-8")


def marked_set() -> ComponentSet:
    """The demo set with other ids, which can be told from every word."""
    tree = document()
    things = [*tree["aliens"], *tree["planets"], *tree["cards"]]
    ids = {thing["id"] for thing in things}
    for layout in tree["layouts"]:
        ids |= {*layout["slots"], *(place["id"] for place in (*layout["stars"], *layout["wormholes"]))}
    ids -= {layout["id"] for layout in tree["layouts"]}
    return load_components(GAME, marked(tree, ids, ("name", "names", "types", "text", "kind", "letter")))


def marked(value: Any, ids: set[str], but: tuple[str, ...]) -> Any:
    if isinstance(value, dict):
        return {
            f"{MARK}{key}" if key in ids else key: part if key in but else marked(part, ids, but)
            for key, part in value.items()
        }
    if isinstance(value, list):
        return [marked(part, ids, but) for part in value]
    return f"{MARK}{value}" if isinstance(value, str) and value in ids else value


def labels_are_different(told: RenderedMoment) -> Iterator[str]:
    for key, words in told.words.items():
        for name, parameter in words.parameters.items():
            labels = [value.label for value in parameter.values.values()]
            if len({*labels}) < len(labels):
                yield f"{name} of {key}: {labels}"


def must_read_well(step: Played, called: Any, seats: tuple[str, ...]) -> None:
    for viewer in (PUBLIC, TRUTH, *map(Viewer, seats)):
        at = telling_of(GAME, step.after, viewer, called, seats)
        assert list(labels_are_different(at)) == []
        read = recorded_entry(GAME, step.action, step.facts, viewer, called)
        for text in texts_of(at.words, at.asks, read):
            assert not any(code in text for code in (MARK, "None", "_", UNKNOWN, "  ", "toxic:")), text


def test_what_is_one_space_has_one_name_and_is_listed_once():
    names = naming(GAME, load_components(GAME, demo_sets()["demo"]), []).components
    assert {names[id].name for id in ("u1", "u3", "wa1", "wa2")} == {"Wormhole A"}
    assert [names[id].kind for id in ("u1", "u3", "wa1", "wa2")] == ["space", "spot", "spot", "spot"]
    assert [names[id].name for id in ("c0", "c3", "c1", "v1", "wb2")] == [
        "Star C1",
        "Star C1",
        "Star C2",
        "Star 1",
        "Wormhole B",
    ]


@pytest.mark.parametrize(("mode", "layout", "count"), MODES)
def test_no_id_and_no_none_is_ever_read(mode: str, layout: str, count: int):
    components = marked_set()
    names = ("north", "east", "south", "west")[:count]
    opening = [msgspec.convert({"seat": seat}, GAME.seat_type) for seat in names]
    layout = next(name for name in components.box.layouts if name.endswith(layout))
    options = msgspec.convert({"mode": mode, "layout": layout, "native_weapons": True}, GAME.options_type)
    called = naming(GAME, components, [{"seat": seat} for seat in names])
    state = GAME.initial(components, opening, options)
    for step in play(GAME, state, names, Random(3), most_actions=300):
        must_read_well(step, called, names)


@pytest.mark.parametrize("seed", range(2))
def test_cards_that_nobody_saw_are_never_read_by_their_sign(seed: int):
    seats, state = begun(2 + seed, seed)
    components = load_components(GAME, demo_sets()["demo"])
    called = naming(GAME, components, [{"seat": seat} for seat in seats])
    for step in played(seats, state, Random(seed), most=200, share=(1, 0.6)[seed]):
        must_read_well(step, called, seats)
