"""What an audit says of each case, and where: gaps, closing, what cannot be followed, versions that part."""

from __future__ import annotations

import dataclasses

import msgspec
import pytest

from domain.kernel.engine.entries import StoredEntry, codec_of
from replays.findings import Audit, Finding, Head
from replays.library import Library
from tests.replays.test_audit import audit, found, mended
from tests.support.replays.logs import (
    GAME,
    OFF_THE_BOARD,
    changed,
    drawn_log,
    lines,
    read_entry,
    rechained,
    recorded_log,
)


def messages(result: Audit, kind: str) -> list[str]:
    return [finding.message for finding in result.findings if finding.kind == kind]


@pytest.fixture(scope="module")
def stored() -> list[StoredEntry]:
    return recorded_log(actions=30).stored


def test_each_gap_is_one_finding_that_says_how_far_it_goes(stored: list[StoredEntry]) -> None:
    result = audit([*stored[:9], *stored[10:14], *stored[17:]])
    assert found(result, "tampered") == [(10, "missing"), (15, "missing")]
    assert messages(result, "missing") == ["Entry 10 is missing.", "Entries 15 to 17 are missing."]


def test_a_number_far_beyond_the_others_makes_no_long_gap(stored: list[StoredEntry]) -> None:
    result = audit(rechained([*stored[:2], changed(stored[2], number=10**9)]))
    assert messages(result, "missing") == ["Entries 3 to 6 are missing."]


def test_what_follows_bytes_that_are_no_entry_is_told_to_be_altered(stored: list[StoredEntry]) -> None:
    spoilt = msgspec.structs.replace(stored[8], body=b"none", digest="1" * 64)
    result = audit([*stored[:8], spoilt, *stored[9:]])
    assert found(result, "tampered") == [(9, "unreadable"), (10, "altered")]


def test_another_head_is_told_with_both_digests(stored: list[StoredEntry]) -> None:
    result = audit(stored, known=[Head(5, "2" * 64)])
    (finding,) = result.findings
    assert (finding.entry, finding.recorded, finding.derived) == (5, stored[4].digest, "2" * 64)


def test_an_action_id_stands_once_in_a_log() -> None:
    log = recorded_log(actions=0)
    for action, name in zip(lines()[1:], ("a", None, "b", None, "a"), strict=False):
        log.draft.record(dict(action), msgspec.structs.replace(log.stamp(), action_id=name), None)
    assert found(audit(log.stored), "diverges") == [(6, "action_id")]


def test_the_first_divergence_is_that_of_the_lowest_number() -> None:
    late, early = (Finding(number, "diverges", "facts", "") for number in (5, 3))
    result = Audit("session", GAME.key, 9, 0, 0, 1, (late, early))
    assert result.first_divergence == early


def test_facts_that_are_written_alike_are_the_same(stored: list[StoredEntry]) -> None:
    """Rules that make a list where the log is read into a tuple."""

    def in_lists(state, action, chance):
        deciding = GAME.decide(state, action, chance)
        told = next(deciding)
        try:
            while True:
                state = yield msgspec.structs.replace(told, **lists_of(told))
                told = deciding.send(state)
        except StopIteration as ended:
            return ended.value

    assert any(lists_of(fact) for fact in read_facts(stored))
    listing = dataclasses.replace(GAME, decide=in_lists)
    assert audit(stored, library=Library(games={GAME.key: listing})).findings == ()


def lists_of(fact) -> dict[str, list[object]]:
    members = {name: getattr(fact, name) for name in fact.__struct_fields__}
    return {name: list(of) for name, of in members.items() if isinstance(of, tuple)}


def read_facts(stored: list[StoredEntry]):
    return [fact for entry in stored[1:] for fact in codec_of(GAME).facts.decode(read_entry(entry).facts)]


