"""People of a club: found by name, known by their ids, and counted as one wherever they sat."""

from __future__ import annotations

from concurrent.futures import ThreadPoolExecutor
from itertools import islice
from typing import Any

import pytest
from flask import Flask

from service.sessions import club_people
from tests.service.conftest import REEF_OPENING, MakeApp, Table, place, problem, recorded
from tests.service.test_clubs import Group, follow
from tests.service.test_people import old
from tests.support.service.answers import Answer

ANN, BOB = "Señor Verde", "Bob"


class People(Group):
    """A club, and requests about its people."""

    def made(self, name: str, key: str = "member", **more: Any) -> str:
        """The id of a new person."""
        answer = self.send("POST", "/people", {"name": name, **more}, key)
        assert answer.status_code == 201, answer.text
        person: str = answer.json["person"]
        return person

    def person(self, person: str) -> Any:
        return self.get(f"/people/{person}")

    def change(self, method: str, path: str, body: Any = None, key: str = "organiser") -> Any:
        """A change of people that is made twice, the second time without effect."""
        answers = [self.send(method, f"/people/{path}", body, key) for _ in range(2)]
        assert [answer.status_code for answer in answers] == [200, 200], answers[0].text
        assert answers[0].json == answers[1].json
        return answers[0].json

    def names(self) -> dict[str, list[str]]:
        return {one["name"]: one["aliases"] for one in self.get("/people")["items"]}


@pytest.fixture
def group(app: Flask) -> People:
    return People(app)


def taken(answer: Answer, pointer: str, person: str) -> None:
    told = problem(answer, 409, "another-person")
    assert (told["field"], told["person"]) == (pointer, person)


def test_a_person_is_made_once_however_the_name_is_spelled(group: People) -> None:
    ann = group.made(ANN, aliases=["Green from next door"], players=["phone-1"])
    for name in (ANN, "SEN\u0303OR  VERDE", " señor\u3000verde ", "green FROM next door"):
        again = group.send("POST", "/people", {"name": name, "aliases": ["else"]}, "member")
        assert (again.status_code, again.json["person"]) == (200, ann)
        assert again.json["aliases"] == ["Green from next door"]
    shown = group.person(ann)
    assert shown == {
        "person": ann,
        "name": ANN,
        "aliases": ["Green from next door"],
        "sessions": 0,
        "last": None,
        "merged_into": None,
        "players": sorted([ann, "phone-1"]),
        "merged": [],
        "seats": [],
    }
    assert group.get("/people") == {
        "items": [{name: shown[name] for name in list(shown)[:6]}],
        "others": [],
    }


def test_a_list_of_people_is_in_the_order_of_their_names(group: People) -> None:
    for name in ("bob", "Ann", "Älva", "Cid"):
        group.made(name)
    assert list(group.names()) == ["Ann", "bob", "Cid", "Älva"]


def test_what_another_person_has_is_refused_and_says_whose_it_is(group: People) -> None:
    ann = group.made(ANN, aliases=["Zed"], players=["phone-1"])
    bob = group.made(BOB)
    for body, pointer in (
        ({"name": "New", "aliases": ["x", "zed"]}, "/aliases"),
        ({"name": "New", "players": ["phone-2", "phone-1"]}, "/players/1"),
        ({"name": "New", "players": [ann]}, "/players/0"),
    ):
        taken(group.send("POST", "/people", body, "member"), pointer, ann)
    for patch, pointer in (({"name": "señor verde"}, "/name"), ({"aliases": ["ZED"]}, "/aliases")):
        taken(group.send("PATCH", f"/people/{bob}", patch, "organiser"), pointer, ann)
    assert group.names() == {BOB: [], ANN: ["Zed"]}


def test_a_renamed_person_keeps_the_former_name_unless_it_is_left_out(group: People) -> None:
    ann = group.made(ANN)
    assert group.change("PATCH", ann, {"name": "Señor Lima"})["aliases"] == [ANN]
    assert group.change("PATCH", ann, {"name": "SEÑOR LIMA"})["aliases"] == [ANN]
    assert group.change("PATCH", ann, {"name": ANN})["aliases"] == ["SEÑOR LIMA"]
    assert group.change("PATCH", ann, {"name": "Kern", "aliases": ["K", "k", "Kern"]})["aliases"] == ["K"]
    assert group.change("PATCH", ann, {})["name"] == "Kern"
    assert group.send("POST", "/people", {"name": ANN}, "member").status_code == 201, "the name is free"


