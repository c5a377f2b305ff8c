"""`tablelog record` over a real service: tokens first, and what was interrupted goes on."""

from __future__ import annotations

import json
import signal
import subprocess
import sys
from collections.abc import Callable, Iterator
from pathlib import Path
from typing import Any

import click
import pytest
from click.testing import Result
from flask import Flask

from replays.library import Library
from service.app import create_app
from service.cli import client
from service.cli.client import ApiResponse
from tests.cli.conftest import Run
from tests.service.conftest import settings_at
from tests.support.recorded import library
from tests.support.service.server import Server
from workers import rebuild
from workers.follow import ProjectionRunner

GAME = library("time_of_chaos")[0]
ACTIONS = len(GAME.read_text().splitlines()) - 1
LONG_GAME = max(library("chaos_order"), key=lambda path: path.stat().st_size)
"""Recorded one by one it takes seconds: a signal finds it at work."""
URL = "http://127.0.0.1:1"


@pytest.fixture
def app(tmp_path: Path) -> Iterator[Flask]:
    folder = tmp_path / "service"
    folder.mkdir()
    app = create_app(settings_at(folder))
    yield app
    app.extensions["tablelog"].close()


class Wire:
    """What the client sends reaches the application; a test may cut it, before a request or after."""

    def __init__(self, app: Flask) -> None:
        self.app = app
        self.posted: list[str] = []
        self.before: Callable[[str, int], None] = lambda path, number: None
        self.after: Callable[[str, int], None] = lambda path, number: None
        self.looked: Callable[[str], None] = lambda path: None

    def ask(
        self, api: Any, method: str, path: str, body: bytes | None, headers: dict[str, str]
    ) -> ApiResponse:
        sent = headers | ({"Authorization": f"Bearer {api.token}"} if api.token else {})
        if method == "POST":
            self.posted.append(path)
            self.before(path, len(self.posted))
        answer = self.app.test_client().open(
            path, method=method, data=body, headers=sent, content_type="application/json" if body else None
        )
        if method == "POST":
            self.after(path, len(self.posted))
        else:
            self.looked(path)
        return client._understood(answer.status_code, answer.data, answer.headers.get("ETag"))


@pytest.fixture
def wire(app: Flask, monkeypatch: pytest.MonkeyPatch) -> Wire:
    made = Wire(app)
    monkeypatch.setattr(client.Api, "_ask", lambda api, *asked: made.ask(api, *asked))
    monkeypatch.setattr(rebuild, "STILL_SECONDS", 0.0)
    return made


def interrupt(at: int) -> Callable[[str, int], None]:
    def press(path: str, number: int) -> None:
        if number == at:
            raise KeyboardInterrupt

    return press


def told_command(result: Result) -> list[str]:
    """The command that the message tells to go on with."""
    line = next(line for line in result.stderr.splitlines() if line.strip().startswith("tablelog record"))
    return line.split()[1:]


def entries(app: Flask, command: list[str]) -> list[dict[str, Any]]:
    session, token = command[command.index("--resume") + 1], command[command.index("--token") + 1]
    answer = app.test_client().get(
        f"/v1/sessions/{session}/entries?limit=500", headers={"Authorization": f"Bearer {token}"}
    )
    return list(answer.json["items"])


def test_tokens_are_told_before_the_first_action(run: Run, wire: Wire) -> None:
    wire.before = interrupt(2)
    result = run("record", GAME, "--url", URL, status=130)
    for holder in ("owner", "scribe", "seat:red", "spectator"):
        assert f"  {holder}: " in result.stdout
    assert "Traceback" not in result.output
    wire.before, wire.posted = interrupt(2), []
    result = run("record", GAME, "--url", URL, "--json", status=130)
    told = json.loads(result.stderr.splitlines()[0])
    assert {"owner", "scribe", "spectator"} <= told["tokens"].keys()
    assert told["session"] in result.stderr
    assert result.stdout == ""


@pytest.mark.parametrize("when", ["before", "after"])
@pytest.mark.parametrize("at", [2, 3, 7])
def test_what_was_interrupted_goes_on_and_nothing_is_recorded_twice(
    run: Run, wire: Wire, app: Flask, when: str, at: int
) -> None:
    """Before a request, or after it was stored and before its answer came."""
    setattr(wire, when, interrupt(at))
    result = run("record", GAME, "--url", URL, "--batch", 10, status=130)
    known = 1 + (at - 2) * 10
    assert f"up to line {known}" in result.stderr
    command = told_command(result)
    there = entries(app, command)
    assert len(there) == known + (10 if when == "after" else 0)
    setattr(wire, when, lambda path, number: None)
    result = run(*command, "--url", URL)
    assert f"{ACTIONS} actions recorded" in result.output
    assert "Final standing" in result.output
    kinds = [entry["kind"] for entry in entries(app, command)]
    assert kinds == ["opened", *["recorded"] * ACTIONS, "closed"]


def test_scores_are_asked_for_until_the_projections_have_come_so_far(
    run: Run, wire: Wire, app: Flask, monkeypatch: pytest.MonkeyPatch
) -> None:
    """A worker that comes late, as on a busy machine."""
    monkeypatch.setattr(rebuild, "STILL_SECONDS", 3_600.0)
    services = app.extensions["tablelog"]
    asked: list[str] = []

    def follow_at_the_third(path: str) -> None:
        if "/scores" in path:
            asked.append(path)
            if len(asked) == 2:
                ProjectionRunner(services.store, services.engine, Library()).pull()

    wire.looked = follow_at_the_third
    told = json.loads(run("record", GAME, "--url", URL, "--json").stdout)
    assert len(asked) == 3
    assert told["scores"] == {seat["seat"]: seat["score"] for seat in told["state"]["standing"]["seats"]}


