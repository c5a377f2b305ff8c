"""Recording actions: single ones, lists, rehearsals, repetitions."""

from __future__ import annotations

from typing import Any

import pytest
from flask import Flask

from tests.service.conftest import REEF_OPENING, MakeApp, Table, place, problem, recorded
from tests.service.test_recorder_tokens import given


def test_an_action_becomes_an_entry(everywhere: Flask) -> None:
    table = Table(everywhere, REEF_OPENING)
    answer = table.act(place("red", 2), "seat:red", if_match='"1"')
    assert answer.status_code == 201
    assert answer.headers["ETag"] == table.tag
    entry = answer.json["entry"]
    assert entry["action"] == {"type": "place_cubes", "seat": "red", "region": "north", "count": 2}
    assert entry["facts"] == [{"fact": "cubes_placed", "seat": "red", "region": "north", "count": 2}]
    assert entry["by"] == {"role": "seat", "seat": "red"}
    assert table.version == answer.json["version"] == 2


@pytest.mark.parametrize("name", ["demo-2p-001", "demo-3p-002", "demo-4p-003"])
def test_a_recorded_game_ends_as_expected(app: Flask, name: str) -> None:
    opening, *actions = recorded(name)
    table = Table(app, opening)
    for action in actions:
        assert table.act(action).status_code == 201
    assert table.get().json["standing"]["finished"]


def test_a_recorded_game_ends_the_same_in_lists(everywhere: Flask) -> None:
    opening, *actions = recorded("demo-2p-007")
    table = Table(everywhere, opening)
    for start in range(0, len(actions), 20):
        answer = table.act(actions[start : start + 20])
        assert answer.status_code == 201, answer.text
    assert table.get().json["standing"]["winners"] == ["blue"]


def test_the_rules_refuse_under_their_id(reef: Table) -> None:
    body = problem(reef.act(place("blue")), 409, "rule")
    assert (body["rule"], body["field"], body["version"]) == ("RF-1", "seat", 1)
    assert reef.version == 1


@pytest.mark.parametrize(
    ("body", "pointer"),
    [
        ({"type": "place_cubes", "seat": "red", "region": "north"}, "/count"),
        (place(count="two"), "/count"),
        (place(count=True), "/count"),
        (place(count=1.5), "/count"),
        (place(depth=3), "/depth"),
        (place(seat="RED"), "/seat"),
        ({"type": "sing", "seat": "red"}, "/type"),
        ({"seat": "red"}, "/type"),
        ({"type": ["place_cubes"]}, "/type"),
        (place(action_id="with blanks"), "/action_id"),
        (place(moved_at="yesterday"), "/moved_at"),
        (place(chance="fate"), "/chance"),
        (place(against_rules=True), "/reason"),
        (place(reason="just so"), "/reason"),
        ([], ""),
        ([place(), place(count="two")], "/1/count"),
        ([place(), 7], "/1"),
        ("place_cubes", ""),
    ],
)
def test_a_wrong_shape_is_refused_with_a_pointer(reef: Table, body: Any, pointer: str) -> None:
    errors = problem(reef.act(body), 422, "invalid")["errors"]
    assert [error["pointer"] for error in errors] == [pointer]
    assert reef.version == 1


def test_a_seat_acts_for_itself_alone(reef: Table) -> None:
    problem(reef.act(place("red"), "seat:blue"), 403, "another-seat")
    problem(reef.act({"type": "roll_storm"}, "seat:red"), 403, "not-allowed")
    problem(reef.act(place("red"), "spectator"), 403, "not-allowed")
    assert reef.act(place("red"), "seat:red").status_code == 201


def test_a_seat_records_its_own_action_against_the_rules_unless_the_table_forbids_it(app: Flask) -> None:
    free, strict = Table(app, REEF_OPENING), Table(app, REEF_OPENING | {"seats_may_override": False})
    forced = place("red", 9, against_rules=True, reason="a house rule")
    entry = free.act(forced, "seat:red").json["entry"]
    assert (entry["reason"], bool(entry["broken"])) == ("a house rule", True)
    assert entry["by"] == {"role": "seat", "seat": "red"}
    problem(free.act(forced, "seat:blue"), 403, "another-seat")
    assert free.get("/entries", "spectator").json["items"][0]["seats_may_override"] is True
    problem(strict.act(forced, "seat:red"), 403, "not-allowed")
    assert strict.get().json["seats_may_override"] is False
    assert strict.act(forced, "scribe").status_code == 201


