"""Every entry has a page: words, facts, what it changed, chance with its proof, as who asks may see it."""

from __future__ import annotations

import gzip
import json
import re
import sqlite3
from contextlib import closing
from pathlib import Path
from typing import Any

import pytest
from flask import Flask

from domain.games import GAMES
from domain.kernel import Game
from tests.service.conftest import LIBRARY, REEF_OPENING, Table, place, recorded
from tests.service.test_unreadable_entries import UNKNOWN_FACT, stored_with
from tests.support.service.reports import NO_SESSION, asked, read

DOCS = Path(__file__).parents[2] / "docs"
LOOKED_AT = 16
"""Entries of each recorded game."""


def sample(version: int) -> list[int]:
    return sorted({1, 2, version, *range(1, version, max(1, version // LOOKED_AT))})


@pytest.mark.parametrize("game", GAMES, ids=lambda game: game.key)
def test_every_game_has_its_entries_on_pages_for_everybody(app: Flask, game: Game[Any]) -> None:
    shortest = min((LIBRARY / game.key).glob("*.jsonl"), key=lambda path: path.stat().st_size)
    opening, *actions = map(json.loads, shortest.read_text().splitlines())
    table = Table(app, opening | {"visibility": "public"})
    for start in range(0, len(actions), 50):
        table.acted(actions[start : start + 50])
        seat = next(holder for holder in table.tokens if holder.startswith("seat:"))
        for number in sample(table.version)[-LOOKED_AT // 2 :]:
            for holder in ("owner", seat, None):
                shown = asked(table, f"/entry/{number}", holder)
                assert shown.status_code == 200, shown.text
                assert "<h1>№" in shown.text
    for number in sample(table.version):
        assert f"№ {number}" in read(table, f"/entry/{number}", None)


@pytest.mark.parametrize("key", ["order_vs_chaos", "chaos_order"])
def test_a_corrected_session_shows_what_stood_before_and_after(app: Flask, key: str) -> None:
    file = gzip.decompress((LIBRARY / key / "bots-4p-corrected.tablelog.json.gz").read_bytes())
    client = app.test_client()
    (item,) = client.post("/v1/imports", data=file, content_type="application/json").json["items"]
    entries = json.loads(file)["entries"]
    corrected = [number for number, entry in enumerate(entries, 1) if entry["topic"] == "corrected"]
    owner = {"Authorization": f"Bearer {item['tokens']['owner']}"}
    for number in {*sample(len(entries)), *corrected}:
        shown = client.get(f"/t/{item['session']}/entry/{number}", headers=owner)
        assert shown.status_code == 200, shown.text
        if number in corrected:
            assert entries[number - 1]["body"]["reason"] in shown.text
            assert "⚑ Flagged" in shown.text
            assert shown.text.count('<tr><th scope="row">') == 1, "one energy, one health"


def test_an_entry_says_what_it_did_who_recorded_it_and_its_digests(reef: Table) -> None:
    reef.acted(place("red", 2), place("blue", 1))
    text = read(reef, "/entry/2")
    entries = reef.get("/entries").json["items"]
    for told in ("Red: Place cubes.", "Recorded by the scribe", "place_cubes", "cubes_placed", "It counts."):
        assert told in text
    assert entries[1]["digest"] in text
    assert entries[0]["digest"] in text
    for link in (f"/t/{reef.id}/entry/1", f"/t/{reef.id}/entry/3", f"/t/{reef.id}/replay?at=2"):
        assert f'href="{link}"' in asked(reef, "/entry/2").text
    assert "0" * 64 in read(reef, "/entry/1")


def test_what_broke_a_rule_leads_to_the_rule(app: Flask) -> None:
    opening, *actions = recorded("demo-2p-001")
    table = Table(app, opening)
    assert table.act(actions[:12]).status_code == 201
    table.acted({"type": "end_turn", "seat": "red", "against_rules": True, "reason": "we play so"})
    for holder in ("owner", "seat:blue", "spectator"):
        page = asked(table, "/entry/14", holder).text
        assert f'<a href="/rules/time_of_chaos/TC-222?session={table.id}">TC-222</a>' in page
        assert "Only the active player acts." in page
        assert "“we play so”" in page


def test_what_was_taken_back_says_by_which_entry(reef: Table) -> None:
    reef.acted(place("red", 2), place("blue", 1))
    assert reef.post("/retractions", {"to": 2, "reason": "too soon"}).status_code == 201
    reef.acted(place("blue", 2))
    taken = asked(reef, "/entry/3").text
    assert f'<b>Undone</b> by <a href="/t/{reef.id}/entry/4">' in taken
    assert "It counts." not in taken
    back = asked(reef, "/entry/4").text
    assert f'goes back to the table after <a href="/t/{reef.id}/entry/2">' in back
    assert "Undone" not in asked(reef, "/entry/5").text


def test_notes_stand_with_their_entry_for_those_who_may_read_them(reef: Table) -> None:
    reef.acted(place("red", 2))
    for text, more in (("for all", {}), ("for red alone", {"visible_to": ["red"]})):
        assert reef.post("/notes", {"text": text, "about": 2} | more).status_code == 201
    assert reef.post("/notes", {"text": "on nothing"}).status_code == 201
    for holder, told in (("owner", True), ("seat:red", True), ("seat:blue", False), ("spectator", False)):
        text = read(reef, "/entry/2", holder)
        assert "Note: for all" in text
        assert ("for red alone" in text) is told
        assert "on nothing" not in text
        assert "A private note" not in text, "what a note is on is as hidden as the note"
        assert ("for red alone" in read(reef, "/entry/4", holder)) is told


@pytest.fixture
def drawn(app: Flask) -> Table:
    """A reef that draws: a storm is drawn at entry 4."""
    table = Table(app, REEF_OPENING | {"chance": "drawn"})
    return table.acted(place("red"), place("blue"), {"type": "roll_storm"})


def test_of_a_running_session_who_sees_all_is_told_that_the_kept_secret_gives_the_draws(drawn: Table) -> None:
    text = read(drawn, "/entry/4")
    assert drawn.get().json["commitment"] in text
    assert "Drawn by the service" in text
    assert "face (draw 0)" in text
    assert "The secret that the service keeps gives the same outcomes." in text
    for holder in ("seat:red", "spectator"):
        text = read(drawn, "/entry/4", holder)
        assert "Drawn by the service" in text
        assert "draw 0" not in text
        assert "You can check the draws after" in text
    assert "No chance is involved." in read(drawn, "/entry/2")


def test_a_draw_that_is_not_the_secrets_is_said_so(drawn: Table, tmp_path: Path) -> None:
    face = int(drawn.get("/entries").json["items"][3]["action"]["face"])
    with closing(sqlite3.connect(tmp_path / "log.db")) as log, log:
        log.execute(
            "UPDATE stored_events SET state = CAST(replace(CAST(state AS TEXT), ?, ?) AS BLOB)"
            " WHERE originator_version = 4",
            (f'"face":{face}', f'"face":{face % 6 + 1}'),
        )
    assert "The secret that the service keeps gives other outcomes." in read(drawn, "/entry/4")


def test_a_revealed_secret_proves_the_draws_and_everybody_is_told_where_it_stands(drawn: Table) -> None:
    assert drawn.post("/close", {"reveal": True}, "owner").json["entry"]["secret"] is not None
    assert "The revealed secret gives the same outcomes." in read(drawn, "/entry/4")
    for holder in ("owner", "seat:red", "spectator"):
        page = asked(drawn, "/entry/4", holder).text
        assert f'The secret was revealed at <a href="/t/{drawn.id}/entry/5">' in page
        assert "You can check the draws" not in page
        assert ("draw 0" in page) is (holder == "owner"), "a reef keeps things hidden after its end"


def test_whoever_follows_the_guide_computes_the_draws_that_the_page_tells(drawn: Table) -> None:
    row = re.compile(r'<tr><th scope="row">(\d+)</th><td>(\d+)</td><td>(\d+)</td></tr>')
    assert row.findall(asked(drawn, "/entry/4").text) == [], "nobody can compute it yet"
    closing = drawn.post("/close", {"reveal": True}, "owner").json["entry"]
    code = re.search(r"```python run\n(.*?)```", (DOCS / "chance.md").read_text(), re.DOTALL)
    assert code is not None
    told: dict[str, Any] = {}
    exec(code[1], told)
    draws = [tuple(map(int, found)) for found in row.findall(asked(drawn, "/entry/4").text)]
    assert draws
    for number, below, value in draws:
        assert told["draw"](bytes.fromhex(closing["secret"]), drawn.id, number, below) == value
    assert row.findall(asked(drawn, "/entry/4", "spectator").text) == []


def test_what_is_hidden_from_a_seat_is_on_no_page_of_an_entry(reef: Table) -> None:
    reef.acted({"type": "hide_pearl", "seat": "red", "pearl": "black"}, place("red"))
    assert "black" in read(reef, "/entry/2", "seat:red")
    for holder in ("seat:blue", "spectator"):
        for number in (1, 2, 3):
            assert "black" not in asked(reef, f"/entry/{number}", holder).text


def test_what_was_declared_says_so(reef: Table) -> None:
    reef.acted(place("red"), place("blue"), {"type": "roll_storm", "face": 3})
    text = read(reef, "/entry/4")
    assert "Declared: someone rolled or drew at the table" in text
    assert "face (declared) 3" in text
    assert "gives the same outcomes" not in text


def test_an_entry_that_cannot_be_read_keeps_its_page(app: Flask) -> None:
    table = Table(app, REEF_OPENING).acted(place())
    number = stored_with(app, table, **UNKNOWN_FACT)
    for holder in ("owner", "seat:red", "spectator"):
        text = read(table, f"/entry/{number}", holder)
        assert "its content cannot be shown" in text
        assert "The table before and after is not known" in text
        assert ("black" in text) is False
    assert "cubes_placed" in read(table, "/entry/2")


def test_a_number_that_the_log_does_not_have_is_said_so(reef: Table) -> None:
    for number in (0, 3, 10**30):
        answer = asked(reef.acted() if number else reef, f"/entry/{number}")
        assert answer.status_code == 404
        assert f"Entry {number} not found. The log of this session has 1 entry." in answer.text
    assert asked(reef, "/entry/first").status_code == 404


@pytest.mark.parametrize(
    "path", ["/entry/1", "/entry/99", "/audit", "/audit?rule=TC-222", "/audit?flagged=maybe"]
)
def test_of_a_private_session_a_page_tells_strangers_as_much_as_of_none(reef: Table, path: str) -> None:
    there, none = (reef.client.get(f"/t/{session}{path}") for session in (reef.id, NO_SESSION))
    assert there.status_code == none.status_code == 404
    assert there.text.replace(reef.id, NO_SESSION) == none.text
    void = reef.client.get(f"/t/{reef.id}{path}", headers={"Authorization": "Bearer nobody"})
    assert void.status_code == 401
