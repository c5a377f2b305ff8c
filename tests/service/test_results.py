"""The end of an evening: who won and by what, for its page, its picture, and who keeps plays elsewhere."""

from __future__ import annotations

import csv
import io
import json
from dataclasses import replace
from pathlib import Path
from typing import Any
from urllib.parse import parse_qs, urlsplit
from xml.etree import ElementTree

import pytest
from flask import Flask

from domain.games import REGISTRY
from service.app import create_app
from service.reports.picture import SVG
from tests.service.conftest import REEF_OPENING, Table, place, problem, recorded, settings_at
from tests.service.test_statistics import follow
from tests.support.recorded import LIBRARY, library
from tests.support.reef import REEF
from tests.support.service.recorded_tables import finished_table

BG_STATS = "https://app.bgstatsapp.com/createPlay.html"
NOBODY = "01900000-0000-7000-8000-000000000001"
HOST = 'The "host", at the <window> & door'
LABELS: dict[str, Any] = {"labels": {"red": HOST}, "players": {"red": "k3v9"}}


def over(app: Flask, game: str = "time_of_chaos", **opening: Any) -> Table:
    """A recorded game after its last action, which the workers have seen."""
    table = finished_table(app, game, **({"visibility": "public"} | opening))
    follow(app)
    return table


def result(table: Table, holder: str | None = "owner") -> dict[str, Any]:
    answer = table.get("/result", holder)
    assert answer.status_code == 200, answer.text
    told: dict[str, Any] = answer.json
    return told


def picture(table: Table, holder: str | None = "owner") -> str:
    answer = table.get("/result", holder, Accept=SVG)
    assert answer.status_code == 200, answer.text
    assert answer.content_type == SVG
    return answer.text


def page(table: Table, holder: str | None = "owner") -> str:
    answer = table.client.get(f"/t/{table.id}/result", headers=table.headers(holder))
    assert answer.status_code == 200, answer.text
    return answer.text


def handed_over(told: dict[str, Any]) -> dict[str, Any]:
    """What BG Stats reads of the link."""
    link = urlsplit(told["bg_stats"]["link"])
    assert f"{link.scheme}://{link.netloc}{link.path}" == BG_STATS
    (data,) = parse_qs(link.query)["data"]
    play: dict[str, Any] = json.loads(data)
    return play


def chosen_to_begin(game: str, name: str) -> str | None:
    """Whom the table said to begin, where it is an action of its own."""
    for line in (library(game)[0].parent / f"{name}.jsonl").read_text().splitlines()[1:]:
        action = json.loads(line)
        if action["type"] in ("choose_first_player", "set_start_player"):
            begins = action.get("first_player", action.get("start_player", action.get("seat")))
            return str(begins)
    return None


@pytest.mark.parametrize("game", REGISTRY)
def test_the_result_of_every_game_is_its_standing(app: Flask, game: str) -> None:
    table = over(app, game)
    told, shown = result(table), table.get().json
    standing = {seat["seat"]: seat for seat in shown["standing"]["seats"]}
    assert [seat["seat"] for seat in told["seats"]] == sorted(standing, key=lambda one: standing[one]["rank"])
    for seat in told["seats"]:
        kept = ("rank", "score", "winner", "parts")
        assert {name: seat[name] for name in kept} == {name: standing[seat["seat"]][name] for name in kept}
    assert told["status"] == "finished"
    assert told["winners"] == shown["standing"]["winners"]
    assert told["minutes"] == 0, "all of it was recorded in a moment"
    assert shown["opened_at"] < told["ended_at"]
    assert told["played_on"] == shown["opened_at"][:10]


@pytest.mark.parametrize("game", REGISTRY)
def test_who_began_is_whom_the_table_chose(app: Flask, game: str) -> None:
    for path in library(game)[:4]:
        opening, *actions = map(json.loads, path.read_text().splitlines())
        table = Table(app, opening | {"visibility": "public"})
        # No draw of a recorded game may come in a list but at its end: its outcomes are declared.
        for at in range(0, min(len(actions), 80), 40):
            assert table.act(actions[at : at + 40]).status_code == 201
        follow(app)
        began = [seat["seat"] for seat in result(table)["seats"] if seat["starts"]]
        chosen = chosen_to_begin(game, path.stem)
        assert began == [chosen] if chosen is not None else len(began) == 1


