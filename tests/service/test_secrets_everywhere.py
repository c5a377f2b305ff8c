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
from werkzeug.test import TestResponse

from domain.games import REGISTRY
from domain.kernel import PUBLIC, Game, Viewer
from service.app import create_app
from tests.service.conftest import Table, settings_at
from tests.service.walking import (
    ASKED,
    OF_IT,
    OF_ONE_SESSION_TOLD_BY_NOTHING,
    SENT,
    SENT_ELSEWHERE,
    STREAMED,
    questions,
    routes,
)
from tests.twins import Source, Twin
from tests.two_worlds import alike, source_of
from workers.follow import Follower

TWINS_LOOKED_AT = 60
ENTRIES_ON = 10
"""How long the two worlds stay alike."""
MOST_COMPARED = 40
MOST_AT_ONCE = 100
NOT_THE_SAME = re.compile(
    rb"[0-9a-f]{8}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{12}"
    rb"|[0-9a-f]{64}|Digest [0-9a-f]{16}"
    rb"|20\d\d-\d\d-\d\d(T[0-9:.]+(Z|\+00:00)| [0-9:]+( UTC)?|%20[0-9]{2}%3A[0-9]{2}%3A[0-9]{2})"
    rb'|"(seconds|minutes)":[0-9.e-]+'
)
"""Ids, digests (salted) and times: what differs between any two sessions."""
LASTED = re.compile(rb'"(seconds|minutes)":[0-9]')
OF_EACH_ANSWER = {"X-Request-Id", "Date", "RateLimit"}
"""Headers that differ between any two answers."""
TAG = re.compile(r'"([0-9a-f]{24}|[0-9a-f]{32})"')
"""The hash of an answer's bytes: ids stand among them."""
NUMBERS = 8
"""Entries that are looked at one by one."""


class Pair:
    """A game and a twin of it that a viewer cannot tell from it, up to that number of actions.

    holder: whose token it is that sees so, None for a stranger.
    """

    def __init__(self, source: Source, twin: Twin, viewer: Viewer, steps: int) -> None:
        self.source = source
        self.at = twin.at
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
    for first in range(0, len(pair.worlds[world]), MOST_AT_ONCE):
        assert table.act(pair.worlds[world][first : first + MOST_AT_ONCE]).status_code == 201
    found = app.extensions["tablelog"]
    Follower(found.store, found.engine, found.library).pull()
    return table


def told(answer: TestResponse) -> bytes:
    """Status, headers and body of an answer, without what differs between any two sessions."""
    headers = {name: value for name, value in answer.headers if name not in OF_EACH_ANSWER}
    if LASTED.search(answer.data):
        headers.pop("Content-Length", None)
    lines = "".join(f"{name}: {TAG.sub('*', value)}\n" for name, value in sorted(headers.items()))
    return NOT_THE_SAME.sub(b"*", b"%d\n%s\n%s" % (answer.status_code, lines.encode(), answer.data))