def test_scores_are_not_waited_for_where_no_worker_follows(run: Run, wire: Wire) -> None:
    assert json.loads(run("record", GAME, "--url", URL, "--json").stdout)["scores"] is None
    assert "Is a worker running?" in run("record", GAME, "--url", URL).stdout


def test_a_recording_that_is_complete_goes_on_to_its_end(run: Run, wire: Wire, app: Flask) -> None:
    told = json.loads(run("record", GAME, "--url", URL, "--json").stdout)
    command = ["record", str(GAME), "--resume", told["session"], "--token", told["tokens"]["scribe"]]
    before = entries(app, command)
    again = json.loads(run(*command, "--url", URL, "--json").stdout)
    assert again["state"]["standing"] == told["state"]["standing"]
    assert entries(app, command) == before


def test_a_service_that_is_gone_is_told_with_the_place(
    run: Run, wire: Wire, monkeypatch: pytest.MonkeyPatch
) -> None:
    def gone(path: str, number: int) -> None:
        if number == 4:
            raise click.ClickException("No answer from http://127.0.0.1:1.")

    wire.before = gone
    result = run("record", GAME, "--url", URL, "--batch", 10, status=1)
    assert "No answer" in result.stderr
    assert "up to line 21" in result.stderr
    wire.before = lambda path, number: None
    run(*told_command(result), "--url", URL)


def test_a_refused_line_is_mended_in_the_file_and_goes_on(
    run: Run, wire: Wire, app: Flask, tmp_path: Path
) -> None:
    lines = GAME.read_text().splitlines()
    file = tmp_path / "game.jsonl"
    file.write_text("\n".join([*lines[:9], '{"type": "end_turn", "seat": "nobody"}', *lines[10:]]))
    result = run("record", file, "--url", URL, "--one-by-one", status=1)
    assert "line 10: " in result.stderr
    assert "up to line 9" in result.stderr
    command = told_command(result)
    file.write_text("\n".join(lines))
    run(*command, "--url", URL)
    assert len(entries(app, command)) == ACTIONS + 2


def test_another_file_is_not_gone_on_with(run: Run, wire: Wire, tmp_path: Path) -> None:
    wire.before = interrupt(4)
    command = told_command(run("record", GAME, "--url", URL, "--batch", 10, status=130))
    wire.before = lambda path, number: None
    lines = GAME.read_text().splitlines()
    for changed, said in (
        ([lines[0], *lines[2:]], "line 2 of the file"),
        ([*lines[:5], *lines[6:]], "line 6 of the file"),
        (library("first_light")[0].read_text().splitlines(), "plays time_of_chaos"),
    ):
        file = tmp_path / "other.jsonl"
        file.write_text("\n".join(changed))
        assert said in run("record", file, *command[2:], "--url", URL, status=1).output


def test_what_was_taken_back_since_is_not_gone_on_with(run: Run, wire: Wire, app: Flask) -> None:
    wire.before = interrupt(4)
    command = told_command(run("record", GAME, "--url", URL, "--batch", 10, status=130))
    wire.before = lambda path, number: None
    session, token = command[command.index("--resume") + 1], command[-1]
    taken_back = app.test_client().post(
        f"/v1/sessions/{session}/retractions",
        json={"to": 15, "reason": "not so"},
        headers={"Authorization": f"Bearer {token}", "If-Match": "*"},
    )
    assert taken_back.status_code == 201, taken_back.text
    output = run(*command, "--url", URL, status=1).output
    assert "Line 16 was recorded as entry 16" in output
    assert "taken back" in output


def test_going_on_needs_a_token_of_owner_or_scribe(run: Run, wire: Wire) -> None:
    told = json.loads(run("record", GAME, "--url", URL, "--json", "--keep-open").stdout)
    resume = ("record", GAME, "--url", URL, "--resume", told["session"])
    assert "--token" in run(*resume, status=2).output
    assert "owner's or scribe's" in run(*resume, "--token", told["tokens"]["seat:red"], status=1).output
    assert run(*resume, "--token", "nonsense", status=1).output


def test_ctrl_c_is_a_sentence_and_the_told_command_goes_on(tmp_path: Path) -> None:
    """The program itself, a real service, a real signal."""
    # Tests that run in the background ignore this signal, and so would every program that they start.
    before = signal.signal(signal.SIGINT, signal.default_int_handler)
    server = Server(tmp_path / "home").start()
    here = [sys.executable, "-m", "service.cli"]
    where: dict[str, Any] = {"cwd": Path(__file__).parents[2], "text": True}
    url = f"http://127.0.0.1:{server.port}"
    command = [*here, "record", str(LONG_GAME), "--url", url, "--one-by-one"]
    try:
        with subprocess.Popen(command, stdout=subprocess.PIPE, stderr=subprocess.PIPE, **where) as recording:
            assert "is open" in recording.stdout.readline()
            recording.send_signal(signal.SIGINT)
            _, told = recording.communicate(timeout=60)
        assert recording.returncode == 130, told
        assert "Traceback" not in told
        again = next(line.split() for line in told.splitlines() if line.strip().startswith("tablelog record"))
        done = subprocess.run(
            [*here, *again[1:], "--url", url], capture_output=True, timeout=60, check=False, **where
        )
        assert done.returncode == 0, done.stderr
        actions = len(LONG_GAME.read_text("utf-8").splitlines()) - 1
        assert f"{actions} actions recorded" in done.stdout
    finally:
        server.stop()
        signal.signal(signal.SIGINT, before)