def test_an_entry_after_the_close_is_found_and_a_note_is_none() -> None:
    log = recorded_log(actions=8)
    log.draft.close("abandoned", log.secret.hex(), log.stamp())
    log.draft.note("we stopped at midnight", log.stamp())
    assert found(audit(log.stored), "diverges") == []
    closed, note = log.stored[-2:]
    again = changed(closed, number=len(log.stored) + 1)
    assert found(audit(rechained([*log.stored, again])), "diverges") == [(len(log.stored) + 1, "after_close")]
    assert note.topic == "noted"


def test_only_the_entry_that_cannot_be_followed_is_said_not_those_after_it(stored: list[StoredEntry]) -> None:
    unknown = rechained([*stored[:8], changed(stored[8], kind="dreamt"), *stored[9:]])
    result = audit(unknown)
    assert [(entry, kind) for entry, kind in found(result, "diverges") if kind != "topic"] == [
        (9, "not_followed")
    ]
    assert messages(result, "not_followed") == [
        "The log cannot be followed from here on, so the rest is not derived."
    ]
    assert result.derived == 7


def test_facts_that_do_not_fit_the_table_are_said_where_they_stand(stored: list[StoredEntry]) -> None:
    result = audit(rechained([*stored[:8], changed(stored[8], facts=[OFF_THE_BOARD]), *stored[9:]]))
    assert (9, "not_foldable") in found(result, "diverges")
    assert [entry for entry, kind in found(result, "diverges") if kind == "not_foldable"] == [9]


def test_forged_facts_of_a_draw_under_a_new_chain_diverge_where_they_stand() -> None:
    drawn = list(drawn_log())
    place = next(at for at, entry in enumerate(drawn) if b'"drawn"' in entry.body and at > 0)
    facts = msgspec.json.decode(drawn[place].body)["facts"]
    result = audit(rechained([*drawn[:place], changed(drawn[place], facts=facts[:-1]), *drawn[place + 1 :]]))
    assert result.first_divergence is not None
    assert (result.first_divergence.entry, result.first_divergence.kind) == (place + 1, "facts")


def test_a_game_that_is_closed_as_finished_before_it_was_over_is_noted() -> None:
    log = recorded_log(actions=8)
    log.draft.close("abandoned", log.secret.hex(), log.stamp())
    assert found(audit(log.stored), "note") == []
    early = rechained([*log.stored[:-1], changed(log.stored[-1], outcome="finished")])
    assert found(audit(early), "note") == [(len(early), "closed_early")]


def test_a_game_that_is_over_is_not_closed_early() -> None:
    log = recorded_log()
    log.draft.close("finished", log.secret.hex(), log.stamp())
    assert audit(log.stored).findings == ()


def test_an_invariant_is_laid_to_the_rules_that_its_own_entry_was_recorded_under(
    stored: list[StoredEntry],
) -> None:
    """Only the entry that broke it is of an older version: those around it are of today's."""
    broken = next(
        at for at, entry in enumerate(stored) if b'"turn_began"' in entry.body and b'"turn":2' in entry.body
    )
    newer = [stored[0], *(changed(entry, rules_version=2) for entry in stored[1:])]
    newer[0] = changed(stored[0], rules_version=2)
    newer[broken] = stored[broken]
    fragile = mended(invariants=lambda state: ["the pawn stands"] if GAME.moment(state).turn >= 2 else [])
    result = audit(rechained(newer), library=fragile)
    assert found(result, "older_rules") == [(broken + 1, "invariant")]
    assert found(result, "diverges") == []


def test_a_note_costs_no_look_at_the_table() -> None:
    def looks(notes: int) -> int:
        log = recorded_log(actions=3)
        for number in range(notes):
            log.draft.note(f"glass {number}", log.stamp())
        seen = []
        watched = dataclasses.replace(GAME, invariants=lambda state: seen.append(state) or [])
        audit(log.stored, library=Library(games={GAME.key: watched}))
        return len(seen)

    assert looks(notes=8) == looks(notes=0)
