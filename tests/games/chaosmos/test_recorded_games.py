"""Complete recorded games of Chaosmos end exactly as their tables say, and show each seat what they say."""

from __future__ import annotations

import json
from pathlib import Path
from typing import Any

import msgspec
import pytest

from domain.games.chaosmos import GAME
from domain.kernel import PUBLIC, Viewer
from domain.kernel.engine.views import state_view
from tests.support.games.chaosmos.final_table import final_table
from tests.support.recorded import STAMP, library, opened, played_to_the_end

recorded_games = pytest.mark.parametrize("recorded", library("chaosmos"), ids=lambda path: path.stem)
games_with_views = pytest.mark.parametrize(
    "recorded",
    [path for path in library("chaosmos") if path.with_suffix(".views.json").exists()],
    ids=lambda path: path.stem,
)

HEXAGON = {"c0": ["c0", "c3"], "c1": ["c1", "c4"], "c2": ["c2", "c5"], "u1": ["u1", "u3", "wa1", "wa2"]}
MERGED = {
    "first_game": HEXAGON,
    "two_player": HEXAGON,
    "standard": {"f1": ["f1", "f4", "wa1", "wa2"], "f2": ["f2", "f3", "wb1", "wb2"]},
}
"""Of the demo layouts the spaces with several names. Views told of no names when these were recorded, nor of
ways between spaces and of what combat cards would do."""


def as_json(value: Any) -> Any:
    return json.loads(msgspec.json.encode(value))


def viewers(names: Any) -> list[tuple[str, Viewer]]:
    return [
        (name, PUBLIC if name == "public" else Viewer(name))
        for name in names
        if name not in ("entry", "entries")
    ]


@recorded_games
def test_a_recorded_game_ends_as_expected(recorded: Path):
    _, draft, actions = played_to_the_end(GAME, recorded)
    expected = json.loads(recorded.with_suffix(".expected.json").read_text())
    assert as_json(final_table(draft.position.state, actions)) == expected


@recorded_games
def test_the_invariants_hold_after_every_fact_of_a_recorded_game(recorded: Path):
    opening, *actions = map(json.loads, recorded.read_text().splitlines())
    _, draft = opened(GAME, opening)
    for action in actions:
        state = draft.position.state
        _, facts = draft.record(action, STAMP, None)
        for fact in facts:
            state = GAME.evolve(state, fact)
            assert GAME.invariants(state) == [], fact


@games_with_views
def test_every_seat_sees_the_table_as_the_recorded_views_say(recorded: Path):
    expected = json.loads(recorded.with_suffix(".views.json").read_text())
    wanted = {views["entry"]: views for views in expected["views"]}
    opening, *actions = map(json.loads, recorded.read_text().splitlines())
    _, draft = opened(GAME, opening)
    compared = 0
    for number, action in enumerate(actions, start=2):
        draft.record(action, STAMP, None)
        for name, viewer in viewers(wanted.get(number, {})):
            seen = as_json(state_view(GAME, draft.position.state, viewer))
            spaces = seen.pop("spaces").items()
            assert {space: names for space, names in spaces if names != [space]} == MERGED[seen["mode"]]
            assert seen.pop("ways") == {
                space: sorted({*near}) for space, near in draft.position.state.the_board.near.items()
            }
            plays = seen.get("me", {}).pop("plays", None)
            assert (plays is None) is (
                (seen["combat"] or {}).get("to_act") != viewer.seat or name == "public"
            )
            assert seen == wanted[number][name], name
            compared += 1
    assert compared == sum(len(views) - 1 for views in wanted.values())
