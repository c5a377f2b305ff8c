"""Who opens a session as drawn is promised that nobody names an outcome, unless the opening allowed it."""

from __future__ import annotations

import json
from random import Random
from typing import Any

import msgspec
import pytest
from flask import Flask

from domain.games import REGISTRY
from domain.kernel.engine.entries import NO_DIGEST, seal
from domain.kernel.offers import Offer, is_open, sample_action
from domain.kernel.session.opening import OpeningRequest, open_session
from replays.portable import portable, write
from service.sessions.registers import ReservedOpening
from service.sessions.tokens import holders_of
from tests.service.conftest import REEF_OPENING, MakeApp, Table, place, problem, recorded
from tests.support.reef import LIBRARY as REEF_LIBRARY
from tests.support.reef import REEF, SECRET, new_session_id, stamp

DRAWN = REEF_OPENING | {"chance": "drawn"}
DECLARED_STORM = {"type": "roll_storm", "face": 4}
STORM_FACT = {"fact": "storm_rolled", "face": 4}


@pytest.fixture
def table(app: Flask) -> Table:
    """A reef whose outcomes are drawn."""
    return Table(app, DRAWN)


@pytest.mark.parametrize("holder", ["scribe", "owner"])
@pytest.mark.parametrize("path", ["/actions", "/actions?dry_run=true"])
@pytest.mark.parametrize(
    ("more", "field"),
    [
        ({}, "face"),
        ({"against_rules": True, "reason": "it fell so"}, "face"),
        ({"chance": "declared"}, "chance"),
        ({"chance": "drawn"}, "face"),
    ],
)
def test_nobody_declares_an_outcome_of_a_drawn_session(
    table: Table, holder: str, path: str, more: dict[str, Any], field: str
) -> None:
    body = problem(table.post(path, DECLARED_STORM | more, holder), 409, "outcome-declared")
    assert body["field"] == field
    assert body["version"] == 1
    assert f"Leave {field} out" in body["detail"]
    assert "correction" in body["detail"]
    assert table.version == 1


def test_a_list_that_declares_an_outcome_is_refused_whole(table: Table) -> None:
    body = problem(table.act([place("red"), DECLARED_STORM]), 409, "outcome-declared")
    assert (body["index"], body["field"]) == (1, "face")
    assert table.version == 1


def test_what_fell_otherwise_is_recorded_as_a_correction(table: Table) -> None:
    assert table.act({"type": "roll_storm"}).status_code == 201
    mended = table.post("/corrections", {"facts": [STORM_FACT], "reason": "the real die was used"})
    assert mended.status_code == 201


def test_the_opening_may_allow_it_and_says_so_for_ever(app: Flask) -> None:
    strict, free = Table(app, DRAWN), Table(app, DRAWN | {"may_declare": True})
    for table, allowed in ((strict, False), (free, True)):
        assert table.get().json["may_declare"] is allowed
        assert table.get("/entries").json["items"][0]["may_declare"] is allowed
        body = table.get("/export").json["entries"][0]["body"]
        assert body["may_declare"] is allowed
    assert free.act(DECLARED_STORM).json["entry"]["chance"] == ["declared"]


def test_a_declared_session_has_nothing_to_allow(app: Flask) -> None:
    refused = app.test_client().post("/v1/sessions", json=REEF_OPENING | {"may_declare": True})
    assert problem(refused, 422, "invalid")["errors"][0]["pointer"] == "/may_declare"
    table = Table(app, REEF_OPENING | {"may_declare": False})
    assert table.get().json["may_declare"] is True
    assert "may_declare" not in table.get("/export").json["entries"][0]["body"]
    assert table.act(DECLARED_STORM).status_code == 201
    assert table.act({"type": "roll_storm", "chance": "drawn"}).status_code == 201


