"""Whole games in which nobody who records sees what Chaos keeps: OC-R85, OC-R86."""

from __future__ import annotations

import json
from collections import Counter
from collections.abc import Iterator
from functools import cache
from pathlib import Path
from random import Random
from typing import Any

import msgspec
import pytest

from domain.games import REGISTRY
from domain.games.order_vs_chaos import GAME
from domain.games.order_vs_chaos.scoring import final_table
from domain.games.order_vs_chaos.state import State
from domain.kernel import PUBLIC, TRUTH, UNKNOWN, Chance, Json, Viewer
from domain.kernel.engine.entries import Recorded, codec_of, unseal
from domain.kernel.engine.playing import bots_choice, open_offers
from domain.kernel.engine.views import entry_view, state_view
from domain.kernel.game import decide, fold
from domain.kernel.offers import covers, sample_action
from domain.kernel.session import Session, UnitOfWork
from domain.kernel.session.opening import OpeningRequest, open_session
from service.app import create_app
from tests.games.order_vs_chaos.table import edition
from tests.service.conftest import Table, problem, settings_at
from tests.support.recorded import OPENING, STAMP, library, opened

RECORDED = {path.stem: path for path in library("order_vs_chaos")}
WITH_KEPT = ("bots-2p-014", "bots-5p-tuned-012", "bots-6p-022", "demo-3p-002", "demo-4p-003", "demo-5p-004")
MOMENTS = 10
"""Every so many steps everything offered is tried."""


@cache
def lines(name: str) -> tuple[dict[str, Any], ...]:
    """A recorded game: its opening, then its actions."""
    return tuple(json.loads(line) for line in RECORDED[name].read_text().splitlines())


def is_kept(state: State, action: dict[str, Any]) -> bool:
    """Whether a card is drawn that its recorder need not have seen."""
    return action["type"] == "draw_event" and state.box.events[action["card"]].kind == "keep"


def as_bytes(value: Any) -> bytes:
    return msgspec.json.encode(value, order="sorted")


def seats_of(session: Session) -> tuple[str, ...]:
    return tuple(seat["seat"] for seat in session.opened.seats)


@pytest.mark.parametrize("name", WITH_KEPT)
def test_a_game_recorded_without_seeing_kept_cards_comes_to_the_same_end(name: str):
    """Each is unknown until it is played, or named before the last action; Order sees the same all along."""
    opening, *actions = lines(name)
    (session, seen), (_, unseen) = opened(GAME, opening), opened(GAME, opening)
    eyes = [PUBLIC, *(Viewer(seat) for seat, hero in session.state.seats.items() if hero.side == "order")]
    unnamed = 0
    for action in actions[:-1]:
        state = seen.position.state
        seen.record(action, STAMP, None)
        unnamed += is_kept(state, action)
        unseen.record({**action, "card": UNKNOWN} if is_kept(state, action) else action, STAMP, None)
        if not unnamed:
            continue
        for viewer in eyes:
            mine, others = (
                (
                    entry_view(GAME, draft.entries[-1], viewer, draft.position.state),
                    state_view(GAME, draft.position.state, viewer),
                )
                for draft in (seen, unseen)
            )
            assert as_bytes(mine[1]) == as_bytes(others[1])
            assert as_bytes(_told(mine[0])) == as_bytes(_told(others[0]))
    assert unnamed
    for seat, hero in seen.position.state.seats.items():
        kept = Counter(hero.kept) - Counter(unseen.position.state.seats[seat].kept)
        for card in kept.elements():
            unseen.record({"type": "name_event", "seat": seat, "card": card}, STAMP, None)
    for draft in (seen, unseen):
        draft.record(actions[-1], STAMP, None)
    expected = json.loads(RECORDED[name].with_suffix(".expected.json").read_text())
    assert {"actions": len(actions), **final_table(unseen.position.state)} == expected
    assert GAME.standing(unseen.position.state) == GAME.standing(seen.position.state)
    assert read_again(session, unseen) == unseen.position.state


def _told(entry: dict[str, Json]) -> dict[str, Json]:
    """The entry but for its digest, which is that of everything that is in it."""
    return {name: value for name, value in entry.items() if name != "digest"}


def read_again(session: Session, draft: UnitOfWork) -> State:
    """The table as a reader of the stored bytes has it."""
    state = session.state
    for stored in draft.stored:
        entry = unseal(GAME, stored.topic, stored.body)
        assert isinstance(entry, Recorded)
        state = fold(GAME, state, codec_of(GAME).facts.decode(entry.facts))
    return state


@pytest.fixture
def table(tmp_path: Path) -> Iterator[Table]:
    """The first recorded game in which a card is kept, until then, over HTTP."""
    opening, *actions = lines("demo-5p-004")
    app = create_app(settings_at(tmp_path), REGISTRY)
    known = {name: of for name, of in opening.items() if name in (*OPENING, "component_set")}
    table = Table(app, {"game": GAME.key, **known})
    _, draft = opened(GAME, opening)
    for action in actions:
        if is_kept(draft.position.state, action):
            break
        draft.record(action, STAMP, None)
        table.acted(action)
    yield table
    app.extensions["tablelog"].close()


