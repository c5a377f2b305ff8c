"""The file to check: everybody who may look at a finished session can check what they see, and no more."""

from __future__ import annotations

import json
from pathlib import Path
from typing import Any

import pytest
from flask import Flask

from domain.games import REGISTRY
from domain.kernel.components import canonical
from domain.kernel.session.proofs import SeenBy
from replays.proving import proof_file
from service.app import create_app
from tests.service.conftest import REEF_OPENING, Table, place, problem, recorded, settings_at
from tests.support.recorded import library
from tests.support.verifying import verifier

NOTE = "the sapphire is in the third chest"


def checked(table: Table, holder: str | None) -> tuple[dict[str, Any], dict[int, Any], list[int]]:
    """The file, what the document's verifier proves of each entry, and the entries without proof."""
    answer = table.get("/proof", holder)
    assert answer.status_code == 200, answer.text
    file = json.loads(answer.data)
    proven, unproved = verifier()["check"](file)
    assert file["head"]["digest"] == table.get().json["digest"]
    return file, proven, unproved


@pytest.fixture
def finished(app: Flask) -> Table:
    """A finished public game that shows everything, with a private note, and closed."""
    opening, *actions = recorded("demo-2p-001")
    table = Table(app, opening | {"visibility": "public", "labels": {"red": "Somebody"}})
    assert table.act({**actions[0], "action_id": "the-first"}).status_code == 201
    assert table.act(actions[1:]).status_code == 201
    note = {"text": NOTE, "visible_to": ["red"]}
    assert table.post("/notes", note, "seat:red").status_code == 201
    assert table.post("/close", {"outcome": "finished"}).status_code == 201
    return table


def test_a_stranger_checks_all_of_a_finished_game_that_shows_everything(finished: Table) -> None:
    file, proven, unproved = checked(finished, None)
    assert not unproved
    assert file["seen_by"] == {"seat": None, "sees_all": False, "opened": True}
    whole = {entry["body"]["number"]: entry["body"] for entry in finished.get("/export").json["entries"]}
    played = [body for body in whole.values() if body["kind"] == "recorded"]
    for body in played:
        told = proven[body["number"]]
        assert all(told[name] == body[name] for name in ("action", "facts", "at", "by"))
        assert told.get("outcomes") == body.get("outcomes")
    assert proven[len(whole)]["secret"] == whole[len(whole)]["secret"]


def test_what_its_reader_may_not_see_is_not_in_the_file(finished: Table) -> None:
    text = {
        holder: finished.get("/proof", holder).text for holder in (None, "seat:blue", "seat:red", "scribe")
    }
    assert [NOTE in one for one in text.values()] == [False, False, True, True]
    assert ["the-first" in one for one in text.values()] == [False, False, False, True]
    bodies = [entry["body"] for entry in finished.get("/export").json["entries"]]
    for holder in (None, "seat:blue", "seat:red"):
        assert not any(body["salt"] in text[holder] for body in bodies)
        assert not any(body["request"] in text[holder] for body in bodies if "request" in body)


@pytest.mark.parametrize("member", ["at", "value"])
def test_a_file_that_was_changed_is_found(finished: Table, member: str) -> None:
    file, _, _ = checked(finished, None)
    text = json.dumps(file)
    at = file["entries"][4]["digest"]
    changed = {"at": text.replace('Z"', '+00:00"', 1), "value": text.replace(at, "0" * 64, 1)}[member]
    with pytest.raises(ValueError, match="does not follow"):
        verifier()["check"](json.loads(changed))
    file["entries"].pop()
    with pytest.raises(ValueError, match="the end"):
        verifier()["check"](file)


def test_there_is_no_file_of_a_game_that_is_played(reef: Table) -> None:
    for holder in ("owner", "seat:red"):
        problem(reef.get("/proof", holder), 409, "not-finished")
    problem(reef.get("/proof", None), 404, "not-found")
    reef.acted(place())
    assert reef.post("/close", {"outcome": "abandoned"}).status_code == 201
    assert reef.get("/proof", "seat:red").status_code == 200


def test_cards_of_an_abandoned_game_stay_hidden(app: Flask) -> None:
    table = Table(app, REEF_OPENING).acted({"type": "hide_pearl", "seat": "red", "pearl": "black"})
    assert table.post("/close", {"outcome": "abandoned"}).status_code == 201
    for holder, sees in (("seat:blue", False), ("spectator", False), ("seat:red", True), ("owner", True)):
        _, proven, unproved = checked(table, holder)
        assert not unproved
        assert ("black" in str(proven[2])) == sees
        assert ("black" in table.get("/proof", holder).text) == sees


def test_a_game_that_keeps_things_hidden_proves_what_each_seat_saw(tmp_path: Path) -> None:
    app = create_app(settings_at(tmp_path), REGISTRY)
    try:
        path = next(path for path in library("chaosmos") if "2p-first" in path.stem)
        opening, *actions = map(json.loads, path.read_text().splitlines())
        table = Table(app, opening).acted(*actions)
        assert table.get().json["status"] == "finished"
        shown = {}
        for holder in ("seat:north", "seat:east", "spectator"):
            entries = table.get("/entries?limit=500", holder).json["items"]
            _, proven, unproved = checked(table, holder)
            assert not unproved
            shown[holder] = str(proven)
            for entry in entries:
                for fact in proven[entry["number"]].get("facts", []):
                    seen = [told for told in entry["facts"] if fact.items() <= told.items()]
                    assert seen, f"entry {entry['number']} proves {fact} and shows {entry['facts']}"
                action = proven[entry["number"]].get("action", {})
                assert action.items() <= (entry.get("action") or {}).items()
        assert len(set(shown.values())) == 3
    finally:
        app.extensions["tablelog"].close()


def test_an_entry_of_the_first_envelope_is_given_whole_or_left_unproved(finished: Table) -> None:
    """As a session that was begun before 0.4 has them."""
    store = finished.app.extensions["tablelog"].store
    digest, previous, old = verifier()["digest"], "0" * 64, []
    for stored in store.read(finished.id):
        body = json.loads(stored.body)
        del body["envelope"]
        previous = digest(previous, body)
        old.append(
            type(stored)(
                *(getattr(stored, name) for name in stored.__struct_fields__[:4]), canonical(body), previous
            )
        )
    library_ = finished.app.extensions["tablelog"].library
    game, components = library_.game("time_of_chaos"), finished.opened["session"]["component_set"]
    made = proof_file(
        finished.id, game, library_.component_set(components, "time_of_chaos"), old, SeenBy(None, False, True)
    )
    file = json.loads(made)
    proven, unproved = verifier()["check"](file)
    note = len(old) - 1
    assert unproved == [2, note], "an id of somebody else, and a private note"
    assert NOTE not in made.decode()
    assert "the-first" not in made.decode()
    assert proven[3]["facts"] == json.loads(old[2].body)["facts"]
