"""The home and all that is in it are for their owner's eyes alone, whatever the umask."""

from __future__ import annotations

import logging
import os
from pathlib import Path

import pytest

from service.app import create_app
from service.processes import supervisor
from service.processes.web import CannotStart
from service.settings import FaultySettings, read_settings
from tests.cli.conftest import home  # noqa: F401
from tests.service.conftest import GAMES, REEF_OPENING, Table, place
from tests.service.test_keys import umask
from tests.service.test_statistics import follow
from workers import settings as workers_settings


def modes(home: Path) -> dict[str, str]:  # noqa: F811
    found = {path.name: oct(path.stat().st_mode & 0o777) for path in home.rglob("*")}
    return found | {"": oct(home.stat().st_mode & 0o777)}


@pytest.mark.parametrize("mask", [0, 0o022, 0o077])
def test_whatever_is_made_is_private(home: Path, mask: int) -> None:  # noqa: F811
    with umask(mask):
        app = create_app(read_settings(), GAMES)
        Table(app, REEF_OPENING).acted(place("red"))
        follow(app)
        supervisor.redis_socket(home)
        with supervisor.only_one(home):
            found = modes(home)
        app.extensions["tablelog"].close()
    assert set(found) >= {"", "log.db", "log.db-wal", "log.db-shm", "tables.db", "tables.db-wal"}
    assert {name: mode for name, mode in found.items() if mode != "0o600"} == {"": "0o700", "run": "0o700"}


def test_a_worker_makes_what_is_private(home: Path) -> None:  # noqa: F811
    from workers import jobs

    with umask(0):
        settings = workers_settings.read_settings()
        jobs._runner.cache_clear()
        follower = jobs.this_process()
        follower.pull()
        jobs._runner.cache_clear()
    follower.store.close()
    follower.engine.dispose()
    assert settings.log_url == f"sqlite:///{home}/log.db"
    assert set(modes(home).values()) == {"0o600", "0o700"}


def test_wider_files_of_an_older_home_are_tightened_and_it_is_said(
    home: Path,  # noqa: F811
    caplog: pytest.LogCaptureFixture,
) -> None:
    with umask(0):
        app = create_app(read_settings(), GAMES)
        Table(app, REEF_OPENING)
    for path in home.iterdir():
        path.chmod(0o644)
    home.chmod(0o755)
    with caplog.at_level(logging.WARNING, "tablelog"):
        again = create_app(read_settings(), GAMES)
    for name in ("secret.key", "log.db", "log.db-wal", "tables.db"):
        assert (home / name).stat().st_mode & 0o777 == 0o600
        assert f"{home / name} could be read by others; its mode is 0600 now." in caplog.text
    assert home.stat().st_mode & 0o777 == 0o755
    assert f"{home} can be looked into by others" in caplog.text
    for made in (app, again):
        made.extensions["tablelog"].close()


def test_the_default_home_is_tightened_as_well(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, caplog: pytest.LogCaptureFixture
) -> None:
    """It is Tablelog's by its name; a folder that the operator named may hold more."""
    ours = tmp_path / ".tablelog"
    ours.mkdir()
    ours.chmod(0o755)
    monkeypatch.setattr(workers_settings, "default_home", lambda: ours)
    monkeypatch.delenv("TABLELOG_HOME", raising=False)
    with caplog.at_level(logging.WARNING, "tablelog"):
        read_settings()
    assert ours.stat().st_mode & 0o777 == 0o700
    assert f"{ours} could be looked into by others; its mode is 0700 now." in caplog.text


def test_a_home_that_is_private_is_not_spoken_of(
    home: Path,  # noqa: F811
    caplog: pytest.LogCaptureFixture,
) -> None:
    with caplog.at_level(logging.WARNING, "tablelog"):
        read_settings()
        read_settings()
    assert caplog.text == ""


@pytest.mark.skipif(os.getuid() == 0, reason="root writes everywhere")
def test_a_home_that_cannot_be_written_is_said(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    (tmp_path / "closed").mkdir(mode=0o500)
    monkeypatch.setenv("TABLELOG_HOME", str(tmp_path / "closed" / "home"))
    with pytest.raises(FaultySettings, match="cannot be made"):
        read_settings()


def test_a_home_below_a_file_is_said(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    (tmp_path / "file").write_text("")
    for named in ("file", "file/home"):
        monkeypatch.setenv("TABLELOG_HOME", str(tmp_path / named))
        for read in (read_settings, workers_settings.read_settings):
            with pytest.raises(FaultySettings, match=f"{tmp_path}/file is not a folder"):
                read()


def test_a_home_whose_name_no_folder_can_have_is_said(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("TABLELOG_HOME", "/tmp/" + "x" * 300)
    for read in (read_settings, workers_settings.read_settings):
        with pytest.raises(FaultySettings, match=r"x cannot be made: File name too long"):
            read()


def test_a_folder_in_the_place_of_a_file_is_left_as_it_is(tmp_path: Path) -> None:
    (tmp_path / "up.lock").mkdir(mode=0o755)
    with pytest.raises(CannotStart, match="Is a directory"), supervisor.only_one(tmp_path):
        pass
    assert (tmp_path / "up.lock").stat().st_mode & 0o777 == 0o755
