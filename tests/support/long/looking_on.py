"""Looking on: while a scribe records, each answer is of one table, from its number to its last piece."""

from __future__ import annotations

import threading
from collections.abc import Iterator, Sequence
from concurrent.futures import ThreadPoolExecutor
from typing import Any, NamedTuple

import msgspec
from flask import Flask

from tests.service.conftest import Table
from tests.support.eager_threads import eager_threads

PATHS = ("", "?with=board", "?with=words,board,offers", "/offers", "/offers?with=words", "/entries?limit=500")
OF_A_TABLE = ("view", "standing", "moment", "board")


class Seen(NamedTuple):
    """An answer to somebody who looked on."""

    path: str
    status: int
    tag: str
    body: bytes


def looked_on(table: Table, actions: Sequence[Any]) -> list[Seen]:
    """Record the actions, one by one, while others look at the table in every way at once."""
    ended = threading.Event()

    def record() -> None:
        try:
            for action in actions:
                answer = table.act(action)
                assert answer.status_code == 201, answer.text
        finally:
            ended.set()

    def look(path: str) -> list[Seen]:
        return [*_looks(table.app, f"{table.url}{path}", path, table.headers("owner"), ended)]

    with eager_threads(), ThreadPoolExecutor(1 + len(PATHS)) as pool:
        looking = [pool.submit(look, path) for path in PATHS]
        pool.submit(record).result()
        return [seen for looks in looking for seen in looks.result()]


def _looks(
    app: Flask, address: str, path: str, headers: dict[str, str], ended: threading.Event
) -> Iterator[Seen]:
    client = app.test_client()
    while not ended.is_set():
        answer = client.get(address, headers=headers)
        yield Seen(path, answer.status_code, answer.headers.get("ETag", ""), answer.data)


def torn(table: Table, seen: Sequence[Seen]) -> Iterator[str]:
    """What of the answers does not belong together."""
    tables: dict[int, Any] = {}
    for answer in seen:
        if answer.status != 200:
            yield f"{answer.path}: {answer.status}"
            continue
        told = msgspec.json.decode(answer.body)
        number = told["version"]
        if number not in tables:
            tables[number] = table.get(f"?at={number}&with=board").json
        told.get("moment", {}).pop("waits", None)  # a table that is looked at later waits for nobody
        tables[number]["moment"].pop("waits", None)
        for fault in _faults(answer, told, tables[number]):
            yield f"{answer.path}, told of entry {number}: {fault}"


def _faults(answer: Seen, told: dict[str, Any], known: dict[str, Any]) -> Iterator[str]:
    number = told["version"]
    if "with" not in answer.path and answer.tag.strip('"').partition("-")[0] != str(number):
        yield f"its tag is {answer.tag}"
    if "items" in told:
        if [item["number"] for item in told["items"]] != [*range(1, number + 1)]:
            yield f"it lists {len(told['items'])} entries"
        if not all(item["live"] for item in told["items"]):
            yield "an entry of it does not stand"
    for member in OF_A_TABLE:
        if member in told and told[member] != known[member]:
            yield f"its {member} is another's"
    if told.get("at", number) != number:
        yield f"it stands at {told['at']}"
