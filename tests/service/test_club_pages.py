"""Pages of clubs: for who sends a key of the club, a page; for everybody else, the way in."""

from __future__ import annotations

import json
import re
from html import unescape
from typing import Any

import pytest
from flask import Flask

from service.http.tokens import HEADER, IGNORED
from tests.service.conftest import REEF_OPENING, Table, place
from tests.service.test_catalogue_page import shown
from tests.service.test_clubs import Group, follow
from tests.support.service.recorded_tables import finished_table, opened_with

LABELS = {"labels": {"red": "the one at the window"}}


@pytest.fixture
def group(app: Flask) -> Group:
    return Group(app)


def page_of(group: Group, path: str = "", *keys: str, **more: Any) -> Any:
    """The page of a club, or another one, for a device that holds these keys."""
    held = {HEADER: ", ".join(group.tokens[key] for key in keys)} if keys else {}
    path = path if path.startswith("/") else f"/c/{group.id}{path}"
    return group.client.get(path, headers=held, **more)


def test_a_club_does_not_exist_without_its_key(group: Group, app: Flask) -> None:
    group.opened(**LABELS)
    follow(app)
    stranger = Group(app, {"name": "Another one"})
    nobody = page_of(group)
    other = group.client.get(f"/c/{group.id}", headers={HEADER: stranger.tokens["keeper"]})
    unknown = group.client.get("/c/00000000-0000-0000-0000-000000000000")
    for answer in (nobody, other, unknown):
        assert answer.status_code == 404
        assert "Ask the person who keeps the club" in answer.text
        assert "Thursday" not in answer.text
        assert "window" not in answer.text
    assert group.send("DELETE", "/keys/member").status_code == 200
    revoked = page_of(group, "", "member")
    assert (revoked.status_code, revoked.headers[IGNORED]) == (404, "1")


def test_a_members_page_shows_tables_and_evenings_with_names(group: Group, app: Flask) -> None:
    now = group.opened(**LABELS).acted(place("red"))
    over = finished_table(app, "time_of_chaos", **LABELS)
    assert group.take_in(over).status_code == 200
    elsewhere = Table(app, {**REEF_OPENING, "visibility": "public"})
    follow(app)
    answer = page_of(group, "", "member")
    assert answer.status_code == 200
    assert shown(answer.text) == [now.id, over.id]
    assert answer.text.count("the one at the window") >= 2
    assert elsewhere.id not in answer.text
    assert answer.headers["Cache-Control"] == "private, no-cache"
    assert HEADER in answer.headers["Vary"]


@pytest.mark.parametrize(
    ("holder", "ways"),
    [
        ("member", {"Open a table here", "Invite", "Statistics", "People"}),
        ("keeper", {"Open a table here", "Links and keys", "Bring tables in", "Statistics", "People"}),
    ],
)
def test_each_key_is_offered_what_it_may_do(group: Group, holder: str, ways: set[str]) -> None:
    offered = re.search(r'<p class="ways">(.*?)</p>', page_of(group, "", holder).text)
    assert offered is not None
    assert set(re.findall(">([^<]+)</a>", offered[1])) == ways


def test_a_key_that_only_reads_opens_no_table(group: Group) -> None:
    reader = group.key("read")
    assert "Open a table here" not in page_of(group, "", reader).text
    exporter = group.key("export", name="exports")
    assert page_of(group, "", exporter).status_code == 404


def test_the_key_with_the_most_rights_counts(group: Group) -> None:
    assert "Links and keys" in page_of(group, "", "member", "keeper").text
    assert "Links and keys" in page_of(group, "", "keeper", "member").text


def test_evenings_are_filtered_and_come_in_pages(group: Group, app: Flask) -> None:
    over = [finished_table(app, "time_of_chaos") for _ in range(3)]
    for table in over:
        assert group.take_in(table).status_code == 200
    follow(app)
    seen, path = [], "?limit=2&game=time_of_chaos"
    while path:
        text = page_of(group, path, "member").text
        seen += shown(text)
        found = re.search(r'href="(\?[^"]+)" rel="next"', text)
        path = found[1].replace("&amp;", "&") if found else ""
        assert not path or "game=time_of_chaos" in path
    assert seen == [table.id for table in reversed(over)]
    assert "No evening matches" in page_of(group, "?since=2999-01-01", "member").text


