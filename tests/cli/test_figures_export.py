"""`tablelog figures export`: Parquet files from the local store, once for each folder."""

from __future__ import annotations

import sys
from pathlib import Path

import duckdb
import pytest

from tests.cli.conftest import Run


def test_a_folder_gets_one_export(run: Run, tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    run("simulate", "first_light", "--sessions", 2, "--store")
    out = tmp_path / "out"
    refused = run("figures", "export", out, "--everything", status=1).output
    assert "nothing to export" in refused, "no worker has followed the log"
    run("projections", "rebuild")
    assert "nothing to export" in run("figures", "export", out, status=1).output, "sandbox sessions"
    said = run("figures", "export", out, "--everything", "--game", "first_light").output
    assert "Circadians: First Light: 2 sessions" in said
    assert "later entries" not in said
    count = duckdb.sql(f"SELECT count(*) FROM '{out}/sessions/game=first_light/sessions.parquet'").fetchall()
    assert count == [(2,)]
    assert "is not empty" in run("figures", "export", out, "--everything", status=1).output
    run("simulate", "first_light", "--sessions", 1, "--store", "--seed", 7)
    behind = run("figures", "export", tmp_path / "behind", "--everything").output
    assert "later entries are not in these files" in " ".join(behind.split())
    monkeypatch.setitem(sys.modules, "duckdb_engine", None)
    missing = run("figures", "export", tmp_path / "none", status=1).output
    assert "pip install duckdb duckdb-engine" in missing
    assert not (tmp_path / "none").exists()
