"""Taking moves back again and again: the state is that of what is left, at the price of one fold."""

from __future__ import annotations

from dataclasses import replace
from functools import partial

import msgspec
import pytest

from domain.kernel.engine.entries import Entry, Retracted
from domain.kernel.session import Session, TableLost, UnitOfWork, live_numbers
from tests.support.reef import REEF, Log


def test_going_back_many_times_in_one_draft_folds_each_entry_a_few_times() -> None:
    log, folded = Log(rounds=200), []
    draft = UnitOfWork(log.session, lambda first, last: iter(log.entries[first - 1 : last]))
    evolve = REEF.evolve
    counting = replace(REEF, evolve=lambda state, fact: folded.append(1) or evolve(state, fact))
    draft.game = draft.session.game = counting
    for _ in range(60):
        seat = draft.position.state.active
        draft.record({"type": "place_cubes", "seat": seat, "region": "north", "count": 1}, log.stamp(), None)
        draft.record({"type": "roll_storm", "face": 6}, log.stamp(), None)
        draft.retract(draft.position.version - 1, "slip", log.stamp(), exposed=False)
    assert draft.position.state.turn == 61
    assert draft.position.state.storms == 0
    assert len(folded) < 60 * 60 * 4


def test_going_back_over_retractions_gives_what_a_fresh_fold_gives() -> None:
    log = Log(rounds=30)
    for place in range(12):
        log.place(1 + place % 3).storm().retract(log.session.version - 1)
        if place % 4 == 3:
            log.retract(log.session.version - 5)
    fresh = Session(REEF, log.session.components, log.entries[0], log.stored[0].digest)

    def read(first: int, last: int) -> list[Entry]:
        return log.entries[first - 1 : last]

    for entry, stored in zip(log.entries[1:], log.stored[1:], strict=True):
        fresh.follow(entry, stored.digest, read)
        assert fresh.at(entry.number, read).state == fresh.state
    assert fresh.state == log.session.state
    assert live_numbers(fresh.position.live) == live_numbers(log.session.position.live)


@pytest.mark.parametrize("to", [0, 3, 4])
def test_a_retraction_to_no_earlier_entry_is_not_followed(to: int) -> None:
    log = Log().place().place()
    forged = Retracted(
        session=log.id, number=4, to=to, reason="forged", **msgspec.structs.asdict(log.stamp())
    )
    if to == 3:
        forged = msgspec.structs.replace(forged, number=3)
    before = log.session.state
    log.session.follow(forged, "0" * 64, lambda first, last: log.entries[first - 1 : last])
    lost = log.session.position.lost
    assert lost is not None
    assert (lost.entry, log.session.state) == (forged.number, before)
    assert log.session.position.digest == "0" * 64, "whatever comes next is chained to it"
    assert log.session.version == forged.number
    assert live_numbers(log.session.position.live)[-1] == forged.number
    with pytest.raises(TableLost, match=f"go back to entry {forged.number - 1}\\."):
        log.place()


def test_whatever_comes_next_is_chained_to_an_entry_of_any_kind() -> None:
    log = Log()
    storm = {"fact": "storm_rolled", "face": 6}
    mend, go_back = partial(log.correct, storm), partial(log.retract, 2)
    for write in (log.place, log.note, mend, go_back, log.close, log.note):
        write()
        assert log.session.position.digest == log.stored[-1].digest
    assert len({type(entry) for entry in log.entries}) == 6
