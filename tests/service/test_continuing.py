"""A session whose secret is kept here is continued by an import only with the draws of that secret."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

import msgspec
import pytest
from flask import Flask
from werkzeug.test import TestResponse

from domain.kernel.chance import Below, keyed_draws
from domain.kernel.engine.entries import StoredEntry
from domain.kernel.session import UnitOfWork
from replays.portable import portable, write
from service.sessions.commands import now
from tests.service.conftest import REEF_OPENING, Table, place, problem
from tests.support.reef import stamp
from tests.support.replays.logs import changed, rechained

STORM = {"type": "roll_storm"}
Spoil = Callable[[StoredEntry], StoredEntry]


@pytest.fixture
def table(app: Flask) -> Table:
    """A drawn reef in which one storm was rolled."""
    return Table(app, REEF_OPENING | {"chance": "drawn"}).acted(STORM)


def true_draws(table: Table) -> Below:
    """What the secret that is kept here draws."""
    return keyed_draws(table.app.extensions["tablelog"].registers.secret(table.id), table.id)


def other_draws(table: Table) -> Below:
    """Always another face than the secret's."""
    true = true_draws(table)
    return lambda n, number: (true(n, number) + 1) % n


def longer(table: Table, write_more: Callable[[UnitOfWork], object], spoil: Spoil | None = None) -> bytes:
    """The session as a file, with what somebody who has the log but not the recorder adds to it."""
    found = table.app.extensions["tablelog"]
    session = found.handler.look(table.id)
    draft = UnitOfWork(session, found.handler.reading(session))
    write_more(draft)
    more = draft.stored if spoil is None else [spoil(entry) for entry in draft.stored]
    stored = rechained([*found.store.read(table.id), *more])
    return write(portable(table.id, "reef", 1, session.components, stored))


def rolling(below: Below | None, **action: Any) -> Callable[[UnitOfWork], object]:
    return lambda draft: draft.record(STORM | action, msgspec.structs.replace(stamp(), at=now()), below)


def sent(table: Table, file: bytes, holder: str | None = "owner") -> TestResponse:
    headers = table.headers(holder) | {"X-Request-Id": "continuing"}
    return table.client.post("/v1/imports", data=file, content_type="application/json", headers=headers)


def test_draws_that_check_continue_it(table: Table) -> None:
    item = sent(table, longer(table, rolling(true_draws(table)))).json["items"][0]
    assert (item["status"], item["version"]) == ("continued", 3)
    assert table.get("/audit").json["passed"]


def as_declared(entry: StoredEntry) -> StoredEntry:
    return changed(entry, outcomes=[{"field": "face", "source": "declared"}])


def as_no_outcome(entry: StoredEntry) -> StoredEntry:
    return changed(entry, outcomes=[])


def as_copied(entry: StoredEntry) -> StoredEntry:
    return changed(entry, copied=True)


def with_other_facts(entry: StoredEntry) -> StoredEntry:
    face = msgspec.json.decode(entry.body)["facts"][0]["face"]
    return changed(entry, facts=[{"fact": "storm_rolled", "face": face % 6 + 1}])


@pytest.mark.parametrize("spoil", [None, as_declared, as_no_outcome, as_copied, with_other_facts])
def test_no_other_outcome_comes_in_whatever_it_says_it_is(table: Table, spoil: Spoil | None) -> None:
    file = longer(table, rolling(other_draws(table)), spoil)
    body = problem(sent(table, file), 422, "invalid-file")
    assert body["detail"].startswith("Entry 3: ")
    entries = table.get("/entries").json["items"]
    assert [entry["kind"] for entry in entries if entry["kind"] != "noted"] == ["opened", "recorded"]


def test_a_draw_with_another_number_does_not_check(table: Table) -> None:
    def renumbered(entry: StoredEntry) -> StoredEntry:
        return changed(entry, outcomes=[{"field": "face", "source": "drawn", "first_draw": 2, "draws": 1}])

    file = longer(table, rolling(true_draws(table)), renumbered)
    assert "Entry 3: " in problem(sent(table, file), 422, "invalid-file")["detail"]


def test_trying_is_told_to_the_table(table: Table) -> None:
    """Five tries would tell the sixth face: so each is seen."""
    problem(sent(table, longer(table, rolling(other_draws(table)))), 422, "invalid-file")
    note = table.get("/entries", "seat:blue").json["items"][-1]
    assert (note["kind"], note["refusal"], note["visible_to"]) == ("noted", "import", None)
    assert "owner" in note["text"]


@pytest.mark.parametrize("holder", [None, "scribe", "seat:red"])
def test_who_may_not_continue_it_learns_nothing_of_the_draws(table: Table, holder: str | None) -> None:
    answers = {
        sent(table, longer(table, rolling(draws(table))), holder).data for draws in (true_draws, other_draws)
    }
    assert len(answers) == 1
    assert b"not continued" in answers.pop()
    assert table.version == 2


def test_another_story_is_refused_before_its_draws_are_looked_at(table: Table) -> None:
    files = [longer(table, rolling(draws(table))) for draws in (true_draws, other_draws)]
    table.acted(place("red"))
    answers = {sent(table, file).data for file in files}
    assert len(answers) == 1
    assert b"other entries" in answers.pop()
    assert table.version == 3


def test_what_is_here_already_is_there_already(table: Table) -> None:
    file = longer(table, lambda draft: None)
    table.acted(STORM)
    for holder in ("owner", None):
        assert sent(table, file, holder).json["items"][0]["status"] == "already_there"


def test_corrections_and_declared_sessions_go_on_as_ever(table: Table, app: Flask) -> None:
    mended = longer(table, lambda draft: draft.correct([{"fact": "storm_rolled", "face": 1}], "so", stamp()))
    assert sent(table, mended).json["items"][0]["status"] == "continued"
    declared = Table(app, REEF_OPENING)
    file = longer(declared, rolling(None, face=4))
    assert sent(declared, file).json["items"][0]["status"] == "continued"
    file = longer(declared, rolling(other_draws(declared)))
    problem(sent(declared, file), 422, "invalid-file")


def test_a_fork_takes_no_more_copies(table: Table) -> None:
    """Copies are proven in their origin; what is added later could not be."""
    forked = table.post("/forks", {}, if_match=None).json
    table.id, table.tokens = forked["session"]["id"], forked["tokens"]
    table.url = f"/v1/sessions/{table.id}"
    file = longer(table, rolling(other_draws(table)), as_copied)
    assert "Entry 3: " in problem(sent(table, file), 422, "invalid-file")["detail"]
