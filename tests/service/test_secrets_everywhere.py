"""Two worlds over the API: who cannot tell them apart, is given the same bytes by every route."""

from __future__ import annotations

import re
from collections.abc import Iterator
from itertools import islice
from pathlib import Path
from typing import Any

import msgspec
import pytest
from flask import Flask

from domain.games import REGISTRY
from domain.kernel import PUBLIC, Game, Viewer
from service.app import create_app
from tests.service.conftest import Table, settings_at
from tests.twins import Source, Twin
from tests.two_worlds import alike, source_of
from workers.follow import Follower

TWINS_LOOKED_AT = 60
ENTRIES_ON = 10
"""How long the two worlds stay alike."""
MOST_COMPARED = 40
NOT_THE_SAME = re.compile(
    rb"[0-9a-f]{8}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{12}"
    rb"|[0-9a-f]{64}"
    rb"|20\d\d-\d\d-\d\d(T[0-9:.]+(Z|\+00:00)| [0-9:]+ UTC)"
    rb'|"seconds":[0-9.e-]+'
)
"""Ids, digests (salted) and times: what differs between any two sessions."""
ROUTES = ("", "/offers", "/entries", "/export", "/audit", "/timeline", "/scores")


class Pair:
    """A game and a twin of it that a viewer cannot tell from it, up to that number of actions.

    holder: whose token it is that sees so, None for a stranger.
    """

    def __init__(self, source: Source, twin: Twin, viewer: Viewer, steps: int) -> None:
        self.source = source
        self.viewer = viewer
        self.holder = None if viewer.seat is None else f"seat:{viewer.seat}"
        before = source.actions[: twin.at]
        self.worlds = [
            [*before, *(msgspec.json.decode(moment.entry.action) for moment in moments[:steps])]
            for moments in (twin.one, twin.other)
        ]


def pair_of(game: Game[Any], seated: bool) -> Pair:
    """Worlds that a seat, or who only watches, cannot tell apart for long though they differ to the end."""
    for count in game.seat_counts:
        source = source_of(game, count)
        viewers = [Viewer(seat) for seat in source.seats] if seated else [PUBLIC]
        found = [
            Pair(source, twin, viewer, steps)
            for twin in source.twins(TWINS_LOOKED_AT)
            for viewer in viewers
            if (steps := min(alike(game, twin, viewer), MOST_COMPARED)) > ENTRIES_ON
            and twin.one[steps - 1].after != twin.other[steps - 1].after
        ]
        if found:
            return min(found, key=lambda pair: len(pair.worlds[0]))
    raise AssertionError("no worlds that stay alike")


@pytest.fixture
def apps(tmp_path: Path) -> Iterator[tuple[Flask, Flask]]:
    """Two services, one for each world: so what they count over all sessions can be compared too."""
    made = []
    for world in ("one", "other"):
        (tmp_path / world).mkdir()
        made.append(create_app(settings_at(tmp_path / world), REGISTRY))
    yield made[0], made[1]
    for app in made:
        app.extensions["tablelog"].close()


def recorded(app: Flask, pair: Pair, world: int) -> Table:
    """The session of one world, public and recorded by its scribe, and seen by the workers."""
    table = Table(app, {**pair.source.opening, "visibility": "public"})
    if pair.holder is not None and pair.holder not in table.tokens:
        given = table.post("/tokens", {"holders": [pair.holder]}, "owner", if_match=None)
        table.tokens |= given.json["tokens"]
    table.acted(*pair.worlds[world])
    found = app.extensions["tablelog"]
    Follower(found.store, found.engine, found.library).pull()
    return table


def everything(table: Table, pair: Pair) -> Iterator[tuple[str, bytes]]:
    """What was asked, and status and body of the answer."""
    game, version, holder = pair.source.game, len(pair.worlds[0]) + 1, pair.holder
    routes = [*ROUTES, *(f"/{series.key}" for series in game.series)]
    for path in (*routes, *(f"?at={at}" for at in range(2, version, 7))):
        answer = table.get(path, holder)
        yield path, b"%d %s" % (answer.status_code, answer.data)
    for path in ("/audit", *(f"/entry/{number}" for number in range(1, version + 1, 3))):
        page = table.client.get(f"/t/{table.id}{path}", headers=table.headers(holder))
        yield path, b"%d %s" % (page.status_code, page.data)
    if holder is not None:
        for tree in attempts(table, pair, holder):
            answer = table.post("/actions?dry_run=true", tree, holder)
            yield str(tree), b"%d %s" % (answer.status_code, answer.data)
    stream = table.get("/stream", holder, Last_Event_ID="1")
    yield "/stream", b"".join(islice(stream.response, version))  # type: ignore[arg-type]
    stream.close()
    for path in ("/v1/sessions", f"/v1/games/{game.key}", *statistics(game)):
        listed = table.client.get(path)
        yield path, b"%d %s" % (listed.status_code, listed.data)


def statistics(game: Game[Any]) -> list[str]:
    return [f"/v1/statistics/{game.key}/{measure.key}" for measure in game.statistics.measures]


def attempts(table: Table, pair: Pair, holder: str) -> Iterator[dict[str, Any]]:
    """What could be tried that asks for nothing hidden: what was done before, by its bare name."""
    seats = pair.source.seats if holder.startswith("recorder") else (pair.viewer.seat,)
    for seat in seats:
        for kind in sorted({tree["type"] for tree in pair.worlds[0] if tree.get("seat") == seat}):
            yield {"type": kind, "seat": seat}


@pytest.mark.parametrize("recorder", [False, True], ids=["and looks", "and records for all"])
@pytest.mark.parametrize("seated", [True, False], ids=["a seat", "a spectator"])
@pytest.mark.parametrize("game", REGISTRY.values(), ids=lambda game: game.key)
def test_every_route_says_the_same_of_two_worlds(
    apps: tuple[Flask, Flask], game: Game[Any], seated: bool, recorder: bool
) -> None:
    pair = pair_of(game, seated)
    if recorder:
        pair.holder = "recorder" if pair.viewer.seat is None else f"recorder:{pair.viewer.seat}"
    one, other = (recorded(app, pair, world) for world, app in enumerate(apps))
    answers = zip(everything(one, pair), everything(other, pair), strict=True)
    for (asked, mine), (_, others) in answers:
        assert NOT_THE_SAME.sub(b"*", mine) == NOT_THE_SAME.sub(b"*", others), asked
    owners = [NOT_THE_SAME.sub(b"*", table.get("/export").data) for table in (one, other)]
    assert owners[0] != owners[1], "the worlds are the same"
