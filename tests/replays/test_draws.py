"""What an audit says of draws: checked with which secret, and what was declared instead."""

from __future__ import annotations

from typing import Any

import msgspec
import pytest

from domain.kernel.engine.entries import RecordedBy, StoredEntry
from domain.kernel.session import Stamp
from replays.audit import audit_session
from replays.findings import Audit
from tests.support.replays.logs import LIBRARY, SECRET, SESSION, Log, changed, lines, rechained

DRAWN: dict[str, Any] = {**lines()[0], "chance": "drawn"}
LAYOUT: dict[str, Any] = dict(lines()[1])


def drawn(*, closing: dict[str, Any] | None = None, **opening: Any) -> list[StoredEntry]:
    """Tiles laid out by the engine, and perhaps a close."""
    log = Log(DRAWN)
    log.record({"type": "lay_out_tiles"}, drawn=True)
    if closing is not None:
        log.draft.close("abandoned", closing.get("secret"), log.stamp())
    return rechained([changed(log.stored[0], **opening), *log.stored[1:]])


def declared(may_declare: bool | None, by: RecordedBy, chance: str = "drawn") -> list[StoredEntry]:
    """Tiles that somebody named, under an opening that says this of it."""
    log = Log({**DRAWN, "chance": "declared"})
    stamp = Stamp(at=log.stamp().at, by=by, salt="00")
    log.draft.record(LAYOUT, stamp, None)
    opening: dict[str, Any] = {"chance": chance}
    if may_declare is not None:
        opening["may_declare"] = may_declare
    return rechained([changed(log.stored[0], **opening), *log.stored[1:]])


def audit(stored: list[StoredEntry], secret: bytes | None = None) -> Audit:
    return audit_session(stored, LIBRARY, SESSION, secret=secret)


def forged() -> list[StoredEntry]:
    """The first two cities have changed places: no draw gave that."""
    stored = drawn()
    tree = msgspec.json.decode(stored[1].body)
    for layout in (tree["action"]["layout"], tree["facts"][0]["layout"]):
        row = layout["past"][0]
        row[0], row[1] = row[1], row[0]
    return rechained([stored[0], changed(stored[1], action=tree["action"], facts=tree["facts"])])


def test_the_secret_that_is_kept_proves_draws_that_the_log_does_not_reveal() -> None:
    stored = drawn()
    stranger, keeper = audit(stored), audit(stored, SECRET)
    assert (stranger.drawn, stranger.secret) == (0, None)
    assert (keeper.drawn, keeper.secret) == (1, "kept")
    assert keeper.passed
    assert not keeper.findings


def test_a_chosen_outcome_is_found_with_the_kept_secret_which_is_not_told() -> None:
    assert audit(forged()).passed
    result = audit(forged(), SECRET)
    assert [(f.entry, f.severity, f.kind) for f in result.findings] == [(2, "tampered", "draws")]
    assert result.not_redrawn == (2,)
    assert (result.findings[0].recorded, result.findings[0].derived) == (None, None)
    assert (
        result.findings[0].message
        == "The drawn outcomes differ from those that the secret kept here produces."
    )


def test_rules_that_a_drawn_action_did_not_break_are_found_though_its_draws_are_right() -> None:
    log = Log(DRAWN)
    for reason in (None, "we had them upside down"):
        log.record({"type": "lay_out_tiles"}, drawn=True, reason=reason)
    assert audit(log.stored, SECRET).passed
    forged = rechained([*log.stored[:-1], changed(log.stored[-1], broken=["TC-999"])])
    found = [(f.entry, f.kind) for f in audit(forged, SECRET).findings if f.severity == "diverges"]
    assert found == [(3, "broken_rules")]


def test_a_kept_secret_that_the_opening_did_not_promise_is_found() -> None:
    result = audit(drawn(), bytes(32))
    assert [(f.entry, f.kind) for f in result.findings] == [(1, "commitment")]
    assert (result.drawn, result.secret) == (0, None)


def test_a_close_without_the_secret_is_noted_as_what_a_stranger_cannot_check() -> None:
    stored = drawn(closing={})
    for secret, word in ((None, "only the store that keeps it"), (SECRET, "kept here")):
        result = audit(stored, secret)
        assert [(f.entry, f.severity, f.kind) for f in result.findings] == [(3, "note", "not_revealed")]
        assert word in result.findings[0].message
        assert result.passed
    assert audit(drawn(closing={"secret": SECRET.hex()}), SECRET).secret == "revealed"


def test_nothing_is_noted_where_nothing_was_drawn() -> None:
    log = Log(DRAWN)
    log.draft.close("abandoned", None, log.stamp())
    assert not audit(log.stored).findings


@pytest.mark.parametrize("may_declare", [None, True])
@pytest.mark.parametrize(
    ("by", "told"),
    [
        (RecordedBy("scribe"), "scribe"),
        (RecordedBy("owner"), "owner"),
        (RecordedBy("seat", "red"), "seat red"),
    ],
)
def test_a_declaration_in_a_drawn_session_is_listed_with_who_made_it(
    may_declare: bool | None, by: RecordedBy, told: str
) -> None:
    result = audit(declared(may_declare, by))
    assert [(f.entry, f.severity, f.kind) for f in result.findings] == [(2, "note", "declared")]
    assert f"by {told}," in result.findings[0].message
    assert result.findings[0].recorded == {"by": msgspec.to_builtins(by), "fields": ["layout"]}
    assert result.passed


def test_a_declaration_that_the_opening_forbids_was_not_written_here() -> None:
    result = audit(declared(False, RecordedBy("scribe")))
    assert [(f.entry, f.severity, f.kind) for f in result.findings] == [(2, "tampered", "declared")]


def test_in_a_declared_session_declaring_is_the_rule() -> None:
    assert not audit(declared(None, RecordedBy("scribe"), "declared")).findings
