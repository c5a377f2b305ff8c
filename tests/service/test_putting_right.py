"""A session is reopened, left out of statistics and counted again, by its owner and for all to see."""

from __future__ import annotations

from typing import Any

import pytest
from flask import Flask

from domain.games.time_of_chaos.scoring import places_of
from replays.log_tables import log_engine
from service.http.tokens import HEADER
from service.queries import sessions
from tests.service.conftest import REEF_OPENING, MakeApp, Table, place, problem, recorded
from tests.service.test_closing import imported_elsewhere, kept_secret
from tests.service.test_clubs import Group
from tests.service.test_statistics import follow
from tests.support.service.answers import answered
from workers.damage import open_and_drawn

EVERYBODY = ("owner", "scribe", "seat:red", "seat:blue", "spectator", None)
NOT_THE_OWNER = ("scribe", "seat:red", "spectator")
LATER = "01900000-0000-7000-8000-000000000009"
WHY = {"reason": "we used the wrong deck"}
OPENING: dict[str, Any] = REEF_OPENING | {"visibility": "public", "options": {"rounds": 1}}
ROLL = {"type": "roll_storm"}


def evening(app: Flask) -> Table:
    """A game of Time of Chaos after its last action."""
    opening, *actions = recorded("demo-2p-007")
    return Table(app, opening | {"visibility": "public", "tags": ["here"]}).acted(actions)


def sent(table: Table, path: str, body: dict[str, Any], holder: str = "owner") -> dict[str, Any]:
    answer = table.post(path, body, holder)
    assert answer.status_code == 201, answer.text
    entry: dict[str, Any] = answer.json["entry"]
    return entry


def asked(app: Flask, address: str) -> Any:
    answer = answered(app.test_client().get(address))
    assert answer.status_code == 200, answer.text
    return answer.json


def wins(app: Flask, **filters: str) -> dict[str, float]:
    """By seat, the share of the wins that the statistic counts."""
    asking = "&".join(f"{name}={value}" for name, value in filters.items())
    told = asked(app, f"/v1/statistics/time_of_chaos/win_share?group_by=seat&{asking}")
    return {row["group"]["seat"]: row["total"] for row in told["rows"]}


def listed(app: Flask, **filters: str) -> list[Any]:
    asking = "&".join(f"{name}={value}" for name, value in filters.items())
    items: list[Any] = asked(app, f"/v1/sessions?{asking}")["items"]
    return items


@pytest.mark.parametrize("closed", [False, True])
def test_a_void_session_counts_nowhere_until_it_counts_again(app: Flask, closed: bool) -> None:
    table, other = evening(app), evening(app)
    if closed:
        sent(table, "/close", {})
    follow(app)
    assert wins(app) == {"blue": 2, "red": 0}
    entry = sent(table, "/void", WHY | {"replaced_by": other.id})
    follow(app)
    assert wins(app) == {"blue": 1, "red": 0}
    assert wins(app, void="any") == {"blue": 2, "red": 0}
    assert wins(app, void="true") == {"blue": 1, "red": 0}
    told = {"entry": entry["number"], "reason": WHY["reason"], "replaced_by": other.id}
    assert {one["id"]: one["void"] for one in listed(app)} == {table.id: told, other.id: None}
    assert [one["id"] for one in listed(app, void="true")] == [table.id]
    result = table.get("/result").json
    assert (result["void"], result["bg_stats"], result["board_game_geek"]) == (told, None, None)
    assert result["winners"] == ["blue"]
    sent(table, "/counts", {"reason": "it was the right deck"})
    follow(app)
    assert wins(app) == {"blue": 2, "red": 0}
    assert table.get("/result").json["bg_stats"] is not None
    assert {one["void"] for one in listed(app)} == {None}
    assert table.get("/audit").json["passed"] is True


def test_the_sessions_of_a_figure_are_those_that_count_in_it(app: Flask) -> None:
    table, other = evening(app), evening(app)
    sent(table, "/void", WHY)
    follow(app)
    (row,) = asked(app, "/v1/statistics/time_of_chaos/win_share")["rows"]
    assert row["n"] == 1
    assert [one["id"] for one in asked(app, row["sessions"])["items"]] == [other.id]


