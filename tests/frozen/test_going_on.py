"""Whatever an earlier version wrote goes on: played, drawn, forked, imported elsewhere, projected."""

from __future__ import annotations

from pathlib import Path

from replays.library import Library
from service.app import create_app
from tests.frozen.conftest import Thawed, follow
from tests.service.conftest import settings_at
from tests.support.frozen.former_words import color_of
from tests.support.frozen.story import recorded_games
from tests.support.frozen.thawing import Frozen
from tests.support.workers.serial import differences
from tests.support.working_here import working_here
from workers.component_sets import uploaded_to
from workers.rebuild import rebuild, status


def test_open_sessions_that_draw_get_what_their_secret_gives(thawed: Thawed) -> None:
    for session in thawed.frozen.sessions:
        for step in thawed.frozen.expected["next"].get(session["session"], ()):
            answer = thawed.post(session, "/actions", step["asked"])
            assert answer.status_code == 201, answer.text
            assert answer.json["entry"]["action"] == step["action"]


def test_the_secret_of_an_open_session_is_still_the_one_that_it_committed_to(thawed: Thawed) -> None:
    drawn = [one for one in thawed.frozen.sessions if one["session"] in thawed.frozen.expected["next"]]
    assert drawn
    for session in drawn:
        closed = thawed.post(session, "/close", {"outcome": "abandoned"})
        assert closed.status_code == 201, closed.text
        secret = thawed.services.registers.secret(session["session"])
        assert secret is not None
        audit = thawed.get(session, "/audit").json
        assert not [finding for finding in audit["findings"] if finding["severity"] == "tampered"]


def test_everything_that_is_open_takes_notes_and_gives_forks(thawed: Thawed) -> None:
    for session in thawed.frozen.sessions:
        assert thawed.post(session, "/notes", {"text": "Years later."}).status_code == 201
        forked = thawed.post(session, "/forks", {"at": session["head"]["number"]}, "owner")
        assert forked.status_code == 201, (session["game"], session["name"], forked.text)


def test_an_old_request_is_recognized_when_it_comes_again(thawed: Thawed) -> None:
    for session in thawed.frozen.sessions:
        if session["name"] != "eventful":
            continue
        entries = thawed.get(session, "/entries?limit=500").json["items"]
        known = next(entry for entry in entries if entry["action_id"] is not None)
        body = known["action"] | {"action_id": known["action_id"], "moved_at": known["moved_at"]}
        again = thawed.post(session, "/actions", body)
        assert again.status_code == 201, again.text
        assert again.headers["Idempotent-Replayed"] == "true"
        assert again.json["entry"]["digest"] == known["digest"]


def test_projections_continue_where_they_stood_and_can_be_built_anew(thawed: Thawed) -> None:
    found = thawed.services
    library = Library(uploaded_to(found.engine))
    for session in thawed.frozen.sessions:
        thawed.post(session, "/notes", {"text": "Years later."})
    follow(thawed)
    for session in thawed.frozen.sessions[::7]:
        timeline = thawed.get(session, "/timeline").json
        assert timeline["as_of"] == len(timeline["entries"]) == session["head"]["number"] + 1
    rebuild(found.store, found.engine, library)
    assert differences(found.store, library, found.engine) == []
    assert [one.set_aside for one in status(found.store, found.engine)] == [0] * 4


def test_the_files_are_imported_by_a_service_that_never_saw_them(frozen: Frozen, tmp_path: Path) -> None:
    app = working_here(create_app(settings_at(tmp_path)))
    client = app.test_client()
    for name in ("sessions.ndjson.xz", "some.ndjson.gz"):
        answer = client.post("/v1/imports", data=frozen.lines(name), content_type="application/x-ndjson")
        assert answer.status_code == 201, answer.text
        expected = {"imported"} if name == "sessions.ndjson.xz" else {"already_there"}
        assert {item["status"] for item in answer.json["items"]} == expected
    store = app.extensions["tablelog"].store
    heads = {one["session"]: list(store.read(one["session"]))[-1].digest for one in frozen.sessions}
    assert heads == {one["session"]: one["head"]["digest"] for one in frozen.sessions}
    app.extensions["tablelog"].close()


def test_an_opening_is_recognized_when_it_comes_again(thawed: Thawed) -> None:
    """One in the names of 0.1 and 0.2 was another request: it is refused, and nothing is opened twice."""
    eventful = thawed.frozen.session("first_light", "eventful")
    opening = max(recorded_games("first_light").values(), key=lambda lines: len(lines[0]["seats"]))[0]
    asked = {
        **opening,
        "visibility": "private",
        "tags": ["eventful"],
        "action_id": "opening-of-first_light-eventful",
    }
    again = thawed.client.post("/v1/sessions", json=asked)
    if color_of(thawed.frozen.version) != "color":
        assert (again.status_code, again.json["type"]) == (422, "/problems/action-id-reused")
        return
    assert again.status_code == 201, again.text
    assert again.headers["Idempotent-Replayed"] == "true"
    assert again.json["session"]["id"] == eventful["session"]


def test_a_fork_of_a_session_that_was_stored_in_old_words_is_sound(thawed: Thawed) -> None:
    for session in thawed.frozen.sessions:
        if (session["game"], session["name"]) == ("first_light", "drawn, open"):
            forked = thawed.post(session, "/forks", {}, "owner").json
            here = {"session": forked["session"]["id"], "tokens": forked["tokens"]}
            assert all({*seat} == {"seat", "color"} for seat in forked["session"]["seats"])
            audit = thawed.get(here, "/audit").json
            assert audit["passed"]
            exported = thawed.get(here, "/export").json
            assert exported["entries"][0]["body"]["v"] == 2
