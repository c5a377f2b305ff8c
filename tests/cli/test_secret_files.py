"""Secrets as files: `TABLELOG_…_FILE` names a file with the value, such as a secret of a container."""

from __future__ import annotations

from pathlib import Path

import pytest

from service.cli.client import default_url, opening_token_for
from service.processes import supervisor
from service.settings import FaultySettings, read_settings
from tests.cli.conftest import Run
from workers.settings import read_settings as read_settings_of_a_worker

SECRETS = {
    "TABLELOG_LOG_URL": "postgresql://tablelog:hush@db-1:5432,db-2:5432/log",
    "TABLELOG_TABLES_URL": "postgresql://tablelog:hush@db-1:5432,db-2:5432/tables",
    "TABLELOG_REDIS_URL": "redis://:hush@redis:6379/0",
    "TABLELOG_LIMITS_URL": "redis://:hush@redis:6379/1",
    "TABLELOG_SECRET_KEY": "k" * 40,
    "TABLELOG_OLD_SECRET_KEYS": f"{'o' * 40},{'p' * 40}",
    "TABLELOG_OPENING_TOKEN": "opens-any-table-here",
    "TABLELOG_OPERATOR_TOKEN": "sees-every-session",
}
OF_A_WORKER = ("TABLELOG_LOG_URL", "TABLELOG_TABLES_URL", "TABLELOG_REDIS_URL")


@pytest.fixture
def files(tmp_path: Path, home: Path, monkeypatch: pytest.MonkeyPatch) -> dict[str, Path]:
    """A file for every secret; the environment names these files and nothing else."""
    paths = {name: tmp_path / name.lower() for name in SECRETS}
    for name, path in paths.items():
        path.write_text(f"{SECRETS[name]}\n")
        monkeypatch.delenv(name, raising=False)
        monkeypatch.setenv(f"{name}_FILE", str(path))
    return paths


def test_every_secret_can_be_a_file(files: dict[str, Path], home: Path) -> None:
    read = read_settings()
    assert {
        "TABLELOG_LOG_URL": read.log_url,
        "TABLELOG_TABLES_URL": read.tables_url,
        "TABLELOG_REDIS_URL": read.redis_url,
        "TABLELOG_LIMITS_URL": read.limits_url,
        "TABLELOG_SECRET_KEY": read.secret_key,
        "TABLELOG_OLD_SECRET_KEYS": ",".join(read.old_secret_keys),
        "TABLELOG_OPENING_TOKEN": read.opening_token,
        "TABLELOG_OPERATOR_TOKEN": read.operator_token,
    } == SECRETS
    assert opening_token_for(default_url()) == SECRETS["TABLELOG_OPENING_TOKEN"]
    worker = read_settings_of_a_worker()
    assert [worker.log_url, worker.tables_url, worker.redis_url] == [SECRETS[name] for name in OF_A_WORKER]
    assert not list(home.iterdir())


def test_a_secret_stays_out_of_the_environment_of_processes(files: dict[str, Path]) -> None:
    read = read_settings()
    passed_on = supervisor.environment(read, read.host, read.redis_url)
    assert not set(SECRETS.values()) & set(passed_on.values())


def test_a_redis_of_our_own_is_passed_on(home: Path) -> None:
    read = read_settings()
    assert supervisor.environment(read, read.host, "unix:///run/x")["TABLELOG_REDIS_URL"] == "unix:///run/x"


@pytest.mark.parametrize("name", SECRETS)
def test_a_value_and_a_file_are_too_much(
    files: dict[str, Path], monkeypatch: pytest.MonkeyPatch, name: str
) -> None:
    monkeypatch.setenv(name, SECRETS[name])
    with pytest.raises(FaultySettings, match=rf"^{name} and {name}_FILE: set one of them, not both\.$"):
        read_settings()
    if name in OF_A_WORKER:
        with pytest.raises(FaultySettings, match=f"{name} and"):
            read_settings_of_a_worker()


@pytest.mark.parametrize("name", SECRETS)
def test_a_file_that_holds_no_secret_is_a_fault(files: dict[str, Path], name: str) -> None:
    """What a file should hold is never taken from elsewhere: an address would else be one in the home."""
    path = files[name]
    for content, reason in ((b" \n", "is empty"), (b"\xff", "cannot be read (it is not text)")):
        path.write_bytes(content)
        with pytest.raises(FaultySettings) as fault:
            read_settings()
        assert str(fault.value) == f"{name}_FILE: {path} {reason}."
    path.unlink()
    with pytest.raises(FaultySettings) as fault:
        read_settings()
    assert str(fault.value) == f"{name}_FILE: {path} cannot be read (No such file or directory)."


def test_a_key_in_a_file_of_the_operator_is_not_rotated_here(run: Run, files: dict[str, Path]) -> None:
    assert "TABLELOG_SECRET_KEY or its file" in run("keys", "rotate", status=1).output
    files["TABLELOG_SECRET_KEY"].unlink()
    assert "TABLELOG_SECRET_KEY or its file" in run("keys", "rotate", status=1).output
