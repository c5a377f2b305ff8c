"""The audit: every kind of tampering is found where it was done, every divergence and rule break is named."""

from __future__ import annotations

import dataclasses
import sqlite3
from collections.abc import Callable
from typing import Any

import msgspec
import psycopg
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from domain.kernel import Rejected
from domain.kernel.engine.entries import StoredEntry, codec_of
from replays.audit import audit_session
from replays.cursor import Cursor
from replays.event_store import EventStore
from replays.findings import Audit, Head
from replays.fork import fork
from replays.library import Library
from tests.support.replays.logs import (
    COMPONENTS,
    GAME,
    LIBRARY,
    OTHER_SESSION,
    SECRET,
    SESSION,
    changed,
    drawn_log,
    eventful_log,
    read_entry,
    rechained,
    recorded_log,
    session_of,
)


def audit(stored, **more) -> Audit:
    return audit_session(stored, more.pop("library", LIBRARY), session_of(stored), **more)


def found(result: Audit, severity: str) -> list[tuple[int | None, str]]:
    return [(f.entry, f.kind) for f in result.findings if f.severity == severity]


@pytest.fixture(scope="module")
def stored() -> list[StoredEntry]:
    return recorded_log(actions=30).stored


@pytest.mark.parametrize("number", range(6))
def test_every_recorded_game_passes(number: int) -> None:
    log = recorded_log(number)
    result = audit(log.stored)
    assert result.findings == ()
    assert result.derived == len(log.stored) - 1


def test_a_drawn_game_passes_and_its_draws_are_recomputed() -> None:
    result = audit(drawn_log())
    assert result.findings == ()
    assert result.drawn > 5


@given(place=st.integers(0, 30), data=st.data())
@settings(max_examples=25, deadline=None)
def test_a_changed_byte_is_found_at_its_entry(place: int, data: st.DataObject) -> None:
    stored = recorded_log(actions=30).stored
    body = bytearray(stored[place].body)
    at = data.draw(st.integers(0, len(body) - 1))
    body[at] ^= data.draw(st.integers(1, 255))
    stored[place] = msgspec.structs.replace(stored[place], body=bytes(body))
    result = audit_session(stored, LIBRARY, SESSION)
    assert not result.passed
    assert place + 1 in {entry for entry, _ in found(result, "tampered")}


def test_a_changed_digest_is_found_at_its_entry(stored: list[StoredEntry]) -> None:
    forged = [*stored]
    forged[4] = msgspec.structs.replace(forged[4], digest="f" * 64)
    assert found(audit(forged), "tampered") == [(5, "altered"), (6, "altered")]


def test_entries_in_another_order_are_found(stored: list[StoredEntry]) -> None:
    forged = [*stored]
    forged[4], forged[5] = forged[5], forged[4]
    assert (5, "reordered") in found(audit(forged), "tampered")


def test_an_entry_that_was_cut_out_is_found(stored: list[StoredEntry]) -> None:
    assert found(audit(stored[:9] + stored[10:]), "tampered") == [(10, "missing")]


def test_several_entries_that_were_cut_out_are_one_finding(stored: list[StoredEntry]) -> None:
    assert found(audit(stored[:9] + stored[14:]), "tampered") == [(10, "missing")]


def test_a_repeated_entry_is_found(stored: list[StoredEntry]) -> None:
    assert (10, "repeated") in found(audit([*stored[:10], *stored[9:]]), "tampered")


def test_a_missing_opening_is_found(stored: list[StoredEntry]) -> None:
    result = audit_session(stored[1:], LIBRARY, SESSION)
    assert (1, "missing") in found(result, "tampered")
    assert (1, "no_opening") in found(result, "diverges")


def test_an_empty_log_is_a_finding() -> None:
    assert (1, "missing") in found(audit_session([], LIBRARY, SESSION), "tampered")


def test_an_entry_of_another_session_is_found(stored: list[StoredEntry]) -> None:
    other = recorded_log(actions=30, session=OTHER_SESSION).stored
    assert (12, "foreign") in found(audit([*stored[:11], other[11], *stored[12:]]), "tampered")


