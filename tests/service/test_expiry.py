"""A sandbox session that expired: what every route answers, to whom, and how a table keeps its own."""

from __future__ import annotations

from datetime import datetime, timedelta
from pathlib import Path
from typing import Any

import pytest
from flask import Flask

from service.sessions.keeping import Retention
from service.settings import Settings
from tests.service.conftest import REEF_OPENING, MakeApp, Table, place, problem
from tests.support.expiring import expired, removed
from tests.support.service.answers import Answer, answered
from workers.follow import ProjectionRunner

SANDBOX = REEF_OPENING | {"sandbox": True}
OF_A_TABLE = "/v1/sessions/<session:session_id>"


def settings_of(app: Flask) -> Settings:
    settings: Settings = app.extensions["tablelog"].settings
    return settings


def follow(app: Flask) -> None:
    found = app.extensions["tablelog"]
    ProjectionRunner(found.store, found.engine, found.library).pull()


def let_expire(app: Flask, *, forget: bool = True, later: int = 100) -> list[str]:
    """What a worker does on that day."""
    follow(app)
    chosen = settings_of(app)
    gone = expired(chosen.log_url, chosen.tables_url, later=later, days=chosen.sandbox_days)
    if forget:
        follow(app)
    return [one.session for one in gone]


@pytest.fixture
def table(everywhere: Flask) -> Table:
    """A private sandbox session with an entry."""
    return Table(everywhere, SANDBOX).acted(place())


def routes_of_a_table(app: Flask) -> list[tuple[str, str]]:
    """Method and path of every route of a session."""
    fillings = {"<name:seat>": "red", "<name:key>": "scores", "<int:number>": "1", "<name:webhook>": "w-1"}
    found = []
    for rule in app.url_map.iter_rules():
        if rule.rule.startswith(OF_A_TABLE):
            path = rule.rule.removeprefix(OF_A_TABLE)
            for name, value in fillings.items():
                path = path.replace(name, value)
            assert "<" not in path, path
            found += [(method, path) for method in sorted((rule.methods or set()) - {"HEAD", "OPTIONS"})]
    return sorted(found)


BODIES: dict[str, Any] = {
    "/actions": place("blue"),
    "/corrections": {"facts": [{"fact": "turn_passed", "seat": "red"}], "reason": "so it was"},
    "/retractions": {"to": 1},
    "/notes": {"text": "a note"},
    "/close": {"outcome": "abandoned"},
    "/forks": {},
    "/tokens": {},
    "/people/red": {"player": "p-1"},
    "/webhooks": {"url": "https://example.org/hook"},
    "/webhooks/w-1/deliveries": {},
}


def ask(table: Table, method: str, path: str, holder: str | None) -> Answer:
    headers = table.headers(holder, If_Match="*") if method != "GET" else table.headers(holder)
    body = {"json": BODIES.get(path)} if method in ("POST", "PUT") else {}
    return answered(table.client.open(table.url + path, method=method, headers=headers, **body))


@pytest.mark.parametrize("forget", [False, True], ids=["not forgotten yet", "forgotten"])
@pytest.mark.parametrize("fresh", [False, True], ids=["in memory", "in another process"])
def test_every_route_says_that_it_went_to_who_holds_a_token(
    make_app: MakeApp, fresh: bool, forget: bool
) -> None:
    table = Table(make_app(), SANDBOX).acted(place())
    head = table.get().json["digest"]
    assert let_expire(table.app, forget=forget) == [table.id]
    if fresh:
        table.client = make_app().test_client()
    routes = routes_of_a_table(table.app)
    assert len(routes) > 20
    for method, path in routes:
        told = problem(ask(table, method, path, "owner"), 410, "expired")
        assert (told["session"], told["game"], told["entries"]) == (table.id, "reef", 2), path
        assert told["digest"] == head
        assert "nothing was recorded in it for 90 days" in told["detail"]
        assert datetime.fromisoformat(told["expired_at"]) > datetime.fromisoformat(told["last_entry_at"])
    found = table.app.extensions["tablelog"]
    assert list(found.store.read(table.id)) == []
    assert found.registers.secret(table.id) is not None, "it can be taken back"


@pytest.mark.parametrize("holder", ["scribe", "seat:red", "spectator"])
def test_every_holder_is_told(table: Table, holder: str) -> None:
    let_expire(table.app)
    problem(table.get(holder=holder), 410, "expired")


