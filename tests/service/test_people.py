"""People: claimed beside the log, changed, erased, and told to those who may hear of them."""

from __future__ import annotations

import json
from itertools import islice
from pathlib import Path
from typing import Any

import pytest
from flask import Flask

from domain.kernel.messages import Json
from domain.kernel.session.opening import OpeningRequest, open_session
from service.sessions.tokens import holders_of
from tests.service.conftest import REEF_OPENING, MakeApp, Table, place, problem, recorded
from tests.service.test_statistics import follow
from tests.support.recorded import SECRET, STAMP
from tests.support.reef import REEF
from tests.support.service.answers import Answer, answered

RED, BLUE = "the one in red", "the one in blue"
CLAIMED: dict[str, Any] = {"players": {"red": "p-1", "blue": "p-2"}, "labels": {"red": RED, "blue": BLUE}}
PUBLIC = {"visibility": "public"}


@pytest.fixture
def table(app: Flask) -> Table:
    """A public reef whose opening said who sits where."""
    return Table(app, REEF_OPENING | PUBLIC | CLAIMED)


def claim(table: Table, seat: str, body: Json, holder: str | None = "owner") -> Answer:
    sent = table.client.put(f"{table.url}/people/{seat}", json=body, headers=table.headers(holder))
    return answered(sent)


def erase(table: Table, seat: str, holder: str | None = "owner") -> Answer:
    return answered(table.client.delete(f"{table.url}/people/{seat}", headers=table.headers(holder)))


def people(table: Table, holder: str | None = "owner") -> dict[str, tuple[str | None, str | None]]:
    items = table.get("/people", holder).json["items"]
    return {item["seat"]: (item["player"], item["name"]) for item in items}


def old(app: Flask, **more: Any) -> Table:
    """A session as versions before this one opened it: its first entry says who sits where."""
    table = Table(app, REEF_OPENING | PUBLIC)
    found = app.extensions["tablelog"]
    components = found.library.component_set("demo", "reef")
    asked = OpeningRequest(seats=tuple(REEF_OPENING["seats"]), visibility="public", **(CLAIMED | more))
    table.id = "0190" + table.id[4:]
    session, _, stored = open_session(REEF, components, asked, table.id, SECRET, STAMP)
    found.handler.begin(session, [stored])
    table.url = f"/v1/sessions/{table.id}"
    table.tokens = found.tokens.issue(table.id, holders_of(("red", "blue")), {})
    return table


def in_the_log(table: Table) -> str:
    return b"\n".join(entry.body for entry in table.app.extensions["tablelog"].store.read(table.id)).decode()


def test_an_opening_claims_seats_and_its_entry_names_nobody(table: Table) -> None:
    assert people(table) == {"red": ("p-1", RED), "blue": ("p-2", BLUE)}
    shown = table.get().json
    assert (shown["players"], shown["labels"]) == (CLAIMED["players"], CLAIMED["labels"])
    assert shown["in_log"] == {"players": {}, "labels": {}}
    for said in (RED, "p-1", "players", "labels"):
        assert said not in in_the_log(table)
        assert said not in table.get("/export").text


def test_a_claim_is_made_changed_and_erased_at_any_time_and_adds_no_entry(everywhere: Flask) -> None:
    table = Table(everywhere, REEF_OPENING)
    assert people(table) == {"red": (None, None), "blue": (None, None)}
    assert claim(table, "red", {"name": f"  {RED}\u3000"}).json["items"][0]["name"] == RED
    claim(table, "red", {"name": "Zoe\u0301"})
    assert people(table)["red"] == (None, "Zo\u00e9"), "the same name however a keyboard spells it"
    claim(table, "red", {"player": "p-1"})
    assert people(table)["red"] == ("p-1", None)
    assert table.post("/close", {}).status_code == 201
    claim(table, "blue", {"player": "p-2", "name": BLUE})
    assert people(table) == {"red": ("p-1", None), "blue": ("p-2", BLUE)}
    assert erase(table, "blue").json["items"][1]["name"] is None
    claim(table, "red", {})
    assert people(table) == {"red": (None, None), "blue": (None, None)}
    assert table.version == 2
    assert BLUE not in in_the_log(table)


