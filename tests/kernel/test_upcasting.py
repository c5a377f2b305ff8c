"""Old payload versions are read for ever: each kept here as it was once written."""

from __future__ import annotations

from dataclasses import replace

import msgspec
import pytest

from domain.games import REGISTRY
from domain.games.time_of_chaos.facts import PenaltyTaken
from domain.kernel.engine.entries import Recorded, UnreadableEntry, codec_of, payload_version, unseal

GAME = REGISTRY["time_of_chaos"]
VERSION_1 = (
    b'{"action":{"seat":"red","tile":"present:B","type":"place_pawn"},"at":"2026-01-01T00:00:00.000Z",'
    b'"by":{"role":"scribe"},"facts":[{"fact":"penalty_taken","who":"red"}],"kind":"recorded","number":6,'
    b'"rules_version":1,"salt":"00","session":"s"}'
)


def rename_who(body):
    """From version 1 to 2: `who` became `seat`."""
    for fact in body["facts"]:
        if "who" in fact:
            fact["seat"] = fact.pop("who")
    return body


def drop_reason(body):
    """From version 2 to 3."""
    body.pop("reason", None)
    return body


CHANGED = replace(
    GAME,
    upcasts={("time_of_chaos.place_pawn", 1): rename_who, ("time_of_chaos.place_pawn", 2): drop_reason},
)


def test_an_old_body_is_brought_to_todays_version():
    entry = unseal(CHANGED, "time_of_chaos.place_pawn", VERSION_1)
    assert isinstance(entry, Recorded)
    assert entry.v == 3
    (fact,) = codec_of(CHANGED).facts.decode(entry.facts)
    assert isinstance(fact, PenaltyTaken)
    assert fact.seat == "red"


def test_a_body_of_today_is_left_alone():
    today = msgspec.json.decode(VERSION_1) | {"v": 3}
    assert unseal(CHANGED, "time_of_chaos.place_pawn", msgspec.json.encode(today)).v == 3


def test_new_entries_are_written_in_the_newest_version():
    assert payload_version(CHANGED, "time_of_chaos.place_pawn") == 3
    assert payload_version(CHANGED, "time_of_chaos.grab") == 1


def test_bytes_that_are_no_entry_say_so():
    for body in (b"{", b"[]", b'{"kind":"recorded"}', b'{"kind":"rained"}'):
        with pytest.raises(UnreadableEntry):
            unseal(GAME, "time_of_chaos.grab", body)
