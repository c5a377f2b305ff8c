"""What every entry carries has a version of its own: older ones are read for ever, later ones are refused."""

from __future__ import annotations

import msgspec
import pytest
from msgspec import structs

from domain.games import REGISTRY
from domain.kernel.engine.entries import (
    ENVELOPE_UPCASTS,
    Noted,
    RecordedBy,
    SettingsChange,
    UnreadableEntry,
    envelope_version,
    seal,
    unseal,
)
from domain.kernel.engine.time_of_play import AS_RECORDED, TimeOfPlay
from tests.support.replays.logs import Log, lines, moved_log

GAME = REGISTRY["time_of_chaos"]
NOTE = (
    b'{"at":"2026-01-01T00:00:00.000Z","by":{"role":"scribe"},"kind":"noted","number":6,"salt":"00",'
    b'"session":"s","text":"hm"}'
)
"""A note as it was written under version 1 of the envelope."""


SETTINGS = (
    b'{"at":"2026-01-01T00:00:00.000Z","by":{"role":"owner"},"kind":"noted","number":6,"salt":"00",'
    b'"session":"s","settings":{"forced_steps":true},'
    b'"text":"Table settings: Steps that leave no choice are now taken automatically."}'
)

PLAYED = (
    b'{"at":"2026-01-01T00:00:00.000Z","by":{"role":"owner"},"kind":"noted","number":6,'
    b'"played":{"end":"00:40","played_on":"2025-10-31","start":"19:30"},"salt":"00","session":"s",'
    b'"text":"Time of play: 2025-10-31, from 19:30 to 00:40."}'
)
"""The time of play as it is said later; and, below, at the opening."""
OPENED = (
    b'{"at":"2026-01-01T00:00:00.000Z","by":{"role":"owner"},"chance":"declared","commitment":"00",'
    b'"component_set":"00","game":"time_of_chaos","kind":"opened","number":1,"options":{},'
    b'"played":{"played_on":"2025-10-31"},"rules_version":1,"salt":"00","seats":[{"seat":"red"}],"session":"s"}'
)


def test_the_first_version_is_left_out_of_the_bytes_and_read_as_it_stands():
    note = Noted(
        session="s", number=6, at="2026-01-01T00:00:00.000Z", by=RecordedBy("scribe"), salt="00", text="hm"
    )
    assert envelope_version() == 2
    assert seal("time_of_chaos", "0" * 64, note).body == NOTE
    assert unseal(GAME, "noted", NOTE) == note


def test_a_change_of_settings_is_read_as_it_was_written_and_as_a_note_before_it():
    change = SettingsChange(forced_steps=True)
    note = Noted(
        session="s",
        number=6,
        at="2026-01-01T00:00:00.000Z",
        by=RecordedBy("owner"),
        salt="00",
        text="Table settings: Steps that leave no choice are now taken automatically.",
        settings=change,
    )
    assert change.text == note.text
    assert unseal(GAME, "noted", SETTINGS) == note
    assert seal("time_of_chaos", "0" * 64, note).body == SETTINGS
    assert unseal(GAME, "noted", NOTE).settings is None


def test_a_time_of_play_is_read_as_it_was_written_and_none_as_none_was():
    said = TimeOfPlay("2025-10-31", "19:30", "00:40")
    note = Noted(
        session="s",
        number=6,
        at="2026-01-01T00:00:00.000Z",
        by=RecordedBy("owner"),
        salt="00",
        text=said.text,
        played=said,
    )
    assert unseal(GAME, "noted", PLAYED) == note
    assert seal("time_of_chaos", "0" * 64, note).body == PLAYED
    assert unseal(GAME, "noted", NOTE).played is None
    taken_back = structs.replace(note, played=AS_RECORDED, text=AS_RECORDED.text)
    assert b'"played":{},' in seal("time_of_chaos", "0" * 64, taken_back).body
    assert unseal(GAME, "noted", seal("time_of_chaos", "0" * 64, taken_back).body) == taken_back