def test_each_seat_speaks_for_itself_and_who_only_looks_for_nobody(table: Table) -> None:
    for holder, seat in (("owner", "red"), ("scribe", "blue"), ("seat:red", "red"), ("seat:blue", "blue")):
        assert claim(table, seat, {"name": f"by {holder}"}, holder).status_code == 200
        assert people(table)[seat] == (None, f"by {holder}")
    for ask in (lambda seat, holder: claim(table, seat, {}, holder), lambda *who: erase(table, *who)):
        problem(ask("blue", "seat:red"), 403, "another-seat")
        problem(ask("red", "spectator"), 403, "not-allowed")
        problem(ask("red", None), 401, "bad-token")
        problem(ask("mauve", "owner"), 404, "not-found")
    private = Table(table.app, REEF_OPENING)
    problem(claim(private, "red", {}, None), 404, "not-found")
    problem(private.get("/people", None), 404, "not-found")


@pytest.mark.parametrize("visibility", ["public", "link"])
def test_strangers_hear_player_ids_and_no_names(app: Flask, visibility: str) -> None:
    table = Table(app, REEF_OPENING | CLAIMED | {"visibility": visibility})
    follow(app)
    assert people(table, None) == {"red": ("p-1", None), "blue": ("p-2", None)}
    assert people(table, "spectator")["red"] == ("p-1", RED)
    stream = table.get("/stream", None)
    heard = [table.get("", None).text, b"".join(islice(stream.response, 2)).decode()]  # type: ignore[arg-type]
    stream.close()
    heard.append(table.client.get("/v1/sessions").text)
    assert not any(RED in text or BLUE in text for text in heard)
    assert "p-1" in heard[0]
    (listed,) = table.client.get("/v1/sessions", headers=table.headers("spectator")).json["items"]
    assert (listed["players"], listed["labels"]) == (CLAIMED["players"], CLAIMED["labels"])


@pytest.mark.parametrize(
    "body",
    [
        {"name": ""},
        {"name": "   "},
        {"name": "\u3000"},
        {"name": "x" * 81},
        {"name": "two\nlines"},
        {"name": "a\u202eb"},
        {"name": 7},
        {"player": "a name with spaces"},
        {"player": ""},
        {"seat": "red"},
        [],
    ],
)
def test_a_claim_that_is_none_is_refused_and_changes_nothing(table: Table, body: Json) -> None:
    problem(claim(table, "red", body), 422, "invalid")
    assert people(table)["red"] == ("p-1", RED)


def test_an_erased_name_is_in_no_byte_of_the_home(make_app: MakeApp, tmp_path: Path) -> None:
    app = make_app()
    table = Table(app, REEF_OPENING | CLAIMED)
    claim(table, "blue", {"name": "somebody else for a while"})
    for seat in ("red", "blue"):
        erase(table, seat)
    app.extensions["tablelog"].close()
    kept = b"".join(path.read_bytes() for path in tmp_path.rglob("*") if path.is_file())
    assert REEF_OPENING["game"].encode() in kept
    for name in (RED, BLUE, "somebody else", "p-1"):
        assert name.encode() not in kept


def test_a_repeated_opening_undoes_no_claim_made_since(app: Flask) -> None:
    opening = REEF_OPENING | CLAIMED | {"action_id": "an-opening-that-nobody-guesses"}
    table = Table(app, opening)
    claim(table, "red", {"name": "somebody else"})
    erase(table, "blue")
    again = app.test_client().post("/v1/sessions", json=opening)
    assert again.headers["Idempotent-Replayed"] == "true"
    assert again.json["session"]["id"] == table.id  # type: ignore[index]
    assert people(table) == {"red": (None, "somebody else"), "blue": (None, None)}


def test_what_an_old_entry_says_stands_until_somebody_claims_the_seat(app: Flask) -> None:
    table = old(app)
    assert people(table) == {"red": ("p-1", RED), "blue": ("p-2", BLUE)}
    claim(table, "red", {"player": "p-9"})
    erase(table, "blue")
    assert people(table) == {"red": ("p-9", None), "blue": (None, None)}
    shown = table.get().json
    assert (shown["players"], shown["labels"]) == ({"red": "p-9"}, {})
    assert shown["in_log"] == CLAIMED
    items = table.get("/people").json["items"]
    assert [item["in_log"] for item in items] == [
        {"player": "p-1", "name": RED},
        {"player": "p-2", "name": BLUE},
    ]
    assert RED not in table.get("", None).text
    assert RED not in table.get("/people", None).text


