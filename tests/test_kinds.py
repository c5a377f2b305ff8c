"""Every test has one kind, and a unit test touches neither database nor process."""

from __future__ import annotations

import socket
import sqlite3
import subprocess
import sys
from pathlib import Path

import pytest

from tests.support.kinds import (
    END_TO_END,
    INTEGRATION,
    OF_FOLDERS,
    UNIT,
    NotAlone,
    kind_of,
    pytest_runtest_logreport,
)

HERE = Path(__file__).parent


def test_a_unit_test_opens_no_database() -> None:
    with pytest.raises(NotAlone, match=r"sqlite3\.connect in a unit test"):
        sqlite3.connect(":memory:")


def test_a_unit_test_starts_no_process() -> None:
    with pytest.raises(NotAlone):
        subprocess.run([sys.executable, "-c", ""], check=True)


def test_a_unit_test_calls_nobody() -> None:
    with socket.socket() as line, pytest.raises(NotAlone):
        line.connect(("127.0.0.1", 1))


@pytest.mark.integration
def test_a_test_that_says_so_opens_one() -> None:
    sqlite3.connect(":memory:").close()


def test_the_kind_is_the_dearest_that_folder_and_fixtures_stand_for() -> None:
    assert kind_of(HERE / "test_kinds.py", []) == UNIT
    assert kind_of(HERE / "games" / "time_of_chaos" / "test_setup.py", ["log_url"]) == INTEGRATION
    assert kind_of(HERE / "service" / "test_root.py", ["client"]) == INTEGRATION
    assert kind_of(HERE / "service" / "test_proxies.py", ["server"]) == END_TO_END
    assert kind_of(HERE / "page" / "test_cards.py", ["tmp_path"]) == END_TO_END


def test_every_folder_of_tests_has_its_kind() -> None:
    assert OF_FOLDERS.keys() == {path.parent.name for path in HERE.glob("*/test_*.py")}


def test_that_the_process_of_a_test_ended_is_no_test() -> None:
    """What pytest-xdist reports of a worker that went away: it has no keywords, and the run must go on."""
    gone = pytest.TestReport("tests/x.py", ("tests/x.py", None, "x"), {}, "failed", "gone", "???")
    pytest_runtest_logreport(gone)
