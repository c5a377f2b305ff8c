"""An entry that this version cannot read is shown as such; the rest of its session is there and can go on."""

from __future__ import annotations

import json
from dataclasses import replace
from typing import Any

import msgspec
import pytest
from flask import Flask

from domain.kernel.components import canonical
from domain.kernel.engine.entries import StoredEntry, digest_of, envelope_version
from replays.library import Library
from service.app import create_app
from tests.service.conftest import GAMES, REEF_OPENING, MakeApp, Table, place, problem
from tests.support.reef import REEF
from tests.support.service.reading import faults
from workers.component_sets import uploaded_to
from workers.follow import ProjectionRunner

UNKNOWN_FACT: dict[str, Any] = {"facts": [{"fact": "tide_turned", "pearl": "black"}]}
UNKNOWN_ACTION: dict[str, Any] = {"action": {"type": "sing", "pearl": "black"}}
LATER: dict[str, Any] = {"envelope": envelope_version() + 1, "tone": "black"}
FACT = {"fact": "cubes_placed", "seat": "red", "region": "north", "count": 1}


def stored_with(app: Flask, table: Table, **members: Any) -> int:
    """The number of an entry that somebody stored in the session, like the last one but for these members."""
    store = app.extensions["tablelog"].store
    last = list(store.read(table.id))[-1]
    body = msgspec.json.decode(last.body) | members | {"number": last.number + 1}
    data = canonical(body)
    topic = f"reef.{body['action']['type']}" if body["kind"] == "recorded" else body["kind"]
    store.append(table.id, last.number + 1, [StoredEntry(topic, data, digest_of(last.digest, data))])
    return last.number + 1


@pytest.fixture
def lost(app: Flask) -> Table:
    """A session whose entry 4 tells of a fact that the game does not know; a note and an action follow."""
    table = Table(app, REEF_OPENING | {"chance": "drawn"})
    table.acted(place("red", 2), place("blue", 1))
    assert stored_with(app, table, **UNKNOWN_FACT) == 4
    assert table.post("/notes", {"text": "What was that?"}).status_code == 201
    known = msgspec.json.decode(list(stored(app, table))[2].body)
    assert stored_with(app, table, **known) == 6
    return table


def stored(app: Flask, table: Table) -> Any:
    return app.extensions["tablelog"].store.read(table.id)


@pytest.mark.parametrize("members", [UNKNOWN_FACT, UNKNOWN_ACTION, LATER, {"facts": 7}, {"salt": None}])
def test_an_unreadable_entry_is_listed_with_its_digest_and_none_of_its_content(
    app: Flask, members: dict[str, Any]
) -> None:
    table = Table(app, REEF_OPENING).acted(place())
    number = stored_with(app, table, **members)
    digest = list(stored(app, table))[-1].digest
    for holder in table.tokens:
        items = table.get("/entries", holder).json["items"]
        assert [item["number"] for item in items] == [1, 2, 3]
        shown = items[number - 1]
        assert (shown["kind"], shown["unreadable"], shown["digest"]) == ("recorded", True, digest)
        assert shown["live"] is True
        if holder not in ("owner", "scribe"):
            assert "black" not in json.dumps(shown)
            assert shown["reason"] == "This entry cannot be read here."
    lines = table.get("/entries", "owner", Accept="application/x-ndjson").text.splitlines()
    assert json.loads(lines[2])["unreadable"] is True
    assert faults(table.client, REEF, table.id, table.tokens, (1, 2, 3)) == []


def test_what_a_later_version_wrote_says_so(app: Flask) -> None:
    table = Table(app, REEF_OPENING).acted(place())
    stored_with(app, table, **LATER)
    shown = table.get("/entries").json["items"][2]
    assert "written by a later Tablelog" in shown["reason"]


def test_the_last_table_that_is_known_is_shown_and_says_where_it_was_lost(app: Flask, lost: Table) -> None:
    now = lost.get().json
    assert (now["version"], now["at"], now["unreadable"]) == (6, 3, 4)
    assert now["digest"] == list(stored(app, lost))[-1].digest
    assert now["view"] == lost.get("?at=3").json["view"] == lost.get("?at=6").json["view"]
    assert lost.get("?at=2").json["unreadable"] == 4
    assert lost.get("/offers", "scribe").json["offers"] == []
    assert faults(lost.client, REEF, lost.id, lost.tokens, (1, 2, 3, 4, 5, 6)) == []