@pytest.mark.parametrize("query", ["hue=red", "since=yesterday", "limit=many"])
def test_a_filter_that_cannot_be_used_is_explained(group: Group, query: str) -> None:
    answer = page_of(group, f"?{query}", "member")
    assert answer.status_code == 422
    assert 'role="alert"' in answer.text
    assert page_of(group, f"?{query}").status_code == 404


def test_home_and_the_catalogue_know_the_keys_of_clubs(group: Group, app: Flask) -> None:
    table = group.opened(**LABELS).acted(place("red"))
    follow(app)
    home = page_of(group, "/", "member")
    assert f'href="/c/{group.id}"' in home.text
    assert f'href="/t/{table.id}"' in home.text
    assert home.headers["Cache-Control"] == "private, no-cache"
    catalogue = page_of(group, "/sessions", "member")
    assert shown(catalogue.text) == [table.id]
    assert "the one at the window" in catalogue.text
    assert IGNORED not in catalogue.headers
    stranger = Group(app)
    for path in ("/", "/sessions"):
        text = page_of(stranger, path, "keeper").text
        assert table.id not in text
        assert group.id not in text


def test_the_form_that_opens_a_table_knows_its_club(group: Group) -> None:
    assert f'href="/open/reef?club={group.id}"' in group.client.get(f"/open?club={group.id}").text
    assert f'data-club="{group.id}"' in group.client.get(f"/open/reef?club={group.id}").text
    assert group.client.get("/open?club=<here>").status_code == 422


def test_the_pages_of_a_session_lead_back_to_its_club(group: Group, app: Flask) -> None:
    table, other = group.opened(visibility="public"), Group(app, {"name": "Another one"})
    way = f'<a href="/c/{group.id}">Thursday table</a>'
    path = f"/t/{table.id}/log"
    for headers, leads in (
        ({"Authorization": f"Bearer {group.tokens['member']}"}, True),
        ({"Authorization": f"Bearer {other.tokens['member']}"}, False),
        ({"Authorization": f"Bearer {table.tokens['owner']}"}, False),
        ({}, False),
    ):
        assert (way in group.client.get(path, headers=headers).text) is leads


# People.


def person_of(group: Group, name: str, **more: Any) -> str:
    answer = group.send("POST", "/people", {"name": name, **more}, "member")
    assert answer.status_code == 201, answer.text
    person: str = answer.json["person"]
    return person


def told_of(text: str) -> dict[str, Any]:
    """What the page of a person tells its script."""
    found = re.search(r'id="manage" data-told="([^"]*)"', text)
    return {} if found is None else dict(json.loads(unescape(found[1])))


def test_the_clubs_people_are_listed_with_those_who_only_sat_at_its_tables(group: Group, app: Flask) -> None:
    over = finished_table(app, "time_of_chaos", labels={"red": "  RUBY ", "blue": "Cobalt"})
    assert group.take_in(over).status_code == 200
    ruby = person_of(group, "Ruby")
    follow(app)
    text = page_of(group, "", "member").text
    assert f'<a href="/c/{group.id}/people/{ruby}">Ruby</a> <span class="quiet">1 session</span>' in text
    assert 'data-add="Cobalt"' in text
    assert 'data-add="  RUBY "' not in text
    assert group.send("PATCH", f"/people/{ruby}", {"name": "Ruby Red"}, "organiser").status_code == 200
    text = page_of(group, "", "member").text
    evening = text.partition('class="evening"')[2].partition("</li>\n</ul></div>")[0]
    assert "Ruby Red" in evening, "an evening has the present names of the club's people"
    assert 'data-add="Cobalt"' not in page_of(group, "", group.key("read")).text


