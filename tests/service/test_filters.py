"""The filters of lists and statistics: those that the service takes stand in the document, and no others."""

from __future__ import annotations

from typing import Any

import pytest
from flask.testing import FlaskClient

from domain.games import REGISTRY
from service.schemas.filters import OF_GAMES, accepted
from service.schemas.json_schema import operation_parameters
from tests.service.test_deprecations import says_so

PAGING = {"cursor", "limit"}
GROUPING = {"group_by", "order_by", "limit", "format", "bom"}
QUESTION = GROUPING | {"independent", "cursor", "quantiles", "histogram", "least", "difference"}
OPERATIONS = {
    "/v1/sessions": PAGING,
    "/v1/statistics/{game}/{measure}": QUESTION,
    "/v1/statistics/{game}/refusals": GROUPING | {"rule", "action"},
    "/v1/statistics/{game}/seats": PAGING | {"format", "bom"},
}
"""What each operation reads beside filters."""


def documented(client: FlaskClient, address: str, path: str = "/v1/sessions") -> list[dict[str, Any]]:
    """The parameters of an operation in a document."""
    return operation_parameters(client.get(address).json, path, "get")


def of_game(client: FlaskClient, game: str, path: str = "/v1/sessions") -> list[dict[str, Any]]:
    return documented(client, f"/v1/games/{game}/openapi.json", path)


def taken(client: FlaskClient, game: str, measure: str | None = None) -> set[str]:
    """The filters of a game's sessions: the refusal of an unknown one lists them."""
    asked = {"game": game, "hue": "red"} | ({} if measure is None else {"measure": measure})
    answer = client.get("/v1/sessions", query_string=asked)
    assert answer.status_code == 422
    return set(answer.json["detail"].rpartition("the filters are ")[2].split(", "))


@pytest.mark.parametrize("game", REGISTRY)
def test_every_filter_that_is_taken_stands_in_the_games_document(client: FlaskClient, game: str) -> None:
    known = {name for measure in (None, *REGISTRY[game].measures) for name in taken(client, game, measure)}
    for path, others in OPERATIONS.items():
        named = accepted(of_game(client, game, path))
        assert others <= named, path
        assert {*named} - (others - known) == known, path


@pytest.mark.parametrize("game", REGISTRY)
def test_every_filter_that_stands_in_the_games_document_is_taken(client: FlaskClient, game: str) -> None:
    measures = REGISTRY[game].measures.values()
    for name in {*accepted(of_game(client, game))} - PAGING - {"game", "measure"}:
        measured = next((one.key for one in measures if name in one.dimensions), None)
        asked = {"game": game, name: "x"} | ({} if measured is None else {"measure": measured})
        answer = client.get("/v1/sessions", query_string=asked)
        assert "not a filter" not in answer.text, name
        assert answer.status_code in (200, 422), name


def test_the_whole_document_has_the_filters_of_every_game(client: FlaskClient) -> None:
    whole = documented(client, "/v1/openapi.json")
    by_name = {one["name"]: one for one in whole}
    for game in REGISTRY:
        own = of_game(client, game)
        assert {*accepted(own)} <= {*accepted(whole)}
        for one in own:
            assert game in by_name[one["name"]].get(OF_GAMES, [game])
            assert OF_GAMES not in one


def test_a_game_has_colours_factions_or_sides_only_if_its_seats_do(client: FlaskClient) -> None:
    told = {
        game: {one["name"] for one in of_game(client, game)} & {"color", "faction", "side"}
        for game in REGISTRY
    }
    assert told["time_of_chaos"] == {"color"}
    assert told["chaos_order"] == {"faction"}
    assert told["order_vs_chaos"] == {"side"}
    assert told["chaosmos"] == set()


def test_dimensions_are_one_exploded_object(client: FlaskClient) -> None:
    [dimensions] = [one for one in of_game(client, "chaosmos") if one["name"] == "dimensions"]
    assert (dimensions["style"], dimensions["explode"]) == ("form", True)
    assert {"card", "position", "alien"} <= set(dimensions["schema"]["propertyNames"]["enum"])


def test_another_measure_than_that_of_the_path_is_refused(client: FlaskClient) -> None:
    path = "/v1/statistics/time_of_chaos/score"
    assert client.get(f"{path}?measure=score").status_code == 200
    answer = client.get(f"{path}?measure=win_share")
    assert (answer.status_code, answer.json["field"]) == (422, "measure")


@pytest.mark.parametrize(
    "address",
    ["/v1/sessions?", "/v1/statistics/time_of_chaos/score?", "/v1/statistics/time_of_chaos/refusals?"],
)
def test_with_is_a_deprecated_name_of_other_player(client: FlaskClient, address: str) -> None:
    former, present = (client.get(f"{address}{name}=p-1") for name in ("with", "other_player"))
    says_so(former)
    assert not {"Deprecation", "Sunset"} & {*present.headers.keys()}
    assert former.status_code == present.status_code == 200
    assert former.json == present.json
    both = client.get(f"{address}with=p-1&other_player=p-2")
    assert (both.status_code, both.json["field"]) == (422, "with")


def test_with_is_a_deprecated_group(client: FlaskClient) -> None:
    path = "/v1/statistics/time_of_chaos/score?group_by="
    former, present = client.get(f"{path}color,with"), client.get(f"{path}color,other_player")
    says_so(former)
    assert not {"Deprecation", "Sunset"} & {*present.headers.keys()}
    assert (former.json["group_by"], present.json["group_by"]) == (
        ["color", "with"],
        ["color", "other_player"],
    )
    assert client.get(f"{path}with,other_player").status_code == 422


def test_with_of_a_session_is_not_deprecated(client: FlaskClient) -> None:
    answer = client.get("/v1/sessions/nothing-here?with=words")
    assert "Deprecation" not in answer.headers
