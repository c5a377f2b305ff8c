"""A group makes its own box: it changes a draft, confirms it part by part, publishes it and plays with it."""

from __future__ import annotations

import json
from concurrent.futures import ThreadPoolExecutor
from itertools import product
from typing import Any

import pytest
from flask import Flask

from domain.games import REGISTRY
from service.api.edition_drafts import DOCUMENT_BYTES, ROWS
from service.http import rate_limits
from service.sessions import editions
from tests.service.conftest import REEF_OPENING, MakeApp, Table, problem
from tests.support.reef_box import BOXED, DEMO, DRAWING
from tests.support.service.answers import Answer, answered

OF_A_REEF = {"game": "reef", "from": "demo", "name": "Our reef"}
OPENING_TOKEN = "let-us-play-tonight"


class Box:
    """An edition and the tokens of everybody who works on it."""

    def __init__(self, app: Flask, asked: dict[str, Any] = OF_A_REEF, **headers: str) -> None:
        self.app, self.client = app, app.test_client()
        made = answered(self.client.post("/v1/editions", json=asked, headers=headers))
        assert made.status_code == 201, made.text
        self.id: str = made.json["edition"]
        self.tokens: dict[str, str] = made.json["tokens"]
        self.url = f"/v1/editions/{self.id}"

    def send(
        self, method: str, path: str, body: Any = None, holder: str = "editor", **headers: str
    ) -> Answer:
        named = {name.replace("_", "-"): value for name, value in headers.items()}
        named["Authorization"] = f"Bearer {self.tokens[holder]}"
        sent = {} if body is None else {"json": body}
        return answered(self.client.open(self.url + path, method=method, headers=named, **sent))

    def get(self, path: str = "", holder: str = "reader") -> Any:
        answer = self.send("GET", path, holder=holder)
        assert answer.status_code == 200, answer.text
        return answer.json

    def change(self, *changes: Any, if_match: str = "*", **more: Any) -> Answer:
        return self.send("PATCH", "/draft", {"changes": changes, **more}, If_Match=if_match)

    def undo(self, **more: Any) -> Answer:
        return self.send("POST", "/draft/undo", more, If_Match="*")

    def tick(self, part: str, content: str | None = None) -> Answer:
        content = content or self.get("/draft")["contents"][part]
        return self.send("PUT", f"/ticks/{part}", {"content": content})

    def publish(self, note: str = "", status: int = 201) -> dict[str, Any]:
        answer = self.send("POST", "/versions", {"note": note}, "keeper")
        assert answer.status_code == status, answer.text
        found: dict[str, Any] = answer.json
        return found

    def points(self) -> dict[str, int]:
        return {coral["id"]: coral["points"] for coral in self.get("/draft")["document"]["corals"]}


def points(coral: str, number: Any) -> dict[str, Any]:
    return {"do": "set", "at": f"corals/{coral}/points", "value": number}


@pytest.fixture
def boxed(make_app: MakeApp) -> Flask:
    return make_app(games={"reef": BOXED})


@pytest.fixture
def box(boxed: Flask) -> Box:
    return Box(boxed)


@pytest.fixture
def box_everywhere(make_app: MakeApp, log_url: str, tables_url: str) -> Box:
    """An edition, once over SQLite and once over PostgreSQL."""
    return Box(make_app(games={"reef": BOXED}, log_url=log_url, tables_url=tables_url))


