"""The API for people: its page, and a page of messages for each game."""

from __future__ import annotations

import re
from collections import Counter
from typing import Any

import pytest
from flask.testing import FlaskClient
from markupsafe import escape

from domain.games import REGISTRY
from domain.kernel.ui.plain_words import message_word
from service.pages.api_document import shared, tag_of, type_of

ID = re.compile(r'id="([^"]+)"')
LINK = re.compile(r'href="(/docs[^"#]*|)#([^"]+)"')


@pytest.fixture
def document(client: FlaskClient) -> dict[str, Any]:
    """The document for programs."""
    told: dict[str, Any] = client.get("/v1/openapi.json").get_json()
    return told


@pytest.fixture
def pages(client: FlaskClient, document: dict[str, Any]) -> dict[str, str]:
    """Every page of the API for people, by its address."""
    games = {name.partition(".")[0] for name in document["components"]["schemas"] if "." in name}
    return {
        address: client.get(address).text
        for address in ("/docs", *(f"/docs/messages/{game}" for game in games))
    }


def test_every_schema_stands_on_one_page(document: dict[str, Any], pages: dict[str, str]) -> None:
    anchors = Counter(
        anchor for page in pages.values() for anchor in ID.findall(page) if anchor.startswith("schema-")
    )
    assert anchors == Counter(f"schema-{name}" for name in document["components"]["schemas"])


def test_no_anchor_stands_twice_and_no_link_to_one_leads_nowhere(pages: dict[str, str]) -> None:
    anchors = {address: ID.findall(page) for address, page in pages.items()}
    assert [address for address, found in anchors.items() if len(found) > len(set(found))] == []
    for address, page in pages.items():
        followed = {(there or address, anchor) for there, anchor in LINK.findall(page)}
        assert {link for link in followed if link[1] not in anchors[link[0]]} == set(), address


def test_each_operation_can_be_linked_to(document: dict[str, Any], pages: dict[str, str]) -> None:
    for path, item in document["paths"].items():
        for method in {"get", "post", "put", "patch", "delete"} & {*item}:
            anchor = f"operation-{item[method]['operationId']}"
            assert f'id="{anchor}"' in pages["/docs"]
            assert f'<a href="#{anchor}"><code>{method.upper()} {path}</code></a>' in pages["/docs"]


@pytest.mark.parametrize("game", REGISTRY)
def test_a_game_tells_each_action_by_its_word(client: FlaskClient, game: str) -> None:
    page = client.get(f"/docs/messages/{game}").text
    actions, facts = (
        page.partition(f'<h2 id="{chapter}">')[2].partition("</section>")[0]
        for chapter in ("actions", "facts")
    )
    for chapter, kinds in ((actions, REGISTRY[game].actions), (facts, REGISTRY[game].facts)):
        for kind in kinds:
            tag = str(kind.__struct_config__.tag)
            called = escape(message_word(REGISTRY[game].words, tag))
            assert f'<code>{tag}</code> <span class="quiet">{called}</span>' in chapter


def test_what_every_action_takes_is_told_once(client: FlaskClient) -> None:
    page = client.get("/docs/messages/time_of_chaos").text
    actions = page.partition('<h2 id="actions">')[2].partition("</section>")[0]
    assert actions.count("<code>against_rules</code>") == 1
    assert actions.count("<code>seat</code>") > 1


def test_a_rule_that_a_message_names_leads_to_its_page(client: FlaskClient) -> None:
    link = '<a href="/rules/time_of_chaos/TC-111">TC-111</a>'
    assert link in client.get("/docs/messages/time_of_chaos").text


def test_a_game_that_is_not_here_has_no_messages(client: FlaskClient) -> None:
    answer = client.get("/docs/messages/go")
    assert answer.status_code == 404
    assert "Game not found. The games are listed at /v1/games." in answer.text


def test_a_type_is_told_in_a_few_words() -> None:
    reference = {"$ref": "#/components/schemas/reef.fact.Dived"}
    link = '<a href="/docs/messages/reef#schema-reef.fact.Dived">reef.fact.Dived</a>'
    own = '<a href="/docs#schema-SeatId">SeatId</a>'
    for schema, words in (
        (reference, link),
        ({"anyOf": [{"$ref": "#/components/schemas/SeatId"}, {"type": "null"}]}, f"{own} or null"),
        ({"type": "array", "items": reference}, f"list of {link}"),
        ({"type": "array"}, "list of anything"),
        ({"type": "object", "additionalProperties": {"type": "integer"}}, "object of integer"),
        ({"type": ["string", "null"]}, "string or null"),
        ({"enum": ["<b>", None]}, "&lt;b&gt; | None"),
        ({"enum": list("abcdefghi")}, "a | b | c | d | e | f | g | h | …"),
        ({}, "anything"),
        (True, ""),
    ):
        assert str(type_of(schema)) == words


def test_what_all_have_alike_is_shared() -> None:
    one = {
        "properties": {"type": {"enum": ["dive"]}, "seat": {"type": "string"}, "reason": {"type": "string"}}
    }
    other = {
        "properties": {"type": {"enum": ["rise"]}, "seat": {"type": "string"}, "reason": {"type": "null"}}
    }
    assert shared([one, other]) == {"seat": {"type": "string"}}
    assert (tag_of(one), tag_of({}), tag_of({"properties": {"way": {"enum": ["up", "down"]}}})) == (
        "dive",
        "",
        "",
    )
