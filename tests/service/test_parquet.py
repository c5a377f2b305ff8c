"""The data set as Parquet files says what the API says of its sessions, and holds those that are chosen."""

from __future__ import annotations

from pathlib import Path
from typing import Any

import duckdb
import pytest
from flask import Flask

from domain.games import REGISTRY
from service.queries.parquet import CannotExport, FiguresChosen, export_figures
from service.queries.question import StatisticsQuery
from service.queries.visible_scope import EVERYTHING
from service.support.atomic_files import Occupied
from tests.service.conftest import Table
from tests.service.test_club_people import People
from tests.service.test_clubs import follow
from tests.service.test_seats_played import rows_of
from tests.service.test_store import Evenings, tables_of
from tests.support.service.asked import answered
from tests.support.service.recorded_tables import finished_table
from workers.projections.sessions import as_text

GAME = "time_of_chaos"
PLAYERS = {"red": "phone-1", "blue": "phone-2"}


def read(folder: Path, files: str) -> list[dict[str, Any]]:
    """The rows of these files, with the columns that the names of the folders say."""
    relation = duckdb.sql(f"SELECT * FROM read_parquet('{folder}/{files}', union_by_name=true)")
    return [dict(zip(relation.columns, row, strict=True)) for row in relation.fetchall()]


def sessions_in(folder: Path) -> set[str]:
    """The sessions of the data set, which its three kinds of files agree on."""
    kinds = ("sessions/*/*.parquet", "seats/*/*.parquet", "figures/*/*/*.parquet")
    sessions, *others = [{row["session"] for row in read(folder, files)} for files in kinds]
    assert others == [sessions, sessions]
    return sessions


def test_the_files_say_what_the_rows_of_seats_and_statistics_say(everywhere: Flask, tmp_path: Path) -> None:
    evenings = Evenings(everywhere)
    folder = tmp_path / "data set"
    exported = export_figures(tables_of(everywhere), folder, FiguresChosen())
    assert exported.sessions == {"chaos_order": 1, GAME: 2}
    assert exported.as_of > 0
    client = everywhere.test_client()
    rows = [row | {"game": game} for game in exported.sessions for row in rows_of(client, game)]
    of_rows = {(row["session"], row["seat"]): row for row in rows}
    seats = read(folder, "seats/*/*.parquet")
    assert sorted((seat["session"], seat["seat"]) for seat in seats) == sorted(of_rows)
    same = ("game", "place", "player", "rank", "score", "won", "margin", "team")
    of_sessions = {row["session"]: row for row in read(folder, "sessions/*/*.parquet")}
    for seat in seats:
        row = of_rows[seat["session"], seat["seat"]]
        assert [seat[name] for name in same] == [row[name] for name in same]
        assert seat.items() >= row["of_seat"].items()
        session = of_sessions[seat["session"]]
        for name in ("component_set", "edition", "rules_version", "count", "tags", "minutes", "flagged"):
            assert session[name] == row[name], name
        assert session["played_on"].isoformat() == row["played_on"]
        for name, value in row["options"].items():
            assert session[f"option.{name}"] == as_text(value), name
    first = of_sessions[evenings.first.id]
    assert (first["club"], first["visibility"], first["status"]) == (evenings.club.id, "public", "finished")
    assert (first["sandbox"], first["void"], first["tags"]) == (False, False, ["league"])
    folders = {path.name for path in (folder / f"figures/game={GAME}").iterdir()}
    assert folders == {f"measure={key}" for key in REGISTRY[GAME].measures}
    for key, group_by in (
        ("wins", ["seat"]),
        ("actions", ["seat", "action"]),
        ("trigger_turn", ["position"]),
    ):
        totals: dict[tuple[str, ...], float] = {}
        for row in read(folder, f"figures/game={GAME}/measure={key}/*.parquet"):
            group = tuple(row[name] for name in group_by)
            totals[group] = totals.get(group, 0) + row["value"]
        question = StatisticsQuery(GAME, key, EVERYTHING, group_by, {})
        said: Any = answered(tables_of(everywhere), question)["rows"]
        assert {tuple(map(str, row["group"].values())): row["total"] for row in said} == totals, key
        assert totals, key


def test_public_and_club_choose_sessions_and_say_no_more(app: Flask, tmp_path: Path) -> None:
    club = People(app)
    open_to_all = finished_table(app, GAME, visibility="public", players=PLAYERS)
    hidden = finished_table(app, GAME, visibility="private", players=PLAYERS)
    other = finished_table(app, "chaos_order", visibility="private")
    tried = finished_table(app, GAME, visibility="public", sandbox=True)
    wrong = finished_table(app, GAME, visibility="public")
    assert wrong.post("/void", {"reason": "wrong deck"}, "owner").status_code == 201
    for table in (open_to_all, hidden):
        club.take_in(table)
    ruby = club.made("Ruby Quartz", players=["phone-1"])
    follow(app)

    def exported(name: str, **chosen: Any) -> set[str]:
        export_figures(tables_of(app), tmp_path / name, FiguresChosen(**chosen))
        return sessions_in(tmp_path / name)

    def ids(*tables: Table) -> set[str]:
        return {table.id for table in tables}

    assert exported("all") == ids(open_to_all, hidden, other)
    assert exported("one game", games=["chaos_order"]) == ids(other)
    assert exported("public", public=True) == ids(open_to_all)
    assert exported("club", club=club.id) == ids(open_to_all, hidden)
    assert exported("both", club=club.id, public=True) == ids(open_to_all)
    assert exported("everything", everything=True) == ids(open_to_all, hidden, other, tried, wrong)
    seats = {name: read(tmp_path / name, "seats/*/*.parquet") for name in ("all", "public", "club")}
    assert {row["person"] for row in seats["club"] if row["player"] == "phone-1"} == {ruby}
    assert all("person" not in row for name in ("all", "public") for row in seats[name])
    assert [row["club"] for row in read(tmp_path / "public", "sessions/*/*.parquet")] == [None]
    written = b"".join(path.read_bytes() for path in tmp_path.rglob("*.parquet"))
    assert b"phone-1" in written
    assert b"Ruby" not in written


def test_nothing_is_left_of_an_export_that_is_refused(app: Flask, tmp_path: Path) -> None:
    folder = tmp_path / "out"
    tables = tables_of(app)
    with pytest.raises(CannotExport, match="nothing to export"):
        export_figures(tables, folder, FiguresChosen())
    finished_table(app, GAME, visibility="public")
    follow(app)
    with pytest.raises(CannotExport, match="There is no club nobody"):
        export_figures(tables, folder, FiguresChosen(club="nobody"))
    assert list(tmp_path.glob("*out*")) == []
    export_figures(tables, folder, FiguresChosen())
    assert [path.name for path in tmp_path.glob("*out*")] == ["out"]
    assert {path.name for path in folder.iterdir()} == {"sessions", "seats", "figures"}
    with pytest.raises(Occupied):
        export_figures(tables, folder, FiguresChosen())