def test_who_may_do_what_with_people(group: People) -> None:
    reads, opens = group.key("read"), group.key("open")
    assert group.send("POST", "/people", {"name": ANN}, reads).status_code == 403
    ann = group.made(ANN, opens)
    assert group.send("GET", "/people", key=opens).status_code == 403
    for key in ("member", reads, opens):
        problem(group.send("PATCH", f"/people/{ann}", {"name": "x"}, key), 403, "not-allowed")
    for key in ("keeper", "organiser", group.key("organise")):
        assert group.send("PATCH", f"/people/{ann}", {"aliases": ["x"]}, key).status_code == 200
    for path in ("/people", f"/people/{ann}"):
        problem(group.send("GET", path, key=None), 404, "not-found")
        other = People(group.app)
        url = f"{group.url}{path}"
        problem(other.send("GET", url, key="keeper"), 404, "not-found")
    nobody = f"/people/{group.id}"
    problem(group.send("GET", nobody, key="member"), 404, "not-found")
    problem(group.send("PATCH", nobody, {}, "organiser"), 404, "not-found")


@pytest.mark.parametrize(
    "body", [{}, {"name": ""}, {"name": "a\nb"}, {"name": "x", "players": ["a b"]}, {"name": "x", "id": 1}]
)
def test_a_person_that_cannot_be_is_refused(group: People, body: Any) -> None:
    problem(group.send("POST", "/people", body, "member"), 422, "invalid")


