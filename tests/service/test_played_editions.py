"""Rows, filters and groups by edition, and names at seats: only for those who may know of them."""

from __future__ import annotations

from typing import Any

import pytest
import sqlalchemy as sa
from flask import Flask

from domain.games import REGISTRY
from replays.library import packaged_sets
from service.http.tokens import HEADER
from service.sessions.register_tables import EDITION_VERSIONS, EDITIONS
from tests.service.conftest import MakeApp, Table
from tests.service.test_clubs import Group, follow
from tests.support.service.answers import answered
from tests.support.service.recorded_tables import opened_with

GAME, RECORDED = "first_light", "bots-1p-ai-105"
SEATS = f"/v1/statistics/{GAME}/seats"
OPERATOR = "let me in"


class Evenings:
    """An edition with two versions, a table for each, and one with the packaged set; all were finished."""

    def __init__(self, app: Flask) -> None:
        self.app, self.client = app, app.test_client()
        made = self.send("POST", "/v1/editions", {"game": GAME, "from": "demo", "name": "Our box"})
        self.edition, self.tokens = made["edition"], made["tokens"]
        self.first = self.table(self.published())
        self.send("PATCH", f"/v1/editions/{self.edition}", {"name": "Our second box"}, "keeper")
        self.second = self.table(self.published(), amended=True)
        self.packaged = self.table("demo", labels={"yellow": "Ann Onymous"})
        follow(app)

    def send(self, method: str, url: str, body: Any = None, holder: str | None = None) -> Any:
        headers = {} if holder is None else {"Authorization": f"Bearer {self.tokens[holder]}"}
        answer = answered(self.client.open(url, method=method, json=body, headers=headers))
        assert answer.status_code in (200, 201), answer.text
        return answer.json

    def published(self) -> str:
        hash: str = self.send("POST", f"/v1/editions/{self.edition}/versions", {}, "keeper")["hash"]
        return hash

    def table(self, component_set: str, *, amended: bool = False, **more: Any) -> Table:
        opening, actions = opened_with(GAME, RECORDED, component_set=component_set, visibility="public")
        table = Table(self.app, opening | more)
        if amended:
            assert table.post("/amendments", {"confirmed": ["base"]}).status_code == 201
        return table.acted(actions[:100], actions[100:])

    def seen(self, url: str, *tokens: str, bearer: str | None = None) -> Any:
        headers = {HEADER: ", ".join(tokens)} if tokens else {}
        headers |= {} if bearer is None else {"Authorization": f"Bearer {bearer}"}
        answer = answered(self.client.get(url, headers=headers))
        assert answer.status_code == 200, answer.text
        return answer.json

    def known(self, *tokens: str, bearer: str | None = None) -> dict[str, Any]:
        """By session, the edition of its row. What a filter chooses, and a group counts, are just these."""
        rows = self.seen(SEATS, *tokens, bearer=bearer)["rows"]
        found = {row["session"]: (row["edition"], row["edition_version"]) for row in rows}
        of_it = {session for session, (edition, _) in found.items() if edition == self.edition}
        for url, member, name in ((SEATS, "rows", "session"), ("/v1/sessions", "items", "id")):
            chosen = self.seen(f"{url}?edition={self.edition}", *tokens, bearer=bearer)[member]
            assert {one[name] for one in chosen} == of_it
        answer = self.seen(f"/v1/statistics/{GAME}/wins?group_by=edition", *tokens, bearer=bearer)
        counted = {row["group"]["edition"]: row for row in answer["rows"]}
        assert {name: row["n"] for name, row in counted.items() if name == self.edition} == (
            {self.edition: len(of_it)} if of_it else {}
        )
        for row in counted.values():
            listed = self.seen(row["sessions"], *tokens, bearer=bearer)["items"]
            assert len(listed) == row["n"]
        return found


@pytest.fixture
def evenings(make_app: MakeApp, log_url: str, tables_url: str) -> Evenings:
    """Once over SQLite and once over PostgreSQL."""
    return Evenings(make_app(log_url=log_url, tables_url=tables_url, operator_token=OPERATOR))