def everything(table: Table, pair: Pair) -> Iterator[tuple[str, bytes]]:
    """What was asked, and what was answered: by every route, with the token where it belongs and beside."""
    version, holder = len(pair.worlds[0]) + 1, pair.holder
    since = range(pair.at + 1, version + 1)
    numbers = [2, *since[:: max(1, len(since) // NUMBERS)], version]
    held = {} if holder is None else {"Tablelog-Tokens": table.tokens[holder]}
    for path, form in questions(table, pair.source.game, numbers):
        of_one = table.id in path and not path.startswith("/compare")
        headers = table.headers(holder) if of_one else held
        yield f"{path} {form}", told(table.client.get(path, headers=headers | {"Accept": form}))
    if holder is not None:
        for tree in attempts(table, pair, holder):
            yield str(tree), told(table.post("/actions?dry_run=true", tree, holder))
    yield from streamed(table, holder, version)
    for path, bodies in SENT.items():
        for body in bodies:
            yield f"{path} {body}", told(table.post(f"/{path}", body, holder))
            yield f"after {path}", told(table.get("?with=words,board,offers", holder))
    yield from streamed(table, holder, version)


def streamed(table: Table, holder: str | None, version: int) -> Iterator[tuple[str, bytes]]:
    stream = table.get("/stream", holder, Last_Event_ID="1")
    sent = b"".join(islice(stream.response, version))  # type: ignore[arg-type]
    stream.close()
    yield "/stream", NOT_THE_SAME.sub(b"*", sent)


def attempts(table: Table, pair: Pair, holder: str) -> Iterator[dict[str, Any]]:
    """What could be tried that asks for nothing hidden: what was done before, by its bare name."""
    seats = pair.source.seats if holder.startswith("recorder") else (pair.viewer.seat,)
    for seat in seats:
        for kind in sorted({tree["type"] for tree in pair.worlds[0] if tree.get("seat") == seat}):
            yield {"type": kind, "seat": seat}


def must_say_the_same(apps: tuple[Flask, Flask], pair: Pair) -> None:
    """Both worlds answer everything alike, to whom they look alike; and not to their owners."""
    one, other = (recorded(app, pair, world) for world, app in enumerate(apps))
    owners = [NOT_THE_SAME.sub(b"*", table.get("/export").data) for table in (one, other)]
    assert owners[0] != owners[1], "the worlds are the same"
    for (asked, mine), (_, others) in zip(everything(one, pair), everything(other, pair), strict=True):
        assert mine == others, asked


@pytest.mark.parametrize("recorder", [False, True], ids=["and looks", "and records for all"])
@pytest.mark.parametrize("seated", [True, False], ids=["a seat", "a spectator"])
@pytest.mark.parametrize("game", REGISTRY.values(), ids=lambda game: game.key)
def test_every_route_says_the_same_of_two_worlds(
    apps: tuple[Flask, Flask], game: Game[Any], seated: bool, recorder: bool
) -> None:
    pair = pair_of(game, seated)
    if recorder:
        pair.holder = "recorder" if pair.viewer.seat is None else f"recorder:{pair.viewer.seat}"
    must_say_the_same(apps, pair)


SHUT = [game for game in REGISTRY.values() if not game.opens_when_finished]


@pytest.mark.parametrize("seated", [True, False], ids=["a seat", "a spectator"])
@pytest.mark.parametrize("game", SHUT, ids=lambda game: game.key)
def test_a_finished_game_that_stays_shut_says_the_same_of_two_worlds(
    apps: tuple[Flask, Flask], game: Game[Any], seated: bool
) -> None:
    """To its last entry and behind it: with a seat's eyes, in branches, in audits, in what it adds up to."""
    must_say_the_same(apps, finished_pair_of(game, seated))


def finished_pair_of(game: Game[Any], seated: bool) -> Pair:
    """Worlds that somebody cannot tell apart though both were played to their end."""
    source = source_of(game, min(game.seat_counts))
    viewers = [Viewer(seat) for seat in source.seats] if seated else [PUBLIC]
    for twin in source.twins(TWINS_LOOKED_AT):
        last = (twin.one[-1:], twin.other[-1:])
        if len(twin.one) == len(twin.other) and all(one and game.is_finished(one[0].after) for one in last):
            for viewer in viewers:
                if alike(game, twin, viewer, to_the_end=True) == len(twin.one):
                    return Pair(source, twin, viewer, len(twin.one))
    raise AssertionError("no finished worlds that stay alike")


def test_no_route_is_forgotten_here(apps: tuple[Flask, Flask]) -> None:
    """A new route is put among those that are walked, or among those that know of no session."""
    assert routes(apps[0], "GET") == {*ASKED, *STREAMED, *OF_ONE_SESSION_TOLD_BY_NOTHING}
    sent = {route for route in routes(apps[0], "POST") if route.startswith(f"{OF_IT}/")}
    beside = {route.removeprefix(f"{OF_IT}/") for route in sent} - {*SENT, *SENT_ELSEWHERE}
    assert beside == {"webhooks/<name:webhook>/deliveries"}