def test_a_seats_try_against_the_rules_tells_nothing_before_it_is_recorded(reef: Table) -> None:
    """Which rules it would break may hang on what the seat does not know."""
    forced = place("red", 9, against_rules=True, reason="a house rule")
    tried = reef.post("/actions?dry_run=true", forced, "seat:red")
    assert tried.json == {"version": 1, "dry_run": True, "untold": True}
    assert reef.post("/actions?dry_run=true", forced, "scribe").json["entry"]["broken"]
    assert reef.version == 1


def test_a_version_must_be_named(reef: Table) -> None:
    problem(reef.act(place(), if_match=None), 428, "precondition-required")
    problem(reef.act(place(), if_match="seven"), 400, "malformed-header")
    problem(reef.act(place(), if_match='"1", "2"'), 400, "malformed-header")


def test_a_stale_version_is_told_what_it_missed_as_far_as_the_asker_may_see(reef: Table) -> None:
    reef.acted({"type": "hide_pearl", "seat": "red", "pearl": "black"}, place("red"))
    for holder, sees in (("seat:blue", False), ("scribe", True)):
        answer = reef.act(place("blue"), holder, if_match='"1"')
        body = problem(answer, 412, "stale")
        assert answer.headers["ETag"] == reef.tag
        assert body["version"] == 3
        assert [entry["number"] for entry in body["missed"]] == [2, 3]
        assert ("black" in answer.text) == sees


def test_a_list_is_recorded_whole_or_not_at_all(reef: Table) -> None:
    body = problem(reef.act([place("red"), place("blue"), place("blue")]), 409, "rule")
    assert body["index"] == 2
    assert reef.version == 1
    answer = reef.act([place("red"), place("blue")])
    assert [entry["number"] for entry in answer.json["entries"]] == [2, 3]


def test_a_repeated_action_gives_the_first_answer_though_its_version_is_stale(reef: Table) -> None:
    first = reef.act(place("red", action_id="a-1"), if_match='"1"')
    reef.acted(place("blue"))
    again = reef.act(place("red", action_id="a-1"), if_match='"1"')
    assert (again.status_code, again.json) == (201, first.json)
    assert again.headers["ETag"] == first.headers["ETag"]
    assert again.headers["Idempotent-Replayed"] == "true"
    assert "Idempotent-Replayed" not in first.headers
    assert reef.version == 3


def test_the_key_is_another_spelling_of_the_id(reef: Table) -> None:
    first = reef.act(place("red"), Idempotency_Key="a-1")
    again = reef.act(place("red", action_id="a-1"))
    assert again.json == first.json
    problem(reef.act(place("red", 3), Idempotency_Key="a-1"), 422, "action-id-reused")
    problem(reef.act(place("blue", action_id="a-2"), Idempotency_Key="a-3"), 422, "invalid")
    problem(reef.act(place("blue"), Idempotency_Key="two words"), 400, "malformed-header")
    assert reef.version == 2


def test_a_repeated_list_gives_the_first_answer(reef: Table) -> None:
    both = [place("red"), place("blue")]
    first = reef.act(both, Idempotency_Key="l-1")
    again = reef.act(both, Idempotency_Key="l-1")
    assert again.json == first.json
    assert again.headers["Idempotent-Replayed"] == "true"
    problem(reef.act([*both, place("red")], Idempotency_Key="l-1"), 422, "action-id-reused")
    assert reef.version == 3


def test_a_repeated_action_is_known_after_a_restart(reef: Table, make_app: Any) -> None:
    first = reef.act(place("red", action_id="a-1"))
    again = (
        make_app()
        .test_client()
        .post(
            reef.url + "/actions",
            json=place("red", action_id="a-1"),
            headers=reef.headers("scribe", If_Match="*"),
        )
    )
    assert again.json == first.json


def test_what_another_process_recorded_is_seen(reef: Table, make_app: Any) -> None:
    elsewhere = make_app().test_client()
    reef.acted(place("red"))
    headers = reef.headers("scribe", If_Match='"2"')
    answer = elsewhere.post(reef.url + "/actions", json=place("blue"), headers=headers)
    assert answer.status_code == 201
    problem(reef.act(place("blue"), if_match='"3"'), 409, "rule")
    assert reef.act(place("red"), if_match='"3"').status_code == 201
    problem(elsewhere.post(reef.url + "/actions", json=place("red"), headers=headers), 412, "stale")


