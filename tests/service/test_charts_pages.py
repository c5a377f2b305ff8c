"""Charts of a session and two sessions compared: what they show, and to whom."""

from __future__ import annotations

import json
from typing import Any

import pytest
from flask import Flask

from domain.games import REGISTRY
from service.reports.curves import ChartMark, ChartTrack, Scale, keys_of, plain_sign
from service.reports.drawing import SCHEMA, VEGA_LITE, drawn_rows
from tests.service.conftest import Table, recorded
from tests.service.test_statistics import follow
from tests.support.recorded import library
from tests.support.service.chart_pages import ChartPage

PLAYED = 200
"""Actions of a game that are enough for every kind of series to say something."""
MOST_POINTS = 200
NOBODY = "01900000-0000-7000-8000-000000000001"


def at_table(app: Flask, game: str = "time_of_chaos", visibility: str = "public") -> Table:
    """A recorded game as far as it is played here, which the workers have seen."""
    opening, *actions = map(json.loads, library(game)[0].read_text().splitlines())
    table = Table(app, opening | {"visibility": visibility})
    assert table.act(actions[:PLAYED]).status_code == 201
    follow(app)
    return table


def shown(table: Table, path: str, holder: str | None = None) -> str:
    """A page that must be there."""
    answer = table.client.get(path, headers=table.headers(holder))
    assert answer.status_code == 200, answer.text
    return answer.text


def as_number(said: str) -> float:
    return float(said.replace("−", "-"))


def changes(page: ChartPage) -> list[tuple[int, str]]:
    """The rows of every change: entry and value."""
    begin = page.rows.index(["№", "Of", "Value"]) + 1 if ["№", "Of", "Value"] in page.rows else len(page.rows)
    return [(int(entry), said) for entry, _, said in page.rows[begin:]]


@pytest.mark.parametrize("game", REGISTRY)
def test_every_series_of_every_game_is_drawn_by_the_service(app: Flask, game: str) -> None:
    table = at_table(app, game)
    keys = keys_of(REGISTRY[game])
    page = ChartPage.of(shown(table, f"/t/{table.id}/charts"))
    points = {key: table.get(f"/{key}").json["points"] for key in keys}
    assert page.drawn == [key for key in keys if any(point["value"] is not None for point in points[key])]
    assert len(page.drawn) > len(keys) / 2, "nearly every series says something in a whole game"
    last = table.get().json["version"]
    assert {f"/t/{table.id}/charts?series={key}&at={last}" for key in keys} <= set(page.links)
    assert page.styles == []


@pytest.mark.parametrize("game", REGISTRY)
def test_the_figures_are_those_of_the_api(app: Flask, game: str) -> None:
    table = at_table(app, game)
    for key in keys_of(REGISTRY[game]):
        page = ChartPage.of(shown(table, f"/t/{table.id}/charts?series={key}"))
        points = sorted(table.get(f"/{key}").json["points"], key=lambda point: point["entry"])
        values = [point["value"] for point in points]
        told = changes(page)
        if all(isinstance(value, int | float) for value in values):
            numbers = [(entry, as_number(said)) for entry, said in told]
            shown_last = list(zip((point["entry"] for point in points), values, strict=True))[-MOST_POINTS:]
            assert sorted(numbers) == sorted(shown_last), key
        assert all(len(said) < 60 and "000000" not in said for _, said in told)
        assert None not in page.scopes


def test_the_last_round_says_how_the_game_ended(app: Flask) -> None:
    table = at_table(app)
    page = ChartPage.of(shown(table, f"/t/{table.id}/charts?series=scores"))
    heads = next(row for row in page.rows if row[0] == "Round")
    last = page.rows[: page.rows.index(["№", "Of", "Value"])][-1]
    standing = table.get().json["standing"]["seats"]
    assert last[1:] == [str(seat["score"]) for seat in standing]
    assert len(heads) == len(last) == len(standing) + 1


def test_a_point_leads_to_the_replay_and_the_cursor_stands_where_it_is_asked(app: Flask) -> None:
    table = at_table(app)
    page = shown(table, f"/t/{table.id}/charts?series=scores&at=47")
    points = {point["entry"] for point in table.get("/scores").json["points"]}
    links = set(ChartPage.of(page).links)
    assert {f"/t/{table.id}/replay?at={entry}" for entry in points | {47}} <= links
    assert 'value="47"' in page
    other = shown(table, f"/t/{table.id}/charts?series=scores&at=20")
    cursors = [html.partition('<g class="cursor"')[2].partition(">")[0] for html in (page, other)]
    assert "" not in cursors
    assert cursors[0] != cursors[1]
    late = shown(table, f"/t/{table.id}/charts?at=99999")
    assert f'value="{table.get().json["version"]}"' in late


def assert_holds_together(chart: dict[str, Any]) -> None:
    """What Vega-Lite needs of one view: a mark, and channels of fields that its rows have, by type."""
    assert chart.keys() == {"$schema", "title", "description", "data", "mark", "encoding"}
    assert chart["mark"]["type"] in {"line", "point"}
    assert {"x", "y", "color"} <= chart["encoding"].keys() <= {"x", "y", "color", "shape"}
    for channel in chart["encoding"].values():
        assert channel.keys() == {"field", "type", "title"}
        assert channel["type"] in {"quantitative", "nominal"}
        values = [row[channel["field"]] for row in chart["data"]["values"]]
        if channel["type"] == "quantitative":
            assert all(isinstance(value, int | float) for value in values), channel["field"]


