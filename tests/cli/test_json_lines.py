"""Lines of JSON: what a process says that cannot start or ends by an error, and what others write."""

from __future__ import annotations

import json
import os
import subprocess
import sys
from pathlib import Path
from typing import Any

import pytest

from service.processes.restarter import announce, printing
from tests.support.documents import ROOT

TABLELOG = ("-m", "service.cli")
THREAD = "import threading; one = threading.Thread(target=lambda: 1 / 0); one.start(); one.join()"


def lines_of(*command: str, **variables: str) -> list[dict[str, Any]]:
    """What a Python process writes that ends with status 1: every line of it is an object."""
    ended = subprocess.run(
        [sys.executable, *command],
        env=os.environ | variables,
        stdout=subprocess.PIPE,
        stderr=subprocess.STDOUT,
        text=True,
        check=False,
        cwd=ROOT,
        timeout=120,
    )
    assert ended.returncode == 1, ended.stdout
    return [json.loads(line) for line in ended.stdout.splitlines()]


@pytest.mark.parametrize(
    ("process", "command"),
    [
        ("up", (*TABLELOG, "up")),
        ("web", (*TABLELOG, "serve")),
        ("bots", (*TABLELOG, "bots")),
        ("jobs", (*TABLELOG, "jobs")),
        ("worker", ("-m", "workers")),
    ],
)
def test_a_process_with_faulty_settings_says_so_in_one_line(
    tmp_path: Path, process: str, command: tuple[str, ...]
) -> None:
    faulty = {"TABLELOG_LOG_URL": "mysql://db/log", "TABLELOG_WEBHOOKS": "everywhere"}
    [line] = lines_of(*command, TABLELOG_LOG_FORMAT="json", TABLELOG_HOME=str(tmp_path), **faulty)
    assert line["process"] == process
    assert all(name in line["message"] for name in faulty)


def test_an_option_asks_for_json_before_anything_is_wrong(tmp_path: Path) -> None:
    [line] = lines_of(*TABLELOG, "up", "--json", TABLELOG_HOME=str(tmp_path), TABLELOG_PORT="zero")
    assert (line["process"], line["level"]) == ("up", "error")


@pytest.mark.parametrize("fault", ["1 / 0", f"{THREAD}; raise SystemExit(1)"])
def test_an_error_that_nobody_catches_is_one_line_with_its_traceback(fault: str) -> None:
    program = f"from workers.log_lines import log_in_lines; log_in_lines('worker'); {fault}"
    [line] = lines_of("-c", program, TABLELOG_LOG_FORMAT="json")
    assert line["process"] == "worker"
    assert line["exception"].startswith("Traceback")
    assert line["exception"].endswith("ZeroDivisionError: division by zero")


def test_lines_of_json_are_passed_on_and_others_become_json(
    monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    monkeypatch.setenv("TABLELOG_LOG_FORMAT", "json")
    say, own = printing(["worker"]), '{"level": "info", "message": "as it is"}'
    for line in (own, "Traceback (most recent call last):", "", '"a word"', "[1]"):
        say("worker", line)
    announce("Tablelog is ready")
    first, *others = capsys.readouterr().out.splitlines()
    assert first == own
    assert [(line["process"], line["message"]) for line in map(json.loads, others)] == [
        ("worker", "Traceback (most recent call last):"),
        ("worker", '"a word"'),
        ("worker", "[1]"),
        ("up", "Tablelog is ready"),
    ]
