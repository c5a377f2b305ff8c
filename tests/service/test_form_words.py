"""Words of forms at the schemas of a game: its own, wherever they are met."""

from __future__ import annotations

from typing import Any

import pytest
from flask.testing import FlaskClient

from tests.service.conftest import GAMES


def schemas_of(client: FlaskClient, game: str, message: str) -> dict[str, Any]:
    """The components of a game's actions or facts, by the tag of the message, else by their name."""
    told = client.get(f"/v1/games/{game}").json["schemas"][message]
    tags = told["schema"]["discriminator"]["mapping"]
    named = {reference.rpartition("/")[2]: tag for tag, reference in tags.items()}
    return {named.get(name, name): schema for name, schema in told["components"]["schemas"].items()}


def test_a_fact_tells_its_name_and_that_of_each_member_and_value(client: FlaskClient) -> None:
    moved = schemas_of(client, "time_of_chaos", "fact")["pawn_moved"]
    members = moved["properties"]
    assert (moved["title"], moved["x-hint"]) == ("Pawn moved", "A pawn stands on another tile.")
    assert {name: of["title"] for name, of in members.items() if name != "fact"} == {
        "seat": "Seat",
        "origin": "From",
        "to": "To",
        "via": "How",
    }
    assert members["origin"]["x-values"] == {"": "Off the board"}
    assert members["via"]["x-values"]["setup"] == "At setup"
    assert [members[name]["x-kind"] for name in ("seat", "origin", "to")] == ["seat", "tile", "tile"]


def test_an_object_tells_what_its_keys_name(client: FlaskClient) -> None:
    dealt = schemas_of(client, "time_of_chaos", "fact")["displays_dealt"]
    assert (dealt["properties"]["displays"]["x-keys"], dealt["properties"]["displays"]["x-kind"]) == (
        "era",
        "card",
    )


def test_a_part_of_a_message_tells_what_its_own_members_name(client: FlaskClient) -> None:
    schemas = schemas_of(client, "order_vs_chaos", "action")
    assert "x-kind" not in schemas["open_location"]["properties"]["cascade"]
    opened = schemas["CascadeCard"]["properties"]
    assert {name: told["x-kind"] for name, told in opened.items()} == {"location": "location", "card": "card"}


def test_a_place_in_a_row_is_counted_from_one(client: FlaskClient) -> None:
    asked = schemas_of(client, "first_light", "action")["place_laboratory"]["properties"]["stack"]
    assert (asked["title"], asked["x-first"]) == ("Stack, from the left", 1)
    schemas = schemas_of(client, "chaos_order", "action")
    assert "x-first" not in schemas["advance_fighter"]["properties"]["sector"]
    (dice,) = (of for of in schemas["reveal_plans"]["properties"]["dice"]["anyOf"] if of["type"] == "object")
    assert dice["additionalProperties"]["x-first"] == 1


@pytest.mark.parametrize("key", list(GAMES))
def test_every_message_and_member_has_a_name_for_people(client: FlaskClient, key: str) -> None:
    for message, tag in (("action", "type"), ("fact", "fact")):
        for name, schema in schemas_of(client, key, message).items():
            members = {
                of: told for of, told in schema.get("properties", {}).items() if told.get("enum") != [name]
            }
            titles = [told["title"] for told in members.values()]
            titles += [schema["title"]] if tag in schema.get("properties", {}) else []
            assert all(title and "_" not in title for title in titles), (name, titles)


@pytest.mark.parametrize("key", [key for key, game in GAMES.items() if game.words])
def test_every_word_of_a_form_is_met_in_one(client: FlaskClient, key: str) -> None:
    words = GAMES[key].words
    assert words is not None
    met: set[str] = set()
    for message in ("action", "fact"):
        for tag, schema in schemas_of(client, key, message).items():
            met.add(tag)
            for member, told in schema.get("properties", {}).items():
                for name in (member, f"{tag}.{member}"):
                    met |= {name, *(f"{name}={value}" for value in told.get("x-values", ()))}
    assert words.forms.keys() <= met