@pytest.mark.parametrize("game", REGISTRY)
def test_bg_stats_is_handed_the_play_of_every_game(app: Flask, game: str) -> None:
    told = result(over(app, game))
    play = handed_over(told)
    assert play == told["bg_stats"]["play"]
    assert (play["sourceName"], play["sourcePlayId"]) == ("Tablelog", told["session"])
    assert play["playDate"] == told["ended_at"][:19].replace("T", " ")
    scores = [seat["score"] for seat in told["seats"]]
    assert play["game"] == {
        "name": REGISTRY[game].title,
        "sourceGameId": game,
        "highestWins": REGISTRY[game].scoring.highest_wins,
        "noPoints": all(score is None for score in scores),
    }
    assert "durationMin" not in play
    for player, seat in zip(play["players"], told["seats"], strict=True):
        assert player["name"] == seat["label"]
        assert player["sourcePlayerId"] == f"{told['session']}:{seat['seat']}"
        assert (player["rank"], player["winner"]) == (seat["rank"], seat["winner"])
        assert player["startPlayer"] == seat["starts"]
        assert player.get("score") == seat["score"]
        assert player["role"] == (seat["role"] or seat["label"])
    assert sum(player["startPlayer"] for player in play["players"]) == 1


@pytest.mark.parametrize("game", REGISTRY)
def test_board_game_geek_is_told_the_play_by_the_names_of_its_form(app: Flask, game: str) -> None:
    told = result(over(app, game))
    play = told["board_game_geek"]
    assert (play["action"], play["objecttype"], play["incomplete"]) == ("save", "thing", 0)
    assert "objectid" not in play
    assert (play["playdate"], play["length"]) == (told["played_on"], told["minutes"])
    assert [player["win"] for player in play["players"]] == [int(seat["winner"]) for seat in told["seats"]]
    players = zip(told["seats"], play["players"], strict=True)
    positions = {seat["seat"]: one["position"] for seat, one in players}
    assert sorted(positions.values()) == [str(number) for number in range(1, len(positions) + 1)]
    assert [seat["seat"] for seat in told["seats"] if seat["starts"]] == [
        seat for seat, position in positions.items() if position == "1"
    ]


def test_roles_are_the_heroes_aliens_and_factions_of_the_games(app: Flask) -> None:
    roles = {game: {seat["role"] for seat in result(over(app, game))["seats"]} for game in REGISTRY}
    assert roles["time_of_chaos"] == {None}
    for game in ("chaosmos", "order_vs_chaos", "chaos_order", "first_light"):
        assert None not in roles[game]
        assert not any("_" in str(role) for role in roles[game])


@pytest.mark.parametrize("game", REGISTRY)
def test_a_picture_needs_nothing_beside_it(app: Flask, game: str) -> None:
    table = over(app, game)
    drawn = picture(table)
    root = ElementTree.fromstring(drawn)
    kinds = {one.tag.removeprefix("{http://www.w3.org/2000/svg}") for one in root.iter()}
    assert kinds <= {"svg", "rect", "circle", "polygon", "polyline", "path", "text"}
    names = {name for one in root.iter() for name in one.attrib}
    assert not names & {"style", "class", "href", "id", "filter"}
    assert "url(" not in drawn
    texts = {one.text for one in root.iter() if one.tag.endswith("}text")}
    board = table.get("?with=board").json["board"]
    assert {REGISTRY[game].title, *(seat["label"] for seat in board["seats"])} <= texts | {
        part for text in texts for part in (text or "").split(", ")
    }
    drawn_zones = [zone for zone in board["zones"] if zone.get("places") and not zone.get("of")]
    titles = {zone["title"] for zone in drawn_zones if zone["kind"] == "map" or not zone.get("folded")}
    assert bool(titles) == bool(drawn_zones), "a game without places has its result and its scores"
    assert titles <= texts
    width, height = (float(root.attrib[name]) for name in ("width", "height"))
    assert root.attrib["viewBox"].split()[2:] == [root.attrib["width"], root.attrib["height"]]
    assert 0.4 < width / height < 3


def test_a_shared_win_is_everybodys(app: Flask) -> None:
    table = over(app)
    told = result(table)
    assert [(seat["rank"], seat["winner"]) for seat in told["seats"]] == [(1, True), (1, True)]
    assert [player["winner"] for player in handed_over(told)["players"]] == [True, True]
    assert "<b>Red and Blue win</b>" in page(table)
    assert ">Red and Blue win<" in picture(table)