def test_a_group_enters_its_box_and_plays_with_it(box_everywhere: Box) -> None:
    box = box_everywhere
    shown = box.get()
    assert (shown["name"], shown["game"], shown["head"], shown["holder"]) == (
        "Our reef",
        "reef",
        None,
        "reader",
    )
    assert shown["progress"] == {"parts": 4, "confirmed": 2}, "the publisher attests two of them"
    draft = box.get("/draft")
    assert draft["document"] == DEMO | {"name": "Our reef"}
    assert (draft["drawing"], draft["revision"]) == (DRAWING, 1)
    assert draft["unconfirmed"] == ["corals/fan", "tide"]

    wrong = box.change(points("fan", 9), {"do": "set", "at": "corals/fire/name", "value": "Fire coral"})
    assert [(one["at"], one["pointer"]) for one in wrong.json["faults"]] == [
        ("corals/fan/points", "/corals/1/points")
    ]
    assert wrong.json["unconfirmed"] == ["corals/fan", "corals/fire", "tide"], (
        "a change asks for a tick again"
    )
    assert box.points()["fan"] == 9, "a draft may be faulty"
    refused = problem(box.send("POST", "/versions", {}, "keeper"), 422, "invalid-component-set")
    assert refused["errors"][0]["pointer"] == "/document/corals/1/points"
    assert box.change(points("fan", 5)).json["faults"] == []
    assert box.tick("corals/fan").json["progress"] == {"parts": 4, "confirmed": 2}
    assert box.send("DELETE", "/ticks/corals/brain").json["confirmed"] is False

    version = box.publish("the second printing")
    assert (version["number"], version["note"]) == (1, "the second printing")
    stored = box.client.get(f"/v1/component-sets/{version['hash']}").json
    assert stored["document"]["corals"][1]["points"] == 5
    assert stored["invented"] == ["corals/brain", "corals/fire", "tide"]
    assert box.client.get(f"/v1/component-sets/{version['hash']}/drawing").json["drawing"] == DRAWING
    Table(box.app, REEF_OPENING | {"component_set": version["hash"]})
    assert box.publish("again", status=200) == version, "the same content is the same version"

    box.change({"do": "add", "at": "corals", "value": {"id": "table", "points": 4}})
    told = box.get("/differences?a=1&b=draft")["parts"]
    assert [(one["part"], one["kind"]) for one in told] == [("corals/table", "added")]
    assert box.get("/differences?a=origin&b=1")["parts"] != []
    problem(box.send("GET", "/differences?a=2"), 404, "not-found")


def test_what_was_published_is_chosen_when_a_table_opens(box: Box) -> None:
    def sets(**headers: str) -> dict[str | None, Any]:
        form = box.client.get("/v1/games/reef/opening", headers=headers)
        assert "Tablelog-Tokens-Ignored" not in form.headers
        return {one["edition"]: one for one in form.json["component_sets"]}

    held = {"Tablelog-Tokens": box.tokens["reader"]}
    assert sets(**held).keys() == {"reef"}
    box.publish()
    box.tick("tide")
    hash = box.publish()["hash"]
    assert sets().keys() == {"reef"}, "strangers see nothing of it"
    assert sets(**held)["Our reef"] == {
        "name": None,
        "hash": hash,
        "invented": ["corals/fan"],
        "edition": "Our reef",
        "warnings": [],
        "version": 2,
        "parts": 4,
        "confirmed": 3,
    }
    problem(box.send("PATCH", "", {"listed": True}), 403, "not-allowed")
    assert box.send("PATCH", "", {"listed": True, "name": "Reef of all"}, "keeper").json["listed"]
    assert sets()["Reef of all"]["hash"] == hash
    assert box.id not in json.dumps(sets()), "the list shows names and hashes alone"
    renamed = box.get("/draft")
    assert renamed["document"]["name"] == "Reef of all"
    assert "name" not in renamed["unconfirmed"], "a name is nobody's to confirm"


def test_two_who_edit_at_once_lose_nothing(box_everywhere: Box) -> None:
    box = box_everywhere
    names = [f"coral-{number}" for number in range(8)]
    with ThreadPoolExecutor(4) as together:
        rows = [{"do": "add", "at": "corals", "value": {"id": name, "points": 1}} for name in names]
        answers = list(together.map(box.change, rows))
    assert {answer.status_code for answer in answers} == {200}
    assert sorted(answer.json["revision"] for answer in answers) == list(range(2, 10))
    assert box.points().keys() == {"brain", "fan", "fire", *names}


def test_who_means_one_revision_is_told_of_a_newer_one(box: Box) -> None:
    assert box.change(points("fan", 4), if_match='"1"').headers["ETag"] == '"2"'
    stale = box.change(points("fan", 5), if_match='"1"')
    assert problem(stale, 412, "stale-draft")["revision"] == 2
    assert stale.headers["ETag"] == '"2"'
    assert box.points()["fan"] == 4
    assert box.change(points("fan", 5), if_match="2").status_code == 200
    problem(box.send("PATCH", "/draft", {}), 428, "precondition-required")
    problem(box.change(points("fan", 5), if_match='"now"'), 400, "malformed-header")


def test_a_request_sent_again_changes_nothing_and_is_answered_as_it_was(box: Box) -> None:
    first = box.change(points("fan", 9), action_id="the-first")
    box.change(points("fan", 4), points("brain", 1))
    again = box.change(points("fan", 9), action_id="the-first")
    assert again.headers["Idempotent-Replayed"] == "true"
    assert again.json == first.json, "also its faults, which are gone by now"
    assert box.points() == {"brain": 1, "fan": 4, "fire": 1}
    problem(box.change(points("fan", 8), action_id="the-first"), 422, "action-id-reused")
    assert box.undo(action_id="back").json["revision"] == 4
    assert box.undo(action_id="back").json["revision"] == 4
    assert box.points()["fan"] == 9


