"""`tablelog expire`, and what audit and doctor say of what went."""

from __future__ import annotations

import json
import sqlite3
from contextlib import closing
from pathlib import Path

import pytest

from replays.log_storage import COLUMNS
from service.app import create_app
from tests.cli.conftest import Run
from tests.cli.test_damage import audited, doctored, follow, in_one_line, play, sql
from tests.service.conftest import Table, recorded, settings_at

LONG_AGO = "UPDATE tablelog_log_since SET at = '2020-01-01T00:00:00.000Z'"


@pytest.fixture
def store(home: Path, monkeypatch: pytest.MonkeyPatch) -> tuple[str, str]:
    """A store with a session for good and a sandbox one, both of 2020; their ids."""
    home.mkdir()
    monkeypatch.setattr("service.sessions.commands.now", lambda: "2020-02-02T20:00:00.000Z")
    app = create_app(settings_at(home))
    for_good = play(app, 3)
    sandbox = Table(app, recorded("demo-2p-001")[0] | {"sandbox": True})
    follow(app)
    app.extensions["tablelog"].close()
    sql(home / "log.db", LONG_AGO)
    return for_good.id, sandbox.id


def test_a_dry_run_says_what_would_go_and_then_it_goes(run: Run, store: tuple[str, str]) -> None:
    for_good, sandbox = store
    told = run("expire", "--dry-run").output
    assert sandbox in told
    assert for_good not in told
    assert "1 sandbox session would expire" in told
    assert "2 sessions" in audited(run, 0)
    assert "1 sandbox session expired" in run("expire").output
    assert "0 sandbox sessions expired" in run("expire").output


def test_an_edition_that_nobody_published_or_changed_goes_as_well(
    run: Run, home: Path, store: tuple[str, str]
) -> None:
    app = create_app(settings_at(home))
    asked = {"game": "first_light", "from": "demo", "name": "Our box"}
    made = app.test_client().post("/v1/editions", json=asked).json
    app.extensions["tablelog"].close()
    assert "edition" not in run("expire", "--dry-run").output
    sql(home / "tables.db", "UPDATE editions SET changed = '2020-02-02T20:00:00.000Z'")
    told = in_one_line(run("expire", "--dry-run").output)
    assert f"{made['edition']} first_light, edition Our box" in told
    assert "1 unpublished edition would expire" in told
    assert "Our box" in run("editions").output
    assert "1 unpublished edition expired" in run("expire").output
    assert run("editions").output == ""


def test_with_0_days_nothing_goes(run: Run, store: tuple[str, str], monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("TABLELOG_SANDBOX_DAYS", "0")
    assert "Nothing expires here" in run("expire").output
    assert "2 sessions" in audited(run, 0)


def test_what_went_by_mistake_is_taken_back_and_kept(run: Run, store: tuple[str, str]) -> None:
    _, sandbox = store
    run("expire")
    owner = run("tokens", sandbox, status=1).output
    assert "expired at" in in_one_line(owner)
    assert "is back with 1 entry, and is kept" in in_one_line(run("expire", "--undo", sandbox).output)
    assert "0 failed" in audited(run, 0)
    assert "0 sandbox sessions expired" in run("expire").output
    assert "owner" in run("tokens", sandbox).output
    assert "is not archived" in in_one_line(run("expire", "--undo", sandbox, status=1).output)


def test_audit_and_doctor_say_what_went_and_accuse_nobody(run: Run, store: tuple[str, str]) -> None:
    _, sandbox = store
    run("expire")
    told = audited(run, 0)
    assert "1 sandbox session with 1 entry expired, the last at 20" in told
    assert "1 session, 4 entries: 0 failed" in told
    lines = run("audit", "--all", "--json", "--processes", 1).output.splitlines()
    (gone,) = [line for line in map(json.loads, lines) if line["name"] == "expired"]
    assert (gone["expired"]["session"], gone["expired"]["entries"]) == (sandbox, 1)
    assert "4 entries; 1 sandbox session expired" in doctored(run, 0)
    refused = in_one_line(run("audit", "--session", sandbox, status=1).output)
    assert f"Session {sandbox} expired at 20" in refused
    assert f"Session {sandbox} expired at 20" in in_one_line(run("export", sandbox, status=1).output)
    run("projections", "rebuild")
    assert "0 failed" in audited(run, 0)


def test_a_session_that_was_no_sandbox_hides_under_no_row_of_expiry(
    run: Run, home: Path, store: tuple[str, str]
) -> None:
    for_good, _ = store
    run("expire")
    row = f"2, '{for_good}', 'time_of_chaos', 'link', 4, 1, 4, '{'0' * 64}', '2020', '2026', 'It rested.'"
    sql(home / "log.db", f"DELETE FROM stored_events WHERE originator_id = '{for_good}'")
    sql(home / "log.db", f"INSERT INTO tablelog_expired ({COLUMNS}) VALUES ({row})")
    told = audited(run, 1)
    assert for_good in told
    assert "it was not a sandbox session" in told


def test_a_backup_says_what_went(run: Run, store: tuple[str, str], tmp_path: Path) -> None:
    run("expire")
    for told in (run("backup", tmp_path / "kept"), run("verify-backup", tmp_path / "kept")):
        assert "up to position 5 (1 sandbox session expired)" in in_one_line(told.output)


def test_any_other_gap_is_still_reported(run: Run, home: Path, store: tuple[str, str]) -> None:
    run("expire")
    sql(home / "log.db", "DELETE FROM stored_events WHERE position = 2")
    assert "1 entries that the tables have followed are not in the log" in doctored(run, 1)
    assert "holds 3 entries and 1 expired entries, but it must have no other gaps" in audited(run, 1)


def test_an_explanation_that_was_taken_away_explains_no_more(
    run: Run, home: Path, store: tuple[str, str]
) -> None:
    run("expire")
    sql(home / "log.db", "DELETE FROM tablelog_expired")
    assert "newest entries are lost" in audited(run, 1)


def test_what_is_simulated_into_the_store_is_not_old(run: Run, home: Path, store: tuple[str, str]) -> None:
    """Its times are invented ones: it rests from when it was stored."""
    run("simulate", "time_of_chaos", "--sessions", 1, "--most-actions", 2, "--seed", 3, "--store")
    run("projections", "rebuild")
    assert "1 sandbox session expired" in run("expire").output
    with closing(sqlite3.connect(home / "tables.db")) as connection:
        assert connection.execute("SELECT count(*) FROM keeping").fetchone() == (1,)


def test_the_days_are_a_number(run: Run, home: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("TABLELOG_SANDBOX_DAYS", "a while")
    assert "TABLELOG_SANDBOX_DAYS" in run("expire", status=1).output