def test_names_are_for_those_who_hold_a_token_until_they_are_erased(app: Flask) -> None:
    table = over(app, **LABELS)
    for holder in ("owner", "spectator", "seat:blue"):
        told = result(table, holder)
        red = next(seat for seat in told["seats"] if seat["seat"] == "red")
        assert (red["name"], red["player"]) == (HOST, "k3v9")
        player = next(one for one in handed_over(told)["players"] if one["role"] == "Red")
        assert (player["name"], player["sourcePlayerId"]) == (HOST, "k3v9")
        assert told["board_game_geek"]["players"][0]["name"] == HOST
        escaped = "&lt;window&gt; &amp; door"
        assert escaped in page(table, holder)
        assert escaped in picture(table, holder)
        assert "<window>" not in page(table, holder) + picture(table, holder)
    for kind in ("application/json", "text/csv", "application/x-ndjson", SVG):
        assert "window" not in table.get("/result", None, Accept=kind).text
    assert "window" not in page(table, None)
    assert table.client.delete(f"{table.url}/people/red", headers=table.headers("owner")).status_code == 200
    assert result(table)["seats"][0]["name"] is None
    assert "window" not in page(table) + picture(table) + table.get("/result").text


def test_a_table_of_rows_says_which_evening_each_is_of(app: Flask) -> None:
    table = over(app, **LABELS)
    answer = table.get("/result", Accept="text/csv")
    rows = list(csv.DictReader(io.StringIO(answer.data.decode("utf-8-sig"))))
    assert answer.content_type.startswith("text/csv")
    assert [row["name"] for row in rows] == [HOST, ""]
    assert {row["session"] for row in rows} == {table.id}
    assert {row["title"] for row in rows} == {"A Time of Chaos"}
    assert [(row["rank"], row["score"], row["winner"], row["parts.cards"]) for row in rows] == [
        ("1", "3", "true", "8"),
        ("1", "3", "true", "7"),
    ]
    assert table.get("/result?format=csv", Accept="application/json").data == answer.data
    problem(table.get("/result?format=excel"), 422, "invalid")
    lines = table.get("/result?format=ndjson").text.splitlines()
    assert [json.loads(line)["seat"] for line in lines] == ["red", "blue"]


def test_the_result_of_a_private_session_is_not_there_for_a_stranger(app: Flask) -> None:
    table = over(app, visibility="private", **LABELS)
    for path in ("/v1/sessions/{}/result", "/t/{}/result"):
        for kind in ("application/json", "text/csv", SVG, "text/html"):
            kept = table.client.get(path.format(table.id), headers={"Accept": kind})
            nowhere = table.client.get(path.format(NOBODY), headers={"Accept": kind})
            assert kept.status_code == nowhere.status_code == 404
            if path.startswith("/t/"):
                assert kept.text.replace(table.id, NOBODY) == nowhere.text
    assert "&lt;window&gt;" in page(table, "spectator")


def test_what_is_told_is_what_everybody_may_see_whoever_asks(app: Flask) -> None:
    """A picture is sent on: a character that is chosen face down stands on nobody's, the scribe's neither."""
    opening, *actions = map(json.loads, library("first_light")[-1].read_text().splitlines())
    table = Table(app, opening | {"visibility": "public"})
    hidden = 0
    for action in actions[:30]:
        assert table.act(action).status_code == 201
        panels = {who: table.get("?with=board", who).json["board"]["seats"] for who in (None, "scribe")}
        public, truth = ({one["seat"]: one.get("role") for one in told} for told in panels.values())
        hidden += public != truth
        for holder in (None, "scribe"):
            assert {one["seat"]: one["role"] for one in result(table, holder)["seats"]} == public
        assert picture(table, "scribe") == picture(table, None)
    assert hidden > 0


def test_a_game_that_was_given_up_has_no_winner_to_hand_over(app: Flask) -> None:
    opening, *actions = recorded("demo-2p-001")
    table = Table(app, opening | {"visibility": "public"}).acted(actions[:40])
    assert table.post("/close", {"outcome": "abandoned"}).status_code == 201
    follow(app)
    told = result(table)
    assert (told["status"], told["winners"], told["bg_stats"]) == ("closed", [], None)
    play = told["board_game_geek"]
    assert play["incomplete"] == 1
    assert [player["win"] for player in play["players"]] == [0, 0]
    html = page(table)
    assert "<b>Abandoned</b>" in html
    assert BG_STATS not in html
    assert ">Abandoned<" in picture(table)


