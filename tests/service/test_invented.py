"""What no publisher has attested is labelled wherever a table, a session, a game or a set is shown."""

from __future__ import annotations

import json
from pathlib import Path
from random import Random
from typing import Any

import pytest
from flask import Flask
from flask.testing import FlaskClient
from markupsafe import escape

from domain.games import REGISTRY
from domain.kernel.session.opening import load_components
from replays.findings import counted
from tests.cli.conftest import Run, home, run
from tests.service.conftest import Table
from tests.service.test_statistics import follow

__all__ = ["home", "run"]

every_game = pytest.mark.parametrize("key", list(REGISTRY))
every_set = pytest.mark.parametrize(
    ("key", "name"), [(key, name) for key, game in REGISTRY.items() for name in game.demo_sets()]
)


def invented_in(key: str, name: str = "demo") -> list[str]:
    """What the packaged set says of itself. A set of which everything is attested says nothing."""
    return list(REGISTRY[key].demo_sets()[name].get("invented", ()))


def told(key: str, name: str = "demo") -> str:
    """How people are told how much of the set is invented."""
    return counted(len(invented_in(key, name)), "invented part")


def opening_of(key: str) -> dict[str, Any]:
    """Some opening of the game with its demo set."""
    game = REGISTRY[key]
    components = load_components(game, game.demo_sets()["demo"])
    seats, options = game.sample_opening(components, min(game.seat_counts), Random(1))
    return {
        "game": key,
        "component_set": "demo",
        "seats": seats,
        "options": options,
        "chance": "drawn",
        "visibility": "public",
    }


@pytest.fixture
def table(app: Flask, key: str) -> Table:
    return Table(app, opening_of(key))


@every_game
def test_whoever_looks_at_a_table_is_told(table: Table, key: str) -> None:
    assert table.opened["session"]["invented"] == invented_in(key)
    for holder in (*table.tokens, None):
        assert table.get(holder=holder).json["invented"] == invented_in(key)
    assert table.get("?at=1", None).json["invented"] == invented_in(key)


@every_game
def test_a_stream_begins_with_it(table: Table, key: str) -> None:
    with table.client.get(f"{table.url}/stream", buffered=False) as answer:
        frames = (frame for frame in answer.iter_encoded() if b"data:" in frame)
        data = next(line for line in next(frames).splitlines() if line.startswith(b"data:"))
    state = json.loads(data.removeprefix(b"data:"))
    assert state["invented"] == invented_in(key)


@every_game
def test_a_fork_is_told_of_too(table: Table, key: str) -> None:
    forked = table.post("/forks", {"at": 1})
    assert forked.json["session"]["invented"] == invented_in(key)


@every_set
def test_a_game_says_it_of_each_of_its_sets(client: FlaskClient, key: str, name: str) -> None:
    sets = {one["name"]: one for one in client.get(f"/v1/games/{key}").json["component_sets"]}
    assert sets[name]["invented"] == invented_in(key, name)


def test_an_uploaded_set_is_labelled_where_its_game_lists_it(app: Flask) -> None:
    document = dict(REGISTRY["time_of_chaos"].demo_sets()["demo"]) | {"invented": ["cities"]}
    client = app.test_client()
    uploaded = client.post("/v1/component-sets", json={"game": "time_of_chaos", "document": document}).json
    opening = opening_of("time_of_chaos") | {"component_set": uploaded["hash"]}
    table = Table(app, opening)
    assert table.get(holder=None).json["invented"] == ["cities"]
    follow(app)
    answer = client.get("/v1/games/time_of_chaos").json
    sets = {one["hash"]: one["invented"] for one in answer["component_sets"]}
    assert sets[uploaded["hash"]] == ["cities"]


@every_set
def test_the_first_page_says_it(client: FlaskClient, key: str, name: str) -> None:
    page = client.get("/").text
    assert f'<a href="/v1/games/{key}">' in page
    assert page.count("made-up box") == 1, "said once and plainly"
    made_up = counted(len(invented_in(key, name)), "made-up part")
    label = f"{escape(REGISTRY[key].title)}, component set {name}: {made_up}"
    assert (label in page) == bool(invented_in(key, name))
    assert all(escape(part) in page for part in invented_in(key, name))


@every_game
def test_simulate_and_replay_say_it(run: Run, key: str, tmp_path: Path) -> None:
    simulated = run("simulate", key, "--most-actions", 1, "--to", tmp_path / "made").output
    (made,) = (tmp_path / "made").iterdir()
    shown = run("replay", made, "--at", 1).output
    for text in (simulated, shown):
        assert (f"{told(key)} of the component set" in text) == bool(invented_in(key))
        assert all(part in text for part in invented_in(key))
    assert json.loads(run("replay", made, "--at", 1, "--json").output)["invented"] == invented_in(key)


@every_set
def test_doctor_says_it(run: Run, key: str, name: str) -> None:
    assert f"{name} ({told(key, name)})" in " ".join(run("doctor").output.split())
