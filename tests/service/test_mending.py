"""Corrections, retractions, notes, the close."""

from __future__ import annotations

import hashlib
import json
from pathlib import Path

import msgspec
import pytest
from flask import Flask

from replays.audit import audit_session
from replays.library import Library
from replays.proving import FIRST_YEAR, LAST_YEAR
from tests.service.conftest import REEF_OPENING, MakeApp, Table, place, problem, recorded
from tests.support.recorded import LIBRARY

FACT = {"fact": "cubes_placed", "seat": "red", "region": "south", "count": 5}


def correction(*facts: object, reason: str = "miscounted", **more: object) -> dict[str, object]:
    return {"facts": list(facts), "reason": reason, **more}


def test_a_correction_changes_the_table_and_is_flagged(reef: Table) -> None:
    answer = reef.post("/corrections", correction(FACT), if_match='"1"')
    assert answer.status_code == 201
    state = reef.get().json
    assert state["view"]["cubes"]["south"]["red"] == 5
    assert state["flagged"] == 1


@pytest.mark.parametrize(
    ("body", "pointer"),
    [
        (correction(), "/facts"),
        (correction(FACT, reason=""), "/reason"),
        ({"facts": [FACT]}, "/reason"),
        (correction({"fact": "tide_turned"}), "/facts/0/fact"),
        (correction(FACT | {"count": "5"}), "/facts/0/count"),
        (correction(FACT, mood="bad"), "/mood"),
    ],
)
def test_a_correction_of_the_wrong_shape_is_refused(reef: Table, body: object, pointer: str) -> None:
    errors = problem(reef.post("/corrections", body), 422, "invalid")["errors"]
    assert [error["pointer"] for error in errors] == [pointer]


def test_a_correction_that_cannot_be_applied_is_refused(reef: Table) -> None:
    problem(reef.post("/corrections", correction(FACT | {"seat": "green"})), 409, "not-computable")
    problem(reef.post("/corrections", correction(FACT | {"region": "west"})), 409, "not-computable")
    assert reef.version == 1


def test_a_fact_that_does_not_fit_is_refused_in_a_sentence_that_names_its_member(reef: Table) -> None:
    """No exception of the program is shown: `KeyError('green')` helps nobody."""
    body = problem(
        reef.post("/corrections", correction(FACT, FACT | {"seat": "green"})), 409, "not-computable"
    )
    sentence = "Fact 2 (`cubes_placed`): there is no seat `green` at this table, only red, blue."
    assert body["errors"] == [{"pointer": "/facts/1/seat", "detail": sentence}]
    assert body["detail"] == sentence


HALF_TOLD = [{"fact": "turn_ended", "seat": "p1"}]
"""The end of a turn, without the beginning of the next one."""


@pytest.fixture
def chaos(app: Flask) -> Table:
    """A game of Chaos Order after its first action."""
    path = LIBRARY / "chaos_order" / "demo-2p-105-001.jsonl"
    opening, *actions = map(json.loads, path.read_text("utf-8").splitlines())
    return Table(app, opening).acted(*actions[:1])


def test_a_correction_that_stops_play_is_recorded_only_by_who_accepts_that(chaos: Table) -> None:
    stopping = correction(*HALF_TOLD)
    body = problem(chaos.post("/corrections", stopping), 409, "table-stuck")
    assert body["stuck"] == [{"kind": "nobody", "message": "Nobody can act, and the game is not finished."}]
    assert "accept_stuck" in body["detail"]
    assert chaos.version == 2
    assert chaos.post("/corrections", stopping | {"accept_stuck": True}).status_code == 201
    audit = [one for one in audited(chaos) if one["kind"] == "stuck"]
    assert [(one["entry"], one["severity"]) for one in audit] == [(3, "against_rules")]
    assert audit[0]["message"] == body["stuck"][0]["message"]


def test_a_dry_run_of_a_correction_says_what_would_stop_and_records_nothing(chaos: Table) -> None:
    answer = chaos.post("/corrections?dry_run=true", correction(*HALF_TOLD))
    assert answer.status_code == 200
    told = answer.json
    assert told["dry_run"] is True
    assert told["entry"]["facts"] == HALF_TOLD
    assert [one["kind"] for one in told["stuck"]] == ["nobody"]
    assert chaos.version == 2
    assert chaos.get().json["flagged"] == 0


def test_a_dry_run_of_a_correction_that_does_no_harm_says_so(reef: Table) -> None:
    told = reef.post("/corrections?dry_run=true", correction(FACT)).json
    assert told["stuck"] == told["breaks"] == []
    problem(reef.post("/corrections?dry_run=true", correction(FACT), "seat:red"), 403, "not-allowed")


