"""Whatever an earlier version wrote is served: to owner, seats and everybody, as far as each may look."""

from __future__ import annotations

import json
from itertools import product
from typing import Any

import msgspec
import pytest

from domain.games import REGISTRY
from replays.portable import read, stored_entries
from tests.frozen.conftest import Thawed, follow
from tests.support.frozen.former_words import color_of

SERVED_TO_ALL = ("", "/entries?limit=500")
"""What each is told in a way of their own."""
SERVED = ("?at=1", "/entries", "/timeline", "/scores")
"""What is asked by one of each kind of holders: one seat stands for all of a session."""
WHOLE = ("/audit", "/export")


@pytest.fixture(scope="module")
def followed(shown: Thawed) -> Thawed:
    """The frozen version, and its projections at the end of the log."""
    follow(shown)
    return shown


def holders(session: dict[str, Any]) -> list[str]:
    return [holder for holder in session["tokens"] if holder != "spectator"]


def one_of_each_kind(session: dict[str, Any]) -> list[str]:
    kinds = {holder.partition(":")[0]: holder for holder in reversed(session["tokens"])}
    return list(kinds.values())


def test_every_session_is_served_to_everybody_who_holds_a_token(followed: Thawed) -> None:
    """From the home; from the database one of each game, since it has the same entries."""
    sessions = followed.frozen.sessions
    if followed.services.engine.dialect.name == "postgresql":
        sessions = list({one["game"]: one for one in sessions}.values())
    for session in sessions:
        asked = [*product(session["tokens"], SERVED_TO_ALL), *product(one_of_each_kind(session), SERVED)]
        asked += product(holders(session), ["/offers"])
        for holder, path in (*asked, *product(["owner"], WHOLE)):
            answer = followed.get(session, path, holder)
            assert answer.status_code == 200, (session["game"], session["name"], holder, path, answer.text)


def test_every_series_of_every_session_is_served(followed: Thawed) -> None:
    for session in followed.frozen.sessions:
        for series in REGISTRY[session["game"]].series:
            answer = followed.get(session, f"/{series.key}", "spectator")
            assert answer.status_code == 200
            assert answer.json["as_of"] == session["head"]["number"]


def test_the_table_that_is_served_stands_where_it_stood(followed: Thawed) -> None:
    for session in followed.frozen.sessions:
        served = followed.get(session).json
        assert {"number": served["version"], "digest": served["digest"]} == session["head"]
        entries = followed.get(session, "/entries", Accept="application/x-ndjson").text.splitlines()
        assert len(entries) == session["head"]["number"]
        assert json.loads(entries[-1])["digest"] == session["head"]["digest"]
        assert not any("unreadable" in json.loads(entry) for entry in entries)


def test_tokens_that_were_revoked_stay_so_and_a_private_session_is_not_there_for_strangers(
    followed: Thawed,
) -> None:
    for session in followed.frozen.sessions:
        for token in session["revoked"].values():
            answer = followed.client.get(
                f"/v1/sessions/{session['session']}", headers={"Authorization": f"Bearer {token}"}
            )
            assert answer.status_code == 401
        visibility = followed.get(session).json["visibility"]
        stranger = followed.get(session, holder=None)
        assert stranger.status_code == (404 if visibility == "private" else 200)


def test_an_export_has_the_very_bytes_that_were_exported_then(followed: Thawed) -> None:
    for file in followed.frozen.files():
        session = next(one for one in followed.frozen.sessions if one["session"] == file.session)
        exported = read(followed.get(session, "/export").data)
        assert stored_entries(exported) == stored_entries(file)
        assert exported.component_set.hash == file.component_set.hash


def test_seats_are_shown_with_a_color_however_it_was_stored(followed: Thawed) -> None:
    colors, stored = {}, color_of(followed.frozen.version)
    for file in followed.frozen.files():
        if file.game == "first_light":
            seats = msgspec.json.decode(stored_entries(file)[0].body)["seats"]
            assert all({*seat} == {"seat", stored} for seat in seats)
            colors[file.session] = [{"seat": seat["seat"], "color": seat[stored]} for seat in seats]
    listed = followed.client.get("/v1/sessions?sandbox=any&limit=100&game=first_light").json["items"]
    assert listed
    for item in listed:
        assert item["seats"] == colors[item["id"]]
    for session in followed.frozen.sessions:
        if session["session"] in colors:
            assert followed.get(session).json["seats"] == colors[session["session"]]
            opened = followed.get(session, "/entries?limit=1").json["items"][0]
            assert opened["seats"] == colors[session["session"]]
            found = followed.get(session, f"?at={session['head']['number']}").json["view"]["seats"]
            for seat in colors[session["session"]]:
                assert found[seat["seat"]]["color"] == seat["color"]


def test_the_catalogue_and_the_statistics_answer(followed: Thawed) -> None:
    listed = followed.client.get("/v1/sessions?sandbox=any&limit=100").json["items"]
    public = [
        one["session"] for one in followed.frozen.sessions if followed.get(one).json["visibility"] == "public"
    ]
    assert {item["id"] for item in listed} == set(public)
    for measure in followed.client.get("/v1/statistics").json["items"]:
        assert followed.client.get(measure["statistics"]).status_code == 200
