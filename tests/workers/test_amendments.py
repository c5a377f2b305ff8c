"""A set that a table learns while it plays: figures count the session with it, and forget it on undo."""

from __future__ import annotations

import json
from copy import deepcopy
from pathlib import Path
from typing import Any

import msgspec

from domain.games import REGISTRY
from domain.kernel import ComponentSet
from domain.kernel.engine.entries import StoredEntry
from domain.kernel.session import UnitOfWork
from domain.kernel.session.opening import load_components
from replays.databases import make_engine
from replays.event_store import EventStore
from replays.library import Library
from service.queries import sessions
from tests.support.recorded import STAMP, library, opened
from tests.support.reef import new_session_id
from tests.support.workers.serial import differences
from workers.follow import ProjectionRunner, prepare
from workers.rebuild import status

GAME = REGISTRY["first_light"]
HALF = 100


def with_points(components: ComponentSet, item: str, more: int) -> ComponentSet:
    document: dict[str, Any] = deepcopy(dict(components.document))
    row = next(row for row in document["items"] if row["id"] == item)
    row["points"] += more
    return load_components(GAME, document)


def test_figures_follow_the_set_that_the_session_is_read_with(tmp_path: Path) -> None:
    opening, *actions = map(json.loads, library(GAME.key)[-1].read_text().splitlines())
    session, _ = opened(GAME, opening, new_session_id())
    before = session.components
    work = UnitOfWork(session, lambda first, last: iter(()))
    for action in actions[:HALF]:
        work.record(action, STAMP, None)
    item = next(card.item for base in work.position.state.seats.values() for card in base.acquired)
    learnt, again = (with_points(before, item, more) for more in (2, 5))
    sets = {one.hash: one for one in (before, learnt, again)}
    session.sets = sets.__getitem__
    at_home = Library(lambda name: (GAME.key, sets[name].document) if name in sets else None)
    store = EventStore.open(f"sqlite:///{tmp_path}/log.db")
    engine = make_engine(f"sqlite:///{tmp_path}/tables.db")
    prepare(engine)
    runner = ProjectionRunner(store, engine, at_home)
    body = msgspec.json.encode(session.opened, order="sorted")
    store.append(session.id, 1, [StoredEntry("opened", body, session.position.digest)])
    stored = 0

    def shown() -> tuple[str, int]:
        nonlocal stored
        store.append(session.id, stored + 2, work.stored[stored:])
        stored = len(work.stored)
        while runner.pull(limit=40, most_batches=1):
            pass
        assert not any(one.set_aside for one in status(store, engine))
        assert differences(store, at_home, engine) == []
        row = sessions.catalogue_entry(engine, session.id)
        standing = GAME.standing(work.position.state)
        assert row["scores"] == {seat.seat: seat.score for seat in standing.seats}
        return row["component_set"], sum(row["scores"].values())

    start = shown()
    work.amend(learnt, [f"items/{item}"], STAMP)
    assert shown() == (learnt.hash, start[1] + 2)
    for action in actions[HALF : HALF + 10]:
        work.record(action, STAMP, None)
    work.amend(again, [f"items/{item}"], STAMP)
    played = shown()
    work.retract(HALF + 12, "not so much", STAMP, exposed=False)
    assert shown() == (learnt.hash, played[1] - 3)
    work.retract(HALF + 1, "not our card", STAMP, exposed=False)
    assert shown() == start
    work.retract(HALF + 14, "our card", STAMP, exposed=False)
    assert shown() == (learnt.hash, played[1] - 3)