def test_a_change_is_seen_by_who_has_the_session_already(table: Table) -> None:
    first, shown, tag = table.get("/people"), table.get(), table.tag
    changed_tag = f'{tag[:-1]}-1"'
    assert shown.headers["ETag"] == tag
    assert table.get("/people", If_None_Match=first.headers["ETag"]).status_code == 304
    assert table.get("", If_None_Match=tag).status_code == 304
    claim(table, "red", {"name": "another one"})
    assert table.get("/people", If_None_Match=first.headers["ETag"]).status_code == 200
    changed = table.get("", If_None_Match=tag)
    assert (changed.status_code, changed.headers["ETag"]) == (200, changed_tag)
    assert changed.json["labels"]["red"] == "another one"
    assert table.get("", If_None_Match=changed_tag).status_code == 304
    assert table.act(place(), if_match=changed_tag).status_code == 201
    problem(table.act(place("blue"), if_match=changed_tag), 412, "stale")
    assert table.act(place("blue"), if_match='"2-1"').status_code == 201, "as clients sent it before 0.4"


def events(table: Table, holder: str | None, count: int, **headers: str) -> list[tuple[str, Any]]:
    """The first events of a stream."""
    answer = table.get("/stream", holder, Accept="application/x-ndjson", **headers)
    lines = (line for line in answer.response if line.strip())
    read = [json.loads(line) for line in islice(lines, count)]
    answer.close()
    return [(event["event"], event["data"]) for event in read]


def test_a_change_reaches_who_follows(table: Table) -> None:
    answer = table.get("/stream", "seat:blue", Accept="application/x-ndjson")
    lines = (line for line in answer.response if line.strip())
    assert json.loads(next(lines))["event"] == "state"
    claim(table, "red", {"name": "another one"}, "seat:red")
    told = json.loads(next(lines))
    answer.close()
    assert told["event"] == "people"
    assert told["data"] == table.get("/people", "seat:blue").json
    ((name, data),) = events(table, None, 1, Last_Event_ID="1")
    assert (name, data) == ("people", table.get("/people", None).json)
    assert "another one" not in str(data)


def test_a_fork_is_nobodys_play_unless_it_says_whose(table: Table) -> None:
    made = table.post("/forks", {"labels": {"blue": "a learner"}}, if_match=None).json
    shown = made["session"]
    assert (shown["players"], shown["labels"]) == ({}, {"blue": "a learner"})
    fork = Table(table.app, REEF_OPENING)
    fork.id, fork.tokens, fork.url = shown["id"], made["tokens"], f"/v1/sessions/{shown['id']}"
    assert "learner" not in in_the_log(fork)
    assert people(table)["blue"] == ("p-2", BLUE)


def test_a_fork_that_is_refused_leaves_no_names(table: Table) -> None:
    before = everybody(table)
    problem(table.post("/forks", {"at": 7, "labels": {"red": "nobody"}}, if_match=None), 409, "not-live")
    assert everybody(table) == before


def everybody(table: Table) -> list[Any]:
    with table.app.extensions["tablelog"].engine.connect() as connection:
        return list(connection.exec_driver_sql("SELECT * FROM people ORDER BY session, seat"))


def test_an_import_brings_no_claims_and_keeps_what_its_entry_says(app: Flask) -> None:
    origin = old(app)
    file = origin.get("/export").json
    claim(origin, "red", {"name": "somebody else"})
    assert origin.get("/export").json == file
    answer = origin.client.post("/v1/imports", json=file)
    assert answer.json["items"][0]["status"] == "already_there"  # type: ignore[index]
    assert people(origin)["red"] == (None, "somebody else")


def test_returning_players_are_those_of_the_sessions_whose_tokens_come(app: Flask) -> None:
    first = Table(app, REEF_OPENING | CLAIMED)
    second = old(app)
    third = Table(app, REEF_OPENING | {"labels": {"red": BLUE}})
    follow(app)

    def known(*tables: Table) -> list[tuple[str | None, str | None]]:
        tokens = ", ".join(table.tokens["spectator"] for table in tables)
        headers = {"Tablelog-Tokens": tokens} if tokens else {}
        items = app.test_client().get("/v1/people", headers=headers).json["items"]  # type: ignore[index]
        return [(item["player"], item["name"]) for item in items]

    assert known() == []
    assert known(second) == [("p-2", BLUE), ("p-1", RED)]
    assert known(first, second, third) == [(None, BLUE), ("p-2", BLUE), ("p-1", RED)]
    claim(second, "red", {"player": "p-1", "name": "by another name"})
    erase(first, "red")
    assert known(first, second) == [("p-2", BLUE), ("p-1", "by another name")]
    bearer = first.client.get("/v1/people", headers=first.headers("seat:red"))
    assert bearer.json == {"items": [{"player": "p-2", "name": BLUE}]}
    ignored = first.client.get("/v1/people", headers={"Tablelog-Tokens": "nonsense"})
    assert (ignored.json, ignored.headers["Tablelog-Tokens-Ignored"]) == ({"items": []}, "1")


