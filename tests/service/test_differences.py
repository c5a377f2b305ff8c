"""An event `change` leads from the table that was told last to the one of now, and tells nobody more."""

from __future__ import annotations

import json
from collections.abc import Iterator
from functools import reduce
from typing import Any

import pytest

from service.api.stream import ToldLast, differences
from tests.support.service.following import Session, spoken
from tests.support.service.server import Server, events

RECORDED = 12


def put(told: Any, change: tuple[Any, Any]) -> Any:
    """What was told, with another value at a path, as a client does it: nothing that is there is changed."""
    path, value = change
    if not path:
        return value
    name, *further = path
    made = told.copy()
    made[name] = put(told[name], (further, value))
    return made


@pytest.mark.parametrize(
    ("before", "after", "found"),
    [
        ({"a": 1, "b": [1, {"c": 2}]}, {"a": 1, "b": [1, {"c": 3}]}, [(["b", 1, "c"], 3)]),
        ({"a": {"b": 1}}, {"a": {"b": 1, "c": 2}}, [(["a"], {"b": 1, "c": 2})]),
        ({"a": {"b": 1, "c": 2}}, {"a": {"b": 1}}, [(["a"], {"b": 1})]),
        ({"a": [1, 2]}, {"a": [1]}, [(["a"], [1])]),
        (
            {"a": 0, "b": 1, "c": None},
            {"a": False, "b": 1.5, "c": 0},
            [(["a"], False), (["b"], 1.5), (["c"], 0)],
        ),
        ({"a": [1, [2]]}, {"a": [1, [2]]}, []),
        ([1], {"0": 1}, [([], {"0": 1})]),
    ],
)
def test_each_part_that_differs_is_told_once_with_what_is_there_now(
    before: Any, after: Any, found: list[Any]
) -> None:
    assert list(differences(before, after)) == found
    assert json.dumps(reduce(put, found, before)) == json.dumps(after)


def test_who_was_told_nothing_is_told_no_change() -> None:
    told = ToldLast()
    assert told.changes({"a": 1}) is None
    assert told.changes({"a": 1}) == []
    assert told.changes({"a": 2}) == [[["a"], 2]]


@pytest.mark.parametrize("holder", ["scribe", "seat:blue", "spectator"])
def test_changes_lead_to_the_table_that_others_are_told_whole(server: Server, holder: str) -> None:
    session = Session(server)
    whole, parts = followed(session, holder, ""), followed(session, holder, ",changes")
    known = next(parts)
    assert known == next(whole)
    session.record(RECORDED)
    table = known[2]
    while table["version"] <= RECORDED:
        _, name, told = next(parts)
        if name == "change":
            table = reduce(put, told["changes"], table)
    assert table == next(told for _, name, told in whole if name == "table" and told["version"] > RECORDED)


def test_a_stream_that_is_resumed_tells_a_whole_table_first(server: Server) -> None:
    session = Session(server)
    session.record(3)
    stream = followed(session, "scribe", ",changes", last=2)
    told = [next(stream) for _ in range(3)]
    assert [(number, name) for number, name, _ in told] == [(3, "entry"), (4, "entry"), (4, "table")]
    session.record(1)
    (_, entry, _), (_, name, changed) = next(stream), next(stream)
    assert (entry, name) == ("entry", "change")
    assert len(json.dumps(changed)) < len(json.dumps(told[-1][2])) / 2


def followed(
    session: Session, holder: str, more: str, last: int | None = None
) -> Iterator[tuple[int, str, Any]]:
    """The stream with everything that a page draws, and more."""
    connection = session.server.connection()
    headers = {"Authorization": f"Bearer {session.tokens[holder]}"}
    if last is not None:
        headers["Last-Event-ID"] = str(last)
    connection.request("GET", f"{session.url}/stream?with=words,board,offers{more}", headers=headers)
    try:
        yield from events(spoken(connection.getresponse()))
    finally:
        connection.close()


@pytest.fixture(scope="module")
def server(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Server]:
    server = Server(tmp_path_factory.mktemp("differences")).start()
    yield server
    server.stop()
