"""A person is erased while Tablelog runs: no file of the home, no log and no later backup has the name."""

from __future__ import annotations

import gzip
import json
from collections.abc import Callable
from pathlib import Path
from typing import Any
from urllib.request import Request, urlopen

from redis import Redis

from tests.cli.test_up import Up, start
from tests.service.conftest import recorded

__all__ = ["start"]

NAME, ALIAS = "Quixolina Zevenbergen", "Zevvie Quixmaster"


def has_name(data: bytes) -> bool:
    return any(name.lower().encode() in data.lower() for name in (NAME, ALIAS))


def files_with_name(folder: Path) -> list[str]:
    """The files below the folder in which a name stands, packed or not."""
    found = []
    for path in folder.rglob("*"):
        if path.is_file():
            data = path.read_bytes()
            if has_name(data) or (path.suffix == ".gz" and has_name(gzip.decompress(data))):
                found.append(path.name)
    return found


def test_no_file_and_no_line_has_the_name_of_an_erased_person(
    start: Callable[..., Up], port: int, tmp_path: Path
) -> None:
    up = start(TABLELOG_LOG_LEVEL="DEBUG")
    up.wait_until_ready()

    def ask(method: str, path: str, body: Any = None, key: str | None = None) -> Any:
        headers = {"Content-Type": "application/json", "If-Match": "*"}
        headers |= {"Authorization": f"Bearer {key}"} if key else {}
        data = None if body is None else json.dumps(body).encode()
        request = Request(f"http://127.0.0.1:{port}/v1{path}", data, headers, method=method)
        with urlopen(request) as answer:
            return json.loads(answer.read())

    club = ask("POST", "/clubs", {"name": "Thursday table"})
    keeper, people = club["tokens"]["keeper"], f"/clubs/{club['club']}/people"
    person = ask("POST", people, {"name": NAME, "aliases": [ALIAS]}, keeper)["person"]
    opening, *actions = recorded("demo-2p-001")
    for labels in ({"red": NAME}, {"blue": ALIAS}, {"red": NAME.upper()}):
        opened = ask("POST", f"/clubs/{club['club']}/sessions", opening | {"labels": labels}, keeper)
        session, owner = f"/sessions/{opened['session']['id']}", opened["tokens"]["owner"]
        ask("POST", f"{session}/actions", actions[:20], owner)
        ask("POST", f"{session}/people/red/departures", {"name": "a substitute"}, owner)
        ask("GET", f"{session}/people", None, keeper)
    assert any(name.startswith("tables.db") for name in files_with_name(up.home))
    erased = ask("DELETE", f"{people}/{person}", None, keeper)
    assert erased == {"person": person, "seats": 1, "former": 2}
    assert files_with_name(up.home) == []
    up.run("backup", str(tmp_path / "kept"))
    assert files_with_name(tmp_path) == []
    redis = Redis.from_url(f"unix://{up.home}/run/redis.sock", socket_timeout=10)
    assert not [key for key in redis.scan_iter() if has_name(key + (redis.dump(key) or b""))]
    assert "0 failed" in up.run("audit", "--all", "--processes", "1")
    assert up.end() == 0
    assert files_with_name(up.home) == []
    assert any(people in line for line in up.output), "the requests are in the log"
    assert not [line for line in up.output if has_name(line.encode())]