def test_players_meet_in_the_sessions_that_count(app: Flask) -> None:
    opening, *actions = recorded("demo-2p-007")
    people = {"players": {"blue": "anna-01", "red": "bert-01"}, "visibility": "public"}
    tables = [Table(app, opening | people).acted(actions) for _ in range(3)]
    sent(tables[1], "/void", WHY)
    follow(app)
    asking = "/v1/statistics/time_of_chaos/win_share?player=anna-01&with=bert-01"
    (row,) = asked(app, asking)["rows"]
    assert (row["n"], row["total"]) == (2, 2)
    (row,) = asked(app, f"{asking}&void=any")["rows"]
    assert (row["n"], row["total"]) == (3, 3)


def test_rejections_of_a_void_session_count_in_no_statistic(app: Flask) -> None:
    table = evening(app)
    opening, *actions = recorded("demo-2p-007")
    refused = Table(app, opening | {"visibility": "public"})
    problem(refused.act(actions[5]), 409, "rule")
    refused.acted(actions)
    app.extensions["tablelog"].refusals.write()
    follow(app)
    address = "/v1/statistics/time_of_chaos/refusals"
    assert sum(row["total"] for row in asked(app, address)["rows"]) == 1
    sent(refused, "/void", WHY)
    follow(app)
    assert asked(app, address)["rows"] == []
    assert sum(row["total"] for row in asked(app, f"{address}?void=any")["rows"]) == 1
    assert table.get().json["void"] is None


@pytest.mark.parametrize("holder", EVERYBODY)
def test_everybody_who_sees_the_session_sees_why(app: Flask, holder: str | None) -> None:
    table = Table(app, OPENING)
    sent(table, "/void", WHY | {"replaced_by": LATER})
    told = {"entry": 2, "reason": WHY["reason"], "replaced_by": LATER}
    assert table.get("", holder).json["void"] == told
    entry = table.get("/entries?with=words", holder).json["items"][1]
    assert (entry["kind"], entry["reason"], entry["replaced_by"]) == ("void", WHY["reason"], LATER)
    assert entry["words"]["says"] == ["The session does not count: we used the wrong deck"]
    for path in ("/log", "/entry/2", "/result"):
        page = table.client.get(f"/t/{table.id}{path}", headers=table.headers(holder)).text
        assert WHY["reason"] in page, path
        assert path == "/log" or f'href="/t/{LATER}"' in page
    follow(app)
    line = table.get("/timeline", holder).json["entries"][1]
    assert (line["kind"], line["live"]) == ("void", True)
    stream = table.client.get(
        f"{table.url}/stream", headers=table.headers(holder) | {"Last-Event-ID": "1"}, buffered=False
    )
    frames = iter(stream.response)
    seen = b"".join(next(frames) for _ in range(2))
    stream.close()
    assert b'"kind":"void"' in seen
    assert WHY["reason"].encode() in seen


@pytest.mark.parametrize("holder", NOT_THE_OWNER)
def test_only_the_owner_puts_a_session_right(app: Flask, holder: str) -> None:
    table = Table(app, OPENING)
    sent(table, "/close", {})
    for path in ("/void", "/counts", "/reopen"):
        assert "owner" in problem(table.post(path, WHY, holder), 403, "not-allowed")["detail"]
    assert table.version == 2


def test_what_is_so_already_is_refused(app: Flask) -> None:
    table = Table(app, OPENING)
    problem(table.post("/counts", WHY, "owner"), 409, "already-so")
    problem(table.post("/reopen", WHY, "owner"), 409, "not-closed")
    sent(table, "/void", WHY)
    problem(table.post("/void", WHY, "owner"), 409, "already-so")
    sent(table, "/void", WHY | {"replaced_by": LATER})
    assert table.get().json["void"]["replaced_by"] == LATER
    sent(table, "/void", WHY)
    assert table.get().json["void"]["replaced_by"] is None


def test_faulty_bodies_are_refused(app: Flask) -> None:
    table = Table(app, OPENING)
    for path in ("/void", "/counts", "/reopen"):
        for body in ({}, {"reason": ""}, {"reason": 7}, [], {"reason": "x", "why": "y"}):
            problem(table.post(path, body, "owner"), 422, "invalid")
    for wrong in ("not-an-id", table.id.upper(), table.id):
        problem(table.post("/void", WHY | {"replaced_by": wrong}, "owner"), 422, "invalid")
    assert table.version == 1


