"""What a table learns of its edition is offered to who edits it, unless the table keeps it for itself."""

from __future__ import annotations

from typing import Any

import pytest
from flask import Flask

from service.sessions import learnt
from tests.service.conftest import REEF_OPENING, MakeApp, Table, place, problem
from tests.service.test_editions import Box
from tests.service.test_statistics import follow
from tests.support.reef_box import BOXED
from tests.support.service.answers import Answer

FAN = {"id": "fan", "points": 3, "name": "Sea fan"}
FIRE = {"id": "fire", "points": 1}


@pytest.fixture
def box_everywhere(make_app: MakeApp, log_url: str, tables_url: str) -> Box:
    """An edition with a published version, once over SQLite and once over PostgreSQL."""
    return published(make_app(games={"reef": BOXED}, log_url=log_url, tables_url=tables_url))


@pytest.fixture
def box(make_app: MakeApp) -> Box:
    return published(make_app(games={"reef": BOXED}))


def published(app: Flask) -> Box:
    box = Box(app)
    box.publish("the first")
    return box


def table_with(box: Box, **more: Any) -> Table:
    return Table(box.app, REEF_OPENING | {"component_set": box.get()["head"]} | more)


def amend(table: Table, offer: bool = True, **corals: Any) -> Answer:
    parts = {f"corals/{id}": row for id, row in corals.items()}
    edition = table.get("/edition").json["edition"] if offer else None
    told = table.post("/amendments", {"parts": parts, "offer": edition})
    assert told.status_code == 201, told.text
    return told


def offered(box: Box, *tables: Table, holder: str = "editor") -> list[dict[str, Any]]:
    held = {"Tablelog_Tokens": ",".join(table.tokens["seat:red"] for table in tables)} if tables else {}
    told = box.send("GET", "/learnt", holder=holder, **held).json
    assert told["learnt"] == box.get()["learnt"], "the edition says how many"
    parts: list[dict[str, Any]] = told["parts"]
    assert len(parts) == told["learnt"]
    return parts


def decide(box: Box, one: dict[str, Any], do: str, holder: str = "editor", **more: Any) -> Answer:
    return box.send("POST", f"/learnt/{one['part']}", {"content": one["content"], "do": do} | more, holder)


def test_what_a_table_learnt_is_taken_over_into_the_draft(box_everywhere: Box) -> None:
    box = box_everywhere
    table = table_with(box).acted(place())
    amend(table, fan=FAN | {"points": 5})
    amend(table, fire=FIRE | {"points": 6}, offer=False)
    (one,) = offered(box)
    assert (one["part"], one["before"], one["after"]) == ("corals/fan", FAN, FAN | {"points": 5})
    assert (one["session"], one["entry"]) == (None, None), "the editors are not at this table"
    (seen,) = offered(box, table)
    assert (seen["session"], seen["entry"]) == (table.id, 3)
    assert box.send("GET", "/learnt", holder="reader").json == {"learnt": 1}
    problem(decide(box, one, "take", "reader"), 403, "not-allowed")
    problem(decide(box, one | {"content": "0" * 64}, "take"), 404, "not-found")

    told = decide(box, one, "take", action_id="take-it").json
    assert (told["state"], told["learnt"], box.points()["fan"]) == ("taken", 0, 5)
    assert "corals/fan" not in box.get("/draft")["unconfirmed"], "the table has it before itself"
    assert decide(box, one, "take", action_id="take-it").json == told
    assert box.points()["fire"] == 1, "that was kept for the table alone"
    assert box.undo().status_code == 200
    assert box.points()["fan"] == 3
    assert offered(box) == [one], "it is asked again"
    box.change({"do": "take", "at": "corals/fan"})
    assert decide(box, one, "take").json["state"] == "taken"
    assert box.points() == {"brain": 2, "fire": 1, "fan": 5}, "a row that is gone comes back"


def test_what_is_not_ours_is_not_offered_again(box: Box) -> None:
    table = table_with(box)
    assert table.post("/amendments", {"confirmed": ["tide"], "offer": box.id}).status_code == 201
    amend(table, fan=FAN | {"points": 5})
    fan, tide = sorted(offered(box), key=lambda one: str(one["part"]))
    assert tide["before"] == tide["after"], "a table has confirmed it"
    assert decide(box, tide, "take").json["revision"] == 1
    assert "tide" not in box.get("/draft")["unconfirmed"]
    assert decide(box, fan, "decline").json == {
        "part": "corals/fan",
        "content": fan["content"],
        "state": "declined",
        "revision": 1,
        "learnt": 0,
    }
    amend(table_with(box), fan=FAN | {"points": 5})
    assert offered(box) == []
    assert decide(box, fan, "reopen").json["learnt"] == 1