def test_a_club_has_so_many_people_and_no_more(group: People, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(club_people, "MOST_PEOPLE", 1)
    group.made(ANN)
    problem(group.send("POST", "/people", {"name": BOB}, "member"), 409, "quota")
    assert group.send("POST", "/people", {"name": ANN}, "member").status_code == 200


@pytest.mark.parametrize("database", ["sqlite", "postgresql"])
def test_requests_at_the_same_moment_make_one_person(
    make_app: MakeApp, request: pytest.FixtureRequest, database: str
) -> None:
    urls = {}
    if database == "postgresql":
        url = request.getfixturevalue("postgresql_url")
        urls = {"log_url": url, "tables_url": url}
    group = People(make_app(**urls))
    with ThreadPoolExecutor(8) as threads:
        sent = [threads.submit(group.send, "POST", "/people", {"name": ANN}, "member") for _ in range(8)]
    answers = [one.result() for one in sent]
    assert sorted(one.status_code for one in answers) == [200] * 7 + [201]
    assert len({one.json["person"] for one in answers}) == 1


def sits(table: Table, seat: str, **person: str) -> None:
    """Say who sits at this seat."""
    put = table.client.put(f"{table.url}/people/{seat}", json=person, headers=table.headers("owner"))
    assert put.status_code == 200, put.text


def test_a_list_counts_sessions_and_names_those_who_are_nobody_of_the_club(everywhere: Flask) -> None:
    group = People(everywhere)
    ann = group.made(ANN, players=["phone-1"])
    first, second, third = (group.opened() for _ in range(3))
    sits(first, "red", player="phone-1", name="Z.")
    sits(first, "blue", name="Guest")
    sits(second, "red", name="SEÑOR VERDE", player="tablet")
    sits(second, "blue", player="phone-9", name="guest")
    sits(third, "red", name="GUEST")
    sits(group.opened(sandbox=True), "red", player="phone-1")
    elsewhere = Table(everywhere, REEF_OPENING)
    sits(elsewhere, "red", player="phone-1")
    follow(everywhere)
    told = group.get("/people")
    assert [(one["person"], one["sessions"]) for one in told["items"]] == [(ann, 2)]
    assert told["items"][0]["last"] == first.get().json["opened_at"][:10]
    assert told["others"] == [
        {"player": None, "name": "Guest", "sessions": 2},
        {"player": "phone-9", "name": "guest", "sessions": 1},
    ]
    assert group.person(ann)["seats"][1:] == [
        {"session": second.id, "seat": "red", "former": False},
        {"session": first.id, "seat": "red", "former": False},
    ]


# Who counts as whom.


def score_rows(group: People, **query: str) -> dict[Any, int]:
    """In how many of the club's evenings each player, or each pair, has a score."""
    sent = {"club": group.id, "group_by": "player,other_player", **query}
    address = "/v1/statistics/time_of_chaos/score?" + "&".join(
        f"{name}={value}" for name, value in sent.items()
    )
    names = sent["group_by"].split(",")
    found = {}
    for row in group.get(address)["rows"]:
        found[tuple(row["group"][name] for name in names)] = row["n"]
        assert len(group.get(row["sessions"] + "&limit=50")["items"]) == row["n"]
    return found


def per_player(group: People) -> dict[str, int]:
    """In how many evenings each player has a score, and that a list finds just as many."""
    counted = {player: n for (player,), n in score_rows(group, group_by="player").items()}
    for player, n in counted.items():
        assert len(group.get(f"/sessions?player={player}")["items"]) == n
        assert [*score_rows(group, group_by="player", player=player).values()] == [n]
    return counted


EVENINGS = (
    ({"player": "phone-1", "name": "Señor"}, {"player": "phone-b"}),
    ({"player": "tablet-1"}, {"name": "BOB"}),
    ({"name": "señor  VERDE"}, {"player": "phone-b", "name": "Bobby"}),
    ({"name": "Señor"}, {"name": "Guest"}),
    ({"player": "phone-9"}, {"player": "tablet-1"}),
)
"""Who sat on red and who on blue, in five evenings. The first sat under two device ids and two spellings."""


@pytest.fixture
def evenings(everywhere: Flask) -> People:
    """A club of five finished evenings, and one elsewhere that counts for nobody here."""
    group = People(everywhere)
    opening, *actions = recorded("demo-2p-001")
    for red, blue in EVENINGS:
        answer = group.send("POST", "/sessions", opening, "member")
        table = Table.__new__(Table)
        table.app, table.client, table.tokens = everywhere, group.client, answer.json["tokens"]
        table.id = answer.json["session"]["id"]
        table.url = f"/v1/sessions/{table.id}"
        assert table.act(actions).status_code == 201
        sits(table, "red", **red)
        sits(table, "blue", **blue)
    elsewhere = Table(everywhere, {**opening, "visibility": "public", "players": {"red": "phone-1"}})
    assert elsewhere.act(actions).status_code == 201
    follow(everywhere)
    return group


def test_statistics_count_people_of_the_club_wherever_they_sat(evenings: People) -> None:
    group = evenings
    by_device = {"phone-1": 1, "phone-b": 2, "tablet-1": 2, "phone-9": 1}
    assert per_player(group) == by_device
    ann = group.made(ANN, players=["phone-1"])
    bob = group.made("bob", players=["phone-b"])
    assert per_player(group) == {ann: 2, bob: 3, "tablet-1": 2, "phone-9": 1}
    group.change("PUT", f"{ann}/players/tablet-1")
    assert per_player(group) == {ann: 4, bob: 3, "phone-9": 1}
    group.change("PATCH", ann, {"aliases": ["SEÑOR"]})
    assert per_player(group) == {ann: 5, bob: 3, "phone-9": 1}
    assert score_rows(group) == {(ann, bob): 3, (bob, ann): 3, ("phone-9", ann): 1, (ann, "phone-9"): 1}
    assert score_rows(group, group_by="player", other_player="phone-b") == {(ann,): 3}
    assert [*score_rows(group, group_by="other_player", player="tablet-1")] == [(bob,), ("phone-9",)]
    people = {one["person"]: one["sessions"] for one in group.get("/people")["items"]}
    assert people == {ann: 5, bob: 3}
    group.change("DELETE", f"{ann}/players/tablet-1")
    assert per_player(group) == {ann: 3, bob: 3, "tablet-1": 2, "phone-9": 1}


def test_without_the_filter_ids_count_as_they_are(evenings: People) -> None:
    evenings.made(ANN, players=["phone-1", "tablet-1"])
    address = "/v1/statistics/time_of_chaos/score?group_by=player"
    rows = evenings.get(address)["rows"]
    assert {row["group"]["player"]: row["n"] for row in rows} == {
        "phone-1": 2,
        "phone-b": 2,
        "tablet-1": 2,
        "phone-9": 1,
    }
    assert len(evenings.get("/v1/sessions?player=phone-1")["items"]) == 2


def test_merging_splitting_and_renaming_count_at_once(evenings: People) -> None:
    group = evenings
    ann = group.made(ANN, players=["phone-1"])
    other = group.made("Señor", players=["tablet-1"])
    bob = group.made(BOB, players=["phone-b"])
    apart = {ann: 2, other: 3, bob: 3, "phone-9": 1}
    assert per_player(group) == apart
    before = group.person(ann), group.person(other)
    merged = group.change("POST", f"{ann}/merge", {"other": other})
    assert (merged["aliases"], merged["merged"]) == (["Señor"], [other])
    assert merged["players"] == sorted([ann, other, "phone-1", "tablet-1"])
    assert per_player(group) == {ann: 5, bob: 3, "phone-9": 1}
    assert group.person(other) == group.person(ann)
    assert score_rows(group, group_by="player", player=other) == {(ann,): 5}
    assert score_rows(group, player=ann) == {(ann, bob): 3, (ann, "phone-9"): 1}
    group.change("PATCH", ann, {"name": "Kern"})
    assert per_player(group) == {ann: 5, bob: 3, "phone-9": 1}
    group.change("PATCH", ann, {"name": ANN, "aliases": []})
    group.change("POST", f"{ann}/split", {"other": other})
    assert per_player(group) == apart
    assert (group.person(ann), group.person(other)) == before


def test_a_split_takes_along_who_was_merged_into_the_other_before(group: People) -> None:
    one, two, three, four = (group.made(name, players=[f"of-{name}"]) for name in ("a", "b", "c", "d"))
    group.change("POST", f"{two}/merge", {"other": three})
    group.change("POST", f"{one}/merge", {"other": three})
    group.change("POST", f"{one}/merge", {"other": four})
    group.change("PUT", f"{two}/players/later")
    assert group.names() == {"a": ["b", "c", "d"]}
    group.change("POST", f"{one}/split", {"other": two})
    assert group.names() == {"a": ["d"], "b": ["c"]}
    assert group.person(two)["players"] == sorted([two, three, "of-b", "of-c"])
    assert "later" in group.person(one)["players"], "it was said of the person that it is now"
    group.change("POST", f"{two}/split", {"other": three})
    group.change("POST", f"{two}/split", {"other": four})
    assert group.names() == {"a": ["d"], "b": [], "c": []}
    assert group.change("POST", f"{four}/merge", {"other": one})["person"] == one


def test_who_may_merge_and_what_cannot_be_merged(group: People) -> None:
    ann, bob = group.made(ANN, players=["phone-1"]), group.made(BOB)
    for method, path, body in (
        ("PUT", "players/p-1", None),
        ("DELETE", "players/p-1", None),
        ("POST", "merge", {"other": bob}),
        ("POST", "split", {"other": bob}),
    ):
        problem(group.send(method, f"/people/{ann}/{path}", body, "member"), 403, "not-allowed")
        problem(group.send(method, f"/people/{group.id}/{path}", body, "organiser"), 404, "not-found")
    problem(group.send("POST", f"/people/{ann}/merge", {"other": group.id}, "organiser"), 422, "invalid")
    for player in ("phone-1", ann):
        taken(group.send("PUT", f"/people/{bob}/players/{player}", key="organiser"), "player", ann)
    assert group.change("DELETE", f"{ann}/players/{ann}")["players"] == sorted([ann, "phone-1"])
    assert group.change("POST", f"{ann}/merge", {"other": ann})["merged"] == []
    assert group.change("POST", f"{ann}/split", {"other": ann})["person"] == ann


def test_a_person_has_so_many_ids_and_no_more(group: People, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(club_people, "MOST_IDS", 2)
    ann = group.made(ANN)
    group.change("PUT", f"{ann}/players/p-1")
    problem(group.send("PUT", f"/people/{ann}/players/p-2", key="organiser"), 409, "quota")


def test_an_entry_of_an_old_session_counts_by_its_id(group: People, app: Flask) -> None:
    table = old(app)
    ann = group.made(ANN, players=["p-1"])
    assert group.take_in(table).status_code == 200
    follow(app)
    assert [one["id"] for one in group.get(f"/sessions?player={ann}")["items"]] == [table.id]
    assert group.person(ann)["seats"] == [{"session": table.id, "seat": "red", "former": False}]
    assert group.get("/people")["others"] == [{"player": "p-2", "name": None, "sessions": 1}]
    sits(table, "red", player="p-3")
    assert group.get(f"/sessions?player={ann}")["items"] == []


# The person's own key.


def own_key(group: People, person: str, name: str, **more: Any) -> Answer:
    """Ask for the person's own key, and keep it under this name."""
    answer = group.send("POST", f"/people/{person}/links", more.pop("body", {}), "organiser", **more)
    assert answer.status_code == 201, answer.text
    group.tokens[name] = answer.json["tokens"][f"person:{person}"]
    return answer


def test_a_persons_own_key_reads_and_changes_that_person_alone(group: People) -> None:
    ann, bob = group.made(ANN), group.made(BOB)
    table = group.opened()
    own_key(group, ann, "ann")
    you = group.get("", "ann")["you"]
    assert you == {"holder": f"person:{ann}", "name": ANN, "rights": ["read"], "person": ann}
    assert group.get("", "member")["you"]["person"] is None
    seen = group.get(f"/v1/sessions/{table.id}", "ann")["you"]
    assert seen == {"role": "spectator", "seat": None, "sees_all": False}
    assert [one["id"] for one in group.get("/sessions", "ann")["items"]] == []
    assert group.change("PATCH", ann, {"name": "Kern"}, "ann")["aliases"] == [ANN]
    assert group.get("", "ann")["you"]["name"] == "Kern"
    for method, path, body in (
        ("PATCH", f"/people/{bob}", {"name": "x"}),
        ("PUT", f"/people/{bob}/seats/{table.id}", {"seat": "red"}),
        ("POST", f"/people/{ann}/merge", {"other": bob}),
        ("POST", f"/people/{ann}/split", {"other": bob}),
        ("PUT", f"/people/{ann}/players/p-1", None),
        ("DELETE", f"/people/{ann}/players/p-1", None),
        ("POST", f"/people/{ann}/links", {}),
        ("POST", "/people", {"name": "x"}),
        ("POST", "/sessions", {}),
        ("PATCH", "", {}),
        ("GET", "/keys", None),
        ("GET", "/export", None),
    ):
        problem(group.send(method, path, body, "ann"), 403, "not-allowed")


def test_a_replaced_link_opens_nothing_and_a_repeated_request_gives_the_same(group: People) -> None:
    ann = group.made(ANN)
    own_key(group, ann, "former")
    assert own_key(group, ann, "same").json["tokens"][f"person:{ann}"] == group.tokens["former"]
    once = own_key(group, ann, "new", body={"replace": True}, Idempotency_Key="l" * 16)
    again = own_key(group, ann, "new", body={"replace": True}, Idempotency_Key="l" * 16)
    assert again.json == once.json
    assert again.headers["Idempotent-Replayed"] == "true"
    problem(group.send("GET", "", key="former"), 401, "bad-token")
    assert group.get("", "new")["you"]["person"] == ann
    other = group.made(BOB)
    reused = group.send(
        "POST", f"/people/{other}/links", {"replace": True}, "organiser", Idempotency_Key="l" * 16
    )
    problem(reused, 422, "action-id-reused")
    problem(group.send("POST", f"/people/{ann}/links", {}, "member"), 403, "not-allowed")


def test_the_key_of_a_merged_person_is_that_of_the_person_it_counts_as(group: People) -> None:
    ann, other = group.made(ANN), group.made("Señor")
    own_key(group, other, "other")
    group.change("POST", f"{ann}/merge", {"other": other})
    assert group.get("", "other")["you"]["person"] == ann
    assert group.change("PATCH", ann, {"name": "Kern"}, "other")["name"] == "Kern"
    group.change("POST", f"{ann}/split", {"other": other})
    assert group.get("", "other")["you"]["person"] == other
    problem(group.send("PATCH", f"/people/{ann}", {"name": "x"}, "other"), 403, "not-allowed")


def test_a_stream_outlives_a_new_name_and_ends_with_the_key(group: People) -> None:
    table = group.opened()
    ann = group.made(ANN)
    own_key(group, ann, "ann")
    headers = {"Authorization": f"Bearer {group.tokens['ann']}", "Accept": "application/x-ndjson"}
    answer = group.client.get(f"{table.url}/stream", headers=headers, buffered=False)
    lines = answer.iter_encoded()
    assert b'"event":"state"' in b"".join(islice(lines, 2))
    group.change("PATCH", ann, {"name": "Kern"})
    table.acted(place("red"))
    assert b'"event":"entry"' in next(line for line in lines if line.strip())
    own_key(group, ann, "new", body={"replace": True})
    table.acted(place("blue"))
    assert b'"event":"entry"' not in b"".join(lines)
    answer.close()


def test_that_was_me(group: People) -> None:
    table = group.opened()
    ann, bob = group.made(ANN, players=["phone-1"]), group.made(BOB)
    for name, person in (("ann", ann), ("bob", bob)):
        own_key(group, person, name)
    sits(table, "red", player="a-guest", name="Guest")
    url = f"{ann}/seats/{table.id}"
    told = group.change("PUT", url, {"seat": "red"}, "ann")
    assert told["seats"] == [{"session": table.id, "seat": "red", "former": False}]
    people = {one["seat"]: (one["player"], one["name"]) for one in table.get("/people").json["items"]}
    assert people == {"red": (ann, ANN), "blue": (None, None)}
    taking = ("PUT", f"/people/{bob}/seats/{table.id}", {"seat": "red"})
    problem(group.send(*taking, "bob"), 409, "seat-taken")
    for claim in ({"player": "phone-1"}, {"name": "SEÑOR verde"}, {"player": ann}):
        sits(table, "red", **claim)
        problem(group.send(*taking, "bob"), 409, "seat-taken")
        assert group.send("PUT", f"/people/{url}", {"seat": "red"}, "ann").status_code == 200
    changes = table.get("/people").json["changes"]
    group.change("PUT", f"{bob}/seats/{table.id}", {"seat": "red"}, "organiser")
    assert table.get("/people").json["changes"] == changes + 1
    assert table.get("/people").json["items"][0]["player"] == bob
    problem(group.send("PUT", f"/people/{url}", {"seat": "mauve"}, "ann"), 422, "invalid")
    elsewhere = Table(group.app, REEF_OPENING)
    away = f"/people/{ann}/seats/{elsewhere.id}"
    problem(group.send("PUT", away, {"seat": "red"}, "organiser"), 404, "not-found")


def test_a_result_counts_for_who_has_the_seat_at_the_end(evenings: People) -> None:
    group = evenings
    ann = group.made(ANN, players=["phone-1", "tablet-1"])
    bob = group.made(BOB, players=["phone-b"])
    assert per_player(group) == {ann: 4, bob: 3, "phone-9": 1}
    first, last = group.person(ann)["seats"][-1], group.person(ann)["seats"][0]
    leaving = [f"/v1/sessions/{one['session']}/people/{one['seat']}/departures" for one in (first, last)]
    problem(group.send("POST", leaving[0], {}, "member"), 403, "not-allowed")
    for url, body in zip(leaving, ({"player": "phone-7"}, {}), strict=True):
        assert group.send("POST", url, body, "organiser").status_code == 200
    assert per_player(group) == {ann: 2, bob: 3, "phone-7": 1, "phone-9": 1}
    pairs = {(ann, bob): 2, (bob, ann): 2, ("phone-7", bob): 1, (bob, "phone-7"): 1}
    assert score_rows(group) == pairs
    assert group.person(ann)["seats"][-1] == first | {"former": True}
    assert group.person(ann)["sessions"] == 2
    stranger = People(group.app)
    problem(stranger.send("POST", leaving[0], {}, "organiser"), 404, "not-found")