def test_a_whole_log_under_another_session_is_found(stored: list[StoredEntry]) -> None:
    result = audit_session(stored, LIBRARY, OTHER_SESSION)
    assert (1, "foreign") in found(result, "tampered")


def test_a_cut_tail_is_found_by_the_expected_head(stored: list[StoredEntry]) -> None:
    head = Head(len(stored), stored[-1].digest)
    assert audit(stored, known=[head]).passed
    assert audit(stored[:-3]).passed
    assert found(audit(stored[:-3], known=[head]), "tampered") == [(len(stored) - 2, "cut")]


def test_a_log_forged_from_end_to_end_is_found_by_the_expected_head(stored: list[StoredEntry]) -> None:
    head = Head(len(stored), stored[-1].digest)
    forged = rechained([*stored[:-1], changed(stored[-1], salt="00")])
    assert audit(forged).passed
    assert found(audit(forged, known=[head]), "tampered") == [(len(stored), "head")]


def test_a_wrong_topic_is_found(stored: list[StoredEntry]) -> None:
    forged = [*stored]
    forged[7] = msgspec.structs.replace(forged[7], topic="noted")
    assert found(audit(forged), "tampered") == [(8, "topic")]


def test_bytes_that_are_no_entry_are_found(stored: list[StoredEntry]) -> None:
    forged = [*stored]
    forged[7] = msgspec.structs.replace(forged[7], body=b"[" * 100_000)
    assert (8, "unreadable") in found(audit(forged), "tampered")


def test_forged_facts_under_a_new_chain_diverge_where_they_stand(stored: list[StoredEntry]) -> None:
    place = next(n for n, entry in enumerate(stored) if entry.topic.endswith("travel"))
    facts = msgspec.json.decode(stored[place].body)["facts"]
    facts = [fact | ({"to": "past:A"} if fact["fact"] == "pawn_moved" else {}) for fact in facts]
    result = audit(rechained([*stored[:place], changed(stored[place], facts=facts), *stored[place + 1 :]]))
    assert found(result, "tampered") == []
    divergence = result.first_divergence
    assert divergence is not None
    assert (divergence.entry, divergence.kind) == (place + 1, "facts")
    assert divergence.recorded == [{k: v for k, v in f.items() if v is not None} for f in facts]
    assert divergence.derived != facts


def test_a_forged_draw_under_a_new_chain_is_found() -> None:
    stored = list(drawn_log())
    place = next(n for n, entry in enumerate(stored) if b'"drawn"' in entry.body and n > 0)
    tree = msgspec.json.decode(stored[place].body)
    outcome = next(o for o in tree["outcomes"] if o["source"] == "drawn")
    outcome["first_draw"] += 1
    forged = rechained(
        [*stored[:place], changed(stored[place], outcomes=tree["outcomes"]), *stored[place + 1 :]]
    )
    assert (place + 1, "draws") in found(audit(forged), "tampered")
    unrevealed = forged[:-1]
    assert (place + 1, "draws") in found(audit(unrevealed), "tampered")


def test_a_chosen_roll_is_found_once_the_secret_is_revealed() -> None:
    """Another secret's draws, passed off as those of the commitment."""
    mine, theirs = drawn_log(1), drawn_log(2)
    secret = read_entry(theirs[-1]).secret
    forged = rechained([*mine[:-1], changed(mine[-1], secret=secret)])
    assert found(audit(forged), "tampered") == [(len(mine), "commitment")]
    promised = read_entry(theirs[0]).commitment
    forged = rechained([changed(mine[0], commitment=promised), *forged[1:]])
    assert {kind for _, kind in found(audit(forged), "tampered")} == {"draws"}


def test_draws_follow_the_live_line_over_a_retraction() -> None:
    log = recorded_log(actions=0)
    log.record({"type": "lay_out_tiles"}, drawn=True)
    first = log.draft.position.draws
    log.draft.retract(1, "again", log.stamp(), exposed=True)
    log.record({"type": "lay_out_tiles"}, drawn=True)
    assert log.draft.position.draws == first
    log.draft.close("abandoned", SECRET.hex(), log.stamp())
    result = audit(log.stored)
    assert result.passed
    assert result.drawn == 2