def test_a_rule_is_broken_on_purpose_with_a_reason(reef: Table) -> None:
    answer = reef.act(place("red", 9, against_rules=True, reason="we play with nine"))
    assert answer.status_code == 201, answer.text
    assert answer.json["entry"]["broken"] == ["RF-2"]
    assert reef.get().json["flagged"] == 1


def test_outcomes_are_declared_or_drawn(app: Flask) -> None:
    drawing = Table(app, REEF_OPENING | {"chance": "drawn", "may_declare": True})
    entry = drawing.act({"type": "roll_storm"}).json["entry"]
    assert entry["action"]["face"] in range(1, 7)
    assert entry["chance"] == ["drawn"]
    assert drawing.act({"type": "roll_storm", "face": 4}).json["entry"]["chance"] == ["declared"]
    problem(drawing.act({"type": "roll_storm", "chance": "declared"}), 409, "rule")
    declaring = Table(app, REEF_OPENING)
    problem(declaring.act({"type": "roll_storm"}), 409, "rule")
    assert declaring.act({"type": "roll_storm", "chance": "drawn"}).status_code == 201


def test_taking_back_and_repeating_an_action_gives_the_same_roll(app: Flask) -> None:
    table = Table(app, REEF_OPENING | {"chance": "drawn"})
    rolls = set()
    for _ in range(5):
        rolls.add(table.act({"type": "roll_storm"}).json["entry"]["action"]["face"])
        table.post("/retractions", {"to": 1, "reason": "again"})
    assert len(rolls) == 1


def test_a_rehearsal_tells_what_would_come_and_records_nothing(reef: Table) -> None:
    answer = reef.act(place("red"), "seat:red", if_match="*")
    assert answer.status_code == 201
    tried = reef.post("/actions?dry_run=true", place("blue", 2), "seat:blue")
    assert tried.status_code == 200
    assert tried.json["dry_run"] is True
    assert tried.json["entry"]["facts"][0]["count"] == 2
    problem(reef.post("/actions?dry_run=true", place("red")), 409, "rule")
    problem(reef.post("/actions?dry_run=true", place("blue"), if_match='"1"'), 412, "stale")
    problem(reef.post("/actions?dry_run=maybe", place("blue")), 422, "invalid")
    assert reef.version == 2


def test_a_rehearsal_does_not_tell_what_will_be_drawn(app: Flask) -> None:
    table = Table(app, REEF_OPENING | {"chance": "drawn"})
    faces = {
        table.post("/actions?dry_run=true", {"type": "roll_storm"}).json["entry"]["action"]["face"]
        for _ in range(60)
    }
    assert len(faces) > 1


@pytest.fixture
def chaos(app: Flask) -> Table:
    """A Time of Chaos, red about to take an action; the second card that red draws lies in blue's way."""
    opening, *actions = recorded("demo-2p-001")
    table = Table(app, opening)
    assert table.act(actions[:6]).status_code == 201
    return table


IN_A_DISPLAY = {"type": "grab", "seat": "red", "card": "NP-A"}


def test_a_refusal_that_tells_something_hidden_is_told_to_the_table(chaos: Table) -> None:
    chaos.acted({"type": "grab", "seat": "red", "card": "NP-B"})
    before = chaos.version
    probe = {"type": "grab", "seat": "red", "card": "NP-B"}
    assert problem(chaos.act(probe, "scribe"), 409, "rule")["rule"].startswith("TC-")
    assert chaos.version == before
    assert problem(chaos.act(probe, "seat:red"), 409, "rule")["check_again"] is True
    assert chaos.version == before, "the first one may be a slip: nobody is told"
    for _ in range(2):
        assert problem(chaos.act(probe, "seat:red"), 409, "rule")["check_again"] is False
    notes = [
        entry
        for entry in chaos.get("/entries?limit=500", "seat:blue").json["items"]
        if entry["kind"] == "noted"
    ]
    assert len(notes) == 1
    assert notes[0]["refusal"].startswith("TC-")
    assert "NP-B" not in str(notes)
    told = "Red’s entry could not be recorded as typed: it did not fit something hidden."
    assert notes[0]["text"] == told, "a slip is no accusation, and Red is called Red"


