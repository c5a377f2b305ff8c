"""A close reveals the secret of the draws by itself only where the game's end shows everything anyway."""

from __future__ import annotations

import hashlib
from typing import Any

import pytest
from flask import Flask

from tests.service.conftest import REEF_OPENING, MakeApp, Table, place, problem, recorded
from tests.support.service.answers import answered

EVERYBODY = ("owner", "scribe", "seat:red", "seat:blue", "spectator", None)
DRAWN: dict[str, Any] = REEF_OPENING | {"chance": "drawn", "visibility": "link", "options": {"rounds": 1}}
OUTCOMES = ("abandoned", "finished")


def ended(app: Flask, outcome: str, **closing: Any) -> Table:
    """A reef, which keeps its pearls hidden for ever, after a storm and a close by the owner."""
    table = Table(app, DRAWN).acted({"type": "roll_storm"})
    if outcome == "finished":
        table.acted(place("red"), place("blue"))
    assert table.post("/close", closing, "owner").status_code == 201
    return table


def last_entry(table: Table, holder: str | None) -> dict[str, Any]:
    entry: dict[str, Any] = table.get(f"/entries?from={table.version}", holder).json["items"][0]
    return entry


def kept_secret(table: Table) -> str:
    secret: bytes = table.app.extensions["tablelog"].registers.secret(table.id)
    return secret.hex()


@pytest.mark.parametrize("outcome", OUTCOMES)
def test_a_game_that_keeps_things_hidden_reveals_no_secret(app: Flask, outcome: str) -> None:
    table = ended(app, outcome)
    for holder in EVERYBODY:
        entry = last_entry(table, holder)
        assert (entry["outcome"], entry["secret"], entry["on_request"]) == (outcome, None, False)
    for path in ("", "/entries", "/export", "/audit"):
        assert kept_secret(table) not in table.get(path).text


def test_an_open_game_that_was_broken_off_reveals_none_either(app: Flask) -> None:
    opening, *actions = recorded("demo-2p-001")
    table = Table(app, opening).acted(actions[:5])
    assert table.post("/close", {}, "owner").json["entry"]["secret"] is None


def test_a_finished_game_that_opens_at_its_end_reveals_it_by_itself(app: Flask) -> None:
    opening, *actions = recorded("demo-2p-001")
    table = Table(app, opening).acted(actions)
    entry = table.post("/close", {}).json["entry"]
    assert hashlib.sha256(bytes.fromhex(entry["secret"])).hexdigest() == table.get().json["commitment"]
    assert entry["on_request"] is False


@pytest.mark.parametrize("outcome", OUTCOMES)
def test_the_owner_may_ask_for_it_and_everybody_sees_that(app: Flask, outcome: str) -> None:
    table = ended(app, outcome, reveal=True)
    for holder in EVERYBODY:
        entry = last_entry(table, holder)
        assert (entry["secret"], entry["on_request"]) == (kept_secret(table), True)
    audit = table.get("/audit").json
    assert (audit["passed"], audit["drawn"], audit["secret"]) == (True, 1, "revealed")


def test_nobody_else_may_ask_for_it(app: Flask) -> None:
    table = Table(app, DRAWN)
    body = problem(table.post("/close", {"reveal": True}, "scribe"), 403, "not-allowed")
    assert "owner" in body["detail"]
    assert table.version == 1
    assert table.post("/close", {"reveal": False}, "scribe").json["entry"]["secret"] is None


def test_a_close_is_for_ever_and_its_draws_are_proven_where_the_secret_is_kept(app: Flask) -> None:
    table = ended(app, "abandoned")
    problem(table.post("/close", {"reveal": True}, "owner"), 409, "session-closed")
    audit = table.get("/audit").json
    assert (audit["passed"], audit["drawn"], audit["secret"]) == (True, 1, "kept")
    assert [finding["kind"] for finding in audit["findings"]] == ["not_revealed"]


def test_an_audit_checks_the_draws_of_an_open_session_too(app: Flask) -> None:
    table = Table(app, DRAWN).acted({"type": "roll_storm"})
    audit = table.get("/audit")
    assert (audit.json["drawn"], audit.json["secret"], audit.json["findings"]) == (1, "kept", [])
    assert kept_secret(table) not in audit.text


def imported_elsewhere(table: Table, make_app: MakeApp) -> Table:
    """The same session in a service that does not keep its secret."""
    data = table.get("/export").data
    app = make_app("elsewhere")
    answer = answered(app.test_client().post("/v1/imports", data=data, content_type="application/json"))
    assert answer.status_code == 201, answer.text
    copy = Table.__new__(Table)
    vars(copy).update(vars(table))
    copy.app, copy.client, copy.tokens = app, app.test_client(), answer.json["items"][0]["tokens"]
    return copy


@pytest.mark.parametrize("chance", ["declared", "drawn"])
@pytest.mark.parametrize("closing", [{}, {"reveal": True}])
def test_an_imported_session_in_which_nothing_was_drawn_is_closed_without_its_secret(
    make_app: MakeApp, chance: str, closing: dict[str, Any]
) -> None:
    opening = REEF_OPENING | {"chance": chance}
    table = imported_elsewhere(Table(make_app(), opening).acted(place("red")), make_app)
    answer = table.post("/close", closing, "owner")
    assert answer.status_code == 201, answer.text
    entry = answer.json["entry"]
    assert (entry["outcome"], entry["secret"], entry["on_request"]) == ("abandoned", None, False)
    assert table.get("/audit").json["passed"] is True


def test_an_imported_session_in_which_something_was_drawn_keeps_its_secret_where_it_is(
    make_app: MakeApp,
) -> None:
    table = imported_elsewhere(Table(make_app(), DRAWN).acted({"type": "roll_storm"}), make_app)
    problem(table.post("/close", {"reveal": True}, "owner"), 409, "secret-elsewhere")
    assert table.post("/close", {}, "owner").json["entry"]["outcome"] == "abandoned"
    assert table.get("/audit").json["passed"] is True