def test_what_the_rules_did_not_allow_is_listed_and_passes() -> None:
    result = audit(eventful_log().stored)
    assert result.passed
    assert (11, "correction") in found(result, "against_rules")
    assert found(result, "note")[:2] == [(12, "retraction"), (12, "exposed")]


def test_an_action_recorded_against_the_rules_names_them() -> None:
    log = recorded_log(actions=8)
    seat = next(s for s in ("red", "blue") if s != GAME.moment(log.draft.position.state).active[0])
    with pytest.raises(Rejected) as rejection:
        log.record({"type": "end_turn", "seat": seat})
    log.record({"type": "end_turn", "seat": seat}, reason="the table agreed")
    result = audit(log.stored)
    assert result.passed
    broken = [f for f in result.findings if f.kind == "broken_rule"]
    assert (broken[0].rule, broken[0].message) == (rejection.value.rule, "the table agreed")
    assert broken[0].entry == len(log.stored)


def test_a_rule_break_that_was_hidden_diverges() -> None:
    log = recorded_log(actions=8)
    seat = next(s for s in ("red", "blue") if s != GAME.moment(log.draft.position.state).active[0])
    log.record({"type": "end_turn", "seat": seat}, reason="the table agreed")
    tree = msgspec.json.decode(log.stored[-1].body)
    del tree["broken"], tree["reason"]
    last = msgspec.structs.replace(log.stored[-1], body=msgspec.json.encode(tree, order="sorted"))
    result = audit(rechained([*log.stored[:-1], last]))
    assert found(result, "diverges")[0] == (len(log.stored), "rejected")
    assert result.first_divergence is not None
    assert result.first_divergence.rule is not None


def test_other_rules_versions_are_named_and_the_first_divergence_is_shown(stored: list[StoredEntry]) -> None:
    def stricter(state, action, chance):
        if type(action).__name__ == "Travel":
            raise Rejected("TC-999", "Nobody travels any more.")
        return GAME.decide(state, action, chance)

    newer = dataclasses.replace(GAME, rules_version=2, decide=stricter)
    result = audit(stored, library=Library(games={GAME.key: newer}))
    assert "rules_version" in {f.kind for f in result.findings if f.severity == "note"}
    assert result.first_divergence is not None
    assert result.first_divergence.rule == "TC-999"
    assert stored[(result.first_divergence.entry or 0) - 1].topic.endswith("travel")


def mended(**changes: Any) -> Library:
    """A library whose rules are those of the next version."""
    return Library(games={GAME.key: dataclasses.replace(GAME, rules_version=2, **changes)})


def told_otherwise(state, action, chance):
    """Rules that begin a turn once more after every journey."""
    state = yield from GAME.decide(state, action, chance)
    if type(action).__name__ == "Travel":
        state = yield codec_of(GAME).corrected([{"fact": "turn_began", "seat": "blue", "turn": 2}])[0]
    return state


def stuck(state, action, chance):
    raise KeyError("a card that these rules do not know")


def forbidden(*asked: Any) -> Any:
    raise Rejected("TC-999", "Nobody does this.")


@pytest.mark.parametrize(
    ("kind", "changes"),
    [
        ("facts", {"decide": told_otherwise}),
        ("rejected", {"decide": forbidden}),
        ("rejected", {"admit": forbidden}),
        ("not_derivable", {"decide": stuck}),
        ("invariant", {"invariants": lambda state: ["the pawn stands"]}),
    ],
)
def test_what_an_older_version_of_the_rules_gave_is_said_and_passes(
    stored: list[StoredEntry], kind: str, changes: dict[str, Any]
) -> None:
    result = audit(stored, library=mended(**changes))
    assert result.passed
    parted = [finding for finding in result.findings if finding.severity == "older_rules"]
    assert {finding.kind for finding in parted} == {kind}
    assert all(finding.rules_version == 1 for finding in parted)
    assert all("under version 1 of the rules; today's is 2" in finding.message for finding in parted)
    assert result.first_divergence == parted[0]
    same = dataclasses.replace(GAME, **changes)
    failed = audit(stored, library=Library(games={GAME.key: same}))
    assert not failed.passed
    assert {f.kind for f in failed.findings if f.severity == "diverges"} == {kind}
    assert all(finding.rules_version is None for finding in failed.findings)