def test_a_seats_rehearsal_with_a_hidden_card_tells_nothing_and_writes_nothing(chaos: Table) -> None:
    """The card that may be and the card that somebody holds have the same answer."""
    chaos.acted({"type": "grab", "seat": "red", "card": "NP-B"})
    before = chaos.version
    untold = {"version": before, "dry_run": True, "untold": True}
    for scribes, card in ((409, "NP-B"), (200, "NP-C")):
        tried = {"type": "grab", "seat": "red", "card": card}
        assert chaos.post("/actions?dry_run=true", tried, "scribe").status_code == scribes
        for body in (tried, [tried], [tried, {"type": "end_turn", "seat": "red"}]):
            answer = chaos.post("/actions?dry_run=true", body, "seat:red")
            assert (answer.status_code, answer.json) == (200, untold)
    assert chaos.version == before


def test_rehearsals_of_one_seat_end_nobodys_evening(make_app: MakeApp) -> None:
    app = make_app(entries_of_a_session=20)
    table = given(Table(app, REEF_OPENING), "recorder")
    for _ in range(120):
        assert table.post("/actions?dry_run=true", place("red"), "recorder").json["untold"]
    assert table.version == 1
    assert table.act(place("red"), "scribe").status_code == 201


def test_what_draws_must_be_the_last_of_its_list_since_a_refused_list_would_have_told_it(reef: Table) -> None:
    storm, illegal = {"type": "roll_storm", "chance": "drawn"}, place("red", 99)
    for bodies in ([storm, illegal], [storm, place("red")]):
        told = problem(reef.act(bodies, "scribe"), 422, "must-be-last")
        assert (told["index"], told["version"]) == (0, 1)
    assert reef.version == 1
    assert reef.act([place("red"), storm], "scribe").status_code == 201


def test_a_seat_names_no_hidden_outcome_before_others_and_trying_is_told_to_the_table(chaos: Table) -> None:
    named, illegal = {"type": "grab", "seat": "red", "card": "NP-B"}, {"type": "send_disorder", "seat": "red"}
    before = chaos.version
    problem(chaos.act([named, illegal], "scribe"), 409, "rule")
    assert chaos.version == before
    for bodies in ([named, illegal], [named, {"type": "end_turn", "seat": "red"}]):
        assert problem(chaos.act(bodies, "seat:red"), 422, "must-be-last")["index"] == 0
    assert chaos.version == before + 1, "told once, however often it is tried on the same table"
    last = chaos.get("/entries?limit=500", "seat:blue").json["items"][-1]
    assert last["kind"] == "noted"
    assert "NP-B" not in str(last)


def test_a_declared_refill_that_nobody_else_holds_is_a_guess_too(chaos: Table) -> None:
    """It is public once recorded, but a rehearsal would tell what others grabbed."""
    display = chaos.get("", "seat:red").json["view"]["displays"]["present"]
    search = {"type": "search", "seat": "red", "card": display[0], "refill": "NP-B"}
    before = chaos.version
    assert chaos.post("/actions?dry_run=true", search, "seat:red").json["untold"]
    assert chaos.version == before


def test_a_seats_rehearsal_shows_nothing_that_it_does_not_know(chaos: Table) -> None:
    drawn = {"type": "grab", "seat": "red", "chance": "drawn"}
    (rehearsed,) = [chaos.post("/actions?dry_run=true", drawn, "seat:red").json["entry"]]
    assert (rehearsed["action"], rehearsed["facts"], rehearsed["chance"]) == (None, None, [])
    shown = chaos.post("/actions?dry_run=true", drawn, "scribe").json["entry"]
    assert shown["action"]["card"]
    plain = chaos.post("/actions?dry_run=true", {"type": "end_turn", "seat": "red"}, "seat:red").json["entry"]
    assert plain["facts"]


def test_the_id_of_a_request_is_its_authors(reef: Table) -> None:
    reef.act(place("red", action_id="mine-and-nobody-elses"), "seat:red")

    def seen(by: str) -> str | None:
        return reef.get("/entries?limit=500", by).json["items"][-1]["action_id"]

    assert seen("seat:red") == seen("scribe") == "mine-and-nobody-elses"
    assert seen("seat:blue") is None
    assert seen("spectator") is None
    problem(reef.act(place("red", action_id="mine-and-nobody-elses"), "scribe"), 422, "action-id-reused")


def test_the_key_of_a_list_is_known_for_a_single_action_too(reef: Table) -> None:
    reef.act([place("red")], "scribe", Idempotency_Key="k-1")
    problem(reef.act(place("red"), "scribe", Idempotency_Key="k-1"), 422, "action-id-reused")
    assert reef.version == 2