def test_what_a_table_takes_back_is_withdrawn(box: Box) -> None:
    table = table_with(box).acted(place())
    amend(table, fan=FAN | {"points": 4})
    amend(table, fan=FAN | {"points": 5})
    assert [one["after"]["points"] for one in offered(box)] == [5], "the last one counts"
    back = {"to": 3, "reason": "a typo"}
    assert table.post("/retractions", back).status_code == 201
    assert [one["after"]["points"] for one in offered(box)] == [4]
    assert table.post("/retractions", {"to": 2, "reason": "not our card"}).status_code == 201
    assert offered(box) == []
    assert table.post("/retractions", {"to": 5}).status_code == 201
    assert [one["after"]["points"] for one in offered(box)] == [4], "it was brought back"


def test_a_copy_of_a_table_plays_with_the_same_edition(box: Box) -> None:
    table = table_with(box).acted(place())
    amend(table, fan=FAN | {"points": 5}, offer=False)
    assert table.get("/edition").json == {
        "component_set": table.get().json["component_set"],
        "name": "Our reef",
        "edition": box.id,
        "version": 1,
        "amended": 3,
    }
    forked = table.post("/forks", {}, "owner", if_match=None).json
    copy = Table.__new__(Table)
    copy.app, copy.client, copy.tokens = table.app, table.client, forked["tokens"]
    copy.id, copy.url = forked["session"]["id"], f"/v1/sessions/{forked['session']['id']}"
    amend(copy, fire=FIRE | {"points": 6})
    (one,) = offered(box)
    assert one["part"] == "corals/fire"
    other = Table(box.app, REEF_OPENING)
    fire = {"corals/fire": FIRE | {"points": 2}}
    problem(other.post("/amendments", {"parts": fire, "offer": box.id}), 422, "invalid")
    amend(other, fire=FIRE | {"points": 2}, offer=False)
    told = other.get("/edition").json
    assert (told["name"], told["edition"], told["amended"]) == ("reef", None, 2), "it is the packaged box"


def test_of_two_groups_with_the_same_box_each_learns_of_its_own_tables(box: Box) -> None:
    other = published(box.app)
    assert other.get()["head"] == box.get()["head"]
    table = table_with(box)
    assert table.get("/edition").json["edition"] is None, "it could be either"
    for one in (box, other):
        told = table.get("/edition", Tablelog_Tokens=one.tokens["reader"]).json
        assert (told["edition"], told["version"]) == (one.id, 1)
    assert table.get("/edition", "spectator", Tablelog_Tokens=box.tokens["reader"]).json["edition"] is None
    parts = {"corals/fan": FAN | {"points": 5}}
    assert table.post("/amendments", {"parts": parts, "offer": other.id}).status_code == 201
    assert (len(offered(box)), len(offered(other))) == (0, 1)


def test_a_table_that_offers_much_leaves_room_for_others(box: Box, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(learnt, "MOST_OPEN", 3)
    quiet, loud = table_with(box), table_with(box)
    amend(quiet, fan=FAN | {"points": 4})
    amend(loud, fan=FAN | {"points": 5})
    amend(loud, brain={"id": "brain", "points": 3})
    amend(loud, fire=FIRE | {"points": 2})
    assert sorted((one["part"], one["after"]["points"]) for one in offered(box)) == [
        ("corals/brain", 3),
        ("corals/fan", 4),
        ("corals/fire", 2),
    ]


def test_an_amended_set_is_named_by_its_table(box: Box) -> None:
    table = table_with(box, visibility="public").acted(place())
    amend(table, fan=FAN | {"points": 5})
    follow(box.app)
    page = box.client.get(f"/t/{table.id}/audit", headers=table.headers("owner")).text
    assert "Our reef, № 3 of this session, which began with version 1." in page
    for number, named in ((1, "Our reef, version 1<"), (3, "Our reef, № 3 of this session")):
        assert named in box.client.get(f"/t/{table.id}/entry/{number}").text
    listed = box.client.get("/v1/games/reef/opening").json["component_sets"]
    (own,) = [one for one in listed if one["hash"] == table.get().json["component_set"]]
    assert (own["edition"], own["amended"]) == ("Our reef", {"session": table.id, "entry": 3})
