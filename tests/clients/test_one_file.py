"""The Python client in one file is what the API's document makes, and plays and watches every title."""

from __future__ import annotations

import sys
from collections.abc import Iterator
from concurrent.futures import ThreadPoolExecutor
from types import ModuleType
from typing import Any

import pytest

from tests.support.clients.one_file import TARGET, document, formatted, written
from tests.support.clients.played import check, games

PLACED = {"type": "lay_out_tiles"}


@pytest.fixture(scope="module")
def client_module() -> Iterator[ModuleType]:
    """The file as whoever copied it imports it."""
    sys.path.insert(0, str(TARGET.parent))
    yield __import__(TARGET.stem)
    sys.path.remove(str(TARGET.parent))


@pytest.fixture
def tablelog(client_module: ModuleType, server: str) -> Any:
    """A client without a token."""
    return client_module.Tablelog(server)


def opened_by(tablelog: Any) -> Any:
    """A session whose outcomes are drawn."""
    return tablelog.open_session(tablelog.get_opening_form("time_of_chaos")["sample"] | {"chance": "drawn"})


def test_the_file_is_what_the_document_makes() -> None:
    """`python -m tests.support.clients.one_file` writes it anew."""
    assert TARGET.read_text() == formatted(written(document()))


def test_it_plays_and_watches_every_title(tablelog: Any, client_module: ModuleType) -> None:
    told = {}
    for game in games():
        opened = tablelog.open_session(game["opening"])
        session, owner = opened["session"]["id"], tablelog.holding(opened["tokens"]["owner"])
        first = owner.get_offers(session)
        recorded = 0
        for actions in game["actions"]:
            recorded += len(owner.record_actions(session, actions)["entries"])
        closed = owner.close(session, {})
        shown = owner.get_session(session)
        log = owner.list_entries(session, from_=recorded + 1)
        events = [event["event"] for event in owner.follow(session)]
        with pytest.raises(client_module.Refused) as refused:
            tablelog.add_note(session, {"text": "x"})
        told[game["title"]] = {
            "offers": [offer["type"] for offer in first["offers"]],
            "version": closed["version"],
            "digest": shown["digest"],
            "status": shown["status"],
            "winners": shown["standing"]["winners"],
            "kinds": [entry["kind"] for entry in log["items"]],
            "streamed": events == ["state", "end"],
            "refused": refused.value.problem["type"],
        }
    check(told)


def test_what_is_recorded_is_seen_as_it_happens(tablelog: Any) -> None:
    opened = opened_by(tablelog)
    session, owner = opened["session"]["id"], tablelog.holding(opened["tokens"]["owner"])
    with ThreadPoolExecutor(1) as watching:
        events = owner.follow(session)
        assert next(events)["event"] == "state"
        rest = watching.submit(lambda: [(event["event"], event["id"]) for event in events])
        owner.record_actions(session, PLACED, if_match='"1"', key="the-first")
        assert owner.record_actions(session, PLACED, key="the-first")["version"] == 2
        owner.close(session, {"outcome": "abandoned"})
        assert rest.result() == [("entry", 2), ("entry", 3), ("end", 3)]
    assert list(owner.follow(session, after=3)) == []


def test_what_takes_a_while_is_waited_for(tablelog: Any) -> None:
    opened = opened_by(tablelog)
    session, owner = opened["session"]["id"], tablelog.holding(opened["tokens"]["owner"])
    at_once = owner.audit(session)
    later = owner.ask("GET", f"/v1/sessions/{session}/audit", headers={"Prefer": "respond-async"})
    assert later == at_once
    assert later["passed"]


def test_a_refusal_tells_why_and_what_helps(tablelog: Any, client_module: ModuleType) -> None:
    opened = opened_by(tablelog)
    session, scribe = opened["session"]["id"], tablelog.holding(opened["tokens"]["scribe"])
    with pytest.raises(client_module.Refused, match="The rules do not allow it") as refused:
        scribe.record_actions(session, {"type": "end_turn", "seat": "red"})
    assert refused.value.problem["legal"]["actions"]
    assert refused.value.wait is None
