"""Faulty settings: all of them at once, a line each, whatever is run, and never a traceback."""

from __future__ import annotations

import os
import re
import subprocess
import sys
from pathlib import Path

import pytest

from service.settings import read_settings
from tests.cli.conftest import Run

FAULTY = {
    "TABLELOG_HOME": "{folder}/file/home",
    "TABLELOG_LOG_URL": "mysql://db/log",
    "TABLELOG_TABLES_URL": "oracle://db/tables",
    "TABLELOG_LOG_RELEASE": "late",
    "TABLELOG_REDIS_URL": "http://redis",
    "TABLELOG_LIMITS_URL": "nowhere://",
    "TABLELOG_PORT": "zero",
    "TABLELOG_BODY_BYTES": "-1",
    "TABLELOG_IMPORT_SESSION_BYTES": "0",
    "TABLELOG_LOG_LEVEL": "LOUD",
    "TABLELOG_HOSTS": "http://play.example.org",
    "TABLELOG_ORIGINS": "play.example.org",
    "TABLELOG_OPENINGS_PER_MINUTE": "-1",
    "TABLELOG_OPENINGS_PER_DAY": "-1",
    "TABLELOG_STORED_BYTES_PER_DAY": "-1",
    "TABLELOG_ENTRIES_OF_A_SESSION": "-1",
    "TABLELOG_NOTES_OF_A_SESSION": "few",
    "TABLELOG_COMPONENT_SET_BYTES": "-1",
    "TABLELOG_WEBHOOKS": "everywhere",
    "TABLELOG_WEBHOOKS_OF_A_SESSION": "-1",
    "TABLELOG_BYTES_PER_MINUTE": "many",
    "TABLELOG_TRUSTED_PROXIES": "proxy.example.org",
    "TABLELOG_OPENING": "everyone",
    "TABLELOG_OPENING_TOKEN": "too short",
    "TABLELOG_LIVE_TABLES": "-1",
    "TABLELOG_LIVE_TABLE_PACE_SECONDS": "slowly",
    "TABLELOG_LIVE_TABLE_LINGER_SECONDS": "0",
    "TABLELOG_SECRET_KEY": "short",
}
OF_A_WORKER = (
    "TABLELOG_HOME",
    "TABLELOG_LOG_URL",
    "TABLELOG_TABLES_URL",
    "TABLELOG_REDIS_URL",
    "TABLELOG_WEBHOOKS",
)


@pytest.fixture
def faulty(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """Every setting that can be faulty is."""
    (tmp_path / "file").write_text("no folder")
    for name, value in FAULTY.items():
        monkeypatch.setenv(name, value.replace("{folder}", str(tmp_path)))


@pytest.mark.parametrize(
    "command",
    [
        ("up",),
        ("serve",),
        ("redis",),
        ("doctor",),
        ("export", "--all"),
        ("audit", "--all"),
        ("projections", "status"),
    ],
)
def test_a_command_names_every_fault(run: Run, faulty: None, command: tuple[str, ...]) -> None:
    said = run(*command, status=1).output
    for name in FAULTY:
        begins = re.compile(rf"{name}\b")
        told = [line for line in said.splitlines() if begins.match(line.split("settings: ")[-1])]
        assert len(told) == 1, name
    assert "Traceback" not in said
    assert "Error: " in said or "failed" in said


def test_a_worker_names_every_fault(faulty: None) -> None:
    ended = subprocess.run(
        [sys.executable, "-m", "workers"], capture_output=True, text=True, check=False, env=dict(os.environ)
    )
    assert ended.returncode == 1
    lines = ended.stderr.splitlines()
    for name in OF_A_WORKER:
        assert sum(line.startswith(name) for line in lines) == 1, ended.stderr
    assert "Traceback" not in ended.stderr


def test_nothing_is_made_while_anything_is_faulty(
    run: Run, home: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setenv("TABLELOG_PORT", "zero")
    run("projections", "status", status=1)
    assert not home.exists()


def test_no_password_is_said(run: Run, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("TABLELOG_LOG_URL", "postgresql://me:hush@db/log?sslmood=on")
    monkeypatch.setenv("TABLELOG_TABLES_URL", "mysql://me:hush@db/tables")
    monkeypatch.setenv("TABLELOG_REDIS_URL", "tcp://:hush@redis")
    monkeypatch.setenv("TABLELOG_LIMITS_URL", "tcp://:hush@redis")
    said = run("projections", "status", status=1).output
    assert said.count("TABLELOG_") == 4
    assert "hush" not in said


@pytest.mark.parametrize(
    ("given", "read"),
    [
        ("redis://127.0.0.1:6379/1", "redis://127.0.0.1:6379/1"),
        ("rediss://:hush@play.example.org", "rediss://:hush@play.example.org"),
        ("unix:///run/redis.sock?db=2", "unix:///run/redis.sock?db=2"),
        ("redis+unix:///run/redis.sock", "unix:///run/redis.sock"),
        ("valkey://127.0.0.1:6379", "redis://127.0.0.1:6379"),
        ("valkeys://127.0.0.1:6379", "rediss://127.0.0.1:6379"),
        ("valkey+unix:///run/valkey.sock", "unix:///run/valkey.sock"),
        ("memory://", None),
    ],
)
def test_counts_are_shared_through_any_address_of_a_redis(
    home: Path, monkeypatch: pytest.MonkeyPatch, given: str, read: str | None
) -> None:
    monkeypatch.setenv("TABLELOG_LIMITS_URL", given)
    assert read_settings(make=False).shared_limits_url == read


@pytest.mark.parametrize(
    "given", ["memcached://127.0.0.1", "redis+cluster://127.0.0.1:6379", "redis", "redis://127.0.0.1:port"]
)
def test_counts_are_shared_through_nothing_else(
    run: Run, home: Path, monkeypatch: pytest.MonkeyPatch, given: str
) -> None:
    monkeypatch.setenv("TABLELOG_LIMITS_URL", given)
    told = run("projections", "status", status=1).output
    assert "TABLELOG_LIMITS_URL: give it as memory://, redis://host:port or unix://" in told
