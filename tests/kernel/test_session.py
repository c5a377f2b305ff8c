"""The session: what is recorded, taken back, corrected and closed, as the design has it."""

from __future__ import annotations

import dataclasses
import json

import msgspec
import pytest

from domain.games.time_of_chaos import GAME
from domain.games.time_of_chaos.rules.action_step import adjacent_cities
from domain.kernel import Rejected
from domain.kernel.chance import keyed_draws
from domain.kernel.engine.entries import Closed, Noted, RecordedBy, Retracted, StoredEntry, digest_of, unseal
from domain.kernel.session import (
    SNAPSHOT_EVERY,
    ActionIdReused,
    NotComputable,
    NotLive,
    Session,
    SessionClosed,
    Stamp,
    UnitOfWork,
    live_numbers,
)
from domain.kernel.session.opening import OpeningRequest, load_components, open_session
from tests.support.recorded import library, played_to_the_end

STAMP = Stamp(at="2026-01-01T00:00:00.000Z", by=RecordedBy("scribe"), salt="5a17")
SECRET = bytes(range(32))
COMPONENTS = load_components(GAME, GAME.demo_sets()["demo"])


class Log:
    """A session with its stored entries, as a service would keep them."""

    def __init__(self, **opening):
        seats = ({"seat": "red", "color": "red"}, {"seat": "blue", "color": "blue"})
        request = OpeningRequest(seats=seats, **opening)
        self.session, opened, stored = open_session(GAME, COMPONENTS, request, "s-1", SECRET, STAMP)
        self.entries, self.stored = [opened], [stored]

    def read(self, first, last):
        return iter(self.entries[first - 1 : last])

    def draft(self):
        return UnitOfWork(self.session, self.read)

    def keep(self, draft):
        self.entries += draft.entries
        self.stored += draft.stored
        draft.commit()

    def record(self, *actions, below=None):
        draft = self.draft()
        for action in actions:
            draft.record(action, STAMP, below)
        self.keep(draft)


@pytest.fixture
def log():
    log = Log(chance="drawn", may_declare=True)
    below = keyed_draws(SECRET, "s-1")
    log.record(
        {"type": "lay_out_tiles"},
        {"type": "deal_displays"},
        {"type": "choose_first_player", "first_player": "red"},
        {"type": "place_pawn", "seat": "blue", "tile": "present:A"},
        {"type": "place_pawn", "seat": "red", "tile": "present:B"},
        {"type": "send_disorder", "seat": "red"},
        {"type": "grab", "seat": "red"},
        below=below,
    )
    return log


def test_a_recorded_action_holds_its_outcome_and_where_it_came_from(log):
    entry = log.entries[-1]
    action = json.loads(bytes(entry.action))
    assert action["card"] in COMPONENTS.box.decks["present"]
    assert [(outcome.field, outcome.source) for outcome in entry.outcomes] == [("card", "drawn")]


def test_a_refused_action_changes_nothing(log):
    draft = log.draft()
    before = draft.position
    with pytest.raises(Rejected, match="TC-222"):
        draft.record({"type": "grab", "seat": "blue"}, STAMP, None)
    assert draft.position is before
    assert not draft.entries


def test_the_chain_links_every_entry_to_the_one_before(log):
    digests = ["0" * 64, *(stored.digest for stored in log.stored)]
    for previous, stored in zip(digests, log.stored, strict=False):
        assert stored.digest == digest_of(previous, stored.body)
    assert log.session.position.digest == digests[-1]


def test_a_cold_load_stands_where_the_live_session_stands(log):
    draft = log.draft()
    draft.retract(6, "wrong card", STAMP, exposed=True)
    log.keep(draft)
    log.record({"type": "send_disorder", "seat": "red"})
    first, *others = [unseal(GAME, stored.topic, stored.body) for stored in log.stored]
    cold = Session(GAME, COMPONENTS, first, log.stored[0].digest)
    for entry, stored in zip(others, log.stored[1:], strict=True):
        cold.follow(entry, stored.digest, log.read)
    assert cold.position == log.session.position


def test_taking_back_restores_state_and_draw_number_and_keeps_the_entries(log):
    stood = log.session.at(7, log.read)
    draft = log.draft()
    draft.retract(7, "no grab after all", STAMP, exposed=True)
    log.keep(draft)
    assert log.session.state == stood.state
    assert log.session.position.draws == stood.draws
    assert live_numbers(log.session.position.live) == [1, 2, 3, 4, 5, 6, 7, 9]
    assert isinstance(log.entries[-1], Retracted)
    assert len(log.entries) == 9


def test_a_retracted_entry_is_no_place_to_go_back_to(log):
    draft = log.draft()
    draft.retract(5, "back", STAMP, exposed=False)
    with pytest.raises(NotLive):
        draft.retract(7, "forward", STAMP, exposed=False)
    with pytest.raises(NotLive):
        draft.retract(99, "nowhere", STAMP, exposed=False)


