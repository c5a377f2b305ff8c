"""The opening form over HTTP: what a page needs to open any game, and a body that opens it as it stands."""

from __future__ import annotations

import copy

import msgspec
import pytest
from flask import Flask
from flask.testing import FlaskClient

from domain.game_template import GAME as TEMPLATE
from domain.kernel.opening_form import TABLE
from domain.kernel.session.opening import OpeningRequest
from service.app import create_app
from tests.service.conftest import GAMES, Table, problem, settings_at

DEMO = GAMES["chaosmos"].demo_sets()["demo"]


@pytest.mark.parametrize("key", list(GAMES))
def test_a_form_brings_a_body_that_opens_a_session(app: Flask, key: str) -> None:
    client = app.test_client()
    for count in client.get(f"/v1/games/{key}/opening").json["counts"]:
        form = client.get(f"/v1/games/{key}/opening?count={count}").json
        assert form["count"] == count == len(form["seats"])
        session = Table(app, form["sample"]).opened["session"]
        assert [seat["seat"] for seat in session["seats"]] == [seat["seat"] for seat in form["seats"]]
        assert session["component_set"] == form["component_set"]


@pytest.mark.parametrize("key", list(GAMES))
def test_choices_by_the_words_and_defaults_of_the_form_are_its_sample(app: Flask, key: str) -> None:
    form = app.test_client().get(f"/v1/games/{key}/opening").json
    for seat, sampled in zip(form["seats"], form["sample"]["seats"], strict=True):
        chosen = {name: question["default"] for name, question in seat["parameters"].items()}
        assert {"seat": seat["seat"]} | chosen == sampled
        assert seat["label"]
    options = {name: question["default"] for name, question in form["options"].items()}
    assert {name: value for name, value in options.items() if value is not None} == form["sample"]["options"]


def test_the_template_answers_as_every_game_does(tmp_path) -> None:
    app = create_app(settings_at(tmp_path), {TEMPLATE.key: TEMPLATE})
    form = app.test_client().get(f"/v1/games/{TEMPLATE.key}/opening?count=3").json
    assert form["options"]["hand_limit"]["domain"] == {"kind": "choice", "values": [2, 3, 4]}
    assert Table(app, form["sample"]).opened["session"]["options"] == {"hand_limit": 3}
    app.extensions["tablelog"].close()


def test_a_form_speaks_in_the_words_of_the_game(client: FlaskClient) -> None:
    form = client.get("/v1/games/time_of_chaos/opening").json
    assert (form["count"], form["counts"]) == (2, [2, 3, 4])
    assert [(seat["seat"], seat["label"]) for seat in form["seats"]] == [("red", "Red"), ("blue", "Blue")]
    color = form["seats"][0]["parameters"]["color"]
    assert color["domain"] == {"kind": "choice", "values": ["red", "blue", "green", "yellow"]}
    assert color["differ"] is True
    restore = form["options"]["restore_scope"]
    assert restore["default"] == "other_era"
    assert restore["words"]["values"]["own_tile"]["label"] == "Your pawn's tile"
    assert form["may_declare"]["needs"] == {"true": {"chance": ["drawn"]}}
    (demo,) = form["component_sets"]
    assert (demo["name"], demo["hash"]) == ("demo", form["component_set"])
    assert "colors" in demo["invented"]


def test_a_set_is_listed_by_its_name_with_what_differs_from_the_rulebook(client: FlaskClient) -> None:
    document = copy.deepcopy(dict(GAMES["order_vs_chaos"].demo_sets()["demo"])) | {"edition": "Ours"}
    monster = next(one for one in document["monsters"] if one["name"] == "Hellion")
    monster["health"] = 8
    body = {"game": "order_vs_chaos", "document": document}
    uploaded = client.post("/v1/component-sets", json=body).json
    warned = [{"constraint": "OC-C11", "message": "Hellion differs from the figures in the source."}]
    form = client.get(f"/v1/games/order_vs_chaos/opening?component_set={uploaded['hash']}").json
    listed = {one["hash"]: one for one in form["component_sets"]}
    assert listed[uploaded["hash"]]["edition"] == "Ours"
    for told in (uploaded["warnings"], listed[uploaded["hash"]]["warnings"]):
        assert [{name: one[name] for name in ("constraint", "message")} for one in told] == warned
    (own,) = (one for one in client.get("/v1/games/chaosmos/opening").json["component_sets"])
    assert (own["edition"], own["warnings"]) == ("demo", [])


def test_a_packaged_set_that_a_file_brought_is_listed_once(app: Flask) -> None:
    form = app.test_client().get("/v1/games/chaosmos/opening").json
    Table(app, form["sample"] | {"visibility": "public"})
    registers = app.extensions["tablelog"].registers
    registers.add_component_set(form["component_set"], "chaosmos", DEMO)
    again = app.test_client().get("/v1/games/chaosmos/opening").json
    assert again["component_sets"] == form["component_sets"]


def test_what_every_table_is_asked_has_the_values_and_defaults_of_an_opening() -> None:
    fields = {field.name: field for field in msgspec.structs.fields(OpeningRequest)}
    for name, question in TABLE.items():
        assert question.default == fields[name].default
        for value in question.domain.values:
            msgspec.convert(value, fields[name].type)


def test_an_uploaded_set_gives_the_form_its_own_values(app: Flask) -> None:
    client = app.test_client()
    document = copy.deepcopy(DEMO)
    document["layouts"] = [layout for layout in document["layouts"] if layout["kind"] == "two_player"]
    uploaded = client.post("/v1/component-sets", json={"game": "chaosmos", "document": document})
    assert uploaded.status_code == 201, uploaded.text
    name = uploaded.json["hash"]
    form = client.get(f"/v1/games/chaosmos/opening?component_set={name}").json
    assert form["counts"] == [2], "no layout of this set is for more"
    assert form["component_set"] == name
    assert name in [one["hash"] for one in form["component_sets"]]
    assert form["options"]["mode"]["domain"]["values"] == ["two_player"]
    assert Table(app, form["sample"]).opened["session"]["options"]["mode"] == "two_player"
    others = client.get("/v1/games/chaosmos/opening").json["component_sets"]
    assert name not in [one["hash"] for one in others], "nobody hears of it who does not know it"


@pytest.mark.parametrize(
    ("query", "field"),
    [
        ("count=9", "count"),
        ("count=1", "count"),
        ("count=many", "/count"),
        ("count=0", "/count"),
        ("component_set=nowhere", "component_set"),
        ("component_set=", "/component_set"),
        ("seats=3", "seats"),
    ],
)
def test_what_cannot_be_asked_is_told_with_its_field(client: FlaskClient, query: str, field: str) -> None:
    told = problem(client.get(f"/v1/games/time_of_chaos/opening?{query}"), 422, "invalid")
    assert told["errors"][0]["pointer"] == field
    assert told["detail"]


def test_the_set_of_another_game_is_none_of_this_one(client: FlaskClient) -> None:
    other = client.get("/v1/games/chaosmos/opening").json["component_set"]
    told = problem(client.get(f"/v1/games/first_light/opening?component_set={other}"), 422, "invalid")
    assert told["errors"][0]["pointer"] == "component_set"


def test_an_unknown_game_has_no_form(client: FlaskClient) -> None:
    problem(client.get("/v1/games/whist/opening"), 404, "not-found")
