"""Recorded games through the projections, with moves taken back and played again on the way."""

from __future__ import annotations

import json
from pathlib import Path

import msgspec
import pytest

from domain.games import REGISTRY
from domain.kernel.session import UnitOfWork
from replays.databases import make_engine
from replays.event_store import EventStore
from replays.library import Library
from service.queries import sessions
from service.queries.question import StatisticsQuery
from service.queries.visible_scope import EVERYTHING
from tests.support.recorded import STAMP, library, opened
from tests.support.reef import new_session_id
from tests.support.service.asked import answered
from tests.support.workers.serial import differences
from workers.follow import ProjectionRunner, prepare
from workers.rebuild import status

TAKEN_BACK_EVERY = 25


def with_every_action(game: str) -> list[Path]:
    """Recorded games that together hold every type of action that any of the title holds, long ones first."""
    types = {
        path: {json.loads(line).get("type") for line in path.read_text().splitlines()}
        for path in library(game)
    }
    chosen, seen = list[Path](), set[str]()
    for path in sorted(types, key=lambda path: (-path.stat().st_size, path.stem)):
        if not types[path] <= seen:
            chosen.append(path)
            seen |= types[path]
    return chosen


RECORDED = [
    pytest.param(game, recorded, id=recorded.stem)
    for game in REGISTRY
    for recorded in with_every_action(game)
]


def play_with_slips(game: str, recorded: Path, store: EventStore) -> UnitOfWork:
    """The game as it was recorded, but that now and then the last move is taken back and made again."""
    opening, *actions = map(json.loads, recorded.read_text().splitlines())
    session, draft = opened(REGISTRY[game], opening, new_session_id())
    first = draft.position.digest
    draft = UnitOfWork(session, lambda first, last: iter(()))
    for place, action in enumerate(actions, 1):
        draft.record(action, STAMP, None)
        if place % TAKEN_BACK_EVERY == 0:
            draft.retract(draft.position.version - 1, "slip", STAMP, exposed=True)
            draft.record(action, STAMP, None)
    body = msgspec.json.encode(session.opened, order="sorted")
    store.append(session.id, 1, [type(draft.stored[0])("opened", body, first), *draft.stored])
    return draft


@pytest.mark.parametrize(("game", "recorded"), RECORDED)
def test_a_recorded_game_comes_out_of_the_projections_as_it_was_played(
    game: str, recorded: Path, tmp_path: Path
) -> None:
    store = EventStore.open(f"sqlite:///{tmp_path}/log.db")
    engine = make_engine(f"sqlite:///{tmp_path}/tables.db")
    prepare(engine)
    final = play_with_slips(game, recorded, store)
    follower = ProjectionRunner(store, engine, Library())
    while follower.pull(limit=40, most_batches=1):
        pass
    assert not any(one.set_aside for one in status(store, engine))
    assert differences(store, Library(), engine) == []

    session, standing = final.session.id, REGISTRY[game].standing(final.position.state)
    entry = sessions.catalogue_entry(engine, session)
    assert entry is not None
    assert entry["winners"] == list(standing.winners)
    scores = sessions.series(engine, session, "scores")
    assert scores is not None
    last = {point["subject"]: point["value"] for point in scores["points"]}
    assert last == {seat.seat: seat.score for seat in standing.seats}
    for measure in REGISTRY[game].statistics.measures:
        answer = answered(engine, StatisticsQuery(game, measure.key, EVERYTHING))
        assert all(row["n"] == 1 for row in answer["rows"])
    engine.dispose()
    store.close()