def audited(table: Table) -> list[dict[str, object]]:
    services = table.app.extensions["tablelog"]
    stored = list(services.store.read(table.id, 1, None))
    found: list[dict[str, object]] = msgspec.to_builtins(audit_session(stored, Library(), table.id).findings)
    return found


def test_only_scribe_and_owner_correct_retract_and_close(reef: Table) -> None:
    reef.acted(place())
    for path, body in (
        ("/corrections", correction(FACT)),
        ("/retractions", {"to": 1, "reason": "misread"}),
        ("/close", {}),
    ):
        for holder in ("seat:red", "spectator"):
            problem(reef.post(path, body, holder), 403, "not-allowed")
        problem(reef.post(path, body, if_match=None), 428, "precondition-required")
        problem(reef.post(path, body, if_match='"1"'), 412, "stale")
    assert reef.version == 2


def bent_tables(app: Flask) -> dict[str, Table]:
    """Tables whose state the rules alone may not have made: one corrected, one a fork; three entries each."""
    corrected, origin = Table(app, REEF_OPENING), Table(app, REEF_OPENING)
    corrected.acted(place("red"))
    assert corrected.post("/corrections", correction(FACT)).status_code == 201
    origin.acted(place("red"), place("blue"))
    fork = origin.post("/forks", {}).json
    origin.id, origin.tokens = fork["session"]["id"], fork["tokens"]
    origin.url = f"/v1/sessions/{origin.id}"
    return {"corrected": corrected, "forked": origin}


@pytest.mark.parametrize("bent", ["corrected", "forked"])
def test_who_is_behind_a_bent_table_is_told_what_was_missed(app: Flask, bent: str) -> None:
    """It is no fault of the table that others were faster."""
    table = bent_tables(app)[bent]
    for path, body in (
        ("/actions", place("red")),
        ("/actions?dry_run=true", place("red")),
        ("/corrections", correction(FACT)),
        ("/retractions", {"to": 1, "reason": "misread"}),
        ("/close", {"outcome": "abandoned"}),
    ):
        told = problem(table.post(path, body, if_match='"2"'), 412, "stale")
        assert [entry["number"] for entry in told["missed"]] == [3]


def test_a_retraction_takes_back_and_leaves_the_entries_marked(reef: Table) -> None:
    reef.acted(place("red"), place("blue"))
    answer = reef.post("/retractions", {"to": 2, "reason": "misread"})
    assert answer.json["entry"]["to"] == 2
    assert reef.get().json["view"]["turn"] == 2
    live = [entry["live"] for entry in reef.get("/entries").json["items"]]
    assert live == [True, True, False, True]
    reef.acted(place("blue"))
    problem(reef.post("/retractions", {"to": 3, "reason": "again"}), 409, "not-live")
    problem(reef.post("/retractions", {"to": 9, "reason": "again"}), 409, "not-live")
    problem(reef.post("/retractions", {"to": 5, "reason": "again"}), 409, "not-live")
    problem(reef.post("/retractions", {"to": 0, "reason": "again"}), 422, "invalid")


def test_a_retraction_over_an_outcome_is_marked_as_exposed(reef: Table) -> None:
    reef.acted({"type": "roll_storm", "face": 3})
    reef.acted(place("red"))
    over_cubes = reef.post("/retractions", {"to": 2, "reason": "misread"}).json["entry"]
    over_a_roll = reef.post("/retractions", {"to": 1, "reason": "misread"}).json["entry"]
    assert (over_cubes["exposed"], over_a_roll["exposed"]) == (False, True)


def test_a_retraction_of_the_end_that_opened_everything_is_marked_as_exposed(app: Flask) -> None:
    opening, *actions = recorded("demo-2p-007")
    table = Table(app, opening)
    assert table.act(actions).status_code == 201
    assert table.get().json["status"] == "finished"
    table.post("/notes", {"text": "A good evening."})
    over_the_end = table.post("/retractions", {"to": len(actions), "reason": "misread"}).json["entry"]
    assert table.get().json["status"] == "open"
    assert over_the_end["exposed"] is True


def test_a_retraction_of_an_end_that_opens_nothing_is_not_exposed(reef: Table) -> None:
    reef.acted(place())
    assert reef.post("/retractions", {"to": 1, "reason": "misread"}).json["entry"]["exposed"] is False