def counted(table: Table, player: str) -> tuple[int, int]:
    """How many sessions a list finds of a player, and how many count for its score."""
    get = table.client.get
    listed = get("/v1/sessions", query_string={"player": player}).json["items"]  # type: ignore[index]
    rows = get("/v1/statistics/time_of_chaos/score?group_by=player").json["rows"]  # type: ignore[index]
    grouped = sum(row["n"] for row in rows if row["group"]["player"] == player)
    alone = get(f"/v1/statistics/time_of_chaos/score?player={player}").json["rows"]  # type: ignore[index]
    assert sum(row["n"] for row in alone) == grouped
    return len(listed), grouped


def test_statistics_count_who_is_claimed_now(everywhere: Flask) -> None:
    opening, *actions = recorded("demo-2p-001")
    table = Table(everywhere, opening | PUBLIC | {"players": {"red": "p-1", "blue": "p-2"}})
    assert table.act(actions).status_code == 201
    follow(everywhere)
    assert (counted(table, "p-1"), counted(table, "p-2")) == ((1, 1), (1, 1))
    claim(table, "red", {"player": "p-3"})
    assert (counted(table, "p-1"), counted(table, "p-3")) == ((0, 0), (1, 1))
    facing = "/v1/statistics/time_of_chaos/score?player=p-3&with=p-2"
    assert table.client.get(facing).json["rows"][0]["n"] == 1  # type: ignore[index]
    erase(table, "blue")
    assert counted(table, "p-2") == (0, 0)
    assert table.client.get(facing).json["rows"] == []  # type: ignore[index]


def test_old_entries_count_until_their_seats_are_claimed(app: Flask) -> None:
    table = old(app)
    follow(app)
    find = "/v1/sessions?player="

    def found(player: str) -> int:
        return len(table.client.get(find + player).json["items"])  # type: ignore[index]

    assert (found("p-1"), found("p-2")) == (1, 1)
    erase(table, "red")
    claim(table, "blue", {"name": "with a name alone"})
    assert (found("p-1"), found("p-2")) == (0, 0)
    claim(table, "red", {"player": "p-1"})
    assert found("p-1") == 1


def patch(table: Table, changes: Json, holder: str | None = "owner") -> Answer:
    sent = table.client.patch(f"{table.url}/people", json={"people": changes}, headers=table.headers(holder))
    return answered(sent)


def test_several_seats_change_at_once_and_what_is_left_out_stays(table: Table) -> None:
    assert patch(table, {"red": {"name": "a new name"}, "blue": None}).status_code == 200
    assert people(table) == {"red": ("p-1", "a new name"), "blue": (None, None)}
    assert patch(table, {"red": {"player": None}}).status_code == 200
    assert people(table) == {"red": (None, "a new name"), "blue": (None, None)}


def test_a_patch_keeps_the_rest_of_what_the_first_entry_says(app: Flask) -> None:
    table = old(app)
    assert patch(table, {"red": {"name": "a new name"}}).status_code == 200
    assert people(table) == {"red": ("p-1", "a new name"), "blue": ("p-2", BLUE)}


def test_a_patch_changes_all_seats_or_none(table: Table) -> None:
    before = people(table)
    problem(
        patch(table, {"red": {"name": "mine"}, "blue": {"name": "not mine"}}, "seat:red"), 403, "another-seat"
    )
    problem(patch(table, {"red": {"name": "mine"}, "pink": {"name": "nobody"}}), 404, "not-found")
    problem(patch(table, {"red": {"name": "mine"}, "blue": {"name": 7}}), 422, "invalid")
    problem(patch(table, {"red": {"hue": "mine"}}), 422, "invalid")
    problem(patch(table, {}), 422, "invalid")
    problem(patch(table, {"red": {"name": "mine"}}, None), 401, "bad-token")
    assert people(table) == before
    assert patch(table, {"red": {"name": "mine"}}, "seat:red").status_code == 200


