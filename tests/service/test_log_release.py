"""`TABLELOG_LOG_RELEASE`: what it can be, and where early release is refused."""

from __future__ import annotations

from pathlib import Path

import pytest

from service.settings import FaultySettings, read_settings

SERVER = "postgresql://ann:secret@db1:5432,db2:5432"


@pytest.fixture(autouse=True)
def _home(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("TABLELOG_HOME", str(tmp_path))


def test_an_append_releases_the_log_at_its_commit_unless_the_operator_says_otherwise() -> None:
    assert read_settings().log_release == "commit"


@pytest.mark.parametrize(
    ("log", "tables"),
    [
        (f"{SERVER}/log", f"{SERVER}/log"),
        (f"{SERVER}/log", "postgresql://tables:other@db1:5432,db2:5432/tables?sslmode=require"),
        ("postgresql:///log?host=/run/pg", "postgresql:///tables?host=/run/pg"),
        ("postgresql:///log?service=games", "postgresql:///tables?service=games"),
    ],
)
def test_log_and_tables_of_one_server_can_release_early(
    monkeypatch: pytest.MonkeyPatch, log: str, tables: str
) -> None:
    chosen(monkeypatch, log, tables)
    assert read_settings().log_release == "early"


@pytest.mark.parametrize(
    ("log", "tables", "told"),
    [
        ("", "", "needs a log on PostgreSQL"),
        ("postgresql://db1/log", "postgresql://db1:6432/log", "needs log and tables on the same server"),
        ("", f"{SERVER}/tables", "needs a log on PostgreSQL"),
        (f"{SERVER}/log", "", "needs log and tables on the same server"),
        (f"{SERVER}/log", "postgresql://db1:5432,db3:5432/log", "needs log and tables on the same server"),
        (f"{SERVER}/log", "postgresql://db1:5432,db2:5433/log", "needs log and tables on the same server"),
        (
            "postgresql:///log?service=games",
            "postgresql:///log?service=b",
            "log and tables on the same server",
        ),
    ],
)
def test_early_release_is_refused_elsewhere(
    monkeypatch: pytest.MonkeyPatch, log: str, tables: str, told: str
) -> None:
    chosen(monkeypatch, log, tables)
    with pytest.raises(FaultySettings, match=f"^TABLELOG_LOG_RELEASE: early .*{told}"):
        read_settings()


def test_a_faulty_address_is_the_only_fault(monkeypatch: pytest.MonkeyPatch) -> None:
    chosen(monkeypatch, "mysql://db/log", f"{SERVER}/tables")
    with pytest.raises(FaultySettings) as faults:
        read_settings()
    assert [line.partition(":")[0] for line in str(faults.value).splitlines()] == ["TABLELOG_LOG_URL"]


def chosen(monkeypatch: pytest.MonkeyPatch, log: str, tables: str) -> None:
    monkeypatch.setenv("TABLELOG_LOG_RELEASE", "early")
    monkeypatch.setenv("TABLELOG_LOG_URL", log)
    monkeypatch.setenv("TABLELOG_TABLES_URL", tables)
