"""What `?with=` adds: words, boards, offers. Everybody else sees no change."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Any

import pytest
from flask import Flask

from domain.kernel.ui.words import value_key
from replays.event_store import EventStore, LogEntry
from tests.service.conftest import MakeApp, Table, problem, recorded
from tests.support.lent import whole_words
from tests.support.service.answers import answered
from tests.support.service.following import Session, spoken
from tests.support.service.server import Server, events

DRAWING = {"schema": "drawing/time_of_chaos/1"}


@pytest.fixture
def table(app: Flask) -> Table:
    """A table of A Time of Chaos in its first turn."""
    opening, *actions = recorded("demo-2p-001")
    return Table(app, opening).acted(*actions[:8])


def told(runs: Any) -> str:
    """A sentence as plain text."""
    return "".join(run if isinstance(run, str) else run["text"] for run in runs)


def values_of(domain: dict[str, Any]) -> Iterator[Any]:
    """The values of a choice that a person may tap."""
    if "of" in domain:
        yield from values_of(domain["of"])
    yield from domain.get("values", ())


def test_nothing_is_added_that_was_not_asked_for(table: Table) -> None:
    assert not {"board", "words"} & table.get().json.keys()
    assert not {"words", "undo"} & table.get("/offers").json.keys()
    assert all("words" not in entry for entry in table.get("/entries").json["items"])


@pytest.mark.parametrize("path", ["", "/offers", "/entries", "/stream"])
def test_an_addition_that_is_not_known_is_refused(table: Table, path: str) -> None:
    errors = problem(table.get(f"{path}?with=music"), 422, "invalid")["errors"]
    assert [error["pointer"] for error in errors] == ["/with"]


def test_the_board_has_a_panel_for_each_seat_and_says_what_is_asked(table: Table) -> None:
    body = table.get("?with=board,words").json
    assert [panel["seat"] for panel in body["board"]["seats"]] == [seat["seat"] for seat in body["seats"]]
    assert {place["name"] for zone in body["board"]["zones"] for place in zone.get("places", ())}
    assert all(told(says) for says in body["words"]["asks"].values())
    assert body["words"]["asks"].keys() == set(body["moment"]["active"])


@pytest.mark.parametrize("query", ["?", "?with=board,words&", "?at=3&with=board&"])
def test_who_draws_the_board_may_leave_the_view_out(table: Table, query: str) -> None:
    whole, without = table.get(query.rstrip("&?")).json, table.get(f"{query}without=view").json
    assert whole.pop("view")
    assert without == whole
    errors = problem(table.get("?without=board"), 422, "invalid")["errors"]
    assert [error["pointer"] for error in errors] == ["/without"]


def test_an_earlier_table_is_drawn_and_nothing_is_asked_there(table: Table) -> None:
    body = table.get("?at=3&with=board,words").json
    assert body["board"]["zones"]
    assert body["words"]["asks"] == {}


def test_every_offer_and_value_has_words(table: Table) -> None:
    body = table.get("/offers?with=words").json
    told_once = whole_words(body["words"])
    assert body["offers"]
    for offer in body["offers"]:
        words = told_once[f"{offer['type']}/{offer['seat'] or ''}"]
        assert words["label"]
        for name, domain in offer["parameters"].items():
            for value in values_of(domain):
                assert words["parameters"][name]["values"][value_key(value)]["label"]


@pytest.mark.parametrize("accept", ["application/json", "application/x-ndjson"])
def test_every_entry_says_what_happened(table: Table, accept: str) -> None:
    answer = table.get("/entries?with=words", Accept=accept)
    assert "Red" in answer.text or "Blue" in answer.text
    if accept == "application/json":
        assert all(told(entry["words"]["says"]) for entry in answer.json["items"])


def test_what_was_told_is_answered_304_while_it_stands(table: Table) -> None:
    for path in ("?with=board,words", "/offers?with=words", "/entries?with=words"):
        tag = table.get(path).headers["ETag"]
        assert table.get(path, If_None_Match=tag).status_code == 304


def test_pages_of_entries_keep_what_was_asked_for(table: Table) -> None:
    first = table.get("/entries?with=words&limit=2")
    following = first.headers["Link"].partition(">")[0].removeprefix("<").removeprefix(table.url)
    assert all("words" in entry for entry in table.get(following).json["items"])


def test_a_recorded_action_and_what_was_missed_come_with_words(table: Table) -> None:
    _, *actions = recorded("demo-2p-001")
    version = table.version
    done = table.post("/actions?with=words", actions[8], if_match=f'"{version}"')
    assert told(done.json["entry"]["words"]["says"])
    late = table.post("/actions?with=words", actions[9], if_match=f'"{version}"')
    missed = problem(late, 412, "stale")["missed"]
    assert [entry["words"]["says"] for entry in missed] == [done.json["entry"]["words"]["says"]]
    rehearsed = table.post("/actions?with=words&dry_run=true", actions[9])
    assert rehearsed.json["entry"]["words"]["says"]


def test_a_spectator_is_told_of_no_offers(server: Server) -> None:
    session = Session(server)
    session.record(8)
    for holder, offered in (("scribe", True), ("spectator", False)):
        with_all = followed(session, holder)
        _, name, body = next(with_all)
        assert name == "state"
        assert ("now" in body) is offered


def test_a_stream_tells_the_table_after_each_burst(server: Server) -> None:
    session = Session(server)
    session.record(8)
    stream = followed(session, "scribe")
    _, _, first = next(stream)
    assert first["now"]["words"]
    headers = {"Authorization": f"Bearer {session.tokens['scribe']}"}
    path = f"{session.url}?with=words,board,offers"
    status, answer = session.server.request("GET", path, headers=headers)
    assert (status, answer) == (200, first | {"at": 9, "replaces": []})
    session.record(1)
    number, name, entry = next(stream)
    assert (number, name) == (10, "entry")
    assert told(entry["words"]["says"])
    number, name, table = next(stream)
    assert (number, name, table["version"]) == (10, "table", 10)
    assert table["board"]["seats"]
    assert table["now"]["undo"]["to"] == 9


def followed(session: Session, holder: str) -> Iterator[tuple[int, str, Any]]:
    """The stream with everything that a page draws."""
    connection = session.server.connection()
    headers = {"Authorization": f"Bearer {session.tokens[holder]}"}
    connection.request("GET", session.url + "/stream?with=words,board,offers", headers=headers)
    try:
        yield from events(spoken(connection.getresponse()))
    finally:
        connection.close()


@pytest.fixture(scope="module")
def server(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Server]:
    made = Server(tmp_path_factory.mktemp("home"), TABLELOG_HEARTBEAT_SECONDS="0.2").start()
    yield made
    made.stop()


def test_names_of_a_component_set_are_told(table: Table) -> None:
    name = table.opened["session"]["component_set"]
    answer = answered(table.client.get(f"/v1/component-sets/{name}/names"))
    assert answer.status_code == 200
    assert {"kind", "name"} <= next(iter(answer.json["names"].values())).keys()
    problem(table.client.get("/v1/component-sets/0000/names"), 404, "not-found")


def test_the_operator_mends_a_drawing_and_the_set_stays(make_app: MakeApp) -> None:
    app = make_app(operator_token="let me in")
    opening, *_ = recorded("demo-2p-001")
    table = Table(app, opening)
    url = f"/v1/component-sets/{table.opened['session']['component_set']}"
    drawing = answered(table.client.get(url + "/drawing")).json["drawing"]
    mended = {**drawing, "schema": drawing["schema"]}
    operator = {"Authorization": "Bearer let me in"}
    answer = answered(table.client.put(url + "/drawing", json={"drawing": mended}, headers=operator))
    assert answer.status_code == 200, answer.text
    assert answered(table.client.get(url + "/drawing")).json["drawing"] == mended
    assert answered(table.client.get(url)).json["hash"] == table.opened["session"]["component_set"]
    assert table.get("?with=board").status_code == 200


def test_only_the_operator_mends_drawings_and_only_sound_ones(make_app: MakeApp) -> None:
    app = make_app(operator_token="let me in")
    opening, *_ = recorded("demo-2p-001")
    table = Table(app, opening)
    url = f"/v1/component-sets/{table.opened['session']['component_set']}/drawing"
    problem(table.client.put(url, json={"drawing": DRAWING}), 401, "bad-token")
    owner = table.headers("owner")
    problem(table.client.put(url, json={"drawing": DRAWING}, headers=owner), 403, "not-allowed")
    operator = {"Authorization": "Bearer let me in"}
    problem(table.client.put(url, json={"drawing": []}, headers=operator), 422, "invalid")
    bad = {"drawing": {"schema": "drawing/another/1"}}
    problem(table.client.put(url, json=bad, headers=operator), 422, "invalid-drawing")


def test_a_seat_takes_back_its_own_slip_without_a_reason(table: Table) -> None:
    seat = table.get().json["moment"]["active"][0]
    offer = next(one for one in table.get("/offers").json["offers"] if one["type"] == "end_turn")
    assert offer["seat"] == seat
    before = table.version
    ended = table.act({"type": "end_turn", "seat": seat}, f"seat:{seat}")
    assert ended.status_code == 201, ended.text
    undo = table.get("/offers?with=words", f"seat:{seat}").json["undo"]
    assert (undo["to"], undo["others"], undo["exposed"], undo["needs_reason"]) == (
        before,
        False,
        False,
        False,
    )
    other = next(one["seat"] for one in table.opened["session"]["seats"] if one["seat"] != seat)
    assert table.get("/offers?with=words", f"seat:{other}").json["undo"] is None
    problem(table.post("/retractions", {"to": before}, f"seat:{other}"), 403, "not-allowed")
    errors = problem(table.post("/retractions", {"to": before}), 422, "invalid")["errors"]
    assert [error["pointer"] for error in errors] == ["/reason"]
    assert table.post("/retractions", {"to": before}, f"seat:{seat}").status_code == 201


def test_whatever_was_said_since_the_last_step_is_not_read_to_find_it(
    table: Table, monkeypatch: pytest.MonkeyPatch
) -> None:
    before = table.version
    seat = table.get().json["moment"]["active"][0]
    assert table.act({"type": "end_turn", "seat": seat}, f"seat:{seat}").status_code == 201
    for text in ("One.", "Two.", "Three."):
        assert table.post("/notes", {"text": text}).status_code == 201
    reads, read = [], EventStore.read

    def noted(store: EventStore, session: str, first: int = 1, last: int | None = None) -> Iterator[LogEntry]:
        reads.append((first, last))
        return read(store, session, first, last)

    with monkeypatch.context() as patched:
        patched.setattr(EventStore, "read", noted)
        undo = table.get("/offers?with=words", f"seat:{seat}").json["undo"]
    assert (undo["to"], undo["others"], undo["exposed"], undo["needs_reason"]) == (
        before,
        False,
        False,
        False,
    )
    assert [one for one in reads if one != (before + 4, None)] == [(before + 1, before + 1)]
    assert table.post("/retractions", {"to": before, "reason": "once more"}).status_code == 201
    assert table.get("/offers?with=words", "scribe").json["undo"]["to"] < before


def test_what_was_seen_is_taken_back_by_the_scribe_alone_and_with_a_reason(app: Flask) -> None:
    opening, *_ = recorded("demo-2p-001")
    table = Table(app, opening | {"chance": "drawn"})
    table.acted({"type": "lay_out_tiles"})
    undo = table.get("/offers?with=words", "scribe").json["undo"]
    assert (undo["to"], undo["others"], undo["exposed"], undo["needs_reason"]) == (1, False, True, True)
    problem(table.post("/retractions", {"to": 1}), 422, "invalid")
    assert table.post("/retractions", {"to": 1, "reason": "laid out wrongly"}).status_code == 201


def test_a_refusal_says_what_the_rulebook_says(table: Table) -> None:
    seat = table.get().json["moment"]["active"][0]
    other = next(one["seat"] for one in table.opened["session"]["seats"] if one["seat"] != seat)
    refused = problem(table.act({"type": "end_turn", "seat": other}), 409, "rule")
    rules = answered(table.client.get("/v1/games/time_of_chaos/rules")).json["items"]
    assert {"id": refused["rule"], "sentence": refused["rule_text"]}.items() <= next(
        rule for rule in rules if rule["id"] == refused["rule"]
    ).items()
    one = answered(table.client.get(f"/v1/games/time_of_chaos/rules/{refused['rule']}")).json
    assert one["sentence"] == refused["rule_text"]
    for path in ("/v1/games/time_of_chaos/rules/TC-9999", "/v1/games/music/rules"):
        problem(table.client.get(path), 404, "not-found")