def test_a_game_that_goes_on_is_told_so_far_and_handed_over_to_nobody(app: Flask) -> None:
    opening, *actions = recorded("demo-2p-001")
    table = Table(app, opening | {"visibility": "public"}).acted(actions[:40])
    told = result(table)
    assert (told["status"], told["bg_stats"], told["board_game_geek"]) == ("open", None, None)
    assert told["as_of"] == 0
    began = [seat["seat"] for seat in told["seats"] if seat["starts"]]
    assert began == ["red"], "the game says it, not the workers"
    html = page(table)
    assert "<b>So far</b>" in html
    assert "Counted up to № 0" in html
    assert BG_STATS not in html
    follow(app)
    assert "Counted up to" not in page(table)


def test_a_correction_after_the_end_changes_all_that_is_told_of_the_result(app: Flask) -> None:
    """Blue won by score; two penalties of Blue had been forgotten, so that Red did."""
    opening, *actions = map(
        json.loads, (LIBRARY / "time_of_chaos/demo-2p-007.jsonl").read_text().splitlines()
    )
    table = Table(app, opening | {"visibility": "public"}).acted(actions)
    follow(app)
    before = result(table)
    assert [(seat["seat"], seat["rank"], seat["winner"]) for seat in before["seats"]] == [
        ("blue", 1, True),
        ("red", 2, False),
    ]
    missing = int(before["seats"][0]["score"] - before["seats"][1]["score"]) + 1
    forgotten = [{"fact": "penalty_taken", "seat": "blue"}] * missing
    assert table.post("/corrections", {"facts": forgotten, "reason": "forgotten"}).status_code == 201
    follow(app)
    told = result(table)
    assert told["winners"] == ["red"]
    assert [(seat["seat"], seat["rank"], seat["winner"]) for seat in told["seats"]] == [
        ("red", 1, True),
        ("blue", 2, False),
    ]
    assert [player["winner"] for player in handed_over(told)["players"]] == [True, False]
    assert [player["win"] for player in told["board_game_geek"]["players"]] == [1, 0]
    rows = csv.DictReader(io.StringIO(table.get("/result", Accept="text/csv").text))
    assert [(row["seat"], row["rank"], row["winner"]) for row in rows] == [
        ("red", "1", "true"),
        ("blue", "2", "false"),
    ]
    assert "<b>Red wins</b>" in page(table)
    assert ">Red wins<" in picture(table)
    shown = table.get("?with=board").json
    assert [panel["seat"] for panel in shown["board"]["seats"] if panel.get("winner")] == ["red"]
    listed = table.client.get("/v1/sessions?visibility=public").json["items"]
    assert [row["winners"] for row in listed] == [["red"]]
    figures = table.client.get("/v1/statistics/time_of_chaos/win_share?group_by=seat").json["rows"]
    assert {row["group"]["seat"]: row["value"] for row in figures} == {"red": 1, "blue": 0}


def test_a_game_without_a_score_hands_over_none(app: Flask) -> None:
    """Chaos Order is won by fame, relics or land: a seat with less land may have won."""
    told = result(over(app, "chaos_order"))
    assert {seat["score"] for seat in told["seats"]} == {None}
    play = handed_over(told)
    assert (play["game"]["highestWins"], play["game"]["noPoints"]) == (False, True)
    assert not any("score" in player for player in play["players"])
    assert {player["score"] for player in told["board_game_geek"]["players"]} == {""}
    assert told["scoring"]["score"] is None
    assert told["decided"] == REGISTRY["chaos_order"].scoring.decided[told["decided_by"]]


def test_a_game_that_nobody_wins_gives_nobody_the_first_rank(app: Flask) -> None:
    opening, *actions = map(
        json.loads, (LIBRARY / "chaosmos/demo-2p-first-004.jsonl").read_text().splitlines()
    )
    table = Table(app, opening | {"visibility": "public"})
    for at in range(0, len(actions), 40):
        assert table.act(actions[at : at + 40]).status_code == 201
    told = result(table)
    assert (told["winners"], told["status"]) == ([], "finished")
    assert {(seat["rank"], seat["winner"]) for seat in told["seats"]} == {(2, False)}
    assert {(player["rank"], player["winner"]) for player in handed_over(told)["players"]} == {(2, False)}
    assert "<b>Nobody wins</b>" in page(table)


def test_the_number_of_a_game_goes_along_where_it_is_known(tmp_path: Path) -> None:
    app = create_app(settings_at(tmp_path), {"reef": replace(REEF, boardgamegeek_id=42)})
    table = Table(app, REEF_OPENING | {"visibility": "public"}).acted(place())
    assert table.post("/close", {"outcome": "abandoned"}).status_code == 201
    told = result(table)
    assert (told["boardgamegeek_id"], told["board_game_geek"]["objectid"]) == (42, 42)
    app.extensions["tablelog"].close()