def test_rules_that_an_older_version_did_not_break_are_said_and_pass() -> None:
    log = recorded_log(actions=8)
    seat = next(s for s in ("red", "blue") if s != GAME.moment(log.draft.position.state).active[0])
    log.record({"type": "end_turn", "seat": seat}, reason="the table agreed")
    allowed = changed(log.stored[-1], broken=["TC-1"])
    for library, severity in ((mended(), "older_rules"), (LIBRARY, "diverges")):
        result = audit(rechained([*log.stored[:-1], allowed]), library=library)
        assert found(result, severity) == [(len(log.stored), "broken_rules")]


def test_outcomes_that_an_older_version_did_not_ask_for_are_said_and_pass(stored: list[StoredEntry]) -> None:
    outcomes = [{"field": "layout", "source": "declared"}, {"field": "weather", "source": "declared"}]
    asked = rechained([*stored[:1], changed(stored[1], outcomes=outcomes), *stored[2:]])
    assert found(audit(asked, library=mended()), "older_rules") == [(2, "outcomes")]
    assert found(audit(asked), "diverges") == [(2, "outcomes")]


@pytest.mark.parametrize("version", [3, 0, -1])
def test_a_version_of_the_rules_that_is_not_known_here_excuses_nothing(
    stored: list[StoredEntry], version: int
) -> None:
    claimed = rechained([*stored[:5], changed(stored[5], rules_version=version), *stored[6:]])
    assert found(audit(claimed, library=mended()), "diverges") == [(6, "rules_version")]
    result = audit(claimed, library=mended(decide=forbidden))
    assert not result.passed
    assert {(6, "rejected"), (6, "rules_version")} == set(found(result, "diverges"))
    assert version in {f.rules_version for f in result.findings if f.severity == "diverges"}


def test_an_opening_under_a_version_that_is_not_known_here_is_told_at_the_opening(
    stored: list[StoredEntry],
) -> None:
    claimed = rechained([changed(stored[0], rules_version=3), *stored[1:]])
    assert (1, "rules_version") in found(audit(claimed, library=mended()), "diverges")


@pytest.mark.parametrize("turn", [1, 2, 3])
def test_a_broken_invariant_is_traced_to_the_entry_that_broke_it(
    stored: list[StoredEntry], turn: int
) -> None:
    fragile = dataclasses.replace(
        GAME, invariants=lambda state: ["the pawn stands"] if GAME.moment(state).turn >= turn else []
    )
    result = audit(stored, library=Library(games={GAME.key: fragile}))
    cursor = Cursor.over(stored, LIBRARY)
    first = next(n for n in range(1, len(stored) + 1) if GAME.moment(cursor.at(n).state).turn >= turn)
    assert found(result, "diverges") == [(first, "invariant")]


def test_an_invariant_that_a_correction_broke_was_broken_openly() -> None:
    stored = eventful_log().stored
    fragile = dataclasses.replace(
        GAME, invariants=lambda state: ["turns"] if GAME.moment(state).turn >= 2 else []
    )
    result = audit(stored, library=Library(games={GAME.key: fragile}))
    assert (11, "invariant") in found(result, "against_rules")


def test_a_breach_is_laid_to_the_entry_that_made_it_and_to_none_that_lives_with_it() -> None:
    stored = eventful_log().stored
    fragile = dataclasses.replace(
        GAME,
        invariants=lambda state: (
            [f"8: {state.actions_left} actions in turn {GAME.moment(state).turn}"]
            if GAME.moment(state).turn >= 1
            else []
        ),
    )
    result = audit(stored, library=Library(games={GAME.key: fragile}))
    cursor = Cursor.over(stored, LIBRARY)
    turns = [GAME.moment(cursor.at(number).state).turn for number in range(1, len(stored) + 1)]
    assert turns[-1] > 0
    accused = [f.entry for f in result.findings if f.kind == "invariant"]
    assert accused == [turns.index(next(filter(None, turns))) + 1]


