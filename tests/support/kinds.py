"""Unit, integration, end to end: what a test stands on, and what it costs.

A unit test computes. An integration test uses databases, Redis or the application in its own process. An
end-to-end test starts processes of Tablelog, or a browser.
"""

from __future__ import annotations

import sys
from collections.abc import Generator, Iterable
from dataclasses import dataclass
from pathlib import Path

import pytest

UNIT, INTEGRATION, END_TO_END = "unit", "integration", "end_to_end"
KINDS = {
    UNIT: "computes, and touches neither database nor process",
    INTEGRATION: "uses databases, Redis or the application in its own process",
    END_TO_END: "starts processes of Tablelog, or a browser",
}
OF_FOLDERS = {
    "games": UNIT,
    "kernel": UNIT,
    "game_template": UNIT,
    "guides": UNIT,
    "mutants": UNIT,
    "prose": UNIT,
    "structure": UNIT,
    "replays": INTEGRATION,
    "service": INTEGRATION,
    "workers": INTEGRATION,
    "frozen": INTEGRATION,
    "cli": END_TO_END,
    "clients": END_TO_END,
    "long": END_TO_END,
    "page": END_TO_END,
}
"""The kind of most tests of a folder; those beside the folders are unit tests."""
OF_FIXTURES = {
    "log_url": INTEGRATION,
    "redis_server": INTEGRATION,
    "postgresql_server": INTEGRATION,
    "tmp_path": INTEGRATION,
    "server": END_TO_END,
    "port": END_TO_END,
}
"""Fixtures that make a test dearer than its folder says."""
KEPT_FROM_UNITS = {"socket.connect", "sqlite3.connect", "subprocess.Popen"}
"""Audit events of Python that no unit test may raise."""
SLOWEST = 10


def kind_of(path: Path, fixtures: Iterable[str]) -> str:
    """The dearest kind that the folder of a test or one of its fixtures stands for."""
    folder = path.relative_to(Path(__file__).parents[1]).parts[0]
    found = {OF_FOLDERS.get(folder, UNIT), *(OF_FIXTURES[name] for name in fixtures if name in OF_FIXTURES)}
    return max(found, key=[*KINDS].index)


class NotAlone(Exception):
    """A unit test uses a database, a socket or a process."""


@dataclass(slots=True)
class Cost:
    """What the tests of a kind took: seconds of the processes that run tests, not of a clock on the wall."""

    tests: int = 0
    seconds: float = 0.0


_running = END_TO_END
_costs = {kind: Cost() for kind in KINDS}
_of_tests: dict[str, float] = {}


def pytest_configure(config: pytest.Config) -> None:
    for kind, meaning in KINDS.items():
        config.addinivalue_line("markers", f"{kind}: {meaning}")
    sys.addaudithook(_watch)


def pytest_itemcollected(item: pytest.Item) -> None:
    """Every test has one kind: what its file says, or what it stands on."""
    if not any(item.get_closest_marker(kind) for kind in KINDS):
        item.add_marker(kind_of(item.path, getattr(item, "fixturenames", ())))


@pytest.hookimpl(wrapper=True)
def pytest_runtest_protocol(item: pytest.Item) -> Generator[None, object, object]:
    global _running
    _running = next(kind for kind in KINDS if item.get_closest_marker(kind))
    try:
        return (yield)
    finally:
        _running = END_TO_END


def _watch(event: str, arguments: tuple[object, ...]) -> None:
    if event in KEPT_FROM_UNITS and _running == UNIT:
        raise NotAlone(f"{event} in a unit test: mark its file as {INTEGRATION} or {END_TO_END}")


def pytest_runtest_logreport(report: pytest.TestReport) -> None:
    """Add up what each kind takes, and what each test."""
    kind = next((kind for kind in KINDS if kind in report.keywords), None)
    if kind is None:
        return  # no test: that the process of one ended
    cost = _costs[kind]
    cost.tests += report.when == "call"
    cost.seconds += report.duration
    _of_tests[report.nodeid] = _of_tests.get(report.nodeid, 0.0) + report.duration


def pytest_terminal_summary(terminalreporter: pytest.TerminalReporter) -> None:
    """Tell it, with the tests that took longest."""
    terminalreporter.section("what it took")
    for kind, cost in _costs.items():
        terminalreporter.write_line(f"{kind:12}{cost.tests:7,} tests{cost.seconds:9,.0f} s")
    dearest = sorted(_of_tests.items(), key=lambda found: found[1])[-SLOWEST:]
    for test, seconds in reversed(dearest):
        terminalreporter.write_line(f"{seconds:8.1f} s  {test}")
