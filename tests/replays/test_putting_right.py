"""A log that was reopened, voided and counted again: it is folded, audited, forked and carried elsewhere."""

from __future__ import annotations

import gzip
import json
from collections.abc import Sequence

import jsonschema
import msgspec
import pytest

from domain.kernel import PUBLIC
from domain.kernel.chance import Undeclared
from domain.kernel.engine.entries import RecordedBy, StoredEntry
from domain.kernel.engine.views import entry_view
from domain.kernel.session import (
    AlreadySo,
    DrawsRevealed,
    NotClosed,
    Session,
    SessionClosed,
    Stamp,
    UnitOfWork,
    stands,
)
from domain.kernel.session.rendering import line, naming_of
from replays.audit import audit_session
from replays.cursor import Cursor
from replays.findings import Audit
from replays.fork import fork
from replays.library import Library
from replays.portable import portable, read_all, schema, stored_entries, write
from replays.proving import audit_file
from tests.support.recorded import ROOT
from tests.support.replays.logs import (
    COMPONENTS,
    GAME,
    LIBRARY,
    OTHER_SESSION,
    SECRET,
    Log,
    changed,
    lines,
    rechained,
    recorded_log,
    session_of,
)

FROZEN = ROOT / "tests" / "fixtures" / "put_right" / "time_of_chaos.tablelog.json.gz"
"""A session with every entry by which an owner puts one right, as a file. It is never written again."""
FORGOTTEN = [{"fact": "penalty_taken", "seat": "blue"}]
OWNER = RecordedBy("owner")


def by_owner(log: Log) -> Stamp:
    return msgspec.structs.replace(log.stamp(), by=OWNER)


def put_right(log: Log) -> Log:
    """After twelve entries: closed, void (14), reopened, corrected, void (17), closed, counts (19)."""
    draft = log.draft
    draft.close("abandoned", log.secret.hex(), log.stamp(), on_request=True)
    draft.void("the wrong deck", by_owner(log))
    draft.reopen("a penalty was forgotten", by_owner(log))
    draft.correct(FORGOTTEN, "forgotten", log.stamp())
    draft.void("the wrong deck", by_owner(log), replaced_by=OTHER_SESSION)
    draft.close("abandoned", None, log.stamp())
    draft.reinstate("it was the right deck", by_owner(log))
    return log


def a_log() -> Log:
    return put_right(recorded_log(actions=11))


def audit(stored: Sequence[StoredEntry]) -> Audit:
    return audit_session(stored, LIBRARY, session_of(stored))


def kinds(result: Audit) -> list[tuple[int | None, str, str]]:
    return [(one.entry, one.severity, one.kind) for one in result.findings if one.kind != "declared"]


def test_whoever_follows_the_log_comes_to_the_same_session() -> None:
    log = a_log()
    positions = log.draft.positions
    again = Cursor.over(log.stored, LIBRARY)
    for number, position in enumerate(positions, 2):
        assert msgspec.structs.replace(again.at(number), digest=position.digest) == position
    seen = [(at.closed, None if at.void is None else at.void.number, at.revealed) for at in positions[10:]]
    assert seen == [
        (None, None, False),
        ("abandoned", None, True),
        ("abandoned", 14, True),
        (None, 14, True),
        (None, 14, True),
        (None, 17, True),
        ("abandoned", 17, True),
        ("abandoned", None, True),
    ]


def test_the_audit_tells_of_each_and_passes() -> None:
    result = audit(a_log().stored)
    assert result.passed
    assert kinds(result) == [
        (14, "note", "void"),
        (15, "note", "reopened"),
        (16, "against_rules", "correction"),
        (17, "note", "void"),
        (19, "note", "void"),
    ]
    told = {one.entry: one.message for one in result.findings}
    assert told[14] == "The session does not count: the wrong deck"
    assert told[15] == "The session was reopened: a penalty was forgotten"
    instead = f"Session {OTHER_SESSION} was recorded instead."
    assert told[17] == f"The session does not count: the wrong deck. {instead}"
    assert told[19] == "The session counts again: it was the right deck"


def test_an_audit_finds_what_only_an_owner_does() -> None:
    stored = a_log().stored
    for number in (14, 15, 19):
        scribes = changed(stored[number - 1], by={"role": "scribe"})
        result = audit(rechained([*stored[: number - 1], scribes, *stored[number:]]))
        assert [one[0] for one in kinds(result) if one[1] == "diverges"] == [number]


def test_an_audit_finds_a_session_that_was_reopened_or_counted_without_need() -> None:
    stored = a_log().stored
    result = audit(rechained([*stored[:12], changed(stored[14], number=13)]))
    assert (13, "diverges", "reopened") in kinds(result)
    result = audit(rechained([*stored[:12], changed(stored[18], number=13)]))
    assert (13, "diverges", "void") in kinds(result)