def test_the_scribe_records_it_unseen_and_its_owners_phone_names_it(table: Table):
    seats = {seat: told["side"] for seat, told in table.get().json["view"]["seats"].items()}
    owner = "white"
    order = next(seat for seat, side in seats.items() if side == "order")
    other = next(seat for seat, side in seats.items() if side == "chaos" and seat != owner)
    draw = {"type": "draw_event", "seat": owner}
    asked = table.post("/actions?dry_run=true", {**draw, "chance": "declared"}).json["outcomes"]
    assert asked[0]["path"] == "card"
    assert asked[0]["domain"]["values"][-1] == UNKNOWN
    table.acted({**draw, "card": UNKNOWN})
    name = {"type": "name_event", "seat": owner, "card": "dark_mending_2"}
    for seat in (order, other):
        problem(table.act(name, f"seat:{seat}"), 403, "another-seat")
    offers = table.get(f"/offers?seat={owner}", holder=f"seat:{owner}").json["offers"]
    assert "name_event" in {offer["type"] for offer in offers}
    before = table.get(holder=f"seat:{order}").json["view"]
    answer = table.act(name, f"seat:{owner}")
    assert answer.status_code == 201, answer.text
    for seat, kept in ((order, 1), (other, ["dark_mending_2"]), (owner, ["dark_mending_2"])):
        assert table.get(holder=f"seat:{seat}").json["view"]["seats"][owner]["kept"] == kept
    assert table.get(holder=f"seat:{order}").json["view"] == before
    entry = table.get("/entries?limit=500", f"seat:{order}").json["items"][-1]
    assert entry["action"] == {"type": "name_event", "seat": owner}
    assert entry["facts"] == []


def test_taking_the_name_back_leaves_it_unknown(table: Table):
    table.acted({"type": "draw_event", "seat": "white", "card": UNKNOWN})
    version = table.version
    table.acted({"type": "name_event", "seat": "white", "card": "panic"})
    answer = table.post("/retractions", {"to": version, "reason": "It was another one."})
    assert answer.status_code == 201, answer.text
    assert table.get(holder="scribe").json["view"]["seats"]["white"]["kept"] == [UNKNOWN]
    table.acted({"type": "name_event", "seat": "white", "card": "infection_1"})


def with_more_to_keep(document: dict[str, Any]) -> None:
    """Most event cards are kept ones."""
    for number, card in enumerate(document["event_cards"]):
        if number % 5:
            card["kind"], card["timing"] = "keep", ("own_turn", "any", "own_battle")[number % 3]


def beginning(count: int) -> tuple[State, tuple[str, ...]]:
    """A game that begins with such a box."""
    box, random = edition(with_more_to_keep), Random(count)
    seats, options = GAME.sample_opening(box, count, random)
    request = OpeningRequest(seats=tuple(seats), options=options)
    session = open_session(GAME, box, request, "session", bytes(32), STAMP)[0]
    return session.state, seats_of(session)


@pytest.mark.parametrize(("count", "sensibly"), [(2, True), (4, True), (4, False), (6, True)])
def test_offers_are_sound_and_complete_where_every_kept_card_is_drawn_unseen(count: int, sensibly: bool):
    """Bots play on; they say nothing of cards that they have not seen, where they choose by their plan."""
    (state, seats), random, unseen = beginning(count), Random(count), 0
    types: Counter[str] = Counter()
    for step in range(1200):
        action = bots_choice(GAME, state, seats, random, sensibly=sensibly)
        if action is None:
            break
        if action["type"] == "draw_event":
            offers = [
                offer for offer in GAME.offers(state, action["seat"], TRUTH) if offer.type == "draw_event"
            ]
            unknown = {**action, "card": UNKNOWN}
            action = unknown if any(covers(offer, unknown) for offer in offers) else action
            unseen += action is unknown
        if unseen and step % MOMENTS == 0:
            everything_offered_is_accepted(state, seats, random)
        accepted = codec_of(GAME).action(action)
        _, state = decide(GAME, state, accepted, Chance(lambda n, _: random.randrange(n)))
        assert not GAME.invariants(state)
        types[action["type"]] += 1
    assert unseen
    if sensibly:
        assert GAME.is_finished(state)
        assert "name_event" not in types
    else:
        assert types["name_event"]


def everything_offered_is_accepted(state: State, seats: tuple[str, ...], random: Random) -> None:
    for offer in open_offers(GAME, state, seats):
        for declare in (False, True):
            action = codec_of(GAME).action(sample_action(offer, random, declare=declare))
            decide(GAME, state, action, Chance(lambda n, _: random.randrange(n)))