def test_a_repeated_request_is_recorded_once(app: Flask) -> None:
    table = Table(app, OPENING)
    for path in ("/void", "/counts", "/close", "/reopen"):
        body = {} if path == "/close" else WHY
        first = table.post(path, body, "owner", Idempotency_Key=f"key-of{path[1:]}")
        again = table.post(path, body, "owner", Idempotency_Key=f"key-of{path[1:]}")
        assert (first.status_code, again.json) == (201, first.json)
        assert again.headers["Idempotent-Replayed"] == "true"
    assert table.version == 5


def test_undo_never_takes_these_entries_back(app: Flask) -> None:
    table = Table(app, OPENING).acted(ROLL | {"face": 3})
    sent(table, "/void", WHY)
    sent(table, "/close", {})
    sent(table, "/reopen", WHY)
    table.acted(place("red"))
    assert table.post("/retractions", {"to": 1, "reason": "all of it"}).status_code == 201
    shown = table.get().json
    assert (shown["void"]["entry"], shown["closed"], shown["status"]) == (3, None, "open")
    live = {one["kind"]: one["live"] for one in table.get("/entries").json["items"] if one["number"] > 1}
    assert (live["void"], live["reopened"], live["recorded"]) == (True, True, False)
    assert table.post("/retractions", {"to": 6}).json["entry"]["redo"] is True
    assert (table.get().json["void"]["entry"], table.get().json["closed"]) == (3, None)
    sent(table, "/counts", WHY)
    problem(table.post("/retractions", {"to": table.version - 1}, "owner"), 409, "not-live")
    assert table.get("/audit").json["passed"] is True


def test_a_result_follows_from_a_table_corrected_after_the_close(app: Flask) -> None:
    table = evening(app)
    sent(table, "/close", {})
    seats = {one["seat"]: one for one in table.get("/result").json["seats"]}
    assert [(seats[s]["score"], seats[s]["rank"], seats[s]["winner"]) for s in ("blue", "red")] == [
        (5, 1, True),
        (4, 2, False),
    ]
    facts = [{"fact": "penalty_taken", "seat": "blue"}] * 2
    correction = {"facts": facts, "reason": "two penalties were forgotten"}
    problem(table.post("/corrections", correction), 409, "session-closed")
    sent(table, "/reopen", {"reason": "the score was wrong"})
    sent(table, "/corrections", correction, "scribe")
    sent(table, "/close", {})
    follow(app)
    # By hand: blue had 5 points and now has two penalties more, so 3; red still has 4 and wins alone.
    result = table.get("/result").json
    seats = {one["seat"]: one for one in result["seats"]}
    assert [(seats[s]["score"], seats[s]["rank"], seats[s]["winner"]) for s in ("blue", "red")] == [
        (3, 2, False),
        (4, 1, True),
    ]
    assert (result["winners"], result["status"], result["decided_by"]) == (["red"], "finished", "score")
    plays = result["bg_stats"]["play"]["players"]
    assert [(one["score"], one["winner"]) for one in plays] == [(4, True), (3, False)]
    (row,) = listed(app)
    assert (row["winners"], row["scores"], row["closed"]) == (["red"], {"blue": 3, "red": 4}, "finished")
    assert wins(app) == {"blue": 0, "red": 1}
    ranks = asked(app, "/v1/statistics/time_of_chaos/rank?group_by=seat")["rows"]
    assert {one["group"]["seat"]: one["value"] for one in ranks} == {"blue": 2, "red": 1}
    scores = asked(app, "/v1/statistics/time_of_chaos/score?group_by=seat,rank")["rows"]
    assert {(one["group"]["seat"], one["group"]["rank"]): one["value"] for one in scores} == {
        ("blue", 2): 3,
        ("red", 1): 4,
    }
    session = app.extensions["tablelog"].handler.look(table.id)
    assert {seat: key[0] for seat, key in places_of(session.state).items()} == {"blue": 3, "red": 4}
    audit = table.get("/audit").json
    assert audit["passed"] is True
    assert {"reopened", "correction"} <= {finding["kind"] for finding in audit["findings"]}


def drawn(app: Flask, **more: Any) -> Table:
    """A reef that drew a storm, and was closed with its secret revealed."""
    table = Table(app, OPENING | {"chance": "drawn"} | more).acted(ROLL)
    sent(table, "/close", {"reveal": True})
    return table


