"""CM-820 over HTTP: twin sessions, hidden cards exchanged, give a seat the same bytes from every route."""

from __future__ import annotations

import json
import re
from collections.abc import Iterator
from itertools import islice
from pathlib import Path
from typing import Any

import pytest
from flask import Flask

from domain.games import REGISTRY
from domain.games.chaosmos import GAME
from domain.kernel import PUBLIC, Rejected, Viewer
from service.app import create_app
from tests.games.chaosmos.table import DEMO
from tests.games.chaosmos.test_hidden import exchanged, received, recorded
from tests.service.conftest import Table, settings_at
from tests.support.recorded import library, opened

BY_NAME = {path.stem: path for path in library("chaosmos")}
TWO, THREE = BY_NAME["demo-2p-first-004"], BY_NAME["demo-3p-first-002"]
NOT_THE_SAME = re.compile(
    rb"[0-9a-f]{8}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{12}"
    rb"|[0-9a-f]{64}"
    rb"|(?<=\d-)[0-9a-f]{12}"
    rb"|20\d\d-\d\d-\d\dT[0-9:.]+(Z|\+00:00)"
)
"""Ids, digests (salted) and their beginnings, times: what differs between any two sessions."""

ROUTES = (
    *("", "/offers", "/entries", "/export", "/audit"),
    *("/timeline", "/scores", "/doom-tracks", "/region-counts"),
)
PROBES = (
    {"type": "play_card", "card": "ovoid"},
    {"type": "take_spoils", "card": "ovoid"},
    {"type": "transfer_cards", "to_hand": ["ovoid"]},
    {"type": "control_planet", "gear": "spore_mask"},
    {"type": "activate_flip", "card": "snare_trap", "from": "envelope"},
    {"type": "move", "to": "nowhere"},
)


@pytest.fixture
def app(tmp_path: Path) -> Iterator[Flask]:
    made = create_app(settings_at(tmp_path), REGISTRY)
    yield made
    made.extensions["tablelog"].close()


def twins(path: Path, seat: str | None) -> Iterator[tuple[Any, Any]]:
    """The game, and games that differ from it in cards that the seat never met."""
    opening, *actions = map(json.loads, path.read_text().splitlines())
    session, _ = opened(GAME, opening)
    steps = recorded(session, actions)
    mine = received(session, steps, PUBLIC if seat is None else Viewer(seat))
    for one in DEMO.box.cards.values():
        for other in DEMO.box.cards.values():
            met = any(f'"{card.id}"'.encode() in mine for card in (one, other))
            if one.id >= other.id or one.count != other.count or met:
                continue
            twin = exchanged(actions, one.id, other.id)
            try:
                recorded(session, twin)
            except Rejected:
                continue
            if twin != actions:
                yield actions, twin


def played(app: Flask, path: Path, actions: Any) -> Table:
    opening = json.loads(path.read_text().split("\n", 1)[0])
    return Table(app, opening).acted(*actions)


ASKED = {"X-Request-Id": "one"}
"""An id that problems contain."""


def everything(table: Table, holder: str, versions: int) -> Iterator[bytes]:
    """Status, headers and body of all that this token gets, the stream from its beginning included."""
    for path in (*ROUTES, *(f"?at={version}" for version in range(2, versions, 9))):
        answer = table.get(path, holder, **ASKED)
        yield b"%d %s %s" % (answer.status_code, path.encode(), answer.data)
        yield b"%d" % len(answer.data)
    seat = holder.removeprefix("seat:")
    for probe in PROBES:
        answer = table.post("/actions?dry_run=true", {"seat": seat, **probe}, holder, **ASKED)
        yield b"%d %s" % (answer.status_code, answer.data)
    stream = table.get("/stream", holder, Last_Event_ID="1")
    frames = b"".join(islice(stream.response, versions))
    stream.close()
    yield frames


def the_same(parts: Iterator[bytes]) -> bytes:
    return NOT_THE_SAME.sub(b"*", b"\n".join(parts))


@pytest.mark.parametrize(("path", "seat"), [(TWO, "north"), (TWO, None), (THREE, "east")])
def test_cm_820_every_route_says_the_same_of_twin_games(app: Flask, path: Path, seat: str | None):
    pair = next(twins(path, seat), None)
    assert pair is not None
    holder = "spectator" if seat is None else f"seat:{seat}"
    one, other = (played(app, path, actions) for actions in pair)
    count = len(pair[0]) + 1
    assert the_same(everything(one, holder, count)) == the_same(everything(other, holder, count))
    assert the_same(everything(one, "owner", count)) != the_same(everything(other, "owner", count))


def test_cm_820_halfway_too(app: Flask):
    """Before the end: the offers and refusals of a running game."""
    actions, twin = next(twins(TWO, "north"))
    count = len(actions) // 3
    one, other = (played(app, TWO, half[:count]) for half in (actions, twin))
    same = [the_same(everything(table, "seat:north", count + 1)) for table in (one, other)]
    assert same[0] == same[1]