def test_undo_goes_back_change_by_change(box: Box) -> None:
    seen = [box.get("/draft")]
    steps: list[dict[str, Any]] = [
        {"changes": [{"do": "set", "at": "tide/high", "value": 9}]},
        {"changes": [{"do": "take", "at": "corals/fan"}], "drawing": [{"do": "take", "at": "corals/fan"}]},
        {"drawing": [{"do": "set", "at": "corals/brain", "value": [5, 5]}]},
    ]
    for step in steps:
        assert box.send("PATCH", "/draft", step, If_Match="*").status_code == 200
        seen.append(box.get("/draft"))
    assert seen[1]["document"]["tide"] == {"high": 9, "low": 1, "range": 8}, "what follows is filled in"
    assert seen[3]["drawing"] == {"corals": {"brain": [5, 5], "fire": [2, 0]}}
    for before in (seen[2], seen[1], seen[0]):
        assert box.undo().status_code == 200
        now = box.get("/draft")
        assert (now["document"], now["drawing"]) == (before["document"], before["drawing"])
    problem(box.undo(), 409, "nothing-to-undo")


def test_each_of_two_takes_back_only_what_is_their_own(box: Box) -> None:
    for id, change in {
        "ann-1": points("brain", 7),
        "ann-2": {"do": "take", "at": "corals/fire"},
        "bo-1": points("fan", 5),
        "bo-2": {"do": "set", "at": "tide/high", "value": 9},
        "ann-3": {"do": "add", "at": "corals", "value": {"id": "star", "points": 2}},
        "bo-3": points("star", 8),
    }.items():
        assert box.change(change, action_id=id).status_code == 200
    ann, bo = ["ann-1", "ann-2", "ann-3", "never-sent"], ["bo-1", "bo-2", "bo-3"]
    told = problem(box.undo(of=ann), 409, "undo-overlapped")
    assert told["change"] == "ann-3", "Bo has changed the new coral: it stays"
    assert box.points() == {"brain": 7, "fan": 5, "star": 8}
    assert box.undo(of=ann[:2]).status_code == 200
    assert box.points() == {"brain": 7, "fan": 5, "fire": 1, "star": 8}
    assert [box.undo(of=bo).status_code for _ in bo] == [200, 200, 200]
    assert box.points() == {"brain": 7, "fan": 3, "fire": 1, "star": 2}
    assert box.get("/draft")["document"]["tide"] == DEMO["tide"], "what follows is filled in again"
    assert [box.undo(of=ann).status_code for _ in range(2)] == [200, 200], "Bo's change is gone from it"
    assert box.points() == {coral["id"]: coral["points"] for coral in DEMO["corals"]}
    for nobody in (ann, bo, []):
        problem(box.undo(of=nobody), 409, "nothing-to-undo")
    problem(box.undo(), 409, "nothing-to-undo")