def test_nothing_more_is_drawn_with_a_secret_that_everybody_knows(app: Flask) -> None:
    table = drawn(app)
    sent(table, "/reopen", WHY)
    version = table.version
    for path in ("/actions", "/actions?dry_run=true"):
        told = problem(table.post(path, ROLL), 409, "draws-revealed")
        assert "correction" in told["detail"]
        for declared in ({"face": 3}, {"face": 3, "chance": "declared"}):
            told = problem(table.post(path, ROLL | declared), 409, "draws-revealed")
            assert "revealed" in told["detail"]
    assert table.version == version
    table.acted(place("red"))
    sent(table, "/retractions", {"to": 1, "reason": "again from the start"}, "scribe")
    problem(table.act(ROLL), 409, "draws-revealed")
    entry = sent(table, "/close", {"reveal": True})
    assert entry["secret"] == kept_secret(table)
    problem(table.act(ROLL), 409, "session-closed")
    audit = table.get("/audit").json
    assert (audit["passed"], audit["drawn"]) == (True, 1)


def test_outcomes_are_declared_then_where_the_session_allows_it(app: Flask) -> None:
    table = drawn(app, may_declare=True)
    sent(table, "/reopen", WHY)
    told = problem(table.act(ROLL), 409, "rule")
    assert "revealed" in told["detail"]
    assert told["outcomes"][0]["path"] == told["field"] == "face"
    problem(table.act(ROLL | {"chance": "drawn"}), 409, "rule")
    table.acted(ROLL | {"face": 3})
    audit = table.get("/audit").json
    assert (audit["passed"], audit["drawn"]) == (True, 1)


def test_draws_go_on_while_their_secret_is_kept(app: Flask) -> None:
    table = Table(app, OPENING | {"chance": "drawn"}).acted(ROLL)
    sent(table, "/close", {})
    sent(table, "/reopen", WHY)
    table.acted(ROLL)
    sent(table, "/close", {"reveal": True})
    audit = table.get("/audit").json
    assert (audit["passed"], audit["drawn"], audit["secret"]) == (True, 2, "revealed")
    assert "not_revealed" not in {finding["kind"] for finding in audit["findings"]}


def test_a_reopened_session_is_offered_what_it_was_before(app: Flask) -> None:
    table = Table(app, OPENING)
    offers = table.get("/offers").json["offers"]
    sent(table, "/close", {})
    assert table.get("/offers").json["offers"] == []
    sent(table, "/reopen", WHY)
    assert table.get("/offers").json["offers"] == offers
    assert table.get().json["closed"] is None
    follow(app)
    assert [(one["status"], one["closed"]) for one in listed(app)] == [("open", None)]
    stream = table.client.get(
        f"{table.url}/stream", headers=table.headers(None) | {"Last-Event-ID": "3"}, buffered=False
    )
    assert stream.status_code == 200
    stream.close()


def test_an_imported_session_keeps_what_was_put_right(make_app: MakeApp) -> None:
    table = drawn(make_app())
    sent(table, "/reopen", WHY)
    sent(table, "/void", WHY | {"replaced_by": LATER})
    copy = imported_elsewhere(table, make_app)
    assert copy.get().json["void"] == table.get().json["void"]
    assert copy.get("/export").data == table.get("/export").data
    told = problem(copy.act(ROLL), 409, "draws-revealed")
    assert "correction" in told["detail"]
    sent(copy, "/counts", WHY)
    assert copy.get().json["void"] is None
    assert copy.get("/audit").json["passed"] is True


@pytest.mark.parametrize("closing", [{}, {"reveal": True}])
def test_an_imported_session_that_was_closed_is_reopened_and_closed_with_the_secret_of_its_log(
    make_app: MakeApp, closing: dict[str, Any]
) -> None:
    table = drawn(make_app())
    copy = imported_elsewhere(table, make_app)
    sent(copy, "/reopen", WHY)
    entry = sent(copy, "/close", {"reveal": True})
    assert entry["secret"] == kept_secret(table)
    sent(copy, "/reopen", WHY)
    assert sent(copy, "/close", closing)["secret"] == (kept_secret(table) if closing else None)
    audit = copy.get("/audit").json
    assert (audit["passed"], audit["secret"]) == (True, "revealed")