def test_a_change_outside_the_log_that_is_sent_again_changes_nothing(table: Table) -> None:
    """The answers are the same, and neither the count of changes nor the tag of the session goes on."""
    for send in (
        lambda: claim(table, "red", {"player": "p-9", "name": "n"}),
        lambda: patch(table, {"red": {"name": "m"}, "blue": None}),
        lambda: erase(table, "red"),
    ):
        first = send()
        tag = table.get("").headers["ETag"]
        again = send()
        assert (first.status_code, again.status_code) == (200, 200)
        assert again.json == first.json
        assert again.headers["ETag"] == first.headers["ETag"]
        assert table.get("").headers["ETag"] == tag


def test_keeping_and_editions_can_be_sent_again_as_well(app: Flask) -> None:
    table = Table(app, REEF_OPENING | {"sandbox": True})
    for method in ("put", "delete"):
        send = getattr(table.client, method)
        first, again = (send(f"{table.url}/kept", headers=table.headers("owner")) for _ in range(2))
        assert again.json["kept"] == first.json["kept"] == (method == "put")
        assert first.status_code == again.status_code == 200


def leave(table: Table, seat: str, body: Json, holder: str | None = "owner") -> Answer:
    sent = table.client.post(
        f"{table.url}/people/{seat}/departures", json=body, headers=table.headers(holder)
    )
    return answered(sent)


def former(table: Table, seat: str = "red", holder: str | None = "owner") -> list[tuple[Any, ...]]:
    items = {item["seat"]: item for item in table.get("/people", holder).json["items"]}
    return [(one["number"], one["player"], one["name"], one["until"]) for one in items[seat]["former"]]


def test_a_substitute_takes_over_and_a_player_leaves(everywhere: Flask) -> None:
    table = Table(everywhere, REEF_OPENING | PUBLIC | CLAIMED)
    table.acted(place("red"))
    for _ in range(2):
        assert leave(table, "red", {"name": "a  substitute "}).status_code == 200
    assert people(table)["red"] == (None, "a  substitute")
    assert former(table) == [(1, "p-1", RED, 2)]
    table.acted(place("blue"))
    for _ in range(2):
        assert leave(table, "red", {}, "seat:red").status_code == 200
    assert people(table)["red"] == (None, None)
    assert former(table) == [(1, "p-1", RED, 2), (2, None, "a  substitute", 3)]
    assert former(table, holder=None) == [(1, "p-1", None, 2), (2, None, None, 3)]
    leave(table, "red", {"player": "p-4"}, "scribe")
    assert (people(table)["red"], len(former(table))) == (("p-4", None), 2), "nobody left"
    assert table.version == 3
    assert former(table, "blue") == []


def test_a_departure_is_told_counted_and_erased(table: Table) -> None:
    answer = table.get("/stream", "seat:blue", Accept="application/x-ndjson")
    lines = (line for line in answer.response if line.strip())
    next(lines)
    tag = table.get("").headers["ETag"]
    leave(table, "red", {})
    assert json.loads(next(lines))["data"] == table.get("/people", "seat:blue").json
    assert table.get("").headers["ETag"] != tag
    changes = table.get("/people").json["changes"]
    for number in (9, 1, 1):
        url = f"{table.url}/people/red/departures/{number}"
        assert table.client.delete(url, headers=table.headers("owner")).status_code == 200
    assert former(table) == []
    assert table.get("/people").json["changes"] == changes + 1
    assert json.loads(next(lines))["data"]["items"][0]["former"] == []
    answer.close()
    claim(table, "red", {"player": "p-7"})
    leave(table, "red", {})
    assert former(table) == [(2, "p-7", None, 1)], "a number is given once"


def test_who_may_say_that_somebody_left(table: Table) -> None:
    for path, method in (("red/departures", "post"), ("red/departures/1", "delete")):
        for holder, status, kind in (
            ("seat:blue", 403, "another-seat"),
            ("spectator", 403, "not-allowed"),
            (None, 401, "bad-token"),
        ):
            send = getattr(table.client, method)
            sent = {"json": {}} if method == "post" else {}
            problem(send(f"{table.url}/people/{path}", headers=table.headers(holder), **sent), status, kind)
    problem(leave(table, "mauve", {}), 404, "not-found")
    problem(leave(table, "red", {"name": ""}), 422, "invalid")
    assert former(table) == []


def test_who_left_a_seat_of_an_old_session_is_the_one_of_its_entry(app: Flask) -> None:
    table = old(app)
    leave(table, "red", {"player": "p-9"})
    assert former(table) == [(1, "p-1", RED, 1)]
    assert people(table)["red"] == ("p-9", None)