def test_an_edition_is_named_to_those_alone_who_may_know_of_it(evenings: Evenings) -> None:
    first, second, packaged = evenings.first.id, evenings.second.id, evenings.packaged.id
    nothing = dict.fromkeys((first, second, packaged), (None, None))
    assert evenings.known() == nothing
    assert evenings.known(evenings.first.tokens["owner"]) == nothing
    told = {
        first: (evenings.edition, 1),
        second: (evenings.edition, 2),
        packaged: (None, None),
    }
    assert evenings.known(evenings.tokens["reader"]) == told
    assert evenings.known(bearer=OPERATOR) == told
    rows = evenings.seen(SEATS)["rows"]
    assert len({row["component_set"] for row in rows}) == 3, "the second table has amended its set"
    club = Group(
        evenings.app,
        {"name": "Thursday", "editions": {GAME: evenings.edition}},
        **{HEADER: evenings.tokens["reader"]},
    )
    assert evenings.known(club.tokens["member"]) == told
    assert evenings.known(bearer=club.tokens["member"]) == told
    evenings.send("PATCH", f"/v1/editions/{evenings.edition}", {"listed": True}, "keeper")
    assert evenings.known() == told


def test_a_page_calls_an_edition_by_its_name_for_those_alone_who_may_know_of_it(evenings: Evenings) -> None:
    name = "Our second box"
    for asked in ("group_by=edition", f"edition={evenings.edition}"):
        page = f"/statistics/{GAME}?measure=wins&{asked}"
        assert name not in evenings.client.get(page).text
        reader = {HEADER: evenings.tokens["reader"]}
        assert name in evenings.client.get(page, headers=reader).text
    evenings.send("PATCH", f"/v1/editions/{evenings.edition}", {"listed": True}, "keeper")
    assert name in evenings.client.get(f"/statistics/{GAME}?measure=wins&group_by=edition").text


def test_a_set_of_two_editions_is_of_the_one_whose_token_comes_along(evenings: Evenings) -> None:
    reader, first, second = evenings.tokens["reader"], evenings.first.id, evenings.second.id
    with evenings.app.extensions["tablelog"].engine.begin() as connection:
        own = sa.select(EDITION_VERSIONS).where(EDITION_VERSIONS.c.edition == evenings.edition)
        versions = connection.execute(own.order_by(EDITION_VERSIONS.c.number)).all()
        hashes = [version.hash for version in versions]
        packaged = [one.hash for one in packaged_sets(REGISTRY[GAME]).values()]
        for edition, made in (("before", versions[0].made), ("after", "2999-01-01T00:00:00.000Z")):
            row = {"edition": edition, "game": GAME, "name": edition, "origin": hashes[0], "head": hashes[0]}
            row |= {"listed": True, "made": made, "changed": made}
            connection.execute(sa.insert(EDITIONS).values(row))
            for number, hash in enumerate([*hashes, *packaged, hashes[0]], 1):
                values = {"edition": edition, "number": number, "hash": hash, "note": "", "made": made}
                connection.execute(sa.insert(EDITION_VERSIONS).values(values))
    assert evenings.known(reader)[first] == (evenings.edition, 1)
    assert evenings.known()[first] == ("before", len(hashes) + len(packaged) + 1)
    assert evenings.known()[second] == ("before", 2)
    assert evenings.known()[evenings.packaged.id] == (None, None), "a packaged set is of no edition"
    rows = evenings.seen(SEATS, bearer=OPERATOR)["rows"]
    told = {row["session"]: row["edition"] for row in rows}
    assert told[first] is None, "it could be either"
    counted = evenings.seen(f"/v1/statistics/{GAME}/wins?group_by=edition", bearer=OPERATOR)["rows"]
    assert {row["group"]["edition"]: (row["n"], row["rows"]) for row in counted} == {
        evenings.edition: (2, 2),
        "before": (2, 2),
    }


def test_a_name_is_told_to_those_alone_who_hold_a_token(evenings: Evenings) -> None:
    for form in ("json", "csv", "ndjson"):
        answer = evenings.client.get(f"{SEATS}?format={form}")
        assert evenings.packaged.id in answer.text
        assert "Ann" not in answer.text
    names = {
        row["session"]: row["name"] for row in evenings.seen(SEATS, evenings.packaged.tokens["owner"])["rows"]
    }
    assert names == {evenings.packaged.id: "Ann Onymous", evenings.first.id: None, evenings.second.id: None}
    club = Group(evenings.app)
    assert club.take_in(evenings.packaged).status_code == 200
    [row] = evenings.seen(f"{SEATS}?club={club.id}", club.tokens["member"])["rows"]
    assert (row["session"], row["name"]) == (evenings.packaged.id, "Ann Onymous")