def test_the_log_as_it_stood_at_any_version(log):
    for version in range(1, log.session.version + 1):
        assert log.session.at(version, log.read).version == version
    with pytest.raises(NotLive):
        log.session.at(0, log.read)
    with pytest.raises(NotLive):
        log.session.at(log.session.version + 1, log.read)


def test_a_correction_is_applied_without_the_rules_and_flagged(log):
    draft = log.draft()
    draft.correct([{"fact": "penalty_taken", "seat": "blue"}], "forgotten penalty", STAMP)
    log.keep(draft)
    assert log.session.state.seats["blue"].penalties == 1
    assert log.session.position.flagged == 1


@pytest.mark.parametrize(
    "facts",
    [
        [{"fact": "penalty_taken", "seat": "nobody"}],
        [{"fact": "cube_placed", "seat": "red", "color": "red", "tile": "nowhere", "cause": "send"}],
    ],
)
def test_a_correction_that_cannot_be_applied_is_refused(log, facts):
    with pytest.raises(NotComputable):
        log.draft().correct(facts, "wrong", STAMP)


def test_a_correction_of_another_shape_is_refused(log):
    with pytest.raises(msgspec.ValidationError):
        log.draft().correct([{"fact": "rain"}], "wrong", STAMP)


def test_an_illegal_action_can_be_recorded_against_the_rules(log):
    far = next(city for city in "ACDEFGHI" if city not in adjacent_cities(log.session.state, "present:B"))
    travel = {"type": "travel", "seat": "red", "city": far}
    with pytest.raises(Rejected, match="TC-352"):
        log.draft().record(travel, STAMP, None)
    draft = log.draft()
    entry, _ = draft.record(travel, STAMP, None, reason="house rule")
    assert (entry.reason, entry.broken) == ("house rule", ("TC-352",))
    assert draft.position.state.seats["red"].pawn == f"present:{far}"
    assert draft.position.flagged == 1


def test_against_the_rules_still_needs_computable_facts(log):
    with pytest.raises(NotComputable):
        log.draft().record({"type": "travel", "seat": "red", "city": "Z"}, STAMP, None, reason="why not")


def test_against_the_rules_a_breach_is_refused_to_the_action_that_makes_it_alone(log):
    def counted(state):
        return [f"1: {state.actions_left} actions are left"] if red_stands_at(state, "present:B") else []

    log.session.game = dataclasses.replace(GAME, invariants=counted)
    draft = log.draft()
    draft.record({"type": "grab", "seat": "red"}, STAMP, lambda n, _: 0, reason="it was so")
    city = sorted(adjacent_cities(log.session.state, "present:B"))[0]
    draft.record({"type": "travel", "seat": "red", "city": city}, STAMP, None, reason="it was so")
    with pytest.raises(NotComputable, match="would break the table: 1: "):
        draft.record({"type": "travel", "seat": "red", "city": "B"}, STAMP, None, reason="it was so")


def red_stands_at(state, tile):
    return state.seats["red"].pawn == tile


def test_a_closed_session_takes_notes_and_nothing_else(log):
    draft = log.draft()
    draft.close("abandoned", SECRET.hex(), STAMP)
    log.keep(draft)
    draft = log.draft()
    for refused in (
        lambda: draft.record({"type": "grab", "seat": "red"}, STAMP, None),
        lambda: draft.correct([{"fact": "penalty_taken", "seat": "blue"}], "late", STAMP),
        lambda: draft.retract(5, "late", STAMP, exposed=False),
        lambda: draft.close("finished", SECRET.hex(), STAMP),
    ):
        with pytest.raises(SessionClosed):
            refused()
    draft.note("what an evening", STAMP, about=3)
    assert isinstance(draft.entries[-1], Noted)
    assert isinstance(log.entries[-1], Closed)


def test_a_repeated_request_is_known_and_another_body_under_its_id_is_an_error(log):
    draft = log.draft()
    stamp = msgspec.structs.replace(STAMP, action_id="id-1", request="hash-1")
    draft.record({"type": "end_turn", "seat": "red"}, stamp, None)
    log.keep(draft)
    assert log.session.recorded_as("id-1", "hash-1") == log.session.version
    assert log.session.recorded_as("id-2", "hash-1") is None
    with pytest.raises(ActionIdReused):
        log.session.recorded_as("id-1", "hash-2")


def test_a_long_session_goes_back_over_its_checkpoints():
    recorded = library("time_of_chaos")[-1]
    session, draft, actions = played_to_the_end(GAME, recorded)
    entries = [session.opened, *draft.entries]
    draft.commit()

    asked = []

    def read(first, last):
        asked.append(last - first + 1)
        return iter(entries[first - 1 : last])

    assert session.version == actions + 1
    for version in range(1, actions + 1):
        assert session.at(version, read).version == version
    assert max(asked) < SNAPSHOT_EVERY, "though all were recorded at once"


def test_an_entry_is_stored_as_canonical_json(log):
    for stored in log.stored:
        assert isinstance(stored, StoredEntry)
        tree = json.loads(stored.body)
        assert (
            json.dumps(tree, sort_keys=True, separators=(",", ":"), ensure_ascii=False).encode()
            == stored.body
        )