def test_a_private_one_was_never_there_for_a_stranger(table: Table) -> None:
    other = Table(table.app, REEF_OPENING)
    nobody = table.client.get(table.url.replace(table.id, other.id[:-4] + "0000"))
    let_expire(table.app)
    for method, path in routes_of_a_table(table.app):
        stranger = ask(table, method, path, None)
        told = problem(stranger, 404, "not-found")
        assert told["detail"] == answered(nobody).json["detail"], path
    held = {"Authorization": f"Bearer {other.tokens['owner']}"}
    problem(table.client.get(table.url, headers=held), 404, "not-found")


@pytest.mark.parametrize("visibility", ["link", "public"])
def test_one_that_everybody_could_see_is_told_of_to_everybody(app: Flask, visibility: str) -> None:
    table = Table(app, SANDBOX | {"visibility": visibility})
    let_expire(app)
    problem(table.get(holder=None), 410, "expired")


def test_a_process_that_has_it_in_memory_records_nothing_and_drops_it(make_app: MakeApp) -> None:
    table = Table(make_app(), SANDBOX).acted(place())
    elsewhere = make_app()
    let_expire(elsewhere)
    store = table.app.extensions["tablelog"].store
    end = store.position()
    problem(table.act(place("blue")), 410, "expired")
    problem(table.act(place("blue"), if_match='"1"'), 410, "expired")
    problem(table.act(place("red")), 410, "expired")
    problem(
        table.client.post(
            f"{table.url}/actions?dry_run=true",
            json=place("blue"),
            headers=table.headers("scribe", If_Match="*"),
        ),
        410,
        "expired",
    )
    assert store.position() == end
    assert store.since(0, 10) == []


def test_an_entry_in_time_keeps_it(table: Table) -> None:
    """What the worker judged is looked at again when it is taken away."""
    follow(table.app)
    table.acted(place("blue"))
    found = table.app.extensions["tablelog"]
    last = datetime.fromisoformat(found.handler.look(table.id).updated)
    days = (datetime.now(last.tzinfo) - last + timedelta(days=89)).days
    assert let_expire(table.app, later=days) == []
    assert table.version == 3


def test_a_table_is_told_when_it_goes_and_keeps_its_own(table: Table) -> None:
    told = table.get()
    assert told.json["kept"] is False
    expires = datetime.fromisoformat(told.json["expires_at"])
    last = datetime.fromisoformat(table.app.extensions["tablelog"].handler.look(table.id).updated)
    assert expires == last + timedelta(days=90)
    kept = answered(table.client.put(table.url + "/kept", headers=table.headers("scribe")))
    assert (kept.status_code, kept.json) == (200, {"kept": True, "expires_at": None})
    again = table.get(If_None_Match=told.headers["ETag"])
    assert (again.status_code, again.json["kept"], again.json["expires_at"]) == (200, True, None)
    assert let_expire(table.app) == []
    assert table.act(place("blue"), if_match=again.headers["ETag"]).status_code == 201


def test_what_is_kept_no_longer_has_all_its_days_again(table: Table) -> None:
    for method in ("PUT", "DELETE"):
        answer = answered(
            table.client.open(table.url + "/kept", method=method, headers=table.headers("owner"))
        )
        assert answer.status_code == 200
    assert answer.json["kept"] is False
    last = datetime.fromisoformat(table.app.extensions["tablelog"].handler.look(table.id).updated)
    assert datetime.fromisoformat(answer.json["expires_at"]) > last + timedelta(days=90)
    assert let_expire(table.app) == [table.id]


@pytest.mark.parametrize(
    ("holder", "status", "kind"),
    [("seat:red", 403, "not-allowed"), ("spectator", 403, "not-allowed"), (None, 404, "not-found")],
)
def test_only_scribe_and_owner_keep(table: Table, holder: str | None, status: int, kind: str) -> None:
    for method in ("PUT", "DELETE"):
        answer = table.client.open(table.url + "/kept", method=method, headers=table.headers(holder))
        problem(answer, status, kind)
    assert table.get().json["kept"] is False


def test_who_keeps_a_session_while_it_expires_is_told_that_it_is_gone(
    table: Table, monkeypatch: pytest.MonkeyPatch
) -> None:
    """And nothing stays said of it."""
    found = table.app.extensions["tablelog"]
    session, keep = found.handler.look(table.id), found.keeping.keep

    def keep_too_late(*said: Any, **how: Any) -> None:
        let_expire(table.app, forget=False)
        keep(*said, **how)

    monkeypatch.setattr(found.keeping, "keep", keep_too_late)
    answer = table.client.put(table.url + "/kept", headers=table.headers("owner"))
    assert answer.status_code == 410, answer.text
    assert found.keeping.of(session) == Retention()


