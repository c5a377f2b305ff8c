"""`tablelog record`, `replay`, `demo` and `serve` where something is wrong or has to be found again."""

from __future__ import annotations

import http.client
import json
import os
import signal
import subprocess
import sys
import time
from collections.abc import Iterator
from pathlib import Path

import pytest

from domain.games import REGISTRY
from tests.cli.conftest import Run
from tests.support.recorded import library
from tests.support.service.server import Server

ROOT = Path(__file__).parents[2]
PATIENCE_SECONDS = 120
GAME = library("time_of_chaos")[0].read_bytes()
OPENING, *ACTIONS = GAME.splitlines(keepends=True)


@pytest.fixture(scope="module")
def url(tmp_path_factory: pytest.TempPathFactory) -> Iterator[str]:
    server = Server(Path(tmp_path_factory.mktemp("recording"))).start()
    yield f"http://127.0.0.1:{server.port}"
    server.stop()


@pytest.mark.parametrize(
    ("content", "said"),
    [
        (b"", "it is empty"),
        (b"\n \n", "it is empty"),
        (b"nonsense\n", "line 1: this is not a JSON object"),
        (b"[1, 2]\n", "line 1: this is not a JSON object"),
        (bytes(range(256)) * 9, "line 1: this is not a JSON object"),
        (b'{"seats": []}\n', "line 1: the first line must open the session and name its game"),
        (b'\n{"seats": []}\n', "line 2: the first line must open the session and name its game"),
        (OPENING + b"nonsense\n", "line 2: this is not a JSON object"),
        (b'{"format": "tablelog", "version": 1, "game": "reef"}\n', "tablelog import"),
    ],
    ids=range(9),
)
def test_a_file_that_is_no_recorded_game_is_named_with_the_games(
    run: Run, tmp_path: Path, content: bytes, said: str
) -> None:
    path = tmp_path / "game.jsonl"
    path.write_bytes(content)
    told = run("record", path, "--url", "http://127.0.0.1:9", status=1).output
    assert told.startswith(f"Error: {path}")
    assert said in told
    assert all(game in told for game in REGISTRY)


@pytest.mark.parametrize("command", ["record", "replay"])
def test_a_file_that_cannot_be_read_is_named(run: Run, tmp_path: Path, command: str) -> None:
    missing = tmp_path / "missing.jsonl"
    assert f"{missing}: No such file" in run(command, missing, status=1).output
    assert f"{tmp_path}: Is a directory" in run(command, tmp_path, status=1).output


@pytest.mark.parametrize(
    ("content", "said"),
    [
        (OPENING.replace(b"time_of_chaos", b"chess"), "line 1: 422 There is no"),
        (b"\n\n" + OPENING.replace(b"time_of_chaos", b"chess"), "line 3: 422 There is no"),
        (OPENING + ACTIONS[0] + b'{"type": "fly", "seat": "red"}\n', "line 3: 422"),
        (OPENING + b"\n" + ACTIONS[0] + b"\n\n" + b'{"type": "fly", "seat": "red"}\n', "line 6: 422"),
        (OPENING + ACTIONS[0] + b"\n" + ACTIONS[0], "line 4: 409"),
    ],
    ids=range(5),
)
@pytest.mark.parametrize("options", [(), ("--one-by-one",)])
def test_a_line_that_the_service_refuses_is_named_with_its_file(
    run: Run, url: str, tmp_path: Path, content: bytes, said: str, options: tuple[str, ...]
) -> None:
    path = tmp_path / "game.jsonl"
    path.write_bytes(content)
    told = run("record", path, "--url", url, *options, status=1).output
    assert f"Error: {path}: {said}" in told
    assert b"chess" not in content or all(game in told for game in REGISTRY)


@pytest.mark.parametrize(
    ("content", "said"),
    [
        (OPENING.replace(b"time_of_chaos", b"chess"), "chess"),
        (b"", "not a portable file"),
        (bytes(range(256)) * 9, "not a portable file"),
        (OPENING + b"\n\n" + b'{"type": "end_turn", "seat": "red"}\n', "line 4: "),
    ],
    ids=range(4),
)
def test_replay_names_the_file_that_it_cannot_show(
    run: Run, tmp_path: Path, content: bytes, said: str
) -> None:
    path = tmp_path / "game.jsonl"
    path.write_bytes(content)
    told = run("replay", path, status=1).output
    assert told.startswith(f"Error: {path}: ")
    assert said in told


def test_replay_names_the_games_that_are_known(run: Run, tmp_path: Path) -> None:
    path = tmp_path / "game.jsonl"
    path.write_bytes(OPENING.replace(b"time_of_chaos", b"chess"))
    told = run("replay", path, status=1).output
    assert all(game in told for game in REGISTRY)


def test_the_demo_says_where_its_sessions_are(run: Run, url: str) -> None:
    told = run("demo", "--game", "time_of_chaos", "--url", url).output
    addresses = [word for word in told.split() if word.startswith(url)]
    assert [address.rsplit("/", 1)[1] for address in addresses[:3]] == ["replay", "result", "charts"]
    assert any("sandbox=any" in address for address in addresses)
    for address in addresses:
        connection = http.client.HTTPConnection(url.removeprefix("http://"), timeout=20)
        connection.request("GET", address.removeprefix(url))
        answer = connection.getresponse()
        assert answer.status == 200, (address, answer.read())
        connection.close()


def test_serve_listens_where_it_is_told(tmp_path: Path, port: int) -> None:
    kept = {name: value for name, value in os.environ.items() if not name.startswith("TABLELOG_")}
    process = subprocess.Popen(
        [sys.executable, "-m", "service.cli", "serve", "--port", str(port)],
        env=kept | {"TABLELOG_HOME": str(tmp_path), "TABLELOG_PORT": "1"},
        stderr=subprocess.DEVNULL,
        stdout=subprocess.DEVNULL,
        cwd=ROOT,
    )
    try:
        assert health(port) == {"status": "ok"}
    finally:
        process.send_signal(signal.SIGTERM)
        assert process.wait(PATIENCE_SECONDS) == 0


def health(port: int) -> object:
    """What the service on this port says of itself, as soon as it does."""
    end = time.monotonic() + PATIENCE_SECONDS
    while True:
        connection = http.client.HTTPConnection("127.0.0.1", port, timeout=5)
        try:
            connection.request("GET", "/healthz")
            return json.loads(connection.getresponse().read())
        except OSError:
            assert time.monotonic() < end
            time.sleep(0.05)
        finally:
            connection.close()