def test_a_fork_of_a_void_session_counts_by_itself(app: Flask) -> None:
    table = evening(app)
    sent(table, "/void", WHY)
    answer = table.post("/forks", {"sandbox": False, "visibility": "public"}, "owner")
    assert answer.json["session"]["void"] is None
    follow(app)
    assert wins(app) == {"blue": 1, "red": 0}


def test_a_full_session_can_still_be_put_right(make_app: MakeApp) -> None:
    rolled = ROLL | {"face": 3}
    table = Table(make_app(entries_of_a_session=3), OPENING).acted(rolled, rolled)
    problem(table.act(rolled), 409, "quota")
    sent(table, "/close", {})
    for number in range(220):
        answer = table.post("/counts" if number % 2 else "/void", WHY, "owner")
        if answer.status_code == 409:
            break
        assert answer.status_code == 201
    assert problem(answer, 409, "quota")["used"] == 3 + 200 + 20


def test_a_reopened_session_needs_the_secret_of_its_draws_again(make_app: MakeApp, log_url: str) -> None:
    table = Table(make_app(log_url=log_url), OPENING | {"chance": "drawn"})
    log = log_engine(log_url)
    try:
        assert open_and_drawn(log) == {table.id}
        sent(table, "/close", {"outcome": "abandoned"})
        assert open_and_drawn(log) == set()
        sent(table, "/reopen", WHY)
        assert open_and_drawn(log) == {table.id}
        sent(table, "/close", {"outcome": "abandoned"})
        assert open_and_drawn(log) == set()
    finally:
        log.dispose()


def test_a_session_recorded_again_names_the_void_ones_to_those_who_may_see_them(app: Flask) -> None:
    """In its own answer and in lists; nobody hears of a private session by it, nor of one that counts."""
    group = Group(app)
    void, other = (group.opened(options={"rounds": 1}) for _ in range(2))
    public, again = Table(app, OPENING), group.opened(options={"rounds": 1}, visibility="public")
    for one in (void, other, public):
        sent(one, "/void", WHY | {"replaced_by": again.id})
    sent(other, "/counts", WHY)
    evening_ = evening(app)
    sent(evening_, "/void", WHY | {"replaced_by": again.id})
    assert again.get().json["replaces"] == []
    follow(app)
    all_of_them = sorted([void.id, public.id])

    def shown(**headers: str) -> tuple[list[str], list[str]]:
        own = answered(app.test_client().get(again.url, headers=headers)).json["replaces"]
        listed = answered(app.test_client().get("/v1/sessions", headers=headers)).json["items"]
        return own, next(one for one in listed if one["id"] == again.id)["replaces"]

    assert shown() == ([public.id], [public.id])
    stranger = Group(app)
    for key in stranger.tokens.values():
        assert shown(Authorization=f"Bearer {key}") == ([public.id], [public.id])
    assert shown(Authorization=f"Bearer {group.tokens['member']}") == (all_of_them, all_of_them)
    for token in (void.tokens["spectator"], group.tokens["member"]):
        assert shown(**{HEADER: token}) == (all_of_them, all_of_them)
    assert void.get().json["replaces"] == []


def test_the_tag_of_a_session_changes_with_what_it_replaces(app: Flask) -> None:
    void, again = Table(app, OPENING), Table(app, OPENING)
    before = again.get()
    known = again.headers("owner") | {"If-None-Match": before.headers["ETag"]}
    assert again.client.get(again.url, headers=known).status_code == 304
    sent(void, "/void", WHY | {"replaced_by": again.id})
    follow(app)
    after = answered(again.client.get(again.url, headers=known))
    assert (after.status_code, after.json["replaces"]) == (200, [void.id])
    assert HEADER in after.headers["Vary"]
    record = again.headers("owner") | {"If-Match": after.headers["ETag"]}
    assert again.client.post(f"{again.url}/void", json=WHY, headers=record).status_code == 201
    sent(void, "/counts", WHY)
    follow(app)
    assert again.get().json["replaces"] == []


def test_so_many_sessions_name_another_and_no_more_are_shown(
    app: Flask, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(sessions, "MOST_REPLACED", 2)
    again = Table(app, OPENING)
    for _ in range(3):
        sent(Table(app, OPENING), "/void", WHY | {"replaced_by": again.id})
    follow(app)
    assert len(again.get().json["replaces"]) == 2