def test_what_is_no_sandbox_is_kept_in_any_case(reef: Table) -> None:
    for method in ("PUT", "DELETE"):
        answer = answered(reef.client.open(reef.url + "/kept", method=method, headers=reef.headers("owner")))
        assert (answer.status_code, answer.json) == (200, {"kept": True, "expires_at": None})
    assert let_expire(reef.app, later=36_000) == []
    assert reef.version == 1


def test_where_nothing_expires_nothing_is_announced(make_app: MakeApp) -> None:
    table = Table(make_app(sandbox_days=0), SANDBOX)
    shown = table.get().json
    assert (shown["kept"], shown["expires_at"]) == (False, None)


def test_a_fork_of_it_stays_whole(table: Table) -> None:
    made = table.post("/forks", {"sandbox": False}, "owner", None).json
    let_expire(table.app)
    url, held = (
        f"/v1/sessions/{made['session']['id']}",
        {"Authorization": f"Bearer {made['tokens']['owner']}"},
    )
    shown = answered(table.client.get(url, headers=held)).json
    assert shown["forked_from"]["session"] == table.id
    assert shown["version"] == 2
    audit = answered(table.client.get(url + "/audit", headers=held)).json
    assert audit["passed"]
    assert [finding["kind"] for finding in audit["findings"]] == ["origin"]
    acted = table.client.post(url + "/actions", json=place("blue"), headers=held | {"If-Match": "*"})
    assert acted.status_code == 201


def test_its_file_is_not_imported_again_and_is_whole_elsewhere(
    table: Table, make_app: MakeApp, tmp_path: Path
) -> None:
    file = table.get("/export").data
    let_expire(table.app)
    send = {"data": file, "content_type": "application/json", "headers": table.headers("owner")}
    told = problem(table.client.post("/v1/imports", **send), 422, "invalid-file")
    assert "its id is not used again" in told["detail"]
    problem(table.get(), 410, "expired")


def test_what_was_brought_here_rests_from_then_on(app: Flask, make_app: MakeApp, tmp_path: Path) -> None:
    """However old its entries are: who imports a sandbox session of years ago has all the days to keep it."""
    table = Table(app, SANDBOX).acted(place())
    file = table.get("/export").data
    (tmp_path / "there").mkdir()
    there = make_app(
        log_url=f"sqlite:///{tmp_path}/there/log.db",
        tables_url=f"sqlite:///{tmp_path}/there/tables.db",
    )
    before = answered(there.test_client().post("/v1/imports", data=file, content_type="application/json"))
    assert before.status_code == 201, before.text
    held = {"Authorization": f"Bearer {before.json['items'][0]['tokens']['owner']}"}
    shown = answered(there.test_client().get(table.url, headers=held)).json
    held_since = datetime.fromisoformat(there.extensions["tablelog"].store.held_since())
    assert datetime.fromisoformat(shown["expires_at"]) > held_since + timedelta(days=90)


def test_statistics_and_lists_know_it_no_more(everywhere: Flask) -> None:
    table = Table(everywhere, SANDBOX | {"visibility": "public"}).acted(place())
    other = Table(everywhere, REEF_OPENING | {"visibility": "public"}).acted(place())
    follow(everywhere)
    listed = table.client.get("/v1/sessions?sandbox=any")
    assert {one["id"] for one in answered(listed).json["items"]} == {table.id, other.id}
    let_expire(everywhere)
    listed = table.client.get("/v1/sessions?sandbox=any")
    assert {one["id"] for one in answered(listed).json["items"]} == {other.id}


def test_a_stream_of_it_ends(make_app: MakeApp) -> None:
    table = Table(make_app(heartbeat_seconds=0.05), SANDBOX).acted(place())
    frames = iter(table.get("/stream").response)
    assert b"event: state" in next(frame for frame in frames if b"event" in frame)
    assert let_expire(table.app) == [table.id]
    rest = list(frames)
    assert all(b"event: " not in frame for frame in rest)
    problem(table.get("/stream"), 410, "expired")


def test_a_request_that_opened_it_is_told_as_long_as_it_can_be_taken_back(app: Flask) -> None:
    sent = {"json": SANDBOX, "headers": {"Idempotency-Key": "an-opening-that-nobody-guesses"}}
    client = app.test_client()
    first = answered(client.post("/v1/sessions", **sent)).json["session"]["id"]
    assert let_expire(app) == [first]
    assert problem(client.post("/v1/sessions", **sent), 410, "expired")["session"] == first
    chosen = settings_of(app)
    assert removed(chosen.log_url, chosen.tables_url) == (first,)
    assert answered(client.post("/v1/sessions", **sent)).json["session"]["id"] != first