def test_what_is_not_known_here_is_a_finding(stored: list[StoredEntry]) -> None:
    assert found(audit(stored, library=Library(games={})), "diverges") == [(1, "unknown")]
    forged = rechained([changed(stored[0], component_set="0" * 64), *stored[1:]])
    assert found(audit(forged), "diverges") == [(1, "unknown")]


def test_the_copied_entries_of_a_fork_are_proven_in_their_origin() -> None:
    origin = list(drawn_log())
    stamp = recorded_log(actions=0).stamp
    forked = list(fork(origin, LIBRARY, 20, OTHER_SESSION, SECRET, stamp).stored)
    assert audit(forked, origin=lambda session: origin).findings == ()
    assert found(audit(forked), "note") == [(1, "origin")]
    other = list(drawn_log(2))
    assert found(audit(forked, origin=lambda session: other), "tampered") == [(1, "origin")]
    outcomes = [{"field": "layout", "source": "declared"}]
    altered = rechained([forked[0], changed(forked[1], outcomes=outcomes), *forked[2:]])
    assert (2, "origin") in found(audit(altered, origin=lambda session: origin), "tampered")
    cut = rechained(forked[:-1])
    assert found(audit(cut, origin=lambda session: origin), "tampered") == [(len(forked), "origin")]


def test_an_entry_marked_as_copied_in_a_session_that_is_no_fork_is_found() -> None:
    stored = list(drawn_log())
    forged = rechained([*stored[:1], changed(stored[1], copied=True), *stored[2:]])
    assert (2, "origin") in found(audit(forged), "tampered")


@given(st.lists(st.tuples(st.integers(0, 14), st.binary(max_size=40)), max_size=3), st.randoms())
@settings(max_examples=25, deadline=None)
def test_an_audit_never_raises(edits: list[tuple[int, bytes]], random) -> None:
    stored = eventful_log().stored
    for place, junk in edits:
        body = stored[place].body
        cut = random.randrange(len(body))
        stored[place] = msgspec.structs.replace(
            stored[place], body=body[:cut] + junk + body[cut + len(junk) :]
        )
    random.shuffle(stored) if random.random() < 0.2 else None
    audit_session(stored, LIBRARY, SESSION)
    audit_session(rechained(stored), LIBRARY, SESSION)


def _edit(url: str, numbers: tuple[int, ...], edit: Callable[[list[bytes]], list[bytes]]) -> None:
    """Somebody with a hand on the database: the stored bytes of these entries, rewritten."""
    if url.startswith("sqlite"):
        connection, table, mark = sqlite3.connect(url.removeprefix("sqlite:///")), "stored_events", "?"
    else:
        connection, table, mark = psycopg.connect(url), "tablelog_events", "%s"  # type: ignore[assignment]
    read = f"SELECT state FROM {table} WHERE originator_version = {mark}"
    states = [bytes(connection.execute(read, (number,)).fetchone()[0]) for number in numbers]
    for number, state in zip(numbers, edit(states), strict=True):
        connection.execute(
            f"UPDATE {table} SET state = {mark} WHERE originator_version = {mark}", (state, number)
        )
    connection.commit()
    connection.close()


def test_tampering_in_a_real_store_is_found(event_store: EventStore, log_url: str) -> None:
    log = recorded_log(actions=30)
    event_store.append(SESSION, 1, log.stored)
    assert audit_session(list(event_store.read(SESSION)), LIBRARY, SESSION).findings == ()
    _edit(log_url, (6, 7), lambda states: states[::-1])
    result = audit_session(list(event_store.read(SESSION)), LIBRARY, SESSION)
    assert (6, "reordered") in found(result, "tampered")
    _edit(log_url, (6, 7), lambda states: states[::-1])
    _edit(log_url, (9,), lambda states: [states[0].replace(b'"at":"2026', b'"at":"2027')])
    result = audit_session(list(event_store.read(SESSION)), LIBRARY, SESSION)
    assert found(result, "tampered") == [(9, "altered")]
    assert COMPONENTS.hash.encode() in log.stored[0].body
