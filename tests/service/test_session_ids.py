"""The ids of sessions: UUIDs of version 7, in the order in which they were made."""

from __future__ import annotations

import os
import time
import uuid

import pytest

from service.sessions.opening import new_session_id

pytestmark = pytest.mark.unit


def test_every_id_is_a_uuid_of_version_7_that_holds_when_it_was_made():
    before = time.time_ns() // 1_000_000
    ids = [uuid.UUID(new_session_id()) for _ in range(200)]
    after = time.time_ns() // 1_000_000
    assert {(id.version, id.variant) for id in ids} == {(7, uuid.RFC_4122)}
    assert all(before <= id.int >> 80 <= after for id in ids)
    assert len({*ids}) == len(ids)


def test_an_id_is_spelled_as_uuids_are():
    id = new_session_id()
    assert id == str(uuid.UUID(id))


@pytest.mark.parametrize(
    ("chance", "expected"),
    [(0x00, "0190f3a1-b2c3-7000-8000-000000000000"), (0xFF, "0190f3a1-b2c3-7fff-bfff-ffffffffffff")],
)
def test_an_id_is_the_time_and_74_bits_of_chance_around_version_and_variant(
    monkeypatch: pytest.MonkeyPatch, chance: int, expected: str
):
    monkeypatch.setattr(time, "time_ns", lambda: 0x0190F3A1B2C3 * 1_000_000 + 999_999)
    monkeypatch.setattr(os, "urandom", lambda count: bytes([chance]) * count)
    assert new_session_id() == expected