def test_only_the_last_changes_are_kept(box: Box, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(editions, "CHANGES_KEPT", 3)
    for number in range(5):
        box.change(points("fan", number), action_id=f"change-{number}")
    assert [box.undo().status_code for _ in range(3)] == [200, 200, 409], "an undo is a change as well"
    assert box.change(points("fan", 4), action_id="change-4").json["revision"] == 6
    assert box.change(points("fan", 0), action_id="change-0").json["revision"] == 9, "it is long forgotten"


def test_a_tick_is_for_what_was_compared(box: Box) -> None:
    seen = {one["part"]: one for one in box.get("?parts=1")["parts"]}
    assert (seen["corals/fan"]["confirmed"], seen["corals/brain"]["confirmed"]) == (False, True)
    box.change(points("fan", 9))
    refused = problem(box.tick("corals/fan", seen["corals/fan"]["content"]), 409, "part-changed")
    now = {one["part"]: one for one in box.get("?parts=true")["parts"]}["corals/fan"]
    assert (refused["content"], now["faults"]) == (now["content"], 1)
    assert box.tick("corals/fan").json["confirmed"] is True
    box.change(points("fan", 3))
    assert "corals/fan" in box.get("/draft")["unconfirmed"]
    box.change(points("fan", 9))
    assert "corals/fan" not in box.get("/draft")["unconfirmed"], "it holds wherever the part is so"
    problem(box.tick("corals/none", "0" * 64), 404, "not-found")


def test_a_map_layout_is_put_right_without_another_set(box: Box) -> None:
    box.change(points("fan", 4))
    hash = box.publish()["hash"]
    moved = {"do": "set", "at": "corals/fan", "value": [9, 9]}
    box.send("PATCH", "/draft", {"drawing": [moved]}, If_Match="*")
    assert box.publish(status=200)["hash"] == hash
    where = f"/v1/component-sets/{hash}/drawing"
    assert box.client.get(where).json["drawing"]["corals"]["fan"] == [9, 9]
    other = Box(box.app, OF_A_REEF | {"from": hash})
    other.send("PATCH", "/draft", {"drawing": [moved | {"value": [7, 7]}]}, If_Match="*")
    assert other.publish()["hash"] == hash
    assert box.client.get(where).json["drawing"]["corals"]["fan"] == [9, 9], "another edition's stays"
    lost = other.send("PATCH", "/draft", {"drawing": [{"do": "take", "at": "corals/fan"}]}, If_Match="*").json
    assert [one["message"] for one in lost["drawing_faults"]] == ["fan has no place."]
    problem(other.send("POST", "/versions", {}, "keeper"), 422, "invalid-drawing")


def test_a_table_goes_out_to_a_spreadsheet_and_comes_back(box: Box) -> None:
    sheet = box.send("GET", "/tables/corals", holder="reader")
    assert sheet.headers["Content-Type"].startswith("text/csv")
    assert sheet.text.splitlines()[:2] == ["id,Points,Name", "brain,2,"]

    def read(text: str, **more: Any) -> Answer:
        headers = {"Authorization": f"Bearer {box.tokens['editor']}", "If-Match": "*"}
        where = f"{box.url}/tables/corals{'?dry_run=1' if more.pop('dry', False) else ''}"
        sent = {"data": text.encode(), "content_type": "text/csv", "headers": headers | more}
        return answered(box.client.post(where, **sent))

    assert read(sheet.text).json["changes"] == 0, "nothing was changed in it"
    edited = "id;Points;Name;Colour\nfan;6;Sea fan;red\nfire;many;Fire coral;\n;2;Table coral;\n"
    dry = read(edited, dry=True).json
    assert (dry["changes"], dry["added"], dry["changed"]) == (3, ["table_coral"], ["fan", "fire"])
    assert (dry["missing"], dry["columns"]) == (["brain"], ["Colour"])
    assert [(one["row"], one["column"], one["text"]) for one in dry["cells"]] == [(3, "Points", "many")]
    assert (dry["draft"]["revision"], box.get("/draft")["revision"]) == (1, 1)
    key = {"Idempotency-Key": "from-the-spreadsheet"}
    assert read(edited, **key).json["draft"]["revision"] == 2
    assert box.points() == {"brain": 2, "fan": 6, "fire": 1, "table_coral": 2}
    assert box.undo().json["revision"] == 3
    assert box.points() == {"brain": 2, "fan": 3, "fire": 1}
    problem(box.send("GET", "/tables/tide", holder="reader"), 404, "not-found")
    problem(box.send("POST", "/tables/corals", {}, If_Match="*"), 422, "invalid")
    told = box.send("POST", "/tables/corals?dry_run=1", {"text": edited}, If_Match="*")
    assert told.json["dry_run"] is True, "the file may come as JSON"


EDITED = [key for key, game in REGISTRY.items() if game.editing is not None]


@pytest.mark.parametrize("key", EDITED)
def test_the_box_of_every_game_is_edited_and_published(app: Flask, key: str) -> None:
    box = Box(app, {"game": key, "from": "demo", "name": "Our box"})
    draft = box.get("/draft")
    assert (draft["faults"], draft["drawing_faults"]) == ([], [])
    progress = box.get()["progress"]
    assert progress["parts"] - progress["confirmed"] == len(draft["unconfirmed"])
    tables = [
        field.path for section in REGISTRY[key].sheet for field in [section.field] if field.is_ == "table"
    ]
    assert tables
    for table in tables:
        text = box.send("GET", f"/tables/{table}", holder="reader").text
        headers = {"Authorization": f"Bearer {box.tokens['editor']}", "If-Match": "*"}
        sent = {"data": text.encode(), "content_type": "text/csv", "headers": headers}
        read = answered(box.client.post(f"{box.url}/tables/{table}?dry_run=1", **sent)).json
        assert (read["changes"], read["missing"], read["columns"], read["cells"]) == (0, [], [], [])
    some = draft["unconfirmed"][0]
    assert box.tick(some).json["confirmed"] is True
    shown = box.client.get(f"/v1/component-sets/{box.publish()['hash']}").json
    assert some not in shown["invented"]
    assert shown["document"] == draft["document"] | {"invented": shown["invented"]}


PATHS = [
    ("GET", ""),
    ("PATCH", ""),
    ("DELETE", ""),
    ("GET", "/draft"),
    ("PATCH", "/draft"),
    ("POST", "/draft/undo"),
    ("PUT", "/ticks/tide"),
    ("DELETE", "/ticks/tide"),
    ("POST", "/versions"),
    ("GET", "/differences"),
    ("POST", "/links"),
    ("GET", "/file"),
    ("GET", "/tables/corals"),
    ("POST", "/tables/corals"),
]


def test_an_edition_is_hidden_from_who_has_no_token_of_it(boxed: Flask) -> None:
    box, other, table = Box(boxed), Box(boxed), Table(boxed, REEF_OPENING)
    for method, path in PATHS:

        def told(url: str, token: str | None, method: str = method, path: str = path) -> Any:
            headers = {} if token is None else {"Authorization": f"Bearer {token}"}
            return boxed.test_client().open(url + path, method=method, json={}, headers=headers)

        problem(told(box.url, None), 404, "not-found")
        hidden = problem(told(box.url, other.tokens["keeper"]), 404, "not-found")
        none = problem(told(f"/v1/editions/{table.id}", other.tokens["keeper"]), 404, "not-found")
        assert hidden["detail"] == none["detail"], "as if there were none"
        problem(told(box.url, table.tokens["owner"]), 401, "bad-token")


def test_each_holder_may_do_its_part_alone(box: Box) -> None:
    change = {"changes": [points("fan", 4)]}
    problem(box.send("PATCH", "/draft", change, "reader", If_Match="*"), 403, "not-allowed")
    problem(box.send("PUT", "/ticks/tide", {"content": "0" * 64}, "reader"), 403, "not-allowed")
    for method, path in (("POST", "/versions"), ("POST", "/links"), ("PATCH", ""), ("DELETE", "")):
        problem(box.send(method, path, {}, "editor"), 403, "not-allowed")
    table = Table(box.app, REEF_OPENING)
    headers = {"Authorization": f"Bearer {box.tokens['keeper']}"}
    problem(box.client.get(table.url, headers=headers), 401, "bad-token")


def test_a_link_is_replaced_and_the_former_one_is_void(box: Box) -> None:
    def link(**asked: Any) -> str:
        answer = box.send("POST", "/links", asked, "keeper")
        assert answer.status_code == 201
        assert "no-store" in answer.headers["Cache-Control"]
        return str(answer.json["tokens"][asked["holder"]])

    former = box.tokens["editor"]
    assert link(holder="editor") == former
    box.tokens["editor"] = link(holder="editor", replace=True)
    assert box.change(points("fan", 4)).status_code == 200
    box.tokens["editor"] = former
    assert "revoked" in problem(box.change(points("fan", 5)), 401, "bad-token")["detail"]
    ignored = box.client.get("/v1/games/reef/opening", headers={"Tablelog-Tokens": former})
    assert ignored.headers["Tablelog-Tokens-Ignored"] == "1"


def test_an_edition_goes_only_while_nothing_of_it_is_published(box: Box) -> None:
    box.change(points("fan", 4))
    assert box.send("DELETE", "", holder="keeper").status_code == 200
    problem(box.send("GET", "", holder="keeper"), 404, "not-found")
    other = Box(box.app)
    other.publish()
    problem(other.send("DELETE", "", holder="keeper"), 409, "edition-published")


def test_a_file_brings_an_edition_to_another_service(box: Box, make_app: MakeApp, tmp_path: Any) -> None:
    box.change(points("fan", 6))
    box.tick("corals/fan")
    box.publish("first")
    file = box.get("/file")
    assert not any(token in json.dumps(file) for token in box.tokens.values())
    elsewhere = {name: f"sqlite:///{tmp_path}/{name}.db" for name in ("log_url", "tables_url")}
    other = Box(make_app(games={"reef": BOXED}, **elsewhere), {"file": file})
    assert other.get("/file") == file | {"versions": []}
    assert other.get()["progress"] == box.get()["progress"]
    assert other.publish()["hash"] == file["versions"][0]["hash"]
    for wrong in ({"file": file | {"version": 3}}, {"file": file, "from": "demo"}, {"file": {}}, {}):
        problem(box.client.post("/v1/editions", json=wrong), 422, "invalid")


def test_whoever_gets_no_answer_asks_again_for_the_same_edition(boxed: Flask) -> None:
    asked = OF_A_REEF | {"action_id": "0123456789abcdef"}
    first, again = Box(boxed, asked), Box(boxed, asked)
    assert (first.id, first.tokens) == (again.id, again.tokens)
    reused = boxed.test_client().post("/v1/editions", json=asked | {"name": "Another"})
    problem(reused, 422, "action-id-reused")


def test_an_edition_is_made_by_who_may_open(make_app: MakeApp) -> None:
    app = make_app(games={"reef": BOXED}, opening_token=OPENING_TOKEN)
    problem(app.test_client().post("/v1/editions", json=OF_A_REEF), 401, "bad-token")
    assert Box(app, Authorization=f"Bearer {OPENING_TOKEN}").change(points("fan", 4)).status_code == 200


def test_what_it_begins_with_must_be_there(boxed: Flask, app: Flask) -> None:
    def told(more: dict[str, Any], one: Flask = boxed) -> Any:
        return one.test_client().post("/v1/editions", json=OF_A_REEF | more)

    problem(told({"game": "none"}), 422, "unknown-game")
    problem(told({"from": "none"}), 422, "unknown-component-set")
    problem(told({"name": "two\nlines"}), 422, "invalid")
    assert "Upload" in problem(told({}, app), 422, "invalid")["detail"], "its sets are only uploaded"


CANNOT_BE_MADE: list[tuple[list[Any], str]] = [
    ([points("fan", 4), points("none", 4)], "/changes/1"),
    ([{"do": "set", "at": "", "value": []}], "/changes/0"),
    ([{"do": "burn", "at": "corals"}], "/changes/0/do"),
    ([{"do": "add", "at": "corals", "value": {"id": "fan"}}], "/changes/0"),
]


def test_a_change_that_cannot_be_made_makes_none_of_its_request(box: Box) -> None:
    for changes, at in CANNOT_BE_MADE:
        told = problem(box.change(*changes), 422, "invalid")
        assert told["errors"][0]["pointer"] == at
    assert box.get("/draft")["revision"] == 1


def test_whatever_stands_in_a_draft_it_is_kept_and_told(box: Box) -> None:
    places = ("corals/fan/points", "corals/fan", "tide", "corals", "name")
    for at, value in product(places, ["lots", None, [], {"a": [1]}, 10**15, -0.5]):
        changed = box.change({"do": "set", "at": at, "value": value})
        if changed.status_code == 200:
            assert changed.json["faults"] or value in ([], "lots"), at
        assert box.undo().status_code == (200 if changed.status_code == 200 else 409)
    assert box.get("/draft")["document"] == DEMO | {"name": "Our reef"}


def test_a_draft_does_not_grow_without_end(box: Box, make_app: MakeApp) -> None:
    long = {"do": "set", "at": "name", "value": "x" * (DOCUMENT_BYTES - 2_000)}
    assert box.change(long).status_code == 200
    problem(box.change({"do": "set", "at": "more", "value": "x" * 4_000}), 413, "too-large")
    rows = {"do": "set", "at": "corals", "value": [{"id": f"c{one}"} for one in range(ROWS + 1)]}
    problem(Box(box.app).change(rows), 413, "too-large")
    problem(box.change(*[points("fan", 1)] * 201), 422, "invalid")
    deep: Any = 1
    for _ in range(25):
        deep = [deep]
    nested = {"do": "set", "at": "tide", "value": {"a": {"b": {"c": deep}}}}
    far = {"do": "set", "at": "tide/a/b/c/0/0/0/0", "value": deep}
    assert [box.change(nested, far).status_code] == [413]
    full = Box(make_app("full", games={"reef": BOXED}, component_set_bytes=2_000))
    assert (
        problem(full.change({"do": "set", "at": "name", "value": "x" * 1_900}), 409, "quota")["most"] == 2_000
    )


def test_one_address_makes_so_many_a_day(box: Box, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(rate_limits, "MOST_A_DAY", 3)

    def edition() -> Any:
        return box.client.post("/v1/editions", json={})

    def version() -> Any:
        return box.send("POST", "/versions", {}, "keeper")

    assert [edition().status_code for _ in range(3)] == [422, 422, 429]
    assert [version().status_code for _ in range(4)] == [201, 200, 200, 429]