def opened_before(app: Flask) -> Table:
    """A drawn session as it was written when nothing was said about declaring."""
    request = OpeningRequest(
        seats=({"seat": "red", "color": "red"}, {"seat": "blue", "color": "blue"}), chance="drawn"
    )
    components = REEF_LIBRARY.component_set("demo", "reef")
    session = new_session_id()
    _, opened, _ = open_session(REEF, components, request, session, SECRET, stamp(role="owner"))
    before = seal("reef", NO_DIGEST, msgspec.structs.replace(opened, may_declare=None))
    assert b"may_declare" not in before.body
    found = app.extensions["tablelog"]
    found.registers.promise(ReservedOpening(session, SECRET, "hash"), None)
    found.store.append(session, 1, [before])
    table = Table.__new__(Table)
    table.app, table.client, table.id = app, app.test_client(), session
    table.url = f"/v1/sessions/{session}"
    table.tokens = found.tokens.issue(session, holders_of(("red", "blue")), {})
    return table


def test_a_session_that_was_opened_before_keeps_its_way(app: Flask) -> None:
    table = opened_before(app)
    assert table.get().json["may_declare"] is True
    assert table.act(DECLARED_STORM).json["entry"]["chance"] == ["declared"]
    assert table.act({"type": "roll_storm"}).json["entry"]["chance"] == ["drawn"]
    problem(table.act({"type": "roll_storm", "chance": "declared"}), 409, "rule")


def test_a_fork_keeps_what_its_origin_allows(app: Flask) -> None:
    for origin, allowed in (
        (Table(app, DRAWN), False),
        (Table(app, DRAWN | {"may_declare": True}), True),
        (opened_before(app), True),
        (Table(app, REEF_OPENING), True),
    ):
        assert origin.act(place("red")).status_code == 201
        forked = origin.post("/forks", {}, if_match=None).json
        assert forked["session"]["may_declare"] is allowed
        headers = {"Authorization": f"Bearer {forked['tokens']['scribe']}", "If-Match": "*"}
        path = f"/v1/sessions/{forked['session']['id']}/actions"
        answer = origin.client.post(path, json=DECLARED_STORM, headers=headers)
        assert answer.status_code == (201 if allowed else 409)


def test_an_imported_drawn_session_goes_on_as_a_fork(table: Table, make_app: MakeApp, tmp_path: Any) -> None:
    """Its secret is elsewhere and its opening lets nobody declare."""
    elsewhere = {name: f"sqlite:///{tmp_path}/{name}.db" for name in ("log_url", "tables_url")}
    other = make_app(**elsewhere).test_client()
    item = other.post("/v1/imports", data=table.get("/export").data, content_type="application/json")
    headers = {"Authorization": f"Bearer {item.json['items'][0]['tokens']['owner']}", "If-Match": "*"}
    refused = other.post(f"{table.url}/actions", json={"type": "roll_storm"}, headers=headers)
    assert "fork" in problem(refused, 409, "secret-elsewhere")["detail"]
    problem(other.post(f"{table.url}/actions", json=DECLARED_STORM, headers=headers), 409, "outcome-declared")
    forked = other.post(f"{table.url}/forks", json={}, headers=headers).json
    headers["Authorization"] = f"Bearer {forked['tokens']['scribe']}"
    path = f"/v1/sessions/{forked['session']['id']}/actions"
    assert other.post(path, json={"type": "roll_storm"}, headers=headers).status_code == 201


def test_offers_of_a_drawn_session_ask_for_no_outcome(table: Table, app: Flask) -> None:
    asked = {offer["type"]: offer["parameters"] for offer in table.get("/offers").json["offers"]}
    assert asked["roll_storm"] == {}
    assert asked["place_cubes"].keys() == {"region", "count"}
    free = Table(app, DRAWN | {"may_declare": True})
    asked = {offer["type"]: offer["parameters"] for offer in free.get("/offers").json["offers"]}
    assert asked["roll_storm"]["face"]["kind"] == "outcome"


def ready_to_grab(table: Table) -> str:
    """A Time of Chaos set up by what chance draws; the seat whose turn it is."""
    for bare in ({"type": "lay_out_tiles"}, {"type": "deal_displays"}, {"type": "choose_first_player"}):
        table.acted(bare)
    for tile in ("present:A", "present:B"):
        table.acted({"type": "place_pawn", "seat": _seat_of(table, "place_pawn"), "tile": tile})
    active = _seat_of(table, "send_disorder")
    table.acted({"type": "send_disorder", "seat": active})
    return active


def _seat_of(table: Table, kind: str) -> str:
    offers = table.get("/offers").json["offers"]
    return str(next(offer["seat"] for offer in offers if offer["type"] == kind))


