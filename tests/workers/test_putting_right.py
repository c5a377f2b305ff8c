"""Read models follow a session that is voided, counted again, reopened and corrected, as a rebuild has it."""

from __future__ import annotations

import json
from pathlib import Path
from typing import Any

import msgspec

from domain.games import REGISTRY
from domain.kernel.engine.entries import RecordedBy, StoredEntry
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
from workers.rebuild import rebuild, status

GAME = REGISTRY["time_of_chaos"]
BY_OWNER = msgspec.structs.replace(STAMP, by=RecordedBy("owner"))
LATER = "01900000-0000-7000-8000-000000000009"


def test_live_rows_and_rebuilt_rows_say_the_same(tmp_path: Path) -> None:
    path = next(one for one in library(GAME.key) if one.stem == "demo-2p-007")
    opening, *actions = map(json.loads, path.read_text().splitlines())
    session, _ = opened(GAME, opening, new_session_id())
    work = UnitOfWork(session, lambda first, last: iter(()))
    for action in actions:
        work.record(action, STAMP, None)
    at_home = Library()
    store = EventStore.open(f"sqlite:///{tmp_path}/log.db")
    engine = make_engine(f"sqlite:///{tmp_path}/tables.db")
    prepare(engine)
    runner = ProjectionRunner(store, engine, at_home)
    body = msgspec.json.encode(session.opened, order="sorted")
    store.append(session.id, 1, [StoredEntry("opened", body, session.position.digest)])
    stored = 0

    def keep(draft: UnitOfWork) -> tuple[Any, ...]:
        """What is served after these entries, which must be what a rebuild makes of the log."""
        nonlocal stored
        store.append(session.id, stored + 2, draft.stored[stored:])
        stored = len(draft.stored)
        while runner.pull(limit=7, most_batches=1):
            pass
        live = served()
        assert differences(store, at_home, engine) == []
        rebuild(store, engine, at_home)
        assert served() == live
        assert differences(store, at_home, engine) == []
        assert not any(one.set_aside for one in status(store, engine))
        return live

    def served() -> tuple[Any, ...]:
        row = sessions.catalogue_entry(engine, session.id)
        assert row is not None
        question = StatisticsQuery(GAME.key, "win_share", EVERYTHING, ("seat",))
        counted = answered(engine, question)["rows"]
        wins = {one["group"]["seat"]: one["total"] for one in counted}  # type: ignore[index, union-attr]
        return row["status"], row["closed"], row["winners"], row["void"], wins

    assert keep(work) == ("finished", None, ["blue"], None, {"blue": 1, "red": 0})
    work.close("finished", None, STAMP)
    work.void("the wrong deck", BY_OWNER, replaced_by=LATER)
    void = {"entry": work.position.version, "reason": "the wrong deck", "replaced_by": LATER}
    assert keep(work) == ("finished", "finished", ["blue"], void, {})
    work.reopen("penalties were forgotten", BY_OWNER)
    work.correct([{"fact": "penalty_taken", "seat": "blue"}] * 2, "forgotten", STAMP)
    assert keep(work) == ("finished", None, ["red"], void, {})
    work.reinstate("it was the right deck", BY_OWNER)
    assert keep(work) == ("finished", None, ["red"], None, {"blue": 0, "red": 1})
    last = work.position.version - 3
    work.retract(last, "they were not", STAMP, exposed=False)
    assert keep(work) == ("finished", None, ["blue"], None, {"blue": 1, "red": 0})
    work.void("nobody cares", BY_OWNER)
    work.retract(last - 20, "from there", STAMP, exposed=False)
    live = keep(work)
    assert (live[0], live[3]) == ("open", {"entry": stored, "reason": "nobody cares", "replaced_by": None})
    engine.dispose()