def test_what_cannot_be_so_is_refused() -> None:
    log = recorded_log(actions=2)
    with pytest.raises(NotClosed):
        log.draft.reopen("why", by_owner(log))
    with pytest.raises(AlreadySo):
        log.draft.reinstate("why", by_owner(log))
    log.draft.void("why", by_owner(log))
    with pytest.raises(AlreadySo):
        log.draft.void("another reason", by_owner(log))
    log.draft.close("abandoned", None, log.stamp())
    with pytest.raises(SessionClosed):
        log.draft.correct(FORGOTTEN, "forgotten", log.stamp())


def test_no_retraction_takes_them_back() -> None:
    log = recorded_log(actions=5)
    log.draft.void("the wrong deck", by_owner(log))
    log.draft.close("abandoned", log.secret.hex(), log.stamp())
    log.draft.reopen("it goes on", by_owner(log))
    log.draft.retract(2, "from there", log.stamp(), exposed=False)
    position = log.draft.position
    assert (position.closed, position.revealed) == (None, True)
    assert position.void is not None
    assert [entry.number for entry in log.entries if stands(position, entry)] == [1, 2, 7, 9, 10]
    there = Cursor.over(log.stored, LIBRARY).at(10)
    assert msgspec.structs.replace(there, digest=position.digest) == position
    log.draft.retract(9, "or not", log.stamp(), exposed=False)
    assert log.entries[-1].redo  # type: ignore[union-attr]
    assert audit(log.stored).passed


def drawing(*, may_declare: bool | None, secret: str | None) -> tuple[Log, dict[str, object]]:
    """A log that drew, and was closed and reopened; and an action that would draw."""
    opening, *actions = lines()
    log = Log(opening | {"chance": "drawn"})
    log.session.opened = msgspec.structs.replace(log.session.opened, may_declare=may_declare)
    action = {"type": actions[0]["type"]}
    log.record(action, drawn=True)
    log.draft.retract(1, "again", log.stamp(), exposed=True)
    log.draft.close("abandoned", secret, log.stamp(), on_request=secret is not None)
    log.draft.reopen("it goes on", by_owner(log))
    return log, action


def test_draws_that_a_close_revealed_never_go_on() -> None:
    log, action = drawing(may_declare=False, secret=SECRET.hex())
    with pytest.raises(DrawsRevealed, match="as a correction"):
        log.record(action, drawn=True)
    log, action = drawing(may_declare=True, secret=SECRET.hex())
    with pytest.raises(Undeclared, match="Declare the outcome"):
        log.record(action, drawn=True)
    assert log.draft.position.version == 5
    log, action = drawing(may_declare=False, secret=None)
    log.record(action, drawn=True)
    assert log.draft.position.draws > 0


def test_an_audit_finds_a_draw_after_its_secret_was_revealed(monkeypatch: pytest.MonkeyPatch) -> None:
    log, action = drawing(may_declare=None, secret=SECRET.hex())
    log.draft.position = msgspec.structs.replace(log.draft.position, revealed=False)
    log.record(action, drawn=True)
    assert (6, "diverges", "drawn_after_reveal") in kinds(audit(log.stored))


def test_everybody_is_shown_each_with_a_sentence() -> None:
    log = a_log()
    naming = naming_of(log.session)
    told = [
        line(GAME, entry_view(GAME, entry, PUBLIC, None), naming)
        for entry in log.entries
        if entry.number in (14, 15, 17, 19)
    ]
    assert told == [
        "№ 14 ⚑ The session does not count: the wrong deck",
        "№ 15 ⚑ The session is open again: a penalty was forgotten",
        "№ 17 ⚑ The session does not count: the wrong deck",
        "№ 19 ⚑ The session counts again: it was the right deck",
    ]


def test_a_fork_takes_none_of_them_along() -> None:
    log = a_log()
    for after, plays in ((14, 12), (19, 13)):
        made = fork(log.stored, LIBRARY, after, OTHER_SESSION, SECRET, log.stamp)
        position = made.session.position
        assert (position.version, position.closed, position.void) == (plays, None, None)
        assert audit_session(made.stored, LIBRARY, OTHER_SESSION, origin=lambda _: log.stored).passed


def test_a_file_that_was_put_right_still_opens() -> None:
    (file,) = read_all(FROZEN.read_bytes())
    assert file.version == 1
    jsonschema.Draft202012Validator(schema()).validate(json.loads(gzip.decompress(FROZEN.read_bytes())))
    result = audit_file(Library(), file)
    assert result.passed
    assert kinds(result) == kinds(audit(a_log().stored))
    stored = stored_entries(file)
    cursor = Cursor.over(stored, Library())
    session: Session = cursor.session
    position = session.position
    assert (position.closed, position.void, position.revealed) == ("abandoned", None, True)
    void = cursor.at(18).void
    assert (void.reason, void.replaced_by) == ("the wrong deck", OTHER_SESSION)  # type: ignore[union-attr]
    again = portable(file.session, GAME.key, file.rules_version, COMPONENTS, stored)
    assert write(again) == gzip.decompress(FROZEN.read_bytes()).strip()
    work = UnitOfWork(session, lambda first, last: [])
    with pytest.raises(SessionClosed):
        work.correct(FORGOTTEN, "forgotten", Stamp(at="2026-03-01T19:30:00.000Z", by=OWNER, salt="00"))