def test_naming_a_hidden_card_there_tells_nothing_and_is_told_to_nobody(app: Flask) -> None:
    """A card that cannot be is refused in the same words as one that can, before anybody looks."""
    opening = recorded("demo-2p-001")[0]
    table = Table(app, opening | {"chance": "drawn", "may_declare": False})
    active = ready_to_grab(table)
    version = table.version
    answers = {
        table.act(
            {"type": "grab", "seat": active, "card": card}, f"seat:{active}", **{"X-Request-Id": "grab"}
        ).data
        for card in ("no-such-card", *_cards(table))
    }
    assert len(answers) == 1
    assert json.loads(answers.pop())["type"] == "/problems/outcome-declared"
    assert table.version == version


def _cards(table: Table) -> list[str]:
    box = REGISTRY["time_of_chaos"].demo_sets()["demo"]
    decks = REGISTRY["time_of_chaos"].read_box(box).decks
    return sorted({card for deck in decks.values() for card in deck})


@pytest.mark.parametrize("source", ["declared", "drawn"])
def test_everybody_sees_at_once_where_a_hidden_card_came_from(app: Flask, source: str) -> None:
    opening = recorded("demo-2p-001")[0]
    table = Table(app, opening | {"chance": "drawn", "may_declare": True, "visibility": "link"})
    active = ready_to_grab(table)
    grab = {"type": "grab", "seat": active}
    if source == "declared":
        offer = next(o for o in table.get("/offers").json["offers"] if o["type"] == "grab")
        grab["card"] = offer["parameters"]["card"]["of"]["values"][0]
    assert table.act(grab, f"seat:{active}").status_code == 201
    for holder in ("owner", "scribe", "seat:red", "seat:blue", "spectator", None):
        entry = table.get(f"/entries?from={table.version}", holder).json["items"][0]
        assert entry["chance"] == [source]
        assert ("card" in entry["action"]) is (holder in ("owner", "scribe", f"seat:{active}"))


@pytest.mark.parametrize("key", sorted(REGISTRY))
def test_a_drawn_game_is_played_to_its_end_by_what_is_offered(app: Flask, key: str) -> None:
    """Whatever is offered is accepted: no outcome is left that only a declaration could give."""
    game, random = REGISTRY[key], Random(9)
    components = app.extensions["tablelog"].library.component_set("demo", key)
    seats, options = game.sample_opening(components, max(game.seat_counts), random)
    table = Table(
        app,
        {"game": key, "component_set": "demo", "chance": "drawn", "seats": seats, "options": options},
    )
    handler = app.extensions["tablelog"].handler
    while not game.is_finished(handler.known(table.id).state):
        offers = msgspec.convert(table.get("/offers").json["offers"], tuple[Offer, ...])
        playable = [offer for offer in offers if not any(map(is_open, offer.parameters.values()))]
        assert playable
        state = handler.known(table.id).state
        chosen = game.bot(state, playable, random) if game.bot is not None else None
        table.acted(chosen or sample_action(random.choice(playable), random, declare=False))
    closed = table.post("/close", {"outcome": "finished"}, "owner")
    assert closed.status_code == 201, closed.text
    lines = map(json.loads, table.get("/entries", Accept="application/x-ndjson").text.splitlines())
    sources = [source for entry in lines if entry["kind"] == "recorded" for source in entry["chance"]]
    assert set(sources) == {"drawn"}


def test_a_file_keeps_what_it_says(make_app: MakeApp, tmp_path: Any, app: Flask) -> None:
    old = opened_before(app)
    found = app.extensions["tablelog"]
    session = found.handler.look(old.id)
    file = write(portable(old.id, "reef", 1, session.components, list(found.store.read(old.id))))
    elsewhere = {name: f"sqlite:///{tmp_path}/{name}.db" for name in ("log_url", "tables_url")}
    other = make_app(**elsewhere).test_client()
    item = other.post("/v1/imports", data=file, content_type="application/json").json["items"][0]
    headers = {"Authorization": f"Bearer {item['tokens']['owner']}", "If-Match": "*"}
    answer = other.post(f"{old.url}/actions", json=DECLARED_STORM, headers=headers)
    assert answer.json["entry"]["chance"] == ["declared"]