def test_a_persons_page_tells_games_results_and_with_whom(group: Group, app: Flask) -> None:
    labels = {"red": "Ruby", "blue": "Cobalt"}
    first, actions = opened_with("time_of_chaos", "demo-2p-007", labels=labels)
    tables = [Table(app, first) for _ in range(2)]
    for table in tables:
        table.acted(*actions)
        assert group.take_in(table).status_code == 200
    ruby, cobalt = person_of(group, "Ruby"), person_of(group, "Cobalt")
    follow(app)
    winners = group.get(f"/v1/sessions/{tables[0].id}/result")["seats"]
    won = {labels[seat["seat"]]: seat["winner"] for seat in winners}
    assert sorted(won.values()) == [False, True]
    for name, person, other in (("Ruby", ruby, cobalt), ("Cobalt", cobalt, ruby)):
        text = page_of(group, f"/c/{group.id}/people/{person}", "member").text
        assert f">2</a></td><td>{2 if won[name] else 0}</td>" in text
        assert f'<a href="/c/{group.id}/people/{other}">' in text
        assert "2 evenings" in text
        assert re.findall('<span class="result">([^<]+)<', text) == (["won"] if won[name] else ["2nd"]) * 2
        assert shown(text) == [table.id for table in reversed(tables)]


def test_a_persons_page_offers_each_key_what_it_may_change(group: Group, app: Flask) -> None:
    table = group.opened()
    follow(app)
    ruby, cobalt = person_of(group, "Ruby"), person_of(group, "Cobalt")
    link = group.send("POST", f"/people/{ruby}/links", {}, "organiser")
    (group.tokens["ruby"],) = link.json["tokens"].values()
    assert told_of(page_of(group, f"/c/{group.id}/people/{ruby}", "member").text) == {}
    assert told_of(page_of(group, f"/c/{group.id}/people/{cobalt}", "ruby").text) == {}
    for keys, organises, own, erases in (
        (("ruby",), False, True, True),
        (("member", "ruby"), False, True, True),
        (("organiser",), True, False, False),
        (("keeper",), True, False, True),
    ):
        told = told_of(page_of(group, f"/c/{group.id}/people/{ruby}", *keys).text)
        assert (told["organises"], told["own"], told["erases"]) == (organises, own, erases), keys
        assert {(one["session"], one["seat"]) for one in told["free"]} == {
            (table.id, "red"),
            (table.id, "blue"),
        }
    claimed = group.send("PUT", f"/people/{ruby}/seats/{table.id}", {"seat": "red"}, "ruby")
    assert claimed.status_code == 200
    assert [
        one["seat"] for one in told_of(page_of(group, f"/c/{group.id}/people/{ruby}", "ruby").text)["free"]
    ] == ["blue"]


def test_a_merged_person_leads_to_the_one_it_counts_as(group: Group) -> None:
    ruby, double = person_of(group, "Ruby"), person_of(group, "R. R.")
    assert group.send("POST", f"/people/{ruby}/merge", {"other": double}, "organiser").status_code == 200
    text = page_of(group, f"/c/{group.id}/people/{double}", "organiser").text
    assert "<h1>Ruby</h1>" in text
    assert told_of(text)["merged"] == [{"person": double, "name": "R. R."}]
    assert told_of(text)["people"] == []


def test_nobody_else_sees_a_person(group: Group, app: Flask) -> None:
    ruby = person_of(group, "Ruby")
    stranger = Group(app)
    for headers in ({}, {HEADER: stranger.tokens["keeper"]}):
        answer = group.client.get(f"/c/{group.id}/people/{ruby}", headers=headers)
        assert answer.status_code == 404
        assert "Ruby" not in answer.text
    unknown = page_of(group, f"/c/{group.id}/people/{group.id}", "member")
    assert unknown.status_code == 404
    assert "No such person" in unknown.text
    assert page_of(stranger, f"/c/{stranger.id}/people/{ruby}", "keeper").status_code == 404