def test_a_note_is_read_by_those_that_it_is_for(reef: Table) -> None:
    reef.post("/notes", {"text": "I plan the south.", "visible_to": ["red"], "about": 1}, "seat:red")
    reef.post("/notes", {"text": "Well met."}, "seat:blue", if_match=None)
    texts = {
        holder: [entry["text"] for entry in reef.get("/entries", holder).json["items"][1:]]
        for holder in reef.tokens
    }
    assert texts["owner"] == texts["seat:red"] == ["I plan the south.", "Well met."]
    assert texts["seat:blue"] == texts["spectator"] == [None, "Well met."]


def test_a_note_needs_an_entry_a_seat_and_an_author(reef: Table) -> None:
    problem(reef.post("/notes", {"text": "?", "about": 7}), 409, "not-live")
    problem(reef.post("/notes", {"text": "?", "visible_to": ["green"]}), 422, "invalid")
    problem(reef.post("/notes", {"text": ""}), 422, "invalid")
    problem(reef.post("/notes", {"text": "?"}, "spectator"), 403, "not-allowed")


@pytest.mark.parametrize(
    "moved_at",
    [
        "0000-01-01T00:00:00Z",
        f"{FIRST_YEAR - 1}-12-31T23:59:59Z",
        f"{LAST_YEAR + 1}-01-01T00:00:00Z",
        "2027-02-29T10:00:00Z",
        "2100-02-29T10:00:00Z",
        "2026-03-07T14:00:00Z\n",
    ],
)
def test_a_time_that_no_import_takes_is_refused(reef: Table, moved_at: str) -> None:
    errors = problem(reef.post("/notes", {"text": "?", "moved_at": moved_at}), 422, "invalid")["errors"]
    assert [error["pointer"] for error in errors] == ["/moved_at"]


def test_every_time_that_is_taken_can_be_imported_elsewhere(
    reef: Table, make_app: MakeApp, tmp_path: Path
) -> None:
    for moved_at in (
        f"{FIRST_YEAR}-01-01T00:00:00+23:59",
        f"{LAST_YEAR}-12-31T23:59:59.999999-23:59",
        "2000-02-29T10:00:00Z",
        "2028-02-29T10:00:00Z",
    ):
        assert reef.post("/notes", {"text": "!", "moved_at": moved_at}).status_code == 201
    elsewhere = {name: f"sqlite:///{tmp_path}/{name}.db" for name in ("log_url", "tables_url")}
    client = make_app(**elsewhere).test_client()
    answer = client.post("/v1/imports", data=reef.get("/export").data, content_type="application/json")
    assert answer.status_code == 201, answer.text


def test_a_close_ends_the_session(everywhere: Flask) -> None:
    table = Table(everywhere, REEF_OPENING)
    entry = table.post("/close", {"reveal": True}, "owner").json["entry"]
    assert entry["outcome"] == "abandoned"
    secret = bytes.fromhex(entry["secret"])
    assert hashlib.sha256(secret).hexdigest() == table.get().json["commitment"]
    assert table.get().json["status"] == "closed"
    problem(table.act(place()), 409, "session-closed")
    problem(table.post("/corrections", correction(FACT)), 409, "session-closed")
    problem(table.post("/close", {}), 409, "session-closed")
    assert table.get("/offers", "scribe").json["offers"] == []
    assert table.post("/notes", {"text": "A good evening."}).status_code == 201


def test_a_game_that_is_not_at_its_end_is_not_closed_as_finished(reef: Table) -> None:
    problem(reef.post("/close", {"outcome": "finished"}), 409, "not-finished")
    assert reef.post("/close", {"outcome": "abandoned"}).status_code == 201


def test_mending_again_with_the_same_id_gives_the_first_answer(reef: Table) -> None:
    reef.acted(place())
    for path, body, other in (
        ("/corrections", correction(FACT), correction(FACT, reason="other")),
        ("/notes", {"text": "one"}, {"text": "two"}),
        ("/retractions", {"to": 1, "reason": "misread"}, {"to": 2, "reason": "misread"}),
        ("/close", {}, {"outcome": "abandoned"}),
    ):
        first = reef.post(path, body, Idempotency_Key=path[1:])
        again = reef.post(path, body, Idempotency_Key=path[1:], if_match='"1"')
        assert again.json == first.json
        assert again.headers["Idempotent-Replayed"] == "true"
        problem(reef.post(path, other, Idempotency_Key=path[1:]), 422, "action-id-reused")
    problem(reef.act(place(), Idempotency_Key="notes"), 422, "action-id-reused")