@pytest.mark.parametrize("game", REGISTRY)
def test_a_series_is_taken_along_as_csv_and_for_vega_lite(app: Flask, game: str) -> None:
    table = at_table(app, game)
    for key in keys_of(REGISTRY[game]):
        where = f'data-downloads="{table.url}/{key}"'
        assert where in shown(table, f"/t/{table.id}/charts?series={key}")
        csv = table.get(f"/{key}", Accept="text/csv")
        assert csv.content_type.startswith("text/csv")
        told = table.get(f"/{key}", Accept=VEGA_LITE)
        assert told.content_type == VEGA_LITE
        chart: dict[str, Any] = json.loads(told.text)
        assert chart["$schema"] == SCHEMA
        counted = [point["value"] for point in table.get(f"/{key}").json["points"]]
        assert {row["value"] for row in chart["data"]["values"]} <= set(counted)
        assert_holds_together(chart)
        assert bool(chart["data"]["values"]) == any(value is not None for value in counted)


def test_a_letter_beside_a_short_stretch_does_not_stand_on_the_label_of_its_row() -> None:
    sign = plain_sign(0)
    marks = tuple(
        ChartMark(at, value, str(value), at, value)
        for at, value in ((5, "red"), (6, None), (90, "red"), (91, None))
    )
    track = ChartTrack("meadow", "Long Meadow", sign, marks, 100, holds=True, is_seat=False)
    (row,) = drawn_rows([track], Scale(0, 100, 0, 400), 0)
    assert [piece.is_clear for piece in row.pieces] == [False, True]


def test_before_a_worker_has_seen_it_a_session_says_so(app: Flask) -> None:
    opening, *actions = recorded("demo-2p-001")
    table = Table(app, opening | {"visibility": "public"})
    assert table.act(actions[:20]).status_code == 201
    page = shown(table, f"/t/{table.id}/charts")
    assert "Nothing is drawn yet; the log is at № 21." in page
    assert ChartPage.of(page).drawn == []


def test_the_charts_of_a_private_session_are_not_there_for_a_stranger(app: Flask) -> None:
    table = at_table(app, visibility="private")
    kept = table.client.get(f"/t/{table.id}/charts")
    nowhere = table.client.get(f"/t/{NOBODY}/charts")
    assert kept.status_code == nowhere.status_code == 404
    assert kept.text.replace(table.id, NOBODY) == nowhere.text
    for holder in ("owner", "scribe", "spectator"):
        assert ChartPage.of(shown(table, f"/t/{table.id}/charts", holder)).drawn


def test_an_unknown_series_and_a_bad_entry_are_told_in_a_page(app: Flask) -> None:
    table = at_table(app)
    assert table.client.get(f"/t/{table.id}/charts?series=weather").status_code == 404
    assert table.client.get(f"/t/{table.id}/charts?at=0").status_code == 422
    assert table.client.get("/compare?a=x&b=y").status_code == 422
    pair = f"/compare?a={table.id}&b={table.id}"
    assert table.client.get(f"{pair}&series=weather").status_code == 404


def branch_of(table: Table, at: int, visibility: str) -> dict[str, Any]:
    """A branch with a note of its own, which the workers have seen."""
    asked = {"at": at, "visibility": visibility}
    answer = table.post("/forks", asked, "owner", if_match=None)
    assert answer.status_code == 201, answer.text
    follow(table.app)
    made: dict[str, Any] = answer.json
    return made


def test_a_branch_and_its_record_lie_on_one_axis(app: Flask) -> None:
    table = at_table(app)
    branch = branch_of(table, 40, "public")["session"]["id"]
    for a, b in ((table.id, branch), (branch, table.id)):
        html = shown(table, f"/compare?a={a}&b={b}")
        page = ChartPage.of(html)
        assert page.drawn == ["scores"]
        assert '<path class="branch"' in html
        assert f"/t/{a}/replay?at=40" in page.links
        assert html.count('<g class="track dashed">') > 0
        results = page.rows[: next(place for place, row in enumerate(page.rows) if row[0] == "Round")]
        standing = table.get().json["standing"]["seats"]
        place = 1 if a == table.id else 2
        assert [row[place].partition(",")[0] for row in results[1:]] == [
            str(one["score"]) for one in standing
        ]
        assert results[0][3 - place].endswith("so far")
        assert None not in page.scopes
    assert f"/compare?a={table.id}&b={branch}" in ChartPage.of(shown(table, f"/t/{branch}/charts")).links


def test_two_games_do_not_lie_on_one_axis(app: Flask) -> None:
    one, other = at_table(app), at_table(app, "chaosmos")
    page = shown(one, f"/compare?a={one.id}&b={other.id}")
    assert "You can only compare two sessions of the same game." in page
    assert ChartPage.of(page).drawn == []


def test_only_who_may_see_both_compares_them(app: Flask) -> None:
    record = at_table(app, visibility="private")
    branch = branch_of(record, 40, "private")
    path = f"/compare?a={record.id}&b={branch['session']['id']}"
    own, of_branch = record.tokens["spectator"], branch["tokens"]["owner"]
    nowhere = record.client.get(f"/compare?a={record.id}&b={NOBODY}")
    assert nowhere.status_code == 404
    for tokens in ("", own, of_branch):
        headers = {"Tablelog-Tokens": tokens} if tokens else {}
        kept = record.client.get(path, headers=headers)
        assert kept.status_code == 404
        assert kept.text.replace(branch["session"]["id"], NOBODY) == nowhere.text
    both = record.client.get(path, headers={"Tablelog-Tokens": f"{own}, {of_branch}"})
    assert both.status_code == 200
    assert ChartPage.of(both.text).drawn == ["scores"]
    assert own not in both.text
    assert of_branch not in both.text
