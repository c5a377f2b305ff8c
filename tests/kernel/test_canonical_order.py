"""What is sent is taken as it is stored: the order in which a client wrote a mapping means nothing."""

from __future__ import annotations

import json

import msgspec
import pytest

from domain.games import REGISTRY
from domain.kernel.engine.entries import codec_of, unseal
from domain.kernel.session.opening import OpeningRequest, load_components, open_session
from tests.support.recorded import OPENING, SECRET, STAMP, library


def test_mappings_of_an_action_come_in_canonical_order() -> None:
    codec = codec_of(REGISTRY["time_of_chaos"])
    displays = {"present": ["NP-A"], "past": ["PF-A"], "future": ["FP-A"]}
    asked = codec.action({"displays": displays, "type": "deal_displays"})
    again = codec.action({"type": "deal_displays", "displays": dict(reversed(displays.items()))})
    assert list(asked.displays) == list(again.displays) == ["future", "past", "present"]  # type: ignore[attr-defined]


@pytest.mark.parametrize("key", REGISTRY)
def test_an_opened_session_tells_its_opening_as_the_log_will(key: str) -> None:
    game = REGISTRY[key]
    opening = json.loads(library(key)[0].read_text().splitlines()[0])
    seats = [seat["seat"] for seat in opening["seats"]]
    known = {name: opening[name] for name in OPENING if name in opening}
    named = {seat: seat for seat in sorted(seats, reverse=True)}
    request = msgspec.convert(known | {"players": named, "labels": {"b": "2", "a": "1"}}, OpeningRequest)
    components = load_components(game, game.demo_sets()[opening["component_set"]])
    session, opened, stored = open_session(game, components, request, "opened", SECRET, STAMP)
    read = unseal(game, stored.topic, stored.body)
    assert msgspec.json.encode(opened) == msgspec.json.encode(session.opened) == msgspec.json.encode(read)
