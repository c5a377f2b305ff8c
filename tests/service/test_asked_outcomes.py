"""A dry run of an action whose outcomes the table declares says what is to be rolled or drawn next."""

from __future__ import annotations

from typing import Any

import msgspec
import pytest
from flask import Flask

from domain.kernel.offers import Domain, admits
from tests.service.conftest import REEF_OPENING, Table, problem, recorded

STORM = {"type": "roll_storm", "chance": "declared"}
DRY = "/actions?dry_run=true"


@pytest.fixture
def table(app: Flask) -> Table:
    """A reef that draws, and lets the table declare."""
    return Table(app, REEF_OPENING | {"chance": "drawn", "may_declare": True})


def test_a_die_that_is_not_declared_is_asked_for(table: Table) -> None:
    answer = table.post(DRY, STORM)
    assert answer.status_code == 200
    (asked,) = answer.json["outcomes"]
    assert asked == {"path": "face", "domain": {"kind": "choice", "values": [1, 2, 3, 4, 5, 6]}}
    assert "entry" not in answer.json
    assert table.version == 1


def test_with_the_die_it_tells_the_entry(table: Table) -> None:
    answer = table.post(DRY, STORM | {"face": 4})
    assert "outcomes" not in answer.json
    assert answer.json["entry"]["facts"] == [{"fact": "storm_rolled", "face": 4}]


def test_recorded_without_it_the_action_is_refused_with_what_is_asked(table: Table) -> None:
    body = problem(table.act(STORM), 409, "rule")
    assert body["outcomes"] == table.post(DRY, STORM).json["outcomes"]
    assert table.version == 1


def test_a_drawn_session_is_asked_for_nothing(app: Flask) -> None:
    strict = Table(app, REEF_OPENING | {"chance": "drawn"})
    problem(strict.post(DRY, STORM), 409, "outcome-declared")


def test_cards_that_the_asker_may_hold_hidden_are_asked_as_its_offers_list_them(app: Flask) -> None:
    """The rules know the deck, and so what others hold: who asks is told what it cannot rule out."""
    opening, *actions = recorded("demo-2p-001")
    told = {name: opening[name] for name in ("component_set", "seats", "options")}
    table = Table(app, told | {"game": "time_of_chaos"})
    grab = next(place for place, action in enumerate(actions) if action["type"] == "grab" and place > 20)
    table.acted(*actions[:grab])
    seat = actions[grab]["seat"]
    for holder in ("scribe", f"seat:{seat}"):
        grabbing = {"type": "grab", "seat": seat, "chance": "declared"}
        (asked,) = table.post(DRY, grabbing, holder).json["outcomes"]
        offer = next(one for one in _offers(table, holder) if one["type"] == "grab")
        assert asked == {"path": "card", "domain": offer["parameters"]["card"]["of"]}
        assert admits(msgspec.convert(asked["domain"], Domain), actions[grab]["card"])


def _offers(table: Table, holder: str) -> list[dict[str, Any]]:
    found: list[dict[str, Any]] = table.get("/offers", holder).json["offers"]
    return found
