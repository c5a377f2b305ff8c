"""The ids of sessions: UUIDs of version 7, in the order in which they were made."""

from __future__ import annotations

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
