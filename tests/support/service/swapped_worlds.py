"""Two worlds over the API: each recorded by a service of its own, and asked everything by one who looks."""

from __future__ import annotations

import re
from collections.abc import Callable, Iterable, Iterator
from copy import copy
from itertools import islice
from random import Random
from typing import Any, Self, TypeAlias

import msgspec
from flask import Flask
from werkzeug.test import TestResponse

from domain.kernel import PUBLIC, Game, Viewer
from domain.kernel.offers import Offer, sample_action
from tests.service.conftest import Table
from tests.support.service.walking import SENT, questions
from tests.support.twins import Source, Twin
from tests.support.two_worlds import alike, opened_parts, source_of
from workers.follow import ProjectionRunner

TWINS_LOOKED_AT = 60
ENTRIES_ON = 10
"""How long the two worlds stay alike."""
MOST_COMPARED = 40
MOST_AT_ONCE = 100
NOT_THE_SAME = re.compile(
    rb"[0-9a-f]{8}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{12}"
    rb"|[0-9a-f]{64}|Digest [0-9a-f]{16}|(?<=[0-9])-[0-9a-f]{12}(?![0-9a-f-])"
    rb"|20\d\d-\d\d-\d\d(T[0-9:.]+(Z|\+00:00)| [0-9:]+( UTC)?|%20[0-9]{2}%3A[0-9]{2}%3A[0-9]{2})"
    rb"|(?<=<time>)[0-9]{2}:[0-9]{2}(?=</time>)"
    rb'|"(seconds|(?:[a-z]+_)?minutes)":[0-9.e-]+|"request_id":"[0-9a-f]+"'
)
"""Ids, digests (salted) and times: what differs between any two sessions."""
LASTED = re.compile(rb'"(seconds|(?:[a-z]+_)?minutes)":[0-9]')
OF_EACH_ANSWER = {"X-Request-Id", "Date", "RateLimit"}
"""Headers that differ between any two answers."""
TAG = re.compile(r'"([0-9a-f]{24}|[0-9a-f]{32})"|(?<=[0-9])-[0-9a-f]{12}(?=[-"])')
"""The hash of an answer's bytes: ids stand among them; the beginning of a digest."""
NUMBERS = 8
"""Entries that are looked at one by one."""
PROOF = b'{"format":"tablelog-proof"'
DRAFTS = 12
"""Actions that a seat puts together on one table."""
ALL = "with=words,board,offers"
SHOWN_AROUND = 60
"""Bytes on either side of the first that differs."""


class Pair:
    """A game and a twin of it that a viewer cannot tell from it, up to that number of actions.

    holder: whose token it is that sees so, None for a stranger.
    """

    def __init__(self, source: Source, twin: Twin, viewer: Viewer, steps: int) -> None:
        self.source = source
        self.what = twin.what
        self.at = twin.at
        self.viewer = viewer
        self.holder = None if viewer.seat is None else f"seat:{viewer.seat}"
        before = source.actions[: twin.at]
        self.worlds = [
            [*before, *(msgspec.json.decode(moment.entry.action) for moment in moments[:steps])]
            for moments in (twin.one, twin.other)
        ]

    def recording(self) -> Self:
        """The same worlds, looked at by who records for the viewer, or for everybody."""
        recorder = copy(self)
        recorder.holder = "recorder" if self.viewer.seat is None else f"recorder:{self.viewer.seat}"
        return recorder


Finding: TypeAlias = Callable[[Source, Twin, Viewer], Pair | None]
"""The pair that a twin makes for a viewer; None if the viewer is told too soon which world it is in."""


def unfinished(source: Source, twin: Twin, viewer: Viewer) -> Pair | None:
    """Worlds that stay alike for long though they differ to the end."""
    steps = min(alike(source.game, twin, viewer), MOST_COMPARED)
    if steps > ENTRIES_ON and twin.one[steps - 1].after != twin.other[steps - 1].after:
        return Pair(source, twin, viewer, steps)
    return None


def finished(source: Source, twin: Twin, viewer: Viewer) -> Pair | None:
    """Worlds that stay alike though both were played to their end."""
    game, last = source.game, (twin.one[-1:], twin.other[-1:])
    if len(twin.one) == len(twin.other) and all(one and game.is_finished(one[0].after) for one in last):
        steps = alike(game, twin, viewer, to_the_end=True)
        return Pair(source, twin, viewer, steps) if steps == len(twin.one) else None
    return None


def pairs_of(
    source: Source, twins: Iterable[Twin], viewers: Iterable[Viewer], finding: Finding
) -> Iterator[Pair]:
    """The pairs that these twins make for these viewers, one twin after another."""
    seen_by = list(viewers)
    for twin in twins:
        for viewer in seen_by:
            pair = finding(source, twin, viewer)
            if pair is not None:
                yield pair


def pair_of(game: Game[Any], seated: bool) -> Pair:
    """Worlds that a seat, or who only watches, cannot tell apart: those that took the fewest actions."""
    for count in game.seat_counts:
        found = list(_first_pairs(source_of(game, count), seated, unfinished))
        if found:
            return min(found, key=lambda pair: len(pair.worlds[0]))
    raise AssertionError("no worlds that stay alike")


def finished_pair_of(game: Game[Any], seated: bool) -> Pair:
    """Finished worlds that somebody cannot tell apart."""
    for pair in _first_pairs(source_of(game, min(game.seat_counts)), seated, finished):
        return pair
    raise AssertionError("no finished worlds that stay alike")


def _first_pairs(source: Source, seated: bool, finding: Finding) -> Iterator[Pair]:
    viewers = [Viewer(seat) for seat in source.seats] if seated else [PUBLIC]
    return pairs_of(source, source.twins(TWINS_LOOKED_AT), viewers, finding)