def test_a_session_that_can_be_read_says_so(reef: Table) -> None:
    assert reef.get().json["unreadable"] is None


def test_audit_and_export_work_past_an_unreadable_entry(app: Flask, lost: Table) -> None:
    audit = lost.get("/audit").json
    assert audit["passed"] is False
    assert (audit["entries"], audit["first_divergence"]["entry"]) == (6, 4)
    exported = lost.get("/export").json
    assert [entry["digest"] for entry in exported["entries"]] == [entry.digest for entry in stored(app, lost)]


def test_nothing_is_recorded_on_a_table_that_is_not_known(lost: Table) -> None:
    for path, body in (
        ("/actions", place()),
        ("/actions", place() | {"against_rules": True, "reason": "so it was"}),
        ("/actions?dry_run=true", place()),
        ("/corrections", {"facts": [FACT], "reason": "so it was"}),
        ("/close", {}),
        ("/forks", {}),
    ):
        refused = problem(lost.post(path, body, "owner"), 409, "unreadable-entry")
        assert "4" in refused["detail"]
    assert lost.version == 6


def test_going_back_before_it_makes_the_table_known_again(app: Flask, lost: Table) -> None:
    back = lost.post("/retractions", {"to": 3, "reason": "nobody can read entry 4"})
    assert back.json["entry"]["exposed"] is True
    now = lost.get().json
    assert (now["version"], now["at"], now["unreadable"]) == (7, 7, None)
    assert lost.acted({"type": "roll_storm"}).version == 8
    again = app.extensions["tablelog"].handler
    assert again.look(lost.id).position.lost is None
    assert lost.post("/forks", {"at": 3}, "owner").status_code == 201


def test_the_same_is_read_from_the_log_by_another_process(make_app: MakeApp) -> None:
    app = make_app()
    table = Table(app, REEF_OPENING).acted(place("red", 2))
    stored_with(app, table, **UNKNOWN_FACT)
    table.post("/retractions", {"to": 2, "reason": "nobody can read entry 3"})
    stored_with(app, table, to=99)
    other = make_app().test_client()
    owner = {"Authorization": f"Bearer {table.tokens['owner']}"}
    seen = other.get(table.url, headers=owner).json
    assert (seen["version"], seen["unreadable"]) == (5, 5)
    assert seen["view"] == table.get("?at=2").json["view"]
    assert other.get(f"{table.url}?at=4", headers=owner).json["view"] == seen["view"]


def test_an_upgrade_that_no_longer_knows_a_fact_leaves_the_session_readable(make_app: MakeApp) -> None:
    table = Table(make_app(), REEF_OPENING).acted(place("red"), place("blue"))
    table.acted({"type": "roll_storm", "face": 3})
    storm = next(kind for kind in REEF.facts if kind.__struct_config__.tag == "storm_rolled")
    poorer = replace(REEF, facts=tuple(kind for kind in REEF.facts if kind is not storm))
    app = create_app(table.app.extensions["tablelog"].settings, GAMES | {"reef": poorer})
    table.client = app.test_client()
    assert (table.get().json["at"], table.get().json["unreadable"]) == (3, 4)
    assert [entry.get("unreadable", False) for entry in table.get("/entries").json["items"]] == [
        False,
        False,
        False,
        True,
    ]
    app.extensions["tablelog"].close()


def test_the_timeline_names_the_entries_that_it_cannot_tell(app: Flask, lost: Table) -> None:
    found = app.extensions["tablelog"]
    library = Library(uploaded_to(found.engine), GAMES)
    ProjectionRunner(found.store, found.engine, library).pull()
    timeline = lost.get("/timeline", "spectator").json
    assert [line["entry"] for line in timeline["entries"]] == [1, 2, 3, 4, 5, 6]
    assert [line["unreadable"] for line in timeline["entries"]] == [False, False, False, True, True, True]
    assert "black" not in json.dumps(timeline)
