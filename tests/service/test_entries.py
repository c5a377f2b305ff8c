"""The log, in pages and in lines."""

from __future__ import annotations

import json

from flask import Flask

from tests.service.conftest import REEF_OPENING, Table, place, problem


def laid(table: Table, count: int) -> Table:
    for turn in range(count):
        table.acted(place(("red", "blue")[turn % 2]))
    return table


def test_pages_follow_their_cursor_and_link(everywhere: Flask) -> None:
    table = laid(Table(everywhere, REEF_OPENING), 6)
    numbers, path = [], "/entries?limit=3"
    while path:
        answer = table.get(path)
        numbers.append([entry["number"] for entry in answer.json["items"]])
        link = answer.headers.get("Link")
        path = link.partition(">")[0].removeprefix(f"<{table.url}") if link else ""
    assert numbers == [[1, 2, 3], [4, 5, 6], [7]]


def test_a_part_of_the_log_is_from_to(reef: Table) -> None:
    laid(reef, 5)
    assert [entry["number"] for entry in reef.get("/entries?from=2&to=4").json["items"]] == [2, 3, 4]
    problem(reef.get("/entries?from=4&to=2"), 422, "invalid")
    problem(reef.get("/entries?limit=0"), 422, "invalid")
    problem(reef.get("/entries?limit=9999"), 422, "invalid")
    problem(reef.get("/entries?cursor=x"), 422, "invalid")
    problem(reef.get("/entries?form=2"), 422, "invalid")
    assert reef.get("/entries?from=99").json["items"] == []


def test_lines_come_for_those_who_accept_them(reef: Table) -> None:
    laid(reef, 3)
    answer = reef.get("/entries", Accept="application/x-ndjson")
    assert answer.content_type == "application/x-ndjson"
    lines = [json.loads(line) for line in answer.text.splitlines()]
    assert lines == reef.get("/entries").json["items"]
    problem(reef.get("/entries", Accept="text/csv"), 406, "not-acceptable")


def test_entries_are_redacted(reef: Table) -> None:
    reef.acted({"type": "hide_pearl", "seat": "red", "pearl": "black"})
    for accept in ("application/json", "application/x-ndjson"):
        assert "black" in reef.get("/entries", "seat:red", Accept=accept).text
        assert "black" not in reef.get("/entries", "seat:blue", Accept=accept).text
        assert "black" not in reef.get("/entries", "spectator", Accept=accept).text


def test_digests_are_the_chain_of_the_log(reef: Table) -> None:
    laid(reef, 2)
    stored = list(reef.app.extensions["tablelog"].store.read(reef.id))
    shown = reef.get("/entries", "spectator").json["items"]
    assert [entry["digest"] for entry in shown] == [entry.digest for entry in stored]
    assert reef.get().json["digest"] == stored[-1].digest


def test_entries_are_not_sent_twice(reef: Table) -> None:
    tag = reef.get("/entries").headers["ETag"]
    assert reef.get("/entries", If_None_Match=tag).status_code == 304
