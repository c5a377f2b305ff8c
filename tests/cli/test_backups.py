"""`tablelog backup`, `verify-backup` and `restore`, as they are typed."""

from __future__ import annotations

from pathlib import Path

import pytest

from service.processes.supervisor import only_one
from tests.cli.conftest import Run


@pytest.fixture
def kept(run: Run, tmp_path: Path) -> Path:
    """A backup of a store with three sessions."""
    run("simulate", "time_of_chaos", "--sessions", 3, "--most-actions", 6, "--store")
    told = run("backup", tmp_path / "kept").output
    assert "24 entries of 3 sessions" in told
    return tmp_path / "kept"


def test_a_home_is_backed_up_proven_and_restored(
    run: Run, kept: Path, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    assert ": valid;" in run("verify-backup", kept).output
    before = run("export", "--all").stdout_bytes
    monkeypatch.setenv("TABLELOG_HOME", str(tmp_path / "elsewhere"))
    assert "24 entries of 3 sessions" in run("restore", kept).output
    assert (tmp_path / "elsewhere").stat().st_mode & 0o777 == 0o700
    assert run("export", "--all").stdout_bytes == before
    assert "3 sessions, 24 entries: 0 failed" in run("audit", "--all", "--processes", 1).output
    run("projections", "rebuild")
    assert "3 sessions, 24 entries: 0 failed" in run("audit", "--all", "--processes", 1).output


def test_damage_is_said_and_fails(
    run: Run, kept: Path, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    log = kept / "log.ndjson.gz"
    log.write_bytes(log.read_bytes()[:-1])
    shown = run("verify-backup", kept, status=1)
    assert "log.ndjson.gz has" in shown.stderr
    assert "NOT valid" in shown.stderr
    monkeypatch.setenv("TABLELOG_HOME", str(tmp_path / "elsewhere"))
    refused = run("restore", kept, status=1)
    assert "log.ndjson.gz has" in refused.stderr
    assert "nothing was restored" in refused.stderr
    assert not (tmp_path / "elsewhere").exists()


def test_what_stands_in_the_way_is_said(run: Run, kept: Path, home: Path) -> None:
    assert f"{kept} is not empty" in run("backup", kept, status=1).output
    assert f"{home} is not empty: it holds log.db" in run("restore", kept, status=1).output


def test_nothing_is_made_by_looking(
    run: Run, kept: Path, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    empty = tmp_path / "elsewhere"
    monkeypatch.setenv("TABLELOG_HOME", str(empty))
    assert "There is no log at" in run("backup", tmp_path / "other", status=1).output
    run("verify-backup", kept)
    assert "not a complete backup" in run("verify-backup", tmp_path / "nothing", status=1).output
    assert "not a complete backup" in run("restore", tmp_path / "nothing", status=1).output
    assert not empty.exists()
    assert not (tmp_path / "other").exists()


def test_a_key_of_the_environment_is_asked_for(
    run: Run, kept: Path, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setenv("TABLELOG_SECRET_KEY", "k" * 40)
    assert "keep the value of TABLELOG_SECRET_KEY" in run("backup", tmp_path / "second").output
    monkeypatch.setenv("TABLELOG_HOME", str(tmp_path / "third"))
    assert "takes precedence over the restored key" in run("restore", kept).output
    monkeypatch.delenv("TABLELOG_SECRET_KEY")
    monkeypatch.setenv("TABLELOG_HOME", str(tmp_path / "fourth"))
    assert "set TABLELOG_SECRET_KEY" in run("restore", tmp_path / "second").output
    assert sorted(path.name for path in (tmp_path / "fourth").iterdir()) == ["log.db", "tables.db"]


def test_a_home_moves_and_no_secret_is_shown(
    run: Run, home: Path, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    run("simulate", "time_of_chaos", "--sessions", 3, "--most-actions", 6, "--store")
    before = run("export", "--all").stdout_bytes
    log, tables = (f"sqlite:///{tmp_path}/moved/{name}.db" for name in ("log", "tables"))
    options = ("--log-url", log, "--tables-url", tables)
    assert "This would be moved:" in run("move", *options, "--dry-run").output
    assert not (tmp_path / "moved").exists()
    shown = run("move", *options).output
    assert "Source and destination were both read, and are equal:" in shown
    assert "entries           24" in shown
    assert f"to the first line of {home}/secret.key" in shown
    assert (home / "secret.key").read_text().strip() not in shown
    assert "Everything was already moved" in run("move", *options).output
    monkeypatch.setenv("TABLELOG_LOG_URL", log)
    monkeypatch.setenv("TABLELOG_TABLES_URL", tables)
    assert run("export", "--all").stdout_bytes == before


def test_a_home_in_use_does_not_move(run: Run, home: Path, tmp_path: Path) -> None:
    run("simulate", "time_of_chaos", "--sessions", 1, "--most-actions", 2, "--store")
    options = ("--log-url", f"sqlite:///{tmp_path}/a.db", "--tables-url", f"sqlite:///{tmp_path}/b.db")
    with only_one(home):
        assert f"Tablelog is running on {home}. Stop it first" in run("move", *options, status=1).output
    assert not (tmp_path / "a.db").exists()