def test_an_opening_says_when_only_where_somebody_did():
    opened = unseal(GAME, "opened", OPENED)
    assert opened.played == TimeOfPlay("2025-10-31")
    assert seal("time_of_chaos", "0" * 64, opened).body == OPENED
    before = OPENED.replace(b'"played":{"played_on":"2025-10-31"},', b"")
    assert unseal(GAME, "opened", before).played is None
    assert seal("time_of_chaos", "0" * 64, unseal(GAME, "opened", before)).body == before


def test_an_entry_by_a_recorder_is_one_of_the_first_version():
    by = RecordedBy("recorder", "red")
    note = Noted(session="s", number=6, at="2026-01-01T00:00:00.000Z", by=by, salt="00", text="hm")
    body = NOTE.replace(b'{"role":"scribe"}', b'{"role":"recorder","seat":"red"}')
    assert seal("time_of_chaos", "0" * 64, note).body == body
    assert unseal(GAME, "noted", body) == note


def test_an_entry_names_its_move_only_where_an_earlier_one_begins_it():
    log = moved_log()
    bodies = [msgspec.json.decode(entry.body) for entry in log.stored]
    assert [body.get("move") for body in bodies] == [None, None, 2, 2, None]
    assert {body["envelope"] for body in bodies} == {2}
    assert [entry.first_of_move for entry in log.entries[1:]] == [2, 2, 2, 5]


@pytest.mark.parametrize("named", [-1, 0, 1, 5, 6, 99])
def test_a_move_that_no_earlier_entry_can_begin_is_the_entrys_own(named):
    last = moved_log().entries[-1]
    assert structs.replace(last, move=named).first_of_move == last.number == 5


def test_a_role_of_a_later_tablelog_makes_an_unreadable_entry():
    with pytest.raises(UnreadableEntry, match="role"):
        unseal(GAME, "noted", NOTE.replace(b'"scribe"', b'"referee"'))


@pytest.mark.parametrize("version", [3, 17])
def test_an_entry_of_a_later_tablelog_is_refused_and_says_so(version):
    body = msgspec.json.decode(NOTE) | {"envelope": version, "kind": "sung", "by": "somebody"}
    with pytest.raises(UnreadableEntry, match="written by a later Tablelog"):
        unseal(GAME, "noted", msgspec.json.encode(body))


@pytest.mark.parametrize("version", [0, -1, "1", None, 1.5, True])
def test_a_version_that_is_none_is_no_entry(version):
    body = msgspec.json.decode(NOTE) | {"envelope": version}
    with pytest.raises(UnreadableEntry):
        unseal(GAME, "noted", msgspec.json.encode(body))


def rename_who(body):
    """From an invented version 1, which said `who`, to 2."""
    return {name: value for name, value in body.items() if name != "who"} | {"by": {"role": body["who"]}}


def stamp_in_utc(body):
    """From an invented version 2, whose times said no zone, to 3."""
    return body | {"at": body["at"] + "Z"}


OLD = (
    b'{"at":"2026-01-01T00:00:00.000","kind":"noted","number":6,"salt":"00","session":"s","text":"hm",'
    b'"who":"scribe"}'
)


@pytest.fixture
def changed_twice(monkeypatch):
    """An envelope that has changed its shape two times."""
    monkeypatch.setitem(ENVELOPE_UPCASTS, 1, rename_who)
    monkeypatch.setitem(ENVELOPE_UPCASTS, 2, stamp_in_utc)


def test_an_old_envelope_is_brought_to_todays_version(changed_twice):
    entry = unseal(GAME, "noted", OLD)
    assert isinstance(entry, Noted)
    assert (entry.by, entry.at, entry.envelope) == (RecordedBy("scribe"), "2026-01-01T00:00:00.000Z", 3)


def test_an_envelope_in_between_is_brought_there_as_well(changed_twice):
    tree = rename_who(msgspec.json.decode(OLD)) | {"envelope": 2}
    assert unseal(GAME, "noted", msgspec.json.encode(tree)) == unseal(GAME, "noted", OLD)


def test_new_entries_are_written_in_the_newest_envelope(changed_twice):
    log = Log(lines()[0])
    log.draft.note("a fine start", log.stamp())
    assert [msgspec.json.decode(entry.body)["envelope"] for entry in log.stored] == [3, 3]
