"""What no publisher has attested is labelled wherever a table, a session, a game or a set is shown."""

from __future__ import annotations

import json
from pathlib import Path
from typing import Any

import pytest
from flask import Flask
from flask.testing import FlaskClient

from domain.games import REGISTRY
from tests.cli.conftest import Run, home, run
from tests.recorded import library
from tests.service.conftest import Table
from tests.service.test_statistics import follow

__all__ = ["home", "run"]

every_game = pytest.mark.parametrize("key", list(REGISTRY))
every_set = pytest.mark.parametrize(
    ("key", "name"), [(key, name) for key, game in REGISTRY.items() for name in game.demo_sets()]
)


def invented_in(key: str, name: str = "demo") -> list[str]:
    """What the packaged set says of itself; every set that comes with Tablelog has something to say."""
    said = list(REGISTRY[key].demo_sets()[name]["invented"])
    assert said
    return said


def opening_of(key: str) -> dict[str, Any]:
    """The first line of a recorded game that is played with the demo set."""
    openings = [json.loads(path.read_text().splitlines()[0]) for path in library(key)]
    return next(opening for opening in openings if opening.get("component_set", "demo") == "demo")


@pytest.fixture
def table(app: Flask, key: str) -> Table:
    return Table(app, {"component_set": "demo"} | opening_of(key) | {"visibility": "public"})


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
    opening = opening_of("time_of_chaos") | {"component_set": uploaded["hash"], "visibility": "public"}
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
    assert f"{name}: {len(invented_in(key, name))} invented part" in page


@every_game
def test_replay_says_it_in_text_and_in_json(run: Run, key: str) -> None:
    recorded = next(path for path in library(key) if '"tuned"' not in path.read_text().splitlines()[0])
    text = run("replay", recorded, "--at", 1).output
    for part in invented_in(key):
        assert part in text
    assert json.loads(run("replay", recorded, "--at", 1, "--json").output)["invented"] == invented_in(key)


@every_set
def test_doctor_says_it(run: Run, key: str, name: str) -> None:
    words = " ".join(run("doctor").output.split())
    assert f"{name} ({len(invented_in(key, name))} invented part" in words


@every_game
def test_simulate_says_it(run: Run, key: str, tmp_path: Path) -> None:
    output = run("simulate", key, "--most-actions", 1, "--to", tmp_path / "made").output
    assert f"{len(invented_in(key))} invented part" in output
