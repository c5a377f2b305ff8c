"""The metrics of all processes of one `tablelog up`, and the list of them in the guide."""

from __future__ import annotations

import json
import re
from collections.abc import Callable, Iterator
from urllib.error import URLError
from urllib.request import Request, urlopen

import pytest

from tests.cli.test_up import Up, ups, wait_until
from tests.support.documents import ROOT
from tests.support.ports import held_ports

LISTED = re.compile(r"^\| `(tablelog_\w+)` \| (\w+) \|", re.MULTILINE)
KIND = re.compile(r"^# TYPE (tablelog_\w+) (\w+)$", re.MULTILINE)
PLACES = ("worker", "bots", "jobs")


@pytest.fixture
def places() -> Iterator[range]:
    with held_ports(len(PLACES)) as ports:
        yield ports


@pytest.fixture
def start(port: int) -> Iterator[Callable[..., Up]]:
    with ups(port) as one:
        yield one


def shown(port: int) -> str:
    with urlopen(f"http://127.0.0.1:{port}/metrics", timeout=10) as answer:
        return str(answer.read().decode())


def healthy(port: int) -> bool:
    with urlopen(f"http://127.0.0.1:{port}/healthz", timeout=10) as answer:
        return bool(json.load(answer) == {"status": "ok"})


def is_there(port: int) -> bool:
    try:
        shown(port)
    except URLError:
        return False
    return True


def names(text: str) -> set[str]:
    return {
        name if kind != "counter" or name.endswith("_total") else f"{name}_total"
        for name, kind in KIND.findall(text)
        if not name.endswith("_created")
    }


def test_every_process_shows_the_metrics_that_the_guide_lists(
    start: Callable[..., Up], port: int, places: range
) -> None:
    up = start(TABLELOG_METRICS_PORT=str(places.start))
    up.wait_until_ready()
    ports = dict(zip(PLACES, places, strict=True)) | {"web": port}
    wait_until(lambda: all(map(is_there, ports.values())), "a process shows no metrics")
    listed = LISTED.findall((ROOT / "docs" / "operations.md").read_text("utf-8"))
    assert all(map(healthy, ports.values()))
    for process, its_port in ports.items():
        assert names(shown(its_port)) == {name for name, of in listed if of == process}
    opening = {
        "game": "time_of_chaos",
        "component_set": "demo",
        "chance": "drawn",
        "seats": [{"seat": "red", "color": "red"}, {"seat": "blue", "color": "blue"}],
    }
    asked = Request(
        f"http://127.0.0.1:{port}/v1/sessions",
        json.dumps(opening).encode(),
        {"Content-Type": "application/json"},
    )
    with urlopen(asked) as answer:
        assert answer.status == 201
    wait_until(
        lambda: 'tablelog_projection_position{projection="sessions"} 1.0' in shown(ports["worker"]),
        shown(ports["worker"]),
    )
    assert "tablelog_commit_seconds_count 1.0" in shown(port)
    assert "tablelog_folded_entries_total 1.0" in shown(ports["worker"])
    assert 'tablelog_jobs{status="waiting"} 0.0' in shown(ports["jobs"])