def recorded(app: Flask, pair: Pair, world: int) -> Table:
    """The session of one world, public and recorded by its scribe, and seen by the workers."""
    table = Table(app, {**pair.source.opening, "visibility": "public"})
    if pair.holder is not None and pair.holder not in table.tokens:
        given = table.post("/tokens", {"holders": [pair.holder]}, "owner", if_match=None)
        table.tokens |= given.json["tokens"]
    for first in range(0, len(pair.worlds[world]), MOST_AT_ONCE):
        answer = table.act(pair.worlds[world][first : first + MOST_AT_ONCE])
        assert answer.status_code == 201, answer.text
    found = app.extensions["tablelog"]
    ProjectionRunner(found.store, found.engine, found.library).pull()
    return table


def both_recorded(apps: tuple[Flask, Flask], pair: Pair) -> tuple[Table, Table]:
    """Both worlds, each by a service of its own; to their owners they do not look alike."""
    one, other = (recorded(app, pair, world) for world, app in enumerate(apps))
    owners = [NOT_THE_SAME.sub(b"*", table.get("/export").data) for table in (one, other)]
    assert owners[0] != owners[1], "the worlds are the same"
    return one, other


def compared(one: Table, other: Table, pair: Pair) -> Iterator[tuple[str, bytes, bytes]]:
    """What was asked of both worlds, and what each of them answered."""
    for (asked, mine), (_, others) in zip(everything(one, pair), everything(other, pair), strict=True):
        yield asked, mine, others


def difference(asked: str, mine: bytes, others: bytes) -> str:
    """What was asked, and the bytes around the first that differs in the answers of the two worlds."""
    told_apart = (at for at, (one, other) in enumerate(zip(mine, others, strict=False)) if one != other)
    at = next(told_apart, min(len(mine), len(others)))
    seen = [answer[max(0, at - SHOWN_AROUND) : at + SHOWN_AROUND] for answer in (mine, others)]
    return f"{NOT_THE_SAME.sub(b'*', asked.encode()).decode()}: {seen[0]!r}, {seen[1]!r}"


def must_say_the_same(apps: tuple[Flask, Flask], pair: Pair) -> None:
    """Both worlds answer everything alike, to whom they look alike; and not to their owners."""
    for asked, mine, others in compared(*both_recorded(apps, pair), pair):
        assert mine == others, difference(asked, mine, others)


def told(answer: TestResponse) -> bytes:
    """Status, headers and body of an answer, without what differs between any two sessions."""
    headers = {name: value for name, value in answer.headers if name not in OF_EACH_ANSWER}
    data = answer.data
    if data.startswith(PROOF):
        data = proven(data)
    if data != answer.data or LASTED.search(data):
        headers.pop("Content-Length", None)
    lines = "".join(f"{name}: {TAG.sub('*', value)}\n" for name, value in sorted(headers.items()))
    return NOT_THE_SAME.sub(b"*", b"%d\n%s\n%s" % (answer.status_code, lines.encode(), data))


def proven(data: bytes) -> bytes:
    """A file to check, of each tree its parts alone: where they stand in it follows from their salts."""
    file = msgspec.json.decode(data)
    for entry in file["entries"]:
        if "tree" in entry:
            entry["tree"] = opened_parts(entry["tree"])
    return msgspec.json.encode(file)


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
            yield f"/actions {tree}", told(table.post("/actions?dry_run=true", tree, holder))
        for draft in drafts(table, holder):
            yield f"/actions {draft}", told(table.post(f"/actions?dry_run=true&{ALL}", draft, holder))
            *steps, last = draft
            ahead = {"steps": steps, "actions": [last]}
            yield f"/outlooks {draft}", told(table.post("/outlooks", ahead, holder))
            for kind in journeys(pair.source.game):
                far = {"type": kind, "seat": last.get("seat") or holder.partition(":")[2], "steps": steps}
                yield f"/far-places {far}", told(table.post("/far-places", far, holder))
            named = {"type": last["type"], "seat": last.get("seat"), "steps": steps}
            given = {name: value for name, value in last.items() if name not in named}
            chosen = named | {"given": dict(list(given.items())[:1])}
            yield f"/words {chosen}", told(table.post("/words", chosen, holder))
    yield from streamed(table, holder, version)
    for path, bodies in SENT.items():
        for body in bodies:
            yield f"{path} {body}", told(table.post(f"/{path}", body, holder))
            yield f"after {path}", told(table.get("?with=words,board,offers", holder))
    yield from streamed(table, holder, version)


def journeys(game: Game[Any]) -> Iterable[str]:
    """Types of actions of which several lead to a place far away."""
    return () if game.words is None else game.words.journeys


def drafts(table: Table, holder: str) -> Iterator[list[dict[str, Any]]]:
    """What could be put together: actions that are offered, each alone and with one that follows it."""
    random = Random(1)
    offers = msgspec.convert(table.get("/offers", holder).json["offers"], list[Offer])
    for offer in random.sample(offers, min(len(offers), DRAFTS)):
        first = sample_action(offer, random)
        yield [first]
        answer = table.post(f"/actions?dry_run=true&{ALL}", [first], holder)
        after = answer.json.get("after") if answer.status_code == 200 else None
        for following in msgspec.convert(after["now"]["offers"] if after else [], list[Offer])[:1]:
            yield [first, sample_action(following, random)]


def streamed(table: Table, holder: str | None, version: int) -> Iterator[tuple[str, bytes]]:
    """What the live stream sends of the entries that are there."""
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
